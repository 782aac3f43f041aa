/* What the wishes leave open: who installs, and for which Python. */
#include "fact/matchspec.h"
#include "fact/tools.h"
#include "plan/solve_private.h"

/* Of the machine this runs on; NULL: it is not that, or there are several. */
static const struct tools *tools_of(const struct solve *s)
{
	const struct hosts *all = s->scene.hosts;

	return all->n == 1 && all->v[0].live ? all->v[0].tools : NULL;
}

void wished_installers(struct solve *s)
{
	const bool *bound;
	const struct strings *names = &s->wish->channels;

	/* Channels bind the manager whose they are; without --installer they choose it too. */
	for (size_t i = 0; i < names->n; i++)
		for (int k = MANAGER_PIP; k <= MANAGER_CONDA; k++)
			if (s->p && ANY(x, *s->p,
					x->manager == (enum manager)k &&
						conda_channel_fits(span_of(names->v[i]),
								   span_of(x->channel))))
				s->want.by_channel[k] = true;
	bound = s->want.by_channel;
	if (s->wish->n_installers) {
		s->n_installers = s->wish->n_installers;
		memcpy(s->installers, s->wish->installers, sizeof s->installers);
		return;
	}
	/* Of few extensions it is known what channels have. */
	for (int m = MANAGER_PIP; m <= (s->wish->extensions.n ? MANAGER_PIP : MANAGER_CONDA); m++)
		if (!(bound[0] || bound[1]) || bound[m])
			s->installers[s->n_installers++] =
				tools_installer(tools_of(s), (enum manager)m);
}

/* Of the active environment, or the one that a text tells of; for pip, which brings none, that
 * which `python` starts here. */
static struct python soft_python(const struct solve *s, enum installer installer)
{
	const struct host *h = &s->scene.hosts->v[0];
	bool there = h->env || !h->live || installer == INSTALLER_PIP;
	struct python p = { 0 };

	if (s->scene.hosts->n != 1 || !there || !h->python ||
	    !python_parse(span_of(h->python), &p))
		return (struct python){ 0 };
	return p;
}

/* Something runs by machine code alone with that Python; major 0: with any. */
static bool is_sound_with(const struct solve *s, enum installer installer, struct python p)
{
	struct want w = s->want;
	struct judge j = judge_again(&s->judge, &s->scene, &w);
	key_t64 key = 0;
	size_t at;

	w.python = p;
	j.sure = SURE_SOUND;
	return rank_best(&j, installer_manager(installer), &at, &key);
}

static struct python_set set_of(struct python p)
{
	struct python_set one = { 0 };

	python_set_add(&one, p);
	return one;
}

static void add_newest(struct python_set set, struct wished_pythons *to)
{
	struct python p = python_newest(set);

	while (p.major && to->n + 1 < sizeof to->v / sizeof *to->v) {
		to->v[to->n++] = p;
		set = python_set_without(set, set_of(p));
		p = python_newest(set);
	}
}

struct wished_pythons wished_pythons(const struct solve *s, enum installer installer)
{
	const struct tools *t = installer == INSTALLER_PIP ? tools_of(s) : NULL;
	struct wished_pythons ret = { 0 };
	struct python_set all = { 0 };

	ret.there = soft_python(s, installer);
	if (ret.there.major && (is_sound_with(s, installer, ret.there) ||
				!is_sound_with(s, installer, (struct python){ 0 })))
		ret.v[ret.n++] = ret.there;
	if (t && !s->scene.hosts->v[0].env)
		all = tools_pythons(t);
	if (ret.there.major)
		all = python_set_without(all, set_of(ret.there));
	add_newest(python_set_without(all, s->c->young), &ret);
	add_newest(python_set_both(all, s->c->young), &ret);
	ret.v[ret.n++] = (struct python){ 0 };
	return ret;
}

bool wished_best(struct solve *s, enum installer installer, size_t *at, key_t64 *key)
{
	struct python wished = s->want.python;
	struct wished_pythons p;
	bool found;

	*key = 0;
	if (wished.major)
		return rank_best(&s->judge, installer_manager(installer), at, key);
	p = wished_pythons(s, installer);
	found = false;
	for (size_t i = 0; i < p.n && !found; i++) {
		s->want.python = p.v[i];
		found = rank_best(&s->judge, installer_manager(installer), at, key);
	}
	s->want.python = wished;
	return found;
}

bool wished_manager(const struct solve *s, enum manager m)
{
	return ANY(x, LIST(s->installers, s->n_installers), installer_manager(*x) == m);
}
