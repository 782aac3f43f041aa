/* What an environment.yml asks for: builds that exist, chosen by the package that chooses them. */
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "check/channel_private.h"
#include "check/checks_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/lines_solved_private.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "know/matrix.h"
#include "plan/want.h"

static const struct env_declared *spec_of(const struct checkup *k, const char *name)
{
	return FIRST_OF(d, k->env->declared, d->kind == DECLARED_SPEC && d->parsed && d->name &&
			!d->group && strcmp(d->name, name) == 0);
}

/* A wish of conda for a CPU build, whatever torch is. */
static void cpu_only(struct checkup *k)
{
	static const char *const names[] = { "cpuonly", "pytorch-cpu" };
	const struct gpu *g = find_first_gpu(k);

	if (check_picks_cpu(k, MANAGER_CONDA, 0)) /* the pick says so, and why */
		return;
	for (size_t i = 0; g && i < sizeof names / sizeof *names; i++) {
		const struct env_declared *d = spec_of(k, names[i]);

		if (d)
			find_gpu(k, FIND_ASKED(k, CP201, d, ASKS_FOR_CPU, SAY(line, d->text),
					       SAY(gpu, g->name)), g);
	}
}

static bool is_torch_of(const struct env_declared *d, bool pip)
{
	return !d->group && d->parsed &&
	       (pip ? (d->under_pip || d->typed) && d->kind == DECLARED_REQUIREMENT &&
		      text_same(d->name, "torch") :
		      d->kind == DECLARED_SPEC && text_same(d->name, "pytorch"));
}

/* What asks pip or conda for torch, though a later command replaced it; NULL: nothing does. */
static const struct env_declared *torch_from(const struct env *e, bool pip)
{
	const struct env_declared *d = FIRST_OF(x, e->declared, is_torch_of(x, pip));

	return d ? d : FIRST_OF(x, e->replaced, is_torch_of(x, pip));
}

/* pip leaves what conda has, where it meets the line; with a label it is the same release. */
static bool takes_conda_torch(const struct checkup *k, const struct env_declared *pip,
			      const struct env_declared *conda)
{
	const struct pick *p = check_pick_of(k, MANAGER_CONDA);
	const struct pep440_spec *pin = pep440_set_pin(&pip->req.set);
	struct span rest = pin ? pin->text : SPAN(""), release;

	(void)span_next(&rest, '+', &release);
	if (p && p->taken.version && !pip->url && !pip->upgrades &&
	    pep440_set_has(&pip->req.set, span_of(p->taken.version), PEP440_PRE_YES))
		return true;
	return !pip->url && !pip->upgrades &&
	       (!pip->req.set.n || (conda->spec.f[CONDA_VERSION] && pin &&
				    conda_spec_has(&conda->spec.version, release)));
}

static void both_owners(struct checkup *k)
{
	const struct env_declared *conda = torch_from(k->env, false);
	const struct env_declared *pip = torch_from(k->env, true);
	struct found *f;

	if (!conda || !pip || takes_conda_torch(k, pip, conda))
		return;
	f = FIND_ASKED(k, CP205, conda, CONDA_AND_PIP_ASKED, SAY(have, conda->text),
		       SAY(other, pip->text));
	find_at(k, f, &pip->origin);
	FIND_ADVICE(k, f, ASK_ONE_OF_THEM);
}

/* The conda builds of torch that a file allows. */
struct choice {
	const struct build **v;
	size_t n, room;
};

static bool any_channel(const struct checkup *k)
{
	static const char *const all[] = { CHANNEL_PYTORCH, CHANNEL_CONDA_FORGE, CHANNEL_DEFAULTS,
					   "main", "pytorch-lts" };

	return ANY(x, ROWS(all), channel_named(k->env, *x));
}

static bool is_wanted(struct checkup *k, const struct wish *w, const char *torch)
{
	struct err e;

	for (size_t i = 0; i < w->torch.n; i++) {
		struct pep440_set set;

		if (pep440_set_parse(k->arena, span_of(w->torch.v[i]), &set, &e) == 0 &&
		    !pep440_set_has(&set, span_of(torch), PEP440_PRE_NAMED))
			return false;
	}
	return true;
}

/* "pytorch::pytorch" is of that channel, whichever are named besides. */
static bool serves(const struct checkup *k, const char *channel)
{
	const struct env_declared *d = spec_of(k, "pytorch");

	if (d && d->spec.f[CONDA_CHANNEL])
		return channel_is(d->spec.f[CONDA_CHANNEL], channel);
	return !any_channel(k) || channel_named(k->env, channel) ||
	       (strcmp(channel, CHANNEL_DEFAULTS) == 0 && channel_named(k->env, "main"));
}

