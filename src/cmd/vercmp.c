/* vercmp: the order of two versions. */
#include "base/conda_version.h"
#include "base/json.h"
#include "base/pep440.h"
#include "base/dotted.h"
#include "base/tr.h"
#include "cmd/cmd.h"

static bool pep440_ok(struct span s)
{
	struct pep440 v;

	return pep440_parse(s, &v);
}

static bool conda_ok(struct span s)
{
	struct conda_version v;

	return conda_version_parse(s, &v);
}

static bool dotted_ok(struct span s)
{
	return s.n > 0;
}

/* The first is the default. */
static const struct scheme {
	const char *name;
	bool (*ok)(struct span s);
	int (*cmp)(struct span a, struct span b);
} schemes[] = {
	{ "pep440", pep440_ok, pep440_cmp_text },
	{ "conda", conda_ok, conda_version_cmp_text },
	{ "dotted", dotted_ok, dotted_cmp },
};

static const struct scheme *find_scheme(const char *name)
{
	for (size_t i = 0; name && i < sizeof schemes / sizeof *schemes; i++)
		if (strcmp(schemes[i].name, name) == 0)
			return &schemes[i];
	return schemes;
}

static void show(struct run *r, const struct scheme *s, const char *order)
{
	struct json j = cmd_json(r);

	if (!r->o->json) {
		fprintf(r->out.f, "%s\n", order);
		return;
	}
	json_open(&j);
	json_int_key(&j, "schema_version", 1);
	json_str_key(&j, "scheme", s->name);
	json_str_key(&j, "a", r->args.v[0]);
	json_str_key(&j, "order", order);
	json_str_key(&j, "b", r->args.v[1]);
	json_close(&j);
}

static int run_vercmp(struct run *r)
{
	const struct scheme *s = find_scheme(r->o->scheme);
	struct err e;
	int c;

	if (r->args.n != 2) {
		err_set(&e, ERR_USAGE, "vercmp takes two versions");
		return cmd_fail(r, &e);
	}
	for (size_t i = 0; i < 2; i++) {
		if (s->ok(span_of(r->args.v[i])))
			continue;
		err_set(&e, ERR_INPUT, "'%.100s' is not a version of the scheme %s", r->args.v[i],
			s->name);
		return cmd_fail(r, &e);
	}
	c = s->cmp(span_of(r->args.v[0]), span_of(r->args.v[1]));
	show(r, s, c < 0 ? "<" : c > 0 ? ">" : "=");
	return EXIT_DONE;
}

const struct cmd cmd_vercmp = {
	.name = "vercmp",
	.summary = N_("compare two versions"),
	.args = "A B",
	.bit = IN_VERCMP,
	.on_input = FORM_TRY_HELP,
	.run = run_vercmp,
};
