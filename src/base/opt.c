#include "base/opt.h"

#include <getopt.h>
#include <string.h>

#include "base/text.h"
#include "base/tr.h"

enum { MAX_OPTIONS = 96, FIRST_LONG = 256 };

/* What getopt_long wants, made from the rows that the command knows. */
struct lookup {
	struct option options[MAX_OPTIONS + 1];
	const struct opt *rows[MAX_OPTIONS];
	size_t n;
	char letters[2 * MAX_OPTIONS + 3];
};

static bool takes_value(const struct opt *o)
{
	return o->kind == OPT_VALUE || o->kind == OPT_LIST;
}

static void lookup_add(struct lookup *l, const struct opt *o, size_t *letters)
{
	l->rows[l->n] = o;
	l->options[l->n] = (struct option){
		.name = o->name,
		.has_arg = takes_value(o) ? required_argument : no_argument,
		.val = FIRST_LONG + (int)l->n,
	};
	l->n++;
	if (!o->letter)
		return;
	l->letters[(*letters)++] = o->letter;
	if (takes_value(o))
		l->letters[(*letters)++] = ':';
}

static void lookup_make(struct lookup *l, const struct opt_table *t, uint64_t command)
{
	size_t letters = 1;

	*l = (struct lookup){ .letters = ":" };
	for (size_t i = 0; i < t->n && l->n < MAX_OPTIONS; i++)
		if (t->v[i].commands & command)
			lookup_add(l, &t->v[i], &letters);
}

static const struct opt *lookup_row(const struct lookup *l, int c)
{
	if (c >= FIRST_LONG)
		return l->rows[c - FIRST_LONG];
	return FIRST_TELLS(x, LIST(l->rows, l->n), (*x)->letter == c, *x, NULL);
}

/* The word of "a|b|c" that the value is, in either case; itself where the row has no such list. */
static const char *allowed(struct arena *a, const struct opt *o, const char *value)
{
	struct span rest = span_of(o->arg), word;

	if (span_find_char(rest, '|') < 0)
		return value;
	while (span_next(&rest, '|', &word))
		if (word.n == strlen(value) && strncasecmp(word.p, value, word.n) == 0)
			return arena_span(a, word);
	return NULL;
}

/* The first word of "a|b|c" that begins with the same three letters; NULL: none does. */
static const char *begins_like(struct arena *a, const struct opt *o, const char *value)
{
	struct span rest = span_of(o->arg), word;

	while (span_next(&rest, '|', &word))
		if (word.n >= 3 && strncasecmp(word.p, value, 3) == 0)
			return arena_span(a, word);
	return NULL;
}

static int store(const struct opt_table *t, struct arena *a, const struct opt *o,
		 const char *value, void *into, struct err *e)
{
	char *field = (char *)into + o->offset;
	const char *meant = takes_value(o) && t->meant ? t->meant(o->name, value) : NULL;
	const char *word = takes_value(o) ? allowed(a, o, meant ? meant : value) : NULL;

	meant = takes_value(o) && !word ? begins_like(a, o, value) : NULL;
	if (meant)
		return err_set(e, ERR_USAGE, "--%s takes %s, not '%s'; did you mean %s?", o->name,
			       o->arg, value, meant);
	if (takes_value(o) && !word)
		return err_set(e, ERR_USAGE, "--%s takes %s, not '%s'", o->name, o->arg, value);
	switch (o->kind) {
	case OPT_FLAG:
		*(bool *)(void *)field = true;
		break;
	case OPT_COUNT:
		++*(int *)(void *)field;
		break;
	case OPT_VALUE:
		*(const char **)(void *)field = word;
		break;
	case OPT_LIST:
		strings_add(a, (struct strings *)(void *)field, word);
		break;
	}
	return 0;
}

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

/* Levenshtein distance of words shorter than 32 bytes; 99 for longer ones. */
static size_t distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b), row[33];

	if (n > 31 || m > 31)
		return 99;
	for (size_t j = 0; j <= m; j++)
		row[j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t change = corner + (a[i - 1] != b[j - 1]);

			corner = row[j];
			row[j] = min3(row[j] + 1, row[j - 1] + 1, change);
		}
	}
	return row[m];
}

