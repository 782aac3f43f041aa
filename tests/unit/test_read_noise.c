/* The facts of a text are the same whatever notebooks, mails, terminals and logs put around it. */
#include "unit/unit.h"

#include <string.h>

#include "os/io.h"
#include "read/host/host.h"
#include "unit/read_facts.h"

typedef void change(struct buf *to, struct span line, size_t number);

static void quoted(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "> > " SPAN_FMT "\n", SPAN_ARG(line));
}

static void crlf(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, SPAN_FMT "\r\n", SPAN_ARG(line));
}

static void indented(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "    " SPAN_FMT "\n", SPAN_ARG(line));
}

static void commented(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "# " SPAN_FMT "\n", SPAN_ARG(line));
}

static void stamped(struct buf *to, struct span line, size_t number)
{
	buf_printf(to, "2026-11-20 12:00:%02zu,123 " SPAN_FMT "\n", number % 60, SPAN_ARG(line));
}

static void composed(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "gpu_1  | " SPAN_FMT "\n", SPAN_ARG(line));
}

static void ranked(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "[rank0]: " SPAN_FMT "\n", SPAN_ARG(line));
}

static void pdsh(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "node7: " SPAN_FMT "\n", SPAN_ARG(line));
}

static void coloured(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "\033[1;32m" SPAN_FMT "\033[0m\n", SPAN_ARG(line));
}

static void trimmed(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, SPAN_FMT "\n", SPAN_ARG(span_trim(line)));
}

static void escaped(struct buf *to, struct span line, size_t number)
{
	(void)number;
	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] == '|')
			buf_char(to, '\\');
		buf_char(to, line.p[i]);
	}
	buf_char(to, '\n');
}

static void in_json(struct buf *to, struct span line, size_t number)
{
	(void)number;
	buf_printf(to, "    \"" SPAN_FMT "\\n\",\n", SPAN_ARG(line));
}

static void collapsed(struct buf *to, struct span line, size_t number)
{
	struct span word;

	(void)number;
	while (span_word(&line, &word))
		buf_printf(to, SPAN_FMT " ", SPAN_ARG(word));
	buf_char(to, '\n');
}

static void without_outer_bars(struct buf *to, struct span line, size_t number)
{
	(void)number;
	line = span_trim(line);
	if (line.n > 1 && line.p[0] == '|' && line.p[line.n - 1] == '|')
		line = span_sub(line, 1, line.n - 2);
	buf_printf(to, SPAN_FMT "\n", SPAN_ARG(line));
}

static void no_break_spaces(struct buf *to, struct span line, size_t number)
{
	(void)number;
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] == ' ')
			buf_str(to, "\xC2\xA0");
		else
			buf_char(to, line.p[i]);
	buf_char(to, '\n');
}

static const struct noise {
	const char *name;
	change *line;
	const char *before, *after;
} noises[] = {
	{ "quote marks", quoted, "On Friday somebody wrote:\n", "\nThanks!\n" },
	{ "CR LF", crlf, "", "" },
	{ "indented", indented, "", "" },
	{ "comment marks", commented, "", "" },
	{ "timestamps", stamped, "starting\n", "" },
	{ "docker compose", composed, "Attaching to gpu_1\n", "" },
	{ "torchrun", ranked, "", "" },
	{ "pdsh, one node", pdsh, "", "" },
	{ "colour codes", coloured, "", "" },
	{ "trimmed lines", trimmed, "", "" },
	{ "escaped bars", escaped, "", "" },
	{ "lines of a notebook", in_json, "   \"text\": [\n", "   ]\n" },
	{ "collapsed spaces", collapsed, "", "" },
	{ "lost outer bars", without_outer_bars, "", "" },
	{ "no-break spaces", no_break_spaces, "", "" },
	{ "a notebook prompt", trimmed, "In [3]:\n!nvidia-smi\n\nOut[3]:\n", "\nIn [4]:\n" },
	{ "a fence", trimmed, "```bash\n$ nvidia-smi\n", "```\nDoes torch 2.7 work on this?\n" },
	{ "other languages", trimmed, "\xE6\x98\xBE\xE5\x8D\xA1\xEF\xBC\x9A\n",
	  "\xD1\x87\xD1\x82\xD0\xBE \xD0\xB4\xD0\xB5\xD0\xBB\xD0\xB0\xD1\x82\xD1\x8C?\n" },
};

static const char *const tables[] = {
	"340.108__table_2gpu_longname.txt",   "390.157__table_1gpu.txt",
	"418.226.00__table_oldname.txt",      "450.248.02__table_mig_enabled_2.txt",
	"470.256.02__table_errors_in_cells.txt", "535.274.02__table_2gpu_longname.txt",
	"550.163.01__table_mig_enabled_2.txt", "555.58.02__table_memory_gpu_lost.txt",
	"field_457.49_windows_tccwddm.txt",   "field_580_gb10_dgx_spark.txt",
	"field_610.43.02_linux.txt",          "field_615.78.02_wsl.txt",
};

