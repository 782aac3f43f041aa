/* The table of commands, and completion scripts, written from it and from that of the options. */
#include "cmd/commands.h"

#include <string.h>

#include "base/text.h"
#include "base/tr.h"
#include "know/source.h"

const struct cmd *const commands[] = {
#define COMMAND(name, BIT) &cmd_##name,
#include "cmd/commands.def"
#undef COMMAND
};

const size_t commands_n = sizeof commands / sizeof *commands;

const struct cmd *command_find(const char *name)
{
	return FIRST_TELLS(x, LIST(commands, commands_n), strcmp((*x)->name, name) == 0, *x, NULL);
}

/* --- completion -------------------------------------------------------------------------- */

/* The values of an option with a closed list, separated by blanks; false if it has none. */
static bool values_of(FILE *f, const struct opt *o)
{
	static const char placeholder[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	bool closed = o->arg && strchr(o->arg, '|') && !strpbrk(o->arg, placeholder);

	for (const char *c = closed ? o->arg : ""; *c; c++)
		fputc(*c == '|' ? ' ' : *c, f);
	return closed;
}

static bool wants_file(const struct opt *o)
{
	return o->arg && strcmp(o->arg, "FILE") == 0;
}

/* What the matrix knows is asked of the program when somebody types. */
static bool wants_words(const struct opt *o)
{
	return o->kind != OPT_FLAG &&
	       (strcmp(o->name, "gpu") == 0 || strcmp(o->name, "driver") == 0);
}

static void command_names(FILE *f)
{
	for (size_t i = 0; i < commands_n; i++)
		fprintf(f, "%s%s", i ? " " : "", commands[i]->name);
}

static void bash(FILE *f)
{
	fputs("# bash completion for cudaplan\n"
	      "_cudaplan() {\n"
	      "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words\n"
	      "\tif [ \"$COMP_CWORD\" = 1 ]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W \"", f);
	command_names(f);
	fputs("\" -- \"$word\"))\n\t\treturn\n\tfi\n\tcase $before in\n", f);
	EACH(const struct opt, o, option_table) {
		if (wants_file(o)) {
			fprintf(f, "\t--%s) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n",
				o->name);
		} else if (wants_words(o)) {
			fprintf(f,
				"\t--%s) words=$(cudaplan completion %s 2>/dev/null)\n"
				"\t\tmapfile -t COMPREPLY < <(IFS=$'\\n'; compgen -W \"$words\" -- "
				"\"${word//\\\\/}\")\n"
				"\t\tCOMPREPLY=(\"${COMPREPLY[@]// /\\\\ }\"); return ;;\n",
				o->name, o->name);
		} else if (o->arg && strchr(o->arg, '|') && o->kind != OPT_FLAG) {
			fprintf(f, "\t--%s) COMPREPLY=($(compgen -W \"", o->name);
			values_of(f, o);
			fputs("\" -- \"$word\")); return ;;\n", f);
		}
	}
	fputs("\t==) COMPREPLY=($(compgen -W \"$(cudaplan completion torch 2>/dev/null)\" "
	      "-- \"$word\")); return ;;\n", f);
	fputs("\tesac\n\tcase ${COMP_WORDS[1]} in\n", f);
	for (size_t i = 0; i < commands_n; i++) {
		fprintf(f, "\t%s) words=\"", commands[i]->name);
		for (size_t k = 0; k < option_table.n; k++)
			if (option_table.v[k].commands & commands[i]->bit)
				fprintf(f, " --%s", option_table.v[k].name);
		fputs("\" ;;\n", f);
	}
	fputs("\tesac\n"
	      "\tcase $word in\n"
	      "\t-*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
	      "\t*) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
	      "\tesac\n"
	      "}\n"
	      "complete -F _cudaplan cudaplan\n", f);
}

/* Text inside single quotes of a shell, with the characters that zsh gives a meaning escaped. */
static void quoted(FILE *f, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", f);
		else if (strchr("[]:", *text))
			fprintf(f, "\\%c", *text);
		else
			fputc(*text, f);
	}
}

