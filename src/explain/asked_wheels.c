/* Questions that the wheels of the catalogue answer: which are there of a release, of a CUDA, for a
 * Python, and what goes with them. */
#include <string.h>

#include "base/sort.h"
#include "base/strings.h"
#include "explain/asked_private.h"
#include "explain/named_private.h"
#include "fact/platform.h"
#include "know/driver_release.h"
#include "know/spelling.h"

enum { TEXT_MOST = 16384 };

struct phrase asked_builds(struct arena *a, const struct catalogue *c, const char *cuda)
{
	const struct build *first = NULL, *last = NULL;
	struct driver_need need = { 0 };
	pair_t asked = pair_parse(cuda);
	struct err e;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if (pair_of(b->cuda) != asked)
			continue;
		explain_widen(b, &first, &last);
	}
	if (!first) {
		if (driver_need(c->matrix, a, span_of(cuda), DRIVER_LINUX, &need, &e) != 0)
			need.minor = NULL;
		return PHRASE(a, ASKED_NO_BUILD, SAY(cuda, cuda),
			      SAY(first, arena_printf(a, "%d", asked / 100)),
			      SAY(need, need.minor));
	}
	return PHRASE(a, ASKED_BUILDS, SAY(cuda, cuda), SAY(first, first->torch),
		      SAY(last, first->rank == last->rank ? NULL : last->torch));
}

/* The CUDA of what a plain pip brings on Linux; NULL: not known, or another platform is told. */
static const char *plain_cuda(struct arena *a, const struct catalogue *c, const char *torch,
			      const char *on)
{
	const char *ret = NULL;

	for (const struct build *b = NULL; torch && (b = explain_next(c, MANAGER_PIP, b));)
		if (strcmp(b->torch, torch) == 0 && b->is_default && b->cuda.major &&
		    strcmp(b->platform, PLATFORM_LINUX) == 0 &&
		    (!on || strcmp(b->platform, on) == 0))
			ret = pair_text(a, pair_of(b->cuda));
	return ret;
}

/* "cu126" is of CUDA 12.6, and of 12. */
static bool is_of_cuda(const char *variant, const struct asked_cuda *asked)
{
	pair_t pair = pair_parse(asked->text), own = explain_label_cuda(span_of(variant));

	return pair && (asked->whole ? own == pair : own / 100 == pair / 100);
}

/* The CUDAs that wheels of the release are made for, or whether that one is among them. */
static struct phrase of_release(struct arena *a, const struct catalogue *c, const char *torch,
				const struct asked_cuda *asked, const char *on)
{
	const char *cuda = asked->whole || !asked->text ? asked->text : arena_span(a, asked->at);
	struct strings all = explain_variants(a, c, span_of(torch), on);
	struct phrase list = { 0 };
	bool has = false, whole = torch && catalogue_coverage(c, CHANNEL_PYTORCH_INDEX,
		on ? on : PLATFORM_LINUX, catalogue_rank(c, torch)) >= COVERAGE_BUILDS;

	sort_stable(all.v, all.n, sizeof *all.v, strings_by_text);
	for (size_t i = 0; i < all.n; i++) {
		has |= is_of_cuda(all.v[i], asked);
		list = phrase_append(a, FORM_LIST_COMMA, list,
				     PHRASE(a, SAID, SAY(text, all.v[i])));
	}
	if (!list.form)
		return list;
	if (has && asked->whole)
		return PHRASE(a, ASKED_HAS, SAY(torch, torch), SAY(cuda, cuda));
	if (cuda && whole && !has)
		return PHRASE(a, ASKED_HAS_NOT, SAY(torch, torch), SAY(cuda, cuda),
			      SAY_PHRASE(list, phrase_keep(a, list)));
	return PHRASE(a, ASKED_VARIANTS, SAY(torch, torch), SAY_PHRASE(list, phrase_keep(a, list)),
		      SAY(cuda, plain_cuda(a, c, torch, on)));
}

/* "7.5, 8.0" */
static const char *capabilities(struct arena *a, const struct sm_list *l)
{
	struct strings all = { 0 };
	char text[SM_TEXT];

	for (size_t i = 0; i < l->n; i++)
		strings_add(a, &all, arena_str(a, sm_dotted(l->v[i], text)));
	return strings_joined(a, &all, ", ");
}

/* What the wheels of a release, of that CUDA where one is named, hold code for. */
static struct phrase of_gpus(struct arena *a, const struct catalogue *c, const char *torch,
			     const char *cuda, const char *on)
{
	struct phrase all = { 0 };

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if (strcmp(b->torch, torch) != 0 || !b->cuda.major || !b->sass ||
		    b->code_confidence < CONFIDENCE_MEDIUM ||
		    strcmp(b->platform, on ? on : PLATFORM_LINUX) != 0 ||
		    (cuda && pair_of(b->cuda) != pair_parse(cuda)))
			continue;
		all = phrase_append(a, FORM_LIST_SEMICOLON, all,
				    PHRASE(a, ASKED_GPUS_OF, SAY(variant, b->variant),
					   SAY(list, capabilities(a, b->sass))));
	}
	if (!all.form)
		return all;
	return PHRASE(a, ASKED_GPUS, SAY(torch, torch), SAY_PHRASE(list, phrase_keep(a, all)));
}

