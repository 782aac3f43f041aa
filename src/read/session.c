
#include <string.h>

#include "fact/platform.h"
#include "read/session_private.h"

enum { PENDING = 64, NOISE = 12, VALUE_MAX = 400, TRIES = 400 };

/* What the interpreter says at its start: "Python 3.10.12 (main, …) [GCC 11.4.0] on linux". */
static bool is_banner(struct span s)
{
	if (!span_take(&s, "Python ") || !s.n || !ascii_digit(*s.p))
		return false;
	return span_closes(s, ONE_OF(" on linux", " on win32", " on darwin")) ||
	       span_find(s, "| packaged by") > 0 || span_find(s, "|Anaconda") > 0;
}

/* "Quadro RTX 6000 with Max-Q Design": names of devices are words with capitals. */
static bool is_device_name(struct span s)
{
	struct span word;

	while (span_next(&s, ' ', &word))
		if (word.n && ascii_lower(*word.p) == *word.p && ascii_alpha(*word.p) &&
		    !span_is(word, "with"))
			return false;
	return true;
}

/* Whether a value can be the answer. */
static bool is_answer(enum session_key key, struct span s)
{
	struct span written = s;
	uint64_t n;

	s = span_unquoted(span_trim(s));
	if (!s.n || s.n > VALUE_MAX)
		return key == SESSION_OTHER;
	switch (key) {
	case SESSION_TORCH:
	case SESSION_TORCHVISION:
	case SESSION_TORCHAUDIO:
	case SESSION_NUMPY:
		return ascii_digit(*s.p) && span_find_char(s, '.') > 0 && span_alnum(s, ".+-_");
	case SESSION_CUDA:
		return span_is(s, "None") || (ascii_digit(*s.p) && span_alnum(s, "."));
	case SESSION_AVAILABLE:
		return span_is(s, "True") || span_is(s, "False");
	case SESSION_ARCHS:
		return s.p[0] == '[' && s.p[s.n - 1] == ']';
	case SESSION_CAPABILITY:
		return s.p[0] == '(' && s.p[s.n - 1] == ')' && span_find_char(s, ',') > 0;
	case SESSION_COUNT:
		return span_u64(s, &n);
	case SESSION_CUDNN:
		return span_u64(s, &n) || span_is(s, "None");
	case SESSION_PROPERTIES:
		return span_find(s, "CudaDeviceProperties(") >= 0;
	case SESSION_PYTHON:
		return ascii_digit(*s.p) && span_find_char(s, '.') > 0;
	case SESSION_NAME:
		return ascii_alpha(*s.p) && !span_is(s, "None") &&
		       (written.n > s.n || is_device_name(s));
	case SESSION_OTHER:
		return true;
	}
	return false;
}

/* A printed line that is cut into its values; what stands between them may stand in a name too. */
struct cutting {
	const struct session_print *p;
	struct span *got;
	unsigned tries;
};

static bool cut_at(struct cutting *c, size_t i, struct span s)
{
	const struct session_piece *v = &c->p->v[i];
	size_t end = 0;

	if (i == c->p->n)
		return s.n == 0;
	if (v->fixed)
		return s.n >= v->text.n && span_eq(span_sub(s, 0, v->text.n), v->text) &&
		       cut_at(c, i + 1, span_from(s, v->text.n));
	if (i + 1 == c->p->n) {
		c->got[i] = s;
		return is_answer(v->key, s);
	}
	while (c->tries++ < TRIES) {
		ptrdiff_t at = session_outside(span_from(s, end), v[1].text);

		if (at < 0)
			return false;
		c->got[i] = span_sub(s, 0, end + (size_t)at);
		if (is_answer(v->key, c->got[i]) &&
		    cut_at(c, i + 1, span_from(s, end + (size_t)at)))
			return true;
		end += (size_t)at + 1;
	}
	return false;
}

/* "['sm_50', 'sm_60']" as "sm_50 sm_60", "(8, 6)" as "8 6". */
static const char *words_of(struct arena *a, struct span s)
{
	char *text = arena_span(a, s), *to = text;

	for (const char *p = text; *p; p++)
		if (!strchr("[]()'\",", *p))
			*to++ = *p;
	*to = '\0';
	return text;
}

struct reading {
	struct arena *a;
	struct session *to;
	struct session_print wait[PENDING];
	size_t first, n;
};

