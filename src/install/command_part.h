/* What the writers of commands share; for src/install only. */
#pragma once

#include "install/command.h"

/* A new command with these words; the list ends with NULL. Returns it for command_add. */
struct strings words(struct arena *a, ...) __attribute__((sentinel));
void words_printf(struct arena *a, struct strings *to, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void words_all(struct arena *a, struct strings *to, const struct strings *more);
void command_put(struct arena *a, struct commands *to, struct strings argv);

/* A companion that has a version to ask for. */
bool companion_named(const char *version);
bool is_windows(const struct build *b);
/* The plan's Python is that of the environment the user stands in. */
bool stands_in(const struct ground *g, const struct plan *p, enum stand stand);

/* Adds the commands of one installer to the plan. */
void command_pip(struct arena *a, const struct ground *g, struct plan *p);
void command_uv(struct arena *a, const struct ground *g, struct plan *p);
void command_conda(struct arena *a, const struct ground *g, struct plan *p);
/* Into what is there already: a pixi workspace, a uv project. */
void command_pixi_add(struct arena *a, const struct plan *p, struct commands *to);
/* torch as a wheel, as what the manifest asks of PyPI or of the variant's index. */
void command_pixi_pypi(struct arena *a, const struct plan *p, struct commands *to);
void command_uv_add(struct arena *a, const struct plan *p, struct commands *to);
void command_pixi(struct arena *a, const struct ground *g, struct plan *p);

/* torch and its companions as pip takes them, then the options that name the index. */
void pip_requirements(struct arena *a, const struct ground *g, const struct plan *p, bool uv,
		      struct strings *to);
/* torch and its companions with the label of the variant, for what a project asks of its index. */
void pip_labelled(struct arena *a, const struct plan *p, struct strings *to);
/* The same for conda: specs, and channels in order. `exact` joins name and version: "=", "==". */
void conda_specs(struct arena *a, const struct plan *p, const char *exact, struct strings *to);
struct strings conda_channels(struct arena *a, const struct ground *g, const struct build *b);
/* "python=3.12"; nothing where it is not known. */
void conda_python(struct arena *a, const struct plan *p, struct strings *to);
/* Every channel behind its option: "-c", "--channel". */
void conda_add_channels(struct arena *a, const struct strings *channels, const char *option,
			struct strings *to);
