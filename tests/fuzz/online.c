/* What --online gets from servers: shards, repodata in pieces, pages of indexes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "read/online/links.h"
#include "read/online/repodata.h"
#include "read/online/shards.h"

int fuzz_one(const uint8_t *data, size_t n);

static void name(void *own, struct span s)
{
	size_t *sum = own;

	for (size_t i = 0; i < s.n; i++)
		*sum = *sum * 31 + (unsigned char)s.p[i];
	++*sum;
}

static void link_of(void *own, const struct link *l)
{
	name(own, l->file);
	name(own, l->url);
	name(own, l->sha256);
	name(own, l->requires_python);
}

/* The answer does not hang on how the document comes. */
static size_t repodata(struct span s, size_t piece, bool *whole)
{
	struct repodata r;
	size_t sum = 0;

	repodata_start(&r, name, &sum);
	while (s.n && repodata_add(&r, s.p, piece < s.n ? piece : s.n))
		s = span_from(s, piece < s.n ? piece : s.n);
	*whole = repodata_whole(&r);
	return sum;
}

int fuzz_one(const uint8_t *data, size_t n)
{
	struct span s = { (const char *)data, n }, base;
	ARENA_AUTO a = { 0 };
	char sum[SHARD_SUM];
	struct shards shards;
	bool whole, again;
	size_t seen = 0;
	struct err e;

	if (shards_read(s, &shards))
		seen += shards_find(&shards, SPAN("pytorch"), sum);
	shard_files(s, name, &seen);
	if (repodata(s, 3, &whole) != repodata(s, 4096, &again) || whole != again)
		abort();
	links_html(&a, s, link_of, &seen, &base, &whole);
	links_json(&a, s, "torch", link_of, &seen, &e);
	return 0;
}