static void take_fact(struct reading *r, enum session_key key, struct span value, size_t at)
{
	bool list = key == SESSION_ARCHS || key == SESSION_CAPABILITY;

	if (key != SESSION_OTHER)
		ARRAY_ADD(r->a, r->to->facts) = (struct session_fact){
			.key = key, .at = at,
			.value = list ? words_of(r->a, value) :
					arena_span(r->a, span_unquoted(span_trim(value))),
		};
}

/* The line is what the next statement prints. */
static bool take_answer(struct reading *r, struct span s, size_t at)
{
	struct span got[SESSION_PIECES] = { { NULL, 0 } }, out = s;
	const struct session_print *p = &r->wait[r->first];
	struct cutting c = { p, got, 0 };

	if (span_take(&out, "Out[") && span_find(out, "]: ") > 0)
		s = span_from(out, (size_t)span_find(out, "]: ") + 3);
	if (!cut_at(&c, 0, s))
		return false;
	for (size_t i = 0; i < p->n; i++)
		if (!p->v[i].fixed)
			take_fact(r, p->v[i].key, got[i], at);
	r->first++;
	return true;
}

/* A line of code; what it prints is waited for. */
static bool take_code(struct reading *r, struct span line)
{
	bool prompt;
	struct span s = session_code(line, &prompt);
	struct session_print found[PENDING];
	size_t n = session_prints(s, found, PENDING), asks = 0;

	for (size_t i = 0; i < n; i++)
		asks += found[i].asks;
	if (!prompt && asks == 0)
		return session_is_silent(s) && span_find(s, "import ") >= 0;
	if (prompt || r->first == r->n)
		r->first = r->n = 0;
	for (size_t i = 0; i < n && r->n < PENDING; i++)
		r->wait[r->n++] = found[i];
	return true;
}

/* Of all that is asked for one of these is part. */
static bool may_ask(struct span s)
{
	if (span_find(s, "torch") < 0)
		return span_find(s, ".__version__") >= 0;
	return span_find(s, "torch.") >= 0 || span_find(s, "sys.version") >= 0;
}

/* Not inlined: every line of every text is asked, and few need its table. */
static __attribute__((noinline)) bool asks(struct span s)
{
	struct session_print found[PENDING];
	bool prompt;
	size_t k = session_prints(session_code(s, &prompt), found, PENDING);

	while (k-- > 0)
		if (found[k].asks)
			return true;
	return false;
}

bool session_begins(const struct line *v, size_t n, size_t i)
{
	if (i >= n || v[i].s.n > 4096)
		return false;
	if (is_banner(v[i].s))
		return true;
	if (!may_ask(v[i].s))
		return false;
	return asks(v[i].s);
}

size_t session_read(struct arena *a, const struct line *v, size_t n, size_t i, struct session *to)
{
	struct reading *r = arena_new(a, struct reading);
	size_t used = i, noise = 0;

	r->a = a;
	r->to = to;
	for (; i < n && noise < NOISE; i++) {
		struct span s = span_trim(v[i].s);

		if (is_banner(s)) {
			take_fact(r, SESSION_PYTHON, span_from(s, strlen("Python ")), i);
		} else if (!s.n) {
			continue;
		} else if (!take_code(r, s)) {
			if (span_find(s, "$ ") >= 0 || span_starts(s, "Traceback ("))
				break; /* another command begins, or an error */
			if (r->first == r->n || !take_answer(r, s, i)) {
				noise++;
				continue;
			}
		}
		used = i + 1;
		noise = 0;
	}
	return used;
}

const struct session_fact *session_find(const struct session *s, enum session_key key)
{
	for (size_t i = s->facts.n; i-- > 0;)
		if (s->facts.v[i].key == key)
			return &s->facts.v[i];
	return NULL;
}

const char *session_python(struct arena *a, const struct session *s, size_t dots)
{
	const struct session_fact *f = session_find(s, SESSION_PYTHON);
	struct span text = span_of(f ? f->value : NULL);
	size_t n = 0;

	while (n < text.n && (ascii_digit(text.p[n]) || (text.p[n] == '.' && dots-- > 0)))
		n++;
	return n ? arena_span(a, span_sub(text, 0, n)) : NULL;
}

const char *session_platform(const struct session *s)
{
	const struct session_fact *f = session_find(s, SESSION_PYTHON);

	if (!f || !strstr(f->value, "[MSC v."))
		return NULL;
	return strstr(f->value, "(AMD64)") ? PLATFORM_WINDOWS : strstr(f->value, "32 bit (Intel)") ?
		PLATFORM_WINDOWS_32 : NULL;
}
