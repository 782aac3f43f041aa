#include "unit/unit.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "fact/cuda_error.h"
#include "check/check_verified.h"
#include "os/child.h"
#include "probe/kernels.h"
#include "read/env/cuda_env.h"
#include "read/package/container.h"

TEST(cuda_codes_ascend_and_have_findings)
{
	const struct cuda_error *last = NULL, *now;

	for (int code = 0; code < 1000; code++) {
		if (!(now = cuda_error(code)))
			continue;
		assert_int_equal(now->code, code);
		assert_true(!last || last < now);
		assert_non_null(finding_info(now->finding));
		last = now;
	}
	assert_non_null(last);
	assert_int_equal(cuda_error_finding(703), CP519);
	assert_int_equal(cuda_error_finding(4242), CP517);
	assert_null(cuda_error(4242));
}

TEST(ptx_gets_another_version)
{
	char text[16384];

	assert_non_null(strstr(kernels_ptx().p, "\n.version 3.2\n.target sm_30\n"));
	assert_true(kernels_ptx_as(94, text, sizeof text));
	assert_non_null(strstr(text, "\n.version 9.4\n.target sm_30\n"));
	assert_int_equal(strlen(text), kernels_ptx().n);
	assert_string_equal(strstr(text, ".target"), strstr(kernels_ptx().p, ".target"));
	assert_false(kernels_ptx_as(94, text, 100));
	for (size_t i = 1; i < kernels_isas_n; i++)
		assert_true(kernels_isas[i - 1] < kernels_isas[i]);
}

TEST(ptx_and_source_name_the_same_kernels)
{
	assert_non_null(strstr(kernels_ptx().p, ".entry probe_fill("));
	assert_non_null(strstr(kernels_ptx().p, ".entry probe_multiply("));
	assert_non_null(strstr(kernels_source().p, "void probe_fill("));
	assert_non_null(strstr(kernels_source().p, "void probe_multiply("));
}

/* --- containers ------------------------------------------------------------------------------ */

static void pick(struct arena *a, const char *name, struct container *c)
{
	BLOB_AUTO s = { 0 };
	struct err e;

	assert_int_equal(blob_file(a, arena_printf(a, TEST_FILES "binary/%s", name), &s, &e), 0);
	assert_int_equal(container_pick(a, &s, c, &e), 0);
}

TEST(container_is_cut_out_whole)
{
	ARENA_AUTO a = { 0 };
	struct container c;
	char text[SM_TEXT];

	pick(&a, "libzstd.so", &c);
	assert_int_equal(le64((const uint8_t *)c.bytes.p + 8) + 16, c.bytes.n);
	assert_int_equal(c.sass.n, 2);
	assert_string_equal(sm_text(c.sass.v[1], text), "86");
	assert_int_equal(c.ptx_list.n, 1);
	assert_int_equal(c.cubins.n + c.ptx.n, c.bytes.n + 16);
	assert_int_equal(container_only(&a, c.cubins, CODE_PTX).n, 0);
	assert_int_equal(container_only(&a, c.cubins, CODE_SASS).n, c.cubins.n);
}

TEST(no_container_is_an_answer)
{
	ARENA_AUTO a = { 0 };
	struct blob s = blob_memory("text", "no device code in here", 22);
	struct container c;
	struct err e;

	assert_int_equal(container_pick(&a, &s, &c, &e), ERR_NONE);
}

/* --- children -------------------------------------------------------------------------------- */

static void work(void *own)
{
	const char *what = own;

	printf("begins %s\nand goes on\n", what);
	fflush(stdout);
	if (strcmp(what, "crash") == 0)
		raise(SIGABRT);
	if (strcmp(what, "closed") == 0)
		for (int fd = STDERR_FILENO + 1; fd < 256; fd++)
			close(fd);
	if (strcmp(what, "server") == 0 && fork() == 0) {
		setsid();
		sleep(8);
	}
	while (strcmp(what, "hang") == 0 || strcmp(what, "closed") == 0)
		pause();
	if (strcmp(what, "fail") == 0)
		_exit(3);
}

