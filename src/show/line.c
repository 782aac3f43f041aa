#include "show/line.h"

#include "base/text.h"
#include "base/tr.h"

size_t show_label(const struct term *t, enum style style, const char *label)
{
	size_t n = text_width(span_of(label));

	if (*label) {
		fputs_unlocked(term_on(t, style), t->f);
		text_safe(t->f, span_of(label));
		fputs_unlocked(term_off(t), t->f);
	}
	do {
		putc_unlocked(' ', t->f);
	} while (++n < SHOW_COLUMN);
	return n;
}

void show_line(const struct term *t, enum style style, const char *label, const char *text)
{
	size_t at = show_label(t, style, label);

	text_wrap(t->f, span_of(text), at, SHOW_COLUMN, t->width);
	putc_unlocked('\n', t->f);
}

void show_found_line(struct arena *a, const struct term *t, enum severity severity,
		     enum finding_code code, const char *text)
{
	static const enum style styles[] = {
		[SEVERITY_NOTE] = STYLE_DIM, [SEVERITY_WARNING] = STYLE_WARN,
		[SEVERITY_ERROR] = STYLE_BAD,
	};

	show_line(t, styles[severity], tr(severity_name(severity)),
		  arena_printf(a, "%s [%s]", text, finding_name(code, TEXT_ROOM)));
}

void show_columns(const struct term *t, const char *label, const char *text, size_t indent)
{
	size_t at = show_label(t, STYLE_BOLD, label);
	struct span s = span_of(text);

	if (t->width && at + text_width(s) > t->width)
		text_wrap(t->f, s, at, SHOW_COLUMN + indent, t->width);
	else
		text_safe(t->f, s);
	putc_unlocked('\n', t->f);
}
