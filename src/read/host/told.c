#include "read/host/told.h"

#include <string.h>

#include "base/strings.h"
#include "fact/err_phrase.h"
#include "fact/platform.h"
#include "os/io.h"
#include "read/charset.h"
#include "read/host/format_private.h"
#include "read/host/host.h"
#include "read/host/host_from_private.h"
#include "read/host/host_merge_private.h"
#include "read/host/told_private.h"

struct telling {
	struct arena *a;
	struct host *h;
	struct told_devices gpus;
	bool wished;            /* below "Recommended:", up to an empty line or the next heading */
	bool wished_heading;
	struct span heading;    /* "CUDA Driver:" above, of which "Version:" is */
	int found;              /* how many GPUs the text counts, -1 none */
	struct told_number driver;
	int least;              /* strength that a driver must have */
	bool drivers_differ;
	int votes[TOLD_WSL + 1];
};

static void keep(const char **to, const char *text)
{
	if (text && !*to)
		*to = text;
}

/* "550.163" and 550.163.01 are one, as are 535 and 535.54. */
static bool agree(const char *a, const char *b)
{
	size_t n = strlen(a) < strlen(b) ? strlen(a) : strlen(b);

	return strncmp(a, b, n) == 0;
}

/* Of two that differ the stronger counts, of two as strong none; of those that agree the longer. */
static void take_driver(struct telling *t, const struct told_number *d)
{
	if (!d->text)
		return;
	if (t->driver.text && agree(t->driver.text, d->text)) {
		if (strlen(d->text) > strlen(t->driver.text))
			t->driver.text = d->text;
		t->drivers_differ &= d->strength <= t->driver.strength;
		if (d->strength > t->driver.strength)
			t->driver.strength = d->strength;
	} else if (d->strength > t->driver.strength) {
		t->driver = *d;
		t->drivers_differ = false;
	} else if (d->strength == t->driver.strength) {
		t->drivers_differ = true;
	}
}

static void take_line(struct telling *t, struct told_line *l)
{
	bool heading = span_starts(l->low, "#");

	if (heading || (l->wishes && span_ends(l->low, ":"))) {
		t->wished = l->wishes;
		t->wished_heading = heading;
	}
	if (t->wished)
		return;
	told_devices_take(&t->gpus, l);
	if (!t->gpus.r.maker)
		take_driver(t, &l->driver);
	keep(&t->h->driver_cuda, l->driver_cuda);
	keep(&t->h->python, l->python);
	keep(&t->h->glibc, l->glibc);
	keep(&t->h->l4t, l->l4t);
	if (t->found < 0)
		t->found = l->found;
	for (size_t i = TOLD_LINUX; i <= TOLD_WSL; i++)
		t->votes[i] += l->votes[i];
}

/* One system that is told of, or one that far outweighs the other. */
static const char *platform_of(const int *votes)
{
	int linux_os = votes[TOLD_LINUX], windows = votes[TOLD_WINDOWS], mac = votes[TOLD_MAC];

	if (votes[TOLD_JETSON])
		return PLATFORM_LINUX_ARM;
	if (votes[TOLD_WSL])
		return votes[TOLD_ARM] ? PLATFORM_LINUX_ARM : PLATFORM_LINUX;
	if (windows > 3 * (linux_os + mac))
		return votes[TOLD_ARM] ? NULL : PLATFORM_WINDOWS;
	if (mac > 3 * (linux_os + windows))
		return votes[TOLD_ARM] ? PLATFORM_MAC : votes[TOLD_X86] ? PLATFORM_MAC_INTEL : NULL;
	if (linux_os > 3 * (windows + mac))
		return votes[TOLD_ARM] && !votes[TOLD_X86] ? PLATFORM_LINUX_ARM : PLATFORM_LINUX;
	return NULL;
}

static void put_system(struct telling *t)
{
	keep(&t->h->platform, platform_of(t->votes));
	if (t->votes[TOLD_WSL])
		t->h->wsl = TRI_YES;
	if (!t->drivers_differ && t->driver.strength >= t->least)
		t->h->driver = t->driver.text;
}

/* "linux-64, Python 3.11" */
static const char *system_of(const struct telling *t)
{
	const char *platform = t->h->platform, *python = t->h->python;

	if (!python)
		return platform;
	return arena_printf(t->a, "%s%sPython %s", platform ? platform : "", platform ? ", " : "",
			    python);
}

