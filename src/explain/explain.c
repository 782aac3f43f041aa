/* From a text to what its messages mean: matches, facts, the machine that it is about. */
#include "explain/explain.h"

#include <string.h>

#include "base/buf.h"
#include "base/sort.h"
#include "base/tr.h"
#include "explain/asked_private.h"
#include "explain/named_private.h"
#include "explain/pattern_private.h"

enum { NEAR = 600, MESSAGE = 120, QUOTE = 160, COMMAND = 240, SAYING = 400 };
enum { TOPIC_WORDS = 48 };

/* One pattern against the text: it is looked for once. */
struct hit {
	bool tried, found;
	bool denied; /* a belief that the text says not to be so */
	size_t at;
	struct captures facts;
};

/* Whoever finds messages: what is known, and where. */
struct finder {
	struct arena *a;
	const struct symptoms *known;
	const struct catalogue *c;
	const struct host *told; /* the machine that the text tells of; NULL: none */
	struct pattern_text text;
	struct hit **hits; /* for each symptom as many as it has patterns */
	bool by_words; /* what is said in one's own words counts, too */
};

static const struct hit *hit_of(const struct finder *f, const struct symptom *s, size_t pattern)
{
	struct hit **all = &f->hits[s - f->known->v], *h;
	const char *p = s->patterns.v[pattern];
	bool belief = explain_is_group(s, "belief");

	if (!*all)
		*all = arena_array(f->a, s->patterns.n, sizeof **all);
	h = &(*all)[pattern];
	if (!h->tried) {
		h->tried = true;
		h->found = pattern_find(f->a, p, &f->text, &h->facts, &h->at) &&
			   !(belief && pattern_is_denied(p, &f->text, h->at)) &&
			   !(explain_is_group(s, "term") && pattern_within_word(&f->text, h->at));
		h->denied = !h->found && belief && pattern_find_denied(p, &f->text, &h->at);
	}
	return h;
}

/* The first pattern of it that is found, or else is denied; NULL: none is. */
static const struct hit *find(const struct finder *f, const struct symptom *s)
{
	const struct hit *denied = NULL;

	for (size_t i = 0; i < s->patterns.n; i++)
		if ((f->by_words || !pattern_is_statement(s->patterns.v[i])) &&
		    (hit_of(f, s, i)->found || hit_of(f, s, i)->denied)) {
			if (hit_of(f, s, i)->found)
				return hit_of(f, s, i);
			denied = hit_of(f, s, i);
		}
	return denied;
}

