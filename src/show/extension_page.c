#include "show/extension_page_private.h"

#include <string.h>

#include "base/text.h"
#include "base/tr.h"
#include "show/cells_private.h"
#include "show/json_key.h"

enum { LONG = 60 };

static const struct cells_row head = { {
	N_("version"), "torch", "CUDA", "ABI", "Python", N_("platform"), "sm", N_("from"),
	N_("source"),
} };

static const char *or_unknown(const char *text)
{
	return text ? text : "?";
}

/* Its code as the table has it, of many libraries what they have together; else the least GPU. */
static const char *code(struct arena *a, const struct extend_file *x)
{
	if (x->f->code && strlen(x->f->code) <= LONG)
		return x->f->code;
	if (x->sass.n)
		return arena_printf(a, tr("%s (in parts)"), sm_list_text(a, &x->sass));
	return sm_known(x->least) ? arena_printf(a, ">=%s", sm_text(x->least, TEXT_ROOM)) : "?";
}

static struct cells_row cells_of(struct arena *a, const struct matrix_page *page, size_t i)
{
	const struct extend_file *x = page->wheels.v.v[i];
	const struct extension_file *f = x->f;

	return (struct cells_row){ {
		arena_printf(a, "%s%s", f->version, x->sure ? "" : " ?"), or_unknown(f->torch),
		or_unknown(f->cuda), f->abi ? f->abi : "", or_unknown(f->pythons), f->platform,
		code(a, x), f->place, page->wheel_keys ? page->wheel_keys[i] : "",
	} };
}

void extension_page_text(struct arena *a, const struct term *t, const struct matrix_page *page)
{
	size_t n = page->wheels.v.n;
	struct cells_row *rows = arena_array(a, n, sizeof *rows);

	for (size_t i = 0; i < n; i++)
		rows[i] = cells_of(a, page, i);
	cells_print(t, &head, rows, n);
	fputc('\n', t->f);
	text_safe(t->f, span_of(arena_printf(
		a, tr("%zu rows: wheels of %s, the newest %s. Matrix of %s."), n, page->package,
		page->wheels.v.v[0]->f->version, page->date)));
	fprintf(t->f, "\n%s\n", tr("? marks what is not known or not certain."));
}

static void wheel(struct json *j, const struct extend_file *x)
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

void extension_page_json(struct arena *a, struct json *j, const struct matrix_page *page)
{
	for (size_t i = 0; i < page->wheels.v.n; i++) {
		json_open(j);
		wheel(j, page->wheels.v.v[i]);
		if (page->wheel_keys)
			json_key_words(a, j, "source", page->wheel_keys[i]);
		json_close(j);
	}
}
