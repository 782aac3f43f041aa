#include "fact/online.h"

#include <string.h>

const char *online_state_name(enum online_state s)
{
	static const char *const names[] = { "not asked", "there", "not there" };

	return names[s];
}

const char *online_name(struct arena *a, const struct online_file *f)
{
	return arena_printf(a, "%s %s%s%s", f->name, f->version ? f->version : "",
			    f->build ? " " : "", f->build ? f->build : "");
}

/* "12.4" takes 12.4 and 12.4.1, as conda's "=" does. */
static bool takes_version(const char *asked, struct span is)
{
	size_t n = asked ? strlen(asked) : 0;

	return n == 0 || (span_starts(is, asked) && (is.n == n || is.p[n] == '.'));
}

/* name-version-build: neither of the last two has a hyphen. */
bool online_is_conda(const struct online_file *f, struct span s)
{
	ptrdiff_t build = span_rfind_char(s, '-'), version;

	if (build <= 0)
		return false;
	version = span_rfind_char(span_sub(s, 0, (size_t)build), '-');
	return version > 0 && span_is(span_sub(s, 0, (size_t)version), f->name) &&
	       takes_version(f->version, span_sub(s, (size_t)version + 1,
						  (size_t)(build - version - 1))) &&
	       (!f->build || span_glob(span_of(f->build), span_from(s, (size_t)build + 1)));
}
