#include "pick/pick.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/strings.h"

#include "pick/pick_private.h"
#include "pick/pick_solve_private.h"

const char *pick_certain_name(enum pick_certain c)
{
	static const char *const names[] = { "exact", "one of", "unknown" };

	return names[c];
}

/* What a pick speaks of: not each library that torch brings. */
static bool is_kin(const struct pick_of *of, const char *name)
{
	size_t n;

	return stock_of(of->stock, name, &n) != NULL;
}

static bool asks_kin(struct arena *a, const struct pick_of *of, const struct ask *ask)
{
	struct wheel w;

	EACH(const struct ask_spec, s, ask->specs)
		if ((s->name && s->kind != ASK_CONSTRAINT &&
		     (is_kin(of, s->name) ||
		      (of->plan && shelf_knows_wheels(of->shelf, s->name)))) ||
		    (wheel_of_url(a, s->url, &w) && (w.torch || w.cuda)))
			return true;
	return false;
}

static struct pick *add(struct arena *a, const struct ask *ask, const char *name, struct picks *to)
{
	arena_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
	to->v[to->n] = (struct pick){ .installer = ask->installer, .name = name,
				      .extra = ask->group };
	return &to->v[to->n++];
}

static bool holds(struct arena *a, const struct pick_of *of, const struct ask *ask,
		  const char *torch, struct python python)
{
	struct ask own = *ask;
	struct ask_spec fixed = { .kind = ASK_REQUIREMENT, .name = "torch" };
	struct pick_solve s = { .arena = a, .of = of, .ask = &own, .python = python };
	struct err e;

	if (!torch)
		return pick_solve_run(&s) || s.over;
	fixed.text = arena_printf(a, "torch==%s", torch);
	fixed.parsed = requirement_parse(a, span_of(fixed.text), &fixed.req, &e) == 0;
	memset(&own.specs, 0, sizeof own.specs);
	s.release = torch;
	ARRAY_ADD(a, own.specs) = fixed;
	EACH(const struct ask_spec, one, ask->specs)
		ARRAY_ADD(a, own.specs) = *one;
	return pick_solve_run(&s) || s.over;
}

bool pick_holds(struct arena *a, const struct pick_of *of, const struct ask *ask,
		const char *torch, struct python python)
{
	struct arena_mark before = arena_mark(a);
	bool ret = holds(a, of, ask, torch, python);

	arena_back(a, before);
	return ret;
}

/* An ask of more lines is left alone: the search compares them with each other. */
enum { LINES_MOST = 256 };

/* Of a long list the lines that can decide: of what the indexes have, and of what that needs. */
static const struct ask *deciding_lines(struct arena *a, const struct pick_of *of,
					const struct ask *ask)
{
	struct ask *ret = arena_new(a, struct ask);
	struct strings needs = { 0 };
	size_t n;

	*ret = *ask;
	memset(&ret->specs, 0, sizeof ret->specs);
	EACH(const struct stock_file, f, of->stock->files)
		EACH(const struct requirement, r, f->needs)
			if (!needs.n || strcmp(needs.v[needs.n - 1], r->name) != 0)
				strings_add(a, &needs, r->name);
	sort_stable(needs.v, needs.n, sizeof *needs.v, strings_by_text);
	EACH(const struct ask_spec, s, ask->specs)
		if (s->url || (s->name && (stock_of(of->stock, s->name, &n) ||
				bsearch(&s->name, needs.v, needs.n, sizeof *needs.v,
					strings_by_text))))
			ARRAY_ADD(a, ret->specs) = *s;
	return ret;
}

static bool is_pinned(const struct pick_solve *s, const char *name, bool by_line)
{
	for (size_t i = 0; i < s->wanted.n; i++)
		if (strcmp(s->wanted.v[i].name, name) == 0 &&
		    pep440_set_pin(s->wanted.v[i].set) && (s->wanted.v[i].from || !by_line))
			return true;
	return false;
}

/*
 * What is compiled for one torch decides on it by its newest release; where that one needs more
 * than torch, which is in the tables in part, an older one may be taken. NULL: nothing does.
 */
static const char *deciding(const struct pick_solve *s)
{
	for (size_t i = 0; i < s->chosen.n; i++) {
		const struct stock_file *f = s->chosen.v[i];
		bool companion = strcmp(f->package, "torchvision") == 0 ||
				 strcmp(f->package, "torchaudio") == 0;

		for (size_t n = 0; !companion && f->needs.n > 1 && n < f->needs.n; n++)
			if (strcmp(f->needs.v[n].name, "torch") == 0 &&
			    pep440_set_pin(&f->needs.v[n].set) &&
			    !is_pinned(s, f->package, false) &&
			    requirement_applies(&f->needs.v[n], &s->env) != MARKER_NO)
				return f->package;
	}
	return NULL;
}

