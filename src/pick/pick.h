/*
 * What an installer would take for what a file asks, by its own rule: a set of packages, and how
 * certain it is. Pure: asks and the stock of indexes in, picks out.
 */
#pragma once

#include "fact/ask.h"
#include "fact/found.h"
#include "know/catalogue.h"
#include "know/shelf.h"
#include "know/stock.h"

enum pick_certain { PICK_EXACT, PICK_ONE_OF, PICK_UNKNOWN };

struct pick_choice {
	const char *version;   /* with its local part */
	const char *build;     /* of torch its variant, "cu121"; NULL: not known, or no torch */
	const struct build *of; /* of torch; NULL: of another package, or not known */
	struct python python;  /* that it is taken for; major 0: not foreseen */
};

struct pick {
	enum installer installer;
	const char *name;
	struct pick_choice taken; /* version NULL: nothing can be installed, or it is not known */
	enum pick_certain certain;
	struct phrase why;     /* what decided; all zero: nothing but what is asked */
	ARRAY(const struct ask_spec *) lines; /* that exclude each other: none can be left out */
	ARRAY(struct pick_choice) candidates; /* of PICK_ONE_OF; of PICK_UNKNOWN what is known */
	bool any_python;       /* nothing says the Python: the last of them is for the newest */
	bool gone;             /* conda's torch, in whose place pip puts another behind it */
	const char *extra;     /* the group that is asked for beside what always is; NULL: none */
};

struct picks {
	struct pick *v;
	size_t n, room;
};

/* What the pick is made from, and for whom. */
struct pick_of {
	const struct catalogue *c; /* the builds, of the indexes and of conda's channels */
	const struct stock *stock;
	const struct shelf *shelf; /* which URLs are mirrors of PyPI */
	const char *platform;
	struct python python;  /* major 0: not known, the range of the file decides */
	pair_t cuda;           /* __cuda, what the driver reports; 0: not known */
	const struct stock_file *have; /* the torch that is there and stays where all that is asked
				* for takes it; NULL: none is */
	bool plan;             /* nothing is compiled, and builds may come from any folder of the
				* index where PyPI is asked: what a plan can make of the lines */
};

/* Adds the picks of one ask, none where nothing in it is of torch's kin. */
void pick_ask(struct arena *a, const struct pick_of *of, const struct ask *ask, struct picks *to);

/* The installer finds an answer with that torch (NULL: any) for that Python; what takes too long
 * to find counts as one. */
bool pick_holds(struct arena *a, const struct pick_of *of, const struct ask *ask,
		const char *torch, struct python python);

struct wheel;
/* pick_wheel.c: what the name of a wheel says: it is for that Python (major 0: any) and platform;
 * "==2.1.*", the torch that it goes with, NULL: any; its CUDA, 1200 for any 12.x, 0: any. */
bool pick_wheel_fits(const struct wheel *w, struct python python, const char *platform);
const char *pick_wheel_torch(struct arena *a, const struct wheel *w);
pair_t pick_wheel_cuda(const struct pick_of *of, const struct wheel *w,
		       const struct pep440_set *torch);

/* "exact", "one of", "unknown": as in JSON. */
const char *pick_certain_name(enum pick_certain c);
