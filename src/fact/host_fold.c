#include "fact/host_fold.h"

#include <string.h>

#include "base/keys.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/tr.h"

/* --- alike --------------------------------------------------------------------------------- */

static bool same_gpu(const struct gpu *a, const struct gpu *b)
{
	return text_same(a->name, b->name) && sm_equal(a->sm, b->sm) && a->hidden == b->hidden &&
	       text_same(a->error, b->error) && text_same(a->mig.mode, b->mig.mode) &&
	       a->mig.n == b->mig.n && sm_list_equal(&a->sm_candidates, &b->sm_candidates) &&
	       EVERY(x, LIST(a->mig.devices, a->mig.n),
		     text_same(x->profile, b->mig.devices[x - a->mig.devices].profile));
}

static bool same_lists(const struct host *a, const struct host *b)
{
	return a->gpus.n == b->gpus.n && a->problems.n == b->problems.n &&
	       EVERY(x, a->gpus, same_gpu(x, &b->gpus.v[x - a->gpus.v])) &&
	       EVERY(x, LIST(b->problems.v, b->problems.n),
		     x->what.code == a->problems.v[x - b->problems.v].what.code &&
		     x->what.gpu == a->problems.v[x - b->problems.v].what.gpu &&
		     x->what.words.form == a->problems.v[x - b->problems.v].what.words.form);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return (hash ^ 255) * 1099511628211u;
}

uint64_t host_hash(const struct host *h)
{
	uint64_t hash = hash_text(14695981039346656037u, h->driver);

	hash = hash_text(hash_text(hash, h->platform), h->glibc);
	hash = hash_text(hash_text(hash, h->python), h->driver_cuda) ^ h->problems.n;
	EACH(const struct gpu, g, h->gpus) {
		hash = hash_text(hash, g->name) ^ (g->sm.major * 64u + g->sm.minor);
	}
	return hash;
}

bool host_alike(const struct host *a, const struct host *b)
{
	return text_same(a->platform, b->platform) && text_same(a->glibc, b->glibc) &&
	       text_same(a->macos, b->macos) && text_same(a->libc, b->libc) &&
	       text_same(a->python, b->python) &&
	       text_same(a->l4t, b->l4t) && text_same(a->container, b->container) &&
	       a->wsl == b->wsl && text_same(a->driver, b->driver) &&
	       text_same(a->driver_cuda, b->driver_cuda) &&
	       text_same(a->driver_library, b->driver_library) &&
	       a->driver_missing == b->driver_missing && a->nvidia_present == b->nvidia_present &&
	       a->gpus_known == b->gpus_known && same_lists(a, b);
}

/* What the GPUs of a machine have of their own; NULL: not told. */
struct gpu_ids {
	const char *uuid, *bus_id;
};

struct fold_member {
	const char *name, *source; /* NULL: it is the host itself; the source is kept of each */
	const struct gpu_ids *ids; /* NULL: none is told */
	uint32_t host;             /* that stands for it */
	uint32_t next;             /* of that host: its place plus one; 0: it is the last */
};

struct host_fold {
	size_t *table, places, n;  /* a host plus one, by the hash of what it is; 0: none */
	ARRAY(struct fold_member) all; /* machines, in the order of the text */
	size_t kept;               /* hosts that have their member */
	struct keys apart;         /* names of those that are kept each */
	bool each;
};

/* What groups do not look at, and an answer may: how a name that fits several GPUs is settled. */
static bool same_print(const struct gpu *a, const struct gpu *b)
{
	return a->index == b->index && a->memory_mib == b->memory_mib &&
	       a->sm_source == b->sm_source &&
	       text_same(a->pci_id, b->pci_id) && text_same(a->pci_subsystem, b->pci_subsystem) &&
	       text_same(a->architecture, b->architecture) &&
	       text_same(a->segment, b->segment) && text_same(a->driver_model, b->driver_model) &&
	       text_same(a->compute_mode, b->compute_mode);
}

static bool is_plain(const struct host_fold *f, const struct host *h)
{
	size_t at;

	return h->name && !h->toolkits.n && !h->visible_devices && !h->device_order &&
	       !h->torch.version && !h->env && !h->tools && !h->virtuals && !h->live &&
	       !h->from.n && !keys_find(&f->apart, span_of(h->name), &at);
}

static bool same_fact(const struct fact *a, const struct fact *b)
{
	return a->name == b->name && !a->phrase && !b->phrase && text_same(a->text, b->text);
}

/* Of one form. */
static bool same_words(const struct phrase *a, const struct phrase *b)
{
	return a->n == b->n &&
	       EVERY(x, LIST(a->facts, a->n), same_fact(x, &b->facts[x - a->facts]));
}

static bool folds_with(const struct host *a, const struct host *b)
{
	return host_alike(a, b) &&
	       EVERY(x, a->gpus, same_print(x, &b->gpus.v[x - a->gpus.v])) &&
	       EVERY(x, a->problems, same_words(&x->what.words,
						 &b->problems.v[x - a->problems.v].what.words));
}

