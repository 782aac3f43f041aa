/* What the files of this folder share: one reader per form of text about environments (those of
 * machines: read/host/format_private.h), the parts of a live one, the settings of pip and uv. */
#pragma once

#include "base/tree.h"
#include "read/env/env.h"
#include "read/host/lines.h"

enum { ENV_STAGES = 33 };

/* Of the lines before `upto`: the Python of the image above them. */
struct env_base {
	size_t upto;
	const char *python;    /* NULL: not known */
	bool other;            /* a line below the image brings another, or may */
};

/* What was found in a text already: env_scope.c, env_image.c. */
struct env_memory {
	struct arena *a;       /* of what is found; a reader that only tries has another */
	struct arena *own;     /* of what only the reading needs, as the scope */
	struct env_scope *scope;
	struct env_base base;
	size_t stages[ENV_STAGES], n_stages; /* of a Dockerfile: the last, and what it is from */
	bool staged;
	size_t undrawn[2];     /* lines from the first to before the second draw no branch */
	bool dollars_counted, dollars; /* a variable is used somewhere */
	bool list_looked, list;        /* the text is a list of requirements */
	bool setup_looked, setup;      /* the code of a setup.py */
	struct span setup_list;        /* what it calls install_requires; empty: nothing */
	bool setup_listed;             /* and that is a list in the text */
	bool examples_counted;
	size_t examples;               /* files of TOML that a guide shows */
	const char **conditions;       /* per line: env_condition.c; NULL: not looked for */
	unsigned char *machines;       /* the same: of whom the condition speaks */
	struct env_matrix *matrix;     /* that was read last */
};

struct env_text {
	struct arena *a;
	const char *file;
	const struct line *v;  /* white space in front is kept, behind it is not */
	size_t n;
	enum env_as as;
	const struct place *files;
	unsigned *json_faults; /* places that looked like JSON and were none */
	size_t *rows_end;      /* lines before it are rows that tell nothing */
	unsigned char *seen;   /* per line: a reader took it */
	struct env_memory *memory;
};

/*
 * What begins in a line, and what that line has, so that most lines of a log are passed over and
 * not every reader is asked: one of these bytes ("0": any digit) as its first that is no blank, as
 * the first of its second word, anywhere; and one of the words stands in the text. NULL: it may
 * have anything.
 */
struct env_format {
	bool (*begins)(const struct env_text *t, size_t i);
	/* Reads from line i on; returns the index behind the last line used. */
	size_t (*read)(const struct env_text *t, size_t i, struct env *to);
	const char *first, *second, *with;
	const char *const *words;
};

#define HOST(id, name, reader)
#define ENV(id, name, reader) extern const struct env_format env_##reader;
#define BOTH(id, name, host, env) extern const struct env_format env_##env;
#define OTHER(id, name)
#include "fact/text_format.def"
#undef HOST
#undef ENV
#undef BOTH
#undef OTHER

/* env_setup.c: whether the text is the code of a setup.py, looked for once. */
bool env_is_setup(const struct env_text *t);

/* --- lines of a text --- */

struct env_lines {
	struct line *v;
	size_t n, room;
};

/* The lines of the code in a notebook, and the Python of its kernel (NULL: it names none); false:
 * the text is none. */
bool env_notebook(struct arena *a, struct span text, struct env_lines *ret, const char **python);

/* The line as evidence. */
struct origin env_origin(const struct env_text *t, size_t i);
/* The lines [i, end) as one text. */
struct span env_block(const struct env_text *t, size_t i, size_t end);

/* "INDEX_URL" of UV_INDEX_URL or PIP_INDEX_URL -> "index-url" */
const char *env_variable_key(struct arena *a, struct span name);
/* The next variable of the machine from *i on whose name begins so; false: no more. */
bool env_variable_next(const struct place *p, size_t *i, const char *begin, struct span *name,
		       struct span *value);