/* The row of a file of torch; NULL: it is not known which. */
static const struct build *build_of(const struct pick_of *of, const struct stock_file *f)
{
	const struct platform_builds *p = catalogue_builds(of->c, of->platform);
	bool pypi = strcmp(f->dir, STOCK_PYPI) == 0;

	for (size_t i = 0; f->variant && p && i < p->n; i++) {
		const struct build *b = &p->v[i];
		size_t n = strlen(b->torch);

		if (b->manager == MANAGER_PIP && strcmp(b->variant, f->variant) == 0 &&
		    build_is_from(b, CHANNEL_PYPI) == pypi &&
		    strncmp(f->version, b->torch, n) == 0 &&
		    (!f->version[n] || f->version[n] == '+'))
			return b;
	}
	return NULL;
}

/* The release that the lines would have from that place alone; NULL: none. */
static const char *newest_at(const struct pick_solve *s, const char *url)
{
	struct ask ask = *s->ask;
	struct pick_solve own = { .arena = s->arena, .of = s->of, .ask = &ask,
				  .python = s->python };
	static const char name[] = "torch";

	memset(&ask.specs, 0, sizeof ask.specs);
	for (size_t i = 0; i < s->ask->specs.n; i++)
		ARRAY_ADD(s->arena, ask.specs) = s->ask->specs.v[i];
	ARRAY_ADD(s->arena, ask.specs) = (struct ask_spec){
		.kind = ASK_REQUIREMENT, .name = name, .text = name, .parsed = true,
		.req = { .name = name }, .index = url };
	/* Where nothing says the Python, one for which it has some. */
	while (!pick_solve_run(&own)) {
		if (s->of->python.major || s->ask->pythons || own.python.minor-- <= 7)
			return NULL;
	}
	for (size_t i = 0; i < own.chosen.n; i++)
		if (strcmp(own.chosen.v[i]->package, name) == 0)
			return own.chosen.v[i]->version;
	return NULL;
}

/* torch is PyPI's: for the CPU, or though an index is named beside it. */
static void say_pypi(const struct pick_solve *s, const struct stock_file *torch,
		     struct pick *p)
{
	struct span folder;
	const char *url = pick_place_beside(s, &folder), *own;

	if (!url && strcmp(torch->dir, STOCK_PYPI) == 0 && strcmp(torch->variant, "cpu") == 0)
		p->why = PHRASE(s->arena, PICK_CPU_PYPI, SAY(platform, s->of->platform));
	if (!url || strcmp(torch->dir, STOCK_PYPI) != 0)
		return;
	own = newest_at(s, url);
	p->why = PHRASE(s->arena, PICK_OUTRANKED, SAY(index, arena_span(s->arena, folder)),
			SAY(have, own));
}

/* It may be a newer one, or one like it, of a folder of the index that grows. */
static void say_growing(struct pick_solve *s, const struct stock_file *f, struct pick *p)
{
	const struct stock_file *open = pick_place_open(s, f);

	ARRAY_ADD(s->arena, p->candidates) = p->taken;
	ARRAY_ADD(s->arena, p->candidates) = (struct pick_choice){
		.version = arena_printf(s->arena, "%s+%s", f->version, open->dir),
		.build = open->variant, .of = build_of(s->of, open), .python = s->python };
	pick_say_unknown(p, PHRASE(s->arena, PICK_GROWING, SAY(package, f->package)));
}

/* A torch that a line pins is what it is, whatever a release needs that is not known. */
static const char *without_unknown(struct pick_solve *s)
{
	const struct ask *whole = s->ask;
	const char *unknown = s->over ? NULL : pick_leave_unknown(s);

	if (unknown && pick_solve_run(s) && is_pinned(s, "torch", true))
		return unknown;
	s->ask = whole;
	return NULL;
}

/* For one Python; until: one answer for all up to that one, as METADATA has it. Where nothing can
 * be installed, `why` asks for the reason, which takes as many searches as there are lines. */
static void pick_until(struct arena *a, const struct pick_of *of, const struct ask *ask,
		       struct python python, struct python until, bool why, struct picks *to)
{
	struct pick_solve s = { .arena = a, .of = of, .ask = ask, .python = python,
				.until = until };
	const char *place, *unknown = NULL, *by;

