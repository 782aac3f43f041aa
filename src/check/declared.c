/* The lines of files as wishes: those that hold for this Python and platform. */
#include <string.h>

#include "base/span.h"
#include "check/declared.h"
#include "check/installed_private.h"
#include "check/torch_place_private.h"
#include "fact/project.h"
#include "fact/python.h"
#include "fact/wheel.h"

/* torch has other names in conda. */
static struct strings *strings_of(struct wish *w, const char *name)
{
	bool torch = project_is_conda_torch(name);

	return wish_strings(w, torch ? "torch" : name);
}

bool declared_applies(struct arena *a, const struct env_declared *d, struct python python,
		      const char *platform)
{
	struct marker_env env;

	if (d->group || !d->parsed || !d->name ||
	    (d->kind != DECLARED_REQUIREMENT && d->kind != DECLARED_CONSTRAINT))
		return false;
	env = marker_env_of(python.major ? python_said(a, python) : NULL,
			    platform);
	return requirement_applies(&d->req, &env) != MARKER_NO;
}

bool declared_python_minor(const char *version, struct python *ret)
{
	struct span s = span_of(version);
	size_t n = 0, dots = 0;

	while (span_take(&s, "="))
		;
	while (n < s.n && (ascii_digit(s.p[n]) || (s.p[n] == '.' && ++dots < 2)))
		n++;
	return python_parse(span_sub(s, 0, n), ret);
}

static bool is_spec(const struct env_declared *d)
{
	return d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group;
}

bool declared_admits(struct arena *a, const struct pep440_set *set, struct python p)
{
	const char *first = arena_printf(a, "%u.%u.0", p.major, p.minor);
	const char *last = arena_printf(a, "%u.%u.99", p.major, p.minor);

	return pep440_set_has(set, span_of(first), PEP440_PRE_NO) ||
	       pep440_set_has(set, span_of(last), PEP440_PRE_NO);
}

/* The only minor release that ">=3.10,<3.11" admits, or that "==3.10.4" is of; major 0: no such. */
static struct python only_minor(struct arena *a, const char *specs)
{
	enum { NEWEST = 30 };
	struct python ret = { 0 };
	struct pep440_set set;
	size_t n = 0;
	struct err e;

	if (!specs || !*specs || pep440_set_parse(a, span_of(specs), &set, &e) != 0 || !set.n)
		return ret;
	if (pep440_set_pin(&set)) {
		(void)declared_python_minor(pep440_set_text(a, &set), &ret);
		return ret;
	}
	for (uint8_t minor = 0; minor <= NEWEST; minor++) {
		struct python py = { 3, minor, false };

		if (declared_admits(a, &set, py) && ++n)
			ret = py;
	}
	return n == 1 ? ret : (struct python){ 0 };
}

struct python declared_python(struct arena *a, const struct env *env)
{
	struct python ret = { 0 };

	EACH_WHILE(const struct env_declared, d, env->declared, ret.major == 0) {
		const char *version = d->spec.f[CONDA_VERSION];

		if (is_spec(d) && strcmp(d->name, "python") == 0 &&
		    !declared_python_minor(version, &ret))
			ret = only_minor(a, conda_spec_pep440(a, version));
	}
	for (size_t i = 0; i < env->settings.n && ret.major == 0; i++)
		if (strcmp(env->settings.v[i].key, "requires-python") == 0)
			ret = only_minor(a, env->settings.v[i].value);
	return ret;
}

/* The only one that a line's wheel is for, "cp312-cp312"; major 0: any, or not said. */
static struct python of_wheel(struct arena *a, const struct env_declared *d)
{
	struct python ret = { 0 };
	struct wheel w;

	if (!wheel_of_url(a, d->url, &w) || !span_starts(span_of(w.abi_tag), w.python_tag) ||
	    !python_parse(span_of(w.abi_tag), &ret))
		return (struct python){ 0 };
	return ret;
}

/* Whatever the Python is, so that it may tell the Python. */
static bool always_applies(const struct env_declared *d, const char *platform)
{
	struct marker_env env = marker_env_of(NULL, platform);

	return d->kind == DECLARED_REQUIREMENT && !d->group && !d->editable &&
	       (!d->parsed || requirement_applies(&d->req, &env) == MARKER_YES);
}

const struct env_declared *declared_wheel_python(struct arena *a, const struct env *env,
						 const char *platform, struct python *ret)
{
	const struct env_declared *first = NULL;

	EACH(const struct env_declared, d, env->declared) {
		struct python one = { 0 };

		if (d->url && always_applies(d, platform))
			one = of_wheel(a, d);
		if (one.major && first && python_cmp(one, *ret) != 0)
			return NULL;
		if (!one.major || first)
			continue;
		first = d;
		*ret = one;
	}
	return first;
}

