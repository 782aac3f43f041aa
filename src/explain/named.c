/* The torch, the GPU and the wheel that a text names, and its machine. */
#include "explain/explain_private.h"
#include "explain/named_private.h"

#include <string.h>

#include "base/dotted.h"
#include "explain/pattern_private.h"
#include "fact/gpu_name.h"
#include "fact/row.h"
#include "fact/wheel.h"
#include "know/spelling.h"

enum { SHORT_TEXT = 96 };

/* The one value that was seen, and what two are compared by; two that differ are none. */
struct named_value {
	struct arena *a;
	struct span text, key;
	bool differ;
};

/* By letters and digits: "rtx 3090" and "rtx3090" are the same. */
static void named_see(struct named_value *to, struct span text, struct span telling)
{
	struct span key = spelling_key(to->a, telling);

	to->differ |= to->text.n && !span_eq(key, to->key);
	to->text = to->text.n ? to->text : text;
	to->key = key;
}

/* Of "2.6" and "2.6.0+cu124" the one that says more. */
static void see_release(struct named_value *to, struct span found)
{
	struct span less = found.n < to->text.n ? found : to->text;
	struct span more = found.n < to->text.n ? to->text : found;

	if (less.n && less.n < more.n && strchr(".+ ", more.p[less.n]) &&
	    span_eq(less, span_sub(more, 0, less.n))) {
		to->text = more;
		to->key = spelling_key(to->a, more);
	} else {
		named_see(to, found, found);
	}
}

/* Of a letter that is not Latin, or of a mark of such a text. */
static bool named_foreign(char c)
{
	return (unsigned char)c >= 0x80;
}

/* Part of a name or a path, so that what follows is no word of its own. */
static bool in_word(char c)
{
	return ascii_alnum(c) || strchr("_-./\\", c) != NULL;
}

/* The word where it stands alone, for a GPU. */
static void see_word(struct span low, struct span word, struct named_value *to)
{
	ptrdiff_t at = span_find_n(low, word.p, word.n);
	struct span one = span_sub(low, at < 0 ? low.n : (size_t)at, word.n);

	if (at >= 0 && (at == 0 || !in_word(low.p[at - 1])) &&
	    ((size_t)at + word.n == low.n || !in_word(low.p[(size_t)at + word.n])))
		named_see(to, one, one);
}

/* "T4 and cuda 13", "5080用cu124行不行": in so short a text a word that may be a GPU is one. */
static void short_gpu(struct span low, struct named_value *to)
{
	const char *word;

	for (size_t i = 0; (word = row_next_word(ROW_SHORT, &i)) != NULL;)
		see_word(low, span_of(word), to);
}

/* "does torch 2.10 still support pascal": a generation stands for all of its GPUs. */
static void generation(struct arena *a, const struct catalogue *c, struct span low,
		       struct named_value *to)
{
	for (size_t i = 1; c && i < c->ccs.n; i++)
		if (c->ccs.v[i].architecture)
			see_word(low, spelling_lower(a, span_of(c->ccs.v[i].architecture)), to);
}

void explain_gpus(struct arena *a, struct span text, struct strings *to)
{
	struct span low = spelling_lower(a, span_sub(text, 0, SHORT_TEXT * 2)), rest = low;
	struct gpu_name found;
	const char *word;

	while (gpu_name_next(&rest, &found))
		if (!found.series)
			strings_add_once(a, to, arena_span(a, found.text));
	for (size_t i = 0; (word = row_next_word(ROW_SHORT, &i)) != NULL;) {
		struct named_value one = { .a = a };

		see_word(low, span_of(word), &one);
		if (one.text.n && !ANY(x, *to, span_find(span_of(*x), word) >= 0))
			strings_add(a, to, arena_span(a, one.text));
	}
}

/* The GPU that the text names: a long log at its ends, where people tell of the machine. */
static void named_gpu(struct arena *a, const struct catalogue *c, const struct pattern_text *text,
		      struct named_value *to, const char **series)
{
	enum { END_MOST = 64 << 10 };
	struct span rest = span_sub(text->lower, 0, END_MOST);
	struct span behind = span_from(text->lower, rest.n);
	struct gpu_name found;

