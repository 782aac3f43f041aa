/*
 * Steps of a plan or a cure as the commands that do them: argument vectors, or lines for the shell
 * of a platform, PowerShell on Windows, else POSIX.
 */
#pragma once

#include <stdio.h>

#include "base/json.h"
#include "base/term.h"
#include "install/install.h"

/*
 * One line without its end. Words are quoted only where the shell would change them. Credentials
 * stay in a command, unless t->redact.
 */
void shell_step(struct arena *a, const struct term *t, const struct step *s);
/* The same as text, with its credentials. */
const char *shell_step_text(struct arena *a, const struct step *s);
/* The same with its end, from column `indent` on; broken to the width so that it pastes as one. */
void shell_step_lines(struct arena *a, const struct term *t, const struct step *s, size_t indent,
		      enum style style);
void shell_write(FILE *f, const struct command *c, const char *platform);
/* Words as a command for a POSIX shell. */
const char *shell_words(struct arena *a, const struct strings *words);
/* A command behind a label, for a POSIX shell. */
void show_words(const struct term *t, const char *label, const struct strings *words);
/* Argument vectors, and under KEY_shell the lines; s may be NULL: an empty list. */
void show_steps_json(struct arena *a, struct json *j, const char *key, const struct steps *s);
/* A line each for the shell of their platform, below a label. */
void show_steps_text(struct arena *a, const struct term *t, const struct steps *s);