/* The name that pdsh puts before the lines is a fact of its own. */
static void facts_of(struct arena *a, struct span bytes, bool named, struct buf *to)
{
	struct hosts hosts = { 0 };
	struct err e;

	if (read_hosts(a, "noise", bytes, &hosts, &e))
		buf_str(to, unit_err(&e));
	for (size_t i = 0; i < hosts.n; i++) {
		if (named)
			assert_string_equal(hosts.v[i].name, "node7");
		hosts.v[i].name = named ? NULL : hosts.v[i].name;
		facts_put_all(to, &hosts.v[i]);
	}
}

static void make_noise(struct buf *to, const struct noise *n, struct span text)
{
	struct span line;
	size_t number = 0;

	buf_str(to, n->before);
	while (span_line(&text, &line))
		n->line(to, line, number++);
	buf_str(to, n->after);
}

static bool same_facts(struct arena *a, struct span plain, struct span noisy, const char *file,
		       const char *what)
{
	BUF_AUTO want = BUF(1 << 20), got = BUF(1 << 20);

	facts_of(a, plain, false, &want);
	facts_of(a, noisy, strstr(what, "pdsh") != NULL, &got);
	if (span_eq(buf_view(&want), buf_view(&got)))
		return true;
	print_message("%s with %s\n got: %s\nwant: %s\n", file, what, buf_cstr(&got),
		      buf_cstr(&want));
	return false;
}

TEST(read_noise_around_a_table_changes_no_fact)
{
	size_t right = 0, all = 0;

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		for (size_t k = 0; k < sizeof noises / sizeof *noises; k++) {
			ARENA_AUTO a = { 0 };
			BUF_AUTO noisy = BUF(1 << 20);
			struct span plain;
			struct err e;

			const char *path = arena_printf(&a, TEST_FILES "nvidia_smi/%s", tables[i]);

			assert_int_equal(io_read(&a, path, IO_MAX, &plain, &e), 0);
			make_noise(&noisy, &noises[k], plain);
			right += same_facts(&a, plain, buf_view(&noisy), tables[i], noises[k].name);
			all++;
		}
	}
	assert_int_equal(right, all);
}

static void to_utf16(struct buf *to, struct span text, bool big)
{
	buf_add(to, big ? "\xFE\xFF" : "\xFF\xFE", 2);
	for (size_t i = 0; i < text.n; i++) {
		buf_char(to, big ? '\0' : text.p[i]);
		buf_char(to, big ? text.p[i] : '\0');
	}
}

TEST(read_noise_of_encodings_changes_no_fact)
{
	ARENA_AUTO a = { 0 };
	BUF_AUTO little = BUF(1 << 20), big = BUF(1 << 20), bom = BUF(1 << 20);
	struct span plain;
	struct err e;

	const char *path = TEST_FILES "nvidia_smi/field_552.44_windows_tccwddm.txt";

	assert_int_equal(io_read(&a, path, IO_MAX, &plain, &e), 0);
	to_utf16(&little, plain, false);
	to_utf16(&big, plain, true);
	buf_str(&bom, "\xEF\xBB\xBF");
	buf_span(&bom, plain);
	assert_true(same_facts(&a, plain, buf_view(&little), "552.44", "UTF-16LE"));
	assert_true(same_facts(&a, plain, buf_view(&big), "552.44", "UTF-16BE"));
	assert_true(same_facts(&a, plain, buf_view(&bom), "552.44", "a BOM"));
}

static void assert_refused(struct span bytes, const char *words)
{
	ARENA_AUTO a = { 0 };
	struct hosts hosts = { 0 };
	struct err e;

	assert_int_equal(read_hosts(&a, "x", bytes, &hosts, &e), ERR_INPUT);
	assert_int_equal(hosts.n, 0);
	if (!strstr(unit_err(&e), words))
		fail_msg("'%s' lacks '%s'", unit_err(&e), words);
}

TEST(read_host_refuses_what_holds_no_fact)
{
	static const char binary[] = "\x7f" "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0";
	ARENA_AUTO a = { 0 };
	struct span zeros = { arena_alloc(&a, 1 << 20), 1 << 20 };

	assert_refused(SPAN(""), "is empty");
	assert_refused(SPAN(" \r\n\t\n"), "is empty");
	assert_refused((struct span){ binary, sizeof binary }, "is not text");
	assert_refused(zeros, "is not text");
	assert_refused(SPAN("torch==2.7.0\nnumpy\n"), "holds no facts");
	assert_refused(SPAN("my CUDA Version is new and NVIDIA-SMI is great\n"), "holds no facts");
	assert_refused(SPAN("{\"schema_version\":2,\"hosts\":[]}"), "schema_version 2");
	assert_refused(SPAN("{\"schema_version\":1,\"hosts\":[{\"driver\":"), "cut");
	assert_refused(SPAN("{\"schema_version\":1,\"hosts\":[]}"), "no hosts");
}
