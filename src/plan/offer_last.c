/* Whether a plan is the last torch that serves a GPU: nothing newer of its manager does. */
#include "fact/build.h"
#include "know/matrix.h"
#include "plan/verdict_private.h"

/* By PTX only where its libraries run, too; what is not known of a build or of them may run. */
static bool may_serve(const struct judge *j, size_t build, size_t atom)
{
	const struct build *b = &j->p->v[build];
	const struct fit *fit = judge_fit(j, build, atom);
	struct by_ptx by;

	if (fit->cubin.major)
		return true;
	if (judge_by_ptx(j, build, atom, &by) && by.verdict == PTX_PARTLY)
		return false;
	return b->code_confidence == CONFIDENCE_NONE ?
		!judge_needs_own(j, b, atom) && !judge_too_new(j, b, atom) : fit->ptx.major != 0;
}

/*
 * The newest torch of a manager that serves an atom, whole if one does. What a build holds that
 * nobody knows may serve. The catalogue has the newest first.
 */
static const struct build *last_for(const struct judge *j, enum manager manager, size_t atom)
{
	const struct build *last = NULL;

	for (size_t i = 0; i < j->p->n; i++) {
		const struct build *b = &j->p->v[i];
		const struct gap_fact *gap;
		size_t from = 0;

		if (b->manager != manager || b->cuda.major == 0 || !may_serve(j, i, atom))
			continue;
		if (!last)
			last = b;
		do
			gap = judge_gap(j, i, atom, &from);
		while (gap && (gap->several || gap->calls));
		if (!gap)
			return b;
	}
	return last;
}

/* What the newest certain build of the same variant has: an unknown one hardly has more. */
static bool known_not(const struct judge *j, const struct build *unknown, size_t atom)
{
	const struct build *like = NULL;
	bool runs = false;

	for (size_t i = 0; i < j->p->n; i++) {
		const struct build *b = &j->p->v[i];

		if (!b->certain || b->manager != unknown->manager ||
		    (like && b->rank <= like->rank) ||
		    strcmp(b->variant, unknown->variant) != 0)
			continue;
		like = b;
		runs = may_serve(j, i, atom);
	}
	return like && !runs;
}

/* A newer build of which it is not known that it leaves the GPU out. */
static bool may_go_on(const struct judge *j, const struct build *last, size_t atom)
{
	for (size_t i = 0; i < j->p->n; i++) {
		const struct build *b = &j->p->v[i];

		if (b->manager == last->manager && b->cuda.major && b->rank > last->rank &&
		    b->code_confidence == CONFIDENCE_NONE && may_serve(j, i, atom) &&
		    !known_not(j, b, atom))
			return true;
	}
	return false;
}

/* What comes after it can be told whole: no variant is missing from a list. */
static bool later_whole(const struct judge *j, const struct build *last, int end)
{
	const char *place;

	for (int rank = last->rank + 1; rank <= end; rank++)
		for (size_t i = 0; (place = catalogue_place(last->manager, &i));)
			if (catalogue_coverage(j->c, place, last->platform, rank) <
			    COVERAGE_VARIANTS)
				return false;
	return true;
}

static struct phrase last_words(const struct judge *j, const struct build *last, int end)
{
	const char *date = j->c->matrix ? matrix_date(j->c->matrix) : NULL;

	if (later_whole(j, last, end))
		return (struct phrase){ 0 };
	return PHRASE(j->arena, LAST_KNOWN, SAY(date, date));
}

void offer_last(const struct judge *j, struct plan *p)
{
	enum manager manager = p->build->manager;
	int end = FIRST_TELLS(x, *j->p, x->manager == manager, x->rank, 0);

	for (size_t i = 0; i < j->n_atoms && !j->cpu; i++) {
		const struct atom *at = judge_atom_of(j, i);
		const struct build *last = at->sm.major && at->cc ? last_for(j, manager, i) : NULL;

		if (!last || last->code_confidence == CONFIDENCE_NONE || last->rank >= end ||
		    last->rank != p->build->rank ||
		    may_go_on(j, last, i))
			continue;
		findings_add(j->arena, &p->findings, (struct finding){
			.code = CP116,
			.words = last_words(j, last, end),
			.have = sm_said(j->arena, at->sm),
			.need = build_said(j->arena, last),
			.host = at->members.v[0].host,
			.gpu = at->members.v[0].gpu });
	}
}
