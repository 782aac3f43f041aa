#include "show/matrix.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "base/tr.h"
#include "fact/platform.h"
#include "plan/code_fit.h"
#include "show/json_key.h"
#include "show/words.h"

/* A table of nine columns: as wide as what stands in them, without those that are empty. */
enum { CELLS = 9 };

struct cells_row {
	const char *v[CELLS];
};

static void measure(const struct cells_row *c, bool head, size_t width[CELLS])
{
	for (int i = 0; i < CELLS; i++) {
		size_t w = text_width(span_of(c->v[i]));

		if (w > width[i] && (!head || width[i]))
			width[i] = w;
	}
}

/* The last column is not padded. */
static void print(const struct term *t, const struct cells_row *c, const size_t width[CELLS])
{
	size_t pending = 0;

	for (int i = 0; i < CELLS; i++) {
		if (width[i] == 0)
			continue;
		fprintf(t->f, "%*s", c->v[i][0] ? (int)pending : 0, "");
		text_safe(t->f, span_of(c->v[i]));
		pending = (c->v[i][0] ? 0 : pending) + width[i] - text_width(span_of(c->v[i])) + 2;
	}
	fputc('\n', t->f);
}

/* The rows below their head; a column without a value anywhere is left out. */
static void cells_print(const struct term *t, const struct cells_row *head,
			const struct cells_row *rows, size_t n)
{
	size_t width[CELLS] = { 0 };
	struct cells_row said;

	for (int i = 0; i < CELLS; i++)
		said.v[i] = tr(head->v[i]);
	for (size_t i = 0; i < n; i++)
		measure(&rows[i], false, width);
	measure(&said, true, width);
	fputs(term_on(t, STYLE_BOLD), t->f);
	print(t, &said, width);
	fputs(term_off(t), t->f);
	for (size_t i = 0; i < n; i++)
		print(t, &rows[i], width);
}

/* "3.8-3.12 3.13t": neighbours as a range. */
static const char *python_ranges(struct arena *a, struct python_set set, bool inferred)
{
	struct span rest = span_of(python_set_text(a, (struct python_set){ set.gil, 0 })), word;
	struct python first = { 0 }, last = { 0 }, p;
	BUF_AUTO b = BUF_WORDS;

	for (bool more = true; more;) {
		more = span_word(&rest, &word) && python_parse(word, &p);
		if (more && last.major && last.major == p.major &&
		    last.free_threaded == p.free_threaded && p.minor == last.minor + 1) {
			last = p;
			continue;
		}
		if (last.major)
			buf_printf(&b, "%s%s", b.n ? " " : "", python_text(first, TEXT_ROOM));
		if (last.major && python_cmp(first, last) != 0)
			buf_printf(&b, "-%s", python_text(last, TEXT_ROOM));
		first = last = p;
	}
	if (set.free)
		buf_printf(&b, " %s", python_set_text(a, (struct python_set){ 0, set.free }));
	if (inferred)
		buf_str(&b, " ?");
	return arena_str(a, buf_cstr(&b));
}

/* "75* 80 86 +PTX 90" */
static const char *targets(struct arena *a, const struct table_row *row)
{
	const struct build *build = row->build;
	BUF_AUTO b = BUF_WORDS;

	if (build->cuda.major == 0)
		return "CPU";
	if (build->code_confidence == CONFIDENCE_NONE)
		return tr("not known");
	/* A library of it has no code for that one. */
	for (size_t i = 0; i < build->sass->n; i++)
		buf_printf(&b, "%s%s%s", i ? " " : "", sm_text(build->sass->v[i], TEXT_ROOM),
			   ANY(x, LIST(row->gaps, row->n_gaps),
			       sm_equal(x->sm, build->sass->v[i])) ?
				   "*" :
				   "");
	for (size_t i = 0; i < build->ptx->n; i++)
		buf_printf(&b, " +PTX %s", sm_text(build->ptx->v[i], TEXT_ROOM));
	return arena_str(a, buf_cstr(&b));
}

/* "cubin 60, ptx 90" for the GPUs that were asked about. */
static const char *via(struct arena *a, const struct table_row *row)
{
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < row->n_fits; i++)
		buf_printf(&b, "%s%s %s", i ? ", " : "", via_name(row->fits[i].via),
			   sm_text(row->fits[i].code, TEXT_ROOM));
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

static struct cells_row row_cells(struct arena *a, const struct matrix_page *page, size_t i)
{
	const struct table_row *row = &page->table->v[i];
	const struct build *b = row->build;
	char cuda[CUDA_TEXT];

