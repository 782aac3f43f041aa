/* What --online reads: repodata held against a reader of JSON, shards, pages. */
#include <stdio.h>

#include "base/url.h"
#include "door/yajl.h"
#include "fact/online.h"
#include "read/online/links.h"
#include "read/online/msgpack.h"
#include "read/online/repodata.h"
#include "read/online/shards.h"
#include "unit.h"

/* --- repodata ------------------------------------------------------------------------------ */

static void note(void *own, struct span name)
{
	buf_printf(own, SPAN_FMT "\n", SPAN_ARG(name));
}

static void note_all(struct buf *to, const struct tree *files)
{
	const struct tree *f;

	for (f = tree_first(files); f && files->kind == TREE_MAP; f = f->next)
		buf_printf(to, "%s\n", f->key);
}

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 16;
}

static const char *pick(unsigned *seed)
{
	static const char *const words[] = {
		"\"packages\"", "\"packages.conda\"", "\"info\"", "\"subdir\"", "\"linux-64\"",
		"\"a-1-0.conda\"", "\"a\\u002b-1-0.conda\"", "\"\\\"packages\\\": {\"", "\"\\\\\"",
		"\"\\/x\"", "\"}\"", "\"\"", "\"pytorch-2.5.1-py3.12_cuda12.4_0.tar.bz2\"",
		"\"{\\\"packages\\\": {\\\"b-1-0.conda\\\": {}}}\"", "\"\xc3\xa9-1-0.conda\"",
		"\"base_url\"", "\":\"", "\"\\\\\\\"\"",
	};

	return words[next(seed) % (sizeof words / sizeof *words)];
}

static void space(struct buf *to, unsigned *seed)
{
	static const char *const marks[] = { "", "", "", " ", "\n\t" };

	buf_str(to, marks[next(seed) % 5]);
}

/* Of a document half the members are what files are in. */
static void value(struct buf *to, unsigned *seed, unsigned depth)
{
	static const char *const files[] = { "\"packages\"", "\"packages.conda\"" };
	static const char *const plain[] = { "null", "true", "-1.5e3", "0" };
	unsigned kind = depth == 0 ? 0 : depth > 5 ? 2 + next(seed) % 2 : next(seed) % 5, n;

	if (kind == 2) {
		buf_str(to, plain[next(seed) % 4]);
	} else if (kind == 3) {
		buf_str(to, pick(seed));
	} else {
		n = next(seed) % 5;
		buf_str(to, kind == 1 ? "[" : "{");
		for (unsigned i = 0; i < n; i++) {
			buf_str(to, i ? "," : "");
			space(to, seed);
			if (kind != 1) {
				buf_str(to, depth || next(seed) % 2 ? pick(seed) :
					files[next(seed) % 2]);
				space(to, seed);
				buf_str(to, ":");
			}
			space(to, seed);
			value(to, seed, depth + 1);
			space(to, seed);
		}
		buf_str(to, kind == 1 ? "]" : "}");
	}
}

static bool scan(struct span s, unsigned *seed, struct buf *names, struct repodata *r)
{
	repodata_start(r, note, names);
	while (s.n) {
		size_t n = 1 + next(seed) % 40;

		n = n < s.n ? n : s.n;
		if (!repodata_add(r, s.p, n))
			return false;
		s = span_from(s, n);
	}
	return repodata_whole(r);
}

/* What it finds is what a reader of JSON finds, however the document comes in pieces. */
TEST(repodata_is_read_as_json)
{
	unsigned seed = 7;
	size_t with = 0;

	for (unsigned i = 0; i < 4000; i++) {
		ARENA_AUTO a = { 0 };
		BUF_AUTO text = BUF(1 << 20);
		BUF_AUTO want = BUF(1 << 20);
		BUF_AUTO got = BUF(1 << 20);
		struct tree *root = NULL;
		const struct tree *m;
		struct repodata r;
		struct err e;
		bool whole, files = false, odd = false;

		value(&text, &seed, 0);
		assert_int_equal(json_parse(&a, buf_view(&text), &root, &e), 0);
		for (m = tree_first(root); m; m = m->next) {
			if (strcmp(m->key, "packages") != 0 &&
			    strcmp(m->key, "packages.conda") != 0)
				continue;
			note_all(&want, m);
			files |= m->kind == TREE_MAP;
			odd |= m->kind == TREE_LIST;
		}
		whole = scan(buf_view(&text), &seed, &got, &r);
		assert_int_equal(whole, files && !odd);
		if (!odd)
			assert_string_equal(buf_cstr(&got), buf_cstr(&want));
		with += want.n > 0;
		for (size_t cut = 0; cut < text.n; cut += 1 + text.n / 50) {
			struct span part = { text.p, cut };

			buf_cut(&got, 0);
			assert_false(scan(part, &seed, &got, &r));
		}
	}
	assert_true(with > 500);
}