	behind = span_from(behind, behind.n > END_MOST ? behind.n - END_MOST : 0);
	while (gpu_name_next(&rest, &found) || gpu_name_next(&behind, &found))
		if (!found.series)
			named_see(to, found.text, found.telling);
		else if (!*series)
			*series = found.series;
	if (to->text.n || *series || text->lower.n > SHORT_TEXT)
		return;
	short_gpu(text->lower, to);
	if (!to->text.n)
		generation(a, c, text->lower, to);
}

/* --- torch ---------------------------------------------------------------------------------- */

/* What may stand between a name and its number: "==", ": ", " version ", " v", "版本是", and
 * ".__version__ = '" of Python. */
static struct span joint_end(struct span s)
{
	(void)span_take(&s, ".__version__");
	if (span_take(&s, " version (e.g., ")) /* a form that is filled in */
		s = span_from(s, (size_t)(span_find_char(s, ')') + 1));
	else if (span_take(&s, " version"))
		(void)span_take(&s, " is");
	else if (!span_take(&s, " becomes"))
		(void)span_take(&s, " is now");
	while (s.n && (strchr(" =:-~><('\"", s.p[0]) || named_foreign(s.p[0])))
		s = span_from(s, 1);
	if (s.n > 1 && s.p[0] == 'v' && ascii_digit(s.p[1]))
		s = span_from(s, 1);
	return s;
}

/* "2.6", "2.7.1+cu128", "2.8.0 + cu129", "2.1.0a0"; length 0: no release */
static struct span release(struct span s)
{
	size_t n = dotted_front(s).n, dots = 0;
	struct span label = span_from(s, n);

	for (size_t i = 0; i < n; i++)
		dots += s.p[i] == '.';
	if (dots == 0 || dots > 2)
		return (struct span){ s.p, 0 };
	if (span_take(&label, " + cu") || span_take(&label, "+"))
		for (n = s.n - label.n; n < s.n && ascii_alnum(s.p[n]); n++)
			;
	return span_sub(s, 0, n);
}

/* "2.6", "2.6.0": it, or one that begins so, was published; or it is newer than all known ones. */
static bool exists(const struct catalogue *c, struct span found)
{
	struct span label = found, number;
	const char *newest = c && c->releases.n ? c->releases.v[c->releases.n - 1] : NULL;

	if (!newest || !span_next(&label, '+', &number))
		return true;
	number = span_trim(number);
	return ANY(x, c->releases, explain_is_of(*x, number)) ||
		(number.p[0] == newest[0] && dotted_cmp(number, span_of(newest)) > 0);
}

/* Between "torch" and a number: "版本是", and not "仅支持". */
static bool is_joint(struct span s)
{
	static const char *const words[] = { "版本", "号", "是", "为", "的", "当前", "用",
		"装", "了" };

	while (s.n) {
		size_t i = 0;

		if (!named_foreign(s.p[0])) {
			s = span_from(s, 1);
			continue;
		}
		while (i < sizeof words / sizeof *words && !span_take(&s, words[i]))
			i++;
		if (i == sizeof words / sizeof *words)
			return false;
	}
	return true;
}

/* "built for: PyTorch 2.1", "requires torch 2.6": not the one that is there. */
static bool is_of_other(struct span before)
{
	return span_holds(before, ONE_OF("built for", "compiled for", "built against",
					 "compiled against", "requires ", "needs "));
}

/* "after upgrading to torch 2.3", "with torch 1.2 it works": the one that is there where no other
 * is named. */
static bool is_of_change(struct span before, struct span behind)
{
	enum { CLAUSE = 40 };

	behind = span_sub(behind, 0, CLAUSE);
	for (size_t i = 0; i + 1 < behind.n; i++)
		if (strchr(".\n;", behind.p[i]) && ascii_space(behind.p[i + 1]))
			behind.n = i;
	return span_holds(before, ONE_OF("installing ", "upgrade to ", "update to ",
					 "upgrading to ", "updating to ", "downgrade to ")) ||
	       span_holds(behind, ONE_OF(" works", " worked", " it can ", " is fine", " was fine",
					 "正常", "没问题", "没有问题"));
}