static struct choice choose(struct checkup *k, const struct wish *w, bool channels)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	struct choice to = { 0 };

	for (size_t i = 0; p && i < p->n; i++)
		if (p->v[i].manager == MANAGER_CONDA && is_wanted(k, w, p->v[i].torch) &&
		    (!channels || serves(k, p->v[i].channel)))
			ARRAY_ADD(k->arena, to) = &p->v[i];
	return to;
}

/* The matrix has conda's builds from some release on; of older ones nothing can be said. */
static bool is_covered(struct checkup *k, const struct wish *w)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	int first = -1;

	for (size_t i = 0; p && i < p->n; i++)
		if (p->v[i].manager == MANAGER_CONDA && build_is_from(&p->v[i], CHANNEL_PYTORCH) &&
		    (first < 0 || p->v[i].rank < first))
			first = p->v[i].rank;
	for (int i = 0; i + 1 < first; i++)
		if (is_wanted(k, w, k->c->releases.v[i]))
			return false;
	return first >= 0;
}

bool check_conda_covered(struct checkup *k)
{
	struct wish w = { 0 };

	declared_wish_conda(k->arena, k->env, &w);
	return is_covered(k, &w);
}

/* A release after the newest of the matrix may be meant. */
static bool may_be_newer(struct checkup *k, const struct wish *w)
{
	struct pep440_set *sets = arena_array(k->arena, w->torch.n, sizeof *sets);
	size_t n = 0, last = k->c->releases.n;
	const char *least;
	struct err e;

	for (size_t i = 0; i < w->torch.n; i++)
		n += pep440_set_parse(k->arena, span_of(w->torch.v[i]), &sets[n], &e) == 0;
	least = n ? pep440_sets_some(k->arena, sets, n) : NULL;
	return last && least &&
	       pep440_cmp_text(span_of(least), span_of(k->c->releases.v[last - 1])) > 0;
}

/* Of the releases that are meant, the channels that may serve them have lists that are whole so
 * far down: what is not in them is not there. */
static bool is_whole(struct checkup *k, const struct wish *w, enum coverage depth)
{
	static const char *const channels[] = { CHANNEL_PYTORCH, CHANNEL_CONDA_FORGE,
						CHANNEL_DEFAULTS };

	const size_t n = k->c->releases.n;
	const bool newer = may_be_newer(k, w);

	for (size_t c = 0; c < sizeof channels / sizeof *channels; c++)
		for (size_t i = 0; serves(k, channels[c]) && i < n + newer; i++)
			if ((i == n || is_wanted(k, w, k->c->releases.v[i])) &&
			    catalogue_coverage(k->c, channels[c], k->platform, (int)i + 1) < depth)
				return false;
	return true;
}

static const char *as_of(const struct checkup *k)
{
	return k->c->matrix ? matrix_date(k->c->matrix) : "";
}

/* The newest torch of a channel. */
static const char *last_of(const struct checkup *k, const char *channel)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *last = NULL;

	for (size_t i = 0; p && i < p->n; i++)
		if (p->v[i].manager == MANAGER_CONDA && strcmp(p->v[i].channel, channel) == 0 &&
		    (!last || p->v[i].rank > last->rank))
			last = &p->v[i];
	return last ? last->torch : NULL;
}

/* The line or else the file names that channel. */
static bool names(const struct checkup *k, const struct env_declared *d, const char *channel)
{
	const char *own = d->spec.f[CONDA_CHANNEL];

	return own ? channel_is(own, channel) : channel_named(k->env, channel);
}

static void no_build(struct checkup *k, const struct env_declared *d, const struct choice *any,
		     const struct wish *w)
{
	const char *last = last_of(k, "pytorch");
	bool ended = names(k, d, CHANNEL_PYTORCH);
	bool whole = is_whole(k, w, COVERAGE_VERSIONS);
	struct found *f;

	if (any->n == 0 && whole)
		FIND_ASKED(k, CP113, d, NO_CHANNEL_HAS, SAY(line, d->text),
			   SAY(platform, platform_words(k->platform)));
	else if (!whole)
		FIND_ASKED(k, CP109, d, NO_CHANNEL_KNOWN, SAY(line, d->text),
			   SAY(platform, platform_words(k->platform)), SAY(date, as_of(k)));
	if (any->n == 0 || !whole)
		return;
	f = FIND_ASKED(k, CP113, d, NO_NAMED_CHANNEL_HAS, SAY(line, d->text),
		       SAY(channel, any->v[0]->channel), SAY(last, ended ? last : NULL));
	FIND_ADVICE(k, f, NAME_CHANNEL, SAY(channel, any->v[0]->channel));
}

