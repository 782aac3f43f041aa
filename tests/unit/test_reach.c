/* What the libraries of a package promise together. */
#include "unit/unit.h"

#include <string.h>

#include "base/opt.h"
#include "know/matrix.h"
#include "plan/reach.h"

static void lists(const char *sass, const char *ptx, struct library *l)
{
	assert_true(sm_list_parse(span_of(sass), &l->sass));
	assert_true(sm_list_parse(span_of(ptx), &l->ptx));
}

static void add(struct arena *a, struct package *p, const char *path, const char *sass,
		const char *ptx)
{
	struct library l = { .path = path, .format = PACKAGE_ELF };

	lists(sass, ptx, &l);
	ARRAY_ADD(a, p->libraries) = l;
}

/* "cubin", "ptx", "part" or "never" for one compute capability. */
static const char *served(struct arena *a, const struct package *p, const char *sm)
{
	MATRIX_AUTO m = NULL;
	struct catalogue c;
	struct reach r;
	struct err e;
	struct sm want;

	assert_true(sm_parse(span_of(sm), &want));
	if (matrix_open(a, TEST_MATRIX, &m, &e) || catalogue_open(a, m, &c, &e))
		fail_msg("%s", unit_err(&e));
	r = reach_of(a, &c, p);
	for (size_t i = 0; i < r.ccs.n; i++) {
		const struct reach_cc *cc = &r.ccs.v[i];

		if (!sm_equal(cc->cc->sm, want))
			continue;
		if (cc->via == REACH_NEVER)
			return cc->some ? "part" : "never";
		return cc->via == REACH_CUBIN ? "cubin" : "ptx";
	}
	return "no such capability";
}

/* Lists that differ word by word may serve the same GPU. */
TEST(reach_by_library)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .scanned = SCANNED_EXACT };

	add(&a, &p, "libx.so", "75 80 90", "");
	add(&a, &p, "liby.so", "75 86 90a", "");
	assert_string_equal(served(&a, &p, "75"), "cubin");
	assert_string_equal(served(&a, &p, "86"), "cubin");
	assert_string_equal(served(&a, &p, "90"), "cubin");
	assert_string_equal(served(&a, &p, "80"), "part");
	assert_string_equal(served(&a, &p, "120"), "never");
}

/* bitsandbytes has one library for each CUDA, and loads one of them. */
TEST(reach_of_alternatives)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .scanned = SCANNED_EXACT };

	add(&a, &p, "b/libb_cuda118.so", "60 75 80", "");
	add(&a, &p, "b/libb_cuda118_plain.so", "50 60", "");
	add(&a, &p, "b/libb_cuda128.so", "75 80 120", "");
	add(&a, &p, "b/libother.so", "50 80 120", "");
	assert_string_equal(served(&a, &p, "50"), "cubin");
	assert_string_equal(served(&a, &p, "120"), "cubin");
	assert_string_equal(served(&a, &p, "75"), "part");
	assert_string_equal(served(&a, &p, "90"), "never");
}

static const char *unpacked_by(struct arena *a, const struct package *p)
{
	MATRIX_AUTO m = NULL;
	struct catalogue c;
	struct err e;

	if (matrix_open(a, TEST_MATRIX, &m, &e) || catalogue_open(a, m, &c, &e))
		fail_msg("%s", unit_err(&e));
	return reach_of(a, &c, p).zstd_driver;
}

/* The library of CUDA 11.8 is loaded by a driver that cannot unpack that of 12.8. */
TEST(reach_of_packed_alternatives)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .platform = "linux-64", .scanned = SCANNED_EXACT };
	struct code_count one = { .key = { .kind = CODE_SASS, .codec = CODEC_ZSTD }, .n = 1 };

	p.codec[CODEC_ZSTD] = true;
	add(&a, &p, "b/libb_cuda128.so", "75 80", "");
	ARRAY_ADD(&a, p.libraries.v[0].code) = one;
	assert_non_null(unpacked_by(&a, &p));
	add(&a, &p, "b/libb_cuda118.so", "75 80", "");
	assert_null(unpacked_by(&a, &p));
	add(&a, &p, "b/libother.so", "75 80", "");
	ARRAY_ADD(&a, p.libraries.v[2].code) = one;
	assert_non_null(unpacked_by(&a, &p));
}

/* What holds kernels of single architectures only does not take the others away. */
TEST(reach_beside_special)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .scanned = SCANNED_EXACT };

	add(&a, &p, "v/_C.so", "80 90", "");
	add(&a, &p, "v/_fa3.so", "90a", "");
	assert_string_equal(served(&a, &p, "80"), "cubin");
	p.libraries.n = 0;
	add(&a, &p, "v/_fa3.so", "90a", "");
	assert_string_equal(served(&a, &p, "90"), "cubin");
	assert_string_equal(served(&a, &p, "80"), "never");
}

/* cuDNN chooses among its kernels; a library of others needs every one of its own. */
TEST(reach_of_kernels)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .scanned = SCANNED_EXACT };
	struct library *l;

	add(&a, &p, "libcudnn_cnn.so.9", "75 80 90a", "");
	l = &p.libraries.v[0];
	l->has_common = true;
	assert_true(sm_list_parse(span_of("75"), &l->common));
	assert_string_equal(served(&a, &p, "80"), "part");
	l->product = PRODUCT_CUDNN;
	assert_string_equal(served(&a, &p, "80"), "cubin");
}

/* Bundled libraries of NVIDIA decide only where there is nothing else. */
TEST(reach_of_bundled)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .name = "torchvision", .scanned = SCANNED_EXACT };

	add(&a, &p, "torchvision.libs/libnvjpeg.so.13", "75 80", "");
	p.libraries.v[0].product = PRODUCT_NVJPEG;
	assert_string_equal(served(&a, &p, "80"), "cubin");
	add(&a, &p, "torchvision/_C.so", "70", "");
	assert_string_equal(served(&a, &p, "70"), "cubin");
	assert_string_equal(served(&a, &p, "80"), "never");
	p.name = "nvidia-nvjpeg";
	assert_string_equal(served(&a, &p, "70"), "part");
}

/* torch 1.0 prints no list of its own, and no target is in every part of it. */
TEST(reach_of_old_torch)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .name = "torch", .torch = true, .scanned = SCANNED_EXACT,
			     .has_complete = true };

	add(&a, &p, "torch/lib/libcaffe2_gpu.so", "35 50", "50");
	assert_string_equal(served(&a, &p, "50"), "cubin");
	assert_string_equal(served(&a, &p, "80"), "ptx");
}
