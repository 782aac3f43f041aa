/* A torch package against the builds and measured wheels that the matrix has. */
#include "cmd/inspect_known_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "base/tr.h"
#include "fact/platform.h"
#include "fact/wheel.h"
#include "plan/code_fit.h"
#include "read/package/blob.h"
#include "read/package/http_text.h"

enum { SHA256_DIGITS = 64 };

/* The hash that an index writes behind a link, if it is one of a measured wheel. */
static int known_link(struct arena *a, struct matrix *m, struct span url, const char **ret,
		      struct err *e)
{
	ptrdiff_t at = span_find(url, "#sha256=");
	struct span hash = span_sub(url, (size_t)at + strlen("#sha256="), SHA256_DIGITS);
	const char *sha256;
	bool has = false;
	int rc;

	if (at < 0 || hash.n != SHA256_DIGITS)
		return 0;
	sha256 = arena_span(a, hash);
	rc = wheel_code_has(m, sha256, &has, e);
	if (rc == 0 && has)
		*ret = sha256;
	return rc;
}

int inspect_known_file(struct arena *a, struct matrix *m, const char *path,
		       const char **ret, struct err *e)
{
	const char *sha256 = NULL;
	uint64_t size = 0;
	bool worth = false;
	int rc;

	*ret = NULL;
	if (url_is(path))
		return known_link(a, m, span_of(path), ret, e);
	if (!span_ends(span_of(path), ".whl") || blob_file_size(path, &size))
		return 0;
	rc = wheel_code_size(m, size, &worth, e);
	if (rc || !worth)
		return rc;
	rc = blob_file_sha256(a, path, &sha256, e);
	if (rc == 0)
		rc = wheel_code_has(m, sha256, &worth, e);
	if (rc == 0 && worth)
		*ret = sha256;
	return rc;
}

/* What a package is held against: a wheel with the row of its file, if that is known. */
struct wanted {
	const struct package *p;
	const struct wheel_file *file;
};

static bool same_wheel(const struct wanted *w, const struct build *b)
{
	if (b->manager != MANAGER_PIP)
		return false;
	if (!w->file) {
		/* Where an index lists no files, its Python are those of the release. */
		struct span tag = span_of(w->p->platform_tag ? w->p->platform_tag : "");
		struct python python;

		return b->pythons_inferred && w->p->local && w->p->variant &&
		       text_same(w->p->variant, b->variant) && !wheel_platform_of(tag).musl &&
		       wheel_file_python(w->p, &python) && python_set_has(b->pythons, python);
	}
	return text_same(w->file->variant, b->variant) && b->channel &&
	       text_same(w->file->channel, b->channel);
}

static bool same_conda(const struct package *p, const struct build *b)
{
	if (b->manager != MANAGER_CONDA || !b->build)
		return false;
	return b->exact ? text_same(p->build, b->build) :
			  span_glob(span_of(b->build), span_of(p->build));
}

static bool same_build(const struct wanted *w, const struct build *b)
{
	if (b->code_confidence == CONFIDENCE_NONE && !text_same(b->variant, "cpu"))
		return false;
	return w->p->build ? same_conda(w->p, b) : same_wheel(w, b);
}

/* An exact build before a pattern that fits it; v: n builds of the same torch. */
static const struct build *find_in(const struct wanted *w, const struct build *v, size_t n)
{
	const struct build *found = NULL;

	for (size_t i = 0; i < n; i++)
		if ((!found || (v[i].exact && !found->exact)) && same_build(w, &v[i]))
			found = &v[i];
	return found;
}

static unsigned hash(unsigned h, const char *s)
{
	while (s && *s)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h * 31;
}

/* Where the builds of a torch begin; the number of runs: there are none. */
static size_t run_of(struct known_names *k, const struct platform_builds *all,
		     enum manager manager, const char *torch)
{
	struct known_run *r = &k->runs[hash(2166136261u + manager, torch) % RUNS_KEPT];

	if (r->torch && r->all == all && r->manager == manager && text_same(r->torch, torch))
		return r->run;
	*r = (struct known_run){ all, manager, torch, 0 };
	while (r->run + 1 < all->runs.n &&
	       (all->v[all->runs.v[r->run]].manager != manager ||
		!text_same(torch, all->v[all->runs.v[r->run]].torch)))
		r->run++;
	return r->run;
}

static const struct build *find_build(struct known_names *k, const struct wanted *w,
				const struct platform_builds *all)
{
	const char *torch = w->file && w->file->release ? w->file->release : w->p->version;
	size_t run;

	if (!all)
		return NULL;
	run = run_of(k, all, w->p->build ? MANAGER_CONDA : MANAGER_PIP, torch);
	if (run + 1 >= all->runs.n)
		return NULL;
	return find_in(w, all->v + all->runs.v[run], all->runs.v[run + 1] - all->runs.v[run]);
}

