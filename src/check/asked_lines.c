/* The very files that lines and locks ask for, and the places that these name for them. */
#include "check/asked_lines.h"

#include <string.h>

#include "check/declared.h"
#include "check/setting_private.h"
#include "fact/build.h"
#include "fact/row.h"

static void add_place(struct checkup *k, struct online_file *f, enum online_kind kind,
		      const char *url, const char *name)
{
	ARRAY_ADD(k->arena, f->places) = (struct online_place){ kind, url, name };
}

/* Places that are searched for every line. */
static void add_settings(struct checkup *k, struct online_file *f)
{
	bool instead = false;

	EACH(const struct env_setting, s, k->env->settings) {
		bool page = setting_is(s, "find-links");

		if (!s->effective || !s->value || !setting_is_place(s) ||
		    setting_is(s, "explicit-index"))
			continue;
		instead |= setting_is(s, "index-url") || setting_is(s, "default-index");
		add_place(k, f, page ? ONLINE_PAGE : ONLINE_INDEX, ask_place_url(s->value), NULL);
	}
	if (!instead)
		add_place(k, f, ONLINE_INDEX, row_home(k->arena, CHANNEL_PYPI), NULL);
}

static void add(struct checkup *k, const struct env_declared *d, struct online_file f,
		struct asked_lines *to)
{
	f.platform = d->platform ? d->platform : k->platform;
	f.python = k->python;
	f.os_version = host_system(k->host);
	if (f.manager == MANAGER_CONDA) {
		for (size_t i = 0; i < k->env->channels.n; i++) {
			const char *c = k->env->channels.v[i];
			bool url = strstr(c, "://") != NULL;

			add_place(k, &f, ONLINE_CHANNEL, url ? c : row_home(k->arena, c),
				  url ? NULL : c);
		}
	} else if (!f.url && d->index && strstr(d->index, "://"))
		add_place(k, &f, ONLINE_INDEX, ask_place_url(d->index), NULL);
	else if (!f.url && !d->index)
		add_settings(k, &f);
	if (!f.url && f.places.n == 0)
		return;
	ARRAY_ADD(k->arena, to->files) = f;
	ARRAY_ADD(k->arena, to->lines) = d->origin;
}

static bool matters(const struct env_declared *d)
{
	return d->name && env_matters(d->name);
}

/* A wheel by its address, or what is pinned to one version. */
static void add_pip(struct checkup *k, const struct env_declared *d, struct asked_lines *to)
{
	const struct pep440_spec *pin = pep440_set_pin(&d->req.set);
	struct span hash = span_of(d->url);
	ptrdiff_t at = span_find_char(hash, '#');

	if (d->url && strstr(d->url, "://") && strstr(d->url, ".whl"))
		add(k, d, (struct online_file){
			.name = d->name ? d->name : "",
			.url = arena_span(k->arena, at < 0 ? hash :
					  span_sub(hash, 0, (size_t)at)) }, to);
	else if (!d->url && matters(d) && pin)
		add(k, d, (struct online_file){
			.name = d->name, .version = arena_span(k->arena, pin->text) }, to);
}

static void add_conda(struct checkup *k, const struct env_declared *d, struct asked_lines *to)
{
	const char *const *f = d->spec.f;

	if (f[CONDA_BUILD] && f[CONDA_VERSION] && !f[CONDA_CHANNEL] &&
	    !strpbrk(f[CONDA_VERSION], "<>!~*|,"))
		add(k, d, (struct online_file){
			.manager = MANAGER_CONDA, .name = f[CONDA_NAME],
			.version = f[CONDA_VERSION] + strspn(f[CONDA_VERSION], "="),
			.build = f[CONDA_BUILD] }, to);
}

/* The file itself is named, for one platform or for any. */
static void add_lock(struct checkup *k, const struct env_declared *d, struct asked_lines *to)
{
	if (!d->url || !strstr(d->url, "://") ||
	    (d->platform && strcmp(d->platform, k->platform) != 0))
		return;
	add(k, d, (struct online_file){ .name = d->name, .version = d->version,
					.url = d->url }, to);
}

void asked_of_lines(struct checkup *k, struct asked_lines *ret)
{
	EACH(const struct env_declared, d, k->env->declared) {
		if (d->group || d->editable)
			continue;
		if (d->kind == DECLARED_LOCK && matters(d))
			add_lock(k, d, ret);
		else if (d->kind == DECLARED_SPEC && d->parsed && matters(d))
			add_conda(k, d, ret);
		else if (d->kind == DECLARED_REQUIREMENT && d->parsed &&
			 declared_applies(k->arena, d, k->python, k->platform))
			add_pip(k, d, ret);
	}
}
