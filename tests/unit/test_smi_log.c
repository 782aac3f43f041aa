/* nvidia-smi -q with several GPUs: logs made of the samples of every generation that has them. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "os/io.h"
#include "read/host/host.h"

static const char *const generations[] = {
	"340.108", "390.157", "418.226.00", "450.248.02", "460.106.00",
	"470.256.02", "525.147.05", "535.274.02", "550.163.01", "555.58.02",
};

enum { GENERATIONS = sizeof generations / sizeof *generations };

/* The log of one GPU, in two: what stands before it, and its part, with the blank line behind. */
struct sample {
	struct span head, gpu;
};

static struct sample sample_read(struct arena *a, const char *generation)
{
	struct sample s;
	struct span text;
	struct err e;
	ptrdiff_t at;

	assert_int_equal(io_read(a, arena_printf(a, TEST_FILES "nvidia_smi/%s__q_1gpu.txt",
						 generation), IO_MAX, &text, &e), 0);
	at = span_find(text, "\nGPU 0000");
	assert_true(at > 0);
	s.head = span_sub(text, 0, (size_t)at + 1);
	s.gpu = span_from(text, (size_t)at + 1);
	return s;
}

/* text with the first `was` in it replaced */
static void put_with(struct buf *b, struct span text, const char *was, const char *now)
{
	ptrdiff_t at = span_find(text, was);

	assert_true(at >= 0);
	buf_span(b, span_sub(text, 0, (size_t)at));
	buf_str(b, now);
	buf_span(b, span_from(text, (size_t)at + strlen(was)));
}

static struct span log_of(struct arena *a, const struct sample *s, unsigned n)
{
	BUF_AUTO log = BUF(1 << 20);

	put_with(&log, s->head, ": 1\n", arena_printf(a, ": %u\n", n));
	for (unsigned i = 0; i < n; i++) {
		BUF_AUTO gpu = BUF(1 << 20);

		put_with(&gpu, s->gpu, ":01:00.0", arena_printf(a, ":%02x:00.0", i + 1));
		put_with(&log, buf_view(&gpu), "GPU-8932f937",
			 arena_printf(a, "GPU-8932f9%02x", i));
	}
	return (struct span){ arena_span(a, buf_view(&log)), log.n };
}

static bool is_cut(const struct host *h)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code == CP001)
			return true;
	return false;
}

static void expect_whole(const struct host *h, unsigned n)
{
	assert_false(is_cut(h));
	assert_int_equal(h->gpus.n, n);
	assert_non_null(h->driver);
	for (unsigned i = 0; i < n; i++) {
		const struct gpu *g = &h->gpus.v[i];

		assert_int_equal(g->index, i);
		assert_string_equal(g->name, "NVIDIA GeForce RTX 4090");
		assert_int_equal(strtoul(strchr(g->bus_id, ':') + 1, NULL, 16), i + 1);
		assert_int_equal(strtoul(g->uuid + 10, NULL, 16), i);
		assert_true(g->memory_mib > 0);
	}
}

TEST(smi_log_of_several_gpus_is_one_host)
{
	static const unsigned counts[] = { 1, 2, 4, 8 };

	for (size_t k = 0; k < GENERATIONS; k++)
		for (size_t c = 0; c < 4; c++) {
			ARENA_AUTO a = { 0 };
			struct sample s = sample_read(&a, generations[k]);
			struct hosts hosts = { 0 };
			struct err e;

			assert_int_equal(read_hosts(&a, "log", log_of(&a, &s, counts[c]), &hosts,
						    &e), 0);
			assert_int_equal(hosts.n, 1);
			expect_whole(&hosts.v[0], counts[c]);
		}
}

/* Whatever is left of a log is one host, and it is said to be cut unless all its GPUs are there. */
static void cut_everywhere(struct span log, unsigned n, size_t step)
{
	struct span rest = log, line;

	for (size_t no = 0; span_line(&rest, &line); no++) {
		ARENA_AUTO a = { 0 };
		struct span text = span_sub(log, 0, log.n - rest.n);
		struct hosts hosts = { 0 };
		struct err e;

		if (no % step && rest.n > 400)
			continue;
		if (read_hosts(&a, "log", text, &hosts, &e) != 0) {
			assert_true(span_find(text, "Driver Version") < 0);
			continue;
		}
		assert_int_equal(hosts.n, 1);
		if (!is_cut(&hosts.v[0]))
			expect_whole(&hosts.v[0], n);
		else
			assert_true(rest.n > 0);
	}
}

TEST(smi_log_of_several_gpus_cut_anywhere_is_one_host)
{
	for (size_t k = 0; k < GENERATIONS; k++) {
		ARENA_AUTO a = { 0 };
		struct sample s = sample_read(&a, generations[k]);

		cut_everywhere(log_of(&a, &s, 2), 2, 1);
		cut_everywhere(log_of(&a, &s, 8), 8, 37);
	}
}

/* What a terminal shows behind a log is no part of its last GPU. */
TEST(smi_log_ends_where_the_terminal_goes_on)
{
	static const char *const behind[] = {
		"user@node:~$ nvcc --version\nnvcc: NVIDIA (R) Cuda compiler driver\n"
		"Cuda compilation tools, release 12.4, V12.4.131\n",
		"C:\\Users\\me>nvcc -V\nnvcc: NVIDIA (R) Cuda compiler driver\n"
		"Cuda compilation tools, release 12.4, V12.4.131\n",
		"nvcc: NVIDIA (R) Cuda compiler driver\n"
		"Cuda compilation tools, release 12.4, V12.4.131\n",
	};

	for (size_t k = 0; k < GENERATIONS * 3; k++) {
		ARENA_AUTO a = { 0 };
		BUF_AUTO text = BUF(1 << 20);
		struct sample s = sample_read(&a, generations[k / 3]);
		struct hosts hosts = { 0 };
		struct err e;

		buf_span(&text, log_of(&a, &s, 2));
		buf_str(&text, behind[k % 3]);
		assert_int_equal(read_hosts(&a, "log", buf_view(&text), &hosts, &e), 0);
		assert_int_equal(hosts.n, 1);
		expect_whole(&hosts.v[0], 2);
		assert_int_equal(hosts.v[0].toolkits.n, 1);
	}
}
