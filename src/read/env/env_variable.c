/*
 * Variables in commands and settings, as a shell, Docker or a workflow would expand them: the
 * nearest assignment above the line counts. What is not assigned there stays as it is written.
 */
#include <string.h>

#include "base/buf.h"
#include "read/env/env_private.h"

enum { DEEP = 4, INPUT_LINES = 500, ARRAY_LINES = 60, APPENDED = 20 };

/* The words between the brackets of an array, which may end in a later line. */
static struct span elements(const struct env_text *t, size_t i, struct span s)
{
	BUF_AUTO b = BUF(64 << 10);
	ptrdiff_t end = span_find_char(s, ')');

	size_t last = i + ARRAY_LINES < t->n ? i + ARRAY_LINES : t->n;

	for (s = span_from(s, 1), end--; end < 0 && ++i < last;) {
		buf_span(&b, s);
		buf_char(&b, ' ');
		s = span_trim(t->v[i].s);
		end = span_find_char(s, ')');
		t->seen[i] = 1;
	}
	buf_span(&b, end < 0 ? s : span_sub(s, 0, (size_t)end));
	return span_of(arena_str(t->a, buf_cstr(&b)));
}

/* With what NAME+=VALUE adds to the value that it had above, so many times. */
static bool look_above(const struct env_text *t, size_t i, struct span name, int times,
		       struct span *value)
{
	struct span before;
	bool more, array;
	size_t at;

	if (!env_assigned(t, name, i, value, &at))
		return false;
	t->seen[at] = 1;
	more = span_take(value, "+=");
	array = span_starts(*value, "(");
	*value = array ? elements(t, at, *value) : more ? env_unquoted(*value) : *value;
	if (more && times && at && look_above(t, at - 1, name, times - 1, &before))
		*value = span_of(arena_printf(t->a, SPAN_FMT "%s" SPAN_FMT, SPAN_ARG(before),
					      array ? " " : "", SPAN_ARG(*value)));
	return true;
}

static bool look_up(const struct env_text *t, size_t i, struct span name, struct span *value)
{
	while (i + 1 < t->n && span_ends(t->v[i].s, "\\"))
		i++;
	return look_above(t, i, name, APPENDED, value);
}

/* What stands behind a "$": whose value, and what is done to it. */
struct reference {
	struct span name;
	struct span how;  /* ":-value", "//./", "%.*"; empty: nothing */
	bool matrix;      /* of a workflow: one of several values */
	bool input;       /* of an action or a workflow: it has a default */
	bool array;       /* all words of an array: "${NAME[@]}" */
	size_t n;         /* length, without the "$"; 0: it is none */
};

/* "{{ env.NAME }}", "{{ matrix.NAME }}", "{{ inputs.NAME }}" */
static struct reference of_workflow(struct span s)
{
	struct reference ret = { .n = 0 };
	ptrdiff_t end = span_find(s, "}}");
	struct span in = span_trim(span_sub(s, 2, end > 2 ? (size_t)end - 2 : 0));

	if (end < 0)
		return ret;
	ret.matrix = span_take(&in, "matrix.");
	ret.input = span_take(&in, "inputs.") || span_take(&in, "github.event.inputs.");
	if (!ret.matrix && !ret.input && !span_take(&in, "env."))
		return ret;
	for (size_t i = 0; i < in.n; i++)
		if (!ascii_alnum(in.p[i]) && in.p[i] != '_' && in.p[i] != '-' &&
		    !(in.p[i] == '.' && ret.matrix))
			return ret;
	ret.name = in;
	ret.n = in.n ? (size_t)end + 2 : 0;
	return ret;
}

/* "NAME", "env:NAME", "{NAME}", "{NAME:-value}", "(NAME)" of make, "{{ env.NAME }}". */
static struct reference reference(struct span s)
{
	struct reference ret = { .n = 0 };
	bool brace, round;
	ptrdiff_t end;
	size_t lead, n;

	if (span_starts(s, "{{"))
		return of_workflow(s);
	brace = span_starts(s, "{");
	round = span_starts(s, "(");
	lead = brace || round ? 1 : span_starts(s, "env:") ? 4 : 0;
	n = env_name_length(span_from(s, lead));
	ret.name = span_sub(s, lead, n);
	if (!brace && !round) {
		ret.n = n ? lead + n : 0;
		return ret;
	}
	end = span_find_char(s, brace ? '}' : ')');
	if (end < 0 || !n || (round && (size_t)end != n + 1))
		return ret;
	ret.how = span_sub(s, lead + n, (size_t)end - lead - n);
	ret.array = span_is(ret.how, "[@]") || span_is(ret.how, "[*]");
	if (ret.array)
		ret.how = SPAN("");
	ret.n = (size_t)end + 1;
	return ret;
}

