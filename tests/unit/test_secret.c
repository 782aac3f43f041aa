#include "unit/unit.h"

#include "base/secret.h"
#include "base/text.h"
#include "show/inspect.h"

static void is_masked(const char *text, const char *as)
{
	ARENA_AUTO a = { 0 };

	if (strcmp(secret_masked(&a, text), as) != 0)
		fail_msg("%s", secret_masked(&a, text));
	assert_true(secret_in(span_of(text)) == (strcmp(text, as) != 0));
}

TEST(secret_user_and_password_of_a_url)
{
	is_masked("see https://user:pass@host/simple, there", "see https://***@host/simple, there");
	is_masked("torch @ git+https://TOKEN@github.com/x.git@v1",
		  "torch @ git+https://***@github.com/x.git@v1");
	is_masked("a=https://u:p@h,https://v:q@i/x", "a=https://***@h,https://***@i/x");
	is_masked("['https://a:80','https://u:p@b']", "['https://a:80','https://***@b']");
	is_masked("https://u:p@ss@h/", "https://***@h/");
	is_masked("https://u:p/a?s#s@h/x", "https://***@h/x");
	is_masked("https://u:p'\"w@h/x", "https://***@h/x");
	is_masked("https://user:cut", "https://user:***");
}

TEST(secret_is_not_what_looks_alike)
{
	static const char *const plain[] = {
		"https://host:8080/simple/x@1.0", "http://[::1]:80/x", "git+ssh://git@github.com/x",
		"FROM nvidia/cuda:12.1@sha256:abc", "a@b.c", "12:30:01@node", "C:\\Users\\a@b",
		"https://${USER}:${PASS}@host/", "https://conda.anaconda.org/t/<TOKEN>/x",
		"https://****@host/", "/home/t/x", "/t/env/lib", "file:///mnt/t/env/x",
		"https://discuss.pytorch.org/t/some-title/12345", "conda-forge::torch@x", "is it?",
		"https://h/x.whl#sha256=abc", "", "matrix /etc/passwd: this is no matrix",
		"./my/token: Permission denied", "~/.netrc/password: not there",
	};

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		is_masked(plain[i], plain[i]);
	assert_null(secret_masked(NULL, NULL));
}

TEST(secret_token_of_a_channel)
{
	is_masked("https://conda.anaconda.org/t/tk-1-2/pytorch/linux-64",
		  "https://conda.anaconda.org/t/***/pytorch/linux-64");
	is_masked("<https://u:p@h/conda/t/tk-1>", "<https://***@h/conda/t/***>");
	is_masked("conda.anaconda.org/t/tk-1-2/x", "conda.anaconda.org/t/***/x");
}

/* A path is told of; what grep found in a file, and a key of a store, is not. */
TEST(secret_in_a_file)
{
	is_masked("/run/secrets/token:abc", "/run/secrets/token:***");
	is_masked("kv/prod/password: abc", "kv/prod/password: ***");
	is_masked("/run/x password: abc", "/run/x password: ***");
}

/* What stands behind the text is none of it. */
TEST(secret_token_that_is_missing)
{
	assert_false(secret_in(span_sub(SPAN("://h/t/<x>/y"), 0, 7)));
	assert_false(secret_in(span_sub(SPAN("h.corp/t/$x/y"), 0, 9)));
}

TEST(secret_values_of_a_query)
{
	is_masked("https://h/x.whl?token=a/b&X-Amz-Signature=c#sha256=1",
		  "https://h/x.whl?token=***&X-Amz-Signature=***#sha256=1");
	is_masked("(\"https://h/x?sig=a,b\")", "(\"https://h/x?sig=***\")");
	is_masked("x.whl?token=a", "x.whl?token=***");
	is_masked("https://h/x?0123456789abcdef", "https://h/x?***");
	is_masked("h.corp/x?token=a&proxy=u:p@h", "h.corp/x?token=***&proxy=***");
}

TEST(secret_of_a_proxy_without_scheme)
{
	is_masked("--proxy=user:pass@proxy:3128", "--proxy=***@proxy:3128");
}

