/*
 * ray status: "0.0/12.0 GPU", a sum over all nodes. ray list nodes: a number, the node's id and its
 * resources, one in a line: " 0  0123…  192.0.2.2  False  ALIVE  …  CPU: 4.0", "GPU: 4.0",
 * "accelerator_type:T4: 1.0".
 * Source: ray-project/ray, python/ray/util/state/state_cli.py (get_table_output).
 */
#include "read/host/format_private.h"
#include "read/host/host_cluster_private.h"

enum { ID_DIGITS = 56 };

static bool node_row(struct span s, struct span *id, bool *alive)
{
	struct span word;
	uint64_t number;

	if (!span_take_u64(&s, &number) || !span_word(&s, id) || id->n != ID_DIGITS)
		return false;
	if (span_run_digits(*id, "abcdef") < id->n)
		return false;
	*alive = true;
	while (span_word(&s, &word))
		if (span_is(word, "DEAD"))
			*alive = false;
	return true;
}

static bool ray_list_begins(const struct source *s, size_t i)
{
	struct span id;
	bool alive;

	return node_row(s->v[i].s, &id, &alive);
}

/* The number behind "GPU: ", the type in "accelerator_type:T4: 1.0". */
static bool read_resource(struct arena *a, struct span line, uint64_t *gpus, const char **type)
{
	struct span word, last = { NULL, 0 }, kind;
	bool any = false;

	while (span_word(&line, &word)) {
		if (span_is(last, "GPU:"))
			any |= host_cluster_ray_count(word, gpus);
		kind = word;
		if (span_take(&kind, "accelerator_type:") && kind.n && span_ends(kind, ":"))
			*type = arena_span(a, span_sub(kind, 0, kind.n - 1));
		any |= span_is(word, "CPU:");
		last = word;
	}
	return any;
}

static size_t ray_list_read(const struct source *s, size_t i, struct host *to)
{
	const char *type = NULL;
	struct span id;
	uint64_t gpus = 0;
	bool alive = true, told;
	unsigned first = s->v[i].no;

	(void)node_row(s->v[i].s, &id, &alive);
	told = read_resource(s->a, s->v[i].s, &gpus, &type);
	for (i++; i < s->n && s->v[i].s.n && !ray_list_begins(s, i); i++)
		told |= read_resource(s->a, s->v[i].s, &gpus, &type);
	if (!alive)
		return i;
	to->name = arena_span(s->a, id);
	to->gpus_known = told;
	host_cluster_ray(s->a, to, gpus, type);
	if (!told)
		FORMAT_CUT(s->a, to, first, CUT_GPU_LIST);
	return i;
}

const struct host_format format_ray_list = { ray_list_begins, ray_list_read };

static bool is_status(struct span line)
{
	return span_starts(line, "======== Autoscaler status:");
}

/* Its lower half is enough, but for that of a node, whose use the sum has too. */
static bool ray_status_begins(const struct source *s, size_t i)
{
	return is_status(s->v[i].s) ||
	       (i < 3 && i + 1 < s->n && span_ends(s->v[i].s, "Usage:") &&
		span_find(s->v[i + 1].s, " CPU") > 0 && span_find_char(s->v[i + 1].s, '/') > 0 &&
		!(i && span_starts(s->v[i - 1].s, "Node: ")));
}

/*
 * "4.0/12.0 GPU (2.0 used of …)": how many of how many are in use; "0.0/2.0 accelerator_type:T4"
 * of how many nodes: where there is but one type, all are of it. Each node's use may follow.
 */
static size_t ray_status_read(const struct source *s, size_t i, struct host *to)
{
	const char *type = NULL;
	uint64_t gpus = 0, all;
	size_t types = 0;

	for (i++; i < s->n && !span_starts(s->v[i].s, "Node: ") && !is_status(s->v[i].s); i++) {
		struct span line = s->v[i].s, used, total, what;

		if (!span_next(&line, '/', &used) || !span_word(&line, &total) ||
		    !span_word(&line, &what) || !host_cluster_ray_count(total, &all))
			continue;
		if (span_is(what, "GPU") && !to->gpus_known) {
			to->gpus_known = true;
			gpus = all;
		} else if (span_take(&what, "accelerator_type:") ||
			   span_take(&what, "AcceleratorType:")) {
			type = types++ ? NULL : arena_span(s->a, what);
		}
	}
	if (to->gpus_known)
		host_cluster_ray(s->a, to, gpus, type);
	return i;
}

const struct host_format format_ray_status = { ray_status_begins, ray_status_read };
