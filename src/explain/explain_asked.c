/* Questions that name a driver, a CUDA, a torch or a Python: the answer by their numbers. */
#include <string.h>

#include "explain/asked_private.h"
#include "fact/platform.h"
#include "know/driver_release.h"
#include "know/spelling.h"

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
		struct span s = asked_number(low, words[i]);

		if (is_driver(s))
			return arena_span(a, s);
	}
	return is_driver(low) && asked_number_end(low) == low.n ? arena_span(a, low) : NULL;
}

static bool is_cuda(struct span s)
{
	ptrdiff_t dot = span_find_char(s, '.');

	return s.n && s.n <= 5 && (dot < 0 ? s.n <= 2 : dot <= 2);
}

/* "cuda:1" is a device, "cuda: 12" and "cuda:12.1" are not. */
static struct span cuda_number(struct span low)
{
	struct span s = asked_number(low, "cuda");

	while (s.n && s.p[-1] == ':' && span_find_char(s, '.') < 0)
		s = asked_number(span_from(low, (size_t)(s.p - low.p)), "cuda");
	return s;
}

/* "cuda 12.8", "cuda12.8", "cu128"; what stands behind it. */
static struct span find_cuda(struct arena *a, struct span low, struct asked *to)
{
	struct span s = cuda_number(low), label = asked_number(low, "cu");
	bool labelled = label.n == 3 && span_find_char(label, '.') < 0;

	to->whole = true;
	if (is_cuda(s) && (!labelled || s.p < label.p)) {
		to->whole = span_find_char(s, '.') > 0;
		to->cuda = arena_printf(a, to->whole ? "%s" : "%s.0", arena_span(a, s));
		return span_from(low, (size_t)(s.p - low.p) + s.n);
	}
	if (labelled)
		to->cuda = arena_printf(a, "%.2s.%c", label.p, label.p[2]);
	return span_from(low, labelled ? (size_t)(label.p - low.p) + label.n : low.n);
}

/* "nvidia-smi shows CUDA 12.2": no other clause begins before the number ends. */
static bool is_right_behind(struct span text, struct span rest)
{
	static const char *const marks[] = { ",", ";", ". ", "，", "。", "；", " and ", " but ",
					     " want", " need", "想" };
	struct span between = span_sub(text, 0, (size_t)(rest.p - text.p));

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (span_find(between, marks[i]) >= 0)
			return false;
	return true;
}

static struct span bare_cuda(struct arena *a, struct span low, struct asked *to)
{
	struct span s = asked_number(low, "nvidia-smi");

	if (is_cuda(s) && span_find_char(s, '.') > 0) {
		to->cuda = arena_span(a, s);
		to->whole = true;
	}
	return s.n ? span_from(low, (size_t)(s.p - low.p) + s.n) : low;
}

/* "nvidia-smi shows CUDA 12.2, can I install cu124": the CUDA of the driver, and behind it, or else
 * before it, the one that is asked about; NULL: it is all that is told, right behind nvidia-smi. */
