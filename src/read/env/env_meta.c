/* conda-meta: one JSON per package, which tool changed it last, pins. CEP 32. */
#include <string.h>

#include "door/yajl.h"
#include "fact/installer.h"
#include "read/dir.h"
#include "read/env/env_private.h"

enum { RECORD_MAX = 64 << 20 };

/* --- the members of a record one by one ----------------------------------------------- */

/*
 * Nearly all of a record is lists of files, which nobody wants here: 300 records of 40 MB take 27
 * ms of processor time so, and 117 ms as trees.
 */

/* White space and commas at the front. */
static size_t blanks(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_space(s.p[n]) || s.p[n] == ','))
		n++;
	return n;
}

/* Bytes of the string that begins at s, with its quotes; 0 when it does not end. */
static size_t string_length(struct span s)
{
	size_t n = 1;

	while (n < s.n) {
		const char *quote = memchr(s.p + n, '"', s.n - n);
		size_t at = quote ? (size_t)(quote - s.p) : s.n, back = at;

		if (!quote)
			return 0;
		while (back > 1 && s.p[back - 1] == '\\')
			back--;
		n = at + 1;
		if ((at - back) % 2 == 0)
			return n;
	}
	return 0;
}

/* Bytes of the object or list that begins at s; 0 when it does not end. */
static size_t nest_length(struct span s)
{
	static const signed char deeper[256] = { ['{'] = 1, ['['] = 1, ['}'] = -1, [']'] = -1 };
	ptrdiff_t depth = 0;

	for (size_t n = 0; n < s.n; n++) {
		if (s.p[n] == '"') {
			size_t skip = string_length(span_from(s, n));

			if (!skip)
				return 0;
			n += skip - 1;
			continue;
		}
		depth += deeper[(unsigned char)s.p[n]];
		if (depth == 0)
			return n + 1;
	}
	return 0;
}

static size_t value_length(struct span s)
{
	size_t n = 0;

	if (!s.n)
		return 0;
	if (s.p[0] == '"')
		return string_length(s);
	if (s.p[0] == '{' || s.p[0] == '[')
		return nest_length(s);
	while (n < s.n && s.p[n] != ',' && s.p[n] != '}' && !ascii_space(s.p[n]))
		n++;
	return n;
}

bool env_json_skim(struct span *rest, struct span *key, struct span *value)
{
	struct span s = span_from(*rest, blanks(*rest));
	size_t n;

	if (s.n && s.p[0] == '{')
		s = span_from(s, 1);
	s = span_from(s, blanks(s));
	n = s.n && s.p[0] == '"' ? string_length(s) : 0;
	if (!n)
		return false;
	*key = span_sub(s, 1, n - 2);
	s = span_from(s, n);
	s = span_from(s, blanks(s));
	if (!s.n || s.p[0] != ':')
		return false;
	s = span_from(s, 1);
	s = span_from(s, blanks(s));
	n = value_length(s);
	if (!n)
		return false;
	*value = span_sub(s, 0, n);
	*rest = span_from(s, n);
	return true;
}

/* --- records -------------------------------------------------------------------------- */

static bool is_record(struct span name)
{
	return span_ends(name, ".json") && !span_starts(name, "._");
}

/* A string between its quotes. */
static const char *string_of(struct arena *a, struct span value)
{
	if (value.n < 2 || value.p[0] != '"')
		return NULL;
	return arena_span(a, span_sub(value, 1, value.n - 2));
}

static const struct wanted {
	const char *key;
	size_t offset;
	bool list;
} wanted[] = {
	{ "name", offsetof(struct env_package, written), false },
	{ "version", offsetof(struct env_package, version), false },
	{ "build", offsetof(struct env_package, build), false },
	{ "channel", offsetof(struct env_package, channel), false },
	{ "subdir", offsetof(struct env_package, subdir), false },
	{ "url", offsetof(struct env_package, url), false },
	{ "sha256", offsetof(struct env_package, hash), false },
	{ "depends", offsetof(struct env_package, requires), true },
	{ "constrains", offsetof(struct env_package, constrains), true },
};

