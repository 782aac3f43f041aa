/*
 * What of a package counts as support: torch's own list, or what its libraries hold. Of several
 * libraries a GPU needs every one, but only one of alternatives for different CUDA releases.
 */
#include "fact/platform.h"
#include "plan/reach_private.h"

#include <string.h>

enum { DIGITS = 2 };

/* How the names of NVIDIA's own packages begin, of pip and of conda. */
static const char *const nvidia[] = { "nvidia", "cuda", "cudnn", "nccl", "libcu", "libnv",
				      "cutensor", "tensorrt" };

static bool of_nvidia(const struct package *p)
{
	if (!p->name)
		return true;
	return ANY(x, ROWS(nvidia), strncmp(p->name, *x, strlen(*x)) == 0);
}

static bool is_product(const struct library *l)
{
	return l->product && l->product != PRODUCT_TORCH;
}

/* A kernel in a file of its own, which is loaded where it fits. */
static bool is_loose(const struct library *l)
{
	return l->format != PACKAGE_ELF && l->format != PACKAGE_PE && l->format != PACKAGE_ARCHIVE;
}

static bool plain(const struct sm_list *l)
{
	return ANY(x, *l, !x->suffix);
}

/* What a package has code in: each kind goes before those after it. */
enum worth { OWN, SPECIAL, LOOSE, BORROWED, NONE };

/* SPECIAL: only for the GPUs of single architectures, beside what runs elsewhere. */
static enum worth worth_of(const struct library *l, bool foreign)
{
	/* PTX beside nothing but empty cubins has no kernels either. */
	if (!l->sass.n && (!l->ptx.n || l->common.n))
		return NONE;
	if (foreign && is_product(l))
		return BORROWED;
	if (is_loose(l))
		return LOOSE;
	return plain(&l->sass) || plain(&l->ptx) ? OWN : SPECIAL;
}

/* The beginning of a file name that ends before the digits of a CUDA release; 0: none there. */
static size_t before_release(struct span name)
{
	struct span s = name;
	size_t n;

	if (!span_pass(&s, "_cu"))
		return 0;
	span_take(&s, "da");
	n = span_run_digits(s, "");
	return n >= DIGITS ? (size_t)(s.p - name.p) : 0;
}

static struct span stem(const struct library *l)
{
	struct span path = span_of(l->path);
	struct span name = span_from(path, (size_t)(span_rfind_char(path, '/') + 1));

	return span_sub(name, 0, before_release(name));
}

/* libx_cuda118.so and libx_cuda128.so: one of them is loaded. */
static void join(struct reach *r, size_t at)
{
	struct reach_part *mine = &r->parts.v[at];
	bool loose = is_loose(mine->library);
	size_t i = mine->stem.n || loose ? 0 : at;

	for (; i < at; i++) {
		const struct reach_part *x = &r->parts.v[i];

		if (x->leads && ((x->stem.n && span_eq(x->stem, mine->stem)) ||
				 (loose && is_loose(x->library))))
			break;
	}
	mine->leads = i == at;
	if (mine->leads)
		return;
	mine->next = r->parts.v[i].next;
	r->parts.v[i].next = at;
}

/* NVIDIA's libraries choose among all their kernels; in others each kernel has to be there. */
static struct reach_part part_of(const struct library *l)
{
	bool common = !is_product(l) && l->has_common && (l->common.n || l->common_ptx.n);

	return (struct reach_part){ l, common ? &l->common : &l->sass,
				    common ? &l->common_ptx : &l->ptx, 0, true, stem(l) };
}

/* Judged is by the libraries of the best kind that there is. */
static void parts(struct arena *a, const struct package *p, struct reach *r)
{
	bool foreign = !of_nvidia(p);
	enum worth best = NONE;

	for (size_t i = 0; i < p->libraries.n; i++) {
		enum worth w = worth_of(&p->libraries.v[i], foreign);

		best = w < best ? w : best;
	}
	for (size_t i = 0; best < NONE && i < p->libraries.n; i++) {
		if (worth_of(&p->libraries.v[i], foreign) != best)
			continue;
		ARRAY_ADD(a, r->parts) = part_of(&p->libraries.v[i]);
		join(r, r->parts.n - 1);
	}
	r->borrowed = best == BORROWED;
}

static void add_all(struct sm_list *to, const struct sm_list *from)
{
	for (size_t i = 0; i < from->n; i++)
		(void)sm_list_add(to, from->v[i]);
}

