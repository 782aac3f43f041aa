/* The steps that carry out a plan: the environment, the install, what comes after it. */
#include "plan/steps_private.h"

#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"
#include "fact/wheel.h"

/* --- what pip is asked for, and where: each era of the PyTorch index had its own way ---------- */

static bool of_index(const struct build *b, enum pip_way way)
{
	return b->index_url && build_terms(b)->way == way;
}

/* "cp37-cp37m-linux_x86_64": the tags of the time in which the file itself is named. */
static const char *file_tags(struct arena *a, const struct plan *p)
{
	const struct build *b = p->build;
	unsigned x = p->python.major, y = p->python.minor;
	bool windows = platform_is_windows(b->platform);
	const char *abi = x == 2 ? (windows ? "m" : "mu") : y < 8 ? "m" : "";

	return arena_printf(a, "cp%u%u-cp%u%u%s-%s", x, y, x, y, abi,
			    windows ? "win_amd64" : "linux_x86_64");
}

static void add_file(struct arena *a, const struct ground *g, const struct plan *p,
		     const char *name, const char *version, struct strings *to)
{
	strings_add(a, to, steps_mirrored(a, g, p->build,
		arena_printf(a, "%s/%s-%s-%s.whl", p->build->index_url, name, version,
			     file_tags(a, p))));
}

/* Source: the names of the files of the index. aarch64 companions carry no local version; on the
 * pages torchaudio is found by its number. */
const char *plan_label(const struct plan *p, const char *package)
{
	const char *label = p->build->local ? p->build->local : "";

	if (strcmp(package, "torch") == 0)
		return label;
	if (platform_is_linux_arm(p->build->platform))
		return "";
	return of_index(p->build, PIP_INDEX) ||
	       (p->build->index_url && strcmp(package, "torchaudio") != 0) ? label : "";
}

static bool is_by_file(const struct build *b)
{
	return of_index(b, PIP_FILE) || of_index(b, PIP_TORCH_FILE);
}

static void add_where(struct arena *a, const struct ground *g, const struct plan *p,
		      struct step *to)
{
	const struct build *b = p->build;
	const char *files = steps_files(a, g, b);

	if (!of_index(b, PIP_INDEX) || files)
		to->index_url = steps_mirror(g, true);
	if (files) {
		to->find_links = files;
		return;
	}
	if (!b->index_url || (is_by_file(b) && !steps_asked(p->torchaudio)))
		return;
	if (of_index(b, PIP_INDEX))
		to->index_url = steps_mirrored(a, g, b, b->index_url);
	else if (of_index(b, PIP_EXTRA))
		to->extra_index_url = steps_mirrored(a, g, b, b->index_url);
	else
		to->find_links = steps_mirrored(a, g, b, b->pip_page);
}

/* The same for what a project asks of the variant's index: its name alone, or "==" with its release
 * and the label. */
static void ask_project(const struct making *m, bool names, const char *label, struct step *to)
{
	struct arena *a = m->a;
	const struct plan *p = m->p;
	const char *const all[][2] = { { "torch", p->build->torch },
		{ "torchvision", p->torchvision }, { "torchaudio", p->torchaudio } };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (!steps_asked(all[i][1]))
			continue;
		if (names)
			strings_add(a, &to->specs, all[i][0]);
		else
			strings_printf(a, &to->specs, "%s==%s%s", all[i][0], all[i][1], label);
	}
	if (!p->build->index_url)
		return;
	to->index_url = steps_mirrored(a, m->g, p->build, p->build->index_url);
	to->index_name = arena_printf(a, "pytorch-%s", p->build->variant);
}

/* --- the steps ------------------------------------------------------------------------------ */

/* The plan's Python is that of the environment the user stands in. */
static bool stands_in(const struct ground *g, const struct plan *p, enum stand stand)
{
	return g->here && g->stand == stand &&
	       (p->python.major == 0 || g->python.major == 0 ||
		python_cmp(g->python, p->python) == 0);
}

/* A file was named in place of a release: the release. */
static const char *pin_of(const struct making *m, const char *spec)
{
	const struct plan *p = m->p;

	if (!strstr(spec, "://"))
		return spec;
	if (strstr(spec, "/torchvision-"))
		return arena_printf(m->a, "torchvision==%s", p->torchvision);
	return arena_printf(m->a, "torch==%s", p->build->torch);
}

