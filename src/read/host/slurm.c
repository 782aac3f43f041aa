/*
 * scontrol show node: "NodeName=gpu01 Arch=x86_64 …", "Gres=gpu:a100:4(S:0-1)", a block for each
 * node. The type of a GPU is what the site calls it, often in the words of NVIDIA's own name.
 * Source: SchedMD/slurm, src/api/node_info.c (slurm_sprint_node_table); Slurm, "Generic Resource
 * (GRES) Scheduling".
 */
#include "fact/platform.h"
#include "read/host/format_private.h"

static bool slurm_begins(const struct source *s, size_t i)
{
	return span_starts(s->v[i].s, "NodeName=") && span_find_char(s->v[i].s, ' ') > 0;
}

/* "a100" and 4 of "gpu:a100:4(S:0-1)"; false: no GPUs. */
static bool gpu_gres(struct span one, struct span *type, uint64_t *n)
{
	struct span part, last;
	ptrdiff_t bracket = span_find_char(one, '(');

	if (bracket >= 0)
		one = span_sub(one, 0, (size_t)bracket);
	if (!span_next(&one, ':', &part) || !span_is(part, "gpu") || !span_next(&one, ':', &last))
		return false;
	*type = (struct span){ NULL, 0 };
	if (one.n) {
		*type = last;
		last = one;
	}
	return span_u64(last, n) && *n <= GPUS_MAX;
}

/* Underscores stand for the spaces of a name. */
static const char *name_of(struct arena *a, struct span type)
{
	char *name = type.n ? arena_span(a, type) : NULL;

	for (char *p = name; p && *p; p++)
		if (*p == '_')
			*p = ' ';
	return name;
}

/* One element of "gpu:a100:2(S:0,2),gpu:v100:2": a comma within brackets parts nothing. */
static struct span take_one(struct span *rest)
{
	size_t n = 0;
	int deep = 0;
	struct span ret;

	while (n < rest->n && (deep > 0 || rest->p[n] != ',')) {
		deep += rest->p[n] == '(' ? 1 : rest->p[n] == ')' ? -1 : 0;
		n++;
	}
	ret = span_sub(*rest, 0, n);
	*rest = span_from(*rest, n < rest->n ? n + 1 : n);
	return ret;
}

static void read_gres(const struct source *s, const struct line *l, struct span v, struct host *to)
{
	to->gpus_known = true;
	while (v.n) {
		struct span type;
		uint64_t n;

		if (!gpu_gres(take_one(&v), &type, &n))
			continue;
		to->nvidia_present = TRI_YES;
		for (uint64_t i = 0; i < n; i++) {
			struct gpu *g = format_gpu(s, to, (int)to->gpus.n, l->no);

			if (g)
				g->name = name_of(s->a, type);
		}
	}
	if (!l->whole)
		FORMAT_CUT(s->a, to, l->no, CUT_GPU_LIST);
}

static void read_words(const struct source *s, struct span line, struct host *to)
{
	struct span word;

	while (span_word(&line, &word)) {
		if (span_take(&word, "NodeName="))
			to->name = arena_span(s->a, word);
		else if (span_is(word, "Arch=x86_64"))
			to->platform = PLATFORM_LINUX;
		else if (span_is(word, "Arch=aarch64"))
			to->platform = PLATFORM_LINUX_ARM;
	}
}

/* A block ends with an empty line or the next node's; one without Gres is cut. */
static size_t slurm_read(const struct source *s, size_t i, struct host *to)
{
	unsigned first = s->v[i].no;
	bool gres = false;

	read_words(s, s->v[i].s, to);
	for (i++; i < s->n && s->v[i].s.n && !slurm_begins(s, i); i++) {
		struct span line = s->v[i].s;

		if (span_take(&line, "Gres=")) {
			read_gres(s, &s->v[i], line, to);
			gres = true;
		}
	}
	if (!gres)
		FORMAT_CUT(s->a, to, first, CUT_GPU_LIST);
	return i;
}

const struct host_format format_slurm = { slurm_begins, slurm_read };
