/* Where the code of a package can run: GPU by GPU, as text. */
#include "fact/platform.h"
#include "show/inspect_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/tr.h"
#include "show/line.h"

/* What people call the cards of a generation. */
static const struct {
	const char *architecture, *cards;
} cards[] = {
	{ "Kepler", "GTX 600/700, K80" },   { "Maxwell", "GTX 900, M40" },
	{ "Pascal", "GTX 10, P100" },       { "Volta", "V100" },
	{ "Turing", "GTX 16, RTX 20, T4" }, { "Ampere", "RTX 30, A100" },
	{ "Ada", "RTX 40, L4" },            { "Hopper", "H100, H200" },
	{ "Blackwell", "RTX 50, B200" },
};

enum { CARDS = sizeof cards / sizeof *cards };

/* Besides the ways of enum reach_via: some libraries run there, others do not. */
enum { IN_PART = REACH_PTX + 1, UNSURE, WAYS };

/* Its place among the generations; CARDS: none that people know. */
static size_t card_of(const char *architecture)
{
	size_t i = 0;

	while (i < CARDS && strcmp(cards[i].architecture, architecture) != 0)
		i++;
	return i;
}

/* Capabilities by generation and by the way they are served. */
struct tally {
	size_t all[CARDS + 1];
	struct served {
		size_t n;
		struct sm v[SM_LIST_MAX];
	} by[WAYS][CARDS + 1];
};

/* Those that count for people: no Jetson unless the build is for Arm. */
static void count(const struct package *p, const struct reach *r, struct tally *t)
{
	bool arm = platform_is_linux_arm(p->platform);

	for (size_t i = 0; i < r->ccs.n; i++) {
		const struct cc_fact *cc = r->ccs.v[i].cc;
		size_t card = cc->sm.major >= 3 && (arm || !cc->integrated)
				      ? card_of(cc->architecture) : CARDS;
		unsigned via = r->ccs.v[i].via;
		unsigned way = r->ccs.v[i].unsure ? UNSURE :
			       !via && r->ccs.v[i].some ? IN_PART : via;
		struct served *s = &t->by[way][card];

		t->all[card]++;
		if (s->n < SM_LIST_MAX)
			s->v[s->n++] = cc->sm;
	}
}

/* The architectures that are served in one way, with the numbers where only part of one is. */
static void generations(struct buf *b, const struct tally *t, unsigned via)
{
	for (size_t i = 0; i < CARDS; i++) {
		const struct served *s = &t->by[via][i];

		if (!s->n)
			continue;
		buf_str(b, b->n ? ", " : "");
		buf_str(b, cards[i].architecture);
		buf_str(b, s->n == t->all[i] ? " (" : tr(" (only"));
		if (s->n == t->all[i])
			buf_str(b, cards[i].cards);
		for (size_t k = 0; s->n < t->all[i] && k < s->n; k++) {
			buf_char(b, ' ');
			buf_str(b, sm_dotted(s->v[k], TEXT_ROOM));
		}
		buf_char(b, ')');
	}
}

/* Of the numbers that torch declares those that every part of a library has code for. */
static struct sm_list held(const struct package *p, const struct library *l)
{
	struct sm_list ret = { 0 };

	for (size_t i = 0; i < p->declared.n; i++)
		for (size_t k = 0; k < l->common.n; k++)
			if (!l->common.v[k].suffix &&
			    l->common.v[k].major == p->declared.v[i].major &&
			    l->common.v[k].minor <= p->declared.v[i].minor)
				sm_list_add(&ret, p->declared.v[i]);
	return ret;
}

/* "; 75 in 1 of its 33 parts" for each declared number that only some of them have. */
static void add_some(struct buf *b, const struct package *p, const struct library *l,
	const struct sm_list *all)
{
	char text[SM_TEXT];

	for (size_t i = 0; i < l->sass.n; i++) {
		unsigned n = 0;

		EACH(const struct code_count, c, l->code)
			if (c->key.kind == CODE_SASS && !c->key.stub && !c->relocatable &&
			    sm_equal(c->key.sm, l->sass.v[i]))
				n += c->n;
		if (sm_list_has(&p->declared, l->sass.v[i]) && !sm_list_has(all, l->sass.v[i]))
			buf_printf(b, "; %s in %u of its %u parts", sm_text(l->sass.v[i], text), n,
				   l->containers);
	}
}

void show_by_library(struct arena *a, const struct term *t, const struct package *p)
{
	bool main, differ = false;

	EACH(const struct library, o, p->libraries)
		differ |= library_is_torch(o, &main) && o->has_common && o->sass.n &&
			  held(p, o).n < p->declared.n;
	if (!differ || !p->has_declared)
		return;
	differ = false;
	EACH(const struct library, o, p->libraries) {
		struct sm_list all = held(p, o);
		BUF_AUTO b = BUF_WORDS;

		if (!library_is_torch(o, &main) || !o->has_common || !o->sass.n)
			continue;
		buf_printf(&b, SPAN_FMT ": %s", SPAN_ARG(span_base(span_of(o->path))),
			   sm_list_text(a, &all));
		add_some(&b, p, o, &all);
		show_line(t, STYLE_PLAIN, differ ? "" : "each", arena_str(a, buf_cstr(&b)));
		differ = true;
	}
}

void show_places(struct arena *a, const struct term *t, const struct package *p,
		 const struct reach *r)
{
	BUF_AUTO cubin = BUF_WORDS;
	BUF_AUTO ptx = BUF_WORDS;
	BUF_AUTO part = BUF_WORDS;
	BUF_AUTO unsure = BUF_WORDS;
	BUF_AUTO never = BUF_WORDS;
	struct tally tally = { 0 };

	if (!r->rests_on || (!r->sass.n && !r->ptx.n))
		return;
	count(p, r, &tally);
	generations(&cubin, &tally, REACH_CUBIN);
	generations(&ptx, &tally, REACH_PTX);
	generations(&part, &tally, IN_PART);
	generations(&unsure, &tally, UNSURE);
	generations(&never, &tally, REACH_NEVER);
	show_line(t, STYLE_GOOD, tr("runs on"), cubin.n ? buf_cstr(&cubin)
		: part.n  ? r->parts.n > 1 ? tr("nothing with every library")
					   : tr("nothing with every kernel")
			  : tr("nothing directly"));
	if (ptx.n)
		show_line(t, STYLE_WARN, tr("by PTX"),
			  arena_printf(a, r->ptx_driver ?
				       tr("%s: compiled by the driver at the first start, needs "
					  "driver >= %s") :
				       tr("%s: compiled by the driver at the first start"),
				       buf_cstr(&ptx), r->ptx_driver));
	if (unsure.n)
		show_line(t, STYLE_WARN, tr("not known"),
			  arena_printf(a, tr("%s: by PTX, if its cuBLAS and cuDNN run there too"),
				       buf_cstr(&unsure)));
	if (part.n)
		show_line(t, STYLE_WARN, tr("in part"),
			  arena_printf(a, r->parts.n > 1 || r->ptx.n ?
				       tr("%s: some of the libraries run there, others do not") :
				       tr("%s: some of the kernels run there, others do not"),
				       buf_cstr(&part)));
	if (never.n)
		show_line(t, STYLE_BAD, tr("not on"), buf_cstr(&never));
}
