/* What an extension was compiled for, by its name: the CUDA and the C++ ABI of torch. */
#include <string.h>

#include "base/pep440.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/extension_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/torch_place_private.h"
#include "fact/wheel.h"
#include "plan/extend_known.h"
#include "plan/steps.h"

/* The wheel of it that goes with the torch that is there; NULL: none is known, or not of pip. */
static const struct plan_package *wheel_for(struct checkup *k, const char *package)
{
	struct extension *x = arena_new(k->arena, struct extension);
	struct wish wish = { .python = k->python };
	const struct plan *p;
	struct answer answer;
	struct err e;

	if (!k->c->matrix || !k->here.pip || k->here.torch != k->here.pip || !k->here.variant ||
	    installer_manager(k->installer) != MANAGER_PIP ||
	    extension_read(k->c->matrix, k->arena, package, x, &e) != 0)
		return NULL;
	strings_printf(k->arena, &wish.torch, "==%s+%s", k->here.version, k->here.variant);
	ARRAY_ADD(k->arena, wish.extensions) = (struct extension_wish){ .known = x };
	p = cure_answer(k, &wish, &answer) ? cure_first(&answer) : NULL;
	return p && p->packages.n ? p->packages.v : NULL;
}

/* A machine of that platform with a GPU that the torch has code for: 8.0 where it can be that one,
 * as most extensions have it. */
static const struct hosts *any_host(struct checkup *k)
{
	const struct sm_list *code = k->here.build->sass;
	struct hosts *ret = arena_new(k->arena, struct hosts);
	struct gpu gpu = { .name = "GPU", .memory_mib = -1, .sm = { .major = 8 } };
	struct host h = host_new("any GPU");

	if (!sm_list_has(code, gpu.sm))
		gpu.sm = code->v[code->n - 1];
	h.platform = k->platform;
	ARRAY_ADD(k->arena, h.gpus) = gpu;
	ARRAY_ADD(k->arena, *ret) = h;
	return ret;
}

const struct plan_package *checkup_wheel(struct checkup *k, const char *package, bool *any)
{
	struct checkup then = *k;

	*any = !find_first_gpu(k);
	if (*any && (!k->here.build || !k->here.build->sass || k->here.build->sass->n == 0))
		return NULL;
	if (*any)
		then.hosts = any_host(k);
	return wheel_for(&then, package);
}

void checkup_take_wheel(struct checkup *k, const struct plan_package *x, struct steps *to)
{
	plan_package_step(k->arena, x, cure_step(k, to, cure_in_manifest(k) ? STEP_ADD :
						 STEP_INSTALL, OWNER_PIP, NULL));
}

bool extension_cure(struct checkup *k, struct found *f, const struct env_package *p)
{
	const struct plan_package *x = wheel_for(k, p->name);

	/* The file of a Python that is not known would be a guess. */
	if (!x || !x->certain || (x->url && !k->python.major))
		return false;
	checkup_take_wheel(k, x, &f->cure);
	/* The same release again, for another torch or CUDA: pip takes it for what is there. */
	if (p->version && pep440_cmp_text(span_of(x->version), span_of(p->version)) == 0)
		f->cure.v[f->cure.n - 1].anew = ANEW_ALONE;
	return true;
}

/* "flash_attn", as files have it. */
static const char *escaped(struct checkup *k, const char *name)
{
	char *ret = arena_str(k->arena, name);

	for (char *p = ret; *p; p++)
		if (*p == '-')
			*p = '_';
	return ret;
}

/* Its file where that is known, else a name with the same words and any tags. */
static bool wheel_of(struct checkup *k, const struct env_package *p, struct wheel *ret)
{
	const char *tag = p->tag && !strchr(p->tag, ' ') ? p->tag : "py3-none-any";
	const char *file = arena_printf(k->arena, "%s-%s-%s.whl", escaped(k, p->name), p->version,
					tag);

	return (wheel_of_url(k->arena, p->url, ret) || wheel_of_url(k->arena, file, ret)) &&
	       (ret->torch || ret->cuda);
}

/* The rules that hold for it, and of its files those that the tables have. */
static struct extension *extension_of(struct checkup *k, const char *name, bool listed)
{
	struct extension *x = arena_new(k->arena, struct extension);
	struct err e;

	if (!k->c->matrix)
		return NULL;
	if (extension_read(k->c->matrix, k->arena, name, x, &e) == 0 && x->files.n)
		return x;
	return listed || extension_rules(k->c->matrix, k->arena, name, x, &e) ? NULL : x;
}

