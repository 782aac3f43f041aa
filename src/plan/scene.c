/* Hosts become atoms: what is alike once, and without what is hidden, unusable or ignored. */
#include "fact/platform.h"
#include "base/text.h"
#include "plan/scene_private.h"

bool scene_same_machine(const struct machine *a, const struct machine *b)
{
	return a->os_version == b->os_version &&
	       a->driver.cuda == b->driver.cuda && a->driver.branch == b->driver.branch &&
	       a->driver.windows == b->driver.windows && a->driver.l4t == b->driver.l4t &&
	       a->driver.compat == b->driver.compat && a->driver.missing == b->driver.missing &&
	       text_same(a->driver.version, b->driver.version) &&
	       text_same(a->platform, b->platform);
}

/*
 * Where the newest of those with one hash stands, plus one; 0: there is none. They lead to the
 * ones before them by `like`.
 */
enum { PLACES = 1024 };
struct scene_places {
	uint32_t machine[PLACES], atom[PLACES];
};

static uint32_t *machine_place(struct scene *s, const struct machine *m)
{
	uint32_t hash = m->driver.cuda + m->os_version;

	for (const char *p = m->driver.version; p && *p; p++)
		hash = hash * 31 + (unsigned char)*p;
	return &s->places->machine[hash % PLACES];
}

static size_t machine_add(struct arena *a, struct scene *s, const struct machine *m)
{
	uint32_t *place = machine_place(s, m);

	for (uint32_t i = *place; i; i = s->machines.v[i - 1].like)
		if (scene_same_machine(&s->machines.v[i - 1], m))
			return i - 1;
	ARRAY_ADD(a, s->machines) = *m;
	s->machines.v[s->machines.n - 1].like = *place;
	*place = (uint32_t)s->machines.n;
	return s->machines.n - 1;
}

static void atom_add(struct arena *a, const struct catalogue *c, struct scene *s, size_t machine,
	struct sm sm, struct member member)
{
	uint32_t *place = &s->places->atom[(machine * 31 + sm.major * 16u + sm.minor) % PLACES];
	uint32_t i = *place;

	while (i && (s->atoms.v[i - 1].machine != machine || !sm_equal(s->atoms.v[i - 1].sm, sm)))
		i = s->atoms.v[i - 1].like;
	if (i == 0) {
		ARRAY_ADD(a, s->atoms) = (struct atom){
			.machine = machine, .sm = sm, .cc = catalogue_cc(c, sm), .like = *place };
		i = *place = (uint32_t)s->atoms.n;
	}
	ARRAY_ADD(a, s->atoms.v[i - 1].members) = member;
}

/* An index, or part of the name whatever the case. */
static bool names(const char *given, const struct gpu *g)
{
	struct span text = span_trim(span_of(given));
	uint64_t index;

	if (span_u64(text, &index) && index < 10000)
		return g->index == (int)index;
	return g->name && text.n && span_find_nocase(span_of(g->name), given) >= 0;
}

static bool any_names(const char *given, const struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->n; i++)
		for (size_t k = 0; k < hosts->v[i].gpus.n; k++)
			if (names(given, &hosts->v[i].gpus.v[k]))
				return true;
	return false;
}

/* "0 NVIDIA A100, 1 (no name)": of the first host that has GPUs. */
static const char *gpu_list(struct arena *a, const struct hosts *hosts)
{
	enum { SHOWN = 4 };
	const char *ret = "";

	for (size_t i = 0; i < hosts->n && !*ret; i++)
		for (size_t k = 0; k < hosts->v[i].gpus.n; k++) {
			const struct gpu *g = &hosts->v[i].gpus.v[k];

			if (k == SHOWN)
				return arena_printf(a, "%s, …", ret);
			ret = arena_printf(a, "%s%s%d %.60s", ret, k ? ", " : "", g->index,
					   g->name ? g->name : "(no name)");
		}
	return ret;
}

int scene_check_ignored(struct arena *a, const struct hosts *hosts, const struct wish *wish,
	struct err *e)
{
	const char *list = gpu_list(a, hosts);

