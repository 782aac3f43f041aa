/* One folder of Python packages: .dist-info, .egg-info, .egg-link, .egg, and leftovers. */
#include <stdio.h>
#include <string.h>

#include "door/yajl.h"
#include "read/dir.h"
#include "read/env/env_private.h"
#include "read/package/dist_info.h"

enum { HEAD = 65536, RECORD_MAX = 32 << 20, FILES_MAX = 2000 };
enum { PATH_ROOM = 512, LEFTOVERS_MAX = 100 };

#define EGG_INFO "EGG-INFO"

/* --- what uninstalls and upgrades that broke off leave -------------------------------- */

static bool is_owned(const struct env *e, const char *name)
{
	for (size_t i = 0; i < e->packages.n; i++) {
		const char *have = e->packages.v[i].name;

		if (strcmp(have, name) == 0 || (strcmp(name, "torch") == 0 &&
		    strncmp(have, "pytorch", 7) == 0))
			return true;
	}
	return false;
}

/* Folders of torch and its companions that no package owns. */
static void find_leftovers(struct arena *a, const struct dir *site, struct env *e)
{
	static const char *const names[] = {
		"torch", "torchvision", "torchaudio", "torchtext", "triton", "xformers",
		"flash_attn", "functorch", "torchgen",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		DIR_AUTO f = dir_in(a, site, names[i]);
		const char *name = project_name(a, span_of(names[i]));
		const char *by = i >= 7 ? "torch" : name;

		if (f.fd >= 0 && !is_owned(e, by) && !(strcmp(by, "triton") == 0 &&
		    (is_owned(e, "torchtriton") || is_owned(e, "pytorch-triton"))))
			ARRAY_ADD(a, e->leftovers) = (struct env_leftover){ f.path, name };
	}
}

/* The release that the files are of, by their version.py; NULL: there is none. */
static const char *version_of(struct arena *a, const struct dir *site, const char *name)
{
	char *buffer = arena_alloc(a, HEAD);
	struct span text;

	if (!dir_head(site, place_join(a, name, "version.py"), buffer, HEAD, &text))
		return NULL;
	return version_py(a, text, "__version__");
}

/* Without the label, which METADATA need not have. */
static bool same_release(const char *a, const char *b)
{
	size_t n = strcspn(a, "+");

	return n == strcspn(b, "+") && strncmp(a, b, n) == 0;
}

static bool is_again(const struct env *e, size_t from, size_t i)
{
	for (size_t k = from; k < e->packages.n; k++)
		if (k != i && strcmp(e->packages.v[k].name, e->packages.v[i].name) == 0)
			return true;
	return false;
}

/* "/…/torch-2.9.0.dist-info/METADATA" -> its folder */
static const char *folder_of(struct arena *a, const char *file)
{
	struct span s = span_of(file);
	ptrdiff_t slash = span_rfind_char(s, '/');

	return slash > 0 ? arena_span(a, span_sub(s, 0, (size_t)slash)) : file;
}

static bool is_stale(struct arena *a, const struct dir *site, const struct env *e, size_t from,
		     size_t i)
{
	const struct env_package *p = &e->packages.v[i];
	const char *told;

	if (!env_matters(p->name) || !p->version || !is_again(e, from, i))
		return false;
	told = version_of(a, site, p->name);
	return told && !same_release(told, p->version);
}

/* Of several records of one package, from package `from` on, those become leftovers that name
 * another release than the files, by their version.py. */
static void drop_stale(struct arena *a, const struct dir *site, size_t from, struct env *e)
{
	size_t kept = from;
	bool *stale = arena_array(a, e->packages.n - from + 1, sizeof *stale);

	for (size_t i = from; i < e->packages.n; i++)
		stale[i - from] = is_stale(a, site, e, from, i);
	for (size_t i = from; i < e->packages.n; i++) {
		const struct env_package *p = &e->packages.v[i];

		if (stale[i - from])
			ARRAY_ADD(a, e->leftovers) = (struct env_leftover){
				folder_of(a, p->origin.file), p->name,
			};
		else
			e->packages.v[kept++] = *p;
	}
	e->packages.n = kept;
}

/* --- the records ---------------------------------------------------------------------- */

static bool is_wanted(struct span name)
{
	(void)name;
	return true;
}

/* "torch-2.1.0+cu121.dist-info" -> name and version; the name may hold dashes in old eggs. */
static bool split_entry(struct span s, const char *suffix, struct span *name, struct span *version)
{
	ptrdiff_t dash;

	if (!span_ends(s, suffix))
		return false;
	s.n -= strlen(suffix);
	dash = span_find_char(s, '-');
	*name = dash > 0 ? span_sub(s, 0, (size_t)dash) : s;
	*version = dash > 0 ? span_from(s, (size_t)dash + 1) : (struct span){ NULL, 0 };
	/* "name-1.0-py3.9.egg-info" */
	dash = span_find(*version, "-py");
	if (dash > 0)
		*version = span_sub(*version, 0, (size_t)dash);
	return name->n > 0;
}

