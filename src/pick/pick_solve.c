/* A set of packages of which each meets what is asked of it, the newest first; backtracks. */
#include "pick/pick_solve_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/sort.h"
#include "base/span.h"
#include "fact/row.h"

enum { TRIES = 20000 };

static const struct stock_file *chosen_of(const struct pick_solve *s, const char *name)
{
	return FIRST_TELLS(x, s->chosen, strcmp((*x)->package, name) == 0, *x, NULL);
}

static bool counts(const struct pick_solve *s, const struct pick_wanted *w)
{
	return w->overrides ||
	       !ANY(one, s->wanted, one->overrides && strcmp(one->name, w->name) == 0);
}

static bool takes(const struct pick_solve *s, const struct pick_wanted *w,
		  const struct stock_file *f)
{
	return stock_fits(f, w->set, PEP440_PRE_NAMED) &&
	       (!w->cuda || s->any_cuda || pick_wheel_has_cuda(f, w->cuda)) &&
	       (f == s->of->have || pick_place_takes(s, w, f));
}

/* All that is asked of its package so far takes the file. */
static bool is_taken(const struct pick_solve *s, const struct stock_file *f)
{
	return !ANY(w, s->wanted, !f->any && strcmp(w->name, f->package) == 0 && counts(s, w) &&
		    !takes(s, w, f));
}

/* What is there of that package, and stays where all that is asked takes it; NULL: nothing. */
static const struct stock_file *there_of(const struct pick_solve *s, const char *name)
{
	const struct stock_file *have = s->of->have;

	return have && strcmp(have->package, name) == 0 ? have : NULL;
}

/* There is a file of it for that Python; where one answer is for all, METADATA takes all. */
static bool has_python(const struct pick_solve *s, const struct stock_file *f)
{
	if (f == s->of->have)
		return true;
	if (s->until.major)
		return python_set_has(f->takes, s->python) && python_set_has(f->takes, s->until);
	return (python_set_empty(f->pythons) || python_set_has(f->pythons, s->python)) &&
	       python_set_has(f->takes, s->python);
}

/* Of a package whose releases are not known: some version meets all n wishes for it. */
static bool some_of(struct pick_solve *s, const char *name, const struct pick_wanted *const *of,
		    size_t n)
{
	struct arena_mark before = arena_mark(s->arena);
	struct pep440_set *sets = arena_array(s->arena, n, sizeof *sets);
	size_t known = 0;
	bool some;

	for (size_t i = 0; i < n && n > 1; i++)
		if (counts(s, of[i]) && of[i]->set->n)
			sets[known++] = *of[i]->set;
	some = (known < 2 || pep440_sets_some(s->arena, sets, known)) &&
	       (!s->of->plan || pick_wheel_is_there(s, name));
	arena_back(s->arena, before);
	return some;
}

static bool some_version(struct pick_solve *s, const char *name)
{
	struct arena_mark before = arena_mark(s->arena);
	const struct pick_wanted **of = arena_array(s->arena, s->wanted.n + 1, sizeof *of);
	size_t n = 0;
	bool some;

	EACH(const struct pick_wanted, w, s->wanted)
		if (strcmp(w->name, name) == 0)
			of[n++] = w;
	some = some_of(s, name, of, n);
	arena_back(s->arena, before);
	return some;
}

/* "2.5.1" and "2.5.1+cu121" are of 2.5.1. */
static bool is_left_out(const struct pick_solve *s, const struct stock_file *f)
{
	size_t n = s->release ? strlen(s->release) : 0;

	return n && strcmp(f->package, "torch") == 0 &&
	       (strncmp(f->version, s->release, n) != 0 ||
		(f->version[n] && f->version[n] != '+'));
}

/* The next torch that a release was compiled for, where its METADATA names none. */
static const struct requirement *want_of(struct pick_solve *s, const struct stock_file *f,
					 size_t *from)
{
	size_t n;
	const struct wants_torch *w = shelf_wants(s->of->shelf, f->package, &n);

	for (size_t i = 0; n && i < f->needs.n; i++)
		if (strcmp(f->needs.v[i].name, "torch") == 0)
			return NULL;
	while (*from < n) {
		const struct wants_torch *one = &w[(*from)++];
		struct requirement *r;
		struct err e;

		if (strcmp(one->version, f->version) != 0)
			continue;
		r = arena_new(s->arena, struct requirement);
		if (requirement_parse(s->arena, span_of(arena_printf(s->arena, "torch%s",
				      one->torch)), r, &e) == 0)
			return r;
	}
	return NULL;
}

