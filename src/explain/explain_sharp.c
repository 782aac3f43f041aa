/* Messages that have several causes, made sharp by what the catalogue knows of the torch and of the
 * driver that the text names. */
#include <string.h>

#include "base/buf.h"
#include "base/opt.h"
#include "explain/explain_private.h"
#include "fact/platform.h"
#include "plan/driver.h"

/* --- builds ---------------------------------------------------------------------------------- */

/* "cu118"; 0 for what is of no CUDA ("cpu", "rocm6.2"). */
static bool is_cuda_label(struct span s)
{
	return span_take(&s, "cu") && s.n && (ascii_digit(s.p[0]) || span_starts(s, "da"));
}

static bool is_wheel_of(const struct build *b, struct span release)
{
	return b->manager == MANAGER_PIP && explain_is_of(b->torch, release);
}

static bool is_on(const char *here, const char *platform)
{
	return !platform || strcmp(here, platform) == 0;
}

/* The labels of the wheels of a release on a platform, or on all: "+cu113, +cu115"; NULL: there are
 * none, or the one in question is among them. */
static const char *other_labels(struct arena *a, const struct catalogue *c, struct span release,
				struct span label, const char *platform)
{
	struct strings variants = { 0 };
	BUF_AUTO all = BUF_WORDS;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if (!is_wheel_of(b, release) || !is_on(b->platform, platform) ||
		    strings_has(&variants, b->variant))
			continue;
		if (span_is(label, b->variant))
			return NULL;
		strings_add(a, &variants, b->variant);
		buf_printf(&all, "%s+%s", all.n ? ", " : "", b->variant);
	}
	return all.n ? arena_str(a, buf_cstr(&all)) : NULL;
}

/* Every variant that the release has on the platform, or on some, is known. */
static bool is_whole(const struct catalogue *c, const char *release, const char *platform)
{
	int rank = catalogue_rank(c, release);

	for (size_t i = 0; rank && i < c->platforms.n; i++)
		if (is_on(c->platforms.v[i].platform, platform) &&
		    catalogue_coverage(c, CHANNEL_PYTORCH_INDEX, c->platforms.v[i].platform, rank) <
		    COVERAGE_VARIANTS)
			return false;
	return rank != 0;
}

const char *explain_label(struct arena *a, const struct catalogue *c, const char *torch,
			  const char *platform, struct captures *to)
{
	struct span label = span_of(torch ? torch : ""), release;
	const char *name, *labels = NULL;

	if (!c || !span_next(&label, '+', &release) || !is_cuda_label(label))
		return NULL;
	name = arena_span(a, release);
	if (is_whole(c, name, NULL) && (labels = other_labels(a, c, release, label, NULL)))
		platform = NULL;
	else if (platform && is_whole(c, name, platform))
		labels = other_labels(a, c, release, label, platform);
	if (!labels)
		return NULL;
	captures_add(a, to, "release", name);
	captures_add(a, to, "label", arena_span(a, label));
	captures_add(a, to, "labels", labels);
	captures_add(a, to, "label_os", platform ? platform_words(platform) : NULL);
	return platform ? "label-elsewhere" : "label-never";
}

/* The release has files for the Python: on the platform that is told, or else on all of these. */
static bool has_files(const struct catalogue *c, const char *platform, struct span release,
		      struct python py)
{
	bool some = false;

	for (size_t i = 0; i < c->platforms.n; i++) {
		const struct platform_builds *p = &c->platforms.v[i];
		bool has = false, any = false;

		if (!is_on(p->platform, platform))
			continue;
		for (size_t k = 0; k < p->n && !has; k++) {
			any |= is_wheel_of(&p->v[k], release);
			has = is_wheel_of(&p->v[k], release) &&
			      python_set_has(p->v[k].pythons, py);
		}
		if (any && !has)
			return false;
		some |= has;
	}
	return some;
}