/* It follows that package: its own word for CUDA, or since conda-forge's cuda-version either. */
static bool is_led_by(const struct build *b, const char *name)
{
	return (b->conda_extra && strncmp(b->conda_extra, name, strlen(name)) == 0) ||
	       (strcmp(name, "pytorch-cuda") != 0 && b->cuda.major &&
		build_is_from(b, CHANNEL_CONDA_FORGE) &&
		(b->cuda.major < 12 || strcmp(name, "cuda-version") == 0));
}

/* "11.7, 11.8", that the package chooses between; NULL: none. */
static const char *cudas_of(struct checkup *k, const struct choice *c, const char *name)
{
	BUF_AUTO b = BUF_WORDS;
	char text[CUDA_TEXT];

	for (size_t i = 0; i < c->n; i++) {
		const char *one = c->v[i]->cuda.major ? cuda_version_text(c->v[i]->cuda, text) :
							NULL;

		if (!one || !is_led_by(c->v[i], name) || strstr(buf_cstr(&b), one))
			continue;
		buf_printf(&b, "%s%s", b.n ? ", " : "", one);
	}
	return b.n ? arena_str(k->arena, buf_cstr(&b)) : NULL;
}

static bool has_cuda(const struct choice *c, const char *cuda)
{
	return ANY(x, *c, pair_of((*x)->cuda) == pair_parse(cuda) ||
		want_takes_later(*x, pair_parse(cuda)));
}

static const struct build *follows(const struct choice *c, const struct env_declared *d)
{
	return FIRST_TELLS(x, *c, is_led_by(*x, d->name), *x, NULL);
}

static const char *word_of(const struct choice *c, struct arena *a)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->v[i]->cuda.major && c->v[i]->conda_extra)
			return arena_span(a, span_sub(span_of(c->v[i]->conda_extra), 0,
						      strcspn(c->v[i]->conda_extra, "= ")));
	return NULL;
}

static bool names_conda_cuda(const struct env_declared *d)
{
	return d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group &&
	       declared_names_cuda(d);
}

/* The CUDA that a line names is none that a build has. */
static void no_cuda(struct checkup *k, const struct env_declared *torch,
		    const struct env_declared *d, const char *cuda, const struct choice *c,
		    bool whole)
{
	const char *have = cudas_of(k, c, d->name);
	struct found *f = whole ?
		FIND_ASKED(k, CP113, d, NO_BUILD_HAS_CUDA, SAY(torch, torch->text),
			   SAY(have, cuda), SAY(need, have)) :
		FIND_ASKED(k, CP109, d, NO_BUILD_CUDA_KNOWN, SAY(torch, torch->text),
			   SAY(have, cuda), SAY(date, as_of(k)), SAY(need, have));

	find_at(k, f, &torch->origin);
	FIND_ADVICE(k, f, OTHER_CUDA_OR_TORCH);
}

/* The line that chooses the CUDA already; NULL: none does. */
static const struct env_declared *chooser(const struct checkup *k, const struct choice *c)
{
	return FIRST_OF(d, k->env->declared, names_conda_cuda(d) && follows(c, d));
}

static void cuda_packages(struct checkup *k, const struct env_declared *torch,
			  const struct choice *c, bool whole)
{
	const struct env_declared *by = chooser(k, c);
	const char *word = by ? by->name : word_of(c, k->arena);
	/* That it is one for the CPU is what is wrong then. */
	bool takes_cpu = find_first_gpu(k) && check_picks_cpu(k, MANAGER_CONDA, 0);

	EACH(const struct env_declared, d, k->env->declared) {
		const char *cuda;
		struct found *f;

		if (!names_conda_cuda(d))
			continue;
		cuda = declared_cuda(k->arena, d);
		if (!follows(c, d) && word) {
			f = FIND_ASKED(k, CP209, d, DOES_NOT_CHOOSE_CUDA, SAY(line, d->text),
				       SAY(torch, torch->text), SAY(package, word));
			if (by)
				FIND_ADVICE(k, f, LEAVE_IT_OUT);
			else
				FIND_ADVICE(k, f, NAME_ONE_OF, SAY(package, word),
					    SAY(need, cudas_of(k, c, word)));
		} else if (cuda && !has_cuda(c, cuda) && !takes_cpu) {
			no_cuda(k, torch, d, cuda, c, whole);
		}
	}
}

