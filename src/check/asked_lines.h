/* The very files that lines and locks of a project ask for. */
#pragma once

#include "check/checkup.h"
#include "fact/online.h"

struct asked_lines {
	struct online_files files;
	ARRAY(struct origin) lines; /* of each */
};

/* Of lines that hold for this machine, those that pin torch and what belongs to it. */
void asked_of_lines(struct checkup *k, struct asked_lines *ret);
