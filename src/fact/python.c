#include "fact/python.h"

#include <stdio.h>

#include "base/buf.h"

/* After "cp": the first digit is the major, the rest the minor. */
static bool take_tag(struct span *s, uint64_t *major, uint64_t *minor)
{
	if (s->n < 2 || !ascii_digit(s->p[0]))
		return false;
	*major = (uint64_t)(s->p[0] - '0');
	*s = span_from(*s, 1);
	return span_take_u64(s, minor);
}

static bool take_dotted(struct span *s, uint64_t *major, uint64_t *minor)
{
	uint64_t patch;

	if (!span_take_u64(s, major) || !span_take(s, ".") || !span_take_u64(s, minor))
		return false;
	return !span_take(s, ".") || span_take_u64(s, &patch);
}

bool python_parse(struct span s, struct python *ret)
{
	uint64_t major, minor;
	struct python p;

	s = span_trim(s);
	if (span_take(&s, "cp") ? !take_tag(&s, &major, &minor) : !take_dotted(&s, &major, &minor))
		return false;
	if (major < 2 || major > 9 || minor > 99)
		return false;
	p = (struct python){ (uint8_t)major, (uint8_t)minor, span_is(s, "t") };
	if (s.n && !p.free_threaded)
		return false;
	*ret = p;
	return true;
}

static uint32_t bit(struct python p)
{
	if (p.major == 2)
		return p.minor == 7 ? 1u : 0u;
	return p.major == 3 && p.minor > 0 && p.minor < 32 ? 1u << p.minor : 0u;
}

bool python_set_parse(struct span s, struct python_set *ret)
{
	struct python_set set = { 0, 0 };
	struct span word;
	struct python p;

	while (span_word(&s, &word)) {
		if (!python_parse(word, &p))
			return false;
		python_set_add(&set, p);
	}
	*ret = set;
	return true;
}

bool python_set_has(struct python_set set, struct python p)
{
	return ((p.free_threaded ? set.free : set.gil) & bit(p)) != 0;
}

void python_set_add(struct python_set *set, struct python p)
{
	if (p.free_threaded)
		set->free |= bit(p);
	else
		set->gil |= bit(p);
}

bool python_set_empty(struct python_set set)
{
	return !set.gil && !set.free;
}

struct python_set python_set_both(struct python_set a, struct python_set b)
{
	return (struct python_set){ a.gil & b.gil, a.free & b.free };
}

struct python_set python_set_either(struct python_set a, struct python_set b)
{
	return (struct python_set){ a.gil | b.gil, a.free | b.free };
}

struct python_set python_set_without(struct python_set a, struct python_set b)
{
	return (struct python_set){ a.gil & ~b.gil, a.free & ~b.free };
}

static struct python of_bit(unsigned n, bool free_threaded)
{
	if (n == 0)
		return (struct python){ 2, 7, free_threaded };
	return (struct python){ 3, (uint8_t)n, free_threaded };
}

struct python python_newest(struct python_set set)
{
	if (!set.gil)
		return (struct python){ 0 };
	return of_bit(31u - (unsigned)__builtin_clz(set.gil), false);
}

static int python_key(struct python p)
{
	return (p.major * 100 + p.minor) * 2 + p.free_threaded;
}

int python_cmp(struct python a, struct python b)
{
	return (python_key(a) > python_key(b)) - (python_key(a) < python_key(b));
}

const char *python_text(struct python p, char to[PYTHON_TEXT])
{
	snprintf(to, PYTHON_TEXT, "%u.%u%s", p.major % 10u, p.minor % 100u,
		 p.free_threaded ? "t" : "");
	return to;
}

const char *python_said(struct arena *a, struct python p)
{
	char text[PYTHON_TEXT];

	return arena_str(a, python_text(p, text));
}

const char *python_set_text(struct arena *a, struct python_set set)
{
	BUF_AUTO b = BUF(1024);
	char text[PYTHON_TEXT];

	for (unsigned n = 0; n < 64; n++) {
		bool free_threaded = n & 1u;

		if (!((free_threaded ? set.free : set.gil) >> n / 2 & 1u))
			continue;
		if (b.n)
			buf_char(&b, ' ');
		buf_str(&b, python_text(of_bit(n / 2, free_threaded), text));
	}
	return arena_str(a, buf_cstr(&b));
}
