#include "show/verify.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "base/tr.h"
#include "fact/nodeset.h"
#include "show/line.h"
#include "show/words.h"

enum { NODES_NAMED = 8 }; /* and ranges of them, of nodes that are well */

/* What this GPU was shown to run, in few words. */
static void add_proofs(struct buf *b, const struct verified_gpu *g)
{
	static const char *const words[ORIGINS] = {
		[ORIGIN_PTX] = "PTX",
		[ORIGIN_NVRTC_CUBIN] = "NVRTC cubin",
		[ORIGIN_NVRTC_PTX] = "NVRTC PTX",
		[ORIGIN_NVCC] = "nvcc",
	};
	const char *comma = "";

	for (unsigned i = 0; i < g->found.n; i++) {
		const struct probe_try *t = &g->found.tries[i];

		if (!words[t->origin])
			continue;
		buf_printf(b, probe_try_ok(t) ? "%s%s" : tr("%s%s fails"), comma, words[t->origin]);
		comma = ", ";
	}
}

const char *verify_why(struct arena *a, const struct probe_step *s)
{
	struct phrase p = probe_why(a, s);
	const char *words = words_phrase(a, &p);

	return words ? words : "";
}

static const char *with_code(struct arena *a, const char *what, const struct probe_step *s)
{
	return arena_printf(
		a, "%s: %s%s", what, verify_why(a, s),
		s->code ? arena_printf(a, " (%d)", s->code) : "");
}

static const char *first_failure(
	struct arena *a, const struct verified *v, const struct verified_gpu *g)
{
	const struct probe_try *own = probe_find(&g->found, ORIGIN_TORCH);
	const struct probe_step *s;

	for (int l = LAYER_CONTEXT; l < PROBE_LAYERS; l++) {
		enum step_state state = verified_layer(v, g, (enum probe_layer)l, &s);

		if (state == STEP_FAILED)
			return with_code(a, tr(probe_layer_name((enum probe_layer)l)), s);
		if (state == STEP_RUNNING)
			return arena_printf(
				a, tr("%s: did not come back"),
				tr(probe_layer_name((enum probe_layer)l)));
	}
	if (own && probe_try_failure(own))
		return with_code(
			a, tr("the probe ran, torch's code is refused"), probe_try_failure(own));
	return g->torch.ok == TRI_NO ? g->torch.text : NULL;
}

static const char *gpu_line(
	struct arena *a, const struct verified *v, const struct verified_gpu *g, int width)
{
	const char *name = g->name ? g->name : tr("(no name)"), *why = first_failure(a, v, g);
	BUF_AUTO b = BUF_WORDS;
	const struct promise *p;
	char text[SM_TEXT];

	buf_printf(&b, "%-*s  %s  %s  ", width, name,
		   (sm_known(g->sm) ? arena_printf(a, tr("compute capability %s"),
						   sm_dotted(g->sm, TEXT_ROOM)) :
				      tr("compute capability not known")),
		   g->ok ? tr("ok") : tr("FAILS"));
	if (!g->ok && why)
		buf_str(&b, why);
	else
		add_proofs(&b, g);
	p = &g->promise;
	if (p->made && p->kept != TRI_UNKNOWN) {
		buf_printf(&b, p->ptx ? tr("; torch has PTX of %s") : tr("; torch has code for %s"),
			   sm_dotted(p->code, text));
		if (p->support)
			buf_printf(&b, ", %s", tr(p->support));
		if (p->kept != TRI_YES)
			buf_str(&b, tr(": refused"));
	}
	if (g->torch.ok != TRI_UNKNOWN)
		buf_str(&b, g->torch.ok == TRI_YES ? tr("; torch ran") : tr("; torch FAILS"));
	buf_printf(&b, "  %.0f ms", g->ms);
	return arena_str(a, buf_cstr(&b));
}

static int name_width(const struct verified *v)
{
	size_t widest = 0;

	for (size_t i = 0; i < v->gpus.n; i++) {
		size_t n = v->gpus.v[i].name ? strlen(v->gpus.v[i].name) : 9;

		widest = n > widest ? n : widest;
	}
	return widest > 60 ? 60 : (int)widest;
}

