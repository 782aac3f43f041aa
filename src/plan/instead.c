#include "fact/platform.h"
#include "plan/solve_private.h"

static void add(struct solve *s, enum finding_code code, const char *what, const char *asked,
	const char *nearest)
{
	ARRAY_ADD(s->arena, s->instead) = (struct instead){ code, what, asked, nearest };
}

static bool manager_asked(const struct solve *s, enum manager m)
{
	for (size_t i = 0; i < s->n_installers; i++)
		if (installer_manager(s->installers[i]) == m)
			return true;
	return false;
}

/* Every build of the hosts' platforms that an installer asked for can install. */
struct walk {
	const struct solve *s;
	size_t platform, at;
};

static const struct build *next_build(struct walk *w)
{
	const struct catalogue *c = w->s->c;

	for (; w->platform < c->platforms.n; w->platform++, w->at = 0) {
		const struct platform_builds *p = &c->platforms.v[w->platform];

		if (w->s->p && p != w->s->p)
			continue;
		while (w->at < p->n) {
			const struct build *b = &p->v[w->at++];

			if (manager_asked(w->s, b->manager))
				return b;
		}
	}
	return NULL;
}

/* The version that the first specifier names, without local label: "2.15.5". */
static struct span asked_version(const struct specs *specs)
{
	for (size_t i = 0; i < specs->n; i++)
		if (specs->v[i].n && specs->v[i].v[0].v.release.n)
			return specs->v[i].v[0].v.release;
	return (struct span){ NULL, 0 };
}

/* The newest release that is not above the version, else the oldest. */
static const char *nearest_release(const struct catalogue *c, struct span version)
{
	const char *ret = c->releases.n ? c->releases.v[0] : NULL;

	for (size_t i = 0; i < c->releases.n; i++)
		if (pep440_cmp_text(span_of(c->releases.v[i]), version) <= 0)
			ret = c->releases.v[i];
	return ret;
}

static bool release_exists(const struct solve *s)
{
	for (size_t i = 0; i < s->c->releases.n; i++)
		if (specs_take(&s->want.torch, s->c->releases.v[i]))
			return true;
	return false;
}

static bool torch_exists(struct solve *s)
{
	struct walk w = { .s = s };
	const struct build *b;

	while ((b = next_build(&w)))
		if (want_torch(&s->want, b))
			return true;
	return !s->want.torch.local && release_exists(s);
}

static int set_torch(struct solve *s, const char *version, struct err *e)
{
	const char *text = arena_printf(s->arena, "==%s", version);

	memset(s->want.torch_ok, -1, sizeof s->want.torch_ok);
	s->want.torch.local = false;
	s->want.torch.n = 1;
	s->want.torch.v = arena_array(s->arena, 1, sizeof *s->want.torch.v);
	return pep440_set_parse(s->arena, span_of(text), s->want.torch.v, e);
}

static const char *local_of(const struct specs *specs, struct arena *a)
{
	for (size_t i = 0; i < specs->n; i++)
		for (size_t k = 0; k < specs->v[i].n; k++)
			if (specs->v[i].v[k].v.local.n)
				return arena_span(a, specs->v[i].v[k].v.local);
	return NULL;
}

static unsigned distance(pair_t a, pair_t b)
{
	return a > b ? a - b : b - a;
}

/* It has machine code for every GPU. */
static bool serves(const struct solve *s, const struct build *b)
{
	bool aarch64 = platform_is_linux_arm(b->platform);
	struct code code = { b->sass, b->ptx, b->cuda, aarch64 };

	for (size_t i = 0; i < s->scene.atoms.n; i++)
		if (s->scene.atoms.v[i].sm.major &&
		    !code_fit(s->c, &code, s->scene.atoms.v[i].sm).cubin.major)
			return false;
	return true;
}

/* The CUDA nearest to the one asked for among the builds that the torch wish allows. */
static pair_t nearest_of(struct solve *s, pair_t asked, bool serving)
{
	struct walk w = { .s = s };
	const struct build *b;
	pair_t ret = 0;

	while ((b = next_build(&w))) {
		pair_t cuda = pair_of(b->cuda);
		unsigned near = distance(cuda, asked), best = distance(ret, asked);

		if (cuda == 0 || !want_torch(&s->want, b) || !b->certain ||
		    (serving && !serves(s, b)))
			continue;
		if (ret == 0 || near < best || (near == best && cuda < ret))
			ret = cuda;
	}
	return ret;
}

static pair_t nearest_cuda(struct solve *s, pair_t asked)
{
	pair_t ret = nearest_of(s, asked, true);

	return ret ? ret : nearest_of(s, asked, false);
}

