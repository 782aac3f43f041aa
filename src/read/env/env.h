/*
 * What people paste or keep in files about an environment, as facts. Every form is recognised by
 * content, several may stand in one text, in any encoding, with prompts and quote marks around:
 * `conda list` (all forms, of mamba, micromamba and pixi too), `conda search`, `conda info`,
 * `conda env export`, environment.yml, conda-lock.yml, pixi.lock, `pip list`, `pip freeze`,
 * `pip show`, `pip inspect`, `uv pip list`, rows that grep left of a list, what a solver of conda
 * is about to install, collect_env, requirements.txt, pyproject.toml, pixi.toml, uv.lock,
 * poetry.lock, .condarc, pip.conf, the exports of a shell, commands that install.
 */
#pragma once

#include "base/err.h"
#include "fact/env.h"
#include "read/place.h"

/* What the caller says the text is: a list of pins can be both. */
enum env_as { ENV_AS_ANY, ENV_AS_INSTALLED, ENV_AS_DECLARED };

/*
 * Adds what the text says to *ret. Outputs of different prefixes are different environments.
 * `files` is where files lie that a requirements file includes, by paths beside `name`; NULL: they
 * are not read, and a problem says so. ERR_INPUT with one sentence when nothing is recognised.
 */
int read_envs(struct arena *a, const char *name, struct span bytes, enum env_as as,
	      const struct place *files, struct envs *ret, struct err *e);
