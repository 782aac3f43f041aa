/* The numbers that a question names, each with what it is of. */
#include <string.h>

#include "base/dotted.h"
#include "explain/asked_private.h"
#include "explain/named_private.h"
#include "know/spelling.h"

enum of { OF_DRIVER, OF_SMI, OF_CUDA, OF_LABEL, OF_VISION, OF_AUDIO, OF_PYTHON };

enum { NUMBERS_MOST = 32, NEAR_DRIVER = 48 };

struct number {
	enum of of;
	struct span text;
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

/* "cu128" */
static bool is_label(struct span s)
{
	return s.n == 3 && span_find_char(s, '.') < 0;
}

static bool is_of(enum of of, struct span s)
{
	switch (of) {
	case OF_DRIVER: return is_driver(s);
	case OF_SMI: return is_cuda(s) && span_find_char(s, '.') > 0;
	case OF_CUDA: return is_cuda(s);
	case OF_LABEL: return is_label(s);
	default: return s.n > 0;
	}
}

/* The number behind a word: " version 535", "=12.1", "是 550.54"; length 0: none. */
static struct span number_behind(struct span s)
{
	static const char *const joints[] = { "version", "is ", "says ", "shows ", "reports " };

	while (s.n && !ascii_digit(s.p[0]) && !span_starts(s, "计算能力") &&
	       !span_starts(s, "算力")) {
		size_t i = 0;

		while (i < sizeof joints / sizeof *joints && !span_take(&s, joints[i]))
			i++;
		if (i < sizeof joints / sizeof *joints)
			continue;
		if (!strchr(" =:-_v", s.p[0]) && (unsigned char)s.p[0] < 0x80)
			break;
		s = span_from(s, 1);
	}
	return dotted_front(s);
}

static struct numbers read(struct span low)
{
	/* of those that stand at one place the first counts */
	static const struct {
		const char *word;
		enum of of;
	} owners[] = {
		{ "nvidia-smi", OF_SMI }, { "nvidia", OF_DRIVER }, { "driver", OF_DRIVER },
		{ "驱动", OF_DRIVER }, { "cudatoolkit", OF_CUDA }, { "cuda", OF_CUDA },
		{ "cu", OF_LABEL }, { "torchvision", OF_VISION }, { "torchaudio", OF_AUDIO },
		{ "python", OF_PYTHON },
	};
	struct numbers ret = { .low = low };

	for (size_t at = 0; at < low.n && ret.n < NUMBERS_MOST; at++) {
		struct span rest = span_from(low, at), number;
		size_t i = 0;

		while (i < sizeof owners / sizeof *owners && !span_take(&rest, owners[i].word))
			i++;
		if (i == sizeof owners / sizeof *owners)
			continue;
		number = number_behind(rest);
		if (is_of(owners[i].of, number))
			ret.v[ret.n++] = (struct number){ owners[i].of, number };
	}
	return ret;
}

/* The first of that kind; length 0: none. */
static struct span first_of(const struct numbers *all, enum of of)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].of == of)
			return all->v[i].text;
	return (struct span){ "", 0 };
}

/* By its number or its label. */
static struct asked_cuda cuda_of(struct arena *a, enum of of, struct span s)
{
	bool dot = span_find_char(s, '.') > 0;

	if (of == OF_LABEL)
		return (struct asked_cuda){ arena_printf(a, "%.2s.%c", s.p, s.p[2]), s, true };
	return (struct asked_cuda){ arena_printf(a, dot ? "%s" : "%s.0", arena_span(a, s)), s,
				    dot };
}

/* The first CUDA from the place `from` of the text on. */
static struct asked_cuda cuda_from(struct arena *a, const struct numbers *all, size_t from)
{
	for (size_t i = 0; i < all->n; i++) {
		enum of of = all->v[i].of;

		if ((size_t)(all->v[i].text.p - all->low.p) >= from &&
		    (of == OF_CUDA || of == OF_SMI || of == OF_LABEL))
			return cuda_of(a, of, all->v[i].text);
	}
	return (struct asked_cuda){ 0 };
}

static size_t end_of(const struct numbers *all, struct span s)
{
	return (size_t)(s.p - all->low.p) + s.n;
}

/* "from CUDA 12.1 to 11.8", "cu121 to cu118": asked for is the one that it shall become. */
static struct asked_cuda cuda_asked(struct arena *a, const struct numbers *all, size_t from)
{
	static const char *const words[] = { "to ", "->", "换到", "换成", "改成", "改为",
					     "降到", "降级到", "升到", "升级到" };
	struct asked_cuda first = cuda_from(a, all, from);

