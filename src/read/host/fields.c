/* "Label: value": what a label tells is a row, which may count in one section only. */
#include "read/host/fields_private.h"

bool field_split(struct span line, struct span *label, struct span *value)
{
	ptrdiff_t at = span_find(line, ": ");

	if (at < 0 && span_ends(line, ":"))
		at = (ptrdiff_t)line.n - 1;
	if (at <= 0)
		return false;
	*label = span_trim(span_sub(line, 0, (size_t)at));
	*value = span_trim(span_from(line, (size_t)at + 1));
	return true;
}

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

	return field_split(line, &label, value) ? field_fact(rows, none, label) : SMI_NONE;
}
