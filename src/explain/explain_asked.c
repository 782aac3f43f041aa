/* Questions: what is named, with a number or without, and what is asked for decide what answers. */
#include <string.h>

#include "base/dotted.h"
#include "explain/asked_private.h"
#include "fact/platform.h"
#include "know/gpu.h"
#include "know/spelling.h"

enum { QUESTION_MOST = 400, LINE_MOST = 160, STORY_MOST = 4096 };

/* --- what answers ---------------------------------------------------------------------------- */

static bool has_word(const struct meanings *all, const char *class, struct span low)
{
	return explain_has(all->known, class, low);
}

/* With yes or no, unless it tells and does not ask, asks which, tells of a bound ("does not take
 * CUDA above 11.7"), denies, or asks what must be: then what is so is said, and no more. */
static struct phrase answered(const struct asked_case *x, struct asked_part part, unsigned wants)
{
	static const char *const open[] = { "bound", "denies", "need", "asks-help" };
	const struct phrase *what = phrase_keep(x->a, part.text);

	if (!part.text.form || !part.is || wants ||
	    (x->low.n > LINE_MOST && !has_word(x->all, "question", x->low)) ||
	    ANY(class, ROWS(open), has_word(x->all, *class, x->low)))
		return part.text;
	return part.is > 0 ? PHRASE(x->a, ANSWER_YES, SAY_PHRASE(what, what)) :
			     PHRASE(x->a, ANSWER_NO, SAY_PHRASE(what, what));
}

static struct phrase library(const struct asked_case *x)
{
	const char *of = captures_get(&x->all->facts, "lib_of");

	return of ? PHRASE(x->a, ASKED_LIBRARY, SAY(name, captures_get(&x->all->facts, "lib_name")),
			   SAY(have, of)) : (struct phrase){ 0 };
}

/* Who asks for what there is no word for here, and not for all that belongs to it, is told nothing
 * else. */
static struct phrase release(const struct asked_case *x)
{
	if (x->want == ASKED_NOTHING && has_word(x->all, "asks-value", x->low) &&
	    !has_word(x->all, "asks-with", x->low))
		return (struct phrase){ 0 };
	return asked_release_is(x, x->torch);
}

/* Whether a release goes with all that is named: each by itself, what decides first, and then
 * whether there is one wheel for all. */
static struct asked_part judge(const struct asked_case *x)
{
	const struct asked_part none = { 0 };
	const struct asked_part parts[] = {
		x->q.cuda.text ? asked_cudas(x) : none,
		x->python.major ? asked_pythons(x) : none,
		x->have ? asked_drivers(x) : x->q.wished.text ? asked_takes(x) : none,
		x->q.vision.n || x->q.audio.n ? asked_companions(x) : none,
	};
	struct asked_part all = { .is = 1 };

	for (int is = -1; is <= 1; is++)
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
			if (parts[i].is != is || !parts[i].text.form)
				continue;
			all.text = phrase_append(x->a, FORM_LIST_SEMICOLON, all.text,
						 parts[i].text);
			all.is = is < all.is ? is : all.is;
		}
	if (all.is > 0) {
		const struct asked_part together = asked_range(x);

		if (together.is < 0)
			all = together;
		else if (!all.text.form)
			all.text = asked_release_is(x, x->torch);
	}
	return all;
}

enum {
	HAS_TORCH = 1, HAS_TWO = 2, HAS_CUDA = 4, HAS_OTHER = 8, HAS_DRIVER = 16, HAS_PYTHON = 32,
	HAS_COMPANION = 64, HAS_SHOWN = 128, HAS_WISHED = 256, HAS_PLATFORM = 512,
	HAS_LIBRARY = 1024, HAS_GPU = 2048, HAS_NO_RELEASE = 4096, HAS_SYSTEM = 8192,
	HAS_CONDA = 16384,
	HAS_MORE = HAS_CUDA | HAS_DRIVER | HAS_PYTHON | HAS_COMPANION | HAS_SYSTEM,
	HAS_FACT = HAS_MORE | HAS_GPU,
};

/* Two CUDAs of a release only where it asks which. */
static bool has_other(const struct asked_case *x)
{
	return x->q.other.whole && x->q.cuda.whole &&
	       (!x->torch || has_word(x->all, "asks-either", x->low));
}