/* "value//a/b": every a, "value/a/b": the first. */
static struct span replaced(struct arena *a, struct span v, struct span how, bool all)
{
	BUF_AUTO b = BUF(4096);
	struct span old;
	char *what;

	if (!span_next(&how, '/', &old) || !old.n)
		return v;
	if (old.n > 1 && old.p[0] == '\\')
		old = span_from(old, 1);
	what = arena_span(a, old);
	for (bool more = true; v.n;) {
		ptrdiff_t at = more ? span_find(v, what) : -1;

		buf_span(&b, span_sub(v, 0, at < 0 ? v.n : (size_t)at));
		if (at < 0)
			break;
		if (how.p)
			buf_span(&b, how);
		v = span_from(v, (size_t)at + old.n);
		more = all;
	}
	return span_of(arena_str(a, buf_cstr(&b)));
}

/* "value%.*": without the shortest end that matches, "%%" the longest; "#" and "##" the front. */
static struct span trimmed(struct span v, struct span how)
{
	bool front = how.p[0] == '#', longest = how.n > 1 && how.p[1] == how.p[0];
	struct span glob = span_from(how, longest ? 2 : 1);

	for (size_t i = 0; i <= v.n; i++) {
		size_t cut = longest ? v.n - i : i;

		if (front && span_glob(glob, span_sub(v, 0, cut)))
			return span_from(v, cut);
		if (!front && span_glob(glob, span_from(v, v.n - cut)))
			return span_sub(v, 0, v.n - cut);
	}
	return v;
}

/* Shell Command Language, 2.6.2 Parameter Expansion; "//" and "/" are bash's. */
static struct span changed(struct arena *a, struct span v, struct span how)
{
	if (span_take(&how, "//"))
		return replaced(a, v, how, true);
	if (span_take(&how, "/"))
		return replaced(a, v, how, false);
	if (how.n && (how.p[0] == '%' || how.p[0] == '#'))
		return trimmed(v, how);
	span_take(&how, ":");
	return span_take(&how, "+") ? how : v;
}

/* What counts where the variable is not assigned; false: nothing does. */
static bool otherwise(struct span how, struct span *ret)
{
	span_take(&how, ":");
	if (span_take(&how, "-") || span_take(&how, "=")) {
		*ret = how;
		return true;
	}
	*ret = (struct span){ "", 0 };
	return span_starts(how, "+");
}

static bool matrix_value(const struct env_text *t, size_t i, struct env_choice *c,
			 struct span name, struct span *value)
{
	size_t k = 0;

	if (!c || !env_matrix_value(t, i, c->job, name, value))
		return false;
	while (k < c->n && !span_is(name, c->key[k]))
		k++;
	if (k < ENV_CHOICES) {
		c->key[k] = arena_span(t->a, name);
		c->value[k] = arena_span(t->a, *value);
		c->n += k == c->n;
	}
	return true;
}

/* "NAME:" and, deeper below it, "default: VALUE" (docs.github.com/actions, inputs). */
static bool input_value(const struct env_text *t, struct span name, struct span *value)
{
	for (size_t i = 0; i < t->n && i < INPUT_LINES; i++) {
		struct span s = span_trim(t->v[i].s);

		if (s.n != name.n + 1 || memcmp(s.p, name.p, name.n) != 0 || s.p[name.n] != ':')
			continue;
		for (size_t k = i + 1;
		     k < t->n && env_indent(t->v[k].s) > env_indent(t->v[i].s); k++) {
			struct span line = span_trim(t->v[k].s);

			if (!span_take(&line, "default:"))
				continue;
			*value = env_unquoted(line);
			t->seen[k] = 1;
			return true;
		}
	}
	return false;
}

/* What nobody knows stays one word. */
static void keep(struct buf *b, struct span s)
{
	bool workflow = span_starts(s, "${{");

	for (size_t i = 0; i < s.n; i++)
		if (!workflow || !ascii_space(s.p[i]))
			buf_char(b, s.p[i]);
}

struct expanding {
	const struct env_text *t;
	size_t i;
	struct env_choice *choice;
	const struct strings *words; /* of the call whose body this is; NULL: of none */
};

static struct span expand(const struct expanding *x, struct span s, struct span own, int deep);

/* "$(python -c …)", of which the bracket ends the word: what it is a command prints. */
static bool is_printed(struct span s)
{
	return span_is(s, "$") || span_starts(s, "`") ||
	       (span_starts(s, "$(") && !span_starts(s, "$(("));
}

/* What a reference stands for; false: nobody knows. "A=${A:-value}": what A was before is not
 * known, its default is. */
