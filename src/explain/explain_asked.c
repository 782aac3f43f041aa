/* Questions that name a driver, a CUDA, a torch or a Python: the answer by their numbers. */
#include <string.h>

#include "base/sort.h"
#include "explain/explain_private.h"
#include "fact/platform.h"
#include "know/driver_release.h"
#include "know/spelling.h"

/* What a question names. */
struct asked {
	const char *driver; /* "535", "550.54.14" */
	const char *cuda;   /* "12.8"; "13.0" of "CUDA 13" */
	bool whole;         /* with its minor number */
	const char *shown;  /* the CUDA that the driver is said to show; NULL: none */
};

static size_t number_end(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) ||
			   (n && s.p[n] == '.' && n + 1 < s.n && ascii_digit(s.p[n + 1]))))
		n++;
	return n;
}

/* The number behind the first such word that has one: "driver version 535", "驱动是 550.54". */
static struct span number_behind(struct span low, const char *word)
{
	ptrdiff_t at;

	while ((at = span_find(low, word)) >= 0) {
		struct span s = low = span_from(low, (size_t)at + strlen(word));

		while (s.n && (strchr(" =:-_v", s.p[0]) || (unsigned char)s.p[0] >= 0x80))
			s = span_take(&s, "version") ? s : span_from(s, 1);
		if (number_end(s))
			return span_sub(s, 0, number_end(s));
	}
	return (struct span){ "", 0 };
}

/* "535", "550.54.14" */
static bool is_driver(struct span s)
{
	return s.n >= 3 && (s.n == 3 || s.p[3] == '.');
}

/* Three digits, or more behind them: no CUDA and no release of torch. A number alone is one. */
static const char *driver_in(struct arena *a, struct span low)
{
	static const char *const words[] = { "driver", "驱动", "nvidia" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct span s = number_behind(low, words[i]);

		if (is_driver(s))
			return arena_span(a, s);
	}
	return is_driver(low) && number_end(low) == low.n ? arena_span(a, low) : NULL;
}

static bool is_cuda(struct span s)
{
	ptrdiff_t dot = span_find_char(s, '.');

	return s.n && s.n <= 5 && (dot < 0 ? s.n <= 2 : dot <= 2);
}

/* "cuda 12.8", "cuda12.8", "cu128" */
static void find_cuda(struct arena *a, struct span low, struct asked *to)
{
	struct span s = number_behind(low, "cuda"), label = number_behind(low, "cu");

	to->whole = true;
	if (is_cuda(s)) {
		to->whole = span_find_char(s, '.') > 0;
		to->cuda = arena_printf(a, to->whole ? "%s" : "%s.0", arena_span(a, s));
	} else if (label.n == 3 && span_find_char(label, '.') < 0) {
		to->cuda = arena_printf(a, "%.2s.%c", label.p, label.p[2]);
	}
}

/* "nvidia-smi shows CUDA 12.2, can I install cu124": the CUDA of the driver, and behind it the one
 * that is asked about. */
static void find_shown(struct arena *a, struct span low, struct asked *to)
{
	static const char *const words[] = { "nvidia-smi", "driver", "驱动" };
	enum { NEAR_DRIVER = 48 };

	for (size_t i = 0; !to->shown && i < sizeof words / sizeof *words; i++) {
		ptrdiff_t at = span_find(low, words[i]);
		struct asked near = { 0 }, rest = { 0 };
		struct span behind = span_from(low, at < 0 ? low.n : (size_t)at);

		find_cuda(a, span_sub(behind, 0, NEAR_DRIVER), &near);
		if (!near.cuda || !near.whole)
			continue;
		at = span_find(behind, near.cuda);
		find_cuda(a, span_from(behind, at < 0 ? behind.n : (size_t)at + 4), &rest);
		if (!rest.cuda)
			continue;
		to->shown = near.cuda;
		to->cuda = rest.cuda;
	}
}

