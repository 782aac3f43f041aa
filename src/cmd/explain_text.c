/* What a text that is to be explained tells beside its message: a machine, and a list. */

#include "cmd/explain_reading_private.h"
#include "know/host.h"
#include "read/env/env.h"
#include "read/host/told.h"

/* One line is a message and nothing beside it. */
static bool has_room(struct span text)
{
	return span_find_char(span_trim(text), '\n') > 0;
}

enum { TOLD_MOST = 64 << 10 };

/* Of a long log its ends: there people and reports tell of the machine. */
static struct span told_part(struct explaining *x)
{
	struct span s = x->text, last = span_from(s, s.n > TOLD_MOST / 2 ? s.n - TOLD_MOST / 2 : 0);

	if (s.n <= TOLD_MOST)
		return s;
	return (struct span){ arena_join(x->r->arena, span_sub(s, 0, TOLD_MOST / 2), last),
			      TOLD_MOST / 2 + last.n };
}

/* The first that tells of a GPU or a driver, or else of the rest of a machine. */
static bool read_host(struct explaining *x, struct host *ret)
{
	struct hosts all = { 0 };
	const struct host *part;
	struct err e;

	if (read_hosts_or_part(x->r->arena, "the text", told_part(x), &all, &part, &e) != 0) {
		if (e.form == FORM_INPUT_NO_HOST)
			return false;
		all.n = 0;
	}
	for (size_t i = 0; i < all.n; i++) {
		if (all.v[i].gpus.n == 0 && !all.v[i].driver)
			continue;
		*ret = all.v[i];
		return host_complete(x->m, x->r->arena, ret, &e) == 0;
	}
	x->told.host_partly = part != NULL;
	if (part)
		*ret = *part;
	return false;
}

const struct host *text_machine(struct explaining *x)
{
	struct text_told *t = &x->told;

	if (!t->host_read)
		t->host_there = read_host(x, &t->host);
	t->host_read = true;
	return t->host_there || t->host_partly ? &t->host : NULL;
}

bool text_host(struct explaining *x, struct host *ret)
{
	const struct host *h = text_machine(x);

	if (x->told.host_there)
		*ret = *h;
	return x->told.host_there;
}

/* "pytorch 2.6" alone in a line is a remark, no list; torch at Python's prompt speaks of itself,
 * and so does a row with its build string. */
static bool is_list(const struct env *e)
{
	bool session = text_formats_only(&e->formats, TEXT_SESSION);
	const struct env_package *p = env_find(e, "torch");

	if (!p)
		p = env_find(e, "pytorch");
	return p && (session || p->build || e->packages.n > 1);
}

/* The first environment, of what is installed the first list. What was read of others is given
 * back: of a long text it is more than all that is answered from. */
static bool read_env(struct explaining *x, enum env_as as, struct env *ret)
{
	struct arena_mark before = arena_mark(x->r->arena);
	struct envs all = { 0 };
	struct err e;

	if (read_envs(x->r->arena, "the text", x->text, as, NULL, &all, &e) != 0)
		all.n = 0;
	for (size_t i = 0; i < all.n; i++) {
		if (as == ENV_AS_INSTALLED && !is_list(&all.v[i]))
			continue;
		*ret = all.v[i];
		return true;
	}
	arena_back(x->r->arena, before);
	return false;
}

bool text_env(struct explaining *x, struct env *ret)
{
	struct text_told *t = &x->told;

	if (!t->env_read)
		t->env_there = has_room(x->text) && read_env(x, ENV_AS_INSTALLED, &t->env);
	t->env_read = true;
	if (t->env_there)
		*ret = t->env;
	return t->env_there;
}

bool text_asks(struct explaining *x, struct env *ret)
{
	return read_env(x, ENV_AS_ANY, ret);
}
