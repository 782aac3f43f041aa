/* --online of plans: whether the files that they name are still there. */
#include "cmd/online_private.h"

#include "os/variable.h"
#include "plan/asked.h"

/* XDG Base Directory Specification: a path that is not from the root does not count. */
static const char *cache_of(struct run *r)
{
	const char *cache = os_variable("XDG_CACHE_HOME"), *home = os_variable("HOME");

	if (cache && *cache == '/')
		return arena_printf(r->arena, "%s/cudaplan", cache);
	return home && *home == '/' ? arena_printf(r->arena, "%s/.cache/cudaplan", home) : NULL;
}

int cmd_online_open(struct run *r, struct online *ret, struct err *e)
{
	struct fetch_options o = { .agent = "cudaplan", .offline = r->o->offline,
				   .cache = cache_of(r) };
	int rc = cmd_timeout(r, &o.stall, e);

	if (rc == 0 && fetch_open(r->arena, &o, &ret->f, &ret->why))
		ret->f = NULL;
	return rc;
}

int cmd_online_left(struct run *r, int code)
{
	cmd_note(r, PHRASE(r->arena, NOTE_ONLINE_UNKNOWN));
	return code == EXIT_DONE ? EXIT_MISSING : code;
}

/* That of the one host; NULL: of several, or not known. */
static const char *system_of(const struct hosts *hosts)
{
	return hosts->n == 1 ? host_system(&hosts->v[0]) : NULL;
}

static void ask_plan(struct run *r, const struct hosts *hosts, const struct online *with,
		     struct plan *p)
{
	struct asked_for who = { p->build->platform, system_of(hosts), p->python };

	asked_of_steps(r->arena, &p->steps, &who, &p->online);
	online_ask(r->arena, with->f, &with->why, &p->online);
}

struct finding cmd_online_lacking(struct run *r, const struct online_file *f)
{
	const char *name = online_name(r->arena, f);

	return (struct finding){
		.code = CP310, .have = name, .host = -1, .gpu = -1,
		.words = PHRASE(r->arena, ONLINE_IS_NOT, SAY(item, name),
				SAY_PHRASE(why, phrase_keep(r->arena, f->why))),
	};
}

int cmd_online_plans(struct run *r, const struct hosts *hosts, struct answer *answer,
		     struct err *e)
{
	struct online with = { 0 };
	int rc = cmd_online_open(r, &with, e);

	for (size_t i = 0; rc == 0 && i < answer->n_plans; i++) {
		struct plan *p = &answer->plans[i];

		/* The first plan and its parts; of the others those whose commands are shown. */
		if (!(i < answer_parts(answer) ||
		      (r->o->all ? answer->plans[i].rank == 1 : r->o->verbose > 0)))
			continue;
		ask_plan(r, hosts, &with, p);
		for (size_t k = 0; k < p->online.n; k++)
			if (p->online.v[k].state == ONLINE_NOT_THERE)
				ARRAY_ADD(r->arena,
					  p->findings) = cmd_online_lacking(r, &p->online.v[k]);
	}
	fetch_close(with.f);
	return rc;
}

/* A file of the first plan that is not there is a no; one of which nobody could be asked is not
 * known. */
int cmd_online_exit(struct run *r, const struct answer *answer, int code)
{
	bool unknown = false;

	if (code != EXIT_DONE)
		return code;
	for (size_t i = 0; i < answer_parts(answer); i++) {
		const struct online_files *files = &answer->plans[i].online;

		for (size_t k = 0; k < files->n; k++) {
			if (files->v[k].state == ONLINE_NOT_THERE)
				return EXIT_NO;
			unknown |= files->v[k].state == ONLINE_NOT_ASKED;
		}
	}
	return unknown ? cmd_online_left(r, code) : code;
}
