/* Other packages and lines that bind torch, as wishes of the plan that is to cure. */
#include "check/bind.h"

#include <string.h>

#include "check/bonds_private.h"
#include "check/declared.h"
#include "fact/project.h"
#include "fact/wheel.h"

enum { NAMED_MOST = 8 };

static void note(struct checkup *k, struct findings *to, struct phrase words)
{
	ARRAY_ADD(k->arena, *to) = (struct finding){ .words = words, .host = -1, .gpu = -1 };
}

/* "r.txt:3: …" */
static struct phrase in_line_of(struct checkup *k, const struct bond *b, struct phrase what)
{
	const struct origin *o = b->at;

	if (!o || !o->file || !o->line)
		return what;
	return PHRASE(k->arena, IN_LINE_OF, SAY(file, o->file),
		      SAY(number, fact_number(k->arena, o->line)),
		      SAY_PHRASE(why, phrase_keep(k->arena, what)));
}

/* The newest Python that any build has, and that is not young. */
static bool takes_newest_python(const struct checkup *k, const struct bond *b)
{
	struct python_set all = python_set_without(pythons_all(k), k->c->young);

	return python_set_empty(b->pythons) || python_set_has(b->pythons, python_newest(all));
}

static void take_python(struct checkup *k, const struct bond *b, struct wish *w,
			struct bound *ret)
{
	struct python_set *among = &w->pythons_among;
	struct python_set plain = { b->pythons.gil, 0 };

	if (python_set_empty(b->pythons))
		return;
	*among = python_set_empty(*among) ? b->pythons : python_set_both(*among, b->pythons);
	if (b->told)
		return;
	note(k, takes_newest_python(k, b) ? &ret->wider : &ret->decided,
	     in_line_of(k, b, PHRASE(k->arena, BINDS_PYTHON, SAY(package, b->through),
				     SAY(list, python_set_text(k->arena, plain)))));
}

static void tell_bond(struct checkup *k, const struct bond *b, struct bound *ret)
{
	size_t n = bonds_releases(k), first = n, last = n, taken = 0;

	for (size_t i = 0; i < n; i++) {
		if (!b->taken[i])
			continue;
		first = first < n ? first : i;
		last = i;
		taken++;
	}
	if (taken == 0 || taken == n)
		return;
	note(k, last + 1 < n ? &ret->decided : &ret->wider,
	     in_line_of(k, b, PHRASE(k->arena, BINDS_TORCH, SAY(package, b->through),
				     SAY(first, k->c->releases.v[first]),
				     SAY(last, first == last ? NULL : k->c->releases.v[last]))));
}

/* What leaves no torch is left out, and said; lines that are pinned bind in any case. */
static void take_bond(struct checkup *k, bool *have, const struct bond *b, bool always,
		      struct wish *w, struct bound *ret)
{
	const char *cuda;

	if (!always && !bond_takes_some(have, b)) {
		note(k, &ret->decided, PHRASE(k->arena, TAKES_NO_SUCH_TORCH,
					      SAY(package, b->through)));
		return;
	}
	for (size_t i = 0; i < BOND_RELEASES; i++)
		have[i] = have[i] && b->taken[i];
	tell_bond(k, b, ret);
	/* Several lines may ask for one CUDA; an option or an index that is named is stronger. */
	if (b->cuda == 0 || w->cuda)
		return;
	cuda = b->cuda % 100 ? pair_text(k->arena, b->cuda) :
			       arena_printf(k->arena, "%u", b->cuda / 100);
	w->cuda = cuda;
	note(k, &ret->decided,
	     in_line_of(k, b,
			PHRASE(k->arena, BINDS_CUDA, SAY(package, b->through), SAY(cuda, cuda))));
}

/* --- what was not judged ------------------------------------------------------------------ */

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
	return span_in(span_of(d->name), "python pip setuptools wheel pytorch-mutex torchvision "
					 "torchaudio") ||
	       project_is_torch(d->name) || declared_names_cuda(d) ||
	       shelf_uses_cuda(k->shelf, d->name) ||
	       (shelf_knows_wheels(k->shelf, d->name) && !shelf_may_have(k->shelf, d->name));
}

static bool is_bound(const struct bonds *l, const struct env_declared *d)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct ask_spec *line = l->v[i].line;

		if ((line->name && d->name && strcmp(line->name, d->name) == 0) ||
		    (line->url && d->url && strcmp(line->url, d->url) == 0))
			return true;
	}
	return false;
}

/* Of these names of lines NAMED_MOST are said. */
static void tell_named(struct checkup *k, const struct strings *v, enum form form,
		       struct bound *ret)
{
	struct strings some = { .v = v->v, .n = v->n < NAMED_MOST ? v->n : NAMED_MOST };
	struct phrase words = PHRASE(k->arena, LINES_NOT_JUDGED,
		SAY(list, strings_joined(k->arena, &some, ", ")),
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
	EACH(const struct asks_python, a, k->shelf->asks_python) {
		if (strcmp(a->package, d->name) == 0 &&
		    (d->req.set.n == 0 || lines_set_takes(&d->req.set, a->version)) &&
		    (!last || pep440_cmp_text(span_of(last->version), span_of(a->version)) < 0))
			last = a;
	}
	return last && last->source_only && !declared_has_url(k->env, d->name) ?
		arena_printf(k->arena, "%s %s", last->package, last->version) : NULL;
}

static void tell_not_judged(struct checkup *k, const struct bonds *l, const struct wish *w,
			    struct bound *ret)
{
	struct strings unknown = { 0 }, compiled = { 0 };

