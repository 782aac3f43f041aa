/* The hosts of a run: of files, of options, or this machine; completed from the matrix. */
#include "cmd/host_files_private.h"
#include "cmd/hosts_private.h"

#include <string.h>

#include "base/buf.h"
#include "fact/err_phrase.h"
#include "fact/host_fold.h"
#include "fact/platform.h"
#include "fact/redact.h"
#include "know/gpu.h"
#include "know/host.h"
#include "os/variable.h"
#include "read/host/host.h"
#include "read/host/live.h"
#include "read/host/told.h"

enum { NEAREST = 3 };

static void forget(struct host *h, enum finding_code code)
{
	size_t n = 0;

	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code != code)
			h->problems.v[n++] = h->problems.v[i];
	h->problems.n = n;
}

static bool is_version(struct span s)
{
	struct span part;
	uint64_t number;
	size_t parts = 0;

	while (span_next(&s, '.', &part)) {
		if (part.n > 6 || !span_u64(part, &number))
			return false;
		parts++;
	}
	return parts >= 1 && parts <= 4;
}

/* A short version stands for the newest release that begins so; one not known stays as it is. */
static int describe_driver(struct run *r, struct matrix *m, struct host *h, struct err *e)
{
	struct span given = span_trim(span_of(r->o->driver));
	const char *newest, *oldest = NULL;
	int rc;

	if (span_ends(given, ".*")) /* as a change says it */
		given = span_sub(given, 0, given.n - 2);
	if (!is_version(given))
		return err_set(e, ERR_USAGE,
			       "--driver takes a version such as 535 or 550.54.15, not '%s'",
			       r->o->driver);
	rc = driver_number_check(m, r->arena, given, host_driver_os(h), e);
	if (rc)
		return rc;
	rc = driver_newest(m, r->arena, given, host_driver_os(h), &newest, &oldest, e);
	if (rc == ERR_NONE)
		newest = arena_span(r->arena, given);
	else if (rc)
		return rc;
	if (!h->driver || strcmp(h->driver, newest) != 0) {
		h->driver_cuda = NULL;
		h->driver_library = NULL;
	}
	h->driver = newest;
	h->driver_begins = span_is(given, newest) ? NULL : arena_span(r->arena, given);
	h->driver_oldest = h->driver_begins ? oldest : NULL;
	h->driver_missing = false;
	forget(h, CP004);
	forget(h, CP010);
	forget(h, CP016);
	return 0;
}

/* It has been 2.x since 1997. Source: the release timeline of glibc. */
static int describe_glibc(struct run *r, struct host *h, struct err *e)
{
	if (!is_version(span_of(r->o->glibc)) || !strchr(r->o->glibc, '.'))
		return err_set(e, ERR_USAGE, "--glibc takes a version such as 2.28, not '%s'",
			       r->o->glibc);
	if (!span_starts(span_of(r->o->glibc), "2."))
		return err_set(e, ERR_USAGE, "--glibc %s: there is no such glibc, all are 2.x; "
			       "'ldd --version' prints it", r->o->glibc);
	if (platform_is_windows(h->platform) || platform_is_mac(h->platform))
		return err_set(e, ERR_USAGE, "--glibc %s: %s has no glibc", r->o->glibc,
			       h->platform);
	h->glibc = r->o->glibc;
	h->libc = "glibc";
	return 0;
}

/* What there is of "4090 Ti" without its last words: a name to take; NULL none. */
static const char *name_without_end(struct run *r, struct matrix *m, const char *text)
{
	struct span s = span_trim(span_of(text));
	ptrdiff_t space;
	struct cards cards;
	struct err none;

	while ((space = span_rfind_char(s, ' ')) > 0) {
		s = span_trim(span_sub(s, 0, (size_t)space));
		if (gpu_by_text(m, r->arena, s, &cards, &none) == 0 && cards.all.n)
			return arena_span(r->arena, s);
	}
	return NULL;
}

/* "sm_77", "7.7", "compute_77" */
static bool is_sm_number(const char *text, unsigned *ret)
{
	struct span s = span_trim(span_of(text));
	uint64_t major, minor;

	if (!span_take(&s, "sm_") && !span_take(&s, "compute_"))
		span_take(&s, "sm");
	if (!span_take_u64(&s, &major) || major > 9999)
		return false;
	*ret = (unsigned)major;
	if (span_take(&s, ".") && span_take_u64(&s, &minor) && minor < 10)
		*ret = (unsigned)(major * 10 + minor);
	return s.n == 0 && *ret < 1000;
}

static int unknown_gpu(struct run *r, struct matrix *m, const char *text, struct err *e)
{
	BUF_AUTO b = BUF(400);
	const char **names, *near = name_without_end(r, m, text);
	unsigned sm;
	size_t n;
	int rc = gpu_nearest(m, r->arena, span_of(text), NEAREST, &names, &n, e);

	if (rc == 0 && is_sm_number(text, &sm))
		rc = gpu_nearest_sm(m, r->arena, sm, &near, e);
	if (rc)
		return rc;
	if (near)
		buf_str(&b, near);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s%s", b.n == 0 ? "" : ", ", names[i]);
	if (near)
		return ERR_SAY(e, ERR_INPUT, SM_NOT_IN_MATRIX,
			       SAY(gpu, ERR_SPAN(span_of(text), 80)), SAY(date, matrix_date(m)),
			       SAY(nearest, buf_cstr(&b)));
	return ERR_SAY(e, ERR_INPUT, GPU_NOT_IN_MATRIX, SAY(gpu, ERR_SPAN(span_of(text), 80)),
		       SAY(date, matrix_date(m)), SAY(nearest, b.n ? buf_cstr(&b) : NULL));
}