static bool value_of(const struct expanding *x, const struct reference *r, struct span own,
		     int deep, struct span *value)
{
	bool itself = own.n && span_eq(r->name, own);

	if (deep < DEEP && r->matrix && matrix_value(x->t, x->i, x->choice, r->name, value))
		return true;
	if (deep < DEEP && r->input && input_value(x->t, r->name, value))
		return true;
	if (deep < DEEP && !r->matrix && !r->input && !itself &&
	    look_up(x->t, x->i, r->name, value)) {
		if (is_printed(*value)) {
			*value = SPAN("$(");
			return true;
		}
		*value = changed(x->t->a, expand(x, *value, r->name, deep + 1), r->how);
		return true;
	}
	if (!otherwise(r->how, value) || (itself && span_find_char(r->how, '-') < 0))
		return false;
	*value = expand(x, *value, r->name, deep + 1);
	return true;
}

/* "1", "{2}", "@" behind the "$": a word of the call, or all of them. */
static struct reference of_call(const struct expanding *x, struct span s, struct span *value)
{
	struct reference ret = { .array = true };
	bool brace = span_take(&s, "{");
	BUF_AUTO b = BUF(4096);
	size_t from, end;

	if (!x->words || !s.n || !strchr("123456789@*", s.p[0]) ||
	    (brace && !span_starts(span_from(s, 1), "}")))
		return ret;
	from = ascii_digit(s.p[0]) ? (size_t)(s.p[0] - '0') : 1;
	end = ascii_digit(s.p[0]) ? from + 1 : x->words->n;
	for (size_t i = from; i < end && i < x->words->n; i++) {
		buf_str(&b, i > from ? " " : "");
		buf_str(&b, x->words->v[i]);
	}
	*value = span_of(arena_str(x->t->a, buf_cstr(&b)));
	ret.n = brace ? 3 : 1;
	return ret;
}

/* "%NAME%" and "!NAME!" of cmd: the length behind the first sign; 0: it is none. */
static struct reference of_cmd(struct span s)
{
	struct reference ret = { .n = 0 };
	size_t n = env_name_length(span_from(s, 1));

	if (!n || n + 1 >= s.n || s.p[n + 1] != s.p[0])
		return ret;
	ret.name = span_sub(s, 1, n);
	ret.how = SPAN("");
	ret.n = n + 1;
	return ret;
}

/* An array between quote marks is as many words as it has. */
static size_t put_value(struct buf *b, const struct reference *r, struct span value,
			struct span behind)
{
	bool quoted = r->array && b->n && b->p[b->n - 1] == '"' && span_starts(behind, "\"");

	if (quoted)
		buf_cut(b, b->n - 1);
	buf_span(b, value);
	return quoted;
}

static struct span expand(const struct expanding *x, struct span s, struct span own, int deep)
{
	BUF_AUTO b = BUF(64 << 10);

	for (size_t at = 0; at < s.n;) {
		struct reference r = { .n = 0 };
		struct span value;

		if (s.p[at] == '$') {
			r = of_call(x, span_from(s, at + 1), &value);
			if (r.n) {
				at += put_value(&b, &r, value, span_from(s, at + r.n + 1));
				at += r.n + 1;
				continue;
			}
			r = reference(span_from(s, at + 1));
		}
		else if (s.p[at] == '%' || s.p[at] == '!')
			r = of_cmd(span_from(s, at));
		if (!r.n) {
			buf_char(&b, s.p[at++]);
			continue;
		}
		if (value_of(x, &r, own, deep, &value))
			at += put_value(&b, &r, value, span_from(s, at + r.n + 1));
		else
			keep(&b, span_sub(s, at, r.n + 1));
		at += r.n + 1;
	}
	return b.failed ? s : span_of(arena_str(x->t->a, buf_cstr(&b)));
}

static bool has_reference(struct span s)
{
	return span_find_char(s, '$') >= 0 || span_find_char(s, '%') >= 0 ||
	       span_find_char(s, '!') >= 0;
}

struct span env_expand(const struct env_text *t, size_t i, struct span s, struct span own)
{
	struct expanding x = { .t = t, .i = i };

	return has_reference(s) ? expand(&x, s, own, 0) : s;
}

struct span env_expand_call(const struct env_text *t, size_t i, struct span s,
			    const struct strings *words)
{
	struct expanding x = { .t = t, .i = i, .words = words };

	return has_reference(s) ? expand(&x, s, SPAN(""), 0) : s;
}

struct span env_expand_choice(const struct env_text *t, size_t i, struct span s,
			      struct env_choice *choice)
{
	struct expanding x = { .t = t, .i = i, .choice = choice };

	return has_reference(s) ? expand(&x, s, span_of(""), 0) : s;
}

const char *env_choice_text(struct arena *a, const struct env_choice *c)
{
	const char *ret = NULL;

	for (size_t k = 0; k < c->n; k++)
		ret = arena_printf(a, "%s%s%s=%s", ret ? ret : "", ret ? ", " : "", c->key[k],
				   c->value[k]);
	return ret;
}
