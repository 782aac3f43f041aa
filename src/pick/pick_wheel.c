/*
 * Files that decide by themselves: a wheel that a line names by its address, whose name says for
 * which torch, CUDA, Python and platform it is; and for a plan, which compiles nothing, the wheels
 * that there are of numpy and its like.
 */
#include <string.h>

#include "pick/pick_solve_private.h"

bool pick_wheel_fits(const struct wheel *w, struct python python, const char *platform)
{
	bool known = ANY(p, w->platforms, wheel_platform_of(*p).platform);

	return wheel_fits(w, python, known ? platform : NULL, NULL) == WHEEL_FITS;
}

const char *pick_wheel_torch(struct arena *a, const struct wheel *w)
{
	struct span version = span_of(w->version), public;
	bool own = strcmp(w->name, "torch") == 0;
	const char *torch = own && span_next(&version, '+', &public) ? arena_span(a, public) :
			    w->torch;
	size_t dots = 0;

	for (const char *p = torch; p && *p; p++)
		dots += *p == '.';
	return torch ? arena_printf(a, "==%s%s", torch, dots < 2 ? ".*" : "") : NULL;
}

static pair_t cuda_of_file(const struct stock_file *f)
{
	struct cuda_version v;

	return cuda_version_parse(span_of(f->variant), &v) ? pair_of(v) : 0;
}

/* Wheels of some projects name another minor of the same major than any torch has, "cu122": then
 * the major decides. */
pair_t pick_wheel_cuda(const struct pick_of *of, const struct wheel *w,
		       const struct pep440_set *torch)
{
	pair_t cuda = w->cuda && w->cuda_source != WHEEL_NAME && w->cuda_source != WHEEL_NOWHERE ?
		pair_parse(w->cuda) : 0;
	const struct stock_file *f;
	size_t n = 0;

	f = cuda % 100 ? stock_of(of->stock, "torch", &n) : NULL;
	for (size_t i = 0; i < n; i++)
		if (cuda_of_file(&f[i]) == cuda &&
		    stock_fits(&f[i], torch, PEP440_PRE_YES))
			return cuda;
	return cuda / 100 * 100;
}

bool pick_wheel_has_cuda(const struct stock_file *f, pair_t cuda)
{
	pair_t have = cuda_of_file(f);

	return have == cuda || (cuda % 100 == 0 && have / 100 == cuda / 100);
}

static const struct pep440_set *set_of(struct arena *a, const char *specs)
{
	struct pep440_set *ret = arena_new(a, struct pep440_set);
	struct err e;

	return specs && pep440_set_parse(a, span_of(specs), ret, &e) == 0 ? ret : NULL;
}

/* Beside another wheel of the same major any minor of it will do: docs.nvidia.com/deploy/
 * cuda-compatibility, "Minor version compatibility". */
static pair_t cuda_beside(struct pick_solve *s, const struct ask_spec *line, pair_t cuda)
{
	static const struct pep440_set any;
	struct wheel w;

	EACH(const struct ask_spec, o, s->ask->specs)
		if (o != line && cuda && wheel_of_url(s->arena, o->url, &w) &&
		    strcmp(w.name, "torch") != 0 &&
		    pick_wheel_cuda(s->of, &w, &any) / 100 == cuda / 100 &&
		    pick_wheel_cuda(s->of, &w, &any) != cuda)
			return cuda / 100 * 100;
	return cuda;
}

bool pick_wheel_add(struct pick_solve *s, const struct ask_spec *line, const struct wheel *w)
{
	const struct pep440_set *torch = set_of(s->arena, pick_wheel_torch(s->arena, w)), *own;
	const struct stock_file *f;
	size_t n = 0;
	const char *name = project_name(s->arena, span_of(w->name));
	struct span rest = span_of(w->version), version = rest;
	bool is_torch = strcmp(name, "torch") == 0;
	pair_t cuda = 0;

	if (!pick_wheel_fits(w, s->python, s->of->platform))
		return false;
	/* METADATA does not say what the name says: an installer takes it beside any torch. */
	if (!torch || (!s->of->plan && !is_torch))
		torch = arena_new(s->arena, struct pep440_set);
	(void)span_next(&rest, '+', &version);
	own = set_of(s->arena, arena_printf(s->arena, "==" SPAN_FMT, SPAN_ARG(version)));
	/* Of a release that is not known the name of the file is all that is. */
	f = own && !is_torch ? stock_of(s->of->stock, name, &n) : NULL;
	while (n && !stock_fits(f, own, PEP440_PRE_YES))
		f++, n--;
	if (n)
		ARRAY_ADD(s->arena, s->wanted) = (struct pick_wanted){
			.name = name, .set = own, .req = &line->req, .from = line, .file = true };
	if (is_torch || s->of->plan)
		cuda = pick_wheel_cuda(s->of, w, torch);
	ARRAY_ADD(s->arena, s->wanted) = (struct pick_wanted){
		.name = "torch", .set = torch, .req = &line->req, .from = line, .file = is_torch,
		.cuda = is_torch ? cuda : cuda_beside(s, line, cuda), .only_bounds = !is_torch };
	return true;
}

/* All that is asked of it takes that version; a need for its own sake may be given too. */
static bool is_wanted(const struct pick_solve *s, const char *name, const char *version)
{
	return !ANY(w, s->wanted, strcmp(w->name, name) == 0 &&
		    !pep440_set_has(w->set, span_of(version), PEP440_PRE_NO));
}

/* The next patch, minor and major release of what is known may have a wheel for any Python. */
static bool may_be_newer(struct pick_solve *s, const char *name, const struct wheels_of *v,
			 size_t n)
{
	unsigned part[3] = { 0 };
	const char *last = NULL;

	for (size_t i = 0; i < n; i++)
		if (!last || pep440_cmp_text(span_of(last), span_of(v[i].version)) < 0)
			last = v[i].version;
	if (!last || sscanf(last, "%u.%u.%u", &part[0], &part[1], &part[2]) < 2)
		return true;
	for (int i = 0; i < 3; i++)
		if (is_wanted(s, name, arena_printf(s->arena, "%u.%u.%u",
				part[0] + (i == 0), i ? part[1] + (i == 1) : 0,
				i > 1 ? part[2] + 1 : 0)))
			return true;
	return false;
}

static bool is_on(const struct wheels_of *w, const char *platform)
{
	struct span platforms = span_of(w->platforms), one;

	while (span_word(&platforms, &one))
		if (span_is(one, platform))
			return true;
	return false;
}

bool pick_wheel_is_there(struct pick_solve *s, const char *name)
{
	size_t n;
	const struct wheels_of *v = shelf_wheels(s->of->shelf, name, &n);
	bool known = false;

	/* A file of it is named by its address. */
	if (!v || ANY(one, s->wanted, one->file && strcmp(one->name, name) == 0))
		return true;
	for (size_t i = n; i-- > 0;) {
		bool python = python_set_has(v[i].pythons, s->python);

		/* PEP 592: what was taken back is installed only where a line pins it. */
		if ((known && !python) || !is_on(&v[i], s->of->platform) ||
		    (v[i].yanked &&
		     !ANY(w, s->wanted, strcmp(w->name, name) == 0 && pep440_set_pin(w->set))) ||
		    !is_wanted(s, name, v[i].version))
			continue;
		if (python)
			return true;
		known = true;
	}
	return !known || may_be_newer(s, name, v, n);
}