/* It asks where conda has it. */
static bool asks_conda(const struct asked_case *x)
{
	static const char *const others[] = { "by-pip", "says-cpu", "asks-difference",
					      "conda-names" };

	return has_word(x->all, "by-conda", x->low) &&
	       !ANY(class, ROWS(others), has_word(x->all, *class, x->low));
}

static unsigned named(const struct asked_case *x)
{
	return (x->torch ? HAS_TORCH : x->q.torch.n ? HAS_NO_RELEASE : 0) |
	       (x->q.second.n ? HAS_TWO : 0) |
	       (x->q.cuda.text ? HAS_CUDA : 0) |
	       (has_other(x) ? HAS_OTHER : 0) |
	       (x->glibc || x->q.cudnn.n ? HAS_SYSTEM : 0) |
	       (x->have ? HAS_DRIVER : 0) | (x->python.major ? HAS_PYTHON : 0) |
	       (x->q.vision.n || x->q.audio.n ? HAS_COMPANION : 0) |
	       (x->q.shown ? HAS_SHOWN : 0) | (x->q.wished.text ? HAS_WISHED : 0) |
	       (x->platform ? HAS_PLATFORM : 0) | (x->all->gpu ? HAS_GPU : 0) |
	       (asks_conda(x) ? HAS_CONDA : 0) |
	       (captures_get(&x->all->facts, "lib_name") ? HAS_LIBRARY : 0);
}

/* Two releases, or two or three CUDAs: each by itself, with its driver where that decides. */
static struct phrase each(const struct asked_case *x)
{
	const struct asked_cuda cudas[] = { x->q.cuda, x->q.other, x->q.third };
	const char *torches[] = { x->torch, asked_release(x->c, x->q.second), NULL };
	const struct gpu *gpu = x->all->gpu;
	struct phrase ret = { 0 };

	for (size_t i = 0; i < 3 && (!i || cudas[i].text || torches[i]); i++) {
		struct asked_case one = *x;

		one.q.cuda = cudas[i].text ? cudas[i] : x->q.cuda;
		one.torch = torches[i] ? torches[i] : x->torch;
		ret = phrase_append(x->a, FORM_LIST_SEMICOLON, ret,
			gpu && torches[1] ? explain_release(x->a, x->c, one.torch, gpu->sm) :
			!one.torch || gpu ? asked_range(&one).text :
			named(x) & HAS_MORE ? answered(x, judge(&one), 0) :
					      asked_release_is(x, one.torch));
		if (!one.torch && !gpu)
			ret = phrase_append(x->a, FORM_LIST_SEMICOLON, ret, asked_need(&one));
	}
	return ret;
}

#define WANT(of) (1u << ASKED_##of)
#define WANT_WITH (WANT(VISION) | WANT(AUDIO))
#define WANT_VALUE (WANT(CUDA) | WANT(PYTHON) | WANT(CUDNN) | WANT(GLIBC) | WANT_WITH)

/* What answers: the first row that wants one of `wants` (0: whatever is wanted), has all of `all`
 * and one of `some`, and nothing of `none`. */
