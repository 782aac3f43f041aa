
#include <string.h>

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

	return ANY(s, ask->specs, (s->name && s->kind != ASK_CONSTRAINT && (is_kin(of, s->name) ||
		   (of->plan && shelf_knows_wheels(of->shelf, s->name)))) ||
		   (wheel_of_url(a, s->url, &w) && (w.torch || w.cuda)));
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

		EACH(const struct pick, other, *low) {
			if (strcmp(other->name, p.name) != 0 || same(&other->taken, &p.taken))
				continue;
			if (other->certain == PICK_UNKNOWN) {
				ARRAY_ADD(a, p.candidates) = p.taken;
				pick_say_unknown(&p, other->why);
			}
			if (p.certain == PICK_UNKNOWN)
				continue;
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

	return FIRST_TELLS(x, LIST(f, n), stock_fits(x, &s->req.set, PEP440_PRE_NAMED), x->version,
		NULL);
}

/* Of what is asked for beside torch an older release is taken. */
static bool is_held_back(const struct pick_of *of, const struct ask *ask, const struct picks *p)
{
	EACH(const struct ask_spec, s, ask->specs) {
		const char *newest = newest_of(of, s);

		for (size_t n = 0; newest && n < p->n; n++)
			if (strcmp(p->v[n].name, s->name) == 0 && strcmp(s->name, "torch") != 0 &&
			    p->v[n].taken.version &&
			    pep440_cmp_text(span_of(p->v[n].taken.version), span_of(newest)) < 0)
				return true;
	}
	return false;
}

/* Of two Pythons that have nothing: the one of which it is not known goes before, and then the one
 * whose lines are to blame. */
static bool says_more(const struct pick *p, const struct pick *than)
{
	if (p->certain != than->certain)
		return p->certain == PICK_UNKNOWN;
	return p->lines.n && !than->lines.n;
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
		if (to->n == 0 || !back ||
		    (is_none(to) && (!is_none(&one) || says_more(&one.v[0], &to->v[0]))))
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

	if (ask->specs.n > PICK_LINES_MOST || pick_solve_some(&s))
		return;
	s.python = last;
	pick_none(&s, &p);
	/* One line alone may hold for a Python of which that is not known. */
	if (p.lines.n > 1 || (p.why.form && to->v[to->n - 1].certain == PICK_EXACT))
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

/* METADATA of 2.5 asks for another sympy on 3.8: Poetry solves for 3.8 and the others apart. */
static bool is_forked(const struct picks *lock, struct python first)
{
	return ANY(p, *lock, strcmp(p->name, "torch") == 0 && p->taken.version &&
		   strncmp(p->taken.version, "2.5.", 4) == 0 && first.minor <= 8);
}

/*
 * Poetry makes one lock for all Pythons, by METADATA and not by files: it decides where some Python
 * of them has a file, and what all of them take alike is foreseen. Source: python-poetry.org/docs/
 * faq, "Why is Poetry telling me that the current project's supported Python range is not
 * compatible", and Poetry itself (tests/real-picks.py).
 */
static void pick_lock(struct arena *a, const struct pick_of *of, const struct ask *ask,
		      struct picks *to)
{
	struct python first = { 0 }, last = { 0 };
	struct picks lock = { 0 };
	size_t from = to->n;
	bool forked;

	pick_range(a, of, ask, to);
	ends_of(a, of, ask, &first, &last);
	if (first.major)
		pick_until(a, of, ask, first, last, true, &lock);
	forked = is_forked(&lock, first);
	for (size_t i = from; i < to->n; i++) {
		struct pick *p = &to->v[i];
		const struct pick *other = FIRST_OF(one, lock, strcmp(one->name, p->name) == 0);
		bool alike = other && same(&other->taken, &p->taken);

		if (p->certain == PICK_UNKNOWN || (p->certain == PICK_EXACT && alike))
			continue;
		if (other && other->certain == PICK_EXACT && !forked && ask->pythons &&
		    (p->taken.version || p->candidates.n)) {
			*p = *other;
			continue;
		}
		if (p->certain == PICK_EXACT && p->taken.version)
			ARRAY_ADD(a, p->candidates) = p->taken;
		p->lines.n = 0;
		pick_say_unknown(p, PHRASE(a, PICK_PYTHON));
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
