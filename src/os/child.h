/*
 * Work that may crash or hang: each piece in a child process with a time limit, all at once. A
 * child dies with its parent, leaves no core, and says nothing on the terminal. A signal that
 * would end this program ends the children first.
 */
#pragma once

#include "base/arena.h"
#include "base/span.h"

enum child_end {
	CHILD_DONE,     /* ended by itself with status 0 */
	CHILD_FAILED,   /* ended by itself with another status */
	CHILD_CRASHED,  /* by a signal that was not ours */
	CHILD_HUNG,     /* time was up, it was killed */
	CHILD_STUCK,    /* time was up, and it cannot be killed: it waits inside the kernel */
	CHILD_STOPPED,  /* this program was told to end */
	CHILD_NONE,     /* it could not be started */
};

enum { CHILD_SETTINGS = 6, CHILD_OUTPUT = 1 << 20 };

struct child {
	void (*work)(void *own);  /* called in the child; or */
	const char *const *argv;  /* a program by its path, ended by NULL */
	void *own;
	const char *set[CHILD_SETTINGS]; /* "NAME=value" for its environment, ended by NULL */
	unsigned limit_ms;
	enum child_end end;       /* filled, as is what follows */
	int number;               /* of the signal, the exit status, or errno of CHILD_NONE */
	double ms;
	struct span output;       /* what it wrote to stdout and stderr, at most CHILD_OUTPUT */
	int pid, alive, out;      /* own */
	bool running;             /* own */
};

/*
 * Runs them all; *interrupted is 0, or the signal that ended it early. Such signals stay blocked
 * then, so that a second one does not cut the cleaning up short: child_reraise_all lets it through.
 */
void child_run_all(struct arena *a, struct child *v, size_t n, int *interrupted);
/* Dies of the signal, once everything is cleaned up. Nothing for 0. */
void child_reraise_all(int interrupted);

/* Work of one child that reads and says nothing: CHILD_DONE, CHILD_CRASHED or CHILD_HUNG. */
enum child_end child_ask(void (*work)(void *own), void *own, unsigned limit_ms);

/* Zeroed memory that children write and this program reads; NULL: there is none. */
void *child_share(size_t n);
void child_unshare(void *p, size_t n);

/* The kernel's letter for the state of a process, 'D' asleep in the kernel; 0 not known. */
char child_state(int pid);
/* The system's words for a signal. */
const char *child_signal(int number);
