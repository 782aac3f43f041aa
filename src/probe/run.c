/* The probe kernels: loaded, run, their results compared one by one; and what rates they reach. */
#include "probe/run_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "probe/kernels.h"
#include "probe/journal_private.h"

enum { FILL = 100003, SEED = 0x5EED, BLOCK = 256, ROWS = 256, TILE = 16 };

/* The modules and the memory of one try. */
struct runner {
	const struct cuda *c;
	void *module, *fill, *multiply;
	cuda_address out, a, b, product;
};

static bool load(struct runner *r, const void *image, struct probe_try *t)
{
	struct timer timer = journal_begin(&t->load);
	char log[PROBE_TEXT];
	int rc = cuda_load(r->c, image, &r->module, log, sizeof log);

	log[strcspn(log, "\n")] = '\0';
	if (rc && log[0]) {
		journal_fail(timer, rc, log);
		return false;
	}
	return journal_end(timer, r->c, rc);
}

/* Small whole numbers, so that every sum is exact. */
static float element(unsigned i, unsigned modulus)
{
	return (float)(i % modulus);
}

static int upload_matrix(struct runner *r, cuda_address to, unsigned modulus)
{
	float *host = malloc(ROWS * ROWS * sizeof *host);
	int rc;

	if (!host)
		return 2;
	for (unsigned i = 0; i < ROWS * ROWS; i++)
		host[i] = element(i, modulus);
	rc = r->c->upload(to, host, ROWS * ROWS * sizeof *host);
	free(host);
	return rc;
}

static int take_memory(struct runner *r)
{
	const size_t matrix = ROWS * ROWS * sizeof(float);
	int rc = r->c->alloc(&r->out, FILL * sizeof(unsigned));

	if (rc == 0)
		rc = r->c->alloc(&r->a, matrix);
	if (rc == 0)
		rc = r->c->alloc(&r->b, matrix);
	if (rc == 0)
		rc = r->c->alloc(&r->product, matrix);
	if (rc == 0)
		rc = upload_matrix(r, r->a, 7);
	return rc ? rc : upload_matrix(r, r->b, 5);
}

static void give_memory(struct runner *r)
{
	const cuda_address all[] = { r->out, r->a, r->b, r->product };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i])
			r->c->release_memory(all[i]);
}

