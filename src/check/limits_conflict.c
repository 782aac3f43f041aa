/* Which requirements cannot hold together: the smallest set, against the builds that there are. */
#include <string.h>

#include "check/checks_private.h"
#include "check/find_private.h"
#include "check/limits_private.h"
#include "fact/build.h"
#include "know/matrix.h"

/* Sets of up to three are looked for among that many lines; above, and beyond three, a set of which
 * no line can be left out. */
enum { LINES_OF_THREES = 64 };

static bool releases_hold(const struct limit *const *v, size_t n)
{
	for (size_t i = 0; i < LIMIT_WORDS; i++) {
		uint64_t all = ~0ULL;

		for (size_t k = 0; k < n; k++)
			all &= v[k]->taken[i];
		if (all)
			return true;
	}
	return false;
}

/* The place of its torch among the releases: neighbours share it. */
static size_t place_of(const struct checkup *k, const struct build *b, size_t last)
{
	size_t i = last;

	if (i < k->c->releases.n && strcmp(k->c->releases.v[i], b->torch) == 0)
		return i;
	for (i = 0; i < k->c->releases.n && strcmp(k->c->releases.v[i], b->torch) != 0;)
		i++;
	return i;
}

static bool takes_build(const struct limit *l, const struct build *b, size_t release,
			struct python_set *pythons)
{
	pair_t cuda = pair_of(b->cuda);

	if (release >= LIMIT_WORDS * 64 || !(l->taken[release / 64] >> release % 64 & 1))
		return false;
	if (l->cuda && l->cuda != cuda && (l->cuda % 100 || l->cuda / 100 != cuda / 100))
		return false;
	if (!python_set_empty(l->pythons))
		*pythons = python_set_both(*pythons, l->pythons);
	return !python_set_empty(*pythons);
}

static bool build_holds(const struct build *b, size_t release, const struct limit *const *v,
			size_t n)
{
	struct python_set pythons = b->pythons;

	if (python_set_empty(pythons))
		pythons = (struct python_set){ ~0u, ~0u };
	for (size_t i = 0; i < n; i++)
		if (!takes_build(v[i], b, release, &pythons))
			return false;
	return true;
}

static bool is_of_torch(const struct limit *const *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (v[i]->cuda || v[i]->never || !python_set_empty(v[i]->pythons))
			return false;
	return true;
}

static bool is_of_conda(const struct limit *l)
{
	return l->from && l->from->kind == DECLARED_SPEC;
}

/* What CUDA a release has is a matter of the index, its Pythons are those of PyPI. */
static bool release_is_whole(const struct checkup *k, bool conda, bool cuda, int rank)
{
	static const char *const channels[] = { CHANNEL_PYTORCH, CHANNEL_CONDA_FORGE,
						CHANNEL_DEFAULTS };

	for (size_t i = 0; conda && i < sizeof channels / sizeof *channels; i++)
		if (check_conda_serves(k, channels[i]) &&
		    catalogue_coverage(k->c, channels[i], k->platform, rank) < COVERAGE_BUILDS)
			return false;
	if (conda)
		return true;
	return cuda ? catalogue_coverage(k->c, CHANNEL_PYTORCH_INDEX, k->platform, rank) >=
			      COVERAGE_VARIANTS :
		      catalogue_coverage(k->c, CHANNEL_PYPI, k->platform, rank) >= COVERAGE_BUILDS;
}

/* A build that is not known is not there: the lists of the releases that all take are whole. */
static bool lists_are_whole(const struct checkup *k, const struct limit *const *v, size_t n)
{
	bool conda = false, cuda = false;

	for (size_t i = 0; i < n; i++) {
		if (v[i]->never)
			return true;
		conda |= is_of_conda(v[i]);
		cuda |= v[i]->cuda != 0;
	}
	for (size_t r = 0; r < k->c->releases.n && r < LIMIT_WORDS * 64; r++) {
		bool all = true;

		for (size_t i = 0; i < n; i++)
			all &= v[i]->taken[r / 64] >> r % 64 & 1;
		if (all && !release_is_whole(k, conda, cuda, (int)r + 1))
			return false;
	}
	return true;
}

static bool builds_hold(struct checkup *k, const struct limit *const *v, size_t n)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	size_t release = 0;

	if (!releases_hold(v, n))
		return false;
	if (is_of_torch(v, n) || !p)
		return true;
	for (size_t i = 0; i < p->n; i++) {
		release = place_of(k, &p->v[i], release);
		if (build_holds(&p->v[i], release, v, n))
			return true;
	}
	return !lists_are_whole(k, v, n);
}

