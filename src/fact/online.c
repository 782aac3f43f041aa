#include "fact/online.h"

#include <string.h>

#include "fact/conda_build.h"

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

bool online_is_conda(const struct online_file *f, struct span s)
{
	struct span part[3];

	return conda_split(s, part) && span_is(part[0], f->name) &&
	       takes_version(f->version, part[1]) &&
	       (!f->build || span_glob(span_of(f->build), part[2]));
}
