/* The nearest release or CUDA to one that was asked for. */
#include "plan/nearest_private.h"

#include "fact/platform.h"

/* A build has machine code for every GPU. */
static bool serves_all(const struct solve *s, const struct build *b)
{
	bool aarch64 = platform_is_linux_arm(b->platform);
	struct code code = { b->sass, b->ptx, b->cuda, aarch64 };

	return !ANY(x, s->scene.atoms, x->sm.major && !code_fit(s->c, &code, x->sm).cubin.major);
}

/* What is asked for is a plan, as the wishes stand; with machine code for every GPU. */
bool nearest_is_plan(struct solve *s, bool cubin)
{
	bool cpu = !s->scene.has_gpu || s->want.cpu;
	struct judge j;

	if (!s->p)
		return false;
	j = judge_make(s->arena, s->c, &s->scene, &s->want, s->p, s->atoms, s->scene.atoms.n, cpu);
	j.sure = s->judge.sure;
	for (size_t i = 0; i < s->n_installers; i++) {
		key_t64 key = 0;
		size_t at;

		if (rank_best(&j, installer_manager(s->installers[i]), &at, &key) &&
		    (cpu || !cubin || serves_all(s, &s->p->v[at])))
			return true;
	}
	return false;
}

const struct build *walk_next(struct walk *w)
{
	const struct catalogue *c = w->s->c;

	for (; w->platform < c->platforms.n; w->platform++, w->at = 0) {
		const struct platform_builds *p = &c->platforms.v[w->platform];

		if (w->s->p && p != w->s->p)
			continue;
		while (w->at < p->n) {
			const struct build *b = &p->v[w->at++];

			if (wished_manager(w->s, b->manager))
				return b;
		}
	}
	return NULL;
}

int nearest_pin(struct arena *a, struct specs *specs, const char *version, struct err *e)
{
	*specs = (struct specs){ .n = version != NULL, .v = arena_array(a, 1, sizeof *specs->v) };
	if (!version)
		return 0;
	return pep440_set_parse(a, span_of(arena_printf(a, "==%s", version)), specs->v, e);
}

int nearest_set_torch(struct solve *s, const char *version, struct err *e)
{
	memset(s->want.torch_ok, -1, sizeof s->want.torch_ok);
	return nearest_pin(s->arena, &s->want.torch, version, e);
}

const char *nearest_release(const struct solve *s, struct span version)
{
	bool here[RANKS_MAX] = { false };
	const char *oldest = NULL, *ret = NULL;
	struct walk w = { .s = s };
	const struct build *b;

	/* The ranks of the releases that have a build here. */
	while ((b = walk_next(&w)))
		if (b->rank >= 0 && b->rank < RANKS_MAX)
			here[b->rank] = true;
	for (size_t i = 0; i < s->c->releases.n && i + 1 < RANKS_MAX; i++) {
		const char *release = s->c->releases.v[i];

		if (!here[i + 1])
			continue;
		oldest = oldest ? oldest : release;
		if (pep440_cmp_text(span_of(release), version) <= 0)
			ret = release;
	}
	return ret ? ret : oldest;
}

static unsigned distance(pair_t a, pair_t b)
{
	return a > b ? a - b : b - a;
}

/* The CUDA nearest to the one asked for among the builds that the torch wish allows. */
pair_t nearest_cuda_known(struct solve *s, pair_t asked, bool serving)
{
	struct walk w = { .s = s };
	const struct build *b;
	pair_t ret = 0;

	while ((b = walk_next(&w))) {
		pair_t cuda = pair_of(b->cuda);
		unsigned near = distance(cuda, asked), best = distance(ret, asked);

		if (cuda == 0 || !want_torch(&s->want, b) || !b->certain ||
		    (serving && !serves_all(s, b)))
			continue;
		if (ret == 0 || near < best || (near == best && cuda < ret))
			ret = cuda;
	}
	return ret;
}

/* The nearest that is a plan; 0: none is. */
static pair_t nearest_plan(struct solve *s, pair_t asked, bool cubin)
{
	struct want before = s->want;
	pair_t ret = 0;

	s->want.any_minor = false;
	for (size_t i = 0; i < s->c->cudas.n; i++) {
		s->want.cuda = s->c->cudas.v[i].cuda;
		if ((!ret || distance(s->want.cuda, asked) < distance(ret, asked)) &&
		    nearest_is_plan(s, cubin))
			ret = s->want.cuda;
	}
	s->want.cuda = before.cuda;
	s->want.any_minor = before.any_minor;
	return ret;
}

/* The nearest that is a plan, that has code for every GPU, that there is. */
pair_t nearest_cuda(struct solve *s, pair_t asked)
{
	pair_t ret = nearest_plan(s, asked, true);

	if (!ret)
		ret = nearest_plan(s, asked, false);
	if (!ret)
		ret = nearest_cuda_known(s, asked, true);
	return ret ? ret : nearest_cuda_known(s, asked, false);
}

/* That release is a plan for the GPUs, as the other wishes stand. */
static bool release_runs(struct solve *s, const char *release, bool cubin, struct err *e)
{
	return s->p && nearest_set_torch(s, release, e) == 0 && nearest_is_plan(s, cubin);
}

/* Among those that are a plan: the newest not above the version, else the oldest; NULL: none. */
const char *nearest_that_runs(struct solve *s, struct span version, bool cubin,
	struct err *e)
{
	const struct catalogue *c = s->c;
	size_t above = 0;

	while (above < c->releases.n &&
	       pep440_cmp_text(span_of(c->releases.v[above]), version) <= 0)
		above++;
	for (size_t i = above; i > 0; i--)
		if (release_runs(s, c->releases.v[i - 1], cubin, e))
			return c->releases.v[i - 1];
	for (size_t i = above; i < c->releases.n; i++)
		if (release_runs(s, c->releases.v[i], cubin, e))
			return c->releases.v[i];
	return NULL;
}

struct span nearest_asked(const struct specs *specs)
{
	for (size_t i = 0; i < specs->n; i++)
		if (specs->v[i].n && specs->v[i].v[0].v.release.n)
			return specs->v[i].v[0].v.release;
	return (struct span){ NULL, 0 };
}

const char *nearest_of_two(const char *best, const char *version, struct span asked)
{
	bool below = pep440_cmp_text(span_of(version), asked) <= 0, best_below;

	if (!best)
		return version;
	best_below = pep440_cmp_text(span_of(best), asked) <= 0;
	if (below != best_below)
		return below ? version : best;
	return (pep440_cmp_text(span_of(version), span_of(best)) > 0) == below ? version : best;
}