	for (size_t i = 0; first.text && i < sizeof words / sizeof *words; i++) {
		struct span rest = span_trim(span_from(all->low, end_of(all, first.at))), number;
		bool label;

		if (!span_take(&rest, words[i]))
			continue;
		rest = span_trim(rest);
		label = !span_take(&rest, "cuda") && span_take(&rest, "cu");
		number = number_behind(rest);
		if (!label && span_find_char(number, '.') < 2 && number.n && number.p[0] < '8')
			continue; /* "to 2.3" is of torch */
		if (is_of(label ? OF_LABEL : OF_SMI, number))
			return cuda_of(a, label ? OF_LABEL : OF_SMI, number);
	}
	return first;
}

/* "nvidia-smi shows CUDA 12.2": no other clause begins before the number ends. */
static bool is_right_behind(struct span text, struct span number)
{
	struct span between = span_sub(text, 0, (size_t)(number.p - text.p));

	return !span_holds(between, ONE_OF(",", ";", ". ", "，", "。", "；", " and ", " but ",
					   " want", " need", "想"));
}

/* "nvidia-smi shows CUDA 12.2, can I install cu124": the CUDA of the driver, and behind it, or else
 * before it, the one that is asked about; without one it is right behind nvidia-smi. */
static void find_shown(struct arena *a, const struct numbers *all, struct asked *to)
{
	static const char *const words[] = { "nvidia-smi", "driver", "驱动" };

	for (size_t i = 0; !to->shown && i < sizeof words / sizeof *words; i++) {
		ptrdiff_t at = span_find(all->low, words[i]);
		struct span behind = span_from(all->low, at < 0 ? all->low.n : (size_t)at);
		struct asked_cuda near = cuda_from(a, all, (size_t)(behind.p - all->low.p)), rest;

		if (!near.text || !near.whole || near.at.p > behind.p + NEAR_DRIVER)
			continue;
		rest = cuda_asked(a, all, end_of(all, near.at));
		if (!rest.text)
			rest = cuda_asked(a, all, 0);
		if (rest.at.p == near.at.p)
			rest.text = NULL;
		if (!rest.text &&
		    (i || !is_right_behind(span_from(behind, strlen(words[i])), near.at)))
			continue;
		to->shown = near.text;
		to->wished = rest;
	}
}

struct asked asked_read(struct arena *a, struct span low)
{
	const struct numbers all = read(low);
	struct span driver = first_of(&all, OF_DRIVER);
	struct asked ret = {
		.cuda = cuda_asked(a, &all, 0),
		.vision = first_of(&all, OF_VISION),
		.audio = first_of(&all, OF_AUDIO),
		.python = first_of(&all, OF_PYTHON),
	};

	if (!driver.n && is_driver(low) && dotted_front(low).n == low.n)
		driver = low; /* nothing but the number */
	ret.driver = driver.n ? arena_span(a, driver) : NULL;
	if (ret.cuda.text)
		ret.other = cuda_from(a, &all, end_of(&all, ret.cuda.at));
	if (ret.other.text && strcmp(ret.other.text, ret.cuda.text) == 0)
		ret.other.text = NULL;
	find_shown(a, &all, &ret);
	return ret;
}

const char *asked_release(const struct catalogue *c, struct span release)
{
	for (size_t i = c->releases.n; release.n > 2 && i-- > 0;)
		if (explain_is_of(c->releases.v[i], release))
			return c->releases.v[i];
	return NULL;
}

const char *asked_torch(struct arena *a, const struct catalogue *c, struct span low)
{
	const struct pattern_text text = pattern_text(a, low);
	struct captures facts = { 0 };
	struct span label, release;

	named_facts(a, c, &text, &facts);
	release = label = span_of(captures_get(&facts, "torch"));
	(void)span_next(&label, '+', &release);
	return asked_release(c, release);
}

void asked_keep(struct arena *a, const struct catalogue *c, struct span text, struct captures *to)
{
	struct span low = spelling_lower(a, span_trim(text));
	const struct asked q = asked_read(a, low);
	struct python py;

	if (q.python.n && python_parse(q.python, &py))
		captures_add(a, to, "q_python", arena_span(a, q.python));
	if (q.wished.whole || q.cuda.whole)
		captures_add(a, to, "q_cuda", q.wished.whole ? q.wished.text : q.cuda.text);
	captures_add(a, to, "q_torch", c ? asked_torch(a, c, low) : NULL);
}