static int nothing(const struct telling *t, const char *source, struct err *e)
{
	if (t->gpus.n > 1)
		return ERR_SAY(e, ERR_INPUT, INPUT_NAMES_SEVERAL, SAY(file, source),
			       SAY(first, t->gpus.v[0].g.name), SAY(second, t->gpus.v[1].g.name));
	if (t->gpus.passing)
		return ERR_SAY(e, ERR_INPUT, INPUT_NAMES_NOT_OWN, SAY(file, source),
			       SAY(name, t->gpus.passing));
	if (t->h->platform || t->h->python)
		return ERR_SAY(e, ERR_INPUT, INPUT_TELLS, SAY(file, source),
			       SAY(what, system_of(t)));
	return ERR_SAY(e, ERR_INPUT, INPUT_NO_HOST, SAY(file, source));
}

/* The text counts more GPUs than it tells of. */
static void count(struct telling *t)
{
	if (t->found > 0 && (size_t)t->found > t->h->gpus.n && t->h->gpus.n)
		FORMAT_CUT(t->a, t->h, 0, HOST_GPUS_TOLD,
			   SAY(need, fact_number(t->a, (unsigned)t->found)),
			   SAY(have, fact_number(t->a, t->h->gpus.n)));
}

static int settle(struct telling *t, const char *source, struct err *e)
{
	struct host *h = t->h;

	told_devices_close(&t->gpus);
	put_system(t);
	if (!told_devices_are_own(&t->gpus))
		return nothing(t, source, e);
	told_devices_put(&t->gpus, h);
	count(t);
	if (h->gpus.n || h->driver || h->l4t) {
		h->nvidia_present = TRI_YES;
		return 0;
	}
	if (!t->gpus.maker)
		return nothing(t, source, e);
	h->gpus_known = true;
	h->nvidia_present = TRI_NO;
	HOST_PROBLEM(t->a, h, CP009, -1, HOST_OTHER_MAKER, SAY(name, t->gpus.maker));
	return 0;
}

/* "Version: 12030" below "CUDA Driver:" as "CUDA Driver: Version: 12030". */
static struct span below_heading(struct telling *t, struct span line)
{
	struct span bare = span_trim(line);

	if (bare.n < 60 && (span_ends(bare, ":") || span_ends(bare, "：")))
		t->heading = bare;
	else if (!bare.n)
		t->heading.n = 0;
	else if (t->heading.n && (span_starts_nocase(bare, "version") ||
				  span_starts(bare, "版本")))
		return span_of(arena_printf(t->a, SPAN_FMT " " SPAN_FMT, SPAN_ARG(t->heading),
					    SPAN_ARG(bare)));
	return line;
}

/* Beside what known forms tell, only what is surely a driver's number is one. */
static int read_told(struct arena *a, const char *source_name, struct span bytes, bool beside,
		     struct host *ret, struct err *e)
{
	const char *encoding;
	struct span rest = bytes.n > IO_MAX ? span_sub(bytes, 0, 0) :
					      charset_text(a, bytes, &encoding), line;
	struct telling *t = arena_new(a, struct telling);
	struct told_table *table = arena_new(a, struct told_table);
	struct told_line l;
	unsigned no = 0;

	rest = lines_scrub(a, rest);
	*ret = host_new(source_name);
	told_table_make(table);
	*t = (struct telling){ .a = a, .h = ret, .found = -1, .least = 1 + beside,
			       .gpus = { .a = a, .index = -1 } };
	told_devices_close(&t->gpus);
	while (span_line(&rest, &line)) {
		no++;
		line = below_heading(t, line);
		if (told_line(a, table, line, no, &l)) {
			take_line(t, &l);
		} else if (!span_trim(line).n) {
			t->wished &= t->wished_heading;
			told_devices_close(&t->gpus);
		}
	}
	return settle(t, source_name, e);
}

/* What the known forms did not say of the machine, the rest of the text may. */
static void fill(struct arena *a, struct host *h, const struct host *told)
{
	bool none = h->nvidia_present == TRI_NO || (h->gpus_known && !h->gpus.n);

	if (!none && !h->gpus.n && told->gpus.n) {
		h->gpus = told->gpus;
		h->gpus_known = true;
		h->nvidia_present = TRI_YES;
	}
	if (!none && !h->gpus.n && !h->driver && !h->driver_missing &&
	    told->nvidia_present == TRI_NO) {
		h->nvidia_present = TRI_NO;
		h->gpus_known = true;
		for (size_t i = 0; i < told->problems.n; i++)
			ARRAY_ADD(a, h->problems) = told->problems.v[i];
	}
	if (!none && !h->driver && !h->driver_missing) {
		h->driver = told->driver;
		keep(&h->driver_cuda, told->driver_cuda);
	}
	keep(&h->platform, told->platform);
	keep(&h->glibc, told->glibc);
	keep(&h->python, told->python);
	keep(&h->l4t, told->l4t);
	if (h->wsl == TRI_UNKNOWN)
		h->wsl = told->wsl;
}

