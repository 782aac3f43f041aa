/* Messages that have several causes, made sharp by what the catalogue knows of the torch and of the
 * driver that the text names. */
#include <string.h>

#include "base/buf.h"
#include "base/opt.h"
#include "explain/explain_private.h"
#include "fact/platform.h"
#include "fact/row.h"
#include "plan/driver.h"

/* --- builds ---------------------------------------------------------------------------------- */

/* "cu118"; 0 for what is of no CUDA ("cpu", "rocm6.2"). */
static bool is_cuda_label(struct span s)
{
	return span_take(&s, "cu") && s.n && (ascii_digit(s.p[0]) || span_starts(s, "da"));
}

struct strings explain_variants(struct arena *a, const struct catalogue *c, struct span release,
				const char *platform, const char *glibc)
{
	struct strings ret = { 0 };

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, NULL, b));)
		if (explain_is_wheel(b, release) && explain_is_on(b, platform, glibc))
			strings_add_once(a, &ret, b->variant);
	return ret;
}

/* Every variant that the release has there, NULL: on any platform, is known. */
static bool is_whole(const struct catalogue *c, const char *release, const char *platform)
{
	int rank = catalogue_rank(c, release);
	bool some = false;

	for (size_t i = 0; rank && i < c->platforms.n; i++) {
		const char *one = c->platforms.v[i].platform;

		if (platform && strcmp(one, platform) != 0)
			continue;
		some = true;
		if (catalogue_coverage(c, CHANNEL_PYTORCH_INDEX, one, rank) < COVERAGE_VARIANTS)
			return false;
	}
	return some;
}

/* The facts release, label and labels, where no wheel of that release has that label on the
 * platform, NULL: on any; label_on is that platform, where another one has it. */
static void find_label(struct arena *a, const struct catalogue *c, const char *torch,
		   const char *platform, struct captures *to)
{
	struct span label = span_of(torch ? torch : ""), release;
	struct strings here;
	const char *name, *asked;
	BUF_AUTO b = BUF_WORDS;

	if (!c || !span_next(&label, '+', &release) || !is_cuda_label(label))
		return;
	name = arena_span(a, release);
	asked = arena_span(a, label);
	platform = platform && catalogue_read(c, platform) ? platform : NULL;
	here = explain_variants(a, c, release, platform, NULL);
	if (strings_has(&here, asked) || !is_whole(c, name, platform))
		return;
	for (size_t i = 0; i < here.n; i++)
		buf_printf(&b, "%s+%s", b.n ? ", " : "", here.v[i]);
	if (!b.n)
		return;
	here = explain_variants(a, c, release, NULL, NULL);
	captures_add(a, to, "release", name);
	captures_add(a, to, "label", asked);
	captures_add(a, to, "labels", arena_str(a, buf_cstr(&b)));
	captures_add(a, to, "label_on",
		     strings_has(&here, asked) ? platform_words(platform) : NULL);
}

/* Where the wheels of that release and label are, NULL: of any CUDA; NULL: it is not known. */
static const char *index_of(const struct catalogue *c, const char *release, const char *label)
{
	const struct build *b = FIRST_WHEEL(x, c, NULL,
		explain_is_wheel(x, span_of(release)) && x->index_url &&
		(label ? strcmp(label, x->variant) == 0 : x->cuda.major > 0));

	return b ? b->index_url : NULL;
}

/* The index of that variant has files for the Python there; NULL: on Linux. */
static bool index_has_files(const struct catalogue *c, const char *platform, const char *variant,
			    struct python py)
{
	return FIRST_WHEEL(b, c, platform ? platform : PLATFORM_LINUX,
			   strcmp(b->variant, variant) == 0 && python_set_has(b->pythons, py));
}

/* --- indexes --------------------------------------------------------------------------------- */

/* No file was found of a torch, or of an index, that has some: the row that the facts choose, with
 * its own facts; NULL: they choose none. */
