/* pixi: a workspace declares its channels, the CUDA to solve for, and what it asks for. */
#include <string.h>

#include "base/dotted.h"
#include "fact/build.h"
#include "fact/row.h"
#include "install/install_private.h"

#define ENV_MANIFEST ENV_FOLDER "/pixi.toml"

/* pixi knows no "defaults", which stands for several channels; "main" is the one with torch. */
struct strings install_pixi_channels(struct arena *a, const struct strings *channels)
{
	struct strings to = { 0 };

	for (size_t i = 0; i < channels->n; i++)
		strings_add(a, &to, strcmp(channels->v[i], CHANNEL_DEFAULTS) == 0 ? "main" :
				    channels->v[i]);
	return to;
}

static void pixi_manifest(struct argv *to, const struct step *s)
{
	argv_option(to, "--manifest-path", s->fresh ? ENV_MANIFEST : s->place->project);
}

static void pixi_create(struct argv *to, const struct step *s)
{
	struct strings channels = install_pixi_channels(to->a, &s->channels);

	argv_add(to, step_program(s), "init", ENV_FOLDER, "--platform", s->place->platform, NULL);
	argv_options(to, "--channel", &channels);
}

/* It takes a package from the first channel that has it: these come in front. */
static void pixi_add_channels(struct argv *to, const struct step *s)
{
	struct strings channels = install_pixi_channels(to->a, &s->channels);

	argv_add(to, step_program(s), "workspace", "channel", "add", NULL);
	pixi_manifest(to, s);
	argv_add(to, "--prepend", NULL);
	argv_all(to, &channels);
}

const char *install_pixi_cuda(struct arena *a, struct cuda_version cuda)
{
	char text[CUDA_TEXT];
	const char *version = cuda_version_text(cuda, text);

	if (dotted_cmp(span_of(version), span_of(row_since("minor-compatible"))) >= 0)
		return arena_printf(a, "%u", cuda.major);
	return arena_str(a, version);
}

/*
 * pixi solves for the CUDA that the workspace declares, not for the machine's. A newer minor
 * number than the driver's would forbid what runs by minor-version compatibility. Since pixi 0.71
 * it belongs to the platform, not to [system-requirements].
 */
static void pixi_declare_cuda(struct argv *to, const struct step *s)
{
	argv_add(to, step_program(s), "workspace", NULL);
	if (s->fresh)
		pixi_manifest(to, s);
	argv_add(to, "platform", "edit", NULL);
	if (!s->fresh)
		pixi_manifest(to, s);
	argv_add(to, s->place->platform, "--cuda", install_pixi_cuda(to->a, s->cuda), NULL);
}

/* Of the environment that is there, by the manifest. */
static void pixi_verb(struct argv *to, const struct step *s, const char *word)
{
	argv_add(to, step_program(s), word, NULL);
	pixi_manifest(to, s);
}

static void pixi_add(struct argv *to, const struct step *s)
{
	pixi_verb(to, s, "add");
	if (s->of == MANAGER_PIP)
		argv_add(to, "--pypi", NULL);
	argv_all(to, &s->specs);
	argv_option(to, "--index", s->index_url);
}

static void pixi_uninstall(struct argv *to, const struct step *s)
{
	pixi_verb(to, s, "remove");
	argv_all(to, &s->specs);
}

/* With names these alone; without, all that the lock has, and what it does not name goes. */
static void pixi_reinstall(struct argv *to, const struct step *s)
{
	pixi_verb(to, s, "reinstall");
	argv_all(to, &s->specs);
}

const struct install_writer install_pixi = { {
	[STEP_CREATE] = pixi_create,
	[STEP_DISCARD] = install_discard_folder,
	[STEP_ADD] = pixi_add,
	[STEP_REMOVE] = pixi_uninstall,
	[STEP_SYNC] = pixi_reinstall,
	[STEP_REINSTALL] = pixi_reinstall,
	[STEP_ADD_CHANNELS] = pixi_add_channels,
	[STEP_DECLARE_CUDA] = pixi_declare_cuda,
} };
