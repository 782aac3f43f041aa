#include "fact/host_group.h"

#include <string.h>

#include "base/text.h"
#include "fact/nodeset.h"

/* --- what is equal --------------------------------------------------------------------------- */

static bool same_mig(const struct mig *a, const struct mig *b)
{
	if (!text_same(a->mode, b->mode) || a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!text_same(a->devices[i].profile, b->devices[i].profile))
			return false;
	return true;
}

static bool same_gpu(const struct gpu *a, const struct gpu *b)
{
	return text_same(a->name, b->name) && sm_equal(a->sm, b->sm) && a->hidden == b->hidden &&
	       text_same(a->error, b->error) && same_mig(&a->mig, &b->mig) &&
	       sm_list_equal(&a->sm_candidates, &b->sm_candidates);
}

static bool same_problem(const struct problem *a, const struct problem *b)
{
	return a->what.code == b->what.code && a->what.gpu == b->what.gpu &&
	       a->what.words.form == b->what.words.form;
}

static bool same_lists(const struct host *a, const struct host *b)
{
	if (a->gpus.n != b->gpus.n || a->problems.n != b->problems.n)
		return false;
	for (size_t i = 0; i < a->gpus.n; i++)
		if (!same_gpu(&a->gpus.v[i], &b->gpus.v[i]))
			return false;
	for (size_t i = 0; i < a->problems.n; i++)
		if (!same_problem(&a->problems.v[i], &b->problems.v[i]))
			return false;
	return true;
}

static bool same_system(const struct host *a, const struct host *b)
{
	return text_same(a->platform, b->platform) && text_same(a->glibc, b->glibc) &&
	       text_same(a->libc, b->libc) && text_same(a->python, b->python) &&
	       text_same(a->l4t, b->l4t) && text_same(a->container, b->container) &&
	       a->wsl == b->wsl;
}

static bool same_driver(const struct host *a, const struct host *b)
{
	return text_same(a->driver, b->driver) && text_same(a->driver_cuda, b->driver_cuda) &&
	       text_same(a->driver_library, b->driver_library) &&
	       a->driver_missing == b->driver_missing && a->nvidia_present == b->nvidia_present &&
	       a->gpus_known == b->gpus_known;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return (hash ^ 255) * 1099511628211u;
}

static uint64_t hash_of(const struct host *h)
{
	uint64_t hash = hash_text(14695981039346656037u, h->driver);

	hash = hash_text(hash_text(hash, h->platform), h->glibc);
	hash = hash_text(hash_text(hash, h->python), h->driver_cuda) ^ h->problems.n;
	EACH(const struct gpu, g, h->gpus) {
		hash = hash_text(hash, g->name) ^ (g->sm.major * 64u + g->sm.minor);
	}
	return hash;
}

/* --- groups ---------------------------------------------------------------------------------- */

/* The hosts are in their groups: each group gets its list. */
static void list_hosts(struct arena *a, size_t n, struct host_groups *g)
{
	for (size_t i = 0; i < n; i++)
		g->v[g->of[i]].n++;
	for (size_t k = 0; k < g->n; k++) {
		g->v[k].hosts = arena_array(a, g->v[k].n, sizeof *g->v[k].hosts);
		g->v[k].n = 0;
	}
	for (size_t i = 0; i < n; i++) {
		struct host_group *to = &g->v[g->of[i]];

		to->hosts[to->n++] = i;
	}
}

struct host_groups host_groups_of(struct arena *a, const struct hosts *hosts)
{
	struct host_groups ret = { .of = arena_array(a, hosts->n, sizeof *ret.of) };
	size_t *first = arena_array(a, hosts->n, sizeof *first), places = 16;
	size_t *table; /* the group plus one, by the hash of its hosts; 0: none */

	while (places < 2 * hosts->n)
		places *= 2;
	table = arena_array(a, places, sizeof *table);
	for (size_t i = 0; i < hosts->n; i++) {
		const struct host *h = &hosts->v[i], *other;
		size_t at = hash_of(h) & (places - 1);

		for (; table[at]; at = (at + 1) & (places - 1)) {
			other = &hosts->v[first[table[at] - 1]];
			if (same_system(other, h) && same_driver(other, h) && same_lists(other, h))
				break;
		}
		if (!table[at]) {
			first[ret.n++] = i;
			table[at] = ret.n;
		}
		ret.of[i] = table[at] - 1;
	}
	ret.v = arena_array(a, ret.n, sizeof *ret.v);
	list_hosts(a, hosts->n, &ret);
	return ret;
}

/* --- names ----------------------------------------------------------------------------------- */

static void add_names(struct arena *a, const struct hosts *hosts, const struct host_group *g,
		      struct strings *names, struct strings *numbers)
{
	for (size_t i = 0; i < g->n; i++) {
		const char *name = hosts->v[g->hosts[i]].name;

		if (name)
			strings_add(a, names, name);
		else
			strings_printf(a, numbers, "%zu", g->hosts[i] + 1);
	}
}

/* "host 3", "hosts 3-5,9": what stands in the brackets of their folded numbers. */
static const char *numbered(struct arena *a, const struct strings *numbers, size_t most)
{
	struct span s = span_of(nodeset_fold(a, numbers, most));
	ptrdiff_t shut = span_find_char(s, ']');

	if (!span_take(&s, "["))
		return arena_printf(a, "host " SPAN_FMT, SPAN_ARG(s));
	return arena_printf(a, "hosts " SPAN_FMT SPAN_FMT, SPAN_ARG(span_sub(s, 0,
			    (size_t)shut - 1)), SPAN_ARG(span_from(s, (size_t)shut)));
}

const char *host_groups_names(struct arena *a, const struct hosts *hosts,
			      const struct host_groups *all, const size_t *groups, size_t n,
			      size_t most)
{
	struct strings names = { 0 }, numbers = { 0 };

	for (size_t i = 0; i < n; i++)
		add_names(a, hosts, &all->v[groups[i]], &names, &numbers);
	if (numbers.n == 0)
		return nodeset_fold(a, &names, most);
	if (names.n == 0)
		return numbered(a, &numbers, most);
	return arena_printf(a, "%s,%s", nodeset_fold(a, &names, most),
			    numbered(a, &numbers, most));
}

const char *host_group_names(struct arena *a, const struct hosts *hosts,
			     const struct host_group *g, size_t most)
{
	struct host_group copy = *g;
	const struct host_groups one = { .v = &copy, .n = 1 };

	return host_groups_names(a, hosts, &one, &(size_t){ 0 }, 1, most);
}
