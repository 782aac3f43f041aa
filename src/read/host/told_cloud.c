/*
 * Machines by the names under which clouds rent them out: "we have 2 g5.12xlarge" is told of as
 * "we have 2 4x NVIDIA A10G", and whose they are is for the words around to say.
 */
#include <string.h>

#include "base/buf.h"
#include "fact/row.h"
#include "read/host/told_private.h"

enum { TYPE_LEAST = 7, TYPE_MOST = 40 };

/* What a text has by the thousand, "torch-2.1.0" or "libcudart.so.12", begins with longer words. */
static bool may_be_type(struct span s)
{
	static const char *const begins[] = { "standard_n", "ecs.", "vm.gpu", "bm.gpu", "gpu_" };
	size_t letters = 0;

	if (s.n < TYPE_LEAST || s.n > TYPE_MOST)
		return false;
	while (letters < s.n && ascii_alpha(s.p[letters]))
		letters++;
	if (letters && letters < 4 && ascii_digit(s.p[letters]))
		return true;
	return ANY(x, ROWS(begins), span_starts_nocase(s, *x));
}

/* The next type in *rest, which is taken off with all before it. */
static const char *type_next(struct span *rest, struct span *type, const char **gpus)
{
	const char *gpu = NULL;

	while (!gpu && rest->n) {
		size_t n = 0;

		while (n < rest->n && ascii_name(rest->p[n]))
			n++;
		*type = span_sub(*rest, 0, n);
		while (type->n && !ascii_alnum(type->p[type->n - 1]))
			type->n--; /* the end of a sentence */
		if (may_be_type(*type))
			gpu = row_machine(*type, gpus);
		*rest = span_from(*rest, gpu ? type->n : n ? n : 1);
	}
	return gpu;
}

struct span told_cloud(struct arena *a, struct span line)
{
	struct span rest = line, type, kept = line;
	const char *gpu, *gpus;
	BUF_AUTO b = BUF(2 * TOLD_LINE);

	while ((gpu = type_next(&rest, &type, &gpus))) {
		buf_span(&b, span_sub(kept, 0, (size_t)(type.p - kept.p)));
		buf_printf(&b, "%s%s%s", strcmp(gpus, "1") == 0 ? "" : gpus,
			   strcmp(gpus, "1") == 0 ? "" : "x ", gpu);
		kept = rest;
	}
	if (kept.p == line.p)
		return line;
	buf_span(&b, kept);
	return span_of(arena_str(a, buf_cstr(&b)));
}
