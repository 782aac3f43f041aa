#include "fact/gpu_name.h"

#include <string.h>

#include "fact/row.h"

enum { WORDS_MAX = 8 };

/* A blank, what is not ASCII, or a mark that no name of a GPU has: "CUDA12.5+4060ti", "显卡:RTX
 * 3090,RTX 4090". */
static bool is_between(char c)
{
	return !ascii_alnum(c) && (ascii_space(c) || (unsigned char)c >= 0x80 || c == '+' ||
				   c == ',' || c == ':' || c == '=' || c == ';');
}

/* "3090/4090", "T4/V100"; no path, and no "RTX 3090/PCIe". */
static bool parts_choice(struct span s, size_t n)
{
	struct span behind = span_from(s, n + 1);

	return s.p[n] == '/' && n && ascii_digit(s.p[n - 1]) &&
	       span_run_alnum(s, "") == n && behind.n && ascii_alnum(behind.p[0]) &&
	       !span_starts(behind, "pcie");
}

/* The next run of bytes that are neither blank nor foreign nor glue. */
static bool next_word(struct span *rest, struct span *word)
{
	size_t n = 0;

	while (rest->n && (is_between(rest->p[0]) || strchr("-/", rest->p[0])))
		*rest = span_from(*rest, 1);
	while (n < rest->n && !is_between(rest->p[n]) && !parts_choice(*rest, n) &&
	       !(n == 6 && rest->p[n] == '-' && span_starts(*rest, "nvidia-")))
		n++;
	*word = span_sub(*rest, 0, n);
	*rest = span_from(*rest, n);
	return n > 0;
}

static size_t digits(struct span s)
{
	return span_run_digits(s, "");
}

/* Where the memory begins that is glued to a name, "4090-24g*8" and "rtx-5060ti-16gb"; the length
 * without any. */
static size_t memory_at(struct span word)
{
	size_t family = span_starts_in(word, "rtx- gtx-");
	ptrdiff_t dash = (ptrdiff_t)family + span_find_char(span_from(word, family), '-');
	struct span rest = span_from(word, (size_t)(dash + 1));
	size_t n = digits(rest);

	return dash > (ptrdiff_t)family && (family || ascii_digit(word.p[dash - 1])) &&
	       n && n < 3 && n < rest.n && rest.p[n] == 'g' ? (size_t)dash : word.n;
}

static struct span without_opening(struct span word)
{
	while (word.n && strchr("([{<\"'`*_", word.p[0]))
		word = span_from(word, 1);
	return word;
}

/* "1660s", which is no plural */
static bool is_super(struct span w)
{
	return w.n == 5 && w.p[4] == 's' &&
	       span_in_nocase(w, "1650s 1660s 2060s 2070s 2080s 4070s 4080s");
}

static bool is_row(enum row_word kind, struct span w)
{
	const char *word;

	for (size_t i = 0; (word = row_word_by(kind, w, &i)) != NULL;)
		if (span_is(w, word))
			return true;
	return false;
}

/* "t4", "3090", the mobile "3060m": also what else may be called so */
static bool is_ambiguous(struct span w)
{
	w.n -= w.n == 5 && w.p[4] == 'm';
	return is_super(w) || is_row(ROW_SHORT, w);
}

/* "a100", "a100-sxm4-80gb": these say enough by themselves */
static bool is_model(struct span w)
{
	const char *word;

	for (size_t i = 0; (word = row_word_by(ROW_MODEL, w, &i)) != NULL;) {
		struct span rest = w;

		if (span_take(&rest, word) && (!rest.n || rest.p[0] == '-'))
			return true;
	}
	return false;
}

/* Without the punctuation of the sentence, and what sellers hang on behind a mark. */
static struct span without_marks(struct span word)
{
	ptrdiff_t tail;

