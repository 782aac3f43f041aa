/*
 * conda and mamba (libsolv), pixi (rattler). Jobs are decided by name: a range of Pythons takes its
 * newest before torch is looked at; then the first channel that has a torch which can be installed
 * (flexible; with strict priority the first that has any), there the newest version, then the
 * build: on the channel pytorch by its string, "cuda12.4" before "cuda12.1" before "cpu", on
 * conda-forge by its number, which puts CUDA before the CPU, if __cuda is there. rattler has no
 * order of strings: of several CUDAs of the channel pytorch the upload decides, which is not known.
 * What the tables do not say (pick_channel.c) is tried both ways, each answer is a candidate.
 * Source: openSUSE/libsolv@1b580675:src/policy.c; the depends of the records; 58 solves of each.
 */
#include <string.h>

#include "base/span.h"
#include "pick/pick_conda_private.h"
#include "pick/pick_private.h"

static const struct build *next_build(const struct conda_pick *c, size_t *i)
{
	const struct platform_builds *p = catalogue_builds(c->of->c, c->of->platform);

	while (*i < p->n) {
		const struct build *b = &p->v[(*i)++];

		if (b->manager == MANAGER_CONDA && b->build && pick_channel_rank(c, b) >= 0)
			return b;
	}
	return NULL;
}

/* Which of two is taken, the larger one. */
static int order(const struct conda_pick *c, const struct build *x, const struct build *y)
{
	int r = c->ask->priority == ASK_DISABLED ? 0 :
		pick_channel_rank(c, y) - pick_channel_rank(c, x);
	int python = python_cmp(python_newest(x->pythons), python_newest(y->pythons));

	if (r == 0)
		r = pep440_cmp_text(span_of(x->torch), span_of(y->torch));
	if (r == 0 && conda_fit_of_pytorch(x))
		r = python;
	if (r == 0)
		r = cuda_version_cmp(x->cuda, y->cuda);
	return r ? r : python;
}

/* The same release for the CPU: each has one, and the tables may lack it. */
static const struct build *cpu_twin(const struct conda_pick *c, const struct build *b)
{
	struct build *twin;

	if (!b->cuda.major || (conda_fit_of_pytorch(b) && pick_channel_is_whole(c, b)))
		return NULL;
	twin = arena_new(c->arena, struct build);
	*twin = *b;
	twin->cuda = (struct cuda_version){ 0 };
	twin->variant = "cpu";
	twin->build = "cpu*";
	twin->exact = twin->needs_cuda = false;
	return twin;
}

static const struct build *best_for(const struct conda_pick *c, struct python py)
{
	const struct build *ret = NULL, *b, *twin;
	size_t i = 0;

	while ((b = next_build(c, &i))) {
		if (ret && order(c, b, ret) <= 0)
			continue;
		twin = conda_fit_build(c, b, py) ? b : cpu_twin(c, b);
		if (twin && (twin == b || conda_fit_build(c, twin, py)) &&
		    (!ret || order(c, twin, ret) > 0))
			ret = twin;
	}
	return ret;
}

/* conda-forge's number goes on from what is known: of its builds the beginning is sure. */
static const char *build_text(struct arena *a, const struct build *b)
{
	if (conda_fit_of_pytorch(b) && b->exact)
		return b->build;
	return b->cuda.major ? arena_printf(a, "cuda%u%u*", b->cuda.major, b->cuda.minor) : "cpu*";
}

static void add_candidate(struct conda_pick *c, const struct build *b)
{
	for (size_t i = 0; i < c->found.n; i++)
		if (strcmp(c->found.v[i].of->torch, b->torch) == 0 &&
		    strcmp(c->found.v[i].of->channel, b->channel) == 0 &&
		    cuda_version_cmp(c->found.v[i].of->cuda, b->cuda) == 0)
			return;
	ARRAY_ADD(c->arena, c->found) = (struct pick_choice){
		.version = b->torch, .build = build_text(c->arena, b), .of = b };
}

/* rattler takes one of its CUDAs. */
static void add_ties(struct conda_pick *c, const struct build *best, struct python py)
{
	const struct build *b;
	size_t i = 0;

	if (c->ask->installer != INSTALLER_PIXI || !best->cuda.major)
		return;
	while ((b = next_build(c, &i)))
		if (strcmp(b->torch, best->torch) == 0 && strcmp(b->channel, best->channel) == 0 &&
		    b->cuda.major && conda_fit_build(c, b, py) &&
		    python_cmp(python_newest(b->pythons), python_newest(best->pythons)) == 0)
			add_candidate(c, b);
}

