/*
 * Keys and values: blocks of "Key = value" (condor_status -long, pbsnodes -av), lines of words
 * "Key=value" (gres.conf), and metrics whose labels tell of a GPU each (DCGM exporter,
 * nvidia_gpu_exporter, node_exporter). A row says what a key tells; what has no row tells nothing.
 * Sources: HTCondor, "Machine ClassAd Attributes"; PBS, pbsnodes(8B); Slurm, gres.conf(5);
 * NVIDIA/dcgm-exporter, pkg/rendermetrics; utkuozdemir/nvidia_gpu_exporter.
 */
#include <string.h>

#include "base/keys.h"
#include "read/host/format_private.h"
#include "read/host/host_merge_private.h"
#include "read/host/keyed_private.h"
#include "fact/nodeset.h"
#include "read/host/slurm_private.h"

enum kind { BLOCK = 1, WORDS = 2, METRIC = 4 };

enum key_fact {
	NODE, COUNT, FILES, PRODUCT, UUID, INDEX, BUS, SM, DRIVER, CUDA, MEMORY, SYSTEM, PROFILE,
	INSTANCE, FACTS
};

static const struct {
	const char *key;
	int of;          /* kinds of text that have it */
	enum key_fact is;
} keys[] = {
	{ "Machine", BLOCK, NODE }, { "Mom", BLOCK, NODE }, { "NodeName", WORDS, NODE },
	{ "Hostname", METRIC, NODE }, { "hostname", METRIC, NODE }, { "nodename", METRIC, NODE },
	{ "TotalGPUs", BLOCK, COUNT }, { "TotalGpus", BLOCK, COUNT },
	{ "resources_available.ngpus", BLOCK, COUNT }, { "Count", WORDS, COUNT },
	{ "File", WORDS, FILES }, { "MultipleFiles", WORDS, FILES },
	{ "CUDADeviceName", BLOCK, PRODUCT }, { "resources_available.gputype", BLOCK, PRODUCT },
	{ "Type", WORDS, PRODUCT }, { "modelName", METRIC, PRODUCT }, { "name", METRIC, PRODUCT },
	{ "UUID", METRIC, UUID }, { "uuid", METRIC, UUID }, { "gpu", METRIC, INDEX },
	{ "pci_bus_id", METRIC, BUS }, { "CUDACapability", BLOCK, SM },
	{ "compute_cap", METRIC, SM }, { "cc", METRIC, SM }, { "driver", METRIC, DRIVER },
	{ "DCGM_FI_DRIVER_VERSION", METRIC, DRIVER }, { "driver_version", METRIC, DRIVER },
	{ "CUDADriverVersion", BLOCK, CUDA }, { "cuda_version", METRIC, CUDA },
	{ "CUDAGlobalMemoryMb", BLOCK, MEMORY }, { "Arch", BLOCK, SYSTEM },
	{ "machine", METRIC, SYSTEM }, { "GPU_I_PROFILE", METRIC, PROFILE },
	{ "GPU_I_ID", METRIC, INSTANCE },
};

static const enum smi_fact smi_facts[FACTS] = {
	[UUID] = SMI_UUID, [INDEX] = SMI_INDEX, [BUS] = SMI_BUS_ID, [SM] = SMI_SM,
};

/* What one block, line or metric says. */
struct keyed_record {
	struct span v[FACTS];
	size_t n;
	unsigned line;
};

struct keyed {
	struct source src;
	const char *source;
	struct hosts *to;
	size_t from;
	enum kind kind;
	struct keys names; /* of the hosts from there on */
	struct keyed_record r;
	struct keys instances; /* of MIG that were told of */
	bool tells;       /* of a GPU, or how many there are */
};

/* --- hosts ----------------------------------------------------------------------------------- */

static struct host *node(struct keyed *k, const char *name)
{
	size_t at;

	if (k->to->n > k->from && (!name || !k->to->v[k->from].name))
		return &k->to->v[k->from];
	if (name && keys_find(&k->names, span_of(name), &at))
		return &k->to->v[k->from + at];
	if (k->to->n == HOSTS_MAX)
		return NULL;
	ARRAY_ADD(k->src.a, *k->to) = host_new(k->source);
	keys_add(k->src.a, &k->names, span_of(name));
	k->to->v[k->to->n - 1].format = TEXT_KEYED;
	k->to->v[k->to->n - 1].line = k->r.line;
	return &k->to->v[k->to->n - 1];
}

