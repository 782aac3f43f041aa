#include "fact/host_group.h"

#include <string.h>

#include "base/text.h"
#include "base/tr.h"
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
		to->machines += 1 + hosts->v[i].also.n;
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
	list_hosts(a, hosts, &ret);
	return ret;
}

/* --- kept once ------------------------------------------------------------------------------- */

struct host_fold {
	size_t *table, places, n; /* a host plus one, by the hash of what it is; 0: none */
	size_t names;              /* of those that were folded */
};

/* What groups do not look at, and an answer may: how a name that fits several GPUs is settled. */
static bool same_print(const struct gpu *a, const struct gpu *b)
{
	return a->index == b->index && a->memory_mib == b->memory_mib &&
	       text_same(a->pci_id, b->pci_id) && text_same(a->pci_subsystem, b->pci_subsystem) &&
	       text_same(a->architecture, b->architecture) &&
	       text_same(a->segment, b->segment) && text_same(a->driver_model, b->driver_model) &&
	       text_same(a->compute_mode, b->compute_mode);
}

static bool is_plain(const struct host *h)
{
	return h->name && h->gpus.n && !h->problems.n && !h->toolkits.n && !h->visible_devices &&
	       !h->device_order && !h->torch.version && !h->env && !h->tools && !h->virtuals &&
	       !h->live;
}

static bool folds_with(const struct host *a, const struct host *b)
{
	if (!same_system(a, b) || !same_driver(a, b) || !same_lists(a, b))
		return false;
	for (size_t i = 0; i < a->gpus.n; i++)
		if (!same_print(&a->gpus.v[i], &b->gpus.v[i]))
			return false;
	return true;
}

void hosts_fold(struct arena *a, struct hosts *hosts)
{
	enum { PLACES = 1 << 6 };

	hosts->fold = arena_new(a, struct host_fold);
	hosts->fold->places = PLACES;
	hosts->fold->table = arena_array(a, PLACES, sizeof *hosts->fold->table);
}

/* Where h is, or belongs. */
static size_t *fold_place(const struct hosts *hosts, const struct host *h)
{
	const struct host_fold *f = hosts->fold;
	size_t at = hash_of(h) & (f->places - 1);

	while (f->table[at] && !folds_with(&hosts->v[f->table[at] - 1], h))
		at = (at + 1) & (f->places - 1);
	return &f->table[at];
}

bool hosts_fold_in(struct arena *a, struct hosts *hosts, const struct host *h)
{
	size_t *at = hosts->fold && hosts->n > 1 && is_plain(h) ? fold_place(hosts, h) : NULL;

	if (!at || !*at)
		return false;
	strings_add(a, &hosts->v[*at - 1].also, arena_str(a, h->name));
	hosts->fold->names++;
	return true;
}

static void grow(struct arena *a, const struct hosts *hosts)
{
	struct host_fold *f = hosts->fold, was = *f;

	f->places *= 4;
	f->table = arena_array(a, f->places, sizeof *f->table);
	for (size_t i = 0; i < was.places; i++)
		if (was.table[i])
			*fold_place(hosts, &hosts->v[was.table[i] - 1]) = was.table[i];
}

void hosts_fold_kept(struct arena *a, struct hosts *hosts, size_t from)
{
	struct host_fold *f = hosts->fold;

	for (size_t i = from; f && i < hosts->n; i++) {
		size_t *at;

		if (!hosts->v[i].number)
			hosts->v[i].number = i + 1 + f->names;
		if (!is_plain(&hosts->v[i]))
			continue;
		if (2 * f->n >= f->places)
			grow(a, hosts);
		at = fold_place(hosts, &hosts->v[i]);
		f->n += !*at;
		*at = *at ? *at : i + 1;
	}
}

void hosts_fold_all(struct arena *a, struct hosts *hosts)
{
	struct hosts all = *hosts;
	size_t number = 0;

	if (!hosts->fold)
		return;
	hosts_fold(a, hosts);
	hosts->n = 0;
	for (size_t i = 0; i < all.n; i++) {
		struct host h = all.v[i];

		h.number = number + 1;
		number += 1 + h.also.n;
		if (hosts_fold_in(a, hosts, &h)) {
			strings_add_all(a, &hosts->v[*fold_place(hosts, &h) - 1].also, &h.also);
		} else {
			hosts->v[hosts->n++] = h;
			hosts_fold_kept(a, hosts, hosts->n - 1);
		}
		hosts->fold->names += h.also.n;
	}
}

size_t hosts_machines(const struct hosts *hosts)
{
	return hosts->n + (hosts->fold ? hosts->fold->names : 0);
}

/* --- names ----------------------------------------------------------------------------------- */

static void add_names(struct arena *a, const struct hosts *hosts, const struct host_group *g,
		      struct strings *names, struct strings *numbers)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct host *h = &hosts->v[g->hosts[i]];

		if (h->name)
			strings_add(a, names, h->name);
		else
			strings_printf(a, numbers, "%zu", host_number(hosts, g->hosts[i]));
		strings_add_all(a, names, &h->also);
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
