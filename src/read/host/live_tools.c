/*
 * What there is to make environments with: every Python on PATH, those that pyenv, uv and conda
 * keep, and the installers. All by their files; none of them is started.
 */
#include <string.h>

#include "fact/tools.h"
#include "read/host/live_private.h"

struct looking {
	struct arena *a;
	const struct place *p;
	struct tools *t;
	struct strings names; /* of programs that came first on PATH, whether they work or not */
};

/* "python3.12", "python3.13t"; not "python3.12-config". */
static bool is_python(const char *name, struct python *ret)
{
	char text[PYTHON_TEXT];
	struct span s = span_of(name);

	return span_take(&s, "python") && s.n > 2 && s.n < PYTHON_TEXT && python_parse(s, ret) &&
	       span_is(s, python_text(*ret, text));
}

/* The folder of its standard library; NULL: it was not found. */
static const char *library_of(const struct looking *l, const char *prefix, struct python version)
{
	static const char *const folders[] = { "lib", "lib64" };

	for (size_t i = 0; prefix && i < sizeof folders / sizeof *folders; i++) {
		const char *path = arena_printf(l->a, "%s/%s/python%s", prefix, folders[i],
						python_text(version, TEXT_ROOM));

		if (place_exists(l->a, l->p, place_join(l->a, path, "os.py")))
			return path;
	}
	return NULL;
}

/*
 * Debian and what comes from it keep ensurepip in a package of its own, python3.X-venv; its venv
 * then says "ensurepip is not available".
 */
static void judge_venv(const struct looking *l, struct interpreter *to)
{
	const char *prefix = live_prefix_of(l->a, to->path);
	const char *library = library_of(l, prefix, to->version);

	if (!library)
		return;
	to->venv = place_exists(l->a, l->p, place_join(l->a, library, "venv")) &&
		   place_exists(l->a, l->p, place_join(l->a, library, "ensurepip")) ?
		   TRI_YES : TRI_NO;
	if (to->venv == TRI_NO && strcmp(prefix, "/usr") == 0 &&
	    place_exists(l->a, l->p, "/etc/debian_version"))
		to->package = arena_printf(l->a, "python%s-venv",
					   python_text(to->version, TEXT_ROOM));
}

/* `path` is what the command starts in the end. */
static void add_python(struct looking *l, const char *command, const char *path,
		       struct python version)
{
	const char *real = place_real(l->a, l->p, path);
	struct interpreter one = { version, command, real ? real : path, TRI_UNKNOWN, NULL };

	if (ANY(x, l->t->pythons, strcmp(x->path, one.path) == 0))
		return;
	judge_venv(l, &one);
	ARRAY_ADD(l->a, l->t->pythons) = one;
}

static bool comes_first(struct looking *l, const char *name)
{
	size_t n = l->names.n;

	strings_add_once(l->a, &l->names, name);
	return l->names.n > n;
}

/* A name that something before it on PATH has too is reached by its path. */
static void pythons_of_path(struct looking *l)
{
	struct span rest = span_of(place_env(l->p, "PATH")), folder;

	while (span_next(&rest, ':', &folder)) {
		const char *at = arena_span(l->a, folder);
		struct strings all = { 0 };

		if (folder.n && folder.p[0] == '/')
			all = place_list(l->a, l->p, at, "python3.");
		for (size_t i = 0; i < all.n; i++) {
			const char *path = place_join(l->a, at, all.v[i]), *behind;
			struct python version;

			if (!is_python(all.v[i], &version) || !place_runs(l->a, l->p, path))
				continue;
			behind = live_program_behind(l->a, l->p, path);
			if (comes_first(l, all.v[i]) && behind)
				add_python(l, all.v[i], behind, version);
			else if (behind && behind == path)
				add_python(l, path, behind, version);
		}
	}
}

/* What `python` starts, where nothing else has its version: it need not be called python3.12. */
static void python_by_default(struct looking *l, const struct host *h)
{
	static const char *const names[] = { "python", "python3" }, *const *name;
	struct python version;

	if (h->env || !h->python || !python_parse(span_of(h->python), &version) ||
	    tools_python(l->t, version))
		return;
	name = FIRST_OF(x, ROWS(names), place_program(l->a, l->p, *x));
	if (name)
		add_python(l, *name, live_python_program(l->a, l->p), version);
}

/* Every python3.X in the bin of a folder. */
static void pythons_below(struct looking *l, const char *prefix)
{
	const char *bin = place_join(l->a, prefix, "bin");
	struct strings all = place_list(l->a, l->p, bin, "python3.");

	for (size_t i = 0; i < all.n; i++) {
		const char *path = place_join(l->a, bin, all.v[i]);
		struct python version;

		if (is_python(all.v[i], &version) && place_runs(l->a, l->p, path))
			add_python(l, path, path, version);
	}
}

static const char *home_of(const struct looking *l, const char *variable, const char *below)
{
	const char *set = variable ? place_env_set(l->p, variable) : NULL;

	return set ? set : place_below(l->a, place_env_set(l->p, "HOME"), below);
}

