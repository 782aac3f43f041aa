/*
 * Base images of CUDA and of torch: "FROM nvidia/cuda:12.4.1-devel-ubuntu22.04" of a Dockerfile,
 * "image: …" of a compose file, "container: …" of a workflow. The tag of pytorch/pytorch names
 * torch and CUDA: hub.docker.com/r/pytorch/pytorch/tags, pytorch/pytorch: docker.Makefile.
 */
#include <string.h>

#include "fact/row.h"
#include "read/env/command_private.h"
#include "read/env/requirements_private.h"

enum { WORDS = 6 };

static bool is_from(struct span word)
{
	return span_is(word, "FROM") || span_is(word, "From:");
}

static struct span without_quotes(struct span s)
{
	while (s.n && strchr("\"'", s.p[0]))
		s = span_from(s, 1);
	while (s.n && strchr("\"',", s.p[s.n - 1]))
		s.n--;
	return s;
}

/* The words of a line that names an image; *at is the image. */
static size_t line_words(const struct env_text *t, size_t i, struct span *word, size_t *at)
{
	struct span s = span_trim(t->v[i].s);
	size_t n;

	span_take(&s, "- ");
	if (!env_words(s, word, 1) ||
	    !(is_from(word[0]) || span_in(word[0], "image: container: base_image: \"image\":")))
		return 0;
	n = env_words(s, word, WORDS);
	*at = 1;
	while (*at < n && span_starts(word[*at], "--"))
		++*at;
	return n > 1 && *at < n ? n : 0;
}

struct span env_image_in(const struct env_text *t, size_t i)
{
	struct span word[WORDS];
	size_t at;

	if (!line_words(t, i, word, &at))
		return span_of("");
	return without_quotes(env_expand(t, i, without_quotes(word[at]), span_of("")));
}

/* "build" of "FROM image AS build" */
static struct span stage_in(const struct env_text *t, size_t i)
{
	struct span word[WORDS];
	size_t at, n = line_words(t, i, word, &at);

	if (n < at + 3 || !is_from(word[0]) ||
	    !(span_is(word[at + 1], "AS") || span_is(word[at + 1], "as")))
		return span_of("");
	return word[at + 2];
}

static bool is_stage(const struct env_text *t, size_t i)
{
	struct span word[WORDS];
	size_t at;

	return t->v[i].s.n && line_words(t, i, word, &at) && is_from(word[0]);
}

/* The stage that a name means: the nearest above line i; SIZE_MAX: it is none of this file. */
static size_t stage_named(const struct env_text *t, size_t i, struct span name)
{
	while (i-- > 0)
		if (is_stage(t, i) && stage_in(t, i).n && span_eq(stage_in(t, i), name))
			return i;
	return SIZE_MAX;
}

static bool is_run(const struct env_text *t, size_t i)
{
	if (!is_stage(t, i))
		return true;
	if (!t->memory->staged) {
		/* Of several stages the last is what is run, and those that it begins with. */
		struct env_memory *m = t->memory;
		size_t at = t->n;

		m->staged = true;
		while (at > 0 && !is_stage(t, at - 1))
			at--;
		at = at ? at - 1 : SIZE_MAX;
		while (at != SIZE_MAX && m->n_stages < ENV_STAGES) {
			m->stages[m->n_stages++] = at;
			at = stage_named(t, at, env_image_in(t, at));
		}
	}
	return ANY(x, LIST(t->memory->stages, t->memory->n_stages), *x == i);
}

/* "2.5.1", "12.4" of "2.5.1-cuda12.4-cudnn9-devel" */
static bool split_tag(struct span tag, struct span *torch, struct span *cuda)
{
	ptrdiff_t dash = span_find(tag, "-cuda");

	if (dash <= 0)
		return false;
	*torch = span_sub(tag, 0, (size_t)dash);
	*cuda = span_from(tag, (size_t)dash + 5);
	dash = span_find_char(*cuda, '-');
	*cuda = dash > 0 ? span_sub(*cuda, 0, (size_t)dash) : *cuda;
	return env_is_version(*torch) && span_find_char(*cuda, '.') > 0;
}

static bool image_begins(const struct env_text *t, size_t i)
{
	struct arena_mark before = arena_mark(t->a);
	struct span image = env_image_in(t, i);
	bool ret = image.n && span_find_char(image, '$') < 0 &&
		   span_holds(image, ONE_OF("torch", "cuda", "nvcr.io/nvidia/"));

	arena_back(t->a, before);
	return ret;
}

/* As a command that has been run: one below that installs another torch takes its place. */
static void add_torch(const struct env_text *t, size_t i, struct span torch, struct span cuda,
		      struct env *to)
{
	struct requirements r = { .a = t->a, .to = to };
	struct env_declared *d;
	char digits[8];
	size_t n = 0;

	for (size_t k = 0; k < cuda.n && n < sizeof digits - 1; k++)
		if (ascii_digit(cuda.p[k]))
			digits[n++] = cuda.p[k];
	digits[n] = '\0';
	d = requirements_add(&r, span_of(arena_printf(t->a, "torch==" SPAN_FMT, SPAN_ARG(torch))),
			     env_origin(t, i));
	d->typed = true;
	d->index = row_index(t->a, arena_printf(t->a, "cu%s", digits));
}

/* "apt-get install cuda-nvcc-12-4", "COPY --from=… /usr/local/cuda": packages of NVIDIA's
 * repository and channel that hold nvcc, or need what does. */
static bool brings_nvcc(const struct env_text *t, size_t i)
{
	for (size_t n = i + 1; n < t->n && !env_image_in(t, n).n; n++) {
		struct span s = t->v[n].s;

		if (span_holds(s, ONE_OF("nvcc", "cuda-toolkit", "cudatoolkit-dev",
					 "cuda-compiler", "cuda-minimal-build")))
			return true;
		if (span_starts(span_trim(s), "COPY") && span_find(s, "/usr/local/cuda") >= 0)
			return true;
	}
	return false;
}

void env_image_add(const struct env_text *t, size_t i, struct span image, struct env *to)
{
	struct span tag = { NULL, 0 }, torch, cuda;
	ptrdiff_t digest = span_find_char(image, '@'), slash, colon;

	image = digest > 0 ? span_sub(image, 0, (size_t)digest) : image;
	slash = span_rfind_char(image, '/');
	colon = span_rfind_char(image, ':');
	if (colon > slash) {
		tag = span_from(image, (size_t)colon + 1);
		image = span_sub(image, 0, (size_t)colon);
	}
	if (span_ends(image, "pytorch/pytorch") && split_tag(tag, &torch, &cuda))
		add_torch(t, i, torch, cuda, to);
	ENV_ADD(t->a, to, images) = (struct env_image){
		.image = arena_span(t->a, image), .tag = arena_span(t->a, tag),
		.nvcc = brings_nvcc(t, i), .origin = env_origin(t, i),
	};
}

static size_t image_read(const struct env_text *t, size_t i, struct env *to)
{
	if (is_run(t, i))
		env_image_add(t, i, env_image_in(t, i), to);
	return i + 1;
}

const struct env_format env_image = { image_begins, image_read, .first = "-Ficb\"" };
