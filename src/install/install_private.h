/* What the writers of commands share; for src/install only. */
#pragma once

#include "install/install.h"

/* Name of the environment, and of its folder, that fresh plans make. */
#define ENV_NAME "torch"
#define ENV_FOLDER "torch-env"

/* A command that is being written. */
struct argv {
	struct arena *a;
	struct strings words;
};

/* The verbs of a family of installers; NULL: it has none such. */
struct install_writer {
	void (*write[STEP_VERBS])(struct argv *to, const struct step *s);
};

/* By the last column of installer.def; a row whose writer is nowhere does not link. */
#define INSTALLER(id, name, manager, place, writer) \
	extern const struct install_writer install_##writer;
#include "fact/installer.def"
#undef INSTALLER

/* The list of words ends with NULL. */
void argv_add(struct argv *to, ...) __attribute__((sentinel));
void argv_printf(struct argv *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void argv_all(struct argv *to, const struct strings *words);
/* An option and its value; nothing where there is none. */
void argv_option(struct argv *to, const char *option, const char *value);
/* Every value behind the option. */
void argv_options(struct argv *to, const char *option, const struct strings *values);

/* "--python 3.12" and what goes behind it, where one is wished. */
void install_python(struct argv *to, const struct step *s, const char *behind);
/* The specs, then the indexes, as pip and uv both take them. */
void install_pip_specs(struct argv *to, const struct step *s);
/* The files, then the specs that are to stay, as pip and uv both take them. */
void install_pip_files(struct argv *to, const struct step *s);
/* Channels by the names that pixi knows. */
struct strings install_pixi_channels(struct arena *a, const struct strings *channels);
/* The CUDA that a workspace of pixi declares for a build: "12", "11.0". */
const char *install_pixi_cuda(struct arena *a, struct cuda_version cuda);
/* Adds lines to the end of the project's pyproject.toml. */
void install_append(struct argv *to, const struct step *s, const struct strings *lines);
/* Removes the folder that a fresh plan makes; files and folders that the step names. */
void install_discard_folder(struct argv *to, const struct step *s);
void install_packages(struct argv *to, const struct step *s);
void install_delete_files(struct argv *to, const struct step *s);
void install_delete_trees(struct argv *to, const struct step *s);