static void of_text(const char *text, bool whole, const char *names, const char *subdir)
{
	BUF_AUTO got = BUF(4096);
	struct repodata r;
	unsigned seed = 1;

	assert_int_equal(scan(span_of(text), &seed, &got, &r), whole);
	if (names)
		assert_string_equal(buf_cstr(&got), names);
	if (subdir)
		assert_string_equal(r.subdir, subdir);
}

TEST(repodata_knows_what_it_is_not)
{
	of_text("{\"info\":{\"arch\":null,\"subdir\":\"linux-64\"},\"packages\":{\"a\":{}}}", true,
		"a\n", "linux-64");
	of_text("{\"packages\":{\"\\u0061\\u002b\\/\":{\"fn\":\"b\"}},\"removed\":[\"c\"]}", true,
		"a+/\n", "");
	of_text("<html></html>", false, "", NULL);
	of_text("[]", false, "", NULL);
	of_text("", false, "", NULL);
	of_text("{}", false, "", NULL);
	of_text("{\"packages\":[]}", false, "", NULL);
	of_text("{\"packages\":{}}x", false, "", NULL);
	of_text("{\"packages\":{}}{", false, "", NULL);
	of_text("{\"packages\":{]}", false, "", NULL);
	of_text("\"packages\"", false, "", NULL);
	of_text("{\"signatures\":{\"a\":{}},\"packages\":{}}", true, "", "");
}

/* --- shards -------------------------------------------------------------------------------- */

#define BYTES(text) ((struct span){ (text), sizeof(text) - 1 })
#define SUM "0123456789abcdef0123456789abcdef"

TEST(shards_are_read)
{
	struct span text = BYTES("\x84\xa4info\x83\xa6subdir\xa8linux-64\xafshards_base_url\xa2s/"
		"\xaa" "created_at\xc0\xa7version\x01"
		"\xa1x\x93\xcb\1\2\3\4\5\6\7\10\xd6\1\2\3\4\5\xcd\1\2"
		"\xa6shards\x82\xa1" "a\xc4\x20" SUM "\xa7pytorch\xc5\0\x20" SUM);
	char sum[SHARD_SUM];
	struct shards s;

	assert_true(shards_read(text, &s));
	assert_true(span_is(s.subdir, "linux-64") && span_is(s.shards_base, "s/") && !s.base.n);
	assert_true(shards_find(&s, SPAN("pytorch"), sum));
	assert_string_equal(sum, "30313233343536373839616263646566"
			    "30313233343536373839616263646566");
	assert_false(shards_find(&s, SPAN("torch"), sum));
	for (size_t n = 0; n < text.n; n++)
		assert_false(shards_read(span_sub(text, 0, n), &s));
	assert_false(shards_read(BYTES("\x81\xa6shards\xdf\xff\xff\xff\xff"), &s));
	assert_false(shards_read(BYTES("\x81\xa6shards\x81\xa1" "a\xc4\1x"), &s));
	assert_false(shards_read(BYTES("\xc1"), &s));
}

TEST(shards_hold_files)
{
	struct span text = BYTES("\x82\xa8packages\x81\xa1" "a\x81\xa7" "depends\x91\xa1z"
				 "\xaepackages.conda\x81\xa1" "b\xde\0\0");
	BUF_AUTO got = BUF(4096);

	assert_true(shard_files(text, note, &got));
	assert_string_equal(buf_cstr(&got), "a\nb\n");
	for (size_t n = 0; n < text.n; n++)
		assert_false(shard_files(span_sub(text, 0, n), note, &got));
	assert_false(shard_files(BYTES("\x80"), note, &got));
}

/* --- pages --------------------------------------------------------------------------------- */

static void take(void *own, const struct link *l)
{
	buf_printf(own, SPAN_FMT "|" SPAN_FMT "|" SPAN_FMT "|" SPAN_FMT "|%d\n", SPAN_ARG(l->file),
		   SPAN_ARG(l->url), SPAN_ARG(l->sha256), SPAN_ARG(l->requires_python), l->yanked);
}

