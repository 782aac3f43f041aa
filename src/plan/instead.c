/* Wishes that cannot be had: why, and what is planned in their place. */
#include "know/matrix.h"
#include "plan/instead_private.h"
#include "plan/nearest_private.h"

static void contradict(struct solve *s, const char *what, const char *asked, const char *beside)
{
	struct instead *i = instead_add(s, CP113, what, asked, NULL);

	i->why = INSTEAD_CONTRADICTS;
	i->beside = beside;
	s->contradiction = true;
}

/* False: no version at all can be what is asked for. */
static bool can_be(struct solve *s, const struct specs *specs, const struct strings *texts,
	const char *what)
{
	if (specs->n == 0 || pep440_sets_some(s->arena, specs->v, specs->n))
		return true;
	contradict(s, what, strings_joined(s->arena, texts, ","), NULL);
	return false;
}

/* The least that may be what is asked for is newer (way 1) or older (-1) than the known one. */
static bool asks_beyond(const struct solve *s, const struct specs *specs, const char *known,
	int way)
{
	const char *least = pep440_sets_some(s->arena, specs->v, specs->n);

	return known && least && pep440_cmp_text(span_of(least), span_of(known)) * way > 0;
}

/* Whatever its label asks for: "2.13.0+cu128" is of a release that is known. */
static bool release_exists(const struct solve *s)
{
	struct span version = nearest_asked(&s->want.torch);

	return ANY(x, s->c->releases, s->want.torch.local ?
		   pep440_cmp_text(span_of(*x), version) == 0 : specs_take(&s->want.torch, *x));
}

/* On the platform, also where only another installer has it; or on others, for the CUDA. */
static bool torch_is_there(struct solve *s, bool elsewhere)
{
	EACH(const struct platform_builds, p, s->c->platforms) {
		bool in = elsewhere ? p != s->p : !s->p || p == s->p;

		if (in && ANY(b, LIST(p->v, p->n), want_torch(&s->want, b) &&
			      (!elsewhere || want_cuda(&s->want, b))))
			return true;
	}
	return false;
}

/* FINDING_NONE, or why it cannot be had: it never was, or not on this platform. */
static enum finding_code no_torch(struct solve *s)
{
	struct walk w = { .s = s };
	const struct build *b;

	while ((b = walk_next(&w)))
		if (want_torch(&s->want, b))
			return FINDING_NONE;
	if (s->want.torch.local || !release_exists(s))
		return CP113;
	return !s->p || torch_is_there(s, false) ? FINDING_NONE : CP107;
}

static const char *local_of(const struct specs *specs, struct arena *a)
{
	for (size_t i = 0; i < specs->n; i++)
		for (size_t k = 0; k < specs->v[i].n; k++)
			if (specs->v[i].v[k].v.local.n)
				return arena_span(a, specs->v[i].v[k].v.local);
	return NULL;
}

/* The CUDA of a local version that does not exist either: "2.13.0+cu133". */
static const char *take_local(struct solve *s, const char *local, const char *release, bool *beyond)
{
	size_t last = s->c->cudas.n;
	struct cuda_version cuda;

	if (s->want.cuda || !local || !cuda_version_parse(span_of(local), &cuda))
		return release;
	*beyond |= last && pair_of(cuda) > s->c->cudas.v[last - 1].cuda;
	s->want.cuda = nearest_cuda(s, pair_of(cuda));
	return arena_printf(s->arena, "%s+cu%u%u", release, s->want.cuda / 100,
			    s->want.cuda % 100);
}

/* "==2.15.0rc1", "==2.15.0.dev20260901" */
static bool asks_preview(const struct specs *specs)
{
	for (size_t i = 0; i < specs->n; i++)
		for (size_t k = 0; k < specs->v[i].n; k++)
			if (pep440_is_pre(&specs->v[i].v[k].v))
				return true;
	return false;
}

/*
 * Takes the nearest release that there is, before all one that runs: certain ones first, and of
 * each kind those with machine code.
 */
