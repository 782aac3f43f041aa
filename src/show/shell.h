/* Argument vectors as a line for the shell of a platform: PowerShell on Windows, else POSIX. */
#pragma once

#include <stdio.h>

#include "install/install.h"

/* One line without its end. Words are quoted only where the shell would change them. */
void shell_step(struct arena *a, FILE *f, const struct step *s);
void shell_write(FILE *f, const struct command *c, const char *platform);
