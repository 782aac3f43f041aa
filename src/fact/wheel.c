#include "fact/wheel.h"

#include "base/pep440.h"
#include "fact/percent.h"
#include "fact/wheel_variant.h"

enum { FIELDS = 7, TAG_FIELDS = 3 };

static int bad(struct err *e, struct span s, const char *why)
{
	return err_set(e, ERR_INPUT, "wheel name '" SPAN_FMT "': %s",
		       SPAN_ARG(span_sub(s, 0, 200)), why);
}

/* Letters (any of UTF-8), digits, "_" and ".", no "__". */
static bool name_ok(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_alnum(s.p[i]) && s.p[i] != '_' && s.p[i] != '.' &&
		    (unsigned char)s.p[i] < 0x80)
			return false;
	return s.n > 0 && span_find(s, "__") < 0;
}

/* A second "+" is not of PEP 440, "_" stands for "-". */
static bool version_ok(struct arena *a, struct span s)
{
	ptrdiff_t plus = span_find_char(s, '+');
	struct pep440 v;
	char *copy = arena_span(a, s);

	for (size_t i = 0; i < s.n; i++)
		copy[i] = s.p[i] == '_' ? '-' : s.p[i];
	if (pep440_parse(s, &v) || pep440_parse((struct span){ copy, s.n }, &v))
		return true;
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_alnum(s.p[i]) && !strchr("._+", s.p[i]))
			return false;
	return plus > 0 && pep440_parse(span_sub(s, 0, (size_t)plus), &v);
}

static bool split_tags(struct span s, bool letter_first, struct wheel_tags *ret)
{
	struct span tag;

	ret->n = 0;
	while (span_next(&s, '.', &tag)) {
		if (tag.n == 0 || ret->n == WHEEL_TAGS || (letter_first && ascii_digit(tag.p[0])))
			return false;
		for (size_t i = 0; i < tag.n; i++)
			if (!ascii_alnum(tag.p[i]) && tag.p[i] != '_')
				return false;
		ret->v[ret->n++] = tag;
	}
	return ret->n > 0;
}

/* "cp312", "py3": letters, then digits. */
static bool python_tags_ok(const struct wheel_tags *tags)
{
	for (size_t i = 0; i < tags->n; i++)
		if (!ascii_digit(tags->v[i].p[tags->v[i].n - 1]))
			return false;
	return true;
}

static size_t split(struct span s, struct span f[FIELDS])
{
	size_t n = 0;

	while (n < FIELDS && span_next(&s, '-', &f[n]))
		n++;
	return s.p ? FIELDS + 1 : n;
}

static bool read_tags(struct arena *a, const struct span f[TAG_FIELDS], struct wheel *w)
{
	w->python_tag = arena_span(a, f[0]);
	w->abi_tag = arena_span(a, f[1]);
	w->platform_tag = arena_span(a, f[2]);
	if (!split_tags(span_of(w->python_tag), true, &w->pythons) ||
	    !split_tags(span_of(w->abi_tag), true, &w->abis) ||
	    !split_tags(span_of(w->platform_tag), true, &w->platforms))
		return false;
	return !w->label || (*w->label && python_tags_ok(&w->pythons));
}

static int read_fields(struct arena *a, struct span all, struct wheel *w, struct err *e)
{
	struct span f[FIELDS];
	size_t n = split(all, f), at = 2;

	if (n < 5 || n > FIELDS)
		return bad(e, all, "it does not have five to seven parts");
	if (!name_ok(f[0]))
		return bad(e, all, "its package name is none");
	if (!version_ok(a, f[1]))
		return bad(e, all, "its version is none");
	if (n > 5 && f[2].n && ascii_digit(f[2].p[0]))
		w->build_tag = arena_span(a, f[at++]);
	if (n - at > TAG_FIELDS + 1 || n - at < TAG_FIELDS)
		return bad(e, all, "its tags are not three");
	w->name = arena_span(a, f[0]);
	w->version = arena_span(a, f[1]);
	if (n - at > TAG_FIELDS)
		w->label = arena_span(a, f[at + TAG_FIELDS]);
	return read_tags(a, &f[at], w) ? 0 : bad(e, all, "a tag is damaged");
}

/* Behind the name of a URL. */
static struct span without_query(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '?' || s.p[i] == '#')
			return span_sub(s, 0, i);
	return s;
}

static size_t folder_end(struct span s)
{
	size_t n = s.n;

	while (n && s.p[n - 1] != '/' && s.p[n - 1] != '\\')
		n--;
	return n;
}

bool sdist_parse(struct arena *a, struct span s, const char **name, const char **version)
{
	ptrdiff_t dash = span_rfind_char(s, '-');
	struct pep440 v;

	if (span_ends(s, ".tar.gz"))
		s.n -= strlen(".tar.gz");
	else if (span_ends(s, ".zip"))
		s.n -= strlen(".zip");
	else
		return false;
	if (dash < 1 || (size_t)dash >= s.n || !name_ok(span_sub(s, 0, (size_t)dash)) ||
	    !pep440_parse(span_from(s, (size_t)dash + 1), &v))
		return false;
	*name = arena_span(a, span_sub(s, 0, (size_t)dash));
	*version = arena_span(a, span_from(s, (size_t)dash + 1));
	return true;
}

int wheel_parse(struct arena *a, struct span s, struct wheel *ret, struct err *e)
{
	struct wheel w = { 0 };
	struct span folder, file;
	size_t at;

	if (span_find(s, "://") >= 0)
		s = without_query(s);
	at = folder_end(s);
	folder = percent_decode(a, span_sub(s, 0, at));
	file = percent_decode(a, span_from(s, at));
	if (file.n > WHEEL_MAX || span_find_char(file, '\0') >= 0)
		return bad(e, file, "it is too long");
	if (!span_ends(file, ".whl"))
		return bad(e, file, "it does not end in .whl");
	w.file = arena_span(a, file);
	file.n -= strlen(".whl");
	if (read_fields(a, file, &w, e))
		return e->code;
	at = strcspn(w.version, "+");
	w.local = w.version[at] ? w.version + at + 1 : NULL;
	wheel_variant(a, folder, &w);
	*ret = w;
	return 0;
}
