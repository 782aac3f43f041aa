/* What the files that make steps share. */
#pragma once

#include "plan/steps.h"

/* A plan while its steps are made. */
struct making {
	struct arena *a;
	const struct ground *g;
	struct plan *p;
	const struct step_place *place;
	bool fresh;
};

/* where.c */
struct step *steps_add(const struct making *m, struct steps *to, enum step_verb verb);
/* The same by another installer than the plan's. */
struct step *steps_add_by(const struct making *m, struct steps *to, enum step_verb verb,
			  enum installer by);
/* The user's URL for a channel, that of the mirror asked for (else of one that has it), or its
 * name. */
const char *steps_channel(struct arena *a, const struct ground *g, const char *name,
	const char *platform);
/* The user's mirror of PyPI, or of the PyTorch index; NULL if none was given, or it is no index. */
const char *steps_mirror(const struct ground *g, bool pypi);
/* The folder of files of a variant on the user's mirror, which has no index; NULL: it has one. */
const char *steps_files(struct arena *a, const struct ground *g, const struct build *b);
/* Notes what the mirror that was asked for lacks of the plan, and where that comes from. */
void steps_tell_mirror(const struct making *m);
/* A mirror of the PyTorch index may be given with the variant's folder or without. */
const char *steps_mirrored(struct arena *a, const struct ground *g, const struct build *b,
			   const char *url);
/* The folder of a variant on the PyTorch index, or on the user's mirror; NULL: not known. */
const char *steps_index(struct arena *a, const struct ground *g, const char *variant);
/* A companion has a version to ask for. */
bool steps_asked(const char *version);
/* What must stay below something beside the plan's build. */
void steps_bounds(struct arena *a, const struct plan *p, struct strings *to);
void steps_tell(const struct making *m, enum form form, const char *have);
/* steps_conda.c: companions whose builds nobody saw: without them the rest would still stand. */
void steps_apart(const struct making *m, enum step_verb verb, const char *exact,
		 const struct strings *channels);
/* create.c: makes the virtual environment of a plan that starts afresh. */
void create_steps(const struct making *m);
/* "python=3.12", for conda; nothing where it is not known. */
void steps_ask_python(struct arena *a, const struct plan *p, struct strings *to);
/* Says where the plan's installer was not seen on this machine. */
void create_tell_installer(const struct making *m);
/* undo.c: fills undo. */
void undo_steps(const struct making *m);
