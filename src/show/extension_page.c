#include "show/extension_page_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"

enum { COLUMNS = 9, LONG = 60 };

struct cells {
	const char *v[COLUMNS];
};

static const struct cells head = { {
	"version", "torch", "CUDA", "ABI", "Python", "platform", "sm", "from", "source",
} };

static const char *or_unknown(const char *text)
{
	return text ? text : "?";
}

/* Its code as the table has it, of many libraries what they have together; else the least GPU. */
static const char *code(struct arena *a, const struct extend_file *x)
{
	BUF_AUTO b = BUF_WORDS;
	char text[SM_TEXT];

	if (x->f->code && strlen(x->f->code) <= LONG)
		return x->f->code;
	for (size_t i = 0; i < x->sass.n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", sm_text(x->sass.v[i], text));
	if (b.n)
		return arena_printf(a, "%s (in parts)", buf_cstr(&b));
	return sm_known(x->least) ? arena_printf(a, ">=%s", sm_text(x->least, text)) : "?";
}

static struct cells cells_of(struct arena *a, const struct matrix_page *page, size_t i)
{
	const struct extend_file *x = page->wheels.v.v[i];
	const struct extension_file *f = x->f;

	return (struct cells){ {
		arena_printf(a, "%s%s", f->version, x->sure ? "" : " ?"), or_unknown(f->torch),
		or_unknown(f->cuda), f->abi ? f->abi : "", or_unknown(f->pythons), f->platform,
		code(a, x), f->place, page->wheel_keys ? page->wheel_keys[i] : "",
	} };
}

static void print(const struct term *t, const struct cells *c, const size_t width[COLUMNS])
{
	size_t pending = 0;

	for (int i = 0; i < COLUMNS; i++) {
		if (width[i] == 0)
			continue;
		fprintf(t->f, "%*s", c->v[i][0] ? (int)pending : 0, "");
		text_safe(t->f, span_of(c->v[i]));
		pending = (c->v[i][0] ? 0 : pending) + width[i] - text_width(span_of(c->v[i])) + 2;
	}
	fputc('\n', t->f);
}

static void measure(const struct cells *c, bool heads, size_t width[COLUMNS])
{
	for (int i = 0; i < COLUMNS; i++) {
		size_t w = text_width(span_of(c->v[i]));

		if (w > width[i] && (!heads || width[i]))
			width[i] = w;
	}
}

void extension_page_text(struct arena *a, const struct term *t, const struct matrix_page *page)
{
	size_t n = page->wheels.v.n, width[COLUMNS] = { 0 };
	struct cells *rows = arena_array(a, n, sizeof *rows);

	for (size_t i = 0; i < n; i++) {
		rows[i] = cells_of(a, page, i);
		measure(&rows[i], false, width);
	}
	measure(&head, true, width);
	fputs(term_on(t, STYLE_BOLD), t->f);
	print(t, &head, width);
	fputs(term_off(t), t->f);
	for (size_t i = 0; i < n; i++)
		print(t, &rows[i], width);
	fprintf(t->f, "\n%zu rows: wheels of ", n);
	text_safe(t->f, span_of(arena_printf(a, "%s, the newest %s. Matrix of %s.",
					     page->package, page->wheels.v.v[0]->f->version,
					     page->date)));
	fputs("\n? marks what is not known or not certain.\n", t->f);
}

static void targets(struct json *j, const char *key, const struct extend_file *x,
		    const struct sm_list *l)
{
	char text[SM_TEXT];

	if (!x->code_known) {
		json_null_key(j, key);
		return;
	}
	json_list_key(j, key);
	for (size_t i = 0; i < l->n; i++)
		json_str(j, sm_text(l->v[i], text));
	json_end(j);
}

static void wheel(struct json *j, const struct extend_file *x)
{
	const struct extension_file *f = x->f;
	char text[SM_TEXT];

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
	targets(j, "sass", x, &x->sass);
	targets(j, "ptx", x, &x->ptx);
	json_str_key(j, "sm_min", sm_known(x->least) ? sm_text(x->least, text) : NULL);
	json_str_key(j, "confidence", confidence_name(f->confidence));
	json_bool_key(j, "certain", x->sure);
}

void extension_page_json(struct arena *a, struct json *j, const struct matrix_page *page)
{
	for (size_t i = 0; i < page->wheels.v.n; i++) {
		json_open(j);
		wheel(j, page->wheels.v.v[i]);
		if (page->wheel_keys) {
			struct span rest = span_of(page->wheel_keys[i]), word;

			json_list_key(j, "source");
			while (span_word(&rest, &word))
				json_str(j, arena_span(a, word));
			json_end(j);
		}
		json_close(j);
	}
}