/* "Tesla V100, Tesla V100" is of one kind. */
static const char *product(struct keyed *k)
{
	struct span rest = k->r.v[PRODUCT], first;

	return k->kind == METRIC ? field_words(k->src.a, rest) :
	       span_next(&rest, ',', &first) && first.n ? slurm_name(k->src.a, first) : NULL;
}

static void set_facts(struct keyed *k, struct host *h, struct gpu *g)
{
	const char *name = product(k);

	for (size_t i = 0; i < FACTS; i++)
		if (k->r.v[i].n && smi_facts[i])
			smi_fact_set(k->src.a, h, g, smi_facts[i], k->r.v[i]);
	if (k->r.v[MEMORY].n)
		smi_fact_set(k->src.a, h, g, SMI_MEMORY,
			     span_of(arena_printf(k->src.a, SPAN_FMT " MiB",
						  SPAN_ARG(k->r.v[MEMORY]))));
	g->name = name ? name : g->name;
}

/* Each metric names the instance again. */
static void add_instance(struct keyed *k, const struct host *h, struct gpu *g)
{
	const char *id = arena_printf(k->src.a, "%zu %d " SPAN_FMT, (size_t)(h - k->to->v),
				      g->index, SPAN_ARG(k->r.v[INSTANCE]));
	size_t at;

	if (keys_find(&k->instances, span_of(id), &at))
		return;
	keys_add(k->src.a, &k->instances, span_of(id));
	g->mig.mode = "Enabled";
	format_mig_add(k->src.a, g, (struct mig_device){
		arena_span(k->src.a, k->r.v[PROFILE]), NULL });
}

/* A metric is of the GPU that has its UUID, or its number. */
static void add_metric(struct keyed *k, struct host *h)
{
	struct span uuid = k->r.v[UUID], index = k->r.v[INDEX];
	struct gpu *g = NULL;

	if (!uuid.n && !(index.n && k->r.v[PRODUCT].n))
		return;
	for (size_t i = 0; i < h->gpus.n && !g; i++)
		if (uuid.n ? h->gpus.v[i].uuid && span_is(uuid, h->gpus.v[i].uuid) :
			     h->gpus.v[i].index == field_index(index))
			g = &h->gpus.v[i];
	g = g ? g : format_gpu(&k->src, h, (int)h->gpus.n, k->r.line);
	if (g)
		set_facts(k, h, g);
	if (g && k->r.v[PROFILE].n)
		add_instance(k, h, g);
	k->tells = true;
}

/* "4", or as many as there are files: "/dev/nvidia[0-7]"; -1: it is not said. */
static int count_of(struct keyed *k)
{
	struct strings files = { NULL, 0, 0 };

	if (k->r.v[COUNT].n)
		return field_index(k->r.v[COUNT]);
	if (!k->r.v[FILES].n)
		return -1;
	nodeset_expand(k->src.a, k->r.v[FILES], GPUS_MAX, &files);
	return (int)files.n;
}

/* Where a product has no number there is one of it at least. */
static void add_counted(struct keyed *k, struct host *h)
{
	struct span type = k->r.v[PRODUCT];
	struct gpu like = gpu_new(0);
	int n = count_of(k);

	k->tells |= type.n || n > 0;
	h->gpus_known = n >= 0 || !type.n;
	if (k->kind == WORDS && type.n) {
		struct line gres = { .s = span_of(arena_printf(k->src.a, "gpu:" SPAN_FMT ":%d",
							       SPAN_ARG(type), n < 0 ? 1 : n)),
				     .no = k->r.line, .whole = true };

		slurm_gres(&k->src, &gres, gres.s, n < 0, h);
		return;
	}
	if (h->gpus.n)
		return; /* another slot of the machine */
	set_facts(k, h, &like);
	format_gpus(&k->src, h, (uint64_t)(n < 0 ? type.n > 0 : n), &like, k->r.line);
}

