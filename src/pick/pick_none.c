/* Lines that nothing meets together: which of them, and why; or what is not known of it. */
#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"
#include "pick/pick_solve_private.h"

void pick_say_unknown(struct pick *p, struct phrase why)
{
	p->certain = PICK_UNKNOWN;
	p->taken = (struct pick_choice){ 0 };
	p->why = why;
}

static bool is_known(const struct stock_file *f, const struct requirement *req)
{
	return (!f->partial || pep440_set_pin(&req->set)) &&
	       stock_fits(f, &req->set, PEP440_PRE_YES);
}

/* A release that the tables do not have may be taken for the line: what it needs is not known. */
static bool is_unknown(const struct pick_solve *s, const struct ask_spec *line)
{
	const struct stock_file *f;
	size_t n = 0;

	f = line->name ? stock_of(s->of->stock, line->name, &n) : NULL;
	return !ANY(x, LIST(f, n), is_known(x, &line->req)) && f && !line->url &&
		strcmp(line->name, "torch") != 0;
}

const char *pick_leave_unknown(struct pick_solve *s)
{
	struct ask *known = arena_new(s->arena, struct ask);
	const char *ret = NULL;

	*known = *s->ask;
	memset(&known->specs, 0, sizeof known->specs);
	EACH(const struct ask_spec, line, s->ask->specs)
		if (!is_unknown(s, line))
			ARRAY_ADD(s->arena, known->specs) = *line;
		else if (!ret)
			ret = line->name;
	s->ask = known;
	return ret;
}

/* A release that the lines take, in that folder (NULL: any) and for that Python (major 0: any). */
static const struct stock_file *torch_in(const struct pick_solve *s, const struct pep440_set *set,
					 const char *dir, struct python python)
{
	size_t n;
	const struct stock_file *f = stock_of(s->of->stock, "torch", &n);

	return FIRST_OF(x, LIST(f, n), (!dir || strcmp(x->dir, dir) == 0) &&
		(!python.major || python_set_has(x->pythons, python)) &&
		stock_fits(x, set, PEP440_PRE_NAMED));
}

static const char *release_of(struct arena *a, const struct stock_file *f)
{
	return arena_span(a, span_sub(span_of(f->version), 0, strcspn(f->version, "+")));
}

/* All files of that torch are known. */
static bool is_whole(const struct pick_solve *s, const struct stock_file *f, bool index)
{
	int rank = catalogue_rank(s->of->c, release_of(s->arena, f));

	return catalogue_coverage(s->of->c, index ? CHANNEL_PYTORCH_INDEX : CHANNEL_PYPI,
				  s->of->platform, rank) >=
	       (index ? COVERAGE_VARIANTS : COVERAGE_BUILDS);
}

/* Whatever the line takes is newer than the newest that is known, or older than the oldest. */
static bool is_beyond(struct pick_solve *s, const struct ask_spec *line, struct pick *p)
{
	const struct catalogue *c = s->of->c;
	const char *least = pep440_sets_some(s->arena, &line->req.set, 1);
	const char *last = c->releases.n ? c->releases.v[c->releases.n - 1] : "";

	if (!least || !c->releases.n)
		return false;
	if (pep440_cmp_text(span_of(least), span_of(last)) > 0) {
		pick_say_unknown(p, PHRASE(s->arena, PICK_BEYOND, SAY(list, line->text),
				      SAY(last, last), SAY(date, s->of->c->matrix ?
					  matrix_date(s->of->c->matrix) : NULL)));
		return true;
	}
	if (!pep440_set_pin(&line->req.set) ||
	    pep440_cmp_text(span_of(least), span_of(c->releases.v[0])) >= 0)
		return false;
	pick_say_unknown(p, PHRASE(s->arena, PICK_RELEASE, SAY(package, line->name)));
	return true;
}

/* There is a file for that Python, and it needs a torch that no place which is named has. */
static bool say_need(struct pick_solve *s, const struct ask_spec *line, struct pick *p)
{
	size_t n = 0;
	const struct stock_file *f = line->name ? stock_of(s->of->stock, line->name, &n) : NULL;
	const struct pick_wanted w = {
		.name = line->name, .set = &line->req.set, .from = line, .index = line->index };

	for (size_t i = 0; i < n; i++) {
		if (!python_set_has(f[i].pythons, s->python) || !pick_place_takes(s, &w, &f[i]) ||
		    !stock_fits(&f[i], w.set, PEP440_PRE_NAMED))
			continue;
		EACH(const struct requirement, r, f[i].needs) {
			if (strcmp(r->name, "torch") != 0 || !pep440_set_pin(&r->set))
				continue;
			p->why = PHRASE(s->arena, PICK_NEEDS, SAY(list, line->text), SAY(need,
				arena_printf(s->arena, "torch%s",
					     pep440_set_text(s->arena, &r->set))));
			ARRAY_ADD(s->arena, p->lines) = line;
			return true;
		}
	}
	return false;
}

