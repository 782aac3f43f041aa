/* explain: a text without a message. The facts in it decide: a plan, a verdict, doctor's findings,
 * or the numbers that it asks about. */
#include <string.h>

#include "cmd/envs_private.h"
#include "cmd/explain_reading_private.h"
#include "fact/platform.h"
#include "know/extension.h"
#include "know/host.h"
#include "show/finding.h"
#include "show/words.h"

enum { STORY_LINES = 16384 };

/* What doctor says of it; *ret: the exit code. */
static void show_checkup(struct explaining *x, struct checkup *k, int *ret)
{
	struct json out = cmd_json(x->r);

	*ret = checkup_worst(k) == SEVERITY_NOTE ? EXIT_DONE : EXIT_NO;
	if (x->r->o->json) {
		show_checkup_json(&out, k, 1, NULL);
		return;
	}
	if (*ret == EXIT_DONE)
		show_checkup_sum(x->r->arena, &x->r->out, k, 1);
	else /* what is wrong is the answer */
		show_checkup_found(x->r->arena, &x->r->out, k, true, 0);
	fputc('\n', x->r->out.f);
	if (*ret == EXIT_DONE)
		show_checkup_text(x->r->arena, &x->r->out, k, true, 0);
	else
		show_checkup_head(x->r->arena, &x->r->out, k);
}

bool alone_judge_asks(struct explaining *x, bool told, enum severity least, int *ret)
{
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k;

	if (!text_asks(x, env))
		return false;
	if (!env->platform)
		env->platform = captures_get(&x->found.facts, "told_platform");
	if (!env->python)
		env->python = captures_get(&x->found.facts, "told_python");
	k = reading_judge(x, env, told);
	if (!k || checkup_worst(k) < least)
		return false;
	show_checkup(x, k, ret);
	return true;
}

static struct explain_asks asks_of(struct explaining *x)
{
	return explain_asks(x->r->arena, x->m, &x->c, &x->found, x->text);
}

/* One line that names no error: somebody asks. */
static bool is_asking(struct explaining *x)
{
	struct span line = span_trim(x->text);

	return line.n <= ASKED_LINE && span_find_char(line, '\n') < 0 &&
	       (explain_says(x->r->arena, &x->found, "question", line) ||
		explain_says(x->r->arena, &x->found, "asks-value", line)) &&
	       !explain_says(x->r->arena, &x->found, "loud", x->text);
}

/* The GPU of the text that no row tells of; NULL: none. */
static const char *gpu_without_row(struct explaining *x)
{
	struct host h;
	const struct gpu *gpu = text_host(x, &h) ?
		FIRST_OF(g, h.gpus, g->name && !sm_known(g->sm) && !g->sm_candidates.n) : NULL;

	return gpu ? gpu->name : NULL;
}

/* Nothing is recognised: what was read of it, and what else the text may be for. */
static int unknown(struct explaining *x, struct err *e)
{
	const struct explain_asks asks = asks_of(x);
	const char *gpu = gpu_without_row(x);
	struct env env;

	if (gpu)
		return err_set(e, ERR_NONE, "%s is not in the matrix of %s; nvidia-smi "
			       "--query-gpu=compute_cap --format=csv tells what code it runs, and "
			       "so may cudaplan update", gpu, matrix_date(x->m));
	if (text_env(x, &env))
		return err_set(e, ERR_NONE, "no message in it, but a list of packages; try: "
			       "cudaplan doctor --env FILE");
	if (is_asking(x) && asks.strange)
		return err_set(e, ERR_NONE, "%s: no such release is known; cudaplan matrix lists "
			       "those of torch, nvidia-smi shows the driver", asks.strange);
	if (is_asking(x) && asks.named.form)
		return err_set(e, ERR_NONE, "%s was read, but not what is asked of it; ask which "
			       "torch, CUDA, Python, driver or torchvision goes with it, or "
			       "whether it runs on a GPU", words_phrase(x->r->arena, &asks.named));
	if (is_asking(x))
		return err_set(e, ERR_NONE, "not understood: no torch, CUDA, driver, GPU or Python "
			       "that is known was read in it, and no message; cudaplan answers "
			       "for torch on NVIDIA GPUs alone");
	return err_set(e, ERR_NONE, "I do not know this message; paste the whole traceback, or run "
		       "cudaplan doctor");
}

