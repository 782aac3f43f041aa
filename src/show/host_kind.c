#include "show/host_kind.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "show/host.h"
#include "show/line.h"
#include "show/sentence.h"
#include "show/words.h"

/* Machines that get a block each, and names in one line. */
enum { BLOCKS = 4, NAMES = 3 };

/* Everything that is said of a machine, but for its name and its place in the input. */
static const char *all_words(struct arena *a, const struct host *h)
{
	BUF_AUTO b = BUF_WORDS;

	buf_printf(&b, "%s\n%s", show_host_system(a, h), show_host_gpu_words(a, h));
	for (size_t i = 0; i < h->problems.n; i++)
		buf_printf(&b, "\n%d %d %s", (int)h->problems.v[i].what.code,
			   h->problems.v[i].what.gpu, words_finding(a, &h->problems.v[i].what));
	return arena_str(a, buf_cstr(&b));
}

struct host_kinds host_kinds_of(struct arena *a, const struct hosts *hosts)
{
	size_t *first = arena_array(a, hosts->n, sizeof *first);
	size_t *size = arena_array(a, hosts->n, sizeof *size), kinds = 0;
	size_t *kind = arena_array(a, hosts->n, sizeof *kind);
	const char **words = arena_array(a, hosts->n, sizeof *words);

	for (size_t i = 0; i < hosts->n && hosts->n > 1; i++) {
		size_t k = 0;

		words[i] = all_words(a, &hosts->v[i]);
		while (k < kinds && strcmp(words[kind[k]], words[i]) != 0)
			k++;
		if (k == kinds)
			kind[kinds++] = i;
		first[i] = kind[k];
		size[first[i]]++;
	}
	return (struct host_kinds){
		first, size, hosts->n > 1 && (kinds < hosts->n || hosts->n > BLOCKS),
	};
}

/* "gpu01 gpu07 gpu13 and 4 more", or where the first comes from. */
const char *host_kinds_who(struct arena *a, const struct hosts *hosts, const struct host_kinds *k,
			   size_t first)
{
	BUF_AUTO b = BUF_WORDS;
	size_t named = 0;

	for (size_t i = first; i < hosts->n; i++)
		if (k->first[i] == first && hosts->v[i].name && named++ < NAMES)
			buf_printf(&b, "%s%s", named > 1 ? " " : "", hosts->v[i].name);
	if (named == 0)
		return arena_printf(a, "from %s%s", hosts->v[first].source,
				    k->size[first] > 1 ? " and others" : "");
	if (named > NAMES)
		buf_printf(&b, " and %zu more", named - NAMES);
	return arena_str(a, buf_cstr(&b));
}

static void show_kind(struct arena *a, const struct term *t, const struct hosts *hosts,
		      const struct host_kinds *k, size_t i)
{
	const struct host *h = &hosts->v[i];
	const char *gpus = h->gpus.n ? show_host_gpu_words(a, h) :
		h->gpus_known || h->nvidia_present == TRI_NO ? "no NVIDIA GPU" : "GPUs not known";
	const char *alike = k->size[i] > 1 ? arena_printf(a, "%zu alike, ", k->size[i]) : "";

	show_line(t, STYLE_BOLD, arena_printf(a, "host %zu", i + 1),
		  arena_printf(a, "%s%s: %s; %s", alike, host_kinds_who(a, hosts, k, i),
			       show_host_system(a, h), gpus));
	show_host_problems(a, t, h, true);
}

void host_kinds_show(struct arena *a, const struct term *t, const struct hosts *hosts,
		     const struct host_kinds *k)
{
	size_t kinds = 0;

	for (size_t i = 0; i < hosts->n; i++)
		kinds += k->first[i] == i;
	show_line(t, STYLE_BOLD, "Machines",
		  arena_printf(a, "%zu of %zu kind%s", hosts->n, kinds, kinds == 1 ? "" : "s"));
	for (size_t i = 0; i < hosts->n; i++)
		if (k->first[i] == i)
			show_kind(a, t, hosts, k, i);
}

/* The GPUs of one machine that a plan serves: all of them (""), some (" GPU 0, 2"), none (NULL). */
static const char *served_gpus(struct arena *a, const struct host *h, int host,
			       const struct plan *p)
{
	BUF_AUTO b = BUF_WORDS;
	size_t n = 0, visible = 0;

	for (size_t i = 0; i < h->gpus.n; i++)
		visible += !h->gpus.v[i].hidden;
	for (size_t i = 0; i < p->n_gpus; i++) {
		if (p->gpus[i].host != host || p->gpus[i].gpu < 0)
			continue;
		buf_printf(&b, "%s%d", n++ ? ", " : " GPU ", h->gpus.v[p->gpus[i].gpu].index);
	}
	for (size_t i = 0; n == 0 && i < p->n_hosts; i++)
		if (p->hosts[i] == (size_t)host)
			return "";
	return n == 0 ? NULL : n >= visible ? "" : arena_str(a, buf_cstr(&b));
}

/* Whether a plan serves the same GPUs of every machine of a kind. */
static bool serves_alike(const struct hosts *hosts, const struct host_kinds *k,
			 const char *const *served, size_t first)
{
	for (size_t i = first; i < hosts->n; i++)
		if (k->first[i] == first && !text_same(served[i], served[first]))
			return false;
	return true;
}

const char *host_kinds_served(struct arena *a, const struct hosts *hosts,
			      const struct host_kinds *k, const struct plan *p)
{
	const char **served = arena_array(a, hosts->n, sizeof *served);
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < hosts->n; i++)
		served[i] = served_gpus(a, &hosts->v[i], (int)i, p);
	for (size_t i = 0; i < hosts->n; i++) {
		bool alike = serves_alike(hosts, k, served, k->first[i]);

		if (!served[i] || (alike && k->first[i] != i))
			continue;
		buf_printf(&b, "%s%s%s", b.n ? ", " : "", sentence_host(a, hosts, i), served[i]);
		if (alike && k->size[i] > 1)
			buf_printf(&b, " (%zu alike)", k->size[i]);
	}
	return b.n ? arena_str(a, buf_cstr(&b)) : NULL;
}
