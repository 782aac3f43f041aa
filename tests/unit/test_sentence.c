/* Shell lines, sentences and the page of a hand-made answer. */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "plan/steps.h"
#include "show/plan.h"
#include "show/sentence.h"
#include "show/shell.h"
#include "unit/unit.h"

static void assert_shell(const char *platform, const char *word, const char *want)
{
	const char *argv[] = { "pip", word };
	struct command c = { argv, 2 };
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	shell_write(f, &c, platform);
	fclose(f);
	assert_memory_equal(text, "pip ", 4);
	assert_string_equal(text + 4, want);
	free(text);
}

TEST(shell_quotes)
{
	assert_shell("linux-64", "torch==2.14.1+cu126", "torch==2.14.1+cu126");
	assert_shell("linux-64", "numpy<2", "\"numpy<2\"");
	assert_shell("linux-64", "pytorch=2.13.0=cuda130*", "\"pytorch=2.13.0=cuda130*\"");
	assert_shell("linux-64", "a$b", "'a$b'");
	assert_shell("linux-64", "it's $x", "'it'\\''s $x'");
	assert_shell("linux-64", "", "\"\"");
	assert_shell("linux-64", "a\\b", "'a\\b'");
	assert_shell("win-64", "torch-env\\Scripts\\python.exe", "torch-env\\Scripts\\python.exe");
	assert_shell("win-64", "numpy<2", "\"numpy<2\"");
	assert_shell("win-64", "a,b", "\"a,b\"");
	assert_shell("win-64", "it's $x", "'it''s $x'");
}

static struct hosts two_gpus(struct arena *a)
{
	struct hosts hosts = { 0 };

	arena_grow(a, (void **)&hosts.v, 0, &hosts.room, sizeof *hosts.v);
	hosts.v[hosts.n++] = host_new("smi.txt");
	for (int i = 0; i < 2; i++)
		ARRAY_ADD(a, hosts.v[0].gpus) = gpu_new(i);
	return hosts;
}

static void assert_reason(enum finding_code code, const char *have, const char *need, int gpu,
			  const char *want)
{
	ARENA_AUTO a = { 0 };
	struct hosts hosts = two_gpus(&a);
	struct finding r = { .code = code, .have = have, .need = need,
			     .host = gpu < 0 ? -1 : 0, .gpu = gpu };

	assert_string_equal(sentence_finding(&a, &hosts, &r), want);
}

TEST(sentence_reasons)
{
	assert_reason(CP101, "6.1", "7.5 8.0", 1, "GPU 1: no code for 6.1, only 7.5 8.0");
	assert_reason(CP101, "6.1", NULL, -1, "no code for 6.1");
	assert_reason(CP102, "470.82", ">=525.60.13", -1, "driver 470.82, needs >=525.60.13");
	assert_reason(CP102, NULL, ">=525.60.13", -1, "driver too old, needs >=525.60.13");
	assert_reason(CP102, NULL, NULL, -1, "the driver is too old for this CUDA");
	assert_reason(CP112, "torchaudio", NULL, -1, "no torchaudio is published for it");
	assert_reason(CP109, "Python 3.14", NULL, -1,
		      "not known whether it has a file for Python 3.14");
	assert_reason(CP107, "musl", "glibc", -1, "musl: torch is built for glibc only");
}

TEST(sentence_every_code_says_something)
{
	ARENA_AUTO a = { 0 };
	struct hosts hosts = two_gpus(&a);
	const struct finding_info *all;
	size_t n;

	all = finding_all(&n);
	for (size_t i = 0; i < n; i++) {
		struct finding bare = finding_of(all[i].code);
		struct finding full = { .code = all[i].code, .have = "HAVE", .need = "NEED",
					.host = 0, .gpu = 1 };

		assert_true(*sentence_finding(&a, &hosts, &bare));
		assert_null(strchr(sentence_finding(&a, &hosts, &bare), '{'));
		assert_memory_equal(sentence_finding(&a, &hosts, &full), "GPU 1: ", 7);
	}
}