void hosts_fold(struct arena *a, struct hosts *hosts, bool each)
{
	enum { PLACES = 1 << 6 };

	hosts->fold = arena_new(a, struct host_fold);
	hosts->fold->each = each;
	hosts->fold->places = PLACES;
	hosts->fold->table = arena_array(a, PLACES, sizeof *hosts->fold->table);
}

/* Where h is, or belongs. */
static size_t *fold_place(const struct hosts *hosts, const struct host *h)
{
	const struct host_fold *f = hosts->fold;
	size_t at = host_hash(h) & (f->places - 1);

	while (f->table[at] && !folds_with(&hosts->v[f->table[at] - 1], h))
		at = (at + 1) & (f->places - 1);
	return &f->table[at];
}

/* The host that h folds with, plus one; 0: none. */
static size_t fold_with(const struct hosts *hosts, const struct host *h)
{
	const struct host_fold *f = hosts->fold;

	if (!f || hosts->n < 2 || !is_plain(f, h) ||
	    (f->each && ANY(g, h->gpus, g->mig.n && g->mig.devices[0].uuid)))
		return 0;
	return *fold_place(hosts, h);
}

static const struct gpu_ids *ids_of(struct arena *a, const struct host *h)
{
	struct gpu_ids *ret = NULL;

	for (size_t i = 0; i < h->gpus.n; i++) {
		const struct gpu *g = &h->gpus.v[i];

		if (!g->uuid && !g->bus_id)
			continue;
		ret = ret ? ret : arena_array(a, h->gpus.n, sizeof *ret);
		ret[i] = (struct gpu_ids){ arena_str(a, g->uuid), arena_str(a, g->bus_id) };
	}
	return ret;
}

/* Its host has one more. */
static void link_member(struct hosts *hosts, size_t place)
{
	struct fold_member *all = hosts->fold->all.v;
	struct host *h = &hosts->v[all[place].host];

	if (!h->number) {
		h->number = place + 1;
	} else {
		all[h->last].next = (uint32_t)place + 1;
		h->also++;
	}
	h->last = place;
}

/* What is left of a machine that another stands for; the source as it is printed of several. */
static struct fold_member member_of(struct arena *a, const struct host_fold *f,
	const struct host *h, const char *source)
{
	return (struct fold_member){ .name = h->name, .source = f->each ? source : NULL,
				     .ids = f->each ? ids_of(a, h) : NULL };
}

static void add_member(struct arena *a, struct hosts *hosts, const struct host *h, size_t with)
{
	struct host_fold *f = hosts->fold;
	const char *source = NULL;

	if (f->each)
		source = h->line ? arena_printf(a, tr("%s line %u"), h->source, h->line) :
			arena_str(a, h->source);
	ARRAY_ADD(a, f->all) = member_of(a, f, h, source);
	f->all.v[f->all.n - 1].name = arena_str(a, h->name);
	f->all.v[f->all.n - 1].host = (uint32_t)with - 1;
	link_member(hosts, f->all.n - 1);
}

void hosts_add(struct arena *a, struct hosts *hosts, const struct hosts *read,
	       struct arena_mark before)
{
	EACH(const struct host, h, *read) {
		size_t with = fold_with(hosts, h);
		ARENA_AUTO own = { 0 };
		struct host left;

		if (!with) {
			ARRAY_ADD(a, *hosts) = *h;
			hosts_fold_kept(a, hosts, hosts->n - 1);
			continue;
		}
		left = hosts->fold->each ? host_copy(&own, h) :
					   (struct host){ .name = arena_str(&own, h->name) };
		if (read->n == 1)
			arena_back(a, before);
		add_member(a, hosts, &left, with);
	}
}

void hosts_fold_apart(struct arena *a, struct hosts *hosts, const struct hosts *named)
{
	size_t at;

	for (size_t i = 0; hosts->fold && i < named->n; i++) {
		struct span name = span_of(named->v[i].name);

		if (name.n && !keys_find(&hosts->fold->apart, name, &at))
			keys_add(a, &hosts->fold->apart, name);
	}
}

static void table_add(struct arena *a, struct hosts *hosts, size_t host)
{
	struct host_fold *f = hosts->fold, was = *f;
	size_t *at;

	if (!is_plain(f, &hosts->v[host]))
		return;
	if (2 * f->n >= f->places) {
		f->places *= 4;
		f->table = arena_array(a, f->places, sizeof *f->table);
		for (size_t i = 0; i < was.places; i++)
			if (was.table[i])
				*fold_place(hosts, &hosts->v[was.table[i] - 1]) = was.table[i];
	}
	at = fold_place(hosts, &hosts->v[host]);
	f->n += !*at;
	*at = *at ? *at : host + 1;
}

