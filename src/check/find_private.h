/* How a check makes a finding. The pointers are good until the next finding is made. */
#pragma once

#include "check/checkup.h"

/* A new finding with its usual severity and title; the cause is made of its parts. */
struct found *find_new(struct checkup *k, enum finding_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A finding about a line that asks for something. */
struct found *find_asked(struct checkup *k, enum finding_code code, const struct env_declared *d,
			 const char *cause);
/* Evidence: a place, once; a package, with what it is called where its origin has no text. */
void find_at(struct checkup *k, struct found *f, const struct origin *o);
void find_package(struct checkup *k, struct found *f, const struct env_package *p);
/* How the line of a file is put right; see struct edit. */
void find_edit(struct checkup *k, struct found *f, const struct origin *o, const char *old,
	       const char *text);
/* What helps, where no command does. */
void find_advise(struct checkup *k, struct found *f, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