/* The text or an option names a GPU; what this machine has answers nothing that it does not ask. */
static bool names_gpu(struct explaining *x)
{
	struct host h;

	return cmd_host_given(x->r->o) || captures_get(&x->found.facts, "gpu") ||
	       captures_get(&x->found.facts, "sm") || (text_host(x, &h) && h.gpus.n);
}

/* The torch that the text names as a wish: "2.7" is any of its bug fixes. */
static const char *wish_of_text(struct explaining *x)
{
	const char *torch = captures_get(&x->found.facts, "torch"), *told = reading_torch(x);

	if (!told)
		return NULL;
	return arena_printf(x->r->arena, strcmp(told, torch) == 0 || strchr(told, '+') ?
			    "torch==%s" : "torch==%s.*",
			    strchr(told, '+') || strcmp(told, torch) == 0 ? told : torch);
}

/* What is asked of each of the GPUs that differ; *range: which torch has code for it, form 0: first
 * the driver has to be another. */
static struct explain_asks asks_here(struct explaining *x, struct phrase *range)
{
	const struct host *h = &x->hosts.v[0];
	const struct driver d = driver_of(&x->c, h);
	struct explain_asks ret = asks_of(x);
	bool first = false; /* that the driver comes first */

	for (size_t i = 0; i < h->gpus.n; i++) {
		const struct gpu *gpu = &h->gpus.v[i];
		struct explain_asks one = ret;

		first |= driver_before_gpu(&d, catalogue_cc(&x->c, gpu->sm));
		if (i && sm_equal(gpu->sm, gpu[-1].sm))
			continue;
		*range = phrase_append(x->r->arena, FORM_LIST_SEMICOLON, *range,
				       explain_range(x->r->arena, &x->c, gpu, h));
		if (h->gpus.n == 1)
			break;
		x->found.gpu = gpu;
		one = asks_of(x);
		ret.cuda = !one.cuda || !i ? one.cuda : ret.cuda;
		ret.wanted = phrase_append(x->r->arena, FORM_LIST_SEMICOLON, ret.wanted,
					   one.wanted);
	}
	if (first || (h->driver && range->form == FORM_WHEELS_NONE))
		*range = (struct phrase){ 0 };
	return ret;
}

/* The GPUs that the text lists, as of one machine; false: not several. */
static bool lists_gpus(struct explaining *x, struct host *ret)
{
	struct arena *a = x->r->arena;
	struct strings names = { 0 };
	struct err e;

	*ret = host_new("the text");
	explain_gpus(a, x->text, &names);
	for (size_t i = 0; i < names.n; i++) {
		ARRAY_ADD(a, ret->gpus) = gpu_new((int)i);
		ret->gpus.v[i].name = names.v[i];
	}
	return names.n > 1 && host_complete(x->m, a, ret, &e) == 0;
}

/* "can a 3060 and a 1080 use the same torch?" is asked of a machine with both. */
static void tell_several(struct explaining *x)
{
	struct host h, told;
	bool any = text_host(x, &told);

	if (x->text.n > ASKED_LINE || (any && told.gpus.n > 1) || !lists_gpus(x, &h) ||
	    !(explain_says(x->r->arena, &x->found, "of-torch", x->text) ||
	      captures_get(&x->found.facts, "q_cuda")))
		return;
	if (any)
		told.gpus = h.gpus;
	x->told.host = any ? told : h;
	x->told.host_there = true;
}

