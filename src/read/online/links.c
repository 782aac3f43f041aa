#include "read/online/links.h"

#include <string.h>

#include "base/url.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"
#include "fact/project.h"

/* --- JSON ---------------------------------------------------------------------------------- */

/* "meta": {"api-version": "1.3"}: a reader takes every 1.x (PEP 629). */
static bool is_known(const struct tree *root)
{
	const char *version = json_get_text(tree_get(root, "meta"), "api-version");

	return version && span_starts(span_of(version), "1.");
}

int links_json(struct arena *a, struct span page, const char *project, link_take *take, void *own,
	       struct err *e)
{
	struct tree *root = NULL;
	const struct tree *files, *file;
	const char *name;

	if (json_parse(a, page, &root, e))
		return ERR_SAY(e, ERR_MISSING, ONLINE_NO_INDEX);
	name = json_get_text(root, "name");
	files = tree_get(root, "files");
	if (!is_known(root) || !name || !files || json_type(files) != JSON_LIST ||
	    strcmp(project_name(a, span_of(name)), project) != 0)
		return ERR_SAY(e, ERR_MISSING, ONLINE_NO_INDEX);
	for (file = files->first; file; file = file->next) {
		const struct tree *yanked = tree_get(file, "yanked");
		struct link l = {
			.url = span_of(json_get_text(file, "url")),
			.file = span_of(json_get_text(file, "filename")),
			.sha256 = span_of(json_get_text(tree_get(file, "hashes"), "sha256")),
			.requires_python = span_of(json_get_text(file, "requires-python")),
			.yanked = yanked && (json_type(yanked) == JSON_TRUE ||
					     json_type(yanked) == JSON_STRING),
		};

		if (l.file.n && l.url.n)
			take(own, &l);
	}
	return 0;
}

/* --- HTML ---------------------------------------------------------------------------------- */

enum { TAG_MAX = 64 << 10 }; /* bytes of a tag; those of indexes have some hundred */

struct attribute {
	struct span name, value;
};

static struct span skip_space(struct span s)
{
	while (s.n && ascii_space(*s.p))
		s = span_from(s, 1);
	return s;
}

static size_t until(struct span s, const char *marks)
{
	size_t n = 0;

	while (n < s.n && !ascii_space(s.p[n]) && !memchr(marks, s.p[n], strlen(marks)))
		n++;
	return n;
}

/* The next of a tag; false at its end. */
static bool next_attribute(struct span *s, struct attribute *ret)
{
	size_t n;

	*s = skip_space(*s);
	while (s->n && *s->p == '/')
		*s = skip_space(span_from(*s, 1));
	n = until(*s, "=>/");
	if (n == 0)
		return false;
	*ret = (struct attribute){ span_sub(*s, 0, n), { s->p, 0 } };
	*s = skip_space(span_from(*s, n));
	if (!s->n || *s->p != '=')
		return true;
	*s = skip_space(span_from(*s, 1));
	if (s->n && (*s->p == '"' || *s->p == '\'')) {
		ptrdiff_t end = span_find_char(span_from(*s, 1), *s->p);

		if (end < 0)
			return false;
		ret->value = span_sub(*s, 1, (size_t)end);
		*s = span_from(*s, (size_t)end + 2);
		return true;
	}
	n = until(*s, ">");
	ret->value = span_sub(*s, 0, n);
	*s = span_from(*s, n);
	return true;
}

/* "&gt;=3.8" as ">=3.8". */
static struct span without_entities(struct arena *a, struct span s)
{
	static const struct {
		const char *name;
		char is;
	} rows[] = {
		{ "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' },
		{ "&#39;", '\'' }, { "&#x27;", '\'' }, { "&#43;", '+' }, { "&#x2b;", '+' },
	};
	size_t n = 0, i;
	char *to;

	if (span_find_char(s, '&') < 0)
		return s;
	to = arena_alloc(a, s.n + 1);
	while (s.n) {
		for (i = 0; i < sizeof rows / sizeof *rows; i++)
			if (span_starts_nocase(s, rows[i].name))
				break;
		to[n++] = i < sizeof rows / sizeof *rows ? rows[i].is : *s.p;
		s = span_from(s, i < sizeof rows / sizeof *rows ? strlen(rows[i].name) : 1);
	}
	return (struct span){ to, n };
}

/* The last part of its path, decoded. */
static struct span file_of(struct arena *a, struct span url)
{
	BUF_AUTO to = BUF(4096);
	size_t n = 0;

