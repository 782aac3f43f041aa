/* A text of one machine, line by line: what its words tell. */
#include <string.h>

#include "base/dotted.h"
#include "fact/err_phrase.h"
#include "fact/platform.h"
#include "fact/row.h"
#include "os/io.h"
#include "read/charset.h"
#include "read/host/format_private.h"
#include "read/host/host_merge_private.h"
#include "read/host/told_private.h"

#define TITLES "driver drivers"

enum { TITLE = 40, CUDAS = 8, MAKERS = 3 };

struct telling {
	struct arena *a;
	struct host *h;
	struct told_devices gpus;
	bool wished;            /* below "Recommended:", up to an empty line or the next heading */
	bool wished_heading;
	bool wished_below;      /* no line stands below it yet */
	struct span heading;    /* "CUDA Driver:" above, of which "Version:" is */
	bool titled;            /* it is "### Driver version", whose text stands below it */
	bool table;             /* within nvidia-smi's box of GPUs, which was read as such */
	struct told_lines *machines;
	bool me, you, reports;  /* who speaks, of what goes wrong */
	bool theirs;            /* and to whom, of that one's GPU */
	bool describes;         /* what a product is, or what to buy */
	bool article;           /* of a card in general, unless somebody speaks of oneself */
	const char *cudas[CUDAS]; /* whose they are is not said */
	size_t n_cudas;
	int makers;             /* lines with nothing but another maker's GPU */
	int found;              /* how many GPUs the text counts, -1 none */
	int least;              /* strength that a driver must have */
	int votes[TOLD_WSL + 1];
	const char *libc;       /* the glibc of the system that is named */
	bool libcs_differ;
};

/* "server: 4090, driver 550.120": one line that tells of a whole machine under a name. */
static void take_machine(struct telling *t, const struct told_line *l)
{
	struct told_lines *all = t->machines;

	if (all && all->n < TOLD_MACHINES && l->label.n && l->n_names && l->names[0].own &&
	    (l->driver.text || l->machine) && l->label.p < l->names[0].name.text.p)
		all->v[all->n++] = (struct told_machine){
			span_sub(l->plain, (size_t)(l->label.p - l->low.p), l->label.n), l->plain,
			l->machine,
		};
}

static void take_votes(struct telling *t, const struct told_line *l)
{
	for (size_t i = TOLD_LINUX; i <= TOLD_WSL; i++)
		t->votes[i] += l->votes[i];
}

/* That of L4T says more than that of JetPack. */
static void keep_release(struct host *h, const char *l4t)
{
	if (l4t && (!h->l4t || span_starts(span_of(h->l4t), "JetPack")))
		h->l4t = l4t;
}

/* "**Expected output:**", "实例1：" */
static bool ends_open(struct span low)
{
	while (low.n && (low.p[low.n - 1] == '*' || low.p[low.n - 1] == '_'))
		low.n--;
	return span_ends(low, ":") || span_ends(low, "：");
}

static void take_line(struct telling *t, struct told_line *l)
{
	bool heading = span_starts(l->low, "#");
	bool title = heading && l->no == 1 && l->low.n > TITLE; /* of a report */

	t->me |= l->me;
	t->you |= l->you;
	t->reports |= l->reports;
	t->theirs |= l->theirs;
	t->describes |= l->describes;
	t->article |= l->article;
	if (heading || (l->wishes && !l->me && ends_open(l->low))) {
		t->wished = l->wishes && !title && !l->n_names && !told_ends_asking(l->low);
		t->wished_heading = heading;
		t->wished_below = t->wished;
	} else {
		t->wished_below = false;
	}
	if (t->wished)
		return;
	take_machine(t, l);
	told_devices_take(&t->gpus, l);
	t->makers += l->maker_own && !l->bus && l->index < 0 && !l->label.n;
	field_keep(&t->h->driver_cuda, l->driver_cuda);
	if (l->cuda && t->n_cudas < CUDAS)
		t->cudas[t->n_cudas++] = l->cuda;
	field_keep(&t->h->python, l->python);
	field_keep(&t->h->glibc, l->glibc);
	field_keep(&t->h->macos, l->macos);
	field_keep(&t->libc, l->libc);
	t->libcs_differ |= l->libc && strcmp(l->libc, t->libc) != 0;
	keep_release(t->h, l->l4t);
	if (t->found < 0)
		t->found = l->found;
	take_votes(t, l);
}

