#include "show/commands.h"

void show_commands_json(struct json *j, const char *key, const struct commands *c)
{
	json_list_key(j, key);
	for (size_t i = 0; c && i < c->n; i++) {
		json_list(j);
		for (size_t k = 0; k < c->v[i].n; k++)
			json_str(j, c->v[i].argv[k]);
		json_end(j);
	}
	json_end(j);
}
