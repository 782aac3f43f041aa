/* torch sees no GPU: of the causes that this can have, those that the facts beside it confirm or
 * strike, and what is left. */
#include <string.h>

#include "explain/explain_private.h"
#include "fact/platform.h"
#include "plan/driver.h"

/* "cu124" of an index, or what cudatoolkit and pytorch-cuda were asked as; 0: neither. */
static pair_t cuda_wanted(const struct captures *facts)
{
	pair_t cuda = explain_label_cuda(span_of(captures_get(facts, "index_label")));

	return cuda ? cuda : pair_parse(captures_get(facts, "cudatoolkit"));
}

bool explain_two_cudas(const struct captures *facts)
{
	struct span label = span_of(captures_get(facts, "torch")), release;
	pair_t toolkit = pair_parse(captures_get(facts, "cudatoolkit"));

	return toolkit && span_next(&label, '+', &release) && explain_label_cuda(label) &&
	       explain_label_cuda(label) != toolkit;
}

/* The CUDA of the torch that the text names: said there, that of its label, the one that was asked
 * for, or that of what a plain pip brings. 0: not known, or none. The torch may be NULL. */
static pair_t cuda_of(const struct catalogue *c, const struct captures *facts, const char *torch,
		      bool windows)
{
	const char *on = windows ? PLATFORM_WINDOWS : PLATFORM_LINUX;
	struct span label = span_of(torch ? torch : ""), release;
	const struct build *of;

	if (captures_get(facts, "torch_cuda"))
		return pair_parse(captures_get(facts, "torch_cuda"));
	(void)span_next(&label, '+', &release);
	if (!label.n && cuda_wanted(facts))
		return cuda_wanted(facts);
	of = FIRST_WHEEL(b, torch ? c : NULL, on, explain_is_wheel(b, release) &&
			 (label.n ? span_is(label, b->variant) : b->is_default));
	return of ? pair_of(of->cuda) : 0;
}

int explain_driver_fits(struct arena *a, const struct catalogue *c, const struct host *h,
			const struct captures *facts, struct captures *to)
{
	const char *torch = captures_get(facts, "torch"), *need;
	const struct driver d = driver_of(c, h);
	pair_t cuda;

	torch = torch ? torch : h->torch.version;
	if (!d.version || d.l4t)
		return 0;
	cuda = cuda_of(c, facts, torch, d.windows);
	need = cuda ? driver_least(c, &d, cuda) : NULL;
	if (!need)
		return 0;
	if (torch)
		captures_add(a, to, "torch", torch);
	captures_add(a, to, "torch_cuda", pair_text(a, cuda));
	captures_add(a, to, "need", need);
	captures_add(a, to, "driver", d.version);
	return driver_takes(c, &d, cuda) == SUPPORT_NONE ? -1 : 1;
}

struct phrase explain_drivers_of(struct arena *a, const struct catalogue *c, const char *torch,
				 bool windows)
{
	const struct driver any = { .windows = windows };
	const char *on = windows ? PLATFORM_WINDOWS : PLATFORM_LINUX;
	struct span label = span_of(torch ? torch : ""), release;
	struct phrase all = { 0 };
	struct strings seen = { 0 };

	if (!span_next(&label, '+', &release) || label.n)
		return all;
	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, on, b));) {
		const char *need = driver_least(c, &any, pair_of(b->cuda));

		if (!need || !explain_is_wheel(b, release) || strings_has(&seen, b->variant))
			continue;
		strings_add(a, &seen, b->variant);
		all = phrase_append(a, FORM_LIST_COMMA, all,
				    PHRASE(a, VARIANT_FROM_DRIVER, SAY(variant, b->variant),
					   SAY(need, need)));
	}
	if (!all.form)
		return all;
	return PHRASE(a, DRIVERS_OF, SAY(torch, arena_span(a, release)),
		      SAY_PHRASE(list, phrase_keep(a, all)));
}

