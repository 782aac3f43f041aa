/* Two accounts of one machine as one host; where they disagree, that is kept and told. */
#include "fact/platform.h"
#include "read/host/host_merge_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/span.h"
#include "base/dotted.h"
#include "base/keys.h"
#include "read/host/format_private.h"
#include "read/host/host.h"

static bool differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

bool host_versions_differ(const char *a, const char *b)
{
	size_t n = a && b ? strlen(a) : 0, m = b && a ? strlen(b) : 0;
	size_t least = n < m ? n : m;

	if (!differ(a, b))
		return false;
	return strncmp(a, b, least) != 0 || (n > m ? a : b)[least] != '.';
}

/* Names agree when one is a truncated form of the other; "NVIDIA " came with 465. */
static bool names_agree(const char *a, const char *b)
{
	struct span x = span_of(a), y = span_of(b);

	if (!a || !b || span_eq(x, y))
		return true;
	span_take(&x, "NVIDIA ");
	span_take(&y, "NVIDIA ");
	if (span_ends(x, "..."))
		return span_eq(span_sub(x, 0, x.n - 3), span_sub(y, 0, x.n - 3));
	if (span_ends(y, "..."))
		return span_eq(span_sub(y, 0, y.n - 3), span_sub(x, 0, y.n - 3));
	return span_eq(x, y);
}

static bool gpus_differ(const struct gpu *a, const struct gpu *b)
{
	return !names_agree(a->name, b->name) || differ(a->pci_id, b->pci_id) ||
	       differ(a->uuid, b->uuid) ||
	       (a->bus_id && b->bus_id && !gpu_same_bus(a->bus_id, b->bus_id)) ||
	       (a->memory_mib > 0 && b->memory_mib > 0 && a->memory_mib != b->memory_mib) ||
	       (sm_known(a->sm) && sm_known(b->sm) && !sm_equal(a->sm, b->sm));
}

/* The GPU of h that g is, by place, index or UUID; NULL if none. */
static struct gpu *gpu_match(const struct host *h, const struct gpu *g)
{
	struct gpu *o = FIRST_OF(x, h->gpus, g->bus_id && x->bus_id && !gpus_differ(g, x));

	o = o ? o : FIRST_OF(x, h->gpus, g->index == x->index && !gpus_differ(g, x));
	return o ? o : FIRST_OF(x, h->gpus, g->uuid && x->uuid && !gpus_differ(g, x));
}

static bool lists_agree(const struct host *a, const struct host *b)
{
	const struct host *few = a->gpus.n < b->gpus.n ? a : b, *many = few == a ? b : a;

	return EVERY(x, few->gpus, gpu_match(many, x));
}

bool host_compatible(const struct host *a, const struct host *b)
{
	return !host_versions_differ(a->driver, b->driver) && !differ(a->platform, b->platform) &&
	       !differ(a->glibc, b->glibc) && !differ(a->macos, b->macos) &&
	       !differ(a->python, b->python) &&
	       !differ(a->driver_cuda, b->driver_cuda) && !differ(a->l4t, b->l4t) &&
	       lists_agree(a, b);
}

static void merge_gpu(struct gpu *to, const struct gpu *g)
{
	if (!to->name || (g->name && span_ends(span_of(to->name), "...")))
		to->name = g->name ? g->name : to->name;
	if (!sm_known(to->sm) && sm_known(g->sm)) {
		to->sm = g->sm;
		to->sm_source = g->sm_source;
		to->sm_candidates = g->sm_candidates;
	}
	if (to->memory_mib < 0)
		to->memory_mib = g->memory_mib;
	field_keep(&to->architecture, g->architecture);
	field_keep(&to->uuid, g->uuid);
	field_keep(&to->pci_id, g->pci_id);
	field_keep(&to->pci_subsystem, g->pci_subsystem);
	field_keep(&to->bus_id, g->bus_id);
	field_keep(&to->driver_model, g->driver_model);
	field_keep(&to->compute_mode, g->compute_mode);
	field_keep(&to->error, g->error);
	field_keep(&to->mig.mode, g->mig.mode);
	if (to->mig.n == 0 || (g->mig.n && !to->mig.devices[0].uuid)) {
		to->mig.devices = g->mig.n ? g->mig.devices : to->mig.devices;
		to->mig.n = g->mig.n ? g->mig.n : to->mig.n;
	}
}