/* "torch==2.5.1, vllm 0.10.2 asks for torch==2.8.0": all but the last two in the first. */
static struct phrase exclude_words(struct checkup *k, const struct limit *const *v, size_t n,
				   bool torch)
{
	struct phrase first = *limit_words(k->arena, v[0]);
	const struct phrase *last = limit_words(k->arena, v[n - 1]), *middle;

	for (size_t i = 1; i + 2 < n; i++)
		first = PHRASE(k->arena, LIMITS_BOTH,
			       SAY_PHRASE(limit, phrase_keep(k->arena, first)),
			       SAY_PHRASE(second, limit_words(k->arena, v[i])));
	middle = n > 2 ? limit_words(k->arena, v[n - 2]) : last;
	if (!torch)
		return PHRASE(k->arena, LIMITS_EXCLUDE_BUILDS, SAY(platform, k->platform),
			      SAY_PHRASE(limit, phrase_keep(k->arena, first)),
			      SAY_PHRASE(second, middle),
			      SAY_PHRASE(third, n > 2 ? last : NULL));
	return PHRASE(k->arena, LIMITS_EXCLUDE, SAY_PHRASE(limit, phrase_keep(k->arena, first)),
		      SAY_PHRASE(second, middle), SAY_PHRASE(third, n > 2 ? last : NULL));
}

static struct phrase conflict_words(struct checkup *k, const struct limit *const *v, size_t n)
{
	const size_t releases = k->c->releases.n;
	const struct phrase *one = limit_words(k->arena, v[0]);

	if (n > 1)
		return exclude_words(k, v, n, is_of_torch(v, n) || !releases_hold(v, n));
	if (!is_of_torch(v, n))
		return PHRASE(k->arena, LIMIT_MET_BY_NO_BUILD, SAY_PHRASE(limit, one),
			      SAY(platform, k->platform));
	/* One that is older or newer than the matrix may exist all the same. */
	return PHRASE(k->arena, LIMIT_MET_BY_NONE, SAY_PHRASE(limit, one),
		      SAY(first, releases ? k->c->releases.v[0] : ""),
		      SAY(last, releases ? k->c->releases.v[releases - 1] : ""));
}

/* Whatever meets it is newer than the newest of the matrix: by now there may be one. */
static bool asks_newer(struct checkup *k, const struct limit *l)
{
	const char *least = NULL, *newest;

	for (size_t i = 0; i < l->any.n; i++) {
		least = pep440_sets_some(k->arena, &l->any.v[i], 1);
		newest = k->c->releases.n ? k->c->releases.v[k->c->releases.n - 1] : NULL;
		if (!least || !newest || pep440_cmp_text(span_of(least), span_of(newest)) <= 0)
			return false;
	}
	return l->any.n;
}

static void not_known_yet(struct checkup *k, const struct limit *l)
{
	const char *newest = k->c->releases.v[k->c->releases.n - 1];
	struct found *f = FIND(k, CP109, LIMIT_BEYOND_MATRIX, SAY_PHRASE(limit,
			       limit_words(k->arena, l)), SAY(last, newest),
			       SAY(date, k->c->matrix ? matrix_date(k->c->matrix) : NULL));

	f->asked = true;
	find_at(k, f, &l->from->origin);
}

static void conflict(struct checkup *k, const struct limit *const *v, size_t n)
{
	struct found *f;

	if (n == 1 && is_of_torch(v, n) && asks_newer(k, v[0])) {
		/* Of conda's channels check_conda.c says it. */
		if (!is_of_conda(v[0]))
			not_known_yet(k, v[0]);
		return;
	}
	f = find_new(k, CP218, conflict_words(k, v, n));
	f->asked = true;
	for (size_t i = 0; i < n; i++)
		find_at(k, f, &v[i]->from->origin);
	if (n > 1)
		FIND_ADVICE(k, f, LOOSEN_ONE);
	else if (is_of_torch(v, n))
		FIND_ADVICE(k, f, ASK_FOR_ONE_OF_THOSE);
	else
		FIND_ADVICE(k, f, ASK_FOR_ANOTHER);
}

/* A set of which every line is needed to exclude all builds. */
static void shrink(struct checkup *k, const struct limits *l)
{
	const struct limit **v = arena_array(k->arena, l->n, sizeof(const struct limit *));
	size_t n = l->n;

	for (size_t i = 0; i < n; i++)
		v[i] = &l->v[i];
	for (size_t i = n; i-- > 0 && n > 1;) {
		const struct limit *out = v[i];

		v[i] = v[n - 1];
		if (builds_hold(k, v, n - 1))
			v[i] = out;
		else
			n--;
	}
	conflict(k, v, n);
}

