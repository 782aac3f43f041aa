/*
 * An environment as far as it is known: what is installed, what is asked for, what is configured,
 * and where each of these was seen. Facts only; nothing here is judged. NULL is not known.
 */
#pragma once

#include "base/arena.h"
#include "base/strings.h"
#include "fact/err_phrase.h"
#include "fact/host.h"
#include "fact/installer.h"
#include "fact/text_format.h"
#include "fact/wish.h"

/* Where a word of a file stands, so that it can be changed: bytes of one line, in front of the
 * first of which are `begin`, without quote marks around it. Line 0: not known. */
struct spot {
	unsigned line, begin, end;
};

/* A line somebody can look up. */
struct origin {
	const char *file;  /* as named, or the path on the machine; or a variable */
	unsigned line;     /* 1 is the first; 0: the whole file */
	const char *text;  /* the line itself; NULL where it says nothing more */
	struct spot spot;  /* what of it says so: a requirement, a URL, a channel, an image */
};

enum env_kind { ENV_UNKNOWN, ENV_VENV, ENV_CONDA, ENV_UV, ENV_PIXI, ENV_SYSTEM, ENV_PASTED };

/* Whose record of the package it is. */
enum env_owner { OWNER_UNKNOWN, OWNER_PIP, OWNER_UV, OWNER_CONDA };

/* A library file that belongs to a package, by its RECORD. */
struct env_file {
	const char *path;      /* relative to the folder of the packages */
	bool missing;          /* recorded, but not on disk */
};

struct env_package {
	const char *name;      /* lower case, "-" for "_" and "." */
	const char *written;   /* as it was printed */
	const char *version;   /* with the local label */
	const char *local;     /* "cu121"; NULL: none */
	const char *build;     /* conda's build string; NULL: not from conda, or not printed */
	const char *channel;   /* conda: a name or a URL; "" is a blank column: defaults */
	const char *subdir;
	const char *url;       /* installed from: direct_url.json, "name @ url", conda's */
	const char *hash;      /* "sha256:…" or "md5:…" as printed */
	const char *requires_python;
	const char *tag;       /* of WHEEL: "cp312-cp312-linux_x86_64" */
	const char *cuda;      /* of torch, by its version.py or by itself: "12.1", "none" */
	const char *archs;     /* of torch, by itself: "sm_80 sm_90 compute_90" */
	const char *location;  /* site-packages or conda-meta; editable: the project */
	enum env_owner owner;  /* by the list it was in, or INSTALLER */
	const char *installer; /* first line of INSTALLER; NULL: none */
	bool editable;
	bool user_site, system_site; /* seen through, not inside the prefix */
	bool elsewhere;        /* in a folder that PYTHONPATH or a .pth file adds */
	bool damaged;          /* its record is cut or has no METADATA */
	bool has_record;       /* pip can uninstall it; looked for as files are */
	unsigned lost;         /* files that conda says are gone or changed */
	struct strings requires;   /* Requires-Dist, or conda's depends */
	struct strings constrains; /* conda */
	ARRAY(struct env_file) files; /* libraries, only of packages around CUDA */
	const char *needs_cuda; /* "libcudart.so.12": of CUDA, what all its own libraries need */
	const char *needs_in;  /* the one that says so */
	const char *lacks;     /* a function of torch, mangled, which that of here does not have */
	const char *lacks_in;  /* the library that calls it */
	struct origin origin;
};

enum env_declared_kind {
	DECLARED_REQUIREMENT,  /* pip's words: req is set */
	DECLARED_CONSTRAINT,   /* the same from a constraints file */
	DECLARED_SPEC,         /* conda's words: spec is set */
	DECLARED_LOCK,         /* an exact package of a lock file: version and perhaps build */
};

/* What a group is to the program that keeps the project. */
enum env_group_kind {
	GROUP_OTHER,           /* of another program, or none that it can add to */
	GROUP_EXTRA,           /* [project.optional-dependencies] */
	GROUP_DEV,             /* [dependency-groups], Poetry's and pdm's own */
};

/* What uv calls such a group: "extra", "group". */
const char *env_group_table(enum env_group_kind k);