static struct found *other(struct checkup *k, const struct env_package *p,
			   const struct extend_known *known, enum extend_lack lack)
{
	const char *torch = k->here.torch->version;

	if (lack == EXTEND_CUDA)
		return FIND(k, CP208, COMPILED_FOR_OTHER_CUDA, SAY(package, p->name),
			    SAY(version, p->version), SAY(torch, torch),
			    SAY(cuda, extend_cuda_words(k->arena, known->file.cuda)),
			    SAY(have, k->here.variant), SAY(need, known->file.cuda));
	return FIND(k, CP216, COMPILED_FOR_OTHER_ABI, SAY(package, p->name),
		    SAY(version, p->version), SAY(torch, torch), SAY(need, known->file.abi));
}

/*
 * Beside the torch of its minor release: another CUDA major is a library that is not there, another
 * ABI an undefined symbol at import (Dao-AILab/flash-attention #1644, #1717). What somebody else
 * built, and conda, may be of either.
 */
bool check_compiled(struct checkup *k, const struct env_package *p)
{
	const struct build *b = k->here.build;
	struct extend_known known;
	struct package file;
	enum extend_lack lack;
	struct extension *x;
	struct wheel w;
	struct found *f;
	struct err e;

	if (!p->local || !b || b->manager != MANAGER_PIP || k->here.torch != k->here.pip ||
	    installed_is_companion(k, p->name) || !wheel_of(k, p, &w))
		return false;
	x = extension_of(k, p->name, !w.torch);
	file = extend_package_of(k->arena, &w);
	if (!x || extend_know(k->arena, k->c, x, &file, &known, &e) ||
	    (known.file.torch && strcmp(known.file.torch, "any") == 0))
		return false;
	lack = extend_known_lacks(k->c, &known, b);
	if (lack != EXTEND_CUDA && lack != EXTEND_ABI)
		return false;
	f = other(k, p, &known, lack);
	if (lack == EXTEND_CUDA && known.read.cuda / 100 == b->cuda.major)
		f->severity = SEVERITY_WARNING; /* the same libraries are loaded */
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	if (!extension_cure(k, f, p))
		FIND_ADVICE(k, f, INSTALL_OF_VARIANT, SAY(package, p->name),
			    SAY(variant, k->here.variant));
	return true;
}

/* --- compiling in an image --------------------------------------------------------------- */

/* The line of torch that pins it, and the variant that it is taken of. */
static const struct env_declared *torch_line(struct checkup *k, const char **variant)
{
	EACH(const struct env_declared, d, k->env->declared) {
		struct torch_place place;

		if (d->kind != DECLARED_REQUIREMENT || !d->parsed || d->group || !d->name ||
		    strcmp(d->name, "torch") != 0 ||
		    !declared_applies(k->arena, d, k->python, k->platform))
			continue;
		*variant = declared_label(k->arena, d);
		if (!*variant && torch_place_of(k->arena, k->env, d, &place) && !place.preview)
			*variant = place.variant;
		return *variant && installed_is_cuda(*variant) ? d : NULL;
	}
	return NULL;
}

/* The image that a line is run in: the last one above it. */
static const struct env_image *image_of(const struct checkup *k, const struct origin *o)
{
	const struct env_image *ret = NULL;

	EACH(const struct env_image, x, k->env->images) {
		if (x->origin.file && o->file &&
		    strcmp(x->origin.file, o->file) == 0 &&
		    x->origin.line <= o->line)
			ret = x;
	}
	return ret;
}

/* The newest that a line takes: of the source, as of wheels. */
static const char *newest(const struct env_declared *d, const struct extension *x)
{
	const char *ret = NULL;

	for (size_t i = 0; i <= x->files.n; i++) {
		const char *one = i < x->files.n ? x->files.v[i].version : x->source;

		if (pep440_set_has(&d->req.set, span_of(one), PEP440_PRE_NO) &&
		    (!ret || pep440_cmp_text(span_of(ret), span_of(one)) < 0))
			ret = one;
	}
	return ret;
}

/* The wheel of it, of that version or (NULL) any, that goes with a torch; NULL: there is none. */
static const struct plan_package *wheel_beside(struct checkup *k, const struct extension *x,
					       const char *torch, const char *version)
{
	struct wish wish = { .python = k->python };
	const struct plan *p;
	struct answer answer;

	strings_add(k->arena, &wish.torch, torch);
	ARRAY_ADD(k->arena, wish.extensions) = (struct extension_wish){ .known = x };
	if (version)
		strings_printf(k->arena, &wish.extensions.v[0].specs, "==%s", version);
	p = cure_answer(k, &wish, &answer) ? cure_first(&answer) : NULL;
	return p && p->packages.n ? p->packages.v : NULL;
}

