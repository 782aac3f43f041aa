/*
 * The jobs of a workflow: docs.github.com/actions, jobs.<job_id>.strategy.matrix. Each list is an
 * axis, "exclude" takes combinations away, an entry of "include" goes to those whose axes it does
 * not change, or is a job of its own.
 */
#include <string.h>

#include "door/yaml.h"
#include "read/env/env_private.h"

enum { JOBS = 64, PAIRS = 12 };

struct matrix_pair {
	const char *key;
	const struct tree *value;
	bool axis;
};

struct matrix_job {
	struct matrix_pair v[PAIRS];
	size_t n;
};

struct env_matrix {
	size_t at;             /* its line */
	struct matrix_job v[JOBS];
	size_t n;
};

static const struct matrix_pair *get(const struct matrix_job *j, const char *key)
{
	return FIRST_OF(x, *j, strcmp(x->key, key) == 0);
}

static void set(struct matrix_job *j, const struct tree *value, bool axis, const char *key)
{
	size_t i = 0;

	while (i < j->n && strcmp(j->v[i].key, key) != 0)
		i++;
	if (i < PAIRS)
		j->v[i] = (struct matrix_pair){ key, value, axis || (i < j->n && j->v[i].axis) };
	j->n += i == j->n && i < PAIRS;
}

static bool is_same(const struct tree *a, const struct tree *b)
{
	return a == b || (tree_text(a) && tree_text(b) && strcmp(a->text, b->text) == 0);
}

static bool is_excluded(const struct matrix_job *j, const struct tree *list)
{
	for (const struct tree *e = tree_first(list); e; e = e->next) {
		bool all = tree_first(e);

		for (const struct tree *k = tree_first(e); k && all; k = k->next)
			all = k->key && get(j, k->key) && is_same(get(j, k->key)->value, k);
		if (all)
			return true;
	}
	return false;
}

static bool changes_axis(const struct matrix_job *j, const struct tree *entry)
{
	for (const struct tree *k = tree_first(entry); k; k = k->next) {
		const struct matrix_pair *p = k->key ? get(j, k->key) : NULL;

		if (p && p->axis && !is_same(p->value, k))
			return true;
	}
	return false;
}

static void include(struct env_matrix *m, const struct tree *entry, size_t n)
{
	bool added = false;

	for (size_t i = 0; i <= n && i < JOBS; i++) {
		bool own = i == n && !added && m->n < JOBS;
		struct matrix_job *j = own ? &m->v[m->n] : &m->v[i];

		if (own)
			*j = (struct matrix_job){ .n = 0 };
		if (!own && (i == n || changes_axis(j, entry)))
			continue;
		added = true;
		for (const struct tree *k = tree_first(entry); k; k = k->next)
			if (k->key)
				set(j, k, false, k->key);
		m->n += own;
	}
}

static void make_jobs(struct env_matrix *m, const struct tree *matrix)
{
	const struct tree *more = tree_get(matrix, "include");
	size_t n = 0, axes = 0;

	m->v[0].n = 0;
	m->n = 1;
	for (const struct tree *k = tree_first(matrix); k; k = k->next)
		if (k->key && k->kind == TREE_LIST && strcmp(k->key, "include") != 0 &&
		    strcmp(k->key, "exclude") != 0) {
			/* Each job with each value of an axis. */
			struct matrix_job before[JOBS];
			size_t at = m->n;

			memcpy(before, m->v, at * sizeof *before);
			m->n = 0;
			for (size_t c = 0; c < at; c++)
				for (const struct tree *v = tree_first(k); v && m->n < JOBS;
				     v = v->next) {
					m->v[m->n] = before[c];
					set(&m->v[m->n++], v, true, k->key);
				}
			axes++;
		}
	m->n = axes ? m->n : 0;
	for (size_t i = 0; i < m->n; i++)
		if (!is_excluded(&m->v[i], tree_get(matrix, "exclude")))
			m->v[n++] = m->v[i];
	m->n = n;
	for (const struct tree *e = tree_first(more); e; e = e->next)
		include(m, e, n);
}

static size_t indent_of(struct span s)
{
	size_t n = 0;

	while (n < s.n && (s.p[n] == ' ' || s.p[n] == '-'))
		n++;
	return n;
}

/* Its lines are those that are deeper. */
static struct env_matrix *read_matrix(const struct env_text *t, size_t at)
{
	struct arena *a = t->memory->a;
	struct env_matrix *m = arena_new(a, struct env_matrix);
	struct env_tree in = { .first = t->v[at].no, .seen = t->seen, .n = t->n };
	size_t end = at + 1, least = indent_of(t->v[at].s);
	struct tree *root = NULL;
	struct err e;

	m->at = at;
	m->n = 0;
	while (end < t->n && (!t->v[end].s.n || indent_of(t->v[end].s) > least))
		end++;
	if (yaml_parse(a, env_block(t, at, end), &root, NULL, &e) != 0 || !root)
		return m;
	env_tree_see(&in, root);
	make_jobs(m, tree_get(root, "matrix"));
	return m;
}

/* That of the job that line i belongs to; NULL: it has none. */
static const struct env_matrix *matrix_of(const struct env_text *t, size_t i)
{
	struct span line;
	size_t at;

	if (!env_assigned(t, SPAN("matrix:"), i, &line, &at))
		return NULL;
	if (!t->memory->matrix || t->memory->matrix->at != at)
		t->memory->matrix = read_matrix(t, at);
	return t->memory->matrix;
}

size_t env_matrix_jobs(const struct env_text *t, size_t i)
{
	const struct env_matrix *m = matrix_of(t, i);

	return m ? m->n : 0;
}

struct span env_yaml_number(struct span s)
{
	struct span rest = s;
	uint64_t n;

	if (!span_take_u64(&rest, &n) || !span_take(&rest, ".") || !span_take_u64(&rest, &n) ||
	    rest.n)
		return s;
	while (span_ends(s, "0"))
		s.n--;
	s.n -= span_ends(s, ".");
	return s;
}

bool env_matrix_value(const struct env_text *t, size_t i, size_t job, struct span path,
		      struct span *value)
{
	const struct env_matrix *m = matrix_of(t, i);
	struct span name;
	char key[64];
	const struct matrix_pair *p;
	const struct tree *at;

	(void)span_next(&path, '.', &name);
	if (!m || job >= m->n || name.n >= sizeof key)
		return false;
	memcpy(key, name.p, name.n);
	key[name.n] = '\0';
	p = get(&m->v[job], key);
	for (size_t k = 0; !p && k < m->n; k++)
		if (get(&m->v[k], key)) {
			*value = SPAN(""); /* another job has it */
			return true;
		}
	if (!p)
		return false;
	at = path.p ? tree_at(p->value, arena_span(t->a, path)) : p->value;
	*value = span_of(tree_text(at));
	if (value->p && !at->quoted)
		*value = env_yaml_number(*value);
	return value->p && span_find_char(*value, '$') < 0;
}