const char *explain_no_wheel(struct arena *a, const struct catalogue *c,
			     const struct captures *facts, struct captures *to)
{
	const char *torch = captures_get(facts, "torch");
	const char *told = captures_get(facts, "told_python");
	struct span label = span_of(torch ? torch : ""), release;
	struct python py;

	if (!c || !torch || !span_next(&label, '+', &release))
		return NULL;
	if (told && python_parse(span_of(told), &py) &&
	    !has_files(c, captures_get(facts, "told_platform"), release, py))
		return NULL; /* on no index */
	if (label.n && !captures_get(facts, "index_label")) {
		captures_add(a, to, "asked", arena_span(a, release));
		captures_add(a, to, "label", arena_span(a, label));
		return "label-index";
	}
	if (label.n || !told || !python_parse(span_of(told), &py))
		return NULL;
	captures_add(a, to, "py", told);
	return "no-wheel-fits";
}

/* --- indexes --------------------------------------------------------------------------------- */

/* What the index of that variant holds, on a platform. */
static struct phrase held_by(struct arena *a, const struct platform_builds *p, const char *variant)
{
	const struct build *first = NULL, *last = NULL;
	struct python_set pythons = { 0 };

	for (size_t k = 0; p && k < p->n; k++) {
		const struct build *b = &p->v[k];

		if (b->manager != MANAGER_PIP || strcmp(b->variant, variant) != 0)
			continue;
		first = !first || b->rank < first->rank ? b : first;
		last = !last || b->rank > last->rank ? b : last;
		pythons.gil |= b->pythons.gil;
		pythons.free |= b->pythons.free;
	}
	if (!first)
		return (struct phrase){ 0 };
	return PHRASE(a, INDEX_HOLDS, SAY(variant, variant), SAY(first, first->torch),
		      SAY(last, last->rank == first->rank ? NULL : last->torch),
		      SAY(list, python_set_text(a, pythons)), SAY(platform, p->platform));
}

void explain_index(struct arena *a, const struct catalogue *c, struct meanings *m)
{
	const char *platform = captures_get(&m->facts, "told_platform");
	const char *variant = captures_get(&m->facts, "index_label");
	struct phrase held;

	if (!c || !variant)
		return;
	held = held_by(a, catalogue_builds(c, platform ? platform : PLATFORM_LINUX), variant);
	for (size_t i = 0; held.form && i < m->n; i++)
		if (strcmp(m->v[i].symptom->name, "no-index") == 0)
			m->v[i].here = phrase_append(a, FORM_LIST_SEMICOLON, m->v[i].here, held);
}

/* --- channels -------------------------------------------------------------------------------- */

/* "pyto" begins "pytorch", "default" is one letter from "defaults". */
const char *explain_channel(struct arena *a, const struct symptoms *known, const char *channel)
{
	struct span rest = span_of(symptoms_phrase(known, SPAN("channel"))), word;
	struct strings names = { 0 };

	if (!channel)
		return NULL;
	while (span_next(&rest, '|', &word))
		strings_add(a, &names, arena_span(a, word));
	if (strings_has(&names, channel))
		return NULL;
	for (size_t i = 0; i < names.n; i++)
		if (strlen(channel) > 2 && span_starts(span_of(names.v[i]), channel))
			return names.v[i];
	return opt_nearest(channel, names.v, names.n);
}

static bool is_conda_of(const struct build *b, const char *torch)
{
	return b->manager == MANAGER_CONDA && explain_is_of(b->torch, span_of(torch));
}

/* Where conda has that release: each channel and platform once; form 0: nowhere. */
static struct phrase channels_of(struct arena *a, const struct catalogue *c, const char *torch)
{
	struct phrase all = { 0 };
	struct strings seen = { 0 };

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_CONDA, b));) {
		const char *place = is_conda_of(b, torch) ?
			arena_printf(a, "%s %s", b->channel, b->platform) : NULL;

		if (!place || strings_has(&seen, place))
			continue;
		strings_add(a, &seen, place);
		all = phrase_append(a, FORM_LIST_COMMA, all,
				    PHRASE(a, SAID, SAY(text, place)));
	}
	return all;
}

static bool is_of_channel(const struct build *b)
{
	return b->manager == MANAGER_CONDA && b->cuda.major &&
	       strcmp(b->channel, CHANNEL_PYTORCH) == 0;
}

