/* Wishes each of which there is, and that no build has together: the smallest set of them. */
#include <string.h>

#include "fact/platform.h"
#include "plan/nearest_private.h"

enum kind { VISION, AUDIO, TORCH, CUDA, CHANNEL, BUILD, KINDS, INSTALLER = KINDS };

static const char *const names[] = {
	[VISION] = "torchvision", [AUDIO] = "torchaudio", [TORCH] = "torch", [CUDA] = "cuda",
	[CHANNEL] = "channel", [BUILD] = "build", [INSTALLER] = "installer",
};

static unsigned kinds_asked(const struct want *w)
{
	return (w->vision.n ? 1u << VISION : 0) | (w->audio.n ? 1u << AUDIO : 0) |
	       (w->torch.n ? 1u << TORCH : 0) | (w->cuda || w->cpu ? 1u << CUDA : 0) |
	       (w->by_channel[0] || w->by_channel[1] ? 1u << CHANNEL : 0) |
	       (w->build ? 1u << BUILD : 0);
}

/* The wishes without those that are not in the set. */
static struct want only(const struct want *all, const struct wish *plain, unsigned set)
{
	struct want w = *all;

	w.wish = plain;
	if (!(set & 1u << VISION))
		w.vision.n = 0;
	if (!(set & 1u << AUDIO))
		w.audio.n = 0;
	if (!(set & 1u << TORCH))
		w.torch.n = 0;
	if (!(set & 1u << CUDA)) {
		w.cuda = 0;
		w.cpu = false;
	}
	if (!(set & 1u << CHANNEL))
		w.by_channel[0] = w.by_channel[1] = false;
	if (!(set & 1u << BUILD))
		w.build = NULL;
	return w;
}

/* A version is asked for, and none is published for the build. */
static bool lacks(const struct specs *asked, const char *version)
{
	return ANY(x, *asked, x->n && !want_published(asked, version));
}

static bool is_all(struct want *w, const struct build *b)
{
	return want_allows(w, b) && !lacks(&w->vision, b->torchvision) &&
	       !lacks(&w->audio, b->torchaudio);
}

/* The first build that is what the set asks for; NULL: none is. */
static const struct build *first_of(const struct solve *s, unsigned set)
{
	struct wish plain = *s->wish;
	struct walk walk = { .s = s };
	const struct build *b;
	struct want w;

	plain.torch_among = NULL;
	w = only(&s->want, &plain, set);
	while ((b = walk_next(&walk)))
		if (is_all(&w, b))
			return b;
	return NULL;
}

static const char *asked_text(const struct solve *s, enum kind kind)
{
	const struct wish *w = s->wish;

	return kind == CUDA ? w->cuda : kind == BUILD ? s->want.build :
	       kind == INSTALLER ? manager_name(installer_manager(s->installers[0])) :
	       strings_joined(s->arena, kind == VISION ? &w->torchvision :
			      kind == AUDIO ? &w->torchaudio :
			      kind == CHANNEL ? &w->channels : &w->torch, ",");
}

static struct phrase wish_words(struct arena *a, enum kind kind, const char *asked)
{
	if (kind == CUDA)
		return PHRASE(a, WISH_CUDA, SAY(cuda, asked));
	if (kind == CHANNEL)
		return PHRASE(a, WISH_CHANNEL, SAY(channel, asked));
	if (strchr("=<>!~", *asked))
		return PHRASE(a, WISH_SPEC, SAY(name, names[kind]), SAY(spec, asked));
	return PHRASE(a, WISH_VALUE, SAY(name, names[kind]), SAY(what, asked));
}

/* "torch==1.8.0 and from channel defaults" */
static struct phrase words_of(const struct solve *s, unsigned set)
{
	struct phrase ret = { 0 };

	for (int k = 0; k < KINDS; k++) {
		const char *asked = set & 1u << k ? asked_text(s, (enum kind)k) : NULL;

		if (asked)
			ret = phrase_append(s->arena, FORM_LIST_AND, ret,
					    wish_words(s->arena, (enum kind)k, asked));
	}
	return ret;
}

/* "for conda on Windows": what stands beside a wish that no build there is. */
static struct phrase words_of_place(const struct solve *s)
{
	enum manager m = installer_manager(s->installers[0]);
	bool both = ANY(x, LIST(s->installers, s->n_installers), installer_manager(*x) != m);

	return PHRASE(s->arena, WISH_PLACE, SAY(os, platform_words(s->p->platform)),
		      SAY(name, both ? NULL : manager_name(m)));
}

/* The version that is nearest to what was asked, beside the others. */
static const char *nearest_beside(const struct solve *s, enum kind kind, unsigned others)
{
	const struct specs *asked = kind == VISION ? &s->want.vision :
				    kind == AUDIO ? &s->want.audio : &s->want.torch;
	struct wish plain = *s->wish;
	struct walk walk = { .s = s };
	const struct build *b;
	const char *ret = NULL;
	struct want w;

	if (kind != VISION && kind != AUDIO && kind != TORCH)
		return NULL;
	plain.torch_among = NULL;
	w = only(&s->want, &plain, others);
	while ((b = walk_next(&walk))) {
		const char *version = kind == VISION ? b->torchvision :
				      kind == AUDIO ? b->torchaudio : b->torch;

		if (version && strcmp(version, "none") != 0 && is_all(&w, b))
			ret = nearest_of_two(ret, version, nearest_asked(asked));
	}
	return ret;
}

/* The set excludes itself; an empty one: the platform has no build for the installer. */
static void tell(struct solve *s, unsigned set)
{
	enum kind kind = set ? (enum kind)__builtin_ctz(set) : INSTALLER;
	unsigned others = set & ~(1u << kind);
	const struct build *of = kind <= AUDIO ? first_of(s, 1u << kind) : NULL;

	ARRAY_ADD(s->arena, s->instead) = (struct instead){
		.code = CP113, .what = names[kind], .asked = asked_text(s, kind),
		.nearest = nearest_beside(s, kind, others), .why = INSTEAD_EXCLUDES,
		.others = others ? words_of(s, others) : words_of_place(s),
		.belongs = of && others == 1u << TORCH ? of->torch : NULL,
	};
}

void exclude_solve(struct solve *s)
{
	unsigned all = kinds_asked(&s->want);
	bool single = __builtin_popcount(all) == 1;

	if (first_of(s, all))
		return;
	for (int size = !s->p ? 2 : s->n_installers ? 0 : 1; size <= KINDS;
	     size += size || single ? 1 : 2)
		for (unsigned set = 0; set < 1u << KINDS; set++) {
			if ((set & ~all) || __builtin_popcount(set) != size || first_of(s, set))
				continue;
			if (s->trial)
				s->contradiction = true;
			else
				tell(s, set);
			return;
		}
}
