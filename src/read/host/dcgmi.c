/*
 * dcgmi discovery -l: "8 GPUs found." and a table with "| 0      | Name: NVIDIA A100-SXM4-80GB |"
 * and its bus id and UUID in the two lines below.
 * Source: NVIDIA/DCGM, dcgmi/Query.cpp; DCGM's user guide, Getting Started.
 */
#include "read/host/fields_private.h"

/* "8 GPUs found." */
static bool found_line(struct span s, uint64_t *n)
{
	return span_take_u64(&s, n) && (span_starts(s, " GPUs found") ||
					span_starts(s, " GPU found"));
}

static bool dcgmi_begins(const struct source *s, size_t i)
{
	struct span line = s->v[i].s;
	uint64_t n;

	return found_line(line, &n) || (span_starts(line, "| GPU ID ") &&
					span_find(line, "Device Information") > 0);
}

/* "| 0      | Name: X   |" in its two cells */
static bool cells(struct span s, struct span *id, struct span *value)
{
	if (!span_take(&s, "|") || !span_next(&s, '|', id))
		return false;
	*value = span_trim(s);
	if (span_ends(*value, "|"))
		*value = span_trim(span_sub(*value, 0, value->n - 1));
	*id = span_trim(*id);
	return true;
}

static const struct field fields[] = {
	{ NULL, "Name", SMI_NAME }, { NULL, "PCI Bus ID", SMI_BUS_ID },
	{ NULL, "Device UUID", SMI_UUID }, { .label = NULL },
};

/* A GPU begins with its number and its name. */
static void read_row(const struct source *s, const struct line *l, struct host *to)
{
	struct span id, value, label, none = { NULL, 0 };
	struct gpu *g = to->gpus.n ? &to->gpus.v[to->gpus.n - 1] : NULL;
	enum smi_fact f;

	if (!cells(l->s, &id, &value) || !field_split(value, &label, &value))
		return;
	f = field_fact(fields, none, label);
	if (f == SMI_NAME)
		g = field_index(id) < 0 ? NULL : format_gpu(s, to, field_index(id), l->no);
	if (g)
		smi_fact_set(s->a, to, g, f, value);
}

static bool is_row(struct span s)
{
	return s.n && (s.p[0] == '|' || s.p[0] == '+');
}

static size_t dcgmi_read(const struct source *s, size_t i, struct host *to)
{
	uint64_t n = 0;
	bool told = found_line(s->v[i].s, &n);
	unsigned line = s->v[i].no;

	for (i += told; i < s->n && is_row(s->v[i].s); i++)
		read_row(s, &s->v[i], to);
	if (told && n == 0)
		to->gpus_known = true;
	if (told && n != to->gpus.n)
		FORMAT_CUT(s->a, to, line, CUT_GPU_LIST);
	else if (i == s->n && !s->v[i - 1].whole && !span_ends(s->v[i - 1].s, "+"))
		FORMAT_CUT(s->a, to, line, CUT_GPU_LIST);
	return i;
}

const struct host_format format_dcgmi = { dcgmi_begins, dcgmi_read };
