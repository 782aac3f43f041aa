/* Other packages and lines that bind torch, as wishes of the plan that is to cure. */
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

/* "r.txt:3: …" */
static struct phrase in_line_of(struct checkup *k, const struct limit *l, struct phrase what)
{
	const struct origin *o = l->from ? &l->from->origin : NULL;

	if (!o || !o->file || !o->line)
		return what;
	return PHRASE(k->arena, IN_LINE_OF, SAY(file, o->file),
		      SAY(number, fact_number(k->arena, o->line)),
		      SAY_PHRASE(why, phrase_keep(k->arena, what)));
}

/* The newest Python that any build has, and that is not young. */
static bool takes_newest_python(const struct checkup *k, const struct limit *l)
{
	struct python_set all = python_set_without(limits_all_pythons(k), k->c->young);

	return python_set_empty(l->pythons) || python_set_has(l->pythons, python_newest(all));
}

/* Several lines may ask for one CUDA; an option or an index that is named is stronger. */
static void take_cuda(struct checkup *k, const struct limit *l, struct wish *w, struct bound *ret)
{
	const char *cuda;

	if (l->cuda == 0 || w->cuda)
		return;
	cuda = l->cuda % 100 ? pair_text(k->arena, l->cuda) :
			       arena_printf(k->arena, "%u", l->cuda / 100);
	w->cuda = cuda;
	note(k, &ret->decided, in_line_of(k, l, PHRASE(k->arena, BINDS_CUDA,
		SAY(package, l->through), SAY(cuda, cuda))));
}

static void take_python(struct checkup *k, const struct limit *l, struct wish *w,
			struct bound *ret)
{
	struct python_set *among = &w->pythons_among;
	struct python_set plain = { l->pythons.gil, 0 };

	if (python_set_empty(l->pythons))
		return;
	*among = python_set_empty(*among) ? l->pythons : python_set_both(*among, l->pythons);
	if (l->said.form == FORM_LIMIT_OF_SPEC)
		return;
	note(k, takes_newest_python(k, l) ? &ret->wider : &ret->decided,
	     in_line_of(k, l, PHRASE(k->arena, BINDS_PYTHON, SAY(package, l->through),
				     SAY(list, python_set_text(k->arena, plain)))));
}

/* "vllm 0.10.2", and the line that names it */
static struct phrase decided_by(struct checkup *k, const struct limit *l, const char *first,
				const char *last)
{
	return in_line_of(k, l, PHRASE(k->arena, BINDS_TORCH, SAY(package, l->through),
				       SAY(first, first),
				       SAY(last, first == last ? NULL : last)));
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

/* What a wheel is for, and for which Pythons there are wheels, is known of all releases. */
static bool is_pinned(struct checkup *k, const struct limit *l)
{
	return !l->from || l->said.form || limits_is_closed(k, l->from);
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
	take_cuda(k, l, w, ret);
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
	       shelf_uses_cuda(k->shelf, d->name) ||
	       (shelf_knows_wheels(k->shelf, d->name) && !shelf_may_have(k->shelf, d->name));
}

static bool is_bound(const struct limits *l, const struct env_declared *d)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct env_declared *from = l->v[i].from;

		if (from == d || (from && from->name && strcmp(from->name, d->name) == 0))
			return true;
	}
	return false;
}

/* Names of lines, of which NAMED_MOST are said. */
struct named {
	const char *text;
	size_t n;
};

static void name_line(struct checkup *k, struct named *to, const char *name)
{
	if (to->n++ < NAMED_MOST)
		to->text = arena_printf(k->arena, "%s%s%s", to->text ? to->text : "",
					to->text ? ", " : "", name);
}

static void tell_named(struct checkup *k, const struct named *v, enum form form,
		       struct bound *ret)
{
	struct phrase words = PHRASE(k->arena, LINES_NOT_JUDGED, SAY(list, v->text),
		SAY(more, v->n > NAMED_MOST ? fact_number(k->arena, v->n - NAMED_MOST) : NULL));

	words.form = form;
	if (v->n)
		note(k, &ret->decided, words);
}

/* The newest release that the line takes has no wheel: "flash-attn 2.5.8"; NULL: it has one. */
static const char *of_source(struct checkup *k, const struct env_declared *d)
{
	const struct asks_python *last = NULL;

	if (d->kind != DECLARED_REQUIREMENT)
		return NULL;
	for (size_t i = 0; i < k->shelf->asks_python.n; i++) {
		const struct asks_python *a = &k->shelf->asks_python.v[i];

		if (strcmp(a->package, d->name) == 0 &&
		    (d->req.set.n == 0 || limits_set_takes(&d->req.set, a->version)) &&
		    (!last || pep440_cmp_text(span_of(last->version), span_of(a->version)) < 0))
			last = a;
	}
	return last && last->source_only && !declared_has_url(k->env, d->name) ?
		arena_printf(k->arena, "%s %s", last->package, last->version) : NULL;
}

