/* Questions that the wheels of the catalogue answer: what there is of a release, which releases
 * there are for a CUDA, a Python, a driver, a system, and what goes with them. */
#include <string.h>

#include "base/dotted.h"
#include "base/sort.h"
#include "base/strings.h"
#include "explain/asked_private.h"
#include "fact/platform.h"
#include "know/spelling.h"

enum { TEXT_MOST = 16384, LIST_MOST = 16 };

/* --- of a release ---------------------------------------------------------------------------- */

/* The CUDA of what a plain pip brings on Linux; NULL: not known, or another platform is told. */
static const char *plain_cuda(const struct asked_case *x, const char *torch)
{
	const struct build *plain = FIRST_WHEEL(b, x->c, PLATFORM_LINUX,
		strcmp(b->torch, torch) == 0 && b->is_default && b->cuda.major &&
		(!x->platform || platform_is(b->platform, x->platform)));

	return plain ? pair_text(x->a, pair_of(plain->cuda)) : NULL;
}

static struct phrase listed(struct arena *a, struct strings *all)
{
	struct phrase ret = { 0 };

	for (size_t i = 0; i < all->n; i++)
		ret = phrase_append(a, FORM_LIST_COMMA, ret,
				    PHRASE(a, SAID, SAY(text, all->v[i])));
	return ret;
}

static struct strings variants_of(const struct asked_case *x, const char *torch)
{
	struct strings all = explain_variants(x->a, x->c, span_of(torch), x->platform, x->glibc);

	sort_stable(all.v, all.n, sizeof *all.v, strings_by_text);
	return all;
}

/* "cpu, cu118 (Windows)": of the system that is named. */
static struct phrase variant_list(const struct asked_case *x, struct strings *all)
{
	struct phrase list = listed(x->a, all);

	return list.form && x->platform ?
		       PHRASE(x->a, PYTHONS_ON, SAY_PHRASE(list, phrase_keep(x->a, list)),
			      SAY(platform, platform_words(x->platform))) : list;
}

struct asked_part asked_cudas(const struct asked_case *x)
{
	const char *cuda = x->q.cuda.text;
	const char *on = x->platform ? x->platform : PLATFORM_LINUX;
	struct strings all = variants_of(x, x->torch);
	struct phrase list = variant_list(x, &all);
	bool has = false;

	for (size_t i = 0; i < all.n; i++)
		has |= cuda && explain_is_of_cuda(explain_label_cuda(span_of(all.v[i])), cuda);
	if (!list.form)
		return (struct asked_part){ list, 0 };
	if (has)
		return (struct asked_part){ PHRASE(x->a, ASKED_HAS, SAY(torch, x->torch),
			SAY(cuda, cuda), SAY_PHRASE(list, phrase_keep(x->a, list))), 1 };
	if (cuda && catalogue_coverage(x->c, CHANNEL_PYTORCH_INDEX, on,
				       catalogue_rank(x->c, x->torch)) >= COVERAGE_BUILDS)
		return (struct asked_part){ PHRASE(x->a, ASKED_HAS_NOT, SAY(torch, x->torch),
			SAY(cuda, cuda), SAY_PHRASE(list, phrase_keep(x->a, list))), 0 };
	return (struct asked_part){ PHRASE(x->a, ASKED_VARIANTS, SAY(torch, x->torch),
		SAY_PHRASE(list, phrase_keep(x->a, list)),
		SAY(cuda, plain_cuda(x, x->torch))), 0 };
}

/* On that platform, or else on Linux as on Windows. */
struct asked_part asked_pythons(const struct asked_case *x)
{
	struct asked_part ret = { explain_pythons(x->a, x->c, x->torch, x->platform), 0 };
	struct span release = span_of(x->torch);
	bool has;

	if (!ret.text.form || !x->python.major)
		return ret;
	has = explain_has_files(x->c, x->platform ? x->platform : PLATFORM_LINUX, release,
				x->python);
	if (x->platform || has == explain_has_files(x->c, PLATFORM_WINDOWS, release, x->python))
		ret.is = has ? 1 : -1;
	return ret;
}

/* It is of all that is named. */
static bool is_wanted(const struct asked_case *x, const struct build *b)
{
	return (!x->python.major || python_set_has(b->pythons, x->python)) &&
	       explain_is_on(b, x->platform, x->glibc) &&
	       (!x->q.cudnn.n || explain_is_of(b->cudnn, x->q.cudnn)) &&
	       explain_is_of_cuda(pair_of(b->cuda), x->q.cuda.text) &&
	       (!x->torch || strcmp(b->torch, x->torch) == 0) &&
	       (!x->q.vision.n || explain_is_of(b->torchvision, x->q.vision)) &&
	       (!x->q.audio.n || explain_is_of(b->torchaudio, x->q.audio)) &&
	       (!x->all->gpu || explain_has_code(x->c, b, x->all->gpu)) &&
	       (!x->have || (b->cuda.major &&
			     driver_takes(x->c, &x->driver, pair_of(b->cuda)) != SUPPORT_NONE));
}

