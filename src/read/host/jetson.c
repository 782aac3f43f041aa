/* Jetson: "# R36 (release), REVISION: 4.3, GCID: …" of /etc/nv_tegra_release. */
#include "read/host/field.h"
#include "read/host/format.h"

static bool release_line(struct span s, uint64_t *major, struct span *minor)
{
	ptrdiff_t at, end;

	if (!span_take(&s, "R") || !span_take_u64(&s, major) || !span_starts(s, " (release)"))
		return false;
	at = span_find(s, "REVISION: ");
	if (at < 0)
		return false;
	*minor = span_from(s, (size_t)at + 10);
	end = span_find_char(*minor, ',');
	if (end < 0)
		return false;
	minor->n = (size_t)end;
	return field_is_version(*minor);
}

static bool jetson_begins(const struct source *s, size_t i)
{
	struct span line = s->v[i].s, minor;
	uint64_t major;

	span_take(&line, "# ");
	return release_line(line, &major, &minor);
}

static size_t jetson_read(const struct source *s, size_t i, struct host *to)
{
	struct span line = s->v[i].s, minor;
	uint64_t major;

	span_take(&line, "# ");
	if (release_line(line, &major, &minor)) {
		to->l4t = arena_printf(s->a, "%u." SPAN_FMT, (unsigned)major, SPAN_ARG(minor));
		to->platform = "linux-aarch64";
	}
	return i + 1;
}

const struct format format_jetson = { "/etc/nv_tegra_release", jetson_begins, jetson_read };
