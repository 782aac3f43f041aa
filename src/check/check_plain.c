/* What pip brings from PyPI where a file asks for torch and names no index of it. */
#include <string.h>

#include "check/checkup_part.h"
#include "check/declared.h"

static bool is_plain(struct checkup *k, const struct env_declared *d)
{
	const struct pep440_spec *pin = pep440_set_pin(&d->req.set);

	return declared_applies(k->arena, d, k->python, k->platform) &&
	       d->kind == DECLARED_REQUIREMENT && strcmp(d->name, "torch") == 0 && !d->url &&
	       !d->index && !(pin && span_find_char(pin->text, '+') >= 0);
}

static const struct env_declared *plain_torch(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (is_plain(k, &k->env->declared.v[i]))
			return &k->env->declared.v[i];
	return NULL;
}

/* Another place to look for torch is configured. */
static bool has_place(const struct checkup *k)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->value && s->effective &&
		    (strstr(s->value, "pytorch") || strstr(s->value, "/whl/") ||
				 strstr(s->key, "find-links") || strstr(s->key, "no-index") ||
				 strstr(s->key, "torch-backend")))
			return true;
		if (s->value && strcmp(s->key, "sources") == 0 && strcmp(s->value, "torch") == 0)
			return true;
	}
	return false;
}

const struct build *brought_by_pypi(struct checkup *k, const struct limits *l)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *best = NULL;

	for (size_t i = 0; p && i < p->n; i++) {
		const struct build *b = &p->v[i];

		if (b->manager == MANAGER_PIP && strcmp(b->channel, "pypi") == 0 &&
		    (!best || b->rank > best->rank) && limits_take(l, b->torch) &&
		    (!k->python.major || python_set_has(b->pythons, k->python)))
			best = b;
	}
	return best;
}

struct reason refused_for(struct checkup *k, const struct build *b)
{
	struct reason none = { .code = FINDING_NONE };
	char cuda[CUDA_TEXT];
	struct wish w = { .all = true, .cuda = cuda_version_text(b->cuda, cuda) };
	struct answer answer;

	strings_add(k->arena, &w.torch, arena_printf(k->arena, "==%s", b->torch));
	if (!cure_answer(k, &w, &answer))
		return none;
	for (size_t i = 0; i < answer.n_rejected; i++)
		if (answer.rejected[i].build == b)
			return answer.rejected[i].reasons.v[0];
	return none;
}

static void advise_place(struct checkup *k, struct found *f)
{
	const struct build *b = cure_build(k);

	if (b && b->index_url)
		advise(k, f, "ask for torch==%s%s with --extra-index-url %s", b->torch,
		       b->local ? b->local : "", b->index_url);
	else if (b)
		advise(k, f, "ask for torch==%s", b->torch);
	else
		advise(k, f, "no CUDA build runs here as things are: see cudaplan suggest");
}

static void cpu_build(struct checkup *k, const struct env_declared *d, const struct build *b)
{
	bool windows = strncmp(k->platform, "win", 3) == 0;
	struct found *f = find_asked(k, CP201, d, arena_printf(k->arena,
		"%s brings torch %s for the CPU, beside %s: PyPI has only CPU builds %s", d->text,
		b->torch, first_gpu(k)->name ? first_gpu(k)->name : "a GPU",
		windows ? "for Windows" : arena_printf(k->arena, "of it for %s", k->platform)));

	advise_place(k, f);
}

void check_plain(struct checkup *k)
{
	const struct env_declared *d = plain_torch(k);
	const struct build *b;
	struct limits l = limits_collect(k);
	struct reason r;

	if (!d || !first_gpu(k) || k->here.torch || has_place(k))
		return;
	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].asked && k->found.v[i].severity == SEVERITY_ERROR)
			return;
	b = brought_by_pypi(k, &l);
	if (b && b->cuda.major == 0) {
		cpu_build(k, d, b);
		return;
	}
	r = b ? refused_for(k, b) : (struct reason){ .code = FINDING_NONE };
	if (r.code == FINDING_NONE)
		return;
	advise_place(k, find_asked(k, r.code == CP102 || r.code == CP104 ? CP203 : CP202, d,
		arena_printf(k->arena,
			     "%s brings torch %s %s from PyPI, which does not run here: have %s, "
			     "need %s", d->text, b->torch, b->variant, r.have ? r.have : "unknown",
			     r.need ? r.need : "more")));
}
