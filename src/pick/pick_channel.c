/* What the channels of an ask have: torch, the libraries of its CUDA, Python; and what of it is not
 * known. */
#include <string.h>

#include "base/span.h"
#include "fact/platform.h"
#include "pick/pick_conda_private.h"

bool conda_fit_is_spec(const struct ask_spec *s)
{
	return s->kind == ASK_SPEC && s->name && s->parsed;
}

/* That line asks for torch by one of its names. */
bool conda_fit_is_torch(const struct ask_spec *s)
{
	return conda_fit_is_spec(s) &&
	       (project_is_conda_torch(s->name) || strcmp(s->name, "libtorch") == 0);
}

bool pick_channel_is(const char *url, const char *name)
{
	return conda_channel_fits(span_of(url), span_of(name));
}

/* Whether builds of torch are on a channel: it has some, it is known to have none, or neither. */
enum channel_torch { CHANNEL_NOT_KNOWN, CHANNEL_HAS_NONE, CHANNEL_HAS_SOME };

static enum channel_torch torch_on(const struct conda_pick *c, const char *url)
{
	const struct catalogue *all = c->of->c;

	EACH(const struct coverage_fact, f, all->coverages)
		if (pick_channel_is(url, f->channel))
			return f->first <= 1 && f->last >= (int)all->releases.n &&
			       f->whole == COVERAGE_BUILDS && strcmp(f->platform, "*") == 0 ?
				CHANNEL_HAS_NONE : CHANNEL_HAS_SOME;
	return strstr(url, "nvidia/label/") ? CHANNEL_HAS_NONE : CHANNEL_NOT_KNOWN;
}

/* conda takes the folder of a platform off the address of a channel. */
static const char *without_platform(const struct conda_pick *c, const char *url)
{
	struct span s = span_of(url), platform = span_of(c->of->platform);

	while (span_ends(s, "/"))
		s.n--;
	if (!span_ends(s, c->of->platform) || s.n <= platform.n || s.p[s.n - platform.n - 1] != '/')
		return url;
	return arena_span(c->arena, span_sub(s, 0, s.n - platform.n - 1));
}

static void add(struct conda_pick *c, const char *written)
{
	const char *url = without_platform(c, written), *label = strstr(url, "nvidia/label/cuda-");
	enum channel_torch torch = torch_on(c, url);

	for (size_t i = 0; i < c->channels.n; i++)
		if (strcmp(c->channels.v[i].url, url) == 0)
			return;
	ARRAY_ADD(c->arena, c->channels) = (struct conda_channel){
		.url = url, .torch = torch == CHANNEL_HAS_SOME,
		.unknown = torch == CHANNEL_NOT_KNOWN };
	c->nvidia |= pick_channel_is(url, "nvidia");
	c->forge |= pick_channel_is(url, CHANNEL_CONDA_FORGE);
	c->defaults |= pick_channel_is(url, CHANNEL_DEFAULTS);
	if (label)
		(void)cuda_version_parse(span_of(pair_text(c->arena, pair_parse(
			label + strlen("nvidia/label/cuda-")))), &c->label);
}

/* "nvidia::cuda-toolkit" adds its channel behind all. */
static void add_of_specs(struct conda_pick *c)
{
	EACH(const struct ask_spec, s, c->ask->specs) {
		if (s->kind == ASK_SPEC && s->parsed && s->conda.f[CONDA_CHANNEL])
			add(c, s->conda.f[CONDA_CHANNEL]);
	}
}

void pick_channel_read(struct conda_pick *c)
{
	for (size_t i = 0; i < c->ask->places.n; i++)
		if (c->ask->places.v[i].kind == ASK_CHANNEL)
			add(c, c->ask->places.v[i].url);
	if (c->ask->installer != INSTALLER_PIXI) {
		add_of_specs(c);
		/* Where none is named the settings of the machine say it. */
		if (c->channels.n && !c->ask->no_defaults && !c->defaults)
			add(c, CHANNEL_DEFAULTS);
	}
}

static int rank_of(const struct conda_pick *c, const char *channel)
{
	for (size_t i = 0; i < c->channels.n; i++)
		if (pick_channel_is(c->channels.v[i].url, channel))
			return (int)i;
	return -1;
}

static bool is_strict(const struct conda_pick *c)
{
	return c->ask->priority == ASK_STRICT ||
	       (c->ask->priority == ASK_PRIORITY_USUAL && c->ask->installer == INSTALLER_PIXI);
}

