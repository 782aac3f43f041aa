/* What names an installed CUDA toolkit: nvcc -V, and version.txt or version.json of its folder. */
#include "read/host/field.h"
#include "read/host/format.h"

static void add(const struct source *s, struct host *to, const char *version)
{
	if (version)
		ARRAY_ADD(s->a, to->toolkits) = (struct toolkit){ NULL, version };
}

#define NVCC "Cuda compilation tools, release "

static bool nvcc_begins(const struct source *s, size_t i)
{
	return span_find(s->v[i].s, NVCC) >= 0;
}

/* "Cuda compilation tools, release 12.4, V12.4.131": the number behind V is the more exact one. */
static size_t nvcc_read(const struct source *s, size_t i, struct host *to)
{
	const struct line *l = &s->v[i];
	ptrdiff_t at = span_find(l->s, NVCC), exact = span_find(l->s, ", V");
	struct span v = span_from(l->s, (size_t)at + sizeof NVCC - 1), word;

	if (exact > at)
		v = span_from(l->s, (size_t)exact + 3);
	if (!l->whole)
		format_cut(s->a, to, l->no, "the output of nvcc -V is cut");
	else if (span_word(&v, &word))
		add(s, to, field_version(s->a, word));
	return i + 1;
}

const struct format format_nvcc = { "nvcc -V", nvcc_begins, nvcc_read };

static bool txt_begins(const struct source *s, size_t i)
{
	struct span rest = s->v[i].s;

	return span_take(&rest, "CUDA Version ") && field_is_version(rest) && s->v[i].whole;
}

static size_t txt_read(const struct source *s, size_t i, struct host *to)
{
	add(s, to, field_version(s->a, span_from(s->v[i].s, sizeof "CUDA Version " - 1)));
	return i + 1;
}

const struct format format_toolkit_txt = { "version.txt of a toolkit", txt_begins, txt_read };

static bool json_begins(const struct source *s, size_t i)
{
	struct span rest = s->v[i].s;

	if (!span_take(&rest, "\"cuda\"") && !(span_is(rest, "{") && i + 1 < s->n &&
					       span_starts(s->v[i + 1].s, "\"cuda\"")))
		return false;
	for (size_t k = i; k < s->n && k < i + 4; k++)
		if (span_find(s->v[k].s, "\"CUDA SDK\"") >= 0)
			return true;
	return false;
}

/* The "version" in the lines of "cuda". */
static size_t json_read(const struct source *s, size_t i, struct host *to)
{
	for (size_t k = i; k < s->n && k < i + 6; k++) {
		ptrdiff_t at = span_find(s->v[k].s, "\"version\"");
		struct span v;

		if (at < 0)
			continue;
		v = span_trim(span_from(s->v[k].s, (size_t)at + 9));
		if (!span_take(&v, ":"))
			continue;
		v = span_trim(v);
		span_take(&v, "\"");
		at = span_find_char(v, '"');
		if (at > 0)
			add(s, to, field_version(s->a, span_sub(v, 0, (size_t)at)));
		while (k < s->n && !span_is(s->v[k].s, "}"))
			k++;
		return k < s->n ? k + 1 : k;
	}
	return i + 1;
}

const struct format format_toolkit_json = { "version.json of a toolkit", json_begins, json_read };