	return (struct cells_row){ {
		arena_printf(a, "%s%s", b->torch, table_row_certain(row) ? "" : " ?"),
		b->cuda.major ? arena_str(a, cuda_version_text(b->cuda, cuda)) : "cpu",
		b->arm ? arena_printf(a, "%s (%s)", b->channel, b->arm) : b->channel,
		b->platform,
		python_ranges(a, row->pythons, b->pythons_inferred),
		targets(a, row),
		driver(a, row),
		via(a, row),
		page->keys ? page->keys[i] : "",
	} };
}

static const struct cells_row head = { {
	"torch", "CUDA", N_("channel"), N_("platform"), "Python", "sm", N_("driver"),
	N_("runs by"), N_("source"),
} };

static const char *rows_counted(struct arena *a, size_t n)
{
	return n == 1 ? tr("1 row") : arena_printf(a, tr("%zu rows"), n);
}

static void print_newest(struct arena *a, const struct term *t, const struct matrix_page *page)
{
	const struct table_row *row = &page->table->v[0];
	int last = row->build->rank;
	BUF_AUTO who = BUF_WORDS;
	const char *newest;

	for (size_t i = 1; i < page->table->n; i++) {
		if (page->table->v[i].build->rank > last)
			last = page->table->v[i].build->rank;
		if (table_row_certain(&page->table->v[i]) &&
		    (!table_row_certain(row) || page->table->v[i].build->rank > row->build->rank))
			row = &page->table->v[i];
	}
	for (size_t i = 0; i < page->filter->gpus.n; i++)
		buf_printf(&who, " sm_%s", sm_text(page->filter->gpus.v[i], TEXT_ROOM));
	newest = arena_printf(a, page->narrowed ?
		who.n ? tr("The newest of them for%s") : tr("The newest of them") :
		who.n ? tr("Last known torch for%s") : tr("Newest torch"), buf_cstr(&who));
	fputc('\n', t->f);
	text_safe(t->f, span_of(arena_printf(a, tr("%s. %s: %s %s, from %s%s. Matrix of %s."),
		rows_counted(a, page->table->n), newest, row->build->torch, row->build->variant,
		row->build->channel,
		row->build->rank < last ? tr("; what is newer is not certain") : "", page->date)));
	fprintf(t->f, "\n%s\n", tr("? marks what is inferred or not certain."));
}

static void print_legend(struct arena *a, const struct term *t, const struct matrix_page *page)
{
	if (page->sources.n)
		fputc('\n', t->f);
	EACH(const struct matrix_source, s, page->sources) {
		text_safe(t->f, span_of(arena_printf(a, "%s: %s%s%s%s%s", s->key, tr(s->place),
			s->revision ? " @" : "", s->revision ? s->revision : "",
			s->seen ? tr(", seen ") : "", s->seen ? s->seen : "")));
		fputc('\n', t->f);
	}
}

/* --- the wheels of an extension ---------------------------------------------------------- */

enum { LONG = 60 };

static const struct cells_row wheel_head = { {
	N_("version"), "torch", "CUDA", "ABI", "Python", N_("platform"), "sm", N_("from"),
	N_("source"),
} };

static const char *or_unknown(const char *text)
{
	return text ? text : "?";
}

/* Its code as the table has it, of many libraries what they have together; else the least GPU. */
static const char *wheel_code(struct arena *a, const struct extend_file *x)
{
	if (x->f->code && strlen(x->f->code) <= LONG)
		return x->f->code;
	if (x->sass.n)
		return arena_printf(a, tr("%s (in parts)"), sm_list_text(a, &x->sass));
	return sm_known(x->least) ? arena_printf(a, ">=%s", sm_text(x->least, TEXT_ROOM)) : "?";
}

static struct cells_row wheel_cells(struct arena *a, const struct matrix_page *page, size_t i)
{
	const struct extend_file *x = page->wheels.v.v[i];
	const struct extension_file *f = x->f;

	return (struct cells_row){ {
		arena_printf(a, "%s%s", f->version, x->sure ? "" : " ?"), or_unknown(f->torch),
		or_unknown(f->cuda), f->abi ? f->abi : "", or_unknown(f->pythons), f->platform,
		wheel_code(a, x), f->place, page->wheel_keys ? page->wheel_keys[i] : "",
	} };
}

static void extension_page_text(struct arena *a, const struct term *t,
				const struct matrix_page *page)
{
	size_t n = page->wheels.v.n;
	struct cells_row *rows = arena_array(a, n, sizeof *rows);

	for (size_t i = 0; i < n; i++)
		rows[i] = wheel_cells(a, page, i);
	cells_print(t, &wheel_head, rows, n);
	fputc('\n', t->f);
	text_safe(t->f, span_of(arena_printf(
		a, tr("%s: wheels of %s, the newest %s. Matrix of %s."), rows_counted(a, n),
		page->package, page->wheels.v.v[0]->f->version, page->date)));
	fprintf(t->f, "\n%s\n", tr("? marks what is not known or not certain."));
}

