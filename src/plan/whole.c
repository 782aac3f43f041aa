/* Whether it can be said that nothing is there: only of lists that are whole. */
#include "plan/solve_private.h"

static bool release_is_whole(const struct solve *s, const char *platform, int rank,
	enum coverage depth)
{
	const char *place;

	for (enum manager m = MANAGER_PIP; m <= MANAGER_CONDA; m++)
		for (size_t i = 0; wished_manager(s, m) && (place = catalogue_place(m, &i));)
			if (want_channel(&s->want, &(struct build){
				    .manager = m, .channel = place }) &&
			    catalogue_coverage(s->c, place, platform, rank) < depth)
				return false;
	return true;
}

bool whole_lists(const struct solve *s, enum coverage depth)
{
	EACH(const struct platform_builds, p, s->c->platforms) {
		for (size_t r = 0; (!s->p || p == s->p) && r < s->c->releases.n; r++)
			if (specs_take(&s->want.torch, s->c->releases.v[r]) &&
			    !release_is_whole(s, p->platform, (int)r + 1, depth))
				return false;
	}
	return true;
}

bool whole_has_channel(const char *name)
{
	const char *place;

	for (enum manager m = MANAGER_PIP; m <= MANAGER_CONDA; m++)
		for (size_t i = 0; (place = catalogue_place(m, &i));)
			if (strcmp(place, name) == 0)
				return true;
	return false;
}

bool whole_pythons(const struct catalogue *c, const struct build *b)
{
	/* PyPI has a file for each Python that a release is made for. */
	const char *channel = b->manager == MANAGER_PIP ? CHANNEL_PYPI : b->channel;

	return catalogue_coverage(c, channel, b->platform, b->rank) >= COVERAGE_BUILDS;
}
