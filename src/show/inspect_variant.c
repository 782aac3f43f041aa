/* The variants of a wheel in words: for which GPUs, and why not. */
#include "show/inspect_variant_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/tr.h"
#include "plan/variant_pick.h"
#include "show/json_key.h"
#include "show/line.h"
#include "show/sentence.h"

#define FORCE_CUDA "NV_VARIANT_PROVIDER_FORCE_CUDA_DRIVER_VERSION"
#define FORCE_SM "NV_VARIANT_PROVIDER_FORCE_SM_ARCH"

/* "nvidia cuda_version_lower_bound 12.6; sm_arch 50_real 60_real" */
static const char *asked(struct arena *a, const struct variant *v)
{
	BUF_AUTO b = BUF_WORDS;
	const char *space = "";

	for (size_t i = 0; i < v->features.n; i++) {
		const struct variant_feature *f = &v->features.v[i];

		buf_str(&b, i ? "; " : "");
		if (strcmp(space, f->space) != 0)
			buf_printf(&b, "%s ", f->space);
		space = f->space;
		buf_str(&b, f->name);
		for (size_t k = 0; k < f->values.n; k++)
			buf_printf(&b, " %s", f->values.v[k]);
	}
	return b.n ? arena_str(a, buf_cstr(&b)) : tr("asks for nothing: fits every machine");
}

static void each(struct arena *a, const struct term *t, const struct variant_set *s)
{
	for (size_t i = 0; i < s->v.n; i++)
		show_line(t, STYLE_BOLD, i ? "" : tr("variants"),
			  arena_printf(a, "%s: %s", s->v.v[i].label, asked(a, &s->v.v[i])));
	if (!s->v.n)
		show_line(t, STYLE_BOLD, tr("variants"), tr("none"));
}

/* "GPU 1 (Tesla V100)"; one that is alone needs no number. */
static const char *gpu_words(struct arena *a, const struct hosts *hosts, int host,
			     const struct reach_gpu *g)
{
	const char *gpu = sentence_gpu(a, hosts, host, g->gpu);
	const char *name = g->name ? g->name : tr("this GPU");

	return gpu ? arena_printf(a, "%s (%s)", gpu, name) : name;
}

/* The first GPU that does not run it, and why. */
static const char *refusal(struct arena *a, const struct hosts *hosts, int host,
			   const struct variant_on *on)
{
	EACH(const struct reach_gpu, g, on->verdict.v) {
		for (size_t k = 0; !g->runs && k < g->reasons.n; k++) {
			struct finding f = g->reasons.v[k];

			if (finding_info(f.code)->severity != SEVERITY_ERROR)
				continue;
			f.host = host;
			f.gpu = -1;
			return arena_printf(a, "%s: %s", gpu_words(a, hosts, host, g),
					    sentence_finding(a, hosts, &f));
		}
	}
	return NULL;
}

static const char *doubt_words(struct arena *a, const struct variant_pick *p)
{
	switch (p->doubt) {
	case VARIANT_NO_DRIVER:
		return tr("it goes by the CUDA that the driver reports (--driver)");
	case VARIANT_NO_SM:
		return tr("it goes by the compute capability of the GPUs");
	case VARIANT_NO_GPUS:
		return tr("it goes by the GPUs (--gpu)");
	case VARIANT_OTHER_SPACE:
		return arena_printf(a, tr("some ask for %s, which only the machine tells"),
				    p->space);
	case VARIANT_CERTAIN:
		break;
	}
	return NULL;
}

/* What follows "an installer of variants takes". */
static const char *taken_words(struct arena *a, const struct hosts *hosts,
			       const struct variant_pick *p)
{
	const struct variant_on *on = p->taken;
	const char *why;

	if (!on)
		return tr("none of them, but the wheel without a label, if there is one");
	if (on->runs == TRI_YES)
		return arena_printf(a, p->gpus ? tr("%s, which runs on every GPU") :
				    tr("%s, and there is no GPU"), on->variant->label);
	if (on->cpu)
		return arena_printf(a, tr("%s, which is for no GPU"), on->variant->label);
	why = refusal(a, hosts, p->host, on);
	if (!why)
		return arena_printf(a, tr("%s, which does not say what GPU code it has"),
				    on->variant->label);
	return arena_printf(a, tr("%s, but %s"), on->variant->label, why);
}

static void taken(struct arena *a, const struct term *t, const struct hosts *hosts,
		  const struct variant_pick *p)
{
	const char *doubt = doubt_words(a, p);
	bool good = p->taken && p->taken->runs == TRI_YES;

	show_line(t, doubt ? STYLE_WARN : good ? STYLE_GOOD : STYLE_BAD, tr("here"),
		  doubt ? arena_printf(a, tr("what an installer of variants takes is not known: "
					     "%s"), doubt)
			: arena_printf(a, tr("an installer of variants takes %s"),
				       taken_words(a, hosts, p)));
}

