/*
 * Machines that are alike are kept once, with the names of the others, as they are read: 100,000 of
 * 600 kinds are 600. Those of which something special is told (what is visible, an environment) are
 * kept each, and those without a name, which are told by their number. The first two are kept, too:
 * several stay several.
 */
#pragma once

#include "fact/host.h"

/*
 * Which are equal: the same GPUs, driver and system, and the same is wrong with them; hosts that
 * are alike have the same hash.
 */
uint64_t host_hash(const struct host *h);
bool host_alike(const struct host *a, const struct host *b);

/* `each`: what is the own of each, as UUIDs are, is wanted again of those that are not kept. */
void hosts_fold(struct arena *a, struct hosts *hosts, bool each);
/*
 * Adds what was read since `before`: of a host that is like one before it no more than its name is
 * kept, of `each` also its numbers. Where it is the only one the arena gets back all that it took.
 */
void hosts_add(struct arena *a, struct hosts *hosts, const struct hosts *read,
	       struct arena_mark before);
/* Those that have a name of these are kept each from now on. */
void hosts_fold_apart(struct arena *a, struct hosts *hosts, const struct hosts *named);
/* Those from `from` on are kept, and stay where they are: others may be folded with them. */
void hosts_fold_kept(struct arena *a, struct hosts *hosts, size_t from);
/* The same for all that were kept while they were read. */
void hosts_fold_all(struct arena *a, struct hosts *hosts);
/* Only the first n were hosts. */
void hosts_cut(struct hosts *hosts, size_t n);

/* How many machines they are. Each has its place among them, from 0, in the order of the text. */
size_t hosts_machines(const struct hosts *hosts);
/* The host that stands for the machine of that place, and its name; NULL: it has none. */
size_t hosts_kept(const struct hosts *hosts, size_t place);
const char *hosts_name(const struct hosts *hosts, size_t place);
/* All of that machine, of hosts that were folded as `each`, or not at all. */
struct host hosts_machine(struct arena *a, const struct hosts *hosts, size_t place);
/* The places of all that n hosts stand for, in order. */
const size_t *hosts_places(struct arena *a, const struct hosts *hosts, const size_t *of, size_t n,
			   size_t *ret_n);
