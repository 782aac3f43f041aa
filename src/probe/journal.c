/* The steps of a probe: when each began, how it ended and in what words. */
#include "probe/journal_private.h"

#include <stdio.h>

#include "fact/cuda_error.h"
#include "os/clock.h"

struct timer journal_begin(struct probe_step *s)
{
	s->state = STEP_RUNNING;
	return (struct timer){ s, os_clock_ms() };
}

static void end(struct timer t, enum step_state state, int code)
{
	t.step->ms = os_clock_ms() - t.from;
	t.step->code = code;
	t.step->state = state;
}

bool journal_end(struct timer t, const struct cuda *c, int code)
{
	const char *words = code && c ? cuda_words(c, code) : NULL;
	const struct cuda_error *known = cuda_error(code);

	if (code && !words && known)
		words = known->meaning;
	if (code && !t.step->text[0])
		snprintf(t.step->text, PROBE_TEXT, "%s", words ? words : "unknown error");
	end(t, code ? STEP_FAILED : STEP_OK, code);
	return code == 0;
}

void journal_fail(struct timer t, int code, const char *words)
{
	snprintf(t.step->text, PROBE_TEXT, "%s", words);
	end(t, STEP_FAILED, code);
}

void journal_fault(struct timer t, enum step_fault fault)
{
	t.step->fault = fault;
	end(t, STEP_FAILED, 0);
}
