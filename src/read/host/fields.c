/* "Label: value": what a label tells is a row, which may count in one section only. */
#include "read/host/fields_private.h"

int field_fact(const struct field *rows, struct span section, struct span label)
{
	for (; rows->label; rows++)
		if (span_eq_nocase(label, span_of(rows->label)) &&
		    (!rows->section || span_is(section, rows->section)))
			return rows->fact;
	return SMI_NONE;
}

int field_take(const struct field *rows, struct span line, struct span *value)
{
	struct span label, none = { NULL, 0 };

	return span_pair(line, &label, value) ? field_fact(rows, none, label) : SMI_NONE;
}
