/*
 * Every prefix of every sample: refused, or read with CP001, or holding all facts of the whole.
 * A prefix may lack facts without CP001 only where it ends behind a line that ends its form as well
 * as any other (a row of -L or of a CSV, the closing rule of a GPU); nothing may be wrong.
 */
#include "unit/unit.h"

#include <dirent.h>
#include <string.h>

#include "os/io.h"
#include "read/host/host.h"

#define FOLDER TEST_FILES "nvidia_smi/"

enum { EVERY_BYTE = 4096, STEP = 97 };

static bool agrees(const char *part, const char *whole)
{
	return !part || (whole && strcmp(part, whole) == 0);
}

static bool gpu_agrees(const struct gpu *g, const struct gpu *w)
{
	return g->index == w->index && agrees(g->name, w->name) && agrees(g->uuid, w->uuid) &&
	       agrees(g->bus_id, w->bus_id) && agrees(g->pci_id, w->pci_id) &&
	       agrees(g->pci_subsystem, w->pci_subsystem) && agrees(g->mig.mode, w->mig.mode) &&
	       agrees(g->driver_model, w->driver_model) && g->mig.n <= w->mig.n &&
	       agrees(g->compute_mode, w->compute_mode) && agrees(g->error, w->error) &&
	       (g->memory_mib < 0 || g->memory_mib == w->memory_mib) &&
	       (!sm_known(g->sm) || sm_equal(g->sm, w->sm));
}

/* No fact of the part differs from the whole. */
static bool host_agrees(const struct host *h, const struct host *w)
{
	if (!agrees(h->driver, w->driver) || !agrees(h->driver_cuda, w->driver_cuda) ||
	    !agrees(h->driver_library, w->driver_library) || !agrees(h->platform, w->platform) ||
	    (h->wsl != TRI_UNKNOWN && h->wsl != w->wsl) || h->gpus.n > w->gpus.n)
		return false;
	for (size_t i = 0; i < h->gpus.n; i++)
		if (!gpu_agrees(&h->gpus.v[i], &w->gpus.v[i]))
			return false;
	return true;
}

static bool has_problem(const struct host *h, enum finding_code code)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code == code)
			return true;
	return false;
}

/* The whole agrees with the part: nothing is missing from it. */
static bool is_all(const struct host *h, const struct host *w)
{
	if (h->gpus.n != w->gpus.n || !host_agrees(w, h))
		return false;
	for (size_t i = 0; i < w->problems.n; i++)
		if (!has_problem(h, w->problems.v[i].what.code))
			return false;
	return true;
}

/* Behind a line end, the bracket of -L, the unit of a cell, or the whole of a rule. */
static bool ends_like_a_whole_text(struct span part)
{
	while (part.n && part.p[part.n - 1] == ' ')
		part.n--;
	return part.n && (part.p[part.n - 1] == '\n' || span_ends(part, "--+") ||
			  span_ends(part, ")") || span_ends(part, "MiB"));
}

struct tally {
	size_t prefixes, refused, marked, whole, at_line, wrong;
};

static void tally_prefix(struct tally *t, const char *name, struct span part, const struct host *w)
{
	ARENA_AUTO a = { 0 };
	struct hosts got = { 0 };
	struct err e;
	const struct host *h;

	t->prefixes++;
	if (read_hosts(&a, "prefix", part, &got, &e)) {
		t->refused++;
		return;
	}
	h = &got.v[0];
	if (got.n != 1 || !w || !host_agrees(h, w)) {
		t->wrong++;
		print_message("%s: a wrong fact from the first %zu bytes\n", name, part.n);
	} else if (has_problem(h, CP001)) {
		t->marked++;
	} else if (is_all(h, w)) {
		t->whole++;
	} else if (ends_like_a_whole_text(part)) {
		t->at_line++;
	} else {
		t->wrong++;
		print_message("%s: the first %zu bytes count as whole\n", name, part.n);
	}
}

/*
 * Bytes between two prefixes: each one for a file of each form, fewer for its sisters. With
 * ALL_PREFIXES set, each one for all.
 */
static size_t step_of(const char *name, size_t n)
{
	static const char *const forms[] = {
		"__L_", "__csv_", "__err_", "__version", "__table_2gpu", "__table_mig_enabled_2",
		"__q_1gpu", "__qx_mig2",
	};
	bool each = strncmp(name, "field_", 6) == 0 || getenv("ALL_PREFIXES");

	for (size_t i = 0; i < sizeof forms / sizeof *forms && !each; i++)
		each = strncmp(name, "550.163", 7) == 0 && strstr(name, forms[i]);
	return each && n < EVERY_BYTE ? 1 : STEP;
}

static void tally_file(struct tally *t, const char *name)
{
	ARENA_AUTO a = { 0 };
	struct hosts whole = { 0 };
	struct span bytes;
	struct err e;

	assert_int_equal(io_read(&a, arena_printf(&a, FOLDER "%s", name), IO_MAX, &bytes, &e), 0);
	read_hosts(&a, "whole", bytes, &whole, &e);
	for (size_t n = 0; n <= bytes.n; n += step_of(name, n))
		tally_prefix(t, name, span_sub(bytes, 0, n), whole.n ? &whole.v[0] : NULL);
}

TEST(read_host_no_prefix_of_a_sample_counts_as_whole)
{
	struct tally t = { 0 };
	struct dirent *d;
	DIR *dir = opendir(FOLDER);

	assert_non_null(dir);
	while ((d = readdir(dir)))
		if (d->d_name[0] != '.' && strcmp(d->d_name, "expected.tsv") != 0)
			tally_file(&t, d->d_name);
	closedir(dir);
	print_message("prefixes: %zu, refused %zu, marked as cut %zu, with all facts %zu, "
		      "ending like a whole text %zu, wrong %zu\n", t.prefixes, t.refused, t.marked,
		      t.whole, t.at_line, t.wrong);
	assert_int_equal(t.wrong, 0);
	assert_true(t.prefixes > 30000);
	assert_true(t.at_line < 300);
}
