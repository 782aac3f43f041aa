/* Whether a build of torch meets what lines of conda say of it, one by one. */
#include <string.h>

#include "base/span.h"
#include "pick/pick_conda_private.h"
#include "plan/want.h"

bool conda_fit_has(const struct ask_spec *s, const char *version, const char *build)
{
	struct conda_record r = { .f = { [CONDA_NAME] = s->name, [CONDA_VERSION] = version,
					 [CONDA_BUILD] = build } };
	struct matchspec spec = s->conda;

	spec.f[CONDA_CHANNEL] = spec.f[CONDA_SUBDIR] = NULL;
	if (!build)
		spec.f[CONDA_BUILD] = spec.f[CONDA_BUILD_NUMBER] = NULL;
	return matchspec_has(&spec, &r);
}

static bool has_cuda(const struct ask_spec *s, const struct build *b)
{
	char text[CUDA_TEXT];
	const char *version = s->conda.f[CONDA_VERSION];
	struct span pinned = span_of(version);

	cuda_version_text(b->cuda, text);
	while (span_take(&pinned, "="))
		;
	/* "11.3.1" is of 11.3. */
	return !version || conda_fit_has(s, text, NULL) || (span_starts(pinned, text) &&
		pinned.n > strlen(text) && pinned.p[strlen(text)] == '.' &&
		!strpbrk(version, ",|<>!"));
}

/* "cuda-version=12.9" and "cudatoolkit=11.8" beside a build of conda-forge for 12.6 and 11.2. */
static bool has_cuda_or_later(const struct ask_spec *s, const struct build *b)
{
	if (has_cuda(s, b))
		return true;
	for (unsigned minor = b->cuda.minor + 1U; minor < 10; minor++) {
		struct build later = *b;

		later.cuda.minor = (uint8_t)minor;
		if (want_takes_later(b, pair_of(later.cuda)) && has_cuda(s, &later))
			return true;
	}
	return false;
}

/* Some release of that minor: "=3.10.4", "<=3.9", ">=3.8,<3.10". */
bool conda_fit_python(const struct conda_pick *c, const struct ask_spec *s, struct python py)
{
	enum { PATCH_LAST = 25 };
	char text[PYTHON_TEXT];

	if (conda_fit_has(s, python_text(py, text), NULL))
		return true;
	for (int patch = 0; patch <= PATCH_LAST; patch++)
		if (conda_fit_has(s, arena_printf(c->arena, "%s.%d", text, patch), NULL))
			return true;
	return false;
}

bool conda_fit_for(const struct build *b, struct python py)
{
	return python_set_has(b->pythons, py) || python_set_has(b->pythons_unknown, py);
}

bool conda_fit_of_pytorch(const struct build *b)
{
	return build_is_from(b, CHANNEL_PYTORCH);
}

bool conda_fit_before(const struct build *b, const char *version)
{
	return pep440_cmp_text(span_of(b->torch), span_of(version)) < 0;
}

/* Whether a package that only chooses the CUDA lets the build in. */
static bool is_chosen(const struct ask_spec *s, const struct build *b)
{
	bool cuda = b->cuda.major != 0, own = conda_fit_of_pytorch(b);

	if (strcmp(s->name, "pytorch-cuda") == 0)
		return !cuda || (own && conda_fit_before(b, PYTORCH_CUDA_FIRST)) || has_cuda(s, b);
	if (strcmp(s->name, "cudatoolkit") == 0)
		return !cuda || (own ? !conda_fit_before(b, PYTORCH_CUDA_FIRST) || has_cuda(s, b) :
				       b->cuda.major < 12 && has_cuda_or_later(s, b));
	if (strcmp(s->name, "cuda-version") == 0)
		return !cuda || own || has_cuda_or_later(s, b);
	if (strcmp(s->name, "cpuonly") == 0)
		return !cuda || !own || conda_fit_before(b, MUTEX_FIRST);
	if (strcmp(s->name, "pytorch-mutex") == 0 && own && !conda_fit_before(b, MUTEX_FIRST))
		return conda_fit_has(s, "1.0", cuda ? "cuda" : "cpu");
	return true;
}

bool conda_fit_companion(const struct conda_pick *c, const struct ask_spec *s,
			 const struct build *b)
{
	const char *version = strcmp(s->name, "torchvision") == 0 ? b->torchvision : b->torchaudio;
	const struct companion_fact *f;
	size_t from = 0;

	if (!version)
		return !conda_fit_of_pytorch(b) || !pick_channel_is_whole(c, b);
	if (strcmp(version, "none") != 0 && conda_fit_has(s, version, NULL))
		return true;
	while ((f = catalogue_beside(c->of->c, b, s->name, &from)))
		if (conda_fit_has(s, f->version, NULL))
			return true;
	return false;
}

/* What one line says of a build. */
static bool is_line_fit(const struct conda_pick *c, const struct ask_spec *s, const struct build *b)
{
	const char *channel = s->conda.f[CONDA_CHANNEL];

	if (project_is_conda_torch(s->name) && channel && !pick_channel_is(channel, b->channel))
		return false;
	if (strcmp(s->name, "pytorch") == 0)
		return conda_fit_has(s, b->torch, b->build);
	if (strcmp(s->name, "pytorch-gpu") == 0)
		return b->cuda.major && !conda_fit_of_pytorch(b) &&
		       conda_fit_has(s, b->torch, NULL);
	if (strcmp(s->name, "pytorch-cpu") == 0)
		return !b->cuda.major && conda_fit_has(s, b->torch, NULL);
	if (strcmp(s->name, "libtorch") == 0)
		return conda_fit_has(s, b->torch, NULL);
	if (strcmp(s->name, "torchvision") == 0 || strcmp(s->name, "torchaudio") == 0)
		return conda_fit_companion(c, s, b);
	return is_chosen(s, b);
}

const struct ask_spec *conda_fit_refusing(const struct conda_pick *c, const struct build *b)
{
	return FIRST_OF(s, c->ask->specs, conda_fit_is_spec(s) && !is_line_fit(c, s, b));
}

bool conda_fit_driver(const struct conda_pick *c, const struct build *b)
{
	return !b->cuda.major || !b->needs_cuda || !c->of->cuda ||
	       b->cuda.major <= c->of->cuda / 100;
}

bool conda_fit_build(const struct conda_pick *c, const struct build *b, struct python py)
{
	return (!py.major || conda_fit_for(b, py)) && !conda_fit_refusing(c, b) &&
	       conda_fit_driver(c, b) && pick_channel_serves(c, b);
}