/* Options alone, such as an index, install nothing. */
static bool has_pip_rest(const struct ground *g)
{
	bool some = g->requirements.n || g->rest_pip.n;

	for (size_t i = 0; i < g->rest_options.n && !some; i++)
		some = strcmp(g->rest_options.v[i], "-e") == 0 ||
		       strcmp(g->rest_options.v[i], "-r") == 0;
	return some;
}

/*
 * The rest of the files that were given. What stands beside them on the command line is there
 * already, and binds the solver as a constraint does. A build of conda's may call itself
 * 2.4.1.post303, and its torchvision 0.19.1a0.
 */
static void files_step(const struct making *m, const struct strings *asked)
{
	const struct ground *g = m->g;
	struct step *s;

	if (!has_pip_rest(g))
		return;
	s = steps_add(m, &m->p->steps, STEP_INSTALL_FILES);
	s->files = g->requirements;
	s->options = g->rest_options;
	s->index_url = steps_mirror(g, true);
	strings_add_all(m->a, &s->specs, &g->rest_pip);
	if (!asked)
		strings_printf(m->a, &s->specs, "torch==%s.*", m->p->build->torch);
	for (size_t i = 0; asked && i < asked->n; i++)
		strings_add(m->a, &s->specs, pin_of(m, asked->v[i]));
}

/* "flash-attn @ https://….whl#sha256=…" (PEP 508); else "torch-scatter==2.1.2+pt28cu128". */
static const char *package_spec(struct arena *a, const struct plan_package *x)
{
	if (x->url)
		return arena_printf(a, "%s @ %s%s%s", x->name, x->url, x->sha256 ? "#sha256=" : "",
				    x->sha256 ? x->sha256 : "");
	return arena_printf(a, "%s==%s%s", x->name, x->version, x->label ? x->label : "");
}

/* A page that lists files is given to -f; the PyTorch index has what its packages ask for. */
static void find_package(const struct making *m, const struct plan_package *x, struct step *s)
{
	if (!x->index)
		s->index_url = steps_mirror(m->g, true);
	else if (span_ends(span_of(x->index), ".html"))
		s->find_links = x->index;
	else if (strcmp(x->place, "pytorch-index") == 0)
		s->index_url = steps_mirrored(m->a, m->g, m->p->build, x->index);
	else
		s->extra_index_url = x->index;
}

void plan_package_step(struct arena *a, const struct plan_package *x, struct step *to)
{
	strings_add(a, &to->specs, package_spec(a, x));
	if (x->index && span_ends(span_of(x->index), ".html"))
		to->find_links = x->index;
	else
		to->extra_index_url = x->index;
}

static bool same_place(const struct plan_package *x, const struct plan_package *y)
{
	return x->index == y->index ||
	       (x->index && y->index && strcmp(x->index, y->index) == 0);
}

/* Extensions, those of one place together; what is there already stands beside them. */
static void package_steps(const struct making *m, const struct strings *asked)
{
	const struct plan *p = m->p;

	for (size_t i = 0; i < p->packages.n; i++) {
		struct step *s;
		bool first = true;

		for (size_t k = 0; k < i; k++)
			first &= !same_place(&p->packages.v[k], &p->packages.v[i]);
		if (!first)
			continue;
		s = steps_add(m, &m->p->steps, STEP_INSTALL);
		for (size_t k = i; k < p->packages.n; k++)
			if (same_place(&p->packages.v[k], &p->packages.v[i]))
				strings_add(m->a, &s->specs,
					    package_spec(m->a, &p->packages.v[k]));
		for (size_t k = 0; k < asked->n; k++)
			strings_add(m->a, &s->specs, pin_of(m, asked->v[k]));
		find_package(m, &p->packages.v[i], s);
	}
}

/* conda's lines of the files, from their channels too; what was made stays by its exact build. */
static void conda_step(const struct making *m, const struct strings *channels)
{
	struct step *s;

	if (m->g->rest_conda.n == 0)
		return;
	s = steps_add(m, &m->p->steps, STEP_INSTALL);
	s->channels = *channels;
	for (size_t i = 0; i < m->g->rest_channels.n; i++)
		strings_add_once(m->a, &s->channels, m->g->rest_channels.v[i]);
	strings_add_all(m->a, &s->specs, &m->g->rest_conda);
	plan_conda_specs(m->a, m->p, "=", &s->specs);
}

