/* The rows of GPUs and of MIG devices in the table of nvidia-smi. */
#include <string.h>

#include "read/host/field.h"
#include "read/host/smi_table_part.h"

static bool is_driver_model(struct span w)
{
	return span_is(w, "WDDM") || span_is(w, "TCC") || span_is(w, "MCDM");
}

static bool is_state(struct span w)
{
	return span_is(w, "On") || span_is(w, "Off") || span_is(w, "N/A") || span_is(w, "ERR!") ||
	       is_driver_model(w);
}

enum { WORDS_MAX = 24 };

/* Words of a row; bars only part them. */
static size_t row_words(struct span s, struct span w[WORDS_MAX])
{
	struct span cell, word;
	size_t n = 0;

	while (span_next(&s, '|', &cell))
		while (n < WORDS_MAX && span_word(&cell, &word))
			w[n++] = word;
	return n;
}

/* Index of the bus id, or of the N/A in its place on Jetson; 0 if this is no first row. */
static size_t bus_word(const struct span *w, size_t n)
{
	for (size_t i = 3; i < n; i++)
		if (field_is_bus_id(w[i]) && is_state(w[i - 1]))
			return i;
	for (size_t i = 3; i + 1 < n; i++)
		if (span_is(w[i], "N/A") && is_state(w[i - 1]) && is_state(w[i + 1]))
			return i;
	return 0;
}

static void gpu_fails(struct gpu *g, struct span cell)
{
	if (!g->error)
		g->error = span_find(cell, "lost") >= 0 ? "GPU is lost" :
			   span_find(cell, "Unknown") >= 0 ? "Unknown Error" :
			   span_find(cell, "reset") >= 0 ? "GPU requires reset" : "ERR!";
}

/* "|   0  NAME  STATE | BUS-ID  DISP | ECC |" */
bool smi_row_gpu(struct smi_table *t, const struct line *l)
{
	struct span w[WORDS_MAX], name;
	size_t n = row_words(l->s, w), bus = bus_word(w, n);
	struct gpu *g;

	if (bus == 0 || field_index(w[0]) < 0 || t->part == PART_MIG || t->part == PART_PROCESSES)
		return false;
	t->part = PART_GPUS;
	t->damaged |= t->open;
	t->open = true;
	t->frame = false;
	g = format_gpu(t->s, t->h, field_index(w[0]), l->no);
	if (!g)
		return true;
	name = (struct span){ w[1].p, (size_t)(w[bus - 2].p + w[bus - 2].n - w[1].p) };
	g->name = field_words(t->s->a, name);
	g->bus_id = field_text(t->s->a, w[bus]);
	if (is_driver_model(w[bus - 1]))
		g->driver_model = arena_span(t->s->a, w[bus - 1]);
	for (size_t i = 1; i < n; i++)
		if (span_is(w[i], "ERR!"))
			gpu_fails(g, w[i]);
	return true;
}

static struct gpu *last_gpu(struct smi_table *t)
{
	return t->h->gpus.n ? &t->h->gpus.v[t->h->gpus.n - 1] : NULL;
}

/* The total behind the slash of "1MiB / 24564MiB". */
static long total_mib(struct span s)
{
	ptrdiff_t at = span_find(s, "MiB");
	struct span rest, word;

	if (at < 0)
		return -1;
	rest = span_trim(span_from(s, (size_t)at + 3));
	if (!span_take(&rest, "/") || !span_word(&rest, &word))
		return -1;
	at = span_find(word, "MiB");
	return at < 0 ? -1 : field_mib(span_sub(word, 0, (size_t)at + 3));
}

static const char *compute_mode(struct span s)
{
	static const char *const modes[] = { "Default", "E. Process", "E. Thread", "Prohibited" };

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		ptrdiff_t at = span_find(s, modes[i]);

		if (at > 0)
			return modes[i];
	}
	return NULL;
}

static bool has_memory_cell(struct span s)
{
	static const char *const words[] = {
		"MiB /", "MiB/", "Not Supported", "GPU is lost", "Unknown Error",
		"GPU requires reset", "Insufficient Permissions",
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_find(s, words[i]) >= 0)
			return true;
	return span_find(s, "/") >= 0 && span_find(s, "N/A") >= 0 && compute_mode(s) != NULL;
}

/* "| FAN TEMP PERF POWER | MEMORY | UTIL  COMPUTE |" */
bool smi_row_memory(struct smi_table *t, const struct line *l)
{
	struct gpu *g = last_gpu(t);

	if (!g || !t->open || t->part != PART_GPUS || !has_memory_cell(l->s))
		return false;
	if (g->memory_mib < 0)
		g->memory_mib = total_mib(l->s);
	if (!g->compute_mode)
		g->compute_mode = compute_mode(l->s);
	if (span_find(l->s, "ERR!") >= 0 || span_find(l->s, "GPU is lost") >= 0 ||
	    span_find(l->s, "Unknown Error") >= 0 || span_find(l->s, "GPU requires reset") >= 0)
		gpu_fails(g, l->s);
	return true;
}

/* The word is the pending mode when a star follows it: the one in force is the opposite. */
static const char *mig_mode(struct span w)
{
	if (span_is(w, "Enabled") || span_is(w, "Disabled*"))
		return "Enabled";
	return span_is(w, "Disabled") || span_is(w, "Enabled*") ? "Disabled" : NULL;
}

/* "|     |     | MIG |" */
bool smi_row_mig_mode(struct smi_table *t, const struct line *l)
{
	struct span w[WORDS_MAX];
	struct gpu *g = last_gpu(t);

	if (!g || !t->open || t->part != PART_GPUS || row_words(l->s, w) != 1)
		return false;
	if (!l->whole && !span_ends(l->s, "|"))
		return false;
	g->mig.mode = mig_mode(w[0]);
	return g->mig.mode || span_is(w[0], "N/A") || span_is(w[0], "ERR!");
}

static struct gpu *gpu_by_index(struct host *h, int index)
{
	for (size_t i = 0; i < h->gpus.n; i++)
		if (h->gpus.v[i].index == index)
			return &h->gpus.v[i];
	return NULL;
}

/* "|  0    7   0   0  |  1MiB / 4864MiB | …": GPU, GI, CI, device. */
bool smi_row_mig(struct smi_table *t, const struct line *l)
{
	struct span w[WORDS_MAX];
	size_t n = row_words(l->s, w), i = 0;
	struct gpu *g;

	if (t->part != PART_MIG)
		return false;
	while (i < n && i < 4 && field_index(w[i]) >= 0)
		i++;
	if (i < 4 || n < 5)
		return i == 0 && span_find(l->s, "MiB") >= 0;
	g = gpu_by_index(t->h, field_index(w[0]));
	if (g)
		format_mig_add(t->s->a, g, (struct mig_device){ NULL, NULL });
	t->open = true;
	return true;
}
