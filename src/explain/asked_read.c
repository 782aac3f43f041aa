/* The numbers that a question names, each with what it is of. */
#include <string.h>

#include "base/dotted.h"
#include "explain/asked_private.h"
#include "explain/named_private.h"
#include "fact/platform.h"
#include "know/spelling.h"

enum { NUMBERS_MOST = 32, NEAR_DRIVER = 48, NEAR_WORD = 32, NEAR_TO = 16 };

/* A word for something, and its number; length 0: it has none. */
struct number {
	enum asked_of of;
	struct span text, word;
};

struct numbers {
	struct span low;
	struct number v[NUMBERS_MOST];
	size_t n;
};

/* "535", "550.54.14": three digits, or more behind them, are no CUDA and no release of torch. */
static bool is_driver(struct span s)
{
	return s.n >= 3 && (s.n == 3 || s.p[3] == '.');
}

/* "cuda:1" is a device, "cuda: 12" and "cuda:12.1" are not. */
static bool is_cuda(struct span s)
{
	ptrdiff_t dot = span_find_char(s, '.');

	return s.n && s.n <= 5 && (dot < 0 ? s.n <= 2 && s.p[-1] != ':' : dot <= 2);
}

static bool is_of(enum asked_of of, struct span s)
{
	switch (of) {
	case ASKED_DRIVER: return is_driver(s);
	case ASKED_SMI: return is_cuda(s) && span_find_char(s, '.') > 0;
	case ASKED_CUDA: return is_cuda(s) || is_of(ASKED_LABEL, s); /* "cuda92" */
	case ASKED_LABEL: return span_find_char(s, '.') < 0 && /* "cu128", "cu92" */
				 (s.n == 3 || (s.n == 2 && s.p[0] >= '7'));
	case ASKED_TORCH: return span_find_char(s, '.') == 1;
	case ASKED_GPU: return false; /* it has a name */
	case ASKED_CUDNN: return s.n && !(s.n > 1 && ascii_digit(s.p[1])); /* no cuDNN 11 */
	default: return s.n > 0;
	}
}

/* The number behind a word: " version 535", "=12.1", "是 550.54"; length 0: none. */
static struct span number_behind(struct span s)
{
	static const char *const joints[] = { "version", "is ", "says ", "shows ", "reports ",
					     "to ", "i use ", "i have ", "actually " };

	while (s.n && !ascii_digit(s.p[0]) && !span_starts(s, "计算能力") &&
	       !span_starts(s, "算力")) {
		size_t i = 0;

		while (i < sizeof joints / sizeof *joints && !span_take(&s, joints[i]))
			i++;
		if (i < sizeof joints / sizeof *joints)
			continue;
		if (!strchr(" =:-_v(~", s.p[0]) && (unsigned char)s.p[0] < 0x80)
			break;
		s = span_from(s, 1);
	}
	return dotted_front(s);
}

/* The number before a word: "535 driver", "11.8版本的cuda", "0.11.2 of torchvision". */
static struct span number_before(struct span s, enum asked_of of)
{
	static const char *const joints[] = { "nvidia", "显卡", "的", "版本", "版" };
	size_t n = 0;

	s = span_trim(s);
	if ((of == ASKED_VISION || of == ASKED_AUDIO) && span_closes(s, ONE_OF(" for", " of")))
		s = span_sub(s, 0, (size_t)span_rfind_char(s, ' '));
	for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
		if (span_ends(s, joints[i]))
			s = span_trim(span_sub(s, 0, s.n - strlen(joints[i])));
	while (n < s.n && (ascii_digit(s.p[s.n - n - 1]) || s.p[s.n - n - 1] == '.'))
		n++;
	if (n < s.n && ascii_alnum(s.p[s.n - n - 1]))
		n = 0; /* of a name */
	return dotted_front(span_from(s, s.n - n));
}

/* "cu128" is read by its number alone, and "torch-scatter" is another word. */
static bool is_bare(enum asked_of of, struct span low, struct span word)
{
	struct span rest = span_from(low, (size_t)(word.p - low.p) + word.n);

	return of != ASKED_LABEL && of != ASKED_SMI && !span_is(word, "nvidia") &&
	       !span_begins(rest, ONE_OF(" driver", "驱动")) &&
	       !(rest.n && ascii_alnum(rest.p[0]) && !span_begins(rest, ONE_OF("s", "y", "ies"))) &&
	       !(rest.n > 1 && strchr("-_.", rest.p[0]) && ascii_alnum(rest.p[1]));
}

static size_t end_of(const struct numbers *all, struct span s)
{
	return (size_t)(s.p - all->low.p) + s.n;
}

/* "2.5.1 or 2.6", "cu118和cu121", "CUDA 11.8, 12.1 or 12.4": the number behind another one is of
 * the same; behind a comma one of CUDA alone, which has two digits. */
