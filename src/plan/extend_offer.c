/* Which wheel of each extension a plan takes. */
#include <string.h>

#include "base/pep440.h"
#include "plan/extend_private.h"

struct choice {
	const struct extend_file *file;
	bool sure;
};

/* Others than the project itself, who build what it does not. */
static bool is_of_others(const struct extension_file *f)
{
	return strcmp(f->place, "mjun0812") == 0 || strcmp(f->place, "kingbri1") == 0;
}

static int place_of(const struct extension_file *f)
{
	return strcmp(f->place, "pypi") == 0 ? 2 : strcmp(f->place, "pytorch-index") == 0 ? 1 : 0;
}

/* Certain, of the project itself, newer, of that very CUDA, on an index. */
static bool is_better(const struct choice *a, const struct choice *b)
{
	const struct extension_file *x = a->file->f, *y = b->file->f;
	int order;

	if (a->sure != b->sure)
		return a->sure;
	if (is_of_others(x) != is_of_others(y))
		return is_of_others(y);
	order = pep440_cmp_text(span_of(x->version), span_of(y->version));
	if (order)
		return order > 0;
	if ((a->file->cuda != 0) != (b->file->cuda != 0))
		return a->file->cuda != 0;
	return place_of(x) > place_of(y);
}

static struct choice choose(const struct judge *j, size_t build, const struct extend_wish *w,
	struct python p)
{
	struct choice ret = { 0 };

	for (size_t i = 0; i < w->n; i++) {
		struct choice one = { &w->v[i], false };
		size_t atom;

		if (python_set_has(one.file->pythons, p) &&
		    extend_file_lacks(j, build, w, one.file, &atom, &one.sure) == EXTEND_FITS &&
		    (!ret.file || is_better(&one, &ret)))
			ret = one;
	}
	return ret;
}

/* "cp312-cp312", "cp37-cp37m", "cp313-cp313t"; of a stable ABI "cp39-abi3". */
static const char *tags_of(struct arena *a, const struct extension_file *f, struct python p)
{
	struct span number = span_of(f->pythons);

	if (span_ends(number, "+") && python_parse(span_sub(number, 0, number.n - 1), &p))
		return arena_printf(a, "cp%u%u-abi3", p.major, p.minor);
	return arena_printf(a, "cp%u%u-cp%u%u%s", p.major, p.minor, p.major, p.minor,
			    p.free_threaded ? "t" : p.major == 3 && p.minor < 8 ? "m" : "");
}

static bool is_file(const struct extension_file *f)
{
	return f->url && span_ends(span_of(f->url), ".whl");
}

const char *extend_file_url(struct arena *a, const struct extension_file *f, struct python p)
{
	const char *at = is_file(f) ? strstr(f->url, "{py}") : NULL;

	if (!is_file(f))
		return NULL;
	if (!at)
		return f->url;
	return arena_printf(a, "%.*s%s%s", (int)(at - f->url), f->url, tags_of(a, f, p), at + 4);
}

/* The hash in the place that the Python has; NULL: not known. */
const char *extend_file_hash(struct arena *a, const struct extension_file *f, struct python p)
{
	struct span pythons = span_of(f->pythons), hashes = span_of(f->sha256), one, hash;
	struct python of;

	if (f->pythons && span_ends(pythons, "+"))
		return f->sha256 && span_word(&hashes, &hash) && hash.n == 64 ?
			arena_span(a, hash) : NULL;
	while (span_word(&pythons, &one) && span_word(&hashes, &hash))
		if (python_parse(one, &of) && python_cmp(of, p) == 0)
			return hash.n == 64 ? arena_span(a, hash) : NULL;
	return NULL;
}

/* CUDA's libraries are as new as the newest of all that stands on them asks for. */
static void raise_runtime(const char *runtime, struct plan *p)
{
	pair_t now = p->cuda_version ? pair_parse(p->cuda_version) : catalogue_runtime(p->build);

	if (runtime && pair_parse(runtime) > now)
		p->cuda_version = runtime;
}

static void add_package(const struct judge *j, const struct extend_wish *w, struct choice c,
	struct plan *p)
{
	const struct extension_file *f = c.file->f;
	bool file = is_file(f);

	ARRAY_ADD(j->arena, p->packages) = (struct plan_package){
		.name = w->name,
		.version = f->version,
		.label = f->label,
		.place = f->place,
		.conda = f->conda,
		.url = extend_file_url(j->arena, f, p->python),
		.index = file ? NULL : f->url,
		.sha256 = extend_file_hash(j->arena, f, p->python),
		.requires_torch = f->torch && strcmp(f->torch, "any") != 0 ? f->torch : NULL,
		.by_others = is_of_others(f),
		.certain = c.sure,
	};
}

static void add_name(struct arena *a, const char **list, const char *name, const char *version)
{
	*list = arena_printf(a, "%s%s%s %s", *list ? *list : "", *list ? ", " : "", name, version);
}

/* Who built it, and where its Pythons are known from. */
static void tell_choices(const struct judge *j, struct plan *p, const char *metadata)
{
	EACH(const struct plan_package, x, p->packages) {
		if (x->by_others)
			findings_note(j->arena, &p->notes,
				      PHRASE(j->arena, WHEEL_BY_OTHERS, SAY(package, x->name),
					     SAY(version, x->version), SAY(maker, x->place)));
	}
	if (metadata)
		findings_note(j->arena, &p->notes,
			      PHRASE(j->arena, PYTHONS_BY_METADATA, SAY(list, metadata)));
}

void extend_offer(const struct judge *j, size_t build, struct plan *p)
{
	const char *metadata = NULL, *unsure = NULL;

	for (size_t i = 0; i < j->w->extend->n; i++) {
		const struct extend_wish *w = &j->w->extend->v[i];
		struct choice c = extend_is_on(j, i) ? choose(j, build, w, p->python) :
						(struct choice){ 0 };

		if (!c.file)
			continue;
		add_package(j, w, c, p);
		raise_runtime(c.file->f->runtime, p);
		if (!c.sure)
			add_name(j->arena, &unsure, w->name, c.file->f->version);
		else if (c.file->by_metadata && c.file->majors)
			add_name(j->arena, &metadata, w->name, c.file->f->version);
	}
	tell_choices(j, p, metadata);
	if (unsure)
		findings_add(j->arena, &p->findings, (struct finding){
			.code = CP109, .host = -1, .gpu = -1, .have = unsure,
			.words.form = FORM_EXTENSION_UNKNOWN });
}