/* One system that is told of, or one that far outweighs the other. */
static const char *platform_of(const int *votes)
{
	int linux_os = votes[TOLD_LINUX], windows = votes[TOLD_WINDOWS];
	int mac = votes[TOLD_MAC], bsd = votes[TOLD_BSD];

	if (votes[TOLD_JETSON])
		return PLATFORM_LINUX_ARM;
	if (votes[TOLD_WSL])
		return votes[TOLD_ARM] ? PLATFORM_LINUX_ARM : PLATFORM_LINUX;
	if (windows > 3 * (linux_os + mac))
		return votes[TOLD_ARM] ? NULL : PLATFORM_WINDOWS;
	if (mac > 3 * (linux_os + windows))
		return votes[TOLD_ARM] ? PLATFORM_MAC : votes[TOLD_X86] ? PLATFORM_MAC_INTEL : NULL;
	if (linux_os > 3 * (windows + mac + bsd))
		return votes[TOLD_ARM] && !votes[TOLD_X86] ? PLATFORM_LINUX_ARM : PLATFORM_LINUX;
	return NULL;
}

/*
 * A driver reports no less than the CUDA of its own; one whose owner is not said is the driver's
 * where such a driver reports that number.
 */
static void put_cuda(struct telling *t)
{
	const char *reported = t->h->driver ? row_driver_cuda(span_of(t->h->driver)) : NULL;

	if (!reported)
		return;
	if (t->h->driver_cuda &&
	    dotted_cmp(span_of(t->h->driver_cuda), span_of(reported)) < 0)
		t->h->driver_cuda = NULL;
	for (size_t i = 0; i < t->n_cudas; i++)
		if (strcmp(t->cudas[i], reported) == 0)
			field_keep(&t->h->driver_cuda, reported);
}

/* A driver alone may be anybody's, unless it is labelled, or somebody tells of a machine. */
static void put_system(struct telling *t)
{
	const struct told_number *d = &t->gpus.driver;

	field_keep(&t->h->platform, platform_of(t->votes));
	if (t->votes[TOLD_WSL])
		t->h->wsl = TRI_YES;
	if (t->gpus.driver.differ)
		t->h->driver_cuda = NULL; /* whose of them it is is not known either */
	if (!d->text || t->gpus.driver.differ || d->strength < t->least)
		return;
	if (t->gpus.n || d->labelled || t->me ||
	    (d->strength > 1 && (t->h->platform || t->votes[TOLD_X86])) ||
	    (t->reports && !t->you && !t->describes))
		t->h->driver = d->text;
	put_cuda(t);
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
	if (t->gpus.n || t->gpus.passing)
		return ERR_SAY(e, ERR_INPUT, INPUT_NAMES_NOT_OWN, SAY(file, source),
			       SAY(name, t->gpus.n ? t->gpus.v[0].g.name : t->gpus.passing));
	if (t->h->platform || t->h->python)
		return ERR_SAY(e, ERR_INPUT, INPUT_TELLS, SAY(file, source),
			       SAY(what, system_of(t)));
	return ERR_SAY(e, ERR_INPUT, INPUT_NO_HOST, SAY(file, source));
}

/*
 * A name that nothing says whose it is: it is the machine's where somebody tells of it, in the
 * first person, in the few words of a list, or of what went wrong, of a driver, a system; not where
 * a product is described, or others are told what they can do.
 */