static size_t distance(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

/* What a program remarks, and nothing fails by it. */
static bool is_remark(const struct symptoms *known, const struct symptom *s)
{
	return explain_is_among(known, "no-fault", s->group);
}

/* Two programs speak, or one speaks twice: each stands in a line that begins a message, and no
 * error was raised while the other was handled. */
static bool are_apart(const struct finder *f, size_t a, size_t b)
{
	size_t from = a < b ? a : b, first = pattern_message(&f->text, a),
	       last = pattern_message(&f->text, b);
	struct span between = span_sub(f->text.lower, from, distance(a, b));

	return first != SIZE_MAX && last != SIZE_MAX && first != last &&
	       span_find(between, symptoms_phrase(f->known, SPAN("chained"))) < 0;
}

static bool are_near(const struct finder *f, const struct meaning *other, const struct symptom *s,
		     size_t at)
{
	/* a fault of its own, also close to another */
	bool alone = explain_is_among(f->known, "alone", s->group) ||
		     explain_is_among(f->known, "alone", other->symptom->group);

	if (explain_is_asked(s) && explain_is_asked(other->symptom))
		return pattern_sentence(&f->text, other->at) == pattern_sentence(&f->text, at);
	return distance(other->at, at) < (alone ? MESSAGE : NEAR) &&
	       !are_apart(f, other->at, at);
}

/* The same thing again; several questions are as many things. */
static bool are_same(const struct meaning *other, const struct symptom *s)
{
	if (explain_is_asked(s) && explain_is_asked(other->symptom))
		return other->symptom == s;
	return strcmp(other->symptom->group, s->group) == 0 ||
	       (s->code != FINDING_NONE && other->symptom->code == s->code);
}

/* Part of something that says more, or the same thing again. */
static bool is_covered(const struct finder *f, const struct meanings *m, const struct symptom *s,
		       size_t at)
{
	return ANY(x, *m, !explain_is_said(x->symptom) &&
		(are_same(x, s) || (!is_remark(f->known, x->symptom) && are_near(f, x, s, at))));
}

/* A belief of which a message beside it is the answer, or one that was asked about. */
static bool is_told(const struct finder *f, const struct meanings *m, const struct symptom *s,
		    size_t at)
{
	bool asks = pattern_asks(&f->text, at);

	return ANY(x, *m, !explain_is_said(x->symptom) &&
		((s->code != FINDING_NONE && x->symptom->code == s->code) ||
		 (asks && explain_is_asked(x->symptom) &&
		  pattern_sentence(&f->text, x->at) == pattern_sentence(&f->text, at))));
}

/* Under WSL nvidia-smi is of another version than the driver, which is that of Windows: a table
 * with both was printed inside, where the driver answers. */
static bool answers_in_wsl(const struct host *h)
{
	return h && h->driver_library && h->driver_cuda;
}

/* torch sees no GPU, or there is no nvidia-smi: in a pod, a job or a notebook something else is the
 * likely reason. */
static const struct symptom *surrounding(const struct finder *f, const struct symptom *s)
{
	if (explain_is_among(f->known, "about-surrounded", s->name))
		s = FIRST_TELLS(x, *f->known,
				ANY(p, x->patterns, pattern_stands_in(*p, &f->text)), x, s);
	return strcmp(s->name, "wsl-driver") == 0 && answers_in_wsl(f->told) ?
		       explain_symptom(f->known, "unavailable") : s;
}

static void add(const struct finder *f, const struct symptom *s, struct meanings *to)
{
	const struct hit *h = find(f, s);
	struct meaning m = { .symptom = s };
	struct captures own = { 0 };

	if (!h)
		return;
	m.at = h->at;
	if (explain_is_group(s, "term") &&
	    explain_has(f->known, "asks-version", span_sub(f->text.lower, m.at, MESSAGE)))
		return; /* "cuDNN是什么版本" asks for a number, not for what it means */
	if (explain_is_group(s, "cpu-build") &&
	    span_starts(span_of(captures_get(&to->facts, "index_label")), "cpu"))
		return; /* it was asked for */
	if (explain_is_group(s, "channel-note") && f->text.source.n > COMMAND)
		return; /* on a command: where more is told, something else is the matter */
	if (explain_is_said(s) ? is_told(f, to, s, m.at) : is_covered(f, to, s, m.at))
		return;
	m.quote = pattern_quote(f->a, &f->text, m.at, QUOTE);
	captures_add_all(f->a, &own, &h->facts);
	s = surrounding(f, explain_meant(f->a, f->known, f->c, s, &to->facts, &own));
	explain_words(f->a, &m, s, &own, &to->facts);
	m.asked = explain_is_said(s) && pattern_asks(&f->text, m.at);
	m.right = h->denied || explain_is_group(s, "truth") ||
		  (m.asked && ANY(p, s->patterns, pattern_asks_denied(*p, &f->text, m.at)));
	m.harmless = is_remark(f->known, s);
	m.severity = m.harmless ? SEVERITY_NOTE : m.severity;
	ARRAY_ADD(f->a, *to) = m;
}

/* Facts that stand anywhere in the text serve every sentence. */
static void collect(const struct finder *f, struct captures *to)
{
	for (size_t i = 0; i < f->known->n; i++) {
		const struct symptom *s = &f->known->v[i];

		for (size_t p = 0; p < s->patterns.n && !explain_is_said(s); p++)
			captures_add_all(f->a, to, &hit_of(f, s, p)->facts);
	}
}

static struct strings all_patterns(struct arena *a, const struct symptoms *known)
{
	struct strings all = { 0 };

	for (size_t i = 0; i < known->n; i++)
		strings_add_all(a, &all, &known->v[i].patterns);
	return all;
}

/* The text, and where in it whatever is known may stand. */
static struct pattern_text read_text(struct arena *a, const struct symptoms *known, struct span raw)
{
	struct pattern_text text = pattern_text(a, raw);
	const struct strings all = all_patterns(a, known);

	text.speech = (struct speech){
		.denials = span_of(symptoms_phrase(known, SPAN("denial"))),
		.harmless = span_of(symptoms_phrase(known, SPAN("harmless"))),
		.asks = span_of(symptoms_phrase(known, SPAN("question"))),
		.wonders = span_of(symptoms_phrase(known, SPAN("wonder"))),
		.idle = span_of(symptoms_phrase(known, SPAN("idle"))),
	};
	pattern_scan(a, &all, &text);
	return text;
}

const struct symptom *explain_surrounding(struct arena *a, const struct meanings *m,
					  struct span text)
{
	const struct pattern_text plain = read_text(a, m->known, text);

	return FIRST_OF(x, *m->known, ANY(p, x->patterns, pattern_stands_in(*p, &plain)));
}

static void find_group(const struct finder *f, bool said, struct meanings *ret)
{
	for (size_t i = 0; i < f->known->n; i++)
		if (!explain_is_group(&f->known->v[i], "context") &&
		    explain_is_said(&f->known->v[i]) == said)
			add(f, &f->known->v[i], ret);
}

/* What is rightly said goes where something else is wrong. */
static void drop_right(struct meanings *m, size_t from)
{
	size_t n = from, wrong = 0;

	for (size_t i = from; i < m->n; i++)
		wrong += !m->v[i].right;
	for (size_t i = from; i < m->n; i++)
		if (!m->v[i].right || (from == 0 && !wrong && n == 0))
			m->v[n++] = m->v[i];
	m->n = n;
}

/* What is said of the trade. Beside a message it is one thing that is wrong; in a long text what
 * stands in files and commands alone, since who tells a story asserts nothing. */
static void find_said(struct finder *f, struct meanings *ret)
{
	size_t messages = ret->n;

	f->by_words = !messages || f->text.source.n <= SAYING;
	find_group(f, true, ret);
	drop_right(ret, messages);
	if (messages && ret->n > messages)
		ret->n = messages + 1;
}

static int by_harm(const void *a, const void *b)
{
	const struct meaning *x = a, *y = b;

	return x->harmless - y->harmless;
}

enum { ASKED_MOST = 160, LINE_MOST = 400 };

/* What somebody says in his own words counts where no message is recognised. */
static void find_all(struct finder *f, struct meanings *ret)
{
	f->hits = arena_array(f->a, f->known->n, sizeof(struct hit *));
	collect(f, &ret->facts);
	captures_add(f->a, &ret->facts, "need_driver",
		     explain_driver_of(f->c, captures_get(&ret->facts, "need_cuda")));
	named_machine(f->a, f->told, &ret->facts);
	named_facts(f->a, f->c, &f->text, &ret->facts);
	if (f->text.lower.n <= LINE_MOST && span_find_char(f->text.lower, '\n') < 0)
		asked_keep(f->a, f->c, f->text.lower, &ret->facts);
	captures_add(f->a, &ret->facts, "module",
		     named_module(f->a, symptoms_phrase(f->known, SPAN("own-kernels")), &f->text));
	f->by_words = false;
	find_group(f, false, ret);
	f->by_words = true;
	if (!ret->n)
		find_group(f, false, ret);
	sort_stable(ret->v, ret->n, sizeof *ret->v, by_harm);
	find_said(f, ret);
}

enum { SHORT = 64, TERM_WORDS = 4 };

/* A word of the trade, and not a sentence or a command that has one. */
static bool is_term(struct span raw)
{
	struct span word;
	size_t n = 0;

	for (; span_word(&raw, &word); n++)
		if (span_find_char(word, '/') >= 0 || span_find_char(word, '$') >= 0)
			return false;
	return n <= TERM_WORDS;
}

/* "False" alone is what a check printed, "cubin" a word that is asked for. */
static void find_output(struct finder *f, struct span raw, struct meanings *ret)
{
	const char *text = arena_join(f->a, SPAN("output: "), span_trim(raw));

	f->text = read_text(f->a, f->known, span_of(text));
	find_all(f, ret);
	for (size_t i = 0; i < ret->n; i++) {
		ret->v[i].quote = arena_span(f->a, span_trim(raw));
		ret->v[i].at = 0;
	}
}

struct span explain_title(struct span text)
{
	const struct span none = { text.p, 0 };
	struct span rest = span_trim(text), title, next;

	return span_line(&rest, &title) && title.n <= ASKED_MOST && span_line(&rest, &next) &&
			       !span_trim(next).n && span_trim(rest).n ? title : none;
}

/* Where nothing but questions was recognised, the title of a post says which of them it is. */
static void find_title(const struct finder *whole, struct span raw, struct meanings *ret)
{
	struct finder f = *whole;
	struct meanings of_title = { 0 };
	struct span title = explain_title(raw);

	if (!title.n || !EVERY(one, *ret, explain_is_asked(one->symptom)))
		return;
	f.text = read_text(f.a, f.known, title);
	find_all(&f, &of_title);
	if (of_title.n && ANY(p, of_title.v[0].symptom->patterns,
			      pattern_may_stand(*p, &whole->text))) {
		of_title.facts = ret->facts;
		*ret = of_title;
	}
}

void explain_text(struct arena *a, const struct symptoms *known, struct span raw,
		  const struct catalogue *c, const struct host *told, struct meanings *ret)
{
	struct finder f = { a, known, c, told, read_text(a, known, raw), NULL, false };
	struct meanings found = { 0 };

	find_all(&f, &found);
	find_title(&f, raw, &found);
	if (!found.n && span_trim(raw).n < SHORT && is_term(raw))
		find_output(&f, raw, &found);
	for (size_t i = 0; i < found.n; i++) {
		struct meaning *m = &found.v[i];
		const char *list = captures_get(&found.facts, "list");

		if (list && explain_is_group(m->symptom, "arch-missing"))
			m->origin = explain_list(a, c, list);
	}
	found.known = known;
	*ret = found;
}

/* From the next Latin word to the next letter that is none: "wsl2" of "能在WSL2里装吗". */
static bool next_word(struct span *rest, struct span *word)
{
	size_t n = 0;

	while (rest->n && !ascii_alnum(rest->p[0]))
		*rest = span_from(*rest, 1);
	while (n < rest->n && n < TOPIC_WORDS && (unsigned char)rest->p[n] < 0x80)
		n++;
	*word = span_sub(*rest, 0, n);
	while (rest->n && (unsigned char)rest->p[0] < 0x80 && rest->p[0] != ' ')
		*rest = span_from(*rest, 1);
	return word->n > 0;
}

void explain_topics(struct arena *a, const struct catalogue *c, struct span raw,
		    struct meanings *to)
{
	static const char *const asking[] = { "question", "wonder", "asks-help" };
	struct span title = explain_title(raw); /* what a post names below it is no topic */
	struct finder f = { a, to->known, c, NULL, pattern_text(a, title.n ? title : raw), NULL,
			    false };
	struct span rest = f.text.lower, word;
	size_t most = explain_has(f.known, "asks-difference", rest) ? 2 : 1;
	struct meanings found = { 0 };
	BUF_AUTO b = BUF_WORDS;

	if (rest.n > SAYING || explain_has(f.known, "loud", rest) ||
	    (!is_term(raw) && most < 2 &&
	     !ANY(class, ROWS(asking), explain_has(f.known, *class, rest))))
		return;
	/* each of its words, and what stands behind, as if it stood alone; a number is of
	 * another */
	while (next_word(&rest, &word))
		if (!ascii_digit(word.p[0]))
			buf_printf(&b, "%soutput: " SPAN_FMT, b.n ? ". " : "",
				   SPAN_ARG(word));
	f.text = read_text(a, to->known, span_of(arena_str(a, buf_cstr(&b))));
	find_all(&f, &found);
	while (to->n < most) {
		const struct meaning *first = NULL;

		for (size_t i = 0; i < found.n; i++)
			if (explain_is_group(found.v[i].symptom, "term") &&
			    (!first || found.v[i].at < first->at) &&
			    (!to->n || found.v[i].at > to->v[to->n - 1].at))
				first = &found.v[i];
		if (!first)
			return;
		ARRAY_ADD(a, *to) = *first;
		to->v[to->n - 1].quote = arena_span(a, span_trim(raw));
	}
}
