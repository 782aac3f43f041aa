/*
 * Commands of which one or another is run: the branches of if, elif, else and case of a shell, of
 * cmd's with parentheses, of PowerShell's and JavaScript's with braces, of Python's by indentation;
 * the steps of a list with "when:"; those below remarks that name machines, "# CUDA 11.8".
 */
#include <string.h>

#include "base/buf.h"
#include "read/env/command_private.h"

enum kind { BY_WORD, BY_CASE, BY_PAREN, BY_BRACE, BY_INDENT, BY_WHEN, BY_REMARK };

enum { DEEP = 30, NONE = -1, WHEN_BLOCK = 0, REMARK_BLOCK = 1, OTHER_BLOCKS = 2 };

/* What decides between branches, as long as it is open. */
struct block {
	enum kind kind;
	size_t indent;
	int depth;             /* of braces, before its first line */
	unsigned number;
	size_t line;           /* its first */
	int branch, parent;    /* the one that is open; that which it stands in */
};

struct branch {
	int parent;
	unsigned block;
	struct span condition; /* empty: it is the last, "else" */
	unsigned no;           /* of the block's first line */
	bool torch;            /* installs torch */
};

struct branching {
	const struct env_text *t;
	struct block open[DEEP];
	size_t n_open;
	unsigned n_blocks;
	int before, depth;     /* of braces, before and behind the line */
	bool installs;         /* a command or a call that goes on in the next line does */
	ARRAY(struct branch) branches;
	int *of;               /* per line: its branch */
};

static bool is_word(struct span s, const char *word)
{
	return span_take(&s, word) && (!s.n || strchr(" \t[(;:{\"", s.p[0]));
}

static size_t indent_of(struct span s)
{
	size_t n = 0;

	while (n < s.n && ascii_space(s.p[n]))
		n++;
	return n;
}

static bool installs(struct span s)
{
	return span_find(s, "install") >= 0 || span_find(s, " add ") >= 0 ||
	       span_find(s, " create ") >= 0;
}

/* "torch" or "pytorch", and nothing that begins so */
static bool names_torch(struct span s)
{
	for (ptrdiff_t at; (at = span_find(s, "torch")) >= 0; s = span_from(s, (size_t)at + 5)) {
		char before = at ? s.p[at - 1] : ' ';
		struct span behind = span_from(s, (size_t)at + 5);
		bool py = at > 1 && before == 'y' && s.p[at - 2] == 'p';

		if ((strchr(" '\":", before) || py) &&
		    (!behind.n || strchr(" '\"=<>~[;\\,", behind.p[0])))
			return true;
	}
	return false;
}

static bool installs_torch(struct span s)
{
	return installs(s) && names_torch(s);
}

static void branch_new(struct branching *w, struct span condition)
{
	struct block *b = &w->open[w->n_open - 1];

	b->branch = (int)w->branches.n;
	ARRAY_ADD(w->t->a, w->branches) = (struct branch){
		.parent = b->parent, .block = b->number, .condition = condition,
		.no = w->t->v[b->line].no,
	};
}

static void block_open(struct branching *w, enum kind kind, size_t i, struct span condition)
{
	int parent = w->n_open ? w->open[w->n_open - 1].branch : NONE;

	if (w->n_open == DEEP)
		return;
	w->open[w->n_open++] = (struct block){
		.kind = kind, .indent = indent_of(w->t->v[i].s), .depth = w->before, .line = i,
		.number = kind == BY_WHEN ? WHEN_BLOCK : kind == BY_REMARK ? REMARK_BLOCK :
			  OTHER_BLOCKS + w->n_blocks++,
		.branch = NONE, .parent = parent,
	};
	if (kind != BY_CASE)
		branch_new(w, condition);
}

/* "cu118)", "\"cu118\" | cuda)": a pattern of case, and what may stand behind it. */
static bool is_pattern(struct span s)
{
	ptrdiff_t at = span_find_char(s, ')');
	struct span before = span_sub(s, 0, at < 0 ? 0 : (size_t)at);

	return at > 0 && span_find_char(before, '(') < 0 && span_find(before, "install") < 0;
}