static bool is_told(const struct telling *t)
{
	bool facts = t->reports || t->h->driver || t->h->platform;

	for (size_t i = 0; i < t->gpus.n; i++)
		facts |= t->gpus.v[i].g.sm_source == SM_SOURCE_CSV;
	return !t->describes && !t->theirs &&
	       (t->me || (!t->article && (told_devices_are_terse(&t->gpus) ||
					  (!t->you && facts))));
}

static int settle(struct telling *t, const char *source, struct err *e)
{
	struct host *h = t->h;

	told_devices_close(&t->gpus);
	told_devices_leave_former(&t->gpus, t->found);
	put_system(t);
	told_libc_settle(h, t->libcs_differ ? NULL : t->libc);
	if (!told_devices_are_own(&t->gpus, t->found, is_told(t)))
		return nothing(t, source, e);
	told_devices_count(&t->gpus, t->found);
	told_devices_put(&t->gpus, h);
	if (t->found > 0 && (size_t)t->found > h->gpus.n && h->gpus.n)
		FORMAT_CUT(t->a, h, 0, HOST_GPUS_TOLD,
			   SAY(need, fact_number(t->a, (unsigned)t->found)),
			   SAY(have, fact_number(t->a, h->gpus.n)));
	if (h->gpus.n || h->driver || h->driver_cuda || h->l4t) {
		h->nvidia_present = TRI_YES;
		return 0;
	}
	/* a list of such GPUs that nobody speaks of is of no machine */
	if (!t->gpus.maker || (t->makers >= MAKERS && !t->me && !t->reports && !h->platform))
		return nothing(t, source, e);
	h->gpus_known = true;
	h->nvidia_present = TRI_NO;
	HOST_PROBLEM(t->a, h, CP009, -1, HOST_OTHER_MAKER, SAY(name, t->gpus.maker));
	return 0;
}

static struct span join(struct telling *t, const char *between, struct span line)
{
	return span_of(arena_printf(t->a, SPAN_FMT "%s " SPAN_FMT, SPAN_ARG(t->heading), between,
				    SPAN_ARG(line)));
}

/* "575.64", "384.76-desktop-win10-64bit", "575.64-2 (nvidia-open)": begins with a number. */
static bool is_numbered(struct span bare)
{
	size_t n = span_run_digits(bare, ".");

	return n > 5 && span_find_char(span_sub(bare, 0, n), '.') > 0;
}

/*
 * "Version: 12030" below "CUDA Driver:" as "CUDA Driver: Version: 12030", and the number that
 * begins what stands below a title as "Driver version: 575.64".
 */
static struct span below_heading(struct telling *t, struct span line)
{
	struct span bare = span_trim(line), heading = t->heading;

	if (!bare.n) {
		t->heading.n = t->titled ? heading.n : 0;
	} else if (bare.n < 60 && (span_ends(bare, ":") || span_ends(bare, "：") ||
				   span_starts(bare, "#") || span_in_nocase(bare, TITLES))) {
		t->titled = span_starts(bare, "#") || span_in_nocase(bare, TITLES);
		t->heading = bare;
	} else if (t->titled) {
		t->titled = false;
		t->heading.n = 0;
		if (heading.n && (is_numbered(bare) ||
				  (bare.n < 24 && span_find_char(bare, ':') < 0))) {
			t->heading = heading;
			line = join(t, ":", bare);
			t->heading.n = 0;
		}
	} else if (heading.n && (span_starts_nocase(bare, "version") ||
				 span_starts(bare, "版本"))) {
		line = join(t, "", bare);
	}
	return line;
}

enum { WRAP_LEAST = 50, WRAP_MOST = 100, WRAP_WORDS = 8, WRAP_LINES = 4 };

/* "NVIDIA GeForce RTX" ends a line, and "3090 and …" begins the next: a name that was broken. */
static bool breaks_name(struct span line, struct span next)
{
	struct span word = { NULL, 0 }, end = word;

	while (span_word(&line, &word))
		end = word;
	return span_word(&next, &word) && word.n <= 6 && ascii_digit(word.p[0]) &&
	       span_in_nocase(end, "geforce rtx gtx tesla quadro");
}

