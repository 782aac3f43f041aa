#include <string.h>

#include "know/gpu.h"
#include "os/io.h"
#include "unit/world.h"

static const char *sm_words(struct arena *a, const struct sm_list *sms)
{
	const char *words = "";
	char text[SM_TEXT];

	for (size_t i = 0; i < sms->n; i++)
		words = arena_printf(a, "%s%s%s", words, i ? " " : "", sm_text(sms->v[i], text));
	return words;
}

static struct cards by_text(struct matrix *m, struct arena *a, const char *text)
{
	struct cards cards;
	struct err e;

	if (gpu_by_text(m, a, span_of(text), &cards, &e) < 0)
		fail_msg("%s: %s", text, unit_err(&e));
	return cards;
}

static struct cards by_name(struct matrix *m, struct arena *a, const char *name, int branch)
{
	struct cards cards;
	struct err e;

	if (gpu_by_name(m, a, span_of(name), branch, &cards, &e) < 0)
		fail_msg("%s: %s", name, unit_err(&e));
	return cards;
}

static struct span read_table(struct arena *a, const char *path)
{
	struct span text, head;
	struct err e;

	if (io_read(a, path, IO_MAX, &text, &e) < 0)
		fail_msg("%s", unit_err(&e));
	span_line(&text, &head);
	return text;
}

static struct span field(struct span *line)
{
	struct span part = SPAN("");

	span_next(line, '\t', &part);
	return part;
}

TEST(gpu_aliases_give_their_compute_capabilities)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct span line, table = read_table(&a, TEST_FILES "gpu/aliases.tsv");
	size_t n = 0;

	for (; span_line(&table, &line); n++) {
		const char *alias = arena_span(&a, field(&line));
		struct cards cards = by_name(m, &a, alias, 0);
		const char *have = sm_words(&a, &cards.sms);

		if (!span_is(field(&line), have))
			fail_msg("%s gives %s", alias, have);
	}
	assert_int_equal(n, 1577);
}

TEST(gpu_cut_names_give_their_compute_capabilities)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct span line, table = read_table(&a, TEST_FILES "gpu/truncated.tsv");
	size_t n = 0;

	for (; span_line(&table, &line); n++) {
		const char *text = arena_span(&a, field(&line));
		struct cards cards = by_name(m, &a, text, 0);
		const char *have = sm_words(&a, &cards.sms);

		field(&line);
		if (!span_is(field(&line), have))
			fail_msg("%s gives %s", text, have);
		assert_int_equal(cards.how, SM_SOURCE_TRUNCATED);
	}
	assert_int_equal(n, 143);
}

TEST(gpu_printed_names_old_and_new_are_names)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct span line, table = read_table(&a, TEST_FILES "gpu/names.tsv");
	size_t n = 0;

	for (; span_line(&table, &line); n++) {
		const char *name = arena_span(&a, field(&line));
		const char *older = arena_span(&a, field(&line));
		struct cards cards = by_name(m, &a, name, 0);

		if (!span_is(field(&line), sm_words(&a, &cards.sms)))
			fail_msg("%s gives %s", name, sm_words(&a, &cards.sms));
		assert_int_equal(cards.how, SM_SOURCE_NAME);
		if (by_name(m, &a, older, 0).how != SM_SOURCE_NAME)
			fail_msg("%s is not known as a name", older);
	}
	assert_int_equal(n, 571);
}