static void take_field(struct arena *a, struct env_package *p, struct span key, struct span value)
{
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		void *at = (char *)p + wanted[i].offset;

		if (!span_is(key, wanted[i].key))
			continue;
		if (wanted[i].list) {
			struct tree *root = NULL;
			struct err e;

			if (value.n <= 1 << 20 && !json_parse(a, value, &root, &e) && root) {
				for (const struct tree *n = root->first; n; n = n->next)
					if (json_type(n) == JSON_STRING)
						strings_add(a, at, n->text);
			}
		} else
			*(const char **)at = string_of(a, value);
	}
}

static void read_record(struct arena *a, const struct dir *f, const char *name, struct buf *b,
			struct env *e)
{
	struct env_package found = { 0 }, *p;
	struct span text, key, value;
	struct origin origin = { .file = place_join(a, f->path, name) };
	const char *subdir = NULL, *channel = NULL;

	if (!dir_read(f, name, b, &text)) {
		env_problem(a, e, origin, PHRASE(a, RECORD_UNREADABLE));
		return;
	}
	while (env_json_skim(&text, &key, &value))
		take_field(a, &found, key, value);
	if (!found.written || !found.version) {
		env_problem(a, e, origin, PHRASE(a, RECORD_NAMELESS));
		return;
	}
	p = env_add(a, e, span_of(found.written), span_of(found.version), OWNER_CONDA, origin);
	p->build = found.build;
	p->channel = found.channel;
	p->subdir = found.subdir;
	p->url = found.url;
	p->hash = found.hash;
	p->requires = found.requires;
	p->constrains = found.constrains;
	p->location = f->path;
	/* "https://host/pytorch/linux-64" is the channel "https://host/pytorch". */
	if (p->hash)
		p->hash = arena_printf(a, "sha256:%s", p->hash);
	if (!p->channel)
		return;
	conda_channel_split(a, span_of(p->channel), &channel, &subdir);
	p->channel = channel ? channel : p->channel;
	p->subdir = p->subdir ? p->subdir : subdir;
}

/* --- history ------------------------------------------------------------------------- */

static void read_history(const struct dir *f, struct env *e)
{
	BUF_AUTO b = BUF(1 << 20);
	struct span text, line;

	if (!dir_read(f, "history", &b, &text))
		return;
	while (span_line(&text, &line)) {
		/* "# cmd: /opt/conda/bin/mamba install pytorch" */
		enum installer by;
		struct span word;

		if (span_take(&line, "# cmd:") && span_word(&line, &word)) {
			word = span_from(word, (size_t)(span_rfind_char(word, '/') + 1));
			if (installer_parse(word, &by) && installer_place(by) == PLACE_PREFIX)
				env_changed_by(e, by);
		}
	}
}

static void read_pinned(struct arena *a, const struct dir *f, struct env *e)
{
	BUF_AUTO b = BUF(65536);
	struct span text, line;
	unsigned no = 0;

	if (!dir_read(f, "pinned", &b, &text))
		return;
	while (span_line(&text, &line)) {
		struct origin origin = { .file = place_join(a, f->path, "pinned"), .line = ++no };

		line = span_trim(line);
		if (!line.n || line.p[0] == '#')
			continue;
		origin.text = arena_span(a, line);
		env_set(a, e, SETTING_CONDA, "pinned", origin.text, origin);
	}
}

void env_live_meta(struct arena *a, const struct place *p, struct env *e)
{
	DIR_AUTO f = dir_open(a, p, place_join(a, e->prefix, "conda-meta"));
	struct strings names = dir_list(a, &f, is_record);
	BUF_AUTO b = BUF(RECORD_MAX);
	const struct env_package *python;

	if (f.failed)
		env_problem(a, e, (struct origin){ .file = f.path },
			    PHRASE(a, FOLDER_UNREADABLE, SAY(path, f.path),
				   SAY(why, dir_why(a, &f))));
	for (size_t i = 0; i < names.n; i++)
		read_record(a, &f, names.v[i], &b, e);
	read_history(&f, e);
	read_pinned(a, &f, e);
	python = env_find(e, "python");
	if (python) {
		e->python_full = python->version;
		e->platform = python->subdir;
	}
}