static void tell_not_judged(struct checkup *k, const struct limits *l, const struct wish *w,
			    struct bound *ret)
{
	struct named unknown = { 0 }, compiled = { 0 };

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];
		const char *source;

		if (!is_line(k, d) || wish_extension(w, d->name))
			continue;
		source = of_source(k, d);
		if (source)
			name_line(k, &compiled, source);
		else if (!is_ground(k, d) && !is_bound(l, d))
			name_line(k, &unknown, d->name);
	}
	tell_named(k, &unknown, FORM_LINES_NOT_JUDGED, ret);
	tell_named(k, &compiled, FORM_LINES_COMPILED, ret);
}

static struct limits of_installed(struct checkup *k)
{
	struct limits ret = { 0 };

	for (size_t i = 0; i < k->env->packages.n; i++)
		limits_add_installed(k, &ret, &k->env->packages.v[i]);
	return ret;
}

/* Some release that the wish for torch takes will do. */
static bool meets_wish(struct checkup *k, const struct limit *l, const struct wish *w)
{
	struct pep440_set sets[LIMIT_WORDS];
	size_t n = 0;
	struct err e;

	for (size_t i = 0; i < w->torch.n && n < LIMIT_WORDS; i++)
		n += pep440_set_parse(k->arena, span_of(w->torch.v[i]), &sets[n], &e) == 0;
	for (size_t rank = 0; rank < releases_of(k); rank++) {
		bool all = takes(l, rank);

		for (size_t i = 0; i < n && all; i++)
			all = limits_set_takes(&sets[i], k->c->releases.v[rank]);
		if (all)
			return true;
	}
	return false;
}

/* What is there binds where nobody asks for a torch; else it is said what is left behind. */
static void take_installed(struct checkup *k, uint64_t *have, const struct limit *l,
			   struct wish *w, struct bound *ret)
{
	size_t before = ret->decided.n;

	if (!python_set_empty(l->pythons)) {
		if (w->python.major == 0)
			take_python(k, l, w, ret);
		return;
	}
	if (w->torch.n == 0) {
		take_limit(k, have, l, false, w, ret);
		return;
	}
	if (meets_wish(k, l, w))
		return;
	tell_limit(k, l, ret);
	if (ret->decided.n == before && ret->wider.n)
		ARRAY_ADD(k->arena, ret->decided) = ret->wider.v[--ret->wider.n];
	if (ret->decided.n > before)
		note(k, &ret->decided, PHRASE(k->arena, CHANGE_TOGETHER_WITH,
					      SAY(package, l->through)));
}

static bool names_build(const struct wish *w)
{
	for (size_t i = 0; i < w->torch.n; i++)
		if (strchr(w->torch.v[i], '+'))
			return true;
	return false;
}

/* An address where wheels are offered binds only what nothing else does. */
static void take_links(struct checkup *k, uint64_t *have, struct wish *w, struct bound *ret)
{
	struct limits links = { 0 };

	for (size_t i = 0; i < k->env->settings.n; i++)
		if (k->env->settings.v[i].effective)
			limits_add_link(k, &links, &k->env->settings.v[i]);
	for (size_t i = 0; i < links.n; i++) {
		struct limit *l = &links.v[i];

		if (names_build(w))
			l->cuda = 0;
		if (!meets_wish(k, l, w))
			note(k, &ret->decided, PHRASE(k->arena, TAKES_NO_SUCH_TORCH,
						      SAY(package, l->through)));
		else
			take_limit(k, have, l, false, w, ret);
	}
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

/* Names the smallest set, where the requirements' own check has named none. */
static void tell_conflict(struct checkup *k, const struct limits *lines, struct python given)
{
	struct limits pinned = { 0 };

	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].what.code == CP218 ||
		    k->found.v[i].what.words.form == FORM_LIMIT_BEYOND_MATRIX)
			return;
	for (size_t i = 0; i < lines->n; i++)
		if (is_pinned(k, &lines->v[i]))
			ARRAY_ADD(k->arena, pinned) = lines->v[i];
	if (given.major)
		limits_add_given(k, &pinned, given);
	(void)limits_conflict(k, &pinned);
}

/* A Python is given that some line does not take. */
static bool is_given(const struct wish *w)
{
	return w->python.major && !python_set_empty(w->pythons_among) &&
	       !python_set_has(w->pythons_among, w->python);
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
	take_links(k, have, w, ret);
	for (size_t i = 0; i < there.n; i++)
		take_installed(k, have, &there.v[i], w, ret);
	for (size_t i = 0; i < lines.n; i++)
		if (is_pinned(k, &lines.v[i]))
			take_python(k, &lines.v[i], w, ret);
	tell_not_judged(k, &lines, w, ret);
	tell_conflict(k, &lines, is_given(w) ? w->python : (struct python){ 0 });
	if (memcmp(have, any, sizeof any) != 0)
		w->torch_among = releases_in(k, have);
}
