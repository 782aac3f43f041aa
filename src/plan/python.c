#include "plan/python.h"

static bool published(const char *companion)
{
	return companion && strcmp(companion, "none") != 0;
}

/* Those for which both have files; where nothing is known of torchvision, those of torch. */
static struct python_set both(const struct build *b)
{
	struct python_set set = python_set_both(b->pythons, b->torchvision_pythons);

	return published(b->torchvision) && python_newest(set).major ? set : b->pythons;
}

struct python python_choose(const struct build *b)
{
	return python_newest(both(b));
}

const char *python_others(struct arena *a, const struct build *b, struct python chosen)
{
	struct python_set set = both(b);
	const char *text;

	set.free = 0;
	set.gil &= ~(1u << (chosen.major == 3 ? chosen.minor : 0));
	text = python_set_text(a, set);
	return *text ? text : NULL;
}

/*
 * Files of companions were listed on PyPI only: on another index a missing Python means that it
 * is not known. A conda companion is an exact build for the Python of its torch.
 */
static const char *companion(const struct build *b, const char *version, struct python_set set,
	struct python p)
{
	if (!published(version) || python_set_empty(set) || python_set_has(set, p))
		return version;
	return strcmp(b->channel, "pypi") == 0 ? "none" : NULL;
}

const char *python_vision(const struct build *b, struct python p)
{
	return companion(b, b->torchvision, b->torchvision_pythons, p);
}

const char *python_audio(const struct build *b, struct python p)
{
	return companion(b, b->torchaudio, b->torchaudio_pythons, p);
}
