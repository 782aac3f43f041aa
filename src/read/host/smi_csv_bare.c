/* --query-gpu with noheader: read only where every cell shows by its form what it is. */
#include "read/host/csv.h"
#include "read/host/field.h"
#include "read/host/format.h"
#include "read/host/smi_fact.h"

static bool is_uuid(struct span s)
{
	return span_starts(s, "GPU-") && s.n == 40;
}

/* "550.163.01", "535.120" */
static bool is_driver(struct span s)
{
	return field_is_version(s) && span_find_char(s, '.') == 3 && s.n >= 6;
}

static bool is_capability(struct span s)
{
	struct sm sm;

	return span_find_char(s, '.') == (ptrdiff_t)s.n - 2 && sm_parse(s, &sm) && sm.major >= 2;
}

/* Facts by form. Memory is none of them: nothing shows whether it is the total. */
static const struct form {
	bool (*is)(struct span);
	enum smi_fact fact;
} forms[] = {
	{ field_has_brand, SMI_NAME },
	{ is_uuid, SMI_UUID },
	{ field_is_bus_id, SMI_BUS_ID },
	{ is_driver, SMI_DRIVER },
	{ is_capability, SMI_SM },
};

static enum smi_fact form_of(struct span s)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (forms[i].is(s))
			return forms[i].fact;
	return SMI_NONE;
}

/* What a query prints besides: numbers, with or without a unit, and fixed words. */
static bool is_other(struct span s)
{
	static const char *const words[] = {
		"Default", "Exclusive_Process", "Prohibited", "Enabled", "Disabled", "N/A", "P0",
		"P1", "P2", "P3", "P5", "P8", "Active", "Not Active", "WDDM", "TCC", "MCDM",
	};
	struct span rest = s;
	uint64_t v;

	if (span_starts(s, "[") || span_starts(s, "0x"))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_is(s, words[i]))
			return true;
	if (!span_take_u64(&rest, &v))
		return false;
	if (span_take(&rest, ".") && !span_take_u64(&rest, &v))
		return false;
	rest = span_trim(rest);
	return rest.n == 0 || span_is(rest, "MiB") || span_is(rest, "%") || span_is(rest, "W") ||
	       span_is(rest, "MHz");
}

/* At least two cells, one of them only a GPU has, and none of unknown form. */
static bool is_row(struct span line, struct cells *c)
{
	size_t strong = 0;

	if (span_find_char(line, ',') < 0 || !cells_cut(line, c) || c->n < 2)
		return false;
	for (size_t i = 0; i < c->n; i++) {
		enum smi_fact f = form_of(c->v[i]);

		strong += f == SMI_NAME || f == SMI_UUID || f == SMI_BUS_ID;
		if (f == SMI_NONE && !is_other(c->v[i]))
			return false;
	}
	return strong > 0;
}

static bool bare_begins(const struct source *s, size_t i)
{
	struct cells c;

	return is_row(s->v[i].s, &c);
}

static void set_cells(const struct source *s, const struct cells *c, size_t n, struct host *to,
		      struct gpu *g)
{
	for (size_t i = 0; i < n; i++) {
		enum smi_fact f = form_of(c->v[i]);

		smi_fact_set(s->a, to, g, f, c->v[i]);
	}
}

static size_t bare_read(const struct source *s, size_t i, struct host *to)
{
	struct cells c;
	size_t width = 0;

	for (; i < s->n && is_row(s->v[i].s, &c); i++) {
		const struct line *l = &s->v[i];
		bool open = !l->whole && cell_open(c.v[c.n - 1]);
		struct gpu *g;

		if (width && c.n != width)
			break;
		width = c.n;
		g = format_gpu(s, to, (int)to->gpus.n, l->no);
		if (g)
			set_cells(s, &c, open ? c.n - 1 : c.n, to, g);
		if (!l->whole)
			format_cut(s->a, to, l->no,
				   "the last row of the CSV may be cut: no line end follows");
	}
	if (i < s->n && s->v[i].s.n && !s->v[i].whole)
		format_cut(s->a, to, s->v[i].no, "a row of the CSV is cut");
	return i;
}

const struct format format_smi_csv_bare = {
	"nvidia-smi --query-gpu without header", bare_begins, bare_read,
};
