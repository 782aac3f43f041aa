/* Commands of a plan or a cure as argument vectors. */
#pragma once

#include "base/json.h"
#include "plan/plan.h"

/* c may be NULL: an empty list. */
void show_commands_json(struct json *j, const char *key, const struct commands *c);