static void wheel_json(struct json *j, const struct extend_file *x)
{
	const struct extension_file *f = x->f;

	json_str_key(j, "version", f->version);
	json_str_key(j, "requires_torch", f->torch);
	json_str_key(j, "cuda", f->cuda);
	json_str_key(j, "abi", f->abi);
	json_str_key(j, "pythons", f->pythons);
	json_str_key(j, "platform", f->platform);
	json_str_key(j, "tag", f->tag);
	json_str_key(j, "place", f->place);
	json_str_key(j, "url", f->url);
	json_str_key(j, "label", f->label);
	json_key_sms(j, "sass", x->code_known, &x->sass);
	json_key_sms(j, "ptx", x->code_known, &x->ptx);
	json_str_key(j, "sm_min", sm_known(x->least) ? sm_text(x->least, TEXT_ROOM) : NULL);
	json_str_key(j, "confidence", confidence_name(f->confidence));
	json_bool_key(j, "certain", x->sure);
}

/* --- what a mirror serves ---------------------------------------------------------------- */

enum { INDENT = 13 };

static void print_cell(const struct term *t, const char *text, size_t width)
{
	struct span s = span_of(text ? text : "-");
	size_t wide = text_width(s);

	text_safe(t->f, s);
	fprintf(t->f, "%*s", wide < width ? (int)(width - wide) : 1, "");
}

static void mirror_page_text(struct arena *a, const struct term *t,
			     const struct mirrors *places)
{
	fputs(term_on(t, STYLE_BOLD), t->f);
	print_cell(t, tr("serves"), INDENT);
	print_cell(t, tr("form"), 12);
	print_cell(t, tr("state"), 12);
	print_cell(t, "torch", 10);
	print_cell(t, tr("seen"), 12);
	fprintf(t->f, "%s%s\n", tr("where"), term_off(t));
	for (size_t i = 0; i < places->n; i++) {
		/* Its place stands last, for it is long; below it the remark. */
		const struct mirror_place *p = &places->v[i];

		print_cell(t, p->serves, INDENT);
		print_cell(t, tr(mirror_form_name(p->form)), 12);
		print_cell(t, tr(mirror_state_name(p->state)), 12);
		print_cell(t, p->torch, 10);
		print_cell(t, p->seen, 12);
		text_safe(t->f, span_of(p->url));
		fputc('\n', t->f);
		if (p->without || p->note) {
			const char *without = p->without ?
				arena_printf(a, tr("not for %s"), p->without) : "";

			fprintf(t->f, "%*s", INDENT, "");
			text_wrap(t->f,
				  span_of(arena_printf(a, "%s%s%s", without,
						       p->without && p->note ? "; " : "",
						       p->note ? tr(p->note) : "")),
				  INDENT, INDENT, t->width);
			fputc('\n', t->f);
		}
	}
}

static void mirror_page_json(struct arena *a, struct json *j, const struct mirrors *places)
{
	JSON_OBJECTS(j, const struct mirror_place, p, *places) {
		json_str_key(j, "serves", p->serves);
		json_str_key(j, "url", p->url);
		json_str_key(j, "form", mirror_form_name(p->form));
		json_str_key(j, "state", mirror_state_name(p->state));
		json_str_key(j, "torch", p->torch);
		json_key_words(a, j, "without", p->without);
		json_bool_key(j, "recommended", p->named);
		json_str_key(j, "seen", p->seen);
		json_str_key(j, "note", p->note);
	}
}

/* --- the page ---------------------------------------------------------------------------- */

void show_matrix_text(struct arena *a, const struct term *t, const struct matrix_page *page)
{
	size_t n = page->table->n;
	struct cells_row *rows = arena_array(a, n, sizeof *rows);
	const struct table *table;
	struct strings said = { 0 };

	if (page->mirror)
		mirror_page_text(a, t, &page->places);
	if (page->wheels.v.n) {
		extension_page_text(a, t, page);
		print_legend(a, t, page);
	}
	if (n == 0)
		return;
	for (size_t i = 0; i < n; i++)
		rows[i] = row_cells(a, page, i);
	cells_print(t, &head, rows, n);
	print_newest(a, t, page);
	/* What the marked numbers lack, each once. */
	table = page->table;
	for (size_t k = 0; k < table->n; k++)
		EACH(const struct gap_fact, g, LIST(table->v[k].gaps, table->v[k].n_gaps)) {
			struct finding f = code_gap(a, g);
			const char *text = words_finding(a, &f);

			if (!sm_list_has(table->v[k].build->sass, g->sm) ||
			    strings_has(&said, text))
				continue;
			strings_add(a, &said, text);
			text_safe(t->f, span_of(arena_printf(a, "* %s", text)));
			fputc('\n', t->f);
		}
	print_legend(a, t, page);
}

