/*
 * GPUs by number, one in a line. nvidia-smi -L: "GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-…)", and
 * its MIG lines. gpustat: "node1  Sat Nov 21 10:00:00 2026  535.104.05", then for each GPU
 * "[0] NVIDIA A100-SXM4-80GB | 35°C,   0 % |     4 / 81920 MB | user(4M)".
 * Source: wookayin/gpustat, gpustat/core.py: GPUStat.print_to, GPUStatCollection.print_formatted.
 */
#include <string.h>

#include "read/host/format_private.h"

#define UUID_LABEL "(UUID: "

/* "GPU 0: …", "[0] …" */
static bool numbered(struct span s, const char *before, const char *behind, int *index,
		     struct span *rest)
{
	uint64_t v;

	*rest = s;
	if (!span_take(rest, before) || !span_take_u64(rest, &v) || v > 99999 ||
	    !span_take(rest, behind))
		return false;
	*index = (int)v;
	return true;
}

static bool list_begins(const struct source *s, size_t i)
{
	struct span rest;
	int index;

	return numbered(s->v[i].s, "GPU ", ": ", &index, &rest) &&
	       (span_find(rest, UUID_LABEL) > 0 ||
		(field_has_brand(rest) && span_find(rest, "version") < 0));
}

/* The UUID up to its bracket; false when the bracket is missing. */
static bool take_uuid(struct arena *a, struct span s, const char **ret)
{
	ptrdiff_t end;

	if (!span_pass(&s, UUID_LABEL) || (end = span_find_char(s, ')')) < 0)
		return false;
	*ret = field_text(a, span_sub(s, 0, (size_t)end));
	return true;
}

bool smi_list_gpu(const struct source *s, const struct line *l, struct host *to)
{
	struct span rest;
	ptrdiff_t at, comma;
	int index;
	struct gpu *g;

	if (!numbered(l->s, "GPU ", ": ", &index, &rest))
		return false;
	g = format_gpu(s, to, index, l->no);
	if (!g)
		return true;
	at = span_find(rest, " " UUID_LABEL);
	comma = span_find_char(rest, ',');
	comma = comma < 0 ? span_find(rest, " #") : comma;
	rest = at < 0 && comma > 0 ? span_sub(rest, 0, (size_t)comma) : rest;
	if (at >= 0 || l->whole)
		g->name = field_words(s->a, at >= 0 ? span_sub(rest, 0, (size_t)at) : rest);
	if (!take_uuid(s->a, rest, &g->uuid) && (at >= 0 || !l->whole))
		FORMAT_CUT(s->a, to, l->no, CUT_GPU_LIST);
	return true;
}

bool smi_list_mig(const struct source *s, const struct line *l, struct host *to)
{
	struct mig_device d = { NULL, NULL };
	struct span rest = l->s, profile, word;
	struct gpu *g = to->gpus.n ? &to->gpus.v[to->gpus.n - 1] : NULL;

	if (!span_take(&rest, "MIG ") || !g)
		return false;
	if (!span_word(&rest, &profile) || !span_word(&rest, &word) || !span_is(word, "Device") ||
	    !(take_uuid(s->a, rest, &d.uuid) || (l->whole && span_ends(rest, ":")))) {
		FORMAT_CUT(s->a, to, l->no, CUT_GPU_LIST_IN_MIG);
		return true;
	}
	d.profile = arena_span(s->a, profile);
	g->mig.mode = "Enabled";
	format_mig_add(s->a, g, d);
	return true;
}

static size_t list_read(const struct source *s, size_t i, struct host *to)
{
	while (i < s->n && (smi_list_gpu(s, &s->v[i], to) || smi_list_mig(s, &s->v[i], to)))
		i++;
	if (i < s->n && !s->v[i].whole && s->v[i].s.n && strchr("GM", s->v[i].s.p[0]))
		FORMAT_CUT(s->a, to, s->v[i].no, CUT_GPU_LIST);
	return i;
}

const struct host_format format_smi_list = { list_begins, list_read };

/* --- gpustat --------------------------------------------------------------------------------- */

/* What stands behind the name tells it from other lists. */
static bool is_stat(struct span s)
{
	struct span name;
	int index;

	return numbered(s, "[", "] ", &index, &s) && span_next(&s, '|', &name) &&
	       (span_find(s, " MB") > 0 || span_find(s, "%") > 0 || field_has_brand(name));
}

/* The name of the machine, a date and the driver, of which the last may be left out. */
static bool is_head(struct span s)
{
	struct span word;
	size_t colons = 0;

	if (!span_word(&s, &word) || !ascii_alnum(word.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++)
		colons += s.p[i] == ':';
	return colons == 2;
}

/* Where the first GPU begins in a line that all were pasted into, behind the head; 0: nowhere. */
static size_t pasted_at(struct span s)
{
	ptrdiff_t at = span_find(s, " [");

	return at > 0 && is_stat(span_from(s, (size_t)at + 1)) &&
	       is_head(span_sub(s, 0, (size_t)at)) ? (size_t)at + 1 : 0;
}

static bool gpustat_begins(const struct source *s, size_t i)
{
	return is_stat(s->v[i].s) || pasted_at(s->v[i].s) ||
	       (i + 1 < s->n && is_stat(s->v[i + 1].s) && is_head(s->v[i].s));
}

static void read_head(const struct source *s, struct span line, struct host *to)
{
	struct span word, last = { NULL, 0 };

	if (span_word(&line, &word))
		to->name = arena_span(s->a, word);
	while (span_word(&line, &word))
		last = word;
	to->driver = field_version(s->a, last);
}

static bool read_stat(const struct source *s, const struct line *l, struct host *to)
{
	struct span rest, name;
	struct gpu *g;
	ptrdiff_t unit;
	int index;

	if (!numbered(l->s, "[", "] ", &index, &rest) || !span_next(&rest, '|', &name))
		return false;
	g = format_gpu(s, to, index, l->no);
	if (!g)
		return true;
	g->name = field_words(s->a, name);
	unit = span_find(rest, " MB");
	rest = span_sub(rest, 0, unit > 0 ? (size_t)unit + 3 : 0);
	g->memory_mib = field_mib(span_from(rest, (size_t)(span_rfind_char(rest, '/') + 1)));
	if (!l->whole && g->memory_mib < 0)
		FORMAT_CUT(s->a, to, l->no, CUT_GPU_LIST);
	return true;
}

static size_t gpustat_read(const struct source *s, size_t i, struct host *to)
{
	struct line part = s->v[i];
	ptrdiff_t at = (ptrdiff_t)pasted_at(part.s);

	if (at) {
		read_head(s, span_sub(part.s, 0, (size_t)at), to);
		for (; at > 0 && (part.s = span_from(part.s, (size_t)at), read_stat(s, &part, to));)
			at = span_find(part.s, " [") + 1;
		return i + 1;
	}
	if (!is_stat(s->v[i].s))
		read_head(s, s->v[i++].s, to);
	while (i < s->n && read_stat(s, &s->v[i], to))
		i++;
	if (i < s->n && span_starts(s->v[i].s, "[") && !s->v[i].whole)
		FORMAT_CUT(s->a, to, s->v[i].no, CUT_GPU_LIST);
	return i;
}

const struct host_format format_gpustat = { gpustat_begins, gpustat_read };
