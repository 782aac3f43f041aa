/* Options in a requirements file: settings, and other files. */
#pragma once

#include "read/env/requirements.h"

/* "-e path", "--editable=path" */
bool requirements_editable(struct span s, struct span *value);
/* Any other option; unknown ones become a problem. */
void requirements_option(struct requirements *r, struct span s, struct origin origin);
/* A name, perhaps with extras in brackets. */
bool requirements_name_ok(struct span s);