enum { SHOWN = 8 };

/* PyPI's file goes before one of the same name in a folder of the index. */
static const struct wheel_file *file_of(const struct package *p, const struct wheel_file *v,
					size_t n, bool *several)
{
	const struct wheel_file *found = NULL;

	*several = false;
	for (size_t i = 0; i < n; i++) {
		if (!wheel_file_is(&v[i], p))
			continue;
		if (text_same(v[i].channel, "pypi"))
			return &v[i];
		*several |= found && !text_same(found->variant, v[i].variant);
		found = found ? found : &v[i];
	}
	return found;
}

/* "cu102 (CUDA 10.2)": folders of the index whose file has the name of PyPI's, for another CUDA. */
static const char *namesakes(struct arena *a, const struct package *p, const struct wheel_file *of,
			     const struct wheel_file *v, size_t n)
{
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < n; i++)
		if (wheel_file_is(&v[i], p) && !text_same(v[i].channel, of->channel) &&
		    !text_same(v[i].variant, of->variant) &&
		    span_find(buf_view(&b), v[i].variant) < 0)
			buf_printf(&b, "%s%s", b.n ? ", " : "", v[i].variant);
	return b.n ? arena_str(a, buf_cstr(&b)) : NULL;
}

static void word(struct buf *b, unsigned *n, const char *text)
{
	if (++*n <= SHOWN)
		buf_printf(b, "%s%s", *n > 1 ? ", " : "", text);
}

/* The labels on the same platform, "+cu118". */
static void labels(struct arena *a, struct buf *b, const struct package *p,
		   const struct wheel_file *v, size_t n)
{
	unsigned count = 0;

	for (size_t i = 0; i < n; i++) {
		bool first = p->platform && text_same(p->platform, v[i].platform);

		for (size_t k = 0; first && k < i; k++)
			first = !(text_same(p->platform, v[k].platform) &&
				  text_same(v[i].local, v[k].local));
		if (first)
			word(b, &count, v[i].local ? arena_printf(a, "+%s", v[i].local)
						   : tr("one without a label"));
	}
}

static const char *platforms(struct arena *a, const struct wheel_file *v, size_t n)
{
	BUF_AUTO b = BUF_WORDS;
	unsigned count = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < i && !text_same(v[i].platform, v[k].platform))
			k++;
		if (k == i)
			word(&b, &count, v[i].platform);
	}
	return arena_str(a, buf_cstr(&b));
}

/* The nearest that there is: the same label, or labels of the platform, or other platforms. */
static struct phrase nearest(struct arena *a, const struct package *p, const struct wheel_file *v,
			     size_t n)
{
	BUF_AUTO b = BUF_WORDS;
	unsigned count = 0;

	/* The files of the same platform and label, "manylinux1_x86_64 for Python 3.8 3.9". */
	for (size_t i = 0; i < n; i++) {
		const char *text;

		if (!p->platform || !text_same(p->platform, v[i].platform) ||
		    !text_same(p->local, v[i].local))
			continue;
		text = arena_printf(a, tr("%s for Python %s"), v[i].tag ? v[i].tag : v[i].platform,
				    python_set_text(a, v[i].pythons));
		if (!b.n || span_find(buf_view(&b), text) < 0)
			word(&b, &count, text);
	}
	if (!b.n)
		labels(a, &b, p, v, n);
	if (!b.n)
		return PHRASE(a, NO_FILE_BUT_FOR, SAY(torch, p->version),
			      SAY(files, platforms(a, v, n)));
	return PHRASE(a, NO_FILE_BUT, SAY(torch, p->version),
		      SAY(files, arena_str(a, buf_cstr(&b))));
}

/* Many names differ in what the answer does not turn on. */
static struct nearest_file *slot(struct known_names *k, const struct package *p)
{
	return &k->nearest[hash(hash(hash(2166136261u, p->version), p->platform), p->local) %
			   NEAREST_KEPT];
}

static bool is_for(const struct nearest_file *f, const struct package *p)
{
	return f->words.form && text_same(f->version, p->version) &&
	       text_same(f->platform, p->platform) && text_same(f->local, p->local);
}

static void fill(struct arena *a, struct package *p, const struct build *b)
{
	enum form doubt = code_doubt(b);

	p->declared = *b->sass;
	p->declared_ptx = *b->ptx;
	p->has_declared = p->from_matrix = true;
	if (doubt)
		package_find(a, p, CP109, NULL, NULL, (struct phrase){ .form = doubt });
	p->codec[CODEC_ZSTD] |= b->zstd;
	if (!p->variant)
		p->variant = b->variant;
	if (!p->cuda && b->cuda.major)
		p->cuda = arena_str(a, cuda_version_text(b->cuda, TEXT_ROOM));
}

