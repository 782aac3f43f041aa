#include "cmd/commands.h"

#include <string.h>

const struct cmd *const commands[] = {
	&cmd_detect,
	&cmd_suggest,
	&cmd_explain,
	&cmd_inspect,
	&cmd_doctor,
	&cmd_verify,
	&cmd_matrix,
	&cmd_vercmp,
	&cmd_match,
	&cmd_completion,
};

const size_t commands_n = sizeof commands / sizeof *commands;

const struct cmd *command_find(const char *name)
{
	for (size_t i = 0; i < commands_n; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}
