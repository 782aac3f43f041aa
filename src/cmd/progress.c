#include "cmd/progress.h"

#include <string.h>

enum { FIRST = 10, STEP = 2 };

static unsigned tenths_since(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned)((now.tv_sec - begin->tv_sec) * 10 +
			  (now.tv_nsec - begin->tv_nsec) / 100000000);
}

struct progress progress_start(struct run *r)
{
	struct progress p = { .r = r };

	clock_gettime(CLOCK_MONOTONIC, &p.begin);
	return p;
}

void progress_show(void *own, const char *name, uint64_t received)
{
	struct progress *p = own;
	const struct term *t = &p->r->talk;
	const char *slash = strrchr(name, '/');
	unsigned now;

	if (!t->terminal || p->r->o->quiet)
		return;
	now = tenths_since(&p->begin);
	if (now < FIRST || now - p->tenths < STEP)
		return;
	p->tenths = now;
	p->shown = true;
	fprintf(t->f, "\r%.1f MB of %.*s\033[K", (double)received / 1e6,
		t->width > 20 ? (int)t->width - 20 : 0, slash ? slash + 1 : name);
	fflush(t->f);
}

void progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", p->r->talk.f);
	*p = progress_start(p->r);
}
