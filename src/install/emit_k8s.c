/*
 * For Kubernetes: a DaemonSet that prints the facts of every node, and for each plan a Job that
 * goes by a label of the nodes on which it runs (kubernetes.io/docs, "Assign Pods to Nodes",
 * "DaemonSet"; GPUs by the device plugin, "Schedule GPUs"). Nothing is installed on the nodes: one
 * file, cudaplan, lies in a folder of theirs.
 */

#include "install/emit_private.h"

enum { NAMES_IN_LINE = 40 };

/* As they stand in data/manifest; of a job the words that are of a plan are left open. */
static const char facts[] =
#include "rows/manifest/k8s_facts.def"
	;
static const char job[] =
#include "rows/manifest/k8s_job.def"
	;

/* "# kubectl label nodes a b … torch=cu129", in lines that a shell takes. */
static void put_labels(struct emit_page *e, const struct emit_group *g)
{
	struct strings nodes = emit_nodes(e, g);
	const char *some = "";

	if (nodes.n == 0)
		strings_add(e->a, &nodes, "NODES");
	for (size_t i = 0; i < nodes.n; i++) {
		some = arena_printf(e->a, "%s %s", some, nodes.v[i]);
		if ((i + 1) % NAMES_IN_LINE && i + 1 < nodes.n)
			continue;
		emit_line(e, "#   kubectl label --overwrite nodes%s torch=%s", some, g->name);
		some = "";
	}
}

static void put_job(struct emit_page *e, const struct emit_group *g)
{
	emit_line(e, "---\n# %s", emit_printable(e->a, g->about));
	put_labels(e, g);
	emit_line(e, job, emit_feature(e, g), g->name, emit_python(e->a, g->plan->python));
	emit_commands(e, g, "              python -m pip install --no-cache-dir");
	emit_line(e, "              python -c '__import__(\"torch\").ones(1)%s'",
		  g->gpu ? ".cuda()" : "");
	if (g->gpu)
		emit_line(e, "          resources:\n            limits:\n"
			     "              nvidia.com/gpu: 1");
}

bool emit_k8s(struct emit_page *e)
{
	emit_line(e, "%s", facts);
	EACH(const struct emit_group, g, *e) {
		put_job(e, g);
	}
	return true;
}
