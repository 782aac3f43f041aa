#include "read/host/host_json.h"

#include <stddef.h>
#include <string.h>

#include "base/buf.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"
#include "os/io.h"
#include "read/host/host_cluster_private.h"
#include "read/host/host_labels_private.h"

/* --- members into fields ------------------------------------------------------------------ */

enum member_kind { MEMBER_TEXT, MEMBER_TRI, MEMBER_BOOL, MEMBER_INT, MEMBER_LONG };

struct json_member {
	const char *key;
	enum member_kind kind;
	size_t offset;
};

#define HOST(key, kind, field) { key, kind, offsetof(struct host, field) }
#define GPU(key, kind, field) { key, kind, offsetof(struct gpu, field) }

static const struct json_member host_members[] = {
	HOST("source", MEMBER_TEXT, source),
	HOST("platform", MEMBER_TEXT, platform),
	HOST("glibc", MEMBER_TEXT, glibc),
	HOST("libc", MEMBER_TEXT, libc),
	HOST("driver", MEMBER_TEXT, driver),
	HOST("driver_library", MEMBER_TEXT, driver_library),
	HOST("driver_cuda", MEMBER_TEXT, driver_cuda),
	HOST("l4t", MEMBER_TEXT, l4t),
	HOST("name", MEMBER_TEXT, name),
	HOST("wsl", MEMBER_TRI, wsl),
	HOST("container", MEMBER_TEXT, container),
	HOST("nvidia_present", MEMBER_TRI, nvidia_present),
	HOST("driver_missing", MEMBER_BOOL, driver_missing),
	HOST("gpus_known", MEMBER_BOOL, gpus_known),
	HOST("visible_devices", MEMBER_TEXT, visible_devices),
	HOST("device_order", MEMBER_TEXT, device_order),
	HOST("python", MEMBER_TEXT, python),
	HOST("env", MEMBER_TEXT, env),
};

static const struct json_member gpu_members[] = {
	GPU("index", MEMBER_INT, index),
	GPU("name", MEMBER_TEXT, name),
	GPU("architecture", MEMBER_TEXT, architecture),
	GPU("segment", MEMBER_TEXT, segment),
	GPU("memory_mib", MEMBER_LONG, memory_mib),
	GPU("uuid", MEMBER_TEXT, uuid),
	GPU("pci_id", MEMBER_TEXT, pci_id),
	GPU("pci_subsystem", MEMBER_TEXT, pci_subsystem),
	GPU("bus_id", MEMBER_TEXT, bus_id),
	GPU("driver_model", MEMBER_TEXT, driver_model),
	GPU("compute_mode", MEMBER_TEXT, compute_mode),
	GPU("error", MEMBER_TEXT, error),
	GPU("hidden", MEMBER_BOOL, hidden),
};

static bool is_bool(const struct tree *n)
{
	return json_type(n) == JSON_TRUE || json_type(n) == JSON_FALSE;
}

static bool whole_number(const struct tree *n, long *ret)
{
	uint64_t v;

	if (json_type(n) != JSON_NUMBER || !span_u64(span_of(n->text), &v) || v > 1u << 30)
		return false;
	*ret = (long)v;
	return true;
}

static void take_bool(char *at, enum member_kind kind, bool v)
{
	enum tri tri = v ? TRI_YES : TRI_NO;

	if (kind == MEMBER_TRI)
		memcpy(at, &tri, sizeof tri);
	else if (kind == MEMBER_BOOL)
		memcpy(at, &v, sizeof v);
}

static void take_number(char *at, enum member_kind kind, long v)
{
	int small = (int)v;

	if (kind == MEMBER_INT)
		memcpy(at, &small, sizeof small);
	else if (kind == MEMBER_LONG)
		memcpy(at, &v, sizeof v);
}

static void take_member(void *to, const struct json_member *m, const struct tree *n)
{
	char *at = (char *)to + m->offset;
	long v;

	if (m->kind == MEMBER_TEXT && json_type(n) == JSON_STRING)
		memcpy(at, &n->text, sizeof n->text);
	else if (is_bool(n))
		take_bool(at, m->kind, json_type(n) == JSON_TRUE);
	else if (whole_number(n, &v))
		take_number(at, m->kind, v);
}

