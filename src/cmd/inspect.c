#include "base/json.h"
#include "cmd/cmd.h"
#include "cmd/facts.h"
#include "know/catalogue.h"
#include "read/name.h"
#include "read/open.h"
#include "show/inspect.h"

struct inspection {
	struct run *r;
	struct inspect_options o;
	struct catalogue c;
	struct hosts hosts;
	bool with_hosts;
	struct json j;
	int worst;
};

static void depth_of(const struct run *r, enum depth *ret)
{
	static const char *const names[] = { "names", "declared", "exact" };

	*ret = DEPTH_EXACT;
	for (int i = 0; r->o->depth && i < 3; i++)
		if (strcmp(names[i], r->o->depth) == 0)
			*ret = (enum depth)i;
}

static bool names_a_machine(const struct options *o)
{
	return o->host.n || o->gpu.n || o->driver || o->glibc;
}

static int set_up(struct inspection *x, struct matrix **m, struct err *e)
{
	struct run *r = x->r;

	if (!r->args.n)
		return err_set(e, ERR_USAGE, "inspect what? Name a file, a folder or a build");
	depth_of(r, &x->o.depth);
	x->o.hashes = r->o->hashes;
	x->with_hosts = names_a_machine(r->o);
	if (matrix_open(r->arena, r->o->matrix, m, e) || catalogue_open(r->arena, *m, &x->c, e))
		return e->code;
	return x->with_hosts ? cmd_hosts(r, *m, &x->hosts, e) : 0;
}

static bool has_error(const struct package *p)
{
	for (size_t i = 0; i < p->findings.n; i++)
		if (finding_info(p->findings.v[i].code)->severity == SEVERITY_ERROR)
			return true;
	return false;
}

static void show(struct inspection *x, const struct package *p, int *rc)
{
	struct arena *a = x->r->arena;
	struct reach reach = reach_of(a, &x->c, p);
	struct reach_verdict v = { .all = true };
	struct inspect_page page = { p, &reach, NULL, &x->hosts };

	if (x->with_hosts) {
		v = reach_hosts(a, &x->c, p, &reach, &x->hosts);
		page.verdict = &v;
	}
	if (*rc == EXIT_DONE && (has_error(p) || !v.all))
		*rc = EXIT_NO;
	if (x->r->o->json)
		show_package_json(&x->j, &page);
	else
		show_package(a, &x->r->out, &page, x->r->o->verbose);
}

static void one(struct inspection *x, const char *path)
{
	struct package p = { 0 };
	struct err e;
	int rc = open_path(x->r->arena, path, &x->o, &p, &e) ? cmd_fail(x->r, &e) : EXIT_DONE;

	if (rc == EXIT_DONE || (p.kind && p.findings.n) || x->r->o->json)
		show(x, &p, &rc);
	if (rc > x->worst)
		x->worst = rc;
}

static void all(struct inspection *x)
{
	struct run *r = x->r;

	if (r->o->json) {
		json_open(&x->j);
		json_int_key(&x->j, "schema_version", 1);
		json_list_key(&x->j, "items");
	}
	for (size_t i = 0; i < r->args.n; i++) {
		if (i && !r->o->json)
			fputc('\n', r->out.f);
		one(x, r->args.v[i]);
	}
	if (r->o->json) {
		json_end(&x->j);
		json_close(&x->j);
		fputc('\n', r->out.f);
	}
}

static int run_inspect(struct run *r)
{
	struct inspection x = { .r = r, .j = JSON(r->out.f) };
	MATRIX_AUTO m = NULL;
	struct err e;

	if (set_up(&x, &m, &e))
		return cmd_fail(r, &e);
	all(&x);
	return x.worst;
}

const struct cmd cmd_inspect = {
	.name = "inspect",
	.summary = "show what a build really holds, and where it can run",
	.args = "FILE|NAME...",
	.bit = IN_INSPECT,
	.run = run_inspect,
};
