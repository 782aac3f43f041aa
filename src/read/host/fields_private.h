/* "Label: value" lines, for the forms of read/host that are made of them. */
#pragma once

#include "read/host/format_private.h"

/* What a label tells, in whatever case; in a section, or NULL everywhere. The last has no label. */
struct field {
	const char *section, *label;
	int fact; /* an enum smi_fact, or one of the reader's own; 0 is none */
};

int field_fact(const struct field *rows, struct span section, struct span label);
/* What the line tells by rows that count everywhere. */
int field_take(const struct field *rows, struct span line, struct span *value);
