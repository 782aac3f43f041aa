/* A listing of library files (find, ls, unzip -l): what lies together in torch/lib or nvidia. */
#include <string.h>

#include "read/env/env_format.h"

/* The name of a file, and what it links to; the words of `ls -l` stand before them. */
static struct span last_word(struct span line, struct span *target)
{
	struct span word = { NULL, 0 }, next;

	*target = (struct span){ NULL, 0 };
	while (span_word(&line, &next)) {
		if (span_is(next, "->")) {
			span_word(&line, target);
			break;
		}
		word = next;
	}
	while (word.n && strchr("*@'\",", word.p[word.n - 1]))
		word.n--;
	while (word.n && strchr("'\"", word.p[0]))
		word = span_from(word, 1);
	return word;
}

static struct span base_of(struct span path)
{
	return span_from(path, (size_t)(span_rfind_char(path, '/') + 1));
}

static bool is_library(struct span line, struct span *path, struct span *target)
{
	*path = last_word(line, target);
	return path->n < 1024 && span_find(*path, "://") < 0 && env_library_known(base_of(*path));
}

/* Two such lines at least: one alone is a sentence about a library. */
static bool begins(const struct env_text *t, size_t i)
{
	struct span path, target;

	return is_library(t->v[i].s, &path, &target) && i + 1 < t->n &&
	       is_library(t->v[i + 1].s, &path, &target);
}

static const char *where(const char *path)
{
	static const struct {
		const char *part, *where;
	} places[] = {
		{ "torch/lib", "torch" }, { "nvidia/", "wheel" }, { "/usr/local/cuda", "toolkit" },
		{ "/usr/lib", "system" }, { "/lib64/", "system" },
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (strstr(path, places[i].part))
			return places[i].where;
	return strchr(path, '/') ? "prefix" : "torch";
}

/* "torch/lib:" above the names that `ls` prints. */
static const char *folder_above(const struct env_text *t, size_t i)
{
	while (i-- > 0) {
		struct span s = span_trim(t->v[i].s);

		if (span_ends(s, ":") && span_find_char(s, '/') >= 0 && span_find_char(s, ' ') < 0)
			return arena_span(t->a, span_sub(s, 0, s.n - 1));
		if (!s.n)
			break;
	}
	return NULL;
}

static size_t read(const struct env_text *t, size_t i, struct env *to)
{
	const char *folder = folder_above(t, i);
	struct span path, target;

	for (; i < t->n && (!span_trim(t->v[i].s).n || span_find(t->v[i].s, ".") >= 0); i++) {
		const char *text;

		if (!is_library(t->v[i].s, &path, &target))
			continue;
		text = arena_span(t->a, path);
		if (folder && !strchr(text, '/'))
			text = arena_printf(t->a, "%s/%s", folder, text);
		env_library_add(t->a, to, text, target.n ? arena_span(t->a, target) : NULL,
				where(text));
	}
	return i;
}

const struct env_format env_listing = { "listing of libraries", begins, read };
