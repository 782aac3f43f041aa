#include "show/sentence.h"

#include <string.h>

#include "base/tr.h"
#include "fact/platform.h"
#include "show/words.h"

enum { NAMES_SHOWN = 6 }; /* and ranges of names, of machines in a sentence */

const char *sentence_gpu_name(struct arena *a, const struct gpu *g)
{
	struct span name = span_of(g->name ? g->name : "");
	char sm[SM_TEXT];

	span_take(&name, "NVIDIA ");
	span_take(&name, "GeForce ");
	if (name.n && *name.p != '.')
		return arena_span(a, name);
	if (g->name)
		return g->name; /* cut before it says which */
	return sm_known(g->sm) ?
		arena_printf(a, tr("compute capability %s"), sm_dotted(g->sm, sm)) :
		arena_printf(a, "GPU %d", g->index);
}

const char *sentence_host(struct arena *a, const struct hosts *hosts, size_t host)
{
	const char *name = hosts->v[host].name;

	return name ? name : arena_printf(a, tr("host %zu"), host_number(hosts, host));
}

const char *sentence_gpu(struct arena *a, const struct hosts *hosts, int host, int gpu)
{
	const struct host *h;
	const char *where;

	if (host < 0 || (size_t)host >= hosts->n)
		return NULL;
	h = &hosts->v[host];
	where = hosts->n > 1 ? sentence_host(a, hosts, (size_t)host) : NULL;
	if (gpu < 0 || (size_t)gpu >= h->gpus.n)
		return where;
	if (where)
		return arena_printf(a, "%s GPU %d", where, h->gpus.v[gpu].index);
	return h->gpus.n > 1 ? arena_printf(a, "GPU %d", h->gpus.v[gpu].index) : NULL;
}

/* What a build has for a GPU it has for all of that name. */
const char *sentence_whose(struct arena *a, const struct hosts *hosts, const struct finding *f)
{
	const char *one = sentence_gpu(a, hosts, f->host, f->gpu), *name;

	if (!one || f->code < CP101 || f->code >= CP201 || f->gpu < 0)
		return one;
	name = sentence_gpu_name(a, &hosts->v[f->host].gpus.v[f->gpu]);
	return strstr(name, "...") ? one : name;
}

static const char *about(struct arena *a, const char *who, const char *what)
{
	return who ? arena_printf(a, "%s: %s", who, what) : what;
}

const char *sentence_finding(struct arena *a, const struct hosts *hosts, const struct finding *f)
{
	return about(a, sentence_whose(a, hosts, f), words_finding(a, f));
}

/* Those that name a GPU need not say again which. */
bool sentence_names_gpu(enum form form)
{
	return form == FORM_GPU_HIDDEN || form == FORM_GPU_IGNORED || form == FORM_GPU_UNUSABLE ||
	       form == FORM_GPU_WITHOUT_MIG;
}

const char *sentence_note(struct arena *a, const struct hosts *hosts, const struct finding *n)
{
	bool named = sentence_names_gpu(n->words.form);

	return about(a, named ? NULL : sentence_gpu(a, hosts, n->host, n->gpu),
		     words_finding(a, n));
}

bool sentence_is_detail(const struct finding *f)
{
	static const enum finding_code codes[] = { CP013, CP014, CP111, CP117, CP118, CP119 };
	static const enum form forms[] = {
		FORM_CUDA_OF_BRANCH, FORM_CUDA_OF_NEWEST_BRANCH, FORM_LEAST_DRIVER,
		FORM_PYTHONS_INFERRED, FORM_PYTHONS_BY_METADATA, FORM_PYTHON_CHOSEN,
		FORM_GLIBC_NEEDED, FORM_MACOS_NEEDED, FORM_VISION_UNKNOWN, FORM_AUDIO_UNKNOWN,
		FORM_CUDNN_KEPT, FORM_CONDA_SEES_DRIVER,
		FORM_GPU_HIDDEN, /* the machine has said CP008 */
	};

	return ANY(x, ROWS(codes), f->code == *x) ||
	       (f->code == FINDING_NONE && ANY(x, ROWS(forms), f->words.form == *x));
}

const char *sentence_build(struct arena *a, const struct build *b)
{
	if (b->manager == MANAGER_PIP)
		return arena_printf(a, "torch %s+%s", b->torch, b->variant);
	return arena_printf(a, "torch %s %s (%s)", b->torch, b->variant, b->channel);
}

