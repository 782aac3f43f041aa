/* The wheels of extensions that are wished for, read. */
#include <string.h>

#include "fact/build.h"
#include "fact/wheel.h"
#include "know/extension.h"
#include "plan/extend_private.h"
#include "plan/want.h"

/* The releases that a specifier takes; "": all of them. */
struct torch_set {
	const char *torch;
	uint64_t taken[EXTEND_RANKS];
};

struct torch_sets {
	struct torch_set *v;
	size_t n, room;
};

bool extend_set_takes(struct arena *a, const char *specs, const char *version)
{
	struct pep440_set set;
	struct err e;

	return pep440_set_parse(a, span_of(specs), &set, &e) == 0 &&
	       pep440_set_has(&set, span_of(version), PEP440_PRE_YES);
}

/* Thousands of rows have few specifiers: each is read once. */
static void read_torch(struct arena *a, const struct catalogue *c, struct extend_file *x,
	struct torch_sets *read)
{
	const char *torch = x->f->torch && strcmp(x->f->torch, "any") != 0 ? x->f->torch : "";
	struct pep440_set set;
	struct torch_set *to;
	struct err e;

	for (size_t i = read->n; i > 0; i--)
		if (strcmp(read->v[i - 1].torch, torch) == 0) {
			memcpy(x->taken, read->v[i - 1].taken, sizeof x->taken);
			return;
		}
	to = &ARRAY_ADD(a, *read);
	*to = (struct torch_set){ .torch = torch };
	if (pep440_set_parse(a, span_of(torch), &set, &e))
		return;
	for (size_t i = 0; i < c->releases.n && i < EXTEND_RANKS * 64; i++)
		if (!*torch || pep440_set_has(&set, span_of(c->releases.v[i]), PEP440_PRE_YES))
			to->taken[i / 64] |= (uint64_t)1 << i % 64;
	memcpy(x->taken, to->taken, sizeof x->taken);
}

/* "cu128", "cpu", "11 12", "any" */
static void read_cuda(struct extend_file *x)
{
	struct span s = span_of(x->f->cuda), word;
	struct cuda_version cuda;
	uint64_t major;

	x->any_cuda = !x->f->cuda || strcmp(x->f->cuda, "any") == 0;
	if (span_starts(s, "cu") && cuda_version_parse(s, &cuda))
		x->cuda = pair_of(cuda);
	while (!x->cuda && !x->any_cuda && span_word(&s, &word))
		if (span_u64(word, &major) && major < 32)
			x->majors |= 1u << major;
}

/* Some patch release of that Python is one of these. */
static bool takes_python(const struct pep440_set *set, struct arena *a, struct python p)
{
	for (unsigned patch = 0; patch <= 99; patch += 99)
		if (pep440_set_has(set, span_of(arena_printf(a, "%u.%u.%u", p.major, p.minor,
							     patch)), PEP440_PRE_YES))
			return true;
	return false;
}

static void each_python(struct python_set all, struct arena *a, const struct pep440_set *set,
	struct python least, struct python_set *to)
{
	for (uint8_t minor = 0; minor < 32; minor++) {
		struct python p = { 3, minor, false };

		if (!python_set_has(all, p))
			continue;
		if (set ? takes_python(set, a, p) : python_cmp(p, least) >= 0)
			python_set_add(to, p);
	}
}

/* "3.9 3.13t", "3.9+" of the stable ABI, which free-threaded Pythons lack, ">=3.9". */
static void read_pythons(struct arena *a, struct python_set all, struct extend_file *x,
	const struct extend_file *last)
{
	struct span s = span_of(x->f->pythons), number = s;
	struct pep440_set set;
	struct python least;
	struct err e;

	if (last && last->f->pythons && x->f->pythons &&
	    strcmp(last->f->pythons, x->f->pythons) == 0) {
		x->pythons = last->pythons;
		x->by_metadata = last->by_metadata;
		return;
	}
	x->by_metadata = true;
	if (!s.n) {
		x->pythons = all;
	} else if (!ascii_digit(*s.p)) {
		if (pep440_set_parse(a, s, &set, &e) == 0)
			each_python(all, a, &set, (struct python){ 0 }, &x->pythons);
	} else if (span_ends(s, "+")) {
		number.n--;
		x->by_metadata = false;
		if (python_parse(number, &least))
			each_python(all, a, NULL, least, &x->pythons);
	} else {
		x->by_metadata = false;
		python_set_parse(s, &x->pythons);
	}
}

/* "80", "90+PTX", "100(2/3 files)", "80+PTX:8.7", which is PTX alone. */
static void read_code(struct extend_file *x)
{
	struct span s = span_of(x->f->code), word;

	while (span_word(&s, &word)) {
		ptrdiff_t plus = span_find_char(word, '+'), part = span_find_char(word, '(');
		size_t n = plus >= 0 ? (size_t)plus : part >= 0 ? (size_t)part : word.n;
		bool alone = span_find_char(word, ':') > 0;
		struct sm sm;

		if (!ascii_digit(*word.p) || !sm_parse(span_sub(word, 0, n), &sm))
			continue;
		x->code_known |= part < 0 && !alone;
		if (!alone)
			sm_list_add(&x->sass, sm);
		if (plus >= 0)
			sm_list_add(&x->ptx, sm);
	}
}

