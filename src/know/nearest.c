#include "know/gpu.h"

#include "know/spelling.h"

/* Names with the distance of their nearest spelling, sorted; the worst falls off. */
struct nearest {
	const char **names;
	size_t *far;
	size_t n, most;
};

static void drop(struct nearest *l, size_t at)
{
	for (l->n--; at < l->n; at++) {
		l->names[at] = l->names[at + 1];
		l->far[at] = l->far[at + 1];
	}
}

/* False when the name is there already, at least as near. */
static bool make_room(struct nearest *l, const char *name, size_t far)
{
	for (size_t i = 0; i < l->n; i++)
		if (strcmp(l->names[i], name) == 0) {
			if (l->far[i] <= far)
				return false;
			drop(l, i);
			break;
		}
	if (l->n == l->most && l->far[l->n - 1] <= far)
		return false;
	if (l->n == l->most)
		l->n--;
	return true;
}

static void insert(struct nearest *l, const char *name, size_t far)
{
	size_t at = l->n;

	if (!make_room(l, name, far))
		return;
	for (at = l->n++; at > 0 && l->far[at - 1] > far; at--) {
		l->names[at] = l->names[at - 1];
		l->far[at] = l->far[at - 1];
	}
	l->names[at] = name;
	l->far[at] = far;
}

int gpu_nearest(struct matrix *m, struct arena *a, struct span text, size_t most,
	const char ***ret, size_t *n, struct err *e)
{
	struct span key = spelling_key(a, span_sub(text, 0, SPELLING_MAX));
	struct nearest list = {
		.names = arena_array(a, most + 1, sizeof *list.names),
		.far = arena_array(a, most + 1, sizeof *list.far),
		.most = most,
	};
	size_t limit = key.n < 6 ? 1 : key.n < 12 ? 2 : 3;
	struct query *q;
	int r = matrix_ask(m, Q_GPU_KEYS, &q, e);

	if (r < 0)
		return r;
	while ((r = matrix_step(m, q, e)) > 0) {
		size_t far = spelling_distance(key, query_span(q, 0), limit);

		if (far <= limit && most)
			insert(&list, query_str(q, a, 1), far);
	}
	if (r < 0)
		return r;
	*ret = list.names;
	*n = list.n;
	return 0;
}