/* The CUDAs that the channel pytorch has of that torch there; the one that was asked for among
 * them: false. */
static bool find_cudas(struct arena *a, const struct platform_builds *p, const char *torch,
		       pair_t cuda, struct strings *to)
{
	for (size_t k = 0; p && k < p->n; k++) {
		const struct build *b = &p->v[k];

		if (!is_of_channel(b) || !is_conda_of(b, torch))
			continue;
		if (pair_of(b->cuda) == cuda)
			return false;
		if (!strings_has(to, pair_text(a, pair_of(b->cuda))))
			strings_add(a, to, pair_text(a, pair_of(b->cuda)));
	}
	return to->n > 0;
}

/* The last torch that the channel pytorch has of that CUDA there; NULL: it has none, its newest
 * torch is of it, too, or not all of the newer ones are known. */
static const char *last_of(const struct catalogue *c, const char *platform, pair_t cuda)
{
	const struct platform_builds *p = catalogue_builds(c, platform);
	const struct build *last = NULL;
	int newest = 0;

	for (size_t k = 0; p && k < p->n; k++) {
		const struct build *b = &p->v[k];

		if (!is_of_channel(b))
			continue;
		newest = b->rank > newest ? b->rank : newest;
		if (pair_of(b->cuda) == cuda && (!last || b->rank > last->rank))
			last = b;
	}
	for (int rank = newest; last && rank > last->rank; rank--)
		if (catalogue_coverage(c, CHANNEL_PYTORCH, platform, rank) < COVERAGE_VARIANTS)
			return NULL;
	return last && last->rank < newest ? last->torch : NULL;
}

const char *explain_pair(struct arena *a, const struct catalogue *c, const struct captures *facts,
			 struct captures *to)
{
	const char *torch = captures_get(facts, "pair_torch"), *last;
	const char *cuda = captures_get(facts, torch ? "pair_cuda" : "cudatoolkit");
	const char *platform = captures_get(facts, "told_platform");
	int rank = c && torch ? catalogue_rank(c, torch) : 0;
	struct strings have = { 0 };
	BUF_AUTO b = BUF_WORDS;

	platform = platform ? platform : PLATFORM_LINUX;
	if (!c || !cuda || !pair_parse(cuda))
		return NULL;
	last = torch ? NULL : last_of(c, platform, pair_parse(cuda));
	if (!last && (!rank ||
		      catalogue_coverage(c, CHANNEL_PYTORCH, platform, rank) < COVERAGE_VARIANTS ||
		      !find_cudas(a, catalogue_builds(c, platform), torch, pair_parse(cuda),
				  &have)))
		return NULL;
	for (size_t i = 0; i < have.n; i++)
		buf_printf(&b, "%s%s", b.n ? ", " : "", have.v[i]);
	captures_add(a, to, "last", last);
	captures_add(a, to, "torch", torch);
	captures_add(a, to, "asked_cuda", cuda);
	captures_add(a, to, "on", platform);
	captures_add(a, to, "wants", last ? NULL : arena_str(a, buf_cstr(&b)));
	return last ? "conda-cuda-last" : "conda-cuda-pair";
}

void explain_conda(struct arena *a, const struct catalogue *c, struct meanings *m)
{
	const char *torch = captures_get(&m->facts, "conda_torch");
	struct phrase held;

	if (!c || !torch || !strchr(torch, '.'))
		return;
	held = channels_of(a, c, torch);
	held = held.form ? PHRASE(a, CONDA_HOLDS, SAY(torch, torch),
				  SAY_PHRASE(list, phrase_keep(a, held))) :
			   PHRASE(a, CONDA_HOLDS_NONE, SAY(torch, torch));
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(m->v[i].symptom->name, "conda-release") == 0)
			m->v[i].here = phrase_append(a, FORM_LIST_SEMICOLON, m->v[i].here, held);
}

/* --- drivers --------------------------------------------------------------------------------- */

static struct driver of_windows(bool windows)
{
	return (struct driver){ .windows = windows };
}