/* With strict priority nothing but the first that has any. */
int pick_channel_rank(const struct conda_pick *c, const struct build *b)
{
	int rank = rank_of(c, b->channel);

	for (int i = 0; is_strict(c) && i < rank; i++)
		if (c->channels.v[i].torch)
			return -1;
	return rank;
}

/* Those of the channel defaults, of the CUDAs that torch was built with. */
static bool defaults_has_toolkit(struct cuda_version v)
{
	static const struct cuda_version there[] = { { 9, 2 }, { 10, 0 }, { 10, 1 }, { 10, 2 },
						     { 11, 0 }, { 11, 3 } };

	return ANY(x, ROWS(there), cuda_version_cmp(v, *x) == 0);
}

/* cuda-libraries and cuda-runtime of conda-forge begin there: locks of pixi have both. */
static bool forge_may_have(struct cuda_version v)
{
	return cuda_version_cmp(v, (struct cuda_version){ 12, 4 }) >= 0;
}

bool pick_channel_has_libraries(const struct conda_pick *c, struct cuda_version cuda)
{
	return rank_of(c, CHANNEL_PYTORCH) >= 0 &&
	       (c->nvidia || cuda_version_cmp(c->label, cuda) == 0 ||
		(c->forge_cuda && forge_may_have(cuda)));
}

bool pick_channel_serves(const struct conda_pick *c, const struct build *b)
{
	if (!c->forge && !c->defaults)
		return false; /* no Python */
	if (!b->cuda.major || !build_is_from(b, CHANNEL_PYTORCH))
		return true;
	if (pep440_cmp_text(span_of(b->torch), SPAN(PYTORCH_CUDA_FIRST)) >= 0)
		return pick_channel_has_libraries(c, b->cuda);
	return (c->defaults && defaults_has_toolkit(b->cuda)) || c->forge || c->nvidia;
}

bool pick_channel_forge_matters(const struct conda_pick *c)
{
	return c->forge && !c->nvidia && rank_of(c, CHANNEL_PYTORCH) >= 0;
}

bool pick_channel_is_whole(const struct conda_pick *c, const struct build *b)
{
	return catalogue_coverage(c->of->c, b->channel, c->of->platform, b->rank) >=
	       COVERAGE_VARIANTS;
}

/* "pytorch::pytorch" is looked for nowhere else. */
static bool may_serve(const struct conda_pick *c, const char *url)
{
	const struct ask_spec *torch = FIRST_OF(s, c->ask->specs, conda_fit_is_torch(s) &&
						s->conda.f[CONDA_CHANNEL]);

	return !torch || pick_channel_is(url, torch->conda.f[CONDA_CHANNEL]);
}

bool pick_channel_is_elsewhere(const struct conda_pick *c, const struct build *b)
{
	int rank = b ? pick_channel_rank(c, b) : -1;

	for (size_t i = 0; i < c->channels.n; i++)
		if (c->channels.v[i].unknown && (int)i < (rank < 0 ? 1 : rank) &&
		    may_serve(c, c->channels.v[i].url))
			return true;
	return false;
}

/* Of defaults single builds are known; it may serve a Python that torch's own builds lack. */
bool pick_channel_is_open(const struct conda_pick *c, const struct build *b)
{
	int rank = pick_channel_rank(c, b);
	bool any = c->ask->priority == ASK_DISABLED;

	for (size_t i = 0; i < c->channels.n; i++) {
		const struct conda_channel *ch = &c->channels.v[i];
		bool served = ch->unknown || pick_channel_is(ch->url, CHANNEL_DEFAULTS);

		if (served && ((int)i <= rank || any) && may_serve(c, ch->url))
			return true;
	}
	return c->older_python && c->defaults && !is_strict(c) && !c->forge &&
	       may_serve(c, CHANNEL_DEFAULTS);
}

/* Without a Python nothing is installed; else where the only channel that counts is known. */
bool pick_channel_has_none(const struct conda_pick *c)
{
	if (!c->channels.n)
		return false; /* the settings of the machine name them */
	if ((!c->forge && !c->defaults) || (!c->solvable && !c->defaults))
		return true;
	for (size_t i = 0; is_strict(c) && i < c->channels.n; i++)
		if (c->channels.v[i].torch || c->channels.v[i].unknown)
			return pick_channel_is(c->channels.v[i].url, CHANNEL_PYTORCH) &&
			       strcmp(c->of->platform, PLATFORM_LINUX) == 0;
	return false;
}

bool pick_channel_chooses(const char *name)
{
	return span_in(span_of(name), "pytorch-cuda cudatoolkit cuda-version cpuonly "
				      "pytorch-mutex pytorch-cpu cudnn");
}