static void take_members(void *to, const struct json_member *m, size_t n, const struct tree *o)
{
	for (size_t i = 0; i < n; i++) {
		const struct tree *v = tree_get(o, m[i].key);

		if (v)
			take_member(to, &m[i], v);
	}
}

/* --- lists -------------------------------------------------------------------------------- */

static const struct tree *list_of(const struct tree *o, const char *key)
{
	const struct tree *n = tree_get(o, key);

	return n && json_type(n) == JSON_LIST ? n->first : NULL;
}

static enum sm_source source_of(const char *name)
{
	for (int s = SM_SOURCE_NVML; name && s <= SM_SOURCE_USER; s++)
		if (strcmp(sm_source_name((enum sm_source)s), name) == 0)
			return (enum sm_source)s;
	return SM_SOURCE_NONE;
}

static void take_sm(struct gpu *g, const struct tree *o)
{
	const char *sm = json_get_text(o, "sm");
	struct sm v;

	if (sm && sm_parse(span_of(sm), &v))
		g->sm = v;
	g->sm_source = source_of(json_get_text(o, "sm_source"));
	for (const struct tree *n = list_of(o, "sm_candidates"); n; n = n->next)
		if (json_type(n) == JSON_STRING && sm_parse(span_of(n->text), &v))
			sm_list_add(&g->sm_candidates, v);
}

static void take_mig(struct arena *a, struct gpu *g, const struct tree *o)
{
	const struct tree *mig = tree_get(o, "mig");
	size_t n = 0;

	g->mig.mode = json_get_text(mig, "mode");
	for (const struct tree *d = list_of(mig, "devices"); d; d = d->next)
		n++;
	g->mig.devices = arena_array(a, n, sizeof *g->mig.devices);
	for (const struct tree *d = list_of(mig, "devices"); d; d = d->next)
		g->mig.devices[g->mig.n++] = (struct mig_device){
			json_get_text(d, "profile"), json_get_text(d, "uuid"),
		};
}

static void take_gpus(struct arena *a, struct host *h, const struct tree *o)
{
	for (const struct tree *n = list_of(o, "gpus"); n && h->gpus.n < 1024; n = n->next) {
		struct gpu g = gpu_new((int)h->gpus.n);

		if (json_type(n) != JSON_OBJECT)
			continue;
		take_members(&g, gpu_members, sizeof gpu_members / sizeof *gpu_members, n);
		take_sm(&g, n);
		take_mig(a, &g, n);
		ARRAY_ADD(a, h->gpus) = g;
	}
}

static void take_toolkits(struct arena *a, struct host *h, const struct tree *o)
{
	for (const struct tree *n = list_of(o, "toolkits"); n; n = n->next)
		if (json_get_text(n, "version"))
			ARRAY_ADD(a, h->toolkits) = (struct toolkit){
				json_get_text(n, "path"), json_get_text(n, "version"),
			};
}

static void take_problems(struct arena *a, struct host *h, const struct tree *o)
{
	for (const struct tree *n = list_of(o, "problems"); n; n = n->next) {
		const char *code = json_get_text(n, "code"), *text = json_get_text(n, "text");
		const struct tree *gpu = tree_get(n, "gpu");
		enum finding_code f = code ? finding_parse(span_of(code)) : FINDING_NONE;
		long index = -1;

		if (gpu && (!whole_number(gpu, &index) || index >= (long)h->gpus.n))
			index = -1;
		if (f != FINDING_NONE && h->problems.n < 1024)
			HOST_PROBLEM(a, h, f, (int)index, SAID, SAY(text, text ? text : ""),
				     SAY(have, json_get_text(n, "have")),
				     SAY(need, json_get_text(n, "need")));
	}
}

static bool found_no_gpu(const struct host *h)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code == CP009)
			return true;
	return false;
}

/*
 * An empty list where "gpus_known", which is not promised, is left out: there is none where CP009
 * says so, or where neither a problem nor a driver speaks for a GPU that was not listed.
 */
