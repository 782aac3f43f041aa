/*
 * repodata make MB: writes a repodata.json like those of big channels. repodata FILE: reads it in
 * pieces as --online does, and by yajl, which tells every text and number apart, and prints how
 * fast each is.
 */
#include <stdlib.h>
#include <yajl/yajl_parse.h>

#include "bench/clock.h"
#include "read/online/repodata.h"

enum { PIECE = 128 << 10 };

/* Records of a few hundred bytes, as most are. */
static size_t record(unsigned i)
{
	unsigned py = i % 5 + 9, hash = i * 2654435761u, n = i % 9;
	size_t bytes;

	bytes = (size_t)printf("%s\n    \"package-%u-%u.%u.%u-py3%uh%08x_%u.conda\": {\n",
			       i ? "," : "", i / 40, i % 40, i % 7, i % 3, py, hash, n);
	bytes += (size_t)printf("      \"build\": \"py3%uh%08x_%u\",\n"
				"      \"build_number\": %u,\n      \"depends\": [\n"
				"        \"__glibc >=2.17,<3.0.a0\",\n"
				"        \"libgcc >=13\",\n        \"python >=3.%u,<3.%u.0a0\",\n"
				"        \"numpy >=1.23.5,<3\",\n"
				"        \"python_abi 3.%u.* *_cp3%u\"\n"
				"      ],\n      \"license\": \"BSD-3-Clause\",\n", py, hash, n, n,
				py, py + 1, py, py);
	bytes += (size_t)printf("      \"md5\": \"%08x%08x%08x%08x\",\n"
				"      \"name\": \"package-%u\",\n"
				"      \"sha256\": \"%08x%08x%08x%08x%08x%08x%08x%08x\",\n",
				hash, ~hash, hash * 3, hash * 5, i / 40, hash * 7, hash * 9,
				hash * 11, hash * 13, hash * 15, hash * 17, hash * 19, hash * 21);
	return bytes + (size_t)printf("      \"size\": %u,\n      \"subdir\": \"linux-64\",\n"
				      "      \"timestamp\": 17%08u000,\n"
				      "      \"version\": \"%u.%u.%u\"\n    }", hash, i % 90000000,
				      i % 40, i % 7, i % 3);
}

static void make(size_t most)
{
	size_t n = 0;

	printf("{\n  \"info\": {\n    \"subdir\": \"linux-64\"\n  },\n  \"packages\": {");
	for (unsigned i = 0; n < most; i++)
		n += record(i);
	printf("\n  },\n  \"packages.conda\": {},\n  \"removed\": [],\n"
	       "  \"repodata_version\": 1\n}\n");
}

static void count(void *own, struct span name)
{
	*(size_t *)own += name.n > 0;
}

static bool scan(FILE *f, char *piece)
{
	static struct repodata r;
	size_t n, files = 0;

	repodata_start(&r, count, &files);
	while ((n = fread(piece, 1, PIECE, f)) > 0)
		repodata_add(&r, piece, n);
	return repodata_whole(&r) && files > 0;
}

static bool parse(FILE *f, char *piece)
{
	static const yajl_callbacks none;
	yajl_handle y = yajl_alloc(&none, NULL, NULL);
	bool ok = y != NULL;
	size_t n;

	while (ok && (n = fread(piece, 1, PIECE, f)) > 0)
		ok = yajl_parse(y, (const unsigned char *)piece, n) == yajl_status_ok;
	ok = ok && yajl_complete_parse(y) == yajl_status_ok;
	yajl_free(y);
	return ok;
}

/* The best of a few: MB of JSON a second. */
static double rate(const char *path, bool (*read)(FILE *f, char *piece))
{
	static char piece[PIECE];
	double best = 0;

	for (int i = 0; i < 3; i++) {
		FILE *f = fopen(path, "rb");
		double begin = cpu_seconds(), mb;

		if (!f || !read(f, piece))
			exit(1);
		mb = (double)ftell(f) / 1e6 / (cpu_seconds() - begin);
		best = mb > best ? mb : best;
		fclose(f);
	}
	return best;
}

int main(int argc, char **argv)
{
	double own, other;

	if (argc == 3) {
		make((size_t)strtoul(argv[2], NULL, 10) * 1000000);
		return 0;
	}
	if (argc != 2)
		return 2;
	own = rate(argv[1], scan);
	other = rate(argv[1], parse);
	printf("%-44s%6.0f MB/s, yajl %6.0f MB/s   ratio %5.2f\n", "repodata.json", own, other,
	       own / other);
	return own < 400;
}
