/*
 * A machine out of a text of no form that a reader knows: a log, a report of some framework, a list
 * of points, a sentence. Read for what all of these have in common: names, ids and chips of GPUs,
 * numbers of drivers, capabilities, the system.
 */
#pragma once

#include "base/err.h"
#include "fact/host.h"

/*
 * As read_hosts; where no form is known, or the known ones tell of no GPU and no driver, the text
 * is read for what it says in its own words, as of one machine. A GPU counts where the text has it
 * as the machine's own: one name, or several that are numbered, counted, labelled or in slots each;
 * names that are wished for, required or measured elsewhere are none. Other makers' GPUs alone are
 * CP009. Strings live in the arena.
 *
 * ERR_INPUT with what was seen and what is missing where nothing is told. Linear.
 *
 * *part: the system and the Python of a text that tells of no GPU and no driver, for whoever knows
 * these. NULL: it tells of one, or there is nothing to add to.
 */
int read_hosts_or_part(struct arena *a, const char *source_name, struct span bytes,
		       struct hosts *ret, const struct host **part, struct err *e);
