/* Jetson: "# R36 (release), REVISION: 4.3, GCID: …" of /etc/nv_tegra_release. */
#include "fact/platform.h"
#include "read/host/format_private.h"
#include "read/host/live_private.h"

/* "# R36 (release), REVISION: 4.3, GCID: …" -> "36.4.3"; NULL: it is another line. */
static const char *release(struct arena *a, struct span s)
{
	struct span revision;
	uint64_t major;

	(void)span_take(&s, "# ");
	if (!span_take(&s, "R") || !span_take_u64(&s, &major) || !span_take(&s, " (release)") ||
	    !span_pass(&s, "REVISION: ") || !span_next(&s, ',', &revision) || !s.p ||
	    !field_is_version(revision))
		return NULL;
	return arena_printf(a, "%u." SPAN_FMT, (unsigned)major, SPAN_ARG(revision));
}

static bool jetson_begins(const struct source *s, size_t i)
{
	return release(s->a, s->v[i].s);
}

static size_t jetson_read(const struct source *s, size_t i, struct host *to)
{
	to->l4t = release(s->a, s->v[i].s);
	to->platform = PLATFORM_LINUX_ARM;
	return i + 1;
}

const struct host_format format_jetson = { jetson_begins, jetson_read };

/* Jetson boards: their release, and their GPU, which is on no bus. */

/* Chips by the device tree's word, and the name that the driver gives their GPU. */
static const struct {
	const char *chip, *name;
	uint8_t major, minor;
} chips[] = {
	{ "nvidia,tegra210", "NVIDIA Tegra X1", 5, 3 },
	{ "nvidia,tegra186", "NVIDIA Tegra X2", 6, 2 },
	{ "nvidia,tegra194", "Xavier", 7, 2 },
	{ "nvidia,tegra234", "Orin", 8, 7 },
	{ "nvidia,tegra264", "NVIDIA Thor", 11, 0 },
};

static void add_chip(struct arena *a, struct host *h, struct span compatible)
{
	__auto_type chip = FIRST_OF(x, ROWS(chips), span_find(compatible, x->chip) >= 0);
	struct gpu g = gpu_new(0);

	if (!chip)
		return;
	g.name = chip->name;
	ARRAY_ADD(a, h->gpus) = g;
	h->gpus_known = true;
	h->nvidia_present = TRI_YES;
}

void live_tegra(struct arena *a, const struct place *p, struct host *h)
{
	const char *line = place_line(a, p, "/etc/nv_tegra_release");
	struct span compatible = { 0 };

	place_read(a, p, "/proc/device-tree/compatible", 4096, &compatible);
	if (line)
		h->l4t = release(a, span_of(line));
	if (!h->l4t && (line || span_find(compatible, "nvidia,tegra") >= 0))
		h->l4t = "yes";
	if (h->l4t && h->gpus.n == 0)
		add_chip(a, h, compatible);
}
