/* Tables without titles, whose columns show by their form what they are. */
#include <string.h>

#include "fact/host_fold.h"
#include "read/host/columns_private.h"
#include "read/host/lines_private.h"

/* What the cells of a column are, in every row so far. */
struct shape {
	bool nodes, gres, told;
};

static bool take_shapes(struct span line, char mark, size_t row, struct shape *f, size_t *columns)
{
	struct span v[COLUMNS_MAX];
	size_t n = columns_split(line, mark, v);

	if (n < 2 || !v[0].n || (row && n != *columns))
		return false;
	for (size_t i = 0; i < n; i++)
		f[i] = (struct shape){ (f[i].nodes || !row) && columns_is_name(v[i]) &&
				      lines_numbered(v[i]),
				      (f[i].gres || !row) && columns_is_gres(v[i]),
				      f[i].told || (span_starts(v[i], "gpu:") && v[i].n > 4) };
	*columns = n;
	return true;
}

/* The GPUs stand in the first column where each row has them or none; what is in use stands behind
 * it. A node's name has a number; only between marks rows may be of none that is named. */
bool columns_untitled(struct columns *t, struct span text, bool gres_asked)
{
	struct columns found = *t;
	struct shape f[COLUMNS_MAX] = { { false, false, false } };
	struct span line = text;
	size_t rows = 0, node = 0, gres = 1;

	memset(found.at, -1, sizeof found.at);
	(void)span_line(&(struct span){ text.p, text.n }, &line);
	found.mark = columns_mark(line);
	for (; span_line(&text, &line) && span_trim(line).n; rows++)
		if (!take_shapes(line, found.mark, rows, f, &found.n))
			return false;
	while (node < found.n && !f[node].nodes)
		node++;
	while (gres < found.n && !(f[gres].gres && (f[gres].told || gres_asked)))
		gres++;
	if (gres >= found.n || (node == found.n && !found.mark))
		return false;
	found.at[NODE] = node < found.n ? (int)node : -1;
	found.at[GRES] = (int)gres;
	*t = found;
	return true;
}

/* --- condor_status -af ----------------------------------------------------------------------- */

/* "slot1@node": the cells behind it are of that node. */
static bool take_slot(struct span *line, struct span *node)
{
	struct span word, slot;

	return span_word(line, &word) && span_next(&word, '@', &slot) &&
	       span_starts(slot, "slot") && (*node = word).n > 0;
}

/* How many, a name, "8.0" of it, the "12.4" of CUDA and its memory, as far as they are there. */
static void add_slot(struct columns *t, struct span line, const char *name, unsigned no)
{
	struct host *h = columns_add(t, name, no);
	struct span title = { NULL, 0 }, word, sm = title, memory = title;
	struct gpu like = gpu_new(0);
	uint64_t n = 1, number;

	h->format = TEXT_KEYED;
	h->gpus_known = true;
	while (span_word(&line, &word)) {
		bool counts = span_u64(word, &number);

		if (!title.n && counts)
			n = number;
		else if (!title.n && field_has_brand((struct span){ word.p, word.n + 1 }))
			title = word;
		else if (title.n && counts)
			memory = word;
		else if (title.n && field_is_version(word) && !sm.n)
			sm = word;
		else if (title.n && field_is_version(word))
			smi_version_set(t->src.a, h, SMI_CUDA, word);
		else if (title.n && !sm.n && !memory.n)
			title.n = (size_t)(word.p - title.p) + word.n;
	}
	like.name = field_words(t->src.a, title);
	field_sm(&like, sm, SM_SOURCE_CSV);
	like.memory_mib = memory.n ? field_index(memory) : -1;
	format_gpus(&t->src, h, title.n ? n : 0, &like, no);
}

bool columns_slots(struct columns *t, struct span text)
{
	struct columns found = *t;
	struct span line, node;
	size_t before = t->to->n, rows = 0, gpus = 0;

	for (unsigned no = 1; span_line(&text, &line) && t->to->n < HOSTS_MAX; no++) {
		if (!span_trim(line).n)
			continue;
		if (!take_slot(&line, &node)) {
			rows = 0;
			break;
		}
		if (rows++ && columns_find(&found, arena_span(t->src.a, node)))
			continue;
		add_slot(&found, line, arena_span(t->src.a, node), no);
		gpus += t->to->v[t->to->n - 1].gpus.n;
	}
	if (rows < 2 || !gpus)
		hosts_cut(t->to, before);
	return t->to->n > before;
}
