/* Whether it can be said that nothing is there: only of lists that are whole. */
#include "plan/solve_private.h"

static bool may_serve(const struct solve *s, enum manager m, const char *channel)
{
	const struct build b = { .manager = m, .channel = channel };
	bool asked = false;

	for (size_t i = 0; i < s->n_installers; i++)
		asked |= installer_manager(s->installers[i]) == m;
	return asked && want_channel(&s->want, &b);
}

static const struct {
	enum manager manager;
	const char *channel;
} places[] = {
	{ MANAGER_PIP, CHANNEL_PYPI }, { MANAGER_PIP, CHANNEL_PYTORCH_INDEX },
	{ MANAGER_CONDA, CHANNEL_PYTORCH }, { MANAGER_CONDA, CHANNEL_CONDA_FORGE },
	{ MANAGER_CONDA, CHANNEL_DEFAULTS },
};

static bool release_is_whole(const struct solve *s, const char *platform, int rank,
	enum coverage depth)
{
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (may_serve(s, places[i].manager, places[i].channel) &&
		    catalogue_coverage(s->c, places[i].channel, platform, rank) < depth)
			return false;
	return true;
}

bool whole_lists(const struct solve *s, enum coverage depth)
{
	for (size_t i = 0; i < s->c->platforms.n; i++) {
		const struct platform_builds *p = &s->c->platforms.v[i];

		for (size_t r = 0; (!s->p || p == s->p) && r < s->c->releases.n; r++)
			if (specs_take(&s->want.torch, s->c->releases.v[r]) &&
			    !release_is_whole(s, p->platform, (int)r + 1, depth))
				return false;
	}
	return true;
}

bool whole_has_channel(const char *name)
{
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (strcmp(places[i].channel, name) == 0)
			return true;
	return false;
}

bool whole_pythons(const struct catalogue *c, const struct build *b)
{
	/* PyPI has a file for each Python that a release is made for. */
	const char *channel = b->manager == MANAGER_PIP ? CHANNEL_PYPI : b->channel;

	return catalogue_coverage(c, channel, b->platform, b->rank) >= COVERAGE_BUILDS;
}
