#include "read/host/lines_private.h"

#include <string.h>

enum { PREFIX_MAX = 256, PREFIX_LENGTH = 100 };

enum prefix_kind { PREFIX_NONE, PREFIX_HOST, PREFIX_MARK };

struct prefix {
	struct span s;
	enum prefix_kind kind;
	bool single;    /* seen before a text that needs no further line */
	size_t lines;
};

struct prefixes {
	struct prefix v[PREFIX_MAX];
	size_t n;
};

/* Texts that begin their line wherever they are printed. */
static const struct anchor {
	const char *text;
	bool single;
} anchors[] = {
	{ "| NVIDIA-SMI ", false },          { "+-----", false },
	{ "|-----", false },                 { "|=====", false },
	{ "PyTorch version: ", false },      { "==============NVSMI LOG", false },
	{ "<?xml version", false },          { "<nvidia_smi_log>", false },
	{ "Attached GPUs  ", false },        { "nvcc: NVIDIA (R)", false },
	{ "GPU 0: ", true },                 { "NVIDIA-SMI has failed", true },
	{ "NVIDIA-SMI couldn't", true },     { "Failed to initialize NVML", true },
	{ "No devices were found", true },   { "NVRM version:", true },
};

static ptrdiff_t anchor_find(struct span s, bool *single)
{
	ptrdiff_t best = -1;

	for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
		ptrdiff_t at = span_find(s, anchors[i].text);

		if (at >= 0 && (best < 0 || at < best)) {
			best = at;
			*single = anchors[i].single;
		}
	}
	return best;
}

static bool is_host_tag(struct span s)
{
	struct span t = span_trim(s);

	if (t.n < 2 || s.n > t.n + 1 || t.p[t.n - 1] != ':' || !ascii_alnum(t.p[0]))
		return false;
	for (size_t i = 0; i + 1 < t.n; i++)
		if (!ascii_alnum(t.p[i]) && !strchr("._-", t.p[i]))
			return false;
	return true;
}

static bool is_level(struct span s)
{
	return span_starts(s, "INFO") || span_starts(s, "WARN") || span_starts(s, "ERROR") ||
	       span_starts(s, "DEBUG");
}

/* A bracket, a timestamp, a log level, or the name and bar of docker compose. */
static bool is_mark(struct span s)
{
	struct span t = span_trim(s), word, rest = s;

	if (t.n == 0 || s.n > PREFIX_LENGTH)
		return false;
	if (t.p[0] == '(' || t.p[0] == '[')
		return strchr("])|:>-", t.p[t.n - 1]) != NULL;
	if (ascii_digit(t.p[0]))
		return span_find_char(t, ':') > 0 && ascii_space(s.p[s.n - 1]);
	if (is_level(t))
		return ascii_space(s.p[s.n - 1]) && strchr("]:-|", t.p[t.n - 1]) != NULL;
	return span_word(&rest, &word) && span_is(span_trim(rest), "|") && ascii_alnum(t.p[0]);
}

static enum prefix_kind prefix_kind(struct span s)
{
	return is_host_tag(s) ? PREFIX_HOST : is_mark(s) ? PREFIX_MARK : PREFIX_NONE;
}

static void prefix_add(struct prefixes *to, struct span s, bool single)
{
	enum prefix_kind kind = prefix_kind(s);

	if (kind == PREFIX_NONE)
		return;
	for (size_t i = 0; i < to->n; i++)
		if (span_eq(to->v[i].s, s)) {
			to->v[i].single |= single;
			return;
		}
	if (to->n < PREFIX_MAX)
		to->v[to->n++] = (struct prefix){ .s = s, .kind = kind, .single = single };
}

static void prefixes_collect(const struct section *all, struct prefixes *to)
{
	for (size_t i = 0; i < all->lines.n; i++) {
		struct span s = all->lines.v[i].s;
		bool single = false;
		ptrdiff_t at;

		if (s.n == 0 || s.p[0] == '|' || s.p[0] == '+' || s.p[0] == '<')
			continue;
		at = anchor_find(span_sub(s, 0, 2 * PREFIX_LENGTH), &single);
		if (at > 0)
			prefix_add(to, span_sub(s, 0, (size_t)at), single);
	}
}

/* Equal, or of the same shape where digits differ: timestamps run on. */
static bool same_shape(struct span prefix, struct span s, bool digits)
{
	if (s.n < prefix.n)
		return false;
	for (size_t i = 0; i < prefix.n; i++)
		if (s.p[i] != prefix.p[i] &&
		    !(digits && ascii_digit(s.p[i]) && ascii_digit(prefix.p[i])))
			return false;
	return true;
}

/* An empty line has lost the space at the end of its prefix. */
static bool prefix_fits(const struct prefix *p, struct span s, size_t *n)
{
	struct span bare = span_trim(p->s);

	*n = p->s.n;
	if (same_shape(p->s, s, p->kind == PREFIX_MARK))
		return true;
	*n = s.n;
	return s.n == bare.n && same_shape(bare, s, p->kind == PREFIX_MARK);
}

static struct prefix *prefix_of(struct prefixes *all, struct span s, size_t *n)
{
	for (size_t i = 0; i < all->n; i++)
		if (prefix_fits(&all->v[i], s, n))
			return &all->v[i];
	return NULL;
}

static void prefixes_count(const struct section *all, struct prefixes *to)
{
	size_t n, kept = 0;

	for (size_t i = 0; i < all->lines.n; i++) {
		struct prefix *p = prefix_of(to, all->lines.v[i].s, &n);

		if (p)
			p->lines++;
	}
	for (size_t i = 0; i < to->n; i++)
		if (to->v[i].single || to->v[i].lines >= 3)
			to->v[kept++] = to->v[i];
	to->n = kept;
}

static size_t count_hosts(const struct prefixes *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		n += p->v[i].kind == PREFIX_HOST;
	return n;
}

static struct section *section_of(struct arena *a, struct sections *to, const struct prefix *p,
				  bool many)
{
	const char *name = NULL;

	if (many && p && p->kind == PREFIX_HOST) {
		struct span s = span_trim(p->s);

		s.n--;
		name = arena_span(a, s);
	}
	for (size_t i = 0; i < to->n; i++)
		if (name ? to->v[i].host && strcmp(to->v[i].host, name) == 0 : !to->v[i].host)
			return &to->v[i];
	ARRAY_ADD(a, *to) = (struct section){ .host = name, .sure = name != NULL };
	return &to->v[to->n - 1];
}

void prefix_split(struct arena *a, const struct section *all, struct sections *ret)
{
	struct prefixes *p = arena_new(a, struct prefixes);
	bool many;

	prefixes_collect(all, p);
	prefixes_count(all, p);
	many = count_hosts(p) > 1;
	for (size_t i = 0; i < all->lines.n; i++) {
		struct line line = all->lines.v[i];
		size_t n = 0;
		struct prefix *own = prefix_of(p, line.s, &n);
		struct section *to = section_of(a, ret, own, many);

		if (own)
			line.s = span_trim(span_from(line.s, n));
		ARRAY_ADD(a, to->lines) = line;
	}
}
