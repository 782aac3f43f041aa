/* Where the facts of a machine stand in its text: each is looked for as it was printed. */
#include "read/host/host_from_private.h"

#include <string.h>

#include "fact/platform.h"
#include "read/host/format_private.h"
#include "read/host/lines.h"
#include "read/host/told_private.h"

enum { LOOKED_AT = 20000, TEXT_MAX = 160 };

struct looking {
	struct arena *a;
	struct host *h;
	ARRAY(struct line) lines;
};

static bool in_word(struct span s, ptrdiff_t at)
{
	return at >= 0 && (size_t)at < s.n && (ascii_alnum(s.p[at]) || s.p[at] == '.');
}

/* The value stands there, and no longer one that holds it. */
static bool holds(struct span line, const char *value)
{
	ptrdiff_t at = span_find(line, value);

	return at >= 0 && !in_word(line, at + (ptrdiff_t)strlen(value)) &&
	       (!in_word(line, at - 1) || line.p[at - 1] == '.' || value[1] == '.');
}

static void note(struct looking *l, const char *fact, int gpu, size_t i)
{
	struct span text = l->lines.v[i].s;

	if (text.n > TEXT_MAX)
		text = span_sub(text, 0, TEXT_MAX);
	ARRAY_ADD(l->a, l->h->from) = (struct host_from){ fact, gpu, l->lines.v[i].no,
							  field_words(l->a, text) };
}

/* From line i on; *i is where it was found. With a word that has to stand beside it, or NULL. */
static bool find(const struct looking *l, const char *value, const char *beside, size_t *i)
{
	for (; *i < l->lines.n; (*i)++) {
		struct span line = l->lines.v[*i].s;

		if (holds(line, value) && (!beside || span_find_nocase(line, beside) >= 0))
			return true;
	}
	return false;
}

static void look(struct looking *l, const char *fact, const char *value, const char *beside)
{
	size_t i = 0;

	if (value && find(l, value, beside, &i))
		note(l, fact, -1, i);
}

/* "5.7283" of a driver 572.83 that Windows counts as 32.0.15.7283. */
static void look_for_driver(struct looking *l)
{
	const char *v = l->h->driver;
	size_t i = 0;

	if (!v)
		return;
	if (!find(l, v, NULL, &i)) {
		i = 0;
		if (strlen(v) != 6 || !find(l, arena_printf(l->a, "%c.%.2s%s", v[0], v + 1, v + 4),
					    NULL, &i))
			return;
	}
	note(l, "driver", -1, i);
}

/* By the line that its reader kept, else by its name; those of one name stand one after another. */
static void look_for_gpus(struct looking *l)
{
	for (size_t k = 0, i = 0; k < l->h->gpus.n; k++) {
		const struct gpu *g = &l->h->gpus.v[k];
		bool again = k && g->name && l->h->gpus.v[k - 1].name &&
			     strcmp(g->name, l->h->gpus.v[k - 1].name) == 0;
		size_t at = again && i + 1 < l->lines.n ? i + 1 : 0;

		if (g->line && g->line <= l->lines.n)
			note(l, "gpu", (int)k, at = g->line - 1);
		else if (g->name && (find(l, g->name, NULL, &at) ||
				     (again && find(l, g->name, NULL, (at = i, &at)))))
			note(l, "gpu", (int)k, at);
		i = at < l->lines.n ? at : i;
	}
}

/* "12.3", and 12030 as the driver itself counts. */
static void look_for_cuda(struct looking *l)
{
	struct span v = span_of(l->h->driver_cuda);
	uint64_t major, minor;
	size_t n = l->h->from.n;

	look(l, "driver_cuda", l->h->driver_cuda, "CUDA");
	if (l->h->from.n == n && span_take_u64(&v, &major) && span_take(&v, ".") &&
	    span_u64(v, &minor) && major < 100 && minor < 10)
		look(l, "driver_cuda", arena_printf(l->a, "%u0%u0", (unsigned)major,
						    (unsigned)minor), NULL);
}

/* The first line that states it, or else that has a word of such a system. */
static void look_for_platform(struct looking *l)
{
	struct told_table *table = arena_new(l->a, struct told_table);
	struct told_line *words = arena_new(l->a, struct told_line);
	size_t of = platform_is(l->h->platform, PLATFORM_WINDOWS) ? TOLD_WINDOWS :
		    platform_is(l->h->platform, PLATFORM_MAC) ? TOLD_MAC : TOLD_LINUX;
	size_t first = l->lines.n;

	told_table_make(table);
	for (size_t i = 0; l->h->platform && i < l->lines.n; i++) {
		const char *p = format_platform_of_os(l->lines.v[i].s);

		if (p && strcmp(p, l->h->platform) == 0) {
			note(l, "platform", -1, i);
			return;
		}
		if (first == l->lines.n && told_system(table, l->lines.v[i].s, words) &&
		    (words->votes[of] || (of == TOLD_LINUX && (words->votes[TOLD_JETSON] ||
							       words->votes[TOLD_WSL]))))
			first = i;
	}
	if (first < l->lines.n)
		note(l, "platform", -1, first);
}

/* "JetPack 6.2" may have been "Jetpack6.2", and a release be put together out of two numbers. */
static void look_for_release(struct looking *l)
{
	struct span v = span_of(l->h->l4t);

	if (span_take(&v, "JetPack "))
		look(l, "l4t", v.p, "jetpack");
	else
		look(l, "l4t", l->h->l4t, NULL);
}

void host_from_text(struct arena *a, struct span text, struct host *h)
{
	struct looking l = { .a = a, .h = h };
	struct span rest = text, line;

	for (unsigned no = 1; no <= LOOKED_AT && span_line(&rest, &line); no++)
		ARRAY_ADD(a, l.lines) = (struct line){ .s = span_trim(line), .no = no };
	look_for_gpus(&l);
	look_for_driver(&l);
	look_for_cuda(&l);
	look(&l, "python", h->python, "python");
	look(&l, "glibc", h->glibc, "glibc");
	look(&l, "macos", h->macos, NULL);
	look_for_release(&l);
	look_for_platform(&l);
}
