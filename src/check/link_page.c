/*
 * What an address after -f says of the torch and CUDA that the wheels there were built beside:
 * "data.pyg.org/whl/torch-2.4.0+cu121.html", ".../mmcv/dist/cu118/torch2.0.0/index.html",
 * ".../wheels/torch-2.4/cu121/repo.html", ".../wheels/py38_cu113_pyt1110/download.html".
 * Sources: the installation pages of PyTorch Geometric, MMCV, DGL, detectron2, Kaolin, PyTorch3D.
 */
#include <string.h>

#include "check/lines_solved_private.h"
#include "check/torch_place_private.h"

/* "2.4" of "torch-2.4.0+cu121": patch releases keep the interface. */
static const char *minor_after(struct arena *a, struct span s)
{
	uint64_t major, minor;

	(void)(span_take(&s, "-") || span_take(&s, "_"));
	if (!span_take_u64(&s, &major) || !span_take(&s, ".") || !span_take_u64(&s, &minor))
		return NULL;
	return arena_printf(a, "%u.%u", (unsigned)major, (unsigned)minor);
}

/* "1.11" of "pyt1110", whose dots were taken out. */
static const char *minor_in_digits(struct arena *a, struct span s)
{
	size_t n = span_run_digits(s, "");

	if (n < 3 || n > 4)
		return NULL;
	return arena_printf(a, "%c.%.*s", s.p[0], (int)n - 2, s.p + 1);
}

static const char *torch_of(struct arena *a, struct span url)
{
	for (size_t i = 0; i < url.n; i++) {
		struct span s = span_from(url, i);
		const char *ret = span_take(&s, "torch") ? minor_after(a, s) :
				  span_take(&s, "_pyt") ? minor_in_digits(a, s) : NULL;

		if (ret)
			return ret;
	}
	return NULL;
}

/* 1201 of "cu121", a word of its own; "%2B" is how a '+' is written there. */
static pair_t cuda_of(struct span url)
{
	for (size_t i = 1; i + 4 < url.n; i++) {
		struct span s = span_from(url, i);
		size_t n;
		struct cuda_version cuda;

		if (!span_take(&s, "cu") || (ascii_alpha(url.p[i - 1]) && url.p[i - 1] != 'B'))
			continue;
		n = span_run_digits(s, "");
		if (n >= 2 && n <= 3 && cuda_version_parse(span_sub(s, 0, n), &cuda))
			return pair_of(cuda);
	}
	return 0;
}

const char *link_page_torch(struct arena *a, const struct env_setting *s, pair_t *cuda)
{
	const char *torch;

	if (!s->value || !strstr(s->key, "find-links") || torch_place_variant(a, s->value))
		return NULL;
	torch = torch_of(a, span_of(s->value));
	*cuda = torch ? cuda_of(span_of(s->value)) : 0;
	return torch;
}
