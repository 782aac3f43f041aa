/*
 * Trees of packages: `uv tree`, `pixi tree`, `poetry show --tree`, pipdeptree, conda-tree. A branch
 * is drawn in front of a name, behind which stands its version or what is asked of it:
 *
 *	├── torch v2.5.1+cu124                            uv tree; pixi tree without "v"
 *	│   └── triton [required: ==3.1.0, installed: 3.1.0]  pipdeptree (render_text.py)
 *	  ├─ python 3.9.13 [required: >=3.9,<3.10.0a0]            conda-tree
 *	  ├─ python [3.10.14]        mamba repoquery -t, below "pytorch == 2.5.1"
 */
#include <string.h>

#include "base/sort.h"
#include "read/env/env_private.h"

enum { AHEAD = 50, REQUIRES_MOST = 500, NONE = -1 };

struct node {
	struct span name, version, required; /* n is 0: not said */
	size_t line, column;
	int parent;            /* NONE: a root */
	int first;             /* the node that shows this package first */
	bool several;          /* in another version elsewhere */
};

struct nodes {
	struct node *v;
	size_t n, room;
};

/* One sign of a drawn branch, or the white space between them. */
static bool take_sign(struct span *s)
{
	static const char *const signs[] = {
		" ", "\t", "\xc2\xa0", "│", "├", "└", "─", "|-", "`-", "+-", "\\-", "| ",
		"-- ", "- ", "* ",
	};

	return ANY(x, ROWS(signs), span_take(s, *x));
}

/* The name behind the signs, and the column it stands in. */
static bool take_branch(struct span *s, size_t *column)
{
	const char *from = s->p;
	bool drawn = false;

	while (s->n) {
		struct span before = *s;

		if (!take_sign(s))
			break;
		drawn |= !strchr(" \t", before.p[0]);
	}
	*column = 0;
	for (; from && from < s->p; from++)
		*column += ((unsigned char)*from & 0xc0) != 0x80;
	return drawn;
}

/* "[required: ==2.4.0, installed: 2.5.1]", "[requires: torch==2.5.1]", "[required: >=3.9]" */
static void take_bracket(struct span s, struct node *n)
{
	ptrdiff_t at = span_find(s, ", installed: "), end = span_rfind_char(s, ']');

	if (s.n > 1 && s.p[0] == '[' && ascii_digit(s.p[1]) && end > 0)
		n->version = span_sub(s, 1, (size_t)end - 1);
	if (!span_take(&s, "[required: ") || end < 0)
		return;
	end -= (ptrdiff_t)strlen("[required: ");
	at -= (ptrdiff_t)strlen("[required: ");
	n->required = span_sub(s, 0, (size_t)(at > 0 ? at : end));
	if (at > 0 && !n->version.n) {
		n->version = span_sub(s, (size_t)at, (size_t)(end - at));
		span_take(&n->version, ", installed: ");
	}
}

/* "torch v2.5.1", "uvicorn[standard] v0.30.1 (extra: web)", "torch==2.5.1", "triton [required:" */
static bool parse_node(struct span s, struct node *n)
{
	size_t end = 0;

	while (end < s.n && !strchr(" [=", s.p[end]))
		end++;
	n->name = span_sub(s, 0, end);
	s = span_from(s, end);
	if (span_starts(s, "[") && span_find(s, "] v") > 0)
		s = span_from(s, (size_t)span_find(s, "] v") + 1);
	s = span_trim(s);
	if (!env_is_name(n->name))
		return false;
	if (!span_starts(s, "[")) {
		(void)(span_take(&s, "==") || span_take(&s, "v"));
		if (!span_word(&s, &n->version) || !ascii_digit(n->version.p[0]))
			return false;
		s = span_trim(s);
	}
	take_bracket(s, n);
	if (n->version.n && !env_is_version(n->version))
		n->version.n = 0;
	return n->version.n || n->required.n;
}

static bool is_drawn(struct span s)
{
	struct span rest = s;
	ptrdiff_t at;

	while ((at = span_find(rest, "-- ")) >= 0) {
		if (at > 0 && memchr("|`+\\", rest.p[at - 1], 4))
			return true;
		rest = span_from(rest, (size_t)at + 1);
	}
	return span_find(s, "─") >= 0 || span_find(s, " [required: ") >= 0 ||
	       span_find(s, " [requires: ") >= 0;
}

static bool branch_of(struct span s, struct node *n)
{
	*n = (struct node){ .parent = NONE };
	return is_drawn(s) && take_branch(&s, &n->column) && parse_node(s, n);
}

/* A branch that says nothing: "└── blas already visited", "filelock *" of Poetry; a rule. */
static bool is_aside(struct span s)
{
	size_t column;

	return (span_find(s, "─") >= 0 && take_branch(&s, &column)) || span_starts(s, "(*) ") ||
	       span_starts(s, "------");
}

/* "filelock *", "numpy >=1.21" of Poetry, which says there what is asked for. */
static bool is_twig(struct span s)
{
	struct span w[2];
	size_t column;

	return span_find(s, "─") >= 0 && take_branch(&s, &column) && env_words(s, w, 2) == 2 &&
	       env_is_name(w[0]) && strchr("*<>=!~^", w[1].p[0]);
}