static void row_json(struct arena *a, struct json *j, const struct matrix_page *page, size_t i)
{
	const struct table_row *row = &page->table->v[i];
	const struct build *b = row->build;
	bool code_known = b->code_confidence != CONFIDENCE_NONE || !b->cuda.major;
	char cuda[CUDA_TEXT];
	char text[SM_TEXT];

	json_open(j);
	json_str_key(j, "torch", b->torch);
	json_str_key(j, "variant", b->variant);
	json_str_key(j, "cuda", b->cuda.major ? cuda_version_text(b->cuda, cuda) : NULL);
	json_str_key(j, "toolkit", b->toolkit);
	json_str_key(j, "installer", manager_name(b->manager));
	json_str_key(j, "channel", b->channel);
	json_str_key(j, "index_url", b->index_url);
	json_str_key(j, "platform", b->platform);
	json_key_words(a, j, "pythons", python_set_text(a, row->pythons));
	json_bool_key(j, "pythons_inferred", b->pythons_inferred);
	json_str_key(j, "glibc", platform_is_mac(b->platform) ? NULL : b->os_least);
	json_str_key(j, "macos", platform_is_mac(b->platform) ? b->os_least : NULL);
	json_key_sms(j, "sass", code_known, b->sass);
	json_key_sms(j, "ptx", code_known, b->ptx);
	json_str_key(j, "code_confidence", confidence_name(b->code_confidence));
	json_str_key(j, "exists_confidence", confidence_name(b->exists_confidence));
	json_bool_key(j, "certain", table_row_certain(row));
	json_bool_key(j, "default", b->is_default);
	json_str_key(j, "driver_min", row->least_driver);
	json_str_key(j, "driver_support", driver_support_name(row->support));
	json_str_key(j, "torchvision", b->torchvision);
	json_str_key(j, "torchaudio", b->torchaudio);
	json_key_strings(j, "builds", &row->builds);
	JSON_EACH(j, "gpus", const struct gpu_fit, f, LIST(row->fits, row->n_fits)) {
		json_str_key(j, "sm", sm_text(f->sm, TEXT_ROOM));
		json_str_key(j, "via", via_name(f->via));
		json_str_key(j, "code", sm_text(f->code, TEXT_ROOM));
	}
	JSON_EACH(j, "gaps", const struct gap_fact, g, LIST(row->gaps, row->n_gaps)) {
		struct finding f = code_gap(a, g);

		json_str_key(j, "sm", sm_text(g->sm, text));
		json_str_key(j, "library", g->library);
		json_str_key(j, "version", g->version);
		json_str_key(j, "text", words_finding(a, &f));
	}
	if (page->keys)
		json_key_words(a, j, "source", page->keys[i]);
	json_close(j);
}

void show_matrix_json(struct arena *a, struct json *j, const struct matrix_page *page)
{
	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_open_key(j, "matrix");
	json_str_key(j, "date", page->date);
	json_str_key(j, "version", page->version);
	json_int_key(j, "age_days", page->days);
	json_close(j);
	json_list_key(j, "rows");
	for (size_t i = 0; i < page->table->n; i++)
		row_json(a, j, page, i);
	json_end(j);
	if (page->mirror) {
		json_str_key(j, "mirror", page->mirror);
		json_list_key(j, "places");
		mirror_page_json(a, j, &page->places);
		json_end(j);
	}
	if (page->package) {
		json_str_key(j, "package", page->package);
		json_list_key(j, "wheels");
		for (size_t k = 0; k < page->wheels.v.n; k++) {
			json_open(j);
			wheel_json(j, page->wheels.v.v[k]);
			if (page->wheel_keys)
				json_key_words(a, j, "source", page->wheel_keys[k]);
			json_close(j);
		}
		json_end(j);
	}
	if (page->keys || page->wheel_keys) {
		JSON_EACH(j, "sources", const struct matrix_source, s, page->sources) {
			json_str_key(j, "key", s->key);
			json_str_key(j, "place", s->place);
			json_str_key(j, "revision", s->revision);
			json_str_key(j, "seen", s->seen);
		}
	}
	json_close(j);
}