/* "gpu[01-03]", "hosts 1-3,7" */
static const char *hosts_text(struct arena *a, const struct hosts *hosts, size_t *v, size_t n)
{
	const struct host_group g = { .hosts = v, .n = n };

	return host_group_names(a, hosts, &g, NAMES_SHOWN);
}

static struct phrase change_phrase(struct arena *a, const struct hosts *hosts,
				   const struct change *c)
{
	const char *gives = c->gives ? sentence_build(a, c->gives) : NULL;
	struct phrase ret = PHRASE(a, CHANGE, SAY(change, c->what), SAY(build, gives),
				   SAY_PHRASE(wheel, c->with.form ? &c->with : NULL));

	if (c->parts)
		ret.form = FORM_CHANGE_FOR_ALL;
	if (c->kind == CHANGE_COMPAT)
		ret.form = FORM_CHANGE_BY_COMPAT;
	if (c->kind == CHANGE_CHANNEL)
		ret = PHRASE(a, CHANGE_OF_CHANNEL, SAY(change, c->what), SAY(build, gives),
			     SAY(installer, installer_name(c->installer)));
	if (c->kind == CHANGE_WITHOUT_HOSTS)
		ret = PHRASE(a, CHANGE_WITHOUT_HOSTS, SAY(build, gives),
			     SAY(host, hosts_text(a, hosts, c->hosts, c->n_hosts)));
	else if (c->n_hosts)
		ret = PHRASE(a, CHANGE_ON_HOSTS, SAY(change, c->what), SAY(build, gives),
			     SAY(host, hosts_text(a, hosts, c->hosts, c->n_hosts)),
			     SAY(count, fact_number(a, (size_t)c->parts)),
			     SAY(other, c->n_left ?
				 hosts_text(a, hosts, c->left, c->n_left) : NULL));
	if (c->n_left)
		ret.form = FORM_CHANGE_ON_HOSTS_LEFT;
	return ret;
}

const char *sentence_change(struct arena *a, const struct hosts *hosts, const struct change *c)
{
	struct phrase p = change_phrase(a, hosts, c);

	return words_phrase(a, &p);
}

/* What cannot be had, where there are words of its own for it. */
static const struct {
	const char *what;
	enum form form, unknown;
} wishes[] = {
	{ "cuda", FORM_NO_CUDA, FORM_NO_CUDA_KNOWN },
	{ "python", FORM_NO_PYTHON, FORM_NO_PYTHON_KNOWN },
	{ "build", FORM_NO_BUILD, FORM_NO_BUILD },
	{ "channel", FORM_NO_CHANNEL, FORM_NOT_KNOWN_AS_OF },
	{ "torchvision", FORM_NO_PAIR, FORM_NOT_KNOWN_AS_OF },
	{ "torchaudio", FORM_NO_PAIR, FORM_NOT_KNOWN_AS_OF },
};

static const char *name_of(const char *what)
{
	return strcmp(what, "cuda") == 0 ? "CUDA" : strcmp(what, "python") == 0 ? "Python" : what;
}

/* The lists are not whole: it may be there. */
static struct phrase unknown_phrase(struct arena *a, const struct instead *i,
				    const struct phrase *p)
{
	const char *spec = phrase_fact(p, FACT_spec);
	struct phrase ret = PHRASE(a, NOT_KNOWN_AS_OF, SAY(asked, i->asked), SAY(spec, spec),
				   SAY(date, i->date),
				   SAY(os, i->platform ? platform_words(i->platform) : NULL));

	ret.form = FIRST_TELLS(w, ROWS(wishes), strcmp(w->what, i->what) == 0, w->unknown,
			       ret.form);
	return ret;
}

static struct phrase wheel_phrase(struct arena *a, const struct instead *i)
{
	if (i->code == CP109)
		return PHRASE(a, NO_WHEEL_OF_CONDA, SAY(package, i->what));
	return PHRASE(a, NO_WHEEL_TOGETHER, SAY(package, i->what), SAY(date, i->date),
		      SAY(spec, arena_printf(a, "%s%s", i->what, i->asked)),
		      SAY_PHRASE(other, i->others.form ? &i->others : NULL));
}

/* What a later matrix may have is asked for; what is older than all there it will not have. */
static const char *newer_matrix(const struct instead *i)
{
	return i->older ? NULL : "cudaplan update";
}

/* To an extension of which no wheel is certain nothing is nearest. */
static struct phrase unsure_phrase(struct arena *a, const struct instead *i, const char *spec)
{
	if (!i->nearest)
		return PHRASE(a, WISH_UNSURE, SAY(wheel, spec));
	return PHRASE(a, WISH_UNSURE, SAY_PHRASE(other, i->others.form ? &i->others : NULL),
		      SAY(spec, spec));
}