static const struct ask_spec *line_of(const struct conda_pick *c, const char *name)
{
	return FIRST_OF(x, c->ask->specs, conda_fit_is_spec(x) && strcmp(x->name, name) == 0);
}

/* Lines of packages that may hold Python lower than its newest. */
static bool has_others(const struct conda_pick *c)
{
	return ANY(s, c->ask->specs, conda_fit_is_spec(s) && !conda_fit_is_torch(s) &&
		   strcmp(s->name, "python") != 0 && strcmp(s->name, "pip") != 0 &&
		   !pick_channel_chooses(s->name) && strncmp(s->name, "torch", 5) != 0);
}

enum { PYTHON_NEWEST = 20, PYTHON_LAST = 14, PYTHON_OLDEST = 5 };

/* The newest Python that the line takes comes first, the others where something may forbid it. */
static void find_in_range(struct conda_pick *c, const struct ask_spec *python)
{
	bool all = has_others(c);

	for (int minor = PYTHON_NEWEST; minor >= PYTHON_OLDEST; minor--) {
		struct python py = { 3, (uint8_t)minor, false };
		const struct build *b = conda_fit_python(c, python, py) ? best_for(c, py) : NULL;

		c->older_python |= !b && !c->python.major && minor <= PYTHON_LAST &&
			conda_fit_python(c, python, py);
		if (!b)
			continue;
		add_candidate(c, b);
		add_ties(c, b, py);
		c->python = c->python.major ? c->python : py;
		if (!all)
			return;
	}
}

static void find_all(struct conda_pick *c)
{
	const struct ask_spec *python = line_of(c, "python");
	const struct build *b;

	if (c->of->python.major || !python) {
		b = best_for(c, c->of->python);
		if (b) {
			add_candidate(c, b);
			add_ties(c, b, c->of->python);
		}
	} else {
		find_in_range(c, python);
	}
}

/* pytorch-cuda is installed whatever torch is, and brings its libraries. */
static bool has_libraries(const struct conda_pick *c)
{
	static const struct cuda_version all[] = { { 11, 6 }, { 11, 7 }, { 11, 8 }, { 12, 1 },
						   { 12, 4 } };
	const struct ask_spec *line = line_of(c, "pytorch-cuda");
	char text[CUDA_TEXT];

	for (size_t i = 0; line && i < sizeof all / sizeof *all; i++)
		if ((!line->conda.f[CONDA_VERSION] ||
		     conda_fit_has(line, cuda_version_text(all[i], text), NULL)) &&
		    pick_channel_has_libraries(c, all[i]))
			return true;
	return !line;
}

/* The companions that are asked for belong to another torch, whichever channel has them. */
static bool is_clash(struct conda_pick *c)
{
	const struct platform_builds *p = catalogue_builds(c->of->c, c->of->platform);
	bool torch = false;

	EACH(const struct build, b, *p) {
		bool fits = b->manager == MANAGER_CONDA && b->build && b->torchvision;

		EACH_WHILE(const struct ask_spec, s, c->ask->specs, fits)
			if (conda_fit_is_spec(s) && strcmp(s->name, "pytorch") == 0)
				torch |= fits = conda_fit_has(s, b->torch, NULL);
		EACH_WHILE(const struct ask_spec, s, c->ask->specs, fits)
			if (conda_fit_is_spec(s) && (strcmp(s->name, "torchvision") == 0 ||
					   strcmp(s->name, "torchaudio") == 0))
				fits = conda_fit_companion(c, s, b);
		if (fits)
			return false;
	}
	return torch;
}

/* Why no CUDA build of that release is taken. */
static struct phrase why_cpu(struct conda_pick *c, const struct build *cpu)
{
	const struct ask_spec *line = NULL;
	const struct build *b;
	size_t i = 0;

