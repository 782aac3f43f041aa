/* Questions that the wheels of the catalogue answer: which are there of a release, of a CUDA, for a
 * Python, and what goes with them. */
#include <string.h>

#include "base/sort.h"
#include "explain/asked_private.h"
#include "fact/platform.h"
#include "know/driver_release.h"
#include "know/spelling.h"

enum { TEXT_MOST = 16384 };

size_t asked_number_end(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) ||
			   (n && s.p[n] == '.' && n + 1 < s.n && ascii_digit(s.p[n + 1]))))
		n++;
	return n;
}

struct span asked_number(struct span low, const char *word)
{
	ptrdiff_t at;

	while ((at = span_find(low, word)) >= 0) {
		struct span s = low = span_from(low, (size_t)at + strlen(word));

		while (s.n && (span_take(&s, "version") || span_take(&s, "is ") ||
			       strchr(" =:-_v", s.p[0]) || (unsigned char)s.p[0] >= 0x80))
			s = span_from(s, s.n && !ascii_digit(s.p[0]));
		if (asked_number_end(s))
			return span_sub(s, 0, asked_number_end(s));
	}
	return (struct span){ "", 0 };
}

struct phrase asked_builds(struct arena *a, const struct catalogue *c, const char *cuda)
{
	const struct build *first = NULL, *last = NULL;
	struct driver_need need = { 0 };
	pair_t asked = pair_parse(cuda);
	struct err e;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if (pair_of(b->cuda) != asked)
			continue;
		first = !first || b->rank < first->rank ? b : first;
		last = !last || b->rank > last->rank ? b : last;
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

/* "2.6" behind a word: the newest of its releases; NULL: none is named. torchaudio has torch's. */
static const char *release_behind(const struct catalogue *c, struct span low, const char *word)
{
	struct span s = asked_number(low, word);

	for (size_t i = c->releases.n; s.n > 2 && i-- > 0;)
		if (explain_is_of(c->releases.v[i], s))
			return c->releases.v[i];
	return NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The CUDAs that wheels of the release are made for, or whether that one is among them; of the
 * platform, where it is told. */
static struct phrase of_release(struct arena *a, const struct catalogue *c, const char *torch,
				const char *cuda, const char *on)
{
	struct phrase all = { 0 };
	struct strings seen = { 0 };
	const char *plain = NULL;
	bool has = false, whole = torch && catalogue_coverage(c, CHANNEL_PYTORCH_INDEX,
		on ? on : PLATFORM_LINUX, catalogue_rank(c, torch)) >= COVERAGE_BUILDS;

	for (const struct build *b = NULL; torch && (b = explain_next(c, MANAGER_PIP, b));) {
		if (strcmp(b->torch, torch) != 0 || (on && strcmp(b->platform, on) != 0))
			continue;
		has |= cuda && pair_of(b->cuda) == pair_parse(cuda);
		if (b->is_default && b->cuda.major && strcmp(b->platform, PLATFORM_LINUX) == 0)
			plain = pair_text(a, pair_of(b->cuda));
		if (!strings_has(&seen, b->variant))
			strings_add(a, &seen, b->variant);
	}
	sort_stable(seen.v, seen.n, sizeof *seen.v, by_name);
	for (size_t i = 0; i < seen.n; i++)
		all = phrase_append(a, FORM_LIST_COMMA, all,
				    PHRASE(a, SAID, SAY(text, seen.v[i])));
	if (!all.form)
		return all;
	if (has)
		return PHRASE(a, ASKED_HAS, SAY(torch, torch), SAY(cuda, cuda));
	if (cuda && whole)
		return PHRASE(a, ASKED_HAS_NOT, SAY(torch, torch), SAY(cuda, cuda),
			      SAY_PHRASE(list, phrase_keep(a, all)));
	return PHRASE(a, ASKED_VARIANTS, SAY(torch, torch), SAY_PHRASE(list, phrase_keep(a, all)),
		      SAY(cuda, plain));
}

/* The first and the last torch that has wheels for a Python. */
static struct phrase of_python(struct arena *a, const struct catalogue *c, struct span low)
{
	struct span s = asked_number(low, "python");
	const struct build *first = NULL, *last = NULL;
	struct phrase none = { 0 };
	struct python wanted;

	if (!python_parse(s, &wanted))
		return none;
	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if (!python_set_has(b->pythons, wanted))
			continue;
		first = !first || b->rank < first->rank ? b : first;
		last = !last || b->rank > last->rank ? b : last;
	}
	if (!first)
		return PHRASE(a, ASKED_NO_PYTHON, SAY(version, arena_span(a, s)));
	return PHRASE(a, ASKED_PYTHON, SAY(version, arena_span(a, s)), SAY(first, first->torch),
		      SAY(last, first->rank == last->rank ? NULL : last->torch));
}

/* The Pythons of a torch, and whether the one that is named is among them: on that platform, or
 * else on Linux as on Windows. */
static struct phrase of_both(struct arena *a, const struct catalogue *c, const char *torch,
			     struct span low, const char *platform)
{
	struct phrase all = explain_pythons(a, c, torch, platform);
	const struct phrase *what;
	struct python wanted;
	bool has;

