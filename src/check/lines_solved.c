/*
 * All lines as one ask: whether some build of torch meets them, and what they do to the torch that
 * is there. Held by the solver of the picks, which knows METADATA, files and the names of wheels.
 */
#include "check/lines_solved_private.h"

#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "fact/project.h"
#include "fact/wheel.h"

/* --- versions ----------------------------------------------------------------------------- */

/* "===1.7.1+cu110" compares texts; a release of the matrix has no label. */
static bool is_exact(enum pep440_op op)
{
	return op == PEP440_EQ || op == PEP440_SAME;
}

bool lines_set_takes(const struct pep440_set *set, const char *torch)
{
	for (size_t i = 0; i < set->n; i++) {
		struct pep440_set one = { &set->v[i], 1 };
		struct span text = set->v[i].text;
		ptrdiff_t plus = span_find_char(text, '+');

		if (plus > 0 && is_exact(set->v[i].op)) {
			if (pep440_cmp_text(span_trim(span_sub(text, 0, (size_t)plus)),
					    span_of(torch)) != 0)
				return false;
		} else if (!pep440_set_has(&one, span_of(torch), PEP440_PRE_YES)) {
			return false;
		}
	}
	return true;
}

bool lines_set_is_closed(const struct pep440_set *set)
{
	return ANY(x, *set, is_exact(x->op));
}

bool lines_versions(struct checkup *k, const struct env_declared *d, struct pep440_set *ret)
{
	const char *text;
	struct err e;

	if (declared_applies(k->arena, d, k->python, k->platform)) {
		*ret = d->req.set;
		return true;
	}
	if (d->kind != DECLARED_SPEC || !d->parsed || !d->name || d->group)
		return false;
	text = conda_spec_pep440(k->arena, d->spec.f[CONDA_VERSION]);
	return text && *text && pep440_set_parse(k->arena, span_of(text), ret, &e) == 0;
}

bool lines_predate(struct checkup *k, const struct env_declared *d)
{
	struct pep440_set set;
	struct span pin;

	if (!lines_versions(k, d, &set) || set.n != 1 || !is_exact(set.v[0].op) ||
	    !k->c->releases.n)
		return false;
	pin = span_trim(set.v[0].text);
	if (span_ends(pin, ".*"))
		pin = span_sub(pin, 0, pin.n - 2);
	return pep440_cmp_text(pin, span_of(k->c->releases.v[0])) < 0;
}

/* --- the ask ------------------------------------------------------------------------------ */

/* "torchvision==0.15.1" of conda is "torchvision==0.15.*" */
static const char *words_of(struct checkup *k, const struct ask_spec *s, const char *name)
{
	const char *text = conda_spec_pep440(k->arena, s->conda.f[CONDA_VERSION]);
	pair_t minor = text && strncmp(text, "==", 2) == 0 ? pair_parse(text + 2) : 0;

	if (!text)
		return NULL;
	if (installed_is_companion(k, name) && minor)
		text = arena_printf(k->arena, "==%u.%u.*", minor / 100, minor % 100);
	return arena_printf(k->arena, "%s%s", name, text);
}

static bool in_words_of_pip(struct checkup *k, const struct ask_spec *s, struct ask_spec *ret)
{
	const struct relative *r = shelf_relative(k->shelf, s->name);
	const char *text, *name = project_is_conda_torch(s->name) ? "torch" : s->name;
	struct err e;

	/* conda's torch names no triton. */
	if (r && r->served == SERVED_COMPILER)
		return false;
	text = words_of(k, s, name);
	*ret = *s;
	ret->kind = ASK_REQUIREMENT;
	ret->name = name;
	return text && requirement_parse(k->arena, span_of(text), &ret->req, &e) == 0;
}

struct ask lines_ask(struct checkup *k)
{
	struct asks asks = asks_of_env(k->arena, k->env, NULL);
	struct ask ret = { .installer = INSTALLER_PIP };

	for (size_t i = 0; i < asks.n; i++)
		if (!asks.v[i].group && installer_manager(asks.v[i].installer) == MANAGER_PIP)
			ret = asks.v[i];
	for (size_t i = 0; i < asks.n; i++)
		EACH(const struct ask_spec, s, asks.v[i].specs) {
			struct ask_spec one;

			if (!asks.v[i].group && s->kind == ASK_SPEC && s->parsed && s->name &&
			    in_words_of_pip(k, s, &one))
				ARRAY_ADD(k->arena, ret.specs) = one;
		}
	return ret;
}

