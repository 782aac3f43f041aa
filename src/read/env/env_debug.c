/*
 * What `pip debug` and `conda doctor` print: the one tells of Python and the platform, the other
 * which packages lack files (pip: commands/debug.py; conda: plugins/subcommands/doctor).
 */
#include "fact/wheel.h"
#include "read/env/env_private.h"

static bool pip_debug_begins(const struct env_text *t, size_t i)
{
	return span_starts(t->v[i].s, "pip version: pip ");
}

/* Its vendored libraries are pip's own, and no packages of the environment. */
static size_t pip_debug_read(const struct env_text *t, size_t i, struct env *to)
{
	for (i++; i < t->n; i++) {
		struct span s = t->v[i].s, word, tag;

		if (s.n && s.p[0] != ' ' && s.p[0] != '\'' && span_find_char(s, ':') < 0)
			break;
		if (span_take(&s, "sys.version: ") && span_word(&s, &word) && env_is_version(word))
			to->python_full = arena_span(t->a, word);
		tag = span_trim(t->v[i].s);
		if (!to->platform && span_rfind_char(tag, '-') > 0 && tag.p[0] == 'c') {
			tag = span_from(tag, (size_t)span_rfind_char(tag, '-') + 1);
			to->platform = wheel_platform_of(tag).platform;
		}
	}
	return i;
}

const struct env_format env_pip_debug = { pip_debug_begins, pip_debug_read,
	.first = "p", .with = ":" };

static bool conda_doctor_begins(const struct env_text *t, size_t i)
{
	return span_starts(t->v[i].s, "Environment Health Report for:");
}

/* Rows "pytorch: 12" below a heading of missing or altered files. */
static size_t conda_doctor_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span prefix = t->v[i].s;
	bool files = false;

	span_take(&prefix, "Environment Health Report for:");
	to->prefix = arena_span(t->a, span_trim(prefix));
	for (i++; i < t->n; i++) {
		struct span s = span_trim(t->v[i].s), name;
		struct env_package *p;
		uint64_t n = 0;

		if (s.n && !ascii_alnum(s.p[0])) {
			files = span_find(s, "Missing Files") > 0 ||
				span_find(s, "Altered Files") > 0;
			continue;
		}
		if (!s.n || (span_find_char(s, ':') < 0 && span_find_char(s, ' ') < 0))
			continue; /* a file of a package */
		if (!span_next(&s, ':', &name) || !env_is_name(name) ||
		    (span_trim(s).n && !span_u64(span_trim(s), &n)))
			break;
		if (!files || !span_trim(s).n)
			continue;
		p = env_add(t->a, to, name, span_of(""), OWNER_CONDA, env_origin(t, i));
		p->version = NULL;
		p->lost = n < 1000000 ? (unsigned)n : 1000000;
	}
	return i;
}

const struct env_format env_conda_doctor = { conda_doctor_begins, conda_doctor_read,
	.first = "E", .with = ":" };