/* Files are known that the line takes, and where it looks there are none, for any Python. */
static bool is_elsewhere(const struct pick_solve *s, const struct ask_spec *line)
{
	const struct pick_wanted w = {
		.name = line->name, .set = &line->req.set, .from = line, .index = line->index };
	size_t n = 0;
	const struct stock_file *f = line->name ? stock_of(s->of->stock, line->name, &n) : NULL;
	bool some = false;

	for (size_t i = 0; i < n; i++) {
		bool fits = stock_fits(&f[i], w.set, PEP440_PRE_NAMED);

		if (fits && pick_place_takes(s, &w, &f[i]))
			return false;
		some |= fits;
	}
	return some;
}

/* In that folder; NULL: in any. */
static void say_no_file(struct pick_solve *s, const struct ask_spec *line, const char *dir,
			struct pick *p)
{
	struct python_set need = { 0 };
	const struct stock_file *f;
	size_t n = 0;

	f = line->name ? stock_of(s->of->stock, line->name, &n) : NULL;
	for (size_t i = 0; i < n; i++)
		if ((!dir || strcmp(f[i].dir, dir) == 0) &&
		    stock_fits(&f[i], &line->req.set, PEP440_PRE_NAMED))
			need = python_set_either(need, f[i].pythons);
	p->why = PHRASE(s->arena, PICK_NO_FILE, SAY(list, line->text),
			SAY(version, python_said(s->arena, s->python)),
			SAY(platform, platform_words(s->of->platform)),
			SAY(need, python_set_empty(need) ? NULL :
				  python_set_text(s->arena, need)));
	/* Where nothing says the Python, another is taken. */
	if (s->of->python.major || s->until.major || s->last.major)
		ARRAY_ADD(s->arena, p->lines) = line;
}

/* "the index of cu118 has torch 2.0.0 to 2.7.1" */
static void say_folder(struct pick_solve *s, const struct ask_spec *line,
		       const struct stock_file *meant, struct pick *p)
{
	const struct platform_builds *all = catalogue_builds(s->of->c, s->of->platform);
	const char *dir = pick_place_folder(s, line);
	const struct build *first = NULL, *last = NULL;
	bool open = dir && pick_place_grows(dir) && !is_whole(s, meant, true), old = false;

	EACH(const struct build, b, *all) {
		if (!dir || b->manager != MANAGER_PIP || strcmp(b->variant, dir) != 0)
			continue;
		if (pep440_set_has(&line->req.set, span_of(b->torch), PEP440_PRE_NAMED)) {
			bool there = python_set_has(b->pythons, s->python) ||
				     python_set_has(b->pythons_unknown, s->python);

			open |= there;
			old |= !there;
		}
		first = !first || b->rank < first->rank ? b : first;
		last = !last || b->rank > last->rank ? b : last;
	}
	if (!first || open) {
		pick_say_unknown(p, dir ? PHRASE(s->arena, PICK_GROWING, SAY(package, line->name)) :
				     PHRASE(s->arena, PICK_RELEASE, SAY(package, line->name)));
		return;
	}
	if (old) {
		say_no_file(s, line, dir, p);
		return;
	}
	p->why = PHRASE(s->arena, PICK_NOT_THERE, SAY(list, line->text), SAY(index, dir),
			SAY(first, first->torch), SAY(last, last->torch));
	ARRAY_ADD(s->arena, p->lines) = line;
}

/* Whether the files of that label are for 3.14 alone or for 3.14t too is not in the list. */
static bool is_python_open(const struct pick_solve *s, const struct pep440_set *set)
{
	const struct platform_builds *all = catalogue_builds(s->of->c, s->of->platform);

	return ANY(b, *all, python_set_has(b->pythons_unknown, s->python) &&
		pep440_set_has(set, span_of(arena_printf(s->arena, "%s+%s", b->torch, b->variant)),
		PEP440_PRE_NAMED));
}

/* "torch==1.12.1+cu113": no Python of its wheels is this one. Whether there is such a label, and
 * where, is another question. */
static void say_label(struct pick_solve *s, const struct ask_spec *line, struct pick *p)
{
	const struct stock_file *f = torch_in(s, &line->req.set, NULL, (struct python){ 0 });

	if (is_python_open(s, &line->req.set))
		pick_say_unknown(p, PHRASE(s->arena, PICK_NO_FILE, SAY(list, line->text),
			SAY(version, python_said(s->arena, s->python))));
	else if (is_elsewhere(s, line))
		p->why = PHRASE(s->arena, PICK_NEEDS, SAY(list, line->text));
	else if (f && is_whole(s, f, true) && !torch_in(s, &line->req.set, NULL, s->python))
		say_no_file(s, line, NULL, p);
	else
		pick_say_unknown(p, PHRASE(s->arena, PICK_RELEASE, SAY(package, line->name)));
}