/* The list of all parts where they agree, else what they hold together. */
static const char *of_parts(struct reach *r)
{
	bool same = true;

	EACH(const struct reach_part, part, r->parts) {
		const struct library *l = part->library;

		same &= sm_list_equal(part->sass, r->parts.v[0].sass) &&
			sm_list_equal(part->ptx, r->parts.v[0].ptx);
		/* some kernels are for other GPUs than the rest of their library */
		same &= part->sass == &l->common || !l->has_common ||
			sm_list_equal(&l->common, &l->sass);
		add_all(&r->sass, part->sass);
		add_all(&r->ptx, part->ptx);
	}
	return same ? "complete" : "union";
}

/* Fills sass, ptx, rests_on and parts. */
static void lists(struct arena *a, const struct package *p, struct reach *r)
{
	if (p->has_declared) {
		r->sass = p->declared;
		r->ptx = p->declared_ptx;
		r->rests_on = "declared";
	} else if (p->torch && p->has_complete && (p->complete.n || p->complete_ptx.n)) {
		r->sass = p->complete;
		r->ptx = p->complete_ptx;
		r->rests_on = "complete";
	} else {
		parts(a, p, r);
		if (r->parts.n)
			r->rests_on = of_parts(r);
		else
			r->rests_on = p->scanned == SCANNED_EXACT ? "complete" : NULL;
	}
}

static struct code code_of(const struct package *p, const struct reach *r,
			   const struct sm_list *sass, const struct sm_list *ptx)
{
	bool arm = platform_is_linux_arm(p->platform);

	return (struct code){ sass, ptx, { (uint8_t)(r->cuda / 100), (uint8_t)(r->cuda % 100) },
			      arm };
}

static enum reach_via reach_via(const struct fit *fit)
{
	if (sm_known(fit->cubin))
		return REACH_CUBIN;
	return sm_known(fit->ptx) ? REACH_PTX : REACH_NEVER;
}

/* Cubin before PTX before nothing. */
static int rank(enum reach_via via)
{
	return via == REACH_CUBIN ? 2 : via == REACH_PTX ? 1 : 0;
}

static int rank_of(const struct catalogue *c, const struct package *p, const struct reach *r,
		   const struct reach_part *part, struct sm sm)
{
	struct code code = code_of(p, r, part->sass, part->ptx);
	struct fit fit = code_fit(c, &code, sm);

	return rank(reach_via(&fit));
}

/* The best of the alternatives that `at` leads. */
static const struct reach_part *best_of(const struct catalogue *c, const struct package *p,
					const struct reach *r, size_t at, struct sm sm, int *ret)
{
	const struct reach_part *best = &r->parts.v[at];

	*ret = rank_of(c, p, r, best, sm);
	for (size_t i = best->next; i && *ret < rank(REACH_CUBIN); i = r->parts.v[i].next) {
		int one = rank_of(c, p, r, &r->parts.v[i], sm);

		if (one > *ret) {
			*ret = one;
			best = &r->parts.v[i];
		}
	}
	return best;
}

struct code reach_code(const struct catalogue *c, const struct package *p, const struct reach *r,
		       struct sm sm, const struct library **ret)
{
	struct code worst = code_of(p, r, &r->sass, &r->ptx);
	int least = rank(REACH_CUBIN) + 1;

	*ret = NULL;
	for (size_t i = 0; i < r->parts.n; i++) {
		const struct reach_part *best;
		int one;

		if (!r->parts.v[i].leads)
			continue;
		best = best_of(c, p, r, i, sm, &one);
		if (one >= least)
			continue;
		least = one;
		worst = code_of(p, r, best->sass, best->ptx);
		*ret = best->library;
	}
	return worst;
}

bool reach_some(const struct catalogue *c, const struct package *p, const struct reach *r,
		struct sm sm)
{
	struct code all = code_of(p, r, &r->sass, &r->ptx);
	struct fit fit = code_fit(c, &all, sm);

	for (size_t i = 0; reach_via(&fit) == REACH_NEVER && i < r->parts.n; i++) {
		const struct library *l = r->parts.v[i].library;
		struct code one = code_of(p, r, &l->sass, &l->ptx);

		fit = code_fit(c, &one, sm);
	}
	return reach_via(&fit) != REACH_NEVER;
}

/* One alternative that is packed otherwise is enough. */
static bool all_zstd(const struct reach *r, size_t at)
{
	size_t i = at;

	do {
		if (!ANY(x, r->parts.v[i].library->code,
			 x->key.codec == CODEC_ZSTD && !x->relocatable))
			return false;
		i = r->parts.v[i].next;
	} while (i);
	return true;
}

/* Whether a library has to be loaded whose code is packed with ZSTD. */
static bool has_zstd_only(const struct package *p, const struct reach *r)
{
	for (size_t i = 0; i < r->parts.n; i++)
		if (r->parts.v[i].leads && all_zstd(r, i))
			return true;
	return !r->parts.n && (p->codec[CODEC_ZSTD] || p->ptx_codec[CODEC_ZSTD]);
}

