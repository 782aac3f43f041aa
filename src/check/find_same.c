/* Whether two findings are about the same. */
#include "base/text.h"
#include "check/find_private.h"

bool find_is_same(const struct found *a, const struct found *b)
{
	static const enum fact_name names[] = { FACT_package, FACT_item, FACT_file };

	return EVERY(x, ROWS(names), text_same(phrase_fact(&a->what.words, *x),
		phrase_fact(&b->what.words, *x))) && a->what.code == b->what.code &&
		a->what.words.form == b->what.words.form && a->what.host == b->what.host;
}

bool find_same_words(const struct phrase *a, const struct phrase *b)
{
	bool same = a->form == b->form && a->n == b->n;

	for (size_t i = 0; same && i < a->n; i++) {
		const struct phrase *x = a->facts[i].phrase, *y = b->facts[i].phrase;

		same = text_same(a->facts[i].text, b->facts[i].text) && !x == !y &&
		       (!x || find_same_words(x, y));
	}
	return same;
}
