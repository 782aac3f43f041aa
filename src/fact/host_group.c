#include "fact/host_group.h"

#include "base/tr.h"
#include "fact/host_fold.h"
#include "fact/nodeset.h"

/* --- groups ---------------------------------------------------------------------------------- */

/* The hosts are in their groups: each group gets its list. */
static void list_hosts(struct arena *a, const struct hosts *hosts, struct host_groups *g)
{
	size_t n = hosts->n;

	for (size_t i = 0; i < n; i++)
		g->v[g->of[i]].n++;
	for (size_t k = 0; k < g->n; k++) {
		g->v[k].hosts = arena_array(a, g->v[k].n, sizeof *g->v[k].hosts);
		g->v[k].n = 0;
	}
	for (size_t i = 0; i < n; i++) {
		struct host_group *to = &g->v[g->of[i]];

		to->hosts[to->n++] = i;
		to->machines += 1 + hosts->v[i].also;
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
		size_t at = host_hash(h) & (places - 1);

		for (; table[at]; at = (at + 1) & (places - 1)) {
			other = &hosts->v[first[table[at] - 1]];
			if (host_alike(other, h))
				break;
		}
		if (!table[at]) {
			first[ret.n++] = i;
			table[at] = ret.n;
		}
		ret.of[i] = table[at] - 1;
	}
	ret.v = arena_array(a, ret.n, sizeof *ret.v);
	list_hosts(a, hosts, &ret);
	return ret;
}

/* --- names ----------------------------------------------------------------------------------- */

static void add_names(struct arena *a, const struct hosts *hosts, const struct host_group *g,
		      struct strings *names, struct strings *numbers)
{
	size_t n;
	const size_t *all = hosts_places(a, hosts, g->hosts, g->n, &n);

	for (size_t i = 0; i < n; i++) {
		const char *name = hosts_name(hosts, all[i]);

		if (name)
			strings_add(a, names, name);
		else
			strings_printf(a, numbers, "%zu", all[i] + 1);
	}
}

/* "host 3", "hosts 3-5,9": what stands in the brackets of their folded numbers. */
static const char *numbered(struct arena *a, const struct strings *numbers, size_t most)
{
	struct span s = span_of(nodeset_fold(a, numbers, most));
	ptrdiff_t shut = span_find_char(s, ']');

	if (!span_take(&s, "["))
		return arena_printf(a, tr("host %s"), arena_span(a, s));
	return arena_printf(a, tr("hosts %s%s"), arena_span(a, span_sub(s, 0, (size_t)shut - 1)),
			    arena_span(a, span_from(s, (size_t)shut)));
}

const char *host_groups_names(struct arena *a, const struct hosts *hosts,
			      const struct host_groups *all, const size_t *groups, size_t n,
			      size_t most)
{
	struct strings names = { 0 }, numbers = { 0 };
	ARENA_AUTO own = { 0 };

	for (size_t i = 0; i < n; i++)
		add_names(&own, hosts, &all->v[groups[i]], &names, &numbers);
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