static bool tried(struct checkup *k, const struct limit *a, const struct limit *b,
		  const struct limit *c)
{
	const struct limit *v[] = { a, b, c };
	size_t n = c ? 3 : b ? 2 : 1;

	if (builds_hold(k, v, n))
		return false;
	conflict(k, v, n);
	return true;
}

/* Two lines about torch itself are the plainer answer. */
static bool pairs(struct checkup *k, const struct limits *l, bool torch)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t j = i + 1; j < l->n; j++) {
			const struct limit *v[] = { &l->v[i], &l->v[j] };

			if ((!torch || is_of_torch(v, 2)) && tried(k, v[0], v[1], NULL))
				return true;
		}
	return false;
}

static bool threes(struct checkup *k, const struct limits *l)
{
	for (size_t i = 0; i < l->n && l->n <= LINES_OF_THREES; i++)
		for (size_t j = i + 1; j < l->n; j++)
			for (size_t m = j + 1; m < l->n; m++)
				if (tried(k, &l->v[i], &l->v[j], &l->v[m]))
					return true;
	return false;
}

static bool is_of_extension(const struct limit *l)
{
	return l->cuda && l->through && l->from->name && strcmp(l->from->name, "torch") != 0;
}

/* Two wheels beside torch that were made with different minors of one CUDA. */
static bool differ_in_minor(const struct limits *l, const struct limit **one,
			    const struct limit **two)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t j = i + 1; j < l->n; j++)
			if (is_of_extension(&l->v[i]) && is_of_extension(&l->v[j]) &&
			    l->v[i].cuda / 100 == l->v[j].cuda / 100 && l->v[i].cuda % 100 &&
			    l->v[j].cuda % 100 && l->v[i].cuda != l->v[j].cuda) {
				*one = &l->v[i];
				*two = &l->v[j];
				return true;
			}
	return false;
}

/*
 * What is compiled with a minor of CUDA runs with the libraries of another of the same major:
 * docs.nvidia.com/deploy/cuda-compatibility, "Minor version compatibility".
 */
static bool holds_by_major(struct checkup *k, const struct limits *l)
{
	const struct limit **all = arena_array(k->arena, l->n ? l->n : 1, sizeof *all);
	const struct limit *one, *two;
	struct found *f;

	if (!differ_in_minor(l, &one, &two))
		return false;
	for (size_t i = 0; i < l->n; i++) {
		struct limit *loose = arena_new(k->arena, struct limit);

		*loose = l->v[i];
		if (is_of_extension(loose))
			loose->cuda = loose->cuda / 100 * 100;
		all[i] = loose;
	}
	if (!builds_hold(k, all, l->n))
		return false;
	f = FIND(k, CP216, WHEELS_OF_TWO_CUDAS, SAY(first, one->through),
		 SAY(have, pair_text(k->arena, one->cuda)), SAY(second, two->through),
		 SAY(need, pair_text(k->arena, two->cuda)));
	f->asked = true;
	f->severity = SEVERITY_WARNING;
	find_at(k, f, &one->from->origin);
	find_at(k, f, &two->from->origin);
	FIND_ADVICE(k, f, TAKE_WHEELS_OF_ONE_CUDA);
	return true;
}

static bool conflicts(struct checkup *k, const struct limits *l)
{
	const struct limit **all = arena_array(k->arena, l->n, sizeof(const struct limit *));

	for (size_t i = 0; i < l->n; i++)
		all[i] = &l->v[i];
	if (l->n == 0 || builds_hold(k, all, l->n) || holds_by_major(k, l))
		return false;
	for (size_t i = 0; i < l->n; i++)
		if (tried(k, &l->v[i], NULL, NULL))
			return true;
	if (!pairs(k, l, true) && !pairs(k, l, false) && !threes(k, l))
		shrink(k, l);
	return true;
}

/* torch from conda and torch from pip: CP205 says what comes of it; here each holds for its own. */
static bool is_twice(const struct limits *l)
{
	bool of[2] = { false, false };

	for (size_t i = 0; i < l->n; i++)
		if (!l->v[i].through && !l->v[i].place.form)
			of[is_of_conda(&l->v[i])] = true;
	return of[0] && of[1];
}

/* Those of one owner. */
static struct limits of_owner(struct checkup *k, const struct limits *l, bool conda)
{
	struct limits ret = { 0 };

	for (size_t i = 0; i < l->n; i++)
		if (is_of_conda(&l->v[i]) == conda)
			ARRAY_ADD(k->arena, ret) = l->v[i];
	return ret;
}

bool limits_conflict(struct checkup *k, const struct limits *l)
{
	struct limits conda, pip;

	if (!is_twice(l))
		return conflicts(k, l);
	conda = of_owner(k, l, true);
	pip = of_owner(k, l, false);
	return conflicts(k, &conda) || conflicts(k, &pip);
}
