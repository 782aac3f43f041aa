/*
 * conda and mamba (libsolv), pixi (rattler), where the channel pytorch decides. Of one channel:
 * the newest version, then the build string, "cuda12.4" before "cuda12.1" before "cpu"; rattler has
 * no order of build strings: of several CUDAs the upload decides, which is not known. From 1.13 on
 * a CUDA build takes pytorch-cuda, whose libraries lie on the channel nvidia; before, it takes the
 * cudatoolkit of its CUDA. A build for the CPU is tied to neither. Where another channel may serve
 * torch, the answer is not known. Source: openSUSE/libsolv@1b580675:src/policy.c; the depends of
 * the channel's records; 58 solves of each.
 */
#include <string.h>

#include "base/span.h"
#include "fact/platform.h"
#include "pick/pick_private.h"

/* The releases that name their CUDA by cudatoolkit end before that one; mutex packages begin. */
#define PYTORCH_CUDA_FIRST "1.13"
#define MUTEX_FIRST "1.10"

struct conda_pick {
	struct arena *arena;
	const struct pick_of *of;
	const struct ask *ask;
	bool nvidia, forge, defaults, cpu_only;
	bool pytorch_cuda;     /* is asked for, with a version or without */
	bool open;             /* something decides that is not modelled */
};

static bool is_channel(const char *url, const char *name)
{
	struct span s = span_of(url);

	return strcmp(url, name) == 0 ||
	       (span_ends(s, name) && s.n > strlen(name) && s.p[s.n - strlen(name) - 1] == '/');
}

/* The channels, up to the first that has torch: that has to be "pytorch". */
static void read_channels(struct conda_pick *c)
{
	bool first = true;

	c->defaults = c->ask->installer != INSTALLER_PIXI && !c->ask->no_defaults;
	c->open |= c->ask->priority == ASK_DISABLED;
	for (size_t i = 0; i < c->ask->places.n; i++) {
		const struct ask_place *p = &c->ask->places.v[i];

		if (p->kind != ASK_CHANNEL)
			continue;
		if (is_channel(p->url, "nvidia")) {
			c->nvidia = true;
			continue;
		}
		c->open |= first && !is_channel(p->url, CHANNEL_PYTORCH);
		first = false;
		c->forge |= is_channel(p->url, CHANNEL_CONDA_FORGE);
		c->defaults |= is_channel(p->url, CHANNEL_DEFAULTS);
	}
	c->open |= first;
}

static bool has_version(const struct ask_spec *s, const char *version, const char *build)
{
	struct conda_record r = { .f = { [CONDA_NAME] = s->name, [CONDA_VERSION] = version,
					 [CONDA_BUILD] = build } };
	struct matchspec spec = s->conda;

	spec.f[CONDA_CHANNEL] = spec.f[CONDA_SUBDIR] = NULL;
	return matchspec_has(&spec, &r);
}

static bool is_companion_fit(const struct ask_spec *s, const char *version)
{
	return version && strcmp(version, "none") != 0 && has_version(s, version, NULL);
}

static bool before(const struct build *b, const char *version)
{
	return pep440_cmp_text(span_of(b->torch), span_of(version)) < 0;
}

/* The CUDA of a build as a line of cudatoolkit or pytorch-cuda takes it. */
static bool is_cuda_fit(const struct ask_spec *s, const struct build *b)
{
	char text[CUDA_TEXT];

	return !s->conda.f[CONDA_VERSION] ||
	       has_version(s, cuda_version_text(b->cuda, text), NULL);
}

static bool is_python_fit(const struct ask_spec *s, const struct build *b)
{
	struct python py = python_newest(b->pythons);
	char text[PYTHON_TEXT];

	return has_version(s, python_text(py, text), NULL);
}

/* What one line says of a build. */
static bool is_line_fit(const struct ask_spec *s, const struct build *b)
{
	bool old = before(b, PYTORCH_CUDA_FIRST);

	if (project_is_conda_torch(s->name))
		return has_version(s, b->torch, b->build);
	if (strcmp(s->name, "python") == 0)
		return is_python_fit(s, b);
	if (strcmp(s->name, "torchvision") == 0)
		return is_companion_fit(s, b->torchvision);
	if (strcmp(s->name, "torchaudio") == 0)
		return is_companion_fit(s, b->torchaudio);
	if (strcmp(s->name, "pytorch-cuda") == 0)
		return old || !b->cuda.major || is_cuda_fit(s, b);
	if (strcmp(s->name, "cudatoolkit") == 0)
		return !old || !b->cuda.major || is_cuda_fit(s, b);
	return true;
}

/* Those of the channel defaults, of the CUDAs that torch was built with. */
static bool defaults_has_toolkit(struct cuda_version v)
{
	static const struct cuda_version there[] = { { 10, 1 }, { 10, 2 }, { 11, 0 }, { 11, 3 } };

	for (size_t i = 0; i < sizeof there / sizeof *there; i++)
		if (cuda_version_cmp(v, there[i]) == 0)
			return true;
	return false;
}

/* What a CUDA build needs is on one of the channels; *open: that is not known. */
static bool can_install(struct conda_pick *c, const struct build *b, bool *open)
{
	if (!b->cuda.major)
		return true;
	if (c->cpu_only)
		return false;
	if (!before(b, PYTORCH_CUDA_FIRST)) {
		*open |= !c->nvidia && c->forge;
		return c->nvidia;
	}
	return (c->defaults && defaults_has_toolkit(b->cuda)) || c->forge || c->nvidia;
}