/* The first and the last torch that has wheels for a Python, of a CUDA where one is named. */
static struct phrase of_python(struct arena *a, const struct catalogue *c, const struct asked *q,
			       const char *platform)
{
	const struct span s = q->python;
	pair_t cuda = q->cuda.whole ? pair_parse(q->cuda.text) : 0;
	const struct build *first = NULL, *last = NULL;
	struct phrase none = { 0 };
	struct python wanted;

	if (!python_parse(s, &wanted))
		return none;
	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if (!python_set_has(b->pythons, wanted) ||
		    (platform && strcmp(b->platform, platform) != 0) ||
		    (cuda && pair_of(b->cuda) != cuda))
			continue;
		explain_widen(b, &first, &last);
	}
	if (!first)
		return PHRASE(a, ASKED_NO_PYTHON, SAY(version, arena_span(a, s)),
			      SAY(cuda, cuda ? q->cuda.text : NULL));
	return PHRASE(a, ASKED_PYTHON, SAY(version, arena_span(a, s)),
		      SAY(cuda, cuda ? q->cuda.text : NULL), SAY(first, first->torch),
		      SAY(last, first->rank == last->rank ? NULL : last->torch));
}

/* The Pythons of a torch, and whether the one that is named is among them: on that platform, or
 * else on Linux as on Windows. */
static struct phrase of_both(struct arena *a, const struct catalogue *c, const char *torch,
			     struct span python, const char *platform)
{
	struct phrase all = explain_pythons(a, c, torch, platform);
	const struct phrase *what;
	struct python wanted;
	bool has;

	if (!all.form || !python_parse(python, &wanted))
		return all;
	has = explain_has_files(c, platform ? platform : PLATFORM_LINUX, span_of(torch), wanted);
	if (!platform && has != explain_has_files(c, PLATFORM_WINDOWS, span_of(torch), wanted))
		return all;
	what = phrase_keep(a, all);
	return has ? PHRASE(a, ANSWER_YES, SAY_PHRASE(what, what)) :
		     PHRASE(a, ANSWER_NO, SAY_PHRASE(what, what));
}

/* The torchvision and the torchaudio that go with a release of torch. */
static struct phrase of_companions(struct arena *a, const struct catalogue *c, const char *torch)
{
	for (const struct build *b = NULL; torch && (b = explain_next(c, MANAGER_PIP, b));) {
		if (strcmp(b->torch, torch) == 0 && b->torchvision)
			return PHRASE(a, ASKED_COMPANIONS, SAY(torch, torch),
				      SAY(have, b->torchvision),
				      SAY(other, b->torchaudio));
	}
	return (struct phrase){ 0 };
}

/* The torch that a torchvision or a torchaudio belongs to; NULL: no release is named, or none has
 * it. */
static const char *torch_of_companion(const struct catalogue *c, const struct asked *q)
{
	const struct build *first = NULL, *last = NULL;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));)
		if (explain_is_of(b->torchvision, q->vision) ||
		    explain_is_of(b->torchaudio, q->audio))
			explain_widen(b, &first, &last);
	return last ? last->torch : NULL;
}

void explain_companion(struct arena *a, const struct catalogue *c, struct span text,
		       struct meanings *m)
{
	const char *torch = captures_get(&m->facts, "torch"), *own;
	const struct asked q = asked_read(a, spelling_lower(a, span_sub(text, 0, TEXT_MOST)));
	struct span label = span_of(torch ? torch : ""), release = label;
	bool fits;

	own = c ? torch_of_companion(c, &q) : NULL;
	if (!own || !q.vision.n)
		return;
	(void)span_next(&label, '+', &release);
	fits = torch && span_is(release, own);
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(m->v[i].symptom->name, "vision-nms") == 0 ||
		    (!fits && strcmp(m->v[i].symptom->name, "no-wheel-other") == 0))
			m->v[i].answer = phrase_make(a, fits ? FORM_VISION_FITS : FORM_VISION_OF,
				(struct fact[]){ { 0 }, SAY(have, arena_span(a, q.vision)),
						 SAY(torch, own) }, 3);
}

struct phrase asked_wheels(struct arena *a, const struct catalogue *c,
			   const struct meanings *all, const struct symptom *s, struct span low,
			   const struct asked *q)
{
	const char *platform = captures_get(&all->facts, "told_platform");
	const char *torch = asked_torch(a, c, low), *own;
	bool builds = explain_is_about(all, s, "about-builds");
	struct phrase ret = { 0 };

	if (torch && explain_has(all->known, "asks-gpus", low))
		return of_gpus(a, c, torch, q->cuda.whole ? q->cuda.text : NULL, platform);
	if (explain_is_about(all, s, "about-releases") || (q->cuda.text && builds && torch))
		return of_release(a, c, torch, &q->cuda, platform);
	if (q->cuda.whole && builds)
		return asked_builds(a, c, q->cuda.text);
	if (explain_is_about(all, s, "about-companions")) {
		own = torch_of_companion(c, q);
		own = own ? own : torch ? torch : asked_release(c, q->audio);
		return of_companions(a, c, own);
	}
	if (!explain_is_about(all, s, "about-python"))
		return ret;
	ret = of_both(a, c, torch, q->python, platform);
	return ret.form ? ret : of_python(a, c, q, platform);
}
