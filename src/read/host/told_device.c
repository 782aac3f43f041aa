/* The GPUs that the lines of a text tell of, put together by their places and names. */
#include <string.h>

#include "read/host/format_private.h"
#include "read/host/told_private.h"

/* --- names ----------------------------------------------------------------------------------- */

/* Words that do not tell one GPU from another, as the brand in front. */
static bool is_filling(struct span w)
{
	return span_in_nocase(w, "nvidia geforce tesla laptop gpu mobile max-q lite hash rate pcie "
				 "nvl jetson tegra") ||
	       span_starts(w, "hbm") || (span_ends(w, "gb") && ascii_digit(w.p[0]));
}

void told_key(struct span name, char key[TOLD_KEY])
{
	struct span word;
	size_t n = 0;

	while (span_word(&name, &word)) {
		bool dash = span_find_char(word, '-') > 0;
		ptrdiff_t form = dash ? span_find(word, "-sxm") : -1;

		form = form > 0 || !dash ? form : span_find(word, "-pcie");
		word.n = form > 0 ? (size_t)form : word.n;
		if (n && ascii_digit(key[0]) && span_in_nocase(word, "rtx gtx") &&
		    n + 4 < TOLD_KEY) {
			memmove(key + 3, key, n); /* "3070 rtx" */
			memcpy(key, "rtx", 3);
			key[0] = ascii_lower(word.p[0]);
			n += 3;
			continue;
		}
		if (is_filling(word))
			word.n = 0;
		for (size_t i = 0; i < word.n && n + 1 < TOLD_KEY; i++)
			if (ascii_alnum(word.p[i]))
				key[n++] = ascii_lower(word.p[i]);
		if (n > 4 && n + 5 < TOLD_KEY && word.n > 4 && key[n - 1] == 's' &&
		    ascii_digit(key[n - 2]) && ascii_digit(key[n - 4])) {
			memcpy(key + n, "uper", 4); /* "2070s" */
			n += 4;
		}
	}
	key[n] = '\0';
}

/* --- places ---------------------------------------------------------------------------------- */

/* By UUID or slot where both have one, else by number. */
static bool same_place(const struct gpu *a, const struct gpu *b)
{
	if (a->uuid && b->uuid)
		return strcmp(a->uuid, b->uuid) == 0;
	if (a->bus_id && b->bus_id)
		return gpu_same_bus(a->bus_id, b->bus_id);
	return a->index < 0 || b->index < 0 || a->index == b->index;
}

/* --- records --------------------------------------------------------------------------------- */

static void keep_sm(struct gpu *to, const struct gpu *from)
{
	if (sm_known(to->sm) || !sm_known(from->sm))
		return;
	to->sm = from->sm;
	to->sm_source = from->sm_source;
	to->sm_candidates = from->sm_candidates;
}

static void set_sm(struct gpu *g, const char *text, enum sm_source how)
{
	struct sm sm;

	if (!text || sm_known(g->sm) || !sm_parse(span_of(text), &sm))
		return;
	g->sm = sm;
	g->sm_source = how;
	sm_list_add(&g->sm_candidates, sm);
}

/* The name as it was written: one that says more takes the place of one that says less. */
static void keep_name(struct told_device *to, const char *name, const char *key)
{
	if (!name || (to->g.name && strlen(to->g.name) >= strlen(name)))
		return;
	to->g.name = name;
	memcpy(to->key, key, TOLD_KEY);
}

static struct told_device *device_find(struct told_devices *t, const struct told_device *d)
{
	return FIRST_OF(x, *t, d->chip == x->chip && told_alike(d->key, x->key) &&
			same_place(&d->g, &x->g) &&
			(d->slot < 0 || x->slot < 0 || d->slot == x->slot));
}

/* Two numbers of a record; JSON has both as decimal ones, 4318 is 0x10de. */
static void join_ids(struct told_devices *t)
{
	const char *vendor = t->r.vendor, *device = t->r.device;
	uint64_t number;

	if (!vendor)
		return;
	if (strcmp(vendor, "4318") == 0 && device && span_u64(span_of(device), &number) &&
	    number < 0x10000)
		field_keep(&t->r.d.g.pci_id, arena_printf(t->a, "10de:%04x", (unsigned)number));
	else if (strcmp(vendor, "10de") == 0 && device && strlen(device) == 4)
		field_keep(&t->r.d.g.pci_id, arena_printf(t->a, "10de:%s", device));
	else if (strcmp(vendor, "1002") == 0 || strcmp(vendor, "4098") == 0)
		t->r.maker = "AMD GPU";
	else if (strcmp(vendor, "8086") == 0 || strcmp(vendor, "32902") == 0)
		t->r.maker = "Intel GPU";
	if (t->r.maker)
		field_keep(&t->maker, t->r.maker);
}

