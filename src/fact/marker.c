#include "fact/marker.h"

#include "fact/pep440_set.h"
#include "fact/err_phrase.h"
#include "fact/platform.h"
#include "fact/project.h"

enum kind { AND, OR, COMPARE, NOT };

struct operand {
	enum marker_var var; /* MARKER_VARS: a text */
	struct span text;
};

struct marker {
	enum kind kind;
	const struct marker *a, *b;
	struct operand left, right;
	const char *op;
};

enum { DEPTH = 32, PARTS = 256 };

struct parser {
	struct arena *arena;
	struct span s;
	int depth, parts;
};

static const char *const names[MARKER_VARS] = {
	[MARKER_OS_NAME] = "os_name",
	[MARKER_SYS_PLATFORM] = "sys_platform",
	[MARKER_PLATFORM_MACHINE] = "platform_machine",
	[MARKER_PLATFORM_SYSTEM] = "platform_system",
	[MARKER_PLATFORM_RELEASE] = "platform_release",
	[MARKER_PLATFORM_VERSION] = "platform_version",
	[MARKER_IMPLEMENTATION] = "platform_python_implementation",
	[MARKER_IMPLEMENTATION_NAME] = "implementation_name",
	[MARKER_IMPLEMENTATION_VERSION] = "implementation_version",
	[MARKER_PYTHON_VERSION] = "python_version",
	[MARKER_PYTHON_FULL_VERSION] = "python_full_version",
	[MARKER_EXTRA] = "extra",
};

/* Longer ones first. */
static const char *const operators[] = { "===", "==", "!=", "<=", ">=", "~=", "<", ">", NULL };

static bool take_word(struct span *s, const char *word)
{
	struct span rest = *s;

	if (!span_take(&rest, word) || (rest.n && span_alnum(span_sub(rest, 0, 1), "_.")))
		return false;
	*s = span_trim(rest);
	return true;
}

static bool take_text(struct span *s, struct operand *ret)
{
	ptrdiff_t end = s->n ? span_find_char(span_from(*s, 1), s->p[0]) : -1;

	if (end < 0 || (s->p[0] != '\'' && s->p[0] != '"'))
		return false;
	*ret = (struct operand){ MARKER_VARS, span_sub(*s, 1, (size_t)end) };
	*s = span_trim(span_from(*s, (size_t)end + 2));
	return true;
}

static bool take_operand(struct span *s, struct operand *ret)
{
	for (enum marker_var i = 0; i < MARKER_VARS; i++) {
		if (!take_word(s, names[i]))
			continue;
		*ret = (struct operand){ i, { NULL, 0 } };
		return true;
	}
	return take_text(s, ret);
}

static const char *take_operator(struct span *s)
{
	for (size_t i = 0; operators[i]; i++) {
		if (!span_take(s, operators[i]))
			continue;
		*s = span_trim(*s);
		return operators[i];
	}
	if (take_word(s, "in"))
		return "in";
	return take_word(s, "not") && take_word(s, "in") ? "not in" : NULL;
}

static const struct marker *parse(struct parser *p, enum kind kind);

static const struct marker *parse_compare(struct parser *p)
{
	struct marker m = { .kind = COMPARE }, *ret;

	if (++p->parts > PARTS || !take_operand(&p->s, &m.left))
		return NULL;
	m.op = take_operator(&p->s);
	if (!m.op || !take_operand(&p->s, &m.right))
		return NULL;
	ret = arena_new(p->arena, struct marker);
	*ret = m;
	return ret;
}

static const struct marker *parse_item(struct parser *p, enum kind kind)
{
	const struct marker *m;

	if (kind == OR)
		return parse(p, AND);
	if (!span_take(&p->s, "("))
		return parse_compare(p);
	p->s = span_trim(p->s);
	if (++p->depth > DEPTH)
		return NULL;
	m = parse(p, OR);
	p->depth--;
	if (!span_take(&p->s, ")"))
		return NULL;
	p->s = span_trim(p->s);
	return m;
}

static const struct marker *parse(struct parser *p, enum kind kind)
{
	const struct marker *m = parse_item(p, kind);

	while (m && take_word(&p->s, kind == OR ? "or" : "and")) {
		struct marker *both = arena_new(p->arena, struct marker);

		*both = (struct marker){ .kind = kind, .a = m, .b = parse_item(p, kind) };
		m = both->b ? both : NULL;
	}
	return m;
}

int marker_parse(struct arena *a, struct span s, const struct marker **ret, struct err *e)
{
	struct parser p = { .arena = a };
	const struct marker *m;

	s = span_trim(s);
	p.s = (struct span){ arena_span(a, s), s.n };
	m = s.n <= MARKER_MAX ? parse(&p, OR) : NULL;
	if (!m || p.s.n)
		return ERR_SAY(e, ERR_INPUT, NOT_A_MARKER, SAY(text, ERR_SPAN(s, 120)));
	*ret = m;
	return 0;
}

