/* Questions that name a driver, a CUDA, a torch or a Python: the answer by their numbers. */
#include <string.h>

#include "explain/asked_private.h"
#include "fact/platform.h"
#include "know/driver_release.h"
#include "know/spelling.h"

/* "535" is the newest that is known of it. */
static const char *release_of(struct matrix *m, struct arena *a, const char *driver,
			      enum driver_os os)
{
	const char *newest;
	struct err e;

	if (driver_number_check(m, a, span_of(driver), os, &e))
		return NULL;
	return strchr(driver, '.') || driver_newest(m, a, span_of(driver), os, &newest, NULL, &e) ?
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
	const struct build *first = NULL, *last = NULL;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));)
		if (b->cuda.major && pair_of(b->cuda) <= cuda)
			explain_widen(b, &first, &last);
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
	const char *wished = q->wished.text;
	pair_t shown = pair_parse(q->shown), cuda = pair_parse(wished);
	struct driver_need need = { 0 };
	struct phrase none = { 0 };
	struct err e;

	if (!shown || !cuda || driver_need(m, a, span_of(wished), os, &need, &e) != 0)
		return none;
	if (cuda <= shown)
		return PHRASE(a, ASKED_SHOWN_DIRECT, SAY(have, q->shown), SAY(cuda, wished));
	return phrase_make(a, cuda / 100 == shown / 100 && need.minor ? FORM_ASKED_SHOWN_MINOR :
									FORM_ASKED_SHOWN_OLD,
			   (struct fact[]){ { 0 }, SAY(have, q->shown), SAY(cuda, wished),
					    SAY(need, need.least) }, 4);
}

/* The newest torch for a driver of which only the CUDA is known that nvidia-smi shows. From CUDA 11
 * on a driver serves all of its major (the minor-version compatibility of CUDA). */
static struct phrase most_of_shown(struct arena *a, const struct catalogue *c, const char *shown)
{
	pair_t cuda = pair_parse(shown);
	bool minor = cuda >= 1100;
	const struct build *last = newest_of(c, minor ? cuda / 100 * 100 + 99 : cuda);

	return PHRASE(a, ASKED_SHOWN_MOST, SAY(have, shown),
		      SAY(first, minor ? arena_printf(a, "%d", cuda / 100) : NULL),
		      SAY(torch, last ? last->torch : NULL),
		      SAY(variant, last ? last->variant : NULL));
}

static struct phrase of_driver(struct matrix *m, struct arena *a, const struct catalogue *c,
			       const struct asked *q, enum driver_os os)
{
	const char *have = q->driver ? release_of(m, a, q->driver, os) : NULL;
	struct driver_branch branch = { 0 };
	struct driver_need need = { 0 };
	struct phrase none = { 0 };
	struct err e;
	bool known = q->cuda.text && driver_need(m, a, span_of(q->cuda.text), os, &need, &e) == 0;

	if (have && (driver_branch(m, a, span_of(have), os, &branch, &e) || !branch.cuda ||
		     !branch.listed))
		return none;
	if (!have)
		return known ? PHRASE(a, ASKED_NEED, SAY(cuda, q->cuda.text), SAY(need, need.least),
				      SAY(driver, full_of(&need))) : none;
	if (!q->cuda.text)
		return most_of(a, c, q->driver, &branch, have);
	if (pair_parse(branch.cuda) >= pair_parse(q->cuda.text))
		return PHRASE(a, ASKED_DIRECT, SAY(have, q->driver), SAY(last, branch.cuda));
	if (!known)
		return none;
	return phrase_make(a, driver_at_least(have, need.least) ? FORM_ASKED_MINOR : FORM_ASKED_OLD,
			   (struct fact[]){ { 0 }, SAY(cuda, q->cuda.text), SAY(need, need.least),
					    SAY(have, q->driver) }, 4);
}

/* "cu121 or cu118": by what each asks of the driver. */
static struct phrase of_two(struct matrix *m, struct arena *a, const struct asked *q)
{
	bool first = pair_parse(q->cuda.text) > pair_parse(q->other.text);
	const char *new = first ? q->cuda.text : q->other.text;
	const char *old = first ? q->other.text : q->cuda.text;
	struct driver_need need = { 0 }, least = { 0 };
	struct err e;

	if (driver_need(m, a, span_of(new), DRIVER_LINUX, &need, &e) != 0 ||
	    driver_need(m, a, span_of(old), DRIVER_LINUX, &least, &e) != 0)
		return (struct phrase){ 0 };
	return PHRASE(a, ASKED_TWO, SAY(cuda, new), SAY(need, need.least), SAY(other, old),
		      SAY(have, strcmp(need.least, least.least) != 0 ? least.least : NULL));
}

