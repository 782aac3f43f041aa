#include "read/host/told.h"

#include <string.h>

#include "base/strings.h"
#include "fact/err_phrase.h"
#include "fact/gpu_name.h"
#include "fact/platform.h"
#include "fact/row.h"
#include "os/io.h"
#include "read/charset.h"
#include "read/host/format_private.h"
#include "read/host/host.h"
#include "read/host/host_merge_private.h"
#include "read/host/told_private.h"

enum { KEY = 48, DEVICES_MAX = 64, LINE_MAX_READ = 4000, NAMES_IN_LINE = 16 };

/* One GPU, as far as lines tell of it. */
struct device {
	struct gpu g;
	char key[KEY];  /* of its name, to know it again */
	bool placed;    /* numbered, labelled or in a slot: surely one of the machine */
	int count;      /* "2x" */
};

struct telling {
	struct arena *a;
	struct host *h;
	struct device v[DEVICES_MAX];
	size_t n;
	bool over;           /* more than fit */
	int index;           /* of the block that is being read, -1 none */
	bool other;          /* the block is another maker's GPU */
	const char *maker;   /* the first GPU of another maker, as it was written */
	const char *passing; /* a name that is not said to be of this machine */
	bool drivers_differ;
	bool wished;         /* below "Recommended:", up to an empty line */
};

/* --- names ----------------------------------------------------------------------------------- */

/* Words that do not tell one GPU from another, as the brand in front. */
static bool is_filling(struct span w)
{
	static const char *const words[] = { "nvidia", "geforce", "tesla", "laptop", "gpu",
		"mobile", "max-q", "lite", "hash", "rate", "pcie", "nvl", NULL };

	for (size_t i = 0; words[i]; i++)
		if (span_is(w, words[i]))
			return true;
	return span_starts(w, "hbm") || (span_ends(w, "gb") && ascii_digit(w.p[0]));
}

static void key_of(struct span name, char key[KEY])
{
	struct span word;
	size_t n = 0;

	while (span_word(&name, &word))
		for (size_t i = 0; !is_filling(word) && i < word.n && n + 1 < KEY; i++)
			if (ascii_alnum(word.p[i]))
				key[n++] = ascii_lower(word.p[i]);
	key[n] = '\0';
}

/* --- devices --------------------------------------------------------------------------------- */

/* By UUID or slot where both have one, else by number. */
static bool same_place(const struct gpu *g, const struct told_line *l)
{
	if (l->uuid && g->uuid)
		return strcmp(l->uuid, g->uuid) == 0;
	if (l->bus && g->bus_id)
		return strcmp(l->bus, g->bus_id) == 0;
	return l->index < 0 || g->index < 0 || g->index == l->index;
}

/* The device of that key at that place; NULL: none was told of yet. */
static struct device *device_find(struct telling *t, const char *key, const struct told_line *l)
{
	for (size_t i = 0; i < t->n; i++) {
		struct device *d = &t->v[i];
		bool alike = !*key || !*d->key || strcmp(key, d->key) == 0;

		if (alike && same_place(&d->g, l))
			return d;
	}
	return NULL;
}

static struct device *device_at(struct telling *t, const char *key, const struct told_line *l)
{
	struct device *d = device_find(t, key, l);

	if (!d && t->n < DEVICES_MAX) {
		d = &t->v[t->n++];
		*d = (struct device){ .g = gpu_new(-1), .count = 1 };
		d->g.line = l->no;
	} else if (!d) {
		t->over = true;
		return NULL;
	}
	if (*key)
		memcpy(d->key, key, KEY);
	if (d->g.index < 0)
		d->g.index = l->index;
	if (!d->g.bus_id)
		d->g.bus_id = l->bus;
	if (!d->g.uuid)
		d->g.uuid = l->uuid;
	d->placed |= l->index >= 0 || l->bus || l->uuid || l->labelled;
	d->count = l->count > d->count ? l->count : d->count;
	return d;
}

static void set_sm(struct gpu *g, struct span text, enum sm_source how)
{
	struct sm sm;

	if (sm_known(g->sm) || !sm_parse(text, &sm))
		return;
	g->sm = sm;
	g->sm_source = how;
	sm_list_add(&g->sm_candidates, sm);
}

