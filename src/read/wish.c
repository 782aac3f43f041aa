#include "read/wish.h"

#include "read/matchspec.h"

/* "pytorch=2.1" and "torch 2.1" are conda's; so are channels and builds. */
static bool looks_like_conda(struct span s)
{
	size_t n;

	if (span_find(s, "::") >= 0 || (s.n && s.p[0] == '*'))
		return true;
	n = span_run_alnum(s, "-_.");
	if (n < s.n && s.p[n] == '=')
		return n + 1 >= s.n || s.p[n + 1] != '=' ||
		       span_find_char(span_from(s, n + 2), '=') >= 0;
	return n + 1 < s.n && s.p[n] == ' ' && (ascii_digit(s.p[n + 1]) || s.p[n + 1] == '*');
}

int wish_parse(struct arena *a, struct span s, struct package_wish *ret, struct err *e)
{
	struct package_wish w = { 0 };
	int rc;

	s = span_trim(s);
	w.text = arena_span(a, s);
	/* "torch===2.1" has a third "=" of its own; it stays with pip */
	w.conda = span_find(s, "===") < 0 && span_find_char(s, ';') < 0 &&
		  looks_like_conda(s);
	rc = w.conda ? matchspec_parse(a, s, &w.spec, e) : requirement_parse(a, s, &w.req, e);
	if (rc)
		return rc;
	w.name = w.conda ? project_name(a, span_of(w.spec.f[CONDA_NAME])) : w.req.name;
	if (strcmp(w.name, "pytorch") == 0)
		w.name = "torch";
	*ret = w;
	return 0;
}
