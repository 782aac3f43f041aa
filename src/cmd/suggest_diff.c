/* suggest --emit -f FILE: what makes the file that is there ask for the plan, as a unified diff. */
#include <string.h>

#include "check/fix.h"
#include "cmd/envs_private.h"
#include "cmd/suggest_private.h"
#include "know/catalogue.h"

/* What a file of that kind is recognised as, and whose project it is then. */
static const struct {
	enum text_format format;
	enum installer keeper;
} kinds[EMITTERS] = {
	[EMITTER_UV] = { TEXT_TOML, INSTALLER_UV },
	[EMITTER_POETRY] = { TEXT_TOML, INSTALLER_POETRY },
	[EMITTER_PDM] = { TEXT_TOML, INSTALLER_PDM },
	[EMITTER_PIXI] = { TEXT_TOML, INSTALLER_PIXI },
	[EMITTER_ENVIRONMENT] = { TEXT_YAML, INSTALLER_CONDA },
	[EMITTER_REQUIREMENTS] = { TEXT_REQUIREMENTS, INSTALLER_PIP },
	[EMITTER_CONSTRAINTS] = { TEXT_REQUIREMENTS, INSTALLER_PIP },
};

static bool has_format(const struct env *env, enum text_format f)
{
	for (size_t i = 0; i < env->formats.n; i++)
		if (env->formats.v[i] == f)
			return true;
	return false;
}

/* It asks for packages, and is no lock. */
static bool asks(const struct env *env, const char *file)
{
	for (size_t i = 0; i < env->declared.n; i++) {
		const struct env_declared *d = &env->declared.v[i];

		if ((d->kind == DECLARED_REQUIREMENT || d->kind == DECLARED_SPEC) &&
		    d->origin.file && strcmp(d->origin.file, file) == 0)
			return true;
	}
	return false;
}

const char *cmd_diff_target(struct run *r, enum emitter kind, struct envs *envs, struct err *e)
{
	struct strings none = { 0 };
	const char *file = r->o->file.n == 1 ? cmd_input_name(r->o->file.v[0]) : NULL;

	if (!file || kinds[kind].format == TEXT_UNKNOWN || cmd_envs(r, &none, envs, e) != 0 ||
	    envs->n == 0 || !has_format(&envs->v[0], kinds[kind].format) ||
	    !asks(&envs->v[0], file))
		return NULL;
	return r->o->file.v[0];
}

static int put_diff(struct run *r, const char *file, const struct found *found, struct err *e)
{
	const char *diff;
	struct span text;
	int rc = cmd_input(r, file, &text, e);

	if (rc)
		return rc;
	diff = fix_diff(r->arena, cmd_input_name(file), text, found->edits.v, found->edits.n,
			r->o->redact);
	if (diff)
		fputs(diff, r->out.f);
	else
		cmd_note(r, PHRASE(r->arena, NOTE_NO_LINE));
	return 0;
}

int cmd_diff(struct run *r, struct matrix *m, enum emitter kind, const struct hosts *hosts,
	     struct envs *envs, const char *file, const struct plan *p, struct err *e)
{
	struct judging j = { .run = r, .hosts = hosts };
	struct found found = { 0 };
	struct phrases said = { 0 };
	struct catalogue c;
	struct checkup k;
	int rc = catalogue_open(r->arena, m, &c, e);

	j.c = &c;
	envs->v[0].kept = kinds[kind].keeper != INSTALLER_PIP &&
		kinds[kind].keeper != INSTALLER_CONDA;
	envs->v[0].keeper = kinds[kind].keeper;
	if (rc == 0)
		rc = cmd_judge(&j, &envs->v[0], &k, e);
	if (rc)
		return rc;
	if (!fix_to_plan(&k, p, &found, &said))
		return ERR_SAY(e, ERR_NONE, EMIT_NO_LINE, SAY(file, cmd_input_name(file)));
	for (size_t i = 0; i < said.n; i++)
		cmd_note(r, said.v[i]);
	return said.n && !found.edits.n ? 0 : put_diff(r, file, &found, e);
}
