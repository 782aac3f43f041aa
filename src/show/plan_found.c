/* What was found, each sentence once. */
#include "show/plan_private.h"

#include <string.h>

#include "base/tr.h"
#include "show/words.h"

enum { WHO_SHOWN = 3 };

void show_finding(struct arena *a, const struct term *t, enum finding_code code, const char *text,
		  bool in_plan)
{
	enum severity severity = finding_info(code)->severity;

	if (in_plan && severity == SEVERITY_ERROR)
		severity = SEVERITY_WARNING;
	show_found_line(a, t, severity, code, text);
}

/* What is found, and its words, each made once. */
struct folding {
	const struct findings *of;
	const char **texts;
};

static bool is_same(const struct folding *x, size_t i, size_t k)
{
	return x->of->v[i].code == x->of->v[k].code && strcmp(x->texts[i], x->texts[k]) == 0;
}

static bool is_again(const struct folding *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_same(x, i, n))
			return true;
	return false;
}

/* "GTX 1080 Ti", "gpu01, gpu02, gpu07 and 4 more": of whom the sentence of the n-th is said. */
static const char *who_of(const struct page_writer *w, const struct folding *x, size_t n)
{
	const struct hosts *hosts = w->page->hosts;
	struct strings who = { 0 };
	size_t folded = 0;
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = n; i < x->of->n; i++) {
		const char *one = is_same(x, i, n) ?
			sentence_whose(w->a, hosts, &x->of->v[i]) : NULL;

		if (!one || strings_has(&who, one))
			continue;
		strings_add(w->a, &who, one);
		folded += x->of->v[i].host >= 0 ? hosts->v[x->of->v[i].host].also : 0;
	}
	if (hosts->n > 1 && who.n == hosts->n)
		return tr("all machines");
	for (size_t i = 0; i < who.n && i < WHO_SHOWN; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", who.v[i]);
	if (who.n > WHO_SHOWN || folded)
		buf_printf(&b, tr(" and %zu more"),
			   (who.n > WHO_SHOWN ? who.n - WHO_SHOWN : 0) + folded);
	return b.n ? arena_str(w->a, buf_cstr(&b)) : NULL;
}

void show_folded(const struct page_writer *w, const struct findings *of,
		 bool (*shown)(const struct page_writer *w, const struct finding *f), bool in_plan)
{
	struct folding x = { of, arena_array(w->a, of->n, sizeof(char *)) };

	for (size_t i = 0; i < of->n; i++)
		x.texts[i] = words_finding(w->a, &of->v[i]);
	for (size_t i = 0; i < of->n; i++) {
		const struct finding *f = &of->v[i];
		const char *who, *text = x.texts[i];

		if (!shown(w, f) || is_again(&x, i))
			continue;
		who = sentence_names_gpu(f->words.form) ? NULL : who_of(w, &x, i);
		text = who ? arena_printf(w->a, "%s: %s", who, text) : text;
		if (f->code)
			show_finding(w->a, w->t, f->code, text, in_plan);
		else
			show_line(w->t, STYLE_DIM, tr("note"), text);
	}
}