static void show_torch(const struct term *t, const struct verified *v)
{
	BUF_AUTO b = BUF_WORDS;

	if (!v->env.torch)
		return;
	buf_printf(&b, "%s, %s%s", v->env.torch, v->env.torch_cuda ? "CUDA " : tr("a CPU build"),
		v->env.torch_cuda ? v->env.torch_cuda : "");
	if (v->found.runtime_version)
		buf_printf(&b, tr(", runtime %d.%d"), v->found.runtime_version / 1000,
			v->found.runtime_version % 1000 / 10);
	else if (v->env.cudart_version)
		buf_printf(&b, tr(", runtime libcudart.so.%s"), v->env.cudart_version);
	if (v->least_driver)
		buf_printf(&b, tr(", needs driver >= %s"), v->least_driver);
	if (v->torch.available != TRI_UNKNOWN)
		buf_printf(&b, "; is_available() %s", v->torch.available ? "True" : "False");
	if (v->torch.cudnn)
		buf_printf(&b, ", cuDNN %s", v->torch.cudnn);
	show_line(t, STYLE_BOLD, "torch", buf_cstr(&b));
}

static void show_finding(struct arena *a, const struct term *t, const struct verified_finding *v)
{
	const struct finding *f = &v->finding;
	const char *text = words_finding(a, f);

	show_found_line(a, t, v->severity, f->code, f->gpu < 0 ? text :
			arena_printf(a, "GPU %d: %s", f->gpu, text));
	if (v->cure.form)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, tr("try: %s"), words_phrase(a, &v->cure)));
}

static const char *end_words(struct arena *a, const struct verified *v)
{
	size_t good = 0, n = v->gpus.n;

	for (size_t i = 0; i < n; i++)
		good += v->gpus.v[i].ok;
	if (!n)
		return tr("No GPU was probed.");
	if (v->ok)
		return v->env.torch_cuda ?
			n == 1 ? tr("The GPU runs this build.") :
			n == 2 ? tr("Both GPUs run this build.") :
				 arena_printf(a, tr("All %zu GPUs run this build."), n) :
			n == 1 ? tr("The GPU runs CUDA code.") :
			n == 2 ? tr("Both GPUs run CUDA code.") :
				 arena_printf(a, tr("All %zu GPUs run CUDA code."), n);
	if (good == n)
		return n == 1 ?
			tr("The probe ran on the GPU; what stands below does not fit.") :
			tr("The probe ran on every GPU; what stands below does not fit.");
	return arena_printf(a, n == 1 ? tr("%zu of %zu GPU passed.") :
			    tr("%zu of %zu GPUs passed."), good, n);
}

/* --- details ----------------------------------------------------------------------------- */

static void show_step(
	struct arena *a, const struct term *t, const char *name, const struct probe_step *s)
{
	static const char *const words[] = { N_("not run"), N_("did not come back"), N_("ok"),
					     N_("failed") };
	const char *why = verify_why(a, s);

	show_line(t, STYLE_PLAIN, "",
		arena_printf(a, "%-12s %s%s%s%s  %.1f ms", name, tr(words[s->state]),
			*why ? ": " : "", why,
			s->code ? arena_printf(a, " (%d)", s->code) : "", s->ms));
}

static void show_details(struct arena *a, const struct term *t, const struct verified *v,
	const struct verified_gpu *g)
{
	const struct probe_step *s;

	for (int l = 0; l < PROBE_LAYERS; l++)
		if (verified_layer(v, g, (enum probe_layer)l, &s), s)
			show_step(a, t, tr(probe_layer_name((enum probe_layer)l)), s);
	for (unsigned i = 0; g && i < g->found.n; i++) {
		const struct probe_try *try = &g->found.tries[i];
		const struct probe_step *bad = probe_try_failure(try);

		show_step(a, t, code_origin_name(try->origin), bad ? bad : &try->load);
	}
	if (g && g->found.isa)
		show_line(t, STYLE_PLAIN, "",
			arena_printf(a, tr("PTX up to %d.%d"), g->found.isa / 10,
				     g->found.isa % 10));
}

