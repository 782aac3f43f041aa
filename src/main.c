/* What all commands need is done here once. */
#include <errno.h>
#include <string.h>

#include "base/home.h"
#include "base/text.h"
#include "base/tr.h"
#include "cmd/commands.h"
#include "cmd/language.h"
#include "os/process.h"
#include "os/screen.h"
#include "os/variable.h"
#include "version.h"

/* What a command takes of memory that plans for one host. */
enum { AT_ONCE = 640 << 10 };

/* Where it answers and where everything else is said, in the characters of the terminal. */
struct ends {
	FILE *out, *talk;
	bool lost; /* a character that the terminal has not */
	const char *lang; /* what was asked for, or NULL */
};

static const char about[] = N_(
	"which PyTorch runs on every GPU, and what installs it\n"
	"\n"
	"  cudaplan suggest                                  what to install on this machine\n"
	"  cudaplan suggest --gpu 'RTX 3090' --driver 535    on another one\n"
	"  cudaplan suggest --host smi.txt                   on one whose nvidia-smi you saved\n"
	"  cudaplan doctor                                   what is wrong with what is there\n"
	"  cudaplan explain - < log.txt                      what an error means, and the way out\n"
	"\n"
	"commands:\n");

static void usage(FILE *f)
{
	fprintf(f, "cudaplan %s - %s", CUDAPLAN_VERSION, tr(about));
	for (size_t i = 0; i < commands_n; i++)
		fprintf(f, "  %-10s %s\n", commands[i]->name, tr(commands[i]->summary));
	fputs(tr("\n'cudaplan COMMAND --help' shows the options of a command.\n"), f);
}

/* What people call a command before they know its name, and in their own language. */
static const struct {
	const char *verb, *command;
} verbs[] = {
#define VERB(verb, command) { verb, command },
#include "cmd/verbs.def"
#undef VERB
};

static const char *meant(const char *word)
{
	const char *names[32];
	size_t n = 0;

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strcasecmp(verbs[i].verb, word) == 0)
			return verbs[i].command;
	for (size_t i = 0; i < commands_n && n < 32; i++)
		names[n++] = commands[i]->name;
	return opt_nearest(word, names, n);
}

/* Names the command that does what is asked for, with the words that came behind. */
static int unknown_command(FILE *f, int argc, char **argv)
{
	const char *near = meant(argv[0]);
	ARENA_AUTO a = { 0 };

	fputs("cudaplan: ", f);
	text_safe(f, span_of(arena_printf(&a, tr("error: unknown command '%s'"), argv[0])));
	fprintf(f, "\n%s: cudaplan %s", tr("try"), near ? near : "--help");
	for (int i = 1; near && i < argc; i++) {
		fputc(' ', f);
		text_safe(f, span_of(argv[i]));
	}
	fputc('\n', f);
	return EXIT_USAGE;
}

static void help(const struct cmd *c, const struct term *t)
{
	fprintf(t->f, "%s\n\n", tr(c->summary));
	if (c->examples)
		fprintf(t->f, "%s\n", tr(c->examples));
	fprintf(t->f, tr("usage: cudaplan %s [options] %s\n"), c->name, c->args);
	opt_help(&option_table, c->bit, t->f, t->width ? t->width : 80);
}

/* A full or closed stdout is an error; a reader that has gone away is not. */
static int finish(int rc, bool closed)
{
	bool bad = ferror(stdout);

	if ((fflush(stdout) == 0 && !bad) || errno == EPIPE)
		return rc;
	fprintf(stderr, tr("cudaplan: error: standard output: %s\n"),
		closed ? tr("is closed") : strerror(errno));
	return EXIT_MISSING;
}

/* With --redact no home folder is printed, whatever it stands in. */
static FILE *without_homes(FILE *to, bool redact, bool lines)
{
	FILE *f = redact ? home_stream(to, os_variable("HOME")) : to;

	if (!f)
		arena_no_memory();
	if (redact)
		setvbuf(f, NULL, lines ? _IOLBF : _IOFBF, BUFSIZ);
	return f;
}

