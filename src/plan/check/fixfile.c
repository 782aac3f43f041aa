#include "plan/check/fixfile.h"

#include <string.h>

#include "base/buf.h"
#include "plan/check/checkup_part.h"

enum { CONTEXT = 3, DIFF_MAX = 4 << 20 };

struct diff {
	struct buf *to;
	struct span *lines;
	size_t n;
	const struct edit **by_line; /* the edit of a line, or NULL */
	long shift;            /* lines more in the new file, so far */
};

/* Lines that an edit gives in the place of one. */
static size_t lines_of(const struct edit *e)
{
	size_t n = 1;

	if (!e->text)
		return 0;
	for (const char *p = e->text; *p; p++)
		n += *p == '\n';
	return n;
}

static void put(struct diff *d, char mark, struct span line)
{
	buf_char(d->to, mark);
	buf_span(d->to, line);
	buf_char(d->to, '\n');
}

static void put_replaced(struct diff *d, const struct edit *e, struct span line)
{
	size_t at = (size_t)span_find(line, e->old);

	buf_char(d->to, '+');
	buf_span(d->to, span_sub(line, 0, at));
	buf_str(d->to, e->text);
	buf_span(d->to, span_from(line, at + strlen(e->old)));
	buf_char(d->to, '\n');
}

static void put_edit(struct diff *d, size_t i)
{
	const struct edit *e = d->by_line[i];
	struct span rest = span_of(e->text), line;

	put(d, '-', d->lines[i]);
	if (e->old) {
		put_replaced(d, e, d->lines[i]);
		return;
	}
	while (e->text && span_line(&rest, &line))
		put(d, '+', line);
}

/* The last line of the hunk that begins at `from`: edits that stand near share one. */
static size_t hunk_end(const struct diff *d, size_t from)
{
	size_t last = from;

	for (size_t i = from; i < d->n && i <= last + 2 * CONTEXT; i++)
		if (d->by_line[i])
			last = i;
	return last;
}

static void put_hunk(struct diff *d, size_t first, size_t last)
{
	size_t from = first > CONTEXT ? first - CONTEXT : 0;
	size_t to = last + CONTEXT < d->n ? last + CONTEXT + 1 : d->n;
	long more = 0;

	for (size_t i = first; i <= last; i++)
		if (d->by_line[i])
			more += (long)lines_of(d->by_line[i]) - 1;
	buf_printf(d->to, "@@ -%zu,%zu +%ld,%ld @@\n", from + 1, to - from,
		   (long)from + 1 + d->shift, (long)(to - from) + more);
	d->shift += more;
	for (size_t i = from; i < to; i++) {
		if (d->by_line[i])
			put_edit(d, i);
		else
			put(d, ' ', d->lines[i]);
	}
}

static struct span *split(struct arena *a, struct span text, size_t *n)
{
	ARRAY(struct span) lines = { 0 };
	struct span line;

	while (span_line(&text, &line))
		ARRAY_ADD(a, lines) = line;
	*n = lines.n;
	return lines.v;
}

const char *fix_diff(struct arena *a, const char *file, struct span text,
		     const struct edit *edits, size_t n)
{
	BUF_AUTO b = BUF(DIFF_MAX);
	struct diff d = { .to = &b };
	bool any = false;

	d.lines = split(a, text, &d.n);
	d.by_line = arena_array(a, d.n + 1, sizeof *d.by_line);
	for (size_t i = 0; i < n; i++) {
		size_t line = edits[i].line;

		if (line == 0 || line > d.n || strcmp(edits[i].file, file) != 0)
			continue;
		if (edits[i].old && span_find(d.lines[line - 1], edits[i].old) < 0)
			continue;
		if (!d.by_line[line - 1])
			d.by_line[line - 1] = &edits[i];
		any = true;
	}
	if (!any)
		return NULL;
	buf_printf(&b, "--- %s\n+++ %s\n", file, file);
	for (size_t i = 0; i < d.n; i++) {
		size_t last;

		if (!d.by_line[i])
			continue;
		last = hunk_end(&d, i);
		put_hunk(&d, i, last);
		i = last;
	}
	return arena_str(a, buf_cstr(&b));
}

static const char *pinned(struct arena *a, const struct build *b, const char *name)
{
	const char *version = strcmp(name, "torch") == 0 ? b->torch :
			      strcmp(name, "torchvision") == 0 ? b->torchvision :
			      strcmp(name, "torchaudio") == 0 ? b->torchaudio : NULL;

	if (!version || strcmp(version, "none") == 0)
		return NULL;
	return arena_printf(a, "%s==%s%s", name, version, b->index_url && b->local ? b->local : "");
}

static bool has_index(const struct checkup *k, const char *url)
{
	for (size_t i = 0; i < k->env->settings.n; i++)
		if (k->env->settings.v[i].value && strstr(k->env->settings.v[i].value, url))
			return true;
	return false;
}

void fix_requirements(struct checkup *k, struct found *to)
{
	const struct build *b = NULL;
	bool index = false;

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];
		const char *pin;

		if (!d->parsed || !d->name || d->kind != DECLARED_REQUIREMENT || d->under_pip ||
		    d->req.marker || d->req.n_extras)
			continue;
		if (!b)
			b = cure_build(k);
		if (!b || b->manager != MANAGER_PIP)
			return;
		pin = pinned(k->arena, b, d->name);
		if (!pin)
			continue;
		if (!index && b->index_url && !has_index(k, b->index_url))
			pin = arena_printf(k->arena, "--extra-index-url %s\n%s", b->index_url, pin);
		index = true;
		find_edit(k, to, &d->origin, NULL, pin);
	}
}
