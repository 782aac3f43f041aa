/* Whose a name of a GPU is: by its clause, its label, and the words before and behind it. */
#include <string.h>

#include "read/host/format_private.h"
#include "read/host/told_private.h"

/* "NVIDIA GeForce RTX 3090:": a heading, below which stands what there is of it; torch's warnings
 * are of one that is there, too. */
static bool heads_block(const struct told_line *l, struct span name)
{
	struct span behind = { name.p + name.n,
			       l->low.n - (size_t)(name.p - l->low.p) - name.n };

	return (span_is(behind, ":") && span_starts(name, "nvidia ")) ||
	       span_starts(behind, " with cuda capabilit") ||
	       span_starts(behind, " which requires cuda_version");
}

enum { NEAR = 24, NEARER = 12, ETC = 40 };

/* "3张4090可以训练么", "4090D够吗": whether it can, not why it cannot. */
static bool asks_whether(struct span clause, bool mark)
{
	if (span_find(clause, "是") >= 0 && span_find(clause, "还是") > span_find(clause, "是"))
		return true; /* "是40G的还是80G的" */
	if (span_find(clause, "不够") >= 0 && span_find(clause, "够不够") < 0)
		return false; /* "这都不够用？" */
	return (mark || told_ends_asking(clause)) &&
	       span_holds(clause, ONE_OF("可以", "能", "够", "会", "行")) &&
	       !span_holds(clause, ONE_OF("什么", "怎么", "为何", "怎样", "如何"));
}

/* "Can a single RTX 4090 run it?", "Would an A6000 help?": not why one's own does not. */
static bool is_asked(const struct told_reading *r, struct span clause)
{
	struct span low = r->l->low, word;
	struct span behind = span_from(low, (size_t)(clause.p - low.p) + clause.n);
	bool mark = span_begins(behind, ONE_OF("?", "？")) ||
		    span_closes(clause, ONE_OF("?", "？"));

	clause = told_skip(clause, "#>*- \t.,;!");
	while (span_ends(clause, "?") || span_ends(clause, "？"))
		clause.n -= span_ends(clause, "?") ? 1 : strlen("？");
	return told_has_within(r, clause, TOLD_ASKED) || asks_whether(span_trim(clause), mark) ||
	       (mark && span_word(&clause, &word) &&
		span_in_nocase(word, "can could is are will would does do should may"));
}

/* "my", "I have"; what one would use in a question is not there. */
static bool is_own(const struct told_word *w, bool asked)
{
	return w->kind == TOLD_OWN || w->kind == TOLD_AGED || (w->kind == TOLD_USE && !asked);
}

/* "my old card" that something took the place of; else it is just old. */
static bool was_old(const struct told_reading *r, const struct told_word *w, size_t gap)
{
	return w->kind == TOLD_AGED && gap <= NEAR &&
	       (told_has(r, TOLD_RENEWED) || told_has(r, TOLD_FORMER));
}

/*
 * Whose it is by the last word before it that says so. What was replaced, or is not there, is told
 * right before the name: "from my RTX 2080 to …", "I don't have the A100".
 */
static enum told_kind owner_of(const struct told_reading *r, struct span clause, size_t at,
			       bool asked)
{
	enum told_kind owner = TOLD_NONE; /* "Your GPU:" of a form is of who fills it in */
	size_t begin = (size_t)(clause.p - r->l->low.p);

	for (size_t i = 0; i < r->n && r->words[i].at < at; i++) {
		const struct told_word *w = &r->words[i];
		size_t gap = at - w->at - w->n;
		struct span between = span_sub(r->l->low, w->at + w->n, gap);

		if (w->kind == TOLD_FORMER &&
		    span_holds(between, ONE_OF(" to ", " with ", " for ")))
			continue; /* what took its place */
		if (w->at >= begin && (is_own(w, asked) ||
				       (w->kind == TOLD_OTHERS && !told_in_label(r->l, w->at)) ||
				       (w->kind == TOLD_FORMER && gap <= NEAR) ||
				       (w->kind == TOLD_LACK && gap <= NEARER)))
			owner = was_old(r, w, gap) ? TOLD_FORMER :
				!is_own(w, asked) ? w->kind :
				owner == TOLD_FORMER ? owner : TOLD_OWN;
	}
	return owner;
}

bool told_is_other(const struct told_reading *r, size_t at)
{
	struct span clause = told_clause(r->l->low, at);
	enum told_kind owner = owner_of(r, clause, at, is_asked(r, clause));

	return owner == TOLD_FORMER || owner == TOLD_OTHERS || owner == TOLD_LACK;
}

/* "RTX 2060, mine is an RTX 3070": the word before a name behind this one is of that one. */
static bool leads_next(const struct told_reading *r, const struct told_word *w)
{
	struct span behind = span_sub(span_from(r->l->low, w->at + w->n), 0, NEAR);
	struct gpu_name next;

	return gpu_name_next(&behind, &next);
}