static void merge_gpus(struct arena *arena, struct host *a, const struct host *b)
{
	EACH(const struct gpu, g, b->gpus) {
		struct gpu *to = gpu_match(a, g);

		if (to)
			merge_gpu(to, g);
		else
			ARRAY_ADD(arena, a->gpus) = *g;
	}
}

static void merge_toolkits(struct arena *arena, struct host *a, const struct host *b)
{
	EACH(const struct toolkit, t, b->toolkits) {
		if (a->toolkits.n < 64 &&
		    !ANY(x, a->toolkits, strcmp(x->version, t->version) == 0 &&
					 !differ(x->path, t->path)))
			ARRAY_ADD(arena, a->toolkits) = *t;
	}
}

/* The problem's GPU moves with its GPU. */
static void merge_problems(struct arena *arena, struct host *a, const struct host *b)
{
	EACH(const struct problem, p, b->problems) {
		struct problem *to;
		int gpu = -1;

		if (p->what.gpu >= 0 && (size_t)p->what.gpu < b->gpus.n) {
			struct gpu *g = gpu_match(a, &b->gpus.v[p->what.gpu]);

			gpu = g ? (int)(g - a->gpus.v) : -1;
		}
		to = host_problem(arena, a, p->what.code, gpu, p->what.words);
		if (!to)
			continue;
		to->what.have = p->what.have;
		to->what.need = p->what.need;
		to->line = p->line;
	}
}

static void merge_torch(struct host *a, const struct host *b)
{
	field_keep(&a->torch.version, b->torch.version);
	field_keep(&a->torch.cuda, b->torch.cuda);
	if (a->torch.available == TRI_UNKNOWN)
		a->torch.available = b->torch.available;
	a->packages += b->packages;
}

static void merge_texts(struct host *a, const struct host *b)
{
	if (a->format == TEXT_UNKNOWN)
		a->format = b->format;
	field_keep(&a->name, b->name);
	field_keep(&a->platform, b->platform);
	field_keep(&a->glibc, b->glibc);
	field_keep(&a->macos, b->macos);
	field_keep(&a->libc, b->libc);
	field_keep(&a->driver, b->driver);
	field_keep(&a->driver_library, b->driver_library);
	field_keep(&a->driver_cuda, b->driver_cuda);
	field_keep(&a->l4t, b->l4t);
	field_keep(&a->container, b->container);
	field_keep(&a->visible_devices, b->visible_devices);
	field_keep(&a->device_order, b->device_order);
	field_keep(&a->python, b->python);
	field_keep(&a->env, b->env);
}

void host_merge(struct arena *arena, struct host *a, const struct host *b)
{
	merge_texts(a, b);
	if (a->wsl == TRI_UNKNOWN)
		a->wsl = b->wsl;
	if (a->nvidia_present != TRI_YES && b->nvidia_present != TRI_UNKNOWN)
		a->nvidia_present = b->nvidia_present;
	a->driver_missing |= b->driver_missing;
	a->gpus_known |= b->gpus_known;
	if (a->line == 0)
		a->line = b->line;
	merge_gpus(arena, a, b);
	merge_toolkits(arena, a, b);
	merge_problems(arena, a, b);
	merge_torch(a, b);
}

/* "a100" of "NVIDIA A100-SXM4-80GB": a site's own word for it. */
static bool is_brief(const char *brief, const char *name)
{
	struct span words = span_of(brief), word;

	while (field_run(&words, &word)) {
		struct span all = span_of(name), one;

		while (field_run(&all, &one) && !span_eq_nocase(one, word))
			;
		if (!one.n)
			return false;
	}
	return brief && name;
}

