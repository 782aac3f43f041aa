/* The CUDA that a library is of, by the number in its name. */
#include <string.h>

#include "explain/named_private.h"

/* The CUDAs whose library has that number, where the number is the library's own (the names in
 * NVIDIA's toolkits and wheels). */
static const char *own_number(const char *name, uint64_t number)
{
	static const struct {
		const char *name, *cudas[4]; /* from number 10 on */
	} own[] = {
		{ "cufft", { "10, 11", "12", "13" } }, { "cusolver", { "10, 11", "11, 12", "13" } },
		{ "cusparse", { "10", "11", "12, 13" } }, { "curand", { "10, 11, 12, 13" } },
	};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strcmp(own[i].name, name) == 0)
			return number >= 10 && number < 14 ? own[i].cudas[number - 10] : NULL;
	return NULL;
}

void named_library(struct arena *a, struct span text, struct captures *to)
{
	static const char *const names[] = { "cudart", "cublas", "cudnn", "cufft", "cusolver",
					     "cusparse", "curand" };
	struct span word = { "", 0 }, s;
	uint64_t major, minor = 0;
	ptrdiff_t at = -1;
	bool dotted;
	size_t i = 0;

	while (i < 7 && at < 0)
		at = span_find_nocase(text, names[i++]);
	at -= at >= 3 && span_starts_nocase(span_from(text, (size_t)at - 3), "lib") ? 3 : 0;
	word = span_from(text, at < 0 ? text.n : (size_t)at);
	word.n = span_run_alnum(word, "._-");
	at = span_find(word, ".so.");
	at = at < 0 ? span_find(word, "64_") + 3 : at + 4;
	s = span_from(word, (size_t)at);
	if (at < 3 || !span_take_u64(&s, &major))
		return;
	captures_add(a, to, "lib_name", arena_span(a, word));
	if (--i > 2) {
		const char *cudas = own_number(names[i], major);

		captures_add(a, to, "lib_of", cudas ? arena_printf(a, "CUDA %s", cudas) : NULL);
		return;
	}
	dotted = major >= 80 || (span_take(&s, ".") && span_take_u64(&s, &minor));
	if (major >= 80) { /* 101 is 10.1 */
		minor = major % 10;
		major /= 10;
	}
	/* from 11 on one name serves every CUDA of a major */
	if (i < 2 && major < 11 && dotted)
		captures_add(a, to, "lib_of", arena_printf(a, "CUDA %u.%u", (unsigned)major,
							   (unsigned)minor));
	else
		captures_add(a, to, "lib_of", arena_printf(a, "%s %u", i < 2 ? "CUDA" : "cuDNN",
							   (unsigned)major));
}