static void zsh_option(FILE *f, const struct opt *o)
{
	bool again = o->kind == OPT_LIST || o->kind == OPT_COUNT;

	fprintf(f, "\t\t\t'%s--%s", again ? "*" : "", o->name);
	fputs(o->arg ? "=[" : "[", f);
	quoted(f, tr(o->help));
	fputc(']', f);
	if (o->arg) {
		fputs(":value:", f);
		if (wants_file(o)) {
			fputs("_files", f);
		} else if (wants_words(o)) {
			fprintf(f, "{local -a w; w=(${(f)\"$(cudaplan completion %s)\"}); "
				"compadd -a w}", o->name);
		} else {
			fputc('(', f);
			values_of(f, o);
			fputc(')', f);
		}
	}
	fputs("' \\\n", f);
}

static void zsh(FILE *f)
{
	fputs("#compdef cudaplan\n"
	      "if (( CURRENT == 2 )); then\n"
	      "\tcompadd ", f);
	command_names(f);
	fputs("\n\treturn\nfi\n"
	      "local cmd=$words[2]\nshift words\n(( CURRENT-- ))\ncase $cmd in\n", f);
	for (size_t i = 0; i < commands_n; i++) {
		fprintf(f, "\t%s)\n\t\t_arguments \\\n", commands[i]->name);
		for (size_t k = 0; k < option_table.n; k++)
			if (option_table.v[k].commands & commands[i]->bit)
				zsh_option(f, &option_table.v[k]);
		fputs("\t\t\t'*:file:_files' ;;\n", f);
	}
	fputs("esac\n", f);
}

static void fish_text(FILE *f, const char *text)
{
	fputs(" -d '", f);
	for (; *text; text++)
		fprintf(f, strchr("'\\", *text) ? "\\%c" : "%c", *text);
	fputs("'\n", f);
}

static void fish_option(FILE *f, const struct cmd *c, const struct opt *o)
{
	fprintf(f, "complete -c cudaplan -n '__fish_seen_subcommand_from %s' -l %s", c->name,
		o->name);
	if (o->letter)
		fprintf(f, " -s %c", o->letter);
	if (wants_file(o)) {
		fputs(" -rF", f);
	} else if (wants_words(o)) {
		fprintf(f, " -x -a '(cudaplan completion %s)'", o->name);
	} else if (o->arg) {
		fputs(" -x -a '", f);
		values_of(f, o);
		fputc('\'', f);
	}
	fish_text(f, tr(o->help));
}

static void fish(FILE *f)
{
	for (size_t i = 0; i < commands_n; i++) {
		fprintf(f, "complete -c cudaplan -n __fish_use_subcommand -a %s",
			commands[i]->name);
		fish_text(f, tr(commands[i]->summary));
		for (size_t k = 0; k < option_table.n; k++)
			if (option_table.v[k].commands & commands[i]->bit)
				fish_option(f, commands[i], &option_table.v[k]);
	}
}

static const struct shell {
	const char *name;
	void (*write)(FILE *f);
} shells[] = {
	{ "bash", bash },
	{ "zsh", zsh },
	{ "fish", fish },
};

static int print_words(struct run *r, const char *what)
{
	struct strings words = { 0 };
	MATRIX_AUTO m = NULL;
	struct err e;
	int rc = matrix_open(r->arena, r->o->matrix, &m, &e);

	if (rc == 0)
		rc = source_words(m, r->arena, what, &words, &e);
	if (rc)
		return cmd_fail(r, &e);
	for (size_t i = 0; i < words.n; i++) {
		text_safe(r->out.f, span_of(words.v[i]));
		fputc('\n', r->out.f);
	}
	return EXIT_DONE;
}

static int run_completion(struct run *r)
{
	const char *what = r->args.n == 1 ? r->args.v[0] : "";
	struct err e;

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		if (strcmp(what, shells[i].name) == 0) {
			shells[i].write(r->out.f);
			return EXIT_DONE;
		}
	}
	if (strcmp(what, "gpu") == 0 || strcmp(what, "driver") == 0 || strcmp(what, "torch") == 0)
		return print_words(r, what);
	err_set(&e, ERR_USAGE, "completion takes one of bash, zsh, fish; or gpu, driver, torch");
	return cmd_fail(r, &e);
}

const struct cmd cmd_completion = {
	.name = "completion",
	.summary = N_("print the completion script of a shell"),
	.args = "bash|zsh|fish|gpu|driver|torch",
	.bit = IN_COMPLETION,
	.run = run_completion,
};
