#include "unit/unit.h"

#include <string.h>

#include "explain/explain.h"
#include "unit/tsv.h"

static void open_known(struct arena *a, struct matrix **m, struct symptoms *known,
		       struct catalogue *c)
{
	struct err e;

	assert_int_equal(matrix_open(a, TEST_LIVE_MATRIX, m, &e), 0);
	assert_int_equal(symptoms_read(*m, a, known, &e), 0);
	assert_int_equal(catalogue_open(a, *m, c, &e), 0);
}

/* "belief" stands for all of them; one that is denied is rightly said. */
static bool is_found(const struct meanings *m, struct span name)
{
	for (size_t i = 0; i < m->n; i++)
		if ((span_is(name, m->v[i].symptom->name) &&
		     (!m->v[i].right || strcmp(m->v[i].symptom->group, "truth") == 0)) ||
		    (span_is(name, "belief") && span_is(name, m->v[i].symptom->group)))
			return true;
	return false;
}

static bool row_holds(const struct symptoms *known, const struct catalogue *c, struct tsv *t)
{
	ARENA_AUTO a = { 0 };
	struct meanings found;

	explain_text(&a, known, tsv_text(&a, t->f[2]), c, NULL, &found);
	if (is_found(&found, t->f[0]) == span_is(t->f[1], "yes"))
		return true;
	print_message("line %zu: " SPAN_FMT " " SPAN_FMT ": " SPAN_FMT "\n", t->line,
		      SPAN_ARG(t->f[0]), SPAN_ARG(t->f[1]), SPAN_ARG(t->f[2]));
	for (size_t i = 0; i < found.n; i++)
		print_message("	%s\n", found.v[i].symptom->name);
	return false;
}

static void check_table(const char *name, size_t least)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct symptoms known;
	struct catalogue c;
	struct tsv t = tsv_open(&a, name);
	size_t rows = 0, wrong = 0;

	open_known(&a, &m, &known, &c);
	for (; tsv_next(&t); rows++)
		wrong += !row_holds(&known, &c, &t);
	assert_true(rows > least);
	assert_int_equal(wrong, 0);
}

TEST(explain_contradicts_beliefs_and_no_truths)
{
	check_table("explain/beliefs.tsv", 100);
}

TEST(explain_knows_messages_in_other_words)
{
	check_table("explain/messages.tsv", 100);
}