static void merge_device(struct told_device *to, const struct told_device *d)
{
	keep_name(to, d->g.name, d->key);
	field_keep(&to->g.bus_id, d->g.bus_id);
	field_keep(&to->g.uuid, d->g.uuid);
	field_keep(&to->g.pci_id, d->g.pci_id);
	keep_sm(&to->g, &d->g);
	if (to->g.index < 0)
		to->g.index = d->g.index;
	to->says |= d->says;
	if (to->slot < 0)
		to->slot = d->slot;
	to->count = d->count > to->count ? d->count : to->count;
}

/* One number for two names makes several machines, or none. */
static bool contradicts(const struct told_devices *t, const struct told_device *d)
{
	return d->g.index >= 0 && !d->g.uuid && !d->g.bus_id &&
	       ANY(x, *t, x->g.index == d->g.index && !x->g.uuid && !x->g.bus_id &&
		   x->chip == d->chip && !told_alike(d->key, x->key));
}

/* A GPU is one by its name or its id, or in its place by its capability. */
void told_devices_close(struct told_devices *t)
{
	struct told_device *d = &t->r.d, *known;
	bool tells;

	join_ids(t);
	if (!d->g.name && !d->g.pci_id && t->r.chip.g.name) {
		merge_device(d, &t->r.chip);
		d->g.line = t->r.chip.g.line;
		d->chip = true;
	}
	for (size_t i = 0; i < t->r.n_drivers && !t->r.maker; i++) {
		told_number_take(&t->driver, t->r.drivers[i].text, t->r.drivers[i].strength);
		t->driver.labelled |= t->r.drivers[i].labelled;
	}
	tells = !t->r.maker && (d->g.name || d->g.pci_id || t->r.sure);
	if (t->r.again) {
		d->g.index = -1;
		d->g.bus_id = d->g.uuid = NULL;
	}
	if (tells) {
		known = device_find(t, d);
		t->contradicts |= !known && contradicts(t, d);
		d->says |= told_is_placed(&d->g) || d->g.pci_id ? TOLD_IS_THERE : 0;
		if (known)
			merge_device(known, d);
		else if (t->n < TOLD_DEVICES)
			t->v[t->n++] = *d;
		t->over |= !known && t->n == TOLD_DEVICES;
	}
	t->r = (struct told_record){ .d = { .g = gpu_new(-1), .slot = -1, .count = 1 } };
	t->r.chip = t->r.d;
}

static unsigned long sum(struct span s)
{
	unsigned long n = 5381;

	for (size_t i = 0; i < s.n; i++)
		n = n * 33 + (unsigned char)s.p[i];
	return n;
}

/* The record has that label already: the next one begins. */
static bool repeats(struct told_record *r, struct span label)
{
	unsigned long one = sum(label);

	if (!label.n)
		return false;
	if (ANY(x, LIST(r->labels, r->n_labels), *x == one))
		return true;
	if (r->n_labels < TOLD_LABELS)
		r->labels[r->n_labels++] = one;
	return false;
}

/* Its name, its maker or its place is of another GPU than that of the record. */
static bool is_other(const struct told_devices *t, const struct told_line *l, const char *key)
{
	const struct told_device *d = &t->r.d;
	struct gpu here = { .index = l->index, .bus_id = l->bus, .uuid = l->uuid };

	if (l->heads || l->sole || (l->maker && (d->g.name || t->r.maker)) ||
	    (l->slot >= 0 && l->slot != d->slot) || (l->n_names && t->r.maker))
		return true;
	return (d->g.name && l->n_names && !told_alike(d->key, key)) ||
	       ((d->g.name || d->g.pci_id || l->n_names) && !same_place(&d->g, &here));
}

static void keys_add(struct told_keys *to, const char *key)
{
	if (*key && to->n < TOLD_KEYS)
		memcpy(to->v[to->n++], key, TOLD_KEY);
}

enum { TERSE = 60 };

/* A few words that are no sentence, or what a label says. */
static bool is_terse(const struct told_line *l, struct span name)
{
	struct span before = span_sub(l->low, 0, (size_t)(name.p - l->low.p));
	bool value = span_ends(before, ": ") && before.n + name.n == l->low.n;
	bool alone = told_sentence(l->low, before.n).n <= name.n + 2; /* "Me, too. RTX 4070." */

	return alone || ((l->low.n <= TERSE || value) &&
		!span_closes(l->low, ONE_OF(".", "?", "!", "。", "？", "！"))) ||
	       (l->label.n && name.p > l->label.p + l->label.n);
}

