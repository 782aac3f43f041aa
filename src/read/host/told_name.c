/* Which GPUs a line names, how many of each, and the maker of others. */
#include <string.h>

#include "read/host/format_private.h"
#include "read/host/told_private.h"

/* --- how many -------------------------------------------------------------------------------- */

static bool is_times(struct span s)
{
	return span_begins(s, ONE_OF("x", "*", "×", "块", "张", "卡", "个"));
}

/* "2x", "2 x ", "8*" right before the name: read from its end. */
static int count_before(struct span before)
{
	size_t n = before.n;

	while (n && (before.p[n - 1] == ' ' || before.p[n - 1] == '('))
		n--;
	for (size_t begin = n; begin && n - begin < 8; begin--) {
		struct span tail = span_sub(before, begin - 1, n - begin + 1), rest;
		size_t digits = told_number_at(tail).n;

		rest = span_trim(span_from(tail, digits));
		if (digits && digits <= 2 && is_times(rest) &&
		    (begin < 2 || !told_in_word(before.p[begin - 2])))
			return field_index(told_number_at(tail));
	}
	return 1;
}

/* "with 2 3090", "2 1080ti", "16 V100 GPUs", "8 GPU RTX 5000": a number and no mark, behind a word
 * that is no place, or of a bare name or of "GPUs". */
static int count_alone(const struct told_reading *r, struct span before, struct span name,
		       struct span behind)
{
	bool several = span_begins(span_trim(behind), ONE_OF("gpus", "cards")) ||
		       span_closes(before, ONE_OF(" gpu ", " gpus "));
	struct span last = { NULL, 0 }, number = last, word;
	int n;

	if (!span_ends(before, " "))
		return 1;
	before.n -= span_ends(before, " gpu ") ? strlen("gpu ") :
		    span_ends(before, " gpus ") ? strlen("gpus ") : 0;
	while (span_word(&before, &word)) {
		last = number;
		number = word;
	}
	n = number.n < 3 ? field_index(number) : 1;
	if (several || n < 2 || n > 8)
		return several && n > 1 ? n : 1;
	if (!last.n)
		return number.p == r->l->low.p && ascii_digit(name.p[0]) ? n : 1;
	for (size_t i = 0; i < r->n; i++)
		if (r->words[i].kind == TOLD_PLACE &&
		    r->l->low.p + r->words[i].at + r->words[i].n >= last.p + last.n)
			return 1;
	return ascii_alpha(last.p[last.n - 1]) ? n : 1;
}

uint64_t told_count_behind(struct span behind)
{
	struct span number;
	size_t mark, size;

	behind = told_skip(span_trim(behind), "()-");
	size = told_number_at(behind).n; /* of its memory: "-24G*8", "(24GB) x 2" */
	if (size && size < 3 && span_starts(span_from(behind, size), "g"))
		behind = told_skip(span_from(behind, size + 1), "b) ");
	mark = span_starts(behind, "×") ? 2 : 1;
	if (!behind.n || (behind.p[0] != 'x' && behind.p[0] != '*' && mark != 2))
		return 0;
	number = told_number_at(span_trim(span_from(behind, mark)));
	return number.n && number.n <= 2 ? (uint64_t)field_index(number) : 0;
}

/* "GPU 0,1,2,3": as many as the list has. */
static int count_listed(struct span before)
{
	ptrdiff_t at = span_find(before, "gpu");
	struct span list = span_from(before, (size_t)(at + 3)), part, word;
	int n = 0;

	if (at < 0)
		return 1;
	(void)span_take(&list, "s");
	if (!span_word(&list, &word) || span_find_char(word, ',') < 0)
		return 1;
	while (span_next(&word, ',', &part))
		n += ascii_digit(part.n ? part.p[0] : ' ');
	return n ? n : 1;
}

static int count_in_words(const struct told_reading *r, struct span before)
{
	static const struct {
		enum told_kind kind;
		int n;
	} counts[] = { { TOLD_TWO, 2 }, { TOLD_FOUR, 4 }, { TOLD_EIGHT, 8 } };
	const char *from = told_sentence(r->l->low, (size_t)(before.p - r->l->low.p) + before.n).p;

	before = span_from(before, before.n > 24 ? before.n - 24 : 0);
	if (from > before.p)
		before = span_from(before, (size_t)(from - before.p));
	return FIRST_TELLS(x, ROWS(counts), told_has_within(r, before, x->kind), x->n, 1);
}

