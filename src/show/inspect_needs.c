#include "show/inspect_needs.h"

#include <string.h>

#include "fact/project.h"
#include "show/line.h"

enum { SPEC = 512 };

/* One requirement, taken apart as text: METADATA of all ages writes it differently. */
struct need {
	const char *name;      /* "cuda-toolkit[cublas]" */
	const char *key;       /* normalised, without extras */
	const char *spec;      /* "==12.8.90", without blanks; "" any */
	const char *where;     /* " (extra or other platform)", or "" */
	bool paired;
};

struct needs {
	struct need *v;
	size_t n;
};

static size_t name_length(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_alnum(s.p[n]) || project_name_mark(s.p[n])))
		n++;
	return n;
}

/* What stands before the marker, without blanks and parentheses. */
static const char *spec_of(struct arena *a, struct span s)
{
	char text[SPEC];
	size_t n = 0;

	for (size_t i = 0; i < s.n && s.p[i] != ';' && n < sizeof text; i++)
		if (!ascii_space(s.p[i]) && s.p[i] != '(' && s.p[i] != ')')
			text[n++] = s.p[i];
	return arena_span(a, (struct span){ text, n });
}

static struct need need_of(struct arena *a, const struct package *p, const char *text)
{
	struct span s = span_trim(span_of(text));
	size_t n = name_length(s), whole = n;
	ptrdiff_t end = span_find_char(s, ']');

	if (n < s.n && s.p[n] == '[' && end > 0)
		whole = (size_t)end + 1;
	return (struct need){
		.name = arena_span(a, span_sub(s, 0, whole)),
		.key = project_name(a, span_sub(s, 0, n)),
		.spec = spec_of(a, span_from(s, whole)),
		.where = package_requires(a, p, text) ? "" : " (for an extra or another platform)",
	};
}

static struct needs needs_of(struct arena *a, const struct package *p)
{
	struct needs s = { arena_array(a, p->requires.n, sizeof *s.v), p->requires.n };

	for (size_t i = 0; i < s.n; i++)
		s.v[i] = need_of(a, p, p->requires.v[i]);
	return s;
}

/* The first of that package under the same condition that has no partner yet; NULL: none. */
static struct need *partner(const struct needs *s, const struct need *of, bool same)
{
	for (size_t i = 0; i < s->n; i++)
		if (!s->v[i].paired && strcmp(s->v[i].key, of->key) == 0 &&
		    strcmp(s->v[i].where, of->where) == 0 &&
		    (!same || (strcmp(s->v[i].spec, of->spec) == 0 &&
			       strcmp(s->v[i].name + strlen(of->key),
				      of->name + strlen(of->key)) == 0)))
			return &s->v[i];
	return NULL;
}

/* Those that are alike first, so that several of one name do not cross. */
static void leave_same(const struct needs *x, const struct needs *y)
{
	for (size_t i = 0; i < x->n; i++) {
		struct need *other = partner(y, &x->v[i], true);

		x->v[i].paired = other != NULL;
		if (other)
			other->paired = true;
	}
}

static const char *any(const char *spec)
{
	return *spec ? spec : "any";
}

static void say(const struct term *t, bool *said, const char *text)
{
	show_line(t, STYLE_BOLD, *said ? "" : "needs", text);
	*said = true;
}

static void rest(struct arena *a, const struct term *t, const struct needs *s, char sign,
		 bool *said)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct need *n = &s->v[i];

		if (!n->paired)
			say(t, said, arena_printf(a, "%c %s%s%s%s", sign, n->name,
						  *n->spec ? " " : "", n->spec, n->where));
	}
}

bool show_needs_difference(struct arena *a, const struct term *t, const struct package *p,
			   const struct package *q)
{
	struct needs x = needs_of(a, p), y = needs_of(a, q);
	bool said = false;

	leave_same(&x, &y);
	for (size_t i = 0; i < x.n; i++) {
		struct need *n = &x.v[i], *other = n->paired ? NULL : partner(&y, n, false);

		if (!other)
			continue;
		n->paired = other->paired = true;
		say(t, &said, arena_printf(a, "%s %s -> %s%s%s%s", n->name, any(n->spec),
					   strcmp(n->name, other->name) ? other->name : "",
					   strcmp(n->name, other->name) ? " " : "",
					   any(other->spec), n->where));
	}
	rest(a, t, &x, '-', &said);
	rest(a, t, &y, '+', &said);
	return said;
}
