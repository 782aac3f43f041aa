/* The resolver's order of work: wishes, scene, plans for all, a split, what would help. */
#include "fact/build.h"
#include "plan/extend.h"
#include "plan/solve_private.h"
#include "plan/verdict_private.h"

/* The one platform of all hosts, or NULL. */
static const struct platform_builds *one_platform(const struct solve *s)
{
	for (size_t i = 1; i < s->scene.machines.n; i++)
		if (strcmp(s->scene.machines.v[i].platform, s->scene.machines.v[0].platform) != 0)
			return NULL;
	return catalogue_read(s->c, s->scene.machines.v[0].platform);
}

/* Of certain plans the best that only a newer driver runs, or that an older one does. */
static const struct build *for_other_driver(const struct ranking *r, const struct plan *p,
	const char *need, bool newer, const char **least)
{
	for (size_t i = 1; i < r->n; i++) {
		const struct build *b = &r->j.p->v[r->order[i]];

		*least = verdict_least_driver(&r->j, r->order[i]);
		if (!*least || !judge_is_certain(r->verdicts[r->order[i]].key))
			continue;
		if (newer ? b->rank > p->build->rank && judge_late(&r->j, r->order[i])
			  : b->cuda.major < p->build->cuda.major && driver_cmp(*least, need) < 0)
			return b;
	}
	return NULL;
}

/* Of a Jetson without a number: what the oldest JetPack takes, where the plan needs a newer one. */
static void tell_older_jetpack(const struct ranking *r, struct plan *p)
{
	struct judge j = r->j;
	const struct machine *m = judge_machine(&j, 0);

	if (!m->driver.l4t || !judge_late(&j, (size_t)(p->build - j.p->v)))
		return;
	for (int manager = MANAGER_PIP; manager <= MANAGER_CONDA; manager++) {
		struct ranking all = rank_make(&j, (enum manager)manager);

		for (size_t i = 0; i < all.n; i++) {
			const struct build *b = &j.p->v[all.order[i]];

			if (judge_late(&j, all.order[i]))
				continue;
			findings_note(j.arena, &p->notes,
				PHRASE(j.arena, OLDER_JETPACK, SAY(channel, b->channel),
				       SAY(cuda, pair_text(j.arena, judge_first_jetpack(&j, 0))),
				       SAY(torch, build_said(j.arena, b))));
			return;
		}
	}
}

/*
 * Without a driver the CUDA is a guess: what a newer one than most have gives; where the plan needs
 * such a one itself, or none gives more, what there is for older drivers.
 */
static void tell_other_driver(const struct ranking *r, struct plan *p)
{
	const char *need = NULL, *least = NULL;
	const struct build *b;

	tell_older_jetpack(r, p);
	EACH(const struct finding, f, p->notes)
		if (f->words.form == FORM_LEAST_DRIVER)
			need = f->need;
	if (!need)
		return;
	b = for_other_driver(r, p, need, true, &least);
	if (!b)
		b = for_other_driver(r, p, need, false, &least);
	if (b)
		findings_note(r->j.arena, &p->notes,
			      PHRASE(r->j.arena, OTHER_DRIVER, SAY(driver, least),
				     SAY(torch, build_said(r->j.arena, b))));
}

/* A short driver stands for its newest release: whether its oldest would do the same. */
static void tell_oldest_driver(struct solve *s, const struct ranking *r, struct plan *p)
{
	const char *oldest = s->scene.hosts->v[0].driver_oldest, *torch = NULL;
	struct scene with;
	key_t64 key = 0;
	struct judge j;
	size_t at = 0;

	if (!oldest || !p->build->cuda.major)
		return;
	with = scene_driven(s->arena, s->c, &s->scene, oldest);
	j = judge_again(&r->j, &with, r->j.w);
	if (rank_best(&j, r->manager, &at, &key)) {
		const struct build *b = &j.p->v[at];

		if (b->rank == p->build->rank && strcmp(b->variant, p->build->variant) == 0)
			return;
		torch = build_said(s->arena, b);
	}
	findings_note(s->arena, &p->notes,
		      PHRASE(s->arena, OLDEST_DRIVER, SAY(driver, oldest), SAY(torch, torch)));
}

