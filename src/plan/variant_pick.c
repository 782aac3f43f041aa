#include "plan/variant_pick.h"

#include <string.h>

#include "fact/platform.h"
#include "plan/variant_choose_private.h"

/* The highest compute capability, and whether all are known. */
static struct sm highest(const struct host *h, bool *known)
{
	struct sm sm = { 0 };

	for (size_t i = 0; i < h->gpus.n; i++) {
		*known &= sm_known(h->gpus.v[i].sm);
		if (sm_cmp(h->gpus.v[i].sm, sm) > 0)
			sm = h->gpus.v[i].sm;
	}
	return sm;
}

/* What nvidia-smi would tell the provider there, and what is not known of that. */
static struct variant_seen seen_on(struct arena *a, const struct catalogue *c,
				   const struct host *h, enum variant_doubt *doubt)
{
	struct driver d = driver_of(c, h);
	struct variant_seen seen = { 0 };
	bool known = true;

	*doubt = VARIANT_CERTAIN;
	seen.sm = highest(h, &known);
	if (d.missing || h->nvidia_present == TRI_NO || (h->gpus_known && !h->gpus.n))
		return (struct variant_seen){ 0 };
	if (!d.cuda)
		*doubt = VARIANT_NO_DRIVER;
	else if (!h->gpus.n)
		*doubt = VARIANT_NO_GPUS;
	else if (!known)
		*doubt = VARIANT_NO_SM;
	else
		seen.cuda = variant_cuda(span_of(pair_text(a, d.cuda)));
	if (seen.cuda < 0)
		seen.cuda = 0;
	return seen;
}

static const struct strings *values_of(const struct variant *v, const char *feature)
{
	return FIRST_TELLS(x, v->features, strcmp(x->space, VARIANT_NVIDIA) == 0 &&
		strcmp(x->name, feature) == 0, &x->values, NULL);
}

/* The lowest of its lower bounds: one of them has to fit. */
static const char *bound_of(const struct variant *v)
{
	const struct strings *s = values_of(v, VARIANT_LOWER);
	const char *ret = NULL;

	for (size_t i = 0; s && i < s->n; i++)
		if (variant_cuda(span_of(s->v[i])) >= 0 &&
		    (!ret || variant_cuda(span_of(s->v[i])) < variant_cuda(span_of(ret))))
			ret = s->v[i];
	return ret;
}

/* Those that end so. */
static struct sm_list targets(const struct variant *v, const char *end)
{
	const struct strings *s = values_of(v, VARIANT_ARCH);
	struct sm_list ret = { 0 };
	struct sm sm;

	for (size_t i = 0; s && i < s->n; i++) {
		struct span value = span_of(s->v[i]);

		if (span_ends(value, end) &&
		    sm_parse(span_sub(value, 0, value.n - strlen(end)), &sm))
			(void)sm_list_add(&ret, sm);
	}
	return ret;
}

/* The build for Linux x86-64: of the release's wheels the one that most take. */
static const struct build *build_of(const struct catalogue *c, const struct package *p,
				    const char *label)
{
	return FIRST_OF(b, *catalogue_builds(c, PLATFORM_LINUX), b->manager == MANAGER_PIP &&
		b->code_confidence >= CONFIDENCE_MEDIUM && strcmp(b->torch, p->version) == 0 &&
		strcmp(b->variant, label) == 0);
}

const struct sm_list *variant_left_out(struct arena *a, const struct catalogue *c,
				       const struct package *p, const struct variant *v)
{
	struct sm_list named = targets(v, "_real"), *left = arena_array(a, 1, sizeof *left);
	const struct build *b = p->torch && p->version ? build_of(c, p, v->label) : NULL;

	*left = (struct sm_list){ 0 };
	for (size_t i = 0; b && named.n && i < b->sass->n; i++)
		if (!b->sass->v[i].suffix && !ANY(x, named, code_cubin_runs(c, *x, b->sass->v[i])))
			(void)sm_list_add(left, b->sass->v[i]);
	return left->n ? left : NULL;
}

/* A build with what the variant's properties say of it. */
static struct package package_of(const struct package *p, const struct variant *v)
{
	struct package of = { .kind = PACKAGE_NAME, .name = p->name, .version = p->version,
			      .torch = p->torch, .platform = p->platform };

	of.cuda = bound_of(v);
	of.has_declared = values_of(v, VARIANT_ARCH) != NULL;
	of.declared = targets(v, "_real");
	of.declared_ptx = targets(v, "_virtual");
	return of;
}

static bool is_for_gpus(const struct variant *v)
{
	return ANY(x, v->features, strcmp(x->space, VARIANT_NVIDIA) == 0);
}

static bool any_for_gpus(const struct variant_set *s)
{
	return ANY(x, s->v, is_for_gpus(x));
}

/* Where all GPUs are hidden they count all the same: what is installed is for another day. */
static struct host shown(struct arena *a, const struct host *h)
{
	struct host ret = *h;
	bool any = false;

	for (size_t i = 0; i < h->gpus.n; i++)
		any |= !h->gpus.v[i].hidden;
	if (any)
		return ret;
	ret.gpus.v = arena_array(a, h->gpus.n, sizeof *ret.gpus.v);
	for (size_t i = 0; i < h->gpus.n; i++) {
		ret.gpus.v[i] = h->gpus.v[i];
		ret.gpus.v[i].hidden = false;
	}
	return ret;
}