/* An extension that the text names, and the GPU or the torch that it names beside. */
static bool extension_alone(struct explaining *x, bool told)
{
	const struct symptom *s = explain_symptom(x->found.known, "q-extension");
	const char *package = s ? reading_extension(x) : NULL;
	struct explain_asks asks;
	bool none;

	if (!package)
		return false;
	asks = asks_of(x);
	if (told && x->hosts.v[0].gpus.n == 1 && x->text.n <= ASKED_LINE)
		x->found.lead = asks.wanted.form && !asks.cuda ? asks.wanted :
			explain_extension_gpu(x->r->arena, x->m, package,
					      &x->hosts.v[0].gpus.v[0], x->text, &none);
	captures_add(x->r->arena, &x->found.facts, "torch", /* a file of it is looked for */
		     captures_get(&x->found.facts, "wheel_torch"));
	if (!x->found.lead.form && !reading_torch(x))
		return false;
	x->found.n = 0;
	if (reading_torch(x)) {
		explain_add(x->r->arena, s, x->text, &x->found);
		reading_wheel(x);
	}
	reading_show(x, NULL);
	return true;
}

/* "which driver does it need?" */
static bool asks_driver(struct explaining *x)
{
	return !x->hosts.v[0].driver &&
	       explain_says(x->r->arena, &x->found, "of-driver", x->text) &&
	       explain_says(x->r->arena, &x->found, "asks-value", x->text);
}

/* The options, and that CUDA, NULL any, unless they name one. */
static struct options *wish_cuda(struct explaining *x, const char *cuda)
{
	struct options *o = arena_new(x->r->arena, struct options);

	*o = *x->r->o;
	o->cuda = o->cuda ? o->cuda : cuda;
	x->r->o = o;
	return o;
}

/* What it asks beside which torch to install: each question by itself. */
static struct phrase asks_beside(struct explaining *x)
{
	struct meanings each = { .known = x->found.known, .gpu = x->found.gpu,
				 .facts = x->found.facts };
	struct phrase ret = { 0 };

	if (explain_ask(x->r->arena, x->m, &x->c, x->text, &each))
		EACH(struct meaning, one, each)
			if (strcmp(one->symptom->name, "q-builds") != 0)
				ret = phrase_append(x->r->arena, FORM_LIST_SEMICOLON, ret,
						    one->answer);
	return ret;
}

static struct phrase wanted(struct explaining *x, const struct explain_asks *asks)
{
	return span_find_char(x->text, '?') == span_rfind_char(x->text, '?') ? asks->wanted :
									     asks_beside(x);
}

/* Whether the torch that the text names serves the machine that it names. */
static int fits_alone(struct explaining *x, const char *wish, int *ret, struct err *e)
{
	struct arena *a = x->r->arena;
	const struct explain_asks asks = asks_of(x);
	struct options *o = wish_cuda(x, asks.cuda);
	struct explained asked = {
		.elsewhere = !explain_says(a, &x->found, "asks-whether", x->text) &&
			     !explain_says(a, &x->found, "asks-value", x->text),
		.driver = asks_driver(x),
		.lead = wanted(x, &asks),
		.wheels = explain_no_wheel(a, &x->c, reading_torch(x), &x->hosts.v[0]),
	};

	if (!o->python)
		o->python = captures_get(&x->found.facts, "told_python");
	x->asked = wish;
	x->r->args.v = &x->asked;
	x->r->args.n = 1;
	return explain_fits(x->r, x->m, &x->hosts, asked, ret, e);
}

/* The page of that row is the answer, whatever was recognised; false: there is none. */
static bool answer_by(struct explaining *x, const struct symptom *s)
{
	if (!s)
		return false;
	x->found.n = 0;
	explain_add(x->r->arena, s, x->text, &x->found);
	reading_show(x, NULL);
	return true;
}

/* What is published for others does not run on the GPU of a Jetson up to Orin. */
static bool is_jetson(struct explaining *x)
{
	const struct host *h = &x->hosts.v[0];
	const struct cc_fact *cc = h->gpus.n ? catalogue_cc(&x->c, h->gpus.v[0].sm) : NULL;

	return cc && cc->integrated && explain_says(x->r->arena, &x->found, "jetson", x->text);
}

/* A list and a machine: what doctor says. False: there is no torch in the text's list. */
static bool judge_alone(struct explaining *x, int *ret)
{
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k = reading_env(x, env) ? reading_judge(x, env, true) : NULL;

	if (!k || !k->here.torch)
		return false;
	show_checkup(x, k, ret);
	*ret = k->found.n ? EXIT_NO : EXIT_DONE;
	return true;
}