/* What decides between the causes. */
struct unseen {
	struct arena *a;
	const char *torch;      /* "1.8.1+cu102"; NULL: not told */
	struct span label;      /* "cu102", "cpu"; empty: none */
	pair_t cuda;            /* of that torch, or of what a plain pip brings; 0: not known */
	bool printed;           /* torch.version.cuda, or conda's build, said it */
	bool asked;             /* it is the one that pip or conda was asked for */
	struct driver driver;
	bool windows;
	bool surrounded;        /* asked in a pod, a job or a container: that is first */
	bool says_cpu;          /* the text calls its torch one for the CPU */
	bool no_nvidia;         /* its GPU is of another maker */
	bool conda;             /* conda installs, and not pip */
	bool jetson;
	struct phrase unserved; /* which torch has code for its GPU */
	const char *variant;    /* the index that serves it */
};

static struct unseen unseen_of(struct arena *a, const struct catalogue *c, const struct host *h,
			     const struct captures *facts)
{
	struct unseen s = { .a = a, .torch = captures_get(facts, "torch") };
	const char *platform = captures_get(facts, "told_platform");
	struct span release;

	if (!s.torch && h)
		s.torch = h->torch.version;
	if (h)
		s.driver = driver_of(c, h);
	if (!platform && h)
		platform = h->platform;
	s.windows = platform && strcmp(platform, PLATFORM_WINDOWS) == 0;
	s.driver.windows |= s.windows;
	s.variant = explain_variant(c, &s.driver, h);
	s.label = span_of(s.torch ? s.torch : "");
	(void)span_next(&s.label, '+', &release);
	s.printed = captures_get(facts, "torch_cuda") != NULL;
	s.cuda = cuda_of(c, facts, s.torch, s.windows);
	s.asked = s.cuda && s.cuda == cuda_wanted(facts);
	return s;
}

/* It is said to have CUDA. */
static bool is_cuda(const struct unseen *s)
{
	return s->cuda && (s->label.n || s->printed);
}

static bool is_served(const struct unseen *s, const struct catalogue *c)
{
	return s->cuda && s->driver.version &&
	       driver_takes(c, &s->driver, s->cuda) != SUPPORT_NONE;
}

static struct phrase struck(const struct unseen *s, const struct catalogue *c)
{
	struct arena *a = s->a;
	struct phrase all = { 0 };

	if (is_cuda(s))
		all = PHRASE(a, CAUSE_HAS_CUDA, SAY(torch, s->torch),
			     SAY(cuda, pair_text(a, s->cuda)));
	if (is_served(s, c))
		all = phrase_append(a, FORM_LIST_COMMA, all,
				    PHRASE(a, CAUSE_SERVED, SAY(driver, s->driver.version),
					   SAY(cuda, pair_text(a, s->cuda))));
	else if (s->driver.version && !s->cuda)
		all = phrase_append(a, FORM_LIST_COMMA, all,
				    PHRASE(a, CAUSE_DRIVER, SAY(driver, s->driver.version)));
	return all;
}

/* What is left, the likeliest first; without the driver, where that was said before. */
static struct phrase left(const struct unseen *s, const struct catalogue *c, bool driver)
{
	struct arena *a = s->a;
	struct phrase all = { 0 };

	if (!is_cuda(s))
		all = PHRASE(a, CAUSE_CPU);
	if (driver && !is_served(s, c))
		all = phrase_append(a, FORM_LIST_SEMICOLON, all,
				    s->cuda ? PHRASE(a, CAUSE_NEEDS_DRIVER,
						     SAY(need, driver_least(c, &s->driver,
									    s->cuda))) :
					      PHRASE(a, CAUSE_NO_DRIVER));
	all = phrase_append(a, FORM_LIST_SEMICOLON, all, PHRASE(a, CAUSE_PYTHON));
	all = phrase_append(a, FORM_LIST_SEMICOLON, all, PHRASE(a, CAUSE_HIDDEN));
	return phrase_append(a, FORM_LIST_SEMICOLON, all, PHRASE(a, CAUSE_STATE));
}

/* It is a CPU build, by what the text says. */
static struct phrase said_cpu(const struct unseen *s)
{
	if (s->jetson)
		return (struct phrase){ 0 };
	return s->conda ? PHRASE(s->a, CAUSE_CONDA_CPU) :
			  PHRASE(s->a, CAUSE_SAID_CPU, SAY(variant, s->variant));
}