/* The newest ISA among the PTX that counts, as 805 for 8.5. */
static pair_t newest_isa(const struct package *p, const struct reach *r)
{
	pair_t isa = 0;

	for (size_t i = 0; i < p->ptx.n; i++) {
		pair_t one = p->ptx.v[i].isa_major * 100u + p->ptx.v[i].isa_minor;

		if (sm_list_has(&r->ptx, p->ptx.v[i].sm) && one > isa)
			isa = one;
	}
	return isa;
}

/* That of the compiler, where no PTX was read. */
static pair_t isa_of(const struct package *p, const struct reach *r, const struct cuda_fact *f)
{
	pair_t isa = newest_isa(p, r);

	return isa || !r->ptx.n || !f || r->major_only ? isa : f->ptx_isa;
}

/* The first branch that reports that CUDA, or compiles PTX of that ISA. */
static const char *driver_for(struct arena *a, const struct catalogue *c, pair_t cuda, pair_t isa,
			      const struct driver *d)
{
	EACH(const struct branch_fact, b, c->branches) {
		if ((cuda && b->cuda >= cuda) || (isa && b->ptx_isa >= isa))
			return driver_said(a, c, d, b->branch, false);
	}
	return NULL;
}

static void drivers(struct arena *a, const struct catalogue *c, const struct package *p,
		    struct reach *r)
{
	const struct cuda_fact *f = r->cuda ? catalogue_cuda(c, r->cuda) : NULL;
	struct driver d = { .windows = r->windows };

	if (f)
		r->minor = f->minor[r->windows];
	if (!r->major_only)
		r->direct = driver_for(a, c, r->cuda, 0, &d);
	r->ptx_driver = driver_for(a, c, 0, isa_of(p, r, f), &d);
	if (has_zstd_only(p, r))
		r->zstd_driver = driver_least_zstd(c, &d);
}

/* "13.2"; "12" or "12.x" where only the major is known: the rules of 12.0 then. */
static pair_t cuda_of(const char *text, bool *major_only)
{
	pair_t whole = pair_parse(text);
	struct span s = span_of(text);
	uint64_t major;

	*major_only = false;
	if (whole)
		return whole;
	if (!span_take_u64(&s, &major) || major > 99)
		return 0;
	*major_only = true;
	return (pair_t)major * 100;
}

/* Of conda's two kinds of builds the names tell: py3.9_cuda11.3_cudnn8.3.2_0, cuda126_py313h… */
static const char *made(const struct package *p)
{
	if (p->kind != PACKAGE_CONDA)
		return "wheel";
	return p->build && span_starts(span_of(p->build), "py") ? CHANNEL_PYTORCH :
								   CHANNEL_CONDA_FORGE;
}

struct by_ptx reach_by_ptx(struct arena *a, const struct catalogue *c, const struct package *p,
			   const struct reach *r, struct sm gpu)
{
	struct by_ptx_of of = { p->platform, made(p), p->variant,
				p->version ? catalogue_rank(c, p->version) : 0, r->cuda };

	if (!p->torch)
		return (struct by_ptx){ .verdict = PTX_RUNS };
	if (!of.variant && r->cuda)
		of.variant = arena_printf(a, "cu%u%u", r->cuda / 100, r->cuda % 100);
	return by_ptx(c, &of, gpu);
}

static struct reach_cc cc_of(struct arena *a, const struct catalogue *c, const struct package *p,
			     const struct reach *r, const struct cc_fact *cc)
{
	const struct library *l;
	struct code code = reach_code(c, p, r, cc->sm, &l);
	struct fit fit = code_fit(c, &code, cc->sm);
	struct reach_cc ret = { cc, reach_via(&fit), sm_known(fit.cubin) ? fit.cubin : fit.ptx,
				reach_some(c, p, r, cc->sm), false };
	enum ptx_verdict verdict = ret.via == REACH_PTX ? reach_by_ptx(a, c, p, r, cc->sm).verdict :
				   PTX_RUNS;

	if (verdict == PTX_PARTLY)
		ret.via = REACH_NEVER;
	ret.unsure = verdict == PTX_UNKNOWN;
	return ret;
}

struct reach reach_of(struct arena *a, const struct catalogue *c, const struct package *p)
{
	struct reach r = { 0 };

	lists(a, p, &r);
	r.windows = platform_is_windows(p->platform);
	r.cuda = cuda_of(p->cuda, &r.major_only);
	drivers(a, c, p, &r);
	for (size_t i = 0; r.rests_on && i < c->ccs.n; i++)
		ARRAY_ADD(a, r.ccs) = cc_of(a, c, p, &r, &c->ccs.v[i]);
	return r;
}