static int known_build(struct known_names *k, const struct wanted *w, const struct build **ret,
		       struct err *e)
{
	const char *platform = w->p->platform ? w->p->platform : PLATFORM_LINUX;

	if (catalogue_platform(k->c, platform, e))
		return e->code;
	*ret = find_build(k, w, catalogue_read(k->c, platform));
	return 0;
}

/* A file may be there and be no plan: pip refuses it. */
static bool is_cpu(const struct wheel_file *f)
{
	return f && f->variant && text_same(f->variant, "cpu");
}

static int wheel_name(struct known_names *k, struct package *p, struct err *e)
{
	struct wanted w = { .p = p };
	const struct build *b = NULL;
	const struct wheel_file *v;
	bool several;
	size_t n;

	if (p->label) {
		package_find(k->c->arena, p, CP109, NULL, NULL,
			     PHRASE(k->c->arena, LABEL_UNKNOWN, SAY(item, p->label)));
		return 0;
	}
	if (!k->files.v.n && wheel_files_read(k->c->matrix, k->c->arena, &k->files, e))
		return e->code;
	v = wheel_files_of(&k->files, p->version, &n);
	w.file = file_of(p, v, n, &several);
	if (several) {
		package_find(k->c->arena, p, CP109, NULL, NULL,
			     PHRASE(k->c->arena, SEVERAL_FILES));
		return 0;
	}
	if (p->platform && known_build(k, &w, &b, e))
		return e->code;
	if ((b || is_cpu(w.file)) && !p->variant && namesakes(k->c->arena, p, w.file, v, n))
		package_find(k->c->arena, p, CP109, NULL, NULL,
			     PHRASE(k->c->arena, ALSO_ON_INDEX,
				    SAY(files, namesakes(k->c->arena, p, w.file, v, n))));
	if (b)
		fill(k->c->arena, p, b);
	else if (is_cpu(w.file)) {
		p->has_declared = p->from_matrix = true;
		if (!p->variant)
			p->variant = "cpu";
	} else if (n && !w.file) {
		struct nearest_file *f = slot(k, p);

		if (!is_for(f, p))
			*f = (struct nearest_file){ p->version, p->platform, p->local,
						    nearest(k->c->arena, p, v, n) };
		package_find(k->c->arena, p, CP109, NULL, NULL, f->words);
	}
	return 0;
}

int inspect_known_name(struct known_names *k, struct package *p, struct err *e)
{
	if (p->scanned != SCANNED_NONE)
		return 0;
	if (p->build) {
		struct wanted w = { .p = p };
		const struct build *b = NULL;

		if (p->torch && p->version && known_build(k, &w, &b, e))
			return e->code;
		if (b)
			fill(k->c->arena, p, b);
		/* whatever the package: a build for the CPU has no GPU code, by its own word */
		else if (p->variant && text_same(p->variant, "cpu"))
			p->has_declared = true;
		return 0;
	}
	return p->torch && p->version && p->platform_tag ? wheel_name(k, p, e) : 0;
}

static bool memo_keeps(const struct package *p)
{
	return p->kind == PACKAGE_NAME && !p->libraries.n && !p->ptx.n &&
	       p->scanned == SCANNED_NONE;
}

static unsigned hash_list(unsigned h, const struct sm_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		h = (h ^ l->v[i].major << 16 ^ l->v[i].minor << 8 ^ l->v[i].suffix) * 16777619u;
	return hash(h, NULL);
}

/* FNV-1a of what the answer hangs on. */
static struct reach_kept *memo_slot(struct reach_memo *m, const struct package *p)
{
	unsigned h = hash(hash(2166136261u, p->cuda), p->platform);

	return &m->v[hash_list(hash_list(h, &p->declared), &p->declared_ptx) % REACH_SLOTS];
}

static bool memo_same(const struct reach_kept *k, const struct package *p)
{
	return k->used && k->declared == p->has_declared && text_same(k->cuda, p->cuda) &&
	       text_same(k->platform, p->platform) && sm_list_equal(&k->sass, &p->declared) &&
	       sm_list_equal(&k->ptx, &p->declared_ptx);
}

struct reach_kept *reach_recall(struct arena *a, const struct catalogue *c,
				const struct package *p, struct reach_memo *m)
{
	struct reach_kept *k = memo_keeps(p) ? memo_slot(m, p) : &m->other;

	if (k == &m->other)
		k->reach = reach_of(a, c, p);
	else if (!memo_same(k, p))
		*k = (struct reach_kept){ p->cuda, p->platform, p->has_declared, p->declared,
					  p->declared_ptx, reach_of(a, c, p), true, NULL };
	return k;
}
