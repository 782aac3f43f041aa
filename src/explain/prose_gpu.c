/* The GPU that people name in what they write, and values that count where there is but one. */
#include "explain/prose_private.h"

#include <string.h>

enum { WORDS_MAX = 5 };

/* Letters and digits: "RTX 3090" and "rtx3090" are the same. */
static void key_of(struct span s, char key[KEY_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < s.n && n + 1 < KEY_MAX; i++)
		if (ascii_alnum(s.p[i]))
			key[n++] = ascii_lower(s.p[i]);
	key[n] = '\0';
}

void prose_see(struct prose_value *to, struct span text, struct span telling)
{
	char key[KEY_MAX];

	key_of(telling, key);
	if (!to->text.n) {
		to->text = text;
		memcpy(to->key, key, sizeof key);
	}
	to->differ |= strcmp(key, to->key) != 0;
}

/* "CUDA12.5+4060ti", "显卡:RTX 3090,RTX 4090": marks that no name of a GPU has. */
static bool is_glue(char c)
{
	return c == '+' || c == ',' || c == ':' || c == '=' || c == ';';
}

static bool is_between(char c)
{
	return ascii_space(c) || prose_foreign(c) || is_glue(c);
}

/* The next run of bytes that are neither blank nor foreign nor glue. */
static bool next_word(struct span *rest, struct span *word)
{
	size_t n = 0;

	while (rest->n && is_between(rest->p[0]))
		*rest = span_from(*rest, 1);
	while (n < rest->n && !is_between(rest->p[n]))
		n++;
	*word = span_sub(*rest, 0, n);
	*rest = span_from(*rest, n);
	return n > 0;
}

/* A word without the punctuation of the sentence. */
static struct span bare(struct span word)
{
	while (word.n && strchr("([{\"'`*", word.p[0]))
		word = span_from(word, 1);
	while (word.n && strchr(")]}\"'`*.,;:!?", word.p[word.n - 1]))
		word.n--;
	return word;
}

static size_t digits(struct span s)
{
	size_t n = 0;

	while (n < s.n && ascii_digit(s.p[n]))
		n++;
	return n;
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
	return n >= (letter ? 1 : family ? 3 : 4) && n <= 4 && w.n <= letter + n + 5;
}

/* "a100", "a100-sxm4-80gb": these say enough by themselves */
static bool is_model(const struct gpu_words *g, struct span w)
{
	for (size_t i = 0; i < g->models.n; i++) {
		struct span rest = w;

		if (span_take(&rest, g->models.v[i]) && (!rest.n || rest.p[0] == '-'))
			return true;
	}
	return false;
}

/* "4060ti", "4070super": no other product is called so. */
static bool is_short(const struct gpu_words *g, struct span w)
{
	struct span rest = span_from(w, digits(w));

	for (size_t i = 0; rest.n > 1 && w.n - rest.n == 4 && i < g->additions.n; i++)
		if (span_is(rest, g->additions.v[i]))
			return true;
	return false;
}

static bool is_brand(struct span w)
{
	return span_is(w, "nvidia") || span_is(w, "geforce");
}

/* "rtx", "rtx4090", and the like; *whole: the number is in the word */
static bool is_family(const struct gpu_words *g, struct span w, bool *whole)
{
	for (size_t i = 0; i < g->families.n; i++) {
		struct span rest = w;

		if (!span_take(&rest, g->families.v[i]))
			continue;
		*whole = rest.n && is_number(rest, true);
		return rest.n == 0 || *whole;
	}
	return false;
}

static bool is_addition(const struct gpu_words *g, struct span w)
{
	for (size_t i = 0; i < g->additions.n; i++)
		if (span_is(w, g->additions.v[i]))
			return true;
	return false;
}

/* "RTX PRO", "Quadro RTX" behind `k` words of brand; *whole: the last has the number, too. */
static size_t family_at(const struct gpu_words *g, const struct span *w, size_t n, size_t k,
	bool *whole)
{
	size_t brand = k;

	while (k < n && !*whole && is_family(g, w[k], whole))
		k++;
	return k > brand && k < n && span_is(w[k], "pro") ? k + 1 : k;
}

/* The word that tells which one of the family it is. */
static bool is_telling(const struct gpu_words *g, const struct span *w, size_t k, size_t brand)
{
	if (is_model(g, w[k]) || is_short(g, w[k]) || (k && is_number(w[k], k > brand)))
		return true;
	return k && span_is(w[k - 1], "titan") && is_addition(g, w[k]);
}

/* How many words the name has that begins there, 0: none does; *brand of them are no part of it. */
static size_t name_at(const struct gpu_words *g, const struct span *w, size_t n, size_t *brand)
{
	bool whole = false;
	size_t k = 0;

	while (k < n && is_brand(w[k]))
		k++;
	*brand = k;
	k = family_at(g, w, n, k, &whole);
	if (!whole && (k == n || !is_telling(g, w, k++, *brand)))
		return 0;
	while (k < n && is_addition(g, w[k]))
		k++;
	return k;
}

static struct span from_to(const struct span *first, const struct span *last)
{
	return (struct span){ first->p, (size_t)(last->p + last->n - first->p) };
}

/* The bytes that names begin with. */
static void first_bytes(const struct gpu_words *g, bool first[256])
{
	const struct strings *all[] = { &g->models, &g->families };

	first['n'] = first['g'] = true; /* is_brand */
	for (int c = '1'; c <= '9'; c++)
		first[c] = true; /* is_short */
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < all[k]->n; i++)
			first[(unsigned char)all[k]->v[i][0]] = true;
}

/* Most words are none that a name begins with. */
static bool may_begin(const struct gpu_words *g, const bool first[256], struct span w)
{
	bool whole = false;

	while (w.n && strchr("([{\"'`*", w.p[0]))
		w = span_from(w, 1);
	if (!w.n || !first[(unsigned char)w.p[0]])
		return false;
	w = bare(w);
	return is_brand(w) || is_family(g, w, &whole) || is_model(g, w) || is_short(g, w);
}

void prose_gpu(const struct gpu_words *g, const struct pattern_text *text, struct prose_value *to)
{
	struct span rest = text->lower, ahead, words[WORDS_MAX];
	bool first[256] = { false };
	size_t n, used, brand;

	first_bytes(g, first);
	while (rest.n) {
		ahead = rest;
		if (next_word(&ahead, &words[0]) && !may_begin(g, first, words[0])) {
			rest = ahead;
			continue;
		}
		ahead = rest;
		for (n = 0; n < WORDS_MAX && next_word(&ahead, &words[n]); n++)
			words[n] = bare(words[n]);
		if (n == 0)
			return;
		used = name_at(g, words, n, &brand);
		if (used)
			prose_see(to, from_to(&words[0], &words[used - 1]),
				  from_to(&words[brand], &words[used - 1]));
		for (size_t i = 0; i < (used ? used : 1); i++)
			(void)next_word(&rest, &words[0]);
	}
}
