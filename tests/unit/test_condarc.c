#include "os/io.h"
#include "show/words.h"
#include "unit/unit.h"

#include <string.h>

#include "door/yajl.h"
#include "read/env/condarc_private.h"

/* What conda itself brings, as the cases were made. */
static struct condarc conda_defaults(struct arena *a)
{
	struct condarc c = {
		.channel_alias = "https://channels.example", .channel_priority = "flexible",
		.ssl_verify = "true", .subdir = "linux-64", .show_channel_urls = TRI_UNKNOWN,
		.offline = TRI_NO, .override_channels_enabled = TRI_YES,
	};

	strings_add(a, &c.default_channels, "https://defaults.example/pkgs/main");
	strings_add(a, &c.default_channels, "https://defaults.example/pkgs/r");
	ARRAY_ADD(a, c.custom_channels) = (struct condarc_channel){ "pkgs/pro",
								    "https://defaults.example" };
	return c;
}

static const char *const *environment(struct arena *a, const struct tree *env)
{
	struct strings all = { 0 };

	for (const struct tree *e = tree_first(env); e; e = e->next)
		strings_add(a, &all, arena_printf(a, "%s=%s", e->key, e->text));
	strings_add(a, &all, NULL);
	return all.v;
}

static struct condarc merged(struct arena *a, const struct tree *c, struct env *to)
{
	struct place p = { .root = "", .env = environment(a, tree_get(c, "env")) };
	struct condarc defaults = conda_defaults(a), ret;
	struct condarc_files files = { 0 };

	for (const struct tree *f = tree_first(tree_get(c, "files")); f; f = f->next)
		ARRAY_ADD(a, files) = (struct condarc_file){
			tree_get_text(f, "name"), span_of(tree_get_text(f, "text")),
		};
	condarc_merge(a, &files, &p, &defaults, &ret, to);
	return ret;
}

static void same_list(const char *name, const struct tree *want, const struct strings *have)
{
	size_t n = 0;

	for (const struct tree *e = tree_first(want); e; e = e->next, n++)
		if (n >= have->n || strcmp(e->text, have->v[n]) != 0)
			fail_msg("%s: %s is not element %zu", name, e->text, n);
	if (n != have->n)
		fail_msg("%s: %zu elements instead of %zu", name, have->n, n);
}

static void same_text(const char *name, const struct tree *want, const char *have)
{
	if (want && (!have || strcmp(want->text, have) != 0))
		fail_msg("%s: %s instead of %s", name, have ? have : "nothing", want->text);
}

static void same_truth(const char *name, const struct tree *want, enum tri have)
{
	enum tri t = !want || want->kind == TREE_NONE ? TRI_UNKNOWN :
		     strcmp(want->text, "true") == 0 ? TRI_YES : TRI_NO;

	if (t != have)
		fail_msg("%s: %d instead of %d", name, (int)have, (int)t);
}

static void check_case(struct arena *a, const struct tree *c)
{
	const struct tree *want = tree_get(c, "expect");
	const char *name = tree_get_text(c, "name");
	struct env env = env_new("test");
	struct condarc have = merged(a, c, &env);

	if (tree_get(want, "error")) {
		same_text(name, tree_get(want, "error"), have.error);
		return;
	}
	same_text(name, NULL, have.error);
	assert_null(have.error);
	same_list(name, tree_get(want, "channels"), &have.channels);
	same_list(name, tree_get(want, "default_channels"), &have.default_channels);
	same_text(name, tree_get(want, "channel_priority"), have.channel_priority);
	same_text(name, tree_get(want, "ssl_verify"), have.ssl_verify);
	same_text(name, tree_get(want, "channel_alias"), have.channel_alias);
	same_text(name, tree_get(want, "subdir"), have.subdir);
	same_truth(name, tree_get(want, "offline"), have.offline);
	same_truth(name, tree_get(want, "show_channel_urls"), have.show_channel_urls);
	same_truth(name, tree_get(want, "override_channels_enabled"),
		   have.override_channels_enabled);
}

TEST(condarc_merges_as_conda_does)
{
	ARENA_AUTO a = { 0 };
	struct tree *root = NULL;
	struct span s;
	struct err e;
	size_t n = 0;

	assert_int_equal(io_read(&a, TEST_FILES "env/condarc_cases.json", IO_MAX, &s, &e), 0);
	assert_int_equal(json_parse(&a, s, &root, &e), 0);
	for (const struct tree *c = tree_first(tree_get(root, "cases")); c; c = c->next, n++)
		check_case(&a, c);
	assert_int_equal(n, 29);
}

static struct env settings_of(struct arena *a, const char *first, const char *second)
{
	static const char *const none[] = { NULL };
	struct place p = { .root = "", .env = none };
	struct condarc defaults = conda_defaults(a), ret;
	struct env env = env_new("test");
	struct condarc_files files = { 0 };

	ARRAY_ADD(a, files) = (struct condarc_file){ "first", span_of(first) };
	ARRAY_ADD(a, files) = (struct condarc_file){ "second", span_of(second) };
	condarc_merge(a, &files, &p, &defaults, &ret, &env);
	return env;
}

TEST(condarc_settings_name_the_line_that_counts)
{
	ARENA_AUTO a = { 0 };
	struct env e = settings_of(&a, "channels:\n  - x\nchannel_priority: strict\n",
				   "# mine\nchannel_priority: flexible\nuse-mirrors: true\n");
	const struct env_setting *s = env_setting(&e, SETTING_CONDA, "channel_priority");

	assert_non_null(s);
	assert_string_equal(s->value, "flexible");
	assert_string_equal(s->origin.file, "second");
	assert_int_equal(s->origin.line, 2);
	s = env_setting(&e, SETTING_CONDA, "channels");
	assert_string_equal(s->value, "x");
	assert_int_equal(s->origin.line, 2);
	assert_null(env_setting(&e, SETTING_CONDA, "use-mirrors"));
}

/* As os.path.expandvars: a brace that is never closed, or closed at once, names no variable. */
TEST(condarc_expands_what_names_a_variable)
{
	static const char *const names[] = { "X=here", NULL };
	static const char *const cases[][2] = {
		{ "a/$X/b", "a/here/b" }, { "${X}b", "hereb" }, { "${X", "${X" },
		{ "${X/b}", "${X/b}" }, { "${}", "${}" }, { "$", "$" }, { "$Y/$X", "$Y/here" } };
	struct place p = { .root = "", .env = names };
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(condarc_expand(&a, &p, cases[i][0]), cases[i][1]);
}

TEST(condarc_that_is_no_yaml_is_named)
{
	ARENA_AUTO a = { 0 };
	struct env e = settings_of(&a, "channels:\n\t- a\n", "channels: [b]\n");

	assert_int_equal(e.problems.n, 1);
	assert_string_equal(e.problems.v[0].origin.file, "first");
	assert_non_null(strstr(words_phrase(&a, &e.problems.v[0].what), "line 2"));
	assert_string_equal(env_setting(&e, SETTING_CONDA, "channels")->value, "b");
}