	word = without_opening(word);
	while (word.n && strchr(")]}>\"'`*_.,;:!?", word.p[word.n - 1]))
		word.n--;
	word.n -= span_ends(word, "'s") ? 2 : 0; /* "my 2080ti's" */
	for (const char *open = "(["; *open; open++) { /* "V100(32G)", "3060[m]" */
		tail = span_find_char(word, *open);
		word.n = tail > 0 ? (size_t)tail : word.n;
	}
	tail = span_find_char(word, '*');
	word.n = tail > 2 ? (size_t)tail : word.n; /* "4090*8" */
	word.n = memory_at(word);
	return word;
}

/* A word without its marks, without "2x" glued to it, and without what OpenGL hangs on. */
static struct span bare(struct span word)
{
	ptrdiff_t tail;
	size_t n;

	if (!span_alnum(word, ""))
		word = without_marks(word);
	n = digits(word);
	if (n && n <= 2 && word.n > n + 2 && (word.p[n] == 'x' || word.p[n] == '*'))
		word = span_from(word, n + 1);
	tail = span_ends(word, "gpu") ? (ptrdiff_t)word.n - 3 : 0; /* "3090GPU" */
	if (tail > 0 && ascii_digit(word.p[tail - 1]))
		word.n = (size_t)tail;
	if (word.n > 2 && word.p[word.n - 1] == 's' && !is_super(word) && !span_is(word, "l40s") &&
	    (is_ambiguous(span_sub(word, 0, word.n - 1)) || span_ends(word, "tis") ||
	     is_model(span_sub(word, 0, word.n - 1))))
		word.n--; /* "two 3090s", "2x P40s", "V100s", "2080tis" */
	tail = span_find(word, "/pcie");
	return tail > 0 ? span_sub(word, 0, (size_t)tail) : word;
}

/* "4090", "3090ti", "a6000", "t4": what a family name goes before; a brand alone before a number
 * may be of a driver, which has three digits. */
static bool is_number(struct span w, bool family)
{
	bool letter = w.n && ascii_alpha(w.p[0]);
	size_t n = digits(span_from(w, letter));

	for (size_t i = letter + n; i < w.n; i++)
		if (!ascii_alpha(w.p[i]))
			return false;
	if (letter + n + 2 == w.n && family && !letter && span_ends(w, "hx"))
		return n > 1; /* "40hx" */
	return n >= (letter ? 1 : family ? 3 : 4) && n <= 4 && w.n <= letter + n + 5 &&
	       w.p[letter] != '0';
}

/* "24gb", and "8" of "8 gb" is a number of its own */
static bool is_memory(struct span w)
{
	return digits(w) > 0 && span_is(span_from(w, digits(w)), "gb");
}

static bool is_addition(struct span w)
{
	return is_row(ROW_ADDITION, w) || is_memory(w);
}

/* "4060ti", "4070super", "980ti": no other product is called so. */
static bool is_short(struct span w)
{
	size_t n = digits(w);

	return w.n > n + 1 && (n == 4 ? is_addition(span_from(w, n)) :
			       n == 3 && span_is(span_from(w, n), "ti"));
}

static bool is_brand(struct span w)
{
	return span_in(w, "nvidia geforce tegra");
}

/* "rtx", "rtx4090", and the like; *whole: the number is in the word */
static bool is_family(struct span w, bool *whole)
{
	struct span rest;
	const char *word;

	for (size_t i = 0; (word = row_word_by(ROW_FAMILY, w, &i)) != NULL;) {
		rest = w;
		if (!span_take(&rest, word))
			continue;
		/* "gtk2" is no GT K2 */
		if (!span_take(&rest, "-") && strlen(word) == 2 && rest.n && ascii_alpha(*rest.p))
			continue;
		*whole = rest.n && is_number(rest, true);
		if (rest.n == 0 || *whole)
			return true;
	}
	return false;
}

/* "RTX PRO", "Quadro FX" behind `k` words of brand; *whole: the last has the number, too. */
static size_t family_at(const struct span *w, size_t n, size_t k, bool *whole)
{
	size_t brand = k;

	while (k < n && !*whole && is_family(w[k], whole) &&
	       !(k && span_is(w[k - 1], "titan")))
		k++;
	return k > brand && k < n && span_in(w[k], "pro fx") ? k + 1 : k;
}

/* The last word of s, and s without it. */
static struct span take_last(struct span *s)
{
	size_t begin, end = s->n;
	struct span word;

