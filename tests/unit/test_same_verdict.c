#include "unit/unit.h"

#include <string.h>

#include "check/checkup.h"
#include "know/matrix.h"
#include "plan/build_table.h"
#include "plan/plan.h"
#include "plan/reach.h"

/* Every build on every GPU: what plans, the matrix and inspect say of it is the same. */
enum says { NOTHING, NO, PART, PERHAPS, BY_PTX, BY_CUBIN };

static const char *const says_names[] = { "nothing", "no", "part", "perhaps", "ptx", "cubin" };

static bool has_form(const struct findings *f, enum form form)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].words.form == form)
			return true;
	return false;
}

static enum says plan_says(const struct plan *p)
{
	if (p->n_gpus == 0 || p->gpus[0].via == VIA_NONE)
		return NOTHING;
	if (p->gpus[0].via == VIA_CUBIN)
		return BY_CUBIN;
	return has_form(&p->findings, FORM_PTX_NOT_KNOWN) ? PERHAPS : BY_PTX;
}

static enum says refusal_says(const struct refusal *r)
{
	enum says ret = NOTHING;

	for (size_t i = 0; i < r->reasons.n; i++) {
		enum finding_code code = r->reasons.v[i].code;

		if (code == CP107)
			return NOTHING;
		if (code == CP101 || code == CP114)
			ret = NO;
		if (code == CP121)
			ret = PART;
	}
	return ret;
}

/* Of all candidates, by their place among the platform's builds. */
static enum says *ask_plans(struct arena *a, const struct catalogue *c,
			    const struct platform_builds *p, struct sm sm, struct answer *x)
{
	enum says *ret = arena_array(a, p->n, sizeof *ret);
	struct host h = host_new("test");
	struct hosts hosts = { .v = &h, .n = 1 };
	struct wish wish = { .all = true };
	struct gpu g = gpu_new(0);
	struct err e;

	h.platform = p->platform;
	h.gpus_known = true;
	g.sm = sm;
	ARRAY_ADD(a, h.gpus) = g;
	assert_int_equal(plan_answer(a, c, &hosts, &wish, x, &e), 0);
	for (size_t i = 0; i < x->n_plans; i++)
		ret[x->plans[i].build - p->v] = plan_says(&x->plans[i]);
	for (size_t i = 0; i < x->n_rejected; i++)
		ret[x->rejected[i].build - p->v] = refusal_says(&x->rejected[i]);
	return ret;
}

static struct table ask_table(struct arena *a, const struct catalogue *c, const char *platform,
			      struct sm sm)
{
	struct table_filter f = { .any_manager = true };
	struct table ret = { 0 };

	assert_true(sm_list_add(&f.gpus, sm));
	table_add(a, c, platform, &f, &ret);
	return ret;
}

/* The matrix has no row of a build that does not run, nor one of what runs in part. */
static enum says table_says(const struct table *t, const struct build *b)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct table_row *r = &t->v[i];

		if (r->build->rank != b->rank || r->build->manager != b->manager ||
		    r->build->sass != b->sass || r->build->ptx != b->ptx ||
		    strcmp(r->build->variant, b->variant) != 0 ||
		    strcmp(r->build->channel, b->channel) != 0)
			continue;
		return r->fits[0].via == VIA_CUBIN ? BY_CUBIN :
		       r->fits[0].unsure ? PERHAPS : BY_PTX;
	}
	return NO;
}

static enum says inspect_says(struct arena *a, const struct catalogue *c, const struct build *b,
			      struct sm sm)
{
	struct package p = { .kind = b->manager == MANAGER_PIP ? PACKAGE_WHEEL : PACKAGE_CONDA,
			     .torch = true, .name = "torch", .version = b->torch,
			     .variant = b->variant, .build = b->build, .platform = b->platform,
			     .cuda = pair_text(a, pair_of(b->cuda)), .has_declared = true,
			     .declared = *b->sass, .declared_ptx = *b->ptx };
	struct reach r = reach_of(a, c, &p);

	for (size_t i = 0; i < r.ccs.n; i++) {
		const struct reach_cc *cc = &r.ccs.v[i];

		if (sm_equal(cc->cc->sm, sm))
			return cc->via == REACH_CUBIN ? BY_CUBIN : cc->via == REACH_NEVER ? NO :
			       cc->unsure ? PERHAPS : BY_PTX;
	}
	return NOTHING;
}

/* Builds for Jetson run on no other GPU: the matrix lists them, plans leave them out (CP107). */
static bool is_compared(const struct build *b)
{
	return b->cuda.major && !b->arm;
}