struct phrase asked_gpus(const struct asked_case *x)
{
	const char *on = x->platform ? x->platform : PLATFORM_LINUX;
	struct strings seen = { 0 };
	struct phrase all = { 0 };

	for (const struct build *b = NULL; (b = explain_next(x->c, MANAGER_PIP, on, b));) {
		if (!b->cuda.major || !b->sass || strings_has(&seen, b->variant) ||
		    b->code_confidence < CONFIDENCE_MEDIUM || !is_wanted(x, b))
			continue;
		strings_add(x->a, &seen, b->variant);
		all = phrase_append(x->a, FORM_LIST_SEMICOLON, all,
				    PHRASE(x->a, ASKED_GPUS_OF, SAY(variant, b->variant),
					   SAY(list, sm_list_said(x->a, b->sass, ", "))));
	}
	if (!all.form)
		return all;
	return PHRASE(x->a, ASKED_GPUS, SAY(torch, x->torch),
		      SAY_PHRASE(list, phrase_keep(x->a, all)));
}

struct asked_part asked_drivers(const struct asked_case *x)
{
	struct asked_part ret = { explain_drivers_of(x->a, x->c, x->torch, x->driver.windows), 0 };
	struct strings served = { 0 };
	struct asked_case any = *x; /* of the driver alone */
	struct phrase list;

	any.python.major = 0;
	any.platform = NULL;
	for (const struct build *b = NULL;
	     x->have && (b = explain_next(x->c, MANAGER_PIP, NULL, b));)
		if (is_wanted(&any, b) && !strings_has(&served, b->variant))
			strings_add(x->a, &served, b->variant);
	if (!x->have || !ret.text.form)
		return ret;
	list = listed(x->a, &served);
	if (!list.form)
		return (struct asked_part){ ret.text, -1 };
	return (struct asked_part){ PHRASE(x->a, ASKED_DRIVER_SERVES, SAY(have, x->q.driver),
		SAY(torch, x->torch), SAY_PHRASE(list, phrase_keep(x->a, list))), 1 };
}

/* The torchvision and the torchaudio that go with a release of torch. */
static struct phrase companions_of(const struct asked_case *x, const char *torch)
{
	const struct build *of = FIRST_WHEEL(b, torch ? x->c : NULL, NULL,
					     strcmp(b->torch, torch) == 0 && b->torchvision);

	return of ? PHRASE(x->a, ASKED_COMPANIONS, SAY(torch, torch), SAY(have, of->torchvision),
			   SAY(other, of->torchaudio)) : (struct phrase){ 0 };
}

static bool is_of_companion(const struct build *b, const struct asked *q)
{
	return explain_is_of(b->torchvision, q->vision) || explain_is_of(b->torchaudio, q->audio);
}

const char *asked_companion_of(const struct catalogue *c, const struct asked *q)
{
	const struct build *first = NULL, *last = NULL;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, NULL, b));)
		if (is_of_companion(b, q))
			explain_widen(b, &first, &last);
	return last ? last->torch : NULL;
}

struct asked_part asked_companions(const struct asked_case *x)
{
	const char *own = asked_companion_of(x->c, &x->q);
	const struct asked_part all = asked_range(x);
	bool both = own && x->torch;
	/* one torchaudio goes with several releases of torch */
	const struct build *of = FIRST_WHEEL(b, both ? x->c : NULL, NULL,
		is_of_companion(b, &x->q) && (explain_is_of(b->torch, x->q.torch) ||
					      strcmp(b->torch, x->torch) == 0));

	if (!own && all.is < 0)
		return all;
	if (of)
		return (struct asked_part){ companions_of(x, of->torch), 1 };
	own = own ? own : x->torch ? x->torch : asked_release(x->c, x->q.audio);
	if (!both)
		return (struct asked_part){ companions_of(x, own), 0 };
	return (struct asked_part){ phrase_append(x->a, FORM_LIST_SEMICOLON,
		companions_of(x, own), companions_of(x, x->torch)), -1 };
}

