/* The problems of a host; the same one of GPUs that follow each other is said once. */
#include <string.h>

#include "show/host.h"
#include "show/line.h"
#include "show/words.h"

/* What is said behind "GPU n", which most texts of a GPU begin with. */
static const char *words(struct arena *a, const struct host *h, const struct problem *p)
{
	const char *said = words_finding(a, &p->what);
	size_t n;

	if (p->what.gpu < 0 || (size_t)p->what.gpu >= h->gpus.n)
		return said;
	n = strlen(arena_printf(a, "GPU %d", h->gpus.v[p->what.gpu].index));
	return strncmp(said, "GPU ", 4) == 0 && strlen(said) > n
		       ? said + n
		       : arena_printf(a, ": %s", said);
}

static bool follows(struct arena *a, const struct host *h, const struct problem *p,
		    const struct problem *next)
{
	return p->what.code == next->what.code && p->what.gpu >= 0 &&
	       next->what.gpu == p->what.gpu + 1 && (size_t)next->what.gpu < h->gpus.n &&
	       h->gpus.v[next->what.gpu].index == h->gpus.v[p->what.gpu].index + 1 &&
	       strcmp(words(a, h, p), words(a, h, next)) == 0;
}

static const char *text(struct arena *a, const struct host *h, const struct problem *first,
			const struct problem *last)
{
	if (first->what.gpu < 0 || (size_t)first->what.gpu >= h->gpus.n)
		return words_finding(a, &first->what);
	if (first == last)
		return arena_printf(a, "GPU %d%s", h->gpus.v[first->what.gpu].index,
				    words(a, h, first));
	return arena_printf(a, "GPU %d-%d%s", h->gpus.v[first->what.gpu].index,
			    h->gpus.v[last->what.gpu].index, words(a, h, first));
}

void show_host_problems(struct arena *a, const struct term *t, const struct host *h)
{
	static const enum style styles[] = {
		[SEVERITY_NOTE] = STYLE_DIM, [SEVERITY_WARNING] = STYLE_WARN,
		[SEVERITY_ERROR] = STYLE_BAD,
	};
	char code[8];

	for (size_t i = 0; i < h->problems.n; i++) {
		const struct problem *first = &h->problems.v[i], *last = first;
		const struct finding_info *info = finding_info(first->what.code);
		enum severity s = info ? info->severity : SEVERITY_WARNING;

		while (i + 1 < h->problems.n && follows(a, h, last, last + 1)) {
			last++;
			i++;
		}
		show_line(t, styles[s], severity_name(s),
			  arena_printf(a, "%s [%s]", text(a, h, first, last),
				       finding_name(first->what.code, code)));
	}
}
