/*
 * Plans written as the file that keeps them: a manifest, a list, a Dockerfile, a workflow. Whoever
 * makes an environment of that file gets the plans, whatever has been released since.
 */
#pragma once

#include "plan/plan.h"

enum emitter {
#define EMITTER(id, name, installer, also_pip, single, writer, ...) EMITTER_##id,
#include "fact/emitter.def"
#undef EMITTER
	EMITTERS
};

/* A plan with its steps, and a line that says what it is and for whom. */
struct emit_part {
	const struct plan *plan;
	const char *about;
	const char *driver;  /* the least that it needs; NULL: there is no such number */
	struct strings nodes; /* the names of the machines that it is for, where they have some */
	bool gpu;            /* they have one that the plan is to use */
};

struct emit_parts {
	struct emit_part *v;
	size_t n, room;
	const char *pypi;    /* the user's mirror of PyPI; NULL: PyPI itself */
	bool redact;         /* no credentials */
};

/* False: there is no such file. */
bool emitter_parse(struct span name, enum emitter *ret);
const char *emitter_name(enum emitter e);
/* Whose plan it is made of; that of pip where `pip` and it takes one. */
enum installer emitter_installer(enum emitter e, bool pip);
/* It holds one plan for each platform at most. */
bool emitter_is_single(enum emitter e);
/* It can hold a plan for that platform. */
bool emitter_holds(enum emitter e, const char *platform);
/* It says where what is run: machines without a GPU have a part of their own. */
bool emitter_has_jobs(enum emitter e);
/* Whether it can be made of plans of that manager. */
bool emitter_takes(enum emitter e, enum manager m);

/*
 * The whole file, in UTF-8; what cannot be printed has become "?". NULL: it cannot hold these
 * plans, of which several are for one platform. *ret_next: what installs it, one command for
 * each of its groups; NULL: not a command.
 */
const char *emit_file(struct arena *a, enum emitter e, const struct emit_parts *parts,
		      const char **ret_next);