/* By the driver: what it takes, whether it takes a CUDA, what a CUDA needs. */
static struct phrase of_drivers(struct arena *a, struct matrix *m, const struct catalogue *c,
				const struct captures *facts, struct span low,
				const struct asked *q)
{
	const char *platform = captures_get(facts, "told_platform");
	enum driver_os os = platform && strcmp(platform, PLATFORM_WINDOWS) == 0 ?
				    DRIVER_WINDOWS : DRIVER_LINUX;
	const char *torch = q->driver || q->cuda.text ? NULL : asked_torch(a, c, low);
	struct phrase ret;

	if (q->wished.text)
		return of_shown(m, a, q, os);
	if (torch)
		return explain_drivers_of(a, c, torch, os == DRIVER_WINDOWS);
	ret = of_driver(m, a, c, q, os);
	return ret.form || platform ? ret : of_driver(m, a, c, q, DRIVER_WINDOWS);
}

enum { QUESTION_MOST = 400, BARE_MOST = 64, LINE_MOST = 160, STORY_MOST = 4096 };

static bool has_word(const struct meanings *all, const char *class, struct span low)
{
	return explain_has(all->known, class, low);
}

static struct phrase answer_of(struct arena *a, struct matrix *m, const struct catalogue *c,
			       const struct meanings *all, const struct symptom *s, struct span low)
{
	const struct asked q = asked_read(a, low);
	bool builds = explain_is_about(all, s, "about-builds");

	if (q.shown && !q.wished.text && !q.driver && builds)
		return most_of_shown(a, c, q.shown);
	if (builds && q.other.text && q.other.whole && q.cuda.whole && !q.driver &&
	    !q.wished.text && low.n <= LINE_MOST && has_word(all, "asks-either", low))
		return of_two(m, a, &q);
	if (explain_is_about(all, s, "about-driver") || (q.wished.text && builds))
		return of_drivers(a, m, c, &all->facts, low, &q);
	return asked_wheels(a, c, all, s, low, &q);
}

/* What somebody says of a CUDA on a driver that shows another is answered as if it were asked. */
static bool tells_shown(struct arena *a, struct span low)
{
	return low.n <= QUESTION_MOST && asked_read(a, low).wished.text;
}

/* It asks, or is too short to tell of anything: "torch 2.4 torchvision". What tells a story has a
 * "which" somewhere, too. */
static bool is_question(const struct meanings *all, struct span low)
{
	return low.n <= BARE_MOST || (low.n <= QUESTION_MOST &&
		(has_word(all, "question", low) || has_word(all, "seeks", low))) ||
	       (low.n <= LINE_MOST && has_word(all, "asks-which", low));
}

const char *explain_cuda_asked(struct arena *a, struct span text)
{
	struct span low = spelling_lower(a, span_trim(text));
	const struct asked q = asked_read(a, span_sub(low, 0, low.n <= LINE_MOST ? low.n : 0));

	if (q.other.text)
		return NULL; /* which of the two it asks */
	return !q.cuda.text || q.cuda.whole ? q.cuda.text : arena_span(a, q.cuda.at);
}

/* The next line of a text that asks, up to its mark, or says what was not to be found; it is taken
 * off. Length 0: none does. */
static struct span next_question(const struct meanings *all, struct span *low)
{
	struct span line;

	while (span_line(low, &line)) {
		ptrdiff_t end = span_find_char(line, '?');

		if (end >= 0)
			return span_sub(line, 0, (size_t)end + 1);
		if (line.n <= QUESTION_MOST && has_word(all, "seeks", line))
			return line;
	}
	return (struct span){ "", 0 };
}

struct phrase explain_no_build(struct arena *a, const struct catalogue *c,
			       const struct meanings *all, struct span text)
{
	struct span rest = spelling_lower(a, span_sub(text, 0, QUESTION_MOST));
	struct span low = next_question(all, &rest);
	const struct asked q = asked_read(a, low);
	struct phrase ret = { 0 };

	if (!q.cuda.text || !q.cuda.whole || span_find(low, "torch") < 0 || q.driver)
		return ret;
	ret = asked_builds(a, c, q.cuda.text);
	return ret.form == FORM_ASKED_NO_BUILD ? ret : (struct phrase){ 0 };
}

bool explain_ask_back(struct arena *a, struct span text, struct meanings *to)
{
	const struct symptom *s = explain_symptom(to->known, "q-which");
	struct span low = spelling_lower(a, text);

	if (!s || has_word(to, "loud", low) || has_word(to, "asks-difference", low) ||
	    !has_word(to, "of-torch", low) || !has_word(to, "of-gpu", low) ||
	    !(has_word(to, "asks-which", low) ||
	      (has_word(to, "asks-help", low) &&
	       (has_word(to, "rel-install", low) || has_word(to, "rel-match", low)))))
		return false;
	explain_add(a, s, text, to);
	return true;
}

