/* A message, and the environment in which it was seen; what is answered without one. */
#include <string.h>

#include "base/tr.h"
#include "explain/explain_private.h"
#include "explain/pattern_private.h"
#include "know/spelling.h"

/* Messages of a class can come from other faults than the one that their page is about; the most
 * telling first. */
static const struct cause_row {
	const char *group;
	enum finding_code codes[6];
} causes[] = {
	{ "arch-missing", { CP202, CP104 } },
	{ "arch-dropped", { CP202 } },
	{ "zstd", { CP104, CP202, CP203 } },
	{ "driver-too-old", { CP203, CP104, CP202 } },
	{ "ptx-toolchain", { CP202, CP203, CP110 } },
	{ "cpu-build", { CP201 } },
	{ "unavailable", { CP201, CP004, CP203, CP010, CP005, CP008 } },
	{ "cudnn", { CP202, CP210, CP211, CP208, CP209 } },
	{ "cudnn-mismatch", { CP210, CP211, CP209, CP208 } },
	{ "cudnn-missing", { CP210, CP211, CP207 } },
	{ "lib-missing", { CP210, CP208, CP524, CP207 } },
	{ "lib-shadowing", { CP211, CP208, CP209, CP210 } },
	{ "mixed-conda-pip", { CP205, CP208, CP206 } },
	{ "torchvision-mismatch", { CP204 } },
	{ "abi", { CP216, CP204, CP206 } },
	{ "xformers-mismatch", { CP216, CP204 } },
	{ "mkl", { CP119 } },
	{ "numpy2", { CP118 } },
	{ "nccl", { CP209, CP208, CP202 } },
	{ "toolkit-mismatch", { CP213 } },
	{ "container-no-gpu", { CP004, CP010, CP008 } },
	{ "conda-solve", { CP218, CP113, CP201 } },
};

static const struct found *of_code(const struct checkup *k, enum finding_code code)
{
	return FIRST_OF(one, k->found, code != FINDING_NONE && one->what.code == code);
}

/* A fault of the environment that the checks look for; NULL: it is none. */
static const struct cause_row *row_of(const struct symptom *s)
{
	return FIRST_OF(row, ROWS(causes), explain_is_group(s, row->group));
}

static const struct found *found_of(const struct checkup *k, const struct symptom *s)
{
	const struct cause_row *row = row_of(s);
	const struct found *f = of_code(k, s->code);

	for (size_t n = 0; !f && row && n < 6; n++)
		f = of_code(k, row->codes[n]);
	return f;
}

/* Without a GPU to judge for, finding nothing says nothing. */
static bool can_tell(const struct checkup *k, const struct symptom *s)
{
	return !s->facts || strcmp(s->facts, "python") == 0 ||
	       (k->hosts && k->hosts->n && k->hosts->v[0].gpus.n);
}

/* "torch 2.5.1 cu124 (pip)", behind what is known of the machine, unless that names it. */
static struct phrase with_torch(struct arena *a, const struct checkup *k, const struct meaning *m)
{
	const struct installed *t = &k->here;
	struct phrase torch;

	if (!t->torch && !k->env->packages.n)
		return m->here;
	if (!t->torch)
		return phrase_append(a, FORM_LIST_COMMA, m->here, PHRASE(a, HERE_NO_TORCH));
	if (m->torch && strncmp(m->torch, t->version, strlen(t->version)) == 0)
		return m->here;
	torch = PHRASE(a, HERE_TORCH_OF, SAY(torch, t->version), SAY(variant, t->variant),
		       SAY(source, t->torch == t->conda ? "conda" : "pip"));
	return phrase_append(a, FORM_LIST_SEMICOLON, m->here, torch);
}

void explain_env(struct arena *a, const struct checkup *k, struct meanings *m)
{
	for (size_t i = 0; i < m->n; i++) {
		struct meaning *one = &m->v[i];

		if (explain_is_said(one->symptom))
			continue;
		one->here = with_torch(a, k, one);
		one->found = found_of(k, one->symptom);
		if (!one->found && row_of(one->symptom) && can_tell(k, one->symptom))
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, one->here,
						  PHRASE(a, HERE_NOTHING_FOUND));
	}
}

static const char *fill(struct arena *a, const char *text, const struct captures *facts)
{
	return captures_fill(a, text ? tr(text) : NULL, facts);
}

/* A message that says that something failed is an error, where no finding says otherwise. */
static enum severity severity_of(const struct symptom *s)
{
	const struct finding_info *info = finding_info(s->code);

	if (info)
		return info->severity;
	return explain_is_said(s) || explain_is_asked(s) ? SEVERITY_NOTE : SEVERITY_ERROR;
}

void explain_words(struct arena *a, struct meaning *m, const struct symptom *s,
		   const struct captures *own, const struct captures *all)
{
	struct captures facts = { 0 };

	captures_add_all(a, &facts, own);
	captures_add_all(a, &facts, all);
	m->symptom = s;
	m->severity = severity_of(s);
	m->title = fill(a, s->title, &facts);
	m->cause = fill(a, s->cause, &facts);
	m->check = fill(a, s->check, &facts);
	m->cure = fill(a, s->cure, &facts);
}

bool explain_has(const struct symptoms *known, const char *class, struct span low)
{
	struct span words = span_of(symptoms_phrase(known, span_of(class))), word;

	while (pattern_word(&words, &word))
		if (word.n && memmem(low.p, low.n, word.p, word.n))
			return true;
	return false;
}

bool explain_says(struct arena *a, const struct meanings *m, const char *class, struct span text)
{
	return explain_has(m->known, class, spelling_lower(a, text));
}

void explain_here(struct arena *a, struct meanings *m, const char *name, struct phrase said)
{
	EACH(struct meaning, one, *m)
		if (said.form && strcmp(one->symptom->name, name) == 0)
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, one->here, said);
}

enum { QUOTE_MOST = 160 };

void explain_add(struct arena *a, const struct symptom *s, struct span text, struct meanings *to)
{
	const struct captures none = { 0 };
	struct meaning one = { .symptom = s, .right = explain_is_group(s, "truth") };

	explain_words(a, &one, s, &none, &to->facts);
	one.quote = arena_span(a, span_sub(span_trim(text), 0, QUOTE_MOST));
	ARRAY_ADD(a, *to) = one;
}