/* The next word of a shell with its quote marks; a separator (";", "|", "&", a bracket) is one. */
bool env_word(struct span *s, struct span *word);
bool env_word_ends(struct span word);
/* Without the quote marks around it, and what stands behind them. */
struct span env_unquoted(struct span s);
/* White space in front. */
size_t env_indent(struct span s);
/* The length of a variable's name in front; 0: none stands there. */
size_t env_name_length(struct span s);
/* Between white space; no more than `max`, the rest of the line is left out. */
size_t env_words(struct span s, struct span *to, size_t max);
/* Letters, digits, "-", "_", "." and one of them at least. */
bool env_is_name(struct span s);
/* Begins like a version: a digit in it, no strange characters. */
bool env_is_version(struct span s);

/* Whose record it is by what INSTALLER says; `otherwise` where that says nothing. */
enum env_owner env_owner_of(const char *installer, enum env_owner otherwise);
/* A row of conda: build and channel may be empty; "pypi" makes it a package of pip. */
struct env_package *env_add_conda(struct arena *a, struct env *e, struct span name,
				  struct span version, struct span build, struct span channel,
				  struct origin origin);

/* What conda's words ask for: "pytorch=2.1"; a problem where they are not understood. */
void env_add_spec(struct arena *a, struct env *to, const char *text, struct origin origin);

/*
 * The Python of the image that a RUN in line i builds on: "3.11" of "FROM python:3.11-slim", "3.8"
 * of Ubuntu 20.04, where the lines between install no other; NULL: not known.
 */
const char *env_base_python(const struct env_text *t, size_t i);
/* The image that line i names, by whatever word; empty: it names none. */
struct span env_image_in(const struct env_text *t, size_t i);
/* Of a file that a command in a line of that number reads: what the COPY above it was made of, so
 * that it stands in the project; itself where none was. */
struct span env_copied(const struct env_text *t, unsigned line, struct span name);

/* --- variables --- */

/* What is assigned to that name nearest above line i, or in it, and the line; false: nothing. */
bool env_assigned(const struct env_text *t, struct span name, size_t i, struct span *value,
		  size_t *at);
/* "install torch==2.5.1" where the text defines a function of that name: its body's lines. */
bool env_calls(const struct env_text *t, size_t i, size_t *from, size_t *end);
/* Of the words of its call, "$1": what line i installs says the call. */
bool env_of_call(const struct env_text *t, size_t i);
/* The variables of line i expanded by what is assigned above it; `own` stays: PATH of $PATH. */
struct span env_expand(const struct env_text *t, size_t i, struct span s, struct span own);
/* The jobs that the matrix of a workflow makes of line i; 0: none stands above it. */
size_t env_matrix_jobs(const struct env_text *t, size_t i);
/* What "matrix.PATH" is in one of them; false: that is not known. */
bool env_matrix_value(const struct env_text *t, size_t i, size_t job, struct span path,
		      struct span *value);

/* One job, and what of its matrix was used. */
enum { ENV_CHOICES = 4 };
struct env_choice {
	size_t job;
	const char *key[ENV_CHOICES], *value[ENV_CHOICES];
	size_t n;
};

/* YAML's number without quotes as GitHub reads it: 3.10 is 3.1, 2.0 is 2; else the text itself. */
struct span env_yaml_number(struct span s);
/* As env_expand, with the values of that job. */
struct span env_expand_choice(const struct env_text *t, size_t i, struct span s,
			      struct env_choice *choice);
/* As env_expand, in the body of a function that is called with these words. */
struct span env_expand_call(const struct env_text *t, size_t i, struct span s,
			    const struct strings *words);
/* "cuda=cu118, torch=2.6.0"; NULL: nothing was used. */
const char *env_choice_text(struct arena *a, const struct env_choice *c);

/*
 * The condition under which line i is run, where another one runs a line that installs torch, too:
 * "if [ "$GPU" = 1 ]", "else of line 2", "# CUDA 11.8"; NULL: it always is, as far as it stands
 * there.
 */
const char *env_condition(const struct env_text *t, size_t i);

/* What a command in that line added from `first` on holds under its condition (NULL: that of its
 * line), and on the machines that this names; for GPUs of other makers it is left out. */
void env_condition_set(const struct env_text *t, size_t line, const char *condition, size_t first,
		       size_t first_setting, struct env *to);