/* The build as an environment that has it would print it. */
static struct env *env_with(struct arena *a, const struct build *b)
{
	struct env *env = arena_new(a, struct env);
	bool pip = b->manager == MANAGER_PIP;
	const char *version = pip ? arena_printf(a, "%s+%s", b->torch, b->variant) : b->torch;
	struct env_package *p;

	*env = env_new("list");
	p = env_add(a, env, span_of(pip ? "torch" : "pytorch"), span_of(version),
		    pip ? OWNER_PIP : OWNER_CONDA, (struct origin){ 0 });
	p->build = pip ? NULL : b->build;
	p->channel = pip ? NULL : b->channel;
	return env;
}

static enum says found_says(const struct found *f)
{
	switch (f->what.code) {
	case CP202:
		return NO;
	case CP121:
		return f->what.words.form == FORM_BUILD_PTX_IN_PART ? NO : BY_CUBIN;
	case CP109:
		return f->what.words.form == FORM_BUILD_CODE_UNREAD ? BY_CUBIN : PERHAPS;
	case CP110:
		return BY_PTX;
	default:
		return BY_CUBIN;
	}
}

/* The worst of what doctor finds, and whether it says that the list is not of the file; NOTHING
 * where it takes the build for another, or for none. */
static enum says doctor_says(struct arena *a, const struct catalogue *c, const struct build *b,
			     struct sm sm, bool *ret_unread)
{
	struct host h = host_new("test");
	struct hosts hosts = { .v = &h, .n = 1 };
	struct shelf shelf = { 0 };
	struct gpu g = gpu_new(0);
	enum says ret = BY_CUBIN;
	struct checkup k;
	const struct check *checks;
	size_t n;

	*ret_unread = false;
	h.platform = b->platform;
	h.gpus_known = true;
	g.sm = sm;
	ARRAY_ADD(a, h.gpus) = g;
	k = checkup_make(a, c, &shelf, env_with(a, b), &hosts);
	checks = checkup_checks(&n);
	if (!k.here.build || k.here.build->rank != b->rank ||
	    strcmp(k.here.build->variant, b->variant) != 0 ||
	    strcmp(k.here.build->channel, b->channel) != 0 || k.here.build->sass != b->sass)
		return NOTHING;
	for (size_t i = 0; i < n; i++)
		if (strcmp(checks[i].name, "torch-fit") == 0)
			checks[i].run(&k);
	for (size_t i = 0; i < k.found.n; i++) {
		enum says says = found_says(&k.found.v[i]);

		*ret_unread |= k.found.v[i].what.words.form == FORM_BUILD_CODE_UNREAD;
		ret = says < ret ? says : ret;
	}
	return ret;
}

/* CP116: nothing newer of that manager is known to run there whole. */
static void check_last(const struct answer *x)
{
	for (size_t i = 0; i < x->n_plans; i++) {
		const struct build *last = x->plans[i].build;

		if (!findings_have(&x->plans[i].findings, CP116))
			continue;
		for (size_t k = 0; k < x->n_plans; k++) {
			const struct build *b = x->plans[k].build;

			if (b->manager == last->manager && b->rank > last->rank &&
			    plan_says(&x->plans[k]) >= BY_PTX &&
			    !findings_have(&x->plans[k].findings, CP121))
				fail_msg("%s is called the last, and %s %s runs", last->torch,
					 b->torch, b->variant);
		}
	}
}

/* All newer ones with CUDA are known not to run; there are some. */
static bool is_last(const struct platform_builds *p, const enum says *plans, const struct build *b)
{
	bool newer = false;

	for (size_t i = 0; i < p->n; i++) {
		if (p->v[i].manager != b->manager || p->v[i].rank <= b->rank)
			continue;
		newer = true;
		if (p->v[i].cuda.major && plans[i] != NO && plans[i] != PART)
			return false;
	}
	return newer;
}

static void check_told(const struct platform_builds *p, const enum says *plans,
		       const struct answer *x)
{
	for (size_t i = 0; i < x->n_plans; i++) {
		const struct plan *first = &x->plans[i];

		if (first->rank == 1 && !x->cpu_only && plan_says(first) >= BY_PTX &&
		    is_last(p, plans, first->build) &&
		    !findings_have(&first->findings, CP116))
			fail_msg("%s %s is the last for %u.%u, and not called so",
				 first->build->torch, first->build->variant,
				 first->gpus[0].sm.major, first->gpus[0].sm.minor);
	}
}

