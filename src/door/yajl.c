#include "door/yajl.h"

#include <stdlib.h>
#include <yajl/yajl_parse.h>

#include "fact/err_phrase.h"

struct reader {
	struct arena *a;
	yajl_handle handle;
	struct span document;
	size_t at;                        /* where line `line` was counted up to */
	unsigned line;
	struct tree *open[JSON_DEPTH_MAX]; /* lists and objects that wait for their end */
	size_t depth, nodes;
	const char *key;
	struct tree *root;
};

/* The line that what was read last ends in; offsets only grow. */
static unsigned line_of(struct reader *r)
{
	size_t end = yajl_get_bytes_consumed(r->handle);

	for (; r->at < end && r->at < r->document.n; r->at++)
		r->line += r->document.p[r->at] == '\n';
	return r->line;
}

static struct tree *add(struct reader *r, enum tree_kind kind)
{
	struct tree *node;

	if (++r->nodes > JSON_NODES_MAX)
		return NULL;
	node = tree_new(r->a, kind, line_of(r));
	if (r->depth)
		tree_add(r->open[r->depth - 1], r->key, node);
	else
		r->root = node;
	r->key = NULL;
	return node;
}

static int add_text(struct reader *r, const char *text, bool quoted)
{
	struct tree *node = add(r, TREE_TEXT);

	if (!node)
		return 0;
	node->text = text;
	node->quoted = quoted;
	return 1;
}

static int on_null(void *ctx)
{
	return add(ctx, TREE_NONE) != NULL;
}

static int on_boolean(void *ctx, int v)
{
	return add_text(ctx, v ? "true" : "false", false);
}

static int on_number(void *ctx, const char *s, size_t n)
{
	struct reader *r = ctx;

	return add_text(r, arena_span(r->a, (struct span){ s, n }), false);
}

static int on_string(void *ctx, const unsigned char *s, size_t n)
{
	struct reader *r = ctx;

	return add_text(r, arena_span(r->a, (struct span){ (const char *)s, n }), true);
}

static int on_key(void *ctx, const unsigned char *s, size_t n)
{
	struct reader *r = ctx;

	r->key = arena_span(r->a, (struct span){ (const char *)s, n });
	return 1;
}

static int open_node(struct reader *r, enum tree_kind kind)
{
	struct tree *node;

	if (r->depth == JSON_DEPTH_MAX)
		return 0;
	node = add(r, kind);
	if (!node)
		return 0;
	r->open[r->depth++] = node;
	return 1;
}

static int on_object(void *ctx)
{
	return open_node(ctx, TREE_MAP);
}

static int on_list(void *ctx)
{
	return open_node(ctx, TREE_LIST);
}

static int on_end(void *ctx)
{
	struct reader *r = ctx;

	r->depth--;
	return 1;
}

static const yajl_callbacks callbacks = {
	.yajl_null = on_null,
	.yajl_boolean = on_boolean,
	.yajl_number = on_number,
	.yajl_string = on_string,
	.yajl_start_map = on_object,
	.yajl_map_key = on_key,
	.yajl_end_map = on_end,
	.yajl_start_array = on_list,
	.yajl_end_array = on_end,
};

/* yajl does not look at what its allocator gives, so it gets one that does not fail. */
static void *piece_grow(void *own, void *old, size_t n)
{
	void *p = realloc(old, n);

	(void)own;
	if (!p)
		arena_no_memory();
	return p;
}

static void *piece_new(void *own, size_t n)
{
	return piece_grow(own, NULL, n);
}

static void piece_free(void *own, void *p)
{
	(void)own;
	free(p);
}

int json_parse(struct arena *a, struct span document, struct tree **ret, struct err *e)
{
	struct reader r = { .a = a, .document = document, .line = 1 };
	yajl_alloc_funcs memory = { piece_new, piece_grow, piece_free, NULL };
	yajl_handle h = yajl_alloc(&callbacks, &memory, &r);
	yajl_status status;
	size_t at;
	bool early;

	*ret = NULL;
	if (!h)
		return err_set(e, ERR_FAULT, "no memory for the JSON reader");
	r.handle = h;
	status = yajl_parse(h, (const unsigned char *)document.p, document.n);
	at = yajl_get_bytes_consumed(h);
	early = status == yajl_status_ok;
	if (early)
		status = yajl_complete_parse(h);
	yajl_free(h);
	*ret = r.root;
	if (status == yajl_status_ok)
		return 0;
	if (status == yajl_status_client_canceled)
		return ERR_SAY(e, ERR_INPUT, JSON_LIMIT);
	if (early)
		return ERR_SAY(e, ERR_MISSING, JSON_IS_CUT);
	return ERR_SAY(e, ERR_INPUT, NOT_JSON, SAY(at, ERR_NUMBER(at)));
}

enum json_type json_type(const struct tree *n)
{
	if (!n || n->kind == TREE_NONE)
		return JSON_NULL;
	if (n->kind == TREE_LIST || n->kind == TREE_MAP)
		return n->kind == TREE_LIST ? JSON_LIST : JSON_OBJECT;
	if (n->quoted)
		return JSON_STRING;
	return n->text[0] == 't' ? JSON_TRUE : n->text[0] == 'f' ? JSON_FALSE : JSON_NUMBER;
}

const char *json_get_text(const struct tree *o, const char *key)
{
	const struct tree *n = tree_get(o, key);

	return n && json_type(n) == JSON_STRING ? n->text : NULL;
}
