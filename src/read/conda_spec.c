#include "read/conda_spec.h"

#include "door/pcre2.h"
#include "fact/err_phrase.h"

enum { DEPTH = 32, NODES = 256 };

struct parser {
	struct arena *a;
	ARRAY(struct conda_node) nodes;
	struct span s;
	int depth;
	struct err *e;
};

/* Longer operators first; "with_star" is what the operator becomes before ".*". */
static const struct {
	const char *text;
	enum conda_op op, with_star;
} operators[] = {
	{ "==", CONDA_EQ, CONDA_EQ },
	{ "!=", CONDA_NE, CONDA_NOT_STARTS },
	{ "<=", CONDA_LE, CONDA_LE },
	{ ">=", CONDA_GE, CONDA_GE },
	{ "~=", CONDA_COMPATIBLE, CONDA_ANY },
	{ "=", CONDA_STARTS, CONDA_STARTS },
	{ "<", CONDA_LT, CONDA_LT },
	{ ">", CONDA_GT, CONDA_GT },
};

static int bad(struct parser *p, struct span text)
{
	return ERR_SAY(p->e, ERR_INPUT, NOT_A_CONDA_VERSION, SAY(text, ERR_SPAN(text, 100)));
}

static int add(struct parser *p, const struct conda_node *node, size_t *ret)
{
	if (p->nodes.n == NODES)
		return ERR_SAY(p->e, ERR_INPUT, CONDA_VERSION_PARTS,
			       SAY(limit, ERR_NUMBER(NODES - 1)));
	*ret = p->nodes.n;
	ARRAY_ADD(p->a, p->nodes) = *node;
	return 0;
}

static int parse_relation(struct parser *p, struct span text, struct conda_node *node)
{
	struct span version = text;
	ptrdiff_t dot;
	size_t i = 0;
	bool star;

	while (i < sizeof operators / sizeof *operators && !span_take(&version, operators[i].text))
		i++;
	if (i == sizeof operators / sizeof *operators)
		return bad(p, text);
	version = span_trim(version);
	star = span_ends(version, ".*");
	node->op = star ? operators[i].with_star : operators[i].op;
	if (star)
		version.n -= 2;
	if (node->op == CONDA_ANY || !conda_version_parse(version, &node->v))
		return bad(p, text);
	/* The version without its last part: ~=1.4.2 is >=1.4.2 and 1.4.*. */
	dot = span_rfind_char(version, '.');
	if (node->op == CONDA_COMPATIBLE &&
	    (dot <= 0 || !conda_version_parse(span_sub(version, 0, (size_t)dot), &node->up)))
		return bad(p, text);
	return 0;
}

/* 1.2, 1.2.*, 1.2* or a glob. */
static int parse_plain(struct parser *p, struct span text, struct conda_node *node)
{
	struct span version = text;

	while (version.n && version.p[version.n - 1] == '*')
		version.n--;
	if (version.n == 0) {
		node->op = CONDA_ANY;
		return 0;
	}
	node->op = version.n == text.n ? CONDA_EQ : CONDA_STARTS;
	if (span_find_char(version, '*') >= 0) {
		node->op = CONDA_GLOB;
		return 0;
	}
	if (node->op == CONDA_STARTS && version.p[version.n - 1] == '.')
		version.n--;
	if (!conda_version_parse(version, &node->v))
		return bad(p, text);
	if (node->op == CONDA_STARTS)
		node->text = span_of(arena_printf(p->a, SPAN_FMT ".*", SPAN_ARG(version)));
	return 0;
}

static int parse_test(struct parser *p, struct span text, size_t *ret)
{
	struct conda_node node = { .op = CONDA_REGEX, .text = text };
	char first = text.n ? text.p[0] : '\0', last = text.n ? text.p[text.n - 1] : '\0';
	int rc;

	if (first == '\0')
		return bad(p, SPAN(""));
	if (first == '^' || last == '$')
		rc = first == '^' && last == '$' ?
			     pcre2_regex(p->a, text, &node.regex, p->e) : bad(p, text);
	else if (strchr("=<>!~", first))
		rc = parse_relation(p, text, &node);
	else
		rc = parse_plain(p, text, &node);
	return rc ? rc : add(p, &node, ret);
}

static struct span take_test(struct parser *p)
{
	size_t n = 0;
	ptrdiff_t end = span_find_char(p->s, '$');
	struct span text;

	if (p->s.n && p->s.p[0] == '^' && end > 0)
		n = (size_t)end + 1;
	while (n < p->s.n && !memchr("()|,", p->s.p[n], 4))
		n++;
	text = span_trim(span_sub(p->s, 0, n));
	p->s = span_trim(span_from(p->s, n));
	return text;
}

static bool take_mark(struct parser *p, const char *mark)
{
	p->s = span_trim(p->s);
	if (!span_take(&p->s, mark))
		return false;
	p->s = span_trim(p->s);
	return true;
}

static int parse_list(struct parser *p, enum conda_op op, size_t *ret);

static int parse_item(struct parser *p, enum conda_op op, size_t *ret)
{
	int rc;

	if (op == CONDA_ONE_OF)
		return parse_list(p, CONDA_ALL_OF, ret);
	if (!take_mark(p, "("))
		return parse_test(p, take_test(p), ret);
	if (++p->depth > DEPTH)
		return ERR_SAY(p->e, ERR_INPUT, CONDA_VERSION_DEEP, SAY(limit, ERR_NUMBER(DEPTH)));
	rc = parse_list(p, CONDA_ONE_OF, ret);
	p->depth--;
	if (rc == 0 && !take_mark(p, ")"))
		return ERR_SAY(p->e, ERR_INPUT, PARENTHESIS_OPEN);
	return rc;
}

/* Items between "|", or between ","; a single one stays as it is. */
static int parse_list(struct parser *p, enum conda_op op, size_t *ret)
{
	struct conda_node node = { .op = op };
	size_t last, item;
	int rc = parse_item(p, op, &node.first);

	last = *ret = node.first;
	while (rc == 0 && take_mark(p, op == CONDA_ONE_OF ? "|" : ",")) {
		rc = parse_item(p, op, &item);
		if (rc == 0)
			p->nodes.v[last].next = item;
		last = item;
	}
	if (rc == 0 && last != node.first)
		rc = add(p, &node, ret);
	return rc;
}

int conda_spec_parse(struct arena *a, struct span s, struct conda_spec *ret, struct err *e)
{
	struct parser p = { .a = a, .e = e };
	size_t root = 0;
	int rc;

	s = span_trim(s);
	if (s.n > CONDA_SPEC_MAX)
		return ERR_SAY(e, ERR_INPUT, CONDA_VERSION_BYTES,
			       SAY(limit, ERR_NUMBER(CONDA_SPEC_MAX)));
	if (span_find_char(s, '\0') >= 0)
		return ERR_SAY(e, ERR_INPUT, CONDA_VERSION_NUL);
	p.s = (struct span){ arena_span(a, s), s.n };
	ARRAY_ADD(a, p.nodes) = (struct conda_node){ .op = CONDA_ANY };
	rc = parse_list(&p, CONDA_ONE_OF, &root);
	if (rc == 0 && p.s.n)
		rc = bad(&p, s);
	if (rc)
		return rc;
	*ret = (struct conda_spec){ p.nodes.v, p.nodes.n };
	return 0;
}
