#include "show/matrix.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"

enum { COLUMNS = 9, CELL_MAX = 512 };

struct cells {
	const char *v[COLUMNS];
};

static bool next_minor(struct python a, struct python b)
{
	return a.major == b.major && a.free_threaded == b.free_threaded && b.minor == a.minor + 1;
}

/* "3.8-3.12 3.13t": neighbours as a range. */
static const char *python_ranges(struct arena *a, struct python_set set, bool inferred)
{
	struct span rest = span_of(python_set_text(a, (struct python_set){ set.gil, 0 })), word;
	struct python first = { 0 }, last = { 0 }, p;
	BUF_AUTO b = BUF(CELL_MAX);
	char text[PYTHON_TEXT];

	for (bool more = true; more;) {
		more = span_word(&rest, &word) && python_parse(word, &p);
		if (more && last.major && next_minor(last, p)) {
			last = p;
			continue;
		}
		if (last.major)
			buf_printf(&b, "%s%s", b.n ? " " : "", python_text(first, text));
		if (last.major && python_cmp(first, last) != 0)
			buf_printf(&b, "-%s", python_text(last, text));
		first = last = p;
	}
	if (set.free)
		buf_printf(&b, " %s", python_set_text(a, (struct python_set){ 0, set.free }));
	if (inferred)
		buf_str(&b, " ?");
	return arena_str(a, buf_cstr(&b));
}

static const char *targets(struct arena *a, const struct build *build)
{
	BUF_AUTO b = BUF(CELL_MAX);
	char text[SM_TEXT];

	if (build->cuda.major == 0)
		return "CPU";
	if (build->code_grade == GRADE_NONE)
		return "not known";
	for (size_t i = 0; i < build->sass->n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", sm_text(build->sass->v[i], text));
	for (size_t i = 0; i < build->ptx->n; i++)
		buf_printf(&b, " +PTX %s", sm_text(build->ptx->v[i], text));
	return arena_str(a, buf_cstr(&b));
}

/* "cubin 60, ptx 90" for the GPUs that were asked about. */
static const char *via(struct arena *a, const struct table_row *row)
{
	BUF_AUTO b = BUF(CELL_MAX);
	char text[SM_TEXT];

	for (size_t i = 0; i < row->n_fits; i++)
		buf_printf(&b, "%s%s %s", i ? ", " : "", via_name(row->fits[i].via),
			   sm_text(row->fits[i].code, text));
	return arena_str(a, buf_cstr(&b));
}

static const char *driver(struct arena *a, const struct table_row *row)
{
	const char *support = driver_support_name(row->support);

	if (!row->least_driver)
		return "";
	return arena_printf(a, ">=%s%s%s", row->least_driver, support ? " " : "",
			    support ? support : "");
}

static struct cells row_cells(struct arena *a, const struct matrix_page *page, size_t i)
{
	const struct table_row *row = &page->table->v[i];
	const struct build *b = row->build;
	char cuda[CUDA_TEXT];

	return (struct cells){ {
		arena_printf(a, "%s%s", b->torch, b->certain ? "" : " ?"),
		b->cuda.major ? arena_str(a, cuda_version_text(b->cuda, cuda)) : "cpu",
		b->arm ? arena_printf(a, "%s (%s)", b->channel, b->arm) : b->channel,
		b->platform,
		python_ranges(a, row->pythons, b->pythons_inferred),
		targets(a, b),
		driver(a, row),
		via(a, row),
		page->keys ? page->keys[i] : "",
	} };
}

static const struct cells head = { {
	"torch", "CUDA", "channel", "platform", "Python", "sm", "driver", "runs by", "source",
} };

static void measure(const struct cells *c, size_t width[COLUMNS])
{
	for (int i = 0; i < COLUMNS; i++) {
		size_t w = text_width(span_of(c->v[i]));

		if (w > width[i])
			width[i] = w;
	}
}

/* A column without a value anywhere is left out; the last one is not padded. */
static void print_row(const struct term *t, const struct cells *c, const size_t width[COLUMNS])
{
	size_t pending = 0;

	for (int i = 0; i < COLUMNS; i++) {
		if (width[i] == 0)
			continue;
		fprintf(t->f, "%*s%s", c->v[i][0] ? (int)pending : 0, "", c->v[i]);
		pending = (c->v[i][0] ? 0 : pending) + width[i] - text_width(span_of(c->v[i])) + 2;
	}
	fputc('\n', t->f);
}

static void print_newest(const struct term *t, const struct matrix_page *page)
{
	const struct table_row *row = &page->table->v[0];
	BUF_AUTO who = BUF(CELL_MAX);
	char text[SM_TEXT];

	for (size_t i = 1; i < page->table->n; i++)
		if (page->table->v[i].build->certain &&
		    (!row->build->certain || page->table->v[i].build->rank > row->build->rank))
			row = &page->table->v[i];
	for (size_t i = 0; i < page->filter->gpus.n; i++)
		buf_printf(&who, " sm_%s", sm_text(page->filter->gpus.v[i], text));
	fprintf(t->f, "\n%zu rows. %s torch%s%s: %s %s, from %s. Matrix of %s.\n", page->table->n,
		who.n ? "Last" : "Newest", who.n ? " for" : "", buf_cstr(&who), row->build->torch,
		row->build->variant, row->build->channel, page->date);
	fputs("? marks what is inferred or not certain.\n", t->f);
}

static void print_legend(const struct term *t, const struct matrix_page *page)
{
	if (page->sources.n)
		fputc('\n', t->f);
	for (size_t i = 0; i < page->sources.n; i++) {
		const struct matrix_source *s = &page->sources.v[i];

		fprintf(t->f, "%s: %s%s%s%s%s\n", s->key, s->place, s->revision ? " @" : "",
			s->revision ? s->revision : "", s->seen ? ", seen " : "",
			s->seen ? s->seen : "");
	}
}

void show_matrix_text(struct arena *a, const struct term *t, const struct matrix_page *page)
{
	size_t n = page->table->n, width[COLUMNS] = { 0 };
	struct cells *rows = arena_array(a, n, sizeof *rows);

	if (n == 0)
		return;
	for (size_t i = 0; i < n; i++) {
		rows[i] = row_cells(a, page, i);
		measure(&rows[i], width);
	}
	for (int i = 0; i < COLUMNS; i++)
		if (width[i] && width[i] < text_width(span_of(head.v[i])))
			width[i] = text_width(span_of(head.v[i]));
	fputs(term_on(t, STYLE_BOLD), t->f);
	print_row(t, &head, width);
	fputs(term_off(t), t->f);
	for (size_t i = 0; i < n; i++)
		print_row(t, &rows[i], width);
	print_newest(t, page);
	print_legend(t, page);
}
