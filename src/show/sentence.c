#include "show/sentence.h"

#include <string.h>

#include "base/buf.h"

/*
 * Words with {have} and {need} in them. A form is taken when the facts that it names are known:
 * the full one, else the short one, else the title of the code.
 */
struct form {
	enum finding code;
	const char *full, *less;
	const char *given; /* only when `have` begins so */
};

static const struct form forms[] = {
	{ CP004, "no driver is installed: install {need} first", "no driver is installed", NULL },
	{ CP005, "driver {have} has dropped this GPU; the last for it is {need}",
	  "the driver has dropped this GPU", NULL },
	{ CP006, "driver {have} is older than this GPU; the first for it is {need}",
	  "the driver is older than this GPU", NULL },
	{ CP007, "reports an error: {have}", "reports an error", NULL },
	{ CP008, "hidden by CUDA_VISIBLE_DEVICES={have}", "hidden by CUDA_VISIBLE_DEVICES", NULL },
	{ CP009, "no NVIDIA GPU: the plan is for the CPU", NULL, NULL },
	{ CP011, "the name fits several compute capabilities: {have}; planned for all", NULL,
	  NULL },
	{ CP013, "GPUs of different generations: {have}", NULL, NULL },
	{ CP014, "the platform is not in the input: {have} assumed (--platform says it)",
	  "the platform is not in the input: linux-64 assumed", NULL },
	{ CP015, "a compat libcuda is loaded: CUDA {have}, the driver's own is {need}",
	  "a compat libcuda is loaded", NULL },
	{ CP101, "no code for {have}, only {need}", "no code for {have}", NULL },
	{ CP102, "a driver for {have}, needs {need}", NULL, "CUDA " },
	{ CP102, "driver {have}, needs {need}", "driver {have} is too old", NULL },
	{ CP102, "driver too old, needs {need}", NULL, NULL },
	{ CP103, "its PTX is newer than the driver takes ({have}, needs {need})",
	  "its PTX is newer than the driver takes ({have})", NULL },
	{ CP104, "driver {have} cannot unpack its code, needs {need}",
	  "driver {have} cannot unpack its code", NULL },
	{ CP105, "not for Python {have}, only {need}", "not for Python {have}", NULL },
	{ CP106, "glibc {have}, needs {need}", "glibc {have} is too old", NULL },
	{ CP107, "made for a Jetson, which this is not", NULL, "no Jetson" },
	{ CP107, "made for {need}, this machine is {have}", NULL, "linux-64" },
	{ CP107, "made for {need}, this machine is {have}", NULL, "linux-aarch64" },
	{ CP107, "made for {need}, this machine is {have}", NULL, "win-64" },
	{ CP107, "{have}: torch is built for {need} only", "nothing is built for {have}", NULL },
	{ CP108, "a CPU build: it leaves the GPU unused", NULL, NULL },
	{ CP109, "not known whether this build exists", NULL, "exists" },
	{ CP109, "not known for which GPUs it has code", NULL, "code" },
	{ CP109, "not known whether it has a file for {have}", NULL, NULL },
	{ CP110, "runs by PTX {need} only: the driver compiles it at the first start, for minutes",
	  "runs by PTX only: the driver compiles it at the first start, for minutes", NULL },
	{ CP111, "a driver for {have} meets {need}: minor-version compatible", NULL, "CUDA " },
	{ CP111, "driver {have} meets {need}: minor-version compatible",
	  "minor-version compatible", NULL },
	{ CP112, "no {have} is published for it", NULL, NULL },
	{ CP113, "{have} never existed", NULL, NULL },
	{ CP114, "an integrated GPU ({have}) needs a build of its own, this has {need}",
	  "an integrated GPU ({have}) needs a build of its own", NULL },
	{ CP115, "needs the forward-compatibility packages of CUDA {need}",
	  "needs the forward-compatibility packages", NULL },
	{ CP116, "{need} is the last torch that serves {have}",
	  "the last torch that serves {have}", NULL },
	{ CP117, "the exact conda build is not known: {have} is a pattern, conda picks one of it",
	  "the exact conda build is not known: the command has a pattern", NULL },
	{ CP118, "made for NumPy 1: the command keeps NumPy below 2", NULL, NULL },
	{ CP119, "fails with mkl 2024.1 and later: the command keeps mkl below", NULL, NULL },
	{ CP120, "no one plan serves all GPUs", NULL, NULL },
	{ CP121, "{need} in it has no code for {have}", NULL, NULL },
};

