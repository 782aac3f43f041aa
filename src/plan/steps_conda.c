/* What conda is asked for: the exact build, from channels named in order. */
#include "fact/build.h"
#include "plan/steps_private.h"

#include <string.h>

#include "base/dotted.h"
#include "plan/bounds.h"

static const char *base_channel(const struct build *b)
{
	const char *extra = b->conda_extra;

	/* conda-forge has cudatoolkit from 10.1 on. */
	if (extra && strncmp(extra, "cudatoolkit=", 12) == 0 &&
	    dotted_cmp(span_of(extra + 12), SPAN("10.1")) < 0)
		return CHANNEL_DEFAULTS;
	return CHANNEL_CONDA_FORGE;
}

/* The user's URL for a channel, or its name. */
static const char *channel_place(const struct ground *g, const char *name)
{
	for (size_t i = 0; i < g->channels.n; i++) {
		struct span url = span_of(g->channels.v[i]);

		if (span_ends(url, "/"))
			url.n--;
		if (url.n > strlen(name) && span_ends(url, name) &&
		    url.p[url.n - strlen(name) - 1] == '/')
			return g->channels.v[i];
	}
	return name;
}

struct strings plan_conda_channels(struct arena *a, const struct ground *g,
				   const struct build *b)
{
	struct span rest = span_of(b->conda_channels ? b->conda_channels : b->channel), word;
	struct strings to = { 0 };
	bool has_python = false;

	while (span_word(&rest, &word)) {
		has_python |= span_is(word, CHANNEL_CONDA_FORGE) ||
			      span_is(word, CHANNEL_DEFAULTS);
		strings_add_once(a, &to, channel_place(g, arena_span(a, word)));
	}
	for (size_t i = 0; i < g->channels.n; i++)
		strings_add_once(a, &to, g->channels.v[i]);
	if (!has_python)
		strings_add_once(a, &to, channel_place(g, base_channel(b)));
	return to;
}

/* In the channel of PyTorch a companion's build says its variant; elsewhere the solver knows. */
static void add_companion(struct arena *a, const struct plan *p, const char *name,
			  const char *version, const char *build, const char *exact,
			  struct strings *to)
{
	const struct build *b = p->build;

	if (!steps_has(version))
		return;
	if (build)
		steps_printf(a, to, "%s%s%s=%s", name, exact, version, build);
	else if (strcmp(name, "torchvision") == 0 && build_is_from_pytorch(b))
		steps_printf(a, to, "%s%s%s=*%s*", name, exact, version, b->variant);
	else
		steps_printf(a, to, "%s=%s", name, version);
}

void plan_conda_specs(struct arena *a, const struct plan *p, const char *exact,
		      struct strings *to)
{
	const struct build *b = p->build;
	struct span rest = span_of(b->conda_extra), word;

	steps_printf(a, to, "%s%s%s=%s", b->package, exact, b->torch, b->build);
	add_companion(a, p, "torchvision", p->torchvision, p->torchvision_build, exact, to);
	add_companion(a, p, "torchaudio", p->torchaudio, p->torchaudio_build, exact, to);
	while (span_word(&rest, &word))
		strings_add(a, to, p->cuda_version && span_starts(word, "cuda-version=") ?
			    arena_printf(a, "cuda-version=%s", p->cuda_version) :
			    arena_span(a, word));
	if (plan_numpy(p))
		strings_add(a, to, plan_numpy(p));
	if (plan_mkl(p))
		strings_add(a, to, plan_mkl(p));
	if (plan_cudnn(p))
		strings_add(a, to, plan_cudnn(p));
}

void steps_conda_python(struct arena *a, const struct plan *p, struct strings *to)
{
	char v[PYTHON_TEXT];
	struct python plain = p->python;

	if (!plain.major)
		return;
	plain.free_threaded = false;
	steps_printf(a, to, "python=%s", python_text(plain, v));
	if (p->python.free_threaded)
		strings_add(a, to, "python-freethreading");
}