static bool is_fit(struct conda_pick *c, const struct build *b)
{
	if (b->manager != MANAGER_CONDA || !b->exact || !b->build ||
	    strcmp(b->channel, CHANNEL_PYTORCH) != 0)
		return false;
	for (size_t i = 0; i < c->ask->specs.n; i++)
		if (c->ask->specs.v[i].kind == ASK_SPEC && c->ask->specs.v[i].parsed &&
		    c->ask->specs.v[i].name && !is_line_fit(&c->ask->specs.v[i], b))
			return false;
	return true;
}

/* The order of one channel: version, CUDA, Python. */
static int order(const struct build *x, const struct build *y)
{
	int c = pep440_cmp_text(span_of(x->torch), span_of(y->torch));

	if (c == 0)
		c = python_cmp(python_newest(x->pythons), python_newest(y->pythons));
	return c ? c : cuda_version_cmp(x->cuda, y->cuda);
}

static bool same_but_cuda(const struct build *x, const struct build *y)
{
	return strcmp(x->torch, y->torch) == 0 &&
	       python_cmp(python_newest(x->pythons), python_newest(y->pythons)) == 0;
}

/* What lines ask for that the model does not hold. */
static void read_lines(struct conda_pick *c, bool *python)
{
	*python = false;
	for (size_t i = 0; i < c->ask->specs.n; i++) {
		const struct ask_spec *s = &c->ask->specs.v[i];

		if (s->kind != ASK_SPEC || !s->name)
			continue;
		c->open |= !s->parsed || s->conda.f[CONDA_CHANNEL] || s->conda.f[CONDA_URL] ||
			   strcmp(s->name, "pytorch-gpu") == 0 ||
			   strcmp(s->name, "pytorch-mutex") == 0 ||
			   strcmp(s->name, "cuda-version") == 0;
		if (strcmp(s->name, "cpuonly") == 0)
			c->cpu_only = true;
		if (strcmp(s->name, "pytorch-cuda") == 0)
			c->pytorch_cuda = true;
		if (strcmp(s->name, "python") == 0) {
			const char *v = s->conda.f[CONDA_VERSION];

			/* A range takes the newest Python first, which may leave the channel. */
			*python = true;
			c->open |= !v || strpbrk(v, "<>!|,") != NULL;
		}
	}
	c->open |= c->pytorch_cuda && !c->nvidia;
}

static bool asks_torch(const struct ask *ask)
{
	static const char *const names[] = { "pytorch", "pytorch-gpu", "torchvision",
					     "torchaudio" };

	for (size_t i = 0; i < ask->specs.n; i++)
		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			if (ask->specs.v[i].kind == ASK_SPEC && ask->specs.v[i].name &&
			    strcmp(ask->specs.v[i].name, names[k]) == 0)
				return true;
	return false;
}

/* The best that fits; NULL: none. `open` where something about it is not known. */
static const struct build *best(struct conda_pick *c, bool *open)
{
	const struct platform_builds *p = catalogue_builds(c->of->c, c->of->platform);
	const struct build *ret = NULL;
	size_t cudas = 0;

	for (size_t i = 0; p && i < p->n; i++) {
		bool unknown = false, can;

		if (!is_fit(c, &p->v[i]))
			continue;
		can = can_install(c, &p->v[i], &unknown);
		/* Only what comes before the best of all makes it unknown. */
		if ((can || unknown) && (!ret || order(&p->v[i], ret) > 0)) {
			*open = unknown;
			ret = &p->v[i];
		}
	}
	for (size_t i = 0; ret && i < p->n; i++) {
		bool unknown = false;

		cudas += is_fit(c, &p->v[i]) && same_but_cuda(&p->v[i], ret) &&
			 p->v[i].cuda.major && can_install(c, &p->v[i], &unknown);
	}
	*open |= c->ask->installer == INSTALLER_PIXI && cudas > 1;
	return ret;
}

void pick_conda(struct arena *a, const struct pick_of *of, const struct ask *ask,
		struct picks *to)
{
	struct conda_pick c = { .arena = a, .of = of, .ask = ask };
	const struct build *b;
	struct pick *p;
	bool python, open = false;

	if (!asks_torch(ask))
		return;
	p = &ARRAY_ADD(a, *to);
	*p = (struct pick){ .installer = ask->installer, .name = "pytorch", .extra = ask->group };
	read_channels(&c);
	read_lines(&c, &python);
	b = best(&c, &open);
	/* Tables of other systems have single builds; before mutex packages "cpuonly" is a feature,
	 * which counts otherwise in each solver. */
	open |= strcmp(of->platform, PLATFORM_LINUX) != 0 || c.open || !b ||
		(before(b, MUTEX_FIRST) && (c.cpu_only || ask->installer == INSTALLER_PIXI)) ||
		(ask->installer == INSTALLER_PIXI && !c.forge && !c.defaults);
	if (open) {
		p->certain = PICK_UNKNOWN;
		p->why = PHRASE(a, PICK_CHANNELS);
		return;
	}
	p->taken = (struct pick_choice){ b->torch, b->build };
}