static int replace_torch(struct solve *s, enum finding_code code, struct err *e)
{
	struct specs *specs = &s->want.torch;
	struct span version = nearest_asked(specs);
	const char *local = local_of(specs, s->arena), *nearest = NULL, *exists;
	bool known = release_exists(s);
	size_t n = s->c->releases.n;
	bool newer = n && asks_beyond(s, specs, s->c->releases.v[n - 1], 1);
	bool older = n && !newer && !known && asks_beyond(s, specs, s->c->releases.v[0], -1);
	bool beyond = newer || older;
	bool whole = whole_lists(s, COVERAGE_VARIANTS), preview = asks_preview(specs);
	struct instead *i;
	int rc;

	exists = nearest_release(s, version);
	if (!exists)
		return 0;
	for (unsigned way = 0; way < 4 && !nearest; way++) {
		s->judge.sure = way < 2 ? SURE_CERTAIN : SURE_ANY;
		nearest = nearest_that_runs(s, version, way % 2 == 0, e);
	}
	s->judge.sure = SURE_ANY;
	if (!nearest || strcmp(nearest, exists) == 0) {
		nearest = exists;
		exists = NULL;
	}
	rc = nearest_set_torch(s, nearest, e);
	if (rc)
		return rc;
	nearest = take_local(s, local, nearest, &beyond);
	i = instead_add(s, code, "torch", strings_joined(s->arena, &s->wish->torch, ","), nearest);
	i->exists = exists;
	if (preview) {
		i->code = CP109;
		i->why = INSTEAD_OUTSIDE;
	} else if (beyond) {
		instead_beyond(s, i);
		i->older = older;
	}
	if (known)
		instead_unknown(s, i, local ? whole_lists(s, COVERAGE_VARIANTS) : whole);
	return 0;
}

/* "torch==2.1.0+cu118" beside --cuda 12.1 */
static bool labels_agree(struct solve *s)
{
	const char *local = local_of(&s->want.torch, s->arena);
	struct cuda_version cuda;
	bool cpu = local && strcmp(local, "cpu") == 0;

	if (!local || (s->want.cuda == 0 && !s->want.cpu) || s->want.runtime ||
	    (!cpu && !cuda_version_parse(span_of(local), &cuda)))
		return true;
	if (cpu ? s->want.cpu :
		  !s->want.cpu && want_cuda(&s->want, &(struct build){ .cuda = cuda }))
		return true;
	contradict(s, "torch", strings_joined(s->arena, &s->wish->torch, ","), s->wish->cuda);
	return false;
}

static int check_torch(struct solve *s, struct err *e)
{
	enum finding_code code = s->want.torch.n ? no_torch(s) : FINDING_NONE;

	return code == FINDING_NONE || instead_refused(s) ? 0 : replace_torch(s, code, e);
}

/* --cuda 535 */
static int refuse_driver_number(const struct solve *s, struct err *e)
{
	struct span text = span_of(s->wish->cuda);
	uint64_t number;

	if (!span_take_u64(&text, &number) || number > 9999 ||
	    !catalogue_branch_no(s->c, (int)number))
		return 0;
	return err_set(e, ERR_USAGE, "CUDA %s: that is the number of a driver", s->wish->cuda);
}

static const char *cuda_asked(struct solve *s)
{
	return s->want.any_minor ? arena_printf(s->arena, "%u.x", s->want.cuda / 100)
				 : pair_text(s->arena, s->want.cuda);
}

/* Machines without a GPU get builds for the CPU; `said`: why it cannot be had is said already. */
static void check_cuda_without_gpu(struct solve *s, bool said)
{
	if (!s->want.cuda || s->scene.has_gpu || !s->p || instead_refused(s))
		return;
	if (!said)
		instead_add(s, CP009, "cuda", cuda_asked(s), "cpu")->why = INSTEAD_NO_GPU;
	s->want.cuda = 0;
	s->want.any_minor = false;
}

