/* A project's page on an index, and pages of files: which of their wheels is the one asked for. */
#include <string.h>

#include "fact/err_phrase.h"
#include "fact/pep440_set.h"
#include "fact/project.h"
#include "fact/wheel.h"
#include "read/online/links.h"
#include "read/online/ask.h"
#include "read/package/http_text.h"

enum { PAGE_MAX = 48 << 20, NAME_MOST = 512 };

/* One page while its links are looked at. */
struct page {
	struct arena *a;
	const struct online_file *of;
	struct pep440_set version;
	bool any;              /* it is one of files of any project */
	bool project;          /* something that belongs there was on it */
	const char *other;     /* its version, for another Python, platform or glibc */
	struct link found;     /* the one; .file.n 0: none */
	bool whole;            /* the page is */
	struct span base;
};

static bool takes_python(const struct page *p, struct span specifier)
{
	char text[PYTHON_TEXT];
	struct pep440_set set;
	struct err e;

	if (!specifier.n || !p->of->python.major || pep440_set_parse(p->a, specifier, &set, &e))
		return true;
	python_text(p->of->python, text);
	text[strcspn(text, "t")] = '\0';
	return pep440_set_has(&set, span_of(arena_printf(p->a, "%s.99", text)),
			      PEP440_PRE_YES);
}

/* Its name before its tags are read: a page has thousands. */
static bool is_of(const struct page *p, struct span file)
{
	ptrdiff_t end = span_find_char(file, '-');

	return end > 0 && strcmp(project_name(p->a, span_sub(file, 0, (size_t)end)),
				 p->of->name) == 0;
}

static void look(void *own, const struct link *l)
{
	struct page *p = own;
	const struct online_file *of = p->of;
	struct arena_mark mark = arena_mark(p->a);
	struct wheel w;
	struct err e;

	if (l->file.n > NAME_MOST)
		return;
	p->project |= is_of(p, l->file) || (p->any && span_ends(l->file, ".whl"));
	if (!is_of(p, l->file) || !span_ends(l->file, ".whl") ||
	    wheel_parse(p->a, l->file, &w, &e) != 0 ||
	    !pep440_set_has(&p->version, span_of(w.version), PEP440_PRE_YES)) {
		arena_back(p->a, mark);
		return;
	}
	if (wheel_fits(&w, of->python, of->platform, of->os_version) != WHEEL_FITS ||
	    !takes_python(p, l->requires_python))
		p->other = arena_span(p->a, l->file);
	else if (!p->found.file.n || p->found.yanked)
		p->found = *l;
}

static int read_page(struct page *p, const struct fetch_head *h, struct span text, struct err *e)
{
	if (links_page(p->a, text, h->type, p->of->name, look, p, &p->base, &p->whole, e))
		return e->code;
	if (!p->project && strcmp(h->type, LINKS_JSON) != 0)
		return ERR_SAY(e, ERR_MISSING, ONLINE_NO_INDEX);
	if (!p->found.file.n && !p->whole)
		return ERR_SAY(e, ERR_MISSING, ONLINE_CUT);
	return 0;
}

/* --- what the page says --------------------------------------------------------------------- */

static void found(struct page *p, const struct fetch_head *h, struct online_answer *to)
{
	to->state = ONLINE_THERE;
	to->file = arena_span(p->a, p->found.file);
	to->url = online_join(p->a, h->url, p->base, p->found.url);
	to->sha256 = p->found.sha256.n ? arena_span(p->a, p->found.sha256) : NULL;
	if (p->found.yanked)
		to->why = PHRASE(p->a, ONLINE_YANKED);
}

/*
 * An index that has no page of a project answers 404; so does what is no index. The root tells
 * them apart: only its head is read.
 */
static void no_page(struct page *p, struct fetch *f, const struct online_place *place,
		    struct online_answer *to, struct err *e)
{
	const char *root = online_below(p->a, place->url, "", "");
	struct fetch_head h;
	struct err unused;
	char byte;
	size_t n;

	if (place->kind == ONLINE_INDEX && e->code == ERR_NONE &&
	    fetch_first(f, root, &byte, 1, &n, &h, &unused) == 0 && n &&
	    (strcmp(h.type, "text/html") == 0 || strcmp(h.type, LINKS_JSON) == 0)) {
		to->state = ONLINE_NOT_THERE;
		to->why = PHRASE(p->a, ONLINE_NO_PROJECT, SAY(url, to->at),
				 SAY(package, p->of->name));
		return;
	}
	to->why = err_phrase(p->a, e);
}

void online_index(struct arena *a, struct fetch *f, const struct online_file *of,
		  const struct online_place *place, struct online_answer *ret)
{
	BUF_AUTO text = BUF(PAGE_MAX);
	struct page p = { .a = a, .of = of, .any = place->kind == ONLINE_PAGE };
	struct fetch_head h;
	struct fetch_ask ask = {
		.url = place->kind == ONLINE_INDEX ?
			online_below(a, place->url, of->name, "") : place->url,
		.accept = place->kind == ONLINE_PAGE ? "text/html" : LINKS_ACCEPT,
	};
	struct err e;
	int rc;

	*ret = (struct online_answer){ .at = url_shown(a, place->url) };
	if (pep440_set_parse(a, span_of(arena_printf(a, "==%s", of->version)), &p.version, &e)) {
		ret->why = err_phrase(a, &e);
		return;
	}
	rc = fetch_text(f, ask, &text, &h, &e);
	if (rc) {
		no_page(&p, f, place, ret, &e);
		return;
	}
	ret->from = online_other_host(a, ask.url, h.url);
	if (read_page(&p, &h, buf_view(&text), &e))
		ret->why = err_phrase(a, &e);
	else if (p.found.file.n)
		found(&p, &h, ret);
	else {
		char python[PYTHON_TEXT];

		ret->state = ONLINE_NOT_THERE;
		ret->why = p.other ? PHRASE(p.a, ONLINE_OTHER_TAGS, SAY(file, p.other),
					    SAY(version, python_text(p.of->python, python))) :
				     PHRASE(p.a, ONLINE_NO_VERSION, SAY(url, ret->at));
		ret->why = *phrase_keep(p.a, ret->why);
	}
}
