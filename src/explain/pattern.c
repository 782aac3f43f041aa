#include "explain/pattern.h"

#include <string.h>

#include "base/buf.h"
#include "fact/sm.h"

static size_t run_of(struct span s, const char *also)
{
	size_t n = 0;

	while (n < s.n && n < 200 && (ascii_alnum(s.p[n]) || (s.p[n] && strchr(also, s.p[n]))))
		n++;
	return n;
}

/* Without the punctuation of the sentence around it. */
static size_t without_end(struct span s, size_t n)
{
	while (n && strchr(".,:;+-_", s.p[n - 1]))
		n--;
	return n;
}

static const char *take_version(struct arena *a, struct span s, size_t *n)
{
	*n = without_end(s, run_of(s, ".+_"));
	return *n && ascii_digit(s.p[0]) ? arena_span(a, span_sub(s, 0, *n)) : NULL;
}

static const char *take_soname(struct arena *a, struct span s, size_t *n)
{
	*n = without_end(s, run_of(s, "._+-/\\~"));
	return *n ? arena_span(a, span_sub(s, 0, *n)) : NULL;
}

/* A library of CUDA, or of what NVIDIA ships beside it. */
static const char *take_cudalib(struct arena *a, struct span s, size_t *n)
{
	static const char *const names[] = { "libcu", "libnv", "libnccl", "libnpp",
		"cublas", "cudart", "cudnn", "cufft", "cusolver", "cusparse", "curand", "nvrtc" };
	const char *path = take_soname(a, s, n), *slash = path ? strrchr(path, '/') : NULL;

	for (size_t i = 0; path && i < sizeof names / sizeof *names; i++)
		if (span_starts(span_of(slash ? slash + 1 : path), names[i]))
			return path;
	return NULL;
}

/* A companion of torch, or what is bound to one torch or CUDA. */
static const char *take_package(struct arena *a, struct span s, size_t *n)
{
	static const char *const names[] = { "torch", "xformers", "triton", "flash-attn",
		"flash_attn", "nvidia-", "vllm", "cupy-", "onnxruntime", "tensorflow", "dgl",
		"mmcv", "spconv", "bitsandbytes", "deepspeed", "detectron2", "jaxlib" };

	*n = run_of(s, "-_");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (span_starts_nocase(s, names[i]))
			return arena_span(a, span_sub(s, 0, *n));
	return NULL;
}

static const char *take_word(struct arena *a, struct span s, size_t *n)
{
	for (*n = 0; *n < s.n && *n < 200 && !ascii_space(s.p[*n]) && s.p[*n] != '\''; (*n)++)
		;
	return *n ? arena_span(a, span_sub(s, 0, *n)) : NULL;
}

static const char *take_int(struct arena *a, struct span s, size_t *n)
{
	uint64_t v;
	struct span rest = s;

	if (!span_take_u64(&rest, &v))
		return NULL;
	*n = s.n - rest.n;
	return arena_span(a, span_sub(s, 0, *n));
}

static const char *take_sm(struct arena *a, struct span s, size_t *n)
{
	struct sm sm;
	char text[SM_TEXT];

	*n = without_end(s, run_of(s, "._"));
	if (*n == 0 || !sm_parse(span_sub(s, 0, *n), &sm))
		return NULL;
	return arena_str(a, sm_dotted(sm, text));
}

static bool is_target(struct span word)
{
	struct sm sm;

	return sm_parse(word, &sm);
}

static const char *take_list(struct arena *a, struct span s, size_t *n)
{
	struct span rest = span_sub(s, 0, 400), word;

	*n = 0;
	while (span_word(&rest, &word)) {
		size_t keep = without_end(word, word.n);

		if (!is_target(span_sub(word, 0, keep)))
			break;
		*n = (size_t)(word.p - s.p) + keep;
		if (keep < word.n && word.p[keep] == '.')
			break;
	}
	return *n ? arena_span(a, span_sub(s, 0, *n)) : NULL;
}

static const char *take_cuda(struct arena *a, struct span s, size_t *n)
{
	const char *v = take_version(a, s, n);

	return v && strchr(v, '.') ? v : NULL;
}

/* 11060 is 11.6; 1201 of xFormers is 12.1. */
static const char *cuda_number(struct arena *a, struct span s, size_t *n, unsigned unit)
{
	struct span rest = s;
	uint64_t v;

	if (!span_take_u64(&rest, &v) || v < 100 || v > 99999)
		return NULL;
	*n = s.n - rest.n;
	return arena_printf(a, "%u.%u", (unsigned)v / unit,
			    unit == 1000 ? (unsigned)v % unit / 10 : (unsigned)v % unit);
}