static const struct row {
	unsigned wants, all, some, none;
	struct phrase (*answer)(const struct asked_case *x);
	struct asked_part (*judged)(const struct asked_case *x);
	const char *page;
} rows[] = {
	{ 0, HAS_NO_RELEASE, 0, 0, NULL, asked_no_release, "q-releases" },
	{ 0, HAS_LIBRARY, 0, HAS_TORCH | HAS_DRIVER, library, NULL, "w-cudnn" },
	{ 0, HAS_CONDA, 0, HAS_DRIVER | HAS_COMPANION, asked_conda, NULL, "w-conda-cuda" },
	{ 0, HAS_WISHED, 0, HAS_TORCH | HAS_DRIVER, NULL, asked_takes, "q-driver" },
	{ WANT(DRIVER), HAS_CUDA, 0, HAS_DRIVER, asked_need, NULL, "q-driver" },
	{ WANT(DRIVER), HAS_TORCH, 0, 0, NULL, asked_drivers, "q-driver" },
	{ WANT(PYTHON), HAS_TORCH, 0, HAS_FACT, NULL, asked_pythons, "q-python" },
	{ WANT_WITH, 0, HAS_TORCH | HAS_COMPANION, 0, NULL, asked_companions, "q-companion" },
	{ WANT(GPU), HAS_TORCH, 0, 0, asked_gpus, NULL, "q-releases" },
	{ WANT(GPU), HAS_CUDA, 0, HAS_MORE & ~HAS_CUDA, asked_gpus_of_cuda, NULL, "q-builds" },
	{ WANT(CUDA), HAS_TORCH, 0, HAS_FACT, NULL, asked_cudas, "q-releases" },
	{ 0, HAS_DRIVER, 0, HAS_TORCH | HAS_PLATFORM | (HAS_FACT & ~HAS_DRIVER),
	  asked_most, NULL, "q-driver" },
	{ WANT_VALUE, 0, HAS_FACT | HAS_TORCH, 0, asked_values, NULL, "q-releases" },
	{ 0, HAS_COMPANION, 0, HAS_TORCH, NULL, asked_companions, "q-companion" },
	{ 0, HAS_TORCH | HAS_TWO, 0, 0, each, NULL, "q-releases" },
	{ 0, HAS_TORCH | HAS_OTHER, 0, HAS_FACT & ~HAS_CUDA, each, NULL, "q-releases" },
	{ 0, HAS_TORCH, HAS_MORE, 0, NULL, judge, "q-releases" },
	{ 0, HAS_TORCH, 0, 0, release, NULL, "q-releases" },
	{ 0, HAS_SHOWN, 0, HAS_DRIVER | HAS_PYTHON | HAS_WISHED, asked_most, NULL, "q-driver" },
	{ 0, HAS_DRIVER | HAS_CUDA, 0, HAS_PYTHON, NULL, asked_takes, "q-driver" },
	{ 0, HAS_CUDA | HAS_OTHER, 0, HAS_MORE & ~HAS_CUDA, each, NULL, "q-builds" },
	{ 0, HAS_PYTHON, 0, HAS_CUDA | HAS_DRIVER, NULL, asked_range_of, "q-python" },
	{ 0, 0, HAS_CUDA | HAS_PYTHON | HAS_DRIVER, 0, NULL, asked_range_of, "q-builds" },
	{ WANT(TORCH), 0, HAS_PLATFORM | HAS_SYSTEM, 0, NULL, asked_range_of, "q-builds" },
};

/* What one of the questions of a text names; what it does not is that of the text, where it names
 * nothing, and else the release alone. */
static struct asked read_part(struct arena *a, struct span low, struct span whole)
{
	struct asked ret = asked_read(a, low), all = asked_read(a, whole);

	if (!ret.cuda.text && !ret.driver &&
	    !(ret.torch.n + ret.vision.n + ret.audio.n + ret.python.n + ret.cudnn.n + ret.glibc.n))
		return all;
	ret.torch = ret.torch.n + ret.vision.n + ret.audio.n ? ret.torch : all.torch;
	return ret;
}

static struct asked_case asking_of(struct arena *a, struct matrix *m, const struct catalogue *c,
			       const struct meanings *all, struct span low, struct span whole)
{
	struct asked_case x = { .a = a, .m = m, .c = c, .all = all, .low = low,
		.q = read_part(a, low, whole), .want = asked_want(all->known, low),
		.platform = captures_get(&all->facts, "told_platform"),
		.glibc = captures_get(&all->facts, "told_glibc") };
	struct driver on = { .windows = platform_is_windows(x.platform) };

	if (x.q.wished.text)
		x.q.cuda = x.q.wished; /* the other one is that of the driver */
	if (!x.platform && span_find(low, "aarch64") >= 0)
		x.platform = PLATFORM_LINUX_ARM;
	x.glibc = x.q.glibc.n ? arena_span(a, x.q.glibc) : x.glibc;
	x.torch = asked_release(c, x.q.torch);
	if (!python_parse(x.q.python, &x.python))
		x.python.major = 0;
	x.have = asked_driver(a, m, x.q.driver, on.windows);
	if (!x.have && !x.platform)
		on.windows = (x.have = asked_driver(a, m, x.q.driver, true)) != NULL;
	x.driver = x.have ? driver_changed(c, &on, x.have) : on;
	if (x.want == ASKED_TORCH && x.driver.cuda == pair_parse(x.q.cuda.text))
		x.q.cuda.text = NULL; /* the one that the driver reports */
	if (!x.torch && (x.q.cuda.text || x.python.major || x.have))
		x.torch = asked_companion_of(c, &x.q);
	if (!named(&x) && !captures_get(&all->facts, "gpu") && has_word(all, "of-torch", low) &&
	    (has_word(all, "newest", low) || has_word(all, "most", low)))
		x.torch = c->releases.v[c->releases.n - 1];
	return x;
}

