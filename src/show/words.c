#include "show/words.h"

#include <string.h>

#include "base/buf.h"
#include "base/tr.h"

enum { DEEP = 64 };

/* The wordings of one row, each with its NUL; an empty one ends them. */
#define LINES(one, ...) one "\0" __VA_OPT__(LINES_2(__VA_ARGS__))
#define LINES_2(one, ...) one "\0" __VA_OPT__(LINES_3(__VA_ARGS__))
#define LINES_3(one, ...) one "\0" __VA_OPT__(LINES_4(__VA_ARGS__))
#define LINES_4(one) one "\0"

/* All of them in one piece: pointers to each would be relocated at every start. */
static const struct {
	char none[1];
#define WORDS(form, ...) char form[sizeof LINES(__VA_ARGS__)];
#define WORDS_COUNT(form, one, many) char form[sizeof LINES(many)], one_##form[sizeof LINES(one)];
#define CODE(number, ...) char cp##number[sizeof LINES(__VA_ARGS__)];
#include "show/words.def"
#undef CODE
#undef WORDS
#undef WORDS_COUNT
} lines = {
	"",
#define WORDS(form, ...) LINES(__VA_ARGS__),
#define WORDS_COUNT(form, one, many) LINES(many), LINES(one),
#define CODE(number, ...) LINES(__VA_ARGS__),
#include "show/words.def"
#undef CODE
#undef WORDS
#undef WORDS_COUNT
};

/* Where they stand in the text; 0: there are none. */
struct words {
	unsigned wordings; /* the first is taken whose facts are known */
	unsigned one;      /* for a {count} of 1; 0: the same */
};

#define AT(row) (unsigned)offsetof(__typeof__(lines), row)

static const struct words of_form[FORMS] = {
#define WORDS(form, ...) [FORM_##form] = { .wordings = AT(form) },
#define WORDS_COUNT(form, ...) \
	[FORM_##form] = { .wordings = AT(form), .one = AT(one_##form) },
#define CODE(number, ...)
#include "show/words.def"
#undef CODE
#undef WORDS
#undef WORDS_COUNT
};

static const struct {
	enum finding_code code;
	struct words words;
} of_code[] = {
#define WORDS(form, ...)
#define WORDS_COUNT(form, ...)
#define CODE(number, ...) { CP##number, { .wordings = AT(cp##number) } },
#include "show/words.def"
#undef CODE
#undef WORDS
#undef WORDS_COUNT
};

static const char *const fact_names[] = {
#define FACT(name) [FACT_##name] = #name,
#include "rows/fact_name.def"
#undef FACT
};

/* What a sentence is filled from: a phrase, and the two facts that every finding may have. */
struct filling {
	struct buf *to;
	const struct phrase *phrase;
	const char *have, *need;
	int deep;
	bool file; /* in English, whoever asks */
};

static bool say(const struct filling *f, const struct words *w);

/* False: there is no such fact, or it is not known. */
static bool put_fact(const struct filling *f, struct span name)
{
	const char *text = span_is(name, "have") ? f->have : span_is(name, "need") ? f->need : NULL;

	for (size_t i = 0; !text && f->phrase && i < f->phrase->n; i++) {
		const struct fact *fact = &f->phrase->facts[i];

		if (!span_is(name, fact_names[fact->name]))
			continue;
		if (fact->phrase) {
			struct filling inner = { .to = f->to,
						 .phrase = fact->phrase,
						 .deep = f->deep + 1,
						 .file = f->file };

			return fact->phrase->form && inner.deep < DEEP &&
			       say(&inner, &of_form[fact->phrase->form]);
		}
		text = fact->text;
	}
	if (text)
		buf_str(f->to, f->file ? text : tr(text));
	return text != NULL;
}

static bool put_wording(const struct filling *f, struct span rest);

/*
 * What stands in brackets: without facts as it is, else left out where one is not known; or what is
 * said then, behind a bar.
 */
static void put_part(const struct filling *f, struct span part)
{
	size_t before = f->to->n;
	struct span known, other = part;

	if (span_find_char(part, '{') < 0) {
		buf_printf(f->to, "[" SPAN_FMT "]", SPAN_ARG(part));
		return;
	}
	span_next(&other, '|', &known);
	if (!put_wording(f, known)) {
		buf_cut(f->to, before);
		buf_span(f->to, other);
	}
}

static bool put_wording(const struct filling *f, struct span rest)
{
	while (rest.n) {
		size_t n = 0;
		ptrdiff_t end;

		while (n < rest.n && rest.p[n] != '{' && rest.p[n] != '[')
			n++;
		buf_span(f->to, span_sub(rest, 0, n));
		rest = span_from(rest, n);
		if (!rest.n)
			return true;
		end = span_find_char(rest, *rest.p == '{' ? '}' : ']');
		if (end < 0)
			return false;
		if (*rest.p == '[')
			put_part(f, span_sub(rest, 1, (size_t)end - 1));
		else if (!put_fact(f, span_sub(rest, 1, (size_t)end - 1)))
			return false;
		rest = span_from(rest, (size_t)end + 1);
	}
	return true;
}

static bool counts_one(const struct filling *f)
{
	const char *count = f->phrase ? phrase_fact(f->phrase, FACT_count) : NULL;

	return count && strcmp(count, "1") == 0;
}

/* The first wording whose facts are all known. */
static bool say(const struct filling *f, const struct words *w)
{
	unsigned at = w->one && counts_one(f) ? w->one : w->wordings;
	const char *wording = (const char *)&lines + at;
	size_t before = f->to->n;

	for (; *wording; wording += strlen(wording) + 1) {
		if (put_wording(f, span_of(f->file ? wording : tr(wording))))
			return true;
		buf_cut(f->to, before);
	}
	return false;
}

const char *words_finding(struct arena *a, const struct finding *f)
{
	BUF_AUTO b = BUF_WORDS;
	struct filling all = { .to = &b, .phrase = &f->words, .have = f->have,
			       .need = f->need };
	const struct words *of = FIRST_TELLS(x, ROWS(of_code), x->code == f->code, &x->words, NULL);
	const struct finding_info *info = finding_info(f->code);

	if (f->words.form ? say(&all, &of_form[f->words.form]) : of && say(&all, of))
		return arena_str(a, buf_cstr(&b));
	return info ? tr(info->title) : "";
}

const char *words_phrase(struct arena *a, const struct phrase *p)
{
	BUF_AUTO b = BUF_WORDS;
	struct filling all = { .to = &b, .phrase = p };

	return p->form && say(&all, &of_form[p->form]) ? arena_str(a, buf_cstr(&b)) : NULL;
}

const char *words_file(struct arena *a, const struct phrase *p)
{
	BUF_AUTO b = BUF_WORDS;
	struct filling all = { .to = &b, .phrase = p, .file = true };

	return p->form && say(&all, &of_form[p->form]) ? arena_str(a, buf_cstr(&b)) : NULL;
}

const char *words_err(struct arena *a, const struct err *e)
{
	struct phrase p = err_phrase(a, e);
	const char *said = words_phrase(a, &p);

	return said ? said : e->text;
}
