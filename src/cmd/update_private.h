/* What the files of update share. */
#pragma once

#include "cmd/cmd.h"
#include "know/stored.h"
#include "read/carrier/carrier.h"

/* The folder of what is kept for this user; NULL: there is no place for it. */
const char *cmd_stored_folder(struct arena *a);
/* The keys that the program trusts, and those of --signer. */
int cmd_update_keys(struct run *r, struct signify_keys *ret, struct err *e);
/* update_index.c: the newest wheel that pip's index lists: its version and address. ERR_NONE where
 * the index has none of that project. */
struct carrier_link {
	const char *at;              /* the index, as it may be shown */
	const char *version, *file, *url, *sha256; /* sha256 NULL: not said */
};
int cmd_update_ask(struct run *r, struct carrier_link *ret, struct err *e);
/* The bytes of that wheel, which are those whose sum the index names. */
int cmd_update_fetch(struct run *r, const struct carrier_link *link, struct span *ret,
		     struct err *e);
