#include "fact/host_alike_private.h"

#include "base/text.h"

static bool same_mig(const struct mig *a, const struct mig *b)
{
	if (!text_same(a->mode, b->mode) || a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!text_same(a->devices[i].profile, b->devices[i].profile))
			return false;
	return true;
}

static bool same_gpu(const struct gpu *a, const struct gpu *b)
{
	return text_same(a->name, b->name) && sm_equal(a->sm, b->sm) && a->hidden == b->hidden &&
	       text_same(a->error, b->error) && same_mig(&a->mig, &b->mig) &&
	       sm_list_equal(&a->sm_candidates, &b->sm_candidates);
}

static bool same_problem(const struct problem *a, const struct problem *b)
{
	return a->what.code == b->what.code && a->what.gpu == b->what.gpu &&
	       a->what.words.form == b->what.words.form;
}

static bool same_lists(const struct host *a, const struct host *b)
{
	if (a->gpus.n != b->gpus.n || a->problems.n != b->problems.n)
		return false;
	for (size_t i = 0; i < a->gpus.n; i++)
		if (!same_gpu(&a->gpus.v[i], &b->gpus.v[i]))
			return false;
	for (size_t i = 0; i < a->problems.n; i++)
		if (!same_problem(&a->problems.v[i], &b->problems.v[i]))
			return false;
	return true;
}

static bool same_system(const struct host *a, const struct host *b)
{
	return text_same(a->platform, b->platform) && text_same(a->glibc, b->glibc) &&
	       text_same(a->libc, b->libc) && text_same(a->python, b->python) &&
	       text_same(a->l4t, b->l4t) && text_same(a->container, b->container) &&
	       a->wsl == b->wsl;
}

static bool same_driver(const struct host *a, const struct host *b)
{
	return text_same(a->driver, b->driver) && text_same(a->driver_cuda, b->driver_cuda) &&
	       text_same(a->driver_library, b->driver_library) &&
	       a->driver_missing == b->driver_missing && a->nvidia_present == b->nvidia_present &&
	       a->gpus_known == b->gpus_known;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return (hash ^ 255) * 1099511628211u;
}

uint64_t host_hash(const struct host *h)
{
	uint64_t hash = hash_text(14695981039346656037u, h->driver);

	hash = hash_text(hash_text(hash, h->platform), h->glibc);
	hash = hash_text(hash_text(hash, h->python), h->driver_cuda) ^ h->problems.n;
	EACH(const struct gpu, g, h->gpus) {
		hash = hash_text(hash, g->name) ^ (g->sm.major * 64u + g->sm.minor);
	}
	return hash;
}

bool host_alike(const struct host *a, const struct host *b)
{
	return same_system(a, b) && same_driver(a, b) && same_lists(a, b);
}
