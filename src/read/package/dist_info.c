#include "read/package/dist_info.h"

#include "base/buf.h"

enum { LIST_MAX = 4096 };

/* A header line "Key: value"; continuation lines are left out, the keys that count have none. */
static bool header(struct span line, struct span *key, struct span *value)
{
	ptrdiff_t at = span_find_char(line, ':');

	if (at <= 0 || ascii_space(line.p[0]))
		return false;
	*key = span_sub(line, 0, (size_t)at);
	*value = span_trim(span_from(line, (size_t)at + 1));
	return true;
}

#define KEY(text) text, sizeof text - 1

static const struct {
	const char *key;
	size_t n;
	size_t offset;
	bool list;
} fields[] = {
	{ KEY("Name"), offsetof(struct package, name), false },
	{ KEY("Version"), offsetof(struct package, version), false },
	{ KEY("Summary"), offsetof(struct package, summary), false },
	{ KEY("Requires-Python"), offsetof(struct package, requires_python), false },
	{ KEY("Requires-Dist"), offsetof(struct package, requires), true },
	{ KEY("Provides-Extra"), offsetof(struct package, extras), true },
};

static void field(struct arena *a, struct package *p, struct span key, struct span value)
{
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		void *at = (char *)p + fields[i].offset;

		if (key.n != fields[i].n ||
		    !span_eq_nocase(key, (struct span){ fields[i].key, fields[i].n }))
			continue;
		if (fields[i].list) {
			struct strings *l = at;

			if (l->n < LIST_MAX)
				strings_add(a, l, arena_span(a, value));
		} else {
			*(const char **)at = arena_span(a, value);
		}
	}
}

void metadata_read(struct arena *a, struct span text, struct package *p)
{
	struct span line, key, value;

	/*
	 * The description begins after the first empty line. One of blanks is none, but goes on
	 * with the header before, as those of a licence do (RFC 5322, 4.2; email.feedparser).
	 */
	while (span_line(&text, &line) && line.n)
		if (header(line, &key, &value))
			field(a, p, key, value);
}

struct strings metadata_tags(struct arena *a, struct span text)
{
	struct strings tags = { 0 };
	struct span line, key, value;

	while (span_line(&text, &line))
		if (header(line, &key, &value) && span_is(key, "Tag") && tags.n < LIST_MAX)
			strings_add(a, &tags, arena_span(a, value));
	return tags;
}

/* A CSV field in quotes, which are doubled inside. */
static struct span quoted(struct arena *a, struct span *rest)
{
	BUF_AUTO b = BUF(4096);
	char *copy;

	for (*rest = span_from(*rest, 1); rest->n; *rest = span_from(*rest, 1)) {
		if (rest->p[0] == '"') {
			*rest = span_from(*rest, 1);
			if (!rest->n || rest->p[0] != '"')
				break;
		}
		buf_char(&b, rest->p[0]);
	}
	if (rest->n && rest->p[0] == ',')
		*rest = span_from(*rest, 1);
	copy = arena_span(a, buf_view(&b));
	return span_of(copy);
}

static struct span csv_field(struct arena *a, struct span *rest)
{
	struct span s = { NULL, 0 };

	if (rest->n && rest->p[0] == '"')
		return quoted(a, rest);
	span_next(rest, ',', &s);
	return s;
}

bool record_next(struct arena *a, struct span *rest, struct record *ret)
{
	struct record r = { 0 };
	struct span line, size;

	while (span_line(rest, &line)) {
		if (!line.n)
			continue;
		r.path = csv_field(a, &line);
		r.hash = csv_field(a, &line);
		size = csv_field(a, &line);
		r.has_size = span_u64(span_trim(size), &r.size);
		if (!r.path.n)
			continue;
		*ret = r;
		return true;
	}
	return false;
}

bool record_next_path(struct arena *a, struct span *rest, struct span *path)
{
	struct span line;

	while (span_line(rest, &line))
		if (line.n) {
			*path = csv_field(a, &line);
			if (path->n)
				return true;
		}
	return false;
}

/* "cuda: Optional[str] = '12.8'" and "cuda = '12.8'": what stands behind. */
static bool assigned(struct span text, const char *name, struct span *value)
{
	struct span line, key;

	while (span_line(&text, &line)) {
		ptrdiff_t eq = span_find_char(line, '='), colon;

		if (eq <= 0)
			continue;
		key = span_sub(line, 0, (size_t)eq);
		colon = span_find_char(key, ':');
		if (colon > 0)
			key = span_sub(key, 0, (size_t)colon);
		*value = span_trim(span_from(line, (size_t)eq + 1));
		if (span_is(span_trim(key), name))
			return true;
	}
	return false;
}

const char *version_py(struct arena *a, struct span text, const char *name)
{
	struct span value;

	if (!assigned(text, name, &value) || value.n < 3 ||
	    (value.p[0] != '\'' && value.p[0] != '"'))
		return NULL;
	return arena_span(a, span_sub(value, 1, value.n - 2));
}

bool version_py_has(struct span text, const char *name)
{
	struct span unused;

	return assigned(text, name, &unused);
}

void metadata_of_wheel(struct arena *a, struct span text, struct package *p)
{
	metadata_read(a, text, p);
	if (p->version)
		package_version(a, p, p->version);
}

void wheel_tags(struct arena *a, struct span text, struct package *p)
{
	struct strings tags = metadata_tags(a, text);
	struct span tag, part;

	if (!tags.n)
		return;
	p->wheel_tag = tags.v[0];
	if (p->platform_tag)
		return;
	tag = span_of(tags.v[0]);
	if (span_next(&tag, '-', &part))
		p->python_tag = arena_span(a, part);
	if (span_next(&tag, '-', &part))
		p->abi_tag = arena_span(a, part);
	if (tag.n)
		p->platform_tag = arena_span(a, tag);
}
