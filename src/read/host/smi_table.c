/* The table of nvidia-smi, from 340 to the KMD and CUDA UMD header of 610 and later. */
#include <string.h>

#include "fact/platform.h"
#include "read/host/format_private.h"

enum part { PART_HEAD, PART_GPUS, PART_MIG, PART_PROCESSES, PART_END };

struct smi_table {
	const struct source *s;
	struct host *h;
	enum part part;
	size_t width;    /* of the widest rule */
	unsigned line;
	bool open;       /* rows of a GPU, a MIG device or a list wait for their closing rule */
	bool frame;      /* a rule opened a box that has no title yet */
	bool titles;     /* between the title of a box and its double rule */
	bool damaged;    /* something stands where a row must be */
	bool mig_listed; /* the MIG box was there */
};

/* --- rows of GPUs and of MIG devices ------------------------------------------------------- */

#define DRIVER_MODELS "WDDM TCC MCDM"

static bool is_state(struct span w)
{
	return span_in(w, "On Off N/A ERR! " DRIVER_MODELS);
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

/*
 * Each takes the line if it is such a row, and says whether it was. The rows of a GPU are those
 * with its name and bus id, with its memory and compute mode, and with its MIG mode; a row of the
 * MIG box is one device.
 */

/* "|   0  NAME  STATE | BUS-ID  DISP | ECC |" */
static bool smi_row_gpu(struct smi_table *t, const struct line *l)
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
	if (span_in(w[bus - 1], DRIVER_MODELS))
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

	return FIRST_TELLS(x, ROWS(modes), span_find(s, *x) > 0, *x, NULL);
}

#define LOST "GPU is lost", "Unknown Error", "GPU requires reset"

static bool has_memory_cell(struct span s)
{
	return span_holds(s, ONE_OF("MiB /", "MiB/", "Not Supported", "Insufficient Permissions",
				    LOST)) ||
	       (span_find(s, "N/A") >= 0 && compute_mode(s) != NULL);
}

/* "| FAN TEMP PERF POWER | MEMORY | UTIL  COMPUTE |" */
static bool smi_row_memory(struct smi_table *t, const struct line *l)
{
	struct gpu *g = last_gpu(t);

	if (!g || !t->open || t->part != PART_GPUS || !has_memory_cell(l->s))
		return false;
	if (g->memory_mib < 0)
		g->memory_mib = total_mib(l->s);
	if (!g->compute_mode)
		g->compute_mode = compute_mode(l->s);
	if (span_holds(l->s, ONE_OF("ERR!", LOST)))
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
static bool smi_row_mig_mode(struct smi_table *t, const struct line *l)
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

/* "|  0    7   0   0  |  1MiB / 4864MiB | …": GPU, GI, CI, device. */
static bool smi_row_mig(struct smi_table *t, const struct line *l)
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
	g = FIRST_OF(x, t->h->gpus, x->index == field_index(w[0]));
	if (g)
		format_mig_add(t->s->a, g, (struct mig_device){ NULL, NULL });
	t->open = true;
	return true;
}

/* --- the header --------------------------------------------------------------------------- */

static bool value_after(struct span s, const char *label, struct span *ret)
{
	return span_pass(&s, label) && span_word(&s, ret) && ret->p[0] != '|';
}

/* The word that follows a label; empty where there is none, or the end of the input may cut it. */
static struct span header_value(struct smi_table *t, const struct line *l, const char *a,
				const char *b)
{
	struct span v;

	if (!value_after(l->s, a, &v) && !value_after(l->s, b, &v))
		return span_sub(l->s, 0, 0);
	if (!l->whole && v.p + v.n == l->s.p + l->s.n) {
		t->damaged = true;
		return span_sub(l->s, 0, 0);
	}
	while (v.n && (v.p[v.n - 1] == '|' || v.p[v.n - 1] == ',' || v.p[v.n - 1] == ')'))
		v.n--;
	return v;
}

static bool header_begins(const struct source *s, size_t i)
{
	struct span line = s->v[i].s, v;

	if (!value_after(line, "NVIDIA-SMI ", &v))
		return false;
	return ascii_digit(v.p[0]) || (!s->v[i].whole && span_find(line, "| NVIDIA-SMI ") == 0) ||
	       span_find(line, "Driver Version:") > 0 || span_find(line, "KMD Version:") > 0;
}

/* Under WSL and in old containers nvidia-smi is of another version than the driver. */
static void read_header(struct smi_table *t, const struct line *l)
{
	struct arena *a = t->s->a;
	const char *smi = field_version(a, header_value(t, l, "NVIDIA-SMI ", "NVIDIA-SMI "));

	smi_version_set(a, t->h, SMI_DRIVER, header_value(t, l, "Driver Version:", "KMD Version:"));
	smi_version_set(a, t->h, SMI_CUDA,
			header_value(t, l, "CUDA Version:", "CUDA UMD Version:"));
	if (smi && t->h->driver && strcmp(smi, t->h->driver) != 0)
		t->h->driver_library = smi;
	t->damaged |= !l->whole && !span_ends(l->s, "|");
}

/* --- boxes -------------------------------------------------------------------------------- */

static bool is_rule(struct span s)
{
	return EVERY(c, LIST(s.p, s.n), strchr("-=+| ", *c)) &&
	       ANY(c, LIST(s.p, s.n), *c == '-' || *c == '=');
}

static bool read_box_title(struct smi_table *t, const struct line *l)
{
	enum part part = span_find(l->s, "MIG devices") >= 0 ? PART_MIG :
			 span_find(l->s, "rocesses:") >= 0 ? PART_PROCESSES : PART_HEAD;

	if (part == PART_HEAD)
		return false;
	t->damaged |= t->open && t->part == PART_GPUS;
	t->part = part;
	t->frame = false;
	t->open = false;
	t->titles = true;
	t->mig_listed |= part == PART_MIG;
	return true;
}