static int run_parsed(const struct cmd *c, struct run *r)
{
	FILE *out = r->out.f, *talk = r->talk.f;
	int rc;

	arena_lend(r->arena, os_pages(AT_ONCE), AT_ONCE);
	r->out.f = without_homes(out, r->o->redact, false);
	r->talk.f = without_homes(talk, r->o->redact, true);
	r->out.redact = r->talk.redact = r->o->redact;
	rc = c->run(r);
	if (r->json_open)
		json_exit(r->out.f, rc);
	if (r->o->redact) {
		fclose(r->out.f);
		fclose(r->talk.f);
	}
	return rc;
}

static int run_command(const struct cmd *c, const struct ends *to, int argc, char **argv)
{
	ARENA_AUTO arena = { 0 };
	struct options o = { 0 };
	struct run r = { .arena = &arena, .o = &o, .cmd = c };
	struct err e;
	int rc = opt_parse(&option_table, c->bit, &arena, argc, argv, &o, &r.args, &e);

	r.typed.n = argc;
	r.typed.v = argv;
	if (rc)
		cmd_option_meant(&r);

	r.out = os_term(stdout, o.color);
	r.talk = os_term(stderr, o.color);
	r.out.f = o.json ? stdout : to->out;
	r.talk.f = to->talk;
	if (rc == 0)
		rc = cmd_language_checked(&o, &arena, &e);
	if (rc)
		return cmd_fail(&r, &e);
	if (o.help) {
		help(c, &r.out);
		return EXIT_DONE;
	}
	if (!o.matrix)
		o.matrix = cmd_matrix_stored(&r);
	if (o.version)
		return cmd_version(&r, CUDAPLAN_VERSION);
	return run_parsed(c, &r);
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
	return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* "help suggest" and "--help suggest" are "suggest --help". */
static int help_of(const struct ends *to, int argc, char **words)
{
	const struct cmd *c = command_find(words[0]);
	char *argv[] = { (char[]){ "help" }, (char[]){ "--help" }, NULL };

	return c ? run_command(c, to, 2, argv) : unknown_command(to->talk, argc, words);
}

/* "--lang zh suggest" is "suggest --lang zh"; alone it asks for the first screen. */
static int lang_behind_command(int argc, char **argv)
{
	int n = argc > 1 && strncmp(argv[1], "--lang=", strlen("--lang=")) == 0 ? 1 :
		argc > 2 && strcmp(argv[1], "--lang") == 0 ? 2 : 0;
	char *command = n && n + 1 < argc ? argv[n + 1] : NULL;

	if (!command)
		return argc - n;
	memmove(argv + 2, argv + 1, (size_t)n * sizeof *argv);
	argv[1] = command;
	return argc;
}

static int first_screen(const struct ends *to)
{
	struct options o = { .lang = to->lang };
	ARENA_AUTO a = { 0 };
	struct run r = { .arena = &a, .o = &o, .cmd = commands[0], .talk = os_term(stderr, NULL) };
	struct err e;

	r.talk.f = to->talk;
	if (cmd_language_checked(&o, &a, &e))
		return cmd_fail(&r, &e);
	usage(to->out);
	return EXIT_DONE;
}

static int run(const struct ends *to, int argc, char **argv)
{
	const struct cmd *c;
	bool asks = argc > 1 && (is_one_of(argv[1], "-h", "--help") || !strcmp(argv[1], "help"));

	if (asks && argc > 2 && argv[2][0] != '-')
		return help_of(to, argc - 2, argv + 2);
	if (argc < 2 || asks)
		return first_screen(to);
	if (is_one_of(argv[1], "-V", "--version") || strcmp(argv[1], "version") == 0) {
		argv[1] = (char[]){ "--version" };
		return run_command(command_find("detect"), to, argc, argv);
	}
	c = command_find(argv[1]);
	return c ? run_command(c, to, argc - 1, argv + 1) :
		   unknown_command(to->talk, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	bool closed = os_begin();
	struct ends to = { 0 };
	int rc;

	to.lang = opt_value_of(argc, argv, "lang");
	cmd_language(to.lang);
	argc = lang_behind_command(argc, argv);
	to.talk = cmd_written(stderr, &to.lost);
	to.out = cmd_written(stdout, &to.lost);
	rc = run(&to, argc, argv);
	if (to.out != stdout)
		fclose(to.out);
	cmd_written_end(to.talk, to.lost);
	return finish(rc, closed);
}
