/* How a check makes a finding. The pointers are good until the next finding is made. */
#pragma once

#include "check/checkup.h"

/* A new finding with its usual severity; facts called have and need become those of the finding. */
struct found *find_new(struct checkup *k, enum finding_code code, struct phrase words);
/* A finding about a line that asks for something. */
struct found *find_asked(struct checkup *k, enum finding_code code, const struct env_declared *d,
			 struct phrase words);

/* The same with the phrase as its form and facts: FIND(k, CP201, CPU_HERE, SAY(torch, version)). */
#define FIND(k, code, ...) find_new(k, code, PHRASE((k)->arena, __VA_ARGS__))
#define FIND_ASKED(k, code, d, ...) find_asked(k, code, d, PHRASE((k)->arena, __VA_ARGS__))
/* What helps, where no command does. */
#define FIND_ADVICE(k, f, ...) ((void)((f)->advice = PHRASE((k)->arena, __VA_ARGS__)))
/* A clause more. */
#define FIND_MORE(k, f, ...) \
	((void)(ARRAY_ADD((k)->arena, (f)->more) = PHRASE((k)->arena, __VA_ARGS__)))

/* Evidence: a place, once; a package, with what it is called where its origin has no text. */
void find_at(struct checkup *k, struct found *f, const struct origin *o);
void find_package(struct checkup *k, struct found *f, const struct env_package *p);
/* The first GPU of any host that is not hidden and answers; NULL: none is known. */
const struct gpu *find_first_gpu(const struct checkup *k);
/* Which GPU of which host it is about. */
void find_gpu(const struct checkup *k, struct found *f, const struct gpu *g);
/* The cure of that one is its own, too; what helped it before is the other way. */
void find_cured_with(struct checkup *k, struct found *f, enum finding_code by);
/* How the line of a file is put right; see struct edit. */
void find_edit(struct checkup *k, struct found *f, const struct origin *o, const char *old,
	       const char *text);

/* The same trouble of the same thing, whatever the versions are now. */
bool find_is_same(const struct found *a, const struct found *b);
/* The same form and the same facts. */
bool find_same_words(const struct phrase *a, const struct phrase *b);
