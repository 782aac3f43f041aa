/*
 * Keys and values: blocks of "Key = value" (condor_status -long, pbsnodes -av), lines of words
 * "Key=value" (gres.conf), and metrics whose labels tell of a GPU each (DCGM exporter,
 * nvidia_gpu_exporter, node_exporter). A row says what a key tells; what has no row tells nothing.
 */
#include <string.h>

#include "base/keys.h"
#include "fact/host_fold.h"
#include "read/host/format_private.h"
#include "read/host/host_merge_private.h"
#include "read/host/keyed_private.h"
#include "fact/nodeset.h"
#include "read/host/slurm_private.h"

enum { LABELS_LONG = 8192 };
enum kind { BLOCK = 1, WORDS = 2, METRIC = 4 };

enum key_fact {
	NODE, COUNT, FILES, PRODUCT, UUID, INDEX, BUS, SM, DRIVER, CUDA, MEMORY, SYSTEM, PROFILE,
	INSTANCE, LIST, FACTS
};

static const struct {
	const char *key;
	int of;          /* kinds of text that have it */
	enum key_fact is;
} keys[] = {
#define ROW(place, key, kind, fact, seen, confidence, source) { key, kind, fact },
#include "rows/host/key.def"
#undef ROW
};

/* What one block, line or metric says. */
struct keyed_record {
	struct span v[FACTS];
	size_t row[FACTS]; /* of the keys, that gave it */
	size_t n;
	bool headed;      /* its node stands in a line above, which a key may name better */
	const char *at;   /* where it begins */
	unsigned line;
};

/* A record that tells of a node. */
struct keyed_part {
	const char *at;
	uint32_t line, next; /* of the same node, plus one; 0: it is the last */
};

struct keyed_node {
	const char *name;    /* NULL: it has none, and is the only one */
	uint32_t first, last;
};

/*
 * A machine may be told of in many places. First it is seen where; then each is read out of all of
 * its records at once, and of those that are like others little is kept.
 */
struct keyed {
	struct source src;
	const char *source;
	struct hosts *to;
	size_t from;
	enum kind kind;
	const char *at;    /* the line that is read */
	struct span text;
	struct keys names; /* of the nodes */
	ARRAY(struct keyed_node) nodes;
	ARRAY(struct keyed_part) parts;
	struct keys labels;    /* of metrics: each again says nothing new */
	struct keyed_record r;
	struct host own, *host; /* that is read; NULL: only where they are told of */
	struct keys instances; /* of MIG that it has been told of */
	bool tells;       /* of a GPU, or how many there are */
};

/* --- what a record says of its host ----------------------------------------------------------- */

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

	smi_fact_set(k->src.a, h, g, SMI_UUID, k->r.v[UUID]);
	smi_fact_set(k->src.a, h, g, SMI_INDEX, k->r.v[INDEX]);
	smi_fact_set(k->src.a, h, g, SMI_BUS_ID, k->r.v[BUS]);
	smi_fact_set(k->src.a, h, g, SMI_SM, k->r.v[SM]);
	if (k->r.v[MEMORY].n)
		smi_fact_set(k->src.a, h, g, SMI_MEMORY,
			     span_of(arena_printf(k->src.a, SPAN_FMT " MiB",
						  SPAN_ARG(k->r.v[MEMORY]))));
	g->name = name ? name : g->name;
}