TEST(secret_behind_a_name)
{
	static const char *const rows[][2] = {
		{ "HF_TOKEN=hf_x pip install torch", "HF_TOKEN=*** pip install torch" },
		{ "export WANDB_API_KEY='a b' x", "export WANDB_API_KEY='***' x" },
		{ "-e \"DB_PASS=a b\" -e B=1", "-e \"DB_PASS=***\" -e B=1" },
		{ "\"A_TOKEN=a\",\"URL=https://u:p@h\",\"B=1\"",
		  "\"A_TOKEN=***\",\"URL=https://***@h\",\"B=1\"" },
		{ "{\"name\": \"HF_TOKEN\", \"value\": \"x\"}",
		  "{\"name\": \"HF_TOKEN\", \"value\": \"***\"}" },
		{ "{\\\"secret\\\": \\\"x y\\\"}", "{\\\"secret\\\": \\\"***\\\"}" },
		{ "[\"--password\", \"x\"]", "[\"--password\", \"***\"]" },
		{ "os.environ[\"HF_TOKEN\"] = \"x\"", "os.environ[\"HF_TOKEN\"] = \"***\"" },
		{ "--password x y", "--password *** y" },
		{ "pip --token=x y", "pip --token=*** y" },
		{ "ENV HF_TOKEN x", "ENV HF_TOKEN ***" },
		{ "AWS_SECRET_ACCESS_KEY: x", "AWS_SECRET_ACCESS_KEY: ***" },
		{ "AWS_SECRET_ID=x", "AWS_SECRET_ID=***" },
		{ "-H 'Authorization: Bearer a.b' -v", "-H 'Authorization: Bearer ***' -v" },
		{ "\"Authorization\": \"Basic dTpw\"", "\"Authorization\": \"Basic ***\"" },
		{ "> authorization: token x", "> authorization: token ***" },
		{ "a Bearer eyJh1.x here", "a Bearer *** here" },
		{ "machine h login a password b", "machine h login *** password ***" },
		{ "password b", "password ***" },
		{ "<password>a b</password>", "<password>***</password>" },
		{ "| api_key | x |", "| api_key | *** |" },
		{ "curl -u me:x https://h", "curl -u *** https://h" },
		{ "curl -u a:x https://h", "curl -u *** https://h" },
		{ "global.password='x'", "global.password='***'" },
		{ "TOKEN_2=x", "TOKEN_2=***" },
		{ "KEY=x PASS=y", "KEY=*** PASS=***" },
		{ "https://h/T/tk-1/x", "https://h/T/***/x" },
		{ "t=https://u:p@h TOKEN=x https://v:q@h",
		  "t=https://***@h TOKEN=*** https://***@h" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_masked(rows[i][0], rows[i][1]);
}

TEST(secret_is_no_word_beside_a_name)
{
	static const char *const plain[] = {
		"Bearer of news", "Basic usage", "the key: value", "--no-cache-dir torch",
		"use_auth_token=True", "HF_TOKEN=${HF_TOKEN}", "token: ${{ secrets.HF_TOKEN }}",
		"HF_TOKEN=$HF_TOKEN", "PASSWORD=%PASSWORD%", "PASSWORD=***", "TOKEN=<yours>",
		"TOKEN=",
		"KeyError: 'torch'", "PWD=/home/x", "a password is needed here", "tokenizer: x",
		"PUBLIC_KEY=x", "monkey patch", "docker run -u 1000:1000 x", "max_tokens=512",
		"expected key=value",
		"--index-url https://h", "pass: 3", "login shell here", "token",
	};

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		is_masked(plain[i], plain[i]);
}

/* RFC 4180: a row stays one row whatever its fields hold. */
TEST(secret_row_of_a_hostile_package)
{
	ARENA_AUTO a = { 0 };
	struct library l = { .path = "lib/\033]0;x\007,\"y\n.so" };
	struct package p = {
		.source = "https://user:pass@h/t/tk/x\033\",\xE2\x80\xAE.whl?token=s3cret",
		.version = "1\r\n2", .variant = "\302\205", .platform = "\377",
		.libraries = { &l, 1, 1 },
	};
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct span s;

	show_package_row(&a, f, &p);
	fclose(f);
	s = (struct span){ text, n };
	assert_true(n > 0 && text[n - 1] == '\n' && text_is_safe(span_sub(s, 0, n - 1)));
	assert_true(span_find(s, "pass") < 0 && span_find(s, "tk") < 0);
	assert_true(span_find(s, "s3cret") < 0);
	assert_true(span_starts(s, "\"x?\"\",?.whl?token=***\",1??2,?,?,"));
	free(text);
}
