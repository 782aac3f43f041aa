/*
 * gpustat: "node1  Sat Nov 21 10:00:00 2026  535.104.05", then for each GPU
 * "[0] NVIDIA A100-SXM4-80GB | 35°C,   0 % |     4 / 81920 MB | user(4M)".
 * Source: wookayin/gpustat, gpustat/core.py: GPUStat.print_to, GPUStatCollection.print_formatted.
 */
#include "read/host/format_private.h"

/* "[0] NAME | …" with the memory behind a bar */
static bool gpu_row(struct span s, int *index, struct span *name, struct span *rest)
{
	uint64_t v;

	if (!span_take(&s, "[") || !span_take_u64(&s, &v) || v > 99999 || !span_take(&s, "] ") ||
	    !span_next(&s, '|', name))
		return false;
	*index = (int)v;
	*name = span_trim(*name);
	*rest = s;
	return name->n > 0;
}

/* Whole: what stands behind the name tells it from other lists. */
static bool is_gpu(struct span s)
{
	struct span name, rest;
	int index;

	return gpu_row(s, &index, &name, &rest) &&
	       (span_find(rest, " MB") > 0 || span_find(rest, "%") > 0 || field_has_brand(name));
}

/* The name of the machine, a date and the driver, of which the last may be left out. */
static bool is_head(struct span s)
{
	struct span word;
	size_t colons = 0;

	if (!span_word(&s, &word) || word.n == 0 || !ascii_alnum(word.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++)
		colons += s.p[i] == ':';
	return colons == 2;
}

static bool gpustat_begins(const struct source *s, size_t i)
{
	return is_gpu(s->v[i].s) || (i + 1 < s->n && is_gpu(s->v[i + 1].s) && is_head(s->v[i].s));
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

/* "  4 / 81920 MB" */
static long memory_of(struct span rest)
{
	struct span part;

	while (span_next(&rest, '|', &part)) {
		ptrdiff_t slash = span_find(part, " / ");

		if (slash >= 0 && span_find(part, " MB") > slash)
			return field_mib(span_sub(part, (size_t)slash + 3,
				(size_t)(span_find(part, " MB") + 3 - slash - 3)));
	}
	return -1;
}

static bool read_gpu(const struct source *s, const struct line *l, struct host *to)
{
	struct span name, rest;
	struct gpu *g;
	int index;

	if (!gpu_row(l->s, &index, &name, &rest))
		return false;
	g = format_gpu(s, to, index, l->no);
	if (!g)
		return true;
	g->name = field_words(s->a, name);
	g->memory_mib = memory_of(rest);
	if (!l->whole && g->memory_mib < 0)
		FORMAT_CUT(s->a, to, l->no, CUT_GPU_LIST);
	return true;
}

static size_t gpustat_read(const struct source *s, size_t i, struct host *to)
{
	if (!is_gpu(s->v[i].s))
		read_head(s, s->v[i++].s, to);
	while (i < s->n && read_gpu(s, &s->v[i], to))
		i++;
	if (i < s->n && span_starts(s->v[i].s, "[") && !s->v[i].whole)
		FORMAT_CUT(s->a, to, s->v[i].no, CUT_GPU_LIST);
	return i;
}

const struct host_format format_gpustat = { gpustat_begins, gpustat_read };
