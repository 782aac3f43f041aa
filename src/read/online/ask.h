/*
 * Asks the indexes and channels that files are to come from whether they have them. What was asked
 * for and has no good answer stays "not asked", with the reason: only a place that is seen to be
 * what it should be can say that a file is not there.
 */
#pragma once

#include "fact/online.h"
#include "read/online/address.h"
#include "read/online/fetch.h"

/* Fills the answers. `f` NULL: nothing is asked, and `why` says why. */
void online_ask(struct arena *a, struct fetch *f, const struct err *why,
		struct online_files *files);

/* --- what the ways of asking share: for this room --- */

/* What one place says of a file. */
struct online_answer {
	enum online_state state;
	const char *file, *url;  /* of ONLINE_THERE: its name and address */
	const char *sha256;      /* that the place says; or NULL */
	const char *at, *from;   /* as in struct online_file */
	struct phrase why;
};

/* index.c: pip's places. */
void online_index(struct arena *a, struct fetch *f, const struct online_file *of,
		  const struct online_place *place, struct online_answer *ret);
/* conda_folder.c: of one folder of a channel, "linux-64", the n files that are asked for; an answer
 * for each. */
void online_folder(struct arena *a, struct fetch *f, const char *channel, const char *folder,
		   const struct online_file *const *of, size_t n, struct online_answer *ret);
