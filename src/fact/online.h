/*
 * A file that a command will fetch, and whether the index or channel that the command names has it.
 * The question comes from the steps of a plan or of a cure, the answer from the network.
 */
#pragma once

#include "base/buf.h"
#include "base/strings.h"
#include "fact/build.h"
#include "fact/found.h"

enum online_state {
	ONLINE_NOT_ASKED, /* nobody could be asked, or the answer was of no use */
	ONLINE_THERE,
	ONLINE_NOT_THERE,
};
const char *online_state_name(enum online_state s); /* "not asked", "there", "not there" */

enum online_kind {
	ONLINE_INDEX,     /* a page per project: PEP 503, PEP 691 */
	ONLINE_PAGE,      /* one page of files: pip's -f */
	ONLINE_CHANNEL,   /* conda's */
};

struct online_place {
	enum online_kind kind;
	const char *url;  /* NULL: not known, for a channel of that name */
	const char *name; /* of the channel, or NULL */
};

struct online_file {
	enum manager manager;
	const char *name;      /* "torch", normalised; conda's as it is */
	const char *version;   /* "2.14.1+cu126"; conda's may go on: "12.4" stands for 12.4.1 */
	const char *build;     /* conda's, a glob; NULL any */
	const char *url;       /* the file itself; NULL: it is looked for in the places */
	const char *sha256;    /* that it should have; NULL not known */
	const char *platform, *os_version; /* glibc or macOS; NULL: any */
	struct python python;
	ARRAY(struct online_place) places; /* in any of them */

	enum online_state state;
	const char *file;      /* what it is called there; NULL not known */
	const char *link;      /* its address, as it may be shown; NULL not known */
	const char *at;        /* the place that has it, as it may be shown; NULL none */
	const char *from;      /* the host that it comes from where that is another; or NULL */
	struct phrase why;     /* of all but ONLINE_THERE; there what else to know of it */
};

struct online_files {
	struct online_file *v;
	size_t n, room;
};

/* "torch 2.14.1+cu126", "pytorch 2.5.1 py3.12_cuda12.4_cudnn9.1.0_0": as it may be said. */
const char *online_name(struct arena *a, const struct online_file *f);
/* Conda's file of that name is the one that is asked for; `s` without ".conda" or ".tar.bz2". */
bool online_is_conda(const struct online_file *f, struct span s);
