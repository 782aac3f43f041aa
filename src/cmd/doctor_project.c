/* doctor FOLDER: the files of a project that ask for torch, what belongs together in one. */
#include <string.h>

#include "cmd/doctor_private.h"
#include "fact/err_phrase.h"
#include "os/file.h"
#include "read/project_files.h"
#include "show/finding.h"
#include "show/words.h"

enum { FILE_MOST = 4 << 20 };

/* What keeps a project locks what its manifest asks for: the lock is what is installed. */
static const struct {
	const char *lock, *manifest;
} locks[] = {
#define KEEPER(id, lock, manifest, table, backend) { lock, manifest },
#include "fact/keeper.def"
#undef KEEPER
	{ "pixi.lock", "pyproject.toml" }, { "Pipfile.lock", "Pipfile" },
};

/* One environment of all that a file tells. */
static int read_file(struct run *r, const char *path, struct env *ret, struct err *e)
{
	struct envs of = { 0 };
	int rc = cmd_env_file(r, path, ENV_AS_DECLARED, &of, e);

	if (rc)
		return rc;
	*ret = of.v[0];
	for (size_t i = 1; i < of.n; i++)
		env_join(r->arena, ret, &of.v[i]);
	return 0;
}

int doctor_project_read(struct run *r, const struct strings *files, struct envs *ret,
			struct err *e)
{
	int rc = 0;

	*ret = (struct envs){ 0 };
	for (size_t i = 0; rc == 0 && i < files->n; i++)
		rc = read_file(r, files->v[i], &ARRAY_ADD(r->arena, *ret), e);
	return rc;
}

static bool asks(const struct env *e)
{
	return e->packages.n || e->declared.n || e->images.n || e->settings.n;
}

/* Marks the other files that one of them reads. */
static void mark_read(const struct strings *files, const struct env *e, size_t own, bool *in)
{
	const char *last = NULL;

	for (size_t i = 0; i < e->declared.n; i++) {
		const char *of = e->declared.v[i].origin.file;

		for (size_t k = 0; of && of != last && k < files->n; k++)
			in[k] |= k != own && strcmp(of, files->v[k]) == 0;
		last = of;
	}
}

static bool has_lock(const struct strings *files, const char *path)
{
	struct span s = span_of(path);
	ptrdiff_t at = span_rfind_char(s, '/') + 1;

	for (size_t k = 0; k < sizeof locks / sizeof *locks; k++)
		for (size_t i = 0; span_is(span_from(s, (size_t)at), locks[k].manifest) &&
				   i < files->n; i++) {
			struct span o = span_of(files->v[i]);

			if (span_ends(o, locks[k].lock) &&
			    o.n == (size_t)at + strlen(locks[k].lock) &&
			    memcmp(o.p, s.p, (size_t)at) == 0)
				return true;
		}
	return false;
}

/* What a command takes from a manifest is judged where that is one of the files, or its lock. */
static void drop_judged(const struct strings *files, struct env *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->problems.n; i++) {
		const struct phrase *what = &e->problems.v[i].what;
		const char *path = what->form == FORM_ASKED_BY_MANIFEST ?
			phrase_fact(what, FACT_path) : NULL;

		if (!path || !(strings_has(files, path) || has_lock(files, path)))
			e->problems.v[n++] = e->problems.v[i];
	}
	e->problems.n = n;
}

/* Leaves out what another file of them reads, and what a lock has the last word about. */
static void join(struct ward *w)
{
	struct strings files = w->files;
	struct envs envs = w->envs;
	bool *in = arena_array(w->r->arena, files.n, sizeof *in);

	w->files = (struct strings){ 0 };
	w->envs = (struct envs){ 0 };
	memset(in, 0, files.n * sizeof *in);
	for (size_t i = 0; i < files.n; i++)
		if (!in[i])
			mark_read(&files, &envs.v[i], i, in);
	for (size_t i = 0; i < files.n; i++) {
		if (in[i] || has_lock(&files, files.v[i]))
			continue;
		strings_add(w->r->arena, &w->files, files.v[i]);
		drop_judged(&files, &envs.v[i]);
		ARRAY_ADD(w->r->arena, w->envs) = envs.v[i];
	}
}

static bool is_small(const char *path)
{
	struct os_info is = os_info(path);

	return is.kind == OS_REGULAR && is.size <= FILE_MOST;
}

int doctor_project(struct ward *w, struct err *e)
{
	struct arena *a = w->r->arena;
	struct project_files found;
	struct err why;

	project_find(a, w->folder, &found);
	for (size_t i = 0; i < found.paths.n; i++) {
		const char *path = found.paths.v[i];
		struct env env;

		if (!is_small(path)) {
			cmd_note(w->r, PHRASE(a, NOTE_PROJECT_BIG, SAY(file, path),
					      SAY(limit, fact_number(a, FILE_MOST >> 20))));
			continue;
		}
		if (read_file(w->r, path, &env, &why) != 0) {
			if (why.form != FORM_INPUT_NO_ENV)
				cmd_note(w->r, err_phrase(a, &why));
			continue;
		}
		if (!asks(&env))
			continue;
		strings_add(a, &w->files, path);
		ARRAY_ADD(a, w->envs) = env;
	}
	join(w);
	if (found.over || found.closed)
		cmd_note(w->r, PHRASE(a, NOTE_PROJECT_CUT, SAY(path, w->folder)));
	if (w->envs.n)
		return 0;
	return ERR_SAY(e, ERR_INPUT, PROJECT_EMPTY, SAY(path, w->folder),
		       SAY(number, fact_number(a, (unsigned)found.paths.n)));
}

void doctor_project_cut(struct ward *w, size_t from)
{
	struct phrase why = PHRASE(w->r->arena, NOTE_PROJECT_FULL,
		SAY(count, fact_number(w->r->arena, (unsigned)(w->envs.n - from))),
		SAY(file, w->files.v[from]));

	cmd_note(w->r, why);
	ARRAY_ADD(w->r->arena, w->all[from - 1].unjudged) = (struct env_problem){
		why, { .file = w->files.v[from] } };
	w->envs.n = w->files.n = from;
}

void doctor_project_settle(struct ward *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->envs.n; i++) {
		if (!show_is_judged(&w->all[i]) &&
		    !(w->envs.v[i].images.n && w->all[i].unjudged.n))
			continue;
		w->all[n] = w->all[i];
		w->files.v[n] = w->files.v[i];
		w->envs.v[n] = w->envs.v[i];
		if (w->all[n].env == &w->envs.v[i])
			w->all[n].env = &w->envs.v[n];
		n++;
	}
	/* Of a project in which nothing was judged the first file stands for all. */
	w->envs.n = w->files.n = n ? n : 1;
}