static void add_plans(struct solve *s, const struct ranking *r, enum installer installer)
{
	size_t *picked, n = rank_picked(r, s->wish->all, &picked);

	for (size_t i = 0; i < n; i++) {
		struct plan p = offer_plan(&r->j, r->order[picked[i]], installer);

		p.rank = (int)i + 1;
		if (i == 0 && s->scene.has_gpu)
			offer_last(&r->j, &p);
		if (i == 0) {
			tell_other_driver(r, &p);
			tell_oldest_driver(s, r, &p);
		}
		ARRAY_ADD(s->arena, s->plans) = p;
	}
}

static struct ranking rank_with_python(struct solve *s, struct judge *j, enum installer installer,
	bool *replaced)
{
	struct wished_pythons p = wished_pythons(s, installer);
	struct ranking r = { 0 };

	for (size_t i = 0; r.n == 0 && i < p.n; i++) {
		s->want.python = p.v[i];
		r = rank_make(j, installer_manager(installer));
		*replaced = r.n && p.there.major && python_cmp(p.v[i], p.there) != 0;
	}
	return r;
}

static void note_replaced(struct solve *s, struct plan *p)
{
	findings_add(s->arena, &p->notes, (struct finding){
		.words.form = FORM_PYTHON_REPLACED, .host = 0, .gpu = -1,
		.have = s->scene.hosts->v[0].python,
		.need = python_said(s->arena, p->python) });
}

/* One installer: plans, refusals and changes. False: nothing fits. */
static bool solve_installer(struct solve *s, enum installer installer, bool cpu)
{
	struct judge j = s->judge;
	struct python wished = s->want.python;
	bool replaced = false;
	size_t first = s->plans.n, *refused, n;
	struct ranking r;

	j.cpu = cpu;
	r = wished.major ? rank_make(&j, installer_manager(installer)) :
			   rank_with_python(s, &j, installer, &replaced);
	s->answer->n_judged += cpu == s->cpu ? r.judged : 0;
	if (r.n)
		add_plans(s, &r, installer);
	for (size_t i = first; replaced && i < s->plans.n; i++)
		note_replaced(s, &s->plans.v[i]);
	n = cpu == s->cpu && (r.n || s->wish->all) ? rank_refused(&r, s->wish->all, &refused) : 0;
	for (size_t i = 0; i < n; i++)
		verdict_refuse(s, &r.j, refused[i], installer);
	if (cpu == s->cpu && s->p && (!cpu || r.n == 0))
		change_solve(s, installer, r.n ? r.verdicts[r.order[0]].key : 0);
	s->want.python = wished;
	return r.n > 0;
}

/* Above every build's. */
static const key_t64 KEY_MOST = (key_t64)1 << 62;

/* Refusals that explain why there is no plan for all: the newest, and what a change would give. */
static void explain_none(struct solve *s, key_t64 least)
{
	for (size_t k = 0; k < s->n_installers; k++) {
		struct judge j = s->judge;
		struct ranking r;
		size_t *picked, n;

		j.cpu = s->cpu;
		r = rank_make(&j, installer_manager(s->installers[k]));
		n = rank_refused(&r, s->wish->all, &picked);
		for (size_t i = 0; i < n; i++)
			if (s->wish->all || judge_potential(&j, picked[i]) >= least || i < 3)
				verdict_refuse(s, &j, picked[i], s->installers[k]);
		for (size_t i = 0; i < s->changes.n; i++)
			if (s->changes.v[i].gives->manager == r.manager &&
			    r.verdicts[s->changes.v[i].gives - j.p->v].allowed)
				verdict_refuse(s, &j, (size_t)(s->changes.v[i].gives - j.p->v),
					     s->installers[k]);
	}
}

/* Nothing runs on the GPUs: CPU plans, unless a CUDA was asked for. */
static void solve_without_gpu(struct solve *s)
{
	key_t64 least = 0;
	bool any = false;

	if (s->want.extend_on)
		extend_settle(s, true);
	if (s->want.cuda == 0)
		for (size_t i = 0; i < s->n_installers; i++)
			any |= solve_installer(s, s->installers[i], true);
	if (any) {
		findings_add(s->arena, &s->answer->findings, finding_of(CP108));
		s->answer->cpu_only = true;
		least = KEY_MOST;
	}
	explain_none(s, least);
}

