/* The Python that is wished for, where no build is for it. */
#include "plan/instead_private.h"
#include "plan/nearest_private.h"

/* The first at or above one that is older than all of its kind, "3.8t"; major 0: none. */
static struct python oldest_from(struct python_set all, struct python asked)
{
	struct python p = asked;

	for (p.major = 2; p.major <= 3; p.major++)
		for (p.minor = 0; p.minor < 32; p.minor++)
			if (python_set_has(all, p) && python_cmp(p, asked) > 0)
				return p;
	return (struct python){ 0 };
}

/* Such as no build was ever made for; the next one that has one is taken. */
static void check_python_ever(struct solve *s, struct python_set all)
{
	struct python asked = s->want.python, next = oldest_from(all, asked);

	if (python_set_has(catalogue_pythons(s->c), asked) || next.major == 0 || instead_refused(s))
		return;
	instead_add(s, CP105, "python", python_said(s->arena, asked),
	    python_said(s->arena, next));
	s->want.python = next;
}

void instead_python(struct solve *s)
{
	struct walk w = { .s = s };
	const struct build *b;
	struct python asked = s->want.python;
	struct python_set all = { 0 };
	struct python newest;
	struct instead *i;

	if (asked.major == 0)
		return;
	while ((b = walk_next(&w))) {
		if (want_allows(&s->want, b))
			all = python_set_either(all, catalogue_pythons_of(b));
	}
	/* Wishes that exclude each other leave nothing; that is no matter of Python's. */
	newest = python_newest(all);
	if (python_set_empty(all) || python_set_has(all, asked))
		return;
	if (python_cmp(asked, newest) < 0) {
		check_python_ever(s, all);
		return;
	}
	if (instead_refused(s))
		return;
	i = instead_add(s, CP105, "python", python_said(s->arena, asked),
	    newest.major ? python_said(s->arena, newest) : NULL);
	if (python_cmp(asked, python_newest(catalogue_pythons(s->c))) > 0)
		instead_beyond(s, i);
	instead_unknown(s, i, whole_lists(s, COVERAGE_BUILDS));
	s->want.python = (struct python){ 0 };
}