/* A document of JSON without its end. */
static bool is_cut_json(struct span text)
{
	struct span s = span_trim(text);

	/* The lines of logs begin with "[     8.024]". */
	return s.n > 1 && (s.p[0] == '{' || (s.p[0] == '[' && strchr("{\r\n", s.p[1]))) &&
	       s.p[s.n - 1] != '}' && s.p[s.n - 1] != ']';
}

/*
 * What the program or a cluster wrote itself is read by the known forms, whole or not at all: out
 * of a damaged one single facts would make a machine that nobody told of.
 */
static bool is_kept(struct span text)
{
	static const char *const marks[] = { "\"schema_version\"", "\"apiVersion\"", "\"metadata\"",
		"\"ansible_facts\"", "\"nodes\"", NULL };

	for (size_t i = 0; marks[i]; i++)
		if (span_find(text, marks[i]) >= 0)
			return true;
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

/* "Machine = …" and "Mom = …" name the node that a block is of. */
static struct span node_of(struct span line)
{
	static const char *const keys[] = { "Machine", "Mom", "NodeName", NULL };

	for (size_t i = 0; keys[i]; i++) {
		struct span rest = line;

		if (!span_take(&rest, keys[i]))
			continue;
		rest = span_trim(rest);
		if (span_take(&rest, "="))
			return span_trim(rest);
	}
	return (struct span){ NULL, 0 };
}

static bool is_titles(struct span line)
{
	static const char *const titles[] = { "NODELIST", "HOSTNAMES", "HOST_NAME", "vnode", NULL };
	struct span word;
	bool node = false;
	size_t n = 0;

	for (; span_word(&line, &word); n++)
		for (size_t i = 0; titles[i]; i++)
			node |= span_is(word, titles[i]);
	return node && n > 1;
}

/* The line by which the text lists several nodes, in a form that no reader knows; 0: none does. */
static unsigned nodes_at(struct span text)
{
	struct span line, first = { NULL, 0 };

	for (unsigned no = 1; span_line(&text, &line); no++) {
		struct span node = node_of(span_trim(line));

		if (is_titles(line) || (first.n && node.n && !span_eq(first, node)))
			return no;
		first = node.n && !first.n ? node : first;
	}
	return 0;
}

int read_hosts_told(struct arena *a, const char *source_name, struct span bytes, struct hosts *ret,
		    struct err *e)
{
	size_t before = ret->n;
	int rc = read_hosts(a, source_name, bytes, ret, e), said;
	struct host told;
	struct err why;

	if (rc && e->form != FORM_INPUT_NO_HOST && e->form != FORM_INPUT_CUT_FIRST)
		return rc;
	if (ret->n > before + 1 || is_kept(bytes) || (rc && is_cut_json(bytes)) ||
	    is_of_nodes(bytes))
		return rc;
	if (rc && nodes_at(bytes))
		return ERR_SAY(e, ERR_INPUT, INPUT_NODES, SAY(file, source_name),
			       SAY(line, ERR_NUMBER(nodes_at(bytes))));
	said = read_told(a, source_name, bytes, rc == 0, &told, &why);
	if (rc == 0 && !ret->v[before].name)
		fill(a, &ret->v[before], &told);
	else if (rc && said == 0)
		ARRAY_ADD(a, *ret) = told;
	if (rc == 0 || said == 0) {
		host_from_text(a, bytes, &ret->v[before]);
		return 0;
	}
	if (e->form == FORM_INPUT_NO_HOST && why.form != FORM_INPUT_NO_HOST)
		*e = why;
	return said;
}

int read_host_partly(struct arena *a, const char *source_name, struct span bytes,
		     struct hosts *ret, struct err *e)
{
	struct host told;
	int said = read_told(a, source_name, bytes, false, &told, e);

	if (said && e->form != FORM_INPUT_TELLS && e->form != FORM_INPUT_NAMES_NOT_OWN &&
	    e->form != FORM_INPUT_NAMES_SEVERAL)
		return said;
	host_from_text(a, bytes, &told);
	ARRAY_ADD(a, *ret) = told;
	return 0;
}