static bool not_known(const struct reach_verdict *v)
{
	return ANY(x, v->v, findings_have(&x->reasons, CP109));
}

static void judge(struct arena *a, const struct catalogue *c, const struct package *p,
		  const struct host *h, struct variant_on *on)
{
	struct package of = package_of(p, on->variant);
	struct host host = shown(a, h);
	struct hosts hosts = { .v = &host, .n = 1, .room = 1 };

	on->cpu = any_for_gpus(p->variants) && !is_for_gpus(on->variant);
	on->reach = reach_of(a, c, &of);
	on->verdict = reach_hosts(a, c, &of, &on->reach, &hosts);
	on->runs = on->verdict.all ? TRI_YES : not_known(&on->verdict) ? TRI_UNKNOWN : TRI_NO;
	if (on->cpu)
		on->runs = h->gpus.n ? TRI_NO : TRI_YES;
}

static bool is_direct(const struct variant_on *on)
{
	return !ANY(x, on->verdict.v, x->support == SUPPORT_MINOR);
}

static bool by_cubin(const struct variant_on *on)
{
	return !ANY(x, on->verdict.v, x->via == REACH_PTX);
}

static bool asks_others(const struct variant *v)
{
	return ANY(x, v->features, strcmp(x->space, VARIANT_NVIDIA) != 0);
}

/* As plans are ranked: directly before by minor compatibility, cubin before PTX, newer CUDA. */
static bool is_better(const struct variant_on *x, const struct variant_on *y)
{
	if (is_direct(x) != is_direct(y))
		return is_direct(x);
	if (by_cubin(x) != by_cubin(y))
		return by_cubin(x);
	return x->reach.cuda > y->reach.cuda;
}

static bool take_forced(struct arena *a, const struct variant_set *s, const char *cuda,
			struct sm sm, struct variant_pick *p)
{
	struct variant_seen seen = { variant_cuda(span_of(cuda)), sm };
	const char *space = NULL;

	if (seen.cuda <= 0 || variant_choose(s, &seen, &space) != p->best->variant)
		return false;
	p->force_cuda = cuda;
	p->force_sm = sm_said(a, sm);
	return true;
}

/* The least CUDA that it asks for, with a GPU of the machine or else one that it has code for. */
static void force(struct arena *a, const struct variant_set *s, const struct host *h,
		  struct variant_pick *p)
{
	const char *cuda = p->best && !p->best->cpu ? bound_of(p->best->variant) : NULL;
	struct sm_list sms = { 0 };

	if (!cuda || !strchr(cuda, '.'))
		return;
	for (size_t i = 0; i < h->gpus.n; i++)
		(void)sm_list_add(&sms, h->gpus.v[i].sm);
	for (size_t i = 0; i < sms.n; i++)
		if (sm_known(sms.v[i]) && take_forced(a, s, cuda, sms.v[i], p))
			return;
	sms = targets(p->best->variant, "_real");
	for (size_t i = 0; i < sms.n; i++)
		if (take_forced(a, s, cuda, sms.v[i], p))
			return;
}

static struct variant_pick pick_one(struct arena *a, const struct catalogue *c,
				    const struct package *of, const struct host *h, int host)
{
	const struct variant_set *s = of->variants;
	struct variant_pick p = { .host = host, .gpus = h->gpus.n > 0,
				  .about_gpus = any_for_gpus(s) };
	struct variant_seen seen = seen_on(a, c, h, &p.doubt);
	const struct variant *taken = variant_choose(s, &seen, &p.space);

	if (p.doubt == VARIANT_CERTAIN && p.space)
		p.doubt = VARIANT_OTHER_SPACE;
	for (size_t i = 0; i < s->v.n; i++) {
		struct variant_on on = { .variant = &s->v.v[i] };

		judge(a, c, of, h, &on);
		on.fits = variant_fits(s, on.variant, &seen);
		if (p.doubt != VARIANT_CERTAIN && p.doubt != VARIANT_OTHER_SPACE)
			on.fits = TRI_UNKNOWN;
		ARRAY_ADD(a, p.each) = on;
	}
	for (size_t i = 0; p.doubt == VARIANT_CERTAIN && taken && i < p.each.n; i++)
		if (p.each.v[i].variant == taken)
			p.taken = &p.each.v[i];
	EACH(struct variant_on, on, p.each)
		if (on->runs == TRI_YES && (p.gpus ? !on->cpu : on->cpu) &&
		    !asks_others(on->variant) && (!p.best || is_better(on, p.best)))
			p.best = on;
	force(a, s, h, &p);
	return p;
}

struct variant_picks variant_pick(struct arena *a, const struct catalogue *c,
				  const struct package *p, const struct hosts *hosts)
{
	struct variant_picks ret = { .all = hosts->n > 0 };

	for (size_t i = 0; i < hosts->n; i++)
		ARRAY_ADD(a, ret.v) = pick_one(a, c, p, &hosts->v[i], (int)i);
	for (size_t i = 0; i < ret.v.n; i++)
		ret.all &= ret.v.v[i].taken && ret.v.v[i].taken->runs == TRI_YES;
	return ret;
}