	for (size_t i = 0; i < wish->ignore.n && *list; i++)
		if (!any_names(wish->ignore.v[i], hosts))
			return err_set(e, ERR_INPUT, "--ignore-gpu %.40s: there is no such GPU, "
				       "only %s", wish->ignore.v[i], list);
	return 0;
}

bool scene_mig_without_device(const struct gpu *g)
{
	return g->mig.mode && strcmp(g->mig.mode, "Enabled") == 0 && g->mig.n == 0;
}

/* Why a GPU is not planned for, as a note; false if it is. */
static bool left_out(const struct wish *w, const struct gpu *g, struct finding *note, bool *wanted)
{
	*wanted = true;
	note->have = g->name;
	if (ANY(x, w->ignore, names(*x, g))) {
		note->words.form = FORM_GPU_IGNORED;
		*wanted = false;
	} else if (g->hidden) {
		note->words.form = FORM_GPU_HIDDEN;
	} else if (scene_mig_without_device(g)) {
		note->words.form = FORM_GPU_WITHOUT_MIG;
	} else if (g->error && !sm_known(g->sm) && g->sm_candidates.n == 0) {
		note->words.form = FORM_GPU_UNUSABLE;
		note->need = g->error;
	} else {
		return false;
	}
	return true;
}

/* The machine as it stands for one GPU. */
static size_t machine_for(struct arena *a, const struct catalogue *c, struct scene *s,
	const struct machine *m, struct sm sm)
{
	struct machine own = *m;

	own.driver = driver_of_gpu(c, &s->hosts->v[m->host], sm);
	return machine_add(a, s, &own);
}

static bool add_gpu(struct arena *a, const struct catalogue *c, struct scene *s,
	const struct wish *w, struct member at, const struct gpu *g, const struct machine *m)
{
	struct finding note = { .host = at.host, .gpu = at.gpu };
	bool wanted;

	if (left_out(w, g, &note, &wanted)) {
		findings_add(a, &s->notes, note);
		if (note.words.form == FORM_GPU_HIDDEN)
			findings_add_in_order(
				a, &s->findings,
				(struct finding){ .code = CP008,
						  .have = s->hosts->v[note.host].visible_devices,
						  .host = note.host,
						  .gpu = note.gpu });
		s->kept_from |= wanted;
		return false;
	}
	if (sm_known(g->sm))
		atom_add(a, c, s, machine_for(a, c, s, m, g->sm), g->sm, at);
	for (size_t i = 0; !sm_known(g->sm) && i < g->sm_candidates.n; i++)
		atom_add(a, c, s, machine_for(a, c, s, m, g->sm_candidates.v[i]),
			 g->sm_candidates.v[i], at);
	if (!sm_known(g->sm) && g->sm_candidates.n == 0)
		ARRAY_ADD(a, s->missing) = (struct missing){ at.host, at.gpu, MISSING_SM };
	return true;
}

static const char *platform_of(struct arena *a, struct scene *s, const struct host *h, int host)
{
	if (!h->platform)
		findings_add_in_order(a, &s->findings,
			(struct finding){ .code = CP014, .have = host_platform(h), .host = host,
					  .gpu = -1 });
	return host_platform(h);
}

static bool has_cuda(const struct platform_builds *p)
{
	return ANY(x, *p, x->cuda.major);
}

/* musl, a platform for which the catalogue has nothing, or none for CUDA with a GPU to serve. */
static void check_platform(struct arena *a, const struct catalogue *c, struct scene *s,
	const struct machine *m, const struct host *h, bool gpu)
{
	const struct platform_builds *p = catalogue_builds(c, m->platform);
	const char *have = NULL, *need = NULL;
	enum form form = FORM_OF_CODE;
	bool musl = h->libc && strcmp(h->libc, "musl") == 0;

	if (musl) {
		have = "musl";
		need = "glibc";
	} else if (p->n == 0 || (gpu && !has_cuda(p))) {
		have = m->platform;
		need = PLATFORM_LINUX ", " PLATFORM_LINUX_ARM ", " PLATFORM_WINDOWS;
		form = FORM_CUDA_ELSEWHERE;
	}
	if (!have)
		return;
	s->barred |= musl || !p || p->n == 0;
	findings_add_in_order(a, &s->findings, (struct finding){
		.code = CP107, .words.form = form, .have = have, .need = need, .host = m->host,
		.gpu = -1 });
}