/* It came out, or a driver reports it. */
static bool is_cuda_known(const struct catalogue *c, pair_t cuda)
{
	return ANY(x, c->branches, x->cuda == cuda) || catalogue_cuda(c, cuda) != NULL;
}

/* What it names and nobody knows; NULL: nothing. */
static const char *strange_of(const struct asked_case *x)
{
	if (x->q.driver && !x->have)
		return arena_printf(x->a, "driver %s", x->q.driver);
	if (x->q.cuda.whole && !is_cuda_known(x->c, pair_parse(x->q.cuda.text)))
		return arena_printf(x->a, "CUDA %s", x->q.cuda.text);
	return x->q.torch.n && !x->torch && !asked_no_release(x).text.form ?
		       arena_printf(x->a, "torch %s", arena_span(x->a, x->q.torch)) : NULL;
}

/* The page on what is wanted without a number, or for a GPU that is not told; NULL: none. */
static const char *page_of(const struct asked_case *x)
{
	const struct meanings *all = x->all;
	bool asks = has_word(all, "question", x->low) || has_word(all, "asks-value", x->low);

	return asks && has_word(all, "of-companions", x->low) ? "q-companion" :
	       asks && x->want == ASKED_DRIVER ? "q-driver" :
	       asks && x->want == ASKED_PYTHON ? "q-python" :
	       !has_word(all, "loud", x->low) && !has_word(all, "asks-difference", x->low) &&
			       (has_word(all, "asks-which", x->low) ||
				(has_word(all, "asks-help", x->low) &&
				 has_word(all, "asks-choice", x->low))) &&
			       (has_word(all, "of-torch", x->low) ?
				has_word(all, "of-gpu", x->low) ||
				has_word(all, "asks-version", x->low) :
				span_find(x->low, "cuda") >= 0 &&
				has_word(all, "of-card", x->low)) ?
		       "q-which" : NULL;
}

/* The answer, and in *page the row of the catalogue of messages that stands behind it. */
static struct phrase answer_of(const struct asked_case *x, const char **page)
{
	bool extension = false;
	struct phrase ret = asked_extension(x, &extension);
	unsigned has = named(x);

	*page = "mac-no-cuda";
	if (x->platform && !catalogue_read(x->c, x->platform))
		return (struct phrase){ 0 }; /* its wheels are in no table */
	*page = NULL;
	if (strange_of(x))
		return (struct phrase){ 0 }; /* what is not known cannot be judged */
	*page = "q-extension";
	if (ret.form || (extension && !has_word(x->all, "of-torch", x->low)))
		return ret; /* what holds for torch is not asked */
	for (size_t i = 0; !ret.form && i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];

		if ((r->wants && !(r->wants & 1u << x->want)) || (has & r->all) != r->all ||
		    (r->some && !(has & r->some)) || (has & r->none))
			continue;
		ret = r->answer ? r->answer(x) : answered(x, r->judged(x), r->wants);
		*page = r->page;
	}
	if (!ret.form)
		*page = page_of(x);
	return ret;
}

/* --- is it a question ------------------------------------------------------------------------ */

/* It asks, or is a line too short to tell of more than it names: "torch 2.4 torchvision". */
static bool is_question(const struct meanings *all, struct span low)
{
	return (low.n <= LINE_MOST && span_find_char(low, '\n') < 0) || (low.n <= QUESTION_MOST &&
		(has_word(all, "question", low) || has_word(all, "seeks", low)));
}

/* The next line of a text that asks, up to its mark, or says what was not to be found; it is taken
 * off. Length 0: none does. */
static struct span next_question(const struct meanings *all, struct span *low)
{
	struct span line;