static void page_has(const char *text, bool is_whole, const char *base, const char *want)
{
	ARENA_AUTO a = { 0 };
	BUF_AUTO got = BUF(1 << 16);
	struct span at;
	bool ended;

	links_html(&a, span_of(text), take, &got, &at, &ended);
	assert_string_equal(buf_cstr(&got), want);
	assert_int_equal(ended, is_whole);
	assert_true(span_is(at, base));
}

TEST(pages_have_links)
{
	page_has("<a href=\"x%2By.whl#sha256=ab\">x</a></html>", true, "",
		 "x+y.whl|x%2By.whl#sha256=ab|ab||0\n");
	page_has("<A class=q data-yanked HREF = 'd/x.whl' data-requires-python=\"&gt;=3.8\">",
		 false, "", "x.whl|d/x.whl||>=3.8|1\n");
	page_has("<a href=u.whl><!-- <a href=no.whl> --><base href=\"/b/\"></body>", true, "/b/",
		 "u.whl|u.whl|||0\n");
	page_has("<abbr href=no.whl><a\nhref=\"q.whl?a=b&amp;c\">", false, "",
		 "q.whl|q.whl?a=b&c|||0\n");
	page_has("<a href=\"x", false, "", "");
	page_has("<a", false, "", "");
	page_has("<!-- <a href=no.whl>", false, "", "");
	page_has("<a href=\"d/\"><a><a href>", false, "", "");
	page_has("<a x <a href=\"q.whl\"></html>", true, "", "q.whl|q.whl|||0\n");
	page_has("<a data-requires-python = \">=3.8\" href=q.whl>2 < 3</body>", true, "",
		 "q.whl|q.whl||>=3.8|0\n");
}

/* Each of them was once looked through to the end of the page for every anchor before it. */
TEST(a_page_of_anchors_without_end_has_none)
{
	static const char *const anchors[] = { "<a x ", "<a href=\"" };

	for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
		BUF_AUTO page = BUF(64 << 20);

		buf_str(&page, "<a href=q.whl>q</a>");
		while (page.n < 8 << 20)
			buf_str(&page, anchors[i]);
		buf_str(&page, "</html>");
		page_has(buf_cstr(&page), false, "", "q.whl|q.whl|||0\n");
	}
}

TEST(addresses_are_joined)
{
	static const char *const rows[][3] = {
		{ "https://h/a/b", "c", "https://h/a/c" },
		{ "https://h/a/b/", "../c", "https://h/a/b/../c" },
		{ "https://h/a", "/c", "https://h/c" },
		{ "https://h/a", "//i/c", "https://i/c" },
		{ "https://h/a", "http://i/c", "http://i/c" },
		{ "https://h", "c", "https://h/c" },
		{ "https://h/a?x", "?y", "https://h/a?y" },
		{ "https://h/a?x=/b", "c", "https://h/c" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		BUF_AUTO got = BUF(4096);

		url_join(&got, span_of(rows[i][0]), span_of(rows[i][1]));
		assert_string_equal(buf_cstr(&got), rows[i][2]);
	}
}

TEST(conda_files_are_told_apart)
{
	struct online_file f = { .name = "pytorch", .version = "2.5.1", .build = "py3.12_cuda*" };

	assert_true(online_is_conda(&f, SPAN("pytorch-2.5.1-py3.12_cuda12.4_cudnn9_0")));
	assert_false(online_is_conda(&f, SPAN("pytorch-2.5.1-py3.11_cuda12.4_cudnn9_0")));
	assert_false(online_is_conda(&f, SPAN("pytorch-2.5.10-py3.12_cuda12.4_cudnn9_0")));
	assert_false(online_is_conda(&f, SPAN("pytorch-cuda-2.5.1-py3.12_cuda")));
	assert_false(online_is_conda(&f, SPAN("pytorch")));
	f = (struct online_file){ .name = "pytorch-cuda", .version = "12.4" };
	assert_true(online_is_conda(&f, SPAN("pytorch-cuda-12.4-h_7")));
	assert_true(online_is_conda(&f, SPAN("pytorch-cuda-12.4.1-h_7")));
	assert_false(online_is_conda(&f, SPAN("pytorch-cuda-12.41-h_7")));
}