	if (!all.form || !python_parse(asked_number(low, "python"), &wanted))
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
static const char *torch_of_companion(const struct catalogue *c, struct span low)
{
	struct span vision = asked_number(low, "torchvision");
	struct span audio = asked_number(low, "torchaudio");

	const struct build *newest = NULL;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if ((explain_is_of(b->torchvision, vision) ||
		     explain_is_of(b->torchaudio, audio)) && (!newest || b->rank > newest->rank))
			newest = b;
	}
	return newest ? newest->torch : NULL;
}

void explain_companion(struct arena *a, const struct catalogue *c, struct span text,
		       struct meanings *m)
{
	const char *torch = captures_get(&m->facts, "torch"), *own;
	struct span low = spelling_lower(a, span_sub(text, 0, TEXT_MOST));
	struct span vision = asked_number(low, "torchvision"), label = span_of(torch ? torch : "");
	struct span release = label;
	bool fits;

	own = c ? torch_of_companion(c, low) : NULL;
	if (!own || !vision.n)
		return;
	(void)span_next(&label, '+', &release);
	fits = torch && span_is(release, own);
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(m->v[i].symptom->name, "vision-nms") == 0 ||
		    (!fits && strcmp(m->v[i].symptom->name, "no-wheel-other") == 0))
			m->v[i].answer = phrase_make(a, fits ? FORM_VISION_FITS : FORM_VISION_OF,
				(struct fact[]){ { 0 }, SAY(have, arena_span(a, vision)),
						 SAY(torch, own) }, 3);
}

struct phrase asked_wheels(struct arena *a, const struct catalogue *c,
			       const struct meanings *all, const struct symptom *s, struct span low,
			       const struct asked *q)
{
	const char *torch = release_behind(c, low, "torch"), *other;
	bool builds = explain_is_about(all, s, "about-builds");
	struct phrase ret = { 0 };

	if (explain_is_about(all, s, "about-releases") || (q->cuda && builds && torch))
		return of_release(a, c, torch, q->whole ? q->cuda : NULL,
				  captures_get(&all->facts, "told_platform"));
	if (q->cuda && q->whole && builds)
		return asked_builds(a, c, q->cuda);
	if (explain_is_about(all, s, "about-companions")) {
		other = torch_of_companion(c, low);
		other = other ? other : torch ? torch : release_behind(c, low, "torchaudio");
		return of_companions(a, c, other);
	}
	if (!explain_is_about(all, s, "about-python"))
		return ret;
	ret = of_both(a, c, torch, low, captures_get(&all->facts, "told_platform"));
	return ret.form ? ret : of_python(a, c, low);
}