/* Of each GPU, when no variant is for all of them. */
static void by_gpu(struct arena *a, const struct term *t, const struct hosts *hosts,
		   const struct variant_pick *p)
{
	const struct reach_verdict *first = p->each.n ? &p->each.v[0].verdict : NULL;

	for (size_t i = 0; first && i < first->v.n; i++) {
		BUF_AUTO b = BUF_WORDS;

		for (size_t k = 0; k < p->each.n; k++)
			if (!p->each.v[k].cpu && i < p->each.v[k].verdict.v.n &&
			    p->each.v[k].verdict.v.v[i].runs)
				buf_printf(&b, " %s", p->each.v[k].variant->label);
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, "%s:%s", gpu_words(a, hosts, p->host, &first->v.v[i]),
				       b.n ? buf_cstr(&b) : tr(" none")));
	}
}

static void to_take(struct arena *a, const struct term *t, const struct hosts *hosts,
		    const struct variant_pick *p)
{
	if (!p->best && p->about_gpus) {
		show_line(t, STYLE_BAD, tr("take"), p->gpus ?
			  tr("none runs on every GPU here") :
			  tr("none is for a machine without a GPU"));
		by_gpu(a, t, hosts, p);
	}
	if (!p->best)
		return;
	if (p->best != p->taken)
		show_line(t, STYLE_BOLD, tr("take"), p->best->variant->label);
	if (p->force_cuda) {
		show_line(t, STYLE_BOLD, tr("set"),
			  arena_printf(a, FORCE_CUDA "=%s", p->force_cuda));
		show_line(t, STYLE_BOLD, "", arena_printf(a, FORCE_SM "=%s", p->force_sm));
	} else if (!p->best->cpu) {
		show_line(t, STYLE_WARN, "",
			  tr("no setting makes an installer take it: name its file"));
	}
}

/* Several machines are told apart. */
static void which_host(struct arena *a, const struct term *t, const struct inspect_page *page,
		       size_t i)
{
	const char *source = page->hosts->v[i].source;

	if (page->picks->v.n > 1)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, source ? tr("host %zu, %s") : tr("host %zu"), i, source));
}

void show_variants(struct arena *a, const struct term *t, const struct inspect_page *page)
{
	const struct variant_picks *picks = page->picks;

	each(a, t, page->package->variants);
	for (size_t i = 0; picks && i < picks->v.n; i++) {
		which_host(a, t, page, i);
		taken(a, t, page->hosts, &picks->v.v[i]);
		to_take(a, t, page->hosts, &picks->v.v[i]);
	}
}

void show_variant_fit(struct arena *a, const struct term *t, const struct inspect_page *page)
{
	for (size_t i = 0; page->picks && i < page->picks->v.n; i++) {
		const struct variant_pick *p = &page->picks->v.v[i];
		enum tri fits = p->each.n ? p->each.v[0].fits : TRI_UNKNOWN;
		const char *doubt = doubt_words(a, p);

		which_host(a, t, page, i);
		if (fits == TRI_UNKNOWN && doubt)
			show_line(t, STYLE_WARN, "",
				  arena_printf(a, tr("whether an installer of variants takes it is "
						     "not known: %s"), doubt));
		else if (fits != TRI_UNKNOWN)
			show_line(t, STYLE_PLAIN, "",
				  fits == TRI_YES ?
				  tr("an installer of variants takes it, by variant.json") :
				  tr("an installer of variants refuses it, by variant.json"));
	}
}

static void features(struct json *j, const struct variant *v)
{
	JSON_EACH(j, "features", const struct variant_feature, f, v->features) {
		json_str_key(j, "namespace", f->space);
		json_str_key(j, "feature", f->name);
		json_key_strings(j, "values", &f->values);
	}
}

static void label_key(struct json *j, const char *key, const struct variant_on *on)
{
	json_str_key(j, key, on ? on->variant->label : NULL);
}

static void pick_json(struct json *j, const struct variant_pick *p)
{
	static const char *const doubts[] = { NULL, "driver", "sm", "gpus", NULL };

	json_int_key(j, "host", p->host);
	label_key(j, "takes", p->taken);
	json_bool_key(j, "certain", p->doubt == VARIANT_CERTAIN);
	json_str_key(j, "not_known", p->doubt == VARIANT_OTHER_SPACE ? p->space : doubts[p->doubt]);
	json_key_tri(j, "runs", p->taken ? p->taken->runs : TRI_UNKNOWN);
	label_key(j, "take", p->best);
	json_open_key(j, "environment");
	if (p->force_cuda) {
		json_str_key(j, FORCE_CUDA, p->force_cuda);
		json_str_key(j, FORCE_SM, p->force_sm);
	}
	json_close(j);
	JSON_EACH(j, "variants", const struct variant_on, on, p->each) {
		json_str_key(j, "label", on->variant->label);
		json_key_tri(j, "fits", on->fits);
		json_key_tri(j, "runs", on->runs);
		json_bool_key(j, "cpu", on->cpu);
	}
}

void show_variants_json(struct json *j, const struct inspect_page *page)
{
	const struct variant_set *s = page->package->variants;

	JSON_EACH(j, "variants", const struct variant, v, LIST(s ? s->v.v : NULL, s ? s->v.n : 0)) {
		json_str_key(j, "label", v->label);
		features(j, v);
	}
	if (!page->picks)
		return;
	JSON_EACH(j, "variant_choice", const struct variant_pick, p, page->picks->v)
		pick_json(j, p);
}
