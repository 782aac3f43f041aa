/*
 * An environment on this machine, from its files: no Python, conda or pip is started, nothing is
 * written. Root and variables are injected, see read/place.h.
 *
 * With place.elsewhere the environment will run on a machine that is described. What belongs to the
 * one it lies on is left out then: toolkits, the loader's folders, and the variables of this shell.
 * How pip, uv and conda are configured stays, since commands typed here obey it.
 */
#pragma once

#include "fact/condarc.h"
#include "fact/env.h"
#include "read/place.h"

/*
 * Fills *ret. `prefix` NULL: the one that is active. What PATH starts decides between several:
 * a variable may be left from an environment that another one covers. ret->why says which it is.
 * ERR_INPUT when a given prefix holds no environment; no active one at all is ERR_NONE.
 */
int read_env_live(struct arena *a, const struct place *p, const char *prefix, struct env *ret,
		  struct err *e);

/*
 * Settings that decide: variables, pip's and uv's files, ld.so.conf, toolkits. *conda is what conda
 * is configured to do, with `defaults` for what no file says; conda NULL: not wanted.
 */
void env_live_settings(struct arena *a, const struct place *p, const struct condarc *defaults,
		       struct condarc *conda, struct env *e);