static bool solve_split(struct solve *s)
{
	bool any = false;

	for (size_t i = 0; i < s->n_installers; i++)
		any |= split_solve(s, s->installers[i]);
	if (!any)
		s->answer->parts = 0;
	if (any && s->p && s->scene.hosts->n > 1)
		change_solve_parts(s);
	if (any && s->p)
		explain_none(s, KEY_MOST);
	return any;
}

static bool solve_installers(struct solve *s)
{
	bool any = false;

	for (size_t i = 0; i < s->n_installers && s->p; i++)
		any |= solve_installer(s, s->installers[i], s->cpu);
	return any;
}

/* Some installer has a plan for all that is certain, and runs machine code on every GPU. */
static bool has_sound_plan(struct solve *s)
{
	bool any = false;
	key_t64 key;
	size_t at;

	s->judge.cpu = s->cpu;
	s->judge.sure = SURE_SOUND;
	for (size_t i = 0; i < s->n_installers && s->p && !any; i++)
		any = wished_best(s, s->installers[i], &at, &key);
	s->judge.sure = SURE_ANY;
	return any;
}

/* A split into such plans. */
static bool solve_sound_split(struct solve *s)
{
	struct solve before = *s;
	struct answer said = *s->answer;
	bool any;

	s->judge.sure = SURE_SOUND;
	solve_installers(s);
	any = solve_split(s);
	if (!any) {
		*s = before;
		*s->answer = said;
	}
	s->judge.sure = SURE_ANY;
	return any;
}

static bool has_running(const struct solve *s)
{
	return ANY(x, s->plans, x->runs);
}

static void solve_all(struct solve *s)
{
	bool several = s->scene.atoms.n > 1 && (!s->cpu || !s->p), any;

	if (several && !has_sound_plan(s) && solve_sound_split(s))
		return;
	any = solve_installers(s);
	if (!any && several)
		solve_split(s);
	if (s->plans.n && !has_running(s))
		unsure_tell(s);
	if (!any && s->plans.n == 0 && s->p)
		solve_without_gpu(s);
	else if (any && s->scene.without_driver && !s->cpu && s->plans.n)
		change_missing_driver(s);
}

static bool brings(const struct specs *asked, const char *version)
{
	return asked->n == 0 || (version && want_published(asked, version));
}

static int exit_code(const struct solve *s)
{
	const struct answer *a = s->answer;
	/* Some plan that is the first of its installer has all companions that were asked for. */
	bool no = s->plans.n == 0 || a->parts || !has_running(s) ||
		  !ANY(x, s->plans,
		       brings(&s->want.vision, x->torchvision) &&
			       brings(&s->want.audio, x->torchaudio) && x->rank == 1) ||
		  s->scene.without_driver || s->instead.n || (a->cpu_only && !s->want.cpu);

	return no ? EXIT_NO : EXIT_DONE;
}

static void hand_over(struct solve *s)
{
	struct answer *a = s->answer;

	a->plans = s->plans.v;
	a->n_plans = s->plans.n;
	a->rejected = s->rejected.v;
	a->n_rejected = s->rejected.n;
	a->changes = s->changes.v;
	a->n_changes = s->changes.n;
	a->instead = s->instead.v;
	a->n_instead = s->instead.n;
}

/* The Python that a plan got where the one asked for is too new for all. */
static void fill_instead(struct solve *s)
{
	for (size_t i = 0; i < s->instead.n && s->plans.n; i++)
		if (s->instead.v[i].code == CP105 && !s->instead.v[i].nearest)
			s->instead.v[i].nearest = python_said(s->arena, s->plans.v[0].python);
}

static int answer_of(struct solve *s, const struct hosts *hosts, struct answer *ret, struct err *e);

