/* What the wishes leave open: who installs, and for which Python. */
#include "plan/solve_private.h"

static bool channel_of(const struct platform_builds *p, enum manager m, const char *name)
{
	struct span s = span_of(name);
	ptrdiff_t slash = span_rfind_char(s, '/');

	if (slash >= 0 && (size_t)slash + 1 < s.n)
		s = span_from(s, (size_t)slash + 1);
	for (size_t i = 0; p && i < p->n; i++)
		if (p->v[i].manager == m && span_is(s, p->v[i].channel))
			return true;
	return false;
}

/* Channels bind the manager whose they are; without --installer they choose it too. */
static void take_channels(struct solve *s)
{
	const struct strings *names = &s->wish->channels;

	for (size_t i = 0; i < names->n; i++)
		for (int m = MANAGER_PIP; m <= MANAGER_CONDA; m++)
			if (channel_of(s->p, (enum manager)m, names->v[i]))
				s->want.by_channel[m] = true;
}

static void take_installers(struct solve *s)
{
	const bool *bound = s->want.by_channel;

	if (s->wish->n_installers) {
		s->n_installers = s->wish->n_installers;
		memcpy(s->installers, s->wish->installers, sizeof s->installers);
		return;
	}
	for (int m = MANAGER_PIP; m <= MANAGER_CONDA; m++)
		if (!(bound[0] || bound[1]) || bound[m])
			s->installers[s->n_installers++] = installer_usual((enum manager)m);
}

void wished_installers(struct solve *s)
{
	take_channels(s);
	take_installers(s);
}

struct python wished_soft_python(const struct solve *s, enum installer installer)
{
	const struct host *h = &s->scene.hosts->v[0];
	struct python p = { 0 };

	bool there = h->env || (h->live && installer == INSTALLER_PIP);

	if (s->scene.hosts->n != 1 || !there || !h->python ||
	    !python_parse(span_of(h->python), &p))
		return (struct python){ 0 };
	return p;
}
