#include "know/cuda_cure.h"

int cuda_cures_read(struct matrix *m, struct arena *a, struct cuda_cures *ret, struct err *e)
{
	struct cuda_cures all = { 0 };
	struct query *q;
	int r = matrix_ask(m, Q_CUDA_CURE, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, all.v) = (struct cuda_cure){
			(int)query_int(q, 0), (int)query_int(q, 1), query_str(q, a, 2) };
	if (r >= 0)
		*ret = all;
	return r;
}

const char *cuda_cure(const struct cuda_cures *cures, int error)
{
	for (size_t i = 0; i < cures->v.n; i++)
		if (error >= cures->v.v[i].first && error <= cures->v.v[i].last)
			return cures->v.v[i].cure;
	return NULL;
}
