/* The system that a line names with its release, as the glibc that this has. */
#include <string.h>

#include "base/dotted.h"
#include "fact/row.h"
#include "read/host/told_private.h"

/* What may stand between its name and its number. */
static struct span to_number(struct span s)
{
	static const char *const words[] = { " gnu/linux", " enterprise", " linux", " release",
		" server", " stream", " lts", " ", "-", "系统", "版本" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_starts_nocase(s, words[i])) {
			s = span_from(s, strlen(words[i]));
			i = (size_t)-1;
		}
	return s;
}

/* "18.04" and "1804" are of the release 18.04, "7.9.2009" is of 7. */
static bool is_of_release(struct span s, const char *release)
{
	for (bool whole = span_take(&s, release); !whole && *release; release++)
		if (*release != '.' && !span_take(&s, (char[]){ *release, '\0' }))
			return false;
	return !s.n || !(ascii_digit(s.p[0]) || s.p[0] == '+');
}

const char *told_libc(struct span s)
{
	const struct row_libc *row;
	const char *name = "";
	struct span behind;
	ptrdiff_t at = -1;

	for (size_t i = 0; (row = row_next_libc(&i)) != NULL;) {
		if (strcmp(name, row->name) != 0)
			at = span_find_nocase(s, name = row->name);
		behind = span_from(s, at < 0 ? s.n : (size_t)at + strlen(name));
		/* "cuda:11.3-devel-ubuntu20.04" is an image, "/etc/debian" a path */
		if (at > 0 && (told_in_word(s.p[at - 1]) || strchr("-/", s.p[at - 1])))
			continue;
		if (behind.n && is_of_release(to_number(behind), row->release))
			return row->glibc;
	}
	return NULL;
}

void told_libc_settle(struct host *h, const char *least)
{
	if (least && h->platform && span_starts(span_of(h->platform), "linux") &&
	    (!h->glibc || dotted_cmp(span_of(h->glibc), span_of(least)) < 0))
		h->glibc = least;
}