struct pick_of lines_pick_of(const struct checkup *k)
{
	return (struct pick_of){
		.c = k->c, .stock = k->shelf->stock, .shelf = k->shelf, .platform = k->platform,
		.python = k->python, .plan = true };
}

const struct pick *lines_pick(struct checkup *k, const struct ask *all, struct python python)
{
	struct pick_of of = lines_pick_of(k);

	if (k->together.env != k->env || python_cmp(k->together.python, python) != 0) {
		k->together.env = k->env;
		k->together.python = of.python = python;
		memset(&k->together.picks, 0, sizeof k->together.picks);
		pick_ask(k->arena, &of, all, &k->together.picks);
	}
	return k->together.picks.n ? &k->together.picks.v[0] : NULL;
}

struct ask lines_one(struct arena *a, const struct ask *all, const struct ask_spec *line)
{
	struct ask ret = { .installer = all->installer };

	ARRAY_ADD(a, ret.specs) = *line;
	return ret;
}

bool lines_decide(const struct checkup *k, const struct ask_spec *line)
{
	struct wheel w;
	size_t n;

	if (line->url)
		return wheel_of_url(k->arena, line->url, &w);
	return line->name && (stock_of(k->shelf->stock, line->name, &n) ||
			      shelf_knows_wheels(k->shelf, line->name) ||
			      shelf_relative(k->shelf, line->name));
}

bool lines_take(struct checkup *k, const struct ask *ask, const char *torch)
{
	struct pick_of of = lines_pick_of(k);
	struct python_set all = pythons_all(k);

	if (!of.stock)
		return true;
	if (of.python.major)
		return pick_holds(k->arena, &of, ask, torch, of.python);
	for (unsigned minor = 32; minor-- > 1;) {
		struct python py = { 3, (uint8_t)minor, false };

		if (python_set_has(all, py) && pick_holds(k->arena, &of, ask, torch, py))
			return true;
	}
	return false;
}

bool lines_allow(struct checkup *k, const struct ask *all, const char *torch)
{
	EACH(const struct ask_spec, s, all->specs) {
		struct ask one = lines_one(k->arena, all, s);

		if (lines_decide(k, s) && !lines_take(k, &one, torch) && lines_take(k, &one, NULL))
			return false;
	}
	return true;
}

/* --- what is installed ---------------------------------------------------------------------- */

/* Of what lines need, what keeps them from that torch: "vllm 0.10.2 asks for torch==2.8.0". */
static const struct phrase *need_of(struct checkup *k, const struct ask_spec *line,
				    const char *torch)
{
	struct pick_of of = lines_pick_of(k);
	struct ask ask = lines_one(k->arena, &(struct ask){ .installer = INSTALLER_PIP }, line);
	struct ask_spec have = { .kind = ASK_REQUIREMENT, .name = "torch", .parsed = true };
	struct picks picks = { 0 };
	const char *need, *item;
	struct err e;

	have.text = arena_printf(k->arena, "torch==%s", torch);
	if (requirement_parse(k->arena, span_of(have.text), &have.req, &e) == 0)
		ARRAY_ADD(k->arena, ask.specs) = have;
	pick_ask(k->arena, &of, &ask, &picks);
	need = picks.n ? phrase_fact(&picks.v[0].why, FACT_need) : NULL;
	item = need ? phrase_fact(&picks.v[0].why, FACT_item) : NULL;
	if (!item || strncmp(need, "torch=", 6) != 0)
		return phrase_keep(k->arena, PHRASE(k->arena, LIMIT_OF_LINE,
						    SAY(line, line->text)));
	return phrase_keep(k->arena, PHRASE(k->arena, LIMIT_THROUGH, SAY(package, item),
					    SAY(spec, need + strlen("torch"))));
}

