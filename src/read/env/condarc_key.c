/* The keys of .condarc: their other names; what their values are and where they go. */
#include "read/env/condarc_private.h"

#include <string.h>

#include "base/buf.h"

#define AT(field) offsetof(struct condarc, field)

static const struct condarc_key keys[] = {
	{ "channel_alias", NULL, CONDARC_TEXT, AT(channel_alias) },
	{ "channel_priority", NULL, CONDARC_PRIORITY, AT(channel_priority) },
	{ "channels", "channel", CONDARC_LIST, AT(channels) },
	{ "custom_channels", NULL, CONDARC_MAP, AT(custom_channels) },
	{ "custom_multichannels", NULL, CONDARC_MANY, AT(multichannels) },
	{ "default_channels", NULL, CONDARC_LIST, AT(default_channels) },
	{ "denylist_channels", NULL, CONDARC_LIST, AT(denylist) },
	{ "allowlist_channels", "whitelist_channels", CONDARC_LIST, AT(allowlist) },
	{ "disallow", "disallowed_packages", CONDARC_LIST, AT(disallow) },
	{ "offline", NULL, CONDARC_BOOL, AT(offline) },
	{ "override_channels_enabled", NULL, CONDARC_BOOL, AT(override_channels_enabled) },
	{ "pinned_packages", NULL, CONDARC_LIST, AT(pinned) },
	{ "repodata_fns", NULL, CONDARC_LIST, AT(repodata_fns) },
	{ "show_channel_urls", NULL, CONDARC_BOOL, AT(show_channel_urls) },
	{ "solver", "experimental_solver", CONDARC_TEXT, AT(solver) },
	{ "ssl_verify", "verify_ssl", CONDARC_VERIFY, AT(ssl_verify) },
	{ "subdir", NULL, CONDARC_TEXT, AT(subdir) },
	{ "track_features", NULL, CONDARC_LIST, AT(track_features) },
};

const struct condarc_key *condarc_keys(size_t *n)
{
	*n = sizeof keys / sizeof *keys;
	return keys;
}

bool condarc_knows(struct span key)
{
	return ANY(x, ROWS(keys), span_is(key, x->name) || (x->alias && span_is(key, x->alias))) ||
		   span_is(key, "mirrored_channels") || span_is(key, "auto_activate_base") ||
		   span_is(key, "use-mirrors");
}

static enum tri truth(const char *value)
{
	if (span_in_nocase(span_of(value), "true yes on y 1"))
		return TRI_YES;
	return span_in_nocase(span_of(value), "false no off n 0 none non") ? TRI_NO : TRI_UNKNOWN;
}

static const char *priority(const char *value)
{
	static const char *const words[] = { "strict", "flexible", "disabled" };
	enum tri t = truth(value);

	if (t != TRI_UNKNOWN)
		return t == TRI_YES ? "flexible" : "disabled";
	return FIRST_TELLS(x, LIST(words, 3), span_eq_nocase(span_of(value), span_of(*x)), *x,
		NULL);
}

static const char *verify(const char *value)
{
	enum tri t = truth(value);

	if (t == TRI_UNKNOWN)
		return value;
	return t == TRI_YES ? "true" : "false";
}

const char *condarc_scalar(const struct condarc_key *k, const char *value, struct condarc *c)
{
	void *at = (char *)c + k->offset;
	const char *text = value;

	if (k->kind == CONDARC_BOOL) {
		if (truth(value) == TRI_UNKNOWN)
			return "TypeCoercionError";
		*(enum tri *)at = truth(value);
		return NULL;
	}
	if (k->kind == CONDARC_PRIORITY)
		text = priority(value);
	else if (k->kind == CONDARC_VERIFY)
		text = verify(value);
	if (!text)
		return "CustomValidationError";
	*(const char **)at = text;
	return NULL;
}

const char *condarc_variable(struct arena *a, const char *key)
{
	char *name = arena_printf(a, "CONDA_%s", key);

	for (char *p = name; *p; p++)
		if (*p >= 'a' && *p <= 'z')
			*p = (char)(*p - 'a' + 'A');
	return name;
}

/* The name behind a "$" and the bytes it takes. */
static struct span variable(struct span s, size_t *used)
{
	bool braces = s.n > 1 && s.p[1] == '{';
	size_t n = braces ? 2 : 1, from = n;

	n += span_run_alnum(span_from(s, n), "_");
	*used = n + (size_t)braces;
	if (n == from || (braces && (n == s.n || s.p[n] != '}')))
		return (struct span){ NULL, 0 };
	return span_sub(s, from, n - from);
}

const char *condarc_expand(struct arena *a, const struct place *env, const char *text)
{
	BUF_AUTO b = BUF(1 << 16);
	struct span s = span_of(text);

	if (!env || !strchr(text, '$'))
		return text;
	while (s.n) {
		size_t used = 1;
		struct span name = { NULL, 0 };
		const char *value = NULL;

		if (s.p[0] == '$')
			name = variable(s, &used);
		if (name.n)
			value = place_env(env, arena_span(a, name));
		else
			used = 1;
		if (value)
			buf_str(&b, value);
		else
			buf_span(&b, span_sub(s, 0, used));
		s = span_from(s, used);
	}
	return b.failed ? text : arena_str(a, buf_cstr(&b));
}
