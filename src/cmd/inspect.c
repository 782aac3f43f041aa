/* inspect: what packages, folders and names hold, and where that can run. */
#include <stdint.h>
#include <string.h>

#include "base/secret.h"
#include "base/json.h"
#include "base/text.h"
#include "base/tr.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/envs_private.h"
#include "cmd/hosts_private.h"
#include "cmd/inspect_extension_private.h"
#include "cmd/inspect_known_private.h"
#include "fact/platform.h"
#include "know/catalogue.h"
#include "os/clock.h"
#include "plan/reach.h"
#include "read/package/blob.h"
#include "read/package/http_text.h"
#include "read/package/listing.h"
#include "read/package/package_check.h"
#include "read/package/package_open.h"
#include "read/package/remote.h"
#include "read/package/variant.h"
#include "show/inspect.h"

/* How much has been received, once it takes longer than that. */
struct progress {
	struct run *r;
	double begin;      /* ms */
	unsigned tenths;   /* of a second, when it was last shown */
};

enum { FIRST = 2, STEP = 2 };

/* `own` is a struct progress. */
static void progress_show(void *own, const char *name, uint64_t received)
{
	struct progress *p = own;
	const char *shown = secret_masked(p->r->arena, name), *slash = strrchr(shown, '/');
	unsigned now = (unsigned)((os_clock_ms() - p->begin) / 100);

	if (now < FIRST || now - p->tenths < STEP)
		return;
	p->tenths = now;
	cmd_busy(p->r, PHRASE(p->r->arena, BUSY_RECEIVING, SAY(name, slash ? slash + 1 : shown),
			      SAY(size, arena_printf(p->r->arena, "%.1f",
						     (double)received / 1e6))));
}

struct inspection {
	struct run *r;
	struct inspect_options o;
	struct catalogue c;
	struct hosts hosts;
	struct matrix *matrix;
	struct strings items;
	struct span text;      /* of standard input */
	struct progress progress;
	struct reach_memo memo;
	struct known_names names;
	struct inspect_extensions extensions;
	bool with_hosts;
	struct json j;
	int worst;
};

static void depth_of(const struct run *r, enum depth *ret)
{
	static const char *const names[] = { "names", "declared", "exact" };

	*ret = DEPTH_EXACT;
	for (int i = 0; r->o->depth && i < 3; i++)
		if (strcmp(names[i], r->o->depth) == 0)
			*ret = (enum depth)i;
}

/* A name as lists in code and in YAML have it: 'x', "x", - x */
static struct span plain(struct span line)
{
	struct span s = span_trim(line);

	if (span_take(&s, "- "))
		s = span_trim(s);
	if (span_ends(s, ","))
		s = span_trim(span_sub(s, 0, s.n - 1));
	return span_unquoted(s);
}

/* The arguments; "-" stands for the lines of standard input, or for a listing there. */
static int items(struct inspection *x, struct err *e)
{
	struct run *r = x->r;

	for (size_t i = 0; i < r->args.n; i++) {
		struct span text, line;

		if (strcmp(r->args.v[i], "-") != 0) {
			strings_add(r->arena, &x->items, r->args.v[i]);
			continue;
		}
		if (cmd_input(r, "-", &text, e))
			return e->code;
		x->text = utf8_of(r->arena, text);
		text = x->text;
		if (listing_is(text) || variants_is(text))
			strings_add(r->arena, &x->items, "-");
		else
			while (span_line(&text, &line))
				if (plain(line).n)
					strings_add(r->arena, &x->items,
						    arena_span(r->arena, plain(line)));
	}
	return 0;
}

static int network(struct inspection *x, struct err *e)
{
	struct remote_options *o = &x->o.remote;

	x->progress = (struct progress){ .r = x->r, .begin = os_clock_ms() };
	*o = (struct remote_options){ .agent = "cudaplan", .offline = x->r->o->offline,
				      .own = &x->progress, .progress = progress_show };
	return cmd_timeout(x->r, &o->stall, e);
}

/* What items are held against: machines, an environment. */
static int beside(struct inspection *x, struct matrix *m, struct err *e)
{
	struct strings none = { 0 };
	struct run *r = x->r;
	struct envs envs;

	x->extensions = (struct inspect_extensions){ .r = r, .c = &x->c };
	if (x->with_hosts && cmd_hosts(r, m, &x->hosts, e))
		return e->code;
	x->extensions.hosts = x->with_hosts ? &x->hosts : NULL;
	if (r->o->env && cmd_envs(r, &none, &envs, e))
		return e->code;
	x->extensions.env = r->o->env ? &envs.v[0] : NULL;
	return 0;
}

