/*
 * What a file asks an installer for: one project, group, stage or command, as one thing that the
 * installer reads whole before it picks. Facts only: a reader fills it from its parser, and pick/
 * answers it.
 */
#pragma once

#include "fact/env.h"

enum ask_kind {
	ASK_REQUIREMENT,       /* pip's words: req is set */
	ASK_CONSTRAINT,        /* the same; asks for nothing by itself */
	ASK_OVERRIDE,          /* the same; counts in place of whatever else asks (uv) */
	ASK_SPEC,              /* conda's words: conda is set */
};

/* One thing that is asked for. */
struct ask_spec {
	enum ask_kind kind;
	const char *name;      /* normalised; NULL where only a path or URL is known */
	const char *text;      /* as written, without remarks and options */
	struct requirement req;
	struct matchspec conda;
	bool parsed;           /* req or conda is set; false: the text is not understood */
	const char *url;       /* a file, repository or folder in place of any index */
	const char *version;   /* of the file that the URL names; NULL: not known */
	const char *index;     /* URL of the place that it must come from; NULL: any */
	bool undefined;        /* that is a name which nothing defines */
	bool alone;            /* --no-deps: nothing that it needs comes with it */
	unsigned command;      /* the line of a script that asks for it; 0: it stands in a file */
	struct origin at;
};

enum ask_place_kind {
	ASK_DEFAULT,           /* in place of PyPI */
	ASK_INDEX,             /* beside it: pip's extra index, uv's index, a source of Poetry */
	ASK_NAMED,             /* only for the specs that name it (explicit) */
	ASK_LINKS,             /* a page or folder of files (find-links) */
	ASK_UP_TO,             /* cog: all folders of the index for CUDA up to that, "12.1" */
	ASK_BACKEND,           /* uv's torch-backend: url is "cu128", "cpu" or "auto" */
	ASK_CHANNEL,           /* conda's: a name or a URL */
};

struct ask_place {
	enum ask_place_kind kind;
	const char *name;      /* as the file calls it; NULL: it has none */
	const char *url;
};

enum ask_strategy { ASK_FIRST_INDEX, ASK_FIRST_MATCH, ASK_BEST_MATCH }; /* of uv */
enum ask_priority { ASK_PRIORITY_USUAL, ASK_STRICT, ASK_FLEXIBLE, ASK_DISABLED }; /* conda's */

struct ask {
	enum installer installer;
	bool installer_said;   /* false: it is the usual one for words of that kind */
	const char *file;
	ARRAY(struct ask_spec) specs;
	ARRAY(struct ask_place) places; /* as the installer goes through them */
	const char *pythons;   /* the range that the file is for, ">=3.8,<3.13"; NULL: not said */
	const char *python;    /* the one that is installed into, "3.11"; NULL: not said */
	const char *platform;  /* "linux-64"; NULL: any */
	const char *group;     /* extra, dependency group, feature or stage; NULL: always asked */
	enum ask_strategy strategy;
	enum ask_priority priority;
	bool no_index;         /* nothing but ASK_LINKS */
	bool no_defaults;      /* conda: "nodefaults", or channels that replace */
	struct strings conflicts; /* uv: groups that are never asked together, " cpu gpu " */
	struct strings environments; /* uv: markers that the lock is for; none: all */
};

struct asks {
	struct ask *v;
	size_t n, room;
};

/* The kind of place that a setting names, where its tool looks for packages; false: none. */
bool ask_place_kind(const struct env_setting *s, enum ask_place_kind *ret);
/* The URL of a place that has a name, "name=https://…" of uv and Poetry, or the text itself. */
const char *ask_place_url(const char *value);
/*
 * The asks of what was read into an environment: for each installer whose words are there, what is
 * always asked for, then the same with each group, extra or branch. Lines of locks are no asks.
 * `as`: the installer that is to be asked, and no other; NULL: whose words they are.
 */
struct asks asks_of_env(struct arena *a, const struct env *env, const enum installer *as);