/* What becomes of the rest of the files: pip cannot install conda's packages. */
static void tell_rest(const struct making *m)
{
	const struct ground *g = m->g;
	bool conda = m->p->build->manager == MANAGER_CONDA;

	if (g->apart)
		steps_tell(m, FORM_FILE_APART, NULL);
	if (g->rest_conda.n && !conda)
		steps_tell(m, FORM_CONDA_LEFT, strings_joined(m->a, &g->rest_conda, ", "));
	if (has_pip_rest(g) || (g->rest_conda.n && conda))
		steps_tell(m, FORM_REST_KEEPS_TORCH, NULL);
}

/* A virtual environment is made, then it is installed into. */
static void venv_steps(const struct making *m)
{
	struct strings asked;
	struct step *s;
	const struct build *b;
	const struct plan *p;
	const char *v;

	if (m->fresh)
		create_steps(m);
	else if (m->g->tools && m->g->tools->bare && !m->g->into &&
		 m->p->installer == INSTALLER_PIP)
		steps_add(m, &m->p->steps, STEP_BRING_PIP);
	s = steps_add(m, &m->p->steps, STEP_INSTALL);
	/* torch and its companions as pip takes them, and where they are: specs and indexes. */
	b = m->p->build;
	if (is_by_file(b))
		add_file(m->a, m->g, m->p, "torch", b->torch, &s->specs);
	else
		strings_printf(m->a, &s->specs, "torch==%s%s", b->torch, plan_label(m->p, "torch"));
	p = m->p;
	v = p->torchvision;
	if (steps_asked(v)) {
		if (of_index(p->build, PIP_FILE))
			add_file(m->a, m->g, p, "torchvision", v, &s->specs);
		else
			strings_printf(m->a, &s->specs, "torchvision==%s%s", v,
				       plan_label(p, "torchvision"));
	}
	if (steps_asked(m->p->torchaudio))
		strings_printf(m->a, &s->specs, "torchaudio==%s%s", m->p->torchaudio,
			       plan_label(m->p, "torchaudio"));
	steps_bounds(m->a, m->p, &s->specs);
	add_where(m->a, m->g, m->p, s);
	asked = s->specs;
	package_steps(m, &asked);
	files_step(m, &asked);
	tell_rest(m);
	undo_steps(m);
}

/* A conda environment is made with what belongs into it. */
static void prefix_steps(const struct making *m)
{
	struct step *s = steps_add(m, &m->p->steps, m->fresh ? STEP_CREATE : STEP_INSTALL);
	struct strings channels = plan_conda_channels(m->a, m->g, m->p->build);

	s->channels = channels;
	if (m->fresh)
		steps_ask_python(m->a, m->p, &s->specs);
	plan_conda_specs(m->a, m->p, "=", &s->specs);
	steps_apart(m, STEP_INSTALL, "=", &channels);
	conda_step(m, &channels);
	files_step(m, NULL);
	tell_rest(m);
	undo_steps(m);
}

/* The manifest holds torch as it is. */
static void add_rest(const struct making *m)
{
	struct step *s;

	if (m->g->rest_conda.n)
		strings_add_all(m->a, &steps_add(m, &m->p->steps, STEP_ADD)->specs,
				&m->g->rest_conda);
	if (m->g->rest_pip.n || m->g->lines.n) {
		s = steps_add(m, &m->p->steps, STEP_ADD);
		s->of = MANAGER_PIP;
		strings_add_all(m->a, &s->specs, &m->g->lines);
		strings_add_all(m->a, &s->specs, &m->g->rest_pip);
	}
	if (m->g->rest_options.n)
		steps_tell(m, FORM_OPTIONS_LEFT, strings_joined(m->a, &m->g->rest_options, " "));
}

/*
 * The index is kept in the project under its name, for these packages alone; then no label is
 * needed, which other platforms lack. pixi names it with each package.
 */