/* A remark on the channel of a command, and nothing else. */
static bool is_note(const struct explaining *x)
{
	return x->found.n == 1 && strcmp(x->found.v[0].symptom->group, "channel-note") == 0;
}

/* The numbers that it asks about, what it asks, a torch that it calls one for the CPU, or what has
 * to be told before one can answer. */
static bool by_words(struct explaining *x, bool told)
{
	const struct symptom *cpu = explain_symptom(x->found.known, "cpu-build");
	const struct span title = explain_title(x->text);

	if (!told && explain_never(x->r->arena, &x->c, &x->found.facts))
		return answer_by(x, explain_symptom(x->found.known, "label-never"));
	if (!told && !x->found.n && explain_two_cudas(&x->found.facts))
		return answer_by(x, explain_symptom(x->found.known, "numbers-differ"));
	if (is_note(x) && explain_says(x->r->arena, &x->found, "says-cpu", x->text))
		x->found.n = 0; /* what it got says more than where from */
	if (x->found.n) {
		explain_asked(x->r->arena, x->m, &x->c, x->text, &x->found);
	} else if (!explain_ask(x->r->arena, x->m, &x->c, x->text, &x->found) &&
		   !(title.n && explain_ask(x->r->arena, x->m, &x->c, title, &x->found))) {
		if (!cpu || !explain_says(x->r->arena, &x->found, "says-cpu", x->text) ||
		    explain_says(x->r->arena, &x->found, "asks-difference", x->text))
			return false;
		explain_add(x->r->arena, cpu, x->text, &x->found);
		explain_cause(x->r->arena, &x->c, told ? &x->hosts.v[0] : NULL, x->text, &x->found);
	}
	reading_show(x, NULL);
	return true;
}

/* A short text about another framework, whatever GPU it names. */
static bool is_of_other(struct explaining *x)
{
	return x->text.n <= ASKED_LINE &&
	       !explain_says(x->r->arena, &x->found, "of-torch", x->text) &&
	       explain_says(x->r->arena, &x->found, "other-product", x->text);
}

/* Of a pod or a job in which nothing is said of torch, no torch is the answer. */
static bool surrounded_alone(struct explaining *x)
{
	return !x->found.n && x->text.n > ASKED_LINE && x->text.n < STORY_LINES &&
	       !explain_says(x->r->arena, &x->found, "of-torch", x->text) &&
	       answer_by(x, explain_surrounding(x->r->arena, &x->found, x->text));
}

/* The numbers and the words of a text without a machine, or else the words of the trade in it. */
static int words_alone(struct explaining *x, bool told, struct err *e)
{
	if (is_asking(x) && asks_of(x).strange)
		return unknown(x, e);
	if (by_words(x, told))
		return 0;
	explain_topics(x->r->arena, &x->c, x->text, &x->found);
	if (!x->found.n)
		return unknown(x, e);
	reading_show(x, NULL);
	return 0;
}

/* What to install on the machine that the text tells of; the wish may be NULL. */
static int plan_alone(struct explaining *x, const char *wish, int *ret, struct err *e)
{
	struct answer answer;
	struct plan_page page = { .hosts = &x->hosts, .answer = &answer,
		.more = x->r->o->verbose > 0 };
	struct phrase range = { 0 };
	const struct explain_asks asks = asks_here(x, &range);
	const bool none = x->hosts.v[0].nvidia_present == TRI_NO;

	x->asked = wish;
	x->r->args.v = &x->asked;
	x->r->args.n = wish != NULL;
	x->found.n = 0;
	wish_cuda(x, asks.cuda);
	if (!reading_plan(x, &answer))
		return wish ? words_alone(x, false, e) : unknown(x, e);
	*ret = answer.exit;
	x->found.lead = none ? asks_beside(x) : wanted(x, &asks);
	if (asks.cuda) /* others do as well */
		x->found.lead = phrase_append(x->r->arena, FORM_LIST_SEMICOLON, x->found.lead,
					      range);
	if (!x->found.lead.form && answer.n_plans && asks_driver(x))
		x->found.lead = phrase_append(x->r->arena, FORM_LIST_SEMICOLON,
			show_plan_driver(x->r->arena, &answer.plans[0], &x->hosts),
			explain_gpu_drivers(x->r->arena, x->m, &x->c, &x->hosts.v[0]));
	if (!x->found.lead.form && !reading_wishes_cpu(x))
		x->found.lead = none ? PHRASE(x->r->arena, RUNS_WITHOUT_GPU) : range;
	if (answer.n_plans && answer.n_instead == 0) {
		reading_show(x, &page);
		reading_windows(x, &answer);
	} else {
		struct json j = cmd_json(x->r);

		if (x->r->o->json)
			show_plan_json(x->r->arena, &j, &page);
		else
			show_plan_text(x->r->arena, &x->r->out, &page);
	}
	return 0;
}