/* The name as it was written: one that says more takes the place of one that says less. */
static void name_device(struct telling *t, struct device *d, const struct told_line *l,
			struct span name)
{
	struct span plain = span_sub(l->plain, (size_t)(name.p - l->low.p), name.n);

	if (!d->g.name || strlen(d->g.name) < plain.n)
		d->g.name = field_words(t->a, plain);
}

static void take_names(struct telling *t, struct told_line *l)
{
	struct span rest = l->low;
	struct gpu_name found;
	struct device *d = NULL;
	bool own = told_is_own(l);
	char key[KEY];

	for (int n = 0; n < NAMES_IN_LINE && gpu_name_next(&rest, &found); n++) {
		key_of(found.text, key);
		if (!*key)
			continue;
		if (!own) {
			t->passing = t->passing ? t->passing : arena_span(t->a,
				span_sub(l->plain, (size_t)(found.text.p - l->low.p),
					 found.text.n));
			continue;
		}
		told_count(l, found.text);
		d = device_at(t, key, l);
		if (d)
			name_device(t, d, l, found.text);
	}
	if (d) {
		t->other = false;
		if (l->chip)
			set_sm(&d->g, span_of(l->chip), SM_SOURCE_ALIAS);
	}
}

/* A PCI id is a GPU of its own only where the line or its block has no name for it. */
static void take_id(struct telling *t, struct told_line *l)
{
	struct device *d;

	if (!l->pci_id)
		return;
	d = t->n ? &t->v[t->n - 1] : NULL;
	if (!d || d->g.pci_id || (l->bus && !same_place(&d->g, l)))
		d = device_at(t, "", l);
	if (d) {
		d->g.pci_id = l->pci_id;
		d->placed = true;
	}
}

/* A capability belongs to the device of its line or of its block. */
static void take_sm(struct telling *t, const struct told_line *l)
{
	struct span sm = told_capability(l->low);

	if (sm.n && t->n)
		set_sm(&t->v[t->n - 1].g, sm, SM_SOURCE_CSV);
}

/* --- the host -------------------------------------------------------------------------------- */

/* "550.163" and 550.163.01 are one. */
static bool agree(const char *a, const char *b)
{
	size_t n = strlen(a) < strlen(b) ? strlen(a) : strlen(b);

	return strncmp(a, b, n) == 0;
}

static void take_driver(struct telling *t, const struct told_line *l)
{
	const char *driver = told_driver(t->a, l, !t->other);

	if (!driver)
		return;
	if (t->h->driver && !agree(t->h->driver, driver))
		t->drivers_differ = true;
	else if (!t->h->driver || strlen(driver) > strlen(t->h->driver))
		t->h->driver = driver;
}

static void take_line(struct telling *t, struct told_line *l)
{
	t->wished |= !told_is_own(l) && (span_ends(l->low, ":") || span_starts(l->low, "#"));
	if (t->wished)
		return;
	if (l->heading >= 0) {
		t->index = l->heading;
		t->other = false;
	}
	if (l->index < 0)
		l->index = t->index;
	if (told_other_maker(l)) {
		t->other = true;
		if (!t->maker && told_is_own(l))
			t->maker = told_other_maker(l);
	}
	take_names(t, l);
	take_id(t, l);
	take_sm(t, l);
	take_driver(t, l);
	told_system(t->a, l, t->h);
}

/* Several names count where each is said to be one of the machine. */
static bool are_told(const struct telling *t)
{
	size_t placed = 0;

	for (size_t i = 0; i < t->n; i++)
		placed += t->v[i].placed || t->v[i].count > 1;
	return t->n < 2 || placed == t->n;
}

static void put_devices(struct telling *t)
{
	for (size_t i = 0; i < t->n; i++)
		for (int k = 0; k < t->v[i].count; k++) {
			struct gpu g = t->v[i].g;

			if (g.index < 0 || t->v[i].count > 1)
				g.index = (int)t->h->gpus.n;
			ARRAY_ADD(t->a, t->h->gpus) = g;
		}
	t->h->gpus_known = t->h->gpus.n > 0;
	if (t->over)
		FORMAT_CUT(t->a, t->h, 0, GPUS_LIMIT);
}

