/* What the matrix knows of a build of torch by its name. */
#pragma once

#include "know/catalogue.h"
#include "know/wheel_file.h"

struct known_names {
	struct catalogue *c;
	struct wheel_files files;  /* read when the first name of a wheel is asked for */
};

/*
 * Torch's list for a package whose device code was not read, by version, variant and platform. A
 * wheel must be one of the files that the matrix has; else a finding says which it has.
 */
int inspect_known_name(struct known_names *k, struct package *p, struct err *e);