/* Each metric names the instance again. */
static void add_instance(struct keyed *k, struct gpu *g)
{
	const char *id = arena_printf(k->src.a, "%d " SPAN_FMT, g->index,
				      SPAN_ARG(k->r.v[INSTANCE]));
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
	struct gpu *g;

	if (!uuid.n && !(index.n && k->r.v[PRODUCT].n))
		return;
	g = FIRST_OF(x, h->gpus, uuid.n ? x->uuid && span_is(uuid, x->uuid) :
					  x->index == field_index(index));
	g = g ? g : format_gpu(&k->src, h, (int)h->gpus.n, k->r.line);
	if (g)
		set_facts(k, h, g);
	if (g && k->r.v[PROFILE].n)
		add_instance(k, g);
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

static void add_record(struct keyed *k, struct host *h)
{
	struct span *v = k->r.v;

	if (v[DRIVER].n)
		smi_version_set(k->src.a, h, SMI_DRIVER, v[DRIVER]);
	if (v[CUDA].n)
		smi_version_set(k->src.a, h, SMI_CUDA, v[CUDA]);
	if (v[SYSTEM].n)
		h->platform = format_platform_of_os(v[SYSTEM]);
	k->tells |= v[LIST].n && keyed_list(&k->src, v[LIST], k->r.line, h);
	(k->kind == METRIC ? add_metric : add_counted)(k, h);
}

/* --- where nodes are told of ----------------------------------------------------------------- */

/* What has no name is of the first, which takes the next one; NULL: there is no room. */
static struct keyed_node *node_of(struct keyed *k, const char *name)
{
	const char *first = k->nodes.n ? k->nodes.v[0].name : NULL;
	size_t at;

	if (k->nodes.n && (!name || !first || strcmp(name, first) == 0))
		return &k->nodes.v[0];
	if (name && keys_find(&k->names, span_of(name), &at))
		return &k->nodes.v[at];
	if (k->nodes.n == HOSTS_MAX)
		return NULL;
	name = arena_str(k->src.a, name);
	keys_add(k->src.a, &k->names, span_of(name));
	ARRAY_ADD(k->src.a, k->nodes) = (struct keyed_node){ .name = name };
	return &k->nodes.v[k->nodes.n - 1];
}

static void add_part(struct keyed *k, const char *name)
{
	struct keyed_node *node = k->parts.n < PARTS_MAX ? node_of(k, name) : NULL;

	if (!node)
		return;
	ARRAY_ADD(k->src.a, k->parts) = (struct keyed_part){ .at = k->r.at, .line = k->r.line };
	*(node->last ? &k->parts.v[node->last - 1].next : &node->first) = (uint32_t)k->parts.n;
	node->last = (uint32_t)k->parts.n;
	node->name = name && !node->name ? arena_str(k->src.a, name) : node->name;
}

static void end_record(struct keyed *k)
{
	struct strings names = { NULL, 0, 0 };
	ARENA_AUTO own = { 0 };

	if (k->r.n && k->host)
		add_record(k, k->host);
	else if (k->r.n && k->r.v[NODE].n && k->kind != WORDS)
		strings_add(&own, &names, arena_span(&own, k->r.v[NODE]));
	else if (k->r.n && k->r.v[NODE].n && k->parts.n < PARTS_MAX)
		nodeset_expand(&own, k->r.v[NODE], HOSTS_MAX, &names);
	for (size_t i = 0; k->r.n && !k->host && (i == 0 || i < names.n); i++)
		add_part(k, names.n ? names.v[i] : NULL);
	k->r = (struct keyed_record){ .n = 0 };
}

/* --- text ------------------------------------------------------------------------------------ */

/* "gpu01.lan" of gpu01, which is its name in every other text. */
static bool is_full(enum key_fact is, struct span name, struct span full)
{
	return is == NODE && name.n && full.n > name.n && full.p[name.n] == '.' &&
	       span_eq(span_sub(full, 0, name.n), name);
}

static void take(struct keyed *k, struct span key, struct span value, unsigned line)
{
	value = span_trim(value);
	value.n -= span_ends(value, ";");
	if (value.n > 1 && value.p[0] == '"' && value.p[value.n - 1] == '"')
		value = span_sub(value, 1, value.n - 2);
	else if (value.n && value.p[0] == '"')
		return; /* its end is cut */
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		enum key_fact is = keys[i].is;

		if (!(keys[i].of & k->kind) || !span_is(key, keys[i].key) ||
		    is_full(is, k->r.v[is], value))
			continue;
		if (k->kind == BLOCK && k->r.v[is].n && k->r.row[is] < i && is != NODE)
			continue; /* TotalGPUs, and GPUs of a slot */
		if (k->kind == BLOCK && k->r.v[is].n && k->r.row[is] == i &&
		    !(is == NODE && k->r.headed))
			end_record(k); /* a key again is of the next node */
		k->r.headed &= is != NODE;
		k->r.v[is] = value;
		k->r.row[is] = i;
		if (k->r.n++)
			continue;
		k->r.line = line;
		k->r.at = k->at;
	}
}