static bool list_is_whole(const struct host *h, const struct tree *o)
{
	const struct tree *gpus = tree_get(o, "gpus");

	if (tree_get(o, "gpus_known") && is_bool(tree_get(o, "gpus_known")))
		return h->gpus_known;
	if (!gpus || json_type(gpus) != JSON_LIST)
		return false;
	return gpus->first || found_no_gpu(h) || (h->problems.n == 0 && !h->driver);
}

static void take_host(struct arena *a, const char *source, const struct tree *o,
		      struct hosts *ret)
{
	struct host h = host_new(source);

	h.format = TEXT_DETECTED;
	take_members(&h, host_members, sizeof host_members / sizeof *host_members, o);
	take_gpus(a, &h, o);
	take_toolkits(a, &h, o);
	take_problems(a, &h, o);
	h.gpus_known = list_is_whole(&h, o);
	ARRAY_ADD(a, *ret) = h;
}

/* --- the document ------------------------------------------------------------------------- */

/* "gpu03 | SUCCESS => {" of ansible: the name of the machine whose JSON begins there. */
static struct span take_name(struct span *text)
{
	struct span rest = *text, line, name;
	ptrdiff_t brace;

	if (!span_line(&rest, &line) || !span_ends(span_trim(line), "=> {") ||
	    !span_next(&line, '|', &name) || span_find(line, "! =>") >= 0)
		return (struct span){ NULL, 0 };
	brace = span_find_char(*text, '{');
	*text = span_from(*text, (size_t)brace);
	return span_trim(name);
}

bool host_json_begins(struct span text)
{
	text = span_trim(text);
	(void)take_name(&text);
	return text.n > 0 && (text.p[0] == '{' || text.p[0] == '[');
}

/*
 * What ansible's callback "json" holds of a machine: {"hosts": {NAME: {"stdout": …}}}. Its texts
 * are read as those of ansible's other forms. Source: ansible-core, plugins/callback/json.py.
 */
static bool collect_machines(const struct tree *hosts, struct buf *b)
{
	size_t n = 0;

	if (!hosts->key || strcmp(hosts->key, "hosts") != 0)
		return false;
	for (const struct tree *h = hosts->first; h; h = h->next) {
		const char *out = json_get_text(h, "stdout");

		if (!h->key || (!out && !tree_get(h, "unreachable")))
			continue;
		buf_printf(b, "%s | CHANGED | rc=0 >>\n%s\n", h->key, out ? out : "");
		n++;
	}
	return n > 0;
}

/* Every string that is not a key, each on lines of its own; parts of a list run on. */
static void collect_text(const struct tree *n, struct buf *b)
{
	for (; n; n = n->next) {
		if (collect_machines(n, b))
			continue;
		if (json_type(n) == JSON_STRING) {
			buf_str(b, n->text);
			if (!span_ends(span_of(n->text), "\n"))
				buf_char(b, '\n');
		}
		collect_text(n->first, b);
	}
}

static int read_ours(struct arena *a, const char *source, const struct tree *root, bool whole,
		     struct hosts *ret, struct err *e)
{
	const struct tree *version = tree_get(root, "schema_version");
	long v;

	if (!whole)
		return err_set(e, ERR_INPUT, "%s: the JSON of cudaplan detect is cut or damaged",
			       source);
	if (!whole_number(version, &v) || v != 1)
		return ERR_SAY(e, ERR_INPUT, HOST_SCHEMA_UNKNOWN, SAY(file, source),
			       SAY(version, json_type(version) >= JSON_NUMBER ? version->text :
				   NULL));
	for (const struct tree *n = list_of(root, "hosts"); n; n = n->next)
		if (json_type(n) == JSON_OBJECT && ret->n < 10000)
			take_host(a, source, n, ret);
	if (!list_of(root, "hosts"))
		return err_set(e, ERR_INPUT, "%s: the JSON of cudaplan holds no hosts", source);
	return 0;
}

/* version.json of a CUDA toolkit, pasted alone. */
static bool read_toolkit(struct arena *a, const char *source, const struct tree *root,
			 struct hosts *ret)
{
	const struct tree *cuda = tree_get(root, "cuda");
	const char *name = json_get_text(cuda, "name"), *version = json_get_text(cuda, "version");
	struct host h = host_new(source);