	while (low->n) {
		struct span rest = *low;
		ptrdiff_t end;

		(void)span_line(low, &line);
		end = span_find_char(line, '?');
		if (end >= 0) {
			*low = span_from(rest, (size_t)(line.p - rest.p + end) + 1);
			return span_sub(line, 0, (size_t)end + 1);
		}
		if (line.n <= QUESTION_MOST && has_word(all, "seeks", line))
			return line;
	}
	return (struct span){ "", 0 };
}

/* Of two CUDAs what each has for it; its capability, or whether that is the one that is named. */
static struct phrase of_gpu(const struct asked_case *x)
{
	const struct gpu *gpu = x->all->gpu;
	const char *sm = captures_get(&x->all->facts, "sm"), *own;
	struct cards named = { 0 };
	struct err e;

	if ((x->torch && x->q.second.n) || x->q.other.text)
		return each(x);
	if (!has_word(x->all, "of-capability", x->low) || has_word(x->all, "of-torch", x->low) ||
	    has_word(x->all, "asks-version", x->low) ||
	    x->q.cuda.text || !gpu->name ||
	    gpu_by_name(x->m, x->a, span_of(gpu->name), 0, &named, &e) != 0 || !named.sms.n)
		return (struct phrase){ 0 };
	own = sm_list_said(x->a, &named.sms, ", ");
	return answered(x, (struct asked_part){
		PHRASE(x->a, GPU_CAPABILITY, SAY(name, gpu->name), SAY(have, own)),
		!sm || named.sms.n > 1 ? 0 : strcmp(sm, own) == 0 ? 1 : -1 }, 0);
}

/* What of the Python and the CUDA that is named serves the GPU, or else what does; the CUDA, where
 * there are wheels of it. Whether a wheel of a release fits is for the plan. */
static struct phrase of_all(const struct asked_case *x, const char **cuda)
{
	struct meanings any = *x->all;
	struct asked_case on = *x;
	struct phrase ret = { 0 };
	bool served;

	if (x->q.shown || x->q.other.text || (x->q.driver && !x->torch))
		on.q.cuda = x->q.wished; /* the other one is that of nvidia-smi */
	any.gpu = x->torch ? NULL : x->all->gpu;
	on.have = x->torch ? NULL : x->have;
	on.all = &any;
	served = asked_range(&on).is > 0;
	*cuda = served ? on.q.cuda.text : NULL;
	if (!any.gpu || (!x->python.major && !on.q.cuda.text))
		return ret;
	ret = answered(&on, asked_range_of(&on), 0);
	return served ? ret : phrase_append(x->a, FORM_LIST_SEMICOLON, ret,
					    explain_range(x->a, x->c, any.gpu, NULL));
}

struct explain_asks explain_asks(struct arena *a, struct matrix *m, const struct catalogue *c,
				 const struct meanings *found, struct span text)
{
	struct span low = spelling_lower(a, span_sub(span_trim(text), 0, QUESTION_MOST));
	const struct asked_case x = asking_of(a, m, c, found, low, low);
	struct explain_asks ret = { .named = asked_named(&x), .strange = strange_of(&x) };
	struct phrase all;

	if (text.n > QUESTION_MOST || ret.strange)
		return ret;
	if (x.q.cuda.whole && !x.q.driver && !x.q.shown &&
	    (has_word(found, "question", low) || has_word(found, "seeks", low) ||
	     has_word(found, "asks-which", low)))
		ret.wanted = asked_no_build(a, c, x.q.cuda.text);
	if (!ret.wanted.form && found->gpu)
		ret.wanted = of_gpu(&x);
	all = of_all(&x, &ret.cuda);
	if (!ret.wanted.form)
		ret.wanted = all;
	if (!ret.wanted.form && WANT_VALUE & 1u << x.want && has_word(found, "asks-value", low))
		ret.wanted = asked_values(&x);
	return ret;
}

/* The page about what it speaks of that is answered for by no wheel; NULL: none. */
static const char *other_page(const struct asked_case *x)
{
	const struct meanings *all = x->all;

	return has_word(all, "amd-gpu", x->low) || has_word(all, "of-rocm", x->low) ? "q-amd" :
	       has_word(all, "of-numpy", x->low) ? "q-numpy" :
	       has_word(all, "jetson", x->low) ? "jetson-torch" :
	       !has_word(all, "of-torch", x->low) && has_word(all, "other-product", x->low) ?
		       "q-other" :
	       has_word(all, "on-mac", x->low) && span_find(x->low, "cuda") >= 0 ? "mac-no-cuda" :
	       x->q.shown && !x->torch && has_word(all, "wonder", x->low) ? "two-numbers" :
	       named(x) & ~(HAS_CUDA | HAS_PLATFORM) || has_word(all, "asks-which", x->low) ||
	       !(has_word(all, "of-driver", x->low) || span_find(x->low, "cuda") >= 0) ? NULL :
	       has_word(all, "wsl", x->low) ? "q-driver-wsl" :
	       has_word(all, "container", x->low) ? "q-driver-container" : NULL;
}

