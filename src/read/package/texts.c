/* Strings of a library that say its version or its architectures, found as it streams by. */
#include "read/package/texts_private.h"

#include <string.h>

#include "fact/sm.h"

static const struct {
	const char *word;
	size_t n;
} words[TEXT_KINDS] = {
	[TEXT_DECLARED] = { "sm_", 3 },
	[TEXT_GENCODE] = { "-gencode;arch=", 14 },
	[TEXT_CUDNN] = { "cudnn_version_", 14 },
	[TEXT_NCCL] = { "NCCL version ", 13 },
	[TEXT_TOOLS] = { "Cuda compilation tools, release ", 32 },
	[TEXT_NVSHMEM] = { "NVSHMEM v", 9 },
	[TEXT_CUFILE] = { "1.", 2 },
};

#define BIT(kind) (1u << (kind))
#define ALL (BIT(TEXT_KINDS) - 1)

/* Which names say what is inside; the first row that fits decides. */
static const struct {
	const char *part;
	unsigned kinds;
} by_name[] = {
	{ "libtorch_python", BIT(TEXT_DECLARED) },
	{ "torch_python.", BIT(TEXT_DECLARED) },
	{ "libtorch_cuda.", BIT(TEXT_GENCODE) | BIT(TEXT_NCCL) },
	{ "libtorch_cuda_cpp.", BIT(TEXT_GENCODE) | BIT(TEXT_NCCL) },
	{ "torch_cuda.", BIT(TEXT_GENCODE) },
	{ "torch_cuda_cpp.", BIT(TEXT_GENCODE) },
	{ "libtorch.", BIT(TEXT_GENCODE) },
	{ "libcaffe2_gpu.", BIT(TEXT_GENCODE) },
	{ "cudnn", BIT(TEXT_CUDNN) },
	{ "nccl", BIT(TEXT_NCCL) },
	{ "libnvshmem", BIT(TEXT_NVSHMEM) },
	{ "libcufile.", BIT(TEXT_CUFILE) },
	{ "libnvrtc", BIT(TEXT_TOOLS) },
	{ "libnvJitLink", BIT(TEXT_TOOLS) },
	{ "nvrtc64", BIT(TEXT_TOOLS) },
	{ "nvJitLink_", BIT(TEXT_TOOLS) },
};

unsigned texts_for(struct span path)
{
	struct span name = span_base(path);

	return FIRST_TELLS(x, ROWS(by_name), span_find(name, x->part) >= 0, x->kinds, 0);
}

void texts_start(struct texts *t, unsigned wanted)
{
	memset(t, 0, sizeof *t);
	t->wanted = wanted & ALL;
	t->capturing = -1;
}

/* Two targets or more, between single spaces: one alone is in too many other places. */
static bool is_declared(struct span s)
{
	size_t n = 0;
	struct span word;
	struct sm sm;

	while (span_next(&s, ' ', &word)) {
		if ((!span_starts(word, "sm_") && !span_starts(word, "compute_")) ||
		    !sm_parse(word, &sm))
			return false;
		n++;
	}
	return n >= 2;
}

/* Four numbers between dots. */
static bool is_release(struct span s)
{
	uint64_t number;
	int n = 0;

	while (span_take_u64(&s, &number) && ++n < 4 && span_take(&s, "."))
		;
	return n == 4 && !s.n;
}

static bool valid(enum text_kind kind, struct span s)
{
	if (kind == TEXT_DECLARED)
		return is_declared(s);
	if (kind == TEXT_CUFILE)
		return is_release(s);
	return kind == TEXT_GENCODE ? s.n > 30 : s.n > words[kind].n &&
						 ascii_digit(s.p[words[kind].n]);
}

/* The valid string that s is, or that begins later in s. */
static bool valid_part(enum text_kind kind, struct span *s)
{
	while (!valid(kind, *s)) {
		ptrdiff_t at = span_find(span_from(*s, 1), words[kind].word);

		if (at < 0)
			return false;
		*s = span_from(*s, (size_t)at + 1);
	}
	return true;
}

