/* What each line, address and installed package takes of torch, Python and CUDA, by itself. */
#pragma once

#include "check/lines_solved_private.h"

enum { BOND_RELEASES = 256 };

/* What one line, address or package takes. */
struct bond {
	const struct ask_spec *line; /* NULL: it is none */
	const struct origin *at;     /* NULL: no line of a file */
	const char *through;         /* "vllm 0.10.2" */
	bool taken[BOND_RELEASES];        /* of torch, by rank */
	struct python_set pythons;   /* empty: any */
	pair_t cuda;                 /* 0: any */
	bool sure;                   /* it names its versions one by one, or is of all of them */
	bool told;                   /* that a file asks for a Python is said elsewhere */
};

struct bonds {
	struct bond *v;
	size_t n, room;
};

/* Of lines that bind torch: those of pip and conda but torch's own; what is never taken is none. */
struct bonds bonds_of_lines(struct checkup *k, const struct ask *all, struct wish *w);
/* requires-python of projects, conda's lines for python. */
struct bonds bonds_of_projects(struct checkup *k);
/* METADATA of what is there and no line names. */
struct bonds bonds_of_installed(struct checkup *k);
/* Addresses where wheels for a torch are offered. */
struct bonds bonds_of_links(struct checkup *k);
/* The releases of torch that are told apart. */
size_t bonds_releases(const struct checkup *k);
/* Some release that is had is taken. */
bool bond_takes_some(const bool *have, const struct bond *b);