/* A sentence that was broken as mails are: words and blanks, which go on in the next line. */
static bool wraps(struct span line, struct span next)
{
	struct span rest = line, word;
	size_t words = 0;

	if (line.n < WRAP_LEAST || line.n > WRAP_MOST || !next.n ||
	    !(ascii_alpha(line.p[line.n - 1]) || line.p[line.n - 1] == ',') ||
	    !ascii_alnum(next.p[0]) || span_find(line, "  ") >= 0 ||
	    span_find_char(line, '|') >= 0 || span_find_char(line, ':') >= 0 ||
	    span_find_char(span_sub(next, 0, 24), ':') >= 0)
		return false;
	while (span_word(&rest, &word))
		words++;
	return words >= WRAP_WORDS;
}

/* Several lines as one, with a blank for each end and the white space around it. */
static struct span unbroken(struct arena *a, struct span s)
{
	char *text = arena_span(a, s), *to = text;

	for (size_t i = 0; i < s.n; i++) {
		*to++ = s.p[i];
		if (s.p[i] != '\n' && s.p[i] != '\r')
			continue;
		while (to > text && ascii_space(to[-1]))
			to--;
		*to++ = ' ';
		while (i + 1 < s.n && ascii_space(s.p[i + 1]))
			i++;
	}
	return (struct span){ text, (size_t)(to - text) };
}

/* The next line, with the few that go on with its sentence. */
static bool next_line(struct arena *a, struct span *rest, struct span *line, unsigned *no)
{
	struct span last, ahead, next;
	unsigned joined = 0;

	if (!span_line(rest, line))
		return false;
	last = span_trim(*line);
	for (; joined < WRAP_LINES; joined++) {
		ahead = *rest;
		if (!span_line(&ahead, &next) ||
		    !(breaks_name(last, span_trim(next)) || wraps(last, span_trim(next))))
			break;
		last = span_trim(next);
		line->n = (size_t)(next.p - line->p) + next.n;
		*rest = ahead;
	}
	if (joined)
		*line = unbroken(a, *line);
	*no += joined;
	return true;
}

/* A row of nvidia-smi's box of GPUs, which says no more of a machine whose GPUs and driver are
 * known than on what system it is. */
static bool is_row(struct telling *t, const struct host *known, struct span line)
{
	line = span_trim(line);
	t->table = known && known->gpus.n && known->driver && span_starts(line, "|") &&
		   (t->table || span_starts(line, "| NVIDIA-SMI "));
	return t->table;
}

int told_read(struct arena *a, const char *source_name, struct span bytes,
	      const struct host *beside, struct told_lines *machines, struct host *ret,
	      struct err *e)
{
	const char *encoding;
	struct span rest = bytes.n > IO_MAX ? span_sub(bytes, 0, 0) :
					      charset_text(a, bytes, &encoding), line;
	ARENA_AUTO own = { 0 }; /* a text may have thousands of parts */
	struct telling *t = arena_new(&own, struct telling);
	struct told_table *table = arena_new(&own, struct told_table);
	struct told_line l;
	unsigned no = 1;
	int rc;

	rest = lines_scrub(a, rest);
	*ret = host_new(source_name);
	told_table_make(table);
	*t = (struct telling){ .a = a, .h = ret, .found = -1, .least = 1 + (beside != NULL),
			       .machines = machines, .gpus = { .a = a, .index = -1 } };
	told_devices_close(&t->gpus);
	for (unsigned at = no; next_line(a, &rest, &line, &no); at = ++no) {
		struct span whole = line;

		line = below_heading(t, line);
		if (is_row(t, beside, whole)) {
			if (told_system(table, whole, &l))
				take_votes(t, &l);
		} else if (told_line(a, table, line, at, &l)) {
			take_line(t, &l);
		} else if (!span_trim(line).n) {
			t->wished &= t->wished_heading || t->wished_below;
			told_devices_close(&t->gpus);
		}
	}
	rc = settle(t, source_name, e);
	host_settle(a, ret);
	return rc;
}
