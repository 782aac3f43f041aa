/*
 * An environment.yml (CEP 24; docs.conda.io, "Creating an environment from an environment.yml"):
 * the channels in order, and exact builds; or Python alone, and the plan in the section of pip.
 */
#include "fact/build.h"
#include "install/emit_private.h"
#include "install/install_private.h"

static void put_conda(struct emit_page *e, const struct strings *specs)
{
	for (size_t i = 0; i < specs->n; i++)
		emit_line(e, "  - %s", emit_yaml(e->a, specs->v[i]));
}

/* conda writes these lines into a list that its pip reads: options go before them. */
static void put_pip(struct emit_page *e)
{
	struct strings lines = { 0 };
	char python[PYTHON_TEXT];

	if (e->v[0].plan->build->manager == MANAGER_PIP) {
		if (e->python.major)
			emit_line(e, "  - python=%s", python_text(e->python, python));
		emit_pip_lines(e, &lines);
	} else {
		strings_add_all(e->a, &lines, &e->rest);
	}
	if (!lines.n)
		return;
	emit_line(e, "  - pip");
	emit_line(e, "  - pip:");
	for (size_t i = 0; i < lines.n; i++)
		emit_line(e, "      - %s", emit_yaml(e->a, emit_pip_line(e->a, lines.v[i])));
}

/* One environment, of one platform. */
bool emit_environment(struct emit_page *e)
{
	const struct emit_group *g = &e->v[0];
	struct strings none = { 0 };
	const struct strings *channels;

	if (e->n > 1)
		return false;
	emit_about(e);
	emit_line(e, "name: %s", ENV_NAME);
	channels = &g->channels;
	if (!channels->n) {
		strings_add(e->a, &none, CHANNEL_CONDA_FORGE);
		channels = &none;
	}
	emit_line(e, "channels:");
	for (size_t i = 0; i < channels->n; i++)
		emit_line(e, "  - %s", emit_yaml(e->a, emit_url(e->a, channels->v[i])));
	/* Else the channels that are configured would serve too. */
	if (!strings_has(channels, CHANNEL_DEFAULTS))
		emit_line(e, "  - nodefaults");
	emit_line(e, "dependencies:");
	put_conda(e, &g->conda);
	put_conda(e, &g->conda_rest);
	put_pip(e);
	return true;
}
