#include "check/bind.h"

#include <string.h>

#include "check/declared.h"
#include "check/installed_private.h"
#include "check/limits_private.h"
#include "fact/project.h"

enum { NAMED_MOST = 8 };

static void note(struct checkup *k, struct findings *to, struct phrase words)
{
	ARRAY_ADD(k->arena, *to) = (struct finding){ .words = words, .host = -1, .gpu = -1 };
}

static bool takes(const struct limit *l, size_t rank)
{
	return l->taken[rank / 64] >> rank % 64 & 1;
}

static bool takes_some(const uint64_t *have, const struct limit *l)
{
	for (size_t i = 0; i < LIMIT_WORDS; i++)
		if (have[i] & l->taken[i])
			return true;
	return false;
}

static size_t releases_of(const struct checkup *k)
{
	return k->c->releases.n < LIMIT_WORDS * 64 ? k->c->releases.n : LIMIT_WORDS * 64;
}

/* "vllm 0.10.2", and the line that names it */
static struct phrase decided_by(struct checkup *k, const struct limit *l, const char *first,
				const char *last)
{
	const struct origin *o = l->from ? &l->from->origin : NULL;
	struct phrase binds = PHRASE(k->arena, BINDS_TORCH, SAY(package, l->through),
				     SAY(first, first), SAY(last, first == last ? NULL : last));

	if (!o || !o->file || !o->line)
		return binds;
	return PHRASE(k->arena, IN_LINE_OF, SAY(file, o->file),
		      SAY(number, fact_number(k->arena, o->line)),
		      SAY_PHRASE(why, phrase_keep(k->arena, binds)));
}

static void tell_limit(struct checkup *k, const struct limit *l, struct bound *ret)
{
	size_t n = releases_of(k), first = n, last = n, taken = 0;

	for (size_t i = 0; i < n; i++) {
		if (!takes(l, i))
			continue;
		first = first < n ? first : i;
		last = i;
		taken++;
	}
	if (taken == 0 || taken == n)
		return;
	note(k, last + 1 < n ? &ret->decided : &ret->wider,
	     decided_by(k, l, k->c->releases.v[first], k->c->releases.v[last]));
}

static bool is_pinned(struct checkup *k, const struct limit *l)
{
	return !l->from || limits_is_closed(k, l->from);
}

/* torchvision, torchaudio: the resolver has a wish for each. */
static bool is_wished(const struct limit *l, struct wish *w)
{
	return l->from && wish_strings(w, l->from->name);
}

/* What leaves no torch is left out, and said; lines that are pinned bind in any case. */
static void take_limit(struct checkup *k, uint64_t *have, const struct limit *l, bool always,
		       struct wish *w, struct bound *ret)
{
	if (!l->through || is_wished(l, w))
		return;
	if (!always && !takes_some(have, l)) {
		note(k, &ret->decided, PHRASE(k->arena, TAKES_NO_SUCH_TORCH,
					      SAY(package, l->through)));
		return;
	}
	for (size_t i = 0; i < LIMIT_WORDS; i++)
		have[i] &= l->taken[i];
	tell_limit(k, l, ret);
}

static bool is_line(struct checkup *k, const struct env_declared *d)
{
	if (d->kind == DECLARED_SPEC)
		return d->parsed && d->name && !d->group;
	return d->kind == DECLARED_REQUIREMENT &&
	       declared_applies(k->arena, d, k->python, k->platform);
}

/* What is no package of Python's, or is torch's own. */
static bool is_ground(const struct checkup *k, const struct env_declared *d)
{
	static const char *const names[] = {
		"python", "pip", "setuptools", "wheel", "pytorch-mutex",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(d->name, names[i]) == 0)
			return true;
	return project_is_torch(d->name) || declared_names_cuda(d) ||
	       strcmp(d->name, "torchvision") == 0 || strcmp(d->name, "torchaudio") == 0 ||
	       shelf_uses_cuda(k->shelf, d->name);
}

static bool is_bound(const struct limits *l, const struct env_declared *d)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i].from == d)
			return true;
	return false;
}

static void tell_not_judged(struct checkup *k, const struct limits *l, struct bound *ret)
{
	const char *text = NULL;
	size_t n = 0;

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (!is_line(k, d) || is_ground(k, d) || is_bound(l, d))
			continue;
		if (n++ < NAMED_MOST)
			text = arena_printf(k->arena, "%s%s%s", text ? text : "",
					    text ? ", " : "", d->name);
	}
	if (n)
		note(k, &ret->decided, PHRASE(k->arena, LINES_NOT_JUDGED, SAY(list, text),
			SAY(more, n > NAMED_MOST ? fact_number(k->arena, n - NAMED_MOST) : NULL)));
}

static struct limits of_installed(struct checkup *k)
{
	struct limits ret = { 0 };

	for (size_t i = 0; i < k->env->packages.n; i++)
		limits_add_installed(k, &ret, &k->env->packages.v[i]);
	return ret;
}

static const struct strings *releases_in(struct checkup *k, const uint64_t *have)
{
	struct strings *ret = arena_new(k->arena, struct strings);

	*ret = (struct strings){ 0 };
	for (size_t i = 0; i < releases_of(k); i++)
		if (have[i / 64] >> i % 64 & 1)
			strings_add(k->arena, ret, k->c->releases.v[i]);
	return ret;
}

static bool is_none(const uint64_t *have)
{
	for (size_t i = 0; i < LIMIT_WORDS; i++)
		if (have[i])
			return false;
	return true;
}

/* Names the smallest set, where the requirements' own check has named none. */
static void tell_conflict(struct checkup *k, const struct limits *lines)
{
	struct limits pinned = { 0 };

	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].what.code == CP218)
			return;
	for (size_t i = 0; i < lines->n; i++)
		if (is_pinned(k, &lines->v[i]))
			ARRAY_ADD(k->arena, pinned) = lines->v[i];
	(void)limits_conflict(k, &pinned);
}

void bind_wish(struct checkup *k, struct wish *w, struct bound *ret)
{
	uint64_t have[LIMIT_WORDS], any[LIMIT_WORDS];
	struct limits lines = limits_collect(k, LIMITS_KNOWN), there = of_installed(k);

	memset(have, 0xff, sizeof have);
	memcpy(any, have, sizeof any);
	*ret = (struct bound){ 0 };
	for (size_t i = 0; i < lines.n; i++)
		if (is_pinned(k, &lines.v[i]))
			take_limit(k, have, &lines.v[i], true, w, ret);
	for (size_t i = 0; i < lines.n; i++)
		if (!is_pinned(k, &lines.v[i]))
			take_limit(k, have, &lines.v[i], false, w, ret);
	for (size_t i = 0; w->torch.n == 0 && i < there.n; i++)
		take_limit(k, have, &there.v[i], false, w, ret);
	tell_not_judged(k, &lines, ret);
	if (is_none(have))
		tell_conflict(k, &lines);
	if (memcmp(have, any, sizeof any) != 0)
		w->torch_among = releases_in(k, have);
}
