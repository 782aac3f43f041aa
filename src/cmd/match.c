/* match: the records that a spec of conda takes. */
#include "base/json.h"
#include "base/text.h"
#include "base/tr.h"
#include "cmd/cmd.h"
#include "fact/matchspec.h"
#include "read/matchspec.h"

struct matching {
	struct run *r;
	struct matchspec spec;
	struct json j;
	size_t n;    /* records that match */
	int exit;    /* of a record that is none */
};

static void found(struct matching *m, struct span line)
{
	m->n++;
	if (m->r->o->json) {
		json_str(&m->j, arena_span(m->r->arena, line));
		return;
	}
	text_safe(m->r->out.f, line);
	fputc('\n', m->r->out.f);
}

static void try_record(struct matching *m, struct span line)
{
	struct conda_record record;
	struct err e;

	line = span_trim(line);
	if (line.n == 0 || line.p[0] == '#')
		return;
	if (conda_record_parse(m->r->arena, line, &record, &e)) {
		m->exit = cmd_fail(m->r, &e);
		return;
	}
	if (matchspec_has(&m->spec, &record))
		found(m, line);
}

static int try_input(struct matching *m)
{
	struct span text, line;
	struct err e;

	if (cmd_input(m->r, "-", &text, &e))
		return cmd_fail(m->r, &e);
	while (span_line(&text, &line))
		try_record(m, line);
	return EXIT_DONE;
}

static int try_all(struct matching *m)
{
	int rc = EXIT_DONE;

	for (size_t i = 1; i < m->r->args.n && rc == EXIT_DONE; i++) {
		if (strcmp(m->r->args.v[i], "-") == 0)
			rc = try_input(m);
		else
			try_record(m, span_of(m->r->args.v[i]));
	}
	return m->r->args.n > 1 ? rc : try_input(m);
}

static int show(struct matching *m)
{
	int rc;

	if (!m->r->o->json)
		return try_all(m);
	json_open(&m->j);
	json_int_key(&m->j, "schema_version", 1);
	json_str_key(&m->j, "spec", matchspec_text(m->r->arena, &m->spec));
	json_list_key(&m->j, "matches");
	rc = try_all(m);
	json_end(&m->j);
	json_close(&m->j);
	return rc;
}

static int run_match(struct run *r)
{
	struct matching m = { .r = r, .j = cmd_json(r) };
	struct err e;
	int rc;

	if (r->args.n == 0) {
		err_set(&e, ERR_USAGE, "match takes a spec, then records");
		return cmd_fail(r, &e);
	}
	if (matchspec_parse(r->arena, span_of(r->args.v[0]), &m.spec, &e))
		return cmd_fail(r, &e);
	rc = show(&m);
	if (rc || m.exit)
		return rc ? rc : m.exit;
	return m.n ? EXIT_DONE : EXIT_NO;
}

const struct cmd cmd_match = {
	.name = "match",
	.summary = N_("print the conda packages that match a spec"),
	.args = "SPEC [RECORD...]",
	.bit = IN_MATCH,
	.on_input = FORM_TRY_HELP,
	.run = run_match,
};
