/*
 * A workflow of GitHub: a job for each plan, by a matrix
 * (docs.github.com/actions/reference/workflows-and-actions/workflow-syntax). Runners: its list of
 * hosted ones ("GitHub-hosted runners"), which have no GPU; others by the labels that self-hosted
 * ones get by themselves, and gpu. What a job installs comes by a variable: an expression within a
 * script would be read as its text ("Script injections").
 */
#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"
#include "install/emit_private.h"

static const char *runner_of(const struct emit_group *g)
{
	const struct build *b = g->plan->build;
	bool arm = platform_is_linux_arm(b->platform), windows = platform_is_windows(b->platform);

	if (platform_is_mac(b->platform))
		return "[macos-latest]";
	if (g->gpu)
		return arm ? "[self-hosted, Linux, ARM64, gpu]" :
			windows ? "[self-hosted, Windows, X64, gpu]" :
			"[self-hosted, Linux, X64, gpu]";
	return arm ? "[ubuntu-24.04-arm]" : windows ? "[windows-latest]" : "[ubuntu-latest]";
}

/* What begins an expression stands for itself in one ("Expressions", literals). */
static const char *no_expression(struct arena *a, const char *text)
{
	const char *to = "", *at;

	while ((at = strstr(text, "${{"))) {
		to = arena_printf(a, "%s%.*s${{ '${{' }}", to, (int)(at - text), text);
		text = at + 3;
	}
	return arena_printf(a, "%s%s", to, text);
}

/* What a job runs on and with, and the list of pip that it installs, as a block of lines. */
static bool put_job(struct emit_page *e, const struct emit_group *g)
{
	struct strings lines = { 0 };

	emit_line(e, "          - name: %s", emit_yaml(e->a, arena_printf(e->a, "%s-%s",
		g->plan->build->platform, g->name)));
	emit_line(e, "            runner: %s", runner_of(g));
	emit_line(e, "            python: \"%s\"", emit_python(e->a, g->plan->python));
	if (!emit_group_lines(e, g, &lines))
		return false;
	emit_line(e, "            requirements: |");
	for (size_t i = 0; i < lines.n; i++)
		emit_line(e, "              %s",
			  no_expression(e->a, emit_pip_line(e->a, lines.v[i])));
	return true;
}

static const char head[] =
#include "rows/manifest/actions_head.def"
	;
static const char tail[] =
#include "rows/manifest/actions_tail.def"
	;

bool emit_actions(struct emit_page *e)
{
	emit_about(e);
	emit_line(e, "%s", head);
	for (size_t i = 0; i < e->n; i++)
		if (!put_job(e, &e->v[i]))
			return false;
	emit_line(e, "%s", tail);
	return true;
}
