/* What explain*.c share. */
#pragma once

#include <string.h>

#include "explain/explain.h"
#include "explain/pattern.h"
#include "fact/found.h"
#include "know/catalogue.h"

/* "2.6" is each of its bug fix releases, too; nothing is of a release that is not named. */
bool explain_is_of(const char *version, struct span release);

/* 12.6 is of "12.6", and of "12"; any is of NULL. */
bool explain_is_of_cuda(pair_t own, const char *cuda);

/* "2.6.0" of "2.6.0+cu124"; of NULL nothing. */
static inline struct span explain_number(const char *torch)
{
	struct span label = span_of(torch ? torch : ""), ret = label;

	(void)span_next(&label, '+', &ret);
	return ret;
}

static inline bool explain_is_wheel(const struct build *b, struct span release)
{
	return b->manager == MANAGER_PIP && explain_is_of(b->torch, release);
}

/* Its system takes it; NULL: any does. */
bool explain_is_on(const struct build *b, const char *platform, const char *glibc);

/* The variants of the wheels of a release on that system, each once. */
struct strings explain_variants(struct arena *a, const struct catalogue *c, struct span release,
				const char *platform, const char *glibc);

/* Keeps the first and the last of builds, by their release and then their CUDA. */
void explain_widen(const struct build *b, const struct build **first, const struct build **last);

/* 1204 of "cu124"; 0: it is no such label. */
pair_t explain_label_cuda(struct span label);

/* The build of that manager and platform (NULL: any) behind `b`, of NULL the first; NULL: no more.
 * The catalogue may be NULL. */
const struct build *explain_next(const struct catalogue *c, enum manager manager,
				 const char *platform, const struct build *b);

/* The first wheel `b` there, NULL: anywhere, of which that holds; NULL: it holds of none. */
#define FIRST_WHEEL(b, c, on, holds) \
	({ \
		const struct build *b = explain_next(c, MANAGER_PIP, on, NULL); \
		while (b && !(holds)) \
			b = explain_next(c, MANAGER_PIP, on, b); \
		b ? b : NULL; \
	})

/*
 * Which wheels of a release ("2.6", "2.7.1+cu126") hold code for a GPU, in a sentence; form 0: none
 * of it is in the catalogue.
 */
struct phrase explain_release(struct arena *a, const struct catalogue *c, const char *torch,
			      struct sm sm);
/* Which torch has code for it, as explain_range; form 0: neither is known. */
struct phrase explain_range_of(struct arena *a, const struct catalogue *c, struct sm sm);
/* The index ("cu126") of the newest wheels that serve the driver and the GPUs of the host, which
 * may be NULL; NULL: none does. */
const char *explain_variant(const struct catalogue *c, const struct driver *d,
			    const struct host *h);

/* It has code of its own for the GPU, whichever of its capabilities that has. */
bool explain_has_code(const struct catalogue *c, const struct build *b, const struct gpu *gpu);

/* Every wheel that the text can mean has code that runs on the GPU as it is. */
bool explain_serves(struct arena *a, const struct catalogue *c, const char *torch, struct sm sm);

/* "torch 1.7.1 to 1.10.2 cu102 (win-64)": the builds that hold exactly this list; form 0: none. */
struct phrase explain_list(struct arena *a, const struct catalogue *c, const char *list);

/* The list of the message, or its end, holds code that the GPU of the message runs: a message that
 * does no harm. */
bool explain_is_served(const struct catalogue *c, const struct captures *facts);

/* The release has files for the Python: on that platform, NULL: on all that have some of it. */
bool explain_has_files(const struct catalogue *c, const char *platform, struct span release,
		       struct python py);

/* "torch 1.7.1 has files for Python 3.6 3.7 3.8 (Linux x86-64)", of that platform, NULL: of each;
 * form 0: none is in the catalogue, or no torch is given. */
struct phrase explain_pythons(struct arena *a, const struct catalogue *c, const char *torch,
			      const char *platform);

/* The driver of the host is too old for the torch of the text: -1; it serves it: 1; not known: 0.
 * The facts torch, torch_cuda, need and driver. */
int explain_driver_fits(struct arena *a, const struct catalogue *c, const struct host *h,
			const struct captures *facts, struct captures *to);

/* The driver that came with a CUDA ("12.8") and serves it directly; NULL: not known. */
const char *explain_driver_of(const struct catalogue *c, const char *cuda);

/* "cu118 from 450.80.02, cu121 from 525.60.13": what the wheels of a release ask of the driver;
 * form 0: it is not known. */
struct phrase explain_drivers_of(struct arena *a, const struct catalogue *c, const char *torch,
				 bool windows);

/* What the message means once the catalogue was asked; facts are added to *own. */
const struct symptom *explain_meant(struct arena *a, const struct symptoms *known,
				    const struct catalogue *c, const struct symptom *s,
				    const struct captures *facts, struct captures *own);

/* What is of that name means another, with facts of its own. */
void explain_turn(struct arena *a, struct meanings *m, const char *name, const char *to,
		  const struct captures *own);
/* Adds it to how those of that name concern the machine. */
void explain_here(struct arena *a, struct meanings *m, const char *name, struct phrase said);

/* It is one of the words of a class. */
bool explain_is_among(const struct symptoms *known, const char *class, const char *word);

/* The text, in lower case, has one of the words of a class. */
bool explain_has(const struct symptoms *known, const char *class, struct span low);

static inline bool explain_is_group(const struct symptom *s, const char *group)
{
	return strcmp(s->group, group) == 0;
}

/* Of the trade: a wrong statement, or a right one. */
static inline bool explain_is_said(const struct symptom *s)
{
	return explain_is_group(s, "belief") || explain_is_group(s, "truth");
}

/* What is asked for; the rest is what was seen. */
static inline bool explain_is_asked(const struct symptom *s)
{
	return explain_is_group(s, "question") || explain_is_group(s, "term");
}

/* What the symptom says, with its own facts and then with those of the whole text. */
void explain_words(struct arena *a, struct meaning *m, const struct symptom *s,
		   const struct captures *own, const struct captures *all);