void explain_companion(struct arena *a, const struct catalogue *c, struct span text,
		       struct meanings *m)
{
	const char *torch = captures_get(&m->facts, "torch"), *own;
	const struct asked q = asked_read(a, spelling_lower(a, span_sub(text, 0, TEXT_MOST)));
	bool fits;

	own = c ? asked_companion_of(c, &q) : NULL;
	if (!own || !q.vision.n)
		return;
	fits = torch && span_is(explain_number(torch), own);
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(m->v[i].symptom->name, "vision-nms") == 0 ||
		    (!fits && strcmp(m->v[i].symptom->name, "no-wheel-other") == 0))
			m->v[i].answer = phrase_make(a, fits ? FORM_VISION_FITS : FORM_VISION_OF,
				(struct fact[]){ { 0 }, SAY(have, arena_span(a, q.vision)),
						 SAY(torch, own) }, 3);
}

struct phrase asked_release_is(const struct asked_case *x, const char *torch)
{
	struct strings all = variants_of(x, torch);
	struct phrase list = variant_list(x, &all), with = companions_of(x, torch);
	struct phrase pythons = explain_pythons(x->a, x->c, torch, x->platform);

	if (!list.form)
		return list;
	list = PHRASE(x->a, ASKED_VARIANTS, SAY(torch, torch),
		      SAY_PHRASE(list, phrase_keep(x->a, list)), SAY(cuda, plain_cuda(x, torch)));
	list = phrase_append(x->a, FORM_LIST_SEMICOLON, list, pythons);
	return with.form ? phrase_append(x->a, FORM_LIST_SEMICOLON, list, with) : list;
}

struct asked_part asked_no_release(const struct asked_case *x)
{
	struct span asked = x->q.torch;
	struct span minor = span_sub(asked, 0, (size_t)(span_rfind_char(asked, '.') + 1));
	struct strings all = { 0 };

	for (size_t i = 0; !x->torch && asked.n && i < x->c->releases.n; i++)
		if (span_starts(span_of(x->c->releases.v[i]), arena_span(x->a, minor)))
			strings_add(x->a, &all, x->c->releases.v[i]);
	if (!all.n || dotted_cmp(asked, span_of(x->c->releases.v[x->c->releases.n - 1])) > 0)
		return (struct asked_part){ 0 };
	return (struct asked_part){ PHRASE(x->a, ASKED_NO_RELEASE,
		SAY(have, arena_span(x->a, asked)),
		SAY(list, all.n < LIST_MOST ? strings_joined(x->a, &all, ", ") :
			  arena_printf(x->a, "%s ... %s", all.v[0], all.v[all.n - 1]))), -1 };
}

/* --- of all releases ------------------------------------------------------------------------- */

struct phrase asked_named(const struct asked_case *x)
{
	const struct gpu *gpu = x->all->gpu;
	const struct {
		const char *name, *value; /* "": none */
	} all[] = {
		{ "torch ", x->torch },
		{ gpu && !gpu->name ? "sm_" : "", !gpu ? NULL : gpu->name ? gpu->name :
						  sm_said(x->a, gpu->sm) },
		{ "torchvision ", arena_span(x->a, x->q.vision) },
		{ "torchaudio ", arena_span(x->a, x->q.audio) },
		{ "CUDA ", x->q.cuda.text },
		{ "cuDNN ", arena_span(x->a, x->q.cudnn) },
		{ "Python ", x->python.major ? python_said(x->a, x->python) : NULL },
		{ "", x->platform ? platform_words(x->platform) : NULL },
		{ "glibc ", x->glibc },
	};
	struct strings said = { 0 };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i].value && *all[i].value)
			strings_printf(x->a, &said, "%s%s", all[i].name, all[i].value);
	return !x->have ? listed(x->a, &said) :
			  phrase_append(x->a, FORM_LIST_COMMA, listed(x->a, &said),
					PHRASE(x->a, HERE_DRIVER, SAY(driver, x->q.driver)));
}

/* What a GPU is served by on Linux x86-64 is said first, or else on which system it is. */
struct asked_part asked_range(const struct asked_case *of)
{
	const struct build *first = NULL, *last = NULL;
	struct asked_case one = *of, *x = &one;
	struct phrase list = asked_named(x), none = { 0 };
	const struct phrase *what;