static void read_least(struct arena *a, const struct extension *x, struct extend_file *to,
	const struct extend_file *last)
{
	if (last && strcmp(last->f->version, to->f->version) == 0 &&
	    strcmp(last->f->platform, to->f->platform) == 0) {
		to->least = last->least;
		return;
	}
	EACH(const struct extension_gpu, g, x->gpus) {
		if ((*g->platform == '*' || strcmp(g->platform, to->f->platform) == 0) &&
		    (*g->versions == '*' || extend_set_takes(a, g->versions, to->f->version))) {
			sm_parse(span_of(g->sm), &to->least);
			return;
		}
	}
}

/* The least glibc or macOS of its tags. */
static pair_t system_of(const struct extension_file *f)
{
	struct span tags = span_of(f->tag), one;
	pair_t least = 0;

	while (f->tag && span_next(&tags, '.', &one)) {
		struct wheel_platform p = wheel_platform_of(one);
		pair_t need = p.least_major * 100u + p.least_minor;

		least = least == 0 || need < least ? need : least;
	}
	return least;
}

static struct extend_file read_file(struct arena *a, const struct catalogue *c,
	struct python_set all, const struct extension *x, const struct extension_file *f,
	const struct extend_file *last, struct torch_sets *sets)
{
	struct extend_file ret = { .f = f, .runs = arena_array(a, c->ccs.n, 1) };

	read_torch(a, c, &ret, sets);
	read_cuda(&ret);
	read_pythons(a, all, &ret, last);
	read_code(&ret);
	read_least(a, x, &ret, last);
	ret.os_least = last && last->f->tag && f->tag && strcmp(last->f->tag, f->tag) == 0 ?
		last->os_least : system_of(f);
	ret.sure = f->confidence >= CONFIDENCE_MEDIUM && f->torch && f->cuda && f->pythons &&
		   (f->tag || !ret.by_metadata || *f->platform == '*');
	return ret;
}

struct extend_file extend_read_file(struct arena *a, const struct catalogue *c,
	struct python_set all, const struct extension *x, const struct extension_file *f)
{
	struct torch_sets sets = { 0 };

	return read_file(a, c, all, x, f, NULL, &sets);
}

/* A version that is asked for; pre-releases where one is named, or there is nothing else. */
static bool is_asked(const struct specs *specs, const char *version, bool pre)
{
	return EVERY(x, *specs,
		     pep440_set_has(x, span_of(version), pre ? PEP440_PRE_YES : PEP440_PRE_NAMED));
}

static bool is_pre(const char *version)
{
	struct pep440 v;

	return pep440_parse(span_of(version), &v) && pep440_is_pre(&v);
}

static void read_wish(struct arena *a, const struct catalogue *c, const struct extend *all,
	const struct specs *specs, struct torch_sets *sets, struct extend_wish *to)
{
	bool pre = EVERY(one, to->x->files, is_pre(one->version)),
	     named = specs->n && specs->v[0].n, asked = false;
	const char *version = "";

	to->v = arena_array(a, to->x->files.n, sizeof *to->v);
	EACH(const struct extension_file, f, to->x->files) {
		if (strcmp(version, f->version) != 0)
			asked = is_asked(specs, f->version, pre) &&
				(pre || named || !is_pre(f->version));
		version = f->version;
		if (asked) {
			const struct extend_file *last = to->n ? &to->v[to->n - 1] : NULL;

			to->v[to->n++] = read_file(a, c, all->all, to->x, f, last, sets);
		}
	}
}

static const char *joined(struct arena *a, const struct strings *texts)
{
	const char *ret = "";

	for (size_t i = 0; i < texts->n; i++)
		if (*texts->v[i])
			ret = arena_printf(a, "%s%s%s", ret, *ret ? "," : "", texts->v[i]);
	return ret;
}

int extend_make(struct arena *a, const struct catalogue *c, const struct wish *wish,
	struct extend **ret, struct err *e)
{
	struct extend *x = arena_new(a, struct extend);
	struct torch_sets sets = { 0 };

	x->all = catalogue_pythons(c);
	for (size_t i = 0; i < wish->extensions.n && i < EXTENSIONS_MAX; i++) {
		const struct extension_wish *w = &wish->extensions.v[i];
		struct specs specs;
		int rc = specs_parse(a, w->known->name, &w->specs, &specs, e);

		if (rc)
			return rc;
		x->v[x->n] = (struct extend_wish){ .name = w->known->name, .x = w->known,
						   .asked = joined(a, &w->specs) };
		read_wish(a, c, x, &specs, &sets, &x->v[x->n++]);
	}
	*ret = x;
	return 0;
}

int extend_pin(struct arena *a, const struct catalogue *c, const struct extend *x,
	struct extend_wish *w, const char *version, struct err *e)
{
	struct torch_sets sets = { 0 };
	struct strings pin = { 0 };
	struct specs specs;
	int rc;

	strings_printf(a, &pin, "==%s", version);
	rc = specs_parse(a, w->name, &pin, &specs, e);
	if (rc == 0)
		read_wish(a, c, x, &specs, &sets, w);
	return rc;
}

int extend_make_all(struct arena *a, const struct catalogue *c, const struct extension *x,
		    struct extend **ret, struct err *e)
{
	struct wish wish = { 0 };

	ARRAY_ADD(a, wish.extensions) = (struct extension_wish){ .known = x };
	strings_add(a, &wish.extensions.v[0].specs, ">=0.dev0");
	return extend_make(a, c, &wish, ret, e);
}