static int set_up(struct inspection *x, struct matrix **m, struct err *e)
{
	struct run *r = x->r;

	if (!r->args.n)
		return err_set(e, ERR_USAGE, "inspect what? Name a file, a folder or a build");
	depth_of(r, &x->o.depth);
	x->o.depth_given = r->o->depth != NULL;
	x->o.hashes = r->o->hashes;
	x->o.rows = r->o->emit_rows;
	x->with_hosts = cmd_host_given(r->o);
	if (network(x, e) || items(x, e))
		return e->code;
	if (matrix_open(r->arena, r->o->matrix, m, e) || catalogue_open(r->arena, *m, &x->c, e))
		return e->code;
	x->matrix = *m;
	x->names.c = &x->c;
	return beside(x, *m, e);
}

/* A row says "measured": it is for what was read to its end, and the tables are of torch. */
static bool row_is_measured(struct inspection *x, const struct package *p)
{
	if (p->torch && p->scanned == SCANNED_EXACT && p->kind == PACKAGE_WHEEL)
		return true;
	cmd_note(x->r, PHRASE(x->r->arena, NOTE_NO_ROW, SAY(file, p->source)));
	return false;
}

static void print(struct inspection *x, struct reach_kept *k, struct inspect_page *page)
{
	struct arena *a = x->r->arena;

	if (x->r->o->json) {
		show_package_json(a, &x->j, page);
		return;
	}
	if (k->used && !k->text)
		k->text = show_reach(a, &x->r->out, page);
	page->reach_text = k->text;
	show_package(a, &x->r->out, page, x->r->o->verbose);
}

static int show(struct inspection *x, const struct package *p,
		struct inspect_extension *extension, int *rc, struct err *e)
{
	struct arena *a = x->r->arena;
	struct reach_kept *k = reach_recall(a, &x->c, p, &x->memo);
	struct reach_verdict v = { .all = true };
	struct variant_picks picks = { 0 };
	struct inspect_page page = { p, &k->reach, NULL, NULL, &x->hosts, NULL, extension };
	bool fits = true;

	if (x->with_hosts && p->variants) {
		picks = variant_pick(a, &x->c, p, &x->hosts);
		page.picks = &picks;
	}
	if (x->with_hosts && p->kind == PACKAGE_LISTING && p->variants) {
		v.all = picks.all;
	} else if (x->with_hosts) {
		v = reach_hosts(a, &x->c, p, &k->reach, &x->hosts);
		page.verdict = &v;
	}
	if (extension && inspect_extension_fits(&x->extensions, &v, extension, &fits, e))
		return e->code;
	if (*rc == EXIT_DONE &&
	    (ANY(one, p->findings, finding_info(one->code)->severity == SEVERITY_ERROR) || !v.all ||
	     !fits))
		*rc = EXIT_NO;
	if (x->r->o->emit_rows) {
		if (row_is_measured(x, p))
			show_package_row(a, x->r->out.f, p);
		else
			*rc = EXIT_INPUT;
	} else {
		print(x, k, &page);
	}
	return 0;
}

/* A row has the sha256 of the file, which nothing else needs. */
static int whole_hash(struct inspection *x, const char *path, struct package *p, struct err *e)
{
	if (!x->o.rows || p->kind != PACKAGE_WHEEL || url_is(path))
		return 0;
	return blob_file_sha256(x->r->arena, path, &p->sha256, e);
}

/*
 * A file that the matrix knows by its sha256 need not be scanned. Hashing costs more than
 * scanning does, so it is tried only where a scan was not asked for.
 */
static bool may_be_known(const struct inspection *x, const char *path)
{
	bool all = x->o.depth == DEPTH_EXACT && (x->o.depth_given || !url_is(path));

	return !all && !x->r->o->emit_rows;
}

/* Names alone, the rest from the matrix; *done false when the file is not the one of that hash. */
static int read_known(struct inspection *x, const char *path, const char *sha256,
		      struct package *p, bool *done, struct err *e)
{
	struct inspect_options o = x->o;

	o.depth = DEPTH_NAMES;
	o.depth_given = true;
	if (package_open(x->r->arena, path, &o, p, e) ||
	    wheel_code_size(x->matrix, p->size, done, e))
		return e->code;
	if (*done)
		return wheel_code_fill(x->matrix, x->r->arena, sha256, p, e);
	*p = (struct package){ 0 };
	return 0;
}

static int read_one(struct inspection *x, const char *path, struct package *p, struct err *e)
{
	const char *known = NULL;
	bool done = false;

	if (strcmp(path, "-") == 0) {
		p->source = path;
		if (variants_is(x->text))
			return variants_read(x->r->arena, x->text, path, p, e);
		listing_read(x->r->arena, x->text, p);
		package_check(x->r->arena, p);
		return 0;
	}
	if (may_be_known(x, path) &&
	    inspect_known_file(x->r->arena, x->matrix, path, &known, e))
		return e->code;
	if (known && read_known(x, path, known, p, &done, e))
		return e->code;
	if (done)
		return 0;
	if (package_open(x->r->arena, path, &x->o, p, e) || whole_hash(x, path, p, e))
		return e->code;
	return inspect_known_name(&x->names, p, e);
}