	if (ask->specs.n > LINES_MOST)
		s.ask = ask = deciding_lines(a, of, ask);
	if (ask->specs.n > LINES_MOST) {
		pick_say_unknown(add(a, ask, "torch", to), PHRASE(a, PICK_RELEASE));
		return;
	}
	if (!pick_solve_run(&s) && !(unknown = without_unknown(&s))) {
		struct pick *none = add(a, ask, "torch", to);

		if (why)
			pick_none(&s, none);
		return;
	}
	place = pick_place_unknown(&s);
	by = unknown ? unknown : deciding(&s);
	for (size_t i = 0; i < s.chosen.n; i++) {
		const struct stock_file *f = s.chosen.v[i];
		struct pick *p = f->any ? NULL : add(a, ask, f->package, to);

		if (!p)
			continue;
		p->taken = (struct pick_choice){ .version = f->version, .build = f->variant,
						 .of = build_of(of, f), .python = python };
		if (strcmp(f->package, "torch") == 0)
			say_pypi(&s, f, p);
		/* With an older release of it all that it brings is older. */
		if (by && !is_pinned(&s, f->package, true)) {
			ARRAY_ADD(a, p->candidates) = p->taken;
			pick_say_unknown(p, PHRASE(a, PICK_RELEASE, SAY(package, by)));
			continue;
		}
		if (place)
			pick_say_unknown(p, PHRASE(a, PICK_PLACE, SAY(url, place)));
		else if (pick_place_open(&s, f))
			say_growing(&s, f, p);
	}
}

static void pick_for(struct arena *a, const struct pick_of *of, const struct ask *ask,
		     struct python python, bool why, struct picks *to)
{
	pick_until(a, of, ask, python, (struct python){ 0 }, why, to);
}

static bool same(const struct pick_choice *x, const struct pick_choice *y)
{
	return x->version && y->version ? strcmp(x->version, y->version) == 0 :
					  x->version == y->version;
}

/* The same packages for both ends of a range, or one of what each end takes. */
static void join(struct arena *a, const struct picks *low, const struct picks *high, bool any,
		 struct picks *to)
{
	for (size_t i = 0; i < high->n; i++) {
		struct pick p = high->v[i];

		for (size_t k = 0; k < low->n; k++) {
			const struct pick *other = &low->v[k];

			if (strcmp(other->name, p.name) != 0 || same(&other->taken, &p.taken))
				continue;
			if (p.certain == PICK_UNKNOWN || other->certain == PICK_UNKNOWN) {
				p.certain = PICK_UNKNOWN;
				p.taken = (struct pick_choice){ 0 };
				continue;
			}
			p.certain = PICK_ONE_OF;
			p.any_python = any;
			ARRAY_ADD(a, p.candidates) = other->taken;
			ARRAY_ADD(a, p.candidates) = p.taken;
			p.taken = (struct pick_choice){ 0 };
			if (!any || !p.why.form)
				p.why = PHRASE(a, PICK_PYTHON);
		}
		arena_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
		to->v[to->n++] = p;
	}
}

/* The oldest and the newest Python that a torch is for and the file takes. */
static void ends_of(struct arena *a, const struct pick_of *of, const struct ask *ask,
		    struct python *low, struct python *high)
{
	struct pep440_set range = { 0 };
	const struct stock_file *f;
	struct python_set all = { 0 };
	struct err e;
	size_t n;

	if (ask->pythons && pep440_set_parse(a, span_of(ask->pythons), &range, &e) != 0)
		range = (struct pep440_set){ 0 };
	f = stock_of(of->stock, "torch", &n);
	for (size_t i = 0; i < n; i++)
		all.gil |= f[i].pythons.gil;
	for (unsigned minor = 1; minor < 32; minor++) {
		struct python py = { 3, (uint8_t)minor, false };
		const char *text = arena_printf(a, "3.%u.99", minor);

		if (!python_set_has(all, py) ||
		    !pep440_set_has(&range, span_of(text), PEP440_PRE_YES))
			continue;
		*high = py;
		if (!low->major)
			*low = py;
	}
}

/* Nothing that is known can be installed for that Python: it is another, where none is said. */
static bool is_none(const struct picks *p)
{
	return p->n == 1 && !p->v[0].taken.version;
}

/* The newest release that a line takes; NULL: none is known. */
static const char *newest_of(const struct pick_of *of, const struct ask_spec *s)
{
	size_t n = 0;
	const struct stock_file *f = s->name && s->parsed && s->kind == ASK_REQUIREMENT ?
		stock_of(of->stock, s->name, &n) : NULL;

	for (size_t i = 0; i < n; i++)
		if (stock_fits(&f[i], &s->req.set, PEP440_PRE_NAMED))
			return f[i].version;
	return NULL;
}