TEST(children_end_in_their_own_ways)
{
	static const struct {
		const char *what;
		enum child_end end;
		int number;
	} cases[] = {
		{ "well", CHILD_DONE, 0 },
		{ "crash", CHILD_CRASHED, SIGABRT },
		{ "hang", CHILD_HUNG, 0 },
		{ "fail", CHILD_FAILED, 3 },
		/* Closes what it inherits, and goes on; ends, and leaves a server behind. */
		{ "closed", CHILD_HUNG, 0 },
		{ "server", CHILD_DONE, 0 },
	};
	enum { N = sizeof cases / sizeof *cases };
	ARENA_AUTO a = { 0 };
	struct child c[N];
	int interrupted;

	for (int i = 0; i < N; i++)
		c[i] = (struct child){ .work = work, .own = arena_str(&a, cases[i].what),
				       .limit_ms = cases[i].end == CHILD_HUNG ? 300 : 20000 };
	child_run_all(&a, c, N, &interrupted);
	assert_int_equal(interrupted, 0);
	for (int i = 0; i < N; i++) {
		assert_int_equal(c[i].end, cases[i].end);
		assert_int_equal(c[i].number, cases[i].number);
		assert_true(span_ends(c[i].output, "and goes on\n"));
		assert_true(c[i].ms < 5000);
	}
}

TEST(a_program_that_is_not_there_fails_with_a_word)
{
	const char *argv[] = { "/nonexistent/python", NULL };
	ARENA_AUTO a = { 0 };
	struct child c = { .argv = argv, .limit_ms = 20000 };
	int interrupted;

	child_run_all(&a, &c, 1, &interrupted);
	assert_int_equal(c.end, CHILD_FAILED);
	assert_int_equal(c.number, 127);
	assert_true(span_find(c.output, "No such file") > 0);
}

TEST(the_state_of_a_process_is_read)
{
	assert_int_equal(child_state(getpid()), 'R');
	assert_int_equal(child_state(-7), 0);
}

/* --- environments ---------------------------------------------------------------------------- */

static struct cuda_env env_of(struct arena *a, const char *root, const char *prefix)
{
	struct place p = { .root = arena_printf(a, TEST_FILES "cuda_env/%s", root) };
	struct cuda_env env;
	struct err e;

	assert_int_equal(cuda_env_find(a, &p, prefix, &env, &e), 0);
	return env;
}

TEST(libraries_of_a_venv_with_cuda_13)
{
	ARENA_AUTO a = { 0 };
	struct cuda_env env = env_of(&a, "cu13", "/venv");

	assert_string_equal(env.torch, "2.13.0+cu130");
	assert_string_equal(env.torch_cuda, "13.0");
	assert_true(span_ends(span_of(env.cudart), "/nvidia/cu13/lib/libcudart.so.13"));
	assert_true(span_ends(span_of(env.nvrtc), "/nvidia/cu13/lib/libnvrtc.so.13"));
	assert_true(span_ends(span_of(env.nvrtc_builtins), "/libnvrtc-builtins.so.13.0"));
	assert_true(span_ends(span_of(env.cudnn), "/nvidia/cudnn/lib/libcudnn.so.9"));
	assert_true(span_ends(span_of(env.libtorch_cuda), "/torch/lib/libtorch_cuda.so"));
	assert_string_equal(env.python, "/venv/bin/python");
}

/* Leftovers of another major beside it do not count. */
TEST(libraries_of_torchs_own_major_come_first)
{
	ARENA_AUTO a = { 0 };
	struct cuda_env env = env_of(&a, "mixed", "/venv");

	assert_true(span_ends(span_of(env.cudart), "/nvidia/cuda_runtime/lib/libcudart.so.12"));
	assert_string_equal(env.cudart_version, "12");
}

TEST(libraries_inside_torch_of_old_wheels)
{
	ARENA_AUTO a = { 0 };
	struct cuda_env env = env_of(&a, "bundled", "/venv");

	assert_true(span_ends(span_of(env.cudart), "/torch/lib/libcudart-d0da41ae.so.11.0"));
	assert_string_equal(env.cudart_version, "11.0");
}

TEST(libraries_of_a_conda_prefix)
{
	ARENA_AUTO a = { 0 };
	struct cuda_env env = env_of(&a, "conda", "/opt/env");

	assert_string_equal(env.cudart, "/opt/env/lib/libcudart.so.12");
	assert_null(env.torch);
	assert_null(env.nvrtc);
}

TEST(libraries_of_a_target_on_arm)
{
	ARENA_AUTO a = { 0 };
	struct cuda_env env = env_of(&a, "conda-arm", "/opt/env");

	assert_string_equal(env.cudart, "/opt/env/targets/sbsa-linux/lib/libcudart.so.12");
}