	while ((b = next_build(c, &i))) {
		const struct ask_spec *s;

		if (!b->cuda.major || strcmp(b->torch, cpu->torch) != 0 ||
		    strcmp(b->channel, cpu->channel) != 0)
			continue;
		s = conda_fit_refusing(c, b);
		line = s ? s : line;
		if (s || !conda_fit_for(b, python_newest(cpu->pythons)))
			continue;
		if (!conda_fit_driver(c, b))
			return PHRASE(c->arena, PICK_CPU_DRIVER,
				      SAY(have, pair_text(c->arena, c->of->cuda)),
				      SAY(need, pair_text(c->arena, b->cuda.major * 100U)));
		return conda_fit_before(b, PYTORCH_CUDA_FIRST) ?
			PHRASE(c->arena, PICK_CPU_TOOLKIT, SAY(torch, cpu->torch)) :
			PHRASE(c->arena, PICK_CPU_NVIDIA, SAY(torch, cpu->torch));
	}
	return line ? PHRASE(c->arena, PICK_CPU_LINE, SAY(torch, cpu->torch),
			     SAY(line, line->text)) :
		PHRASE(c->arena, PICK_CPU_NONE, SAY(torch, cpu->torch));
}

static bool asks_torch(const struct ask *ask)
{
	return ANY(s, ask->specs, s->kind == ASK_SPEC && s->name && (conda_fit_is_torch(s) ||
		   strcmp(s->name, "torchvision") == 0 || strcmp(s->name, "torchaudio") == 0));
}

/* What lines ask for that the model does not hold. */
static bool is_line_open(const struct conda_pick *c)
{
	EACH(const struct ask_spec, s, c->ask->specs) {
		bool kin = s->name && (project_is_conda_torch(s->name) ||
				       pick_channel_chooses(s->name));

		if (s->kind == ASK_SPEC && kin && (!s->parsed || s->conda.f[CONDA_URL]))
			return true;
	}
	return false;
}

/* One answer, and more than a prediction of its kind. */
static bool is_exact(const struct conda_pick *c)
{
	const struct build *b = c->found.v[0].of;

	return c->found.n == 1 && conda_fit_of_pytorch(b) && b->exact &&
	       pick_channel_is_whole(c, b) &&
	       !(conda_fit_before(b, MUTEX_FIRST) &&
		 (line_of(c, "cpuonly") || c->ask->installer == INSTALLER_PIXI));
}

static void say(struct conda_pick *c, struct pick *p)
{
	const struct build *b = c->found.n ? c->found.v[0].of : NULL;

	if (!is_line_open(c) && !c->clash && pick_channel_is_elsewhere(c, b)) {
		p->certain = PICK_UNKNOWN;
		p->why = PHRASE(c->arena, PICK_CHANNELS);
		return;
	}
	for (size_t i = 0; i < c->found.n; i++)
		c->found.v[i].python = c->python;
	for (size_t i = 0; i < c->found.n && !p->why.form; i++)
		if (!c->found.v[i].of->cuda.major)
			p->why = why_cpu(c, c->found.v[i].of);
	p->candidates.v = c->found.v;
	p->candidates.n = p->candidates.room = c->found.n;
	if (is_line_open(c) || (b ? pick_channel_is_open(c, b) :
				    !pick_channel_has_none(c) && !c->clash)) {
		p->certain = PICK_UNKNOWN;
		p->why = p->why.form ? p->why : PHRASE(c->arena, PICK_CHANNELS);
	} else if (!b) {
		p->why = PHRASE(c->arena, PICK_NO_BUILD);
	} else if (is_exact(c)) {
		p->taken = c->found.v[0];
		memset(&p->candidates, 0, sizeof p->candidates);
	} else {
		p->certain = PICK_ONE_OF;
	}
}

void pick_conda(struct arena *a, const struct pick_of *of, const struct ask *ask,
		struct picks *to)
{
	struct conda_pick c = { .arena = a, .of = of, .ask = ask, .python = of->python };
	struct pick *p;

	if (!asks_torch(ask))
		return;
	pick_channel_read(&c);
	c.clash = is_clash(&c);
	if (!c.clash) {
		/* Each answer that what is not known allows. */
		int worlds = pick_channel_forge_matters(&c) ? 2 : 1;

		for (int i = 0; i < worlds; i++) {
			c.forge_cuda = i == 1;
			if (!has_libraries(&c))
				continue;
			c.solvable = true;
			find_all(&c);
		}
	}
	p = &ARRAY_ADD(a, *to);
	*p = (struct pick){ .installer = ask->installer, .name = "pytorch", .extra = ask->group };
	say(&c, p);
}