static char *page_text(struct arena *a, const struct plan_page *page, size_t width)
{
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct term t = { .f = f, .width = width };

	show_plan_text(a, &t, page);
	fclose(f);
	return text;
}

/* No line but a command and its undo goes beyond the width. */
static void assert_width(const char *text, size_t width)
{
	struct span rest = span_of(text), one;

	while (span_line(&rest, &one))
		if (!span_starts(one, "  t") && !span_starts(one, "  python") && one.n > width)
			fail_msg("'" SPAN_FMT "' is wider than %zu", SPAN_ARG(one), width);
}

TEST(page_of_a_plan)
{
	ARENA_AUTO a = { 0 };
	struct hosts hosts = two_gpus(&a);
	struct build b = { .platform = "linux-64", .manager = MANAGER_PIP,
		.channel = "pytorch-index", .torch = "2.14.1", .variant = "cu126",
		.cuda = { 12, 6 }, .local = "+cu126",
		.index_url = "https://download.pytorch.org/whl/cu126", .package = "torch",
		.exact = true, .certain = true, .size = -1 };
	struct gpu_fit fits[] = { { 0, 0, 0, { 6, 1, 0 }, VIA_CUBIN, { 6, 0, 0 }, false },
				  { 0, 1, 1, { 8, 9, 0 }, VIA_CUBIN, { 8, 6, 0 }, false } };
	struct plan p = { .build = &b, .rank = 1, .part = -1, .python = { 3, 14, false },
		.torchvision = "0.29.1", .torchaudio = "2.11.0", .support = SUPPORT_MINOR,
		.gpus = fits, .n_gpus = 2 };
	struct build newer = { .torch = "2.15.0", .variant = "cu132", .channel = "pypi" };
	struct finding minor[] = { { .code = CP111, .have = "550.54.15",
				    .need = "525.60.13", .gpu = -1 } };
	struct finding why[] = {
		{ .code = CP102, .have = "550.54.15", .need = ">=580.65.06", .gpu = -1 },
		{ .code = CP101, .have = "6.1", .need = "7.5 8.0" },
	};
	struct refusal refused = { .build = &newer, .reasons = { why, 2, 2 } };
	struct answer answer = { .plans = &p, .n_plans = 1, .rejected = &refused, .n_rejected = 1,
		.n_judged = 300 };
	struct plan_page page = { .hosts = &hosts, .answer = &answer, .matrix_date = "2026-11-21",
		.more = true };
	static const size_t widths[] = { 60, 80, 160 };

	p.findings = (struct findings){ minor, 1, 1 };
	plan_steps(&a, &(struct ground){ 0 }, &p);
	for (size_t i = 0; i < 3; i++) {
		char *text = page_text(&a, &page, widths[i]);

		assert_width(text, widths[i]);
		assert_non_null(strstr(text, "torch 2.14.1, CUDA 12.6, Python 3.14"));
		assert_non_null(strstr(text, "why       has code for "));
		assert_non_null(strstr(text, "driver 550.54.15 serves any CUDA 12"));
		assert_non_null(strstr(text, "\n  torch-env/bin/python -m pip install "
			"torch==2.14.1+cu126"));
		assert_non_null(strstr(text, "undo      rm -r torch-env\n"));
		assert_non_null(strstr(text, "not       2.15.0 cu132: "));
		free(text);
	}
}

TEST(matrix_age)
{
	const time_t day = 24 * 60 * 60, then = 1795219200; /* 2026-11-21 */

	assert_int_equal(cmd_age_days("2026-11-21", then), 0);
	assert_int_equal(cmd_age_days("2026-11-21", then + 91 * day), 91);
	assert_int_equal(cmd_age_days("2026-11-22", then), 0);
	assert_int_equal(cmd_age_days("tomorrow", then), -1);
	assert_int_equal(cmd_age_days(NULL, then), -1);
}