/* What stands before the name before it counts that one. */
static int count_of(const struct told_reading *r, struct span name)
{
	const struct span *last = r->l->n_names ? &r->l->names[r->l->n_names - 1].name.text : NULL;
	size_t at = (size_t)(name.p - r->l->low.p);
	size_t from = last ? (size_t)(last->p - r->l->low.p) + last->n : 0;
	struct span before = span_sub(r->l->low, from, at - from);
	struct span behind = span_from(r->l->low, at + name.n);
	int n = count_listed(before);

	n = n > 1 ? n : count_before(before);
	n = n > 1 ? n : (int)told_count_behind(behind);
	n = n > 1 ? n : count_alone(r, before, name, behind);
	n = n > 1 ? n : count_in_words(r, before);
	return n > 0 && n <= 64 ? n : 1;
}

/* --- names ----------------------------------------------------------------------------------- */

/* "<0: Tesla V100>, <1: Tesla V100>": the same name again, with no word between. */
static bool goes_on(const struct told_line *l, const struct gpu_name *found)
{
	const struct span *last = l->n_names ? &l->names[l->n_names - 1].name.text : NULL;

	if (!last || !span_eq(*last, found->text))
		return false;
	for (const char *p = last->p + last->n; p < found->text.p; p++)
		if (!strchr("<>()[]'\"`:, ", *p) && !ascii_digit(*p))
			return false;
	return true;
}

/* "4x H200, or 4x A100", "T10或者V100", "3090/4090": which of them it is is not said. */
static void leave_choices(struct told_line *l)
{
	struct span before = span_sub(l->low, 0, l->n_names ?
				      (size_t)(l->names[0].name.text.p - l->low.p) : 0);

	l->names[0].own &= !span_closes(before, ONE_OF(" or ", "或", "或者"));
	for (size_t i = 1; i < l->n_names; i++) {
		struct span last = l->names[i - 1].name.text, next = l->names[i].name.text;
		struct span gap = { last.p + last.n, (size_t)(next.p - last.p) - last.n };

		if (span_holds(gap, ONE_OF(" or ", "或")) || span_is(gap, "/"))
			l->names[i - 1].own = l->names[i].own = false;
	}
}

/* "nvidia GF108": a card that only its chip names. */
static void add_chip(struct told_reading *r)
{
	struct told_line *l = r->l;
	struct gpu_name found = { .series = NULL };
	struct told_name name;
	struct span chip;

	l->chip = field_chip(l->plain, &chip);
	if (!l->chip || l->n_names)
		return;
	found.text = span_sub(l->low, (size_t)(chip.p - l->plain.p), chip.n);
	name = told_name_owned(r, &found);
	name.count = count_of(r, found.text);
	name.chip = true;
	l->names[l->n_names++] = name;
}

void told_names(struct told_reading *r)
{
	struct told_line *l = r->l;
	struct span rest = l->low;
	struct gpu_name found;
	size_t own = 0;

	while (l->n_names < TOLD_NAMES && gpu_name_next(&rest, &found)) {
		struct told_name name = told_name_owned(r, &found);

		name.count = count_of(r, found.text);
		if (found.series)
			continue; /* which card of it is not said */
		if (goes_on(l, &found))
			l->names[l->n_names - 1].count++;
		else
			l->names[l->n_names++] = name;
	}
	add_chip(r);
	leave_choices(l);
	for (size_t i = 0; i < l->n_names; i++)
		own += l->names[i].own;
	for (size_t i = 0; own > 1 && l->names[0].count == (int)own && i < l->n_names; i++)
		l->names[i].says |= TOLD_IS_THERE; /* "two GPUs: a 2070 and a 3090" */
	if (own > 1 && (l->names[0].says & TOLD_IS_THERE) && l->names[0].count == (int)own)
		l->names[0].count = 1;
}

/* Where the word of the kind stands, NULL: the line has none. */
static const char *place_of(const struct told_reading *r, enum told_kind kind)
{
	return FIRST_TELLS(x, LIST(r->words, r->n), x->kind == kind, r->l->low.p + x->at, NULL);
}

/* "rx 6700", "eGPU(RX6800)", "r9 390x", "7900xtx", "6600 xt": only AMD has had them since 2006;
 * "r7 5800x" is a processor. */
static const char *amd_number(struct span low)
{
	struct span word, last = { NULL, 0 };

	for (; field_run(&low, &word); last = word) {
		bool old = !span_take(&word, "rx"), xt = span_starts(word, "xt") && word.n <= 3;
		size_t n;

		if (old && !(old = span_take(&word, "r5") || span_take(&word, "r7") ||
				   span_take(&word, "r9"))) {
			if (!xt && !span_starts(span_from(word, told_number_at(word).n), "xt"))
				continue;
		} else if (!word.n) {
			(void)field_run(&low, &word);
		}
		word = xt ? last : word;
		n = told_number_at(word).n;
		if (n >= 3 && n <= (old ? 3 : 4) && (n == word.n || !ascii_digit(word.p[n])))
			return word.p;
	}
	return NULL;
}

