#include <pthread.h>

#include "os/thread.h"

enum { MOST = 16 };

struct part {
	void (*work)(void *own);
	void *own;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *part)
{
	const struct part *p = part;

	p->work(p->own);
	return NULL;
}

void os_threads(unsigned n, void (*work)(void *own), void *own)
{
	struct part part = { work, own };
	pthread_t threads[MOST];
	unsigned started = 0;

	while (started + 1 < n && started < MOST &&
	       pthread_create(&threads[started], NULL, run, &part) == 0)
		started++;
	work(own);
	while (started)
		pthread_join(threads[--started], NULL);
}

void os_lock(void)
{
	pthread_mutex_lock(&lock);
}

void os_unlock(void)
{
	pthread_mutex_unlock(&lock);
}
