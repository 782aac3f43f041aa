/* doctor: what is wrong with an environment and its configuration, and the cure. */
#include <string.h>

#include "base/tr.h"
#include "cmd/doctor_private.h"
#include "cmd/host_files_private.h"
#include "cmd/online_private.h"
#include "fact/redact.h"
#include "know/catalogue.h"
#include "os/file.h"
#include "show/finding.h"
#include "show/shell.h"
#include "show/words.h"

/* A file that tells what is installed may tell where; what only asks names machines as examples. */
static bool tells_installed(const struct ward *w, const char *file)
{
	for (size_t i = 0; i < w->envs.n; i++)
		for (size_t n = 0; n < w->envs.v[i].packages.n; n++) {
			const char *in = w->envs.v[i].packages.v[n].origin.file;

			if (in && strcmp(in, cmd_input_name(file)) == 0)
				return true;
		}
	return false;
}

/* A list of another machine says nothing of this one; a paste may tell of its own machine. */
static int find_hosts(struct ward *w, struct err *e)
{
	const struct options *o = w->r->o;
	struct strings lists = { 0 };
	struct host *h;
	int rc;

	if (cmd_host_given(o) || w->folder || !(cmd_env_given(o) || w->r->args.n))
		return cmd_hosts(w->r, w->m, &w->hosts, e);
	strings_add_all(w->r->arena, &lists, &w->r->args);
	strings_add_all(w->r->arena, &lists, &o->pip_list);
	strings_add_all(w->r->arena, &lists, &o->conda_list);
	for (size_t i = 0; i < o->file.n; i++)
		if (tells_installed(w, o->file.v[i]))
			strings_add(w->r->arena, &lists, o->file.v[i]);
	rc = cmd_hosts_beside(w->r, w->m, &lists, &w->hosts, e);
	if (rc || w->hosts.n)
		return rc;
	arena_grow(w->r->arena, (void **)&w->hosts.v, 0, &w->hosts.room, sizeof *w->hosts.v);
	h = &w->hosts.v[w->hosts.n++];
	*h = host_new(N_("not given"));
	return 0;
}

static bool machine_alone(const struct run *r)
{
	const struct options *o = r->o;

	return cmd_host_given(o) && !o->env && !cmd_env_given(o) && !r->args.n;
}

/* Another file may not fit into the memory that a run may take. */
static bool is_full(const struct arena *a)
{
	return a->used > (a->limit ? a->limit : ARENA_LIMIT) / 4 * 3;
}

/* A cure installs by pip where pip refuses to. */
static void tell_refused(struct ward *w, const struct checkup *k)
{
	bool pip = false;

	for (size_t i = 0; i < k->found.n; i++)
		EACH(const struct step, s, k->found.v[i].cure)
			pip |= s->verb == STEP_INSTALL && installer_manager(s->by) == MANAGER_PIP;
	if (pip && k->env->refuses_pip)
		cmd_note(w->r, PHRASE(w->r->arena, NOTE_REFUSES_PIP, SAY(path, k->env->prefix)));
}

/*
 * Texts that hold no packages and tell of a machine, as nvidia-smi and nvcc print them, are of the
 * machine that is asked about. False: none of them is.
 */
static bool part_machines(struct run *r)
{
	struct options *o = arena_new(r->arena, struct options);
	struct strings rest = { 0 };
	bool any = false;

	*o = *r->o;
	o->host = (struct strings){ 0 };
	strings_add_all(r->arena, &o->host, &r->o->host);
	for (size_t i = 0; i < r->args.n; i++) {
		struct envs envs = { 0 };
		struct hosts hosts = { 0 };
		struct err none;
		bool machine = cmd_env_file(r, r->args.v[i], ENV_AS_ANY, &envs, &none) &&
			       none.form == FORM_INPUT_NO_ENV &&
			       host_file_read(r, r->args.v[i], &hosts, &none) == 0;

		strings_add(r->arena, machine ? &o->host : &rest, r->args.v[i]);
		any |= machine;
	}
	r->args = rest;
	r->o = o;
	return any;
}

static int read_envs_of(struct ward *w, struct err *e)
{
	int rc = cmd_envs(w->r, &w->r->args, &w->envs, e);

	return rc && e->form == FORM_INPUT_NO_ENV && part_machines(w->r) ?
	       cmd_envs(w->r, &w->r->args, &w->envs, e) : rc;
}

