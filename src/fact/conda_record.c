/* A record of conda out of the text that names it: a URL, a file name, name-version-build. */
#include "base/text.h"
#include "fact/build.h"
#include "fact/conda_build.h"
#include "fact/err_phrase.h"
#include "fact/matchspec.h"
#include "fact/platform.h"

void conda_channel_split(struct arena *a, struct span s, const char **channel,
			 const char **subdir)
{
	ptrdiff_t slash;

	while (span_ends(s, "/"))
		s.n--;
	slash = span_rfind_char(s, '/');
	*subdir = NULL;
	if (platform_is_folder(span_from(s, (size_t)(slash + 1)))) {
		*subdir = arena_span(a, span_from(s, (size_t)(slash + 1)));
		s = span_sub(s, 0, slash < 0 ? 0 : (size_t)slash);
	}
	*channel = s.n && !span_is(s, "*") ? arena_span(a, s) : NULL;
}

/* The path of a URL, or what was given. */
static struct span channel_name(struct span s)
{
	while (span_ends(s, "/"))
		s.n--;
	if (span_pass(&s, "://"))
		span_pass(&s, "/");
	return s;
}

static bool is_tail(struct span url, struct span name)
{
	return name.n && url.n > name.n && url.p[url.n - name.n - 1] == '/' &&
	       span_eq_nocase(span_from(url, url.n - name.n), name);
}

static bool same_channel(struct span asked, struct span have)
{
	bool url_a = span_find(asked, "://") >= 0, url_h = span_find(have, "://") >= 0;

	if (url_a && url_h)
		return span_eq_nocase(asked, have);
	asked = channel_name(asked);
	have = channel_name(have);
	return span_eq_nocase(asked, have) || (url_h && is_tail(have, asked)) ||
	       (url_a && is_tail(asked, have));
}

bool conda_channel_fits(struct span asked, struct span have)
{
	static const struct span defaults[] = { { "pkgs/main", 9 }, { "pkgs/r", 6 },
						{ "pkgs/msys2", 10 } };

	if (same_channel(asked, have))
		return true;
	return ANY(x, ROWS(defaults), (span_is(asked, CHANNEL_DEFAULTS) &&
		   same_channel(*x, have)) || (span_is(have, CHANNEL_DEFAULTS) &&
		   same_channel(*x, asked)));
}

static const char *build_number(struct arena *a, struct span build)
{
	size_t from = build.n;

	while (from && ascii_digit(build.p[from - 1]))
		from--;
	if (from == build.n || (from && build.p[from - 1] != '_'))
		return NULL;
	return arena_span(a, span_from(build, from));
}

static bool splits_url(struct arena *a, struct span *s, struct conda_record *r)
{
	ptrdiff_t slash = span_rfind_char(*s, '/'), mark = span_find(*s, "::");

	if (mark >= 0) {
		conda_channel_split(a, span_sub(*s, 0, (size_t)mark), &r->f[CONDA_CHANNEL],
				    &r->f[CONDA_SUBDIR]);
		*s = span_from(*s, (size_t)mark + 2);
	} else if (slash >= 0) {
		if (span_find(*s, "://") >= 0)
			r->f[CONDA_URL] = arena_span(a, *s);
		conda_channel_split(a, span_sub(*s, 0, (size_t)slash), &r->f[CONDA_CHANNEL],
				    &r->f[CONDA_SUBDIR]);
		*s = span_from(*s, (size_t)slash + 1);
	}
	return s->n > 0;
}

int conda_record_parse(struct arena *a, struct span s, struct conda_record *ret, struct err *e)
{
	struct conda_record r = { 0 };
	struct span rest, file, part[3];

	s = span_trim(s);
	rest = text_percent_decode(a, s);
	if (s.n <= MATCHSPEC_MAX && splits_url(a, &rest, &r)) {
		file = rest;
		if (conda_take_end(&rest))
			r.f[CONDA_FN] = arena_span(a, file);
		if (span_find_char(rest, ' ') < 0 && conda_split(rest, part) && part[1].n &&
		    part[2].n) {
			r.f[CONDA_NAME] = arena_span(a, part[0]);
			r.f[CONDA_VERSION] = arena_span(a, part[1]);
			r.f[CONDA_BUILD] = arena_span(a, part[2]);
			r.f[CONDA_BUILD_NUMBER] = build_number(a, part[2]);
			*ret = r;
			return 0;
		}
	}
	return ERR_SAY(e, ERR_INPUT, NOT_A_RECORD, SAY(text, ERR_SPAN(s, 100)));
}