/* Kinds of machines that get nothing beside others: what one of them would get alone. */
static void tell_left(struct solve *s)
{
	enum { LEFT_MOST = 64 };
	size_t told = 0;

	for (size_t i = 0; i < s->answer->fleet.groups.n && told < LEFT_MOST; i++) {
		size_t host = s->answer->fleet.groups.v[i].hosts[0];
		struct hosts one = { .v = &s->scene.hosts->v[host], .n = 1 };
		struct solve of_one = { .arena = s->arena, .c = s->c, .wish = s->wish,
					.want.extend = s->want.extend };
		struct answer alone;
		struct err e;

		if (!fleet_is_left(s, i) || answer_of(&of_one, &one, &alone, &e))
			continue;
		fleet_tell_left(s, i, &alone);
		told++;
	}
}

static int solve(struct solve *s, struct err *e)
{
	int rc;

	s->p = one_platform(s);
	s->atoms = arena_array(s->arena, s->scene.atoms.n, sizeof *s->atoms);
	for (size_t i = 0; i < s->scene.atoms.n; i++)
		s->atoms[i] = i;
	wished_installers(s);
	rc = instead_solve(s, e);
	if (rc)
		return rc;
	if (s->contradiction) {
		hand_over(s);
		return 0;
	}
	s->cpu = !s->scene.has_gpu || s->want.cpu;
	s->answer->cpu_only = s->cpu && (s->scene.kept_from || s->scene.has_gpu);
	if (s->answer->cpu_only)
		findings_add(s->arena, &s->answer->findings, finding_of(CP108));
	if (s->p)
		s->judge = judge_make(s->arena, s->c, &s->scene, &s->want, s->p, s->atoms,
				      s->scene.atoms.n, false);
	s->served = arena_new(s->arena, struct served_list);
	s->served->arena = s->arena;
	if (s->want.extend_on)
		extend_settle(s, s->cpu);
	solve_all(s);
	if (fleet_solve(s))
		fleet_merge(s);
	tell_left(s);
	if (s->want.extend)
		extend_tell_source(s);
	fill_instead(s);
	hand_over(s);
	s->answer->exit = exit_code(s);
	return 0;
}

/* Of which a fact is missing; they come in the order of the hosts. */
static size_t missing_hosts(const struct scene *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->missing.n; i++)
		n += i == 0 || s->missing.v[i].host != s->missing.v[i - 1].host;
	return n;
}

/* Extensions that were read for others already are not read again. */
static int answer_of(struct solve *s, const struct hosts *hosts, struct answer *ret, struct err *e)
{
	struct extend *extend = s->want.extend;
	int rc = want_make(s->arena, s->wish, &s->want, e);

	*ret = (struct answer){ .exit = EXIT_NO };
	s->answer = ret;
	if (rc == 0)
		rc = scene_check_ignored(s->arena, hosts, s->wish, e);
	if (rc)
		return rc;
	s->want.c = s->c;
	s->want.extend = extend;
	s->want.extend_on = extend ? (1u << extend->n) - 1 : 0;
	rc = s->wish->extensions.n && !extend ? extend_take(s, e) : 0;
	if (rc)
		return rc;
	scene_make(s->arena, s->c, hosts, s->wish, NULL, &s->scene);
	ret->missing = s->scene.missing.v;
	ret->n_missing = s->scene.missing.n;
	if (missing_hosts(&s->scene) && missing_hosts(&s->scene) < hosts->n) {
		struct scene whole = s->scene;

		scene_make(s->arena, s->c, hosts, s->wish, &whole, &s->scene);
	}
	ret->findings = s->scene.findings;
	ret->notes = s->scene.notes;
	ret->of_hosts = ret->findings.n;
	ret->notes_of_hosts = ret->notes.n;
	ret->fleet.groups = host_groups_of(s->arena, hosts);
	if (s->scene.missing.n == 0 && !s->scene.barred) {
		rc = solve(s, e);
		if (rc)
			return rc;
	}
	if (ret->n_missing)
		ret->exit = EXIT_INPUT;
	return 0;
}

int plan_answer(struct arena *a, const struct catalogue *c, const struct hosts *hosts,
		const struct wish *wish, struct answer *ret, struct err *e)
{
	struct solve s = { .arena = a, .c = c, .wish = wish };

	if (hosts->n == 0)
		return err_set(e, ERR_INPUT, "there is no host to plan for");
	return answer_of(&s, hosts, ret, e);
}