static int launch_fill(struct runner *r)
{
	unsigned n = FILL, seed = SEED;
	void *arguments[] = { &r->out, &n, &seed };

	return r->c->launch(
		r->fill, (FILL + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
}

static int launch_multiply(struct runner *r)
{
	unsigned n = ROWS;
	void *arguments[] = { &r->a, &r->b, &r->product, &n };

	return r->c->launch(
		r->multiply, ROWS / TILE, ROWS / TILE, 1, TILE, TILE, 1, 0, NULL, arguments, NULL);
}

static bool launch(struct runner *r, struct probe_try *t)
{
	struct timer timer = journal_begin(&t->launch);
	int rc = r->c->function(&r->fill, r->module, "probe_fill");

	if (rc == 0)
		rc = r->c->function(&r->multiply, r->module, "probe_multiply");
	if (rc == 0)
		rc = take_memory(r);
	if (rc == 0)
		rc = launch_fill(r);
	if (rc == 0)
		rc = launch_multiply(r);
	if (rc == 0)
		rc = r->c->finish();
	return journal_end(timer, r->c, rc);
}

static enum step_fault check_fill(const unsigned *v, struct probe_step *to)
{
	for (unsigned i = 0; i < FILL; i++) {
		unsigned want = (i * 2654435761u) ^ SEED;

		if (v[i] == want)
			continue;
		to->element = i;
		snprintf(to->have, sizeof to->have, "%#x", v[i]);
		snprintf(to->need, sizeof to->need, "%#x", want);
		return FAULT_PATTERN;
	}
	return FAULT_NONE;
}

static float product_at(unsigned row, unsigned column)
{
	float sum = 0;

	for (unsigned k = 0; k < ROWS; k++)
		sum += element(row * ROWS + k, 7) * element(k * ROWS + column, 5);
	return sum;
}

/* Every 37th element: all rows and columns are met. */
static enum step_fault check_product(const float *v, struct probe_step *to)
{
	for (unsigned i = 0; i < ROWS * ROWS; i += 37) {
		float want = product_at(i / ROWS, i % ROWS);

		if (memcmp(&v[i], &want, sizeof want) == 0)
			continue;
		to->element = i;
		snprintf(to->have, sizeof to->have, "%.1f", (double)v[i]);
		snprintf(to->need, sizeof to->need, "%.1f", (double)want);
		return FAULT_PRODUCT;
	}
	return FAULT_NONE;
}

static void compare(struct runner *r, struct probe_try *t)
{
	struct timer timer = journal_begin(&t->compare);
	unsigned *pattern = calloc(FILL, sizeof *pattern);
	float *product = calloc(ROWS * ROWS, sizeof *product);
	enum step_fault fault = FAULT_NONE;
	int rc = pattern && product ? r->c->download(pattern, r->out, FILL * sizeof *pattern) : 2;

	if (rc == 0)
		rc = r->c->download(product, r->product, ROWS * ROWS * sizeof *product);
	if (rc == 0)
		fault = check_fill(pattern, &t->compare);
	if (rc == 0 && fault == FAULT_NONE)
		fault = check_product(product, &t->compare);
	free(pattern);
	free(product);
	if (fault != FAULT_NONE)
		journal_fault(timer, fault);
	else
		journal_end(timer, r->c, rc);
}

void run_try(const struct cuda *c, const void *image, bool kernels, struct probe_try *t)
{
	struct runner r = { .c = c };

	if (!load(&r, image, t))
		return;
	if (kernels) {
		if (launch(&r, t))
			compare(&r, t);
		give_memory(&r);
	}
	c->unload(r.module);
}

/* --- rates ------------------------------------------------------------------------------- */

enum { REPEATS = 20 };
static const size_t COPY_BYTES = (size_t)256 << 20;

/* Bytes read and written a second, in 10^9; 0 where it cannot be measured. */
static double copy_rate(const struct cuda *c)
{
	cuda_address from = 0, to = 0;
	double started, ms = 0;
	int rc = c->alloc(&from, COPY_BYTES);

	if (rc == 0)
		rc = c->alloc(&to, COPY_BYTES);
	for (int i = -1; rc == 0 && i < REPEATS; i++) {
		started = os_clock_ms();
		rc = c->copy(to, from, COPY_BYTES);
		if (rc == 0)
			rc = c->finish();
		ms += i < 0 ? 0 : os_clock_ms() - started;
	}
	if (from)
		c->release_memory(from);
	if (to)
		c->release_memory(to);
	return rc || ms <= 0 ? 0 : 2e-6 * (double)COPY_BYTES * REPEATS / ms;
}

/* Two words of the bus in each clock. */
static double copy_expected(const struct cuda *c, int device)
{
	int khz = 0, bits = 0;

	if (c->attribute(&khz, CUDA_MEMORY_CLOCK_KHZ, device) ||
		c->attribute(&bits, CUDA_MEMORY_BUS_BITS, device) || khz <= 0 || bits <= 0)
		return 0;
	return 2e-6 * (double)khz * (double)bits / 8;
}

static double multiply_rate(struct runner *r)
{
	double started, ms = 0;
	int rc = r->c->function(&r->multiply, r->module, "probe_multiply");

	if (rc == 0)
		rc = take_memory(r);
	for (int i = -1; rc == 0 && i < REPEATS; i++) {
		started = os_clock_ms();
		rc = launch_multiply(r);
		if (rc == 0)
			rc = r->c->finish();
		ms += i < 0 ? 0 : os_clock_ms() - started;
	}
	give_memory(r);
	return rc || ms <= 0 ? 0 : 2e-6 * ROWS * ROWS * ROWS * REPEATS / ms;
}

void run_bench(const struct cuda *c, int device, struct probe_gpu *to)
{
	struct runner r = { .c = c };
	char log[16];

	to->copy_gbs = copy_rate(c);
	to->copy_expected_gbs = copy_expected(c, device);
	if (cuda_load(c, kernels_ptx().p, &r.module, log, sizeof log))
		return;
	to->multiply_gflops = multiply_rate(&r);
	c->unload(r.module);
}
