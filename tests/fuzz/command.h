/*
 * Whole commands in this process: their words as they would be typed, their texts in memory, one
 * matrix that stays open. What is printed must be fit for a terminal and, as JSON, a document; no
 * input is a fault of the program. Linked with --wrap for the opening and closing of the matrix.
 */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/secret.h"
#include "base/text.h"
#include "cmd/commands.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"

enum { COMMAND_WORDS = 64 };

int fuzz_one(const uint8_t *data, size_t n);

int __real_matrix_open(struct arena *a, const char *path, struct matrix **ret, struct err *e);
int __wrap_matrix_open(struct arena *a, const char *path, struct matrix **ret, struct err *e);
void __real_matrix_close(struct matrix *m);
void __wrap_matrix_close(struct matrix *m);
void __wrap_matrix_close_auto(struct matrix **m);

static struct matrix *command_matrix;

int __wrap_matrix_open(struct arena *a, const char *path, struct matrix **ret, struct err *e)
{
	static struct arena kept;

	if (path)
		return __real_matrix_open(a, path, ret, e);
	if (!command_matrix && __real_matrix_open(&kept, NULL, &command_matrix, e) < 0)
		abort();
	*ret = command_matrix;
	return 0;
}

void __wrap_matrix_close(struct matrix *m)
{
	if (m != command_matrix)
		__real_matrix_close(m);
}

void __wrap_matrix_close_auto(struct matrix **m)
{
	__wrap_matrix_close(*m);
}

/* What a stream was given. */
struct command_output {
	char *p;
	size_t n;
	FILE *f;
};

static inline void command_output_open(struct command_output *o)
{
	*o = (struct command_output){ 0 };
	o->f = open_memstream(&o->p, &o->n);
	if (!o->f)
		abort();
}

/* SHOW=1 shows what a command answers to an input, to see what it was about. */
static bool command_shows;

/* No machine and no settings of it, so that an input always means the same. */
__attribute__((constructor)) static void command_read(void)
{
	static char root[] = "CUDAPLAN_ROOT=/nonexistent", home[] = "HOME=/nonexistent";
	static char *variables[] = { root, home, NULL };

	command_shows = getenv("SHOW") != NULL;
	environ = variables;
}

static inline void command_show(const struct command_output *o)
{
	if (command_shows)
		fwrite(o->p, 1, o->n, stdout);
}

static inline void command_wrong(const char *what, const struct command_output *o)
{
	fprintf(stderr, "%s:\n%.*s\n", what, (int)(o->n < 4000 ? o->n : 4000), o->p);
	abort();
}

/* Lines, of which only diffs may hold the tabs of the text that they change. */
static inline void command_check_text(const struct command_output *o)
{
	struct span rest = { o->p, o->n }, line, piece;

	while (span_line(&rest, &line))
		while (span_next(&line, '\t', &piece))
			if (!text_is_safe(piece))
				command_wrong("not fit for a terminal", o);
}

static inline void command_check_json(struct arena *a, const struct command_output *o)
{
	struct tree *t;
	struct err e;

	/* of 20,000 machines it is more than is read back */
	if (o->n && json_parse(a, (struct span){ o->p, o->n }, &t, &e) &&
	    e.form != FORM_JSON_LIMIT)
		command_wrong("no JSON", o);
}

/*
 * With --redact no credential is left. A "?" also stands for what was not printable, and would make
 * a query out of any text: those of queries are tried by tests/check/secret.sh.
 */
static inline void command_check_secret(const struct command_output *o)
{
	for (size_t i = 0; i < o->n; i++)
		if (o->p[i] == '?')
			o->p[i] = '!';
	if (secret_in((struct span){ o->p, o->n }))
		command_wrong("a credential", o);
}

/* A run with descriptors of this process where a command has those of the terminal. */
struct command {
	struct arena arena;
	struct options options;
	struct run run;
	struct command_output out, talk;
	char *argv[COMMAND_WORDS + 1];
	int argc;
};

static inline void command_start(struct command *c)
{
	memset(c, 0, sizeof *c);
	command_output_open(&c->out);
	command_output_open(&c->talk);
	c->run = (struct run){ .arena = &c->arena, .o = &c->options, .out = { .f = c->out.f },
			       .talk = { .f = c->talk.f, .width = 80 } };
}

static inline void command_word(struct command *c, struct span word)
{
	union { const char *in; char *out; } text = { .in = arena_span(&c->arena, word) };

	if (c->argc < COMMAND_WORDS)
		c->argv[c->argc++] = text.out;
}

/* The words of a line; blanks separate them. */
static inline void command_line(struct command *c, const char *line)
{
	struct span rest = span_of(line), word;

	while (span_next(&rest, ' ', &word))
		if (word.n)
			command_word(c, word);
}

/* What a path shall read as, without a file. */
static inline void command_input(struct command *c, const char *path, struct span text)
{
	ARRAY_ADD(&c->arena, c->run.inputs) =
		(struct place_text){ path, { arena_span(&c->arena, text), text.n } };
}

static inline int command_call(struct command *c, const struct cmd *cmd)
{
	struct err e;
	int rc = opt_parse(&option_table, cmd->bit, &c->arena, c->argc, c->argv, &c->options,
			   &c->run.args, &e);

	c->run.cmd = cmd;
	c->run.out.redact = c->run.talk.redact = c->options.redact;
	if (rc)
		return cmd_fail(&c->run, &e);
	return c->options.help || c->options.version ? EXIT_DONE : cmd->run(&c->run);
}

/* Runs what the words say, and looks at what came of it. */
static inline void command_end(struct command *c)
{
	const struct cmd *cmd = c->argc ? command_find(c->argv[0]) : NULL;
	int rc = cmd ? command_call(c, cmd) : EXIT_USAGE;

	if (c->run.json_open)
		json_exit(c->out.f, rc);
	fclose(c->out.f);
	fclose(c->talk.f);
	command_show(&c->talk);
	command_show(&c->out);
	if (rc < EXIT_DONE || rc > EXIT_MISSING)
		command_wrong("an exit code of its own", &c->talk);
	command_check_text(&c->talk);
	if (c->options.json)
		command_check_json(&c->arena, &c->out);
	command_check_text(&c->out);
	if (c->options.redact && !c->options.json)
		command_check_secret(&c->out);
	free(c->out.p);
	free(c->talk.p);
	arena_free(&c->arena);
}

/* A line of words, one text that stands for "-" and for every path that is named. */
static inline void command_run(const char *line, const char *path, struct span text)
{
	struct command c;

	command_start(&c);
	command_line(&c, line);
	command_input(&c, path, text);
	command_end(&c);
}
