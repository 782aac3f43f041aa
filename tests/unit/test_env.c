#include "show/words.h"
#include "unit/unit.h"

#include <string.h>

#include "os/io.h"
#include "read/env/env.h"
#include "read/env/env_private.h"
#include "read/env/toml_private.h"

static struct env only(struct arena *a, const char *text, enum env_as as)
{
	struct envs envs = { 0 };
	struct err e = { 0 };

	if (read_envs(a, "text", span_of(text), as, NULL, &envs, &e))
		fail_msg("%s", unit_err(&e));
	assert_int_equal(envs.n, 1);
	return envs.v[0];
}

TEST(env_two_prefixes_are_two_environments)
{
	ARENA_AUTO a = { 0 };
	struct envs envs = { 0 };
	struct err e;
	const char *text = "# packages in environment at /a:\n# Name Version Build Channel\n"
			   "python 3.11.1 h_0\n\n# packages in environment at /b:\n"
			   "# Name Version Build Channel\npython 3.12.1 h_0\n";

	assert_int_equal(read_envs(&a, "t", span_of(text), ENV_AS_ANY, NULL, &envs, &e), 0);
	assert_int_equal(envs.n, 2);
	assert_string_equal(envs.v[0].python, "3.11");
	assert_string_equal(envs.v[1].prefix, "/b");
	assert_string_equal(envs.v[1].packages.v[0].version, "3.12.1");
}

TEST(env_encodings_say_the_same)
{
	static const char wide[] = "\xFF\xFEt\0o\0r\0c\0h\0=\0=\0002\0.\0001\0\n\0";
	ARENA_AUTO a = { 0 };
	struct envs envs = { 0 };
	struct err e;

	assert_int_equal(read_envs(&a, "t", (struct span){ wide, sizeof wide - 1 },
				   ENV_AS_INSTALLED, NULL, &envs, &e), 0);
	assert_string_equal(envs.v[0].packages.v[0].name, "torch");
	assert_string_equal(envs.v[0].packages.v[0].version, "2.1");
}

/* Each thing that is asked for lies at its bytes of the file. */
static void check_spots(const char *text, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct env e = only(&a, text, ENV_AS_DECLARED);
	size_t found = 0;

	for (size_t i = 0; i < e.declared.n; i++) {
		struct span rest = span_of(text), line = { NULL, 0 };
		struct spot at = e.declared.v[i].origin.spot;

		for (unsigned k = 0; k < at.line; k++)
			assert_true(span_line(&rest, &line));
		if (!at.line)
			continue;
		assert_true(at.begin < at.end && at.end <= line.n);
		line = span_sub(line, at.begin, at.end - at.begin);
		assert_true(span_is(line, e.declared.v[i].text) || span_is(line, "^2.1"));
		found++;
	}
	assert_int_equal(found, n);
}

TEST(env_words_lie_where_they_say)
{
	check_spots("# é\n  torch==2.1.0 ; python_version > '3.8'  # why\r\n"
		    "numpy==1.26.4 \\\n  --hash=sha256:00\n", 2);
	check_spots("name: é\nchannels: [pytorch]\ndependencies:\n  - \"pytorch=2.1\"\n"
		    "  - pip:\n    - 'torchvision'\n", 2);
	check_spots("[project]\nname = \"é\"\ndependencies = [\"é\", 'torch>=2', \"numpy\"]\n",
		    3);
	check_spots("[tool.poetry.dependencies]\ntorch = { version = \"^2.1\" }\n", 1);
}

TEST(env_pins_are_what_the_caller_says)
{
	ARENA_AUTO a = { 0 };
	const char *text = "torch==2.1.0+cu121\nnumpy==1.26.4\n";
	struct env wish = only(&a, text, ENV_AS_ANY), have = only(&a, text, ENV_AS_INSTALLED);

	assert_int_equal(wish.declared.n, 2);
	assert_int_equal(wish.packages.n, 0);
	assert_int_equal(have.packages.n, 2);
	assert_string_equal(have.packages.v[0].local, "cu121");
	assert_int_equal(have.packages.v[1].origin.line, 2);
}

TEST(env_included_files_are_not_read_without_leave)
{
	ARENA_AUTO a = { 0 };
	struct env e = only(&a, "-r /etc/passwd\ntorch\n", ENV_AS_DECLARED);

	assert_int_equal(e.declared.n, 1);
	assert_int_equal(e.problems.n, 1);
	assert_non_null(strstr(words_phrase(&a, &e.problems.v[0].what), "is not read"));
}

TEST(env_nothing_of_the_kind_is_refused)
{
	ARENA_AUTO a = { 0 };
	struct envs envs = { 0 };
	struct err e = { 0 };

	assert_int_equal(read_envs(&a, "t", SPAN("Dear all, it does not work.\n"), ENV_AS_ANY, NULL,
				   &envs, &e), ERR_INPUT);
	assert_non_null(strstr(unit_err(&e), "t: holds no packages"));
	assert_int_equal(read_envs(&a, "t", SPAN(" \n"), ENV_AS_ANY, NULL, &envs, &e), ERR_INPUT);
	assert_int_equal(read_envs(&a, "t", (struct span){ "\1\2\3\4\5\6\7\1", 8 }, ENV_AS_ANY,
				   NULL, &envs, &e), ERR_INPUT);
}

