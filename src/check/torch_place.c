/* The index or folder that a line of torch is taken from, and the variant that it is for. */
#include "check/torch_place_private.h"

#include <string.h>

#include "check/setting_private.h"
#include "fact/ask.h"

static bool all_of(struct span s, const char *more)
{
	return s.n > 0 && !ANY(x, LIST(s.p, s.n), !ascii_digit(*x) && !strchr(more, *x));
}

static bool is_variant(struct span s)
{
	struct span rest = s;

	if (span_is(s, "cpu") || span_is(s, "xpu"))
		return true;
	if (span_take(&rest, "cu"))
		return rest.n >= 2 && rest.n <= 3 && all_of(rest, "");
	rest = s;
	return span_take(&rest, "rocm") && all_of(rest, ".");
}

/* ".../wheels/cu113/torch1.10/index.html": what was built beside that torch, not torch itself. */
static bool is_beside_torch(struct span path)
{
	struct span part;

	while (span_next(&path, '/', &part)) {
		if (!span_take(&part, "torch") || span_ends(part, ".whl"))
			continue;
		(void)(span_take(&part, "-") || span_take(&part, "_"));
		if (part.n && ascii_digit(part.p[0]))
			return true;
	}
	return false;
}

static bool is_of_torch(const char *url)
{
	return (strstr(url, "/whl/") || strstr(url, "torch")) && !is_beside_torch(span_of(url));
}

const char *torch_place_variant(struct arena *a, const char *url)
{
	struct span s = span_of(url), part;
	ptrdiff_t host = span_find(s, "://");

	if (!is_of_torch(url))
		return NULL;
	s = span_from(s, host < 0 ? 0 : (size_t)host + 3);
	(void)span_next(&s, '/', &part);
	while (span_next(&s, '/', &part))
		if (is_variant(part))
			return arena_span(a, part);
	return NULL;
}

bool torch_place_is_planned(const struct torch_place *p)
{
	return strncmp(p->variant, "cu", 2) == 0 || strcmp(p->variant, "cpu") == 0;
}

static bool names(const char *value, const char *name)
{
	size_t n = strlen(name);

	return strncmp(value, name, n) == 0 && value[n] == '=';
}

/* The setting that gives the index of a line: by its name, or by its URL. */
static const struct env_setting *setting_of(const struct env *env, const char *index)
{
	return FIRST_OF(s, env->settings, s->value && (strstr(s->key, "index") ||
			strstr(s->key, "source")) && (names(s->value, index) ||
			strcmp(ask_place_url(s->value), index) == 0));
}

static const char *cuda_of(struct arena *a, const char *variant)
{
	struct cuda_version v;

	if (!variant || strncmp(variant, "cu", 2) != 0 ||
	    !cuda_version_parse(span_of(variant), &v))
		return variant;
	return arena_str(a, cuda_version_text(v, TEXT_ROOM));
}

static struct torch_place place_at(struct arena *a, const char *url, struct origin origin)
{
	struct torch_place p = { .variant = torch_place_variant(a, url), .origin = origin };

	p.preview = strstr(url, "/nightly") || strstr(url, "/test/");
	if (!p.origin.text)
		p.origin.text = url;
	return p;
}

static bool bound(struct arena *a, const struct env *env, const struct env_declared *d,
		  struct torch_place *ret)
{
	const struct env_setting *s = setting_of(env, d->index);
	struct torch_place p = place_at(a, s ? ask_place_url(s->value) : d->index,
					s ? s->origin : d->origin);

	p.only = true;
	p.cuda = cuda_of(a, p.variant);
	if (p.variant)
		*ret = p;
	return p.variant != NULL;
}

struct search {
	struct torch_place found;
	bool several, replaced, elsewhere, first;
	bool best;   /* uv takes the highest version of all, as pip does */
};

/* docs.astral.sh/uv/reference/settings, "index-strategy" */
bool torch_place_takes_best(const struct env *env)
{
	const struct env_setting *s = env_setting(env, SETTING_UV, "index-strategy");

	return s && s->value && strcmp(s->value, "unsafe-best-match") == 0;
}

/* A line of a script or Dockerfile that is set behind the command: it was not set yet. */
static bool torch_place_is_later(const struct env_setting *s, const struct env_declared *d)
{
	return d->typed && !d->listed && d->origin.line &&
	       s->origin.line > d->origin.line && s->origin.file && d->origin.file &&
	       strcmp(s->origin.file, d->origin.file) == 0;
}

/* What it has is taken, and nothing else looked at: indexes but those that pip pools. */
static bool is_first(const struct env_setting *s, enum ask_place_kind kind)
{
	return kind == ASK_BACKEND || (kind == ASK_INDEX && s->tool != SETTING_PIP);
}

/* A place that is searched for torch. */
static bool is_searched(const struct env_setting *s, enum ask_place_kind *kind)
{
	return s->effective && s->value && ask_place_kind(s, kind) && *kind != ASK_NAMED &&
	       *kind != ASK_UP_TO && *kind != ASK_CHANNEL;
}

static void look_at(struct arena *a, const struct env_setting *s, struct search *to)
{
	enum ask_place_kind kind;
	struct torch_place p;

	if (!is_searched(s, &kind))
		return;
	p = place_at(a, ask_place_url(s->value), s->origin);
	if (kind == ASK_BACKEND)
		p.variant = is_variant(span_of(s->value)) ? s->value : NULL;
	if (!p.variant) {
		to->elsewhere = true;
		return;
	}
	/* Of its indexes uv takes the first that has the package. */
	to->several |= to->found.variant && strcmp(to->found.variant, p.variant) != 0 &&
		       !(to->first && s->tool == SETTING_UV);
	to->replaced |= kind == ASK_DEFAULT;
	to->first |= is_first(s, kind) && !to->best;
	if (!to->found.variant)
		to->found = p;
}

bool torch_place_of(struct arena *a, const struct env *env, const struct env_declared *d,
		    struct torch_place *ret)
{
	struct search s = { .best = torch_place_takes_best(env) };

	if (d->index)
		return bound(a, env, d, ret);
	EACH(const struct env_setting, one, env->settings) {
		if (torch_place_is_later(one, d))
			continue;
		s.replaced |= one->effective && setting_is(one, "no-index");
		look_at(a, one, &s);
	}
	if (!s.found.variant || s.several)
		return false;
	*ret = s.found;
	ret->cuda = cuda_of(a, ret->variant);
	ret->only = s.first || (s.replaced && !s.elsewhere);
	return true;
}

size_t torch_places_pooled(struct arena *a, const struct env *env, const struct env_declared *d,
			   struct torch_place *v, size_t most)
{
	bool best = torch_place_takes_best(env);
	size_t n = 0;

	EACH_WHILE(const struct env_setting, s, env->settings, n < most && !d->index) {
		enum ask_place_kind kind;

		if (!is_searched(s, &kind) || kind == ASK_BACKEND || torch_place_is_later(s, d))
			continue;
		if ((is_first(s, kind) && !best) || kind == ASK_DEFAULT)
			return 0;
		v[n] = place_at(a, ask_place_url(s->value), s->origin);
		v[n].cuda = cuda_of(a, v[n].variant);
		n += v[n].variant != NULL;
	}
	return n;
}