static const char *take_cudaint(struct arena *a, struct span s, size_t *n)
{
	return cuda_number(a, s, n, 1000);
}

static const char *take_cudaxf(struct arena *a, struct span s, size_t *n)
{
	return cuda_number(a, s, n, 100);
}

static const char *cudnn_number(struct arena *a, struct span s, size_t *n)
{
	struct span rest = s;
	uint64_t v;
	unsigned unit;

	if (!span_take_u64(&rest, &v) || v < 1000 || v > 999999)
		return NULL;
	*n = s.n - rest.n;
	unit = v < 10000 ? 1000 : 10000;
	return arena_printf(a, "%u.%u.%u", (unsigned)v / unit, (unsigned)v % unit / 100,
			    (unsigned)v % 100);
}

static const char *take_cudnn(struct arena *a, struct span s, size_t *n)
{
	struct span rest = s;
	uint64_t v[3];

	if (!span_take(&rest, "("))
		return cudnn_number(a, s, n);
	for (int i = 0; i < 3; i++) {
		if (!span_take_u64(&rest, &v[i]))
			return NULL;
		if (i < 2 && !span_take(&rest, ", ") && !span_take(&rest, ","))
			return NULL;
	}
	if (!span_take(&rest, ")"))
		return NULL;
	*n = s.n - rest.n;
	return arena_printf(a, "%u.%u.%u", (unsigned)v[0], (unsigned)v[1], (unsigned)v[2]);
}

static const struct {
	const char *type;
	const char *(*take)(struct arena *, struct span, size_t *);
} types[] = {
	{ "sm", take_sm },           { "list", take_list },     { "version", take_version },
	{ "int", take_int },         { "word", take_word },     { "soname", take_soname },
	{ "cuda", take_cuda },       { "cudaint", take_cudaint }, { "cudaxf", take_cudaxf },
	{ "cudnn", take_cudnn },     { "pkg", take_package },   { "cudalib", take_cudalib },
};

/* Takes a fact of that type off the front of s: its value in the form that pattern.h names, and
 * in *n how long it was. NULL: there is none. */
static const char *take_fact(struct arena *a, struct span type, struct span s, size_t *n)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (span_is(type, types[i].type))
			return types[i].take(a, s, n);
	return NULL;
}

enum { GAP_SHORT = 80, GAP_LONG = 600, NAME_MOST = 60, BEFORE = 240, STEPS = 200000 };

struct search {
	struct arena *arena;
	const struct pattern_text *text;
	struct captures found;
	size_t steps;
};

static bool match(struct search *s, struct span pattern, size_t at);

/* Tries the rest of the pattern behind 0 to `most` bytes. */
static bool match_gap(struct search *s, struct span rest, size_t at, size_t least, size_t most)
{
	for (size_t i = least; i <= most && at + i <= s->text->lower.n; i++) {
		if (++s->steps > STEPS)
			return false;
		if (match(s, rest, at + i))
			return true;
	}
	return false;
}

static bool match_name(struct search *s, struct span rest, size_t at, const char *name)
{
	size_t mark = s->found.n;

	for (size_t i = 1; i <= NAME_MOST && at + i <= s->text->lower.n; i++) {
		if (!match(s, rest, at + i))
			continue;
		captures_add(s->arena, &s->found, name,
			     arena_span(s->arena, span_trim(span_sub(s->text->plain, at, i))));
		return true;
	}
	s->found.n = mark;
	return false;
}

static bool match_fact(struct search *s, struct span what, struct span rest, size_t at)
{
	ptrdiff_t colon = span_find_char(what, ':');
	struct span type = colon < 0 ? what : span_sub(what, 0, (size_t)colon);
	struct span name = colon < 0 ? what : span_from(what, (size_t)colon + 1);
	size_t mark = s->found.n, n;
	const char *value;

	if (span_is(type, "gpu"))
		return match_name(s, rest, at, arena_span(s->arena, name));
	value = take_fact(s->arena, type, span_from(s->text->plain, at), &n);
	if (!value)
		return false;
	captures_add(s->arena, &s->found, arena_span(s->arena, name), value);
	if (match(s, rest, at + n))
		return true;
	s->found.n = mark;
	return false;
}

static bool match_brace(struct search *s, struct span pattern, size_t at)
{
	ptrdiff_t end = span_find_char(pattern, '}');
	struct span what, rest;

	if (end < 0)
		return false;
	what = span_sub(pattern, 1, (size_t)end - 1);
	rest = span_from(pattern, (size_t)end + 1);
	if (span_is(what, ".."))
		return match_gap(s, rest, at, 0, GAP_SHORT);
	if (span_is(what, "..."))
		return match_gap(s, rest, at, 0, GAP_LONG);
	return match_fact(s, what, rest, at);
}