TEST(gpu_spellings_do_what_a_person_expects)
{
	static const struct { const char *text, *sm; enum sm_source how; } cases[] = {
		{ "RTX 3090", "86", SM_SOURCE_ALIAS },
		{ "3090", "86", SM_SOURCE_ALIAS },
		{ "gtx 1080 ti", "61", SM_SOURCE_ALIAS },
		{ "1080Ti", "61", SM_SOURCE_ALIAS },
		{ "A100", "80", SM_SOURCE_ALIAS },
		{ "a100 80gb", "80", SM_SOURCE_ALIAS },
		{ "Tesla V100-SXM2-32GB", "70", SM_SOURCE_NAME },
		{ "NVIDIA Tesla V100-SXM2-32GB", "70", SM_SOURCE_ALIAS },
		{ "H100", "90", SM_SOURCE_ALIAS },
		{ "NVIDIA H100", "90", SM_SOURCE_NAME },
		{ "GB10", "121", SM_SOURCE_ALIAS },
		{ "DGX Spark", "121", SM_SOURCE_ALIAS },
		{ "RTX 5090 Laptop GPU", "120", SM_SOURCE_ALIAS },
		{ "rtx 5090 laptop", "120", SM_SOURCE_ALIAS },
		{ "Orin", "87", SM_SOURCE_NAME },
		{ "Orin (nvgpu)", "87", SM_SOURCE_NAME },
		{ "Jetson AGX Orin", "87", SM_SOURCE_ALIAS },
		{ "NVIDIA Jetson Orin Nano", "87", SM_SOURCE_ALIAS },
		{ "Thor", "110", SM_SOURCE_ALIAS },
		{ "NVIDIA Thor", "110", SM_SOURCE_NAME },
		{ "T4", "75", SM_SOURCE_ALIAS },
		{ "L4", "89", SM_SOURCE_ALIAS },
		{ "K80", "37", SM_SOURCE_ALIAS },
		{ "P100", "60", SM_SOURCE_ALIAS },
		{ "Tesla A100", "80", SM_SOURCE_ALIAS },
		{ "RTX A6000", "86", SM_SOURCE_NAME },
		{ "RTX 6000 Ada", "89", SM_SOURCE_ALIAS },
		{ "RTX PRO 6000", "120", SM_SOURCE_ALIAS },
		{ "GTX 165...", "75", SM_SOURCE_TRUNCATED },
		{ "GeForce GTX 108...", "61", SM_SOURCE_TRUNCATED },
		{ "GeForce GTX 108\xe2\x80\xa6", "61", SM_SOURCE_TRUNCATED },
		{ "GeForce GTX TIT...", "35 52", SM_SOURCE_TRUNCATED },
		{ "NVIDIA A100-SXM4-40GB MIG 1g.5gb", "80", SM_SOURCE_NAME },
		{ "NVIDIA GeForce RTX 3060/PCIe/SSE2", "86", SM_SOURCE_NAME },
		{ "  nvidia geforce rtx 3060  ", "86", SM_SOURCE_NAME },
		{ "GRID A100-10C", "80", SM_SOURCE_NAME },
		{ "grid a100-10c", "80", SM_SOURCE_NAME },
		{ "NVIDIA GeForce GTX 1060", "61", SM_SOURCE_NAME },
		{ "NVIDIA GeForce RTX 3050", "86", SM_SOURCE_NAME },
		{ "GT 730", "21 30 35", SM_SOURCE_ALIAS },
		{ "Titan X", "52 61", SM_SOURCE_ALIAS },
		{ "RTX 6000", "75 89", SM_SOURCE_ALIAS },
		{ "RTX 3060 12GB", "86", SM_SOURCE_ALIAS },
		{ "GTX 1080Ti 11 GB", "61", SM_SOURCE_ALIAS },
		{ "RTX 4090 Mobile", "89", SM_SOURCE_ALIAS },
		{ "RTX 3070 Max-Q", "86", SM_SOURCE_ALIAS },
		{ "AGX Orin 64GB", "87", SM_SOURCE_ALIAS },
		{ "GTX 1060 3GB", "61", SM_SOURCE_ALIAS },
		{ "RTX PRO 6000 Blackwell", "120", SM_SOURCE_ALIAS },
		{ "RTX 3050 A Laptop GPU", "89", SM_SOURCE_ALIAS },
		{ "sm_86", "86", SM_SOURCE_USER },
		{ "86", "86", SM_SOURCE_USER },
		{ "8.6", "86", SM_SOURCE_USER },
		{ "sm_90a", "90", SM_SOURCE_USER },
		{ "120", "120", SM_SOURCE_USER },
		{ "12.1", "121", SM_SOURCE_USER },
	};
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cards cards = by_text(m, &a, cases[i].text);
		const char *have = sm_words(&a, &cards.sms);

		if (strcmp(have, cases[i].sm) != 0 || cards.how != cases[i].how)
			fail_msg("%s gives %s, %d", cases[i].text, have, (int)cards.how);
	}
}

TEST(gpu_unknown_names_give_nothing)
{
	static const char *const cases[] = {
		"Graphics Device", "NVIDIA Graphics Device", "ERR!", "N/A", "", " ", "...",
		"NVIDIA ...", "NVIDIA", "GeForce", "NVIDIA GeForce RTX 9090", "Radeon RX 7900",
		"sm_33", "99", "8.16", "Intel Arc A770", "\xff\xfe", "RTX", "GPU", "NVIDIA GPU",
		"12 GB", " GB",
	};
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	char big[4000];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cards cards = by_text(m, &a, cases[i]);

		if (cards.all.n || cards.how != SM_SOURCE_NONE)
			fail_msg("'%s' gives %s", cases[i], sm_words(&a, &cards.sms));
	}
	memset(big, '3', sizeof big - 1);
	big[sizeof big - 1] = 0;
	assert_int_equal(by_text(m, &a, big).all.n, 0);
}

TEST(gpu_of_a_printing_driver_is_one_that_it_drives)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct cards cards = by_name(m, &a, "NVIDIA GeForce ...", 525);

	assert_string_equal(sm_words(&a, &cards.sms), "50 52 61 75 86 89");
	cards = by_name(m, &a, "NVIDIA GeForce ...", 470);
	assert_string_equal(sm_words(&a, &cards.sms), "30 35 50 52 61 75 86");
	cards = by_name(m, &a, "GeForce GT 730", 460);
	assert_string_equal(sm_words(&a, &cards.sms), "30 35");
	cards = by_name(m, &a, "Tesla K80", 535);
	assert_string_equal(sm_words(&a, &cards.sms), "37");
}