static bool is_when(struct span s)
{
	return span_starts(s, "when:") || span_starts(s, "\"when\":");
}

/* `gpu === 'nvidia'` of `when: "{{gpu === 'nvidia'}}",` */
static struct span between_braces(struct span s)
{
	ptrdiff_t begin = span_find(s, "{{"), end = span_find(s, "}}");

	return begin >= 0 && end > begin + 2 ?
		span_sub(s, (size_t)begin + 2, (size_t)(end - begin - 2)) : s;
}

/* "# CUDA 11.8", "# CPU only" right above a command that installs torch. */
static bool is_remark(const struct env_text *t, size_t i, struct span s)
{
	static const char *const machines[] = { "cuda", "cpu", "rocm", "gpu" };

	if (!span_take(&s, "#") && !span_take(&s, "//") && !span_take(&s, "::"))
		return false;
	for (size_t k = 0; k < sizeof machines / sizeof *machines; k++)
		if (span_find_nocase(s, machines[k]) >= 0)
			return i + 1 < t->n && installs_torch(t->v[i + 1].s) &&
			       span_find(s, "install ") < 0;
	return false;
}

static enum kind kind_of_if(struct span s)
{
	if (span_ends(s, ":"))
		return BY_INDENT;
	if (span_ends(s, "{"))
		return BY_BRACE;
	return span_ends(s, "(") ? BY_PAREN : BY_WORD;
}

/* "else" of "} else {", ") else (" */
static struct span without_end(struct span s)
{
	if (!span_take(&s, "}"))
		span_take(&s, ")");
	return span_trim(s);
}

static bool is_else(const struct block *b, struct span s, size_t indent)
{
	s = without_end(s);
	return (b->kind == BY_WORD || b->kind == BY_PAREN || b->kind == BY_BRACE ||
		(b->kind == BY_INDENT && indent == b->indent)) &&
	       (is_word(s, "else") || is_word(s, "elif") || is_word(s, "elseif") ||
		is_word(s, "ELSE"));
}

static bool is_over(const struct branching *w, const struct block *b, struct span s, size_t indent)
{
	switch (b->kind) {
	case BY_WORD:
		return is_word(s, "fi");
	case BY_CASE:
		return is_word(s, "esac");
	case BY_PAREN:
		return span_starts(s, ")");
	case BY_INDENT:
		return s.n && indent <= b->indent;
	case BY_BRACE:
		return w->depth <= b->depth;
	case BY_WHEN:
		return w->depth < b->depth;
	case BY_REMARK:
		return !s.n || s.p[0] == '#';
	}
	return true;
}

/* What stands between "if" and "then", ":" or a brace. */
static struct span without_then(struct span s)
{
	static const char *const ends[] = { "then", ";", ":", "{", "(", ",", " ", "in" };

	for (size_t i = 0; i < sizeof ends / sizeof *ends;) {
		if (span_ends(s, ends[i]) && s.n > strlen(ends[i])) {
			s.n -= strlen(ends[i]);
			i = 0;
		} else {
			i++;
		}
	}
	return s;
}

static void close_blocks(struct branching *w, struct span s, size_t indent)
{
	while (w->n_open) {
		const struct block *b = &w->open[w->n_open - 1];

		if (is_else(b, s, indent) || !is_over(w, b, s, indent))
			return;
		w->n_open--;
		if (b->kind == BY_WORD || b->kind == BY_CASE || b->kind == BY_PAREN)
			return; /* one "fi" ends one "if" */
	}
}

static void open_blocks(struct branching *w, size_t i, struct span s, size_t indent)
{
	struct block *b = w->n_open ? &w->open[w->n_open - 1] : NULL;

	if (b && is_else(b, s, indent)) {
		s = without_end(s);
		branch_new(w, span_find(s, "if") >= 0 ? without_then(s) : span_sub(s, 0, 0));
	} else if (b && b->kind == BY_CASE && is_pattern(s)) {
		branch_new(w, span_sub(s, 0, (size_t)span_find_char(s, ')')));
	} else if (is_word(s, "case") && span_ends(s, " in")) {
		block_open(w, BY_CASE, i, s);
	} else if (is_when(s)) {
		block_open(w, BY_WHEN, i, between_braces(s));
	} else if (is_remark(w->t, i, s)) {
		block_open(w, BY_REMARK, i, s);
	} else if ((is_word(s, "if") || is_word(s, "IF")) && span_find(s, " fi") < 0) {
		block_open(w, kind_of_if(s), i, without_then(s));
	}
}

