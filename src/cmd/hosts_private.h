/* From the options to the machines that a command is asked about. */
#pragma once

#include "cmd/cmd.h"
#include "fact/host.h"
#include "know/matrix.h"

/* This run is about another machine than the one it runs on: an option gives or describes it. */
bool cmd_host_given(const struct options *o);

/*
 * The hosts of --host FILE… (a folder stands for its files); or the one that --gpu, --driver,
 * --platform and --glibc describe; or this machine. --driver, --platform, --glibc and --gpu
 * override or complete what a file says.
 * With --redact names, UUIDs and home paths are replaced. Every host is completed from the matrix.
 * At least one host is returned.
 */
int cmd_hosts(struct run *r, struct matrix *m, struct hosts *ret, struct err *e);
/*
 * The same for an answer that is of all of them together: those that are alike are kept once.
 * `each`: what is the own of each is wanted as well (hosts_machine).
 */
int cmd_hosts_folded(struct run *r, struct matrix *m, bool each, struct hosts *ret, struct err *e);

/* The machine that texts about an environment tell of besides; n is 0 where they tell of none. */
int cmd_hosts_beside(struct run *r, struct matrix *m, const struct strings *files,
		     struct hosts *ret, struct err *e);