/* Of what is asked for beside torch an older release is taken. */
static bool is_held_back(const struct pick_of *of, const struct ask *ask, const struct picks *p)
{
	for (size_t i = 0; i < ask->specs.n; i++) {
		const struct ask_spec *s = &ask->specs.v[i];
		const char *newest = newest_of(of, s);

		for (size_t n = 0; newest && n < p->n; n++)
			if (strcmp(p->v[n].name, s->name) == 0 && strcmp(s->name, "torch") != 0 &&
			    p->v[n].taken.version &&
			    pep440_cmp_text(span_of(p->v[n].taken.version), span_of(newest)) < 0)
				return true;
	}
	return false;
}

/* The newest Python that has what is asked for; where nothing says which, one that holds nothing
 * back goes before. */
static void pick_newest(struct arena *a, const struct pick_of *of, const struct ask *ask,
			struct python first, struct python last, bool why, struct picks *to)
{
	for (struct python at = last; at.minor >= first.minor; at.minor--) {
		struct picks one = { 0 };
		bool back;

		pick_for(a, of, ask, at, why, &one);
		back = is_none(&one) || is_held_back(of, ask, &one);
		if (to->n == 0 || !back || (is_none(to) && (!is_none(&one) ||
					    (one.v[0].lines.n && !to->v[0].lines.n))))
			*to = one;
		if (!back || (ask->pythons && !is_none(&one)))
			return;
	}
}

/* Each Python leaves something out: the lines that no Python has together. */
static void say_of_all(struct arena *a, const struct pick_of *of, const struct ask *ask,
		       struct python first, struct python last, struct picks *to)
{
	struct pick_solve s = { .arena = a, .of = of, .ask = ask, .first = first, .last = last };
	struct pick p = { .installer = ask->installer, .name = "torch", .extra = ask->group };

	if (ask->specs.n > LINES_MOST || pick_solve_some(&s))
		return;
	pick_none(&s, &p);
	if (p.lines.n)
		to->v[to->n - 1] = p;
}

static void pick_range(struct arena *a, const struct pick_of *of, const struct ask *ask,
		       struct picks *to)
{
	struct picks low = { 0 }, high = { 0 };
	struct python first = { 0 }, last = { 0 }, oldest;

	ends_of(a, of, ask, &first, &last);
	oldest = first;
	if (!first.major)
		return;
	pick_for(a, of, ask, first, false, &low);
	while (!ask->pythons && is_none(&low) && first.minor < last.minor) {
		low.n = 0;
		first.minor++;
		pick_for(a, of, ask, first, false, &low);
	}
	if (!is_none(&low))
		oldest = first;
	else
		low.n = 0, pick_for(a, of, ask, first, true, &low);
	pick_newest(a, of, ask, oldest, last, false, &high);
	if (is_none(&high))
		high.n = 0, pick_newest(a, of, ask, oldest, last, true, &high);
	join(a, &low, &high, !ask->pythons, to);
	if (is_none(&low) && is_none(&high) && !high.v[0].lines.n)
		say_of_all(a, of, ask, oldest, last, to);
}

/*
 * Poetry makes one lock for all Pythons, by METADATA and not by files: only what all of them take
 * alike, and what that lock would hold too, is foreseen.
 */
static void pick_lock(struct arena *a, const struct pick_of *of, const struct ask *ask,
		      struct picks *to)
{
	struct python first = { 0 }, last = { 0 };
	struct picks lock = { 0 };
	size_t from = to->n;

	pick_range(a, of, ask, to);
	ends_of(a, of, ask, &first, &last);
	if (first.major)
		pick_until(a, of, ask, first, last, true, &lock);
	for (size_t i = from; i < to->n; i++) {
		struct pick *p = &to->v[i];
		bool alike = false;

		EACH(const struct pick, other, lock)
			alike |= strcmp(other->name, p->name) == 0 &&
				 same(&other->taken, &p->taken);
		if (p->certain == PICK_ONE_OF)
			p->certain = PICK_UNKNOWN;
		if (p->certain == PICK_EXACT && !alike) {
			if (p->taken.version)
				ARRAY_ADD(a, p->candidates) = p->taken;
			p->lines.n = 0;
			pick_say_unknown(p, PHRASE(a, PICK_PYTHON));
		}
	}
}

void pick_ask(struct arena *a, const struct pick_of *of, const struct ask *ask, struct picks *to)
{
	struct python python = of->python;

	if (installer_manager(ask->installer) == MANAGER_CONDA) {
		pick_conda(a, of, ask, to);
		return;
	}
	if (!asks_kin(a, of, ask))
		return;
	if (ask->installer == INSTALLER_POETRY) {
		pick_lock(a, of, ask, to);
		return;
	}
	if (!python.major && ask->python)
		(void)python_parse(span_of(ask->python), &python);
	if (python.major)
		pick_for(a, of, ask, python, true, to);
	else
		pick_range(a, of, ask, to);
}