/* The name that says more counts for both, and what follows from it. */
static void share_names(struct host *a, struct host *b)
{
	for (size_t i = 0; a->gpus.n == b->gpus.n && i < a->gpus.n; i++) {
		struct gpu *x = &a->gpus.v[i], *y = &b->gpus.v[i];
		bool first = is_brief(x->name, y->name);

		if (names_agree(x->name, y->name) || (!first && !is_brief(y->name, x->name)))
			continue;
		*(first ? &x->name : &y->name) = first ? y->name : x->name;
		*(first ? &x->sm : &y->sm) = first ? y->sm : x->sm;
	}
}

/* What nvcc printed is of the only machine that another text tells of. */
static void unite_asides(struct arena *a, struct hosts *hosts)
{
	size_t only = 0, machines = 0, n = 0;

	EACH(const struct host, h, *hosts) {
		if ((h->name || h->gpus.n || h->driver || h->driver_missing ||
		     h->nvidia_present == TRI_NO) && ++machines == 1)
			only = (size_t)(h - hosts->v);
	}
	for (size_t i = 0; machines == 1 && i < hosts->n; i++) {
		struct host *h = &hosts->v[i], *machine = &hosts->v[only];

		if (i != only && h->text != machine->text && host_compatible(machine, h)) {
			host_merge(a, machine, h);
			continue;
		}
		hosts->v[n] = *h;
		only = i == only ? n : only;
		n++;
	}
	hosts->n = machines == 1 ? n : hosts->n;
}

/* "gpu01" of "gpu01.lan"; of an address nothing is a name. */
static struct span short_name(const struct host *h)
{
	struct span s = span_of(h->name);

	return s.n && ascii_alpha(s.p[0]) ? span_sub(s, 0, strcspn(h->name, ".")) : s;
}

/* The full names of machines by the short one; "" where that has two of them. */
static const char **full_names(struct arena *a, const struct hosts *hosts, struct keys *shorts)
{
	const char **ret = arena_array(a, hosts->n, sizeof *ret);
	size_t at;

	EACH(const struct host, h, *hosts) {
		struct span own = short_name(h);

		if (h->also || !own.n || !h->name[own.n])
			continue;
		if (!keys_find(shorts, own, &at)) {
			at = shorts->all.n;
			keys_add(a, shorts, own);
			ret[at] = h->name;
		}
		ret[at] = strcmp(ret[at], h->name) == 0 ? ret[at] : "";
	}
	return ret;
}

void hosts_unite(struct arena *a, struct hosts *hosts)
{
	struct keys names = { 0 }, shorts = { 0 };
	const char **full = full_names(a, hosts, &shorts);
	ARRAY(size_t) places = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < hosts->n; i++) {
		struct host *h = &hosts->v[i], *first = NULL;
		struct span name = span_of(h->name);
		size_t at;
		bool named = h->name && !span_starts(name, "localhost");

		if (named && !h->also && keys_find(&shorts, name, &at) && *full[at])
			name = span_of(full[at]);
		if (named && keys_find(&names, name, &at))
			first = &hosts->v[places.v[at]];
		if (first && first->text != h->text) {
			share_names(first, h);
			if (host_compatible(first, h)) {
				host_merge(a, first, h);
				continue;
			}
		}
		if (named && !first) {
			keys_add(a, &names, name);
			ARRAY_ADD(a, places) = n;
		}
		hosts->v[n++] = *h;
	}
	hosts->n = n;
	unite_asides(a, hosts);
}

/* Linux: 535.104.12, 535.120; Windows: 537.42. */
static bool linux_scheme(const char *v)
{
	const char *dot = strchr(v, '.'), *next = dot ? strchr(dot + 1, '.') : NULL;

	return next ? !strchr(next + 1, '.') : dot && strlen(dot) == sizeof ".120" - 1;
}

static bool windows_scheme(const char *v)
{
	return strlen(v + strcspn(v, ".")) == sizeof ".42" - 1;
}

