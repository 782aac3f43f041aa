#include "base/json.h"
#include "cmd/cmd.h"
#include "read/open.h"
#include "show/inspect.h"

static int depth_of(const struct run *r, enum depth *ret, struct err *e)
{
	static const char *const names[] = { "names", "declared", "exact" };

	*ret = DEPTH_EXACT;
	for (int i = 0; r->o->depth && i < 3; i++)
		if (strcmp(names[i], r->o->depth) == 0)
			*ret = (enum depth)i;
	if (r->args.n)
		return 0;
	return err_set(e, ERR_USAGE, "inspect what? Name a file, a folder or a build");
}

static void one(struct run *r, const char *path, const struct inspect_options *o, struct json *j,
		int *worst)
{
	struct package p = { 0 };
	struct err e;
	int rc = open_path(r->arena, path, o, &p, &e) ? cmd_fail(r, &e) : EXIT_DONE;

	if (rc > *worst)
		*worst = rc;
	if (rc && !p.kind && !p.findings.n)
		return;
	if (r->o->json)
		show_package_json(j, &p);
	else
		show_package(r->arena, &r->out, &p, r->o->verbose);
}

static int run_inspect(struct run *r)
{
	struct inspect_options o = { .hashes = r->o->hashes };
	struct json j = JSON(r->out.f);
	int worst = EXIT_DONE;
	struct err e;

	if (depth_of(r, &o.depth, &e))
		return cmd_fail(r, &e);
	if (r->o->json) {
		json_open(&j);
		json_int_key(&j, "schema_version", 1);
		json_list_key(&j, "items");
	}
	for (size_t i = 0; i < r->args.n; i++)
		one(r, r->args.v[i], &o, &j, &worst);
	if (r->o->json) {
		json_end(&j);
		json_close(&j);
		fputc('\n', r->out.f);
	}
	return worst;
}

const struct cmd cmd_inspect = {
	.name = "inspect",
	.summary = "show what a build really holds, and where it can run",
	.args = "FILE|NAME...",
	.bit = IN_INSPECT,
	.run = run_inspect,
};