/* env_typed.c: of commands that name the same package the last counts. */
void env_settle_typed(struct arena *a, struct env *e);

/* --- lines that nobody read --- */

/* Whether a word of the line is the name of such a thing. */
bool env_names(struct span s, bool (*is)(const char *name));

/* The reader of that form took the lines [i, next), of which the facts of `part` came. */
void env_unread_part(const struct env_text *t, enum text_format f, const struct env *part,
		     size_t i, size_t next);
/* A problem for each line that names what matters and was not read. */
void env_unread_tell(const struct env_text *t, struct env *to);

/* --- trees --- */

/* Trees of files, wherever they came from. `first` is the line of their line 1. */
struct env_tree {
	struct arena *a;
	const char *file;
	unsigned first;
	enum env_as as;
	const struct place *files;
	struct env *to;
	const struct line *v;  /* its lines, as in struct env_text; NULL: as they were read */
	unsigned char *seen;   /* of these lines; NULL: none is kept */
	size_t n;
};

/* The tree that begins in line i of a text, whose facts go to *to. */
struct env_tree env_tree_of(const struct env_text *t, size_t i, struct env *to);

/* A node that is understood with all that is below it: its lines are read. */
void env_tree_see(const struct env_tree *t, const struct tree *node);
/* A platform of pixi's, for the setting "platforms.name": "linux-64-cuda=linux-64=12.0". `name` is
 * that of its subdir where it is NULL; `cuda` is "" where it names none. */
void env_add_platform(const struct env_tree *t, const struct tree *at, const char *name,
		      const char *subdir, const char *cuda);
/* The file and the line of a node. */
struct origin env_tree_origin(const struct env_tree *t, const struct tree *node);
/* A list of requirements, of that group; tables in it (include-group) are passed over. */
void env_tree_requirements(const struct env_tree *t, const struct tree *list, const char *group,
			   bool constraints);
/* Records of conda and pip as JSON: in a list or by name, below a key; `pip inspect`; `conda
 * info`. */
void env_read_json(const struct env_tree *t, const struct tree *root);
void env_read_records(const struct env_tree *t, const struct tree *root);
void env_read_inspect(const struct env_tree *t, const struct tree *root);
void env_read_info(const struct env_tree *t, const struct tree *root);
/* environment.yml, `conda env export`, or the same as JSON. */
void env_read_environment(const struct env_tree *t, const struct tree *root);
/* "build" of a cog.yaml: python_version, python_packages as pip takes them (cog.run/yaml). */
void env_read_cog(const struct env_tree *t, const struct tree *root);
/* conda-lock.yml and pixi.lock. */
void env_read_conda_lock(const struct env_tree *t, const struct tree *root);
void env_read_pixi_lock(const struct env_tree *t, const struct tree *root);
/* uv.lock and poetry.lock; Pipfile.lock. */
void env_read_uv_lock(const struct env_tree *t, const struct tree *root);
void env_read_pipfile_lock(const struct env_tree *t, const struct tree *root);
/* env_keeper.c: says whose project a manifest is, or a lock by its name. */
void env_find_keeper(const struct env_tree *t, const struct tree *root);
void env_lock_keeper(const struct env_tree *t);
/* env_pdm.c: [[tool.pdm.source]]; behind all that the file asks for. */
void env_read_pdm_sources(const struct env_tree *t, const struct tree *list);
/* pyproject.toml and pixi.toml. */
void env_read_pyproject(const struct env_tree *t, const struct tree *root);
void env_read_pixi(const struct env_tree *t, const struct tree *root);
/* The environments of hatch: [tool.hatch.envs], or [envs] of a hatch.toml. */
void env_read_hatch(const struct env_tree *t, const struct tree *hatch);
/* The TOML in a script: dependencies and requires-python at the top, [tool.uv]. */
void env_read_pipfile(const struct env_tree *t, const struct tree *root);
void env_read_script(const struct env_tree *t, const struct tree *root);
/* "^1.2.3", "~1.2", "1.2.*", "1.2" (exactly), ">=1,<2" of Poetry as a specifier of PEP 440; "" is
 * any. NULL when it has a form of its own (several with "||"). */