enum { SAID = 1, USED = 2 };

/* The clause says that it is one's own, or installed: "I have …", "… in my PC"; or in use. */
static int claims(const struct told_reading *r, struct span clause, size_t at, bool asked)
{
	size_t begin = (size_t)(clause.p - r->l->low.p);
	int all = 0;

	for (size_t i = 0; i < r->n && r->words[i].at < begin + clause.n; i++) {
		const struct told_word *w = &r->words[i];
		int one = w->kind == TOLD_USE ? USED :
			  is_own(w, asked) || w->kind == TOLD_HERE ? SAID : 0;

		if (w->kind == TOLD_ME && w->at >= begin && w->at < at)
			all = 0; /* "I have a 2080 Ti, and I had the same on a 2080" */
		if (one & ~all && w->at >= begin && !(one == USED && asked) &&
		    (w->at < at || !leads_next(r, w)))
			all |= one;
	}
	return all;
}

/* "from X to Y", "upgraded from X": X was; "from X" alone may be anything. */
static bool is_replaced(const struct told_reading *r, size_t at, size_t n)
{
	static const char *const from[] = { "from ", "from a ", "from an ", "from my ", "从" };
	struct span before = span_sub(r->l->low, 0, at), behind = span_from(r->l->low, at + n);

	for (size_t i = 0; i < sizeof from / sizeof *from; i++)
		if (span_ends(before, from[i]))
			return span_starts(behind, " to ") ||
			       span_begins(told_skip(behind, " "), ONE_OF("升级", "换")) ||
			       span_closes(span_sub(before, 0, before.n - strlen(from[i])),
					  ONE_OF("upgrade ", "upgraded ", "upgrading ", "moved ",
						 "switched ", "switching ", "coming "));
	return false;
}

unsigned told_sort(const struct told_reading *r, struct span part)
{
	unsigned sort = 0;

	for (size_t i = 0; i < r->n; i++) {
		const char *word = r->l->low.p + r->words[i].at;

		if (word >= part.p && word < part.p + part.n && r->words[i].kind >= TOLD_SERVER &&
		    r->words[i].kind <= TOLD_LAPTOP)
			sort = TOLD_IN_SERVER << (r->words[i].kind - TOLD_SERVER);
	}
	return sort;
}

/* "my RTX 3060 requires …": nothing that is wished for stands between. */
bool told_is_mine(const struct told_reading *r, size_t at)
{
	bool mine = false;

	for (size_t i = 0; i < r->n && r->words[i].at < at; i++)
		if (is_own(&r->words[i], false))
			mine = at - r->words[i].at - r->words[i].n <= NEAR;
		else if (told_wishes(r, span_sub(r->l->low, r->words[i].at, r->words[i].n)))
			mine = false;
	return mine;
}

/* "The RTX 3050 is an entry-level GPU": what such a product is. */
static bool is_described(struct span behind)
{
	if (!span_take(&behind, " gpu") && !span_take(&behind, " card"))
		(void)span_take(&behind, "显卡");
	return span_begins(behind, ONE_OF(" is a ", " is an ", " is the ", " features ",
					  " delivers ", " offers ", " boasts ", " launched ",
					  " remains ", " presents ", "是一款", "是一张",
					  " 是 20", "基于", "采用", "作为",
					  "自推出", "自发布"));
}

/* What such a card can do. */
static bool is_able(struct span behind)
{
	return !span_starts(behind, " can not") &&
	       span_begins(behind, ONE_OF(" can ", " could ", " should ", " would ", " will "));
}

/* "GPU model: ", "显卡设备：": the name is what the label asks for. */
static bool is_labelled(const struct told_line *l, struct span name)
{
	return l->label.n && name.p > l->label.p + l->label.n &&
	       span_holds(l->label,
			  ONE_OF("gpu", "graphics", "video card", "accelerator", "显卡"));
}

/* "from X to Y", "replaced my X with Y": it is in the place of the last name. */
static bool follows(const struct told_line *l, struct span name)
{
	const struct told_name *last = l->n_names ? &l->names[l->n_names - 1] : NULL;
	const char *end = last ? last->name.text.p + last->name.text.n : name.p;
	struct span gap = { end, (size_t)(name.p - end) };

	return last && last->former && gap.n <= ETC &&
	       span_holds(gap, ONE_OF("to ", "with ", "for ", "now ", "换", "升级"));
}

/* No sentence ends, and nobody speaks, between it and the name before it, which is one's own. */
static bool is_listed(const struct told_reading *r, struct span name)
{
	const struct told_line *l = r->l;
	const struct told_name *last = l->n_names ? &l->names[l->n_names - 1] : NULL;
	const char *from = last ? last->name.text.p : name.p;
	struct span gap = { from, (size_t)(name.p - from) };

	return last && (last->says & (TOLD_IS_THERE | TOLD_IS_USED | TOLD_IS_LISTED)) &&
	       !span_holds(gap, ONE_OF(". ", "? ", "! ", "。", "？", "！", "；")) &&
	       !told_has_within(r, gap, TOLD_ME);
}

