#include "show/inspect.h"

#include <string.h>

#include "base/buf.h"
#include "show/inspect_needs.h"
#include "show/line.h"

enum { ROOM = 16384 };

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static const char *or_none(const char *s)
{
	return s ? s : "-";
}

static bool field(struct arena *a, const struct term *t, const char *label, const char *x,
		  const char *y)
{
	if (same(x, y))
		return false;
	show_line(t, STYLE_BOLD, label, arena_printf(a, "%s -> %s", or_none(x), or_none(y)));
	return true;
}

static const char *sms(struct arena *a, const struct sm_list *l)
{
	BUF_AUTO b = BUF(ROOM);
	char text[SM_TEXT];

	for (size_t i = 0; i < l->n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", sm_text(l->v[i], text));
	return b.n ? arena_str(a, buf_cstr(&b)) : NULL;
}

/* Words of x that y lacks, each with the sign in front. */
static void lacking(struct buf *b, const struct strings *x, const struct strings *y, char sign)
{
	for (size_t i = 0; i < x->n; i++) {
		bool there = false;

		for (size_t k = 0; k < y->n && !there; k++)
			there = strcmp(x->v[i], y->v[k]) == 0;
		if (!there)
			buf_printf(b, "%s%c%s", b->n ? ", " : "", sign, x->v[i]);
	}
}

static bool difference(struct arena *a, const struct term *t, const char *label,
		       const struct strings *x, const struct strings *y)
{
	BUF_AUTO b = BUF(ROOM);

	lacking(&b, x, y, '-');
	lacking(&b, y, x, '+');
	if (b.n || b.failed)
		show_line(t, STYLE_BOLD, label,
			  b.failed ? "too many to name" : arena_str(a, buf_cstr(&b)));
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

	show_line(t, STYLE_BOLD, "compared", arena_printf(a, "%s -> %s", p->source, q->source));
	any |= field(a, t, "name", p->name, q->name);
	any |= field(a, t, "version", p->version, q->version);
	any |= field(a, t, "local", p->local, q->local);
	any |= field(a, t, "build", p->build, q->build);
	any |= field(a, t, "cuda", p->cuda, q->cuda);
	any |= field(a, t, "python", p->python_tag, q->python_tag);
	any |= field(a, t, "abi", p->abi_tag, q->abi_tag);
	any |= field(a, t, "platform", p->platform_tag, q->platform_tag);
	any |= field(a, t, "requires", python(a, p), python(a, q));
	any |= field(a, t, "glibc", p->glibc_needed, q->glibc_needed);
	any |= field(a, t, "kernels", sms(a, &x->reach->sass), sms(a, &y->reach->sass));
	any |= field(a, t, "PTX", sms(a, &x->reach->ptx), sms(a, &y->reach->ptx));
	any |= field(a, t, "partly", sms(a, &p->partial), sms(a, &q->partial));
	any |= field(a, t, "driver", x->reach->minor, y->reach->minor);
	any |= field(a, t, "size", size(a, p->size), size(a, q->size));
	any |= show_needs_difference(a, t, p, q);
	any |= difference(a, t, "files", &before, &after);
	if (!any)
		show_line(t, STYLE_BOLD, "same",
			  "nothing differs in tags, requirements, libraries, GPU code and size");
}
