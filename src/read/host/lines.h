/*
 * Pasted text as clean lines. What a notebook, a mail, a terminal or a log put around the lines is
 * taken away: colour codes, quote marks, quoted JSON strings, escaped bars, a constant prefix.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/span.h"

struct line {
	struct span s; /* without white space at the ends */
	unsigned no;   /* 1 is the first line of the input */
	unsigned cut : 31;  /* bytes of the input's line in front of s, where the reader counts */
	unsigned whole : 1; /* followed by a line end, so that its last word is not cut */
};

/* The lines of one machine, as far as the text tells machines apart. */
struct section {
	const char *host; /* NULL: no host name was printed */
	bool sure;        /* the header can only mean a machine: it is never joined to another */
	bool machine;     /* a tool's own words for a machine: one that tells nothing is missed */
	ARRAY(struct line) lines;
};

struct sections {
	struct section *v;
	size_t n, room;
};

/* More than one byte in ten of the first ones belongs to no text. */
bool lines_binary(struct span s);
/* Line ends; a lone carriage return is one. */
size_t lines_count(struct span s);

/* UTF-8 without escape sequences, no-break spaces and backslashes before bars; same lines. */
struct span lines_scrub(struct arena *a, struct span text);

/*
 * Cuts scrubbed text into the lines of its machines. Machines are told apart by what pdsh and
 * clush put before every line ("node1: "; a task number from srun -l counts too) and kubectl logs
 * with --prefix ("[pod/name/container] "), and by headers: "==> node1 <==", "node1 | CHANGED | rc=0
 * >>" and the one line of ansible -o, "--- node1", "=== node1 ===", a name between two rules (clush
 * -b, dshbak), a prompt with "ssh node1 nvidia-smi".
 */
void lines_split(struct arena *a, struct span text, struct sections *ret);