/* Without what Docker and a backslash put around it. */
static struct span line_at(const struct env_text *t, size_t i)
{
	struct span s = span_trim(t->v[i].s);

	span_take(&s, "RUN ");
	if (span_ends(s, "\\"))
		s.n--;
	return span_trim(s);
}

static bool goes_on(struct span s)
{
	return s.n && strchr("\\([,", s.p[s.n - 1]);
}

static void walk_line(struct branching *w, size_t i)
{
	struct span s = line_at(w->t, i);
	size_t indent = indent_of(w->t->v[i].s);

	w->before = w->depth;
	for (size_t n = 0; n < s.n; n++)
		w->depth += (s.p[n] == '{') - (s.p[n] == '}');
	close_blocks(w, s, indent);
	open_blocks(w, i, s, indent);
	w->of[i] = w->n_open ? w->open[w->n_open - 1].branch : NONE;
	w->installs |= installs(s);
	if (w->installs && (names_torch(s) || env_names(s, env_matters)))
		for (int at = w->of[i]; at != NONE; at = w->branches.v[at].parent)
			w->branches.v[at].torch = true;
	w->installs &= goes_on(w->t->v[i].s);
}

/* Per line the branch that counts: that of the innermost block with several that install torch. */
static void settle(struct branching *w)
{
	unsigned *torches = arena_array(w->t->a, OTHER_BLOCKS + w->n_blocks, sizeof *torches);

	memset(torches, 0, (OTHER_BLOCKS + w->n_blocks) * sizeof *torches);
	for (size_t i = 0; i < w->branches.n; i++)
		torches[w->branches.v[i].block] += w->branches.v[i].torch;
	for (size_t i = 0; i < w->t->n; i++)
		while (w->of[i] != NONE && torches[w->branches.v[w->of[i]].block] < 2)
			w->of[i] = w->branches.v[w->of[i]].parent;
}

static void look(const struct env_text *t)
{
	struct branching w = { .t = t, .of = arena_array(t->a, t->n, sizeof *w.of) };
	struct arena *kept = t->memory->a;
	const char **condition = arena_array(kept, t->n, sizeof *condition);

	for (size_t i = 0; i < t->n; i++)
		walk_line(&w, i);
	settle(&w);
	for (size_t i = 0; i < t->n; i++) {
		const struct branch *b = w.of[i] != NONE ? &w.branches.v[w.of[i]] : NULL;

		condition[i] = b && i && w.of[i] == w.of[i - 1] ? condition[i - 1] : !b ? NULL :
			b->condition.n ? arena_span(kept, b->condition) :
			arena_printf(kept, "else of line %u", b->no);
	}
	t->memory->conditions = condition;
}

const char *env_condition(const struct env_text *t, size_t i)
{
	if (!t->memory->conditions)
		look(t);
	return t->memory->conditions[i];
}

/* "else" or "elif" between the innermost "if" before word `at` and its "fi". */
static size_t branch_of_word(const struct strings *words, size_t at, bool *several)
{
	size_t branch[DEEP], n = 0, depth = 0;

	for (size_t i = 0; i < words->n && (i < at || n); i++) {
		bool turn = strcmp(words->v[i], "elif") == 0 || strcmp(words->v[i], "else") == 0;

		if (strcmp(words->v[i], "if") == 0) {
			if (i < at && n < DEEP)
				branch[n++] = i;
			else
				depth++;
		} else if (strcmp(words->v[i], "fi") == 0) {
			if (i > at && depth == 0)
				break;
			if (i > at)
				depth--;
			else
				n -= n > 0;
		} else if (turn && n && (i < at || depth == 0)) {
			*several = true;
			if (i < at)
				branch[n - 1] = i;
		}
	}
	return n ? branch[n - 1] : SIZE_MAX;
}

