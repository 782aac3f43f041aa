/*
 * The files that a page lists: of a project on an index as JSON (PEP 691) or as HTML (PEP 503), or
 * any page of links, as pip's -f reads them.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"

enum { LINKS_MAX = 200000 };

struct link {
	struct span url;       /* as it stands there, relative or not, with its fragment */
	struct span file;      /* the name, decoded */
	struct span sha256;    /* empty: not said */
	struct span requires_python; /* a specifier; empty: none */
	bool yanked;           /* PEP 592 */
};

/* The spans live as long as the text and the arena. */
typedef void link_take(void *own, const struct link *l);

/* ERR_MISSING: it is no such page of that project. */
int links_json(struct arena *a, struct span page, const char *project, link_take *take, void *own,
	       struct err *e);
/*
 * What HTML has of anchors: <a href="…" data-yanked data-requires-python="…">. *base gets the
 * address of a <base>, *ended whether the page is closed. What stands behind a tag that does not
 * end within 64 KiB is not read, and the page is not closed.
 */
void links_html(struct arena *a, struct span page, link_take *take, void *own, struct span *base,
		bool *ended);

/* What pip says that it takes, and the type of the first of them. */
#define LINKS_JSON "application/vnd.pypi.simple.v1+json"
#define LINKS_ACCEPT LINKS_JSON ", application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"

/*
 * The page of a project on an index, or a page of links, as its type says; pip takes no others.
 * *whole: all of it came. ERR_MISSING: it is none.
 */
int links_page(struct arena *a, struct span page, const char *type, const char *project,
	       link_take *take, void *own, struct span *base, bool *whole, struct err *e);