static void take_url(struct arena *a, struct span text, struct env_package *p)
{
	struct tree *root = NULL;
	const struct tree *editable;
	struct err e;

	if (json_parse(a, text, &root, &e))
		return;
	p->url = json_get_text(root, "url");
	editable = tree_get(tree_get(root, "dir_info"), "editable");
	p->editable = editable && json_type(editable) == JSON_TRUE;
	if (p->editable && p->url)
		p->location = strncmp(p->url, "file://", 7) == 0 ? p->url + 7 : p->url;
}

static void take_installer(struct arena *a, struct span text, struct env_package *p)
{
	struct span line;

	if (!span_line(&text, &line) || !span_trim(line).n)
		return;
	p->installer = arena_span(a, span_trim(line));
	p->owner = env_owner_of(p->installer, p->owner);
}

/* "libtorch.so", "libcudnn.so.9", "cublas64_12.dll": told from the end, which is cheap. */
static bool is_library(struct span path)
{
	if (ascii_digit(path.p[path.n - 1]))
		return span_find(path, ".so.") > 0;
	return span_ends(path, ".so") || span_ends(path, ".dll") || span_ends(path, ".pyd");
}

/* The libraries of a package, and whether they are still there. */
static void take_record(struct arena *a, const struct dir *site, struct span text,
			struct env_package *p)
{
	struct span found;

	/* What the import of torch reads first. */
	while (p->files.n < FILES_MAX && record_next_path(a, &text, &found))
		if (is_library(found) ||
		    (span_is(found, "torch/__init__.py") || span_is(found, "torch/version.py"))) {
			const char *path = arena_span(a, found);

			ARRAY_ADD(a, p->files) = (struct env_file){ path,
								    !dir_has(site, path) };
		}
}

static bool take_metadata(struct arena *a, struct span text, struct env_package *p)
{
	struct package found = { 0 };

	metadata_read(a, text, &found);
	p->requires = found.requires;
	p->requires_python = found.requires_python;
	if (found.version && (!p->version || strcmp(found.version, p->version) != 0)) {
		p->version = found.version;
		p->local = strchr(found.version, '+') ? strchr(found.version, '+') + 1 : NULL;
	}
	if (found.name) {
		p->written = found.name;
		p->name = project_name(a, span_of(found.name));
	}
	return found.name && found.version;
}

/* What torch was built for, as it says itself when it is imported. */
static void take_version_py(struct arena *a, const struct dir *site, struct env_package *p,
			    char *buffer)
{
	DIR_AUTO torch = dir_in(a, site, "torch");
	struct span text;
	bool other;

	if (torch.fd < 0 || !dir_head(&torch, "version.py", buffer, HEAD, &text))
		return;
	p->cuda = version_py(a, text, "cuda");
	other = version_py(a, text, "hip") || version_py(a, text, "xpu");
	if (!p->cuda && !other && version_py(a, text, "__version__"))
		p->cuda = "none";
}

/* A folder of records inside that of the packages. It is not opened: that costs two calls more. */
struct info {
	struct arena *a;
	const struct dir *site;
	const char *entry;
	char *buffer;          /* of HEAD bytes */
};

static const char *path_inside(const struct info *f, const char *name, char *to, size_t n)
{
	snprintf(to, n, "%s/%s", f->entry, name);
	return to;
}

static bool info_head(const struct info *f, const char *name, size_t n, struct span *ret)
{
	char path[PATH_ROOM];

	return dir_head(f->site, path_inside(f, name, path, sizeof path), f->buffer, n, ret);
}

static void read_files(const struct info *f, struct env_package *p)
{
	BUF_AUTO record = BUF(RECORD_MAX);
	char path[PATH_ROOM];
	struct span text;

	p->has_record = dir_read(f->site, path_inside(f, "RECORD", path, sizeof path), &record,
				 &text);
	if (p->has_record)
		take_record(f->a, f->site, text, p);
	if (info_head(f, "WHEEL", HEAD, &text)) {
		struct strings tags = metadata_tags(f->a, text);

		p->tag = tags.n ? tags.v[0] : NULL;
	}
}

/* "torch", "torch>=2.0; platform_system == \"Linux\"", and not that of an extra */
static bool asks_for_torch(const struct env_package *p)
{
	for (size_t i = 0; i < p->requires.n; i++) {
		const char *text = p->requires.v[i];

		if (strncmp(text, "torch", 5) == 0 && !strstr(text, "extra ==") &&
		    (!text[5] || strchr(" <>=!~(;[", text[5])))
			return true;
	}
	return false;
}

/* Its wheel is of one platform: it has code that was compiled. */
static bool is_compiled_for_torch(const struct info *f, const struct env_package *p)
{
	struct strings tags;
	struct span text;

	if (!asks_for_torch(p) || !info_head(f, "WHEEL", HEAD, &text))
		return false;
	tags = metadata_tags(f->a, text);
	return tags.n && !span_ends(span_of(tags.v[0]), "-any");
}

