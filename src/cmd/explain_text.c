/* What a text that is to be explained tells beside its message: a machine, and a list. */
#include <string.h>

#include "cmd/explain_private.h"
#include "know/host.h"
#include "read/env/env.h"
#include "read/host/host.h"

/* One line is a message and nothing beside it. */
static bool has_room(struct span text)
{
	return span_find_char(span_trim(text), '\n') > 0;
}

bool explain_host_of_text(struct run *r, struct matrix *m, struct span text, struct host *ret)
{
	struct hosts all = { 0 };
	struct err e;

	if (!has_room(text) || read_hosts(r->arena, "the text", text, &all, &e) != 0)
		return false;
	for (size_t i = 0; i < all.n; i++) {
		if (all.v[i].gpus.n == 0 && !all.v[i].driver)
			continue;
		if (host_complete(m, r->arena, &all.v[i], &e) != 0)
			return false;
		*ret = all.v[i];
		return true;
	}
	return false;
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

bool explain_env_of_text(struct run *r, struct span text, struct env *ret)
{
	struct envs all = { 0 };
	struct err e;

	if (!has_room(text) ||
	    read_envs(r->arena, "the text", text, ENV_AS_INSTALLED, NULL, &all, &e) != 0)
		return false;
	for (size_t i = 0; i < all.n; i++) {
		if (!is_list(&all.v[i]))
			continue;
		*ret = all.v[i];
		return true;
	}
	return false;
}
