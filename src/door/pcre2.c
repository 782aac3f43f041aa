#include "door/pcre2.h"

#include "fact/err_phrase.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* Far more than an expression about a version or a build takes. */
enum { MATCH_STEPS = 1000000, MATCH_DEPTH = 10000, MATCH_HEAP_KIB = 8192 };

struct program {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *limits;
};

static void *take(size_t n, void *arena)
{
	return arena_alloc(arena, n);
}

/* The arena gives back all at its end. */
static void leave(void *p, void *arena)
{
	(void)p;
	(void)arena;
}

static bool match(void *code, struct span text)
{
	const struct program *p = code;

	return pcre2_match(p->code, (PCRE2_SPTR)(text.n ? text.p : ""), text.n, 0, 0, p->data,
			   p->limits) >= 0;
}

int pcre2_regex(struct arena *a, struct span pattern, struct regex *ret, struct err *e)
{
	const uint32_t options = PCRE2_ANCHORED | PCRE2_CASELESS | PCRE2_DOLLAR_ENDONLY |
				 PCRE2_DOTALL | PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C;
	pcre2_general_context *memory = pcre2_general_context_create(take, leave, a);
	pcre2_compile_context *how = pcre2_compile_context_create(memory);
	struct program *p = arena_new(a, struct program);
	PCRE2_UCHAR why[128];
	PCRE2_SIZE at;
	int code;

	p->code = pcre2_compile((PCRE2_SPTR)pattern.p, pattern.n, options, &code, &at, how);
	if (!p->code) {
		pcre2_get_error_message(code, why, sizeof why);
		return ERR_SAY(e, ERR_INPUT, NOT_AN_EXPRESSION, SAY(text, ERR_SPAN(pattern, 100)),
			       SAY(why, (const char *)why));
	}
	p->data = pcre2_match_data_create(1, memory);
	p->limits = pcre2_match_context_create(memory);
	pcre2_set_match_limit(p->limits, MATCH_STEPS);
	pcre2_set_depth_limit(p->limits, MATCH_DEPTH);
	pcre2_set_heap_limit(p->limits, MATCH_HEAP_KIB);
	*ret = (struct regex){ p, match };
	return 0;
}