/*
 * PyPI has its source alone: pip takes the newest, and what that finds no wheel of for this torch
 * it compiles. NULL: it does not.
 */
static const struct extension *compiles(struct checkup *k, const struct env_declared *d,
					const char *torch)
{
	const struct extension *x = extension_of(k, d->name, true);
	const char *version;

	if (!x || !x->source)
		return NULL;
	for (size_t i = 0; i < x->files.n; i++)
		if (strcmp(x->files.v[i].place, "pypi") == 0)
			return NULL;
	version = newest(d, x);
	return version && !wheel_beside(k, x, torch, version) ? x : NULL;
}

/* The highest CUDA up to that of the image, else the lowest above it. */
static bool is_nearer(pair_t have, pair_t best, pair_t cuda)
{
	return (have <= cuda && have > best) || (best > cuda && have < best);
}

/* "cu121": what that torch has of the image's major; NULL: nothing is known. */
static const char *variant_of_major(struct checkup *k, const struct plan *p, pair_t cuda)
{
	const struct platform_builds *all = catalogue_builds(k->c, k->platform);
	const struct build *best = NULL;

	EACH(const struct build, b, *all)
		if (p && b->manager == MANAGER_PIP && strcmp(b->torch, p->build->torch) == 0 &&
		    b->cuda.major == cuda / 100 &&
		    (!best || is_nearer(pair_of(b->cuda), pair_of(best->cuda), cuda)))
			best = b;
	return best ? best->variant : NULL;
}

/*
 * Of their flavours base and runtime have no nvcc, devel has. Source: hub.docker.com/r/nvidia/cuda,
 * "Overview of Images"; pytorch/pytorch: Dockerfile, whose runtime ends on an image without one.
 */
static bool is_without_nvcc(const struct env_image *i)
{
	return !i->nvcc &&
	       (strstr(i->image, "nvidia/cuda") || strstr(i->image, "pytorch/pytorch")) &&
	       (strstr(i->tag, "runtime") || strstr(i->tag, "base")) && !strstr(i->tag, "devel");
}

/* "12.4.1-devel-ubuntu22.04" */
static const char *devel_of(struct checkup *k, const struct env_image *i)
{
	const char *word = strstr(i->tag, "runtime") ? "runtime" : "base";
	const char *at = strstr(i->tag, word);

	return arena_printf(k->arena, "%s:%.*sdevel%s", i->image, (int)(at - i->tag), i->tag,
			    at + strlen(word));
}

/* "flash-attention" of "git+https://github.com/Dao-AILab/flash-attention.git@v2.7.4" */
static const char *repository(struct checkup *k, const char *url)
{
	struct span s = span_of(url);
	ptrdiff_t at = span_rfind_char(s, '/');

	s = span_from(s, (size_t)(at + 1));
	s = span_sub(s, 0, strcspn(arena_span(k->arena, s), "@#"));
	return arena_span(k->arena, span_ends(s, ".git") ? span_sub(s, 0, s.n - 4) : s);
}

/* "2.7.4" of "…/flash-attention.git@v2.7.4"; else that of its newest source: setup.py of those
 * that have wheels on GitHub takes them from there (Dao-AILab/flash-attention:
 * CachedWheelsCommand). */
static const char *release_of(struct checkup *k, const char *url, const struct extension *x)
{
	const char *at = strrchr(url, '@');
	struct span s = span_of(at && at > strrchr(url, '/') ? at + 1 : "");

	span_take(&s, "v");
	s = span_sub(s, 0, strcspn(arena_span(k->arena, s), "#"));
	if (s.n == 0 || !ascii_digit(s.p[0]) || span_find_char(s, '.') < 0)
		return x->source;
	return arena_span(k->arena, s);
}

/* What of a line is compiled with nvcc, and what is known of its wheels; NULL: nothing. */
static const char *compiled_here(struct checkup *k, const struct env_declared *d, const char *spec,
				 const struct extension **x)
{
	const char *name = d->name;

	*x = NULL;
	if (!d->url) {
		*x = compiles(k, d, spec);
		return *x ? name : NULL;
	}
	if (strncmp(d->url, "git+", 4) != 0)
		return NULL;
	name = name ? name : repository(k, d->url);
	*x = extension_of(k, name, true);
	return *x && (*x)->source && !wheel_beside(k, *x, spec, release_of(k, d->url, *x)) ?
		name : NULL;
}

