#include "read/host/host_json.h"

#include <stddef.h>
#include <string.h>

#include "base/buf.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"
#include "fact/host_fold.h"
#include "os/io.h"
#include "read/host/format_private.h"
#include "read/host/host_cluster_private.h"
#include "read/host/host_json_private.h"
#include "read/host/host_labels_private.h"

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

/* `fault` is what the reader of JSON said; NULL: nothing. */
static int read_ours(struct arena *a, const char *source, const struct tree *root,
		     const struct err *fault, struct hosts *ret, struct err *e)
{
	const struct tree *version = tree_get(root, "schema_version");
	int rc = 0;
	long v;

	if (fault && fault->form == FORM_JSON_LIMIT)
		return err_set(e, ERR_INPUT,
			       "%s: the JSON of cudaplan detect has more values than are read",
			       source);
	if (fault)
		return err_set(e, ERR_INPUT, "%s: the JSON of cudaplan detect is cut or damaged",
			       source);
	if (!host_json_number(version, &v) || v != 1)
		return ERR_SAY(e, ERR_INPUT, HOST_SCHEMA_UNKNOWN, SAY(file, source),
			       SAY(version, json_type(version) >= JSON_NUMBER ? version->text :
				   NULL));
	for (const struct tree *n = host_json_list(root, "hosts"); n && !rc; n = n->next)
		if (hosts_machines(ret) == HOSTS_MAX)
			rc = ERR_SAY(e, ERR_INPUT, HOSTS_LIMIT);
		else if (json_type(n) == JSON_OBJECT)
			host_json_take(a, source, n, ret);
	if (rc)
		return rc;
	if (!host_json_list(root, "hosts"))
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
			tree_put(a, root, span_of(HOST_CLUSTER_NAME), name);
		named |= name.n > 0;
		text = span_trim(span_from(text, length));
	}
	*whole &= text.n == 0;
	return n > 1 || named ? all : NULL;
}

/* One of ours behind the other, as all nodes of a cluster print them. */
static int read_each(struct arena *a, const char *source, struct span text, struct hosts *ret,
		     struct err *e)
{
	int rc = 0;

	for (text = span_trim(text); rc == 0 && text.n; text = span_trim(text)) {
		struct span one = span_sub(text, 0, document_length(text));
		struct arena_mark before = arena_mark(a);
		struct hosts hosts = { 0 };
		struct tree *root;
		struct err fault;

		text = span_from(text, one.n);
		rc = json_parse(a, one, &root, &fault);
		rc = read_ours(a, source, root, rc ? &fault : NULL, &hosts, e);
		if (rc == 0 && hosts_machines(ret) == HOSTS_MAX)
			rc = ERR_SAY(e, ERR_INPUT, HOSTS_LIMIT);
		if (rc == 0)
			hosts_add(a, ret, &hosts, before);
	}
	return rc;
}

/* There are others behind it. */
static bool is_first_ours(struct span text)
{
	ARENA_AUTO own = { 0 };
	struct tree *root = NULL;
	struct err e;
	size_t n;

	text = span_trim(text);
	n = document_length(text);
	(void)(n < text.n && json_parse(&own, span_sub(text, 0, n), &root, &e));
	return root && tree_get(root, "schema_version");
}

/* Several of ours, or several nodes; false: they are something else. */
static bool read_several(struct arena *a, const char *source, struct span text, struct hosts *ret,
			 int *rc, struct err *e)
{
	bool whole;
	struct tree *all;

	*rc = 0;
	if (is_first_ours(text)) {
		*rc = read_each(a, source, text, ret, e);
		return true;
	}
	all = documents(a, text, &whole);
	return all && (host_labels_read(a, source, all, whole, ret) ||
		       host_cluster_read(a, source, all, whole, ret));
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
		return read_ours(a, source, root, rc ? &fault : NULL, ret, e);
	if (root && (host_labels_read(a, source, root, rc == 0, ret) ||
		     host_cluster_read(a, source, root, rc == 0, ret)))
		return 0;
	if (rc == 0 && read_toolkit(a, source, root, ret))
		return 0;
	other->text = texts_of(a, root, text, rc == 0);
	other->whole = rc != ERR_MISSING || other->text.p == text.p;
	return 0;
}
