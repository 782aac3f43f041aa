/* The Python that `python` starts, and the environment it belongs to. It is not started. */
#include <string.h>

#include "fact/python.h"
#include "read/host/live.h"

static const char *text_of(struct arena *a, struct span version)
{
	struct python py;
	char to[PYTHON_TEXT];

	return python_parse(version, &py) ? arena_str(a, python_text(py, to)) : NULL;
}

/* lib/python3.12 or lib/python3.13t, if there is but one. */
static const char *from_library(struct arena *a, const struct place *p, const char *prefix)
{
	struct strings all = place_list(a, p, place_join(a, prefix, "lib"), "python");
	const char *found = NULL, *one;

	for (size_t i = 0; i < all.n; i++) {
		one = text_of(a, span_of(all.v[i] + strlen("python")));
		if (one && found)
			return NULL;
		found = one ? one : found;
	}
	return found;
}

/* pyvenv.cfg: "version = 3.12.3", in uv's and virtualenv's "version_info = 3.12.3.final.0" */
static const char *from_venv(struct arena *a, const struct place *p, const char *prefix)
{
	struct span s, line, key, number;

	if (!place_read(a, p, place_join(a, prefix, "pyvenv.cfg"), 65536, &s))
		return NULL;
	while (span_line(&s, &line))
		if (span_next(&line, '=', &key) && span_starts(span_trim(key), "version")) {
			struct span major, minor, rest = span_trim(line);

			if (!span_next(&rest, '.', &major) || !span_next(&rest, '.', &minor))
				continue;
			number = (struct span){ major.p, major.n + 1 + minor.n };
			return text_of(a, number);
		}
	return NULL;
}

/* conda-meta/python-3.12.4-h194c7f8_0_cpython.json; the build of a free-threaded one has cp313t */
static const char *from_conda(struct arena *a, const struct place *p, const char *prefix)
{
	struct strings all = place_list(a, p, place_join(a, prefix, "conda-meta"), "python-");

	for (size_t i = 0; i < all.n; i++) {
		struct span rest = span_of(all.v[i] + strlen("python-")), version;
		struct python py;
		char to[PYTHON_TEXT];

		if (!span_next(&rest, '-', &version) || !python_parse(version, &py))
			continue;
		py.free_threaded = span_find(rest, "t.json") >= 0 && span_find(rest, "_cp") >= 0;
		return arena_str(a, python_text(py, to));
	}
	return NULL;
}

/* python3.12, and what links to it. */
static const char *from_name(struct arena *a, const struct place *p, const char *program)
{
	const char *real = place_real(a, p, program);
	const char *slash = real ? strrchr(real, '/') : NULL;
	struct span s = span_of(slash ? slash + 1 : NULL);

	return span_take(&s, "python") ? text_of(a, s) : NULL;
}

bool live_is_environment(struct arena *a, const struct place *p, const char *prefix)
{
	return place_exists(a, p, place_join(a, prefix, "pyvenv.cfg")) ||
	       place_exists(a, p, place_join(a, prefix, "conda-meta"));
}

const char *live_python_version(struct arena *a, const struct place *p, const char *prefix)
{
	const char *version = from_conda(a, p, prefix), *library = from_library(a, p, prefix);

	if (!version)
		version = from_venv(a, p, prefix);
	/* Only the folder of a venv says that it is free-threaded. */
	if (!version || (library && strchr(library, 't') && !strchr(version, 't')))
		version = library;
	return version;
}

/* "/opt/env/bin/python" -> "/opt/env" */
static const char *prefix_of(struct arena *a, const char *path)
{
	struct span s = span_of(path);
	ptrdiff_t slash = span_rfind_char(s, '/');

	s = span_sub(s, 0, slash < 0 ? 0 : (size_t)slash);
	return span_ends(s, "/bin") ? arena_span(a, span_sub(s, 0, s.n - 4)) : NULL;
}

/* What PATH starts counts: a variable may be left from an environment that another one covers. */
static const char *active_prefix(struct arena *a, const struct place *p, const char *path)
{
	const char *prefix = path ? prefix_of(a, path) : NULL;

	if (prefix && live_is_environment(a, p, prefix))
		return prefix;
	if (place_env_set(p, "VIRTUAL_ENV"))
		return place_env(p, "VIRTUAL_ENV");
	return place_env_set(p, "CONDA_PREFIX");
}

void live_python(struct arena *a, const struct place *p, struct host *h)
{
	const char *path = live_python_program(a, p);
	const char *env = active_prefix(a, p, path);

	if (env && live_is_environment(a, p, env)) {
		h->env = arena_str(a, env);
		h->python = live_python_version(a, p, env);
	} else if (path) {
		h->python = from_name(a, p, path);
	}
}