static bool is_made_for(struct pick_solve *s, const struct stock_file *f,
			const struct stock_file *torch)
{
	const struct requirement *r;

	for (size_t from = 0; torch && (r = want_of(s, f, &from));)
		if (!stock_fits(torch, &r->set, PEP440_PRE_NAMED))
			return false;
	return true;
}

/* Some file meets all that is asked of it so far. */
static bool has_file(struct pick_solve *s, const struct stock_file *f, size_t n)
{
	const struct stock_file *torch = s->of->plan ? chosen_of(s, "torch") : NULL;
	struct arena_mark before = arena_mark(s->arena);
	bool ret = n && there_of(s, f->package) && is_taken(s, s->of->have);

	for (size_t i = 0; i < n && !ret; i++)
		ret = !is_left_out(s, &f[i]) && has_python(s, &f[i]) && is_taken(s, &f[i]) &&
		      is_made_for(s, &f[i], torch);
	arena_back(s->arena, before);
	return ret;
}

/* By itself, or for an extra that somebody asks for. */
static bool is_needed(const struct pick_solve *s, const struct stock_file *f,
		      const struct requirement *r)
{
	struct marker_env env = s->env;

	if (requirement_applies(r, &env) != MARKER_NO)
		return true;
	EACH(const struct pick_wanted, w, s->wanted) {
		for (size_t n = 0; strcmp(w->name, f->package) == 0 && n < w->req->n_extras; n++) {
			env.v[MARKER_EXTRA] = w->req->extras[n];
			if (requirement_applies(r, &env) == MARKER_YES)
				return true;
		}
	}
	return false;
}

/* Wheels of an older torch are compiled against NumPy 1: METADATA takes any, a plan does not. */
static bool add_bounds(struct pick_solve *s, const struct stock_file *f)
{
	static const struct requirement none;
	struct err e;

	EACH(const struct bound_of, b, s->of->shelf->bounds) {
		struct pep440_set *below;

		if (pep440_cmp_text(span_of(f->version), span_of(b->torch)) >= 0)
			continue;
		below = arena_new(s->arena, struct pep440_set);
		if (pep440_set_parse(s->arena, span_of(arena_printf(s->arena, "<%s", b->below)),
				     below, &e) == 0)
			ARRAY_ADD(s->arena, s->wanted) = (struct pick_wanted){
				.name = b->package, .set = below, .req = &none };
		if (!some_version(s, b->package))
			return false;
	}
	return true;
}

/* What a release was compiled for joins what is wanted. */
static bool add_wants(struct pick_solve *s, const struct stock_file *f)
{
	const struct stock_file *torch = chosen_of(s, "torch");
	const struct requirement *r;

	for (size_t from = 0; (r = want_of(s, f, &from));) {
		ARRAY_ADD(s->arena, s->wanted) = (struct pick_wanted){
			.name = "torch", .set = &r->set, .req = r };
		if (torch && !is_taken(s, torch))
			return false;
	}
	return true;
}

/* What a file needs joins what is wanted; false: that meets no file that is chosen already. */
static bool add_needs(struct pick_solve *s, const struct stock_file *f)
{
	if (s->of->plan && !(strcmp(f->package, "torch") == 0 ? add_bounds(s, f) :
							       add_wants(s, f)))
		return false;
	EACH(const struct requirement, r, f->needs) {
		const struct stock_file *other = chosen_of(s, r->name), *all;
		size_t n;

		if (!is_needed(s, f, r))
			continue;
		ARRAY_ADD(s->arena, s->wanted) = (struct pick_wanted){
			.name = r->name, .set = &r->set, .req = r };
		all = other ? NULL : stock_of(s->of->stock, r->name, &n);
		/* Where none is left, what is chosen in between need not be gone through. */
		if (other ? !is_taken(s, other) :
		    all ? !has_file(s, all, n) : !some_version(s, r->name))
			return false;
	}
	return true;
}

/* The next package that is asked for and not chosen: one that is pinned before the others. */
static const char *next_name(const struct pick_solve *s)
{
	const char *ret = NULL;
	size_t n;

	EACH(const struct pick_wanted, w, s->wanted) {
		bool pinned = pep440_set_pin(w->set);

		if (w->only_bounds || (ret && !pinned) || chosen_of(s, w->name) ||
		    !stock_of(s->of->stock, w->name, &n))
			continue;
		ret = w->name;
		if (pinned)
			return ret;
	}
	return ret;
}

