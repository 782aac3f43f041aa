/* What a text that is to be explained tells beside its message: a machine, and a list. */
#include <string.h>

#include "cmd/explain_reading_private.h"
#include "know/host.h"
#include "read/env/env.h"
#include "read/host/host.h"

/* One line is a message and nothing beside it. */
static bool has_room(struct span text)
{
	return span_find_char(span_trim(text), '\n') > 0;
}

/* The first that tells of a GPU or a driver. What was read of others is given back. */
static bool read_host(struct explaining *x, struct host *ret)
{
	struct arena_mark before = arena_mark(x->r->arena);
	struct hosts all = { 0 };
	struct err e;

	if (read_hosts(x->r->arena, "the text", x->text, &all, &e) != 0)
		all.n = 0;
	for (size_t i = 0; i < all.n; i++) {
		if (all.v[i].gpus.n == 0 && !all.v[i].driver)
			continue;
		*ret = all.v[i];
		return host_complete(x->m, x->r->arena, ret, &e) == 0;
	}
	arena_back(x->r->arena, before);
	return false;
}

bool text_host(struct explaining *x, struct host *ret)
{
	struct text_told *t = &x->told;

	if (!t->host_read)
		t->host_there = has_room(x->text) && read_host(x, &t->host);
	t->host_read = true;
	if (t->host_there)
		*ret = t->host;
	return t->host_there;
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
