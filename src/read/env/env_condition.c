/*
 * Commands of which one or another is run: the branches of if, elif, else and case of a shell, of
 * cmd's with parentheses, of PowerShell's and JavaScript's with braces, of Python's by indentation;
 * the steps of a list with "when:"; those below remarks that name machines, "# CUDA 11.8"; the jobs
 * of a workflow, where they install several torches.
 */
#include <string.h>

#include "base/text.h"
#include "base/tr.h"
#include "fact/row.h"
#include "read/env/command_private.h"

enum kind { BY_WORD, BY_CASE, BY_PAREN, BY_BRACE, BY_INDENT, BY_WHEN, BY_REMARK, BY_JOB };

enum { DEEP = 30, NONE = -1, WHEN_BLOCK = 0, REMARK_BLOCK = 1, OTHER_BLOCKS = 2 };

/* What decides between branches, as long as it is open. */
struct block {
	enum kind kind;
	size_t indent;
	int depth;             /* of braces, before its first line */
	unsigned number;
	size_t line;           /* its first */
	int branch, parent;    /* the one that is open; that which it stands in */
	size_t inner;          /* BY_JOB: the indent of its keys; 0: none was seen */
};

struct branch {
	int parent;
	unsigned block;
	struct span condition; /* empty: it is the last, "else" */
	unsigned no;           /* of the block's first line */
	struct span torch;     /* the first line that installs it; empty: none does */
	bool job;
	unsigned char machine; /* of machines[], from 1: its condition names one; 0: none */
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

/* What conditions name, and whom a line below is for then; no marker: for GPUs of other makers. */
static const struct machine {
	const char *word, *marker;
} machines[] = {
	{ "darwin", "sys_platform == 'darwin'" }, { "macos", "sys_platform == 'darwin'" },
	{ "windows", "sys_platform == 'win32'" }, { "win32", "sys_platform == 'win32'" },
	{ "msys", "sys_platform == 'win32'" },    { "linux", "sys_platform == 'linux'" },
	{ "rocm", NULL },   { "amdgpu", NULL },   { "\"amd\"", NULL }, { "radeon", NULL },
	{ "navi", NULL },   { "npu-smi", NULL },  { "ascend", NULL },  { "hip-", NULL },
};

/* The only one that a condition names; of what it excludes nothing is known. */
static unsigned char machine_of(struct span s)
{
	size_t ret = 0;

	if (span_find_char(s, '!') >= 0 || span_find(s, "not ") >= 0 || span_find(s, "-ne ") >= 0)
		return 0;
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		if (span_find_nocase(s, machines[i].word) < 0)
			continue;
		if (ret && !text_same(machines[ret - 1].marker, machines[i].marker))
			return 0;
		ret = i + 1;
	}
	return (unsigned char)ret;
}

static void branch_new(struct branching *w, struct span condition)
{
	struct block *b = &w->open[w->n_open - 1];

	b->branch = (int)w->branches.n;
	ARRAY_ADD(w->t->a, w->branches) = (struct branch){
		.parent = b->parent, .block = b->number, .condition = condition,
		.no = w->t->v[b->line].no, .machine = machine_of(condition),
	};
}

static void block_open(struct branching *w, enum kind kind, size_t i, struct span condition)
{
	int parent = w->n_open ? w->open[w->n_open - 1].branch : NONE;

	if (w->n_open == DEEP)
		return;
	w->open[w->n_open++] = (struct block){
		.kind = kind, .indent = env_indent(w->t->v[i].s), .depth = w->before, .line = i,
		.number = kind == BY_WHEN ? WHEN_BLOCK : kind == BY_REMARK ? REMARK_BLOCK :
			  OTHER_BLOCKS + w->n_blocks++,
		.branch = NONE, .parent = parent,
	};
	if (kind != BY_CASE && kind != BY_JOB)
		branch_new(w, condition);
}

