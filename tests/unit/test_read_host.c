#include "unit/unit.h"

#include <dirent.h>
#include <string.h>

#include "base/buf.h"
#include "base/io.h"
#include "read/host.h"

#define FOLDER TEST_FILES "nvidia_smi/"

static const char *text(const char *s)
{
	return s ? s : "-";
}

static void put_number(struct buf *b, long v)
{
	if (v < 0)
		buf_str(b, "-");
	else
		buf_printf(b, "%ld", v);
}

static void put_gpu(struct buf *b, const struct gpu *g)
{
	char sm[SM_TEXT];

	buf_printf(b, "\t%d;%s;", g->index, text(g->name));
	put_number(b, g->memory_mib);
	buf_printf(b, ";%s;%s;%s;%s;%s;%s;%s;%s;%zu;%s", text(g->bus_id), text(g->uuid),
		   text(g->pci_id), text(g->pci_subsystem),
		   sm_known(g->sm) ? sm_text(g->sm, sm) : "-", text(g->driver_model),
		   text(g->compute_mode), text(g->mig.mode), g->mig.n, text(g->error));
}

static void put_problems(struct buf *b, const struct host *h)
{
	const char *sep = "";

	for (unsigned code = 1; code < 100; code++)
		for (size_t i = 0; i < h->problems.n; i++)
			if ((unsigned)h->problems.v[i].code == code) {
				buf_printf(b, "%sCP%03u", sep, code);
				sep = ",";
				break;
			}
	if (!*sep)
		buf_str(b, "-");
}

/* A host in the form of expected.tsv. */
static void put_host(struct buf *b, const struct host *h)
{
	buf_printf(b, "read\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", text(h->driver), text(h->driver_cuda),
		   text(h->driver_library), text(h->platform), h->wsl == TRI_YES ? "1" : "-",
		   h->driver_missing ? "1" : "-",
		   h->nvidia_present == TRI_YES ? "1" : h->nvidia_present == TRI_NO ? "-1" : "-");
	put_problems(b, h);
	for (size_t i = 0; i < h->gpus.n; i++)
		put_gpu(b, &h->gpus.v[i]);
}

static bool compare(struct arena *a, struct span name, struct span want)
{
	BUF_AUTO got = BUF(1 << 20);
	struct hosts hosts = { 0 };
	struct span bytes;
	struct err e;

	assert_int_equal(io_read(a, arena_printf(a, FOLDER SPAN_FMT, SPAN_ARG(name)), IO_MAX, &bytes,
				 &e), 0);
	if (read_hosts(a, "sample", bytes, &hosts, &e))
		buf_str(&got, "refused\t-\t-\t-\t-\t-\t-\t-\t-");
	for (size_t i = 0; i < hosts.n; i++)
		put_host(&got, &hosts.v[i]);
	if (span_eq(buf_view(&got), want))
		return true;
	print_message(SPAN_FMT "\n got: %s\nwant: " SPAN_FMT "\n", SPAN_ARG(name), buf_cstr(&got),
		      SPAN_ARG(want));
	return false;
}

TEST(read_host_all_samples_give_the_expected_facts)
{
	ARENA_AUTO list = { 0 };
	struct span rest, line, name;
	struct err e;
	size_t n = 0;

	assert_int_equal(io_read(&list, FOLDER "expected.tsv", IO_MAX, &rest, &e), 0);
	while (span_line(&rest, &line)) {
		ARENA_AUTO a = { 0 };

		if (line.n == 0 || line.p[0] == '#')
			continue;
		span_next(&line, '\t', &name);
		n += compare(&a, name, line);
	}
	assert_int_equal(n, 459);
}