void hosts_cut(struct hosts *hosts, size_t n)
{
	struct host_fold *f = hosts->fold;
	size_t all;

	hosts->n = n;
	if (!f || f->kept <= n)
		return;
	all = f->all.n;
	f->all.n = f->n = 0;
	f->kept = n;
	memset(f->table, 0, f->places * sizeof *f->table);
	for (size_t i = 0; i < n; i++)
		table_add(NULL, hosts, i); /* which has had room for more */
	for (size_t i = 0; i < n; i++)
		hosts->v[i].number = hosts->v[i].also = hosts->v[i].last = 0;
	for (size_t i = 0; i < all; i++) {
		struct fold_member m = f->all.v[i];

		if (m.host >= n)
			continue;
		m.next = 0;
		f->all.v[f->all.n++] = m;
		link_member(hosts, f->all.n - 1);
	}
}

void hosts_fold_kept(struct arena *a, struct hosts *hosts, size_t from)
{
	struct host_fold *f = hosts->fold;

	if (f && f->kept > hosts->n)
		hosts_cut(hosts, hosts->n);
	for (; f && f->kept < hosts->n; f->kept++) {
		ARRAY_ADD(a, f->all) = (struct fold_member){ .host = (uint32_t)f->kept };
		link_member(hosts, f->all.n - 1);
	}
	for (size_t i = from; f && i < hosts->n; i++)
		table_add(a, hosts, i);
}

void hosts_fold_all(struct arena *a, struct hosts *hosts)
{
	struct host_fold was;
	size_t *host, n = hosts->n;

	if (!hosts->fold)
		return;
	hosts_fold_kept(a, hosts, n);
	was = *hosts->fold;
	host = arena_array(a, n, sizeof *host);
	hosts_fold(a, hosts, was.each);
	hosts->n = 0;
	for (size_t i = 0; i < n; i++) {
		struct host h = hosts->v[i];
		size_t with = fold_with(hosts, &h);

		host[i] = with ? with - 1 : hosts->n;
		if (with) {
			was.all.v[h.number - 1] = member_of(a, &was, &h, h.source);
			was.all.v[h.number - 1].host = (uint32_t)i;
			continue;
		}
		h.number = h.also = h.last = 0;
		hosts->v[hosts->n++] = h;
		table_add(a, hosts, hosts->n - 1);
	}
	hosts->fold->kept = hosts->n;
	hosts->fold->all.v = was.all.v;
	hosts->fold->all.n = hosts->fold->all.room = was.all.n;
	for (size_t i = 0; i < was.all.n; i++) {
		was.all.v[i].host = (uint32_t)host[was.all.v[i].host];
		was.all.v[i].next = 0;
		link_member(hosts, i);
	}
}

size_t hosts_machines(const struct hosts *hosts)
{
	const struct host_fold *f = hosts->fold;

	return f ? f->all.n + hosts->n - f->kept : hosts->n;
}

/* NULL: the machine is a host of its own, as none was folded before it is kept. */
static const struct fold_member *member(const struct hosts *hosts, size_t place)
{
	const struct host_fold *f = hosts->fold;

	return f && place < f->all.n ? &f->all.v[place] : NULL;
}

size_t hosts_kept(const struct hosts *hosts, size_t place)
{
	const struct host_fold *f = hosts->fold;
	const struct fold_member *m = member(hosts, place);

	return m ? m->host : f ? f->kept + place - f->all.n : place;
}

const char *hosts_name(const struct hosts *hosts, size_t place)
{
	const struct fold_member *m = member(hosts, place);

	return m && m->name ? m->name : hosts->v[hosts_kept(hosts, place)].name;
}

struct host hosts_machine(struct arena *a, const struct hosts *hosts, size_t place)
{
	const struct fold_member *m = member(hosts, place);
	struct host ret = hosts->v[hosts_kept(hosts, place)];

	if (!m || !m->name)
		return ret;
	ret.name = m->name;
	ret.source = m->source;
	ret.gpus.v = arena_array(a, ret.gpus.n, sizeof *ret.gpus.v);
	for (size_t i = 0; i < ret.gpus.n; i++) {
		struct gpu *g = &ret.gpus.v[i];

		*g = hosts->v[m->host].gpus.v[i];
		g->uuid = m->ids ? m->ids[i].uuid : NULL;
		g->bus_id = m->ids ? m->ids[i].bus_id : NULL;
	}
	return ret;
}

const size_t *hosts_places(struct arena *a, const struct hosts *hosts, const size_t *of, size_t n,
			   size_t *ret_n)
{
	size_t all = 0, *ret;

	for (size_t i = 0; i < n; i++)
		all += 1 + hosts->v[of[i]].also;
	ret = arena_array(a, all, sizeof *ret);
	all = 0;
	for (size_t i = 0; i < n; i++) {
		size_t at = host_number(hosts, of[i]);

		for (; at; at = hosts->v[of[i]].number ? hosts->fold->all.v[at - 1].next : 0)
			ret[all++] = at - 1;
	}
	if (n > 1 && hosts->fold)
		sort_sizes(ret, all);
	*ret_n = all;
	return ret;
}