	while (n < url.n && url.p[n] != '?' && url.p[n] != '#')
		n++;
	url = span_sub(url, 0, n);
	url_decode(&to, span_from(url, (size_t)(span_rfind_char(url, '/') + 1)));
	return to.failed ? (struct span){ "", 0 } :
		(struct span){ arena_span(a, buf_view(&to)), to.n };
}

static void take_anchor(struct arena *a, struct span s, link_take *take, void *own)
{
	struct link l = { .url = { "", 0 } };
	struct attribute at;
	ptrdiff_t sum;

	while (next_attribute(&s, &at)) {
		if (span_eq_nocase(at.name, SPAN("href")))
			l.url = without_entities(a, span_trim(at.value));
		else if (span_eq_nocase(at.name, SPAN("data-requires-python")))
			l.requires_python = without_entities(a, at.value);
		else if (span_eq_nocase(at.name, SPAN("data-yanked")))
			l.yanked = true;
	}
	l.file = file_of(a, l.url);
	sum = span_find(l.url, "#sha256=");
	if (sum >= 0)
		l.sha256 = span_sub(l.url, (size_t)sum + 8, 64);
	if (l.file.n)
		take(own, &l);
}

static struct span base_of(struct arena *a, struct span s)
{
	struct attribute at;

	while (next_attribute(&s, &at))
		if (span_eq_nocase(at.name, SPAN("href")))
			return without_entities(a, span_trim(at.value));
	return (struct span){ NULL, 0 };
}

static bool is_tag(struct span s, const char *name)
{
	size_t n = strlen(name);

	return span_starts_nocase(s, name) && s.n > n && ascii_space(s.p[n]);
}

/*
 * Takes a tag off *page, which begins behind its "<", with what its ">" ends; one in quotes does
 * not. False: it does not end within TAG_MAX, and so nobody knows where the next one begins.
 */
static bool take_tag(struct span *page, struct span *tag)
{
	char quote = '\0', before = '\0';

	for (size_t n = 0; n < page->n && n < TAG_MAX; n++) {
		char c = page->p[n];

		if (!quote && c == '>') {
			*tag = span_sub(*page, 0, n);
			*page = span_from(*page, n + 1);
			return true;
		}
		if (quote && c == quote)
			quote = '\0';
		else if (!quote && before == '=' && (c == '"' || c == '\''))
			quote = c;
		if (!ascii_space(c))
			before = c;
	}
	return false;
}

void links_html(struct arena *a, struct span page, link_take *take, void *own, struct span *base,
		bool *ended)
{
	struct span tag;
	ptrdiff_t at;
	size_t n = 0;

	*base = (struct span){ NULL, 0 };
	*ended = false;
	while ((at = span_find_char(page, '<')) >= 0 && n < LINKS_MAX) {
		page = span_from(page, (size_t)at + 1);
		if (span_starts(page, "!--")) {
			at = span_find(page, "-->");
			page = span_from(page, at < 0 ? page.n : (size_t)at + 3);
			continue;
		}
		/* "a < b" is text */
		if (!page.n || (!ascii_alpha(*page.p) && !memchr("/!?", *page.p, 3)))
			continue;
		if (!take_tag(&page, &tag))
			return;
		if (is_tag(tag, "a")) {
			take_anchor(a, span_from(tag, 1), take, own);
			n++;
		} else if (is_tag(tag, "base") && !base->p) {
			*base = base_of(a, span_from(tag, 4));
		} else if (span_in_nocase(tag, "/html /body")) {
			*ended = true;
		}
	}
}

int links_page(struct arena *a, struct span page, const char *type, const char *project,
	       link_take *take, void *own, struct span *base, bool *whole, struct err *e)
{
	*whole = true;
	if (strcmp(type, LINKS_JSON) == 0)
		return links_json(a, page, project, take, own, e);
	if (strcmp(type, "text/html") != 0 && strcmp(type, "application/xhtml+xml") != 0 &&
	    strcmp(type, "application/vnd.pypi.simple.v1+html") != 0)
		return ERR_SAY(e, ERR_MISSING, ONLINE_TYPE, SAY(what, type));
	links_html(a, page, take, own, base, whole);
	return 0;
}
