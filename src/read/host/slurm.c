/*
 * What Slurm says of its nodes: scontrol show node ("NodeName=gpu01 Arch=x86_64 …",
 * "Gres=gpu:a100:4(S:0-1)", a block or with -o a line for each node), and the nodes of slurm.conf.
 * The type of a GPU is what the site calls it, often in the words of NVIDIA's own name.
 * Source: SchedMD/slurm, src/api/node_info.c (slurm_sprint_node_table); slurm.conf(5); Slurm,
 * "Generic Resource (GRES) Scheduling".
 */
#include "read/host/slurm_private.h"

#include "fact/gpu_name.h"
#include "fact/nodeset.h"
#include "read/host/format_private.h"

/* What grep leaves of a node; a remark in slurm.conf goes on behind it. */
static bool gres_begins(struct span line)
{
	return span_find_char(line, ' ') < 0 &&
	       (span_starts(line, "Gres=gpu") || span_starts(line, "Gres=(null)"));
}

static bool name_begins(const struct source *s, size_t i)
{
	struct span line = s->v[i].s;

	/* gres.conf(5) names files of devices. */
	return span_starts(line, "NodeName=") && span_find(line, " Name=") < 0 &&
	       (span_find_char(line, ' ') > 0 ||
		(i + 1 < s->n && span_find_char(s->v[i + 1].s, '=') > 0));
}

static bool slurm_begins(const struct source *s, size_t i)
{
	return gres_begins(s->v[i].s) || name_begins(s, i);
}

static bool is_gpu(struct arena *a, struct span type)
{
	struct span rest = span_of(field_lower(a, span_of(arena_printf(a, "nvidia " SPAN_FMT,
								       SPAN_ARG(type)))));
	struct gpu_name name;

	return gpu_name_next(&rest, &name) && !rest.n;
}

/* "a100" and 4 of "gpu:a100:4(S:0-1)", and of "a100:4" of a site's own list; false: no GPUs. */
static bool gpu_gres(struct arena *a, struct span one, struct span *type, uint64_t *n)
{
	struct span part, last;
	ptrdiff_t bracket = span_find_char(one, '(');

	if (bracket >= 0)
		one = span_sub(one, 0, (size_t)bracket);
	*n = 1;
	*type = (struct span){ NULL, 0 };
	if (span_is(one, "gpu"))
		return true;
	if (!span_next(&one, ':', &part) || (!span_is(part, "gpu") && !is_gpu(a, part)))
		return false;
	if (!span_is(part, "gpu")) {
		*type = part;
		return span_u64(one, n) && *n <= GPUS_MAX;
	}
	if (!span_next(&one, ':', &last))
		return false;
	if (one.n) {
		*type = last;
		last = one;
	}
	return span_u64(last, n) && *n <= GPUS_MAX;
}

const char *slurm_name(struct arena *a, struct span type)
{
	char *name = type.n ? arena_span(a, type) : NULL;

	for (char *p = name; p && *p; p++)
		if (*p == '_')
			*p = ' ';
	return name;
}

/* "1g.5gb" of "a100_1g.5gb": parts of GPUs, not GPUs; the profile is taken off the type. */
static const char *take_profile(struct arena *a, struct span *type)
{
	ptrdiff_t bar = span_rfind_char(*type, '_');
	struct span profile = bar > 0 ? span_from(*type, (size_t)bar + 1) : *type;
	uint64_t n;

	if (!span_take_u64(&profile, &n) || !span_starts(profile, "g.") ||
	    !(span_ends(profile, "gb") || span_find(profile, "gb.") > 0 ||
	      span_find(profile, "gb+") > 0))
		return NULL;
	profile = bar > 0 ? span_from(*type, (size_t)bar + 1) : *type;
	*type = bar > 0 ? span_sub(*type, 0, (size_t)bar) : (struct span){ NULL, 0 };
	return arena_span(a, profile);
}

/* How many GPUs the devices are of is not said: they hang on one. */
static void add_mig(const struct source *s, const struct line *l, const char *name, uint64_t n,
		    const char *profile, struct host *to)
{
	struct gpu *g = to->gpus.n ? &to->gpus.v[to->gpus.n - 1] : NULL;

	if (!g || !g->mig.mode || (name && g->name && strcmp(name, g->name) != 0))
		g = format_gpu(s, to, (int)to->gpus.n, l->no);
	if (!g)
		return;
	g->name = name;
	g->mig.mode = "Enabled";
	for (uint64_t i = 0; i < n && i < MIG_MAX; i++)
		format_mig_add(s->a, g, (struct mig_device){ profile, NULL });
}

static void add_gpus(const struct source *s, const struct line *l, struct span type, uint64_t n,
		     struct host *to)
{
	const char *profile = take_profile(s->a, &type), *name = slurm_name(s->a, type);
	struct gpu like = gpu_new(0);

	to->nvidia_present = TRI_YES;
	if (profile && n)
		add_mig(s, l, name, n, profile, to);
	like.name = name;
	format_gpus(s, to, profile ? 0 : n, &like, l->no);
}

void slurm_gres(const struct source *s, const struct line *l, struct span v, bool kinds,
		struct host *to)
{
	bool cut = !l->whole;
	struct span one, type;