/* All before its }, which may stand in a line below. */
static struct span labels_of(const struct keyed *k, struct span s)
{
	struct span all = { s.p, (size_t)(k->text.p + k->text.n - s.p) };
	bool inside = false;

	for (size_t i = 0; i < all.n && i < LABELS_LONG; i++) {
		inside ^= all.p[i] == '"';
		if (!inside && all.p[i] == '}')
			return span_sub(all, 0, i);
	}
	return s;
}

/* "metric{gpu="0",UUID="GPU-…"} 1" */
static void take_metric(struct keyed *k, struct span line, unsigned no)
{
	ptrdiff_t open = span_find_char(line, '{');
	struct span rest, key;
	size_t before;

	if (open <= 0)
		return;
	rest = labels_of(k, span_from(line, (size_t)open + 1));
	if (!k->host && keys_find(&k->labels, rest, &before))
		return;
	if (!k->host)
		keys_add(k->src.a, &k->labels, rest);
	while (span_next(&rest, '=', &key) && span_take(&rest, "\"")) {
		ptrdiff_t end = span_find_char(rest, '"');

		if (end < 0)
			break;
		take(k, span_trim(key), span_sub(rest, 0, (size_t)end), no);
		rest = span_from(rest, (size_t)end + 1);
		rest = span_trim(rest);
		(void)span_take(&rest, ",");
	}
	end_record(k);
}

static void take_words(struct keyed *k, struct span line, unsigned no)
{
	struct span word, key;

	if (span_find(line, "Name=gpu") < 0 || span_starts(span_trim(line), "#"))
		return;
	while (span_word(&line, &word))
		if (span_next(&word, '=', &key))
			take(k, key, word, no);
	end_record(k);
}

/* "gpu03", and below it, further in, "state = free": pbsnodes, which goes on behind a tab. */
static void take_head(struct keyed *k, struct span line, unsigned no)
{
	struct span rest = { line.p, (size_t)(k->text.p + k->text.n - line.p) }, name, below;
	size_t in;

	if (!span_word(&line, &name) || span_trim(line).n || !ascii_alnum(name.p[0]))
		return;
	in = (size_t)(name.p - rest.p);
	line = span_sub(rest, 0, in);
	if (!span_line(&rest, &below) || !span_line(&rest, &below) ||
	    span_find(below, " = ") <= 0 || below.n <= in || memcmp(below.p, line.p, in) != 0 ||
	    !ascii_space(below.p[in]))
		return;
	end_record(k);
	k->r = (struct keyed_record){ .n = 1, .headed = true, .at = k->at, .line = no };
	k->r.v[NODE] = name;
}

/* "set node gpu01 resources_available.ngpus = 4", "create node gpu01": what qmgr prints, or is
 * given in short: qmgr -c "s n gpu01 …" */
static void take_order(struct keyed *k, struct span *line, unsigned no)
{
	struct span rest = *line, name;

	if (span_pass(&rest, "qmgr -c "))
		rest = span_sub(rest, 1, rest.n > 1 ? rest.n - 2 : 0);
	if (!(span_take(&rest, "set node ") || span_take(&rest, "create node ") ||
	      span_take(&rest, "s n ")) ||
	    !span_word(&rest, &name))
		return;
	*line = rest;
	if (span_eq(k->r.v[NODE], name))
		return;
	end_record(k);
	k->r = (struct keyed_record){ .n = 1, .headed = true, .at = k->at, .line = no };
	k->r.v[NODE] = name;
}

