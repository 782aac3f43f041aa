#include "fact/sm.h"

#include "base/buf.h"

#include <string.h>

/* 86 is 8.6, 120 is 12.0. */
static bool split_number(uint64_t v, struct sm *sm)
{
	if (v < 10 || v > 999)
		return false;
	sm->major = (uint8_t)(v / 10);
	sm->minor = (uint8_t)(v % 10);
	return true;
}

static bool split_dotted(struct span *s, uint64_t major, struct sm *sm)
{
	uint64_t minor;

	if (!span_take(s, ".") || !span_take_u64(s, &minor) || major == 0 || major > 99 ||
	    minor > 9)
		return false;
	sm->major = (uint8_t)major;
	sm->minor = (uint8_t)minor;
	return true;
}

bool sm_parse(struct span s, struct sm *ret)
{
	struct sm sm = { 0 };
	uint64_t v;

	s = span_trim(s);
	if (s.n && !ascii_digit(*s.p))
		s = span_from(s, span_starts_in(s, "sm_ compute_ lto_ SM_ cc sm"));
	if (!span_take_u64(&s, &v))
		return false;
	if (s.n && s.p[0] == '.' ? !split_dotted(&s, v, &sm) : !split_number(v, &sm))
		return false;
	if (s.n == 1 && (s.p[0] == 'a' || s.p[0] == 'f')) {
		sm.suffix = s.p[0];
		s.n = 0;
	}
	if (s.n)
		return false;
	*ret = sm;
	return true;
}

bool sm_list_parse(struct span s, struct sm_list *ret)
{
	struct sm_list list = { 0 };

	while (s.n) {
		size_t n = 0;
		struct sm sm;

		while (n < s.n && !memchr(" ,;\t", s.p[n], 4))
			n++;
		if (n && (!sm_parse(span_sub(s, 0, n), &sm) || !sm_list_add(&list, sm)))
			return false;
		s = span_from(s, n ? n : 1);
	}
	*ret = list;
	return true;
}

static unsigned sm_key(struct sm s)
{
	unsigned rank = s.suffix == 'a' ? 1 : s.suffix == 'f' ? 2 : 0;

	return ((unsigned)s.major << 16) | ((unsigned)s.minor << 8) | rank;
}

int sm_cmp(struct sm a, struct sm b)
{
	return (sm_key(a) > sm_key(b)) - (sm_key(a) < sm_key(b));
}

bool sm_list_has(const struct sm_list *l, struct sm s)
{
	return ANY(x, *l, sm_equal(*x, s));
}

bool sm_list_equal(const struct sm_list *x, const struct sm_list *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!sm_equal(x->v[i], y->v[i]))
			return false;
	return true;
}

static struct sm_list those(const struct sm_list *x, const struct sm_list *y, bool had)
{
	struct sm_list ret = { 0 };

	for (size_t i = 0; i < x->n; i++)
		if (sm_list_has(y, x->v[i]) == had)
			sm_list_add(&ret, x->v[i]);
	return ret;
}

struct sm_list sm_list_both(const struct sm_list *x, const struct sm_list *y)
{
	return those(x, y, true);
}

struct sm_list sm_list_without(const struct sm_list *x, const struct sm_list *y)
{
	return those(x, y, false);
}

bool sm_list_add(struct sm_list *l, struct sm s)
{
	size_t at = 0;

	while (at < l->n && sm_cmp(l->v[at], s) < 0)
		at++;
	if (at < l->n && sm_equal(l->v[at], s))
		return true;
	if (l->n == SM_LIST_MAX)
		return false;
	memmove(&l->v[at + 1], &l->v[at], (l->n - at) * sizeof *l->v);
	l->v[at] = s;
	l->n++;
	return true;
}

/* Up to three digits of major, then minor, the suffix and the NUL. */
static const char *write_text(struct sm s, const char *dot, char to[SM_TEXT])
{
	char *p = to;

	for (unsigned unit = s.major > 99 ? 100 : s.major > 9 ? 10 : 1; unit; unit /= 10)
		*p++ = (char)('0' + s.major / unit % 10);
	if (*dot)
		*p++ = *dot;
	*p++ = (char)('0' + s.minor % 10);
	if (s.suffix)
		*p++ = s.suffix;
	*p = '\0';
	return to;
}

const char *sm_text(struct sm s, char to[SM_TEXT])
{
	return write_text(s, "", to);
}

const char *sm_dotted(struct sm s, char to[SM_TEXT])
{
	return write_text(s, ".", to);
}

const char *sm_said(struct arena *a, struct sm s)
{
	char text[SM_TEXT];

	return arena_str(a, sm_dotted(s, text));
}

const char *sm_list_said(struct arena *a, const struct sm_list *l, const char *between)
{
	BUF_AUTO b = BUF_WORDS;
	char text[SM_TEXT];

	for (size_t i = 0; i < l->n; i++)
		buf_printf(&b, "%s%s", i ? between : "", sm_dotted(l->v[i], text));
	return arena_str(a, buf_cstr(&b));
}

const char *sm_list_text(struct arena *a, const struct sm_list *l)
{
	BUF_AUTO b = BUF(SM_LIST_MAX * SM_TEXT);
	char text[SM_TEXT];

	for (size_t i = 0; i < l->n; i++) {
		buf_str(&b, i ? " " : "");
		buf_str(&b, sm_text(l->v[i], text));
	}
	return arena_str(a, buf_cstr(&b));
}

bool sm_code_equal(const struct sm_code *a, const struct sm_code *b)
{
	return a->kind == b->kind && sm_equal(a->sm, b->sm) && a->codec == b->codec &&
	       a->stub == b->stub && a->isa_major == b->isa_major && a->isa_minor == b->isa_minor;
}

const char *sm_codec_name(enum code_codec c)
{
	static const char *const names[] = { "none", "lz4", "zstd" };

	return names[c];
}
