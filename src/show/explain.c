#include "show/explain.h"

#include <string.h>

#include "base/tr.h"
#include "show/finding.h"
#include "show/plan_private.h"
#include "show/shell.h"
#include "show/words.h"

/* "fits, by PTX only": some GPU is served by nothing but what its driver compiles. */
static const char *how_fits(const struct explained *x, bool open)
{
	if (open)
		return tr("may fit");
	if (!x->fits)
		return tr("does not fit");
	for (size_t i = 0; i < x->fits->n_gpus; i++)
		if (x->fits->gpus[i].via == VIA_PTX)
			return tr("fits, by PTX only");
	return tr("fits");
}

/* Not known of the build, or of a machine of which a fact is missing. */
static bool is_open(const struct plan_page *page, const struct explained *x)
{
	return x->fits ? !x->fits->certain : page->answer->n_missing > 0;
}

void show_explained_text(struct arena *a, const struct term *t, const struct plan_page *page,
			 const struct explained *x)
{
	struct page_writer w = { .a = a, .t = t, .page = page };
	struct phrase elsewhere = PHRASE(a, NUMBERS_FIT), lead = x->lead;
	bool open = is_open(page, x);

	if (x->driver && x->fits)
		lead = show_plan_driver(a, x->fits, page->hosts);
	if (lead.form)
		show_line(t, STYLE_BOLD, tr("answer"), words_phrase(a, &lead));
	if (x->wheels.form)
		show_line(t, STYLE_BAD, tr("no"), words_phrase(a, &x->wheels));
	show_line(t, x->fits && !open && !x->wheels.form ? STYLE_GOOD : STYLE_BAD,
		  open ? tr("not known") : !x->fits ? tr("no") :
		  x->wheels.form ? manager_name(x->fits->build->manager) : tr("yes"),
		  arena_printf(a, "%s %s", x->asked, how_fits(x, open)));
	if (x->elsewhere)
		show_line(t, STYLE_BOLD, tr("look"), words_phrase(a, &elsewhere));
	show_machines(&w);
	fputc('\n', t->f);
	show_instead(a, t, page->answer);
	if (x->fits) {
		show_one_plan(&w, x->fits, tr("Install"));
		return;
	}
	if (answer_is_replaced(page->answer))
		return;
	show_refusals(a, t, page);
	show_changes(a, t, page);
}

void show_explained_json(struct arena *a, struct json *j, const struct plan_page *page,
			 const struct explained *x)
{
	const struct findings none = { 0 }, *found = x->fits ? &x->fits->findings : &none;

	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_str_key(j, "build", x->asked);
	if (is_open(page, x))
		json_null_key(j, "fits");
	else
		json_bool_key(j, "fits", x->fits != NULL);
	json_key(j, "reasons");
	show_reasons_json(a, j, page->hosts, &x->reasons);
	show_changes_json(a, j, page->hosts, page->answer);
	show_instead_json(a, j, page->answer);
	show_warnings_json(j, found);
	json_key(j, "findings");
	show_reasons_json(a, j, page->hosts, found);
	json_close(j);
}

enum { EVIDENCE = 4 };

static const char *code_text(const struct symptom *s, char to[8])
{
	return s->code == FINDING_NONE ? NULL : finding_name(s->code, to);
}

static void line(const struct term *t, const char *label, const char *text)
{
	if (text && *text)
		show_line(t, STYLE_BOLD, label, text);
}

/* A question whose answer is a wheel. */
static bool is_of_wheel(const struct meaning *m)
{
	return m->wheel_is.form && !m->answer.form && strcmp(m->symptom->group, "question") == 0;
}

/* The wheel of an extension that fits. */
static void wheel(struct arena *a, const struct term *t, const struct meaning *m)
{
	if (!m->wheel_is.form)
		return;
	if (!is_of_wheel(m))
		line(t, tr("wheel"), words_phrase(a, &m->wheel_is));
	show_steps_text(a, t, &m->wheel);
}

/* What doctor says of the same fault. */
static void found(struct arena *a, const struct term *t, const struct found *f)
{
	char name[8];

	if (!f)
		return;
	line(t, tr("seen"), arena_printf(a, "%s [%s]", show_found_cause(a, f),
				       finding_name(f->what.code, name)));
	for (size_t i = 0; i < f->evidence.n && i < EVIDENCE; i++)
		if (f->evidence.v[i].file)
			show_line(t, STYLE_DIM, "", show_place(a, &f->evidence.v[i]));
	if (f->cure.n)
		fprintf(t->f, "%s\n", tr("fix"));
	show_steps_text(a, t, &f->cure);
	if (f->advice.form)
		line(t, f->cure.n ? tr("or") : tr("fix"), words_phrase(a, &f->advice));
}

/* What is said of the trade has no title but its verdict. */
static const char *title(struct arena *a, const struct meaning *m)
{
	struct phrase right = PHRASE(a, RIGHTLY_SAID), wrong = PHRASE(a, WRONGLY_SAID);

	return m->right ? words_phrase(a, &right) : m->title ? m->title : words_phrase(a, &wrong);
}