/* The one name of all that the text may mean, else the text; a bare sm has no name. */
static const char *name_of(const struct cards *cards, const char *text)
{
	const char *name = cards->all.v[0].name;

	if (cards->how == SM_SOURCE_USER)
		return NULL;
	for (size_t i = 1; name && i < cards->all.n; i++)
		if (!cards->all.v[i].name || strcmp(cards->all.v[i].name, name) != 0)
			name = NULL;
	return name ? name : text;
}

static int add_gpu(struct run *r, struct matrix *m, const char *text, struct host *h,
		   struct err *e);

/* What is no name may tell of GPUs as any text does: "2 x RTX 4090", "4090,3090", "Radeon RX". */
static int add_told(struct run *r, struct matrix *m, const char *text, struct host *h,
		    struct err *e)
{
	struct span rest = span_of(text), part;
	const struct host *part_of_it;
	struct hosts told = { 0 };
	struct err none;
	int rc = 0;

	if (span_find_char(rest, ',') > 0) {
		while (rc == 0 && span_next(&rest, ',', &part))
			rc = add_gpu(r, m, arena_span(r->arena, span_trim(part)), h, e);
		return rc;
	}
	if (read_hosts_or_part(r->arena, "--gpu", rest, &told, &part_of_it, &none) || told.n != 1 ||
	    (told.v->gpus.n < 2 && told.v->nvidia_present != TRI_NO))
		return unknown_gpu(r, m, text, e);
	for (size_t i = 0; rc == 0 && i < told.v->gpus.n; i++)
		rc = add_gpu(r, m, told.v->gpus.v[i].name, h, e);
	if (!told.v->gpus.n) {
		h->nvidia_present = TRI_NO;
		h->platform = h->platform ? h->platform : told.v->platform;
		for (size_t i = 0; i < told.v->problems.n; i++)
			ARRAY_ADD(r->arena, h->problems) = told.v->problems.v[i];
	}
	return rc;
}

static int add_gpu(struct run *r, struct matrix *m, const char *text, struct host *h,
		   struct err *e)
{
	struct gpu g = gpu_new((int)h->gpus.n);
	struct cards cards;
	int rc = gpu_by_text(m, r->arena, span_of(text), &cards, e);

	if (rc == 0 && !cards.all.n && span_starts_nocase(span_of(text), "10de:"))
		rc = gpu_by_pci(m, r->arena, text, NULL, &cards, e);
	if (rc)
		return rc;
	if (!cards.all.n)
		return add_told(r, m, text, h, e);
	g.name = name_of(&cards, text);
	g.sm_source = cards.how;
	g.segment = cards_common(&cards, offsetof(struct card, segment));
	/* Boards that exist on Arm only. */
	if (!h->platform) {
		h->platform = host_platform_of_gpu(g.name);
		if (!h->platform && g.segment && strcmp(g.segment, "jetson") == 0)
			h->platform = PLATFORM_LINUX_ARM;
	}
	if (cards.sms.n == 1)
		g.sm = cards.sms.v[0];
	if (cards.sms.n == 1 || !cards.all.v[0].name) /* else the driver may tell which */
		g.sm_candidates = cards.sms;
	ARRAY_ADD(r->arena, h->gpus) = g;
	return 0;
}

/* It says that the machine is a Mac. */
static int describe_macos(struct run *r, struct host *h, struct err *e)
{
	if (!is_version(span_of(r->o->macos)))
		return err_set(e, ERR_USAGE, "--macos takes a version such as 14.5, not '%s'",
			       r->o->macos);
	if (h->platform && !platform_is_mac(h->platform))
		return err_set(e, ERR_USAGE, "--macos %s: %s has no macOS", r->o->macos,
			       h->platform);
	h->macos = r->o->macos;
	return 0;
}

static int describe_gpus(struct run *r, struct matrix *m, struct host *h, struct err *e)
{
	const struct strings *gpus = &r->o->gpu;
	bool none = gpus->n == 1 && strcasecmp(gpus->v[0], "none") == 0;
	int rc = 0;

	h->gpus.n = 0;
	h->gpus_known = true;
	h->nvidia_present = none ? TRI_NO : TRI_YES;
	h->visible_devices = NULL;
	forget(h, CP007);
	forget(h, CP009);
	forget(h, CP012);
	for (size_t i = 0; rc == 0 && !none && i < gpus->n; i++) {
		if (strcasecmp(gpus->v[i], "none") == 0)
			return err_set(e, ERR_USAGE, "--gpu none cannot be combined with a GPU");
		rc = add_gpu(r, m, gpus->v[i], h, e);
	}
	if (h->gpus.n) {
		h->nvidia_present = TRI_YES;
		forget(h, CP009);
	}
	return rc;
}

