/* nvidia-smi -L: "GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-…)", and its MIG lines. */
#include "read/host/format_private.h"

#define UUID_LABEL "(UUID: "

static bool take_index(struct span *s, int *index)
{
	uint64_t v;

	if (!span_take_u64(s, &v) || v > 99999)
		return false;
	*index = (int)v;
	return true;
}

/* "GPU 0: …" at the front of a line. */
static bool gpu_line(struct span s, int *index, struct span *rest)
{
	*rest = s;
	return span_take(rest, "GPU ") && take_index(rest, index) && span_take(rest, ": ");
}

static bool list_begins(const struct source *s, size_t i)
{
	struct span rest;
	int index;

	return gpu_line(s->v[i].s, &index, &rest) &&
	       (span_find(rest, UUID_LABEL) > 0 || field_has_brand(rest));
}

/* The UUID up to its bracket; false when the bracket is missing. */
static bool take_uuid(struct arena *a, struct span s, const char **ret)
{
	ptrdiff_t at = span_find(s, UUID_LABEL), end;
	struct span uuid;

	if (at < 0)
		return false;
	uuid = span_from(s, (size_t)at + sizeof UUID_LABEL - 1);
	end = span_find_char(uuid, ')');
	if (end < 0)
		return false;
	uuid.n = (size_t)end;
	*ret = field_text(a, uuid);
	return true;
}

static bool read_gpu(const struct source *s, const struct line *l, struct host *to)
{
	struct span rest;
	ptrdiff_t at, comma;
	int index;
	struct gpu *g;

	if (!gpu_line(l->s, &index, &rest))
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
	for (; i < s->n; i++) {
		const struct line *l = &s->v[i];

		if (read_gpu(s, l, to) || smi_list_mig(s, l, to))
			continue;
		if (!l->whole && l->s.n && (l->s.p[0] == 'G' || l->s.p[0] == 'M'))
			FORMAT_CUT(s->a, to, l->no, CUT_GPU_LIST);
		break;
	}
	return i;
}

const struct host_format format_smi_list = { list_begins, list_read };