/* "[ cu118 = cu118 ]" of "if [ "$CUDA" = cu118 ]", by what the default of an ARG makes of it. */
static enum tri holds(const struct strings *w, size_t i)
{
	const char *a, *sign, *b;
	size_t end = i;
	bool same;

	while (end < w->n && strcmp(w->v[end], ";") != 0 && strcmp(w->v[end], "then") != 0) {
		if (strpbrk(w->v[end], "$*?("))
			return TRI_UNKNOWN;
		end++;
	}
	if (i >= end || (strcmp(w->v[i], "[") != 0 && strcmp(w->v[i], "[[") != 0 &&
			 strcmp(w->v[i], "test") != 0))
		return TRI_UNKNOWN;
	end -= strcmp(w->v[i++], "test") != 0;
	if (end == i + 2 && (strcmp(w->v[i], "-n") == 0 || strcmp(w->v[i], "-z") == 0))
		return (w->v[i + 1][0] != '\0') == (w->v[i][1] == 'n') ? TRI_YES : TRI_NO;
	if (end != i + 3)
		return TRI_UNKNOWN;
	a = w->v[i];
	sign = w->v[i + 1];
	b = w->v[i + 2];
	same = strcmp(a, b) == 0;
	if (strcmp(sign, "=") == 0 || strcmp(sign, "==") == 0)
		return same ? TRI_YES : TRI_NO;
	return strcmp(sign, "!=") == 0 ? (same ? TRI_NO : TRI_YES) : TRI_UNKNOWN;
}

/* Whether the branch that begins with word `branch` is run, by the conditions from `first` on. */
static enum tri is_run(const struct strings *w, size_t first, size_t branch)
{
	enum tri before = TRI_NO; /* one of the branches above is */

	for (size_t i = first, depth = 0; i <= branch; i++) {
		bool own = strcmp(w->v[i], "if") == 0 && i == first;
		bool turn = strcmp(w->v[i], "elif") == 0 || strcmp(w->v[i], "else") == 0;
		enum tri is;

		depth += strcmp(w->v[i], "if") == 0;
		depth -= depth && strcmp(w->v[i], "fi") == 0;
		if (!own && !(turn && depth == 1))
			continue;
		is = strcmp(w->v[i], "else") == 0 ? TRI_YES : holds(w, i + 1);
		if (before == TRI_YES || (is == TRI_NO && i == branch))
			return TRI_NO;
		if (i == branch)
			return before == TRI_UNKNOWN ? TRI_UNKNOWN : is;
		before = is == TRI_NO ? before : is;
	}
	return TRI_UNKNOWN;
}

/* The "if" of the branch that word `at` stands in; SIZE_MAX: it is in none. */
static size_t if_of_word(const struct strings *w, size_t at)
{
	size_t open[DEEP], n = 0;

	for (size_t i = 0; i < at; i++) {
		if (strcmp(w->v[i], "if") == 0 && n < DEEP)
			open[n++] = i;
		n -= n && strcmp(w->v[i], "fi") == 0;
	}
	return n ? open[n - 1] : SIZE_MAX;
}

bool env_condition_fails(const struct strings *words, size_t at)
{
	bool several;
	size_t first = if_of_word(words, at), i = branch_of_word(words, at, &several);

	return first != SIZE_MAX && i != SIZE_MAX && is_run(words, first, i) == TRI_NO;
}

const char *env_condition_word(struct arena *a, const struct strings *words, size_t at, bool known)
{
	bool several = false;
	size_t i = branch_of_word(words, at, &several);
	BUF_AUTO b = BUF(1024);

	if (i == SIZE_MAX || !several)
		return NULL;
	if (known && is_run(words, if_of_word(words, at), i) == TRI_YES)
		return NULL;
	buf_str(&b, words->v[i]);
	for (i++; strcmp(words->v[i - 1], "else") != 0 && i < at &&
	     strcmp(words->v[i], ";") != 0; i++) {
		buf_char(&b, ' ');
		buf_str(&b, words->v[i]);
	}
	return arena_str(a, buf_cstr(&b));
}
