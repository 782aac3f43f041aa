/* /proc/driver/nvidia/version: "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.14  …". */
#include "read/host/field.h"
#include "read/host/format.h"
#include "read/host/platform.h"

static bool proc_begins(const struct source *s, size_t i)
{
	return span_starts(s->v[i].s, "NVRM version:") &&
	       span_find(s->v[i].s, "Kernel Module") > 0;
}

/* The first version behind "Kernel Module"; "for x86_64" may stand between. */
static size_t proc_read(const struct source *s, size_t i, struct host *to)
{
	const struct line *l = &s->v[i];
	ptrdiff_t at = span_find(l->s, "Kernel Module");
	struct span rest = span_from(l->s, (size_t)at), word;

	to->platform = platform_of_os(l->s);
	while (!to->driver && span_word(&rest, &word))
		if (rest.n || l->whole)
			to->driver = field_version(s->a, word);
	if (!to->driver || !l->whole)
		format_cut(s->a, to, l->no, "the version of the kernel module is cut");
	return i + 1;
}

const struct format format_proc_version = {
	"/proc/driver/nvidia/version", proc_begins, proc_read,
};
