#include "read/package/listing.h"

#include "read/package/entries.h"
#include "read/package/ldd.h"
#include "read/package/name.h"

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

static bool package_name(struct span s)
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
		if (package_name(word) && !span_starts(line, "Archive:"))
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
	if (!span_take(&line, "Archive:") || !package_name(span_trim(line)) ||
	    name_read(a, span_trim(line), &named, &e) != 0)
		return;
	*p = named;
}

void listing_read(struct arena *a, struct span text, struct package *p)
{
	struct span line;
	bool room = true;

	archive_name(a, text, p);
	p->kind = "listing";
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