static int examine(struct ward *w, struct err *e)
{
	const struct judging j = { w->r, &w->c, &w->hosts };
	int rc;

	if (machine_alone(w->r))
		cmd_note(w->r, PHRASE(w->r->arena, NOTE_ENV_NOT_READ));
	cmd_busy(w->r, PHRASE(w->r->arena, BUSY_JUDGING));
	rc = w->folder ? doctor_project(w, e) : read_envs_of(w, e);
	if (rc == 0)
		rc = find_hosts(w, e);
	if (rc == 0)
		rc = catalogue_open(w->r->arena, w->m, &w->c, e);
	if (rc)
		return rc;
	w->all = arena_array(w->r->arena, w->envs.n, sizeof *w->all);
	for (size_t i = 0; rc == 0 && i < w->envs.n; i++) {
		if (w->folder && i && is_full(w->r->arena)) {
			doctor_project_cut(w, i);
			break;
		}
		rc = cmd_judge(&j, &w->envs.v[i], &w->all[i], e);
		if (rc == 0)
			tell_refused(w, &w->all[i]);
	}
	cmd_idle(w->r);
	if (rc == 0 && w->folder)
		doctor_project_settle(w);
	return rc;
}

static void show_cleanup(struct ward *w, const struct steps *c)
{
	if (c->n == 0) {
		cmd_note(w->r, PHRASE(w->r->arena, NOTE_NOTHING_TO_CLEAN));
		return;
	}
	fprintf(w->r->out.f, "\n%s\n",
		tr("Clean up: these remove every torch and install one that runs"));
	show_steps_text(w->r->arena, &w->r->out, c);
}

static void show(struct ward *w)
{
	struct run *r = w->r;
	struct steps cleanup = { 0 };

	if (r->o->cleanup)
		cleanup = checkup_cleanup(&w->all[0]);
	if (r->o->json) {
		struct json j = cmd_json(r);

		show_checkup_json(&j, w->all, w->envs.n, r->o->cleanup ? &cleanup : NULL);
		return;
	}
	show_checkup_sum(r->arena, &r->out, w->all, w->envs.n);
	if (w->folder) {
		fputc('\n', r->out.f);
		show_checkup_files(r->arena, &r->out, w->folder, w->all, w->envs.n);
	}
	for (size_t i = 0; i < w->envs.n; i++) {
		if (w->folder && show_is_sound(&w->all[i]) && !r->o->verbose)
			continue;
		fputc('\n', r->out.f);
		show_checkup_text(r->arena, &r->out, &w->all[i], r->o->quiet, r->o->verbose);
	}
	if (r->o->cleanup)
		show_cleanup(w, &cleanup);
}

static bool is_format(const struct run *r, const char *name)
{
	return r->o->format && strcmp(r->o->format, name) == 0;
}

/* For programs that show findings beside lines; false: it is not asked for. */
static bool show_report(struct ward *w)
{
	struct json j = cmd_json(w->r);

	j.left_open = NULL; /* SARIF takes no member that it does not know */
	if (is_format(w->r, "sarif"))
		show_checkup_sarif(&j, w->all, w->envs.n);
	for (size_t i = 0; is_format(w->r, "github") && i < w->envs.n; i++)
		show_checkup_github(w->r->arena, w->r->out.f, &w->all[i]);
	return is_format(w->r, "sarif") || is_format(w->r, "github");
}

static const char *folder_in(const struct strings *files)
{
	return FIRST_TELLS(x, *files, os_info(*x).kind == OS_FOLDER, *x, NULL);
}

/* The folder of a project, by whichever option; NULL: other things are asked about. */
static const char *folder_of(const struct run *r)
{
	const char *asked = folder_in(&r->o->requirement), *file = folder_in(&r->o->file);
	const char *ret = folder_in(&r->args);

	return ret ? ret : asked ? asked : file;
}