/* Something that a file asks for. */
struct env_declared {
	enum env_declared_kind kind;
	const char *name;      /* normalised; NULL where only a path or URL is known */
	const char *text;      /* as written, without remarks and options */
	const char *version, *build, *url; /* of a lock, or of "name @ url" */
	const char *group;     /* extra, dependency group or feature; NULL: always */
	enum env_group_kind group_kind;
	const char *asked_in;  /* the group that it was of before that one was chosen; NULL: none */
	const char *platform;  /* of a lock, "linux-64"; NULL: any */
	struct strings pythons; /* of a workflow's jobs, "3.12"; none: that of the whole */
	const char *index;     /* that it must come from; NULL: any */
	bool undefined;        /* uv: that is a name, and the file defines no such index */
	struct requirement req;
	struct matchspec spec;
	struct strings hashes;
	const char *ignored;   /* "--index-url URL" behind it, where pip takes no such option */
	bool parsed;           /* req or spec is set; false: the text is not understood */
	bool editable;
	bool under_pip;        /* in the pip section of a conda file */
	bool typed;            /* in a command, or asked for by one: */
	bool listed;           /* in a list of requirements that the command reads */
	bool upgrades;         /* a command: pip's --upgrade, --force-reinstall and the like */
	bool alone;            /* a command: --no-deps, nothing that it needs comes with it */
	bool with_torch;       /* a command that names torch, too */
	bool overrides;        /* uv: it counts, whatever else asks for the package */
	struct origin origin;
};

/* Whose setting it is. */
enum env_setting_tool {
	SETTING_PIP,           /* also pip.conf, PIP_* and options in a requirements file */
	SETTING_UV, SETTING_CONDA, SETTING_PIXI, SETTING_POETRY,
	SETTING_PROJECT,       /* [project] of a pyproject.toml */
	SETTING_ENVIRONMENT,   /* an environment.yml */
	SETTING_VARIABLE,      /* any other variable */
	SETTING_LOADER,        /* ld.so.conf */
};

struct env_setting {
	enum env_setting_tool tool;
	const char *key;       /* "index-url", "channels", "LD_LIBRARY_PATH" */
	const char *value;     /* one element of a list */
	bool effective;        /* not covered by a later one */
	struct origin origin;
};

/* The folder that a library lies in; PATH is LD_LIBRARY_PATH. */
enum env_where {
	WHERE_UNKNOWN, WHERE_WHEEL, WHERE_TORCH, WHERE_PREFIX, WHERE_PATH, WHERE_TOOLKIT,
	WHERE_SYSTEM,
};

/* A CUDA library on disk, by its name. */
struct env_library {
	const char *path;
	const char *name;      /* "libcudnn.so.9" */
	const char *stem;      /* "libcudnn" */
	const char *version;   /* behind ".so.", "9.1.0"; NULL: none */
	const char *told;      /* what the file itself answers, "12.4"; NULL: not known */
	enum env_where where;
	const char *target;    /* of a link; NULL: none */
	bool stub;             /* below a folder "stubs" */
	bool compat;           /* below a folder "compat" */
};

/* A folder of packages without any record: what an uninstall left. */
struct env_leftover {
	const char *path;
	const char *name;      /* normalised name of what it was */
};

/* What conda offers: a line of `conda search`. */
struct env_offer {
	const char *name, *version, *build, *channel, *subdir;
	struct origin origin;
};

/* A base image: "nvidia/cuda", "12.4.1-devel-ubuntu22.04"; the tag is "" where none is written. */
struct env_image {
	const char *image, *tag;
	bool nvcc;             /* a line of the same file installs it, or copies a toolkit */
	struct origin origin;
};

struct env_problem {
	struct phrase what;
	struct origin origin;
};