/* `cuda`: there are builds for it on that platform. */
static void note_gpus(struct arena *a, struct scene *s, const struct host *h, int host, int used,
	bool cuda)
{
	bool told = h->gpus_known || h->nvidia_present == TRI_NO || !cuda;

	/* Nothing is said of the GPUs, and they would decide. */
	if (h->gpus.n == 0 && !told && !s->barred)
		ARRAY_ADD(a, s->missing) = (struct missing){ host, -1, MISSING_GPUS };
	else if (h->gpus.n == 0 && told)
		findings_add_in_order(a, &s->findings,
			    (struct finding){ .code = CP009, .host = host, .gpu = -1 });
	if (used && driver_is_missing(h)) {
		s->without_driver = true;
		findings_add_in_order(a, &s->findings,
			    (struct finding){ .code = CP004, .host = host, .gpu = -1 });
	}
	s->has_gpu |= used > 0;
	if (used > s->several)
		s->several = used;
}

static void add_host(struct arena *a, const struct catalogue *c, struct scene *s,
	const struct wish *w, int host)
{
	const struct host *h = &s->hosts->v[host];
	struct machine m = {
		.host = host,
		.platform = platform_of(a, s, h, host),
		.driver = driver_of(c, h),
		.os_version = pair_parse(host_system(h)),
	};
	const struct platform_builds *p = catalogue_read(c, m.platform);
	int used = 0;

	if (EVERY(x, h->gpus, x->hidden) && h->gpus.n > 0)
		findings_add_in_order(a, &s->findings, (struct finding){
			.code = CP008, .words.form = FORM_NO_GPU_VISIBLE, .host = host, .gpu = -1,
			.have = h->visible_devices ? h->visible_devices : "" });
	for (size_t i = 0; i < h->gpus.n; i++)
		used += add_gpu(a, c, s, w, (struct member){ host, (int)i }, &h->gpus.v[i],
				&m);
	check_platform(a, c, s, &m, h, used > 0);
	if (used == 0)
		atom_add(a, c, s, machine_add(a, s, &m), (struct sm){ 0 },
			 (struct member){ host, -1 });
	note_gpus(a, s, h, host, used, !p || has_cuda(p));
}

void scene_make(struct arena *a, const struct catalogue *c, const struct hosts *hosts,
	const struct wish *wish, const struct scene *before, struct scene *ret)
{
	*ret = (struct scene){ .hosts = hosts, .places = arena_new(a, struct scene_places) };
	for (size_t i = 0, next = 0; i < hosts->n; i++) {
		while (before && next < before->missing.n &&
		       before->missing.v[next].host < (int)i)
			next++;
		if (before && next < before->missing.n && before->missing.v[next].host == (int)i)
			findings_add(a, &ret->notes, (struct finding){
				.words.form = FORM_HOST_LEFT_OUT, .host = (int)i, .gpu = -1 });
		else
			add_host(a, c, ret, wish, (int)i);
	}
}

struct scene scene_copied(struct arena *a, const struct scene *s)
{
	struct scene ret = *s;

	ret.machines.v = arena_array(a, s->machines.n, sizeof *ret.machines.v);
	for (size_t i = 0; i < s->machines.n; i++)
		ret.machines.v[i] = s->machines.v[i];
	return ret;
}

struct scene scene_driven(struct arena *a, const struct catalogue *c, const struct scene *s,
	const char *version)
{
	struct scene ret = scene_copied(a, s);

	for (size_t i = 0; i < s->machines.n; i++)
		ret.machines.v[i].driver = driver_changed(c, &s->machines.v[i].driver, version);
	return ret;
}

struct scene scene_with_driver(struct arena *a, const struct catalogue *c, const struct scene *s,
	const char *version)
{
	struct scene ret = scene_copied(a, s);

	for (size_t i = 0; i < s->machines.n; i++) {
		struct machine *m = &ret.machines.v[i];

		if ((m->driver.version || m->driver.missing) &&
		    driver_cmp(m->driver.version, version) < 0)
			m->driver = driver_changed(c, &m->driver, version);
	}
	return ret;
}
