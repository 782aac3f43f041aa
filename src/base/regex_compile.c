#include "base/regex.h"

enum { DEPTH = 24, REPEAT = 64 };

struct compiler {
	struct regex_step *v;
	size_t n;
	struct span s;      /* what is left of the pattern */
	int depth;
	const char *wrong;  /* the first objection */
};

static void fail(struct compiler *c, const char *why)
{
	if (!c->wrong)
		c->wrong = why;
	c->s.n = 0;
}

/* Makes room for one step at `at`. */
static struct regex_step *insert(struct compiler *c, size_t at, enum regex_op op, int to)
{
	if (c->n == REGEX_CODE) {
		fail(c, "too long");
		c->n = at;
	}
	memmove(&c->v[at + 1], &c->v[at], (c->n - at) * sizeof *c->v);
	c->n++;
	c->v[at] = (struct regex_step){ .op = op, .to = to };
	return &c->v[at];
}

static struct regex_step *emit(struct compiler *c, enum regex_op op, int to)
{
	return insert(c, c->n, op, to);
}

static char next(struct compiler *c)
{
	char ch = c->s.n ? c->s.p[0] : '\0';

	c->s = span_from(c->s, 1);
	return ch;
}

static void set_add(uint8_t *set, unsigned char ch)
{
	set[ch / 8] |= (uint8_t)(1u << ch % 8);
}

static bool class_has(char name, char ch)
{
	if (name == 'd')
		return ascii_digit(ch);
	return name == 's' ? ascii_space(ch) : ascii_alnum(ch) || ch == '_';
}

static bool add_class(uint8_t *set, char name)
{
	if (name != 'd' && name != 'w' && name != 's')
		return false;
	for (int ch = 0; ch < 128; ch++)
		if (class_has(name, (char)ch))
			set_add(set, (unsigned char)ch);
	return true;
}

static void set_range(uint8_t *set, char from, char to)
{
	for (int ch = (unsigned char)from; ch <= (unsigned char)to; ch++) {
		char other = ascii_lower((char)ch);

		set_add(set, (unsigned char)ch);
		set_add(set, (unsigned char)other);
	}
}

/* After "[". Texts are folded to small letters when they are compared. */
static void parse_set(struct compiler *c)
{
	struct regex_step *step = emit(c, RE_SET, 0);
	bool invert = span_take(&c->s, "^"), first = true;

	while (c->s.n && (first || c->s.p[0] != ']')) {
		char from = next(c), to = from;

		first = false;
		if (from == '\\' && add_class(step->set, c->s.n ? c->s.p[0] : 0)) {
			next(c);
			continue;
		}
		if (from == '\\')
			from = to = next(c);
		if (c->s.n > 1 && c->s.p[0] == '-' && c->s.p[1] != ']') {
			next(c);
			to = next(c);
		}
		set_range(step->set, from, to);
	}
	if (!span_take(&c->s, "]"))
		fail(c, "[ without ]");
	for (size_t i = 0; invert && i < sizeof step->set; i++)
		step->set[i] = (uint8_t)~step->set[i];
}

static void parse_escape(struct compiler *c)
{
	char ch = next(c);

	if (ch == '\0')
		fail(c, "\\ at the end");
	else if (ch == 'd' || ch == 'w' || ch == 's')
		add_class(emit(c, RE_SET, 0)->set, ch);
	else if (ascii_alnum(ch))
		fail(c, "unknown escape");
	else
		emit(c, RE_CHAR, 0)->c = ch;
}

static void parse_either(struct compiler *c);

/* After "(". */
static void parse_group(struct compiler *c)
{
	size_t at = c->n;
	bool ahead = span_take(&c->s, "?="), not = !ahead && span_take(&c->s, "?!");

	span_take(&c->s, "?:");
	if (ahead || not)
		emit(c, ahead ? RE_AHEAD : RE_NOT, 0);
	parse_either(c);
	if (!span_take(&c->s, ")"))
		fail(c, "( without )");
	if ((ahead || not) && !c->wrong) {
		emit(c, RE_DONE, 0);
		c->v[at].to = (int)(c->n - at);
	}
}

