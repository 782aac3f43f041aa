#include "fact/requirement.h"

#include "fact/err_phrase.h"

static int in_requirement(struct err *e, struct span s)
{
	return err_within(e, FORM_IN_REQUIREMENT, ERR_SPAN(s, 120));
}

static int bad(struct err *e, struct span s, enum form why)
{
	err_say(e, ERR_INPUT, why, NULL, 0);
	return in_requirement(e, s);
}

static struct span take_name(struct span *s)
{
	struct span name;
	size_t n = span_run_alnum(*s, "-_.");

	name = span_sub(*s, 0, n);
	*s = span_trim(span_from(*s, n));
	return name;
}

/* "[a, b]"; nothing there is no extra. */
static bool take_extras(struct arena *a, struct span *s, struct requirement *r)
{
	ARRAY(const char *) list = { 0 };
	ptrdiff_t end = span_find_char(*s, ']');
	struct span inside, part;

	if (s->n == 0 || s->p[0] != '[')
		return true;
	if (end < 0)
		return false;
	inside = span_trim(span_sub(*s, 1, (size_t)end - 1));
	*s = span_trim(span_from(*s, (size_t)end + 1));
	while (inside.n && span_next(&inside, ',', &part)) {
		part = span_trim(part);
		if (!project_name_ok(part))
			return false;
		ARRAY_ADD(a, list) = project_name(a, part);
	}
	r->extras = list.v;
	r->n_extras = list.n;
	return true;
}

/* The condition begins at ";", behind a URL at " ;". */
static struct span take_marker(struct span *s, bool url)
{
	ptrdiff_t at = url ? span_find(*s, " ;") : span_find_char(*s, ';');
	struct span marker = { NULL, 0 };

	if (at < 0)
		return marker;
	marker = span_from(*s, (size_t)at + (url ? 2 : 1));
	*s = span_trim(span_sub(*s, 0, (size_t)at));
	return marker;
}

static struct span without_parens(struct span s)
{
	if (s.n > 1 && s.p[0] == '(' && s.p[s.n - 1] == ')')
		return span_trim(span_sub(s, 1, s.n - 2));
	return s;
}

static int parse_rest(struct arena *a, struct span s, struct requirement *r, struct err *e)
{
	bool url = span_take(&s, "@");
	struct span marker = take_marker(&s, url), copy;
	int rc = 0;

	s = span_trim(s);
	copy = (struct span){ arena_span(a, s), s.n };
	if (url && s.n == 0)
		return ERR_SAY(e, ERR_INPUT, REQUIREMENT_NO_URL);
	if (url)
		r->url = copy.p;
	else
		rc = pep440_set_parse(a, without_parens(copy), &r->set, e);
	if (rc == 0 && marker.p)
		rc = marker_parse(a, marker, &r->marker, e);
	return rc;
}

int requirement_parse(struct arena *a, struct span s, struct requirement *ret, struct err *e)
{
	struct requirement r = { 0 };
	ptrdiff_t remark = span_find(s, " #");
	struct span all, name;

	all = s = span_trim(remark < 0 ? s : span_sub(s, 0, (size_t)remark));
	if (s.n > REQUIREMENT_MAX)
		return bad(e, s, FORM_TEXT_TOO_LONG);
	name = take_name(&s);
	if (!project_name_ok(name))
		return bad(e, all, FORM_REQUIREMENT_NAMELESS);
	r.name = project_name(a, name);
	if (!take_extras(a, &s, &r))
		return bad(e, all, FORM_REQUIREMENT_EXTRAS);
	if (s.n && !strchr("@;(<>=!~", s.p[0]))
		return bad(e, all, FORM_REQUIREMENT_BEHIND_NAME);
	if (parse_rest(a, s, &r, e))
		return in_requirement(e, all);
	*ret = r;
	return 0;
}

enum marker_answer requirement_applies(const struct requirement *r, const struct marker_env *env)
{
	return r->marker ? marker_eval(r->marker, env) : MARKER_YES;
}

bool requirement_is_bounded(const char *specs)
{
	return strstr(specs, "==") || strchr(specs, '<') || strstr(specs, "~=");
}
