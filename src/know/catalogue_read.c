#include "know/catalogue.h"
#include "know/matrix.h"

typedef void read_row(struct catalogue *c, struct query *q);

static struct sm sm_of(struct query *q, int column)
{
	struct sm sm = { 0 };

	sm_parse(query_span(q, column), &sm);
	return sm;
}

static pair_t pair_of_column(struct catalogue *c, struct query *q, int column)
{
	return pair_parse(query_str(q, c->arena, column));
}

static void read_cuda(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->cudas) = (struct cuda_fact){
		.cuda = pair_of_column(c, q, 0),
		.ptx_isa = pair_of_column(c, q, 1),
		.minor = { query_str(q, c->arena, 2), query_str(q, c->arena, 3) },
		.toolkit = { query_str(q, c->arena, 4), query_str(q, c->arena, 5) },
	};
}

static void read_branch(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->branches) = (struct branch_fact){
		.branch = (int)query_int(q, 0),
		.cuda = pair_of_column(c, q, 1),
		.ptx_isa = pair_of_column(c, q, 2),
		.windows_first = (int)query_int(q, 3),
		.windows_last = (int)query_int(q, 4),
	};
}

static void read_cc(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->ccs) = (struct cc_fact){
		.sm = sm_of(q, 0),
		.architecture = query_str(q, c->arena, 1),
		.integrated = query_int(q, 2),
		.own_code = query_int(q, 3),
		.first_branch = (int)query_int(q, 4),
		.last_branch = (int)query_int(q, 5),
	};
}

static void read_family(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->families) = (struct family_fact){ sm_of(q, 0), sm_of(q, 1) };
}

static void read_compat(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->compats) =
		(struct compat_fact){ pair_of_column(c, q, 0), (int)query_int(q, 1) };
}

static void read_l4t(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->l4ts) =
		(struct l4t_fact){ query_str(q, c->arena, 0), pair_of_column(c, q, 1) };
}

static void read_gap(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->gaps) = (struct gap_fact){
		.rank = (int)query_int(q, 0),
		.variant = query_str(q, c->arena, 1),
		.sm = sm_of(q, 2),
		.library = query_str(q, c->arena, 3),
		.version = query_str(q, c->arena, 4),
		.several = query_int(q, 5),
	};
}

static void read_release(struct catalogue *c, struct query *q)
{
	ARRAY_ADD(c->arena, c->releases) = query_str(q, c->arena, 0);
}

int catalogue_open(struct arena *a, struct matrix *m, struct catalogue *ret, struct err *e)
{
	static const struct {
		enum question question;
		read_row *read;
	} parts[] = {
		{ Q_CAT_CUDA, read_cuda }, { Q_CAT_BRANCH, read_branch }, { Q_CAT_CC, read_cc },
		{ Q_CAT_FAMILY, read_family }, { Q_CAT_COMPAT, read_compat },
		{ Q_CAT_L4T, read_l4t }, { Q_CAT_GAP, read_gap }, { Q_CAT_RELEASE, read_release },
	};
	struct catalogue c = { .arena = a, .matrix = m };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct query *q;
		int rc = matrix_ask(m, parts[i].question, &q, e);

		if (rc)
			return rc;
		while ((rc = matrix_step(m, q, e)) > 0)
			parts[i].read(&c, q);
		if (rc < 0)
			return rc;
	}
	*ret = c;
	return 0;
}
