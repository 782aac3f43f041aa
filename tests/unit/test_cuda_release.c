/* The CUDA release of a package whose name does not say it. */
#include "unit/unit.h"

#include <string.h>

#include "read/package/package_check.h"

/* Libraries and requirements, separated by blanks and semicolons; the release or "unknown". */
static const char *release(struct arena *a, const char *needed, const char *requires)
{
	struct package p = { .platform = "linux-64" };
	struct library l = { .path = "x/lib_x.so" };
	struct span rest = span_of(needed), one;

	while (span_next(&rest, ' ', &one))
		ARRAY_ADD(a, l.needed) = arena_span(a, one);
	ARRAY_ADD(a, p.libraries) = l;
	rest = span_of(requires);
	while (span_next(&rest, '|', &one))
		ARRAY_ADD(a, p.requires) = arena_span(a, one);
	package_cuda(a, &p);
	return p.cuda ? p.cuda : "unknown";
}

TEST(cuda_release_from_names)
{
	static const struct {
		const char *needed, *requires, *want;
	} cases[] = {
		{ "libc.so.6 libcudart.so.12", "", "12.x" },
		{ "libcudart.so.11.0 libcublas.so.11", "", "11.x" },
		{ "libcudart.so.10.2", "", "10.2" },
		{ "libcudart-6d56b25a.so.11.0", "", "11.x" },
		{ "libcudart.459720b2.so.10.2", "", "10.2" },
		{ "cudart64_12.dll", "", "12.x" },
		{ "cudart64_110.dll", "", "11.x" },
		{ "cudart64_101.dll", "", "10.1" },
		{ "nvrtc64_112_0.dll", "", "11.x" },
		{ "libcufft.so.11 libcusolver.so.11 libcurand.so.10", "", "unknown" },
		{ "libcudart.so.11.0 libcudart.so.12", "", "unknown" },
		{ "libcudart.so.99999999999999999999", "", "unknown" },
		{ "libcudart.so. .so.12 64_12.dll", "", "unknown" },
		{ "", "nvidia-cuda-runtime-cu12==12.6.77", "12.6" },
		{ "libcudart.so.12", "nvidia-cuda-runtime-cu12==12.6.77", "12.6" },
		{ "libcudart.so.12", "nvidia-cuda-runtime-cu11==11.8.89", "12.x" },
		{ "", "nvidia-cuda-runtime-cu12==12.6.77; sys_platform == 'win32'", "unknown" },
		{ "", "nvidia-cuda-runtime-cu12==12.6.77; extra == 'cuda'", "unknown" },
		{ "", "cuda-toolkit[cublas]==13.*", "13.x" },
		{ "", "nvidia-cuda-runtime", "unknown" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ARENA_AUTO a = { 0 };

		assert_string_equal(release(&a, cases[i].needed, cases[i].requires),
				    cases[i].want);
	}
}

TEST(cuda_release_of_a_bundled_runtime)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .platform = "linux-64" };

	ARRAY_ADD(&a, p.libraries) = (struct library){ .path = "a/libcudart-0a1b2c3d.so.12",
						       .product = PRODUCT_CUDART,
						       .version = "12.8" };
	package_cuda(&a, &p);
	assert_string_equal(p.cuda, "12.8");
}

TEST(cuda_release_against_the_name)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .platform = "linux-64", .cuda = "11.8" };

	ARRAY_ADD(&a, p.libraries) = (struct library){ .path = "a/libcudart.so.12" };
	package_cuda(&a, &p);
	assert_string_equal(p.cuda, "11.8");
	assert_int_equal(p.findings.n, 1);
	assert_int_equal(p.findings.v[0].code, CP408);
}

TEST(requirements_that_count)
{
	ARENA_AUTO a = { 0 };
	struct package p = { .platform = "linux-64", .glibc_min = "2.28", .glibc_needed = "2.17" };

	assert_true(package_requires(&a, &p, "x==1; platform_system == 'Linux'"));
	assert_false(package_requires(&a, &p, "x==1; platform_system == 'Windows'"));
	assert_true(package_requires(&a, &p, "what is this"));
	assert_string_equal(package_glibc(&p), "2.28");
	p.glibc_needed = "2.32";
	assert_string_equal(package_glibc(&p), "2.32");
	p.glibc_min = NULL;
	assert_string_equal(package_glibc(&p), "2.32");
}
