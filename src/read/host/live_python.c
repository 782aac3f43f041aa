/* What `python` starts: behind the shims of pyenv, scripts that start another one, and links. */
#include <string.h>

#include "base/dotted.h"
#include "fact/python.h"
#include "read/host/live_private.h"

enum { STEPS = 4 };

static const char *program(struct arena *a, const struct place *p, const char *without)
{
	const char *path = place_program_beside(a, p, "python", without);

	return path ? path : place_program_beside(a, p, "python3", without);
}

/* The first word of every line; "3.12.4:3.11.7" of the variable. */
static struct strings versions_in(struct arena *a, struct span text)
{
	struct strings all = { 0 };
	struct span line, part, word;

	while (span_line(&text, &line))
		while (span_next(&line, ':', &part) && span_word(&part, &word) &&
		       word.p[0] != '#')
			strings_add(a, &all, arena_span(a, word));
	return all;
}

/* The first .python-version from the working folder upwards names pyenv's versions. */
static struct strings pyenv_local(struct arena *a, const struct place *p)
{
	const char *folder = place_env_set(p, "PWD");
	struct strings all = { 0 };

	while (all.n == 0 && folder && folder[0] == '/') {
		struct span s = span_of(folder);
		ptrdiff_t slash = span_rfind_char(s, '/');

		all = versions_in(a, place_head(a, p, place_join(a, folder, ".python-version")));
		if (s.n == 1)
			break;
		folder = slash > 0 ? arena_span(a, span_sub(s, 0, (size_t)slash)) : "/";
	}
	return all;
}

/* The versions whose programs a shim of pyenv starts: "3.12.4", or names of environments. */
static struct strings pyenv_versions(struct arena *a, const struct place *p, const char *root)
{
	struct strings all = versions_in(a, span_of(place_env_set(p, "PYENV_VERSION")));

	if (all.n == 0)
		all = pyenv_local(a, p);
	return all.n ? all : versions_in(a, place_head(a, p, place_join(a, root, "version")));
}

/* "3.12" stands for the newest of 3.12.*. */
static const char *newest(struct arena *a, const struct place *p, const char *versions,
			  const char *version)
{
	struct strings all = place_list(a, p, versions, arena_printf(a, "%s.", version));
	const char *best = NULL;

	if (place_exists(a, p, place_join(a, versions, version)))
		return version;
	for (size_t i = 0; i < all.n; i++)
		if (!best || dotted_cmp(span_of(best), span_of(all.v[i])) < 0)
			best = all.v[i];
	return best;
}

/*
 * ~/.pyenv/shims/python3.12 -> ~/.pyenv/versions/3.12.4/bin/python3.12, of the first of the chosen
 * versions that has it; without a version, or with that of the system, the next one on PATH. NULL:
 * the shim finds none, and says so ("command not found", pyenv-exec).
 */
static const char *behind_shim(struct arena *a, const struct place *p, const char *path)
{
	ptrdiff_t at = span_find(span_of(path), "/shims/");
	const char *root, *versions, *name, *to;
	struct strings chosen;

	if (at < 0)
		return path;
	root = arena_span(a, span_sub(span_of(path), 0, (size_t)at));
	name = path + at + strlen("/shims/");
	versions = place_join(a, root, "versions");
	chosen = pyenv_versions(a, p, root);
	if (chosen.n == 0)
		strings_add(a, &chosen, "system");
	for (size_t i = 0; i < chosen.n; i++) {
		const char *v = chosen.v[i];

		if (strcmp(v, "system") == 0) {
			to = strcmp(name, "python") == 0 ? program(a, p, "/shims") :
				place_program_beside(a, p, name, "/shims");
		} else {
			v = strchr(v, '/') ? NULL : newest(a, p, versions, v);
			to = v ? arena_printf(a, "%s/%s/bin/%s", versions, v, name) : NULL;
		}
		if (to && place_exists(a, p, to))
			return to;
	}
	return NULL;
}

static bool of_path(char c)
{
	return ascii_alnum(c) || strchr("/._-+@~", c);
}

/* The absolute path around "/bin/python" in a line of a script. */
static const char *named(struct arena *a, struct span line)
{
	ptrdiff_t at = span_find(line, "/bin/python");
	size_t from = at > 0 ? (size_t)at : 0, end = from;

	if (at <= 0)
		return NULL;
	while (from > 0 && of_path(line.p[from - 1]))
		from--;
	while (end < line.n && of_path(line.p[end]))
		end++;
	return line.p[from] == '/' ? arena_span(a, span_sub(line, from, end - from)) : NULL;
}

/* "exec /opt/env/bin/python "$@"" below the first line of a script. */
static const char *behind_script(struct arena *a, const struct place *p, const char *path)
{
	struct span text = place_head(a, p, path), line;
	const char *to = NULL;

	if (!span_starts(text, "#!"))
		return NULL;
	for (span_line(&text, &line); !to && span_line(&text, &line);)
		to = span_starts(span_trim(line), "#") ? NULL : named(a, line);
	return to && place_exists(a, p, to) ? to : NULL;
}

/* Python itself looks beside its own name first, and then where the link leads. */
static bool is_at_home(struct arena *a, const struct place *p, const char *path)
{
	struct span s = span_of(path);
	ptrdiff_t at = span_find(s, "/bin/python");
	const char *prefix = at > 0 ? arena_span(a, span_sub(s, 0, (size_t)at)) : NULL;

	return prefix && (live_is_environment(a, p, prefix) ||
			  place_list(a, p, place_join(a, prefix, "lib"), "python").n > 0);
}

const char *live_program_behind(struct arena *a, const struct place *p, const char *path)
{
	const char *to;

	path = path ? behind_shim(a, p, path) : NULL;
	for (int i = 0; path && i < STEPS && !is_at_home(a, p, path); i++) {
		to = behind_script(a, p, path);
		to = to ? to : place_real(a, p, path);
		if (!to || strcmp(to, path) == 0)
			break;
		path = to;
	}
	return path;
}

const char *live_python_program(struct arena *a, const struct place *p)
{
	return live_program_behind(a, p, program(a, p, NULL));
}

/* The Python that `python` starts, and the environment it belongs to. It is not started. */

static const char *text_of(struct arena *a, struct span version)
{
	struct python py;

	return python_parse(version, &py) ? python_said(a, py) : NULL;
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

		if (!span_next(&rest, '-', &version) || !python_parse(version, &py))
			continue;
		py.free_threaded = span_find(rest, "t.json") >= 0 && span_find(rest, "_cp") >= 0;
		return python_said(a, py);
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


const char *live_prefix_of(struct arena *a, const char *path)
{
	struct span s = span_of(path);
	ptrdiff_t slash = span_rfind_char(s, '/');

	s = span_sub(s, 0, slash < 0 ? 0 : (size_t)slash);
	return span_ends(s, "/bin") ? arena_span(a, span_sub(s, 0, s.n - 4)) : NULL;
}

/* What PATH starts counts: a variable may be left from an environment that another one covers. */
static const char *active_prefix(struct arena *a, const struct place *p, const char *path)
{
	const char *prefix = path ? live_prefix_of(a, path) : NULL;

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
