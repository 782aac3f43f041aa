/* What a mirror serves at one place, and in which form; a row of the matrix table `mirror`. */
#pragma once

#include <stdbool.h>

#include "base/span.h"

enum mirror_form {
	MIRROR_INDEX,      /* --index-url; of the PyTorch index the variant's folder lies below */
	MIRROR_FIND_LINKS, /* -f: a folder of files below the variant's name, and no index */
	MIRROR_CHANNEL,    /* conda's -c */
	MIRROR_BASE,       /* channels lie below: custom_channels */
};

enum mirror_state {
	MIRROR_LIVE,
	MIRROR_REDIRECT,   /* it answers, and the files come from another place */
	MIRROR_INCOMPLETE, /* it stands still, or lacks parts */
	MIRROR_DEAD,
	MIRROR_NEVER,      /* that path never existed */
	MIRROR_UNKNOWN,
};

#define MIRROR_PYPI "pypi"
#define MIRROR_WHEELS "wheels" /* the PyTorch index */

struct mirror_place {
	const char *mirror;    /* its names, the usual one first: "tuna tsinghua" */
	const char *serves;    /* MIRROR_PYPI, MIRROR_WHEELS, a channel; "*": several */
	const char *url;       /* without a slash at its end */
	struct span place;     /* the same behind its scheme */
	enum mirror_form form;
	enum mirror_state state;
	const char *torch;     /* its builds: "all", "default" of PyPI, …; NULL: not known */
	const char *without;   /* platforms: "linux-aarch64 osx-arm64"; NULL: none known */
	bool named;            /* may be named to users */
	const char *seen;      /* "2026-08-08"; NULL: not dated */
	const char *note;      /* NULL: none */
};

/* "index", "find-links", "channel", "base" */
const char *mirror_form_name(enum mirror_form form);
/* "live", "redirect", "incomplete", "dead", "never", "unknown" */
const char *mirror_state_name(enum mirror_state state);
/* MIRROR_BASE, MIRROR_UNKNOWN: it is none of them. */
enum mirror_form mirror_form_of(struct span text);
enum mirror_state mirror_state_of(struct span text);
/* Something is there, as far as is known. */
bool mirror_serves(const struct mirror_place *p);

struct mirrors {
	struct mirror_place *v;
	size_t n, room;
};