static const char *no_wheel(struct arena *a, const struct catalogue *c, const struct symptom *s,
			    const struct captures *facts, struct captures *to)
{
	bool none = explain_is_group(s, "no-index"); /* not even one that PyPI has */
	const char *torch = captures_get(facts, "torch");
	const char *told = captures_get(facts, "told_python");
	const char *index = captures_get(facts, "index_label");
	const char *platform = captures_get(facts, "told_platform");
	struct span label = span_of(torch ? torch : ""), release;
	struct python py;
	bool known = told && python_parse(span_of(told), &py);

	(void)span_next(&label, '+', &release);
	if (captures_get(facts, "bits"))
		return "windows-32";
	if (!c || (known && torch && !explain_has_files(c, platform, release, py)))
		return NULL; /* on no index */
	if (label.n && !index && !none) {
		captures_add(a, to, "asked", arena_span(a, release));
		captures_add(a, to, "label", arena_span(a, label));
		return "label-index";
	}
	if (!known || !(torch || (index && index_has_files(c, platform, index, py))))
		return NULL;
	captures_add(a, to, "py", told);
	captures_add(a, to, "torch", torch ? torch : arena_printf(a, "of %s", index));
	captures_add(a, to, "index", torch ? index_of(c, arena_span(a, release), label.n ?
						      arena_span(a, label) : index) :
					     row_index(a, index));
	return "no-wheel-fits";
}

/* What the index of that variant holds, on a platform. */
static struct phrase held_by(struct arena *a, const struct catalogue *c, const char *platform,
			     const char *variant)
{
	const struct build *first = NULL, *last = NULL;
	struct python_set pythons = { 0 };

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, platform, b));) {
		if (strcmp(b->variant, variant) != 0)
			continue;
		explain_widen(b, &first, &last);
		pythons = python_set_either(pythons, b->pythons);
	}
	if (!first)
		return (struct phrase){ 0 };
	return PHRASE(a, INDEX_HOLDS, SAY(variant, variant), SAY(first, first->torch),
		      SAY(last, last->rank == first->rank ? NULL : last->torch),
		      SAY(list, python_set_text(a, pythons)),
		      SAY(platform, platform_words(platform)));
}

void explain_index(struct arena *a, const struct catalogue *c, struct meanings *m)
{
	const char *platform = captures_get(&m->facts, "told_platform");
	const char *variant = captures_get(&m->facts, "index_label");
	struct phrase held;

	if (!variant)
		return;
	held = held_by(a, c, platform ? platform : PLATFORM_LINUX, variant);
	explain_here(a, m, "no-index", held);
}

/* --- channels -------------------------------------------------------------------------------- */

/* The channel that a name is spelled nearly as ("pyto"); NULL: it is one, or none is near. */
static const char *near_channel(struct arena *a, const struct symptoms *known, const char *channel)
{
	struct span rest = span_of(symptoms_phrase(known, SPAN("channel"))), word;
	struct strings names = { 0 };

	if (!channel)
		return NULL;
	while (span_next(&rest, '|', &word))
		strings_add(a, &names, arena_span(a, word));
	if (strings_has(&names, channel))
		return NULL;
	return FIRST_TELLS(x, names, strlen(channel) > 2 &&
		span_starts(span_of(*x), channel), *x, opt_nearest(channel, names.v, names.n));
}

/* What conda was asked for. */
struct conda_ask {
	struct span torch;
	const char *platform; /* NULL: any */
	pair_t cuda;          /* 0: any */
	struct python python; /* major 0: any */
};

enum { MEETS_NOTHING, MEETS_TORCH, MEETS_PLATFORM, MEETS_CUDA, MEETS_ALL };

