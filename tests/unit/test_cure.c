/* Cures, applied to the list that they were made for, leave nothing to cure. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "know/host.h"
#include "check/checkup.h"
#include "read/env/env.h"
#include "show/finding.h"
#include "unit.h"

enum { LINES = 64 };

/* A list of pip or of conda, by name. */
struct listing {
	struct arena *a;
	const char *name[LINES], *version[LINES], *build[LINES];
	size_t n;
	bool conda;
};

struct room {
	struct arena a;
	struct matrix *m;
	struct catalogue c;
	struct shelf shelf;
	struct hosts hosts;
	struct env env;
};

static size_t at(const struct listing *l, const char *name)
{
	size_t i = 0;

	while (i < l->n && strcmp(l->name[i], name) != 0)
		i++;
	return i;
}

static void put(struct listing *l, const char *name, const char *version, const char *build)
{
	size_t i = at(l, name);

	assert_true(i < LINES);
	l->n += i == l->n;
	l->name[i] = name;
	l->version[i] = version;
	l->build[i] = build;
}

static void drop(struct listing *l, const char *name)
{
	size_t i = at(l, name);

	if (i == l->n)
		return;
	l->n--;
	l->name[i] = l->name[l->n];
	l->version[i] = l->version[l->n];
	l->build[i] = l->build[l->n];
}

static struct span text_of(const struct listing *l)
{
	struct buf b = BUF(1 << 16);
	const char *text;

	if (l->conda)
		buf_str(&b, "# Name                    Version                   Build  Channel\n");
	for (size_t i = 0; i < l->n; i++) {
		if (l->conda)
			buf_printf(&b, "%-25s %-24s %s  %s\n", l->name[i], l->version[i],
				   l->build[i] ? l->build[i] : "pypi_0",
				   l->build[i] ? "pytorch" : "pypi");
		else
			buf_printf(&b, "%s==%s\n", l->name[i], l->version[i]);
	}
	text = arena_str(l->a, buf_cstr(&b));
	buf_free(&b);
	return span_of(text);
}

static void load(struct room *r, const char *gpu, const char *driver)
{
	struct host h = host_new("test");
	struct gpu g = gpu_new(0);
	struct err e;

	memset(r, 0, sizeof *r);
	assert_int_equal(matrix_open(&r->a, TEST_MATRIX, &r->m, &e), 0);
	assert_int_equal(catalogue_open(&r->a, r->m, &r->c, &e), 0);
	assert_int_equal(catalogue_platform(&r->c, "linux-64", &e), 0);
	h.platform = "linux-64";
	h.driver = driver;
	h.gpus_known = true;
	g.name = gpu;
	ARRAY_ADD(&r->a, h.gpus) = g;
	assert_int_equal(host_complete(r->m, &r->a, &h, &e), 0);
	r->hosts = (struct hosts){ .v = arena_new(&r->a, struct host), .n = 1, .room = 1 };
	r->hosts.v[0] = h;
}

static struct checkup judge(struct room *r, const struct listing *l)
{
	struct envs envs = { 0 };
	struct installed here;
	struct checkup k;
	struct err e;

	if (read_envs(&r->a, "list", text_of(l), ENV_AS_INSTALLED, NULL, &envs, &e))
		fail_msg("%s", unit_err(&e));
	struct env *env = arena_new(&r->a, struct env);

	*env = envs.v[0];
	here = installed_find(&r->a, &r->c, env, r->hosts.v, "linux-64");
	assert_int_equal(shelf_read(r->m, &r->a, here.version, true, &r->shelf, &e), 0);
	k = checkup_make(&r->a, &r->c, &r->shelf, env, &r->hosts);
	checkup_run(&k);
	return k;
}

/* "torch==2.5.1", "numpy<2", "pytorch=2.1.0=build": what the installer would bring. */
static void install(struct listing *l, const char *spec, bool conda)
{
	size_t n = strcspn(spec, "=<>");
	const char *name = arena_span(l->a, (struct span){ spec, n });
	const char *rest = spec + n + strspn(spec + n, "=<>"), *eq = strchr(rest, '=');

	if (spec[n] == '<') {
		put(l, name, strcmp(name, "numpy") == 0 ? "1.26.4" : "2023.1.0",
		    conda ? "h0_0" : NULL);
		return;
	}
	put(l, name, eq ? arena_span(l->a, (struct span){ rest, (size_t)(eq - rest) }) : rest,
	    !conda ? NULL : eq ? eq + 1 : "h0_0");
}

static void apply_one(struct listing *l, const struct step *s)
{
	for (size_t i = 0; i < s->specs.n; i++)
		if (s->verb == STEP_INSTALL)
			install(l, s->specs.v[i], s->of == MANAGER_CONDA);
		else if (s->verb == STEP_REMOVE)
			drop(l, s->specs.v[i]);
}

/* pip brings the packages that a torch pins. */
static void add_pins(struct room *r, struct listing *l, const struct checkup *k)
{
	const struct installed *t = &k->here;
	struct err e;

	if (!t->pip || !t->variant || t->pip != t->torch)
		return;
	assert_int_equal(shelf_read(r->m, &r->a, t->version, true, &r->shelf, &e), 0);
	for (size_t i = 0; i < r->shelf.pins.n; i++)
		if (strcmp(r->shelf.pins.v[i].variant, t->variant) == 0)
			put(l, r->shelf.pins.v[i].package, r->shelf.pins.v[i].version, NULL);
}