static void add_record(struct keyed *k, const char *name)
{
	struct span *v = k->r.v;
	struct host *h = node(k, name);

	if (!h)
		return;
	h->name = name ? name : h->name;
	if (v[DRIVER].n)
		smi_version_set(k->src.a, h, SMI_DRIVER, v[DRIVER]);
	if (v[CUDA].n)
		smi_version_set(k->src.a, h, SMI_CUDA, v[CUDA]);
	if (v[SYSTEM].n)
		h->platform = format_platform_of_os(v[SYSTEM]);
	(k->kind == METRIC ? add_metric : add_counted)(k, h);
}

static void end_record(struct keyed *k)
{
	struct strings names = { NULL, 0, 0 };

	if (k->r.n && k->r.v[NODE].n)
		nodeset_expand(k->src.a, k->r.v[NODE], HOSTS_MAX, &names);
	for (size_t i = 0; k->r.n && (i == 0 || i < names.n); i++)
		add_record(k, names.n ? names.v[i] : NULL);
	k->r = (struct keyed_record){ .n = 0 };
}

/* --- text ------------------------------------------------------------------------------------ */

static void take(struct keyed *k, struct span key, struct span value, unsigned line)
{
	value = span_trim(value);
	if (value.n > 1 && value.p[0] == '"' && value.p[value.n - 1] == '"')
		value = span_sub(value, 1, value.n - 2);
	else if (value.n && value.p[0] == '"')
		return; /* its end is cut */
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (!(keys[i].of & k->kind) || !span_is(key, keys[i].key))
			continue;
		if (k->kind == BLOCK && k->r.v[keys[i].is].n)
			end_record(k); /* a key again is of the next node */
		k->r.v[keys[i].is] = value;
		k->r.line = k->r.n++ ? k->r.line : line;
	}
}

/* "metric{gpu="0",UUID="GPU-…"} 1" */
static void take_metric(struct keyed *k, struct span line, unsigned no)
{
	ptrdiff_t open = span_find_char(line, '{');
	struct span rest = span_from(line, (size_t)open + 1), key;

	while (open > 0 && span_next(&rest, '=', &key) && span_take(&rest, "\"")) {
		ptrdiff_t end = span_find_char(rest, '"');

		if (end < 0)
			break;
		take(k, span_trim(key), span_sub(rest, 0, (size_t)end), no);
		rest = span_from(rest, (size_t)end + 1);
		(void)span_take(&rest, ",");
	}
	end_record(k);
}

static void take_words(struct keyed *k, struct span line, unsigned no)
{
	struct span word, key;

	if (span_find(line, "Name=gpu") < 0)
		return;
	while (span_word(&line, &word))
		if (span_next(&word, '=', &key))
			take(k, key, word, no);
	end_record(k);
}

static void take_line(struct keyed *k, struct span line, unsigned no)
{
	ptrdiff_t at = span_find(line, " = ");

	if (k->kind == METRIC)
		take_metric(k, line, no);
	else if (k->kind == WORDS)
		take_words(k, line, no);
	else if (!span_trim(line).n)
		end_record(k);
	else if (at > 0)
		take(k, span_trim(span_sub(line, 0, (size_t)at)), span_from(line, (size_t)at + 3),
		     no);
}

/* 0: the text is of none. */
static enum kind kind_of(struct span text)
{
	static const struct {
		const char *mark;
		enum kind kind;
	} marks[] = {
		{ "resources_available.", BLOCK }, { "CUDADeviceName = ", BLOCK },
		{ "\n# TYPE ", METRIC }, { "Name=gpu ", WORDS },
	};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (span_find(text, marks[i].mark) >= 0)
			return marks[i].kind;
	return 0;
}

bool keyed_read(struct arena *a, const char *source, struct span text, struct hosts *ret)
{
	struct keyed k = { .src = { .a = a }, .source = source, .to = ret, .from = ret->n,
			   .kind = kind_of(text) };
	struct span line;

	for (unsigned no = 1; k.kind && span_line(&text, &line); no++)
		take_line(&k, line, no);
	end_record(&k);
	if (!k.tells) {
		ret->n = k.from;
		return false;
	}
	for (size_t i = k.from; i < ret->n; i++)
		host_settle(a, &ret->v[i]);
	return format_listed(a, source, k.from, ret);
}
