/*
 * Commands that name the same package, one after the other: what is there already is left alone,
 * and a later one takes the place of an earlier. Each is looked up by its package and its branch,
 * so that any number of them is settled in one pass.
 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "fact/project.h"
#include "read/env/env_private.h"

enum { NONE = SIZE_MAX };

/* A package in a branch of a script, and the commands that named it as far as was gone through. */
struct key {
	const char *name;      /* "torch" also of "pytorch" */
	const char *group;     /* NULL: in no branch */
	size_t last;           /* of those that count */
	unsigned line;         /* of one of them; 0: none */
	bool lines;            /* there are several lines */
};

struct typed {
	struct env *e;
	struct key *keys;      /* sorted */
	size_t n;
	size_t *before;        /* per line of the environment: the one before it of the same key */
};

static const char *class_of(const struct env_declared *d)
{
	return project_is_torch(d->name) ? "torch" : d->name;
}

static int cmp_key(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int c = strcmp(x->name, y->name);

	if (c || !x->group || !y->group)
		return c ? c : !!x->group - !!y->group;
	return strcmp(x->group, y->group);
}

static struct key *key_of(const struct typed *t, const char *name, const char *group)
{
	const struct key asked = { .name = name, .group = group };

	return name && t->n ? bsearch(&asked, t->keys, t->n, sizeof asked, cmp_key) : NULL;
}

static void make_keys(struct arena *a, struct typed *t)
{
	size_t n = 0;

	EACH(const struct env_declared, d, t->e->declared) {
		if (d->typed && d->name)
			t->keys[t->n++] = (struct key){ .name = class_of(d), .group = d->group };
	}
	sort_stable(t->keys, t->n, sizeof *t->keys, cmp_key);
	for (size_t i = 0; i < t->n; i++)
		if (!n || cmp_key(&t->keys[n - 1], &t->keys[i]) != 0)
			t->keys[n++] = t->keys[i];
	t->n = n;
	t->before = arena_array(a, t->e->declared.n, sizeof *t->before);
}

static void forget(struct typed *t)
{
	for (size_t i = 0; i < t->n; i++) {
		t->keys[i].last = NONE;
		t->keys[i].line = 0;
		t->keys[i].lines = false;
	}
}

/* --- what is there already ------------------------------------------------------------------- */

/* The last command of another line that named it there; NONE. */
static size_t last_of(const struct typed *t, const struct key *k, const struct origin *o)
{
	size_t i = k ? k->last : NONE;

	while (i != NONE && t->e->declared.v[i].origin.line == o->line &&
	       strcmp(t->e->declared.v[i].origin.file, o->file) == 0)
		i = t->before[i];
	return i;
}

/* An image whose torch has no number here: it is there all the same, with its torchvision. */
static bool is_of_image(const struct env *e, const struct env_declared *d)
{
	return d->req.set.n == 0 && span_in(span_of(d->name), "torch torchvision") &&
	       ANY(i, e->images, span_ends(span_of(i->image), "/pytorch"));
}

/* What a command above, or the base image, has installed for certain. */
static bool is_served_by(const struct env_declared *d, const struct env_declared *before)
{
	const struct pep440_spec *pin = pep440_set_pin(&before->req.set);

	if (before->index && strstr(before->index, "/nightly/"))
		return true; /* newer than any release that a line can ask for */
	if (d->req.set.n == 0)
		return pin || before->kind == DECLARED_SPEC;
	return pin && pep440_set_has(&d->req.set, pin->text, PEP440_PRE_YES);
}

/*
 * "Requirement already satisfied": pip and uv leave alone what is there and meets the line, unless
 * they are told to upgrade. A line with a place of its own may stand for another machine. A command
 * counts where it is run for certain: always, or in the same branch of a script. What the jobs of
 * another Python leave alone is asked for by them, too.
 */
static bool is_served(struct arena *a, const struct typed *t, const struct env_declared *d)
{
	size_t always, same;

	if (!d->typed || d->kind != DECLARED_REQUIREMENT || d->upgrades || d->url || d->index)
		return false;
	if (is_of_image(t->e, d))
		return true;
	always = last_of(t, key_of(t, class_of(d), NULL), &d->origin);
	same = d->group ? last_of(t, key_of(t, class_of(d), d->group), &d->origin) : NONE;
	if (always == NONE || (same != NONE && same > always))
		always = same;
	if (always == NONE || !is_served_by(d, &t->e->declared.v[always]))
		return false;
	strings_add_all(a, &t->e->declared.v[always].pythons, &d->pythons);
	return true;
}

static void drop_served(struct arena *a, struct typed *t)
{
	size_t n = 0;

	forget(t);
	for (size_t i = 0; i < t->e->declared.n; i++) {
		struct env_declared d = t->e->declared.v[i];
		struct key *k = d.typed && !d.req.marker ? key_of(t, class_of(&d), d.group) : NULL;

		if (is_served(a, t, &d))
			continue;
		if (k) {
			t->before[n] = k->last;
			k->last = n;
		}
		t->e->declared.v[n++] = d;
	}
	t->e->declared.n = n;
}

/* --- what a later command replaces -------------------------------------------------------- */

static bool is_named_later(const struct key *k, unsigned line)
{
	return k && k->line && (k->lines || k->line != line);
}

static void see(struct key *k, unsigned line)
{
	if (!k)
		return;
	k->lines |= k->line && k->line != line;
	k->line = line;
}

static bool is_replaced(const struct typed *t, const char *name, const struct env_declared *d)
{
	return is_named_later(key_of(t, name, NULL), d->origin.line) ||
	       (d->group && is_named_later(key_of(t, name, d->group), d->origin.line));
}

/* Marks what a later command names, too; with torch goes what chose its build, not its companions,
 * which no installer removes. */
static void mark_replaced(struct typed *t, bool *gone)
{
	forget(t);
	for (size_t i = t->e->declared.n; i-- > 0;) {
		const struct env_declared *d = &t->e->declared.v[i];

		if (!d->typed)
			continue;
		gone[i] = is_replaced(t, class_of(d), d) ||
			  (d->with_torch && project_is_chooser(d->name) &&
			   is_replaced(t, "torch", d));
		if (!d->req.marker) /* else it may be for another machine */
			see(key_of(t, class_of(d), d->group), d->origin.line);
	}
}

/* Beside a list of what is there, commands have been run. */
void env_settle_typed(struct arena *a, struct env *e)
{
	struct typed t = { .e = e, .keys = arena_array(a, e->declared.n, sizeof *t.keys) };
	bool *gone = arena_array(a, e->declared.n, sizeof *gone), run = e->packages.n;
	size_t n = 0;

	make_keys(a, &t);
	if (!run) {
		drop_served(a, &t);
		mark_replaced(&t, gone);
	}
	for (size_t i = 0; i < e->declared.n; i++)
		if (!e->declared.v[i].typed || (!run && !gone[i]))
			e->declared.v[n++] = e->declared.v[i];
		else if (project_is_torch(e->declared.v[i].name))
			ARRAY_ADD(a, e->replaced) = e->declared.v[i];
	e->declared.n = n;
}