static void without_nvcc(struct checkup *k, const struct env_declared *d,
			 const struct env_declared *torch, const struct env_image *i,
			 const char *spec)
{
	const struct extension *x;
	const struct plan_package *wheel;
	const char *name = compiled_here(k, d, spec, &x);
	struct found *f;

	if (!name)
		return;
	f = FIND(k, CP213, COMPILED_WITHOUT_NVCC, SAY(package, name),
		 SAY(item, arena_printf(k->arena, "%s:%s", i->image, i->tag)));
	f->severity = SEVERITY_ERROR;
	f->asked = true;
	find_at(k, f, &i->origin);
	find_at(k, f, &torch->origin);
	find_at(k, f, &d->origin);
	wheel = wheel_beside(k, x, spec, NULL);
	FIND_ADVICE(k, f, BUILD_ON_DEVEL, SAY(item, devel_of(k, i)),
		    SAY(wish, wheel ?
			arena_printf(k->arena, "%s==%s", name, wheel->version) : NULL));
}

/* TORCH_CUDA_ARCH_LIST is read by torch.utils.cpp_extension alone (_get_cuda_arch_flags), when it
 * compiles: what that is stands in a line that nobody reads, or later. */
static void check_archs(struct checkup *k)
{
	EACH(const struct env_setting, s, k->env->settings) {
		const struct env_image *image = image_of(k, &s->origin);
		struct found *f;

		if (strcmp(s->key, "TORCH_CUDA_ARCH_LIST") != 0 || !image ||
		    !is_without_nvcc(image) ||
		    ANY(x, k->found, x->what.words.form == FORM_COMPILED_WITHOUT_NVCC))
			continue;
		f = FIND(k, CP213, ARCHS_WITHOUT_NVCC,
			 SAY(item, arena_printf(k->arena, "%s:%s", image->image, image->tag)));
		f->severity = SEVERITY_WARNING;
		f->asked = true;
		find_at(k, f, &image->origin);
		find_at(k, f, &s->origin);
		FIND_ADVICE(k, f, BUILD_ON_DEVEL, SAY(item, devel_of(k, image)));
		return;
	}
}

static void compiled_by(struct checkup *k, const struct env_declared *d,
			const struct env_declared *torch, const char *variant)
{
	const struct env_image *i = image_of(k, &d->origin);
	const struct image *row = i ? shelf_image(k->shelf, i->image, i->tag) : NULL;
	const char *spec = pep440_set_text(k->arena, &torch->req.set);
	const struct plan_package *other;
	const struct extension *x;
	struct cuda_version cuda;
	struct answer answer;
	struct found *f;

	if (!row || !row->cuda || strncmp(spec, "==", 2) != 0 ||
	    !cuda_version_parse(span_of(variant), &cuda))
		return;
	if (!strchr(spec, '+'))
		spec = arena_printf(k->arena, "%s+%s", spec, variant);
	if (is_without_nvcc(i))
		without_nvcc(k, d, torch, i, spec);
	if (d->url || row->torch || !strstr(i->tag, "devel") ||
	    pair_parse(row->cuda) / 100 == cuda.major)
		return;
	x = compiles(k, d, spec);
	if (!x)
		return;
	f = FIND(k, CP208, COMPILED_BY_OTHER_CUDA, SAY(package, d->name),
		 SAY(item, arena_printf(k->arena, "%s:%s", i->image, i->tag)),
		 SAY(have, row->cuda), SAY(variant, variant));
	f->asked = true;
	find_at(k, f, &i->origin);
	find_at(k, f, &torch->origin);
	find_at(k, f, &d->origin);
	other = wheel_beside(k, x, spec, NULL);
	FIND_ADVICE(k, f, COMPILE_BY_SAME_CUDA,
		    SAY(cuda, pair_text(k->arena, pair_of(cuda))),
		    SAY(variant, cure_ask(k, spec, NULL, false, &answer) ?
			variant_of_major(k, cure_first(&answer), pair_parse(row->cuda)) : NULL),
		    SAY(wish, other ? arena_printf(k->arena, "%s==%s", d->name, other->version) :
			NULL));
}

/*
 * torch.utils.cpp_extension refuses to build with an nvcc of another major than torch's CUDA
 * (_check_cuda_version, CUDA_MISMATCH_MESSAGE); images named devel have the nvcc of their tag.
 */
void check_compiling(struct checkup *k)
{
	const char *variant = NULL;
	const struct env_declared *torch = k->env->images.n && !k->here.torch ?
		torch_line(k, &variant) : NULL;

	EACH_WHILE(const struct env_declared, d, k->env->declared, torch) {
		if (d->kind != DECLARED_REQUIREMENT || d->group)
			continue;
		if (d->name ? strcmp(d->name, "torch") != 0 && d->parsed &&
		    declared_applies(k->arena, d, k->python, k->platform) : d->url != NULL)
			compiled_by(k, d, torch, variant);
	}
	if (torch)
		check_archs(k);
}
