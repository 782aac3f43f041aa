#include "unit/unit.h"

#include "fact/wish.h"
#include "read/wish.h"

static struct requirement parsed(struct arena *a, const char *text)
{
	struct requirement r;
	struct err e;

	if (requirement_parse(a, span_of(text), &r, &e))
		fail_msg("%s", unit_err(&e));
	return r;
}

TEST(requirements_are_read)
{
	ARENA_AUTO a = { 0 };
	struct requirement r;

	r = parsed(&a, "Torch_Scatter [A.b, c] >=2.1, <2.4 ; python_version < '3.12' # why");

	assert_string_equal(r.name, "torch-scatter");
	assert_int_equal(r.n_extras, 2);
	assert_string_equal(r.extras[0], "a-b");
	assert_string_equal(pep440_set_text(&a, &r.set), "<2.4,>=2.1");
	assert_non_null(r.marker);
	r = parsed(&a, "torch (>=1.0)");
	assert_int_equal(r.set.n, 1);
	r = parsed(&a, "torch @ https://h.example/torch-2.1.0%2Bcu121.whl ; os_name == 'posix'");
	assert_string_equal(r.url, "https://h.example/torch-2.1.0%2Bcu121.whl");
	assert_non_null(r.marker);
	r = parsed(&a, "torch");
	assert_null(r.marker);
	assert_int_equal(r.set.n, 0);
}

TEST(requirements_that_are_none)
{
	static const char *const wrong[] = {
		"", "-e .", "torch=2.1", "torch 2.1", "torch[", "torch[a b]", "torch>=", "torch@",
		"torch; python > '3'", "torch; python_version <", "torch; (python_version < '3'",
		"torch; python_version < '3' and", "--index-url x", "torch==2.1 --hash=sha256:0",
	};
	ARENA_AUTO a = { 0 };
	struct requirement r;
	struct err e;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (requirement_parse(&a, span_of(wrong[i]), &r, &e) != ERR_INPUT)
			fail_msg("'%s' was taken", wrong[i]);
}

static enum marker_answer answer(const char *text, const struct marker_env *env)
{
	ARENA_AUTO a = { 0 };
	const struct marker *m;
	struct err e;

	if (marker_parse(&a, span_of(text), &m, &e))
		fail_msg("%s", unit_err(&e));
	return marker_eval(m, env);
}

TEST(markers_are_evaluated)
{
	static const struct {
		const char *text;
		enum marker_answer answer;
	} cases[] = {
		{ "python_version >= '3.8'", MARKER_YES },
		{ "python_version < '3.9'", MARKER_NO },
		{ "'3.9' <= python_version", MARKER_YES },
		{ "python_version == '3.1*'", MARKER_NO },
		{ "python_version == '3.10.*'", MARKER_YES },
		{ "platform_system == 'Linux' and platform_machine == 'x86_64'", MARKER_YES },
		{ "platform_system != \"Darwin\" or sys_platform == 'win32'", MARKER_YES },
		{ "os_name == 'nt' and (os_name == 'nt' or os_name == 'posix')", MARKER_NO },
		{ "sys_platform in 'linux linux2'", MARKER_YES },
		{ "platform_machine not in 'aarch64 arm64'", MARKER_YES },
		{ "extra == 'opt-einsum'", MARKER_NO },
		{ "platform_release >= '5.0'", MARKER_UNKNOWN },
		{ "platform_release >= '5.0' and os_name == 'nt'", MARKER_NO },
		{ "platform_release >= '5.0' or os_name == 'posix'", MARKER_YES },
		{ "os_name == 'posix' and platform_release >= '5.0'", MARKER_UNKNOWN },
		{ "os_name == 'nt' or platform_release >= '5.0'", MARKER_UNKNOWN },
		{ "platform_release >= '5.0' and os_name == 'posix'", MARKER_UNKNOWN },
		{ "platform_release >= '5.0' or os_name == 'nt'", MARKER_UNKNOWN },
	};
	struct marker_env env = marker_env_of("3.10", "linux-64");

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (answer(cases[i].text, &env) != cases[i].answer)
			fail_msg("%s", cases[i].text);
	env.v[MARKER_EXTRA] = "opt_einsum";
	assert_int_equal(answer("extra == 'opt-einsum'", &env), MARKER_YES);
}

static struct package_wish wish(struct arena *a, const char *text)
{
	struct package_wish w;
	struct err e;

	if (wish_parse(a, span_of(text), &w, &e))
		fail_msg("%s", unit_err(&e));
	return w;
}

TEST(wishes_in_both_notations)
{
	static const struct {
		const char *text, *name, *version;
		bool conda, has;
	} cases[] = {
		{ "torch==2.1.*", "torch", "2.1.2", false, true },
		{ "torch==2.1.2", "torch", "2.1.2+cu121", false, true },
		{ "torch==2.1.2+cu118", "torch", "2.1.2+cu121", false, false },
		{ "torch===2.1.2", "torch", "2.1.2", false, true },
		{ "torch>=2.1", "torch", "2.6.0rc1", false, false },
		{ "torch", "torch", "2.9.1", false, true },
		{ "pytorch", "torch", "2.9.1", false, true },
		{ "pytorch=2.1", "torch", "2.1.2+cu121", true, true },
		{ "torch=2.1", "torch", "2.10.0", true, false },
		{ "pytorch==2.1.2=py3.10_cuda12.1_cudnn8.9.2_0", "torch", "2.1.2", true, true },
		{ "conda-forge::pytorch>=2.5,<2.7", "torch", "2.6.0", true, true },
		{ "torch 2.1", "torch", "2.1.2", true, false },
		{ "torchvision 0.16.*", "torchvision", "0.16.2", true, true },
		{ "torch >=2.1", "torch", "2.6.0", false, true },
		{ "torch=2", "torch", "2.6.0rc1", true, false },
	};
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct package_wish w = wish(&a, cases[i].text);

		assert_string_equal(w.name, cases[i].name);
		if (w.conda != cases[i].conda ||
		    wish_has(&w, span_of(cases[i].version)) != cases[i].has)
			fail_msg("'%s' and %s", cases[i].text, cases[i].version);
	}
}
