#include "read/package/check.h"

#include <string.h>

#include "base/buf.h"
#include "base/version.h"
#include "read/package/check_cuda.h"
#include "read/package/check_needed.h"

static const char *text(struct arena *a, const struct sm_list *l)
{
	BUF_AUTO b = BUF(1024);
	char one[SM_TEXT];

	for (size_t i = 0; i < l->n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", sm_text(l->v[i], one));
	return arena_str(a, buf_cstr(&b));
}

/* Lists of single targets that none of a library's cubins can serve. */
static struct sm_list lacks(const struct sm_list *want, const struct library *l)
{
	struct sm_list none = { 0 };

	for (size_t i = 0; i < want->n; i++) {
		bool served = false;

		for (size_t k = 0; k < l->sass.n; k++)
			served |= l->sass.v[k].major == want->v[i].major && !l->sass.v[k].suffix &&
				  l->sass.v[k].minor <= want->v[i].minor;
		if (!served)
			sm_list_add(&none, want->v[i]);
	}
	return none;
}

static void check_parts(struct arena *a, struct package *p)
{
	bool main;

	for (size_t i = 0; i < p->libraries.n; i++) {
		const struct library *l = &p->libraries.v[i];
		struct sm_list gap;

		if (!library_is_torch(l, &main) || !l->sass.n || main)
			continue;
		gap = lacks(&p->declared, l);
		if (gap.n)
			package_find(a, p, CP408, "torch declares %s, but %s has no code for it",
				     text(a, &gap), l->path);
	}
}

/* From 2.0 on the list is what every container holds; before, static NVIDIA code is mixed in. */
static void check_declared(struct arena *a, struct package *p)
{
	struct sm_list gap = { 0 };

	for (size_t i = 0; i < p->declared.n; i++)
		if (!sm_list_has(&p->complete, p->declared.v[i]))
			sm_list_add(&gap, p->declared.v[i]);
	if (gap.n && p->version && version_dotted_cmp(span_of(p->version), SPAN("2.0")) >= 0)
		package_find(a, p, CP408, "torch declares %s, but parts of its main library were "
			     "not compiled for it", text(a, &gap));
}

static void check_glibc(struct arena *a, struct package *p)
{
	if (p->glibc_min && p->glibc_needed &&
	    version_dotted_cmp(span_of(p->glibc_min), span_of(p->glibc_needed)) < 0)
		package_find(a, p, CP408, "the name promises glibc %s, %s needs %s", p->glibc_min,
			     p->glibc_needed_by, p->glibc_needed);
}

/* The libstdc++ that a tag of this glibc promises at most: manylinux-policy of auditwheel. */
static const struct {
	const char *glibc, *glibcxx;
} promised[] = {
	{ "2.5", "3.4.8" },   { "2.12", "3.4.13" }, { "2.17", "3.4.19" }, { "2.24", "3.4.22" },
	{ "2.27", "3.4.24" }, { "2.28", "3.4.24" }, { "2.31", "3.4.28" }, { "2.34", "3.4.29" },
	{ "2.35", "3.4.30" }, { "2.39", "3.4.33" },
};

static void check_glibcxx(struct arena *a, struct package *p)
{
	for (size_t i = 0; p->glibc_min && i < sizeof promised / sizeof *promised; i++)
		if (p->glibcxx_needed && strcmp(promised[i].glibc, p->glibc_min) == 0 &&
		    version_dotted_cmp(span_of(promised[i].glibcxx),
				       span_of(p->glibcxx_needed)) < 0)
			package_find(a, p, CP408, "the name promises libstdc++ GLIBCXX_%s, its "
				     "libraries need GLIBCXX_%s", promised[i].glibcxx,
				     p->glibcxx_needed);
}

/* The parts that cuDNN is made of; the one in front loads the others at run time. */
static const struct {
	const char *front, *parts[8];
} cudnn[] = {
	{ "libcudnn.so.8", { "libcudnn_adv_infer.so.8", "libcudnn_adv_train.so.8",
			     "libcudnn_cnn_infer.so.8", "libcudnn_cnn_train.so.8",
			     "libcudnn_ops_infer.so.8", "libcudnn_ops_train.so.8" } },
	{ "libcudnn.so.9", { "libcudnn_adv.so.9", "libcudnn_cnn.so.9", "libcudnn_ops.so.9",
			     "libcudnn_graph.so.9", "libcudnn_heuristic.so.9",
			     "libcudnn_engines_precompiled.so.9",
			     "libcudnn_engines_runtime_compiled.so.9" } },
};

static bool has_file(const struct package *p, const char *name)
{
	for (size_t i = 0; i < p->libraries.n; i++) {
		struct span s = span_of(p->libraries.v[i].path);

		if (span_is(span_from(s, (size_t)(span_rfind_char(s, '/') + 1)), name))
			return true;
	}
	return false;
}

static void check_cudnn(struct arena *a, struct package *p)
{
	for (size_t i = 0; i < sizeof cudnn / sizeof *cudnn; i++) {
		if (!has_file(p, cudnn[i].front))
			continue;
		for (size_t k = 0; k < 8 && cudnn[i].parts[k]; k++)
			if (!has_file(p, cudnn[i].parts[k]))
				package_find(a, p, CP210, "%s is here without %s", cudnn[i].front,
					     cudnn[i].parts[k]);
	}
}

void package_check(struct arena *a, struct package *p)
{
	if (p->libraries.n > 1)
		check_cudnn(a, p);
	check_glibc(a, p);
	check_glibcxx(a, p);
	check_needed(a, p);
	check_cuda(a, p);
	if (!p->torch || !p->has_declared)
		return;
	check_parts(a, p);
	if (p->has_complete)
		check_declared(a, p);
}