/* Whether it is so, and why. */
static void said(const struct term *t, const struct meaning *m)
{
	const char *verdict = m->asked ? m->right ? tr("yes") : tr("no") :
			      m->right ? tr("right") : tr("not so");

	show_line(t, m->right ? STYLE_GOOD : STYLE_BAD, verdict, m->cause);
	line(t, tr("cure"), m->cure);
	line(t, tr("check"), m->check);
	line(t, tr("text"), m->quote);
}

/* "TEXT [CP202]": the code stands where one can look it up, behind what it is about. */
static const char *with_code(struct arena *a, const char *text, const struct symptom *s)
{
	char code[8];
	const char *name = code_text(s, code);

	return name ? arena_printf(a, "%s [%s]", text, name) : text;
}

/* A question, or a message whose name is its class: its title says no more than the answer. */
static bool is_said_by_answer(const struct symptom *s)
{
	return strcmp(s->group, "question") == 0 || strcmp(s->group, "term") == 0 ||
	       strcmp(s->group, s->name) == 0;
}

/* The answer that the facts give, or else what was recognised. */
static void verdict(struct arena *a, const struct term *t, const struct meaning *m)
{
	const char *text = m->answer.form ? words_phrase(a, &m->answer) : is_of_wheel(m) ?
				   words_phrase(a, &m->wheel_is) : title(a, m);

	if (!m->answer.form && m->symptom->confidence < CONFIDENCE_HIGH)
		text = arena_printf(a, tr("%s (the cause is likely, not proven)"), text);
	show_line(t, STYLE_BOLD, m->harmless ? tr("harmless") : tr("answer"),
		  with_code(a, text, m->symptom));
	if (m->answer.form && !is_said_by_answer(m->symptom))
		line(t, tr("seen"), m->title);
}

static void one(struct arena *a, const struct term *t, const struct meaning *m)
{
	struct phrase list = PHRASE(a, LIST_IS_OF, SAY_PHRASE(what, &m->origin));

	if (!m->title || m->right) {
		line(t, tr("answer"), words_phrase(a, &m->answer));
		said(t, m);
		return;
	}
	verdict(a, t, m);
	line(t, tr("here"), words_phrase(a, &m->here));
	line(t, tr("cure"), m->cure);
	found(a, t, m->found);
	wheel(a, t, m);
	line(t, tr("cause"), m->cause);
	line(t, tr("check"), m->check);
	line(t, tr("list"), m->origin.form ? words_phrase(a, &list) : NULL);
	line(t, tr("text"), m->quote);
}

void show_meanings_text(struct arena *a, const struct term *t, const struct meanings *m,
			const struct plan_page *page)
{
	line(t, tr("answer"), words_phrase(a, &m->lead));
	for (size_t i = 0; i < m->n; i++) {
		if (i)
			fputc('\n', t->f);
		one(a, t, &m->v[i]);
	}
	if (page && page->answer->n_plans) {
		struct page_writer w = { .a = a, .t = t, .page = page };

		show_found(&w);
		if (m->n || m->lead.form)
			fputc('\n', t->f);
		show_one_plan(&w, &page->answer->plans[0], tr("Install"));
		if (page->answer->plans[0].build->cuda.major == 0)
			show_changes(a, t, page);
	}
}

void show_other_plan(struct arena *a, const struct term *t, const struct plan_page *page,
		     const char *label)
{
	struct page_writer w = { .a = a, .t = t, .page = page };

	fputc('\n', t->f);
	show_one_plan(&w, &page->answer->plans[0], label);
}

static void found_json(struct arena *a, struct json *j, const struct found *f)
{
	char code[8];

	JSON_MAYBE(j, "found", f) {
		json_str_key(j, "code", finding_name(f->what.code, code));
		json_str_key(j, "cause", show_found_cause(a, f));
		show_steps_json(a, j, "cure", &f->cure);
		json_str_key(j, "advice", words_phrase(a, &f->advice));
	}
}

void show_meanings_json(struct arena *a, struct json *j, const struct meanings *m,
			const struct plan_page *page)
{
	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_str_key(j, "answer", words_phrase(a, &m->lead));
	JSON_EACH(j, "matches", const struct meaning, x, *m) {
		char code[8];

		json_str_key(j, "code", code_text(x->symptom, code));
		json_str_key(j, "severity", severity_name(x->severity));
		json_str_key(j, "title", title(a, x));
		json_str_key(j, "cause", x->cause);
		json_str_key(j, "check", x->check);
		json_str_key(j, "cure", x->cure);
		json_str_key(j, "confidence", confidence_name(x->symptom->confidence));
		json_str_key(j, "example", x->quote);
		json_str_key(j, "class", x->symptom->group);
		json_str_key(j, "answer", words_phrase(a, &x->answer));
		json_str_key(j, "here", words_phrase(a, &x->here));
		json_str_key(j, "list_of", words_phrase(a, &x->origin));
		found_json(a, j, x->found);
		json_str_key(j, "wheel", words_phrase(a, &x->wheel_is));
		show_steps_json(a, j, "wheel_commands", &x->wheel);
	}
	json_open_key(j, "facts");
	for (size_t i = 0; i < m->facts.n; i++)
		json_str_key(j, m->facts.v[i].name, m->facts.v[i].value);
	json_close(j);
	show_steps_json(a, j, "commands",
			page && page->answer->n_plans ? &page->answer->plans[0].steps : NULL);
	json_close(j);
}
