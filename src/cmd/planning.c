/* From options and files to a wish, the ground that commands stand on, and the plan. */
#include "cmd/planning_private.h"

#include <string.h>

#include "check/bind.h"
#include "check/checkup.h"
#include "check/declared.h"
#include "check/selected.h"
#include "cmd/envs_private.h"
#include "cmd/extensions_private.h"
#include "cmd/rest_private.h"
#include "fact/err_phrase.h"
#include "os/variable.h"
#include "read/env/env_live.h"
#include "read/wish.h"
#include "know/catalogue.h"
#include "plan/steps.h"
#include "show/finding.h"
#include "show/sentence.h"

static int add_conda(struct run *r, const struct package_wish *p, struct wish *w, const char **spec,
	struct err *e)
{
	*spec = conda_spec_pep440(r->arena, p->spec.f[CONDA_VERSION]);
	if (!*spec)
		return err_set(e, ERR_USAGE, "'%s' leaves a choice: ask for one of them at a time",
			       p->text);
	if (strcmp(p->name, "torch") == 0)
		w->build = p->spec.f[CONDA_BUILD];
	if (p->spec.f[CONDA_CHANNEL])
		strings_add(r->arena, &w->channels, p->spec.f[CONDA_CHANNEL]);
	return 0;
}

static int add_spec(struct run *r, struct matrix *m, const char *text, struct wish *w,
		    struct err *e)
{
	struct package_wish p;
	struct strings *to;
	const char *spec;
	int rc = wish_parse(r->arena, span_of(text), &p, e);

	if (rc && spec_is_option(text))
		return spec_refuse(r, m, text, "", e);
	if (rc && spec_is_gpu(r, m, text))
		return spec_refuse(r, m, text, "", e);
	if (rc) {
		e->code = ERR_USAGE;
		return e->code;
	}
	to = wish_strings(w, p.name);
	if (!to) {
		rc = extensions_wish(r, m, p.name, w, &to, e);
		if (rc == ERR_NONE)
			return spec_refuse(r, m, text, p.name, e);
		if (rc)
			return rc;
	}
	if (!p.conda)
		spec = pep440_set_text(r->arena, &p.req.set);
	else if ((rc = add_conda(r, &p, w, &spec, e)))
		return rc;
	strings_add(r->arena, to, spec);
	return 0;
}

static int add_python(struct run *r, struct wish *w, struct err *e)
{
	const char *text = r->o->python;

	if (text && !python_parse(span_of(text), &w->python))
		return err_set(e, ERR_USAGE, "--python %s: say 3.12, or 3.13t if free-threaded",
			       text);
	return 0;
}

static bool is_url(const char *text)
{
	return span_find(span_of(text), "://") >= 0 || *text == '/' || *text == '.';
}

/* URLs and folders as they are; a name stands for all that the mirror has. */
static int find_indexes(struct run *r, struct matrix *m, struct ground *to, struct err *e)
{
	struct mirrors *known = arena_new(r->arena, struct mirrors);

	for (size_t i = 0; i < r->o->index_url.n; i++) {
		const char *name = r->o->index_url.v[i];
		int rc;

		if (is_url(name)) {
			strings_add(r->arena, &to->index_urls, name);
			continue;
		}
		rc = to->mirrors ? 0 : mirror_read(m, r->arena, known, e);
		if (rc)
			return rc;
		if (!mirror_is_live(known, name))
			return cmd_unknown_mirror(r, known, "--mirror ", name, e);
		to->mirrors = known;
		to->mirror = to->channel_mirror = name;
	}
	return 0;
}

/* conda and its kin take nothing from there. */
static void tell_indexes(struct run *r, const struct wish *w)
{
	bool pip = w->n_installers == 0;

	for (size_t i = 0; i < w->n_installers; i++)
		pip |= installer_manager(w->installers[i]) == MANAGER_PIP;
	for (size_t i = 0; !pip && i < r->o->index_url.n; i++)
		if (is_url(r->o->index_url.v[i])) {
			cmd_note(r, PHRASE(r->arena, NOTE_INDEX_NOT_USED,
					   SAY(url, r->o->index_url.v[i]),
					   SAY(name, installer_name(w->installers[0]))));
			return;
		}
}

