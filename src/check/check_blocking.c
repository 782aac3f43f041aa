/* Which of the lines leave no build that runs: the smallest set of them. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"

enum { LINES_MOST = 12 };

struct lines {
	const struct env_declared *v[LINES_MOST];
	size_t n;
};

/* A line that the resolver takes as a wish. */
static bool matters(struct checkup *k, const struct env_declared *d)
{
	bool conda = d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group;

	if (!conda && !declared_applies(k->arena, d, k->python, k->platform))
		return false;
	if (conda ? !d->spec.f[CONDA_VERSION] : d->req.set.n == 0)
		return false;
	return span_in(span_of(d->name), "torch pytorch pytorch-gpu torchvision torchaudio "
					 "cudatoolkit pytorch-cuda cuda-version python");
}

/* Whether there is a plan with CUDA that meets the lines of the set, but for one. */
static bool solvable(struct checkup *k, const struct lines *set, const struct env_declared *but)
{
	struct env env = *k->env;
	struct wish w = { 0 };
	struct answer answer;

	memset(&env.declared, 0, sizeof env.declared);
	for (size_t i = 0; i < set->n; i++)
		if (set->v[i] != but)
			ARRAY_ADD(k->arena, env.declared) = *set->v[i];
	w.python = env.python ? k->python : declared_python(k->arena, &env);
	declared_wish(k->arena, &env, k->python, k->platform, &w);
	return cure_answer(k, &w, &answer) && cure_first(&answer);
}

static struct fact lines_fact(struct checkup *k, const struct lines *set)
{
	const char *text = set->v[0]->text, *last = set->v[set->n - 1]->text;

	for (size_t i = 1; i + 1 < set->n; i++)
		text = arena_printf(k->arena, "%s, %s", text, set->v[i]->text);
	if (set->n < 2)
		return (struct fact)SAY(lines, text);
	return (struct fact)SAY_PHRASE(lines, phrase_keep(k->arena,
		PHRASE(k->arena, LIST_AND, SAY(list, text), SAY(last, last))));
}

void check_blocking_lines(struct checkup *k, struct found *f)
{
	struct lines all = { .n = 0 }, set = { .n = 0 };
	bool each;

	for (size_t i = 0; i < k->env->declared.n && all.n < LINES_MOST; i++)
		if (matters(k, &k->env->declared.v[i]))
			all.v[all.n++] = &k->env->declared.v[i];
	if (all.n < 2 || !solvable(k, &set, NULL))
		return;
	for (size_t n = 0; n < all.n; n++) {
		struct lines one = { { all.v[n] }, 1 };

		if (!solvable(k, &one, NULL))
			set.v[set.n++] = all.v[n];
	}
	each = set.n > 0;
	if (!each) {
		set = all;
		/* What no line can be left out of without a plan coming back. */
		for (size_t m = set.n; m-- > 0;)
			if (!solvable(k, &set, set.v[m])) {
				set.n--;
				memmove(&set.v[m], &set.v[m + 1], (set.n - m) * sizeof *set.v);
			}
	}
	if (!each)
		FIND_MORE(k, f, LINES_CANNOT_HOLD, lines_fact(k, &set));
	else if (set.n == 1)
		FIND_MORE(k, f, LINE_RULES_OUT, lines_fact(k, &set));
	else
		FIND_MORE(k, f, LINES_RULE_OUT, lines_fact(k, &set));
	for (size_t i = 0; i < set.n; i++)
		find_at(k, f, &set.v[i]->origin);
}
