/* Files that are corrected: what the files of fix_*.c say to each other. */
#pragma once

#include "check/fix.h"

struct fixed_line {
	const char *text;      /* NULL: as it was */
	bool gone;
};

/* What the edit makes of a line, in *to; false: what it is about is not in the line, or the line is
 * not one that it is certain of, and *to stays. */
bool fix_token(struct arena *a, struct span line, const struct edit *e, struct fixed_line *to);

/* Whether that word stands in the line, and not as a part of another. */
bool fix_has(struct span line, const char *word);

/* A spec of conda that is read and not of a group. */
bool fix_is_spec(const struct env_declared *d);

/* The plan that files are to ask for, of conda or of pip: what is asked for stays as far as it can.
 * False: nothing runs. */
bool fix_target(struct checkup *k, bool conda, struct plan *ret);

/* In words what the lines are to ask for; `d`: a line that --fix-file may edit, NULL: none. */
struct phrase fix_words(struct checkup *k, const struct plan *p, const struct env_declared *d);

/* Wheels of the plan that no index has: the lines alone would have pip compile them. */
struct phrases fix_wheels(struct checkup *k, const struct plan *p);

/* The line counts here, and stands in a file. */
bool fix_is_line(struct checkup *k, const struct env_declared *d);
/* A word of a command. */
bool fix_is_word(const struct env_declared *d);
/* A file of TOML; one in which requirements are strings of a list. */
bool fix_is_toml(const struct checkup *k, const char *file);
bool fix_is_list(const struct checkup *k, const char *file);

/* What stands behind the versions: "sys_platform == 'linux'"; NULL: nothing. */
const char *fix_marker(const struct env_declared *d);
/* The release of the plan of torch or a companion; "none"; NULL: not known, or another package. */
const char *fix_version(const struct plan *p, const char *name);
/* The lines of a project that its keeper is known of, and where they come from. */
void fix_project(struct checkup *k, const struct plan *p, const char *file, struct found *to,
		 struct phrases *said);

/* The line that names the Python, where it is not that of the plan. */
void fix_python(struct checkup *k, const struct plan *p, struct found *to);

/* The lines of torch and what belongs to it, in conda's words; in `said` what no edit can do. */
void fix_conda(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said);