static int check_torch(struct solve *s, struct err *e)
{
	struct specs *specs = &s->want.torch;
	const char *asked = s->wish->torch.n ? s->wish->torch.v[0] : NULL, *nearest, *local;
	struct cuda_version cuda;
	bool had_local = specs->local;
	int rc;

	if (specs->n == 0 || torch_exists(s))
		return 0;
	local = local_of(specs, s->arena);
	nearest = nearest_release(s->c, asked_version(specs));
	if (!nearest)
		return 0;
	rc = set_torch(s, nearest, e);
	if (rc)
		return rc;
	if (had_local && s->want.cuda == 0 && cuda_version_parse(span_of(local), &cuda)) {
		s->want.cuda = nearest_cuda(s, pair_of(cuda));
		nearest = arena_printf(s->arena, "%s+cu%u%u", nearest, s->want.cuda / 100,
				       s->want.cuda % 100);
	}
	add(s, CP113, "torch", asked, nearest);
	return 0;
}

/* On another platform that the catalogue holds it may exist. */
static bool elsewhere(struct solve *s)
{
	for (size_t i = 0; i < s->c->platforms.n; i++) {
		const struct platform_builds *p = &s->c->platforms.v[i];

		for (size_t k = 0; p != s->p && k < p->n; k++)
			if (want_torch(&s->want, &p->v[k]) && want_cuda(&s->want, &p->v[k]))
				return true;
	}
	return false;
}

static void check_cuda(struct solve *s)
{
	struct walk w = { .s = s };
	const struct build *b;
	enum finding_code code;
	pair_t nearest;

	if (s->want.cuda == 0)
		return;
	while ((b = next_build(&w)))
		if (want_torch(&s->want, b) && want_cuda(&s->want, b))
			return;
	code = s->p && elsewhere(s) ? CP107 : CP113;
	nearest = nearest_cuda(s, s->want.cuda);
	add(s, code, "cuda", pair_text(s->arena, s->want.cuda),
	    nearest ? pair_text(s->arena, nearest) : NULL);
	s->want.cuda = nearest;
}

static void check_build(struct solve *s)
{
	struct walk w = { .s = s };
	const struct build *b;

	if (!s->want.build)
		return;
	while ((b = next_build(&w)))
		if (want_allows(&s->want, b))
			return;
	add(s, CP113, "build", s->want.build, NULL);
	s->want.build = NULL;
}

/* A channel that nobody knows: said so, and planned without it. */
static void check_channels(struct solve *s)
{
	const struct strings *names = &s->wish->channels;

	for (size_t i = 0; i < names->n && !s->want.by_channel[0] && !s->want.by_channel[1]; i++)
		if (span_find(span_of(names->v[i]), "nvidia") < 0)
			add(s, CP113, "channel", names->v[i], NULL);
}

/* Newer than any build that the other wishes allow: the newest that has one is taken. */
static void check_python(struct solve *s)
{
	struct walk w = { .s = s };
	const struct build *b;
	struct python asked = s->want.python;
	struct python_set all = { 0 };
	struct python newest;
	char text[PYTHON_TEXT], near[PYTHON_TEXT];

	if (asked.major == 0)
		return;
	while ((b = next_build(&w))) {
		if (!want_allows(&s->want, b))
			continue;
		all.gil |= b->pythons.gil | b->pythons_unknown.gil;
		all.free |= b->pythons.free | b->pythons_unknown.free;
	}
	newest = python_newest(all);
	if (python_set_has(all, asked) || python_cmp(asked, newest) < 0)
		return;
	add(s, CP105, "python", arena_str(s->arena, python_text(asked, text)),
	    newest.major ? arena_str(s->arena, python_text(newest, near)) : NULL);
	s->want.python = (struct python){ 0 };
}

/* The newest that is not above what was asked; while there is none, the oldest. */
static const char *nearer(const char *best, const char *version, struct span asked)
{
	bool below = pep440_cmp_text(span_of(version), asked) <= 0, best_below;

	if (!best)
		return version;
	best_below = pep440_cmp_text(span_of(best), asked) <= 0;
	if (below != best_below)
		return below ? version : best;
	return (pep440_cmp_text(span_of(version), span_of(best)) > 0) == below ? version : best;
}

static void check_companion(struct solve *s, struct specs *specs, const struct strings *wish,
	const char *name, bool vision)
{
	struct walk w = { .s = s };
	const struct build *b;
	const char *nearest = NULL;

	if (specs->n == 0)
		return;
	while ((b = next_build(&w))) {
		const char *version = vision ? b->torchvision : b->torchaudio;

		if (!version || strcmp(version, "none") == 0)
			continue;
		if (specs_take(specs, version))
			return;
		nearest = nearer(nearest, version, asked_version(specs));
	}
	add(s, CP113, name, wish->v[0], nearest);
	specs->n = 0;
}

int instead_solve(struct solve *s, struct err *e)
{
	int rc = check_torch(s, e);

	if (rc)
		return rc;
	check_cuda(s);
	check_channels(s);
	check_companion(s, &s->want.vision, &s->wish->torchvision, "torchvision", true);
	check_companion(s, &s->want.audio, &s->wish->torchaudio, "torchaudio", false);
	check_build(s);
	check_python(s);
	return 0;
}