/* "535" is the newest that is known of it. */
static const char *release_of(struct matrix *m, struct arena *a, const char *driver,
			      enum driver_os os)
{
	const char *newest;
	struct err e;

	if (driver_number_check(m, a, span_of(driver), os, &e))
		return NULL;
	return strchr(driver, '.') || driver_newest(m, a, span_of(driver), os, &newest, &e) ?
		       driver : newest;
}

/* What all that the CUDA does asks for; NULL: no more than to run. */
static const char *full_of(const struct driver_need *need)
{
	return need->toolkit && strcmp(need->toolkit, need->least) != 0 ? need->toolkit : NULL;
}

/* The newest torch with wheels of a CUDA up to `cuda`; NULL: none. */
static const struct build *newest_of(const struct catalogue *c, pair_t cuda)
{
	const struct build *last = NULL;

	for (size_t i = 0; i < c->platforms.n; i++)
		for (size_t k = 0; k < c->platforms.v[i].n; k++) {
			const struct build *b = &c->platforms.v[i].v[k];

			if (b->manager != MANAGER_PIP || !b->cuda.major || pair_of(b->cuda) > cuda)
				continue;
			if (!last || b->rank > last->rank ||
			    (b->rank == last->rank && pair_of(b->cuda) > pair_of(last->cuda)))
				last = b;
		}
	return last;
}

/* What a driver takes, and the newest torch of that. */
static struct phrase most_of(struct arena *a, const struct catalogue *c, const char *driver,
			     const struct driver_branch *branch, const char *have)
{
	pair_t cuda = pair_parse(branch->cuda);
	struct driver_need need = { 0 };
	const struct build *last;
	struct err e;
	bool minor = driver_need(c->matrix, a, span_of(branch->cuda), DRIVER_LINUX, &need,
				 &e) == 0 && need.minor && driver_at_least(have, need.minor);

	last = newest_of(c, minor ? cuda / 100 * 100 + 99 : cuda);
	return PHRASE(a, ASKED_MOST, SAY(have, driver), SAY(last, branch->cuda),
		      SAY(first, minor ? arena_printf(a, "%d", cuda / 100) : NULL),
		      SAY(torch, last ? last->torch : NULL),
		      SAY(variant, last ? last->variant : NULL));
}

/* A CUDA on a driver that shows another. */
static struct phrase of_shown(struct matrix *m, struct arena *a, const struct asked *q,
			      enum driver_os os)
{
	pair_t shown = pair_parse(q->shown), cuda = pair_parse(q->cuda);
	struct driver_need need = { 0 };
	struct phrase none = { 0 };
	struct err e;

	if (!shown || !cuda || driver_need(m, a, span_of(q->cuda), os, &need, &e) != 0)
		return none;
	if (cuda <= shown)
		return PHRASE(a, ASKED_SHOWN_DIRECT, SAY(have, q->shown), SAY(cuda, q->cuda));
	return phrase_make(a, cuda / 100 == shown / 100 && need.minor ? FORM_ASKED_SHOWN_MINOR :
									FORM_ASKED_SHOWN_OLD,
			   (struct fact[]){ { 0 }, SAY(have, q->shown), SAY(cuda, q->cuda),
					    SAY(need, need.least) }, 4);
}

