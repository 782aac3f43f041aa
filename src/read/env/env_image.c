/*
 * Base images that bring a torch: "FROM pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime" of a
 * Dockerfile, "image: …" of a compose file, "container: …" of a workflow. The tag names torch
 * and CUDA: hub.docker.com/r/pytorch/pytorch/tags, pytorch/pytorch: docker.Makefile.
 */
#include <string.h>

#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum { WORDS = 6 };

/* The words before an image. */
static struct span image_in(const struct env_text *t, size_t i)
{
	static const char *const leads[] = { "FROM", "From:", "image:", "container:",
					     "base_image:" };
	struct span word[WORDS], s = span_trim(t->v[i].s);
	size_t n, at = 0;

	span_take(&s, "- ");
	n = env_words(s, word, WORDS);
	for (size_t k = 0; n > 1 && k < sizeof leads / sizeof *leads; k++)
		if (span_is(word[0], leads[k]))
			at = 1;
	if (at && span_starts(word[at], "--"))
		at++;
	return at && at < n ? word[at] : span_of("");
}

/* "2.5.1", "12.4" of "pytorch/pytorch:2.5.1-cuda12.4-cudnn9-devel" */
static bool split_tag(struct span image, struct span *torch, struct span *cuda)
{
	ptrdiff_t at = span_find(image, "pytorch/pytorch:"), dash;
	struct span tag;

	while (image.n && (image.p[0] == '"' || image.p[0] == '\''))
		image = span_from(image, 1);
	at = span_find(image, "pytorch/pytorch:");
	if (at < 0 || (at > 0 && image.p[at - 1] != '/'))
		return false;
	tag = span_from(image, (size_t)at + strlen("pytorch/pytorch:"));
	dash = span_find(tag, "-cuda");
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
	struct span torch, cuda, image = image_in(t, i);

	return image.n && split_tag(env_expand(t, i, image, span_of("")), &torch, &cuda);
}

/* As a command that has been run: one below that installs another torch takes its place. */
static size_t image_read(const struct env_text *t, size_t i, struct env *to)
{
	struct requirements r = { .a = t->a, .to = to };
	struct span torch, cuda;
	struct env_declared *d;
	char digits[8];
	size_t n = 0;

	if (!split_tag(env_expand(t, i, image_in(t, i), span_of("")), &torch, &cuda))
		return i + 1;
	for (size_t k = 0; k < cuda.n && n < sizeof digits - 1; k++)
		if (ascii_digit(cuda.p[k]))
			digits[n++] = cuda.p[k];
	digits[n] = '\0';
	d = requirements_add(&r, span_of(arena_printf(t->a, "torch==" SPAN_FMT, SPAN_ARG(torch))),
			     env_origin(t, i));
	d->typed = true;
	d->index = arena_printf(t->a, "https://download.pytorch.org/whl/cu%s", digits);
	return i + 1;
}

const struct env_format env_image = { image_begins, image_read };