static void take_line(struct keyed *k, struct span line, unsigned no)
{
	bool blank = !span_trim(line).n || span_in(span_trim(line), "[ ]");
	ptrdiff_t at;

	k->at = line.p;
	if (k->kind == BLOCK)
		take_order(k, &line, no);
	at = span_find(line, " = ");
	if (k->kind == METRIC)
		take_metric(k, line, no);
	else if (k->kind == WORDS)
		take_words(k, line, no);
	else if (blank)
		end_record(k);
	else if (at > 0)
		take(k, span_trim(span_sub(line, 0, (size_t)at)), span_from(line, (size_t)at + 3),
		     no);
	else
		take_head(k, line, no);
}

/* 0: the text is of none. */
static enum kind kind_of(struct span text)
{
	static const struct {
		const char *mark;
		enum kind kind;
	} marks[] = {
		{ "resources_available.", BLOCK }, { "CUDADeviceName = ", BLOCK },
		{ "GPUs_DeviceName = ", BLOCK }, { "gpu_status = gpu[", BLOCK },
		{ "\n# TYPE ", METRIC }, { "DCGM_FI_", METRIC }, { "Name=gpu ", WORDS },
	};

	return FIRST_TELLS(x, ROWS(marks), span_find(text, x->mark) >= 0, x->kind, 0);
}

/* The record that begins there ends with its line, or with the block. */
static void read_part(struct keyed *k, const struct keyed_part *p)
{
	struct span rest = { p->at, (size_t)(k->text.p + k->text.n - p->at) }, line;

	for (unsigned no = p->line; span_line(&rest, &line); no++) {
		take_line(k, line, no);
		if (k->kind != BLOCK || !k->r.n || k->r.at != p->at)
			break;
	}
	if (k->r.at == p->at)
		end_record(k);
	k->r = (struct keyed_record){ .n = 0 };
}

static void add_node(struct keyed *k, const struct keyed_node *n)
{
	struct arena_mark before = arena_mark(k->src.a);
	struct host *h = k->host = &k->own;

	*h = host_new(k->source);
	h->name = n->name;
	h->format = TEXT_KEYED;
	h->line = k->parts.v[n->first - 1].line;
	k->instances = (struct keys){ .places = 0 };
	for (uint32_t i = n->first; i; i = k->parts.v[i - 1].next)
		read_part(k, &k->parts.v[i - 1]);
	host_settle(k->src.a, h);
	hosts_add(k->src.a, k->to, &(struct hosts){ .v = h, .n = 1 }, before);
}

/* The line is of the form: no other reader needs it. */
static bool is_ours(const struct keyed *k, struct span line)
{
	if (k->kind == METRIC)
		return span_find_char(line, '{') > 0 || span_starts(line, "#");
	return span_find(line, k->kind == WORDS ? "Name=gpu" : " = ") > 0 || k->r.at == line.p;
}

bool keyed_read(struct arena *a, const char *source, struct span text, struct left *left,
		struct hosts *ret)
{
	struct keyed k = { .src = { .a = a }, .source = source, .to = ret, .from = ret->n,
			   .kind = kind_of(text), .text = text };
	struct left own = { .a = a };
	struct span line;

	for (unsigned no = 1; k.kind && span_line(&text, &line); no++) {
		take_line(&k, line, no);
		if (is_ours(&k, line))
			left_without(&own, line);
	}
	end_record(&k);
	for (size_t i = 0; i < k.nodes.n; i++)
		add_node(&k, &k.nodes.v[i]);
	if (!k.tells) {
		hosts_cut(ret, k.from);
		return false;
	}
	*left = own;
	if (k.parts.n == PARTS_MAX)
		FORMAT_CUT(a, &ret->v[ret->n - 1], 0, OUTPUTS_LIMIT);
	return format_listed(a, source, k.from, ret);
}