static bool value_of(const struct operand *o, const struct marker_env *env, struct span *ret)
{
	*ret = o->text;
	if (o->var == MARKER_VARS)
		return true;
	*ret = span_of(o->var == MARKER_EXTRA && !env->v[o->var] ? "" : env->v[o->var]);
	return ret->p != NULL;
}

static bool is_version(enum marker_var v)
{
	return v == MARKER_PYTHON_VERSION || v == MARKER_PYTHON_FULL_VERSION ||
	       v == MARKER_IMPLEMENTATION_VERSION || v == MARKER_PLATFORM_RELEASE;
}

/* By versions where a version variable is compared with something that makes a specifier. */
static bool compare_versions(const char *op, struct span left, struct span right, bool *ret)
{
	ARENA_AUTO a = { 0 };
	struct pep440 v;
	struct pep440_set set;
	struct err e;
	const char *text = arena_printf(&a, "%s" SPAN_FMT, op, SPAN_ARG(right));

	if (!pep440_parse(left, &v) || pep440_set_parse(&a, span_of(text), &set, &e))
		return false;
	*ret = pep440_set_has(&set, left, PEP440_PRE_YES);
	return true;
}

static bool compare_texts(const char *op, struct span left, struct span right)
{
	int c = span_cmp(left, right);

	if (strstr(op, "in"))
		return (memmem(right.p, right.n, left.p, left.n) != NULL) == (op[0] == 'i');
	switch (op[0]) {
	case '!':
		return c != 0;
	case '<':
		return op[1] ? c <= 0 : c < 0;
	case '>':
		return op[1] ? c >= 0 : c > 0;
	default:
		return c == 0;
	}
}

static bool same_names(struct span left, struct span right)
{
	ARENA_AUTO a = { 0 };

	return strcmp(project_name(&a, left), project_name(&a, right)) == 0;
}

enum marker_answer marker_eval(const struct marker *m, const struct marker_env *env)
{
	enum marker_answer a, b, decides = m->kind == OR ? MARKER_YES : MARKER_NO;

	if (m->kind == COMPARE) {
		struct span left, right;
		bool yes;

		if (!value_of(&m->left, env, &left) || !value_of(&m->right, env, &right))
			return MARKER_UNKNOWN;
		if (m->left.var == MARKER_EXTRA || m->right.var == MARKER_EXTRA)
			return same_names(left, right) == (m->op[0] != '!') ? MARKER_YES :
									      MARKER_NO;
		if ((is_version(m->left.var) || is_version(m->right.var)) && !strstr(m->op, "in") &&
		    compare_versions(m->op, left, right, &yes))
			return yes ? MARKER_YES : MARKER_NO;
		return compare_texts(m->op, left, right) ? MARKER_YES : MARKER_NO;
	}
	a = marker_eval(m->a, env);
	if (m->kind == NOT)
		return a == MARKER_UNKNOWN ? a : a == MARKER_NO ? MARKER_YES : MARKER_NO;
	if (a == decides)
		return a;
	b = marker_eval(m->b, env);
	return b == decides || a != MARKER_UNKNOWN ? b : a;
}

static const struct marker *joined(struct arena *a, enum kind kind, const struct marker *x,
				   const struct marker *y)
{
	struct marker *m = arena_new(a, struct marker);

	*m = (struct marker){ .kind = kind, .a = x, .b = y };
	return m;
}

const struct marker *marker_both(struct arena *a, const struct marker *x, const struct marker *y)
{
	return x && y ? joined(a, AND, x, y) : x ? x : y;
}

const struct marker *marker_not(struct arena *a, const struct marker *x)
{
	return joined(a, NOT, x, NULL);
}

struct marker_env marker_env_of(const char *python, const char *platform)
{
	static const struct {
		const char *platform, *os, *sys, *machine, *kernel;
	} rows[] = {
		{ PLATFORM_LINUX, "posix", "linux", "x86_64", "Linux" },
		{ PLATFORM_LINUX_ARM, "posix", "linux", "aarch64", "Linux" },
		{ PLATFORM_WINDOWS, "nt", "win32", "AMD64", "Windows" },
		{ PLATFORM_MAC_INTEL, "posix", "darwin", "x86_64", "Darwin" },
		{ PLATFORM_MAC, "posix", "darwin", "arm64", "Darwin" },
	};
	struct marker_env env = { { 0 } };

	env.v[MARKER_IMPLEMENTATION] = "CPython";
	env.v[MARKER_IMPLEMENTATION_NAME] = "cpython";
	env.v[MARKER_PYTHON_VERSION] = python;
	for (size_t i = 0; platform && i < sizeof rows / sizeof *rows; i++) {
		if (strcmp(rows[i].platform, platform) != 0)
			continue;
		env.v[MARKER_OS_NAME] = rows[i].os;
		env.v[MARKER_SYS_PLATFORM] = rows[i].sys;
		env.v[MARKER_PLATFORM_MACHINE] = rows[i].machine;
		env.v[MARKER_PLATFORM_SYSTEM] = rows[i].kernel;
	}
	return env;
}