/* "cu118)", "\"cu118\" | cuda)": a pattern of case, and what may stand behind it. */
static bool is_pattern(struct span s)
{
	ptrdiff_t at = span_find_char(s, ')');
	struct span before = span_sub(s, 0, at < 0 ? 0 : (size_t)at);

	return at > 0 && span_find_char(before, '(') < 0 && span_find(before, "install") < 0;
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
	static const char *const words[] = { "cuda", "cpu", "rocm", "gpu" };
	bool above = i + 1 < t->n && installs(t->v[i + 1].s) && span_find(s, "install ") < 0;

	if (!span_take(&s, "#") && !span_take(&s, "//") && !span_take(&s, "::"))
		return false;
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (span_find_nocase(s, words[k]) >= 0)
			return above && names_torch(t->v[i + 1].s);
	return above && machine_of(s);
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
	case BY_JOB:
		return s.n && indent <= b->indent;
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

/* The first key below "jobs:", and those that begin where it does. */
static bool is_job(struct block *b, struct span s, size_t indent)
{
	if (!span_ends(s, ":") || (b->inner && indent != b->inner))
		return false;
	b->inner = indent;
	return true;
}

static void open_blocks(struct branching *w, size_t i, struct span s, size_t indent)
{
	struct block *b = w->n_open ? &w->open[w->n_open - 1] : NULL;

	if (b && is_else(b, s, indent)) {
		s = without_end(s);
		branch_new(w, span_find(s, "if") >= 0 ? without_then(s) : span_sub(s, 0, 0));
	} else if (b && b->kind == BY_CASE && is_pattern(s)) {
		branch_new(w, span_sub(s, 0, (size_t)span_find_char(s, ')')));
	} else if (b && b->kind == BY_JOB && is_job(b, s, indent)) {
		branch_new(w, span_sub(s, 0, s.n - 1));
		w->branches.v[w->branches.n - 1].job = true;
		w->branches.v[w->branches.n - 1].machine = 0;
	} else if (span_is(s, "jobs:")) {
		block_open(w, BY_JOB, i, s);
	} else if (is_word(s, "case") && span_ends(s, " in")) {
		block_open(w, BY_CASE, i, s);
	} else if (span_starts(s, "when:") || span_starts(s, "\"when\":")) {
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

/* "install torch==2.6.0" of "- run: pip install torch==2.6.0" */
static struct span what_it_installs(struct span s)
{
	ptrdiff_t at = span_find(s, "install ");

	return at < 0 ? s : span_from(s, (size_t)at);
}

static void walk_line(struct branching *w, size_t i)
{
	struct span s = line_at(w->t, i);
	size_t indent = env_indent(w->t->v[i].s);

	w->before = w->depth;
	for (size_t n = 0; n < s.n; n++)
		w->depth += (s.p[n] == '{') - (s.p[n] == '}');
	close_blocks(w, s, indent);
	open_blocks(w, i, s, indent);
	w->of[i] = w->n_open ? w->open[w->n_open - 1].branch : NONE;
	w->installs |= installs(s);
	if (w->installs && (names_torch(s) || env_names(s, env_matters)))
		for (int at = w->of[i]; at != NONE; at = w->branches.v[at].parent)
			if (!w->branches.v[at].torch.n)
				w->branches.v[at].torch = what_it_installs(s);
	s = w->t->v[i].s;
	w->installs &= s.n && strchr("\\([,", s.p[s.n - 1]);
}

/* Per line the branch that counts: that of the innermost block with several that install torch;
 * jobs that all install the same are as one. */
static void settle(struct branching *w)
{
	size_t n = OTHER_BLOCKS + w->n_blocks;
	unsigned *torches = arena_array(w->t->a, n, sizeof *torches);
	struct span *first = arena_array(w->t->a, n, sizeof *first);

	memset(torches, 0, n * sizeof *torches);
	EACH(const struct branch, b, w->branches) {
		if (!b->torch.n)
			continue;
		if (!torches[b->block])
			first[b->block] = b->torch;
		torches[b->block] += !torches[b->block] || !b->job ||
				     !span_eq(first[b->block], b->torch);
	}
	for (size_t i = 0; i < w->t->n; i++)
		while (w->of[i] != NONE && torches[w->branches.v[w->of[i]].block] < 2)
			w->of[i] = w->branches.v[w->of[i]].parent;
}

static void look(const struct env_text *t)
{
	struct branching w = { .t = t, .of = arena_array(t->a, t->n, sizeof *w.of) };
	struct arena *kept = t->memory->a;
	const char **condition = arena_array(kept, t->n, sizeof *condition);

	unsigned char *machine = arena_array(kept, t->n, 1);

	for (size_t i = 0; i < t->n; i++) {
		walk_line(&w, i);
		machine[i] = 0;
		for (int at = w.of[i]; at != NONE && !machine[i]; at = w.branches.v[at].parent)
			machine[i] = w.branches.v[at].machine;
	}
	t->memory->machines = machine;
	settle(&w);
	for (size_t i = 0; i < t->n; i++) {
		const struct branch *b = w.of[i] != NONE ? &w.branches.v[w.of[i]] : NULL;

		condition[i] = b && i && w.of[i] == w.of[i - 1] ? condition[i - 1] : !b ? NULL :
			b->job ? arena_printf(kept, tr("job %s"), arena_span(kept, b->condition)) :
			b->condition.n ? arena_span(kept, b->condition) :
			arena_printf(kept, tr("else of line %u"), b->no);
	}
	t->memory->conditions = condition;
}

const char *env_condition(const struct env_text *t, size_t i)
{
	if (!t->memory->conditions)
		look(t);
	return t->memory->conditions[i];
}

/*
 * What one branch of several installs is for itself, and so are the indexes that it names: its
 * lines have the one of torch as theirs.
 */
static void set_group(const char *condition, size_t first, size_t first_setting, struct env *to)
{
	const char *index = NULL;

	for (size_t i = first_setting; i < to->settings.n; i++) {
		struct env_setting *s = &to->settings.v[i];

		if (s->effective && strstr(s->key, "index-url") && strstr(s->value, "/whl/"))
			index = s->value;
		s->effective = false;
	}
	for (size_t i = first; i < to->declared.n; i++) {
		struct env_declared *d = &to->declared.v[i];

		d->group = condition;
		if (index && !d->index && d->name && row_is_of_backend(d->name))
			d->index = index;
	}
}

void env_condition_set(const struct env_text *t, size_t line, const char *condition, size_t first,
		       size_t first_setting, struct env *to)
{
	const struct machine *m;
	struct err e;

	condition = condition ? condition : env_condition(t, line);
	if (condition)
		set_group(condition, first, first_setting, to);
	if (!t->memory->conditions)
		look(t);
	if (!t->memory->machines[line])
		return;
	m = &machines[t->memory->machines[line] - 1];
	if (!m->marker) {
		to->declared.n = first;
		to->settings.n = first_setting;
	}
	for (size_t i = first; i < to->declared.n; i++) {
		struct env_declared *d = &to->declared.v[i];

		if (!d->req.marker && marker_parse(t->a, span_of(m->marker), &d->req.marker, &e))
			d->req.marker = NULL;
	}
}
