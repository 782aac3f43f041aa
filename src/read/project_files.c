#include "read/project_files.h"

#include <string.h>

#include "base/sort.h"
#include "os/file.h"
#include "read/place.h"

enum { DEEP = 6, FOLDERS_MOST = 2000, ENTRIES_MOST = 50000, FILES_MOST = 300 };

/* Names of files in which people ask for packages, whatever their case; what is in one decides. */
static const char *const asking[] = {
	"*require*.txt", "*require*.in", "*constraint*.txt", "*dependenc*.txt", "pip*.txt",
	"conda*.txt", "pyproject.toml", "pixi.toml", "hatch.toml", "pipfile", "setup.py",
	"setup.cfg", "tox.ini", "noxfile.py", "*environment*.yml", "*environment*.yaml",
	"*conda*.yml", "*conda*.yaml", "*env*.yml", "*env*.yaml", "cog.yaml", "*.lock",
	"conda-lock.yml", "pylock*.toml", "pdm.toml", "*dockerfile*", "*containerfile*", "*.def",
	"*.sh", "*.bash", "*.bat", "*.cmd", "*.ps1", "makefile", "justfile", "*.ipynb",
	"readme*.md", "readme*.rst", "readme*.txt", "install*.md", "devcontainer.json",
	".gitlab-ci.yml",
};

/* Folders of others: what was unpacked, built or written by a program. */
static const char *const foreign[] = {
	"node_modules", "site-packages", "dist-packages", "__pycache__", "venv", "env", "build",
	"dist", "target", "*.egg-info",
};

static const char *const hidden[] = { ".github", ".devcontainer", ".ci", ".circleci" };

struct looking {
	struct arena *a;
	struct project_files *to;
	size_t folders, entries;
	struct strings queue;  /* folders, those above first */
	size_t above;          /* as deep as the first of them is */
};

static bool is_of(const char *name, const char *const *globs, size_t n)
{
	size_t i = 0;

	while (i < n && !span_glob(span_of(globs[i]), span_of(name)))
		i++;
	return i < n;
}

#define IS_OF(name, list) is_of(name, list, sizeof(list) / sizeof *(list))

/* "a/b" below a folder; "." is not said. */
static const char *below(struct arena *a, const char *folder, const char *name)
{
	return strcmp(folder, ".") == 0 ? arena_str(a, name) : place_join(a, folder, name);
}

static bool is_workflow(const char *folder, const char *name)
{
	struct span s = span_of(folder);

	return (span_ends(s, ".github/workflows") || span_ends(s, ".circleci")) &&
	       (span_ends(span_of(name), ".yml") || span_ends(span_of(name), ".yaml"));
}

static void take(struct looking *w, const char *folder, const struct os_folder *in,
		 const char *name, struct strings *files, struct strings *folders)
{
	enum os_kind kind = os_folder_kind(in);

	if (kind == OS_REGULAR && (IS_OF(name, asking) || is_workflow(folder, name)))
		strings_add(w->a, files, below(w->a, folder, name));
	else if (kind == OS_FOLDER &&
		 (name[0] == '.' ? IS_OF(name, hidden) : !IS_OF(name, foreign)))
		strings_add(w->a, folders, below(w->a, folder, name));
}

static void add_sorted(struct arena *a, struct strings *to, struct strings *more, size_t most,
		       bool *over)
{
	sort_stable(more->v, more->n, sizeof *more->v, strings_by_text);
	for (size_t i = 0; i < more->n; i++)
		if (to->n < most)
			strings_add(a, to, more->v[i]);
		else
			*over = true;
}

static size_t depth_of(const char *path)
{
	size_t n = 0;

	for (; *path; path++)
		n += *path == '/';
	return n;
}

static void look(struct looking *w, const char *folder)
{
	OS_FOLDER_AUTO in = os_folder(folder);
	struct strings files = { 0 }, folders = { 0 };
	const char *name;

	/* A folder that holds an environment is none of the project's own. */
	while ((name = os_folder_next(&in)) && !span_in(span_of(name), "pyvenv.cfg conda-meta")) {
		if (++w->entries > ENTRIES_MOST) {
			w->to->over = true;
			return;
		}
		take(w, folder, &in, name, &files, &folders);
	}
	w->to->closed += in.failed != 0;
	if (name)
		return;
	add_sorted(w->a, &w->to->paths, &files, FILES_MOST, &w->to->over);
	if (depth_of(folder) < w->above + DEEP)
		add_sorted(w->a, &w->queue, &folders, FOLDERS_MOST, &w->to->over);
	else
		w->to->over |= folders.n > 0;
}

void project_find(struct arena *a, const char *folder, struct project_files *ret)
{
	struct looking w = { .a = a, .to = ret, .above = depth_of(folder) };

	*ret = (struct project_files){ 0 };
	strings_add(a, &w.queue, folder);
	for (size_t i = 0; i < w.queue.n; i++)
		look(&w, w.queue.v[i]);
}