/* No message: the facts of the text decide, or the numbers that it asks about. */
int alone_answer(struct explaining *x, int *ret, struct err *e)
{
	const char *wish = wish_of_text(x);
	bool told;

	captures_add(x->r->arena, &x->found.facts, "driver",
		     captures_get(&x->found.facts, "q_driver"));
	captures_add(x->r->arena, &x->found.facts, "told_python",
		     captures_get(&x->found.facts, "q_python"));
	if (is_of_other(x))
		return words_alone(x, false, e);
	if (surrounded_alone(x))
		return 0;
	tell_several(x);
	told = names_gpu(x) && reading_choose(x);
	if (told && x->hosts.v[0].gpus.n == 1 && (x->hosts.v[0].gpus.v[0].sm_candidates.n ||
						  sm_known(x->hosts.v[0].gpus.v[0].sm)))
		x->found.gpu = &x->hosts.v[0].gpus.v[0];
	if (extension_alone(x, told))
		return 0;
	if (reading_none(x, told))
		return plan_alone(x, wish, ret, e);
	if (told && judge_alone(x, ret))
		return 0;
	if (told && is_jetson(x))
		return words_alone(x, told, e);
	if (told && wish)
		return fits_alone(x, wish, ret, e);
	if (told && x->hosts.v[0].gpus.n)
		return plan_alone(x, NULL, ret, e);
	if (alone_judge_asks(x, told, SEVERITY_WARNING, ret))
		return 0;
	return words_alone(x, told, e);
}

/* "is a 4090 backward compatible with torch 1.10 cu113?", "torch 2.0.1+cu121?": of a GPU and a
 * build it is asked whether they fit, of a label whether there is one, whatever word of the trade
 * stands beside. */
static bool is_word_beside(struct explaining *x, const struct symptom *s)
{
	const char *torch = captures_get(&x->found.facts, "torch");

	if (strcmp(s->group, "term") == 0 && captures_get(&x->found.facts, "gpu") &&
	    explain_says(x->r->arena, &x->found, "of-capability", x->text))
		return true;
	return (strcmp(s->group, "term") == 0 ||
		explain_is_about(&x->found, s, "about-beside")) &&
	       (torch || captures_get(&x->found.facts, "q_cuda")) &&
	       (captures_get(&x->found.facts, "gpu") || (torch && strchr(torch, '+'))) &&
	       explain_says(x->r->arena, &x->found, "of-torch", x->text);
}

/* Nothing but questions about torch on a machine, or on none: facts say more than their pages. */
bool alone_asks(struct explaining *x)
{
	if (is_note(x) || reading_wishes_cpu(x) || (is_asking(x) && asks_of(x).strange))
		return true;
	for (size_t i = 0; i < x->found.n; i++)
		if (!explain_is_about(&x->found, x->found.v[i].symptom, "about-machine") &&
		    !is_word_beside(x, x->found.v[i].symptom))
			return false;
	if (x->found.n == 0 || explain_says(x->r->arena, &x->found, "no-gpu", x->text))
		return true;
	if (!names_gpu(x))
		return true;
	return (strcmp(x->found.v[0].symptom->name, "q-which") == 0 ||
				strcmp(x->found.v[0].symptom->name, "q-extension") == 0 ||
				is_word_beside(x, x->found.v[0].symptom) ||
				explain_says(x->r->arena, &x->found, "of-torch", x->text));
}
