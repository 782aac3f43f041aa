/*
 * Extensions that no plan has together: the smallest set of them, what else would help, and the
 * plan without one of the set that comes first.
 */
#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"
#include "know/extension.h"
#include "plan/change_private.h"
#include "plan/extend.h"
#include "plan/instead_private.h"
#include "plan/nearest_private.h"

/* The best plan of any installer with those extensions; 0: there is none, or several platforms. */
static key_t64 best_with(struct solve *s, unsigned on, bool cpu)
{
	struct want want = s->want;
	key_t64 key = 0;
	struct judge j;
	size_t build;

	if (!s->p)
		return 0;
	want.extend_on = on;
	j = judge_again(&s->judge, &s->scene, &want);
	j.cpu = cpu;
	for (size_t i = 0; i < s->n_installers; i++)
		(void)rank_best(&j, installer_manager(s->installers[i]), &build, &key);
	return key;
}

/* Of what conda-forge has of it the matrix has nothing. */
static bool is_only_wheels(const struct extend_wish *w)
{
	return !ANY(one, w->x->files, one->conda);
}

/*
 * One plan has them, or some of a split: of several machines those that can have it do, as they
 * need not share one environment. Without any wish that is as well for the GPUs of one machine.
 */
static bool serves(struct solve *s, unsigned on, bool cpu)
{
	unsigned before = s->want.extend_on;
	bool ret = best_with(s, on, cpu);

	if (ret || cpu != s->cpu || (on && s->scene.hosts->n == 1))
		return ret;
	s->want.extend_on = on;
	ret = split_serves_some(s);
	s->want.extend_on = before;
	return ret;
}

/* The smallest set of those that nothing has; 0: none, or there is nothing without them either. */
static unsigned smallest(struct solve *s, unsigned on, bool cpu)
{
	if (!serves(s, 0, cpu))
		return 0;
	for (int size = 1; size <= __builtin_popcount(on); size++)
		for (unsigned set = 1; set <= on; set++)
			if ((set & ~on) == 0 && __builtin_popcount(set) == size &&
			    !serves(s, set, cpu))
				return set;
	return 0;
}

/* The one of the set without which the rest has the best plan; the last where all are alike. */
static unsigned cheapest(struct solve *s, unsigned on, unsigned set, bool cpu)
{
	unsigned ret = 0;
	key_t64 best = 0;

	for (size_t i = 0; i < s->want.extend->n; i++) {
		key_t64 key = set >> i & 1 ? best_with(s, on & ~(1u << i), cpu) : 0;

		if (set >> i & 1 && (!ret || key >= best)) {
			ret = 1u << i;
			best = key;
		}
	}
	return ret;
}

struct phrase extend_words(struct solve *s, unsigned set)
{
	struct phrase ret = { 0 };

	for (size_t i = 0; i < s->want.extend->n; i++) {
		const struct extend_wish *w = &s->want.extend->v[i];

		if (set >> i & 1)
			ret = phrase_append(s->arena, FORM_LIST_AND, ret, *w->asked ?
				PHRASE(s->arena, WISH_SPEC, SAY(name, w->name),
				       SAY(spec, w->asked)) :
				PHRASE(s->arena, WISH_NAME, SAY(name, w->name)));
	}
	return ret;
}

static void tell(struct solve *s, unsigned set, unsigned out)
{
	const struct extend_wish *w = &s->want.extend->v[__builtin_ctz(out)];
	unsigned others = set & ~out;

	ARRAY_ADD(s->arena, s->instead) = (struct instead){
		.code = wished_manager(s, MANAGER_PIP) || !is_only_wheels(w) ? CP112 : CP109,
		.what = w->name, .asked = w->asked, .why = INSTEAD_NO_WHEEL,
		.others = others ? extend_words(s, others) : (struct phrase){ 0 },
		.date = s->c->matrix ? matrix_date(s->c->matrix) : NULL,
	};
}

void extend_settle(struct solve *s, bool cpu)
{
	unsigned on = s->want.extend_on, set;

	if (serves(s, on, cpu))
		return;
	for (size_t i = 0; s->p && i < s->n_installers && cpu == s->cpu; i++)
		change_solve(s, s->installers[i], 0);
	while (on && !serves(s, on, cpu) && (set = smallest(s, on, cpu))) {
		unsigned out = cheapest(s, on, set, cpu);

		tell(s, set, out);
		on &= ~out;
	}
	EACH(struct change, c, s->changes)
		if (on != s->want.extend_on && c->kind != CHANGE_WITHOUT)
			c->with = extend_words(s, s->want.extend_on & ~on);
	s->want.extend_on = on;
}

/* In its place the nearest version of which there is a wheel; none: it stays, and has none. */
static int replace(struct solve *s, struct extend_wish *w, const struct specs *asked,
	struct err *e)
{
	const char *nearest = NULL;

	for (size_t i = 0; i < w->x->files.n; i++)
		nearest = nearest_of_two(nearest, w->x->files.v[i].version, nearest_asked(asked));
	if (!nearest)
		return 0;
	ARRAY_ADD(s->arena, s->instead) = (struct instead){
		.code = CP109, .what = w->name, .asked = w->asked, .nearest = nearest,
		.why = INSTEAD_UNKNOWN, .date = s->c->matrix ? matrix_date(s->c->matrix) : NULL };
	instead_withdrawn(s, &s->instead.v[s->instead.n - 1], asked);
	return extend_pin(s->arena, s->c, s->want.extend, w, nearest, e);
}

