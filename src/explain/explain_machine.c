/* How what was recognised concerns a machine: its GPUs, its driver, its torch. */
#include <string.h>

#include "base/buf.h"
#include "base/tr.h"
#include "explain/asked_private.h"

static bool says_sm(const struct captures *facts, struct sm *ret)
{
	const char *text = captures_get(facts, "sm");

	return text && sm_parse(span_of(text), ret);
}

static bool are_alike(const struct gpu *a, const struct gpu *b)
{
	return sm_equal(a->sm, b->sm) &&
	       strcmp(a->name ? a->name : "", b->name ? b->name : "") == 0;
}

static size_t put_gpus(struct buf *b, const struct host *h, size_t i)
{
	const struct gpu *g = &h->gpus.v[i];
	char sm[SM_TEXT];
	size_t n = 1;

	while (i + n < h->gpus.n && are_alike(g, &h->gpus.v[i + n]))
		n++;
	if (b->n)
		buf_str(b, ", ");
	if (n > 1)
		buf_printf(b, "%zu x ", n);
	buf_str(b, g->name ? g->name : tr("a GPU"));
	if (sm_known(g->sm))
		buf_printf(b, " (%s)", sm_dotted(g->sm, sm));
	return n;
}

/* The machine beside the message: its GPUs, its driver, the torch that is installed. */
static struct phrase here(struct arena *a, const struct host *h, const struct captures *facts)
{
	struct sm sm = { 0 };
	bool told = says_sm(facts, &sm), same = !told;
	struct phrase ret = { 0 };
	BUF_AUTO b = BUF_WORDS;

	if (h->gpus.n == 0 && !h->driver)
		return ret;
	for (size_t i = 0; i < h->gpus.n; i += put_gpus(&b, h, i))
		same |= sm_number_equal(h->gpus.v[i].sm, sm);
	if (b.n)
		ret = PHRASE(a, SAID, SAY(text, arena_str(a, buf_cstr(&b))));
	if (h->driver)
		ret = phrase_append(a, FORM_LIST_COMMA, ret,
				    PHRASE(a, HERE_DRIVER, SAY(driver, h->driver)));
	if (h->torch.version)
		ret = phrase_append(a, FORM_LIST_COMMA, ret,
				    PHRASE(a, HERE_TORCH, SAY(torch, h->torch.version)));
	if (!same && h->gpus.n)
		ret = phrase_append(a, FORM_LIST_SEMICOLON, ret, PHRASE(a, HERE_OTHER_GPU));
	return ret;
}

/* The compute capability that the message is about: it says so, or all GPUs are alike. */
static struct sm sm_of(const struct host *h, const struct captures *facts)
{
	const struct sm none = { 0 };
	struct sm sm = { 0 };

	if (says_sm(facts, &sm) || h->gpus.n == 0)
		return (struct sm){ sm.major, sm.minor, 0 };
	for (size_t i = 1; i < h->gpus.n; i++)
		if (!sm_equal(h->gpus.v[i].sm, h->gpus.v[0].sm))
			return none;
	return h->gpus.v[0].sm;
}

/* torch itself has code for the GPU: then something else has none, unless the message names a file
 * of torch. */
static void blame_extension(struct arena *a, const struct catalogue *c, struct sm sm,
			    struct meanings *m)
{
	const struct captures none = { 0 };
	const char *torch = captures_get(&m->facts, "torch");

	if (torch && !captures_get(&m->facts, "own_code") && explain_serves(a, c, torch, sm))
		explain_turn(a, m, "no-kernel", "no-kernel-extension", &none);
}

/* No driver is found, and one is named. */
static void blame_reach(struct arena *a, const struct host *h, struct meanings *m)
{
	struct captures own = { 0 };

	captures_add(a, &own, "driver", h->driver);
	if (h->driver)
		explain_turn(a, m, "no-driver", "driver-unreached", &own);
}

/* torch sees no GPU, and the driver that is named is older than its CUDA asks for; or a driver is
 * called too old, and serves the CUDA of the torch that is named. */
static void blame_driver(struct arena *a, const struct catalogue *c, const struct host *h,
			 struct meanings *m)
{
	const struct symptom *old = explain_symptom(m->known, "driver-for-torch");
	const char *torch = captures_get(&m->facts, "torch");
	/* what is beside torch fails where it is not torch's own code that does */
	bool beside = ((torch && strchr(torch, '+')) || captures_get(&m->facts, "torch_cuda")) &&
		      !captures_get(&m->facts, "own_code");
	struct captures own = { 0 };
	int fits = c ? explain_driver_fits(a, c, h, &m->facts, &own) : 0;

	if (!old || !fits ||
	    explain_range_of(a, c, sm_of(h, &m->facts)).form == FORM_WHEELS_NONE)
		return; /* no torch has code for the GPU: a newer driver is no way out */
	EACH(struct meaning, one, *m)
		if (fits < 0 && explain_is_about(m, one->symptom, "about-unseen") &&
		    !explain_is_group(one->symptom, "cpu-build"))
			explain_words(a, one, old, &own, &m->facts);
	if (fits > 0 && beside)
		explain_turn(a, m, "driver-35", "driver-other", &own);
}

