/* A project on disk: which of its files may ask for packages. */
#pragma once

#include "base/arena.h"
#include "base/strings.h"

struct project_files {
	struct strings paths;  /* those of a folder behind each other, the folders above first */
	bool over;             /* there are more than were looked at */
	size_t closed;         /* folders that could not be opened */
};

/*
 * Looks through a folder and those below it. Left out are links, hidden names but the workflows of
 * .github, .gitlab-ci.yml and .devcontainer, what packages were unpacked in, and environments.
 */
void project_find(struct arena *a, const char *folder, struct project_files *ret);