static void read_second(struct numbers *to)
{
	static const char *const joints[] = { ", or ", ", and ", " and ", " or ", " vs ", " vs. ",
		" versus ", " to ", "->", "/", "和", "与", "还是", "换到", "换成", "改成",
		"改为", "降到", "降级到", "升到", "升级到", ", ", "、" };
	struct number one = to->v[to->n - 1];
	size_t i = 0;

	while (i < sizeof joints / sizeof *joints && to->n < NUMBERS_MOST) {
		struct span next = span_from(to->low, end_of(to, one.text));
		bool listed = span_begins(next, ONE_OF(",", "、"));
		struct span number = span_take(&next, joints[i++]) ?
					     dotted_front(span_trim(next)) : SPAN("");

		if (span_find_char(number, '.') <= 0 || !is_of(one.of, number) ||
		    (listed && (one.of != ASKED_CUDA || span_find_char(number, '.') != 2)))
			continue;
		one.text = number;
		to->v[to->n++] = one;
		i = 0;
	}
}

static struct numbers read(struct span low)
{
	/* of those that stand at one place the first counts */
	static const struct {
		const char *word;
		enum asked_of of;
	} owners[] = {
		{ "cp3", ASKED_PYTHON }, { "py3.", ASKED_PYTHON }, { "r", ASKED_DRIVER },
		{ "nvidia-smi", ASKED_SMI }, { "nvidia", ASKED_DRIVER }, { "driver", ASKED_DRIVER },
		{ "驱动", ASKED_DRIVER }, { "cudatoolkit", ASKED_CUDA }, { "cuda", ASKED_CUDA },
		{ "cudnn", ASKED_CUDNN }, { "cu", ASKED_LABEL }, { "torchvision", ASKED_VISION },
		{ "torchaudio", ASKED_AUDIO }, { "torch", ASKED_TORCH }, { "python", ASKED_PYTHON },
		{ "compute capabilit", ASKED_GPU }, { "gpu", ASKED_GPU }, { "显卡", ASKED_GPU },
		{ "glibc", ASKED_GLIBC },
		{ "graphics card", ASKED_GPU }, { "cards", ASKED_GPU }, { "算力", ASKED_GPU },
	};
	/* the first are words of their own: "cp311", "py3.12", "R535" */
	static const size_t number_at[] = { 0, 2, 1 };
	const size_t tight = sizeof number_at / sizeof *number_at;
	struct numbers ret = { .low = low };
	const char *taken = low.p;

	for (size_t at = 0; at < low.n && ret.n < NUMBERS_MOST; at++) {
		struct span rest = span_from(low, at), number, before;
		struct number one = { .word = rest };
		size_t i = 0;

		while (i < sizeof owners / sizeof *owners && !span_take(&rest, owners[i].word))
			i++;
		if (i == sizeof owners / sizeof *owners ||
		    (i < tight && ((at && ascii_alnum(low.p[at - 1])) || !rest.n ||
				   !ascii_digit(rest.p[0]))))
			continue;
		one.of = owners[i].of;
		one.word.n = strlen(owners[i].word);
		number = number_behind(rest);
		if (i < tight)
			number = (struct span){ one.word.p + number_at[i],
						one.word.n - number_at[i] + number.n };
		before = number_before(taken > one.word.p ? (struct span){ "", 0 } :
			(struct span){ taken, (size_t)(one.word.p - taken) }, one.of);
		if (is_of(one.of, number))
			one.text = number;
		else if (one.of != ASKED_TORCH && is_bare(one.of, low, one.word) &&
			 is_of(one.of, before))
			one.text = before; /* before torch it is of another package */
		else if (!is_bare(one.of, low, one.word))
			continue;
		ret.v[ret.n++] = one;
		if (one.text.n && one.text.p > one.word.p) {
			taken = one.text.p + one.text.n;
			read_second(&ret);
		}
	}
	return ret;
}

/* The first of that kind with a number that is not `other`; length 0: none. */
static struct span next_of(const struct numbers *all, enum asked_of of, struct span other)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].of == of && all->v[i].text.n && !span_eq(all->v[i].text, other))
			return all->v[i].text;
	return (struct span){ "", 0 };
}

static struct span first_of(const struct numbers *all, enum asked_of of)
{
	return next_of(all, of, (struct span){ "", 0 });
}

/* "3.13t" with its letter. */
static struct span python_of(const struct numbers *all)
{
	struct span ret = first_of(all, ASKED_PYTHON);
	struct span behind = ret.n ? span_from(all->low, end_of(all, ret)) : ret;

	if (span_take(&behind, "t") && (!behind.n || !ascii_alnum(behind.p[0])))
		ret.n++;
	return ret;
}