static struct phrase answer(const struct unseen *s, const struct catalogue *c)
{
	struct arena *a = s->a;
	struct phrase not_so, rest;
	const char *need;

	if (s->no_nvidia)
		return PHRASE(a, CAUSE_NO_NVIDIA);
	if (s->unserved.form == FORM_WHEELS_NONE)
		return s->unserved;
	if (span_is(s->label, "cpu"))
		return PHRASE(a, CAUSE_IS_CPU, SAY(torch, s->torch));
	if (s->says_cpu && !is_cuda(s))
		return said_cpu(s);
	not_so = struck(s, c);
	if (s->windows && !is_cuda(s) && !s->asked)
		return PHRASE(a, CAUSE_WINDOWS, SAY(variant, s->variant));
	need = driver_least(c, &s->driver, s->cuda);
	if (s->surrounded || (!not_so.form && !need))
		return (struct phrase){ 0 };
	rest = left(s, c, not_so.form != 0);
	if (!not_so.form)
		return PHRASE(a, CAUSE_DRIVER_FIRST, SAY(cuda, pair_text(a, s->cuda)),
			      SAY(need, need), SAY_PHRASE(rest, phrase_keep(a, rest)));
	return PHRASE(a, CAUSE_STRUCK, SAY_PHRASE(list, phrase_keep(a, not_so)),
		      SAY_PHRASE(rest, phrase_keep(a, rest)));
}

/* What the words of the text tell. */
static void read_words(struct unseen *s, struct span text, const struct host *h,
		       const struct meanings *m)
{
	struct arena *a = s->a;

	s->says_cpu = explain_says(a, m, "says-cpu", text);
	s->no_nvidia = (h && h->nvidia_present == TRI_NO && h->problems.n) ||
		       ((explain_says(a, m, "other-gpu", text) ||
			 explain_says(a, m, "on-mac", text)) &&
			!explain_says(a, m, "nvidia-gpu", text) && !captures_get(&m->facts, "gpu"));
	s->conda = explain_says(a, m, "by-conda", text) && !explain_says(a, m, "by-pip", text);
	s->jetson = explain_says(a, m, "jetson", text);
}

/* It is called a build for the CPU: a label beside is of what was asked for. */
static void drop_label(struct unseen *s, const struct meanings *m, struct meaning *to)
{
	struct span label = span_of(s->torch ? s->torch : ""), release;
	struct captures own = { 0 };

	if (!s->label.n || !span_next(&label, '+', &release))
		return;
	s->label.n = 0;
	captures_add(s->a, &own, "torch", arena_span(s->a, release));
	explain_words(s->a, to, to->symptom, &own, &m->facts);
}

void explain_cause(struct arena *a, const struct catalogue *c, const struct host *h,
		   struct span text, struct meanings *m)
{
	struct unseen s = unseen_of(a, c, h, &m->facts);
	bool read = false;

	if (h && h->gpus.n == 1 && c)
		s.unserved = explain_range(a, c, &h->gpus.v[0], NULL);
	for (size_t i = 0; i < m->n; i++) {
		struct meaning *one = &m->v[i];
		struct unseen here;
		struct phrase said;

		if (!explain_is_about(m, one->symptom, "about-unseen"))
			continue;
		if (!read)
			read_words(&s, text, h, m);
		read = true;
		here = s;
		if (explain_is_group(one->symptom, "unavailable"))
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, one->here,
				explain_drivers_of(a, c, captures_get(&m->facts, "torch"),
						   s.windows));
		if (strcmp(one->symptom->group, "cpu-build") == 0) {
			here.says_cpu = true;
			if (!span_is(s.label, "cpu") && !s.printed)
				drop_label(&here, m, one);
		}
		here.surrounded = !here.says_cpu && strcmp(one->symptom->name, "env-false") != 0 &&
				  !explain_is_group(one->symptom, one->symptom->name);
		said = answer(&here, c);
		if (!said.form)
			continue;
		one->answer = said;
		if (said.form == FORM_CAUSE_STRUCK || said.form == FORM_CAUSE_DRIVER_FIRST ||
		    said.form == FORM_CAUSE_NO_NVIDIA ||
		    said.form == FORM_WHEELS_NONE)
			one->cause = NULL; /* its list is in the answer, without what was struck */
	}
}