/* Of "2.8.0 to 2.7.0" the second. */
static struct span now_of(struct span low, struct span found)
{
	struct span behind = span_from(low, (size_t)(found.p - low.p) + found.n), second;

	if (!found.n || !(span_take(&behind, " to ") || span_take(&behind, " -> ")))
		return found;
	second = release(behind);
	return second.n ? second : found;
}

/* "2.7.1+cu128" without a name is of torch: it has the label, and its number is one of torch. */
static void find_labelled(struct span low, const struct catalogue *c, struct named_value *to)
{
	ptrdiff_t hit;

	for (size_t from = 0; (hit = span_find(span_from(low, from), "+cu")) >= 0;) {
		size_t at = from + (size_t)hit, begin = at;
		struct span found;

		while (begin && (ascii_digit(low.p[begin - 1]) || low.p[begin - 1] == '.'))
			begin--;
		found = release(span_from(low, begin));
		if (found.n > at - begin && exists(c, found) &&
		    (!begin || !in_word(low.p[begin - 1])))
			see_release(to, found);
		from = at + 3;
	}
}

static void find_torch(const struct pattern_text *text, const struct catalogue *c,
		       struct named_value *to)
{
	struct span low = text->lower;
	struct named_value changed = { .a = to->a };
	size_t from = 0;
	ptrdiff_t hit;

	while ((hit = span_find(span_from(low, from), "torch")) >= 0) {
		size_t at = from + (size_t)hit, begin = at;
		struct span joint = span_from(low, at + 5), found, before;

		from = at + 5;
		if (begin >= 2 && memcmp(low.p + begin - 2, "py", 2) == 0)
			begin -= 2;
		if (begin && in_word(low.p[begin - 1]))
			continue;
		found = joint_end(joint);
		before = span_sub(low, begin > 20 ? begin - 20 : 0, begin > 20 ? 20 : begin);
		if (!is_joint((struct span){ joint.p, (size_t)(found.p - joint.p) }) ||
		    is_of_other(before))
			continue;
		found = now_of(low, release(found));
		if (found.n && exists(c, found))
			see_release(is_of_change(before, span_from(low,
						(size_t)(found.p - low.p))) ? &changed : to, found);
	}
	if (!to->text.n)
		*to = changed;
	if (!to->text.n)
		find_labelled(low, c, to);
}

/* --- the facts ------------------------------------------------------------------------------- */

/* Adds the fact as it was written, not in lower case, unless two values were seen. */
static void put_seen(struct arena *a, const struct pattern_text *text, const struct named_value *s,
	       const char *name, struct captures *to)
{
	struct span seen;
	ptrdiff_t plus;

	if (!s->text.n || s->differ)
		return;
	seen = span_sub(text->plain, (size_t)(s->text.p - text->lower.p), s->text.n);
	plus = span_find(seen, " + ");
	captures_add(a, to, name, plus < 0 ? arena_span(a, seen) :
		     arena_join(a, span_sub(seen, 0, (size_t)plus), SPAN("+"),
				span_from(seen, (size_t)plus + 3)));
}

/* The wheel that the text names is of the Python and the system that looked for it. */
static void wheel_facts(struct arena *a, struct span low, struct captures *to)
{
	ptrdiff_t at = span_find(low, ".whl");
	size_t from = at < 0 ? 0 : (size_t)at, end = from + 4;
	const char *platform;
	struct wheel w;
	struct err e;

	while (from && !strchr(" /\\=\"'", low.p[from - 1]))
		from--;
	if (at < 0 || wheel_parse(a, span_sub(low, from, end - from), &w, &e) != 0 || !w.pythons.n)
		return;
	if (span_starts(w.pythons.v[0], "cp3") && w.pythons.v[0].n > 3 && w.pythons.n == 1)
		captures_add(a, to, "told_python", arena_printf(a, "3.%s",
			     arena_span(a, span_from(w.pythons.v[0], 3))));
	captures_add(a, to, "wheel_torch", w.torch);
	platform = w.platforms.n ? wheel_platform_of(w.platforms.v[0]).platform : NULL;
	if (platform && strcmp(platform, "any") != 0)
		captures_add(a, to, "told_platform", platform);
}

