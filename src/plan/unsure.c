/* Where nothing that fits is known to run: the wish that stands in the way, and the nearest. */
#include <string.h>

#include "plan/extend.h"
#include "plan/nearest_private.h"

static const char *asked_texts(const struct solve *s, const struct strings *texts)
{
	return texts->n ? strings_joined(s->arena, texts, ",") : NULL;
}

/* The change is to a wish: that, and what was asked. */
static struct instead wish_of(const struct solve *s, enum change_kind kind)
{
	switch (kind) {
	case CHANGE_CUDA:
		return (struct instead){ .what = "cuda", .asked = s->wish->cuda };
	case CHANGE_TORCH:
		return (struct instead){ .what = "torch",
					 .asked = asked_texts(s, &s->wish->torch) };
	case CHANGE_CHANNEL:
		return (struct instead){ .what = "channel",
					 .asked = asked_texts(s, &s->wish->channels) };
	case CHANGE_PYTHON:
		return (struct instead){ .what = "python", .asked = s->wish->python.major ?
			python_said(s->arena, s->wish->python) : NULL };
	default:
		return (struct instead){ 0 };
	}
}

/* What helps most is the change; what is nearest to a CUDA that was asked for may be another. */
static const char *nearest_of(struct solve *s, const struct change *c, const char *value)
{
	pair_t cuda;

	if (c->kind != CHANGE_CUDA || s->want.any_minor)
		return value;
	s->judge.sure = SURE_CERTAIN;
	cuda = nearest_cuda(s, s->want.cuda);
	s->judge.sure = SURE_ANY;
	return pair_text(s->arena, cuda);
}

/* The first extension of which no wheel is certain. */
static const struct extend_wish *unsure_wheel(const struct solve *s)
{
	const struct plan *p = s->plans.v;

	for (size_t i = 0; i < p->packages.n; i++)
		for (size_t k = 0; !p->packages.v[i].certain && k < s->want.extend->n; k++)
			if (strcmp(s->want.extend->v[k].name, p->packages.v[i].name) == 0)
				return &s->want.extend->v[k];
	return NULL;
}

void unsure_tell(struct solve *s)
{
	const struct extend_wish *w;

	EACH(const struct change, c, s->changes) {
		struct instead wish = wish_of(s, c->kind);
		const char *value = strstr(c->what, "==");

		if (!wish.asked || !value || strchr(c->what, ','))
			continue;
		wish.code = CP109;
		wish.why = INSTEAD_UNSURE;
		wish.others = s->want.extend_on ? extend_words(s, s->want.extend_on) :
						  (struct phrase){ 0 };
		wish.nearest = nearest_of(s, c, value + 2);
		ARRAY_ADD(s->arena, s->instead) = wish;
		return;
	}
	if (s->instead.n)
		return;
	w = unsure_wheel(s);
	ARRAY_ADD(s->arena, s->instead) = (struct instead){
		.code = CP109, .what = w ? w->name : "torch", .asked = w ? w->asked : "",
		.why = INSTEAD_UNSURE };
}
