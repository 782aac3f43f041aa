/* What pip asks for, and where: each era of the PyTorch index had its own way. */
#include "fact/platform.h"
#include "plan/steps_private.h"

#include <string.h>

#include "plan/bounds.h"

#define WHL "https://download.pytorch.org/whl"

enum way {
	WAY_PYPI,     /* nothing to name */
	WAY_INDEX,    /* --index-url: the index holds torch and all that it needs */
	WAY_EXTRA,    /* --extra-index-url: beside PyPI, which has the rest */
	WAY_OWN_PAGE, /* -f, the page of the variant's folder */
	WAY_PAGE,     /* -f, the page of all variants: local versions tell them apart */
	WAY_LTS,      /* -f, the page of the LTS release */
	WAY_FILE,     /* the file itself: its version alone would name other builds too */
};

/* The first row that a release is older than; as the commands of each time were. */
static const struct {
	const char *before;
	enum way way;
} eras[] = {
	{ "1.10", WAY_PAGE },
	{ "1.11", WAY_OWN_PAGE },
	{ "2.0", WAY_EXTRA },
	{ NULL, WAY_INDEX },
};

static bool is_windows(const struct build *b)
{
	return platform_is_windows(b->platform);
}

static enum way way_of(const struct build *b)
{
	size_t i = 0;

	if (!b->index_url)
		return WAY_PYPI;
	if (strstr(b->index_url, "/lts/"))
		return WAY_LTS;
	while (eras[i].before && !build_before(b, eras[i].before))
		i++;
	if (b->local || eras[i].way == WAY_INDEX)
		return eras[i].way;
	return is_windows(b) || build_before(b, "1.2") ? WAY_FILE : WAY_OWN_PAGE;
}

static bool of_pypi(const char *url)
{
	struct span s = span_of(url);

	return span_ends(s, "/simple") || span_ends(s, "/simple/");
}

/* The user's mirror of PyPI, or of the PyTorch index; NULL if none was given. */
static const char *mirror(const struct ground *g, bool pypi)
{
	for (size_t i = g->index_urls.n; i-- > 0;)
		if (of_pypi(g->index_urls.v[i]) == pypi)
			return g->index_urls.v[i];
	return NULL;
}

/* A mirror of the PyTorch index may be given with the variant's folder or without. */
static const char *mirrored(struct arena *a, const struct ground *g, const struct build *b,
			    const char *url)
{
	const char *base = mirror(g, false), *folder = b->index_url + strlen(WHL);
	struct span s = span_of(base);

	if (!base || strncmp(url, WHL, strlen(WHL)) != 0)
		return url;
	if (span_ends(s, "/"))
		s.n--;
	if (span_ends(s, folder))
		s.n -= strlen(folder);
	return arena_printf(a, SPAN_FMT "%s", SPAN_ARG(s), url + strlen(WHL));
}

/* "cp37-cp37m-linux_x86_64": the tags of the time in which the file itself is named. */
static const char *file_tags(struct arena *a, const struct plan *p)
{
	const struct build *b = p->build;
	unsigned x = p->python.major, y = p->python.minor;
	const char *abi = x == 2 ? (is_windows(b) ? "m" : "mu") : y < 8 ? "m" : "";

	return arena_printf(a, "cp%u%u-cp%u%u%s-%s", x, y, x, y, abi,
			    is_windows(b) ? "win_amd64" : "linux_x86_64");
}

static void add_file(struct arena *a, const struct ground *g, const struct plan *p,
		     const char *name, const char *version, struct strings *to)
{
	strings_add(a, to, mirrored(a, g, p->build,
		arena_printf(a, "%s/%s-%s-%s.whl", p->build->index_url, name, version,
			     file_tags(a, p))));
}

/* Before 0.3.0 torchvision was plain Python, on PyPI alone. */
static bool vision_has_variants(const char *version)
{
	return strncmp(version, "0.1.", 4) != 0 && strncmp(version, "0.2.", 4) != 0;
}

/* aarch64 companions carry no local version; on the pages torchaudio is found by its number. */
static bool companion_is_local(const struct plan *p, enum way way, bool audio)
{
	if (!p->build->local || platform_is_linux_arm(p->build->platform))
		return false;
	return way == WAY_INDEX || (!audio && way != WAY_PYPI);
}

static void add_vision(struct arena *a, const struct ground *g, const struct plan *p,
		       enum way way, struct strings *to)
{
	const char *v = p->torchvision;

	if (!steps_has(v))
		return;
	if (way == WAY_FILE && vision_has_variants(v))
		add_file(a, g, p, "torchvision", v, to);
	else
		steps_printf(a, to, "torchvision==%s%s", v,
			     companion_is_local(p, way, false) ? p->build->local : "");
}

static void add_audio(struct arena *a, const struct plan *p, enum way way, struct strings *to)
{
	if (steps_has(p->torchaudio))
		steps_printf(a, to, "torchaudio==%s%s", p->torchaudio,
			     companion_is_local(p, way, true) ? p->build->local : "");
}

static void add_where(struct arena *a, const struct ground *g, const struct plan *p, enum way way,
		      struct step *to)
{
	static const char *const pages[] = { /* %s is the folder of the variant */
		[WAY_INDEX] = "%s",
		[WAY_EXTRA] = "%s",
		[WAY_OWN_PAGE] = "%s/torch_stable.html",
		[WAY_PAGE] = WHL "/torch_stable.html",
		[WAY_LTS] = WHL "/lts/1.8/torch_lts.html",
		[WAY_FILE] = WHL "/torch_stable.html",
	};
	const char *place;

	if (way != WAY_INDEX)
		to->index_url = mirror(g, true);
	if (way == WAY_PYPI || (way == WAY_FILE && !steps_has(p->torchaudio)))
		return;
	place = mirrored(a, g, p->build, arena_printf(a, pages[way], p->build->index_url));
	*(way == WAY_INDEX ? &to->index_url : way == WAY_EXTRA ? &to->extra_index_url :
	  &to->find_links) = place;
}

void steps_pip(struct arena *a, const struct ground *g, const struct plan *p, struct step *to)
{
	const struct build *b = p->build;
	enum way way = way_of(b);

	if (way == WAY_FILE)
		add_file(a, g, p, "torch", b->torch, &to->specs);
	else
		steps_printf(a, &to->specs, "torch==%s%s", b->torch, b->local ? b->local : "");
	add_vision(a, g, p, way, &to->specs);
	add_audio(a, p, way, &to->specs);
	if (plan_numpy(p))
		strings_add(a, &to->specs, plan_numpy(p));
	add_where(a, g, p, way, to);
}

void steps_pip_labelled(struct arena *a, const struct plan *p, struct step *to)
{
	const struct build *b = p->build;
	const char *label = b->index_url && b->local ? b->local : "";

	steps_printf(a, &to->specs, "torch==%s%s", b->torch, label);
	if (steps_has(p->torchvision))
		steps_printf(a, &to->specs, "torchvision==%s%s", p->torchvision, label);
	if (steps_has(p->torchaudio))
		steps_printf(a, &to->specs, "torchaudio==%s%s", p->torchaudio, label);
	to->index_url = b->index_url;
	if (b->index_url)
		to->index_name = arena_printf(a, "pytorch-%s", b->variant);
}
