/*
 * A step of a plan or of a cure, as data: which installer is to do what, with what. install/ writes
 * it as a command.
 */
#pragma once

#include "base/strings.h"
#include "fact/env.h"

enum step_verb {
	STEP_PACKAGES,     /* of the system; of no installer */
	STEP_CREATE,       /* what the installer's place is; a conda environment with the specs */
	STEP_DISCARD,      /* what CREATE made */
	STEP_INSTALL,      /* the specs */
	STEP_INSTALL_FILES, /* what requirements files ask for, beside the specs that are there */
	STEP_ADD,          /* the specs to a project, which has them installed then */
	STEP_NAME_INDEX,   /* to a project, for the specs alone */
	STEP_DROP,         /* packages from what a project asks for, with where they come from */
	STEP_REMOVE,       /* packages by name */
	STEP_SYNC,         /* what a project asks for, and nothing else */
	STEP_REINSTALL,    /* packages of a project, the same anew */
	STEP_ADD_CHANNELS, /* to a project, before those that it has */
	STEP_DECLARE_CUDA, /* for which a project is solved */
	STEP_BRING_PIP,    /* into an environment without it */
	STEP_CLEAR_CACHE,  /* of files whose names fit the specs */
	STEP_DELETE,       /* the files that are the specs; of no installer, as the next one */
	STEP_DELETE_TREES, /* folders with all that is in them */
	STEP_VERBS
};

/* What installing does where something counts as installed already. */
enum step_anew {
	ANEW_NO,
	ANEW_ALONE,  /* put again, and nothing that it asks for */
	ANEW_BESIDE, /* put where it belongs, whatever lies outside the environment */
};

/* Where the environment is that a step is for. */
struct step_place {
	const char *platform;
	const char *prefix;  /* named by --env; NULL: the active one */
	const char *project; /* the folder of its manifest, or NULL */
};

struct step {
	enum step_verb verb;
	enum installer by;
	const char *program;     /* what starts it where that is not its name; see tools.h */
	const struct step_place *place;
	bool seed;               /* CREATE: with pip */
	bool fresh;              /* in what CREATE makes, not in the place */
	bool sure;               /* REMOVE without a question */
	bool apart;              /* its specs may be missing: no file asks for them */
	enum step_anew anew;
	enum manager of;         /* whose packages the specs are */
	struct strings specs;    /* in the words of that manager; names; paths */
	struct strings files;    /* INSTALL_FILES */
	struct strings options;  /* INSTALL_FILES: in pip's words, with their values */
	struct python python;    /* CREATE: of a virtual environment; major 0: any */
	struct cuda_version cuda;
	struct strings channels; /* in order; none: as they are configured */
	const char *index_url;   /* in the place of PyPI; of ADD: beside it, for these specs */
	const char *index_name;  /* of ADD: what the project calls it */
	const char *group;       /* of ADD and DROP: that the project has it in; NULL: in none */
	bool extra;              /* the group is an extra */
	bool index_there;        /* of NAME_INDEX: by that name already */
	const char *extra_index_url, *find_links;
};

struct steps {
	struct step *v;
	size_t n, room;
};

/* The place of an environment: it is named only where --env named it. */
struct step_place step_place_of(const struct env *env, const char *platform);
bool step_on_windows(const struct step *s);
/* What a shell starts the installer by. */
const char *step_program(const struct step *s);
