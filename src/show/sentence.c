#include "show/sentence.h"

#include <string.h>

#include "show/words.h"

const char *sentence_gpu(struct arena *a, const struct hosts *hosts, int host, int gpu)
{
	const struct host *h;

	if (host < 0 || (size_t)host >= hosts->n)
		return NULL;
	h = &hosts->v[host];
	if (gpu < 0 || (size_t)gpu >= h->gpus.n)
		return hosts->n > 1 ? arena_printf(a, "host %d", host + 1) : NULL;
	if (hosts->n > 1)
		return arena_printf(a, "host %d GPU %d", host + 1, h->gpus.v[gpu].index);
	return h->gpus.n > 1 ? arena_printf(a, "GPU %d", h->gpus.v[gpu].index) : NULL;
}

static const char *about(struct arena *a, const char *who, const char *what)
{
	return who ? arena_printf(a, "%s: %s", who, what) : what;
}

const char *sentence_finding(struct arena *a, const struct hosts *hosts, const struct finding *f)
{
	return about(a, sentence_gpu(a, hosts, f->host, f->gpu), words_finding(a, f));
}

/* Those that name a GPU need not say again which. */
static bool names_gpu(enum form form)
{
	return form == FORM_GPU_HIDDEN || form == FORM_GPU_IGNORED || form == FORM_GPU_UNUSABLE ||
	       form == FORM_GPU_WITHOUT_MIG;
}

const char *sentence_note(struct arena *a, const struct hosts *hosts, const struct finding *n)
{
	bool named = names_gpu(n->words.form);

	return about(a, named ? NULL : sentence_gpu(a, hosts, n->host, n->gpu),
		     words_finding(a, n));
}

const char *sentence_build(struct arena *a, const struct build *b)
{
	if (b->manager == MANAGER_PIP)
		return arena_printf(a, "torch %s+%s", b->torch, b->variant);
	return arena_printf(a, "torch %s %s (%s)", b->torch, b->variant, b->channel);
}

const char *sentence_change(struct arena *a, const struct change *c)
{
	const char *how = "";

	if (c->kind == CHANGE_COMPAT)
		how = ", forward compatibility of data-centre GPUs";
	if (!c->gives)
		return arena_printf(a, "%s%s", c->what, how);
	return arena_printf(a, "%s gives %s%s", c->what, sentence_build(a, c->gives), how);
}

static const struct {
	const char *what, *words;
} asked_for[] = {
	{ "cuda", "no torch that fits the request is built for CUDA %s" },
	{ "python", "no torch that fits the request is built for Python %s" },
	{ "build", "no build %s of what was asked is known" },
	{ "channel", "no channel %s holds torch" },
};

const char *sentence_instead(struct arena *a, const struct instead *i)
{
	const char *said = NULL;

	for (size_t k = 0; k < sizeof asked_for / sizeof *asked_for; k++)
		if (strcmp(asked_for[k].what, i->what) == 0)
			said = arena_printf(a, asked_for[k].words, i->asked);
	if (!said)
		said = arena_printf(a, "there is no %s%s%s", i->what,
				    strchr("=<>!~", *i->asked) ? "" : " ", i->asked);
	if (i->code == CP107)
		said = arena_printf(a, "%s on this platform", said);
	return i->nearest ? arena_printf(a, "%s; the nearest is %s", said, i->nearest) : said;
}

static const char *source_words(const struct host *h)
{
	if (!h || !h->source)
		return "the input";
	return h->live ? "this machine" : h->source;
}

const char *sentence_missing(struct arena *a, const struct hosts *hosts, const struct missing *m)
{
	bool known = m->host >= 0 && (size_t)m->host < hosts->n;
	const struct host *h = known ? &hosts->v[m->host] : NULL;
	const char *name = NULL;

	if (h && m->gpu >= 0 && (size_t)m->gpu < h->gpus.n)
		name = h->gpus.v[m->gpu].name;
	if (strcmp(m->fact, "sm") == 0)
		return arena_printf(a, "the compute capability of %s is not known; run 'nvidia-smi "
				       "--query-gpu=index,name,compute_cap,driver_version "
				       "--format=csv' there, or say --gpu sm_XX",
				    name ? name : "a GPU");
	if (strcmp(m->fact, "gpus") == 0 && h && strcmp(h->source, "options") == 0)
		return "which GPUs does the machine have? say --gpu NAME, or --gpu none";
	if (strcmp(m->fact, "gpus") == 0)
		return arena_printf(a, "%s does not say which GPUs there are; give the output of "
				       "'nvidia-smi', or say --gpu NAME or --gpu none",
				    source_words(h));
	return arena_printf(a, "%s is not known", m->fact);
}
