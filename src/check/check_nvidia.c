/* The NVIDIA libraries that pip installs beside torch. */
#include <string.h>

#include "base/dotted.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"

/* The major that torch uses: its own, else that of most packages. */
static unsigned major_wanted(const struct checkup *k)
{
	unsigned count[100] = { 0 }, best = 0;

	if (k->here.cuda.major)
		return k->here.cuda.major;
	for (size_t i = 0; i < k->env->packages.n; i++)
		count[installed_nvidia_major(&k->env->packages.v[i])]++;
	for (unsigned i = 10; i < 100; i++)
		if (count[i] >= count[best] || best == 0)
			best = count[i] ? i : best;
	return best;
}

/* The same library of two majors whose files have the same names: each overwrites the other. */
static bool is_doubled(const struct checkup *k, const struct strings *names)
{
	static const char *const doubled[] = { "nvidia-cudnn-cu", "nvidia-nccl-cu",
		"nvidia-nvshmem-cu", "nvidia-cusparselt-cu" };

	for (size_t d = 0; d < sizeof doubled / sizeof *doubled; d++) {
		size_t all = 0, others = 0, n = strlen(doubled[d]);

		for (size_t i = 0; i < k->env->packages.n; i++)
			all += strncmp(k->env->packages.v[i].name, doubled[d], n) == 0;
		for (size_t i = 0; i < names->n; i++)
			others += strncmp(names->v[i], doubled[d], n) == 0;
		if (others && all > others)
			return true;
	}
	return false;
}

/* "nvidia-cudnn" of "nvidia-cudnn-cu12": both write to nvidia/cudnn. */
static bool same_stem(const struct env_package *a, const struct env_package *b)
{
	const char *x = strstr(a->name, "-cu1"), *y = strstr(b->name, "-cu1");

	return x && y && x - a->name == y - b->name &&
	       memcmp(a->name, b->name, (size_t)(x - a->name)) == 0;
}

/* Torch needs it, or what this build of torch needs is not known. */
static bool may_be_pinned(const struct checkup *k, const struct env_package *p)
{
	bool known = false;

	for (size_t i = 0; k->here.build && i < k->shelf->pins.n; i++) {
		if (strcmp(k->shelf->pins.v[i].variant, k->here.variant) != 0)
			continue;
		known = true;
		if (strcmp(k->shelf->pins.v[i].package, p->name) == 0)
			return true;
	}
	return !known;
}

static const char *version_of(const struct env_package *p)
{
	return p->version ? p->version : "";
}

/* A report that lists the packages of pip and of conda names some twice. */
static void add_once(struct arena *a, struct cure_packages *to, const struct env_package *p)
{
	for (size_t i = 0; i < to->n; i++)
		if (strcmp(to->v[i]->written, p->written) == 0 &&
		    strcmp(version_of(to->v[i]), version_of(p)) == 0)
			return;
	ARRAY_ADD(a, *to) = p;
}

/* What stays, where a package that goes wrote over its files and takes them along; of a list,
 * whose files are not known, what torch needs and the names tell (*seen stays false). */
static struct cure_packages overwritten(struct checkup *k, unsigned want, bool *seen)
{
	const struct env *e = k->env;
	struct cure_packages to = { 0 };

	EACH(const struct env_package, stays, e->packages) {
		bool hit = false;

		if (installed_nvidia_major(stays) != want)
			continue;
		for (size_t n = 0; n < e->packages.n && !hit; n++) {
			const struct env_package *goes = &e->packages.v[n];
			unsigned major = installed_nvidia_major(goes);
			bool by_files = major && major != want &&
					ANY(x, stays->files,
					    ANY(y, goes->files, strcmp(x->path, y->path) == 0));

			*seen = *seen || by_files;
			hit = by_files || (major && major != want && stays->files.n == 0 &&
					   may_be_pinned(k, stays) && same_stem(stays, goes));
		}
		if (hit)
			add_once(k->arena, &to, stays);
	}
	return to;
}

static struct phrase majors(struct checkup *k, enum form form, const struct strings *names,
			    const char *user)
{
	const struct fact facts[] = {
		{ 0 }, SAY(have, fact_number(k->arena, major_wanted(k))),
		SAY(count, fact_number(k->arena, names->n)), SAY(package, user),
	};

	return phrase_make(k->arena, form, facts, sizeof facts / sizeof *facts);
}

/* Removing them would break the program that needs them. */
static struct found *of_another(struct checkup *k, const char *user, const struct strings *names)
{
	bool doubled = is_doubled(k, names);
	struct found *f = find_new(k, CP208, majors(k, doubled ? FORM_MAJORS_DOUBLED :
						    FORM_MAJORS_APART, names, user));