/* A bar parts the name from that before it, in a row within bars: each is of its column. */
static bool in_cells(const struct told_line *l, size_t i)
{
	const char *before = l->names[i - 1].name.text.p, *p = l->names[i].name.text.p;

	return span_starts(l->low, "|") && before < p &&
	       span_find_char((struct span){ before, (size_t)(p - before) }, '|') > 0;
}

/* Names of one line beside the first, of which that is the key, are GPUs of their own. */
static void add_names(struct told_devices *t, struct told_line *l, char key[TOLD_KEY])
{
	for (size_t i = 0; i < l->n_names; i++) {
		const struct told_name *n = &l->names[i];
		struct told_device *d = n->chip ? &t->r.chip : &t->r.d;
		struct span plain = span_sub(l->plain, (size_t)(n->name.text.p - l->low.p),
					     n->name.text.n);

		if (i)
			told_key(n->name.text, key);
		if (!n->own || !*key) {
			if (!n->chip)
				keys_add(n->former ? &t->former : &t->others, key);
			field_keep(&t->passing, arena_span(t->a, plain));
			continue;
		}
		if (d->g.name && !told_alike(d->key, key)) {
			t->contradicts |= i && in_cells(l, i);
			told_devices_close(t);
		}
		keep_name(d, field_words(t->a, plain), key);
		if (!d->g.line)
			d->g.line = l->no;
		d->says |= n->says | (span_starts(l->low, "#") ? 0 : TOLD_IS_BELOW) |
			   (is_terse(l, n->name.text) ? TOLD_IS_TERSE : 0);
		d->count = n->count > d->count ? n->count : d->count;
	}
}

/* What says of whose GPU the record is, and its drivers, until it is closed. */
static void take_numbers(struct told_devices *t, const struct told_line *l)
{
	field_keep(&t->r.vendor, l->vendor.n ? arena_span(t->a, l->vendor) : NULL);
	field_keep(&t->r.device, l->device.n ? arena_span(t->a, l->device) : NULL);
	if (l->driver.text && t->r.n_drivers < TOLD_DRIVERS)
		t->r.drivers[t->r.n_drivers++] = l->driver;
	if (l->alone && (t->r.d.g.name || t->r.d.g.pci_id) && t->r.n_drivers < TOLD_DRIVERS)
		t->r.drivers[t->r.n_drivers++] = (struct told_number){ l->alone, 1, false, false };
}

/* A GPU by its place alone, or by its capability in its place or alone. */
static bool is_sure(const struct told_line *l)
{
	return l->sole || l->capable || (l->sm && (l->index >= 0 || l->uuid || l->bus));
}

void told_devices_take(struct told_devices *t, struct told_line *l)
{
	struct gpu *g;
	char key[TOLD_KEY] = "";
	bool chip = l->n_names && l->names[0].chip;

	if (l->n_names)
		told_key(l->names[0].name.text, key);
	if (l->heads)
		t->index = l->index;
	if (is_other(t, l, chip ? "" : key) || repeats(&t->r, l->label)) {
		told_devices_close(t);
		(void)repeats(&t->r, l->label);
	}
	add_names(t, l, key);
	if (l->slot >= 0)
		t->r.d.slot = l->slot;
	g = &t->r.d.g;
	if (l->maker) {
		t->r.maker = l->maker;
		if (l->maker_own)
			field_keep(&t->maker, l->maker);
	}
	if (g->index < 0)
		g->index = l->index < 0 && l->n_names ? t->index : l->index;
	if (t->r.d.count > 1)
		g->index = -1;
	field_keep(&g->bus_id, l->bus);
	field_keep(&g->uuid, l->uuid);
	field_keep(&g->pci_id, l->pci_id);
	take_numbers(t, l);
	t->r.again |= l->again;
	t->r.sure |= is_sure(l);
	set_sm(g, l->sm, SM_SOURCE_CSV);
	if (l->n_names || l->pci_id)
		set_sm(chip ? &t->r.chip.g : g, l->chip, SM_SOURCE_ALIAS);
	if (!g->line && l->pci_id)
		g->line = l->no;
}

void told_devices_count(struct told_devices *t, int found)
{
	if (t->n == 1 && (t->v[0].says & TOLD_IS_MANY) && t->v[0].count == 1 && found > 1 &&
	    found <= 64)
		t->v[0].count = found;
}

void told_devices_put(struct told_devices *t, struct host *h)
{
	for (size_t i = 0; i < t->n; i++)
		for (int k = 0; k < t->v[i].count; k++) {
			struct gpu g = t->v[i].g;

			if (g.index < 0 || t->v[i].count > 1)
				g.index = (int)h->gpus.n;
			ARRAY_ADD(t->a, h->gpus) = g;
		}
	h->gpus_known = h->gpus.n > 0;
	if (t->over)
		FORMAT_CUT(t->a, h, 0, GPUS_LIMIT);
}
