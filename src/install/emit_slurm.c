/*
 * What sends a job of Slurm to where its environment runs: a feature for the line of each node in
 * slurm.conf, and jobs that ask for it (slurm.conf(5), Feature; sbatch(1), --constraint).
 */

#include "fact/nodeset.h"
#include "install/emit_private.h"

/* Names as hosts have them: anything else would be read as more of the line. */
struct strings emit_nodes(struct emit_page *e, const struct emit_group *g)
{
	struct strings ret = { 0 };

	for (size_t i = 0; i < g->nodes->n; i++)
		if (span_alnum(span_of(g->nodes->v[i]), ".-_"))
			strings_add(e->a, &ret, g->nodes->v[i]);
	return ret;
}

const char *emit_feature(struct emit_page *e, const struct emit_group *g)
{
	return arena_printf(e->a, "torch-%s", g->name);
}

/* The plan's commands, a line each. */
void emit_commands(struct emit_page *e, const struct emit_group *g, const char *before)
{
	struct strings lines = { 0 };
	const char *words = "";

	if (!emit_group_lines(e, g, &lines))
		return;
	for (size_t i = 0; i < lines.n; i++)
		words = arena_printf(e->a, "%s %s", words, emit_pip_line(e->a, lines.v[i]));
	emit_line(e, "%s%s", before, words);
}

bool emit_slurm(struct emit_page *e)
{
	emit_line(e, "# slurm.conf");
	EACH(const struct emit_group, g, *e) {
		struct strings nodes = emit_nodes(e, g);

		emit_line(e, "NodeName=%s Feature=%s",
			  nodes.n ? nodeset_fold(e->a, &nodes, 0) : "NODES", emit_feature(e, g));
	}
	EACH(const struct emit_group, g, *e) {
		const char *feature = emit_feature(e, g);

		emit_line(e, "%s", "");
		emit_line(e, "# %s: %s", feature, emit_printable(e->a, g->about));
		emit_line(e, "# once:");
		emit_line(e, "#   python%s -m venv %s", emit_python(e->a, g->plan->python),
			  feature);
		emit_commands(e, g, arena_printf(e->a, "#   %s/bin/python -m pip install",
						 feature));
		emit_line(e, "# its jobs:");
		emit_line(e, "#   sbatch --constraint=%s%s --wrap='%s/bin/python job.py'",
			  feature, g->gpu ? " --gpus=1" : "", feature);
	}
	return true;
}