	f->severity = doubled ? SEVERITY_WARNING : SEVERITY_NOTE;
	if (doubled)
		FIND_ADVICE(k, f, OWN_ENVIRONMENT_FOR, SAY(package, user));
	return f;
}

static struct found *leftover(struct checkup *k, const struct strings *names)
{
	bool seen = false;
	struct cure_packages again = overwritten(k, major_wanted(k), &seen);
	struct found *f = find_new(k, CP208, majors(k, again.n ? FORM_MAJORS_OVERWRITTEN :
						    FORM_MAJORS_LEFT, names, NULL));

	if (!seen)
		f->severity = SEVERITY_WARNING;
	cure_remove(k, f, OWNER_PIP, names);
	if (again.n)
		cure_again(k, f, &again);
	return f;
}

/*
 * Libraries of CUDA that pip brought and that nothing here loads: an uninstall of torch leaves
 * what it asked for. A lock, a plan or requirements tell of what is to come, and rows without the
 * head of a list are a part of one: torch may stand in the other.
 */
static void without_torch(struct checkup *k)
{
	struct strings names = { 0 };
	struct found *f;

	EACH(const struct env_package, p, k->env->packages) {
		if (installed_nvidia_major(p))
			strings_add(k->arena, &names, p->name);
		else if (shelf_may_have(k->shelf, p->name))
			return;
	}
	if (names.n == 0 || k->env->locked || installed_nvidia_user(k, &names))
		return;
	if (text_formats_only(&k->env->formats, TEXT_ROWS)) {
		f = FIND(k, CP207, ROWS_WITHOUT_TORCH, SAY(count, fact_number(k->arena, names.n)));
		f->severity = SEVERITY_NOTE;
		return;
	}
	f = FIND(k, CP207, LEFT_WITHOUT_TORCH, SAY(count, fact_number(k->arena, names.n)));
	for (size_t i = 0; i < k->env->packages.n; i++)
		if (installed_nvidia_major(&k->env->packages.v[i]))
			find_package(k, f, &k->env->packages.v[i]);
	cure_remove(k, f, OWNER_PIP, &names);
}

void check_majors(struct checkup *k)
{
	unsigned want = major_wanted(k);
	struct strings names = { 0 };
	const char *user;
	size_t kept = 0;
	struct found *f;

	EACH(const struct env_package, p, k->env->packages) {
		unsigned major = installed_nvidia_major(p);

		kept += major == want;
		if (major && major != want)
			strings_add(k->arena, &names, p->name);
	}
	if (!k->here.torch)
		without_torch(k);
	if (names.n == 0 || !k->here.torch || (kept == 0 && !k->here.cuda.major))
		return;
	user = installed_nvidia_user(k, &names);
	f = user ? of_another(k, user, &names) : leftover(k, &names);
	for (size_t i = 0; i < k->env->packages.n; i++)
		if (installed_nvidia_major(&k->env->packages.v[i]) &&
		    installed_nvidia_major(&k->env->packages.v[i]) != want)
			find_package(k, f, &k->env->packages.v[i]);
}

static bool is_weighty(const char *package)
{
	return strstr(package, "cudnn") || strstr(package, "nccl") || strstr(package, "cublas") ||
	       strstr(package, "nvjitlink") || strstr(package, "cusparse") ||
	       strstr(package, "nvshmem");
}

/* torch asks for libcudnn.so.8 or .9 by that name; an old labelled wheel has its own. */
static bool is_other_cudnn(const struct checkup *k, const struct beside *pin,
			   const struct env_package *p)
{
	return strncmp(p->name, "nvidia-cudnn", 12) == 0 && p->version[0] != pin->version[0] &&
	       (!k->here.torch->local || pair_parse(k->here.version) >=
				    pair_parse(k->c->since[SINCE_CUDNN_BESIDE_LABEL]));
}

/* Libraries keep their promises upwards within a major: an older one is wrong, a newer is not. */
static void check_pin(struct checkup *k, const struct beside *pin, const struct env_package *p)
{
	bool older = dotted_cmp(span_of(p->version), span_of(pin->version)) < 0;
	bool other = is_other_cudnn(k, pin, p);
	const char *torch;
	struct found *f;

	if ((!older && !other) || !is_weighty(p->name))
		return;
	torch = arena_printf(k->arena, "%s %s", pin->torch, pin->variant);
	f = FIND(k, CP209, PIN_OLDER, SAY(package, p->name), SAY(have, p->version),
		 SAY(need, pin->version), SAY(torch, torch));
	if (other) {
		f->what.words.form = FORM_PIN_OTHER_CUDNN;
		f->severity = SEVERITY_ERROR;
	}
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	cure_add(k, f, OWNER_PIP, arena_printf(k->arena, "%s==%s", p->written, pin->version));
}