static struct phrase wish_phrase(struct arena *a, const struct instead *i)
{
	const char *gap = strchr("=<>!~", *i->asked) ? "" : " ";
	const char *beside = i->beside ? arena_printf(a, "CUDA %s", i->beside) : NULL;
	const char *spec = arena_printf(a, "%s%s%s", name_of(i->what), gap, i->asked);
	struct phrase p = PHRASE(a, NO_SUCH, SAY(asked, i->asked), SAY(torch, i->belongs),
				 SAY(spec, spec));

	if (i->why == INSTEAD_OUTSIDE)
		return PHRASE(a, OUTSIDE_OF_MATRIX, SAY(spec, spec));
	if (i->why == INSTEAD_UNSURE)
		return unsure_phrase(a, i, spec);
	if (i->why == INSTEAD_NO_WHEEL)
		return wheel_phrase(a, i);
	if (i->why == INSTEAD_NO_GPU)
		return PHRASE(a, NO_GPU_FOR_CUDA, SAY(asked, i->asked));
	if (i->why == INSTEAD_BEYOND)
		return PHRASE(a, BEYOND_MATRIX, SAY(date, i->date),
			      SAY(command, newer_matrix(i)), SAY(spec, spec));
	if (i->why == INSTEAD_WITHDRAWN)
		return PHRASE(a, WITHDRAWN, SAY(torch, i->belongs), SAY(spec, spec));
	if (i->why == INSTEAD_EXCLUDES)
		return PHRASE(a, WISHES_EXCLUDE, SAY_PHRASE(other, &i->others),
			      SAY(torch, i->belongs),
			      SAY(spec, strcmp(i->what, "installer") == 0 ? NULL : spec));
	if (i->why == INSTEAD_UNKNOWN)
		return unknown_phrase(a, i, &p);
	if (i->why == INSTEAD_CONTRADICTS && i->beside && strcmp(i->what, "torch") != 0)
		return PHRASE(a, INSTALLER_NOT_FOR, SAY(name, i->beside),
			      SAY(spec, strcmp(i->what, "channel") == 0 ? i->asked : spec));
	if (i->why == INSTEAD_CONTRADICTS)
		return PHRASE(a, WISH_CONTRADICTS, SAY(other, beside), SAY(spec, spec));
	p.form = FIRST_TELLS(w, ROWS(wishes), strcmp(w->what, i->what) == 0, w->form, p.form);
	if (p.form == FORM_NO_CHANNEL && i->platform)
		return PHRASE(a, CHANNEL_NOT_FOR, SAY(asked, i->asked), SAY(date, i->date),
			      SAY(os, platform_words(i->platform)));
	if (p.form == FORM_NO_CHANNEL)
		return PHRASE(a, NO_CHANNEL, SAY(asked, i->asked), SAY(date, i->date));
	return p;
}

const char *sentence_instead(struct arena *a, const struct instead *i)
{
	struct phrase wish = wish_phrase(a, i);
	struct phrase p = PHRASE(a, INSTEAD, SAY_PHRASE(wish, &wish), SAY(nearest, i->nearest),
				 SAY(other, i->exists));

	if (i->code == CP107)
		p.form = FORM_INSTEAD_ON_PLATFORM;
	return words_phrase(a, &p);
}

static struct phrase missing_gpus(struct arena *a, const struct host *h)
{
	if (!h || !h->source)
		return PHRASE(a, GPUS_NOT_SAID);
	if (strcmp(h->source, "options") == 0)
		return PHRASE(a, GPUS_NOT_GIVEN);
	if (h->live)
		return PHRASE(a, GPUS_NOT_SEEN);
	return PHRASE(a, GPUS_NOT_SAID, SAY(source, h->source));
}

const char *sentence_missing(struct arena *a, const struct hosts *hosts, const struct missing *m)
{
	bool known = m->host >= 0 && (size_t)m->host < hosts->n;
	const struct host *h = known ? &hosts->v[m->host] : NULL;
	const char *name = h && m->gpu >= 0 && (size_t)m->gpu < h->gpus.n ?
		h->gpus.v[m->gpu].name : NULL;
	struct phrase p = m->what == MISSING_SM ? PHRASE(a, SM_NOT_KNOWN, SAY(gpu, name)) :
						  missing_gpus(a, h);

	return words_phrase(a, &p);
}
