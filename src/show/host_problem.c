/* The problems of a host; the same one of GPUs that follow each other is said once. */
#include <string.h>

#include "base/tr.h"
#include "show/host.h"
#include "show/line.h"
#include "show/sentence.h"
#include "show/words.h"

static bool is_of_gpu(const struct host *h, const struct problem *p)
{
	return p->what.gpu >= 0 && (size_t)p->what.gpu < h->gpus.n;
}

/* What is said of these GPUs, "0-3". */
static const char *words(struct arena *a, const struct problem *p, const char *gpus)
{
	struct finding what = p->what;
	struct phrase of;

	what.words = phrase_with(a, what.words, FACT_gpu, gpus);
	if (phrase_fact(&what.words, FACT_gpu))
		return words_finding(a, &what);
	of = PHRASE(a, HOST_GPU, SAY(gpu, gpus), SAY(what, words_finding(a, &what)));
	return words_phrase(a, &of);
}

static bool follows(struct arena *a, const struct host *h, const struct problem *p,
		    const struct problem *next)
{
	return p->what.code == next->what.code && is_of_gpu(h, p) && is_of_gpu(h, next) &&
	       next->what.gpu == p->what.gpu + 1 &&
	       h->gpus.v[next->what.gpu].index == h->gpus.v[p->what.gpu].index + 1 &&
	       strcmp(words(a, p, ""), words(a, next, "")) == 0;
}

static const char *text(struct arena *a, const struct host *h, const struct problem *first,
			const struct problem *last)
{
	int from, to;

	if (!is_of_gpu(h, first))
		return words_finding(a, &first->what);
	from = h->gpus.v[first->what.gpu].index;
	to = h->gpus.v[last->what.gpu].index;
	return words(a, first, from == to ? arena_printf(a, "%d", from)
					  : arena_printf(a, "%d-%d", from, to));
}

void show_host_problems(struct arena *a, const struct term *t, const struct host *h, bool details)
{
	for (size_t i = 0; i < h->problems.n; i++) {
		const struct problem *first = &h->problems.v[i], *last = first;
		const struct finding_info *info = finding_info(first->what.code);

		while (i + 1 < h->problems.n && follows(a, h, last, last + 1)) {
			last++;
			i++;
		}
		if (!details && sentence_is_detail(&first->what))
			continue;
		show_found_line(a, t, info ? info->severity : SEVERITY_WARNING,
				first->what.code, text(a, h, first, last));
	}
}
