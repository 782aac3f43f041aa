#pragma once

#include "cmd/cmd.h"

/* All commands, in the order of the help. */
extern const struct cmd *const commands[];
extern const size_t commands_n;

/* NULL if there is no such command. */
const struct cmd *command_find(const char *name);