static void show_rates(struct arena *a, const struct term *t, const struct probe_gpu *p)
{
	if (p->copy_gbs > 0)
		show_line(t, STYLE_PLAIN, "",
			arena_printf(a,
				tr("copies %.0f GB/s%s; the probe's plain product %.0f GFLOP/s"),
				p->copy_gbs,
				p->copy_expected_gbs > 0
					? arena_printf(a, tr(" of %.0f"), p->copy_expected_gbs)
					: "",
				p->multiply_gflops));
}

void show_verified(struct arena *a, const struct term *t, const struct verified *v, int verbose)
{
	int width = name_width(v);
	int cuda;

	fprintf(t->f, "%s\n", end_words(a, v));
	for (size_t i = 0; i < v->findings.n; i++)
		show_finding(a, t, &v->findings.v[i]);
	if (v->gpus.n || v->env.torch)
		fputc('\n', t->f);
	EACH(const struct verified_gpu, g, v->gpus) {
		show_columns(t, arena_printf(a, "GPU %d", g->index), gpu_line(a, v, g, width), 0);
		show_rates(a, t, &g->found);
		if (verbose)
			show_details(a, t, v, g);
	}
	if (verbose && !v->gpus.n)
		show_details(a, t, v, NULL);
	show_torch(t, v);
	cuda = v->found.driver_cuda;
	if (!v->host->driver && !cuda) {
		show_line(t, STYLE_BOLD, tr("driver"), tr("none"));
		return;
	}
	show_line(t, STYLE_BOLD, tr("driver"),
		  arena_printf(a, "%s%s", v->host->driver ? v->host->driver : "",
			       cuda ? arena_printf(a, "%sCUDA %d.%d, %s",
						   v->host->driver ? ", " : "", cuda / 1000,
						   cuda % 1000 / 10, v->found.path) :
				      ""));
}

/* --- many nodes -------------------------------------------------------------------------- */

/* Nodes of which the same is said are one line. */
struct said_alike {
	const char *words;
	struct strings nodes;
	bool ok;
};

void show_merged(struct arena *a, const struct term *t, const struct merged_node *v, size_t n)
{
	ARRAY(struct said_alike) lines = { 0 };
	size_t width = 4, bad = 0;

	for (size_t i = 0; i < n; i++) {
		/* All that is said of a node, but which it is. */
		const char *words = arena_printf(a,
						 tr("%-5s  %zu/%zu GPUs  driver %s  torch %s%s%s"),
						 v[i].ok ? tr("ok") : tr("FAILS"), v[i].good,
						 v[i].gpus, v[i].driver ? v[i].driver : "-",
						 v[i].torch ? v[i].torch : "-",
						 v[i].text ? "  " : "",
						 v[i].text ? tr(v[i].text) : "");
		size_t k = 0;

		while (k < lines.n && strcmp(lines.v[k].words, words) != 0)
			k++;
		if (k == lines.n)
			ARRAY_ADD(a, lines) = (struct said_alike){ .words = words, .ok = v[i].ok };
		strings_add(a, &lines.v[k].nodes, v[i].node);
		bad += !v[i].ok;
	}
	for (size_t i = 0; i < lines.n; i++) {
		size_t w = text_width(span_of(nodeset_fold(a, &lines.v[i].nodes, NODES_NAMED)));

		width = w > width && w <= 40 ? w : width;
	}
	fprintf(t->f, n == 1 ? tr("%zu node, %zu failed\n") : tr("%zu nodes, %zu failed\n"), n,
		bad);
	for (int ok = 0; ok <= 1; ok++)
		EACH(const struct said_alike, x, lines) {
			if (x->ok != ok)
				continue;
			text_safe(t->f, span_of(arena_printf(
				a, "%-*s  %s", (int)width,
				nodeset_fold(a, &x->nodes, x->ok ? NODES_NAMED : 0), x->words)));
			fputc('\n', t->f);
		}
}