static void read_extras(const struct info *f, struct env_package *p)
{
	struct span text;

	if (info_head(f, "INSTALLER", 256, &text))
		take_installer(f->a, text, p);
	if (info_head(f, "direct_url.json", HEAD, &text))
		take_url(f->a, text, p);
	if (!env_matters(p->name) && !is_compiled_for_torch(f, p))
		return;
	if (strcmp(p->name, "torch") == 0)
		take_version_py(f->a, f->site, p, f->buffer);
	read_files(f, p);
}

/* A .dist-info or .egg-info folder. */
static void read_info(struct arena *a, const struct dir *site, char *buffer, const char *entry,
		      struct span name, struct span version, struct env *e)
{
	struct info f = { a, site, entry, buffer };
	struct span text;
	bool egg = span_ends(span_of(entry), ".egg-info") || span_ends(span_of(entry), EGG_INFO);
	const char *file = egg ? "PKG-INFO" : "METADATA";
	bool there = info_head(&f, file, HEAD, &text);
	struct env_package *p;

	if (!there && !dir_has(site, path_inside(&f, ".", buffer, HEAD)))
		return;
	p = env_add(a, e, name, version, OWNER_UNKNOWN, (struct origin){
		.file = place_join(a, place_join(a, site->path, entry), file) });
	p->location = site->path;
	p->damaged = !there || !take_metadata(a, text, p);
	read_extras(&f, p);
}

static void read_link(struct arena *a, const struct dir *site, const char *entry, struct env *e)
{
	char buffer[4096];
	struct span text, line, name = span_of(entry);
	struct env_package *p;

	if (!dir_head(site, entry, buffer, sizeof buffer, &text) ||
	    !span_line(&text, &line))
		return;
	name.n -= strlen(".egg-link");
	p = env_add(a, e, name, (struct span){ NULL, 0 }, OWNER_PIP,
		    (struct origin){ .file = place_join(a, site->path, entry), .line = 1 });
	p->editable = true;
	p->location = arena_span(a, span_trim(line));
}

/* "flash_attn-2.5.6-py3.10-linux-x86_64.egg", of a build with setup.py: a folder, or a ZIP file.
 * pip knows how to remove them. */
static void read_egg(struct arena *a, const struct dir *site, char *buffer, const char *entry,
		     struct span name, struct span version, struct env *e)
{
	const char *info = place_join(a, entry, EGG_INFO);
	struct origin file = { .file = place_join(a, site->path, entry) };
	size_t before = e->packages.n;

	if (dir_has(site, info))
		read_info(a, site, buffer, info, name, version, e);
	else if (version.n)
		env_add(a, e, name, version, OWNER_PIP, file)->location = site->path;
	if (e->packages.n > before && e->packages.v[before].owner == OWNER_UNKNOWN)
		e->packages.v[before].owner = OWNER_PIP;
}

static void read_entry(struct arena *a, const struct dir *site, char *buffer, const char *entry,
		       struct env *e)
{
	struct span s = span_of(entry), name, version;

	if (s.p[0] == '~') {
		/* "~orch" of an uninstall that broke off; of very many the first are kept. */
		if (e->leftovers.n < LEFTOVERS_MAX)
			ARRAY_ADD(a, e->leftovers) = (struct env_leftover){
				place_join(a, site->path, entry),
				project_name(a, span_of(entry + 1)),
			};
	} else if (split_entry(s, ".dist-info", &name, &version))
		read_info(a, site, buffer, entry, name, version, e);
	else if (split_entry(s, ".egg-info", &name, &version)) {
		DIR_AUTO f = dir_in(a, site, entry);

		if (f.fd >= 0)
			read_info(a, site, buffer, entry, name, version, e);
		else {
			/* An .egg-info that is a file, as distutils wrote it. */
			struct span text;
			struct env_package *p;

			if (dir_head(site, entry, buffer, HEAD, &text)) {
				p = env_add(a, e, name, version, OWNER_UNKNOWN,
					    (struct origin){
						    .file = place_join(a, site->path, entry) });
				p->location = site->path;
				p->damaged = !take_metadata(a, text, p);
			}
		}
	} else if (span_ends(s, ".egg-link")) {
		read_link(a, site, entry, e);
	} else if (split_entry(s, ".egg", &name, &version)) {
		read_egg(a, site, buffer, entry, name, version, e);
	}
}

void env_read_site(struct arena *a, const struct place *p, const char *path, bool leftovers,
		   struct env *e)
{
	DIR_AUTO site = dir_open(a, p, path);
	struct strings all = dir_list(a, &site, is_wanted);
	size_t from = e->packages.n, left = 0;
	char *buffer = arena_alloc(a, HEAD); /* too much for a small stack */

	if (site.failed)
		env_problem(a, e, (struct origin){ .file = site.path },
			    PHRASE(a, FOLDER_UNREADABLE, SAY(path, site.path),
				   SAY(why, dir_why(a, &site))));
	for (size_t i = 0; i < all.n; i++) {
		read_entry(a, &site, buffer, all.v[i], e);
		left += all.v[i][0] == '~';
	}
	if (left > LEFTOVERS_MAX)
		env_problem(a, e, (struct origin){ .file = site.path },
			    PHRASE(a, LEFTOVERS_LIMIT));
	drop_stale(a, &site, from, e);
	if (leftovers)
		find_leftovers(a, &site, e);
}