/* The newest torch that a line takes and that runs here; NULL: none does. */
static const char *torch_for(struct checkup *k, const struct ask *one)
{
	for (size_t i = k->c->releases.n; i-- > 0;) {
		struct answer answer;

		if (!lines_take(k, one, k->c->releases.v[i]))
			continue;
		if (!find_first_gpu(k) ||
		    (cure_ask(k, arena_printf(k->arena, "==%s", k->c->releases.v[i]), NULL, false,
			      &answer) && cure_first(&answer)))
			return k->c->releases.v[i];
	}
	return NULL;
}

static bool keeps(struct checkup *k, const struct ask *one)
{
	const struct ask_spec *line = &one->specs.v[0];
	/* The torch that is there, with its label where that says more than its release. */
	const char *here = !k->here.torch->local && installed_is_cuda(k->here.variant) ?
				   k->here.version :
				   k->here.torch->version;

	if (strcmp(line->name ? line->name : "", "torch") == 0 && !line->url)
		return here == k->here.version ? lines_set_takes(&line->req.set, here) :
			pep440_set_has(&line->req.set, span_of(here), PEP440_PRE_YES);
	return !k->here.build || lines_take(k, one, k->here.version) ||
	       !lines_take(k, one, NULL);
}

/* pip install -r would take the torch away that is there. */
static void replaces(struct checkup *k, const struct ask *one)
{
	const struct ask_spec *line = &one->specs.v[0];
	bool torch = line->name && strcmp(line->name, "torch") == 0;
	const char *item = line->name ? line->name : line->text, *need;
	struct found *f;

	if (keeps(k, one))
		return;
	f = FIND(k, CP212, REPLACES_TORCH, SAY(have, k->here.torch->version),
		 SAY_PHRASE(limit, need_of(k, line, k->here.version)));
	find_at(k, f, &line->at);
	find_package(k, f, k->here.torch);
	if (torch) {
		find_edit(k, f, &line->at, NULL, arena_printf(k->arena, "torch==%s",
							       k->here.torch->version));
		FIND_ADVICE(k, f, KEEP_BY_LINE, SAY(have, k->here.torch->version));
		return;
	}
	need = torch_for(k, one);
	if (need)
		FIND_ADVICE(k, f, INSTALL_TORCH_OF_LINE, SAY(package, line->text),
			    SAY(item, item), SAY(need, need));
	else
		FIND_ADVICE(k, f, OTHER_RELEASE_OF, SAY(package, item),
			    SAY(have, k->here.torch->version));
}

/* The first line that a package which is there cannot stand beside. */
static void left_behind(struct checkup *k, const struct ask *all, const struct env_package *p,
			const char *asks)
{
	struct ask_spec own = { .kind = ASK_REQUIREMENT, .name = "torch", .parsed = true };
	struct err e;

	own.text = arena_printf(k->arena, "torch%s", asks);
	if (requirement_parse(k->arena, span_of(own.text), &own.req, &e) != 0)
		return;
	EACH(const struct ask_spec, s, all->specs) {
		struct ask one = lines_one(k->arena, all, s);
		struct found *f;

		if (!lines_decide(k, s) || !lines_take(k, &one, NULL))
			continue;
		ARRAY_ADD(k->arena, one.specs) = own;
		if (lines_take(k, &one, NULL))
			continue;
		f = FIND(k, CP209, INSTALLED_ASKS_FOR_OTHER, SAY(package, p->name),
			 SAY(version, p->version), SAY(asks, asks),
			 SAY_PHRASE(limit, phrase_keep(k->arena, PHRASE(k->arena, LIMIT_OF_LINE,
								       SAY(line, s->text)))));
		f->severity = SEVERITY_WARNING;
		f->asked = true;
		find_package(k, f, p);
		find_at(k, f, &s->at);
		FIND_ADVICE(k, f, CHANGE_TOGETHER);
		return;
	}
}

void lines_installed(struct checkup *k, const struct ask *all)
{
	if (!k->shelf->stock)
		return;
	EACH(const struct ask_spec, s, all->specs) {
		struct ask one = lines_one(k->arena, all, s);

		if (k->here.torch && lines_decide(k, s))
			replaces(k, &one);
	}
	EACH_WHILE(const struct env_package, p, k->env->packages, all->specs.n) {
		const char *asks = installed_is_pip(p) && !installed_is_companion(k, p->name) ?
			installed_asks(k, p) : NULL;

		if (asks && p->version && !env_asks(k->env, p->name))
			left_behind(k, all, p, asks);
	}
}