/* It says of a torch and a Python that they do not go together, and they do not. */
static bool tells_no_pair(struct arena *a, const struct catalogue *c, const struct meanings *all,
			  struct span low)
{
	const struct symptom *s = explain_symptom(all->known, "q-python");
	const struct asked q = asked_read(a, span_sub(low, 0, QUESTION_MOST));

	return s && low.n <= QUESTION_MOST && q.python.n &&
	       asked_wheels(a, c, all, s, low, &q).form == FORM_ANSWER_NO;
}

/* What the question is about decides what answers it. */
static bool answer_one(struct arena *a, struct matrix *m, const struct catalogue *c,
		       struct span text, struct span low, struct meanings *to)
{
	/* what is asked about, the narrowest first: each has words, and numbers that answer, or
	 * a page that answers by itself */
	static const struct {
		const char *words, *symptom;
		bool page;
	} subjects[] = {
		{ "amd-gpu", "q-amd", true }, { "of-rocm", "q-amd", true },
		{ "of-numpy", "q-numpy", true }, { "of-companions", "q-companion", true },
		{ "of-driver", "q-driver", false }, { "of-python", "q-python", false },
		{ "of-torch-cuda", "q-builds", false }, { "of-torch", "q-releases", false },
	};

	if (!is_question(to, low) && !tells_shown(a, low) && !tells_no_pair(a, c, to, low))
		return false;
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
		const struct symptom *s = explain_symptom(to->known, subjects[i].symptom);
		struct phrase answer;

		if (!s || !has_word(to, subjects[i].words, low))
			continue;
		answer = answer_of(a, m, c, to, s, low);
		if (!answer.form && !subjects[i].page)
			continue;
		explain_add(a, s, text, to);
		to->v[to->n - 1].answer = answer;
		return true;
	}
	return false;
}

bool explain_ask(struct arena *a, struct matrix *m, const struct catalogue *c, struct span text,
		 struct meanings *to)
{
	struct span rest = spelling_lower(a, span_trim(text)), low = rest;
	const struct symptom *amd = explain_symptom(to->known, "q-amd");
	bool other = amd && has_word(to, "amd-gpu", low) && !has_word(to, "nvidia-gpu", low);

	if (rest.n > STORY_MOST)
		return false;
	if (rest.n <= LINE_MOST || (rest.n <= QUESTION_MOST && span_find_char(rest, '\n') < 0)) {
		asked_keep(a, c, rest, &to->facts);
		return rest.n && answer_one(a, m, c, text, rest, to);
	}
	while ((low = next_question(to, &rest)).n)
		if (answer_one(a, m, c, text, low, to))
			return true;
	if (other) /* who tells of such a GPU need not ask */
		explain_add(a, amd, text, to);
	return other;
}

/* What was recognised asks, or is asked with numbers that say more: "which CUDA does driver 470
 * take at most" is no belief, and "cu124 or cu121" asks for no word of the trade. */
static bool may_ask(struct arena *a, const struct meanings *all, const struct meaning *m,
		    struct span low)
{
	const char *group = m->symptom->group;

	return strcmp(group, "question") == 0 ||
	       (strcmp(m->symptom->name, "unavailable") == 0 && tells_shown(a, low)) ||
	       (!m->title && has_word(all, "asks-which", low)) ||
	       (strcmp(group, "term") == 0 && has_word(all, "asks-either", low));
}

void explain_asked(struct arena *a, struct matrix *m, const struct catalogue *c,
		   struct span text, struct meanings *found)
{
	struct meanings asked = *found;
	struct meaning *one = found->v;

	for (size_t i = 0; i < found->n; i++)
		if (found->v[i].quote && (strcmp(found->v[i].symptom->group, "question") == 0 ||
					  strcmp(found->v[i].symptom->group, "term") == 0))
			found->v[i].answer = answer_of(a, m, c, found, found->v[i].symptom,
				spelling_lower(a, span_of(found->v[i].quote)));
	if (found->n != 1 || one->answer.form ||
	    !may_ask(a, found, one, spelling_lower(a, span_trim(text))))
		return;
	asked.v = NULL;
	asked.n = asked.room = 0;
	if (explain_ask(a, m, c, text, &asked) &&
	    (asked.v[0].answer.form || strcmp(one->symptom->group, "question") == 0))
		*found = asked;
}