/* What --gpu, --driver, --platform, --glibc and --macos say, in the place of what the host had. */
static int describe(struct run *r, struct matrix *m, struct host *h, struct err *e)
{
	const struct options *o = r->o;
	int rc = 0;

	if (o->platform) {
		h->platform = r->o->platform;
		h->macos = NULL;
		if (platform_is_windows(h->platform)) {
			h->wsl = TRI_NO;
			h->glibc = h->libc = NULL;
		}
	}
	if (o->glibc)
		rc = describe_glibc(r, h, e);
	if (rc == 0 && o->macos)
		rc = describe_macos(r, h, e);
	if (rc == 0 && o->driver)
		rc = describe_driver(r, m, h, e);
	if (rc == 0 && o->gpu.n)
		rc = describe_gpus(r, m, h, e);
	return rc;
}

static struct host *host_add(struct arena *a, struct hosts *to)
{
	arena_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
	return &to->v[to->n++];
}

bool cmd_host_given(const struct options *o)
{
	return o->host.n || o->gpu.n || o->driver || o->platform || o->glibc ||
	       o->macos;
}

static int find_hosts(struct run *r, struct matrix *m, struct hosts *to, struct err *e)
{
	if (r->o->host.n)
		return host_files_read(r, m, to, e);
	if (cmd_host_given(r->o)) {
		*host_add(r->arena, to) = host_new(r->o->gpu.n ? "--gpu" : "options");
	} else {
		struct place place = place_here(os_variables());

		read_live(r->arena, &place, host_add(r->arena, to));
		host_files_unread(r);
	}
	return 0;
}

/* The home folder belongs to this machine: it is no fact of a pasted one. */
static const char *home(const struct host *h)
{
	struct place here = { .root = "", .env = os_variables() };

	return h->live ? place_env_set(&here, "HOME") : NULL;
}

static int complete_hosts(struct run *r, struct matrix *m, struct hosts *hosts, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < hosts->n; i++) {
		rc = describe(r, m, &hosts->v[i], e);
		if (rc)
			break;
		if (r->o->redact)
			redact_host(r->arena, &hosts->v[i], i + 1, home(&hosts->v[i]));
		rc = host_complete(m, r->arena, &hosts->v[i], e);
	}
	return rc;
}

/* Machines that a limit kept out would be missing from every answer. */
static int check_limits(const struct hosts *hosts, struct err *e)
{
	for (size_t i = 0; i < hosts->n; i++)
		EACH(const struct problem, p, hosts->v[i].problems) {
			if (p->what.words.form == FORM_HOSTS_LIMIT ||
			    p->what.words.form == FORM_OUTPUTS_LIMIT) {
				err_say(e, ERR_INPUT, p->what.words.form, NULL, 0);
				return e->code;
			}
		}
	return 0;
}

enum folding { FOLD_NONE, FOLD_NAMES, FOLD_EACH };

static int hosts_into(struct run *r, struct matrix *m, enum folding how, struct hosts *ret,
		      struct err *e)
{
	struct hosts hosts = { 0 };
	int rc;

	if (how && !host_files_several(r->o)) /* of several, texts are of one machine first */
		hosts_fold(r->arena, &hosts, how == FOLD_EACH);
	rc = find_hosts(r, m, &hosts, e);

	if (rc == 0)
		rc = check_limits(&hosts, e);
	if (host_files_several(r->o))
		hosts_unite(r->arena, &hosts);
	if (how && !hosts.fold)
		hosts_fold(r->arena, &hosts, how == FOLD_EACH);
	hosts_fold_all(r->arena, &hosts);
	if (rc == 0)
		rc = complete_hosts(r, m, &hosts, e);
	if (rc == 0)
		*ret = hosts;
	return rc;
}

int cmd_hosts(struct run *r, struct matrix *m, struct hosts *ret, struct err *e)
{
	return hosts_into(r, m, FOLD_NONE, ret, e);
}

int cmd_hosts_folded(struct run *r, struct matrix *m, bool each, struct hosts *ret, struct err *e)
{
	enum folding how = each ? FOLD_EACH : FOLD_NAMES;

	if (r->o->redact || (each && r->o->gpu.n)) /* each name, all GPUs are replaced */
		how = FOLD_NONE;
	return hosts_into(r, m, how, ret, e);
}

int cmd_hosts_beside(struct run *r, struct matrix *m, const struct strings *files,
		     struct hosts *ret, struct err *e)
{
	struct hosts found = { 0 }, telling = { 0 };
	struct err none;
	int rc;

	for (size_t i = 0; i < files->n; i++)
		(void)host_file_read(r, files->v[i], &found, &none);
	for (size_t i = 0; i < found.n; i++)
		if (found.v[i].gpus.n || found.v[i].driver)
			*host_add(r->arena, &telling) = found.v[i];
	rc = complete_hosts(r, m, &telling, e);
	if (rc == 0)
		*ret = telling;
	return rc;
}