	EACH(const struct env_declared, d, k->env->declared) {
		const char *source;

		if (!is_line(k, d) || wish_extension(w, d->name))
			continue;
		source = of_source(k, d);
		if (source)
			strings_add(k->arena, &compiled, source);
		else if (!is_ground(k, d) && !is_bound(l, d))
			strings_add(k->arena, &unknown, d->name);
	}
	tell_named(k, &unknown, FORM_LINES_NOT_JUDGED, ret);
	tell_named(k, &compiled, FORM_LINES_COMPILED, ret);
}

/* --- all of it ------------------------------------------------------------------------------ */

/* Some release that the wish for torch takes will do. */
static bool meets_wish(struct checkup *k, const struct bond *b, const struct wish *w)
{
	struct pep440_set set;
	struct err e;

	for (size_t rank = 0; rank < bonds_releases(k); rank++) {
		bool all = b->taken[rank];

		for (size_t i = 0; i < w->torch.n && all; i++)
			all = pep440_set_parse(k->arena, span_of(w->torch.v[i]), &set, &e) != 0 ||
			      lines_set_takes(&set, k->c->releases.v[rank]);
		if (all)
			return true;
	}
	return false;
}

/* What is there binds where nobody asks for a torch; else it is said what is left behind. */
static void take_installed(struct checkup *k, bool *have, const struct bond *b,
			   struct wish *w, struct bound *ret)
{
	size_t before = ret->decided.n;

	if (!python_set_empty(b->pythons)) {
		if (w->python.major == 0)
			take_python(k, b, w, ret);
		return;
	}
	if (w->torch.n == 0) {
		take_bond(k, have, b, false, w, ret);
		return;
	}
	if (meets_wish(k, b, w))
		return;
	tell_bond(k, b, ret);
	if (ret->decided.n == before && ret->wider.n)
		ARRAY_ADD(k->arena, ret->decided) = ret->wider.v[--ret->wider.n];
	if (ret->decided.n > before)
		note(k, &ret->decided, PHRASE(k->arena, CHANGE_TOGETHER_WITH,
					      SAY(package, b->through)));
}

static const struct strings *releases_in(struct checkup *k, const bool *have)
{
	struct strings *ret = arena_new(k->arena, struct strings);

	*ret = (struct strings){ 0 };
	for (size_t i = 0; i < bonds_releases(k); i++)
		if (have[i])
			strings_add(k->arena, ret, k->c->releases.v[i]);
	return ret;
}

/* Names the smallest set, where the requirements' own check has named none: for a plan, and for
 * the Python that is given. */
static void tell_conflict(struct checkup *k, const struct ask *all, const struct wish *w)
{
	const struct pick *p;

	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].what.code == CP218 ||
		    k->found.v[i].what.words.form == FORM_PICK_BEYOND)
			return;
	if (!k->shelf->stock)
		return;
	p = lines_pick(k, all, w->python);
	if (p && p->lines.n)
		lines_told(k, p);
}

void bind_wish(struct checkup *k, struct wish *w, struct bound *ret)
{
	bool have[BOND_RELEASES];
	struct ask all = lines_ask(k);
	struct bonds lines = bonds_of_lines(k, &all, w), own = bonds_of_projects(k);
	struct bonds there = bonds_of_installed(k);
	struct bonds links;

	memset(have, true, sizeof have);
	*ret = (struct bound){ 0 };
	for (size_t i = 0; i < lines.n; i++)
		if (lines.v[i].sure)
			take_bond(k, have, &lines.v[i], true, w, ret);
	for (size_t i = 0; i < lines.n; i++)
		if (!lines.v[i].sure)
			take_bond(k, have, &lines.v[i], false, w, ret);
	/* An address where wheels are offered binds only what nothing else does. */
	links = bonds_of_links(k);
	EACH(struct bond, b, links) {
		if (ANY(x, w->torch, strchr(*x, '+')))
			b->cuda = 0;
		if (!meets_wish(k, b, w))
			note(k, &ret->decided,
			     PHRASE(k->arena, TAKES_NO_SUCH_TORCH, SAY(package, b->through)));
		else
			take_bond(k, have, b, false, w, ret);
	}
	for (size_t i = 0; i < there.n; i++)
		take_installed(k, have, &there.v[i], w, ret);
	for (size_t i = 0; i < own.n; i++)
		take_python(k, &own.v[i], w, ret);
	for (size_t i = 0; i < lines.n; i++)
		if (lines.v[i].sure)
			take_python(k, &lines.v[i], w, ret);
	tell_not_judged(k, &lines, w, ret);
	tell_conflict(k, &all, w);
	if (memchr(have, 0, sizeof have))
		w->torch_among = releases_in(k, have);
}