static void check_cuda(struct solve *s)
{
	struct walk w = { .s = s };
	size_t last = s->c->cudas.n;
	pair_t asked = s->want.cuda, nearest, exists;
	const struct build *b;
	struct instead *i;

	if (asked == 0)
		return;
	while ((b = walk_next(&w)))
		if (want_torch(&s->want, b) && want_cuda(&s->want, b))
			return;
	if (instead_refused(s))
		return;
	nearest = nearest_cuda(s, asked);
	exists = nearest_cuda_known(s, asked, false);
	i = instead_add(s, s->p && torch_is_there(s, true) ? CP107 : CP113, "cuda", cuda_asked(s),
		nearest ? pair_text(s->arena, nearest) : NULL);
	if (exists != nearest)
		i->exists = pair_text(s->arena, exists);
	if (last && asked > s->c->cudas.v[last - 1].cuda)
		instead_beyond(s, i);
	/* A toolkit of it was made: "12.7" never was one. */
	else if (ANY(x, s->c->cudas,
		     x->cuda == asked || (s->want.any_minor && x->cuda / 100 == asked / 100)))
		instead_unknown(s, i, whole_lists(s, COVERAGE_VARIANTS));
	s->want.cuda = nearest;
	s->want.any_minor = false;
}

static void check_build(struct solve *s)
{
	struct walk w = { .s = s };
	const struct build *b;

	if (!s->want.build)
		return;
	while ((b = walk_next(&w)))
		if (want_allows(&s->want, b))
			return;
	if (instead_refused(s))
		return;
	instead_unknown(s, instead_add(s, CP113, "build", s->want.build, NULL),
		    whole_lists(s, COVERAGE_BUILDS));
	s->want.build = NULL;
}

/*
 * Leaves of the installers asked for those that serve the Python; one of them takes the channels,
 * which say nothing to the others.
 */
static bool installers_know(struct solve *s)
{
	const bool *by = s->want.by_channel;
	const char *all = "";
	bool some = false;
	size_t n = 0;

	if (s->wish->n_installers == 0)
		return true;
	for (size_t i = 0; i < s->n_installers; i++) {
		enum installer one = s->installers[i];

		some |= (!by[0] && !by[1]) || by[installer_manager(one)];
		all = arena_printf(s->arena, "%s%s%s", all, i ? ", " : "", installer_name(one));
		if (installer_serves(one, s->want.python))
			s->installers[n++] = one;
	}
	if (n == 0 || !some)
		contradict(s, some ? "python" : "channel",
			   some ? python_said(s->arena, s->want.python) :
				  strings_joined(s->arena, &s->wish->channels, ","), all);
	s->n_installers = n;
	return n > 0 && some;
}

/* The torch that a companion goes with, wherever there is such a build; NULL: not known. */
static const char *torch_of(const struct solve *s, const struct specs *specs, bool vision)
{
	EACH(const struct platform_builds, p, s->c->platforms)
		for (size_t i = 0; i < p->n; i++) {
			const char *v = vision ? p->v[i].torchvision : p->v[i].torchaudio;

			if (v && specs_take(specs, v))
				return p->v[i].torch;
		}
	return NULL;
}

static const char *nearest_among(const struct strings *versions, struct span asked)
{
	const char *ret = NULL;

	for (size_t i = 0; i < versions->n; i++)
		ret = nearest_of_two(ret, versions->v[i], asked);
	return ret;
}

/* The nearest of the versions that is a plan, as sure as that; NULL: none is. */
static const char *companion_planned(struct solve *s, struct specs *specs,
	const struct strings *versions, enum judge_sure sure, struct err *e)
{
	struct span asked = nearest_asked(specs);
	struct strings left = { 0 };
	const char *ret;

	strings_add_all(s->arena, &left, versions);
	s->judge.sure = sure;
	while ((ret = nearest_among(&left, asked))) {
		if (nearest_pin(s->arena, specs, ret, e) == 0 && nearest_is_plan(s, false))
			break;
		for (size_t i = 0; i < left.n; i++)
			if (left.v[i] == ret)
				left.v[i--] = left.v[--left.n];
	}
	s->judge.sure = SURE_ANY;
	return ret;
}

