/* What the ways of asking share. */
#pragma once

#include "read/online/address.h"
#include "read/online/ask.h"

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