/*
 * 546.80: every branch of Linux since 450 is a multiple of five, while Windows counts on between
 * them (data/driver/branch.csv: windows_first, windows_last).
 */
static bool only_windows(const char *driver)
{
	return windows_scheme(driver) && dotted_cmp(span_of(driver), span_of("460")) > 0 &&
	       strtoul(driver, NULL, 10) % 5 != 0;
}

/*
 * nvidia-smi of Windows always has the number of its driver; that of WSL has one of its own, so
 * that another number over a driver of Windows alone is WSL. Where the driver's number may be of
 * Linux too, the tools must have a Linux number that is not newer: an older driver is a container
 * or Colab, where the tools were installed apart from it.
 */
static void settle_wsl(struct host *h)
{
	if (h->wsl != TRI_UNKNOWN || !h->driver || !h->driver_library)
		return;
	if (only_windows(h->driver) && !platform_is(h->platform, PLATFORM_WINDOWS) &&
	    strcmp(h->driver, h->driver_library) != 0)
		h->wsl = TRI_YES;
	if (linux_scheme(h->driver_library) && windows_scheme(h->driver) &&
	    dotted_cmp(span_of(h->driver), span_of("460")) > 0 &&
	    dotted_cmp(span_of(h->driver), span_of(h->driver_library)) > 0)
		h->wsl = TRI_YES;
}

const char *host_platform_of_gpu(const char *name)
{
	struct span rest = span_of(name), word;

	while (span_word(&rest, &word))
		if (span_in_nocase(word, "GB10 GH200 GB200 GB300 Orin Thor Xavier"))
			return PLATFORM_LINUX_ARM;
	return NULL;
}

/* A driver model is Windows's own word, as is a number of its own, unless the text says WSL. */
static void settle_platform(struct host *h)
{
	if (h->wsl == TRI_YES && platform_is(h->platform, PLATFORM_WINDOWS))
		h->platform = NULL;
	if (!h->platform && h->wsl == TRI_UNKNOWN && h->driver && only_windows(h->driver))
		h->platform = PLATFORM_WINDOWS;
	for (size_t i = 0; i < h->gpus.n && !h->platform; i++) {
		if (span_begins(span_of(h->gpus.v[i].driver_model),
				ONE_OF("WDDM", "TCC", "MCDM")) &&
		    h->wsl != TRI_YES)
			h->platform = PLATFORM_WINDOWS;
		else if (h->gpus.v[i].name)
			h->platform = host_platform_of_gpu(h->gpus.v[i].name);
	}
}

static void settle_errors(struct arena *a, struct host *h)
{
	for (size_t i = 0; i < h->gpus.n; i++) {
		const struct gpu *g = &h->gpus.v[i];
		size_t n = h->problems.n;

		if (!g->error)
			continue;
		HOST_PROBLEM(a, h, CP007, (int)i, HOST_GPU_ANSWERS, SAY(have, g->error),
			     SAY(gpu, gpu_number(a, g)));
		if (h->problems.n > n)
			h->problems.v[n].line = g->line;
	}
}

void host_settle(struct arena *a, struct host *h)
{
	settle_wsl(h);
	settle_platform(h);
	settle_errors(a, h);
	if (h->gpus.n)
		h->nvidia_present = TRI_YES;
	if (h->driver)
		h->driver_missing = false;
}

bool host_is_empty(const struct host *h)
{
	bool gpu = h->gpus_known || h->nvidia_present != TRI_UNKNOWN || h->visible_devices ||
		   h->device_order;
	bool driver = h->driver || h->driver_cuda || h->driver_missing || h->driver_library ||
		      h->l4t;
	bool rest = h->platform || host_system(h) || h->python || h->torch.version ||
		    h->torch.cuda || h->toolkits.n || h->packages;

	return !gpu && !driver && !rest &&
	       (h->problems.n == 0 || (h->problems.n == 1 && h->problems.v[0].what.code == CP001));
}
