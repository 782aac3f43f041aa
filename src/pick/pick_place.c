/*
 * Where a file may come from. pip (also pdm): all places form one pool (pip.pypa.io, "pip install",
 * "Finding Packages"). uv: the first index that has the name, those that are added before the
 * default one (docs.astral.sh/uv/concepts/indexes). Poetry: PyPI, unless a source stands in its
 * place or the line names one (python-poetry.org/docs/repositories).
 */
#include <string.h>

#include "base/span.h"
#include "pick/pick_solve_private.h"

/* The page of a folder, ".../cu113/torch_stable.html", or of the package, ".../cu128/torch". */
static bool is_page(struct span rest)
{
	struct span part;

	return !span_trim(rest).n || (span_next(&rest, '/', &part) && !rest.n &&
				      (span_ends(part, ".html") || span_is(part, "torch")));
}

/* "cu121" of "https://download.pytorch.org/whl/cu121/"; NULL: not the PyTorch index itself. */
static bool folder_of(const char *url, struct span *ret)
{
	struct span s = span_of(strstr(url, "://"));

	if (!span_take(&s, "://download.pytorch.org/whl/") &&
	    !span_take(&s, "://download-r2.pytorch.org/whl/"))
		return false;
	return span_next(&s, '/', ret) && is_page(s) &&
	       (span_starts(*ret, "cu") || span_is(*ret, "cpu"));
}

static bool is_pypi(const struct pick_solve *s, const char *url)
{
	return shelf_is_pypi(s->of->shelf, url);
}

/* "cu118" is for no later CUDA than "12.1". Of earlier labels than cu100 the order is another. */
static bool is_up_to(const char *cuda, const char *dir)
{
	struct cuda_version v;

	return strncmp(dir, "cu", 2) == 0 && cuda_version_parse(span_of(dir), &v) &&
	       v.major >= 10 && pair_of(v) <= pair_parse(cuda);
}

/* ".../whl/torch_stable.html", ".../whl/lts/1.8/torch_lts.html": builds of every label. */
static bool is_page_of_all(const char *url)
{
	struct span s = span_of(strstr(url, "://"));

	return span_take(&s, "://download.pytorch.org/whl/") &&
	       (span_is(s, "torch_stable.html") || span_ends(s, "/torch_lts.html"));
}

/* The index has the file. */
static bool holds(const struct pick_solve *s, const struct ask_place *p, const struct stock_file *f)
{
	struct span folder;

	if (p->kind == ASK_UP_TO)
		return is_up_to(p->url, f->dir);
	if (p->kind == ASK_BACKEND)
		return strcmp(p->url, f->dir) == 0;
	if (folder_of(p->url, &folder))
		return span_is(folder, f->dir);
	if (is_page_of_all(p->url))
		return strcmp(f->dir, STOCK_PYPI) != 0 && strchr(f->version, '+');
	return strcmp(f->dir, STOCK_PYPI) == 0 && is_pypi(s, p->url);
}

/* Whether it has any file of that name. */
static bool has_name(const struct pick_solve *s, const struct ask_place *p, const char *name)
{
	const struct stock_file *f;
	size_t n;

	f = stock_of(s->of->stock, name, &n);
	return ANY(x, LIST(f, n), holds(s, p, x));
}

static bool is_searched(const struct ask_place *p)
{
	return p->kind != ASK_NAMED && p->kind != ASK_CHANNEL;
}

/* In place of PyPI, or PyPI; NULL: nothing but files in folders. */
static const struct ask_place *default_of(const struct pick_solve *s)
{
	const struct ask_place *ret = s->ask->no_index ? NULL : &s->pypi;

	for (size_t i = 0; i < s->ask->places.n && ret; i++)
		if (s->ask->places.v[i].kind == ASK_DEFAULT)
			ret = &s->ask->places.v[i];
	return ret;
}

/* `first_alone`: of the places that have the package the first counts, and no later one. */
static bool is_in_places(const struct pick_solve *s, const struct stock_file *f, bool first_alone)
{
	const struct ask_place *last = default_of(s);

	EACH(const struct ask_place, p, s->ask->places) {
		bool searched = is_searched(p) && p->kind != ASK_DEFAULT;
		bool held = searched && holds(s, p, f);

		if (held || (searched && first_alone && has_name(s, p, f->package)))
			return held;
	}
	return last && holds(s, last, f);
}

static bool is_offered(const struct pick_solve *s, const struct pick_wanted *w,
		       const struct stock_file *f)
{
	if (w->index) {
		const struct ask_place named = { .kind = ASK_NAMED, .url = w->index };

		return holds(s, &named, f);
	}
	/* Another line of the same package names its place. */
	return ANY(x, s->wanted, (x->index || x->file) && strcmp(x->name, f->package) == 0) ||
		is_in_places(s, f, s->ask->installer == INSTALLER_UV &&
		s->ask->strategy != ASK_BEST_MATCH);
}

bool pick_place_takes(const struct pick_solve *s, const struct pick_wanted *w,
		      const struct stock_file *f)
{
	struct stock_file meant = *f;

	meant.dir = STOCK_PYPI;
	return is_offered(s, w, f) ||
	       (s->of->plan && (s->anywhere || (!w->index && is_offered(s, w, &meant))));
}

/* Wheels of what is compiled for a torch, and never torch: the installation pages of PyTorch
 * Geometric, DGL, MMCV, detectron2 and PyTorch3D. */