/* Code of the same first number up to its own; that of 12.0 has none below. */
static struct phrase code_for(struct arena *a, struct sm gpu)
{
	const struct sm first = { gpu.major, 0, 0 };
	struct phrase none = { 0 };

	if (!sm_known(gpu))
		return none;
	return PHRASE(a, HERE_CODE,
		      SAY(first, gpu.minor ? sm_said(a, first) : NULL),
		      SAY(last, sm_said(a, gpu)));
}

/* What the driver of the host takes, or one that reports that CUDA, and the newest torch. */
static struct phrase newest_for(struct arena *a, const struct catalogue *c, const struct host *h,
				const char *cuda)
{
	const struct asked_case x = { .a = a, .c = c, .q = { .shown = cuda, .driver = h->driver },
				      .have = cuda ? NULL : h->driver, .driver = driver_of(c, h) };
	bool known = cuda ? pair_parse(cuda) != 0 : x.driver.cuda && !x.driver.l4t;

	return known ? asked_most(&x) : (struct phrase){ 0 };
}

/* Whatever channel has the CUDA that conda was asked for: the driver does not take it. */
static void blame_toolkit(struct arena *a, const struct catalogue *c, const struct host *h,
			  struct meanings *m)
{
	pair_t cuda = pair_parse(captures_get(&m->facts, "cudatoolkit"));
	const struct driver d = driver_of(c, h);

	if (!cuda || !d.version || d.l4t || driver_takes(c, &d, cuda) != SUPPORT_NONE)
		return;
	EACH(struct meaning, one, *m)
		if (explain_is_about(m, one->symptom, "about-channel"))
			one->answer = newest_for(a, c, h, NULL);
}

/* What a word of the trade means for the machine. */
static struct phrase meant_here(struct arena *a, const struct catalogue *c, const struct host *h,
				const struct meanings *m, const struct symptom *s)
{
	struct phrase none = { 0 };

	if (explain_is_about(m, s, "about-code"))
		return code_for(a, sm_of(h, &m->facts));
	return explain_is_about(m, s, "about-driver") ? newest_for(a, c, h, NULL) : none;
}

void explain_machine(struct arena *a, const struct catalogue *c, const struct host *h,
		     struct meanings *m)
{
	const char *torch = captures_get(&m->facts, "torch");
	struct phrase words = here(a, h, &m->facts), meant;
	struct phrase code = explain_release(a, c, torch, sm_of(h, &m->facts));
	struct phrase pythons = explain_pythons(a, c, torch, NULL);
	struct phrase range = explain_range_of(a, c, sm_of(h, &m->facts));
	const char *found = captures_get(&m->facts, "found");
	struct phrase most = found ? newest_for(a, c, h, found) : (struct phrase){ 0 };

	blame_extension(a, c, sm_of(h, &m->facts), m);
	blame_driver(a, c, h, m);
	blame_reach(a, h, m);
	blame_toolkit(a, c, h, m);
	for (size_t i = 0; i < m->n; i++) {
		struct meaning *one = &m->v[i];

		if (explain_is_said(one->symptom))
			continue;
		if (strcmp(one->symptom->group, "driver-too-old") == 0) {
			one->answer = range.form == FORM_WHEELS_NONE ? range : most;
			if (range.form == FORM_WHEELS_NONE || most.form == FORM_ASKED_MOST_NONE)
				one->cure = NULL; /* the answer says what helps, if anything does */
		}
		if (strcmp(one->symptom->name, "q-which") == 0 && h->gpus.n == 1) {
			one->answer = explain_range(a, c, &h->gpus.v[0], NULL);
			one->cure = NULL; /* it asks for the GPU */
		}
		one->here = words;
		one->torch = words.form ? h->torch.version : NULL;
		if (code.form && !one->harmless && strncmp(one->symptom->group, "arch-", 5) == 0)
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, words, code);
		meant = meant_here(a, c, h, m, one->symptom);
		if (words.form && meant.form)
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, words, meant);
		if (pythons.form && one->symptom->facts &&
		    strcmp(one->symptom->facts, "python") == 0)
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, words, pythons);
	}
}

bool explain_gpu(struct arena *a, const struct captures *facts, struct host *to)
{
	const char *name = captures_get(facts, "gpu");
	struct gpu g = gpu_new(0);

	if (!says_sm(facts, &g.sm) && !name)
		return false;
	g.sm.suffix = 0;
	g.name = name;
	g.sm_source = sm_known(g.sm) ? SM_SOURCE_CSV : SM_SOURCE_NONE;
	ARRAY_ADD(a, to->gpus) = g;
	to->gpus_known = true;
	return true;
}

void explain_told(const struct captures *facts, struct host *to)
{
	if (!to->driver)
		to->driver = captures_get(facts, "driver");
	if (!to->platform)
		to->platform = captures_get(facts, "told_platform");
	if (!to->glibc)
		to->glibc = captures_get(facts, "told_glibc");
}

bool explain_host(struct arena *a, const struct captures *facts, struct host *ret)
{
	const char *found = captures_get(facts, "found");
	struct host h = host_new("the text");

	if (!explain_gpu(a, facts, &h))
		return false;
	explain_told(facts, &h);
	h.driver_cuda = found ? found : captures_get(facts, "driver_cuda");
	*ret = h;
	return true;
}
