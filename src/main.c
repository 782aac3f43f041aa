/* What all commands need is done here once. */
#include <errno.h>
#include <string.h>

#include "base/home.h"
#include "base/text.h"
#include "cmd/commands.h"
#include "os/process.h"
#include "os/screen.h"
#include "os/variable.h"
#include "version.h"

/* What a command takes of memory that plans for one host. */
enum { AT_ONCE = 640 << 10 };

static const char examples[] =
	"plan a PyTorch + CUDA install before you run it\n"
	"\n"
	"  cudaplan suggest                    for this machine\n"
	"  cudaplan suggest --host smi.txt     for a machine whose nvidia-smi you saved\n"
	"  cudaplan suggest --gpu 'RTX 3090' --driver 535\n"
	"\n"
	"commands:\n";

static void usage(FILE *f)
{
	fprintf(f, "cudaplan %s - %s", CUDAPLAN_VERSION, examples);
	for (size_t i = 0; i < commands_n; i++)
		fprintf(f, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fputs("\n'cudaplan COMMAND --help' shows the options of a command.\n", f);
}

static int unknown_command(const char *word)
{
	const char *names[32], *near;
	size_t n = 0;

	for (size_t i = 0; i < commands_n && n < 32; i++)
		names[n++] = commands[i]->name;
	near = opt_nearest(word, names, n);
	fputs("cudaplan: error: unknown command '", stderr);
	text_safe(stderr, span_of(word));
	fputs("'", stderr);
	if (near)
		fprintf(stderr, ", did you mean '%s'?", near);
	fputs("\ntry: cudaplan --help\n", stderr);
	return EXIT_USAGE;
}

static void help(const struct cmd *c, const struct term *t)
{
	fprintf(t->f, "usage: cudaplan %s [options] %s\n%s\n\n", c->name, c->args, c->summary);
	opt_help(&option_table, c->bit, t->f, t->width ? t->width : 80);
}

/* A full or closed stdout is an error; a reader that has gone away is not. */
static int finish(int rc, bool closed)
{
	bool bad = ferror(stdout);

	if ((fflush(stdout) == 0 && !bad) || errno == EPIPE)
		return rc;
	fprintf(stderr, "cudaplan: error: standard output: %s\n",
		closed ? "is closed" : strerror(errno));
	return EXIT_MISSING;
}

/* With --redact no home folder is printed, whatever it stands in. */
static FILE *without_homes(FILE *to, bool redact)
{
	FILE *f = redact ? home_stream(to, os_variable("HOME")) : to;

	if (!f)
		arena_no_memory();
	if (redact)
		setvbuf(f, NULL, to == stderr ? _IOLBF : _IOFBF, BUFSIZ);
	return f;
}

static int run_parsed(const struct cmd *c, struct run *r)
{
	int rc;

	arena_lend(r->arena, os_pages(AT_ONCE), AT_ONCE);
	r->out.f = without_homes(stdout, r->o->redact);
	r->talk.f = without_homes(stderr, r->o->redact);
	r->out.redact = r->talk.redact = r->o->redact;
	rc = c->run(r);
	if (r->o->redact) {
		fclose(r->out.f);
		fclose(r->talk.f);
	}
	return rc;
}

static int run_command(const struct cmd *c, int argc, char **argv)
{
	ARENA_AUTO arena = { 0 };
	struct options o = { 0 };
	struct run r = { .arena = &arena, .o = &o, .cmd = c };
	struct err e;
	int rc = opt_parse(&option_table, c->bit, &arena, argc, argv, &o, &r.args, &e);

	r.out = os_term(stdout, o.color);
	r.talk = os_term(stderr, o.color);
	if (rc)
		return cmd_fail(&r, &e);
	if (o.help) {
		help(c, &r.out);
		return EXIT_DONE;
	}
	if (o.version)
		return cmd_version(&r, CUDAPLAN_VERSION);
	return run_parsed(c, &r);
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
	return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* "help suggest" is "suggest --help". */
static int help_of(const char *word)
{
	const struct cmd *c = command_find(word);
	char *argv[] = { (char[]){ "help" }, (char[]){ "--help" }, NULL };

	return c ? run_command(c, 2, argv) : unknown_command(word);
}

static int run(int argc, char **argv)
{
	const struct cmd *c;

	if (argc > 2 && strcmp(argv[1], "help") == 0)
		return help_of(argv[2]);
	if (argc < 2 || is_one_of(argv[1], "-h", "--help") || strcmp(argv[1], "help") == 0) {
		usage(stdout);
		return EXIT_DONE;
	}
	if (is_one_of(argv[1], "-V", "--version")) {
		argv[1] = (char[]){ "--version" };
		return run_command(command_find("detect"), argc, argv);
	}
	c = command_find(argv[1]);
	return c ? run_command(c, argc - 1, argv + 1) : unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
	bool closed = os_begin();

	return finish(run(argc, argv), closed);
}