bool declared_has_url(const struct env *env, const char *name)
{
	return ANY(d, env->declared, d->url && d->name && strcmp(d->name, name) == 0);
}

bool declared_names_cuda(const struct env_declared *d)
{
	return strcmp(d->name, "cudatoolkit") == 0 || strcmp(d->name, "pytorch-cuda") == 0 ||
	       strcmp(d->name, "cuda-version") == 0;
}

/* "cudatoolkit=11.3" is the CUDA of torch. */
const char *declared_cuda(struct arena *a, const struct env_declared *d)
{
	struct span s = span_of(d->spec.f[CONDA_VERSION]);
	size_t n = 0;
	uint64_t major, minor;

	if (!declared_names_cuda(d))
		return NULL;
	while (n < s.n && s.p[n] == '=')
		n++;
	s = span_from(s, n);
	if (!span_take_u64(&s, &major) || !span_take(&s, ".") ||
	    !span_take_u64(&s, &minor))
		return NULL;
	return arena_printf(a, "%u.%u", (unsigned)major, (unsigned)minor);
}

static void add_spec(struct arena *a, const struct env_declared *d, struct wish *w)
{
	struct strings *to = strings_of(w, d->name);
	const char *version = conda_spec_pep440(a, d->spec.f[CONDA_VERSION]);
	struct pep440_set set;
	struct err e;

	if (to && version && *version && pep440_set_parse(a, span_of(version), &set, &e) == 0)
		strings_add(a, to, version);
	if (!w->cuda && (w->cuda = declared_cuda(a, d)))
		w->cuda_runtime = strcmp(d->name, "cuda-version") == 0;
}

void declared_wish_conda(struct arena *a, const struct env *env, struct wish *w)
{
	for (size_t i = 0; i < env->declared.n; i++)
		if (is_spec(&env->declared.v[i]))
			add_spec(a, &env->declared.v[i], w);
}

/* Companions are known by their version; the label is that of torch: "==0.22.0+cu128". */
static const char *without_labels(struct arena *a, const char *specs)
{
	char *text = arena_str(a, specs), *to = text;

	for (const char *p = text; *p;) {
		if (*p == '+')
			p += strcspn(p, ",");
		else
			*to++ = *p++;
	}
	*to = '\0';
	return text;
}

const char *declared_pin(struct arena *a, const struct pep440_set *set)
{
	const struct pep440_spec *pin = pep440_set_pin(set);

	return pin ? installed_public(a, arena_span(a, span_trim(pin->text))) : NULL;
}

const char *declared_label(struct arena *a, const struct env_declared *d)
{
	const struct pep440_spec *pin = pep440_set_pin(&d->req.set);
	ptrdiff_t plus = pin ? span_find_char(pin->text, '+') : -1;

	return plus > 0 ? arena_span(a, span_trim(span_from(pin->text, (size_t)plus + 1))) : NULL;
}

/* An index of PyTorch's holds the builds of one CUDA: whoever names it wishes for that one. */
static void add_place(struct arena *a, const struct env *env, const struct env_declared *d,
		      struct wish *w)
{
	struct torch_place place;

	if (!w->cuda && strcmp(d->name, "torch") == 0 && !declared_label(a, d) &&
	    torch_place_of(a, env, d, &place) && torch_place_is_planned(&place))
		w->cuda = place.cuda;
}

/* What a line asks for: its specifiers, or the release that the wheel of its URL has. */
static const char *specs_of(struct arena *a, const struct env_declared *d)
{
	if (d->req.set.n)
		return pep440_set_text(a, &d->req.set);
	return d->url && d->version ? arena_printf(a, "==%s", d->version) : NULL;
}

void declared_wish_pip(struct arena *a, const struct env *env, struct python python,
		       const char *platform, struct wish *w)
{
	EACH(const struct env_declared, d, env->declared) {
		const char *specs = specs_of(a, d);
		struct strings *to = NULL;

		if (declared_applies(a, d, python, platform))
			to = strings_of(w, d->name);
		if (to && specs)
			strings_add_once(a, to, to == &w->torch ? specs : without_labels(a, specs));
		if (to)
			add_place(a, env, d, w);
	}
}

void declared_wish(struct arena *a, const struct env *env, struct python python,
		   const char *platform, struct wish *w)
{
	declared_wish_conda(a, env, w);
	declared_wish_pip(a, env, python, platform, w);
}