static struct phrase of_driver(struct matrix *m, struct arena *a, const struct catalogue *c,
			       const struct asked *q, enum driver_os os)
{
	const char *have = q->driver ? release_of(m, a, q->driver, os) : NULL;
	struct driver_branch branch = { 0 };
	struct driver_need need = { 0 };
	struct phrase none = { 0 };
	struct err e;
	bool known = q->cuda && driver_need(m, a, span_of(q->cuda), os, &need, &e) == 0;

	if (have && (driver_branch(m, a, span_of(have), os, &branch, &e) || !branch.cuda ||
		     !branch.listed))
		return none;
	if (!have)
		return known ? PHRASE(a, ASKED_NEED, SAY(cuda, q->cuda), SAY(need, need.least),
				      SAY(driver, full_of(&need))) : none;
	if (!q->cuda)
		return most_of(a, c, q->driver, &branch, have);
	if (pair_parse(branch.cuda) >= pair_parse(q->cuda))
		return PHRASE(a, ASKED_DIRECT, SAY(have, q->driver), SAY(last, branch.cuda));
	if (!known)
		return none;
	return phrase_make(a, driver_at_least(have, need.least) ? FORM_ASKED_MINOR : FORM_ASKED_OLD,
			   (struct fact[]){ { 0 }, SAY(cuda, q->cuda), SAY(need, need.least),
					    SAY(have, q->driver) }, 4);
}

/* The first and the last torch whose wheels are made for that CUDA. */
static struct phrase of_builds(struct arena *a, const struct catalogue *c, const char *cuda)
{
	const struct build *first = NULL, *last = NULL;
	pair_t asked = pair_parse(cuda);

	for (size_t i = 0; i < c->platforms.n; i++)
		for (size_t k = 0; k < c->platforms.v[i].n; k++) {
			const struct build *b = &c->platforms.v[i].v[k];

			if (b->manager != MANAGER_PIP || pair_of(b->cuda) != asked)
				continue;
			first = !first || b->rank < first->rank ? b : first;
			last = !last || b->rank > last->rank ? b : last;
		}
	if (!first)
		return PHRASE(a, ASKED_NO_BUILD, SAY(cuda, cuda));
	return PHRASE(a, ASKED_BUILDS, SAY(cuda, cuda), SAY(first, first->torch),
		      SAY(last, first->rank == last->rank ? NULL : last->torch));
}

