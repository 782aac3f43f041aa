/* What differs between two packages, as text. */
#include "show/inspect.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "base/tr.h"
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
	size_t n = span_run_alnum(s, "-_."), whole = n;
	ptrdiff_t end = span_find_char(s, ']');

	if (n < s.n && s.p[n] == '[' && end > 0)
		whole = (size_t)end + 1;
	return (struct need){
		.name = arena_span(a, span_sub(s, 0, whole)),
		.key = project_name(a, span_sub(s, 0, n)),
		.spec = spec_of(a, span_from(s, whole)),
		.where = package_requires(a, p, text) ? "" :
			 tr(" (for an extra or another platform)"),
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
	return FIRST_OF(x, *s, !x->paired && strcmp(x->key, of->key) == 0 &&
			strcmp(x->where, of->where) == 0 && (!same ||
			(strcmp(x->spec, of->spec) == 0 &&
			strcmp(x->name + strlen(of->key), of->name + strlen(of->key)) == 0)));
}

static const char *any(const char *spec)
{
	return *spec ? spec : tr("any");
}

static void say(const struct term *t, bool *said, const char *text)
{
	show_line(t, STYLE_BOLD, *said ? "" : tr("needs"), text);
	*said = true;
}

static void rest(struct arena *a, const struct term *t, const struct needs *s, char sign,
		 bool *said)
{
	EACH(const struct need, n, *s)
		if (!n->paired)
			say(t, said, arena_printf(a, "%c %s%s%s%s", sign, n->name,
						  *n->spec ? " " : "", n->spec, n->where));
}

/* One line for each that is changed, gone (-) or new (+); false: they ask for the same. */
static bool needs_difference(struct arena *a, const struct term *t, const struct package *p,
			     const struct package *q)
{
	struct needs x = needs_of(a, p), y = needs_of(a, q);
	bool said = false;

	/* Those that are alike first, so that several of one name do not cross. */
	for (size_t i = 0; i < x.n; i++) {
		struct need *other = partner(&y, &x.v[i], true);

		x.v[i].paired = other != NULL;
		if (other)
			other->paired = true;
	}
	EACH(struct need, n, x) {
		struct need *other = n->paired ? NULL : partner(&y, n, false);

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

enum { ROOM = 16384 };

static const char *or_none(const char *s)
{
	return s ? s : "-";
}

static bool field(struct arena *a, const struct term *t, const char *label, const char *x,
		  const char *y)
{
	if (text_same(x, y))
		return false;
	show_line(t, STYLE_BOLD, label, arena_printf(a, "%s -> %s", or_none(x), or_none(y)));
	return true;
}

static const char *sms(struct arena *a, const struct sm_list *l)
{
	return l->n ? sm_list_text(a, l) : NULL;
}

/* Words of x that y lacks, each with the sign in front. */
static void lacking(struct buf *b, const struct strings *x, const struct strings *y, char sign)
{
	for (size_t i = 0; i < x->n; i++)
		if (!strings_has(y, x->v[i]))
			buf_printf(b, "%s%c%s", b->n ? ", " : "", sign, x->v[i]);
}

static bool difference(struct arena *a, const struct term *t, const char *label,
		       const struct strings *x, const struct strings *y)
{
	BUF_AUTO b = BUF(ROOM);

	lacking(&b, x, y, '-');
	lacking(&b, y, x, '+');
	if (b.n || b.failed)
		show_line(t, STYLE_BOLD, label,
			  b.failed ? tr("too many to name") : arena_str(a, buf_cstr(&b)));
	return b.n || b.failed;
}

/* As a wheel has them: those of an environment without what leads to its packages. */
static struct strings paths(struct arena *a, const struct package *p)
{
	static const char site[] = "site-packages/";
	struct strings s = { 0 };

	for (size_t i = 0; i < p->libraries.n; i++) {
		const char *path = p->libraries.v[i].path, *inside = strstr(path, site);

		strings_add(a, &s, inside ? inside + strlen(site) : path);
	}
	return s;
}

static const char *size(struct arena *a, uint64_t n)
{
	return n ? arena_printf(a, "%llu bytes", (unsigned long long)n) : NULL;
}

static const char *python(struct arena *a, const struct package *p)
{
	return p->requires_python ? arena_printf(a, "Python %s", p->requires_python) : NULL;
}

void show_package_difference(struct arena *a, const struct term *t, const struct inspect_page *x,
			     const struct inspect_page *y)
{
	const struct package *p = x->package, *q = y->package;
	struct strings before = paths(a, p), after = paths(a, q);
	bool any = false;

	show_line(t, STYLE_BOLD, tr("compared"), arena_printf(a, "%s -> %s", p->source, q->source));
	any |= field(a, t, tr("name"), p->name, q->name);
	any |= field(a, t, tr("version"), p->version, q->version);
	any |= field(a, t, tr("local"), p->local, q->local);
	any |= field(a, t, tr("build"), p->build, q->build);
	any |= field(a, t, "cuda", p->cuda, q->cuda);
	any |= field(a, t, "python", p->python_tag, q->python_tag);
	any |= field(a, t, "abi", p->abi_tag, q->abi_tag);
	any |= field(a, t, tr("platform"), p->platform_tag, q->platform_tag);
	any |= field(a, t, tr("requires"), python(a, p), python(a, q));
	any |= field(a, t, "glibc", p->glibc_needed, q->glibc_needed);
	any |= field(a, t, tr("GPU code"), sms(a, &x->reach->sass), sms(a, &y->reach->sass));
	any |= field(a, t, "PTX", sms(a, &x->reach->ptx), sms(a, &y->reach->ptx));
	any |= field(a, t, tr("partly"), sms(a, &p->partial), sms(a, &q->partial));
	any |= field(a, t, tr("driver"), x->reach->minor, y->reach->minor);
	any |= field(a, t, tr("size"), size(a, p->size), size(a, q->size));
	any |= needs_difference(a, t, p, q);
	any |= difference(a, t, tr("files"), &before, &after);
	if (!any)
		show_line(t, STYLE_BOLD, tr("same"),
			  tr("nothing differs in tags, requirements, libraries, GPU code and "
			     "size"));
}
