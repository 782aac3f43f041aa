/* Base images: whether their containers start on the driver, by the tag. */
#include <string.h>

#include "base/pep440.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "plan/driver.h"

static void leave(struct checkup *k, const struct env_image *i, struct phrase why)
{
	ARRAY_ADD(k->arena, k->unjudged) = (struct env_problem){ why, i->origin };
}

static bool has_branch(const struct image *row, const char *driver)
{
	struct span s = span_of(row->starts), word;
	size_t n = driver ? strcspn(driver, ".") : 0;

	while (n && span_word(&s, &word))
		if (word.n == n && memcmp(word.p, driver, n) == 0)
			return true;
	return false;
}

static bool is_datacenter(const struct host *h)
{
	const struct gpu *g = host_first_gpu(h);

	return g && g->segment && strcmp(g->segment, "datacenter") == 0;
}

static struct found *refused(struct checkup *k, const struct env_image *i, int host,
			     struct phrase words)
{
	struct found *f = find_new(k, CP203, words);

	f->what.host = host;
	f->asked = true;
	find_at(k, f, &i->origin);
	return f;
}

enum start { STARTS, OF_OLDER_MAJOR, REFUSED };

/*
 * The container toolkit compares what the image asks for (NVIDIA_REQUIRE_CUDA) with the CUDA that
 * the driver serves; branches that the image names are let pass too. An older major starts on
 * data-centre GPUs only, with the compat libraries of the image. Source: NVIDIA container toolkit,
 * "Environment variables"; CUDA Compatibility guide.
 */
static enum start start_on(const struct image *row, const struct host *h, const struct driver *d)
{
	pair_t need = pair_parse(row->cuda);
	bool cards = !row->datacenter || is_datacenter(h);

	if (!row->asks || !d->cuda || !need || d->cuda >= need)
		return STARTS;
	if (d->cuda / 100 < need / 100 && !is_datacenter(h))
		return OF_OLDER_MAJOR;
	return cards && has_branch(row, d->version) ? STARTS : REFUSED;
}

static void on_host(struct checkup *k, const struct env_image *i, const struct image *row,
		    const struct host *h, int host)
{
	struct driver d = driver_of(k->c, h);
	pair_t need = pair_parse(row->cuda);
	const char *item = arena_printf(k->arena, "%s:%s", i->image, i->tag);
	const char *have = pair_text(k->arena, d.cuda);
	enum start start = start_on(row, h, &d);

	if (start == STARTS)
		return;
	if (start == OF_OLDER_MAJOR) {
		struct found *f = refused(k, i, host, PHRASE(k->arena, IMAGE_NEEDS_DRIVER,
			SAY(item, item), SAY(cuda, row->cuda), SAY(have, d.version),
			SAY(need, driver_least(k->c, &d, need))));

		FIND_ADVICE(k, f, TAKE_OLDER_IMAGE, SAY(cuda, have));
	} else if (row->whole) {
		struct found *f = refused(k, i, host, PHRASE(k->arena, IMAGE_REFUSES,
			SAY(item, item), SAY(cuda, row->cuda), SAY(have, have)));

		FIND_ADVICE(k, f, TAKE_OLDER_IMAGE, SAY(cuda, have));
	} else {
		leave(k, i, PHRASE(k->arena, LEFT_IMAGE_DRIVER, SAY(item, item),
				   SAY(cuda, row->cuda), SAY(have, have)));
	}
}

/* A torch that was never released, as 2.8.0a0 of NVIDIA's: what it has code for is in no row. */
static void own_torch(struct checkup *k, const struct env_image *i, const struct image *row)
{
	if (row->torch && !ANY(r, k->c->releases, strcmp(*r, row->torch) == 0) && find_first_gpu(k))
		leave(k, i, PHRASE(k->arena, LEFT_IMAGE_TORCH, SAY(torch, row->torch)));
}

/* The container of that row starts on every host. */
static bool starts(struct checkup *k, const struct image *row)
{
	for (size_t i = 0; k->hosts && i < k->hosts->n; i++) {
		struct driver d = driver_of(k->c, &k->hosts->v[i]);

		if (start_on(row, &k->hosts->v[i], &d) != STARTS)
			return false;
	}
	return true;
}

/* Whether torch of that row runs: PyTorch's images hold the builds of its own channels. */
static bool runs(struct checkup *k, const struct image *row)
{
	struct wish w = { .cuda = row->cuda };
	struct answer answer;

	strings_add(k->arena, &w.torch, arena_printf(k->arena, "==%s", row->torch));
	return cure_answer(k, &w, &answer) && cure_first(&answer);
}

/* "2.7.0-cuda12.8-cudnn9-devel": the pattern of the row with the end of the tag that is there. */
static const char *tag_of(struct checkup *k, const struct image *row, const char *tag)
{
	const char *end = strrchr(tag, '-');
	size_t n = strlen(row->tag);

	if (n < 2 || strcmp(row->tag + n - 2, "-*") != 0 || !end)
		return row->tag;
	return arena_printf(k->arena, "%.*s%s", (int)n - 2, row->tag, end);
}

/* The nearest release above the one that is there, else the nearest below. */
static bool is_nearer(const char *torch, const char *best, const char *there)
{
	bool above = pep440_cmp_text(span_of(torch), span_of(there)) >= 0;
	int order = best ? pep440_cmp_text(span_of(torch), span_of(best)) : 0;

	if (!best || above != (pep440_cmp_text(span_of(best), span_of(there)) >= 0))
		return !best || above;
	return above ? order < 0 : order > 0;
}

const char *check_image_instead(struct checkup *k, const struct env_declared *d)
{
	const struct env_image *at = NULL;
	const struct image *row, *best = NULL;

	for (size_t i = 0; i < k->env->images.n; i++)
		if (k->env->images.v[i].origin.line == d->origin.line &&
		    k->env->images.v[i].origin.file == d->origin.file)
			at = &k->env->images.v[i];
	row = at ? shelf_image(k->shelf, at->image, at->tag) : NULL;
	EACH_WHILE(const struct image, r, k->shelf->images, row && row->torch)
		if (r->torch && strcmp(r->image, row->image) == 0 &&
		    is_nearer(r->torch, best ? best->torch : NULL, row->torch) && starts(k, r) &&
		    runs(k, r))
			best = r;
	return best ? arena_printf(k->arena, "%s:%s", at->image, tag_of(k, best, at->tag)) : NULL;
}

void check_images(struct checkup *k)
{
	EACH(const struct env_image, i, k->env->images) {
		const struct image *row = shelf_image(k->shelf, i->image, i->tag);

		if (!row) {
			leave(k, i, PHRASE(k->arena, LEFT_IMAGE));
			continue;
		}
		own_torch(k, i, row);
		for (size_t h = 0; k->hosts && h < k->hosts->n; h++)
			on_host(k, i, row, &k->hosts->v[h], (int)h);
	}
}