	while (end && is_between(s->p[end - 1]))
		end--;
	for (begin = end; begin && !is_between(s->p[begin - 1]);)
		begin--;
	word = span_sub(*s, begin, end - begin);
	*s = span_sub(*s, 0, begin);
	return word;
}

/* "my 3090", "2x T4", "GPU: L4"; a number may follow an article. */
static bool is_led(struct span before, struct span w)
{
	struct span last;
	size_t n;

	while (before.n && (ascii_space(before.p[before.n - 1]) ||
			    strchr(":=(\"'*", before.p[before.n - 1])))
		before.n--;
	if (span_closes(before, ONE_OF("меня", "мой", "моя", "моей", "双", "张",
				       "块", "个", "卡", "用", "换", "换成", "或",
				       "或者", "的", "是", "在", "笔记本")))
		return true;
	last = bare(take_last(&before));
	if (span_is(last, "x"))
		return digits(take_last(&before)) == 1;
	if (span_is(last, "is"))
		last = take_last(&before); /* "my card is 3080" */
	n = digits(last); /* "2x", "8*", and "2" of "2 x": how many */
	return span_in_nocase(last, "gpu gpus card model two dual three four eight") ||
	       (n <= 2 && last.n == n + 1 && (last.p[n] == 'x' || last.p[n] == '*')) ||
	       (ascii_digit(w.p[0]) &&
		span_in(last, "a an my single one dual two have the on with got bought purchased "
			      "own using meine eine une una"));
}

/* "T4 GPU", "3090 ti", "4090显卡", "T4, driver 550". */
static bool is_followed(struct span behind, struct span next)
{
	struct span driver = behind;
	size_t n = digits(next);

	while (driver.n && strchr(" ,;/|", driver.p[0]))
		driver = span_from(driver, 1);
	(void)span_take(&driver, "，");
	(void)span_take(&driver, "nvidia ");
	return span_in(next, "gpu gpus card cards graphics ti super laptop") ||
	       span_begins(driver, ONE_OF("driver ", "驱动")) || is_memory(next) ||
	       (n && n < 3 && span_is(span_from(next, n), "g")) ||
	       span_begins(behind, ONE_OF("的显卡", " with ", "显卡", "上", "卡",
					  "的机器"));
}

/* The word that tells which one of the family it is: "geforce 310m" needs no family. */
static bool is_telling(const struct span *w, size_t n, size_t k, size_t brand)
{
	bool family = k > brand || (k && (span_is(w[k - 1], "geforce") ||
					  (k + 1 < n && span_is(w[k + 1], "ti"))));

	if (is_model(w[k]) || is_short(w[k]) || (k && is_number(w[k], family)))
		return true;
	return k && span_in(w[k - 1], "titan jetson agx") && is_addition(w[k]);
}

/* "50系", "5000 series", "50xx": all cards of one generation, by their first digits. */
static const char *series_of(struct span word, struct span behind)
{
	static const char *const families[][2] = {
		{ "10", "GTX 10 series" }, { "16", "GTX 16 series" }, { "20", "RTX 20 series" },
		{ "30", "RTX 30 series" }, { "40", "RTX 40 series" }, { "50", "RTX 50 series" },
	};
	struct span rest = bare(word);

	if (!span_take(&rest, "rtx"))
		(void)span_take(&rest, "gtx");
	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		struct span tail = rest;

		if (!span_take(&tail, families[i][0]))
			continue;
		if (span_is(tail, "xx") || span_is(tail, "x0") || span_is(tail, "-series") ||
		    span_is(tail, "**") || span_is(tail, "s"))
			return families[i][1];
		(void)span_take(&behind, " ");
		return (!tail.n || span_is(tail, "00")) &&
		       span_begins(behind, ONE_OF("系", "series", "** series")) ?
			       families[i][1] : NULL;
	}
	return NULL;
}