static size_t check_gpu(const struct catalogue *c, const struct platform_builds *p, struct sm sm)
{
	ARENA_AUTO a = { 0 };
	struct answer x;
	const enum says *plans = ask_plans(&a, c, p, sm, &x);
	struct table t = ask_table(&a, c, p->platform, sm);
	size_t n = 0;
	char text[SM_TEXT];

	check_last(&x);
	check_told(p, plans, &x);
	for (size_t i = 0; i < p->n; i++) {
		const struct build *b = &p->v[i];
		enum says plan = plans[i] == PART ? NO : plans[i], other;

		if (plans[i] == NOTHING || !is_compared(b))
			continue;
		n++;
		other = table_says(&t, b);
		if (other != plan)
			fail_msg("%s %s %s on %s: plans say %s, the matrix %s", b->torch,
				 b->variant, b->channel, sm_text(sm, text), says_names[plans[i]],
				 says_names[other]);
		other = inspect_says(&a, c, b, sm);
		if (other != plan)
			fail_msg("%s %s %s on %s: plans say %s, inspect %s", b->torch, b->variant,
				 b->channel, sm_text(sm, text), says_names[plans[i]],
				 says_names[other]);
	}
	return n;
}

/* Whether a plan of it says that its list of code is not of the file. */
static bool plan_unread(const struct answer *x, const struct build *b)
{
	for (size_t i = 0; i < x->n_plans; i++)
		if (x->plans[i].build == b)
			return has_form(&x->plans[i].findings, FORM_CODE_UNREAD);
	return false;
}

/* Doctor looks for a cure of each: the first build of a kind on a GPU of each generation. */
static size_t check_doctor(const struct catalogue *c, const struct platform_builds *p,
			   struct sm sm)
{
	ARENA_AUTO a = { 0 };
	struct answer x;
	const enum says *plans = ask_plans(&a, c, p, sm, &x);
	size_t n = 0;
	char text[SM_TEXT];

	for (size_t i = 0; i < p->n; i++) {
		ARENA_AUTO one = { 0 };
		const struct build *b = &p->v[i];
		enum says plan = plans[i] == PART ? NO : plans[i], doctor;
		bool unread;

		if (plans[i] == NOTHING || !is_compared(b) || (b->build && !b->exact) ||
		    (i && p->key[i - 1].kind == p->key[i].kind))
			continue;
		doctor = doctor_says(&one, c, b, sm, &unread);
		if (doctor == NOTHING)
			continue;
		n++;
		if (doctor != plan)
			fail_msg("%s %s %s on %s %s: plans say %s, doctor %s", b->torch,
				 b->variant, b->channel, p->platform, sm_text(sm, text),
				 says_names[plans[i]], says_names[doctor]);
		if (unread != plan_unread(&x, b))
			fail_msg("%s %s %s on %s %s: whether its list was read in the file is not "
				 "the same for plans and doctor", b->torch, b->variant, b->channel,
				 p->platform, sm_text(sm, text));
	}
	return n;
}

TEST(every_build_is_the_same_for_doctor)
{
	static const char *const platforms[] = { "linux-64", "win-64", "linux-aarch64" };
	static const char *const sms[] = { "37", "61", "75", "86", "87", "90", "120" };
	ARENA_AUTO a = { 0 };
	struct catalogue c;
	struct matrix *m;
	size_t n = 0;
	struct err e;

	assert_int_equal(matrix_open(&a, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&a, m, &c, &e), 0);
	for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++) {
		assert_int_equal(catalogue_platform(&c, platforms[i], &e), 0);
		for (size_t k = 0; k < sizeof sms / sizeof *sms; k++) {
			struct sm sm;

			assert_true(sm_parse(span_of(sms[k]), &sm));
			n += check_doctor(&c, catalogue_builds(&c, platforms[i]), sm);
		}
	}
	matrix_close(m);
	assert_true(n > 1000);
}

TEST(every_build_is_the_same_for_all_commands)
{
	enum { ARM = 2 };
	static const char *const platforms[] = { "linux-64", "win-64", [ARM] = "linux-aarch64" };
	ARENA_AUTO a = { 0 };
	struct catalogue c;
	struct matrix *m;
	size_t n = 0;
	struct err e;

	assert_int_equal(matrix_open(&a, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&a, m, &c, &e), 0);
	for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++) {
		assert_int_equal(catalogue_platform(&c, platforms[i], &e), 0);
		for (size_t k = 0; k < c.ccs.n; k++)
			if (!c.ccs.v[k].integrated || i == ARM)
				n += check_gpu(&c, catalogue_builds(&c, platforms[i]),
					       c.ccs.v[k].sm);
	}
	matrix_close(m);
	assert_true(n > 10000);
}