/* Fills in a form; false when a fact that it names is not known. */
static bool fill(struct buf *b, const char *form, const char *have, const char *need)
{
	struct span rest = span_of(form);

	while (rest.n) {
		ptrdiff_t brace = span_find_char(rest, '{');
		const char *fact;

		if (brace < 0) {
			buf_span(b, rest);
			return true;
		}
		buf_span(b, span_sub(rest, 0, (size_t)brace));
		rest = span_from(rest, (size_t)brace);
		fact = span_take(&rest, "{have}") ? have : span_take(&rest, "{need}") ? need : NULL;
		if (!fact)
			return false;
		buf_str(b, fact);
	}
	return true;
}

static const char *filled(struct arena *a, const char *form, const char *have, const char *need)
{
	BUF_AUTO b = BUF(2048);

	return form && fill(&b, form, have, need) ? arena_str(a, buf_cstr(&b)) : NULL;
}

static bool is_given(const struct form *f, const char *have)
{
	return !f->given || (have && strncmp(f->given, have, strlen(f->given)) == 0);
}

static const char *of_code(struct arena *a, const struct reason *r)
{
	const struct finding_info *info = finding_info(r->code);
	const char *said;

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (forms[i].code != r->code || !is_given(&forms[i], r->have))
			continue;
		said = filled(a, forms[i].full, r->have, r->need);
		if (!said)
			said = filled(a, forms[i].less, r->have, r->need);
		if (said)
			return said;
	}
	return info ? info->title : "";
}

const char *sentence_gpu(struct arena *a, const struct hosts *hosts, int host, int gpu)
{
	const struct host *h;

	if (host < 0 || (size_t)host >= hosts->n)
		return NULL;
	h = &hosts->v[host];
	if (gpu < 0 || (size_t)gpu >= h->gpus.n)
		return hosts->n > 1 ? arena_printf(a, "host %d", host + 1) : NULL;
	if (hosts->n > 1)
		return arena_printf(a, "host %d GPU %d", host + 1, h->gpus.v[gpu].index);
	return h->gpus.n > 1 ? arena_printf(a, "GPU %d", h->gpus.v[gpu].index) : NULL;
}

static const char *about(struct arena *a, const char *who, const char *what)
{
	return who ? arena_printf(a, "%s: %s", who, what) : what;
}

const char *sentence_reason(struct arena *a, const struct hosts *hosts, const struct reason *r)
{
	return about(a, sentence_gpu(a, hosts, r->host, r->gpu), of_code(a, r));
}

const char *sentence_finding(struct arena *a, const struct hosts *hosts, const struct reason *r)
{
	if (r->code != CP114 || !r->have || !r->need)
		return sentence_reason(a, hosts, r);
	return about(a, sentence_gpu(a, hosts, r->host, r->gpu),
		     arena_printf(a, "desktop code %s on a Jetson (%s): torch allows it, nobody "
				  "has tried it", r->need, r->have));
}

static const char *const notes[] = {
	[NOTE_LEAST_DRIVER] = "no driver given: this needs driver {need}",
	[NOTE_DRIVER_DECIDED] = "driver {have} meets {need}",
	[NOTE_CUDA_OF_BRANCH] = "the CUDA number {have} was taken from the driver's branch",
	[NOTE_PYTHON_CHOSEN] = "Python {have} is an assumption; {need} would do too",
	[NOTE_PYTHON_REPLACED] = "no torch is built for Python {have}; planned for {need}",
	[NOTE_CUDNN_KEPT] = "cuDNN 9.11 and later for CUDA 12 have no code below 7.5: the command "
			    "asks for {have}",
	[NOTE_PYTHONS_INFERRED] = "its Python versions are those of the release: no list of its "
				  "files was seen",
	[NOTE_GLIBC] = "needs glibc {need}; that of the machine is not known",
	[NOTE_VISION_UNKNOWN] = "which torchvision belongs to it is not known: left out",
	[NOTE_AUDIO_UNKNOWN] = "which torchaudio belongs to it is not known: left out",
	[NOTE_GPU_HIDDEN] = "{have} is hidden by CUDA_VISIBLE_DEVICES: not planned for",
	[NOTE_GPU_IGNORED] = "{have} is ignored, as asked",
	[NOTE_GPU_UNUSABLE] = "{have} cannot be used: {need}",
	[NOTE_SPLIT] = "serves only the GPUs that it lists",
};

