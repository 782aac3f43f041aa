/* Which wheels of the release that a message is about have code for the GPU. */
#include <string.h>

#include "base/buf.h"
#include "fact/platform.h"
#include "plan/code_fit.h"
#include "explain/explain.h"

enum { ROOM = 400 };

/* How the wheels of a variant ("cu126") serve the GPU; the best of all platforms counts: the
 * message does not say on which it was seen. */
enum { BY_NOTHING, BY_PTX, BY_CUBIN, WAYS };

struct ways {
	ARRAY(struct way {
		const char *variant;
		int by;
	}) all;
};

/* "2.6" is of all its bug fix releases, too. */
static bool is_of(const char *torch, struct span release)
{
	struct span s = span_of(torch);

	return s.n >= release.n && span_eq(span_sub(s, 0, release.n), release) &&
	       (s.n == release.n || s.p[release.n] == '.');
}

static void note(struct arena *a, struct ways *to, const char *variant, int by)
{
	for (size_t i = 0; i < to->all.n; i++)
		if (strcmp(to->all.v[i].variant, variant) == 0) {
			if (to->all.v[i].by < by)
				to->all.v[i].by = by;
			return;
		}
	ARRAY_ADD(a, to->all) = (struct way){ variant, by };
}

static int way_of(const struct catalogue *c, const struct build *b, struct sm sm)
{
	struct code code = { b->sass, b->ptx, b->cuda, platform_is_linux_arm(b->platform) };
	struct fit fit = code_fit(c, &code, sm);

	return fit.cubin.major ? BY_CUBIN : fit.ptx.major ? BY_PTX : BY_NOTHING;
}

static struct ways find(struct arena *a, const struct catalogue *c, struct span release,
			struct span label, struct sm sm)
{
	struct ways ret = { 0 };

	for (size_t i = 0; i < c->platforms.n; i++)
		for (size_t k = 0; k < c->platforms.v[i].n; k++) {
			const struct build *b = &c->platforms.v[i].v[k];

			if (b->manager == MANAGER_PIP && b->cuda.major && b->sass->n &&
			    is_of(b->torch, release) && (!label.n || span_is(label, b->variant)))
				note(a, &ret, b->variant, way_of(c, b, sm));
		}
	return ret;
}

/* "cu118, cu126"; NULL: none goes that way. */
static const char *variants(struct arena *a, const struct ways *w, int by)
{
	BUF_AUTO b = BUF(ROOM);

	for (size_t i = 0; i < w->all.n; i++)
		if (w->all.v[i].by == by)
			buf_printf(&b, "%s%s", b.n ? ", " : "", w->all.v[i].variant);
	return b.n ? arena_str(a, buf_cstr(&b)) : NULL;
}

const char *explain_release(struct arena *a, const struct catalogue *c, const char *torch,
			    struct sm sm)
{
	static const char *const words[WAYS] = { "without code", "with PTX only",
						 "with a cubin" };
	struct span label = span_of(torch), release;
	BUF_AUTO b = BUF(ROOM);
	struct ways w;
	char text[SM_TEXT];

	if (!c || !span_next(&label, '+', &release) || !sm_known(sm))
		return NULL;
	w = find(a, c, release, label, sm);
	if (!w.all.n)
		return NULL;
	buf_printf(&b, "wheels of torch %s for %s: ", torch, sm_dotted(sm, text));
	for (int by = WAYS, n = 0; by-- > 0;) {
		const char *list = variants(a, &w, by);

		if (list)
			buf_printf(&b, "%s%s %s", n++ ? "; " : "", list, words[by]);
	}
	return arena_str(a, buf_cstr(&b));
}