/* How many words the name has that begins there, 0: none does; *brand of them are no part of it. */
static size_t name_at(const struct span *w, size_t n, size_t *brand)
{
	bool whole = false;
	size_t k = 0;

	while (k < n && is_brand(w[k]))
		k++;
	*brand = k;
	k = family_at(w, n, k, &whole);
	if (!whole && (k == n || !is_telling(w, n, k++, *brand)))
		return 0;
	while (k < n && is_addition(w[k]) &&
	       !(span_is(w[k], "x") && k && !span_is(w[k - 1], "titan")))
		k++;
	return k;
}

static struct span from_to(const struct span *first, const struct span *last)
{
	return (struct span){ first->p, (size_t)(last->p + last->n - first->p) };
}

/* By its first bytes: "4060ti" begins as the cards that are rows do, "50xx" as all of them. */
static bool may_begin_by(struct span w)
{
	w = without_opening(w);
	if (w.n && ascii_digit(w.p[0])) {
		w = bare(w);
		if (w.n > 1 && (w.p[1] == '0' || w.p[1] == '6') &&
		    (w.n == 2 || strchr("x-*s", w.p[2])))
			return true;
	}
	return row_may_be_word(w) || span_starts(w, "ge") || span_starts(w, "nvidia") ||
	       span_starts(w, "tegra") || is_short(w);
}

/* Nothing but blanks and marks of a brand stand between two words of a name. */
static bool runs_on(const char *from, const char *to)
{
	struct span gap = { from, (size_t)(to - from) };

	while (gap.n)
		if (ascii_space(gap.p[0]) || gap.p[0] == '-')
			gap = span_from(gap, 1);
		else if (!span_take(&gap, "™") && !span_take(&gap, "®") &&
			 !span_take(&gap, "\u00a0"))
			return false;
	return true;
}

/* The words from there on, as many as a name may have. */
static size_t words_of(struct span rest, struct span words[WORDS_MAX])
{
	struct span word, last = { NULL, 0 };
	size_t n = 0;

	while (n < WORDS_MAX && next_word(&rest, &word)) {
		bool shut = strchr(")]}>", word.p[word.n - 1]) || span_find(word, "/pcie") > 0;

		if (n && (word.p[0] == '(' || !runs_on(last.p + last.n, word.p)))
			break;
		words[n++] = bare(word);
		last = word;
		if (shut)
			break;
	}
	return n;
}

/* The words around one that may be something else say that it is a GPU. */
static bool is_said(struct span all, const struct span *words, size_t n)
{
	struct span none = { NULL, 0 }, before = span_sub(all, 0, (size_t)(words[0].p - all.p));
	struct span behind = span_from(all, before.n + words[0].n);

	return span_closes(before, ONE_OF("+", "/")) || span_begins(behind, ONE_OF("+", "/")) ||
	       is_led(before, words[0]) ||
	       is_followed(behind, n > 1 ? words[1] : none);
}

bool gpu_name_next(struct span *rest, struct gpu_name *ret)
{
	struct span ahead, first, words[WORDS_MAX], all = *rest;

	while (rest->n) {
		size_t n, used, brand;
		bool whole = false;

		ahead = *rest;
		if (!next_word(&ahead, &words[0]))
			break;
		if (!may_begin_by(words[0])) {
			*rest = ahead;
			continue;
		}
		ret->series = series_of(words[0], ahead);
		if (ret->series) {
			ret->text = ret->telling = bare(words[0]);
			*rest = ahead;
			return true;
		}
		first = bare(words[0]);
		if (!is_brand(first) && !is_family(first, &whole) && !is_model(first) &&
		    !is_short(first) && !is_ambiguous(first)) {
			*rest = ahead;
			continue;
		}
		n = words_of(*rest, words);
		used = name_at(words, n, &brand);
		if (!used && is_ambiguous(words[0]) && is_said(all, words, n))
			used = 1 + (n > 1 && is_addition(words[1]));
		for (size_t i = 0; i < (used ? used : 1); i++)
			(void)next_word(rest, &ahead);
		if (!used)
			continue;
		ret->series = series_of(words[used - 1], *rest);
		ret->text = from_to(&words[0], &words[used - 1]);
		ret->telling = from_to(&words[brand], &words[used - 1]);
		return true;
	}
	return false;
}
