/* verify --merge FILE…: what many nodes found, as one table. */
#include "base/io.h"
#include "cmd/input.h"
#include "cmd/verify.h"
#include "read/host/verify_json.h"
#include "show/verify.h"

static int read_one(struct run *r, const char *path, struct node_reports *to, struct err *e)
{
	struct span s;
	int rc = cmd_input(r, path, &s, e);

	return rc ? rc : read_verified(r->arena, cmd_input_name(path), io_utf8(r->arena, s), to, e);
}

static void show(struct run *r, const struct node_reports *all)
{
	struct merged_node *v = arena_array(r->arena, all->n, sizeof *v);

	for (size_t i = 0; i < all->n; i++) {
		const struct node_report *n = &all->v[i];

		v[i] = (struct merged_node){ r->o->redact ? arena_printf(r->arena, "node-%02zu", i)
							  : n->node,
			n->driver, n->torch, n->text, n->gpus, n->good, n->ok };
	}
	if (r->o->json)
		show_merged_json(r->out.f, v, all->n);
	else
		show_merged(r->arena, &r->out, v, all->n);
}

int verify_merge(struct run *r)
{
	struct strings files = { 0 };
	struct node_reports all = { 0 };
	int worst = EXIT_DONE;
	struct err e;

	for (size_t i = 0; i < r->o->merge.n; i++)
		strings_add(r->arena, &files, r->o->merge.v[i]);
	for (size_t i = 0; i < r->args.n; i++)
		strings_add(r->arena, &files, r->args.v[i]);
	for (size_t i = 0; i < files.n; i++)
		if (read_one(r, files.v[i], &all, &e)) {
			int rc = cmd_fail(r, &e);

			worst = rc > worst ? rc : worst;
		}
	show(r, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!all.v[i].ok && worst == EXIT_DONE)
			worst = EXIT_NO;
	return worst;
}