/* What cannot be asked for together. */
static int check_options(const struct run *r, struct err *e)
{
	size_t given = r->args.n + r->o->requirement.n + r->o->file.n;
	const char *folder = folder_of(r);
	bool report = is_format(r, "sarif") || is_format(r, "github");

	if (folder && (given > 1 || r->o->env || r->o->pip_list.n || r->o->conda_list.n))
		return err_set(e, ERR_USAGE, "%s is the folder of a project, of which each file "
			       "is judged by itself: give nothing else beside it", folder);
	if (r->o->fix_file && r->o->json)
		return err_set(e, ERR_USAGE, "--fix-file prints a diff, which is no JSON: leave "
			       "out --json");
	if (report && (r->o->json || r->o->fix_file || r->o->cleanup))
		return err_set(e, ERR_USAGE, "--format %s says what was found and nothing else: "
			       "leave out --json, --fix-file and --cleanup", r->o->format);
	return 0;
}

static const char *hidden(struct run *r, const char *path)
{
	return path ? redact_path(r->arena, path, NULL) : NULL;
}

/* Home folders in evidence, whose lines may be broken within a name. */
static void redact(struct ward *w)
{
	for (size_t i = 0; i < w->envs.n; i++) {
		struct checkup *k = &w->all[i];

		w->envs.v[i].prefix = hidden(w->r, w->envs.v[i].prefix);
		w->envs.v[i].source = hidden(w->r, w->envs.v[i].source);
		for (size_t f = 0; f < k->found.n; f++)
			EACH(struct origin, o, k->found.v[f].evidence) {
				o->file = hidden(w->r, o->file);
				o->text = hidden(w->r, o->text);
			}
	}
}

/* An answer that says nothing is none: what would have been one is said beside it. */
static int unjudged(const struct ward *w)
{
	const char *source = w->envs.v[0].source;
	struct err e;

	if (source && strcmp(source, "none") == 0)
		ERR_SAY(&e, ERR_INPUT, INPUT_NONE);
	else
		ERR_SAY(&e, ERR_INPUT, INPUT_UNJUDGED, SAY(file, source ? source : N_("the text")));
	return cmd_fail(w->r, &e);
}

static int exit_code(const struct ward *w)
{
	enum severity least = w->r->o->strict ? SEVERITY_WARNING : SEVERITY_ERROR;
	bool judged = false, left = false;
	int rc;

	for (size_t i = 0; i < w->envs.n; i++) {
		if (checkup_worst(&w->all[i]) >= least)
			return EXIT_NO;
		judged |= show_is_judged(&w->all[i]);
		for (size_t k = 0; k < w->all[i].online.n; k++)
			left |= w->all[i].online.v[k].state == ONLINE_NOT_ASKED;
	}
	rc = judged ? EXIT_DONE : unjudged(w);
	return left ? cmd_online_left(w->r, rc) : rc;
}

static int list_checks(struct run *r)
{
	size_t n;
	const struct check *c = checkup_checks(&n);

	for (size_t i = 0; i < n; i++) {
		struct phrase summary = { .form = c[i].summary };

		fprintf(r->out.f, "%-14s  %s\n", c[i].name, words_phrase(r->arena, &summary));
	}
	return EXIT_DONE;
}

static int run_doctor(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct ward w = { .r = r };
	struct err e;
	int rc;

	if (r->o->list_checks)
		return list_checks(r);
	if (check_options(r, &e))
		return cmd_fail(r, &e);
	rc = matrix_open(r->arena, r->o->matrix, &m, &e);
	w.m = m;
	w.folder = folder_of(r);
	if (rc == 0)
		rc = examine(&w, &e);
	if (rc == 0 && r->o->online)
		rc = cmd_online_checkups(r, w.all, w.envs.n, &e);
	if (rc)
		return cmd_fail(r, &e);
	if (r->o->redact)
		redact(&w);
	if (r->o->fix_file) {
		doctor_fix(&w);
	} else if (!show_report(&w)) {
		show(&w);
	}
	cmd_matrix_age(r, m);
	return exit_code(&w);
}

const struct cmd cmd_doctor = {
	.name = "doctor",
	.summary = N_("what is wrong with an environment, and the cure"),
	.args = "[FILE... | FOLDER]",
	.examples = N_(
		"  cudaplan doctor                      this environment and its settings\n"
		"  cudaplan doctor .                    the files of this project\n"
		"  cudaplan doctor -r requirements.txt  a file, before it is installed\n"
		"  cudaplan doctor --pip-list freeze.txt --host smi.txt\n"
		"                                       another machine, by what was saved of "
		"it\n"),
	.bit = IN_DOCTOR,
	.on_input = FORM_TRY_DOCTOR,
	.run = run_doctor,
};