struct env {
	const char *source;    /* file name, or "live" */
	enum env_kind kind;
	struct text_formats formats; /* what the input was recognised as */
	const char *prefix;
	const char *why;       /* this prefix: "--env", "CONDA_PREFIX", … */
	bool named;            /* the prefix is that of --env, so that commands have to name it */
	const char *name;      /* of a conda environment */
	bool tool_known;
	enum installer tool;   /* conda or one of its kin, that changed it last */
	const char *project;   /* folder of the project or workspace that it belongs to */
	bool kept;             /* a project asks for what is in it, by its program: */
	enum installer keeper;
	const char *python;    /* "3.12", "3.13t" */
	const char *python_full; /* "3.12.4" */
	const char *platform;  /* "linux-64" */
	const char *base;      /* home of a venv's Python */
	enum tri available;    /* what torch.cuda.is_available() said */
	enum tri system_site;  /* a venv that sees the packages of its base */
	bool refuses_pip;      /* PEP 668: its Python is the system's, and it is no venv */
	struct strings sites;  /* folders of packages, in the order of the search */
	bool locked;           /* its packages are those that a lock would install */
	bool over;             /* something had more than ENV_MOST, which was left out */
	ARRAY(struct env_package) packages;
	ARRAY(struct env_declared) declared;
	ARRAY(struct env_declared) replaced; /* commands that asked for torch, by later ones */
	ARRAY(struct env_setting) settings;
	ARRAY(struct env_library) libraries;
	ARRAY(struct env_leftover) leftovers;
	ARRAY(struct env_offer) offers;
	ARRAY(struct toolkit) toolkits;
	ARRAY(struct env_image) images;
	ARRAY(struct env_problem) problems;
	struct strings virtuals; /* conda's virtual packages, "__cuda=12.4=0" */
	struct strings channels; /* of an environment file, lock, or conda info; in order */
};

struct envs {
	struct env *v;
	size_t n, room;
};

/* The CUDA libraries that an environment brings, as files; NULL where there is none. */
struct cuda_env {
	const char *prefix;      /* as given or found */
	const char *site;        /* the folder of its packages that has torch or nvidia */
	const char *python;      /* its interpreter */
	const char *torch;       /* "2.15.0+cu132", by torch/version.py */
	const char *torch_cuda;  /* "13.2"; NULL for a CPU build */
	const char *cudart, *nvrtc, *nvrtc_builtins, *cudnn;
	const char *cudart_version;   /* of the file's name: "13" */
	const char *libtorch_cuda;    /* the library with torch's own device code */
};

/* An environment of which nothing is known but where it is read from. */
struct env env_new(const char *source);
/* Says which of conda's kin changed it last. */
void env_changed_by(struct env *e, enum installer tool);
/* Says whose project it belongs to; the first who says so stays. */
void env_kept_by(struct env *e, enum installer keeper);
/* "pip", "uv", …: as in JSON. */
const char *env_owner_name(enum env_owner o);

/*
 * One more of a list: ENV_ADD(a, e, declared) = d. No environment has ENV_MOST of anything; of more
 * the last is written over.
 */
enum { ENV_MOST = 20000 };
#define ENV_ADD(a, e, list) \
	(*((e)->list.n < ENV_MOST ? &ARRAY_ADD((a), (e)->list) : \
				    ((e)->over = true, &(e)->list.v[ENV_MOST - 1])))

/* Adds a package and returns it; name and local follow from what is written. */
struct env_package *env_add(struct arena *a, struct env *e, struct span name, struct span version,
			    enum env_owner owner, struct origin origin);
/* The first package of that normalised name from *from on, or NULL; *from is then behind it. */
const struct env_package *env_next(const struct env *e, const char *name, size_t *from);
const struct env_package *env_find(const struct env *e, const char *name);
/* The first line that asks for it, of any kind and group; NULL: none does. */
const struct env_declared *env_asks(const struct env *e, const char *name);
/* The last effective value; NULL: not set. */
const struct env_setting *env_setting(const struct env *e, enum env_setting_tool tool,
				      const char *key);
struct env_setting *env_set(struct arena *a, struct env *e, enum env_setting_tool tool,
			    const char *key, const char *value, struct origin origin);
/* Adds what else is known of the same environment; what `to` says of itself already stays. */
void env_join(struct arena *a, struct env *to, const struct env *from);
/* What was not read or understood, for a note. */
void env_problem(struct arena *a, struct env *e, struct origin origin, struct phrase what);
/* The same, in the words of what a reader says. */
void env_not_understood(struct arena *a, struct env *e, struct origin origin,
			const struct err *why);
/* Is it one of those whose libraries and RECORD matter: torch and its family, nvidia-*, … */
bool env_matters(const char *name);
/* Those, and what they are weighed against: python, numpy, mkl, … */
bool env_is_weighed(const char *name);