const char *opt_nearest(const char *word, const char *const *names, size_t n)
{
	const char *best = NULL;
	size_t least = strlen(word) / 3 + 1;

	for (size_t i = 0; i < n; i++) {
		size_t d = distance(word, names[i]);

		if (d <= least && (!best || d < least)) {
			best = names[i];
			least = d;
		}
	}
	return best;
}

static int unknown(const struct lookup *l, const char *word, struct err *e)
{
	const char *names[MAX_OPTIONS], *near;
	struct span name = span_of(word);
	char bare[64];

	if (optopt && optopt < FIRST_LONG)
		return err_set(e, ERR_USAGE, "unknown option -%c", optopt);
	span_take(&name, "--");
	name = span_sub(name, 0, strcspn(name.p, "="));
	snprintf(bare, sizeof bare, SPAN_FMT, SPAN_ARG(name));
	for (size_t i = 0; i < l->n; i++)
		names[i] = l->options[i].name;
	near = opt_nearest(bare, names, l->n);
	if (near)
		return err_set(e, ERR_USAGE, "unknown option --%s, did you mean --%s?", bare, near);
	return err_set(e, ERR_USAGE, "unknown option --%s", bare);
}

static int refuse(const struct lookup *l, int c, const char *word, struct err *e)
{
	const struct opt *o = optopt ? lookup_row(l, optopt) : NULL;

	if (c == ':' && o)
		return err_set(e, ERR_USAGE, "--%s needs a value: %s", o->name, o->arg);
	if (o && optopt >= FIRST_LONG)
		return err_set(e, ERR_USAGE, "--%s takes no value", o->name);
	return unknown(l, word, e);
}

int opt_parse(const struct opt_table *t, uint64_t command, struct arena *a, int argc, char **argv,
	      void *into, struct strings *args, struct err *e)
{
	struct lookup l;
	int c, rc;

	lookup_make(&l, t, command);
	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, l.letters, l.options, NULL)) != -1) {
		const struct opt *o = c == '?' || c == ':' ? NULL : lookup_row(&l, c);

		if (!o)
			return refuse(&l, c, argv[optind - 1], e);
		rc = store(t, a, o, optarg, into, e);
		if (rc)
			return rc;
		if (o->many & command) {
			struct strings *list = (struct strings *)(void *)((char *)into + o->offset);

			while (optind < argc && argv[optind][0] != '-' && t->is_file(argv[optind]))
				strings_add(a, list, argv[optind++]);
		}
	}
	for (; optind < argc; optind++)
		strings_add(a, args, argv[optind]);
	return 0;
}

const char *opt_value_of(int argc, char **argv, const char *name)
{
	const char *ret = NULL;

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		struct span word = span_of(argv[i]);

		if (!span_take(&word, "--") || !span_take(&word, name))
			continue;
		if (span_take(&word, "="))
			ret = word.p;
		else if (!word.n && i + 1 < argc)
			ret = argv[++i];
	}
	return ret;
}

static size_t label(const struct opt *o, char *to, size_t room)
{
	int n;

	if (o->letter)
		n = snprintf(to, room, "  -%c, --%s", o->letter, o->name);
	else
		n = snprintf(to, room, "      --%s", o->name);
	if (o->arg && n > 0 && (size_t)n < room)
		n += snprintf(to + n, room - (size_t)n, "%c%s", takes_value(o) ? ' ' : '=', o->arg);
	return (size_t)n;
}

static void help_row(const struct opt *o, FILE *f, size_t width)
{
	const size_t column = 30;
	char text[128];
	size_t n = label(o, text, sizeof text);

	fputs(text, f);
	if (n + 2 > column)
		fprintf(f, "\n%*s", (int)column, "");
	else
		fprintf(f, "%*s", (int)(column - n), "");
	text_wrap(f, span_of(tr(o->help)), column, column, width);
	fputc('\n', f);
}

void opt_help(const struct opt_table *t, uint64_t command, FILE *f, size_t width)
{
	for (unsigned i = 0; i < (t->groups ? t->n_groups : 1); i++) {
		bool begun = false;

		for (size_t k = 0; k < t->n; k++) {
			if (!(t->v[k].commands & command) || (t->groups && t->v[k].group != i))
				continue;
			if (!begun && t->groups)
				fprintf(f, "\n%s:\n", tr(t->groups[i]));
			begun = true;
			help_row(&t->v[k], f, width);
		}
	}
}
