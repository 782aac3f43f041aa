/* doctor --online. */
#include "check/asked_lines.h"
#include "cmd/online_private.h"
#include "plan/asked.h"

static void keep(struct run *r, struct checkup *k, const struct online_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		ARRAY_ADD(r->arena, k->online) = files->v[i];
}

/* A cure whose commands would fail says so. */
static void ask_cure(struct run *r, const struct online *with, struct checkup *k, struct found *f)
{
	struct asked_for who = { k->platform, host_system(k->host), k->python };
	struct online_files files = { 0 };

	asked_of_steps(r->arena, &f->cure, &who, &files);
	online_ask(r->arena, with->f, &with->why, &files);
	for (size_t i = 0; i < files.n; i++)
		if (files.v[i].state == ONLINE_NOT_THERE)
			ARRAY_ADD(r->arena, f->more) =
				cmd_online_lacking(r, &files.v[i]).words;
	keep(r, k, &files);
}

static void ask_lines(struct run *r, const struct online *with, struct checkup *k)
{
	struct asked_lines lines = { 0 };

	asked_of_lines(k, &lines);
	online_ask(r->arena, with->f, &with->why, &lines.files);
	for (size_t i = 0; i < lines.files.n; i++) {
		struct found *f;

		if (lines.files.v[i].state != ONLINE_NOT_THERE)
			continue;
		f = &ARRAY_ADD(r->arena, k->found);
		*f = (struct found){ .what = cmd_online_lacking(r, &lines.files.v[i]),
				     .severity = SEVERITY_ERROR, .asked = true };
		ARRAY_ADD(r->arena, f->evidence) = lines.lines.v[i];
	}
	keep(r, k, &lines.files);
}

int cmd_online_checkups(struct run *r, struct checkup *all, size_t n, struct err *e)
{
	struct online with = { 0 };
	int rc = cmd_online_open(r, &with, e);

	for (size_t i = 0; rc == 0 && i < n; i++) {
		size_t found = all[i].found.n;

		ask_lines(r, &with, &all[i]);
		for (size_t f = 0; f < found; f++)
			ask_cure(r, &with, &all[i], &all[i].found.v[f]);
	}
	fetch_close(with.f);
	return rc;
}