static void find_shown(struct arena *a, struct span low, struct asked *to)
{
	static const char *const words[] = { "nvidia-smi", "driver", "驱动" };
	enum { NEAR_DRIVER = 48 };

	for (size_t i = 0; !to->shown && i < sizeof words / sizeof *words; i++) {
		ptrdiff_t at = span_find(low, words[i]);
		struct asked near = { 0 }, rest = { 0 };
		struct span behind = span_from(low, at < 0 ? low.n : (size_t)at), number;

		number = find_cuda(a, span_sub(behind, 0, NEAR_DRIVER), &near);
		if (!near.cuda && i == 0) /* "nvidia-smi 12.2" */
			number = bare_cuda(a, span_sub(behind, 0, NEAR_DRIVER), &near);
		if (!near.cuda || !near.whole)
			continue;
		(void)find_cuda(a, span_from(behind, (size_t)(number.p - behind.p)), &rest);
		if (!rest.cuda)
			(void)find_cuda(a, span_sub(low, 0, (size_t)at), &rest);
		behind = span_from(behind, strlen(words[i]));
		if (!rest.cuda && (i || !is_right_behind(behind, number)))
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
	const struct build *last = NULL;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, b));) {
		if (!b->cuda.major || pair_of(b->cuda) > cuda)
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

/* "cu121 or cu118": by what each asks of the driver. */
static struct phrase of_two(struct matrix *m, struct arena *a, const struct asked *q)
{
	bool first = pair_parse(q->cuda) > pair_parse(q->other);
	const char *new = first ? q->cuda : q->other, *old = first ? q->other : q->cuda;
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

enum { QUESTION_MOST = 400, BARE_MOST = 64, LINE_MOST = 160, STORY_MOST = 4096 };

static bool has_word(const struct meanings *all, const char *class, struct span low)
{
	struct span words = span_of(symptoms_phrase(all->known, span_of(class))), word;

	while (span_next(&words, '|', &word))
		if (word.n && memmem(low.p, low.n, word.p, word.n))
			return true;
	return false;
}

static struct phrase answer_of(struct arena *a, struct matrix *m, const struct catalogue *c,
			       const struct meanings *all, const struct symptom *s, struct span low)
{
	struct asked q = { .driver = driver_in(a, low) }, second = { 0 };
	const char *cuda;

	(void)find_cuda(a, find_cuda(a, low, &q), &second);
	cuda = q.cuda;
	find_shown(a, low, &q);
	if (q.shown && !q.cuda) {
		if (!q.driver && explain_is_about(all, s, "about-builds"))
			return most_of_shown(a, c, q.shown);
		q.shown = NULL;
		q.cuda = cuda;
	}
	q.other = second.whole && !(q.cuda && second.cuda && strcmp(q.cuda, second.cuda) == 0) ?
			  second.cuda : NULL;
	if (q.other && q.whole && !q.driver && !q.shown && low.n <= LINE_MOST &&
	    explain_is_about(all, s, "about-builds") && has_word(all, "asks-either", low))
		return of_two(m, a, &q);
	if (explain_is_about(all, s, "about-driver") ||
	    (q.shown && explain_is_about(all, s, "about-builds")))
		return of_drivers(a, m, c, &all->facts, &q);
	return asked_wheels(a, c, all, s, low, &q);
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
	return q.shown && q.cuda;
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
	struct asked q = { 0 }, other = { 0 };
	struct span low = spelling_lower(a, span_trim(text));

	if (low.n <= LINE_MOST)
		(void)find_cuda(a, find_cuda(a, low, &q), &other);
	if (other.cuda && strcmp(other.cuda, q.cuda) != 0)
		return NULL; /* which of the two it asks */
	return !q.cuda || q.whole ? q.cuda :
	       arena_span(a, span_sub(span_of(q.cuda), 0, strlen(q.cuda) - 2));
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
	struct phrase ret = { 0 };
	struct asked q = { 0 };

	(void)find_cuda(a, low, &q);
	if (!q.cuda || !q.whole || span_find(low, "torch") < 0 || driver_in(a, low))
		return ret;
	ret = asked_builds(a, c, q.cuda);
	return ret.form == FORM_ASKED_NO_BUILD ? ret : (struct phrase){ 0 };
}

bool explain_ask_back(struct arena *a, struct span text, struct meanings *to)
{
	const struct symptom *s = explain_symptom(to->known, "q-which");
	struct span low = spelling_lower(a, text);

	if (!s || has_word(to, "loud", low) || !has_word(to, "of-torch", low) ||
	    !has_word(to, "of-gpu", low) ||
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
	struct asked none = { 0 };

	return s && low.n <= QUESTION_MOST && has_word(all, "of-python", low) &&
	       asked_wheels(a, c, all, s, low, &none).form == FORM_ANSWER_NO;
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
		{ "amd-gpu", "q-amd", true }, { "of-numpy", "q-numpy", true },
		{ "of-companions", "q-companion", true }, { "of-driver", "q-driver", false },
		{ "of-python", "q-python", false }, { "of-torch-cuda", "q-builds", false },
		{ "of-torch", "q-releases", false },
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
	struct span rest = spelling_lower(a, span_trim(text)), low;

	if (rest.n <= QUESTION_MOST || rest.n > STORY_MOST)
		return rest.n && answer_one(a, m, c, text, rest, to);
	while ((low = next_question(to, &rest)).n)
		if (answer_one(a, m, c, text, low, to))
			return true;
	return false;
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

bool explain_ask_better(struct arena *a, struct matrix *m, const struct catalogue *c,
			struct span text, struct meanings *found)
{
	struct meanings asked = *found;

	if (found->n != 1 || found->v[0].answer.form ||
	    !may_ask(a, found, &found->v[0], spelling_lower(a, span_trim(text))))
		return false;
	asked.v = NULL;
	asked.n = asked.room = 0;
	if (!explain_ask(a, m, c, text, &asked) ||
	    (!asked.v[0].answer.form && strcmp(found->v[0].symptom->group, "question") != 0))
		return false;
	*found = asked;
	return true;
}
