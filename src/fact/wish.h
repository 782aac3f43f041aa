/*
 * A package that somebody asks for, in the words of pip or of conda: "torch==2.1.*",
 * "torch>=2.1,<2.4", "pytorch=2.1", "conda-forge::pytorch=2.5.1=*cuda*", "torch 2.1".
 */
#pragma once

#include "fact/matchspec.h"
#include "fact/requirement.h"

struct package_wish {
	const char *text;       /* as it was given */
	const char *name;       /* normalised; "pytorch" is "torch" */
	bool conda;             /* in the words of conda: spec is set, else req */
	struct requirement req;
	struct matchspec spec;
};

/*
 * Whether a version is what was asked for. "=2.1" and "==2.1.*" hold 2.1.2; a local label plays
 * no part unless it was asked for; pre-releases only if one is named.
 */
bool wish_has(const struct package_wish *w, struct span version);
