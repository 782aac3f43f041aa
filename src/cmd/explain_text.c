#include "cmd/explain_text.h"

#include <string.h>
#include <sys/stat.h>

#include "base/io.h"
#include "cmd/facts.h"
#include "cmd/planning.h"
#include "know/host.h"
#include "plan/explain/explain.h"
#include "show/meaning.h"

enum { TEXT_MOST = 16 << 20 };

static int read_text(struct run *r, const char *what, struct span *ret, struct err *e)
{
	struct stat st;
	struct span bytes;
	int rc;

	if (strcmp(what, "-") != 0 && (strlen(what) > 1024 || stat(what, &st) != 0)) {
		*ret = span_of(what);
		return 0;
	}
	rc = io_read(r->arena, what, TEXT_MOST, &bytes, e);
	if (rc == 0)
		*ret = io_utf8(r->arena, bytes);
	return rc;
}

static bool is_described(const struct options *o)
{
	return o->host.n || o->gpu.n || o->driver || o->platform || o->glibc;
}

/* Every platform, so that a list can be traced to the builds that have it. */
static int load(struct run *r, struct matrix *m, struct catalogue *ret, struct err *e)
{
	static const char *const platforms[] = { "linux-64", "win-64", "linux-aarch64" };
	int rc = catalogue_open(r->arena, m, ret, e);

	for (size_t i = 0; rc == 0 && i < 3; i++)
		rc = catalogue_platform(ret, platforms[i], e);
	return rc;
}

static const char *turns_on(const struct meanings *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].symptom->facts)
			return m->v[i].symptom->facts;
	return NULL;
}

/* The machine that was given, or else the one that the text tells of. */
static bool choose(struct run *r, struct matrix *m, const struct meanings *found,
		   struct hosts *hosts, struct err *e)
{
	struct host *h = hosts->n ? &hosts->v[0] : NULL;

	if (h && (is_described(r->o) || h->gpus.n))
		return h->gpus.n > 0;
	if (!h || !explain_host(r->arena, &found->facts, h))
		return false;
	return host_complete(m, r->arena, h, e) == 0;
}

static void show(struct run *r, const struct meanings *found, const struct plan_page *page)
{
	if (r->o->json) {
		struct json j = JSON(r->out.f);

		show_meanings_json(r->arena, &j, found, page);
	} else {
		show_meanings_text(r->arena, &r->out, found, page);
	}
}

static int explain(struct run *r, struct matrix *m, struct span text, struct err *e)
{
	struct hosts hosts = { 0 };
	struct symptoms known;
	struct catalogue c;
	struct meanings found;
	struct answer answer;
	struct plan_page page = { .hosts = &hosts, .answer = &answer };
	struct err none;
	bool planned;
	int rc = symptoms_read(m, r->arena, &known, e);

	if (rc == 0)
		rc = load(r, m, &c, e);
	if (rc == 0)
		rc = cmd_hosts(r, m, &hosts, e);
	if (rc)
		return rc;
	explain_text(r->arena, &known, text, &hosts, &c, &found);
	if (found.n == 0)
		return err_set(e, ERR_NONE, "nothing in it is known: looked for %zu messages about "
			       "torch, CUDA, drivers and package managers", known.n);
	r->args.n = 0;
	planned = turns_on(&found) && choose(r, m, &found, &hosts, &none) &&
		  cmd_plan(r, m, &hosts, false, &answer, &none) == 0 && !answer.n_missing;
	show(r, &found, planned ? &page : NULL);
	return 0;
}

int cmd_explain_text(struct run *r, struct matrix *m, const char *what, struct err *e)
{
	struct span text;
	int rc = read_text(r, what, &text, e);

	return rc ? rc : explain(r, m, text, e);
}