/* How far a build of conda is what was asked for, in that order. */
static int meets(const struct build *b, const struct conda_ask *ask)
{
	if (!b->cuda.major || !explain_is_of(b->torch, ask->torch))
		return MEETS_NOTHING;
	if (ask->platform && strcmp(b->platform, ask->platform) != 0)
		return MEETS_TORCH;
	if (ask->cuda && pair_of(b->cuda) != ask->cuda)
		return MEETS_PLATFORM;
	return ask->python.major && !python_set_has(b->pythons, ask->python) &&
			       !python_set_has(b->pythons_unknown, ask->python) ?
		       MEETS_CUDA : MEETS_ALL;
}

/* Of the builds that meet the most: each channel, platform and CUDA once, and their Pythons. */
struct conda_held {
	int most;
	bool whole; /* no other builds are there, as far as their tables tell */
	struct phrase places;
	struct python_set pythons;
};

static struct conda_held held_by_conda(struct arena *a, const struct catalogue *c,
				       const struct conda_ask *ask)
{
	struct conda_held ret = { .whole = true };
	struct strings seen = { 0 };

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_CONDA, NULL, b));) {
		int met = meets(b, ask);
		const char *place = !met || met < ret.most ? NULL : arena_printf(a, "%s %s CUDA %s",
			b->channel, b->platform, pair_text(a, pair_of(b->cuda)));

		if (place && met > ret.most) {
			ret = (struct conda_held){ .most = met, .whole = ret.whole };
			seen.n = 0;
		}
		ret.whole &= !met || catalogue_coverage(c, b->channel, b->platform, b->rank) >=
					     COVERAGE_BUILDS;
		if (!place)
			continue;
		ret.pythons = python_set_either(ret.pythons, b->pythons);
		if (!strings_has(&seen, place))
			ret.places = phrase_append(a, FORM_LIST_COMMA, ret.places,
						   PHRASE(a, SAID, SAY(text, place)));
		strings_add_once(a, &seen, place);
	}
	return ret;
}

void explain_conda(struct arena *a, const struct catalogue *c, struct meanings *m)
{
	static const char *const lacking[] = { [MEETS_PLATFORM] = "conda-cuda-pair",
					       [MEETS_CUDA] = "conda-python", [MEETS_ALL] = NULL };
	const char *asked = captures_get(&m->facts, "conda_torch");
	const char *torch = asked ? asked : captures_get(&m->facts, "torch"), *name;
	const char *python = captures_get(&m->facts, "told_python");
	struct conda_ask ask = { .torch = span_of(torch ? torch : ""),
				 .platform = captures_get(&m->facts, "told_platform"),
				 .cuda = pair_parse(captures_get(&m->facts, "cudatoolkit")) };
	struct captures own = { 0 };
	struct conda_held held;

	if (!c || !torch || !strchr(torch, '.'))
		return;
	if (python)
		(void)python_parse(span_of(python), &ask.python);
	held = held_by_conda(a, c, &ask);
	name = held.whole || (held.most == MEETS_CUDA && /* nor has PyPI or the index */
			      !explain_has_files(c, ask.platform, ask.torch, ask.python)) ?
		       lacking[held.most] : NULL;
	captures_add(a, &own, "torch", torch);
	captures_add(a, &own, "package", arena_printf(a, "pytorch %s", torch));
	captures_add(a, &own, "python_asked", python);
	EACH(struct meaning, one, *m)
		if (name && explain_is_about(m, one->symptom, "about-channel"))
			explain_words(a, one, explain_symptom(m->known, name), &own, &m->facts);
	if (held.most == MEETS_CUDA)
		held.places = PHRASE(a, SAID, SAY(text, python_set_text(a, held.pythons)));
	held.places = held.most == MEETS_CUDA ?
			      PHRASE(a, PYTHONS_OF, SAY(torch, torch),
				     SAY_PHRASE(list, phrase_keep(a, held.places))) :
		      held.most ? PHRASE(a, CONDA_HOLDS, SAY(torch, torch),
					 SAY_PHRASE(list, phrase_keep(a, held.places))) :
				  PHRASE(a, CONDA_HOLDS_NONE, SAY(torch, torch));
	if (name)
		explain_here(a, m, name, held.places);
	explain_here(a, m, asked ? "conda-release" : "solver-cpu", held.places);
	if (!name) {
		explain_here(a, m, "conda-missing", held.places);
		explain_here(a, m, "conda-unsat", held.places);
	}
}