static bool is_of_extensions(const char *url)
{
	return span_holds(span_of(url), ONE_OF("://data.pyg.org/", "://pytorch-geometric.com/",
					       "://data.dgl.ai/", "://download.openmmlab.com/",
					       "://dl.fbaipublicfiles.com/"));
}

static bool is_known(const struct pick_solve *s, const char *url)
{
	struct span folder;

	return folder_of(url, &folder) || is_pypi(s, url) || is_of_extensions(url);
}

/* An extension that is bound to a place of which the stock has none of its files: what the folders
 * of the index have of others than torch and its companions is known in part. */
static bool is_unlisted(const struct pick_solve *s, const struct pick_wanted *w,
			const struct stock_file *f, size_t n)
{
	return !ANY(x, LIST(f, n), is_offered(s, w, x)) && strncmp(w->name, "torch", 5) != 0;
}

/* With a label, and of torch before 2: a page of all labels is sure to have it. */
static bool is_on_page(const struct pick_wanted *w)
{
	const struct pep440_spec *pin = pep440_set_pin(w->set);

	return pin && span_find_char(pin->text, '+') >= 0 &&
	       pep440_cmp_text(pin->text, span_of("2")) < 0;
}

/* Of torch and its kin only such releases are asked for. */
static bool asks_labels(const struct pick_solve *s)
{
	size_t n;

	return !ANY(w, s->wanted, w->from && !w->from->url && strncmp(w->name, "torch", 5) == 0 &&
		    stock_of(s->of->stock, w->name, &n) && !is_on_page(w));
}

const char *pick_place_unknown(const struct pick_solve *s)
{
	bool labels = asks_labels(s);

	EACH(const struct ask_place, p, s->ask->places) {
		bool backend = p->kind == ASK_BACKEND || p->kind == ASK_UP_TO;

		if (is_searched(p) && (backend ? strcmp(p->url, "auto") == 0 :
						 !is_known(s, p->url)) &&
		    !(labels && is_page_of_all(p->url)))
			return p->url;
	}
	EACH(const struct pick_wanted, w, s->wanted) {
		size_t n;
		const struct stock_file *f = stock_of(s->of->stock, w->name, &n);

		if (!f || !w->from)
			continue;
		/* A wheel is what its name says, and torch itself where that has a label. */
		if (w->from->url && !w->only_bounds &&
		    !(w->file && (w->cuda || strcmp(w->name, "torch") != 0)))
			return w->from->url;
		if (w->index && (!is_known(s, w->index) || is_unlisted(s, w, f, n)))
			return w->index;
	}
	return NULL;
}

const char *pick_place_folder(const struct pick_solve *s, const struct ask_spec *line)
{
	struct span folder;

	if (line->index)
		return folder_of(line->index, &folder) ? arena_span(s->arena, folder) : NULL;
	EACH(const struct ask_place, p, s->ask->places) {
		if (p->kind == ASK_BACKEND)
			return p->url;
		if (is_searched(p) && folder_of(p->url, &folder))
			return arena_span(s->arena, folder);
	}
	return NULL;
}

const char *pick_place_beside(const struct pick_solve *s, struct span *folder)
{
	return FIRST_TELLS(p, s->ask->places, (p->kind == ASK_INDEX || p->kind == ASK_LINKS) &&
			   folder_of(p->url, folder), p->url, NULL);
}

/* All lines would take that release out of that folder. */
static bool would_take(const struct pick_solve *s, const struct stock_file *f, const char *dir)
{
	const char *local = arena_printf(s->arena, "%s+%s", f->version, dir);
	struct stock_file meant = *f;

	meant.dir = dir;
	return !ANY(w, s->wanted, strcmp(w->name, f->package) == 0 &&
		    !(pep440_set_has(w->set, span_of(local), PEP440_PRE_NAMED) &&
		      pick_place_takes(s, w, &meant)));
}

/* Folders that CUDA of today fills; the lists of the others are closed. */
static const char *const growing[] = { "cpu", "cu126", "cu129", "cu130", "cu132" };
enum { GROWING = sizeof growing / sizeof *growing };

bool pick_place_grows(const char *dir)
{
	return ANY(x, ROWS(growing), strcmp(*x, dir) == 0);
}

/* The first file of each such folder, in the order of the files. */
static size_t growing_files(const struct stock_file *f, size_t n,
			    const struct stock_file *ret[GROWING])
{
	bool seen[GROWING] = { false };
	size_t found = 0;

	for (size_t i = 0; i < n && found < GROWING; i++)
		for (size_t k = 0; k < GROWING; k++)
			if (!seen[k] && strcmp(growing[k], f[i].dir) == 0) {
				seen[k] = true;
				ret[found++] = &f[i];
			}
	return found;
}

const struct stock_file *pick_place_open(const struct pick_solve *s, const struct stock_file *torch)
{
	const struct stock_file *f, *first[GROWING];
	size_t n, folders;

	f = stock_of(s->of->stock, torch->package, &n);
	folders = growing_files(f, n, first);
	for (size_t i = 0; i < n && folders; i++)
		if (strcmp(f[i].dir, STOCK_PYPI) == 0 &&
		    pep440_cmp_text(span_of(f[i].version), span_of(torch->version)) >= 0)
			for (size_t k = 0; k < folders; k++)
				if (would_take(s, &f[i], first[k]->dir))
					return first[k];
	return NULL;
}