/* One line alone of torch. */
static void say_torch(struct pick_solve *s, const struct ask_spec *line, struct pick *p)
{
	const struct catalogue *c = s->of->c;
	const struct pep440_spec *pin = pep440_set_pin(&line->req.set);
	const struct stock_file *f;

	if (pin && span_find_char(pin->text, '+') >= 0) {
		say_label(s, line, p);
		return;
	}
	if (is_beyond(s, line, p))
		return;
	f = torch_in(s, &line->req.set, NULL, s->python);
	if (f) {
		say_folder(s, line, f, p);
		return;
	}
	f = torch_in(s, &line->req.set, NULL, (struct python){ 0 });
	if (f && is_whole(s, f, false)) {
		say_no_file(s, line, NULL, p);
	} else if (f) {
		pick_say_unknown(p, PHRASE(s->arena, PICK_RELEASE, SAY(package, line->name)));
	} else {
		p->why = PHRASE(s->arena, PICK_NONE, SAY(list, line->text),
				SAY(first, c->releases.n ? c->releases.v[0] : ""),
				SAY(last, c->releases.n ? c->releases.v[c->releases.n - 1] : ""));
		ARRAY_ADD(s->arena, p->lines) = line;
	}
}

static void say_wheel(struct pick_solve *s, const struct ask_spec *line, const struct wheel *w,
		      struct pick *p)
{
	bool other = !pick_wheel_fits(w, (struct python){ 0 }, s->of->platform);
	bool python = !other && !pick_wheel_fits(w, s->python, s->of->platform);

	if (python && !s->of->python.major)
		return;
	p->why = other ? PHRASE(s->arena, PICK_WHEEL, SAY(item, w->file), SAY(list,
				wheel_platform_of(w->platforms.v[0]).platform)) :
		 python ? PHRASE(s->arena, PICK_WHEEL, SAY(item, w->file),
				 SAY(list, w->python_tag)) :
			  PHRASE(s->arena, PICK_WHEEL_NONE, SAY(item, w->file),
				 SAY(platform, platform_words(s->of->platform)));
	ARRAY_ADD(s->arena, p->lines) = line;
}

/* One line alone that nothing meets. */
static void say_line(struct pick_solve *s, const struct ask_spec *line, struct pick *p)
{
	struct wheel w;

	if (wheel_of_url(s->arena, line->url, &w))
		say_wheel(s, line, &w, p);
	else if (strcmp(line->name, "torch") == 0)
		say_torch(s, line, p);
	else if (is_elsewhere(s, line))
		p->why = PHRASE(s->arena, PICK_NEEDS, SAY(list, line->text));
	else if (!say_need(s, line, p))
		say_no_file(s, line, NULL, p);
}

/* Files for a CUDA are asked for, of a torch of which other files may be there. */
static bool is_cuda_open(struct pick_solve *s)
{
	bool ret;

	if (!ANY(w, s->wanted, w->cuda))
		return false;
	s->any_cuda = true;
	ret = pick_solve_run(s);
	s->any_cuda = false;
	for (size_t i = 0; ret && i < s->chosen.n; i++)
		if (strcmp(s->chosen.v[i]->package, "torch") == 0)
			return !is_whole(s, s->chosen.v[i], true);
	return false;
}

void pick_none(struct pick_solve *s, struct pick *p)
{
	struct arena *a = s->arena;
	const char *place = pick_place_unknown(s), *unknown, *lines, *need, *item = NULL;
	size_t n;

	if (s->over) {
		pick_say_unknown(p, PHRASE(a, PICK_RELEASE));
		return;
	}
	unknown = pick_leave_unknown(s);
	if (unknown && pick_solve_some(s)) {
		pick_say_unknown(p, place ? PHRASE(a, PICK_PLACE, SAY(url, place)) :
				  PHRASE(a, PICK_RELEASE, SAY(package, unknown)));
		return;
	}
	lines = pick_solve_conflict(s, &n);
	if (s->over || place || n == 0 || is_cuda_open(s)) {
		pick_say_unknown(p, place ? PHRASE(a, PICK_PLACE, SAY(url, place)) :
				  PHRASE(a, PICK_RELEASE, SAY(package, unknown)));
		return;
	}
	if (n == 1) {
		say_line(s, &s->ask->specs.v[0], p);
		return;
	}
	need = pick_solve_excluded(s, &item);
	p->why = PHRASE(a, PICK_EXCLUDE, SAY(list, lines), SAY(item, item), SAY(need, need));
	EACH(const struct ask_spec, line, s->ask->specs)
		ARRAY_ADD(a, p->lines) = line;
}