/* --- which of them it is --------------------------------------------------------------------- */

bool explain_is_among(const struct symptoms *known, const char *class, const char *word)
{
	struct span words = span_of(symptoms_phrase(known, span_of(class))), one;

	while (span_next(&words, '|', &one))
		if (span_is(one, word))
			return true;
	return false;
}

bool explain_is_about(const struct meanings *m, const struct symptom *s, const char *what)
{
	return explain_is_among(m->known, what, s->name);
}

/* No file was found of a build that is not there; a torch without a label is of the index. */
static bool never_was(struct arena *a, const struct catalogue *c, const struct symptom *s,
		      const struct captures *facts, struct captures *own)
{
	const char *torch = captures_get(facts, "torch");
	const char *label = captures_get(facts, "index_label");

	if (!explain_is_group(s, "no-wheel-for-python") && !explain_is_group(s, "no-index"))
		return false;
	if (torch && label && !strchr(torch, '+'))
		torch = arena_printf(a, "%s+%s", torch, label);
	find_label(a, c, torch, captures_get(facts, "told_platform"), own);
	return captures_get(own, "labels") != NULL;
}

bool explain_never(struct arena *a, const struct catalogue *c, struct captures *facts)
{
	find_label(a, c, captures_get(facts, "torch"), NULL, facts);
	return captures_get(facts, "labels") != NULL;
}

/* A library of the CUDA that the torch of PyPI is built for, which has it from the packages of
 * NVIDIA: from 1.13.0 on (its METADATA). */
static bool is_of_torch(struct arena *a, const struct catalogue *c, const struct symptom *s,
			const struct captures *facts)
{
	const char *torch = captures_get(facts, "torch"), *of = captures_get(facts, "lib_of");
	struct span cuda = span_of(of ? of : "");

	return strcmp(s->name, "soname") == 0 && c && torch && span_take(&cuda, "CUDA ") &&
	       catalogue_rank(c, torch) >= catalogue_rank(c, "1.13.0") &&
	       FIRST_WHEEL(b, c, PLATFORM_LINUX,
			   b->is_default && explain_is_wheel(b, span_of(torch)) &&
			   span_is(cuda, arena_printf(a, "%u", b->cuda.major)));
}

const struct symptom *explain_meant(struct arena *a, const struct symptoms *known,
				    const struct catalogue *c, const struct symptom *s,
				    const struct captures *facts, struct captures *own)
{
	const char *name = NULL;
	const struct symptom *other;

	/* torch warns of every number out of its list, also where it holds code that runs */
	if (explain_is_group(s, "arch-missing") && explain_is_served(c, own))
		name = "arch-runs";
	else if (never_was(a, c, s, facts, own))
		name = captures_get(own, "label_on") ? "label-elsewhere" : "label-never";
	else if (is_of_torch(a, c, s, facts))
		name = "wheel-lib-path";
	else if (strcmp(s->name, "no-wheel") == 0 || strcmp(s->name, "no-index") == 0)
		name = no_wheel(a, c, s, facts, own);
	else if (captures_get(own, "channel"))
		captures_add(a, own, "nearest",
			     near_channel(a, known, captures_get(own, "channel")));
	if (captures_get(own, "nearest"))
		name = "channel-unknown";
	other = name ? explain_symptom(known, name) : NULL;
	other = other ? other : s;
	if (c && strcmp(other->name, "label-index") == 0)
		captures_add(a, own, "index", index_of(c, captures_get(own, "asked"),
						       captures_get(own, "label")));
	return other;
}
