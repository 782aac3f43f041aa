/* What a Dockerfile says of its Python, by its image, and of the files that it copies. */
#include <string.h>

#include "read/env/env_private.h"

#include "fact/row.h"

enum { LOOK_BACK = 400, WORDS = 24 };

/* "3.11" at the front of "3.11-slim", "3.11.4" */
static const char *minor(struct arena *a, struct span s)
{
	size_t n = 2;

	if (!span_starts(s, "3."))
		return NULL;
	n += span_run_digits(span_from(s, n), "");
	return n > 2 && n <= 4 ? arena_span(a, span_sub(s, 0, n)) : NULL;
}

/* "python:3.11-slim", "docker.io/library/python:3.11", "astral-sh/uv:python3.11-bookworm" */
static const char *of_python(struct arena *a, struct span image)
{
	struct span tag = span_from(image, (size_t)(span_rfind_char(image, '/') + 1));

	return span_take(&tag, "python:") || span_pass(&tag, ":python") ? minor(a, tag) : NULL;
}

/* Of a system by its tag: "ubuntu:20.04", "nvidia/cuda:11.8.0-devel-ubuntu20.04",
 * "pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime" */
static const char *of_system(struct span image)
{
	struct span s = image;

	if (span_pass(&s, "pytorch/pytorch:"))
		return row_system_python("pytorch", s);
	if (!span_pass(&image, "ubuntu"))
		return NULL;
	if (!span_take(&image, ":"))
		span_take(&image, "-");
	return row_system_python("ubuntu", image);
}

/* A line that brings, or may bring, a Python of its own. */
static bool brings_python(struct span s)
{
	return span_holds(s, ONE_OF("conda", "mamba", "pyenv", "python-3.", "uv ", "venv",
				    "pixi"));
}

/* "ln -sf /usr/bin/python3.7 /usr/bin/python3": what the system's pip runs with from there. */
static const char *linked(struct arena *a, struct span s)
{
	const char *ret = span_pass(&s, "ln -s") && span_pass(&s, "/python") ? minor(a, s) : NULL;

	return ret && span_pass(&s, "bin/python3") && (!s.n || strchr(" ;&", s.p[0])) ? ret : NULL;
}

/* "python3.7" where the image has another */
static bool names_other(struct arena *a, struct span s, const char *python)
{
	while (span_pass(&s, "python")) {
		const char *named = minor(a, s);

		if (named && strcmp(named, python) != 0)
			return true;
	}
	return false;
}

/* Of the lines up to i: they are gone through once, as they are asked for in their order. */
const char *env_base_python(const struct env_text *t, size_t i)
{
	struct env_base *b = &t->memory->base;

	if (b->upto > i + 1)
		*b = (struct env_base){ .upto = 0 };
	for (; b->upto <= i; b->upto++) {
		struct span s = t->v[b->upto].s, image = s.n ? env_image_in(t, b->upto) : s;
		const char *python = image.n ? of_python(t->a, image) : b->python ?
			linked(t->a, s) : NULL;

		if (image.n || python) {
			b->python = python ? python : of_system(image);
			b->other = false;
		} else if (b->python) {
			b->other |= brings_python(s) || names_other(t->a, s, b->python);
		}
	}
	return b->other ? NULL : b->python;
}

static struct span base_of(struct span path)
{
	while (span_ends(path, "/"))
		path.n--;
	return span_base(path);
}

/* "COPY [--chown=…] FILE... TO": what becomes of `name`; false: it is not among them. */
static bool copies(struct span line, struct span name, struct span *ret)
{
	struct span word[WORDS], to;
	size_t n = env_words(line, word, WORDS), i = 1;

	if (n < 3 || !(span_is(word[0], "COPY") || span_is(word[0], "ADD")))
		return false;
	while (i < n && span_starts(word[i], "--"))
		if (span_starts(word[i++], "--from="))
			return false; /* of another stage */
	to = word[n - 1];
	for (; i + 1 < n; i++) {
		bool renamed = n == i + 2 && span_find_char(base_of(to), '.') > 0;

		*ret = word[i];
		if (span_eq(base_of(renamed ? to : *ret), base_of(name)))
			return span_find_char(*ret, '*') < 0;
		/* "COPY . /app", "COPY reqs /app/reqs": what was below that. */
		if (n == i + 2 && name.n > to.n + 1 && memcmp(name.p, to.p, to.n) == 0 &&
		    (span_ends(to, "/") || name.p[to.n] == '/')) {
			*ret = span_from(name, to.n + !span_ends(to, "/"));
			return span_is(word[i], ".") || span_is(word[i], "./");
		}
	}
	return false;
}

struct span env_copied(const struct env_text *t, unsigned line, struct span name)
{
	struct span ret = name, found;
	size_t n = 0;

	for (size_t i = t->n; i-- > 0 && n < LOOK_BACK;)
		if (t->v[i].no < line && t->v[i].s.n && ++n &&
		    copies(span_trim(t->v[i].s), name, &found)) {
			ret = found;
			break;
		}
	if (name.n && ret.p == name.p && ret.n == name.n)
		return name;
	while (span_starts(ret, "/"))
		ret = span_from(ret, 1);
	return ret;
}