/* A sentence of oneself or of what goes wrong, a line of a driver or of a system: of a machine. */
static bool is_spoken(const struct told_reading *r, size_t at)
{
	struct span sentence;

	if (ANY(w, LIST(r->words, r->n), w->kind >= TOLD_LINUX || w->kind == TOLD_DRIVER))
		return true;
	if (!told_has(r, TOLD_ME) && !told_has(r, TOLD_OWN) && !told_has(r, TOLD_USE) &&
	    !told_has(r, TOLD_REPORT))
		return false;
	sentence = told_sentence(r->l->low, at);
	return told_has_within(r, sentence, TOLD_ME) || told_owns(r, sentence) ||
	       told_has_within(r, sentence, TOLD_REPORT);
}

/* The clause of a name; "my old card, the GTX 960," is one, "a GTX 960, a 970" are two, and what
 * stands in brackets is of what stands before them: "a laptop (i9, RTX 4070)". */
static struct span clause_of(const struct told_line *l, size_t at)
{
	static const char *const articles[] = { ", the ", ", a ", ", an ", NULL };
	const char *last = l->n_names ? l->names[l->n_names - 1].name.text.p : l->low.p;
	struct span clause = told_clause(l->low, at), before = span_sub(l->low, 0, at), first;
	ptrdiff_t open = span_rfind_char(before, '(');

	if (open > 0 && open > span_rfind_char(before, ')')) {
		first = told_clause(l->low, (size_t)open - 1);
		clause = (struct span){ first.p, clause.n + (size_t)(clause.p - first.p) };
	}
	for (size_t i = 0; articles[i]; i++) {
		if (!span_ends(before, articles[i]))
			continue;
		first = told_clause(l->low, at - strlen(articles[i]));
		if (!l->n_names || last < first.p)
			clause = (struct span){ first.p, clause.n +
						(size_t)(clause.p - first.p) };
	}
	return clause;
}

/* TOLD_IS_… and TOLD_IN_… but for what decides whether it is one's own. */
static unsigned says_of(const struct told_reading *r, struct span name, struct span clause,
			int claim)
{
	struct span before = span_sub(r->l->low, 0, (size_t)(name.p - r->l->low.p));
	struct span behind = span_from(r->l->low, before.n + name.n);
	const char *sentence = told_sentence(r->l->low, before.n).p;
	unsigned says = told_sort(r, (struct span){ sentence, (size_t)(name.p - sentence) });

	if ((claim & SAID) || follows(r->l, name) || is_labelled(r->l, name) ||
	    told_has_within(r, before, TOLD_LABEL))
		says |= TOLD_IS_THERE;
	says |= claim & USED ? TOLD_IS_USED : 0;
	says |= span_begins(behind, ONE_OF(" gpus", " cards")) ? TOLD_IS_MANY : 0;
	says |= is_listed(r, name) ? TOLD_IS_LISTED : 0;
	says |= is_spoken(r, before.n) ? TOLD_IS_SPOKEN : 0;
	return says | (told_has_within(r, clause, TOLD_WORKS) ? TOLD_IS_WORKING : 0);
}

struct told_name told_name_owned(const struct told_reading *r, const struct gpu_name *found)
{
	struct told_line *l = r->l;
	size_t at = (size_t)(found->text.p - l->low.p);
	struct span clause = clause_of(l, at);
	struct span behind = span_from(l->low, at + found->text.n);
	bool asked = is_asked(r, clause);
	enum told_kind owner = owner_of(r, clause, at, asked);
	bool former = owner == TOLD_FORMER || is_replaced(r, at, found->text.n);
	bool other = former || owner == TOLD_OTHERS || owner == TOLD_LACK ||
		     span_begins(behind, ONE_OF(" you ", " that you "));
	bool mine = owner == TOLD_OWN && told_is_mine(r, at);
	bool heads = heads_block(l, found->text);
	bool wished = told_wishes(r, clause) || told_wished(r, at) || asked || is_able(behind) ||
		      span_find(span_sub(span_from(l->low, at), 0, ETC), " etc") >= 0;

	/* "The RTX 4090" begins a sentence */
	l->article |= !mine && (span_is(span_sub(l->low, 0, at), "the ") ||
				span_ends(span_sub(l->low, 0, at), ". the "));
	l->describes |= !mine && is_described(behind);
	return (struct told_name){
		.name = *found,
		.own = !other && !told_wishes(r, l->label) && (mine || heads || !wished),
		.former = former,
		.says = says_of(r, found->text, clause, other ? 0 : claims(r, clause, at, asked)) |
			(mine ? TOLD_IS_MINE : 0) | (heads ? TOLD_IS_THERE : 0),
	};
}
