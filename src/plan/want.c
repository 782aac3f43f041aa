/* Whether a build is among those that are wished for. */
#include "plan/want.h"

#include "fact/build.h"
#include "fact/err_phrase.h"
#include "fact/matchspec.h"
#include "know/extension.h"

#include <string.h>

/* A number below this is a major of CUDA, from it on two digits are a variant: cu80. */
enum { CUDA_MAJORS = 80 };

struct strings *wish_strings(struct wish *w, const char *name)
{
	return strcmp(name, "torch") == 0 ? &w->torch :
	       strcmp(name, "torchvision") == 0 ? &w->torchvision :
	       strcmp(name, "torchaudio") == 0 ? &w->torchaudio : NULL;
}

struct extension_wish *wish_extension(const struct wish *w, const char *name)
{
	return FIRST_OF(x, w->extensions, strcmp(x->known->name, name) == 0);
}

int specs_parse(struct arena *a, const char *what, const struct strings *texts,
	struct specs *ret, struct err *e)
{
	*ret = (struct specs){ .n = texts->n };
	ret->v = arena_array(a, texts->n, sizeof *ret->v);
	for (size_t i = 0; i < texts->n; i++) {
		if (pep440_set_parse(a, span_of(texts->v[i]), &ret->v[i], e))
			return ERR_SAY(e, ERR_USAGE, NOT_A_SPECIFIER, SAY(package, what),
				       SAY(text, texts->v[i]));
		EACH(const struct pep440_spec, s, ret->v[i])
			/* "==2.1.0+cu121", and "===2.1.0+cu121", which compares texts */
			ret->local |= s->op == PEP440_SAME ? span_find_char(s->text, '+') > 0 :
							     s->v.local.n > 0;
	}
	return 0;
}

/* "12", "cu12", "12.x", "12.*": any of that major. "92" is a variant, 9.2, as "126" is. */
static pair_t any_of_major(struct span s)
{
	uint64_t major;

	span_take(&s, "cu");
	if (!span_take_u64(&s, &major) || major == 0 || major >= CUDA_MAJORS)
		return 0;
	return s.n == 0 || span_is(s, ".x") || span_is(s, ".*") ? (pair_t)major * 100 : 0;
}

static int parse_cuda(const char *text, struct want *w, struct err *e)
{
	struct cuda_version v;

	if (!text)
		return 0;
	w->cpu = strcmp(text, "cpu") == 0;
	if (w->cpu)
		return 0;
	w->cuda = any_of_major(span_trim(span_of(text)));
	w->any_minor = w->cuda != 0;
	if (w->any_minor)
		return 0;
	if (!cuda_version_parse(span_of(text), &v))
		return err_set(e, ERR_USAGE, "'%.40s' is not a CUDA version like 12.6", text);
	w->cuda = pair_of(v);
	return 0;
}

int want_make(struct arena *a, const struct wish *wish, struct want *ret, struct err *e)
{
	int rc;

	*ret = (struct want){ .wish = wish, .python = wish->python,
		.among = wish->pythons_among, .build = wish->build, .runtime = wish->cuda_runtime };
	memset(ret->torch_ok, -1, sizeof ret->torch_ok);
	if (wish->torch_among)
		memset(ret->others_ok, -1, sizeof ret->others_ok);
	if ((rc = specs_parse(a, "torch", &wish->torch, &ret->torch, e)) ||
	    (rc = specs_parse(a, "torchvision", &wish->torchvision, &ret->vision, e)) ||
	    (rc = specs_parse(a, "torchaudio", &wish->torchaudio, &ret->audio, e)))
		return rc;
	return parse_cuda(wish->cuda, ret, e);
}

bool specs_take(const struct specs *s, const char *version)
{
	return EVERY(x, *s, pep440_set_has(x, span_of(version), PEP440_PRE_NAMED));
}

bool want_torch(struct want *w, const struct build *b)
{
	char text[80];

	if (w->torch.n == 0)
		return true;
	if (w->torch.local && b->manager != MANAGER_PIP)
		return false;
	if (w->torch.local || b->rank < 0 || b->rank >= RANKS_MAX) {
		snprintf(text, sizeof text, "%.32s+%.32s", b->torch, b->variant);
		return specs_take(&w->torch, text);
	}
	if (w->torch_ok[b->rank] < 0)
		w->torch_ok[b->rank] = specs_take(&w->torch, b->torch);
	return w->torch_ok[b->rank];
}

bool want_takes_later(const struct build *b, pair_t cuda)
{
	pair_t own = pair_of(b->cuda);

	return build_terms(b)->later && cuda > own && cuda / 100 == own / 100;
}

bool want_cuda(const struct want *w, const struct build *b)
{
	if (w->cpu)
		return b->cuda.major == 0;
	return w->cuda == 0 || pair_of(b->cuda) == w->cuda ||
	       (w->any_minor && b->cuda.major == w->cuda / 100) ||
	       (w->runtime && want_takes_later(b, w->cuda));
}

bool want_channel(const struct want *w, const struct build *b)
{
	if (!w->by_channel[b->manager])
		return true;
	return ANY(x, w->wish->channels, conda_channel_fits(span_of(*x), span_of(b->channel)));
}

bool want_published(const struct specs *s, const char *version)
{
	return s->n == 0 || !version || strcmp(version, "none") != 0;
}

/* In a version that was asked for; any, where none was: also one that is not known or published. */
static bool want_companion(const struct specs *s, const char *version)
{
	bool there = version && want_published(s, version);

	return EVERY(x, *s, there ? pep440_set_has(x, span_of(version), PEP440_PRE_NAMED) : !x->n);
}

const struct companion_fact *want_other(const struct want *w, const struct build *b, bool vision)
{
	const struct specs *s = vision ? &w->vision : &w->audio;
	const char *name = vision ? "torchvision" : "torchaudio";
	const struct companion_fact *f;
	size_t from = 0;

	if (want_companion(s, vision ? b->torchvision : b->torchaudio))
		return NULL;
	while (w->c && (f = catalogue_beside(w->c, b, name, &from)))
		if (specs_take(s, f->version))
			return f;
	return NULL;
}

struct python_set want_pythons(const struct want *w, const struct build *b)
{
	return python_set_empty(w->among) ? b->pythons : python_set_both(b->pythons, w->among);
}

/* Whether other packages take that release. */
static bool want_others(struct want *w, const struct build *b)
{
	const struct strings *among = w->wish->torch_among;

	if (!among)
		return true;
	if (b->rank < 0 || b->rank >= RANKS_MAX)
		return strings_has(among, b->torch);
	if (w->others_ok[b->rank] < 0)
		w->others_ok[b->rank] = strings_has(among, b->torch);
	return w->others_ok[b->rank];
}

bool want_allows(struct want *w, const struct build *b)
{
	return want_torch(w, b) && want_others(w, b) && want_cuda(w, b) && want_channel(w, b) &&
	       (!w->build || (b->build && span_glob(span_of(w->build), span_of(b->build)))) &&
	       (want_companion(&w->vision, b->torchvision) || want_other(w, b, true)) &&
	       (want_companion(&w->audio, b->torchaudio) || want_other(w, b, false));
}
