#include "unit/unit.h"

#include "read/package/http_text.h"
#include "read/package/remote.h"

TEST(remote_name_shows_no_secret)
{
	ARENA_AUTO a = { 0 };

	assert_string_equal(url_shown(&a, "https://me:pw@host/a.whl?t=1#sha256=2"),
			    "https://host/a.whl");
	assert_string_equal(url_shown(&a, "http://me:p@w@host:80/a@b.whl"),
			    "http://host:80/a@b.whl");
	assert_string_equal(url_shown(&a, "https://host?user@other/"), "https://host");
	assert_string_equal(url_shown(&a, "http://me:p/w@host/a.whl"), "http://host/a.whl");
	assert_string_equal(url_shown(&a, "http://me:p#w@host/a.whl"), "http://host/a.whl");
	assert_string_equal(url_shown(&a, "http://[::1]:80/a@b.whl"), "http://[::1]:80/a@b.whl");
	assert_string_equal(url_shown(&a, "http://[::1]/a@b.whl"), "http://[::1]/a@b.whl");
	assert_string_equal(url_file(&a, "https://host/x/a%2Bb.whl?at=/c"), "a%2Bb.whl");
	assert_string_equal(url_file(&a, "https://host/"), "");
}

TEST(remote_same_server_ignores_users)
{
	assert_true(url_same_server("https://me:pw@host/a", "https://HOST/b?c"));
	assert_false(url_same_server("https://host/a", "http://host/a"));
	assert_false(url_same_server("http://host:80/a", "http://host:81/a"));
	assert_true(url_has_user("http://me@host/a"));
	assert_false(url_has_user("http://host/a@b"));
}

TEST(remote_address_escapes_spaces)
{
	ARENA_AUTO a = { 0 };

	assert_string_equal(url_address(&a, "http://h/a b%2Bc.whl"), "http://h/a%20b%2Bc.whl");
}

TEST(remote_is_http_only)
{
	assert_true(url_is("http://host/a.whl"));
	assert_true(url_is("HTTPS://host/a.whl"));
	assert_false(url_is("ftp://host/a.whl"));
	assert_false(url_is("file:///etc/passwd"));
	assert_false(url_is("https.whl"));
}

static bool range(const char *text, uint64_t first, uint64_t last, uint64_t size)
{
	struct content_range c;

	return content_range_read(span_of(text), &c) && c.first == first && c.last == last &&
	       c.size == size;
}

TEST(content_range_takes_what_can_be_true)
{
	struct content_range c;

	assert_true(range("bytes 0-99/1000", 0, 99, 1000));
	assert_true(range(" bytes 999-999/1000\r", 999, 999, 1000));
	assert_true(content_range_read(SPAN("bytes */1000"), &c));
	assert_true(c.unsatisfied && c.size == 1000);
}

TEST(content_range_refuses_the_rest)
{
	static const char *const wrong[] = {
		"", "bytes", "bytes 0-99", "bytes 0-99/*", "items 0-9/10", "bytes 9-8/10",
		"bytes 0-10/10", "bytes -5/10", "bytes 0-9/10x", "bytes 0-9/99999999999999999999",
		"bytes 0-9/2305843009213693952", "bytes 18446744073709551615-0/10",
	};
	struct content_range c;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_false(content_range_read(span_of(wrong[i]), &c));
}