/* What it is about, or wants and names, decides the answer; what has one page is one answer. */
static bool answer_one(struct arena *a, struct matrix *m, const struct catalogue *c,
		       struct span text, struct span low, struct span whole, struct meanings *to)
{
	const struct asked_case x = asking_of(a, m, c, to, low, whole);
	const char *page = other_page(&x);
	const struct symptom *s;
	struct phrase answer = { 0 };
	struct meaning *same;

	if ((!is_question(to, low) && !x.q.wished.text) ||
	    (low.n < whole.n && x.want == ASKED_NOTHING && !spelling_telling(low)))
		return false;
	if (!page && !has_word(to, "asks-other", low))
		answer = answer_of(&x, &page);
	s = page ? explain_symptom(to->known, page) : NULL;
	if (!s)
		return false;
	same = FIRST_OF(one, *to, one->symptom == s && one->answer.form && answer.form);
	if (!same)
		explain_add(a, s, text, to);
	same = same ? same : &to->v[to->n - 1];
	same->answer = phrase_append(a, FORM_LIST_SEMICOLON, same->answer, answer);
	return true;
}

bool explain_ask(struct arena *a, struct matrix *m, const struct catalogue *c, struct span text,
		 struct meanings *to)
{
	struct span whole = spelling_lower(a, span_trim(text)), rest = whole, low;
	const struct symptom *amd = explain_symptom(to->known, "q-amd");
	bool any = false, line = rest.n <= LINE_MOST ||
				 (rest.n <= QUESTION_MOST && span_find_char(rest, '\n') < 0);

	if (!rest.n || rest.n > STORY_MOST)
		return false;
	if (!line || span_find_char(rest, '?') != span_rfind_char(rest, '?'))
		while ((line || !any) && (low = next_question(to, &rest)).n)
			any |= answer_one(a, m, c, text, low, line ? whole : low, to);
	if (any || line)
		return any || answer_one(a, m, c, text, whole, whole, to);
	if (!amd || !has_word(to, "amd-gpu", whole) || has_word(to, "nvidia-gpu", whole))
		return false;
	explain_add(a, amd, text, to); /* who tells of such a GPU need not ask */
	return true;
}

/* What was recognised asks, or is said of the trade, or is asked with numbers that say more: "which
 * CUDA does driver 470 take at most" is no belief, "cu124 or cu121" asks for no word of it. */
static bool may_ask(struct arena *a, const struct meanings *all, const struct meaning *m,
		    struct span low)
{
	if (explain_is_group(m->symptom, "term"))
		return has_word(all, "asks-either", low) ||
		       (has_word(all, "of-capability", low) && asked_read(a, low).cuda.text);
	return explain_is_group(m->symptom, "question") ||
	       (explain_is_said(m->symptom) &&
		(has_word(all, "asks-which", low) || has_word(all, "most", low))) ||
	       (explain_is_group(m->symptom, "truth") && asked_read(a, low).torch.n) ||
	       (low.n <= QUESTION_MOST && explain_is_group(m->symptom, "unavailable") &&
		(asked_read(a, low).wished.text || (has_word(all, "seeks", low) &&
						    asked_read(a, low).cuda.whole)));
}

void explain_asked(struct arena *a, struct matrix *m, const struct catalogue *c,
		   struct span text, struct meanings *found)
{
	if (span_trim(text).n > STORY_MOST)
		return;
	if (found->n != 1 ||
	    !may_ask(a, found, found->v, spelling_lower(a, span_trim(text))) ||
	    !explain_ask(a, m, c, text, found))
		return;
	if (!found->v[1].answer.form)
		found->n = 1;
	else
		memmove(found->v, found->v + 1, --found->n * sizeof *found->v);
}