static bool root_of(struct span s, struct node *n)
{
	*n = (struct node){ .parent = NONE };
	if (span_starts(s, "* ") && span_find(s, "==") > 0)
		s = span_from(s, 2);
	return s.n && s.p[0] != ' ' && parse_node(s, n);
}

/* The next line behind i, of those that are looked at, in which a branch is drawn. */
static bool is_drawn_ahead(const struct env_text *t, size_t i)
{
	struct env_memory *m = t->memory;
	size_t end = i + AHEAD < t->n ? i + AHEAD + 1 : t->n;
	size_t k = m->undrawn[0] <= i + 1 && i < m->undrawn[1] ? m->undrawn[1] : i + 1;

	while (k < end && !is_drawn(t->v[k].s))
		k++;
	m->undrawn[0] = i + 1;
	m->undrawn[1] = k;
	return k < end;
}

static bool begins(const struct env_text *t, size_t i)
{
	struct node n;

	if (t->as == ENV_AS_DECLARED)
		return false;
	if (branch_of(t->v[i].s, &n))
		return true;
	if (!is_drawn_ahead(t, i))
		return false;
	for (size_t k = i; k + 1 < t->n && k < i + AHEAD && root_of(t->v[k].s, &n); k++)
		if (branch_of(t->v[k + 1].s, &n) || is_twig(t->v[k + 1].s))
			return true;
	return false;
}

/* Whether a tree goes on in line i; what it says is *n, without a name where that is nothing. */
static bool goes_on(const struct env_text *t, size_t i, struct node *n)
{
	struct span s = t->v[i].s;

	if (branch_of(s, n))
		return true;
	*n = (struct node){ .parent = NONE };
	if (is_aside(s))
		return true;
	return root_of(s, n) && (begins(t, i) || span_find(s, "==") > 0);
}

/* Below which of the nodes before it does one hang. */
static int parent_of(const struct nodes *all, size_t column)
{
	int i = (int)all->n - 1;

	while (i >= 0 && all->v[i].column >= column)
		i = all->v[i].parent;
	return i;
}

struct named {
	struct span name;
	int at;
};

static int by_name(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return span_cmp_nocase(x->name, y->name);
}

/* A package hangs wherever something asks for it: the first place stands for all. */
static void find_first(struct arena *a, struct nodes *all)
{
	struct named *order = arena_array(a, all->n, sizeof *order);

	for (size_t i = 0; i < all->n; i++)
		order[i] = (struct named){ all->v[i].name, (int)i };
	sort_stable(order, all->n, sizeof *order, by_name);
	for (size_t i = 0; i < all->n; i++) {
		struct node *n = &all->v[order[i].at], *first;

		if (i && by_name(&order[i - 1], &order[i]) == 0)
			n->first = all->v[order[i - 1].at].first;
		else
			n->first = order[i].at;
		first = &all->v[n->first];
		if (!first->version.n)
			first->version = n->version;
		else if (n->version.n && !span_eq(n->version, first->version))
			first->several = true;
	}
}

static const char *requirement(struct arena *a, const struct node *n)
{
	if (span_is(n->required, "Any") || span_is(n->required, "*"))
		return arena_span(a, n->name);
	return arena_printf(a, SPAN_FMT SPAN_FMT, SPAN_ARG(n->name), SPAN_ARG(n->required));
}

static void add_all(const struct env_text *t, const struct nodes *all, struct env *to)
{
	size_t *at = arena_array(t->a, all->n, sizeof *at); /* of a node's package, from 1 */

	for (size_t i = 0; i < all->n; i++) {
		const struct node *n = &all->v[i];

		at[i] = 0;
		if (n->first != (int)i || !n->version.n)
			continue;
		if (n->several) {
			if (env_is_weighed(arena_span(t->a, n->name)))
				env_problem(t->a, to, env_origin(t, n->line),
					    PHRASE(t->a, LEFT_SEVERAL,
						   SAY(package, arena_span(t->a, n->name))));
			continue;
		}
		env_add(t->a, to, n->name, n->version, OWNER_PIP, env_origin(t, n->line));
		at[i] = to->packages.n;
	}
	EACH(const struct node, n, *all) {
		size_t of = n->parent >= 0 ? at[all->v[n->parent].first] : 0;
		struct strings *list = of ? &to->packages.v[of - 1].requires : NULL;
		const char *text = list && n->required.n ? requirement(t->a, n) : NULL;

		if (text && list->n < REQUIRES_MOST && !strings_has(list, text))
			strings_add(t->a, list, text);
	}
}

static size_t read_tree(const struct env_text *t, size_t i, struct env *to)
{
	struct nodes all = { NULL, 0, 0 };
	struct node n;

	for (; i < t->n && goes_on(t, i, &n); i++) {
		if (!n.name.n)
			continue;
		n.line = i;
		n.parent = n.column ? parent_of(&all, n.column) : NONE;
		ARRAY_ADD(t->a, all) = n;
	}
	if (all.n && !all.v[0].column && all.v[0].version.n && all.v[0].version.p[-1] == 'v')
		env_kept_by(to, INSTALLER_UV);
	find_first(t->a, &all);
	add_all(t, &all, to);
	return i;
}

const struct env_format env_branch = { begins, read_tree,
	.words = ONE_OF("|-- ", "`-- ", "+-- ", "\\-- ", "─", " [required: ", " [requires: ") };