	if (!name || !version || strcmp(name, "CUDA SDK") != 0)
		return false;
	h.format = TEXT_TOOLKIT_JSON;
	ARRAY_ADD(a, h.toolkits) = (struct toolkit){ NULL, version };
	ARRAY_ADD(a, *ret) = h;
	return true;
}

/* Where the document has a fault, facts may stand behind it: the text itself is read as well. */
static struct span texts_of(struct arena *a, const struct tree *root, struct span text,
			    bool whole)
{
	BUF_AUTO b = BUF(4 * IO_MAX);

	collect_text(root, &b);
	if (b.n == 0)
		return text;
	if (!whole)
		buf_span(&b, text);
	return (struct span){ arena_span(a, buf_view(&b)), buf_view(&b).n };
}

/* Bytes of the object or list at the front of s; s.n when it does not end. */
static size_t document_length(struct span s)
{
	size_t depth = 0;
	bool inside = false;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (inside) {
			i += c == '\\';
			inside = c != '"';
		} else if (c == '"') {
			inside = true;
		} else if (c == '{' || c == '[') {
			depth++;
		} else if ((c == '}' || c == ']') && depth && --depth == 0) {
			return i + 1;
		}
	}
	return s.n;
}

static void add_name(struct arena *a, struct tree *to, struct span name)
{
	struct tree *t = tree_new(a, TREE_TEXT, 0);

	t->text = arena_span(a, name);
	t->quoted = true;
	tree_add(to, HOST_CLUSTER_NAME, t);
}

/* Documents that follow each other, as files put together have them; NULL: it is but one. */
static struct tree *documents(struct arena *a, struct span text, bool *whole)
{
	struct tree *all = tree_new(a, TREE_LIST, 1), *root;
	struct err e;
	bool named = false;
	size_t n = 0;

	*whole = true;
	text = span_trim(text);
	if (document_length(text) == text.n && !take_name(&(struct span){ text.p, text.n }).n)
		return NULL;
	for (; host_json_begins(text); n++) {
		struct span name = take_name(&text);
		size_t length = document_length(text);

		root = NULL;
		*whole &= json_parse(a, span_sub(text, 0, length), &root, &e) == 0;
		if (root)
			tree_add(all, NULL, root);
		if (root && name.n)
			add_name(a, root, name);
		named |= name.n > 0;
		text = span_trim(span_from(text, length));
	}
	*whole &= text.n == 0;
	return n > 1 || named ? all : NULL;
}

/* Several of ours, or several nodes; false: they are something else. */
static bool read_several(struct arena *a, const char *source, struct span text, struct hosts *ret,
			 int *rc, struct err *e)
{
	bool whole;
	struct tree *all = documents(a, text, &whole);

	*rc = 0;
	if (!all)
		return false;
	if (!tree_first(all) || !tree_get(tree_first(all), "schema_version"))
		return host_labels_read(a, source, all, whole, ret) ||
		       host_cluster_read(a, source, all, whole, ret);
	for (const struct tree *doc = all->first; doc && *rc == 0; doc = doc->next)
		*rc = read_ours(a, source, doc, whole, ret, e);
	return true;
}

int host_json_read(struct arena *a, const char *source, struct span text, struct hosts *ret,
		   struct host_json *other, struct err *e)
{
	struct tree *root;
	struct err fault;
	int rc;

	if (read_several(a, source, text, ret, &rc, e))
		return rc;
	rc = json_parse(a, text, &root, &fault);

	if (root && tree_get(root, "schema_version"))
		return read_ours(a, source, root, rc == 0, ret, e);
	if (root && (host_labels_read(a, source, root, rc == 0, ret) ||
		     host_cluster_read(a, source, root, rc == 0, ret)))
		return 0;
	if (rc == 0 && read_toolkit(a, source, root, ret))
		return 0;
	other->text = texts_of(a, root, text, rc == 0);
	other->whole = rc != ERR_MISSING || other->text.p == text.p;
	return 0;
}
