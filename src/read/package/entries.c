/* The libraries of an archive, scanned side by side. */
#include "read/package/entries_private.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/sort.h"
#include "fact/err_phrase.h"
#include "os/machine.h"
#include "os/thread.h"
#include "read/package/product_private.h"
#include "read/package/scan_private.h"

enum { THREADS = 4 }; /* each needs up to 10 MiB */

struct entry_job {
	const struct zip_entry *entry;
	struct library *l;
	const struct phrase *fault; /* NULL: it was read to its end, or its source failed */
};

struct pool {
	struct arena *arena;   /* under the lock, as the package is */
	struct package *package;
	size_t before;         /* of the arena, without what the libraries say of themselves */
	const struct zip *zip;
	struct entry_job *jobs, **queue;
	size_t n;
	atomic_size_t next;
};

bool entries_wanted(struct span name)
{
	return span_find(span_base(name), ".so.") > 0 ||
	       span_closes(name, ONE_OF(".so", ".dll", ".pyd", ".a", ".lib", ".cubin", ".fatbin",
					".ptx", "bin/ptxas", "bin/nvlink"));
}

static bool feed(void *own, const uint8_t *p, size_t n)
{
	return scan_feed(own, p, n);
}

/* What was read of a damaged entry is kept, and said not to be all. */
static void run_job(struct pool *pool, struct entry_job *j, struct scan *s)
{
	struct span name = j->entry->name;
	char path[512];
	struct err e;
	int rc;

	snprintf(path, sizeof path, SPAN_FMT, SPAN_ARG(span_sub(name, 0, sizeof path - 1)));
	scan_start(s, path, j->entry->size);
	rc = zip_stream(pool->zip, j->entry, s, feed, &e);
	while (rc == 0 && scan_again(s))
		rc = zip_stream(pool->zip, j->entry, s, feed, &e);
	rc = rc ? rc : scan_check(s, &e);
	if (rc)
		fatbin_end(&s->f);
	os_lock();
	scan_result(s, pool->arena, rc == 0, j->l);
	j->fault = rc && !blob_failure(pool->zip->source)
			   ? phrase_keep(pool->arena, err_phrase(pool->arena, &e)) : NULL;
	os_unlock();
	scan_free(s);
}

static void worker(void *own)
{
	struct pool *pool = own;
	struct scan *s = malloc(sizeof *s);
	bool room;
	size_t i;

	while (s && (i = atomic_fetch_add(&pool->next, 1)) < pool->n) {
		os_lock();
		room = entries_room(pool->arena, pool->before, pool->package);
		os_unlock();
		if (room)
			run_job(pool, pool->queue[i], s);
		else
			pool->queue[i]->fault = NULL;
	}
	free(s);
}

static int bigger(const void *a, const void *b)
{
	const struct entry_job *x = *(struct entry_job *const *)a;
	const struct entry_job *y = *(struct entry_job *const *)b;

	return (x->entry->size < y->entry->size) - (x->entry->size > y->entry->size);
}

/* Those that are no more than the limit; *all: there are none beyond it. */
static size_t wanted(const struct zip *z, bool *all)
{
	size_t n = 0;

	for (size_t i = 0; i < z->n; i++)
		n += !z->v[i].folder && entries_wanted(z->v[i].name);
	*all = n <= ENTRIES_MOST;
	return *all ? n : ENTRIES_MOST;
}

/* One job for each; what no worker came to keeps its name and says that it was not read. */
static void fill(struct arena *a, struct pool *pool, struct package *p)
{
	static const struct phrase no_memory = { .form = FORM_NO_MEMORY_FOR_ENTRY };
	const struct zip *z = pool->zip;

	for (size_t i = 0, at = 0; at < pool->n; i++) {
		const struct zip_entry *x = &z->v[i];

		if (x->folder || !entries_wanted(x->name))
			continue;
		p->libraries.v[at] = (struct library){ .path = arena_span(a, x->name),
						       .size = x->size };
		pool->jobs[at] = (struct entry_job){ x, &p->libraries.v[at], &no_memory };
		pool->queue[at] = &pool->jobs[at];
		at++;
	}
}

void entries_too_many(struct arena *a, struct package *p)
{
	package_find(a, p, CP404, NULL, fact_number(a, ENTRIES_MOST), PHRASE(a, LIBRARIES_MOST));
}

bool entries_room(struct arena *a, size_t before, struct package *p)
{
	if (a->used - before < ENTRIES_BYTES)
		return true;
	package_find(a, p, CP404, NULL, fact_number(a, ENTRIES_BYTES >> 20),
		     PHRASE(a, LIBRARIES_MOST_TOLD));
	return false;
}

bool entries_scan(struct arena *a, const struct zip *z, unsigned threads, struct package *p)
{
	struct pool pool = { .arena = a, .package = p, .zip = z };
	bool all;

	pool.n = wanted(z, &all);
	if (!all)
		entries_too_many(a, p);
	if (!pool.n)
		return all;
	pool.jobs = arena_array(a, pool.n, sizeof *pool.jobs);
	pool.queue = arena_array(a, pool.n, sizeof *pool.queue);
	p->libraries.v = arena_array(a, pool.n, sizeof *p->libraries.v);
	p->libraries.n = p->libraries.room = pool.n;
	fill(a, &pool, p);
	sort_stable(pool.queue, pool.n, sizeof *pool.queue, bigger);
	pool.before = a->used;
	threads = z->source->remote ? 1 : threads ? threads : os_cores();
	threads = threads < THREADS ? threads : THREADS;
	os_threads(threads < pool.n ? threads : (unsigned)pool.n, worker, &pool);
	for (size_t i = 0; i < pool.n; i++)
		if (pool.jobs[i].fault)
			package_find(a, p, CP402, NULL, NULL,
				     PHRASE(a, WHY_ALONE,
					    SAY_PHRASE(why, pool.jobs[i].fault)));
	return all;
}

int entries_declared(struct arena *a, const struct zip *z, const struct zip_entry *x,
		     struct package *p, struct err *e)
{
	struct scan *s = malloc(sizeof *s);
	struct library l;
	int rc;

	if (!s)
		return err_set(e, ERR_FAULT, "no memory to read an entry");
	scan_start(s, arena_span(a, x->name), x->size);
	s->texts_only = true;
	rc = zip_stream(z, x, s, feed, e);
	texts_gap(&s->t);
	if (rc == 0) {
		l = (struct library){ .path = s->path, .size = x->size };
		product_of(a, &s->t, &l);
		ARRAY_ADD(a, p->libraries) = l;
	}
	scan_free(s);
	free(s);
	return rc;
}

bool entries_name(struct arena *a, struct span name, uint64_t size, struct package *p)
{
	struct texts none = { 0 };
	struct library l = { .size = size };

	if (!entries_wanted(name))
		return true;
	if (p->libraries.n == ENTRIES_MOST) {
		entries_too_many(a, p);
		return false;
	}
	l.path = arena_span(a, name);
	product_of(a, &none, &l);
	ARRAY_ADD(a, p->libraries) = l;
	return true;
}

void entries_names(struct arena *a, const struct zip *z, struct package *p)
{
	bool room;

	p->libraries.room = wanted(z, &room);
	p->libraries.v = arena_array(a, p->libraries.room, sizeof *p->libraries.v);
	room = true;
	for (size_t i = 0; i < z->n && room; i++)
		if (!z->v[i].folder)
			room = entries_name(a, z->v[i].name, z->v[i].size, p);
}
