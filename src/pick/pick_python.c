/* What the lines take for one Python, and how certain that is; Poetry's lock is one for several. */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/strings.h"
#include "fact/platform.h"
#include "pick/pick_private.h"
#include "pick/pick_solve_private.h"

static struct pick *add(struct arena *a, const struct ask *ask, const char *name, struct picks *to)
{
	arena_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
	to->v[to->n] = (struct pick){ .installer = ask->installer, .name = name,
				      .extra = ask->group };
	return &to->v[to->n++];
}

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
	return ANY(x, s->wanted, strcmp(x->name, name) == 0 && pep440_set_pin(x->set) && (x->from ||
		   !by_line));
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

	return !f->variant ? NULL : FIRST_OF(b, *p, b->manager == MANAGER_PIP &&
		strcmp(b->variant, f->variant) == 0 && build_is_from(b, CHANNEL_PYPI) == pypi &&
		strncmp(f->version, b->torch, strlen(b->torch)) == 0 &&
		strchr("+", f->version[strlen(b->torch)]));
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
	return FIRST_TELLS(x, own.chosen, strcmp((*x)->package, name) == 0, (*x)->version, NULL);
}

/* torch is PyPI's: for the CPU, or though an index is named beside it. */
static void say_pypi(const struct pick_solve *s, const struct stock_file *torch,
		     struct pick *p)
{
	struct span folder;
	const char *url = pick_place_beside(s, &folder), *own;

	if (!url && strcmp(torch->dir, STOCK_PYPI) == 0 && strcmp(torch->variant, "cpu") == 0)
		p->why = PHRASE(s->arena, PICK_CPU_PYPI,
				SAY(platform, platform_words(s->of->platform)));
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

void pick_until(struct arena *a, const struct pick_of *of, const struct ask *ask,
		struct python python, struct python until, bool why, struct picks *to)
{
	struct pick_solve s = { .arena = a, .of = of, .ask = ask, .python = python,
				.until = until };
	const char *place, *unknown = NULL, *by;

	if (ask->specs.n > PICK_LINES_MOST)
		s.ask = ask = deciding_lines(a, of, ask);
	if (ask->specs.n > PICK_LINES_MOST) {
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
		struct pick *p = f->any || f == of->have ? NULL : add(a, ask, f->package, to);

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