/* The first CUDA from the place `from` of the text on, by its number or its label. */
static struct asked_cuda cuda_from(struct arena *a, const struct numbers *all, size_t from)
{
	for (size_t i = 0; i < all->n; i++) {
		struct span s = all->v[i].text;
		enum asked_of of = all->v[i].of;
		bool label = is_of(ASKED_LABEL, s);

		if (s.n && (size_t)(s.p - all->low.p) >= from &&
		    (of == ASKED_LABEL || of == ASKED_CUDA || of == ASKED_SMI))
			return (struct asked_cuda){ !label ? arena_span(a, s) :
				arena_printf(a, "%.*s.%c", (int)s.n - 1, s.p, s.p[s.n - 1]),
				s, label || span_find_char(s, '.') > 0 };
	}
	return (struct asked_cuda){ 0 };
}

/* "from CUDA 12.1 to 11.8", "cu121 to cu118": asked for is the one that it shall become. */
static struct asked_cuda cuda_asked(struct arena *a, const struct numbers *all, size_t from)
{
	struct asked_cuda first = cuda_from(a, all, from), second = { 0 };
	struct span between;

	if (first.text)
		second = cuda_from(a, all, end_of(all, first.at));
	between = span_sub(all->low, second.text ? end_of(all, first.at) : all->low.n,
			   (size_t)(second.at.p - first.at.p) - first.at.n);
	return span_holds(between, ONE_OF(" to ", "->", "到", "成", "改为")) &&
		       between.n < NEAR_TO ? second : first;
}

/* Where the CUDA right before a word is ("11.4 driver", "11.4的驱动"), or the word. */
static size_t with_before(const struct numbers *all, size_t at)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].of == ASKED_CUDA && all->v[i].text.n &&
		    end_of(all, all->v[i].text) <= at && at <= end_of(all, all->v[i].text) + 3)
			return (size_t)(all->v[i].text.p - all->low.p);
	return at;
}

/* "nvidia-smi shows CUDA 12.2, can I install cu124": the CUDA of the driver, and behind it, or else
 * before it, the one that is asked about; without one it is right behind nvidia-smi. */
static void find_shown(struct arena *a, const struct numbers *all, struct asked *to)
{
	static const char *const words[] = { "nvidia-smi", "driver", "驱动", "my cuda",
					    "我的cuda", "actually" };

	for (size_t i = 0; !to->shown && i < sizeof words / sizeof *words; i++) {
		ptrdiff_t at = span_find(all->low, words[i]);
		struct span behind = span_from(all->low, at < 0 ? all->low.n :
							   with_before(all, (size_t)at));
		struct asked_cuda near = cuda_from(a, all, (size_t)(behind.p - all->low.p)), rest;

		if (!near.text || !near.whole || near.at.p > behind.p + NEAR_DRIVER)
			continue;
		rest = cuda_asked(a, all, end_of(all, near.at));
		if (!rest.text)
			rest = cuda_asked(a, all, 0);
		if (rest.at.p == near.at.p)
			rest.text = NULL;
		if (!rest.text &&
		    (i || span_holds(span_sub(behind, 0, (size_t)(near.at.p - behind.p)),
				     ONE_OF(",", ";", ". ", "，", "。", "；", " and ", " but ",
					    " want", " need", "想"))))
			continue; /* of another clause */
		to->shown = near.text;
		to->wished = rest;
	}
}

struct asked asked_read(struct arena *a, struct span low)
{
	const struct numbers all = read(low);
	struct span driver = first_of(&all, ASKED_DRIVER);
	struct asked ret = {
		.cuda = cuda_asked(a, &all, 0),
		.vision = first_of(&all, ASKED_VISION),
		.audio = first_of(&all, ASKED_AUDIO),
		.python = python_of(&all),
		.torch = first_of(&all, ASKED_TORCH),
	};

	if (!driver.n && is_driver(low) && dotted_front(low).n == low.n)
		driver = low; /* nothing but the number */
	ret.glibc = first_of(&all, ASKED_GLIBC);
	ret.cudnn = first_of(&all, ASKED_CUDNN);
	ret.second = ret.torch.n ? next_of(&all, ASKED_TORCH, ret.torch) : ret.torch;
	if (ret.second.n && span_holds(low, ONE_OF("upgrad", "downgrad", "降级", "升级"))) {
		ret.torch = ret.second; /* what it shall become */
		ret.second.n = 0;
	}
	ret.driver = driver.n ? arena_span(a, driver) : NULL;
	if (ret.cuda.text)
		ret.other = cuda_from(a, &all, end_of(&all, ret.cuda.at));
	if (ret.other.text && strcmp(ret.other.text, ret.cuda.text) == 0)
		ret.other.text = NULL;
	if (ret.other.text)
		ret.third = cuda_from(a, &all, end_of(&all, ret.other.at));
	find_shown(a, &all, &ret);
	return ret;
}

