/* pixi: a workspace declares its channels, the CUDA to solve for, and what it asks for. */
#include "install/command_part.h"

#include <string.h>

#define ENV_MANIFEST ENV_FOLDER "/pixi.toml"

/* pixi knows no "defaults", which stands for several channels; "main" is the one with torch. */
static void name_main(struct strings *channels)
{
	for (size_t i = 0; i < channels->n; i++)
		if (strcmp(channels->v[i], "defaults") == 0)
			channels->v[i] = "main";
}

/*
 * pixi solves for the CUDA that the workspace declares, not for the machine's. A newer minor
 * number than the driver's would forbid what runs by minor-version compatibility. Since pixi 0.71
 * it belongs to the platform, not to [system-requirements].
 */
static void declare_cuda(struct arena *a, const struct plan *p, const char *manifest,
			 struct commands *to)
{
	struct cuda_version v = p->build->cuda;
	struct strings argv = words(a, "pixi", "workspace", NULL);
	char text[CUDA_TEXT];

	if (!v.major)
		return;
	if (manifest)
		words_all(a, &argv, &(struct strings){
			(const char *[]){ "--manifest-path", manifest }, 2, 2 });
	words_all(a, &argv, &(struct strings){
		(const char *[]){ "platform", "edit", p->build->platform, "--cuda" }, 4, 4 });
	if (v.major >= 11)
		words_printf(a, &argv, "%u", v.major);
	else
		words_printf(a, &argv, "%s", cuda_version_text(v, text));
	command_put(a, to, argv);
}

/* pixi takes a package from the first channel that has it: those of the build come in front. */
void command_pixi_add(struct arena *a, const struct plan *p, struct commands *to)
{
	struct ground none = { 0 };
	struct strings channels = conda_channels(a, &none, p->build), argv;

	name_main(&channels);
	argv = words(a, "pixi", "workspace", "channel", "add", "--prepend", NULL);
	words_all(a, &argv, &channels);
	command_put(a, to, argv);
	declare_cuda(a, p, NULL, to);
	argv = words(a, "pixi", "add", NULL);
	conda_specs(a, p, "==", &argv);
	command_put(a, to, argv);
}

void command_pixi_pypi(struct arena *a, const struct plan *p, struct commands *to)
{
	const struct build *b = p->build;
	struct strings argv = words(a, "pixi", "add", "--pypi", NULL);

	pip_labelled(a, p, &argv);
	if (b->index_url) {
		strings_add(a, &argv, "--index");
		strings_add(a, &argv, b->index_url);
	}
	command_put(a, to, argv);
}

void command_pixi(struct arena *a, const struct ground *g, struct plan *p)
{
	struct strings channels = conda_channels(a, g, p->build), argv;

	name_main(&channels);
	argv = words(a, "pixi", "init", ENV_FOLDER, "--platform", p->build->platform, NULL);
	conda_add_channels(a, &channels, "--channel", &argv);
	command_put(a, &p->commands, argv);
	declare_cuda(a, p, ENV_MANIFEST, &p->commands);
	argv = words(a, "pixi", "add", "--manifest-path", ENV_MANIFEST, NULL);
	conda_python(a, p, &argv);
	conda_specs(a, p, "==", &argv);
	command_put(a, &p->commands, argv);
	if (is_windows(p->build))
		command_put(a, &p->undo, words(a, "Remove-Item", "-Recurse", ENV_FOLDER, NULL));
	else
		command_put(a, &p->undo, words(a, "rm", "-r", ENV_FOLDER, NULL));
}