static void capture_done(struct texts *t)
{
	enum text_kind kind = (enum text_kind)t->capturing;
	struct span s = { t->capture, t->captured };

	t->capturing = -1;
	if (t->found[kind][0] || !valid_part(kind, &s) || s.n >= TEXTS_MAX)
		return;
	memcpy(t->found[kind], s.p, s.n);
	t->found_at[kind] = t->begin + (uint64_t)(s.p - t->capture);
	t->found[kind][s.n] = '\0';
	t->wanted &= ~BIT(kind);
}

/* Takes bytes into the string that is being read; returns how many. */
static size_t capture(struct texts *t, const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (p[i] < ' ' || p[i] > '~' || t->captured == TEXTS_MAX - 1) {
			capture_done(t);
			return i;
		}
		t->capture[t->captured++] = (char)p[i];
	}
	return n;
}

/* The first word of a wanted kind in p; n when there is none. */
static size_t find(const struct texts *t, const uint8_t *p, size_t n, int *kind)
{
	size_t best = n;

	for (int k = 0; k < TEXT_KINDS; k++) {
		const uint8_t *at;

		if (!(t->wanted & BIT(k)))
			continue;
		at = memmem(p, best + words[k].n - 1 < n ? best + words[k].n - 1 : n, words[k].word,
			    words[k].n);
		if (at && (size_t)(at - p) < best) {
			best = (size_t)(at - p);
			*kind = k;
		}
	}
	return best;
}

static void begin(struct texts *t, int kind, uint64_t at)
{
	t->begin = at;
	t->capturing = kind;
	t->captured = 0;
}

static void search(struct texts *t, const uint8_t *p, size_t n, uint64_t offset)
{
	while (n) {
		int kind = 0;
		size_t at = find(t, p, n, &kind), used;

		if (at == n)
			return;
		begin(t, kind, offset + at);
		used = capture(t, p + at, n - at);
		if (t->capturing >= 0)
			return;
		/* a word inside a string that was not valid may begin a valid one */
		used = used > words[kind].n ? words[kind].n : used ? used : 1;
		p += at + used;
		n -= at + used;
		offset += at + used;
	}
}

/* Words that begin in the last bytes of one block and end in the next. */
static size_t seam(struct texts *t, const uint8_t *p, size_t n)
{
	uint8_t both[2 * TEXTS_SEAM];
	size_t add = n < TEXTS_SEAM ? n : TEXTS_SEAM, all = t->carried + add, at;
	int kind = 0;

	memcpy(both, t->carry, t->carried);
	memcpy(both + t->carried, p, add);
	at = find(t, both, all, &kind);
	if (at >= t->carried || at == all)
		return 0;
	begin(t, kind, t->at - t->carried + at);
	capture(t, both + at, t->carried - at);
	return t->capturing >= 0 ? capture(t, p, n) : 0;
}

static void keep(struct texts *t, const uint8_t *p, size_t n)
{
	size_t room = TEXTS_SEAM - 1;

	if (n >= room) {
		memcpy(t->carry, p + n - room, room);
		t->carried = room;
		return;
	}
	if (t->carried + n > room) {
		size_t drop = t->carried + n - room;

		memmove(t->carry, t->carry + drop, t->carried - drop);
		t->carried -= drop;
	}
	memcpy(t->carry + t->carried, p, n);
	t->carried += n;
}

void texts_feed(struct texts *t, const uint8_t *p, size_t n)
{
	size_t used = 0;

	if ((!t->wanted && t->capturing < 0) || n == 0)
		return;
	if (t->capturing >= 0)
		used = capture(t, p, n);
	else if (t->carried)
		used = seam(t, p, n);
	if (t->capturing < 0)
		search(t, p + used, n - used, t->at + used);
	if (t->capturing >= 0)
		t->carried = 0;
	else
		keep(t, p, n);
}

void texts_gap(struct texts *t)
{
	if (t->capturing >= 0)
		capture_done(t);
	t->carried = 0;
}
