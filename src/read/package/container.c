#include "read/package/container.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "fact/err_phrase.h"
#include "read/package/scan_private.h"

enum { HEADER = 16, ENTRY = 64, CONTAINER_MAX = 64 << 20, KINDS_MAX = 64 };

/* Containers that hold the same, in the same order. */
struct group {
	uint32_t first, n;      /* the container that was met first; how many there are */
};

static bool same_entries(const struct fatbin *f, uint32_t x, uint32_t y)
{
	const struct fatbin_container *a = &f->containers[x], *b = &f->containers[y];

	return a->n == b->n && memcmp(f->entries + a->first, f->entries + b->first, a->n) == 0;
}

static bool has_code(const struct fatbin *f, uint32_t c)
{
	for (uint32_t i = 0; i < f->containers[c].n; i++) {
		const struct sm_code *k = &f->keys[f->entries[f->containers[c].first + i]];

		if ((k->kind == CODE_SASS && !k->stub) || k->kind == CODE_PTX)
			return true;
	}
	return false;
}

/* The largest group of containers with code; n 0: there is none. */
static struct group most_common(const struct fatbin *f)
{
	struct group all[KINDS_MAX], best = { 0, 0 };
	size_t n = 0;

	for (uint32_t c = 0; c < f->container_count; c++) {
		size_t i = 0;

		if (!has_code(f, c))
			continue;
		while (i < n && !same_entries(f, all[i].first, c))
			i++;
		if (i == KINDS_MAX)
			continue;
		if (i == n)
			all[n++] = (struct group){ c, 0 };
		all[i].n++;
		if (all[i].n > best.n)
			best = all[i];
	}
	return best;
}

static uint64_t size_at(struct blob *s, uint64_t at)
{
	uint8_t header[HEADER];
	struct err unused;

	if (blob_read(s, at, header, HEADER, &unused))
		return 0;
	return le64(header + 8) > CONTAINER_MAX ? 0 : HEADER + le64(header + 8);
}

static uint32_t smallest(const struct fatbin *f, struct blob *s, uint32_t like, uint64_t *size)
{
	uint32_t best = like;

	*size = size_at(s, f->containers[like].at);
	for (uint32_t c = like + 1; c < f->container_count; c++) {
		uint64_t one = same_entries(f, like, c) ? size_at(s, f->containers[c].at) : 0;

		if (one && (!*size || one < *size)) {
			*size = one;
			best = c;
		}
	}
	return best;
}


struct span container_only(struct arena *a, struct span whole, enum code_kind kind)
{
	const uint8_t *p = (const uint8_t *)whole.p;
	uint8_t *to = arena_alloc(a, whole.n);
	size_t used = HEADER, at = HEADER;

	memcpy(to, p, HEADER);
	while (whole.n - at >= ENTRY) {
		uint64_t header = le32(p + at + 4), payload = le64(p + at + 8);

		if (header < ENTRY || header > whole.n - at || payload > whole.n - at - header)
			break;
		if (le16(p + at) == (unsigned)kind) {
			memcpy(to + used, p + at, (size_t)(header + payload));
			used += (size_t)(header + payload);
		}
		at += (size_t)(header + payload);
	}
	for (int i = 0; i < 8; i++)
		to[8 + i] = (uint8_t)((used - HEADER) >> (8 * i));
	return (struct span){ (const char *)to, used > HEADER ? used : 0 };
}

static int take(struct arena *a, struct blob *s, const struct fatbin *f, struct container *ret,
		struct err *e)
{
	struct group group = most_common(f);
	struct container c = { 0 };
	uint64_t size = 0;
	uint32_t which;
	char *bytes;

	if (!group.n)
		return err_set(e, ERR_NONE, "%s holds no device code", s->name);
	which = smallest(f, s, group.first, &size);
	if (!size)
		return err_set(e, ERR_INPUT, "%s: its device code is damaged", s->name);
	bytes = arena_alloc(a, (size_t)size);
	if (blob_read(s, f->containers[which].at, bytes, (size_t)size, e))
		return e->code;
	c.at = f->containers[which].at;
	c.bytes = (struct span){ bytes, (size_t)size };
	c.cubins = container_only(a, c.bytes, CODE_SASS);
	c.ptx = container_only(a, c.bytes, CODE_PTX);
	for (uint32_t i = 0; i < f->containers[which].n; i++) {
		const struct sm_code *k = &f->keys[f->entries[f->containers[which].first + i]];

		if (k->kind == CODE_SASS && !k->stub)
			sm_list_add(&c.sass, k->sm);
		else if (k->kind == CODE_PTX)
			sm_list_add(&c.ptx_list, k->sm);
	}
	*ret = c;
	return 0;
}

int container_pick(struct arena *a, struct blob *s, struct container *ret, struct err *e)
{
	struct fatbin *f = malloc(sizeof *f);
	int rc;

	if (!f)
		return ERR_SAY(e, ERR_FAULT, NO_MEMORY_TO_READ, SAY(file, s->name));
	rc = scan_containers(s, f, e);
	if (rc == 0)
		rc = take(a, s, f, ret, e);
	fatbin_free(f);
	free(f);
	return rc;
}