TEST(env_bomb_of_aliases_is_refused)
{
	ARENA_AUTO a = { 0 };
	char text[2000] = "dependencies: &a0 [x]\n";
	size_t n = strlen(text);
	struct env e;

	for (int i = 1; i < 30; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "k%d: &a%d [*a%d, *a%d]\n", i, i,
				      i - 1, i - 1);
	e = only(&a, text, ENV_AS_ANY);
	assert_int_equal(e.problems.n, 1);
	assert_non_null(strstr(words_phrase(&a, &e.problems.v[0].what), "limit"));
}

/* A list that is cut says less, never something else. */
static void check_cuts(const char *file)
{
	ARENA_AUTO a = { 0 };
	struct span s;
	struct err e;

	assert_int_equal(io_read(&a, file, IO_MAX, &s, &e), 0);
	for (size_t n = 0; n < s.n; n += 3) {
		ARENA_AUTO b = { 0 };
		struct envs envs = { 0 };

		if (read_envs(&b, "cut", span_sub(s, 0, n), ENV_AS_ANY, NULL, &envs, &e))
			assert_true(unit_err(&e)[0]);
		else
			assert_true(envs.n > 0);
	}
}

TEST(env_every_prefix_of_a_text_is_read)
{
	check_cuts(TEST_FILES "env/conda_list.txt");
	check_cuts(TEST_FILES "env/pip_inspect.txt");
	check_cuts(TEST_FILES "env/environment.yml");
	check_cuts(TEST_FILES "env/pyproject.toml");
	check_cuts(TEST_FILES "env/pip_list_v.txt");
	check_cuts(TEST_FILES "env/requirements.txt");
}

TEST(poetry_versions_become_specifiers)
{
	static const char *const pairs[][2] = {
		{ "^1.2.3", ">=1.2.3,<2" }, { "^0.2.3", ">=0.2.3,<0.3" },
		{ "^0.0.3", ">=0.0.3,<0.0.4" },
		{ "^0", ">=0,<1" }, { "~1.2", ">=1.2,<1.3" }, { "~1", ">=1,<2" }, { "*", "" },
		{ "1.2.*", "==1.2.*" }, { ">=1, <2", ">=1,<2" }, { "~=1.4", "~=1.4" },
		{ "=1.2", "==1.2" },
	};
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		assert_string_equal(env_poetry_version(&a, span_of(pairs[i][0])), pairs[i][1]);
	assert_null(env_poetry_version(&a, SPAN("^1 || ^2")));
	assert_null(env_poetry_version(&a, SPAN("^x")));
}

TEST(toml_strings_of_all_kinds)
{
	ARENA_AUTO a = { 0 };
	struct tree *t;
	struct err e;
	const char *text = "a = \"x\\t\\u00e9\\\"\"\nb = 'c:\\d'\nc = \"\"\"\n"
			   "one\\\n   two\"\"\"\"\nd = '''\nl1\nl2'''\n"
			   "\"e f\".g = 1 # remark\n[[h]]\n"
			   "i = {j = [1,\n 2,]}\n";

	assert_int_equal(toml_parse(&a, span_of(text), &t, &e), 0);
	assert_string_equal(tree_get_text(t, "a"), "x\t\xC3\xA9\"");
	assert_string_equal(tree_get_text(t, "b"), "c:\\d");
	assert_string_equal(tree_get_text(t, "c"), "onetwo\"");
	assert_string_equal(tree_get_text(t, "d"), "l1\nl2");
	assert_string_equal(tree_text(tree_at(t, "e f.g")), "1");
	assert_string_equal(tree_get(t, "h")->first->first->first->last->text, "2");
	assert_int_equal(tree_get(t, "h")->first->first->first->last->line, 12);
}

TEST(toml_faults_name_the_line)
{
	ARENA_AUTO a = { 0 };
	struct tree *t;
	struct err e;

	assert_int_equal(toml_parse(&a, SPAN("a = 1\nb = [1\n"), &t, &e), ERR_INPUT);
	assert_non_null(strstr(unit_err(&e), "line 3"));
	assert_string_equal(tree_get_text(t, "a"), "1");
	assert_int_equal(toml_parse(&a, SPAN("a = \"x\n"), &t, &e), ERR_INPUT);
	assert_int_equal(toml_parse(&a, SPAN("a = 1 b = 2\n"), &t, &e), ERR_INPUT);
	assert_int_equal(toml_parse(&a, SPAN("a = 1\n[a]\n"), &t, &e), ERR_INPUT);
}

TEST(env_json_skim_passes_over_what_nobody_wants)
{
	struct span rest = SPAN("{\"a\": [\"]\\\"\", {\"name\": 1}], \"name\": \"x\", \"n\": 12 }");
	struct span key, value;

	assert_true(env_json_skim(&rest, &key, &value));
	assert_span_is(key, "a");
	assert_true(env_json_skim(&rest, &key, &value));
	assert_span_is(key, "name");
	assert_span_is(value, "\"x\"");
	assert_true(env_json_skim(&rest, &key, &value));
	assert_span_is(value, "12");
	assert_false(env_json_skim(&rest, &key, &value));
	rest = SPAN("{\"a\": [1, 2");
	assert_false(env_json_skim(&rest, &key, &value));
}