	while (nodeset_next(&v, &one)) {
		uint64_t n;

		if (!gpu_gres(s->a, one, &type, &n)) {
			/* "gpu:a100_3g.": a column that ended before its number */
			cut |= span_starts(one, "gpu");
			continue;
		}
		add_gpus(s, l, type, kinds ? 1 : n, to);
	}
	to->gpus_known = !kinds;
	if (kinds)
		FORMAT_CUT(s->a, to, l->no, HOST_GPUS_NOT_COUNTED);
	if (!cut)
		return;
	to->gpus_known = to->gpus.n > 0;
	FORMAT_CUT(s->a, to, l->no, CUT_GPU_LIST);
}

/* What a feature says of the GPUs: "GPU_SKU:L40S", "GPU_CC:8.9", or the name alone. */
void slurm_features(struct arena *a, struct span v, struct host *h)
{
	const char *name = NULL, *again = NULL;
	struct span one, sm = { NULL, 0 };

	while (span_next(&v, ',', &one)) {
		bool told = span_take(&one, "GPU_SKU:") || span_take(&one, "GPU_TYPE:") ||
			    span_take(&one, "GPU_MODEL:");
		char *text = field_lower(a, span_of(slurm_name(a, one)));
		struct span rest = span_of(text);
		struct gpu_name found;

		if (span_take(&one, "GPU_CC:"))
			sm = one;
		if (told || (gpu_name_next(&rest, &found) && found.text.n == strlen(text))) {
			again = name;
			name = slurm_name(a, one);
		}
	}
	for (size_t i = 0; i < h->gpus.n; i++)
		if (!h->gpus.v[i].name) {
			h->gpus.v[i].name = again ? NULL : name;
			field_sm(&h->gpus.v[i], sm, SM_SOURCE_CSV);
		}
}

/* The words of a node, in one line or below each other. */
struct words {
	struct line gres;  /* its word; empty: there is none */
	struct span tres, features;
	bool one;          /* a line tells of the node as a whole */
};

static void take_words(const struct source *s, const struct line *l, struct words *w,
		       struct host *to)
{
	struct span rest = l->s, word;

	while (span_word(&rest, &word)) {
		w->one |= span_begins(word, ONE_OF("RealMemory=", "CPUs=", "State=", "Sockets="));
		if (span_take(&word, "NodeName="))
			to->name = arena_span(s->a, word);
		else if (span_take(&word, "Arch="))
			to->platform = format_platform_of_os(word);
		else if (span_take(&word, "CfgTRES="))
			w->tres = word;
		else if (span_take(&word, "ActiveFeatures=") || span_take(&word, "Feature=") ||
			 span_take(&word, "AvailableFeatures="))
			w->features = word;
		else if (span_take(&word, "Gres="))
			w->gres = (struct line){ .s = word, .no = l->no,
						 .whole = l->whole || rest.n > 0 };
	}
}

/*
 * "gres/gpu=4,gres/gpu:a100=4", what is counted of a node, as gres: all, and by type those of the
 * types that the site counts.
 */
static struct span gres_of(struct arena *a, struct span tres)
{
	const char *ret = NULL;
	uint64_t all = 0, typed = 0, n;
	struct span one, what;

	while (span_next(&tres, ',', &one)) {
		if (!span_take(&one, "gres/gpu") || !span_next(&one, '=', &what) ||
		    !span_u64(one, &n))
			continue;
		*(what.n ? &typed : &all) += n;
		if (what.n)
			ret = arena_printf(a, "%s%sgpu" SPAN_FMT ":" SPAN_FMT, ret ? ret : "",
					   ret ? "," : "", SPAN_ARG(what), SPAN_ARG(one));
	}
	if (all > typed)
		ret = arena_printf(a, "%s%sgpu:%llu", ret ? ret : "", ret ? "," : "",
				   (unsigned long long)(all - typed));
	return span_of(ret);
}

/* A line of the block below has them. */
static bool gres_follows(const struct source *s, size_t i)
{
	for (i++; i < s->n && s->v[i].s.n && span_find(s->v[i].s, "Name=") != 4; i++)
		if (span_starts(s->v[i].s, "Gres="))
			return true;
	return false;
}

/* All of a node in one line, or a block that ends with an empty line or the next node's. */
static size_t slurm_read(const struct source *s, size_t i, struct host *to)
{
	struct words w = { .one = false };
	unsigned first = s->v[i].no;
	bool whole = s->v[i].whole, joined = false, line;

	take_words(s, &s->v[i], &w, to);
	for (; span_ends(s->v[i].s, "\\") && i + 1 < s->n; joined = true)
		take_words(s, &s->v[++i], &w, to);
	line = joined || (w.gres.s.n && name_begins(s, i)) ||
	       (w.one && whole && !gres_follows(s, i));
	for (i++; !line && i < s->n && s->v[i].s.n && !name_begins(s, i) &&
	     !(w.gres.s.n && gres_begins(s->v[i].s)); i++)
		take_words(s, &s->v[i], &w, to);
	if (!w.gres.s.n)
		w.gres = (struct line){ .s = gres_of(s->a, w.tres), .no = first, .whole = true };
	if (w.gres.s.n)
		slurm_gres(s, &w.gres, w.gres.s, false, to);
	else if (line && !w.tres.p)
		to->gpus_known = true;
	else
		FORMAT_CUT(s->a, to, first, CUT_GPU_LIST);
	slurm_features(s->a, w.features, to);
	return i;
}

const struct host_format format_slurm = { slurm_begins, slurm_read };