/* The nearest that is a plan is asked for instead; where none is, nothing. */
static int take_companion(struct solve *s, struct specs *specs, const struct strings *versions,
	const char **ret, struct err *e)
{
	const struct specs asked = *specs;
	const char *planned = companion_planned(s, specs, versions, SURE_CERTAIN, e);

	if (!planned) {
		*specs = asked;
		planned = companion_planned(s, specs, versions, SURE_ANY, e);
	}
	*ret = planned ? planned : nearest_among(versions, nearest_asked(&asked));
	return nearest_pin(s->arena, specs, planned, e);
}

static int check_companion(struct solve *s, struct specs *specs, const struct strings *wish,
	const char *name, bool vision, struct err *e)
{
	struct walk w = { .s = s };
	const struct build *b;
	struct strings all = { 0 }, beside = { 0 };
	const char *nearest, *newest = NULL;
	struct specs asked = *specs;
	struct instead *i;
	int rc;

	if (specs->n == 0)
		return 0;
	while ((b = walk_next(&w))) {
		const char *version = vision ? b->torchvision : b->torchaudio;

		if (want_other(&s->want, b, vision))
			return 0;
		if (!version || strcmp(version, "none") == 0)
			continue;
		if (specs_take(specs, version))
			return 0;
		strings_add_once(s->arena, &all, version);
		if (want_torch(&s->want, b) && want_cuda(&s->want, b))
			strings_add_once(s->arena, &beside, version);
		if (!newest || pep440_cmp_text(span_of(newest), span_of(version)) < 0)
			newest = version;
	}
	if (instead_refused(s))
		return 0;
	rc = take_companion(s, specs, beside.n ? &beside : &all, &nearest, e);
	if (rc)
		return rc;
	i = instead_add(s, CP113, name, strings_joined(s->arena, wish, ","), nearest);
	if (asks_beyond(s, &asked, newest, 1))
		instead_beyond(s, i);
	i->belongs = torch_of(s, &asked, vision);
	if (all.n || !s->p) {
		instead_withdrawn(s, i, &asked);
		return 0;
	}
	instead_unknown(s, i, false);
	i->platform = s->p->platform;
	return 0;
}

int instead_solve(struct solve *s, struct err *e)
{
	bool can = can_be(s, &s->want.torch, &s->wish->torch, "torch") && labels_agree(s);
	size_t n;
	int rc;
	const struct strings *names;

	can &= can_be(s, &s->want.vision, &s->wish->torchvision, "torchvision");
	can &= can_be(s, &s->want.audio, &s->wish->torchaudio, "torchaudio");
	can &= installers_know(s);
	if (!can)
		return 0;
	rc = s->wish->cuda ? refuse_driver_number(s, e) : 0;
	if (rc == 0)
		rc = check_torch(s, e);
	if (rc)
		return rc;
	n = s->instead.n;
	check_cuda(s);
	check_cuda_without_gpu(s, s->instead.n > n);
	/* A channel that nobody knows, or not on this platform: said so, and planned without it. */
	names = &s->wish->channels;
	for (size_t i = 0; i < names->n && !s->want.by_channel[0] && !s->want.by_channel[1]; i++) {
		struct instead *had;

		if (span_find(span_of(names->v[i]), "nvidia") >= 0 || instead_refused(s))
			continue;
		had = instead_add(s, CP109, "channel", names->v[i], NULL);
		had->date = s->c->matrix ? matrix_date(s->c->matrix) : NULL;
		if (s->p && whole_has_channel(names->v[i]))
			had->platform = s->p->platform;
	}
	rc = check_companion(s, &s->want.vision, &s->wish->torchvision, "torchvision", true, e);
	if (rc == 0)
		rc = check_companion(s, &s->want.audio, &s->wish->torchaudio, "torchaudio", false,
				     e);
	if (rc)
		return rc;
	check_build(s);
	instead_python(s);
	exclude_solve(s);
	return 0;
}
