/*
 * For Kubernetes: a DaemonSet that prints the facts of every node, and for each plan a Job that
 * goes by a label of the nodes on which it runs (kubernetes.io/docs, "Assign Pods to Nodes",
 * "DaemonSet"; GPUs by the device plugin, "Schedule GPUs"). Nothing is installed on the nodes: one
 * file, cudaplan, lies in a folder of theirs.
 */

#include "install/emit_private.h"

enum { NAMES_IN_LINE = 40 };

static const char *const collect[] = {
	"# kubectl apply -f FILE",
	"# kubectl logs -l app=cudaplan --tail=-1 | cudaplan suggest --host -",
	"apiVersion: apps/v1",
	"kind: DaemonSet",
	"metadata:",
	"  name: cudaplan",
	"spec:",
	"  selector:",
	"    matchLabels:",
	"      app: cudaplan",
	"  template:",
	"    metadata:",
	"      labels:",
	"        app: cudaplan",
	"    spec:",
	"      tolerations:",
	"        - operator: Exists",
	"      containers:",
	"        - name: cudaplan",
	"          image: debian:stable-slim",
	"          command: [sh, -c]",
	"          args:",
	"            - |",
	"              /opt/cudaplan/cudaplan detect --json | sed \"s/^/$NODE_NAME: /\"",
	"              sleep infinity",
	"          env:",
	"            - name: NODE_NAME",
	"              valueFrom:",
	"                fieldRef:",
	"                  fieldPath: spec.nodeName",
	"            - name: NVIDIA_VISIBLE_DEVICES",
	"              value: all",
	"            - name: NVIDIA_DRIVER_CAPABILITIES",
	"              value: compute,utility",
	"          volumeMounts:",
	"            - name: cudaplan",
	"              mountPath: /opt/cudaplan",
	"              readOnly: true",
	"      volumes:",
	"        - name: cudaplan",
	"          hostPath:",
	"            path: /opt/cudaplan",
};

static const char *const behind[] = {
	"          resources:",
	"            limits:",
	"              nvidia.com/gpu: 1",
};

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
	emit_line(e, "---");
	emit_line(e, "# %s", emit_printable(e->a, g->about));
	put_labels(e, g);
	emit_line(e, "apiVersion: batch/v1");
	emit_line(e, "kind: Job");
	emit_line(e, "metadata:");
	emit_line(e, "  name: %s", emit_feature(e, g));
	emit_line(e, "spec:");
	emit_line(e, "  backoffLimit: 0");
	emit_line(e, "  template:");
	emit_line(e, "    spec:");
	emit_line(e, "      restartPolicy: Never");
	emit_line(e, "      nodeSelector:");
	emit_line(e, "        torch: %s", g->name);
	emit_line(e, "      containers:");
	emit_line(e, "        - name: torch");
	emit_line(e, "          image: python:%s-slim", emit_python(e->a, g->plan->python));
	emit_line(e, "          command: [sh, -c]");
	emit_line(e, "          args:");
	emit_line(e, "            - |");
	emit_commands(e, g, "              python -m pip install --no-cache-dir");
	emit_line(e, "              python -c '__import__(\"torch\").ones(1)%s'",
		  g->gpu ? ".cuda()" : "");
	for (size_t i = 0; g->gpu && i < sizeof behind / sizeof *behind; i++)
		emit_line(e, "%s", behind[i]);
}

bool emit_k8s(struct emit_page *e)
{
	for (size_t i = 0; i < sizeof collect / sizeof *collect; i++)
		emit_line(e, "%s", collect[i]);
	EACH(const struct emit_group, g, *e) {
		put_job(e, g);
	}
	return true;
}
