/* Questions that the numbers of drivers and of CUDA answer. */
#include <string.h>

#include "explain/asked_private.h"
#include "know/driver_release.h"

const char *asked_driver(struct arena *a, struct matrix *m, const char *driver, bool windows)
{
	enum driver_os os = windows ? DRIVER_WINDOWS : DRIVER_LINUX;
	struct driver_branch branch = { 0 };
	const char *newest = driver;
	struct err e;

	if (!driver || driver_number_check(m, a, span_of(driver), os, &e) ||
	    (!strchr(driver, '.') &&
	     driver_newest(m, a, span_of(driver), os, &newest, NULL, &e) != 0))
		newest = driver;
	return newest && driver_branch(m, a, span_of(newest), os, &branch, &e) == 0 &&
		       branch.cuda && branch.listed ? newest : NULL;
}

/* What all that the CUDA does asks for; NULL: no more than to run. */
static const char *full_of(const struct driver_need *need)
{
	return need->toolkit && strcmp(need->toolkit, need->least) != 0 ? need->toolkit : NULL;
}

static bool need_of(const struct asked_case *x, const char *cuda, struct driver_need *ret)
{
	struct err e;

	return driver_need(x->m, x->a, span_of(cuda),
			   x->driver.windows ? DRIVER_WINDOWS : DRIVER_LINUX, ret, &e) == 0;
}

/* What it takes, and the newest torch of that. A driver of which only the CUDA is known that
 * nvidia-smi shows serves all of its major, from 11 on (minor-version compatibility). */
struct phrase asked_most(const struct asked_case *x)
{
	const struct driver d = x->have ? x->driver :
					  (struct driver){ .cuda = pair_parse(x->q.shown) };
	pair_t most = d.cuda / 100 * 100;
	const struct build *first = NULL, *last = NULL;
	const char *major = NULL;

	for (const struct build *b = NULL; (b = explain_next(x->c, MANAGER_PIP, b));)
		if (b->cuda.major && driver_takes(x->c, &d, pair_of(b->cuda)) != SUPPORT_NONE)
			explain_widen(b, &first, &last);
	for (size_t i = 0; i < x->c->cudas.n; i++)
		if (x->c->cudas.v[i].cuda / 100 == d.cuda / 100 && x->c->cudas.v[i].cuda > most)
			most = x->c->cudas.v[i].cuda;
	if (driver_takes(x->c, &d, most) != SUPPORT_NONE && d.cuda >= 1100)
		major = arena_printf(x->a, "%d", d.cuda / 100);
	return phrase_make(x->a, x->have ? FORM_ASKED_MOST : FORM_ASKED_SHOWN_MOST,
			   (struct fact[]){ { 0 },
				SAY(have, x->have ? x->q.driver : x->q.shown),
				SAY(last, pair_text(x->a, d.cuda)), SAY(first, major),
				SAY(torch, last ? last->torch : NULL),
				SAY(variant, last ? last->variant : NULL) }, 6);
}

/* A CUDA on a driver that shows another. */
struct phrase asked_shown(const struct asked_case *x)
{
	const char *wished = x->q.wished.text;
	pair_t shown = pair_parse(x->q.shown), cuda = pair_parse(wished);
	struct driver_need need = { 0 };

	if (!shown || !cuda || !need_of(x, wished, &need))
		return (struct phrase){ 0 };
	if (cuda <= shown)
		return PHRASE(x->a, ASKED_SHOWN_DIRECT, SAY(have, x->q.shown), SAY(cuda, wished));
	return phrase_make(x->a, cuda / 100 == shown / 100 && need.minor ?
				   FORM_ASKED_SHOWN_MINOR : FORM_ASKED_SHOWN_OLD,
			   (struct fact[]){ { 0 }, SAY(have, x->q.shown), SAY(cuda, wished),
					    SAY(need, need.least) }, 4);
}

/* What a CUDA needs. */
struct phrase asked_need(const struct asked_case *x)
{
	struct driver_need need = { 0 };

	if (!need_of(x, x->q.cuda.text, &need))
		return (struct phrase){ 0 };
	return PHRASE(x->a, ASKED_NEED, SAY(cuda, x->q.cuda.text), SAY(need, need.least),
		      SAY(driver, full_of(&need)));
}

/* A CUDA on a driver. */
struct phrase asked_takes(const struct asked_case *x)
{
	const char *cuda = x->q.cuda.text;
	struct driver_need need = { 0 };

	if (x->driver.cuda >= pair_parse(cuda))
		return PHRASE(x->a, ASKED_DIRECT, SAY(have, x->q.driver),
			      SAY(last, pair_text(x->a, x->driver.cuda)));
	if (!need_of(x, cuda, &need))
		return (struct phrase){ 0 };
	return phrase_make(x->a, driver_at_least(x->have, need.least) ? FORM_ASKED_MINOR :
									FORM_ASKED_OLD,
			   (struct fact[]){ { 0 }, SAY(cuda, cuda), SAY(need, need.least),
					    SAY(have, x->q.driver) }, 4);
}

/* "cu121 or cu118": by what each asks of the driver. */
struct phrase asked_two(const struct asked_case *x)
{
	bool first = pair_parse(x->q.cuda.text) > pair_parse(x->q.other.text);
	const char *new = first ? x->q.cuda.text : x->q.other.text;
	const char *old = first ? x->q.other.text : x->q.cuda.text;
	struct driver_need need = { 0 }, least = { 0 };

	if (!need_of(x, new, &need) || !need_of(x, old, &least))
		return (struct phrase){ 0 };
	return PHRASE(x->a, ASKED_TWO, SAY(cuda, new), SAY(need, need.least), SAY(other, old),
		      SAY(have, strcmp(need.least, least.least) != 0 ? least.least : NULL));
}

/* The GPUs that its compiler makes code for. */
struct phrase asked_gpus_of_cuda(const struct asked_case *x)
{
	pair_t cuda = pair_parse(x->q.cuda.text);
	const struct cc_fact *first = NULL, *last = NULL;
	char low[SM_TEXT], high[SM_TEXT];

	for (size_t i = 0; i < x->c->ccs.n; i++) {
		const struct cc_fact *one = &x->c->ccs.v[i];

		if (one->first_cuda && one->first_cuda <= cuda &&
		    (!one->last_cuda || one->last_cuda >= cuda)) {
			first = first ? first : one;
			last = one;
		}
	}
	return first ? PHRASE(x->a, ASKED_CUDA_GPUS, SAY(cuda, x->q.cuda.text),
			      SAY(first, arena_str(x->a, sm_dotted(first->sm, low))),
			      SAY(last, arena_str(x->a, sm_dotted(last->sm, high)))) :
		       (struct phrase){ 0 };
}
