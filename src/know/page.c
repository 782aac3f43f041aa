#include "know/page.h"

int finding_page(struct matrix *m, struct arena *a, enum finding_code code,
		 struct finding_page *ret, struct err *e)
{
	char name[8];
	struct query *q;
	int r = matrix_first(m, Q_FINDING_PAGE, span_of(finding_name(code, name)), &q, e);

	if (r <= 0)
		return r < 0 ? r : err_set(e, ERR_MISSING, "the matrix has no page for %s", name);
	*ret = (struct finding_page){ query_str(q, a, 0), query_str(q, a, 1), query_str(q, a, 2),
				      query_str(q, a, 3) };
	return 0;
}