/* "Apple M1", "MacBook Pro M3", "M2 Ultra": a number of Apple's beside a word of theirs. */
const char *told_apple(const struct told_reading *r)
{
	struct span rest = r->l->low, word, next;
	bool mac = told_has(r, TOLD_MAC);

	if (told_has(r, TOLD_APPLE))
		return place_of(r, TOLD_APPLE);
	while (field_run(&rest, &word)) {
		struct span ahead = rest;

		if (word.n == 2 && word.p[0] == 'm' && word.p[1] > '0' && word.p[1] < '6' &&
		    (mac || (field_run(&ahead, &next) && span_in(next, "pro max ultra"))))
			return word.p;
	}
	return NULL;
}

/* "GPU: AMD [Integrated]", "vendor": "Intel": a label of a GPU and a maker as its value. */
static const char *labelled_maker(const struct told_line *l)
{
	struct span value = span_from(l->low, (size_t)(l->label.p - l->low.p) + l->label.n);

	value = told_skip(value, " \t:=\"'");
	if (!l->label.n ||
	    !span_begins(l->label, ONE_OF("gpu", "vendor", "graphics", "adapter", "显卡")))
		return NULL;
	return span_begins(value, ONE_OF("amd ", "amd\"", "advanced micro")) ? "AMD GPU" :
	       span_starts(value, "intel") ? "Intel GPU" :
	       span_starts(value, "apple") ? "Apple GPU" : NULL;
}

/* NVIDIA's word in a label, "nvidia_gpu_models", says nothing of what stands behind it. */
static bool names_nvidia(const struct told_reading *r)
{
	struct span label = r->l->label;
	size_t begin = label.n ? (size_t)(label.p - r->l->low.p) + label.n : 0;

	return told_has_within(r, span_from(r->l->low, begin), TOLD_NVIDIA);
}

static const char *amd_maker(struct span low)
{
	return span_find(low, "radeon") >= 0 ? "AMD Radeon" : "AMD GPU";
}

const char *told_maker(const struct told_reading *r, const char **at)
{
	static const struct {
		enum told_kind kind;
		const char *maker;
	} makers[] = { { TOLD_CARD, NULL }, { TOLD_AMD, NULL }, { TOLD_INTEL, "Intel GPU" },
		       { TOLD_NPU, "NPU" } };
	const char *number = amd_number(r->l->low);
	/* "changed my old GT 1030 to an RX 580": of NVIDIA's that it names none is there */
	bool former = r->l->n_names && EVERY(x, LIST(r->l->names, r->l->n_names), x->former);

	*at = number ? number : r->l->low.p;
	if ((!former && (r->l->n_names || (names_nvidia(r) && !r->l->apple))) ||
	    (told_has(r, TOLD_PROCESSOR) && !number && !told_has(r, TOLD_CARD)))
		return NULL;
	if (!number && r->l->apple) {
		*at = r->l->apple;
		return "Apple GPU";
	}
	for (size_t i = 0; !number && i < sizeof makers / sizeof *makers; i++)
		if (place_of(r, makers[i].kind)) {
			*at = place_of(r, makers[i].kind);
			return makers[i].maker ? makers[i].maker : amd_maker(r->l->low);
		}
	return number ? amd_maker(r->l->low) : labelled_maker(r->l);
}

/* "GTX 1080 Ti, RTX 4090, driver 535": nothing but GPUs and numbers, which is no sentence. */
void told_inventory(struct told_reading *r)
{
	struct told_line *l = r->l;
	struct span rest = l->low, word;
	size_t known = 0;

	while (l->n_names && l->driver.text && span_word(&rest, &word)) {
		bool of_name = told_is_of_name(l, word);

		for (known = 0; known < r->n && !of_name; known++)
			if (l->low.p + r->words[known].at == word.p &&
			    r->words[known].kind <= TOLD_FOUND)
				break;
		if (!of_name && known == r->n && !told_number_at(word).n &&
		    !span_in_nocase(word, "and with version + & , /"))
			return;
	}
	for (size_t i = 0; i < l->n_names && l->driver.text; i++)
		l->names[i].says |= l->names[i].own ? TOLD_IS_THERE : 0;
}
