/* Which language is asked for, and in which characters it is written. */
#pragma once

#include "cmd/cmd.h"

/* Before the options are read: what --lang says, NULL: what LC_ALL, LC_MESSAGES or LANG say. */
void cmd_language(const char *asked);
/* With the options read: programs are answered in English. ERR_USAGE: there is no such language. */
int cmd_language_checked(const struct options *o, struct arena *a, struct err *e);
/* A Chinese text is answered in Chinese, unless --lang or the environment names a language. */
void cmd_language_of(const struct run *r, struct span text);

/*
 * A stream in the characters of the locale, to `to`, which is it where they are UTF-8 or cannot be
 * written. *lost: there was one that they lack.
 */
FILE *cmd_written(FILE *to, bool *lost);
/* Says on the stream for everything but answers that some were lost, and closes it. */
void cmd_written_end(FILE *talk, bool lost);