static int add_installers(struct run *r, struct wish *w, struct err *e)
{
	for (size_t i = 0; i < r->o->installer.n; i++) {
		const char *name = r->o->installer.v[i];
		enum installer found;

		if (!installer_parse(span_of(name), &found))
			return err_set(e, ERR_USAGE, "--installer %s is not known", name);
		if (!installer_among(w->installers, w->n_installers, found))
			w->installers[w->n_installers++] = found;
	}
	return 0;
}

/* SPEC… and the options of IN_WISH. ERR_USAGE with a sentence. */
static int find_wish(struct run *r, struct matrix *m, struct wish *ret, struct err *e)
{
	struct wish w = {
		.cuda = r->o->cuda,
		.channels = r->o->channel,
		.ignore = r->o->ignore_gpu,
		.all = r->o->all,
	};
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < r->args.n; i++)
		rc = add_spec(r, m, r->args.v[i], &w, e);
	if (rc == 0)
		rc = add_python(r, &w, e);
	if (rc == 0)
		rc = add_installers(r, &w, e);
	if (rc == 0)
		*ret = w;
	return rc;
}

static bool is_env(const char *variable, const char *value)
{
	const char *set = os_variable(variable);

	return set && value && strcmp(set, value) == 0;
}

/* Where the user stands: known of this machine only. */
static struct ground find_ground(struct run *r, const struct hosts *hosts)
{
	struct ground g = { .channels = r->o->channel };
	const struct host *h = &hosts->v[0];

	if (hosts->n != 1 || !h->live)
		return g;
	g.here = true;
	g.tools = h->tools;
	if (!h->env || !h->python || !python_parse(span_of(h->python), &g.python))
		return g;
	if (!is_env("CONDA_PREFIX", h->env))
		g.stand = STAND_VENV;
	else if (!is_env("CONDA_DEFAULT_ENV", "base"))
		g.stand = STAND_CONDA;
	return g;
}

/* What an active environment has, which the plan would replace. */
static void look_before(struct run *r, struct ground *g)
{
	struct place place = place_here(os_variables());
	struct env *env = arena_new(r->arena, struct env);
	struct err e;

	if (g->stand == STAND_FRESH || g->before)
		return;
	*env = env_new("live");
	if (read_env_live(r->arena, &place, NULL, env, &e) == 0)
		g->before = env;
}

/* Where the commands go: the environment that was given is the one to install into. */
static void stand_in(const struct checkup *k, struct wish *wish, struct ground *g)
{
	bool conda = k->installer == INSTALLER_CONDA || k->env->kind == ENV_CONDA;

	if (!k->env->packages.n && !k->env->prefix)
		return;
	if (wish->n_installers == 0)
		wish->installers[wish->n_installers++] =
			k->installer == INSTALLER_CONDA ? k->conda : k->installer;
	if (!conda && k->env->refuses_pip)
		return;
	g->here = true;
	g->into = g->before = k->env;
	g->stand = conda ? STAND_CONDA : STAND_VENV;
	g->python = k->python.major ? k->python : wish->python;
}

/* "req.txt:3, req.txt:1: " */
static const char *places(struct run *r, const struct found *f)
{
	const char *text = "";

	EACH(const struct origin, o, f->evidence)
		if (o->file && o->line)
			text = arena_printf(r->arena, "%s%s%s:%u", text, *text ? ", " : "",
					    o->file, o->line);
	return *text ? arena_printf(r->arena, "%s: ", text) : text;
}

static void tell_requirements(struct run *r, const struct checkup *k)
{
	EACH(const struct found, f, k->found) {
		if (f->what.code == CP218 && !r->o->quiet)
			continue;
		cmd_warn(r, arena_printf(r->arena, "%s%s [%s]", places(r, f),
					 show_found_cause(r->arena, f),
					 finding_name(f->what.code, TEXT_ROOM)));
	}
}

/* On a live machine without an active environment any Python that is there will do. */
static bool is_free(const struct hosts *hosts)
{
	return hosts->n == 1 && hosts->v[0].live && !hosts->v[0].env;
}

/* "==2.2.1+cu121" and an index of that CUDA say where torch came from until now. */
static void without_cuda(struct run *r, struct wish *wish)
{
	wish->cuda = r->o->cuda;
	for (size_t i = 0; i < wish->torch.n; i++)
		wish->torch.v[i] = arena_span(r->arena, span_sub(span_of(wish->torch.v[i]), 0,
								 strcspn(wish->torch.v[i], "+")));
}