/* "cu118 from 450.80.02, cu121 from 525.60.13": what the wheels of a release ask of the driver. */
static struct phrase drivers_of(struct arena *a, const struct catalogue *c, const char *torch,
				bool windows)
{
	const struct driver any = of_windows(windows);
	const struct platform_builds *p = c ? catalogue_builds(c, windows ? PLATFORM_WINDOWS :
								 PLATFORM_LINUX) : NULL;
	struct span label = span_of(torch ? torch : ""), release;
	struct phrase all = { 0 };
	struct strings seen = { 0 };

	if (!p || !span_next(&label, '+', &release) || label.n)
		return all;
	for (size_t k = 0; k < p->n; k++) {
		const struct build *b = &p->v[k];
		const char *need = driver_least(c, &any, pair_of(b->cuda));

		if (!need || !is_wheel_of(b, release) || strings_has(&seen, b->variant))
			continue;
		strings_add(a, &seen, b->variant);
		all = phrase_append(a, FORM_LIST_COMMA, all,
				    PHRASE(a, VARIANT_FROM_DRIVER, SAY(variant, b->variant),
					   SAY(need, need)));
	}
	if (!all.form)
		return all;
	return PHRASE(a, DRIVERS_OF, SAY(torch, arena_span(a, release)),
		      SAY_PHRASE(list, phrase_keep(a, all)));
}

void explain_needs(struct arena *a, const struct catalogue *c, struct meanings *m)
{
	const char *platform = captures_get(&m->facts, "told_platform");
	bool windows = platform && strcmp(platform, PLATFORM_WINDOWS) == 0;
	struct phrase needs = drivers_of(a, c, captures_get(&m->facts, "torch"), windows);

	for (size_t i = 0; needs.form && i < m->n; i++)
		if (strcmp(m->v[i].symptom->group, "unavailable") == 0)
			m->v[i].here = phrase_append(a, FORM_LIST_SEMICOLON, m->v[i].here, needs);
}

pair_t explain_cuda_wanted(const struct captures *facts)
{
	struct span label = span_of(captures_get(facts, "index_label"));
	uint64_t n;

	if (span_take(&label, "cu") && span_take_u64(&label, &n) && n >= 80 && n < 1000)
		return (pair_t)(n / 10 * 100 + n % 10);
	return pair_parse(captures_get(facts, "cudatoolkit"));
}

pair_t explain_cuda_of(const struct catalogue *c, const struct captures *facts, const char *torch,
		       bool windows)
{
	const struct platform_builds *p = catalogue_builds(c, windows ? PLATFORM_WINDOWS :
								PLATFORM_LINUX);
	struct span label = span_of(torch ? torch : ""), release;

	if (captures_get(facts, "torch_cuda"))
		return pair_parse(captures_get(facts, "torch_cuda"));
	(void)span_next(&label, '+', &release);
	if (!label.n && explain_cuda_wanted(facts))
		return explain_cuda_wanted(facts);
	if (!p || !torch)
		return 0;
	for (size_t k = 0; k < p->n; k++) {
		const struct build *b = &p->v[k];

		if (is_wheel_of(b, release) &&
		    (label.n ? span_is(label, b->variant) : b->is_default))
			return pair_of(b->cuda);
	}
	return 0;
}

bool explain_old_driver(struct arena *a, const struct catalogue *c, const struct host *h,
			const struct captures *facts, struct captures *to)
{
	const char *torch = captures_get(facts, "torch"), *need;
	const struct driver d = driver_of(c, h);
	pair_t cuda;

	torch = torch ? torch : h->torch.version;
	if (!d.version || d.l4t)
		return false;
	cuda = explain_cuda_of(c, facts, torch, d.windows);
	need = cuda ? driver_least(c, &d, cuda) : NULL;
	if (!need || driver_takes(c, &d, cuda) != SUPPORT_NONE)
		return false;
	if (torch)
		captures_add(a, to, "torch", torch);
	captures_add(a, to, "torch_cuda", pair_text(a, cuda));
	captures_add(a, to, "need", need);
	captures_add(a, to, "driver", d.version);
	return true;
}
