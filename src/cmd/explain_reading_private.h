/* What a text, or what was given beside it, tells. */
#pragma once

#include "cmd/explain_private.h"
#include "cmd/hosts_private.h"
#include "cmd/planning_private.h"
#include "explain/explain.h"
#include "show/explain.h"

/* A question alone, and no command that names what it installs beside. */
enum { ASKED_LINE = 160 };

/* What was looked for in the text once is not looked for again. */
struct text_told {
	bool host_read, host_there; /* it tells of a GPU or a driver */
	bool host_partly;           /* or of the system and the Python alone */
	bool env_read, env_there;
	struct host host;
	struct env env;
};

struct explaining {
	struct run *r;
	struct matrix *m;
	struct hosts hosts;
	struct catalogue c;
	struct meanings found;
	struct span text;
	const char *asked; /* "torch==2.1.0" */
	struct text_told told;
	struct checkup *torch; /* of an environment with a torch, given or told; NULL: none */
};

/* explain_text.c: the machine that a text tells of, its list, and what its commands and files ask
 * for; false: none. A machine also where nothing but the system and the Python are told; NULL: not
 * even these. */
const struct host *text_machine(struct explaining *x);
bool text_host(struct explaining *x, struct host *ret);
bool text_env(struct explaining *x, struct env *ret);
bool text_asks(struct explaining *x, struct env *ret);

/* The machine that was given, or else the one that the text tells of, or this one; false: none. */
bool reading_choose(struct explaining *x);
/* Who asks for a build for the CPU in one line, and tells of none that he got. */
bool reading_wishes_cpu(struct explaining *x);
/* That, or torch "without a GPU", where no other is `told`: the machine is one that has none. */
bool reading_none(struct explaining *x, bool told);
/* The environment that was given, or else the one that the text lists. */
bool reading_env(struct explaining *x, struct env *ret);
/* "2.6.0+cu124" of the facts torch and torch_cuda; NULL: no release is told. */
const char *reading_torch(struct explaining *x);
/* What the checks say of it on the hosts of the text, `own` false: on a machine of which no more is
 * told than its platform. NULL: they could not be run. */
struct checkup *reading_judge(struct explaining *x, const struct env *env, bool own);
/* The extension that the text, or the module of its traceback, is of; NULL: none is known. */
const char *reading_extension(struct explaining *x);
/* The wheel of it, if there is a release for the GPU. */
void reading_wheel(struct explaining *x);
/* A plan; the Python that the text names is kept where it will do. */
bool reading_plan(struct explaining *x, struct answer *ret);
void reading_show(struct explaining *x, const struct plan_page *page);
/* Where the platform is not told, a command without an index is not the whole answer: on Windows it
 * brings a CPU build. The one for Windows is shown, too. */
void reading_windows(struct explaining *x, const struct answer *assumed);

/* Nothing is recognised, or only a question about torch on a machine, or on none: facts say more
 * than its page. */
bool alone_asks(struct explaining *x);
/* What commands and files in the text ask for, where doctor finds something wrong with it that is
 * at least so bad. */
bool alone_judge_asks(struct explaining *x, bool told, enum severity least, int *ret);
/* No message: the facts of the text decide, or the numbers that it asks about. */
int alone_answer(struct explaining *x, int *ret, struct err *e);