/* A rule behind rows closes them; the double one below titles does not. */
static bool read_rule(struct smi_table *t, const struct line *l)
{
	bool full = l->whole || l->s.n >= t->width;

	if (!is_rule(l->s))
		return false;
	if (l->s.n > t->width)
		t->width = l->s.n;
	if (t->part == PART_HEAD)
		return true;
	if (!full)
		t->damaged |= t->part != PART_PROCESSES && (t->open || t->titles);
	else if (t->titles && span_find_char(l->s, '=') >= 0)
		t->titles = false, t->open = true;
	else if (!t->titles && t->open)
		t->open = false;
	else if (!t->titles)
		t->frame = true;
	return true;
}

/* --- the whole ---------------------------------------------------------------------------- */

/* What a box has besides rows of facts. */
static bool read_title(struct smi_table *t, const struct line *l)
{
	return span_holds(l->s, ONE_OF("Bus-Id", "Memory-Usage", "MIG M.", "Persistence-M",
				       "GPU-Util", "BAR1-Usage", "GPU Memory", "   ECC|")) ||
	       (t->titles && l->s.p[0] == '|') ||
	       (t->part == PART_MIG && span_find(l->s, "No MIG devices") >= 0);
}

/* A process: only what it says about the system is of interest. */
static bool read_process(struct smi_table *t, const struct line *l)
{
	if (t->part != PART_PROCESSES || !t->open)
		return false;
	if (span_find(l->s, ":\\") > 0)
		t->h->platform = PLATFORM_WINDOWS;
	return span_starts(l->s, "|") || span_ends(l->s, "MiB") || span_ends(l->s, "N/A") ||
	       span_find(l->s, "No running") >= 0 || ascii_digit(l->s.p[0]);
}

static bool (*const row_readers[])(struct smi_table *, const struct line *) = {
	read_rule, read_box_title, read_title, smi_row_mig, read_process, smi_row_gpu,
	smi_row_memory, smi_row_mig_mode,
};

/* GPUs stand in their own box: where that is closed, a cut box of processes takes none away. */
static enum form what_is_missing(const struct smi_table *t)
{
	if (t->part == PART_HEAD)
		return FORM_CUT_TABLE_BEFORE_GPU;
	if (t->part == PART_GPUS && (t->open || t->damaged))
		return FORM_CUT_TABLE_WITHIN_GPU;
	if (t->damaged || (t->part == PART_MIG && (t->open || t->frame || t->titles)))
		return FORM_CUT_TABLE_RULE;
	for (size_t i = 0; i < t->h->gpus.n && !t->mig_listed; i++)
		if (t->h->gpus.v[i].mig.mode && strcmp(t->h->gpus.v[i].mig.mode, "Enabled") == 0)
			return FORM_CUT_TABLE_MIG;
	return FORM_OF_CODE;
}

static void read_no_mig_device(struct smi_table *t)
{
	for (size_t i = 0; i < t->h->gpus.n && t->mig_listed; i++) {
		struct gpu *g = &t->h->gpus.v[i];

		if (!g->mig.mode || strcmp(g->mig.mode, "Enabled") != 0 || g->mig.n)
			continue;
		FORMAT_PROBLEM(t->s->a, t->h, CP012, (int)i, g->line, HOST_MIG_EMPTY);
	}
}

/* "| Proces" behind the GPUs: nothing is missing of them. */
static bool is_title_cut(struct span s)
{
	struct span title = SPAN("| Processes:");

	return s.n > 2 && span_eq(span_sub(title, 0, s.n), s);
}

/* Blank and foreign lines are borne inside a table; behind its last box they end it. */
static size_t read_lines(struct smi_table *t, size_t i)
{
	size_t end = i, foreign = 0;

	for (; i < t->s->n; i++) {
		const struct line *l = &t->s->v[i];

		if (l->s.n == 0)
			continue;
		if (header_begins(t->s, i) || (t->part == PART_PROCESSES && !t->open && !t->titles))
			break;
		t->line = l->no;
		if (ANY(x, ROWS(row_readers), (*x)(t, l))) {
			foreign = 0;
			end = i + 1;
			continue;
		}
		if (l->s.p[0] == '|' || l->s.p[0] == '+')
			t->damaged |= t->part != PART_PROCESSES && !(t->frame && !l->whole) &&
				      !(is_title_cut(l->s) && !t->open);
		else if (!(t->open || t->titles || t->part == PART_HEAD) || ++foreign > 2)
			break;
	}
	return end;
}

static size_t read_table(const struct source *s, size_t i, struct host *to)
{
	struct smi_table t = { .s = s, .h = to, .line = s->v[i].no };
	enum form missing;
	size_t end;

	if (i > 0)
		t.width = is_rule(s->v[i - 1].s) ? s->v[i - 1].s.n : 0;
	read_header(&t, &s->v[i]);
	end = read_lines(&t, i + 1);
	/* "Driver: NVIDIA-SMI 535.54.03, Driver Version: …": somebody says it without a table */
	missing = end == i + 1 && span_find(s->v[i].s, "NVIDIA-SMI") > 2 ? FORM_OF_CODE :
		  what_is_missing(&t);
	if (missing)
		format_problem(s->a, to, CP001, -1, t.line, (struct phrase){ .form = missing });
	else
		read_no_mig_device(&t);
	return end;
}

const struct host_format format_smi_table = { header_begins, read_table };