static void pythons(struct checkup *k, const struct env_declared *torch, const struct choice *c,
		    bool whole)
{
	const struct env_declared *d = spec_of(k, "python");
	struct python asked = declared_python(k->arena, k->env);
	struct python_set have = { 0 };
	char text[PYTHON_TEXT];
	struct found *f;

	for (size_t i = 0; i < c->n; i++)
		have = python_set_either(have, catalogue_pythons_of(c->v[i]));
	if (!d || !asked.major || python_set_empty(have) || python_set_has(have, asked))
		return;
	python_text(asked, text);
	f = whole ? FIND_ASKED(k, CP105, d, NO_BUILD_FOR_PYTHON, SAY(torch, torch->text),
			       SAY(have, arena_str(k->arena, text)),
			       SAY(need, python_set_text(k->arena, have))) :
		    FIND_ASKED(k, CP109, d, NO_BUILD_PYTHON_KNOWN, SAY(torch, torch->text),
			       SAY(have, arena_str(k->arena, text)), SAY(date, as_of(k)),
			       SAY(need, python_set_text(k->arena, have)));
	find_at(k, f, &torch->origin);
	FIND_ADVICE(k, f, OTHER_PYTHON_OR_TORCH);
}

/* The channel, a label of it, or a package that says it is of it. */
static bool names_nvidia(const struct checkup *k)
{
	return ANY(s, k->env->settings, strncmp(s->key, "channel", 7) == 0 &&
		   strstr(s->value, "nvidia")) ||
	       ANY(name, k->env->channels, strstr(*name, "nvidia")) ||
	       ANY(d, k->env->declared, strstr(d->text, "nvidia"));
}

static void without_nvidia(struct checkup *k, const struct env_declared *d, enum form form)
{
	const struct fact facts[] = { { 0 }, SAY(line, d->text) };
	struct found *f;

	if (!channel_named(k->env, CHANNEL_PYTORCH) || names_nvidia(k))
		return;
	f = find_asked(k, CP306, d, phrase_make(k->arena, form, facts, 2));
	if (form == FORM_NVIDIA_MISSING_NONE)
		f->severity = SEVERITY_ERROR;
	FIND_ADVICE(k, f, NAME_NVIDIA_BEHIND);
}

/* conda-forge, defaults and nvidia have none: anaconda.org/pytorch/pytorch-cuda. */
static void without_pytorch(struct checkup *k, const struct env_declared *d)
{
	struct found *f;

	if (channel_named(k->env, CHANNEL_PYTORCH) || d->spec.f[CONDA_CHANNEL] ||
	    d->spec.f[CONDA_BUILD])
		return;
	f = FIND_ASKED(k, CP306, d, PYTORCH_CHANNEL_MISSING, SAY(line, d->text));
	/* Where none is named the settings of the machine may have it. */
	if (k->env->channels.n)
		f->severity = SEVERITY_ERROR;
	FIND_ADVICE(k, f, NAME_PYTORCH_AND_NVIDIA);
}

static void pytorch_cuda(struct checkup *k)
{
	const struct env_declared *d = spec_of(k, "pytorch-cuda");
	const char *cuda = d ? declared_cuda(k->arena, d) : NULL;

	if (d)
		without_pytorch(k, d);

	/* The libraries that go with it are in the channel nvidia alone. */
	if (cuda && pair_parse(cuda) < catalogue_since_cuda(k->c, SINCE_LIBRARIES_ELSEWHERE))
		without_nvidia(k, d, FORM_NVIDIA_MISSING_NONE);
}

void check_declared(struct checkup *k)
{
	const struct env_declared *torch = spec_of(k, "pytorch");
	struct choice any, c;
	struct wish w = { 0 };
	bool covered;

	cpu_only(k);
	both_owners(k);
	pytorch_cuda(k);
	if (!torch)
		torch = spec_of(k, "pytorch-gpu");
	declared_wish_conda(k->arena, k->env, &w);
	if (!torch || lines_predate(k, torch))
		return;
	/* pytorch-cuda came with 1.13, and all builds that follow it are known */
	covered = is_covered(k, &w);
	if (!covered && !spec_of(k, "pytorch-cuda"))
		return;
	any = choose(k, &w, false);
	c = choose(k, &w, true);
	if (c.n == 0) {
		if (!names(k, torch, CHANNEL_DEFAULTS) && !names(k, torch, "main"))
			no_build(k, torch, &any, &w);
		return;
	}
	cuda_packages(k, torch, &c, !covered || is_whole(k, &w, COVERAGE_VARIANTS));
	if (covered)
		pythons(k, torch, &c, is_whole(k, &w, COVERAGE_BUILDS));
	if (!find_first_gpu(k) && check_picks_cpu(k, MANAGER_CONDA, FORM_PICK_CPU_NVIDIA))
		without_nvidia(k, torch, FORM_NVIDIA_MISSING_CPU);
}