/* Where others of a platform tell the torch that they are bound to, one that does not fits none. */
static void drop_unbound(struct extend_wish *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++)
		if (w->v[i].f->torch ||
		    !ANY(x, *w,
			 strcmp(x->f->platform, w->v[i].f->platform) == 0 && x->f->torch &&
				 strncmp(x->f->torch, "==", 2) == 0))
			w->v[n++] = w->v[i];
	w->n = n;
}

/* Of thousands of files few go with a torch. */
static void sort_by_rank(struct arena *a, const struct catalogue *c, struct extend_wish *w)
{
	size_t next[EXTEND_RANKS * 64 + 1] = { 0 }, n = 0;

	w->with = arena_array(a, c->platforms.n, sizeof *w->with);
	w->arena = a;
	for (size_t i = 0; i < w->n; i++)
		for (size_t k = 0; k < EXTEND_RANKS; k++)
			for (uint64_t left = w->v[i].taken[k]; left; left &= left - 1)
				next[k * 64 + (size_t)__builtin_ctzll(left)]++;
	for (size_t rank = 0; rank <= EXTEND_RANKS * 64; rank++) {
		w->first[rank] = n;
		n += next[rank];
		next[rank] = w->first[rank];
	}
	w->of_rank = arena_array(a, n, sizeof *w->of_rank);
	for (size_t i = 0; i < w->n; i++)
		for (size_t k = 0; k < EXTEND_RANKS; k++)
			for (uint64_t left = w->v[i].taken[k]; left; left &= left - 1)
				w->of_rank[next[k * 64 + (size_t)__builtin_ctzll(left)]++] =
					&w->v[i];
}

int extend_take(struct solve *s, struct err *e)
{
	struct extend *x;
	int rc = extend_make(s->arena, s->c, s->wish, &x, e);

	if (rc)
		return rc;
	s->want.extend = x;
	s->want.extend_on = (1u << x->n) - 1;
	for (size_t i = 0; rc == 0 && i < x->n; i++) {
		struct specs asked;

		if (x->v[i].n == 0)
			rc = specs_parse(s->arena, x->v[i].name, &s->wish->extensions.v[i].specs,
					 &asked, e);
		if (rc == 0 && x->v[i].n == 0)
			rc = replace(s, &x->v[i], &asked, e);
		if (rc == 0)
			drop_unbound(&x->v[i]);
		if (rc == 0)
			sort_by_rank(s->arena, s->c, &x->v[i]);
	}
	return rc;
}

/* The least GPU that the version serves, where one of those that are planned for is older. */
static const char *too_new_for_gpus(struct solve *s, const struct extension *x)
{
	EACH(const struct extension_gpu, g, x->gpus) {
		struct sm least;

		if (!sm_parse(span_of(g->sm), &least) ||
		    (*g->platform != '*' && strcmp(g->platform, s->p->platform) != 0) ||
		    (*g->versions != '*' && !extend_set_takes(s->arena, g->versions, x->source)))
			continue;
		for (size_t k = 0; k < s->scene.atoms.n; k++)
			if (s->scene.atoms.v[k].sm.major &&
			    sm_cmp(s->scene.atoms.v[k].sm, least) < 0)
				return g->sm;
		return NULL;
	}
	return NULL;
}

/* "python", "nothing"; NULL: code. */
static const char *made_of_source(const struct extension *x, const char *platform)
{
	return FIRST_TELLS(one, x->makes, *one->platform == '*' ||
		strcmp(one->platform, platform) == 0, one->makes, NULL);
}

static struct phrase source_words(struct solve *s, const struct extension *x,
	const struct build *b)
{
	const char *limit = too_new_for_gpus(s, x), *makes = made_of_source(x, b->platform);
	char cuda[CUDA_TEXT];
	struct sm sm;

	if (makes && strcmp(makes, "python") == 0)
		return PHRASE(s->arena, SOURCE_OF_PYTHON, SAY(package, x->name),
			      SAY(version, x->source));
	if (makes)
		return PHRASE(s->arena, SOURCE_OF_NOTHING, SAY(package, x->name),
			      SAY(version, x->source),
			      SAY(os, platform_words(b->platform)));
	if (limit && sm_parse(span_of(limit), &sm))
		return PHRASE(s->arena, SOURCE_OF_NO_USE, SAY(package, x->name),
			      SAY(version, x->source),
			      SAY(limit, sm_said(s->arena, sm)));
	return PHRASE(s->arena, SOURCE_BUILD, SAY(package, x->name), SAY(version, x->source),
		      SAY(cuda, arena_str(s->arena, cuda_version_text(b->cuda, cuda))));
}

void extend_tell_source(struct solve *s)
{
	EACH(struct plan, p, s->plans)
		for (size_t i = 0; p->build->cuda.major && i < s->instead.n; i++)
			EACH(const struct extend_wish, w, *s->want.extend)
				if (s->instead.v[i].why == INSTEAD_NO_WHEEL && w->x->source &&
				    strcmp(s->instead.v[i].what, w->x->name) == 0)
					findings_note(s->arena, &p->notes,
						      source_words(s, w->x, p->build));
}
