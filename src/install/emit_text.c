/* Text as files quote it, and the lines that all of them have. */
#include <string.h>

#include "base/text.h"
#include "fact/build.h"
#include "install/emit_private.h"

static const char *printable(struct arena *a, const char *text, const char *escaped)
{
	BUF_AUTO out = BUF_WORDS;
	struct span s = span_of(text);

	while (s.n) {
		size_t n = text_printable(s);

		if (n == 1 && strchr(escaped, *s.p))
			buf_char(&out, '\\');
		buf_span(&out, n ? span_sub(s, 0, n) : SPAN("?"));
		s = span_from(s, n ? n : 1);
	}
	return arena_str(a, buf_cstr(&out));
}

const char *emit_printable(struct arena *a, const char *s)
{
	return printable(a, s, "");
}

/*
 * TOML 1.0, "Basic strings", and YAML 1.2, 7.3.1: both escape " and \ by a backslash and take every
 * other printable character as it is.
 */
const char *emit_quoted(struct arena *a, const char *s)
{
	return arena_printf(a, "\"%s\"", printable(a, s, "\"\\"));
}

const char *emit_yaml(struct arena *a, const char *s)
{
	bool plain = ascii_alpha(*s);

	for (const char *c = s; *c; c++)
		plain &= ascii_alnum(*c) || strchr("._=+/-", *c);
	return plain ? s : emit_quoted(a, s);
}

const char *emit_url(struct arena *a, const char *url)
{
	BUF_AUTO out = BUF_WORDS;

	if (!strstr(url, "://"))
		return url;
	for (const char *c = url; *c; c++)
		if (*c <= ' ' || *c >= 127 || strchr("\"<>\\^`{|}'$", *c))
			buf_printf(&out, "%%%02X", (unsigned char)*c);
		else
			buf_char(&out, *c);
	return arena_str(a, buf_cstr(&out));
}

void emit_line(struct emit_page *e, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_str(e->out, arena_vprintf(e->a, fmt, ap));
	va_end(ap);
	buf_char(e->out, '\n');
}

static void remark(struct emit_page *e, const char *text)
{
	emit_line(e, "# %s", emit_printable(e->a, text));
}

void emit_about(struct emit_page *e)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->apart)
			remark(e, arena_printf(e->a, "%s: %s", e->v[i].name, e->v[i].about));
		else
			remark(e, e->v[i].about);
}

const char *emit_python(struct arena *a, struct python p)
{
	return p.major ? python_said(a, p) : "3";
}

const char *emit_spec(struct arena *a, const struct emit_package *p, bool label)
{
	if (p->url)
		return arena_printf(a, "%s @ %s", p->name, p->url);
	return arena_printf(a, "%s%s%s", p->name, p->spec, label ? p->label : "");
}

/* --- lines of pip, each once ---------------------------------------------------------------- */

static bool is_in(const struct emit_group *g, const char *name)
{
	return !name || strcmp(g->name, name) == 0;
}

/* The markers of the platforms that have the line; NULL: all of the file have it. */
static const char *marker_of(const struct emit_page *e, const char *name, const char *line,
			     bool label)
{
	const char *text = NULL;
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++) {
		if (!is_in(&e->v[i], name) || !ANY(x, LIST(e->v[i].packages, e->v[i].n),
						   strcmp(emit_spec(e->a, x, label), line) == 0))
			continue;
		text = text ? arena_join(e->a, span_of(text), SPAN(" or "),
					 span_of(e->v[i].marker)) :
			e->v[i].marker;
		n++;
	}
	return n == e->platforms.n ? NULL : text;
}

/* Behind a URL the ";" needs a blank before it (dependency specifiers, "URL"). */
struct strings emit_lines(const struct emit_page *e, const char *name, bool label)
{
	struct strings plain = { 0 }, to = { 0 };

	for (size_t i = 0; i < e->n; i++)
		for (size_t n = 0; is_in(&e->v[i], name) && n < e->v[i].n; n++)
			strings_add_once(e->a, &plain,
					 emit_spec(e->a, &e->v[i].packages[n], label));
	for (size_t i = 0; i < plain.n; i++) {
		const char *marker = marker_of(e, name, plain.v[i], label);

		strings_add(e->a, &to, marker ?
			    arena_printf(e->a, "%s ; %s", plain.v[i], marker) : plain.v[i]);
	}
	return to;
}