/* That one of several groups alone asks for torch, or that none of them was chosen. */
static void note_groups(struct run *r, const struct strings *groups, struct bound *bound)
{
	struct finding f = { .host = -1, .gpu = -1 };

	if (!groups->n)
		return;
	f.words = groups->n == 1 ? PHRASE(r->arena, PLANNED_WITH_GROUP, SAY(name, groups->v[0])) :
		PHRASE(r->arena, TORCH_IN_GROUPS,
		       SAY(list, strings_joined(r->arena, groups, "; ")));
	ARRAY_ADD(r->arena, bound->decided) = f;
}

static int take_env(struct run *r, struct matrix *m, const struct hosts *hosts, struct catalogue *c,
		const struct env *env, const struct planning *p, struct wish *wish,
		struct ground *ground, struct bound *bound, struct err *e)
{
	const struct env *pins;
	const char *group = p->group;
	struct strings groups = { 0 };
	struct shelf shelf;
	struct checkup k;
	int rc = shelf_read(m, r->arena, NULL, true, &shelf, e);

	if (rc)
		return rc;
	k = checkup_make(r->arena, c, &shelf, env, rest_hosts(r->arena, env, hosts));
	rc = catalogue_stock(c, k.platform, &shelf.stock, e);
	if (rc)
		return rc;
	pins = selected_pins(r->arena, &shelf, env, k.platform);
	k.env = pins;
	if (!group)
		groups = checkup_torch_groups(&k, r->o->emit);
	if (groups.n == 1)
		group = groups.v[0];
	if (group)
		pins = k.env = selected_group(r->arena, pins, group, k.platform);
	if (wish->python.major == 0)
		wish->python = env->python || !is_free(hosts) ? k.python :
			declared_python(r->arena, pins);
	declared_wish(r->arena, pins, wish->python, k.platform, wish);
	if (p->loose)
		without_cuda(r, wish);
	stand_in(&k, wish, ground);
	if (k.env->refuses_pip)
		cmd_note(r, PHRASE(r->arena, NOTE_REFUSES_PIP, SAY(path, k.env->prefix)));
	rest_take(r, &k, ground);
	checkup_requirements(&k);
	k.env = pins;
	rc = extensions_of_lines(r, m, &k, wish, e);
	if (rc)
		return rc;
	bind_wish(&k, wish, bound);
	note_groups(r, &groups, bound);
	if (!p->again)
		tell_requirements(r, &k);
	/* What cannot hold together is the answer's to say: there is no plan that meets it. */
	for (size_t i = 0; i < k.found.n; i++) {
		struct finding f = k.found.v[i].what;

		if (f.code != CP218)
			continue;
		f.words = PHRASE(r->arena, AT_LINES, SAY(lines, places(r, &k.found.v[i])),
				 SAY_PHRASE(what, phrase_keep(r->arena, f.words)));
		f.host = f.gpu = -1;
		ARRAY_ADD(r->arena, bound->conflicts) = f;
	}
	return 0;
}

/*
 * Adds to the wish what files ask for, and takes Python, installer and the place to install into
 * from the environment where no option says otherwise. What cannot hold together is said on
 * stderr. Without such options nothing changes.
 */
static int wish_of_files(struct run *r, struct matrix *m, const struct hosts *hosts,
			 struct catalogue *c, const struct planning *p, struct wish *wish,
			 struct ground *ground, struct bound *bound, struct err *e)
{
	struct strings none = { 0 };
	struct envs envs;
	int rc = 0;

	if (!cmd_env_given(r->o) && !r->o->env)
		return 0;
	rc = cmd_envs(r, &none, &envs, e);
	for (size_t i = 0; rc == 0 && i < envs.n && i < 1; i++)
		rc = take_env(r, m, hosts, c, &envs.v[i], p, wish, ground, bound, e);
	if (rc == 0 && p->picks && envs.n)
		rc = cmd_picks(&(struct judging){ r, c, hosts }, &envs.v[0], p->picks, e);
	return rc;
}

static int load_builds(struct run *r, struct matrix *m, const struct hosts *hosts,
		struct catalogue *ret, struct err *e)
{
	int rc = catalogue_open(r->arena, m, ret, e);

	for (size_t i = 0; rc == 0 && i < hosts->n; i++)
		rc = catalogue_platform(ret, host_platform(&hosts->v[i]), e);
	return rc;
}