static bool step(struct pick_solve *s)
{
	const char *name = next_name(s);
	const struct stock_file *f;
	const struct pick_wanted *at;
	struct arena_mark before;
	size_t n, wanted = s->wanted.n, chosen = s->chosen.n, there;

	if (!name)
		return true;
	f = stock_of(s->of->stock, name, &n);
	there = there_of(s, name) != NULL;
	for (size_t i = 0; i < n + there && !s->over; i++) {
		const struct stock_file *one = i < there ? s->of->have : &f[i - there];

		if (is_left_out(s, one))
			continue;
		s->over = ++s->tries > TRIES || chosen >= 64;
		if (s->over || !has_python(s, one) || !is_taken(s, one))
			continue;
		before = arena_mark(s->arena);
		at = s->wanted.v;
		s->chosen.v[s->chosen.n++] = one;
		if ((ANY(w, s->wanted, w->from && w->from->alone && strcmp(w->name, name) == 0) ||
		     add_needs(s, one)) &&
		    step(s))
			return true;
		s->wanted.n = wanted;
		s->chosen.n = chosen;
		/* What was tried is of no more use, unless the list has moved behind it. */
		if (s->wanted.v == at)
			arena_back(s->arena, before);
	}
	return false;
}

static int by_package(const void *a, const void *b)
{
	const struct pick_wanted *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/* Each package that the lines ask for by itself: some file or version meets what they say of it. */
static bool lines_agree(struct pick_solve *s)
{
	struct arena_mark before = arena_mark(s->arena);
	const struct pick_wanted **v = arena_array(s->arena, s->wanted.n, sizeof *v);
	size_t unused, next;
	bool agree = true;

	for (size_t i = 0; i < s->wanted.n; i++)
		v[i] = &s->wanted.v[i];
	sort_stable(v, s->wanted.n, sizeof *v, by_package);
	for (size_t i = 0; i < s->wanted.n && agree; i = next) {
		for (next = i + 1; next < s->wanted.n && by_package(&v[i], &v[next]) == 0;)
			next++;
		agree = stock_of(s->of->stock, v[i]->name, &unused) ?
				!s->of->plan || pick_wheel_is_there(s, v[i]->name) :
				some_of(s, v[i]->name, &v[i], next - i);
	}
	arena_back(s->arena, before);
	return agree;
}

bool pick_solve_run(struct pick_solve *s)
{
	static const struct pep440_set any;
	struct wheel wheel;

	s->env = marker_env_of(arena_str(s->arena, python_text(s->python, TEXT_ROOM)),
			       s->of->platform);
	s->pypi = (struct ask_place){ .kind = ASK_DEFAULT,
				      .url = row_home(s->arena, CHANNEL_PYPI) };
	s->wanted.n = s->chosen.n = 0;
	EACH(const struct ask_spec, one, s->ask->specs) {
		if (wheel_of_url(s->arena, one->url, &wheel)) {
			if ((!one->parsed ||
			     requirement_applies(&one->req, &s->env) != MARKER_NO) &&
			    !pick_wheel_add(s, one, &wheel))
				return false;
			continue;
		}
		if (!one->name || !one->parsed || one->kind == ASK_SPEC ||
		    requirement_applies(&one->req, &s->env) == MARKER_NO)
			continue;
		ARRAY_ADD(s->arena, s->wanted) = (struct pick_wanted){
			.name = one->name, .set = one->req.set.n ? &one->req.set : &any,
			.index = one->index, .only_bounds = one->kind != ASK_REQUIREMENT,
			/* What others need of it is not looked at; torch they bring again. */
			.overrides = one->kind == ASK_OVERRIDE ||
				     (one->alone && strcmp(one->name, "torch") != 0),
			.from = one, .req = &one->req,
		};
	}
	s->anywhere = s->of->plan && pick_place_unknown(s);
	return lines_agree(s) && step(s);
}

bool pick_solve_some(struct pick_solve *s)
{
	if (!s->first.major)
		return pick_solve_run(s);
	for (s->python = s->last; s->python.minor >= s->first.minor; s->python.minor--)
		if (pick_solve_run(s))
			return true;
	return false;
}

/* Nothing meets the others either: these lines of the ask, which go then, have no part in it. */
static bool is_idle(struct pick_solve *s, struct ask *own, size_t first, size_t n)
{
	struct ask_spec *v = &own->specs.v[first], *left = arena_array(s->arena, n, sizeof *left);
	size_t behind = own->specs.n - first - n;

	memcpy(left, v, n * sizeof *v);
	memmove(v, v + n, behind * sizeof *v);
	own->specs.n -= n;
	if (!pick_solve_some(s))
		return true;
	memmove(v + n, v, behind * sizeof *v);
	memcpy(v, left, n * sizeof *v);
	own->specs.n += n;
	return false;
}

const char *pick_solve_conflict(struct pick_solve *s, size_t *n)
{
	BUF_AUTO b = BUF(4096);
	struct ask *own = arena_new(s->arena, struct ask);

	*own = *s->ask;
	own->specs.v = arena_array(s->arena, s->ask->specs.n + 1, sizeof *own->specs.v);
	own->specs.n = 0;
	for (size_t i = 0; i < s->ask->specs.n; i++) {
		size_t files;
		const struct ask_spec *one = &s->ask->specs.v[i];

		if (one->url || (one->name && (stock_of(s->of->stock, one->name, &files) ||
					       one->req.set.n)))
			own->specs.v[own->specs.n++] = *one;
	}
	s->ask = own;
	/* From the last on: of several smallest sets the one that comes first is told. */
	for (size_t at = own->specs.n, many = at; at > 0;) {
		many = many < at ? many : at;
		if (is_idle(s, own, at - many, many)) {
			at -= many;
			many *= 2;
		} else if (many > 1) {
			many /= 2;
		} else {
			at--;
		}
	}
	*n = own->specs.n;
	for (size_t i = 0; i < own->specs.n; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", own->specs.v[i].text);
	return b.failed ? NULL : arena_str(s->arena, buf_cstr(&b));
}

/* The newest file that a line takes for the Python of the ask; NULL: none. Of two lines one of
 * conda's stands for all releases of its minor, and means the one that it names. */
static const struct stock_file *newest_of(const struct pick_solve *s, const struct ask_spec *line)
{
	struct span own = span_of(s->ask->specs.n == 2 ? line->conda.f[CONDA_VERSION] : NULL);
	const struct pick_wanted w = { .name = line->name, .index = line->index };
	size_t n = 0;
	const struct stock_file *f = line->name ? stock_of(s->of->stock, line->name, &n) : NULL;
	const struct stock_file *named;

	(void)span_take(&own, "==");
	own.n -= span_ends(own, ".*") ? strlen(".*") : 0;
	named = own.n ? FIRST_OF(x, LIST(f, n), span_is(own, x->version)) : NULL;
	if (named || (own.n && strcmp(line->name, "torch") != 0))
		return named;
	return FIRST_OF(x, LIST(f, n), stock_fits(x, &line->req.set, PEP440_PRE_NAMED) &&
			has_python(s, x) && pick_place_takes(s, &w, x));
}

/* The same of what an older torch is compiled against: "numpy<2". */
static const char *bound_of(const struct pick_solve *s, const struct stock_file *f)
{
	EACH(const struct bound_of, b, s->of->shelf->bounds)
		EACH(const struct ask_spec, other, s->ask->specs)
			if (s->of->plan && strcmp(f->package, "torch") == 0 && other->name &&
			    strcmp(other->name, b->package) == 0 &&
			    pep440_cmp_text(span_of(f->version), span_of(b->torch)) < 0)
				return arena_printf(s->arena, "%s<%s", b->package, b->below);
	return NULL;
}

const char *pick_solve_excluded(const struct pick_solve *s, const char **ret_item)
{
	EACH(const struct ask_spec, line, s->ask->specs) {
		const struct stock_file *f = newest_of(s, line);

		if (f && bound_of(s, f)) {
			*ret_item = arena_printf(s->arena, "%s %s", f->package, f->version);
			return bound_of(s, f);
		}
		for (size_t i = 0; f && i < f->needs.n; i++)
			EACH(const struct ask_spec, other, s->ask->specs) {
				const struct requirement *r = &f->needs.v[i];
				const struct pep440_spec *pin = pep440_set_pin(&r->set);

				if (!other->name || strcmp(other->name, r->name) != 0 || !pin ||
				    !is_needed(s, f, r) ||
				    pep440_set_has(&other->req.set, pin->text, PEP440_PRE_YES))
					continue;
				*ret_item = arena_printf(s->arena, "%s %s", f->package,
							 f->version);
				return arena_printf(s->arena, "%s%s", r->name,
						    pep440_set_text(s->arena, &r->set));
			}
	}
	return NULL;
}