static void project_pip_steps(const struct making *m)
{
	const struct build *b = m->p->build;
	bool named = installer_manager(m->p->installer) == MANAGER_PIP;
	const char *label = !named && b->index_url && b->local ? b->local : "";

	if (m->fresh)
		steps_add(m, &m->p->steps, STEP_CREATE)->python = m->p->python;
	if (named && b->index_url)
		ask_project(m, true, "", steps_add(m, &m->p->steps, STEP_NAME_INDEX));
	ask_project(m, false, label, steps_add(m, &m->p->steps, STEP_ADD));
	/* A file is named in the words of the project's tool; an index or page gets a name in it.
	 */
	EACH(const struct plan_package, x, m->p->packages) {
		struct step *s = steps_add(m, &m->p->steps, STEP_ADD);

		s->of = MANAGER_PIP;
		strings_add(m->a, &s->specs, package_spec(m->a, x));
		if (!x->index)
			continue;
		s->index_url = x->index;
		s->index_name = x->place;
	}
}

static void project_steps(const struct making *m)
{
	if (m->p->build->manager == MANAGER_CONDA) {
		/* A project of conda's packages declares its channels and the CUDA to solve for,
		 * then asks. */
		struct step *s = steps_add(m, &m->p->steps,
					   m->fresh ? STEP_CREATE : STEP_ADD_CHANNELS);

		s->channels = plan_conda_channels(m->a, m->g, m->p->build);
		if (m->p->build->cuda.major)
			steps_add(m, &m->p->steps, STEP_DECLARE_CUDA)->cuda = m->p->build->cuda;
		s = steps_add(m, &m->p->steps, STEP_ADD);
		if (m->fresh)
			steps_ask_python(m->a, m->p, &s->specs);
		plan_conda_specs(m->a, m->p, "==", &s->specs);
		steps_apart(m, STEP_ADD, "==", &(struct strings){ 0 });
		if (m->fresh)
			add_rest(m);
	} else
		project_pip_steps(m);
	if (m->fresh)
		undo_steps(m);
}

/* The torch that the name of an installed wheel says it was made for; NULL: none. */
static const char *made_torch(struct arena *a, const struct env_package *p)
{
	struct wheel w;
	struct err e;

	if (!p->local || wheel_parse(a, span_of(arena_printf(a, "x-1+%s-py3-none-any.whl",
							     p->local)), &w, &e))
		return NULL;
	return w.torch;
}

/* Packages there that were made for another torch: nothing of the commands changes them. */
static void tell_left_behind(const struct making *m)
{
	struct span minor = span_of(m->p->build->torch);
	ptrdiff_t dot = span_find_char(minor, '.');
	size_t n = dot < 0 ? minor.n : (size_t)dot + 1;

	while (n < minor.n && minor.p[n] != '.')
		n++;
	minor.n = n;
	for (size_t i = 0; m->g->before && i < m->g->before->packages.n; i++) {
		const struct env_package *p = &m->g->before->packages.v[i];
		const char *torch = made_torch(m->a, p);

		if (!torch || span_is(minor, torch) || span_is(span_of(m->p->build->torch), torch))
			continue;
		findings_note(m->a, &m->p->notes,
			      PHRASE(m->a, LEFT_BEHIND, SAY(package, p->name),
				     SAY(version, p->version), SAY(torch, torch)));
	}
}

void plan_steps(struct arena *a, const struct ground *g, struct plan *p)
{
	static void (*const makers[])(const struct making *) = {
		[PLACE_VENV] = venv_steps,
		[PLACE_PREFIX] = prefix_steps,
		[PLACE_PROJECT] = project_steps,
	};
	enum installer_place into = installer_place(p->installer);
	bool conda = stands_in(g, p, STAND_CONDA), in_project = stands_in(g, p, STAND_PROJECT);
	bool in_venv = conda || stands_in(g, p, STAND_VENV);
	struct step_place *place = arena_new(a, struct step_place);
	struct making m = { a, g, p, place, false };

	*place = step_place_of(g->into, p->build->platform);
	p->steps = p->undo = (struct steps){ 0 };
	create_tell_installer(&m);
	steps_tell_mirror(&m);
	if (in_project) {
		project_steps(&m);
		return;
	}
	m.fresh = !(into == PLACE_VENV ? in_venv : into == PLACE_PREFIX && conda);
	makers[into](&m);
	if (!m.fresh)
		tell_left_behind(&m);
}
