#include "read/package/listing.h"

#include "read/package/entries_private.h"
#include "read/package/package_name_private.h"

/* --- ldd: "libcudart.so.12 => /usr/lib/libcudart.so.12 (0x00007f…)"; see ldd(1) ------------- */

enum { LDD_LINES = 20000, LDD_FILES = 1000, LDD_NEEDED = 1024 };

/* Whether the line names a library that is needed; *found: and where it is. */
static bool ldd_needs(struct span line, struct span *name, bool *found)
{
	struct span arrow;

	if (!span_word(&line, name) || !span_word(&line, &arrow) || !span_is(arrow, "=>"))
		return false;
	*found = !span_starts(span_trim(line), "not found");
	return true;
}

static bool ldd_is(struct span text)
{
	struct span line, name;
	bool found;

	if (span_find(text, "=>") < 0)
		return false;
	for (unsigned i = 0; i < LDD_LINES && span_line(&text, &line); i++)
		if (ldd_needs(line, &name, &found))
			return true;
	return false;
}

static void ldd_add(struct arena *a, struct strings *s, struct span name)
{
	if (s->n == LDD_NEEDED)
		return;
	for (size_t i = 0; i < s->n; i++)
		if (span_is(name, s->v[i]))
			return;
	strings_add(a, s, arena_span(a, name));
}

/* "libtorch_cuda.so:" stands in front of what that one needs where ldd was asked about several. */
static bool ldd_head(struct span line, struct span *path)
{
	*path = span_trim(line);
	if (!span_ends(*path, ":") || span_find_char(*path, ' ') >= 0)
		return false;
	path->n--;
	return true;
}

/* A library for each that ldd was asked about, with the names that it needs, deep ones too. */
static void ldd_read(struct arena *a, struct span text, struct package *p)
{
	struct span line, name;

	for (unsigned i = 0; i < LDD_LINES && span_line(&text, &line); i++) {
		bool found;

		if (ldd_head(line, &name) && p->libraries.n < LDD_FILES) {
			ARRAY_ADD(a, p->libraries) =
				(struct library){ .path = arena_span(a, name) };
			continue;
		}
		if (!ldd_needs(line, &name, &found))
			continue;
		if (!p->libraries.n)
			ARRAY_ADD(a, p->libraries) = (struct library){ .path = "as ldd was asked" };
		ldd_add(a, &p->libraries.v[p->libraries.n - 1].needed, name);
		if (!found)
			ldd_add(a, &p->not_found, name);
	}
}

/* --- listings of files ------------------------------------------------------------------- */

enum { LINES = 200000 };

/* Without the quotes and commas of JSON; `ls -F` adds a star or an at sign. */
static struct span bare(struct span word)
{
	size_t n;

	while (word.n && (word.p[0] == '"' || word.p[0] == '\''))
		word = span_from(word, 1);
	n = word.n;
	while (n && (word.p[n - 1] == '"' || word.p[n - 1] == ',' || word.p[n - 1] == '*' ||
		     word.p[n - 1] == '\'' || word.p[n - 1] == '@'))
		n--;
	return span_sub(word, 0, n);
}

/* The last word that names a library, else the last one: sizes and dates stand on either side. */
static struct span name_of(struct span line)
{
	struct span word = { NULL, 0 }, next;
	bool found = false;

	while (span_word(&line, &next)) {
		/* "libcudart.so -> libcudart.so.12": the link's own name counts */
		if (span_is(next, "->"))
			break;
		next = bare(next);
		if (entries_wanted(next) || !found)
			word = next;
		found |= entries_wanted(next);
	}
	return word;
}

static bool names_package(struct span s)
{
	return span_ends(s, ".whl") || span_ends(s, ".conda") || span_ends(s, ".tar.bz2");
}

bool listing_is(struct span text)
{
	struct span line;
	bool any = false;

	if (ldd_is(text))
		return true;
	for (unsigned i = 0; i < LINES && span_line(&text, &line); i++) {
		struct span word = name_of(line);

		/* "Archive:  x.whl" is the head of what unzip -l prints */
		if (names_package(word) && !span_starts(line, "Archive:"))
			return false;
		any |= entries_wanted(word);
	}
	return any;
}

/* "Archive:  x.whl" says which package it is, where the name is one. */
static void archive_name(struct arena *a, struct span text, struct package *p)
{
	struct package named = *p;
	struct span line;
	struct err e;

	while (span_line(&text, &line) && !span_trim(line).n)
		;
	if (!span_take(&line, "Archive:") || !names_package(span_trim(line)) ||
	    package_name_read(a, span_trim(line), &named, &e) != 0)
		return;
	*p = named;
}

void listing_read(struct arena *a, struct span text, struct package *p)
{
	struct span line;
	bool room = true;

	archive_name(a, text, p);
	p->kind = PACKAGE_LISTING;
	if (ldd_is(text)) {
		ldd_read(a, text, p);
		return;
	}
	for (unsigned i = 0; i < LINES && room && span_line(&text, &line); i++) {
		struct span word = name_of(line);

		room = entries_name(a, word, 0, p);
		p->torch |= span_find(word, "libtorch_python") >= 0 ||
			    span_find(word, "torch_python.dll") >= 0;
	}
	if (p->torch && !p->name)
		p->name = "torch";
}