/* What the matrix has of torch's variants beside what their file says. */
static int check_variants(struct inspection *x, struct package *p, struct err *e)
{
	const struct variant_set *s = p->kind == PACKAGE_LISTING ? p->variants : NULL;
	struct arena *a = x->r->arena;

	if (!s || !p->torch)
		return 0;
	if (catalogue_platform(&x->c, PLATFORM_LINUX, e))
		return e->code;
	for (size_t i = 0; i < s->v.n; i++) {
		const struct sm_list *left = variant_left_out(a, &x->c, p, &s->v.v[i]);

		if (left)
			package_find(a, p, CP408, sm_list_said(a, left, " "), NULL,
				     PHRASE(a, VARIANTS_LEAVE_OUT, SAY(variant, s->v.v[i].label)));
	}
	return 0;
}

static void one(struct inspection *x, const char *path)
{
	struct inspect_extension extension;
	struct package p = { 0 };
	bool is = false;
	struct err e;
	int rc;

	x->progress = (struct progress){ .r = x->r, .begin = os_clock_ms() };
	cmd_busy(x->r, PHRASE(x->r->arena, BUSY_READING,
			      SAY(name, secret_masked(x->r->arena, path))));
	rc = read_one(x, path, &p, &e);
	if (rc == 0)
		rc = check_variants(x, &p, &e);
	if (rc == 0)
		rc = inspect_extension(&x->extensions, &p, &is, &extension, &e);
	cmd_idle(x->r);
	rc = rc ? cmd_fail(x->r, &e) : EXIT_DONE;
	/* A conda package's files come as one piece, which nobody asked for yet. */
	if (url_is(path) && p.kind == PACKAGE_CONDA && p.size && p.scanned == SCANNED_NONE)
		cmd_note(x->r, PHRASE(x->r->arena, NOTE_LIBRARIES_UNREAD,
				      SAY(size, fact_number(x->r->arena, p.size / 1000000))));
	if (rc == EXIT_DONE || (p.kind && p.findings.n) || x->r->o->json)
		if (show(x, &p, is ? &extension : NULL, &rc, &e))
			rc = cmd_fail(x->r, &e);
	if (rc > x->worst)
		x->worst = rc;
}

static void all(struct inspection *x)
{
	struct run *r = x->r;

	if (r->o->json) {
		json_open(&x->j);
		json_int_key(&x->j, "schema_version", 1);
		json_list_key(&x->j, "items");
	}
	for (size_t i = 0; i < x->items.n; i++) {
		if (i && !r->o->json && !r->o->emit_rows)
			fputc('\n', r->out.f);
		one(x, x->items.v[i]);
	}
	if (r->o->json) {
		json_end(&x->j);
		json_close(&x->j);
	}
}

static int compare(struct inspection *x)
{
	struct package p[2] = { { 0 } };
	struct inspect_page page[2] = { { 0 } };
	struct reach reach[2];
	struct err e;

	if (x->items.n != 2 || x->r->o->json) {
		err_set(&e, ERR_USAGE, "--compare takes two builds, and prints text");
		return cmd_fail(x->r, &e);
	}
	for (int i = 0; i < 2; i++) {
		if (read_one(x, x->items.v[i], &p[i], &e))
			return cmd_fail(x->r, &e);
		reach[i] = reach_of(x->r->arena, &x->c, &p[i]);
		page[i] = (struct inspect_page){ .package = &p[i], .reach = &reach[i] };
	}
	show_package_difference(x->r->arena, &x->r->out, &page[0], &page[1]);
	return EXIT_DONE;
}

static int run_inspect(struct run *r)
{
	struct inspection *x = arena_new(r->arena, struct inspection);
	MATRIX_AUTO m = NULL;
	struct err e;

	x->r = r;
	x->j = cmd_json(r);
	if (set_up(x, &m, &e))
		return cmd_fail(r, &e);
	if (r->o->compare)
		return compare(x);
	all(x);
	return x->worst;
}

const struct cmd cmd_inspect = {
	.name = "inspect",
	.summary = N_("show what a build really holds, and where it can run"),
	.args = "FILE|URL|NAME...",
	.examples = N_(
		"  cudaplan inspect torch-2.8.0-cp312-cp312-manylinux_2_28_x86_64.whl\n"
		"                                         a wheel, or just its name\n"
		"  cudaplan inspect https://host/x.whl --gpu 'RTX 4090'\n"
		"                                         some MB of it, by ranges\n"
		"  cudaplan inspect /usr/local/cuda-12.4  a folder, a package, a .so, a .dll\n"),
	.bit = IN_INSPECT,
	.on_input = FORM_TRY_INSPECT,
	.on_missing = FORM_TRY_INSPECT_FILE,
	.run = run_inspect,
};