const char *env_poetry_version(struct arena *a, struct span s);
void env_read_poetry(const struct env_tree *t, const struct tree *poetry);
/* A table of dependencies, as Pipenv has one too; python itself is passed over. */
struct requirements;
void env_poetry_dependencies(const struct env_tree *t, struct requirements *r,
			     const struct tree *table);

/* --- libraries --- */

/* A library of CUDA or torch, by the name of its file; and one more of them. */
void env_library_add(struct arena *a, struct env *e, const char *path, const char *target,
		     enum env_where where);

/* --- an environment on this machine --- */

/* Each adds to *e what it finds. */
void env_live_meta(struct arena *a, const struct place *p, struct env *e);
void env_live_sites(struct arena *a, const struct place *p, struct env *e);
void env_live_libraries(struct arena *a, const struct place *p, struct env *e);
/*
 * Takes the next member off *rest, which begins at the brace of an object or behind a member: its
 * key between the quotes, and its value as text. False at the end, or where it is no object.
 */
bool env_json_skim(struct span *rest, struct span *key, struct span *value);
/* Asks the few libraries whose files answer: the CUDA runtime and cuDNN. Nothing is run. */
void env_live_versions(struct arena *a, const struct place *p, struct env *e);
/* What the libraries of extensions need of CUDA and of torch: env_needs.c. */
void env_live_needs(struct arena *a, const struct place *p, struct env *e);
/* Adds its packages; with `leftovers` also folders that none of them owns. */
void env_read_site(struct arena *a, const struct place *p, const char *path, bool leftovers,
		   struct env *e);

/* --- pip's configuration: files by order, sections, variables --- */

/*
 * The settings of one pip.conf, "install" and "download" sections apart from "global" by their
 * key: "install.index-url". Values over several lines, and those of URLs with spaces, become one
 * setting each.
 */
void pip_conf_read(struct arena *a, struct span text, const char *file, unsigned first,
		   struct env *to);
/* One of them by its dotted key: "global.index-url". */
void pip_conf_set(struct arena *a, struct env *to, struct span key, struct span value,
		  struct origin origin);
/* Which of pip's settings from `from` on count: variables before sections of a command before
 * "global", later files before earlier ones. */
void pip_conf_settle(struct env *e, size_t from);
/* Those of a machine: the files of the system, the user and the environment, then PIP_*. */
void pip_conf_live(struct arena *a, const struct place *p, struct env *e);

/* --- uv's configuration: its tables, files by order, variables --- */

/* The table [tool.uv], or a uv.toml: indexes and what else decides where packages come from. */
void env_read_uv(const struct env_tree *t, const struct tree *uv);
/* [tool.uv] of a project, with what it asks for. A uv.toml beside that file covers its settings. */
void env_read_uv_project(const struct env_tree *t, const struct tree *uv);

/* uv_source.c: where the lines of the file come from. */
void uv_read_sources(const struct env_tree *t, const struct tree *uv);
/* The same for a member of a workspace: what the root says holds where its own does not name it. */
void uv_inherit_sources(const struct env_tree *t, const struct tree *uv, const struct tree *own);
/* The manifests of the members of a workspace; none where no files can be read. */
struct strings uv_members(const struct env_tree *t, const struct tree *uv);
/* The path of another file in the folder of that one. */
const char *uv_file_beside(struct arena *a, const char *file, const char *name);

/*
 * uv_override.c: whatever else the file asks of a package in the list, what the list says of it
 * counts (docs.astral.sh/uv/concepts/resolution, "Dependency overrides").
 */
void env_override(const struct env_tree *t, const struct env *list);

/*
 * Files of the system, the user and the project around the environment (its uv.toml, else [tool.uv]
 * of its pyproject.toml), then UV_*, docs.astral.sh/uv/concepts/configuration-files: a later one
 * covers single values, lists of all add up, and a default index covers index-url wherever that
 * stands. UV_CONFIG_FILE stands for all the files, UV_NO_CONFIG for none.
 */
void uv_conf_live(struct arena *a, const struct place *p, struct env *e);