/* The length of the literal that the pattern begins with. */
static size_t literal(struct span pattern)
{
	ptrdiff_t brace = span_find_char(pattern, '{');

	return brace < 0 ? pattern.n : (size_t)brace;
}

static bool match(struct search *s, struct span pattern, size_t at)
{
	size_t n = literal(pattern);

	if (++s->steps > STEPS || at + n > s->text->lower.n)
		return false;
	if (memcmp(pattern.p, s->text->lower.p + at, n) != 0)
		return false;
	return n == pattern.n || match_brace(s, span_from(pattern, n), at + n);
}

/* A pattern that begins with a fact is looked for by the text behind it: the fact starts up to
 * BEFORE bytes earlier, at the start of a word. */
static bool match_before(struct search *s, struct span pattern, size_t at, size_t *start)
{
	size_t from = at > BEFORE ? at - BEFORE : 0;

	for (; from < at; from++) {
		if (from && s->text->lower.p[from - 1] != ' ')
			continue;
		*start = from;
		if (match(s, pattern, from))
			return true;
	}
	return false;
}

static struct span first_literal(struct span pattern)
{
	while (pattern.n && pattern.p[0] == '{') {
		ptrdiff_t end = span_find_char(pattern, '}');

		pattern = span_from(pattern, end < 0 ? pattern.n : (size_t)end + 1);
	}
	return span_sub(pattern, 0, literal(pattern));
}

bool pattern_find(struct arena *a, const char *pattern, const struct pattern_text *text,
		  struct captures *to, size_t *at)
{
	struct search s = { .arena = a, .text = text };
	struct span p = span_of(pattern), key = first_literal(p);
	const char *end = text->lower.p + text->lower.n, *hit = text->lower.p;
	bool ok = false;

	while (!ok && key.n && hit && s.steps <= STEPS &&
	       (hit = memmem(hit, (size_t)(end - hit), key.p, key.n))) {
		*at = (size_t)(hit - text->lower.p);
		ok = p.p[0] == '{' ? match_before(&s, p, *at, at) : match(&s, p, *at);
		hit++;
	}
	for (size_t i = 0; ok && i < s.found.n; i++)
		captures_add(a, to, s.found.v[i].name, s.found.v[i].value);
	return ok;
}

const char *captures_get(const struct captures *c, const char *name)
{
	for (size_t i = 0; i < c->n; i++)
		if (strcmp(c->v[i].name, name) == 0)
			return c->v[i].value;
	return NULL;
}

void captures_add(struct arena *a, struct captures *c, const char *name, const char *value)
{
	if (value && !captures_get(c, name))
		ARRAY_ADD(a, *c) = (struct capture){ name, value };
}

/* {name} or {name|or}; false: not known, and nothing stands in for it. */
static bool fill_fact(struct buf *b, struct arena *a, struct span what, const struct captures *c)
{
	ptrdiff_t bar = span_find_char(what, '|');
	struct span name = bar < 0 ? what : span_sub(what, 0, (size_t)bar);
	const char *value = captures_get(c, arena_span(a, name));

	if (value)
		buf_str(b, value);
	else if (bar >= 0)
		buf_span(b, span_from(what, (size_t)bar + 1));
	return value || bar >= 0;
}

static bool fill(struct buf *b, struct arena *a, struct span s, const struct captures *c);

static bool fill_part(struct buf *b, struct arena *a, struct span *s, const struct captures *c)
{
	char close = s->p[0] == '[' ? ']' : '}';
	ptrdiff_t end = span_find_char(*s, close);
	struct span inner;
	size_t mark = b->n;

	if (end < 0)
		end = (ptrdiff_t)s->n - 1;
	inner = span_sub(*s, 1, (size_t)end - 1);
	*s = span_from(*s, (size_t)end + 1);
	if (close == '}')
		return fill_fact(b, a, inner, c);
	if (!fill(b, a, inner, c))
		buf_cut(b, mark);
	return true;
}

static bool fill(struct buf *b, struct arena *a, struct span s, const struct captures *c)
{
	bool whole = true;

	while (s.n) {
		size_t n = 0;

		while (n < s.n && s.p[n] != '{' && s.p[n] != '[')
			n++;
		buf_span(b, span_sub(s, 0, n));
		s = span_from(s, n);
		if (s.n)
			whole &= fill_part(b, a, &s, c);
	}
	return whole;
}

const char *captures_fill(struct arena *a, const char *text, const struct captures *c)
{
	BUF_AUTO b = BUF_WORDS;

	if (!text)
		return NULL;
	(void)fill(&b, a, span_of(text), c);
	return arena_str(a, buf_cstr(&b));
}