/* The Pythons in the folders of a folder, the newest names first. */
static void pythons_in(struct looking *l, const char *folder, const char *prefix)
{
	struct strings all = { 0 };

	if (folder)
		all = place_list(l->a, l->p, folder, prefix);
	for (size_t i = all.n; i-- > 0;)
		pythons_below(l, place_join(l->a, folder, all.v[i]));
}

/* UV_PYTHON_INSTALL_DIR, else the user's data folder (uv's documentation, "Storage"). */
static const char *uv_folder(const struct looking *l)
{
	const char *data = place_env_set(l->p, "XDG_DATA_HOME");

	if (!place_env_set(l->p, "UV_PYTHON_INSTALL_DIR") && data)
		return place_join(l->a, data, "uv/python");
	return home_of(l, "UV_PYTHON_INSTALL_DIR", ".local/share/uv/python");
}

/* Where installers put conda when nobody says otherwise; below the home folder, or as it is. */
static const char *const conda_homes[] = {
	"miniconda3", "miniforge3", "anaconda3", "mambaforge", "/opt/conda", "/opt/miniconda3",
	"/opt/miniforge3", "/opt/anaconda3",
};

static const char *conda_home(const struct looking *l, size_t i)
{
	return *conda_homes[i] == '/' ? conda_homes[i] : home_of(l, NULL, conda_homes[i]);
}

static void pythons_of_conda(struct looking *l)
{
	for (size_t i = 0; i < sizeof conda_homes / sizeof *conda_homes; i++) {
		const char *home = conda_home(l, i);

		if (home && place_exists(l->a, l->p, place_join(l->a, home, "conda-meta")))
			pythons_below(l, home);
	}
}

/* Variables that hold a program's path, and where its own installer puts it in the home folder. */
static const struct {
	enum installer of;
	const char *variable, *home;
} usual[] = {
	{ INSTALLER_UV, "UV", ".local/bin/uv" },
	{ INSTALLER_UV, NULL, ".cargo/bin/uv" },
	{ INSTALLER_CONDA, "CONDA_EXE", NULL },
	{ INSTALLER_MICROMAMBA, "MAMBA_EXE", ".local/bin/micromamba" },
	{ INSTALLER_MAMBA, "MAMBA_EXE", NULL },
	{ INSTALLER_PIXI, "PIXI_EXE", ".pixi/bin/pixi" },
};

static bool is_program(const struct looking *l, const char *path, enum installer i)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash && strcmp(slash + 1, installer_name(i)) == 0 && place_runs(l->a, l->p, path);
}

static const char *in_usual_place(const struct looking *l, enum installer of)
{
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		const char *set = usual[i].variable ? place_env_set(l->p, usual[i].variable) : NULL;
		const char *home = usual[i].home ? home_of(l, NULL, usual[i].home) : NULL;

		if (usual[i].of == of && is_program(l, set, of))
			return set;
		if (usual[i].of == of && is_program(l, home, of))
			return home;
	}
	for (size_t i = 0; i < sizeof conda_homes / sizeof *conda_homes; i++) {
		const char *path = conda_home(l, i);

		path = path ? arena_printf(l->a, "%s/bin/%s", path, installer_name(of)) : NULL;
		if (is_program(l, path, of))
			return path;
	}
	return NULL;
}

static void installers(const struct looking *l)
{
	for (int i = 0; i < INSTALLERS; i++) {
		enum installer of = (enum installer)i;
		const char *path = of == INSTALLER_PIP ? NULL :
			place_program(l->a, l->p, installer_name(of));

		if (path && live_program_behind(l->a, l->p, path))
			l->t->installers[of] = installer_name(of);
		else if (of != INSTALLER_PIP)
			l->t->installers[of] = in_usual_place(l, of);
	}
}

/* uv writes its version into pyvenv.cfg. */
static bool by_uv(const struct looking *l, const char *env)
{
	struct span s, line;

	if (!place_read(l->a, l->p, place_join(l->a, env, "pyvenv.cfg"), 65536, &s))
		return false;
	while (span_line(&s, &line))
		if (span_starts(line, "uv ="))
			return true;
	return false;
}

/* uv puts no pip into the environments that it makes, unless it is asked to (--seed). */
static bool has_no_pip(const struct looking *l, const struct host *h)
{
	struct python version;
	const char *library;

	if (!h->env || !by_uv(l, h->env) || !h->python ||
	    !python_parse(span_of(h->python), &version))
		return false;
	library = arena_printf(l->a, "%s/lib/python%s/site-packages", h->env,
			       python_text(version, TEXT_ROOM));
	return !place_exists(l->a, l->p, place_join(l->a, library, "pip"));
}

void live_tools(struct arena *a, const struct place *p, struct host *h)
{
	struct tools *t = arena_new(a, struct tools);
	struct looking l = { .a = a, .p = p, .t = t };
	const char *pyenv = home_of(&l, "PYENV_ROOT", ".pyenv");

	pythons_of_path(&l);
	python_by_default(&l, h);
	pythons_in(&l, place_below(a, pyenv, "versions"), "");
	pythons_in(&l, uv_folder(&l), "cpython-");
	pythons_of_conda(&l);
	installers(&l);
	t->sudo = place_program(a, p, "sudo") != NULL;
	t->bare = has_no_pip(&l, h);
	h->tools = t;
}
