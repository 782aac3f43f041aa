#include "fact/conda_spec.h"

#include <string.h>
#include "base/buf.h"

static bool compares(const struct conda_node *node, const struct conda_version *v)
{
	int c = conda_version_cmp(v, &node->v);

	switch (node->op) {
	case CONDA_EQ:
		return c == 0;
	case CONDA_NE:
		return c != 0;
	case CONDA_LE:
		return c <= 0;
	case CONDA_GE:
		return c >= 0;
	case CONDA_LT:
		return c < 0;
	case CONDA_GT:
		return c > 0;
	case CONDA_COMPATIBLE:
		return c >= 0 && conda_version_starts(v, &node->up);
	default:
		return conda_version_starts(v, &node->v) == (node->op == CONDA_STARTS);
	}
}

static bool has(const struct conda_spec *spec, size_t i, struct span text,
		const struct conda_version *v)
{
	const struct conda_node *node = &spec->v[i];
	bool all = node->op == CONDA_ALL_OF;

	switch (node->op) {
	case CONDA_ANY:
		return true;
	case CONDA_GLOB:
		return span_glob(node->text, text);
	case CONDA_REGEX:
		return regex_match(&node->regex, text);
	case CONDA_ALL_OF:
	case CONDA_ONE_OF:
		for (size_t k = node->first; k; k = spec->v[k].next)
			if (has(spec, k, text, v) != all)
				return !all;
		return all;
	default:
		return v && compares(node, v);
	}
}

bool conda_spec_has(const struct conda_spec *spec, struct span version)
{
	struct conda_version v;
	bool known = conda_version_parse(version, &v);

	return spec->n == 0 || has(spec, spec->n - 1, span_trim(version), known ? &v : NULL);
}

static void add_text(struct buf *b, const struct conda_spec *spec, size_t i, bool inside_all)
{
	const struct conda_node *node = &spec->v[i];
	bool group = inside_all && node->op == CONDA_ONE_OF;

	bool pattern = node->op == CONDA_REGEX || node->op == CONDA_GLOB;

	if (node->op != CONDA_ALL_OF && node->op != CONDA_ONE_OF) {
		for (size_t k = 0; k < node->text.n; k++)
			if (pattern || !ascii_space(node->text.p[k]))
				buf_char(b, node->text.p[k]);
		return;
	}
	if (group)
		buf_char(b, '(');
	for (size_t k = node->first; k; k = spec->v[k].next) {
		if (k != node->first)
			buf_char(b, node->op == CONDA_ALL_OF ? ',' : '|');
		add_text(b, spec, k, node->op == CONDA_ALL_OF);
	}
	if (group)
		buf_char(b, ')');
}

const char *conda_spec_text(struct arena *a, const struct conda_spec *spec)
{
	BUF_AUTO b = BUF(4 * CONDA_SPEC_MAX);

	if (spec->n)
		add_text(&b, spec, spec->n - 1, false);
	return arena_str(a, buf_cstr(&b));
}

/* "=2.1", "2.1.*" and "2.1*" are "==2.1.*"; "2.1" is "==2.1". */
static const char *clause_of(struct arena *a, struct span s)
{
	bool fuzzy = span_take(&s, "=") && !span_take(&s, "=");

	if (s.n == 0 || !ascii_digit(s.p[0]))
		return arena_span(a, s);
	if (span_ends(s, "*") && !span_ends(s, ".*"))
		return arena_printf(a, "==" SPAN_FMT ".*", SPAN_ARG(span_sub(s, 0, s.n - 1)));
	return arena_printf(a, "==" SPAN_FMT "%s", SPAN_ARG(s),
			    fuzzy && !span_ends(s, "*") ? ".*" : "");
}

const char *conda_spec_pep440(struct arena *a, const char *version)
{
	struct span rest = span_of(version), clause;
	const char *ret = "";

	if (!version || strcmp(version, "*") == 0)
		return "";
	if (strpbrk(version, "|()"))
		return NULL;
	while (span_next(&rest, ',', &clause))
		ret = arena_printf(a, "%s%s%s", ret, *ret ? "," : "",
				   clause_of(a, span_trim(clause)));
	return ret;
}