/* "2.6" behind a word: the newest of its releases; NULL: none is named. torchaudio has torch's. */
static const char *release_behind(struct arena *a, const struct catalogue *c, struct span low,
				  const char *word)
{
	struct span s = number_behind(low, word);

	for (size_t i = c->releases.n; s.n > 2 && i-- > 0;) {
		struct span one = span_of(c->releases.v[i]);

		if (span_take(&one, arena_span(a, s)) && (!one.n || one.p[0] == '.'))
			return c->releases.v[i];
	}
	return NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The CUDAs that wheels of the release are made for, or whether that one is among them. */
static struct phrase of_release(struct arena *a, const struct catalogue *c, const char *torch,
				const char *cuda)
{
	struct phrase all = { 0 };
	struct strings seen = { 0 };
	bool has = false, whole = torch && catalogue_coverage(c, CHANNEL_PYTORCH_INDEX,
		PLATFORM_LINUX, catalogue_rank(c, torch)) >= COVERAGE_BUILDS;

	for (size_t i = 0; torch && i < c->platforms.n; i++)
		for (size_t k = 0; k < c->platforms.v[i].n; k++) {
			const struct build *b = &c->platforms.v[i].v[k];

			if (b->manager != MANAGER_PIP || strcmp(b->torch, torch) != 0)
				continue;
			has |= cuda && pair_of(b->cuda) == pair_parse(cuda);
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
	return PHRASE(a, ASKED_VARIANTS, SAY(torch, torch), SAY_PHRASE(list, phrase_keep(a, all)));
}

/* The first and the last torch that has wheels for a Python. */
static struct phrase of_python(struct arena *a, const struct catalogue *c, struct span low)
{
	struct span s = number_behind(low, "python");
	const struct build *first = NULL, *last = NULL;
	struct phrase none = { 0 };
	struct python wanted;

	if (!python_parse(s, &wanted))
		return none;
	for (size_t i = 0; i < c->platforms.n; i++)
		for (size_t k = 0; k < c->platforms.v[i].n; k++) {
			const struct build *b = &c->platforms.v[i].v[k];

			if (b->manager != MANAGER_PIP || !python_set_has(b->pythons, wanted))
				continue;
			first = !first || b->rank < first->rank ? b : first;
			last = !last || b->rank > last->rank ? b : last;
		}
	if (!first)
		return PHRASE(a, ASKED_NO_PYTHON, SAY(version, arena_span(a, s)));
	return PHRASE(a, ASKED_PYTHON, SAY(version, arena_span(a, s)), SAY(first, first->torch),
		      SAY(last, first->rank == last->rank ? NULL : last->torch));
}

/* The torchvision and the torchaudio that go with a release of torch. */
static struct phrase of_companions(struct arena *a, const struct catalogue *c, const char *torch)
{
	for (size_t i = 0; torch && i < c->platforms.n; i++)
		for (size_t k = 0; k < c->platforms.v[i].n; k++) {
			const struct build *b = &c->platforms.v[i].v[k];

			if (b->manager == MANAGER_PIP && strcmp(b->torch, torch) == 0 &&
			    b->torchvision)
				return PHRASE(a, ASKED_COMPANIONS, SAY(torch, torch),
					      SAY(have, b->torchvision),
					      SAY(other, b->torchaudio));
		}
	return (struct phrase){ 0 };
}

/* The torch that a torchvision belongs to; NULL: no release is named, or none has it. */
static const char *torch_of_vision(struct arena *a, const struct catalogue *c, struct span low)
{
	struct span s = number_behind(low, "torchvision");
	const char *vision = s.n > 2 ? arena_span(a, s) : "";

	for (size_t i = 0; *vision && i < c->platforms.n; i++)
		for (size_t k = c->platforms.v[i].n; k-- > 0;) {
			const struct build *b = &c->platforms.v[i].v[k];

			if (b->torchvision && strcmp(b->torchvision, vision) == 0)
				return b->torch;
		}
	return NULL;
}

/* By the driver: what it takes, whether it takes a CUDA, what a CUDA needs. */
static struct phrase of_drivers(struct arena *a, struct matrix *m, const struct catalogue *c,
				const struct captures *facts, const struct asked *q)
{
	const char *platform = captures_get(facts, "told_platform");
	enum driver_os os = platform && strcmp(platform, PLATFORM_WINDOWS) == 0 ?
				    DRIVER_WINDOWS : DRIVER_LINUX;
	struct phrase ret;

	if (q->shown)
		return of_shown(m, a, q, os);
	ret = of_driver(m, a, c, q, os);
	return ret.form || platform ? ret : of_driver(m, a, c, q, DRIVER_WINDOWS);
}

/* By the catalogue: wheels of a release, of a CUDA, for a Python, and what goes with them. */
static struct phrase of_wheels(struct arena *a, const struct catalogue *c,
			       const struct meanings *all, const struct symptom *s, struct span low,
			       const struct asked *q)
{
	const char *torch = release_behind(a, c, low, "torch"), *other;
	bool builds = explain_is_about(all, s, "about-builds");
	struct phrase ret = { 0 };

	if (explain_is_about(all, s, "about-releases") || (q->cuda && builds && torch))
		return of_release(a, c, torch, q->whole ? q->cuda : NULL);
	if (q->cuda && q->whole && builds)
		return of_builds(a, c, q->cuda);
	if (explain_is_about(all, s, "about-companions")) {
		other = torch_of_vision(a, c, low);
		other = other ? other : torch ? torch : release_behind(a, c, low, "torchaudio");
		return of_companions(a, c, other);
	}
	if (!explain_is_about(all, s, "about-python"))
		return ret;
	ret = explain_pythons(a, c, torch);
	return ret.form ? ret : of_python(a, c, low);
}

static struct phrase answer_of(struct arena *a, struct matrix *m, const struct catalogue *c,
			       const struct meanings *all, const struct symptom *s, struct span low)
{
	struct asked q = { .driver = driver_in(a, low) };

	find_cuda(a, low, &q);
	find_shown(a, low, &q);
	if (explain_is_about(all, s, "about-driver") ||
	    (q.shown && explain_is_about(all, s, "about-builds")))
		return of_drivers(a, m, c, &all->facts, &q);
	return of_wheels(a, c, all, s, low, &q);
}

void explain_asked(struct arena *a, struct matrix *m, const struct catalogue *c,
		   struct meanings *found)
{
	for (size_t i = 0; i < found->n; i++) {
		struct meaning *one = &found->v[i];

		if (one->quote && (strcmp(one->symptom->group, "question") == 0 ||
				   strcmp(one->symptom->group, "term") == 0))
			one->answer = answer_of(a, m, c, found, one->symptom,
						spelling_lower(a, span_of(one->quote)));
	}
}

enum { QUESTION_MOST = 400, BARE_MOST = 64 };

static bool has_word(const struct meanings *all, const char *class, struct span low)
{
	struct span words = span_of(symptoms_phrase(all->known, span_of(class))), word;

	while (span_next(&words, '|', &word))
		if (word.n && memmem(low.p, low.n, word.p, word.n))
			return true;
	return false;
}

bool explain_says(struct arena *a, const struct meanings *m, const char *class, struct span text)
{
	return has_word(m, class, spelling_lower(a, text));
}

/* What somebody says of a CUDA on a driver that shows another is answered as if it were asked. */
static bool tells_shown(struct arena *a, struct span low)
{
	struct asked q = { 0 };

	if (low.n <= QUESTION_MOST)
		find_shown(a, low, &q);
	return q.shown != NULL;
}

/* It asks, or is too short to tell of anything: "torch 2.4 torchvision". */
static bool is_question(const struct meanings *all, struct span low)
{
	return low.n <= BARE_MOST || (low.n <= QUESTION_MOST &&
				      (has_word(all, "question", low) ||
				       has_word(all, "asks-which", low)));
}

pair_t explain_cuda_asked(struct arena *a, struct span text)
{
	struct asked q = { 0 };

	text = span_trim(text);
	if (text.n <= BARE_MOST)
		find_cuda(a, spelling_lower(a, text), &q);
	return q.cuda && q.whole ? pair_parse(q.cuda) : 0;
}

/* Which CUDA or torch, and of what nothing is told: what decides, and how to tell it. */
static bool ask_back(struct arena *a, struct span text, struct span low, struct meanings *to)
{
	const struct symptom *s = explain_symptom(to->known, "q-which");

	if (!s || !has_word(to, "asks-which", low) || !has_word(to, "of-torch", low) ||
	    !has_word(to, "of-torch-cuda", low))
		return false;
	explain_add(a, s, text, to);
	return true;
}

bool explain_ask(struct arena *a, struct matrix *m, const struct catalogue *c, struct span text,
		 struct meanings *to)
{
	/* what is asked about, the narrowest first: each has words, and numbers that answer */
	static const struct {
		const char *words, *symptom;
	} subjects[] = {
		{ "amd-gpu", "q-amd" },
		{ "of-companions", "q-companion" }, { "of-driver", "q-driver" },
		{ "of-python", "q-python" }, { "of-torch-cuda", "q-builds" },
		{ "of-torch", "q-releases" },
	};
	struct span low = spelling_lower(a, span_trim(text));

	if (!is_question(to, low) && !tells_shown(a, low))
		return false;
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
		const struct symptom *s = explain_symptom(to->known, subjects[i].symptom);
		struct phrase answer;

		if (!s || !has_word(to, subjects[i].words, low))
			continue;
		answer = answer_of(a, m, c, to, s, low);
		if (!answer.form && i > 0)
			continue; /* that a GPU is of AMD answers by itself */
		explain_add(a, s, text, to);
		to->v[to->n - 1].answer = answer;
		return true;
	}
	return ask_back(a, text, low, to);
}