static void check_cured(struct listing *l, const char *gpu, const char *driver,
			enum finding_code code)
{
	struct room r;
	struct checkup k;
	bool found = false;

	load(&r, gpu, driver);
	l->a = &r.a;
	k = judge(&r, l);
	for (size_t i = 0; i < k.found.n; i++) {
		found |= k.found.v[i].what.code == code;
		for (size_t c = 0; c < k.found.v[i].cure.n; c++)
			apply_one(l, &k.found.v[i].cure.v[c]);
	}
	if (!found)
		fail_msg("%u is not found", (unsigned)code);
	k = judge(&r, l);
	add_pins(&r, l, &k);
	k = judge(&r, l);
	for (size_t i = 0; i < k.found.n; i++)
		if (k.found.v[i].severity > SEVERITY_NOTE)
			fail_msg("after the cure of CP%03u: CP%03u %s", (unsigned)code,
				 (unsigned)k.found.v[i].what.code,
				 show_found_cause(&r.a, &k.found.v[i]));
	matrix_close(r.m);
	arena_free(&r.a);
}

static struct listing list(bool conda, const char *const (*rows)[3], size_t n)
{
	struct listing l = { .conda = conda };

	for (size_t i = 0; i < n; i++)
		put(&l, rows[i][0], rows[i][1], rows[i][2]);
	return l;
}

#define LISTED(conda, ...) \
	list(conda, (const char *const [][3]){ __VA_ARGS__ }, \
	     sizeof (const char *const [][3]){ __VA_ARGS__ } / sizeof (const char *[3]))

TEST(cure_cpu_build_of_pip)
{
	struct listing l = LISTED(false, { "torch", "2.5.1+cpu" }, { "torchvision", "0.20.1+cpu" },
				{ "numpy", "2.1.0" });

	check_cured(&l, "NVIDIA GeForce RTX 3090", "550.54.15", CP201);
}

TEST(cure_gpu_without_code)
{
	struct listing l = LISTED(false, { "torch", "2.5.1+cu124" },
				  { "torchaudio", "2.5.1+cu124" });

	check_cured(&l, "NVIDIA GeForce RTX 5090", "580.65.06", CP202);
}

TEST(cure_old_driver)
{
	struct listing l =
		LISTED(false, { "torch", "2.5.1+cu124" }, { "torchvision", "0.20.1+cu124" });

	check_cured(&l, "Tesla V100-SXM2-16GB", "470.82.01", CP203);
}

TEST(cure_wrong_companions)
{
	struct listing l =
		LISTED(false, { "torch", "2.2.2+cu121" }, { "torchvision", "0.16.0+cu118" },
		     { "torchaudio", "2.1.0+cu118" }, { "numpy", "1.26.4" });

	check_cured(&l, "NVIDIA A100-SXM4-40GB", "535.54.03", CP204);
}

TEST(cure_mixed_majors_numpy_triton)
{
	struct listing l = LISTED(false, { "torch", "2.2.2" }, { "triton", "2.0.0" },
				{ "nvidia-cublas-cu11", "11.11.3.6" }, { "numpy", "2.1.0" },
				{ "nvidia-cudnn-cu12", "8.9.0.1" });

	check_cured(&l, "NVIDIA A100-SXM4-40GB", "535.54.03", CP208);
}

TEST(cure_numpy_2)
{
	struct listing l = LISTED(false, { "torch", "2.1.2+cu121" }, { "numpy", "2.0.0" });

	check_cured(&l, "NVIDIA A100-SXM4-40GB", "535.54.03", CP118);
}

TEST(cure_old_cudnn)
{
	struct listing l = LISTED(false, { "torch", "2.5.1" }, { "nvidia-cudnn-cu12", "8.9.2.26" });

	check_cured(&l, "NVIDIA A100-SXM4-40GB", "550.54.15", CP209);
}

TEST(cure_cpu_build_of_conda)
{
	struct listing l = LISTED(true, { "cpuonly", "2.0", "0" }, { "python", "3.11.9", "h0_0" },
				{ "pytorch", "2.4.1", "py3.11_cpu_0" },
				{ "torchvision", "0.19.1", "py311_cpu" });

	check_cured(&l, "NVIDIA A100-SXM4-40GB", "535.54.03", CP201);
}

TEST(cure_two_owners)
{
	struct listing l = LISTED(true, { "python", "3.10.14", "h0_0" }, { "torch", "2.3.0" },
				{ "pytorch", "2.1.2", "py3.10_cuda11.8_cudnn8.7.0_0" },
				{ "pytorch-cuda", "11.8", "h7e8668a_5" });

	check_cured(&l, "NVIDIA A100-SXM4-40GB", "535.54.03", CP205);
}

TEST(cure_new_mkl)
{
	struct listing l =
		LISTED(true, { "python", "3.10.14", "h0_0" }, { "mkl", "2024.2.0", "h0_0" },
		     { "pytorch", "2.1.2", "py3.10_cuda11.8_cudnn8.7.0_0" });

	check_cured(&l, "NVIDIA A100-SXM4-40GB", "535.54.03", CP119);
}