TEST(gpu_facts_of_a_card)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct card c = by_name(m, &a, "Tesla K80", 0).all.v[0];

	assert_string_equal(c.architecture, "Kepler");
	assert_int_equal(c.last_branch, 470);
	assert_false(c.integrated);
	c = by_name(m, &a, "NVIDIA GeForce GTX 1080 Ti", 0).all.v[0];
	assert_int_equal(c.last_branch, 580);
	assert_string_equal(c.older_name, "GeForce GTX 1080 Ti");
	assert_string_equal(c.segment, "geforce");
	c = by_name(m, &a, "NVIDIA GeForce RTX 5090", 0).all.v[0];
	assert_int_equal(c.first_branch, 570);
	assert_int_equal(c.last_branch, 0);
	c = by_name(m, &a, "GRID K1", 0).all.v[0];
	assert_int_equal(c.last_branch, 367);
	c = by_name(m, &a, "Orin", 0).all.v[0];
	assert_true(c.integrated && c.own_code);
	assert_int_equal(c.last_branch, 0);
	c = by_name(m, &a, "NVIDIA Thor", 0).all.v[0];
	assert_true(c.integrated && !c.own_code);
	c = by_name(m, &a, "NVIDIA GB10", 0).all.v[0];
	assert_false(c.integrated || c.own_code);
}

TEST(gpu_integrated_capabilities_need_their_own_code)
{
	static const char *const own[] = { "53", "62", "72", "87", "101" };
	static const char *const others[] = { "35", "50", "61", "70", "75", "80", "86", "89", "90",
		"100", "103", "110", "120", "121" };
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		assert_true(by_text(m, &a, own[i]).all.v[0].own_code);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_false(by_text(m, &a, others[i]).all.v[0].own_code);
}

TEST(gpu_by_pci_id_and_subsystem)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct cards cards;
	struct err e;

	assert_int_equal(gpu_by_pci(m, &a, "10de:1b06", NULL, &cards, &e), 0);
	assert_string_equal(sm_words(&a, &cards.sms), "61");
	assert_string_equal(cards.all.v[0].name, "NVIDIA GeForce GTX 1080 Ti");
	assert_int_equal(cards.how, SM_SOURCE_PCI);
	assert_int_equal(gpu_by_pci(m, &a, "10DE:1B06", "1462:3602", &cards, &e), 0);
	assert_string_equal(sm_words(&a, &cards.sms), "61");
	assert_int_equal(gpu_by_pci(m, &a, "1c8d", "1d72:1707", &cards, &e), 0);
	assert_string_equal(cards.all.v[0].name, "NVIDIA GeForce GTX 1050 with Max-Q Design");
	assert_int_equal(gpu_by_pci(m, &a, "10de:20f1", "10de:149b", &cards, &e), 0);
	assert_string_equal(cards.all.v[0].name, "GRID A100-10C");
	assert_int_equal(gpu_by_pci(m, &a, "10de:0ff2", NULL, &cards, &e), 0);
	assert_int_equal(cards.all.v[0].last_branch, 367);
	assert_int_equal(gpu_by_pci(m, &a, "10de:233a", NULL, &cards, &e), 0);
	assert_string_equal(cards.all.v[0].name, "H800L 94GB");
	assert_int_equal(gpu_by_pci(m, &a, "1002:1b06", NULL, &cards, &e), 0);
	assert_int_equal(cards.all.n, 0);
	assert_int_equal(gpu_by_pci(m, &a, "10de:ffff", "bad", &cards, &e), 0);
	assert_int_equal(cards.all.n, 0);
}

static const char *nearest(struct matrix *m, struct arena *a, const char *text, size_t most)
{
	const char **names, *all = "";
	struct err e;
	size_t n;

	assert_int_equal(gpu_nearest(m, a, span_of(text), most, &names, &n, &e), 0);
	assert_true(n <= most);
	for (size_t i = 0; i < n; i++)
		all = arena_printf(a, "%s%s%s", all, i ? "; " : "", names[i]);
	return all;
}

TEST(gpu_nearest_names_for_a_slip)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);

	assert_non_null(strstr(nearest(m, &a, "RTX 3909", 3), "NVIDIA GeForce RTX 3090"));
	assert_non_null(strstr(nearest(m, &a, "Gefroce RTX 4090", 3), "NVIDIA GeForce RTX 4090"));
	assert_non_null(strstr(nearest(m, &a, "GTX 1080 To", 3), "NVIDIA GeForce GTX 1080 Ti"));
	assert_non_null(strstr(nearest(m, &a, "Tesla V10", 3), "Tesla V100"));
	assert_string_equal(nearest(m, &a, "something else entirely", 3), "");
	assert_string_equal(nearest(m, &a, "RTX 3909", 0), "");
}
