#include "cmd/judge.h"

#include <string.h>

#include "check/declared.h"

/* The machine whose platform only the list of its packages tells. */
static const struct hosts *with_platform(struct arena *a, const struct hosts *hosts,
					 const char *platform)
{
	struct hosts *own;

	if (hosts->n == 0 || hosts->v[0].platform || !platform)
		return hosts;
	own = arena_new(a, struct hosts);
	own->n = own->room = hosts->n;
	own->v = arena_array(a, hosts->n, sizeof *own->v);
	memcpy(own->v, hosts->v, hosts->n * sizeof *own->v);
	own->v[0].platform = platform;
	return own;
}

int cmd_judge(struct run *r, struct matrix *m, struct catalogue *c, const struct hosts *hosts,
	      const struct env *env, struct checkup *ret, struct err *e)
{
	const struct host *h = hosts->n ? &hosts->v[0] : NULL;
	const char *platform = checkup_platform(env, h);
	struct shelf *shelf = arena_new(r->arena, struct shelf);
	int rc = catalogue_platform(c, platform, e);

	env = declared_env(r->arena, env, platform);
	if (rc == 0)
		rc = shelf_read(m, r->arena, installed_find(r->arena, c, env, h, platform).version,
				shelf, e);
	if (rc)
		return rc;
	hosts = with_platform(r->arena, hosts, env->platform);
	*ret = checkup_make(r->arena, c, shelf, env, hosts);
	for (size_t i = 0; i < r->o->installer.n; i++) {
		enum installer words;

		if (installer_parse(span_of(r->o->installer.v[i]), &words))
			checkup_words(ret, words);
	}
	checkup_run(ret);
	return 0;
}
