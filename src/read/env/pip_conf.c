/* pip's configuration: its lines, what they mean, where they stand on a machine or in a text. */
#include <string.h>

#include "base/utf8.h"
#include "read/env/env_private.h"

enum { FILE_MAX = 1 << 20 };

/* --- lines: what Python's configparser takes ------------------------------------------ */

/* A library for this form that gives the number of the line was not found. */
struct ini {
	struct span rest;
	struct span section; /* of the pair at hand */
	struct span key;
	unsigned line;       /* lines taken so far */
};

static bool take_pair(struct ini *i, struct span s, struct span *value)
{
	size_t n = 0;

	while (n < s.n && s.p[n] != '=' && s.p[n] != ':')
		n++;
	if (n == 0 || n == s.n)
		return false;
	i->key = span_trim(span_sub(s, 0, n));
	*value = span_trim(span_from(s, n + 1));
	return true;
}

/*
 * Takes the next "key = value", or a further line of the same value (indented): *first tells them
 * apart. False at the end. Remarks begin with "#" or ";".
 */
static bool ini_next(struct ini *i, struct span *value, bool *first)
{
	struct span line, s;

	while (span_line(&i->rest, &line)) {
		i->line++;
		s = span_trim(line);
		if (!s.n || s.p[0] == '#' || s.p[0] == ';')
			continue;
		if (ascii_space(line.p[0]) && i->key.n) {
			*value = s;
			*first = false;
			return true;
		}
		if (s.p[0] == '[' && s.p[s.n - 1] == ']') {
			i->section = span_sub(s, 1, s.n - 2);
			i->key = (struct span){ NULL, 0 };
		} else if (take_pair(i, s, value)) {
			*first = true;
			return true;
		}
	}
	return false;
}

/* --- keys and lists ------------------------------------------------------------------- */

/* "index_url" is "index-url" to pip. */
static const char *key_name(struct arena *a, struct span section, struct span key)
{
	bool global = !section.n || span_is(section, "global");
	const char *name = env_variable_key(a, key);

	return global ? name : arena_printf(a, SPAN_FMT ".%s", SPAN_ARG(section), name);
}

/* Lists of URLs and hosts have spaces between them. */
static bool is_list(const char *key)
{
	const char *dot = strrchr(key, '.');

	key = dot ? dot + 1 : key;
	return span_in(span_of(key), "extra-index-url find-links trusted-host");
}

static void add_values(struct arena *a, struct env *to, const char *key, struct span value,
		       struct origin origin)
{
	struct span word;

	if (!is_list(key)) {
		env_set(a, to, SETTING_PIP, key, arena_span(a, value), origin);
		return;
	}
	while (span_word(&value, &word))
		env_set(a, to, SETTING_PIP, key, arena_span(a, word), origin);
}

void pip_conf_set(struct arena *a, struct env *to, struct span key, struct span value,
		  struct origin origin)
{
	ptrdiff_t dot = span_find_char(key, '.');
	struct span section = span_sub(key, 0, dot < 0 ? 0 : (size_t)dot);

	add_values(a, to, key_name(a, section, span_from(key, (size_t)(dot + 1))), value, origin);
}

void pip_conf_read(struct arena *a, struct span text, const char *file, unsigned first,
		   struct env *to)
{
	struct ini ini = { .rest = text };
	struct span value;
	bool begins;

	while (ini_next(&ini, &value, &begins)) {
		const char *key = key_name(a, ini.section, ini.key);
		struct origin origin = { .file = file, .line = first + ini.line - 1 };

		origin.text = begins ? arena_printf(a, SPAN_FMT " = " SPAN_FMT, SPAN_ARG(ini.key),
						    SPAN_ARG(value)) : arena_span(a, value);
		if (value.n)
			add_values(a, to, key, value, origin);
	}
}

/* The higher rank covers the lower one: variable, section of `install`, global. */
static int rank(const struct env_setting *s)
{
	if (s->origin.line == 0)
		return 2;
	return strncmp(s->key, "install.", 8) == 0;
}

static const char *plain_key(const char *key)
{
	return strncmp(key, "install.", 8) == 0 ? key + 8 : key;
}

/* Does b, which stands later in the list, cover a, or the other way round? */
static void cover_lower(struct env_setting *a, struct env_setting *b)
{
	if (strcmp(plain_key(a->key), plain_key(b->key)) != 0 || b->tool != SETTING_PIP ||
	    (strcmp(a->origin.file, b->origin.file) == 0 && rank(a) == rank(b)))
		return;
	if (rank(a) > rank(b))
		b->effective = false;
	else
		a->effective = false;
}

void pip_conf_settle(struct env *e, size_t from)
{
	enum { MANY = 100 }; /* nobody writes more, and each is held against each */

	if (e->settings.n - from > MANY)
		return;
	for (size_t i = from; i < e->settings.n; i++)
		for (size_t k = i + 1; k < e->settings.n; k++)
			if (e->settings.v[i].tool == SETTING_PIP)
				cover_lower(&e->settings.v[i], &e->settings.v[k]);
}

/* --- on a machine --------------------------------------------------------------------- */

static void pip_file(struct arena *a, const struct place *p, struct env *e, const char *path)
{
	struct span text;

	if (path && place_read(a, p, path, FILE_MAX, &text))
		pip_conf_read(a, utf8_of(a, text), path, 1, e);
}

static const char *config_home(struct arena *a, const struct place *p)
{
	const char *xdg = place_env_set(p, "XDG_CONFIG_HOME");

	return xdg ? xdg : place_below(a, place_env_set(p, "HOME"), ".config");
}

/* Global, user, site, PIP_CONFIG_FILE, variables: the later ones win. */
void pip_conf_live(struct arena *a, const struct place *p, struct env *e)
{
	const char *file = place_env_set(p, "PIP_CONFIG_FILE"), *home = place_env_set(p, "HOME");
	struct span name, value;
	size_t from = e->settings.n;

	if (!file || strcmp(file, "/dev/null") != 0) {
		pip_file(a, p, e, "/etc/xdg/pip/pip.conf");
		pip_file(a, p, e, "/etc/pip.conf");
		if (!file || !place_exists(a, p, file)) {
			pip_file(a, p, e, place_below(a, home, ".pip/pip.conf"));
			pip_file(a, p, e, place_below(a, config_home(a, p), "pip/pip.conf"));
		}
		pip_file(a, p, e, place_below(a, e->prefix, "pip.conf"));
		pip_file(a, p, e, place_below(a, e->prefix, "pip.ini"));
		pip_file(a, p, e, file);
	}
	for (size_t i = 0; env_variable_next(p, &i, "PIP_", &name, &value);)
		if (!span_is(name, "PIP_CONFIG_FILE") && value.n)
			add_values(a, e, env_variable_key(a, span_from(name, 4)), value,
				   (struct origin){ .file = arena_span(a, name) });
	pip_conf_settle(e, from);
}

/* --- in a text ------------------------------------------------------------------------ */

static bool ini_begins(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s;

	return span_is(s, "[global]") || span_is(s, "[install]") || span_is(s, "[download]");
}

static size_t ini_read(const struct env_text *t, size_t i, struct env *to)
{
	size_t end = i + 1, from = to->settings.n;

	while (end < t->n && !span_starts(t->v[end].s, "```") && !span_starts(t->v[end].s, "$ "))
		end++;
	pip_conf_read(t->a, env_block(t, i, end), t->file, t->v[i].no, to);
	pip_conf_settle(to, from);
	return end;
}

const struct env_format env_ini = { ini_begins, ini_read, .first = "[" };