	if (x->all->gpu && !x->platform)
		one.platform = PLATFORM_LINUX;
	for (int i = 0; i < 2 && !first; i++, one.platform = of->platform)
		for (const struct build *b = NULL;
		     list.form && (b = explain_next(x->c, MANAGER_PIP, NULL, b));)
			if (is_wanted(x, b))
				explain_widen(b, &first, &last);
	if (first && !of->platform && !platform_is(first->platform, PLATFORM_LINUX)) {
		one.platform = first->platform;
		list = asked_named(x);
	}
	what = phrase_keep(x->a, list);
	if (!first && x->q.cuda.whole && !x->torch)
		none = asked_no_build(x->a, x->c, x->q.cuda.text);
	if (none.form || !list.form)
		return (struct asked_part){ none, 0 };
	if (!first)
		return (struct asked_part){ PHRASE(x->a, ASKED_RANGE_NONE, SAY_PHRASE(list, what)),
					    -1 };
	return (struct asked_part){ PHRASE(x->a, ASKED_RANGE, SAY_PHRASE(list, what),
		SAY(first, first->torch),
		SAY(last, first->rank == last->rank ? NULL : last->torch)), 1 };
}

struct asked_part asked_range_of(const struct asked_case *x)
{
	struct asked_part part = asked_range(x);

	if (explain_has(x->all->known, "asks-value", x->low) ||
	    !explain_has(x->all->known, "asks-whether", x->low))
		part.is = 0;
	return part;
}

struct phrase asked_conda(const struct asked_case *x)
{
	struct strings channels = { 0 }, said = { 0 };

	for (const struct build *b = NULL; (b = explain_next(x->c, MANAGER_CONDA, NULL, b));)
		if (b->cuda.major && is_wanted(x, b))
			strings_add_once(x->a, &channels, b->channel);
	EACH(const char *, channel, channels) {
		const struct build *first = NULL, *last = NULL;

		for (const struct build *b = NULL;
		     (b = explain_next(x->c, MANAGER_CONDA, NULL, b));)
			if (b->cuda.major && is_wanted(x, b) && strcmp(b->channel, *channel) == 0)
				explain_widen(b, &first, &last);
		if (first)
			strings_printf(x->a, &said, first->rank == last->rank ? "%s (torch %s)" :
				       "%s (torch %s ... %s)", *channel, first->torch, last->torch);
	}
	return said.n ? PHRASE(x->a, ASKED_CONDA, SAY_PHRASE(list, phrase_keep(x->a,
				asked_named(x))), SAY(what, strings_joined(x->a, &said, ", "))) :
			(struct phrase){ 0 };
}

/* What the build has of that kind; NULL: nothing. */
static const char *value_of(const struct asked_case *x, const struct build *b)
{
	switch (x->want) {
	case ASKED_CUDA: return b->cuda.major ? pair_text(x->a, pair_of(b->cuda)) : NULL;
	case ASKED_CUDNN: return b->cudnn ? arena_printf(x->a, "%s (%s)", b->cudnn, b->variant) :
					    NULL;
	case ASKED_GLIBC: return b->os_least;
	case ASKED_VISION: return b->torchvision;
	case ASKED_AUDIO: return b->torchaudio;
	default: return NULL;
	}
}

static int by_version(const void *a, const void *b)
{
	return dotted_cmp(span_of(*(const char *const *)a), span_of(*(const char *const *)b));
}

struct phrase asked_values(const struct asked_case *of)
{
	static const char *const names[] = {
		[ASKED_CUDA] = "CUDA", [ASKED_CUDNN] = "cuDNN", [ASKED_VISION] = "torchvision",
		[ASKED_AUDIO] = "torchaudio", [ASKED_PYTHON] = "Python",
		[ASKED_GLIBC] = "glibc",
	};
	struct asked_case on = *of, *x = &on;
	struct python_set pythons = { 0 };
	struct strings all = { 0 };
	const char *text;

	on.platform = on.platform ? on.platform : PLATFORM_LINUX;
	for (const struct build *b = NULL; (b = explain_next(x->c, MANAGER_PIP, NULL, b));) {
		const char *one = is_wanted(x, b) ? value_of(x, b) : NULL;

		if (x->want == ASKED_PYTHON && is_wanted(x, b))
			pythons = python_set_either(pythons, b->pythons);
		if (one)
			strings_add_once(x->a, &all, one);
	}
	sort_stable(all.v, all.n, sizeof *all.v, by_version);
	text = x->want == ASKED_PYTHON ? python_set_text(x->a, pythons) :
	       all.n > LIST_MOST ? arena_printf(x->a, "%s, %s ... %s", all.v[0], all.v[1],
						all.v[all.n - 1]) :
				   strings_joined(x->a, &all, ", ");
	if (!text || !*text)
		return asked_range(x).text;
	return PHRASE(x->a, ASKED_VALUES, SAY_PHRASE(list, phrase_keep(x->a, asked_named(x))),
		      SAY(name, names[x->want]), SAY(what, text));
}
