#include "read/host/verify_json.h"

#include <string.h>

#include "base/tr.h"
#include "door/yajl.h"
#include "read/host/host_json_private.h"

static const char mark[] = "{\"schema_version\":";

/* "node1: " -> node1; "[pod/x/y] " -> pod/x/y */
static const char *prefix_name(struct arena *a, struct span s)
{
	s = span_trim(s);
	while (s.n && strchr("[(", s.p[0]))
		s = span_from(s, 1);
	while (s.n && strchr(":])| \t", s.p[s.n - 1]))
		s.n--;
	return s.n ? arena_span(a, span_sub(s, 0, 100)) : NULL;
}

static bool is_true(const struct tree *o, const char *key)
{
	const struct tree *n = tree_get(o, key);

	return n && json_type(n) == JSON_TRUE;
}

static const char *first_error(struct arena *a, const struct tree *o)
{
	const char *severity, *text, *code;

	for (const struct tree *f = host_json_list(o, "findings"); f; f = f->next) {
		severity = json_get_text(f, "severity");
		text = json_get_text(f, "text");
		code = json_get_text(f, "code");
		if (severity && text && span_is(span_of(severity), "error"))
			return arena_printf(a, "%.200s [%.8s]", text, code ? code : "?");
	}
	return NULL;
}

static struct node_report report_of(struct arena *a, const struct tree *o, const char *name)
{
	const char *node = json_get_text(o, "node");
	struct node_report r = {
		.node = name ? name : node,
		.driver = json_get_text(o, "driver"),
		.torch = json_get_text(tree_get(o, "torch"), "version"),
		.text = first_error(a, o),
		.ok = is_true(o, "ok"),
	};

	for (const struct tree *g = host_json_list(o, "gpus"); g; g = g->next) {
		r.gpus++;
		r.good += is_true(g, "ok");
	}
	return r;
}

int read_verified(struct arena *a, const char *source, struct span text, struct node_reports *to,
	struct err *e)
{
	size_t before = to->n;
	struct span line;

	while (span_line(&text, &line)) {
		ptrdiff_t at = span_find(line, mark);
		struct tree *o = NULL;
		struct node_report r;
		struct err unused;
		int rc;

		if (at < 0)
			continue;
		rc = json_parse(a, span_trim(span_from(line, (size_t)at)), &o, &unused);
		if (rc == 0 && !(tree_get(o, "findings") && tree_get(o, "gpus") &&
				 tree_get(o, "ok")))
			continue;
		r = report_of(a, o, prefix_name(a, span_sub(line, 0, (size_t)at)));
		if (rc)
			r = (struct node_report){ .node = r.node,
				.text = N_("its JSON is cut or damaged") };
		if (!r.node)
			r.node = source;
		ARRAY_ADD(a, *to) = r;
	}
	return to->n > before
		? 0
		: err_set(e, ERR_INPUT, "%.200s: has no output of verify --json", source);
}