void check_pins(struct checkup *k)
{
	if (!k->here.build || k->here.torch != k->here.pip)
		return;
	EACH(const struct beside, pin, k->shelf->pins) {
		const struct env_package *p;

		if (strcmp(pin->variant, k->here.variant) != 0 ||
		    strncmp(pin->package, "nvidia-", 7) != 0)
			continue;
		p = env_find(k->env, pin->package);
		if (p && p->version && installed_is_pip(p))
			check_pin(k, pin, p);
	}
}

/* A library of NVIDIA that METADATA asks for: "nvidia-cudnn-cu13==9.26.0.51; platform_system ==
 * 'Linux'"; with an extra, of those that go with it. */
static bool is_asked(struct checkup *k, const char *text, const char *extra,
		     struct requirement *ret)
{
	char python[PYTHON_TEXT];
	struct marker_env env;
	struct err e;

	if (requirement_parse(k->arena, span_of(text), ret, &e) != 0)
		return false;
	env = marker_env_of(k->python.major ? arena_str(k->arena, python_text(k->python, python))
					    : NULL, k->platform);
	env.v[MARKER_EXTRA] = extra;
	return requirement_applies(ret, &env) == MARKER_YES;
}

static bool is_nvidia(const struct requirement *r)
{
	return strncmp(r->name, "nvidia-", 7) == 0;
}

static void missing(struct checkup *k, const struct requirement *r)
{
	const char *set = r->set.n ? pep440_set_text(k->arena, &r->set) : "";
	const char *asked = arena_printf(k->arena, "%s%s", r->name, set);
	struct found *f = FIND(k, strstr(r->name, "cudnn") ? CP210 : CP524, LIBRARY_MISSING,
			       SAY(torch, k->here.torch->version), SAY(need, asked));

	find_package(k, f, k->here.torch);
	cure_add(k, f, OWNER_PIP, asked);
}

/* "cuda-toolkit[cublas,cudart]": since CUDA 13 it stands between torch and its libraries. */
static void through(struct checkup *k, const struct requirement *by)
{
	const struct env_package *p = env_find(k->env, by->name);
	struct requirement r;

	for (size_t x = 0; p && x < by->n_extras; x++)
		for (size_t i = 0; i < p->requires.n; i++)
			if (strstr(p->requires.v[i], by->extras[x]) &&
			    is_asked(k, p->requires.v[i], by->extras[x], &r) && is_nvidia(&r) &&
			    !env_find(k->env, r.name))
				missing(k, &r);
}

/* Whether the folder of packages was read: a list may have been cut to what its sender chose. */
static bool has_metadata(const struct checkup *k)
{
	return k->env->kind != ENV_PASTED && !k->env->locked && k->here.torch->location;
}

/* "typing_extensions.py" of typing-extensions */
static const char *module_of(struct checkup *k, const char *package)
{
	char *ret = arena_printf(k->arena, "%s.py", package);

	for (char *p = ret; *p; p++)
		*p = *p == '-' ? '_' : *p;
	return ret;
}

/* What torch asks for beside CUDA. Without most of it the import works, and parts of torch fail. */
static void module_missing(struct checkup *k, const struct requirement *r)
{
	const char *set = r->set.n ? pep440_set_text(k->arena, &r->set) : "";
	const char *asked = arena_printf(k->arena, "%s%s", r->name, set);
	bool stops = shelf_is_loaded(k->shelf, module_of(k, r->name), 0);
	struct found *f = FIND(k, CP222, MODULE_MISSING, SAY(torch, k->here.torch->version),
			       SAY(package, r->name));

	f->what.words.form = stops ? FORM_MODULE_MISSING : FORM_PART_MISSING;
	f->severity = stops ? SEVERITY_ERROR : SEVERITY_WARNING;
	find_package(k, f, k->here.torch);
	cure_add(k, f, OWNER_PIP, asked);
}

/* Beside pip's torch in a venv: conda may bring the same library under another name. */
void check_asked(struct checkup *k)
{
	const struct env_package *torch = k->here.pip;
	struct requirement r;

	if (!torch || torch != k->here.torch || installed_by_conda(k->env))
		return;
	for (size_t i = 0; i < torch->requires.n; i++) {
		if (!is_asked(k, torch->requires.v[i], NULL, &r))
			continue;
		if (strcmp(r.name, "cuda-toolkit") == 0)
			through(k, &r);
		else if (env_find(k->env, r.name))
			continue;
		else if (is_nvidia(&r))
			missing(k, &r);
		else if (has_metadata(k))
			module_missing(k, &r);
	}
}
