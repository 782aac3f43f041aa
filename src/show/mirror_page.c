#include "show/mirror_page_private.h"

#include "base/text.h"
#include "base/tr.h"
#include "show/json_key.h"

enum { INDENT = 13 };

static void print_cell(const struct term *t, const char *text, size_t width)
{
	struct span s = span_of(text ? text : "-");
	size_t wide = text_width(s);

	text_safe(t->f, s);
	fprintf(t->f, "%*s", wide < width ? (int)(width - wide) : 1, "");
}

void mirror_page_text(struct arena *a, const struct term *t, const struct mirrors *places)
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

void mirror_page_json(struct arena *a, struct json *j, const struct mirrors *places)
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