/* When a fact is missing from the form above. */
static const char *const notes_less[] = {
	[NOTE_PYTHON_CHOSEN] = "Python {have} is an assumption",
	[NOTE_LEAST_DRIVER] = "no driver given",
	[NOTE_GPU_UNUSABLE] = "{have} cannot be used",
	[NOTE_SPLIT] = "",
};

const char *sentence_note(struct arena *a, const struct hosts *hosts, const struct note *n)
{
	const char *said = filled(a, notes[n->kind], n->have, n->need);
	bool names_gpu = n->kind >= NOTE_GPU_HIDDEN && n->kind <= NOTE_GPU_UNUSABLE;

	if (!said)
		said = filled(a, notes_less[n->kind], n->have, n->need);
	return about(a, names_gpu ? NULL : sentence_gpu(a, hosts, n->host, n->gpu),
		     said ? said : "");
}

const char *sentence_build(struct arena *a, const struct build *b)
{
	if (b->manager == MANAGER_PIP)
		return arena_printf(a, "torch %s+%s", b->torch, b->variant);
	return arena_printf(a, "torch %s %s (%s)", b->torch, b->variant, b->channel);
}

const char *sentence_change(struct arena *a, const struct change *c)
{
	const char *how = "";

	if (c->kind == CHANGE_COMPAT)
		how = ", forward compatibility of data-centre GPUs";
	if (!c->gives)
		return arena_printf(a, "%s%s", c->what, how);
	return arena_printf(a, "%s gives %s%s", c->what, sentence_build(a, c->gives), how);
}

static const struct {
	const char *what, *words;
} asked_for[] = {
	{ "cuda", "no torch that fits the request is built for CUDA %s" },
	{ "python", "no torch that fits the request is built for Python %s" },
	{ "build", "no build %s of what was asked is known" },
	{ "channel", "no channel %s holds torch" },
};

const char *sentence_instead(struct arena *a, const struct instead *i)
{
	const char *said = NULL;

	for (size_t k = 0; k < sizeof asked_for / sizeof *asked_for; k++)
		if (strcmp(asked_for[k].what, i->what) == 0)
			said = arena_printf(a, asked_for[k].words, i->asked);
	if (!said)
		said = arena_printf(a, "there is no %s%s%s", i->what,
				    strchr("=<>!~", *i->asked) ? "" : " ", i->asked);
	if (i->code == CP107)
		said = arena_printf(a, "%s on this platform", said);
	return i->nearest ? arena_printf(a, "%s; the nearest is %s", said, i->nearest) : said;
}

static const char *source_words(const struct host *h)
{
	if (!h || !h->source)
		return "the input";
	return h->live ? "this machine" : h->source;
}

const char *sentence_missing(struct arena *a, const struct hosts *hosts, const struct missing *m)
{
	bool known = m->host >= 0 && (size_t)m->host < hosts->n;
	const struct host *h = known ? &hosts->v[m->host] : NULL;
	const char *name = NULL;

	if (h && m->gpu >= 0 && (size_t)m->gpu < h->gpus.n)
		name = h->gpus.v[m->gpu].name;
	if (strcmp(m->fact, "sm") == 0)
		return arena_printf(a, "the compute capability of %s is not known; run 'nvidia-smi "
				       "--query-gpu=index,name,compute_cap,driver_version "
				       "--format=csv' there, or say --gpu sm_XX",
				    name ? name : "a GPU");
	if (strcmp(m->fact, "gpus") == 0 && h && strcmp(h->source, "options") == 0)
		return "which GPUs does the machine have? say --gpu NAME, or --gpu none";
	if (strcmp(m->fact, "gpus") == 0)
		return arena_printf(a, "%s does not say which GPUs there are; give the output of "
				       "'nvidia-smi', or say --gpu NAME or --gpu none",
				    source_words(h));
	return arena_printf(a, "%s is not known", m->fact);
}