/* Behind it a word names another number. */
static bool names_other(struct span rest, const char *word, struct span number)
{
	return span_pass(&rest, word) && span_run_digits(span_trim(rest), ".") &&
	       !span_eq(span_sub(span_trim(rest), 0, number.n), number);
}

/* "compute capability is only 2.1", "算力3.5", in a short text "sm_120": of the one GPU of it; of
 * two sm it asks something else. */
static void capability_fact(struct arena *a, struct span low, struct captures *to)
{
	static const char *const words[] = { "compute capability", "cuda capability", "算力",
					     "计算能力", "sm_" };
	enum { FAR = 24 };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct span rest = low, near, number;
		bool sm = i == sizeof words / sizeof *words - 1;

		if (!span_pass(&rest, words[i]) || (sm && low.n > SHORT_TEXT))
			continue;
		near = span_sub(rest, 0, sm ? 3 : FAR);
		while (near.n && !ascii_digit(near.p[0]) && !strchr(">=<.", near.p[0]))
			near = span_from(near, 1);
		if (span_holds(span_sub(rest, 0, (size_t)(near.p - rest.p)),
			       ONE_OF("torch", "cuda", "python")))
			continue; /* the number is theirs */
		number = span_sub(near, 0, span_run_digits(near, "."));
		if (span_begins(span_from(near, number.n), ONE_OF(" and up", " and above", "+",
								 " or ", " and newer", "以上")))
			continue; /* of what a build has code for */
		if (!sm && number.n == 3 && number.p[1] == '.' &&
		    !names_other(rest, words[i], number))
			captures_add(a, to, "sm", arena_span(a, number));
		else if (sm && number.n > 1 && span_find(rest, "sm_") < 0)
			captures_add(a, to, "sm", arena_printf(a, "%.*s.%c", (int)number.n - 1,
							       number.p, number.p[number.n - 1]));
	}
}

void named_facts(struct arena *a, const struct catalogue *c, const struct pattern_text *text,
		 struct captures *to)
{
	struct named_value torch = { .a = a }, gpu = { .a = a };
	const char *series = NULL;

	find_torch(text, c, &torch);
	named_gpu(a, c, text, &gpu, &series);
	wheel_facts(a, text->lower, to);
	capability_fact(a, text->lower, to);
	if (captures_get(to, "lib") || text->plain.n <= SHORT_TEXT)
		named_library(a, captures_get(to, "lib") ? span_of(captures_get(to, "lib")) :
							   text->plain, to);
	put_seen(a, text, &torch, "torch", to);
	put_seen(a, text, &gpu, "gpu", to);
	if (!gpu.text.n)
		captures_add(a, to, "gpu", series); /* a card says more */
}

void named_machine(struct arena *a, const struct host *h, struct captures *to)
{
	struct python py;

	if (!h)
		return;
	if (h->gpus.n == 1)
		captures_add(a, to, "gpu", h->gpus.v[0].name);
	captures_add(a, to, "driver", h->driver);
	captures_add(a, to, "torch_cuda", h->torch.cuda);
	if (h->python && python_parse(span_of(h->python), &py))
		captures_add(a, to, "told_python", python_said(a, py));
	captures_add(a, to, "told_platform", h->platform);
	captures_add(a, to, "told_glibc", h->glibc);
}

const char *named_module(struct arena *a, const char *packages, const struct pattern_text *text)
{
	struct span rest = text->lower, found = { NULL, 0 }, last = found;

	while (span_pass(&rest, "-packages")) {
		struct span words = span_of(packages), word, name = span_from(rest, 1);

		name.n = span_run_alnum(name, "_");
		while (!span_eq(name, last) && pattern_word(&words, &word))
			if (span_eq(name, word))
				found = name;
		last = name; /* a traceback says it for every frame */
	}
	return found.n ? arena_span(a, found) : NULL;
}