static int nothing(const struct telling *t, const char *source, struct err *e)
{
	if (t->n > 1)
		return ERR_SAY(e, ERR_INPUT, INPUT_NAMES_SEVERAL, SAY(file, source),
			       SAY(first, t->v[0].g.name), SAY(second, t->v[1].g.name));
	if (t->passing)
		return ERR_SAY(e, ERR_INPUT, INPUT_NAMES_NOT_OWN, SAY(file, source),
			       SAY(name, t->passing));
	return ERR_SAY(e, ERR_INPUT, INPUT_NO_HOST, SAY(file, source));
}

static int settle(struct telling *t, const char *source, struct err *e)
{
	struct host *h = t->h;

	if (t->drivers_differ)
		h->driver = NULL;
	if (!are_told(t))
		return nothing(t, source, e);
	put_devices(t);
	if (h->gpus.n || h->driver) {
		h->nvidia_present = TRI_YES;
		return 0;
	}
	if (!t->maker)
		return nothing(t, source, e);
	h->gpus_known = true;
	h->nvidia_present = TRI_NO;
	HOST_PROBLEM(t->a, h, CP009, -1, HOST_OTHER_MAKER, SAY(name, t->maker));
	return 0;
}

static int read_told(struct arena *a, const char *source_name, struct span bytes, struct host *ret,
		     struct err *e)
{
	const char *encoding;
	struct span rest = bytes.n > IO_MAX ? span_sub(bytes, 0, 0) :
					      charset_text(a, bytes, &encoding), line;
	struct telling *t = arena_new(a, struct telling);
	struct told_line l;
	unsigned no = 0;

	rest = lines_scrub(a, rest);
	*ret = host_new(source_name);
	*t = (struct telling){ .a = a, .h = ret, .index = -1 };
	while (span_line(&rest, &line)) {
		no++;
		t->wished &= span_trim(line).n > 0;
		if (line.n <= LINE_MAX_READ && told_line(a, line, no, &l))
			take_line(t, &l);
	}
	return settle(t, source_name, e);
}

/* A host that known forms told of, with neither GPU nor driver: the rest of the text may know. */
static bool lacks(const struct host *h)
{
	return !h->gpus_known && !h->gpus.n && !h->driver && !h->driver_missing &&
	       h->nvidia_present == TRI_UNKNOWN && !h->l4t;
}

/*
 * Members of JSON are read by the known forms, whole or not at all: out of a damaged one single
 * facts would make a machine that nobody told of.
 */
static bool is_json(struct span text)
{
	struct span line;

	while (span_line(&text, &line)) {
		line = span_trim(line);
		if (span_starts(line, "{") ||
		    (span_starts(line, "\"") && span_find(line, "\":") > 0))
			return true;
	}
	return false;
}

/*
 * Every line begins with a name and a colon, and there are several names, each before several
 * lines: what several nodes print is not the text of one machine.
 */
static bool is_of_nodes(struct span text)
{
	struct span line, word, first = { NULL, 0 }, last = { NULL, 0 };
	size_t names = 0, again = 0;

	while (span_line(&text, &line)) {
		if (!span_word(&line, &word))
			continue;
		if (!span_ends(word, ":") || word.n < 2)
			return false;
		if (!first.p)
			first = word;
		again += span_eq(word, last);
		names += !span_eq(word, last);
		last = word;
	}
	return names > 1 && again >= names && !span_eq(first, last);
}

int read_hosts_told(struct arena *a, const char *source_name, struct span bytes, struct hosts *ret,
		    struct err *e)
{
	size_t before = ret->n;
	int rc = read_hosts(a, source_name, bytes, ret, e), said;
	struct host told;
	struct err why;

	if ((rc && rc != ERR_INPUT) ||
	    (rc == 0 && (ret->n != before + 1 || !lacks(&ret->v[before]))) || is_json(bytes) ||
	    is_of_nodes(bytes))
		return rc;
	said = read_told(a, source_name, bytes, &told, &why);
	if (rc == 0 && said == 0 && host_compatible(&ret->v[before], &told))
		host_merge(a, &ret->v[before], &told);
	if (rc == 0)
		return 0;
	if (said == 0)
		ARRAY_ADD(a, *ret) = told;
	else if (why.form != FORM_INPUT_NO_HOST)
		*e = why;
	return said;
}