/* Which lines decided; where nothing fits, all that exclude a torch. */
static void note_bound(struct run *r, const struct bound *bound, struct answer *to)
{
	for (size_t i = 0; i < bound->decided.n; i++)
		ARRAY_ADD(r->arena, to->notes) = bound->decided.v[i];
	for (size_t i = 0; i < bound->conflicts.n; i++)
		ARRAY_ADD(r->arena, to->findings) = bound->conflicts.v[i];
	if (bound->conflicts.n && to->exit == EXIT_DONE)
		to->exit = EXIT_NO;
	for (size_t i = 0; to->n_plans == 0 && i < bound->wider.n; i++)
		ARRAY_ADD(r->arena, to->notes) = bound->wider.v[i];
}

/* A file is for whoever has it, wherever that is. */
static void stand_nowhere(struct run *r, const struct planning *p, struct wish *w,
			  struct ground *g)
{
	w->file = true;
	w->installers[0] = p->installer;
	w->n_installers = 1;
	if (!w->python.major)
		w->python = p->python;
	if (p->torch)
		strings_printf(r->arena, &w->torch, "==%s", p->torch);
	if (p->cuda)
		w->cuda = p->cuda;
	*g = (struct ground){
		.rest_pip = g->rest_pip, .rest_conda = g->rest_conda,
		.rest_channels = g->rest_channels, .index = g->index,
		.index_urls = g->index_urls, .channels = g->channels, .mirrors = g->mirrors,
		.mirror = g->mirror, .channel_mirror = g->channel_mirror,
		.lines = g->lines,
	};
	strings_add_all(r->arena, &g->rest_pip, &g->lines);
	g->lines.n = 0;
}

/* Commands typed here obey what is set here, unless options say otherwise. */
static int take_settings(struct run *r, struct matrix *m, const struct planning *p,
			 struct ground *to, struct mirror_set *set, struct err *e)
{
	int rc;

	if (!to->here || p->file || r->o->index_url.n)
		return 0;
	rc = cmd_mirror_set(r, m, set, e);
	if (rc || !(set->pip || set->conda))
		return rc;
	to->mirrors = set->known;
	to->mirror = set->pip;
	to->channel_mirror = r->o->channel.n ? NULL : set->conda;
	return 0;
}

int cmd_plan(struct run *r, struct matrix *m, const struct hosts *hosts,
	     const struct planning *p, struct answer *ret, const char **pypi, struct err *e)
{
	struct ground ground = find_ground(r, hosts);
	struct bound bound = { 0 };
	struct mirror_set set = { 0 };
	struct catalogue c;
	struct wish wish;
	int rc = find_wish(r, m, &wish, e);

	if (rc == 0)
		tell_indexes(r, &wish);
	if (rc == 0)
		rc = find_indexes(r, m, &ground, e);
	if (rc == 0)
		rc = take_settings(r, m, p, &ground, &set, e);
	if (rc == 0)
		rc = load_builds(r, m, hosts, &c, e);
	if (rc)
		return rc;
	ground.index = c.index;
	rc = wish_of_files(r, m, hosts, &c, p, &wish, &ground, &bound, e);
	if (rc)
		return rc;
	wish.all = p->all;
	if (p->file)
		stand_nowhere(r, p, &wish, &ground);
	else
		look_before(r, &ground);
	rc = plan_answer(r->arena, &c, hosts, &wish, ret, e);
	if (rc == 0)
		rest_without(r, ret, &ground);
	for (size_t i = 0; rc == 0 && i < ret->n_plans; i++)
		plan_steps(r->arena, &ground, &ret->plans[i]);
	if (rc == 0)
		note_bound(r, &bound, ret);
	for (size_t i = 0; rc == 0 && i < set.notes.n; i++)
		ARRAY_ADD(r->arena, ret->notes) = set.notes.v[i];
	if (pypi)
		*pypi = plan_pypi(&ground);
	return rc;
}

void cmd_tell_missing(struct run *r, const struct hosts *hosts, const struct answer *answer)
{
	for (size_t i = 0; i < answer->n_missing; i++) {
		struct err e;

		err_set(&e, ERR_INPUT, "%s",
			sentence_missing(r->arena, hosts, &answer->missing[i]));
		cmd_fail(r, &e);
	}
}
