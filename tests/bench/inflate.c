/* inflate WHEEL: decompresses its libraries to nowhere on two threads, the biggest first. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/sort.h"
#include "read/package/entries_private.h"

struct work {
	const struct zip *zip;
	const struct zip_entry **queue;
	size_t n;
	atomic_size_t next;
};

static bool drop(void *own, const uint8_t *p, size_t n)
{
	(void)own;
	(void)p;
	return n > 0;
}

static void *run(void *own)
{
	struct work *w = own;
	struct err e;
	size_t i;

	while ((i = atomic_fetch_add(&w->next, 1)) < w->n)
		if (zip_stream(w->zip, w->queue[i], NULL, drop, &e))
			fprintf(stderr, "%s\n", e.text);
	return NULL;
}

static int bigger(const void *a, const void *b)
{
	const struct zip_entry *x = *(const struct zip_entry *const *)a;
	const struct zip_entry *y = *(const struct zip_entry *const *)b;

	return (x->size < y->size) - (x->size > y->size);
}

int main(int argc, char **argv)
{
	ARENA_AUTO a = { 0 };
	BLOB_AUTO s = { 0 };
	struct package p = { 0 };
	struct work w = { 0 };
	struct zip z;
	pthread_t second;
	struct err e;

	if (argc != 2 || blob_file(&a, argv[1], &s, &e) || zip_open(&a, &s, &p, &z, &e))
		return 1;
	w.zip = &z;
	w.queue = arena_array(&a, z.n, sizeof *w.queue);
	for (size_t i = 0; i < z.n; i++)
		if (entries_wanted(z.v[i].name))
			w.queue[w.n++] = &z.v[i];
	sort_stable(w.queue, w.n, sizeof *w.queue, bigger);
	if (pthread_create(&second, NULL, run, &w))
		return 1;
	run(&w);
	pthread_join(second, NULL);
	return 0;
}