/* How far it is to the nearest word of a class. */
static ptrdiff_t far_from(const struct symptoms *known, const char *class, struct span low,
		       struct span word)
{
	struct span words = span_of(symptoms_phrase(known, span_of(class))), cue;
	ptrdiff_t ret = PTRDIFF_MAX;

	while (span_next(&words, '|', &cue)) {
		struct span rest = low;
		ptrdiff_t at;

		while ((at = span_find_n(rest, cue.p, cue.n)) >= 0) {
			ptrdiff_t to = rest.p + at - word.p;
			ptrdiff_t gap = to > 0 ? to - (ptrdiff_t)word.n : -to - (ptrdiff_t)cue.n;

			ret = gap < ret ? gap : ret;
			rest = span_from(rest, (size_t)at + cue.n);
		}
	}
	return ret;
}

enum asked_of asked_want(const struct symptoms *known, struct span low)
{
	const struct numbers all = read(low);
	enum asked_of ret = ASKED_NOTHING, only = ASKED_NOTHING;
	ptrdiff_t nearest = NEAR_WORD;
	size_t numbers = 0;

	for (size_t i = 0; i < all.n; i++) {
		const struct number *one = &all.v[i];
		ptrdiff_t far = far_from(known, "asks-value", low, one->word);

		numbers += one->text.n > 0;
		if (one->text.n || first_of(&all, one->of).n)
			continue;
		if (far < nearest)
			ret = one->of;
		nearest = far < nearest ? far : nearest;
		if (one->of == ASKED_VISION || one->of == ASKED_AUDIO || one->of == ASKED_CUDNN ||
		    only == ASKED_NOTHING)
			only = one->of;
	}
	if (nearest < NEAR_WORD)
		return ret;
	return numbers < 2 || only == ASKED_VISION || only == ASKED_AUDIO || only == ASKED_CUDNN ?
		       only : ASKED_NOTHING;
}

const char *asked_release(const struct catalogue *c, struct span release)
{
	for (size_t i = c->releases.n; release.n > 2 && i-- > 0;)
		if (explain_is_of(c->releases.v[i], release))
			return c->releases.v[i];
	return NULL;
}

/* The name of a package, however it is joined ("flash_attn", "flash attn"), and no part of a longer
 * one ("vllm-flash-attn"). */
static bool is_name(struct span low, size_t at, const char *name, struct span *behind)
{
	struct span s = span_from(low, at);
	size_t n = 0;

	if (at && (ascii_alnum(low.p[at - 1]) ||
		   (at > 1 && low.p[at - 1] == '-' && ascii_alnum(low.p[at - 2]))))
		return false;
	while (n < s.n && name[n] &&
	       (s.p[n] == name[n] || (name[n] == '-' && strchr("_ .", s.p[n]))))
		n++;
	*behind = span_from(s, n);
	return !name[n] && !(behind->n > 1 && behind->p[0] == '-' && ascii_alpha(behind->p[1]));
}

bool asked_names(struct span low, const char *name, struct span *version)
{
	struct span behind, number = { "", 0 };
	bool ret = false;

	for (size_t at = 0; at < low.n && !number.n; at++)
		if (is_name(low, at, name, &behind)) {
			number = number_behind(behind);
			ret |= !behind.n || !ascii_alnum(behind.p[0]) || number.p == behind.p;
			behind.n = span_run_digits(behind, "<>=!~,.");
			if (behind.n > 2 && strchr("<>!~", behind.p[0])) {
				*version = behind; /* a bound */
				return true;
			}
		}
	*version = span_find_char(number, '.') > 0 || number.n == 1 ? number :
								      (struct span){ "", 0 };
	return ret || (strcmp(name, "flash-attn") == 0 &&
		       (asked_names(low, "flash-attention", version) ||
			asked_names(low, "flashattention", version)));
}

void asked_keep(struct arena *a, const struct catalogue *c, struct span text, struct captures *to)
{
	struct span low = spelling_lower(a, span_trim(text));
	const struct asked q = asked_read(a, low);
	struct python py;

	if (q.python.n && python_parse(q.python, &py))
		captures_add(a, to, "q_python", python_said(a, py));
	if (c && c->matrix)
		captures_add(a, to, "q_driver", asked_driver(a, c->matrix, q.driver,
				platform_is_windows(captures_get(to, "told_platform"))));
	captures_add(a, to, "q_cuda", q.shown ? q.wished.text : q.cuda.text);
	if (c && !q.second.n)
		captures_add(a, to, "q_torch", asked_release(c, q.torch));
}
