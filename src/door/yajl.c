#include "door/yajl.h"

#include <string.h>
#include <yajl/yajl_parse.h>

struct reader {
	struct arena *a;
	yajl_handle handle;
	struct json_node *open[JSON_DEPTH_MAX]; /* lists and objects that wait for their end */
	size_t depth, nodes;
	const char *key;
	struct json_node *root;
};

static struct json_node *add(struct reader *r, enum json_type type)
{
	struct json_node *node, *in = r->depth ? r->open[r->depth - 1] : NULL;

	if (++r->nodes > JSON_NODES_MAX)
		return NULL;
	node = arena_new(r->a, struct json_node);
	node->type = type;
	node->at = yajl_get_bytes_consumed(r->handle);
	node->key = r->key;
	r->key = NULL;
	if (!in)
		r->root = node;
	else if (in->last)
		in->last->next = node;
	else
		in->first = node;
	if (in)
		in->last = node;
	return node;
}

static int add_text(struct reader *r, enum json_type type, const char *s, size_t n)
{
	struct json_node *node = add(r, type);

	if (!node)
		return 0;
	node->text = arena_span(r->a, (struct span){ s, n });
	node->n = n;
	return 1;
}

static int on_null(void *ctx)
{
	return add(ctx, JSON_NULL) != NULL;
}

static int on_boolean(void *ctx, int v)
{
	return add(ctx, v ? JSON_TRUE : JSON_FALSE) != NULL;
}

static int on_number(void *ctx, const char *s, size_t n)
{
	return add_text(ctx, JSON_NUMBER, s, n);
}

static int on_string(void *ctx, const unsigned char *s, size_t n)
{
	return add_text(ctx, JSON_STRING, (const char *)s, n);
}

static int on_key(void *ctx, const unsigned char *s, size_t n)
{
	struct reader *r = ctx;

	r->key = arena_span(r->a, (struct span){ (const char *)s, n });
	return 1;
}

static int open_node(struct reader *r, enum json_type type)
{
	struct json_node *node;

	if (r->depth == JSON_DEPTH_MAX)
		return 0;
	node = add(r, type);
	if (!node)
		return 0;
	r->open[r->depth++] = node;
	return 1;
}

static int on_object(void *ctx)
{
	return open_node(ctx, JSON_OBJECT);
}

static int on_list(void *ctx)
{
	return open_node(ctx, JSON_LIST);
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

/*
 * yajl does not look at what its allocator gives, so it gets one that does not fail: the arena's.
 * Each piece has its size before it.
 */
enum { PIECE = 16 };

static void *piece_new(void *own, size_t n)
{
	char *p = arena_alloc(own, n + PIECE);

	memcpy(p, &n, sizeof n);
	return p + PIECE;
}

static void *piece_grow(void *own, void *old, size_t n)
{
	char *p = piece_new(own, n);
	size_t had = 0;

	if (old)
		memcpy(&had, (char *)old - PIECE, sizeof had);
	if (old)
		memcpy(p, old, had < n ? had : n);
	return p;
}

static void piece_free(void *own, void *p)
{
	(void)own;
	(void)p;
}

int json_parse(struct arena *a, struct span document, struct json_node **ret, struct err *e)
{
	struct reader *r = arena_new(a, struct reader);
	yajl_alloc_funcs memory = { piece_new, piece_grow, piece_free, a };
	yajl_handle h = yajl_alloc(&callbacks, &memory, r);
	yajl_status status;
	size_t at;
	bool early;

	r->a = a;
	r->handle = h;
	*ret = NULL;
	if (!h)
		return err_set(e, ERR_FAULT, "no memory for the JSON reader");
	status = yajl_parse(h, (const unsigned char *)document.p, document.n);
	at = yajl_get_bytes_consumed(h);
	early = status == yajl_status_ok;
	if (early)
		status = yajl_complete_parse(h);
	yajl_free(h);
	*ret = r->root;
	if (status == yajl_status_ok)
		return 0;
	if (status == yajl_status_client_canceled)
		return err_set(e, ERR_INPUT, "JSON deeper or larger than the limit");
	if (early)
		return err_set(e, ERR_MISSING, "the JSON is cut");
	return err_set(e, ERR_INPUT, "not JSON at byte %zu", at);
}

const struct json_node *json_get(const struct json_node *o, const char *key)
{
	if (!o || o->type != JSON_OBJECT)
		return NULL;
	for (const struct json_node *n = o->first; n; n = n->next)
		if (n->key && strcmp(n->key, key) == 0)
			return n;
	return NULL;
}

const char *json_get_text(const struct json_node *o, const char *key)
{
	const struct json_node *n = json_get(o, key);

	return n && n->type == JSON_STRING ? n->text : NULL;
}