static void parse_atom(struct compiler *c)
{
	char ch = next(c);

	switch (ch) {
	case '(':
		parse_group(c);
		return;
	case '[':
		parse_set(c);
		return;
	case '\\':
		parse_escape(c);
		return;
	case '*':
	case '+':
	case '?':
	case '{':
		fail(c, "nothing to repeat");
		return;
	default:
		break;
	}
	emit(c, ch == '.' ? RE_ANY : ch == '^' ? RE_START : ch == '$' ? RE_END : RE_CHAR, 0)->c =
		ascii_lower(ch);
}

static bool parse_counts(struct compiler *c, uint64_t *min, uint64_t *max)
{
	if (!span_take_u64(&c->s, min))
		return false;
	*max = *min;
	if (span_take(&c->s, ",") && !span_take_u64(&c->s, max))
		*max = UINT64_MAX;
	return span_take(&c->s, "}") && *min <= REPEAT && *max >= *min &&
	       (*max <= REPEAT || *max == UINT64_MAX);
}

/* Once more what stands at [at, at + n). */
static void again(struct compiler *c, size_t at, size_t n)
{
	for (size_t i = 0; i < n && !c->wrong; i++) {
		struct regex_step step = c->v[at + i];

		*emit(c, step.op, step.to) = step;
	}
}

/* The atom [at, n) becomes {min,max}; max UINT64_MAX has no end. */
static void repeat(struct compiler *c, size_t at, uint64_t min, uint64_t max)
{
	size_t n = c->n - at;
	bool endless = max == UINT64_MAX;
	uint64_t copies = endless ? min + 1 : max;

	if (copies == 0) {
		c->n = at;
		return;
	}
	for (uint64_t i = 1; i < min && !c->wrong; i++)
		again(c, at, n);
	for (uint64_t i = min ? min : 1; i < copies && !c->wrong; i++) {
		emit(c, RE_SPLIT, (int)n + (endless ? 2 : 1));
		again(c, at, n);
	}
	if (min == 0 && !c->wrong)
		insert(c, at, RE_SPLIT, endless ? (int)n + 2 : (int)n + 1);
	if (endless && !c->wrong)
		emit(c, RE_JUMP, -(int)n - 1);
}

static void parse_repeat(struct compiler *c, size_t at)
{
	uint64_t min = 0, max = UINT64_MAX;

	if (span_take(&c->s, "{")) {
		if (!parse_counts(c, &min, &max)) {
			fail(c, "bad {count}");
			return;
		}
	} else if (span_take(&c->s, "+")) {
		min = 1;
	} else if (span_take(&c->s, "?")) {
		max = 1;
	} else if (!span_take(&c->s, "*")) {
		return;
	}
	span_take(&c->s, "?");
	if (!c->wrong)
		repeat(c, at, min, max);
}

static void parse_run(struct compiler *c)
{
	while (c->s.n && c->s.p[0] != '|' && c->s.p[0] != ')') {
		size_t at = c->n;

		parse_atom(c);
		parse_repeat(c, at);
	}
}

static void parse_either(struct compiler *c)
{
	size_t at = c->n;

	if (++c->depth > DEPTH) {
		fail(c, "nested too deep");
		return;
	}
	parse_run(c);
	if (span_take(&c->s, "|") && !c->wrong) {
		size_t jump;

		insert(c, at, RE_SPLIT, (int)(c->n - at) + 2);
		jump = c->n;
		emit(c, RE_JUMP, 0);
		parse_either(c);
		if (!c->wrong)
			c->v[jump].to = (int)(c->n - jump);
	}
	c->depth--;
}

int regex_compile(struct arena *a, struct span pattern, struct regex *ret, struct err *e)
{
	struct compiler c = {
		.v = arena_array(a, REGEX_CODE + 2, sizeof *c.v),
		.s = pattern,
	};

	parse_either(&c);
	if (c.s.n)
		fail(&c, ") without (");
	if (!c.wrong)
		emit(&c, RE_DONE, 0);
	if (c.wrong)
		return err_set(e, ERR_INPUT, "regular expression '" SPAN_FMT "': %s",
			       SPAN_ARG(span_sub(pattern, 0, 100)), c.wrong);
	*ret = (struct regex){ c.v, c.n };
	return 0;
}
