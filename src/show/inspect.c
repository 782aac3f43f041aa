#include "show/inspect.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/dotted.h"
#include "base/tr.h"
#include "show/extension_known_private.h"
#include "show/inspect_private.h"
#include "show/inspect_variant_private.h"
#include "show/line.h"
#include "show/sentence.h"
#include "show/words.h"

static void sms(struct buf *b, const struct sm_list *l, const char *before)
{
	for (size_t i = 0; i < l->n; i++) {
		buf_str(b, i ? " " : "");
		buf_str(b, before);
		buf_str(b, sm_text(l->v[i], TEXT_ROOM));
	}
}

/* A part of a line, where it is known, apart from what stands before it. */
static void part(struct buf *b, const char *gap, const char *before, const char *text)
{
	if (!text)
		return;
	buf_str(b, b->n ? gap : "");
	buf_str(b, before);
	buf_str(b, text);
}

static void title(struct arena *a, const struct term *t, const struct package *p)
{
	BUF_AUTO b = BUF_WORDS;

	part(&b, "", "", p->version);
	part(&b, "", "+", p->version ? p->local : NULL);
	part(&b, " ", "", p->build);
	part(&b, " ", p->cuda ? "CUDA " : "", p->cuda ? p->cuda : p->variant);
	part(&b, " ", "Python ", p->python_tag);
	part(&b, " ", "", p->platform_tag);
	part(&b, "", "", b.n ? NULL : strcmp(p->source, "-") == 0 ? tr("as listed") : p->source);
	show_line(t, STYLE_BOLD, p->name ? p->name : tr(package_kind_name(p->kind)),
		  arena_str(a, buf_cstr(&b)));
}

/* "nvidia :: sm_arch :: 90_real" in its three parts. */
static void property_parts(const char *property, struct span *feature, struct span *value)
{
	struct span s = span_of(property);
	ptrdiff_t first = span_find(s, " :: "), last;

	*feature = s;
	*value = span_from(s, s.n);
	last = first < 0 ? -1 : span_find(span_from(s, (size_t)first + 4), " :: ");
	if (last < 0)
		return;
	*feature = span_sub(s, 0, (size_t)(first + 4 + last));
	*value = span_from(s, (size_t)(first + 4 + last) + 4);
}

/* "cu129: nvidia :: cuda_version_lower_bound 12.9; nvidia :: sm_arch 75_real 80_real" */
static void variant(struct arena *a, const struct term *t, const struct package *p)
{
	struct span feature, value, before = { NULL, 0 };
	BUF_AUTO b = BUF_WORDS;

	if (!p->label)
		return;
	buf_str(&b, p->label);
	for (size_t i = 0; i < p->properties.n; i++) {
		property_parts(p->properties.v[i], &feature, &value);
		if (!span_eq(feature, before))
			buf_printf(&b, "%s " SPAN_FMT, i ? ";" : ":", SPAN_ARG(feature));
		buf_printf(&b, " " SPAN_FMT, SPAN_ARG(value));
		before = feature;
	}
	show_line(t, STYLE_BOLD, tr("variant"), arena_str(a, buf_cstr(&b)));
}

enum { PTX_EACH = 3 };

/* The PTX that counts, each with its version; of many only the range of them. */
static void ptx_words(struct buf *b, const struct package *p, const struct reach *r)
{
	unsigned n = 0, least = ~0u, most = 0;

	EACH(const struct ptx, x, p->ptx) {
		unsigned isa = x->isa_major * 100u + x->isa_minor;

		if (!sm_list_has(&r->ptx, x->sm))
			continue;
		n++;
		least = isa < least ? isa : least;
		most = isa > most ? isa : most;
	}
	for (size_t i = 0, at = 0; n <= PTX_EACH && i < p->ptx.n; i++)
		if (sm_list_has(&r->ptx, p->ptx.v[i].sm))
			buf_printf(b, "%s compute_%s (PTX %u.%u)", at++ ? "," : "PTX",
				   sm_text(p->ptx.v[i].sm, TEXT_ROOM), p->ptx.v[i].isa_major,
				   p->ptx.v[i].isa_minor);
	if (n && n <= PTX_EACH)
		return;
	buf_str(b, r->ptx.n ? "PTX " : tr("no PTX"));
	sms(b, &r->ptx, "compute_");
	if (n && least == most)
		buf_printf(b, " (PTX %u.%u)", most / 100, most % 100);
	else if (n)
		buf_printf(b, tr(" (PTX %u.%u to %u.%u)"), least / 100, least % 100, most / 100,
			   most % 100);
}

/* Where the list comes from; NULL: the whole input is one kernel's. */
static const char *origin(const struct package *p, const struct reach *r)
{
	if (p->from_matrix)
		return tr("known from the matrix, not read from the file");
	if (strcmp(r->rests_on, "declared") == 0)
		return p->has_complete ?
			tr("torch's own list; every part of its main library was read") :
			tr("torch's own list, as it stands in libtorch_python");
	if (r->borrowed)
		return tr("none of its own: of the NVIDIA libraries that it brings");
	if (p->kind == PACKAGE_CUBIN || p->kind == PACKAGE_PTX)
		return NULL;
	if (strcmp(r->rests_on, "complete") == 0)
		return p->torch || r->parts.n < 2
			       ? tr("what every part of its GPU code has")
			       : tr("what every library with GPU code here has");
	if (r->parts.n < 2)
		return tr("of all its kernels together: some of them are for few of these GPUs");
	return tr("of all libraries together; they differ (--verbose: each), so the lines below "
		  "count what all of them can run on");
}

static void kernels(struct arena *a, const struct term *t, const struct package *p,
		    const struct reach *r)
{
	const char *from = r->rests_on ? origin(p, r) : NULL;
	BUF_AUTO b = BUF_WORDS;

	if (!r->rests_on) {
		show_line(t, STYLE_BOLD, tr("GPU code"), tr("not known: no device code was read"));
		return;
	}
	if (!r->sass.n && !r->ptx.n) {
		show_line(t, STYLE_BOLD, tr("GPU code"), tr("none: no GPU code in it"));
		return;
	}
	sms(&b, &r->sass, "sm_");
	buf_str(&b, r->sass.n ? "; " : tr("no cubin; "));
	ptx_words(&b, p, r);
	show_line(t, STYLE_BOLD, tr("GPU code"), arena_str(a, buf_cstr(&b)));
	if (from)
		show_line(t, STYLE_DIM, "", from);
	if (p->partial.n && strcmp(r->rests_on, "union") != 0) {
		BUF_AUTO c = BUF_WORDS;

		sms(&c, &p->partial, "sm_");
		buf_str(&c, tr(": only some kernels or bundled libraries, no support by "
			       "themselves"));
		show_line(t, STYLE_DIM, tr("partly"), arena_str(a, buf_cstr(&c)));
	}
}

static void driver(struct arena *a, const struct term *t, const struct reach *r)
{
	BUF_AUTO b = BUF_WORDS;

	if (!r->cuda || !r->rests_on || (!r->sass.n && !r->ptx.n))
		return;
	if (r->minor)
		buf_printf(&b, ">= %s", r->minor);
	if (r->direct && (!r->minor || strcmp(r->direct, r->minor) != 0))
		buf_printf(&b, b.n ? tr("; %s and later name this CUDA themselves") : ">= %s",
			   r->direct);
	if (r->zstd_driver && (!r->minor || driver_cmp(r->zstd_driver, r->minor) > 0))
		buf_printf(&b, tr("; >= %s to unpack its compressed code"), r->zstd_driver);
	if (b.n)
		show_line(t, STYLE_BOLD, tr("driver"), arena_str(a, buf_cstr(&b)));
}

/* Pins of NVIDIA's own packages, without their markers. */
static void needs(struct arena *a, const struct term *t, const struct package *p)
{
	BUF_AUTO b = BUF_WORDS;

	if (p->requires_python)
		buf_printf(&b, "Python %s", p->requires_python);
	if (package_glibc(p))
		buf_printf(&b, "%sglibc %s", b.n ? ", " : "", package_glibc(p));
	for (size_t i = 0; i < p->requires.n; i++) {
		struct span s = span_of(p->requires.v[i]);
		ptrdiff_t end = span_find_char(s, ';');

		if (!span_starts(s, "nvidia-") && !span_starts(s, "triton") &&
		    !span_starts(s, "cuda-toolkit") && !span_starts(s, "torch"))
			continue;
		if (!package_requires(a, p, p->requires.v[i]))
			continue;
		if (end >= 0)
			s = span_sub(s, 0, (size_t)end);
		s = span_trim(s);
		buf_printf(&b, "%s" SPAN_FMT, b.n ? ", " : "", SPAN_ARG(s));
	}
	if (b.n)
		show_line(t, STYLE_BOLD, tr("needs"), arena_str(a, buf_cstr(&b)));
}

/* The same product and version was or will be named, or the product with more of its version. */
static bool listed(const struct package *p, size_t at)
{
	const struct library *l = &p->libraries.v[at];

	for (size_t i = 0; i < p->libraries.n; i++) {
		const struct library *o = &p->libraries.v[i];
		bool same;

		if (i == at || o->product != l->product)
			continue;
		same = l->version && o->version ? strcmp(l->version, o->version) == 0
						: l->version == o->version;
		if (same ? i < at : o->version && (!l->version ||
						   dotted_begins(l->version, o->version)))
			return true;
	}
	return false;
}

/* What it does not bring itself and no requirement of it brings either. */
static void missing(struct arena *a, const struct term *t, const struct package *p)
{
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < p->external.n; i++)
		if (!p->external.v[i].requirement)
			buf_printf(&b, "%s%s (%s)", b.n ? ", " : "", p->external.v[i].soname,
				   p->external.v[i].package);
	if (b.n)
		show_line(t, STYLE_BOLD, tr("besides"),
			  arena_printf(a, tr("%s: NVIDIA libraries that it needs and does not "
					     "hold"), buf_cstr(&b)));
}

/* Names that ldd printed without a place. */
static void not_found(struct arena *a, const struct term *t, const struct package *p)
{
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < p->not_found.n; i++)
		buf_printf(&b, "%s%s", b.n ? ", " : "", p->not_found.v[i]);
	buf_str(&b, p->not_found.n == 1 ? tr(": the loader does not find it") :
					  tr(": the loader does not find them"));
	if (p->not_found.n)
		show_line(t, STYLE_BAD, tr("missing"), arena_str(a, buf_cstr(&b)));
}

/* "GPU 1 (NVIDIA A100)"; a GPU that is alone needs no number. */
static const char *gpu_words(struct arena *a, const struct hosts *hosts, const struct reach_gpu *g)
{
	const char *numbered = sentence_gpu(a, hosts, g->host, g->gpu), *name = NULL;

	if (g->host >= 0 && (size_t)g->host < hosts->n && g->gpu >= 0 &&
	    (size_t)g->gpu < hosts->v[g->host].gpus.n)
		name = hosts->v[g->host].gpus.v[g->gpu].name;
	if (numbered && name)
		return arena_printf(a, "%s (%s)", numbered, name);
	return numbered ? numbered : name ? name : g->gpu < 0 ? tr("this machine") : tr("this GPU");
}

static void several(struct arena *a, const struct term *t, const struct hosts *hosts,
		    const struct reach_gpu *g)
{
	const struct sm_list *l;
	BUF_AUTO b = BUF_WORDS;

	if (sm_known(g->sm) || g->gpu < 0)
		return;
	l = &hosts->v[g->host].gpus.v[g->gpu].sm_candidates;
	if (!l->n)
		return;
	for (size_t i = 0; i < l->n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", sm_dotted(l->v[i], TEXT_ROOM));
	show_line(t, STYLE_DIM, "",
		  arena_printf(a, tr("the name fits several compute capabilities: %s; it has to "
				     "run on all of them"), buf_cstr(&b)));
}

static void verdict(struct arena *a, const struct term *t, const struct inspect_page *page)
{
	if (!page->verdict->v.n && !page->verdict->untold)
		show_line(t, STYLE_BAD, tr("here"), tr("no NVIDIA GPU that it could run on"));
	for (size_t i = 0; i < page->verdict->v.n; i++) {
		const struct reach_gpu *g = &page->verdict->v.v[i];
		const char *gpu = gpu_words(a, page->hosts, g);

		show_line(t, g->runs ? STYLE_GOOD : STYLE_BAD, i ? "" : tr("here"),
			  g->runs ? arena_printf(a, tr("%s: yes, by %s%s"), gpu,
						 g->via == REACH_PTX ? "PTX compute_" : "sm_",
						 sm_text(g->code, TEXT_ROOM))
				  : arena_printf(a, "%s: %s", gpu,
						 findings_have(&g->reasons, CP109) ? tr("not known")
						 : g->some ? tr("only in part") : tr("no")));
		several(a, t, page->hosts, g);
		for (size_t k = 0; k < g->reasons.n; k++)
			show_line(t, STYLE_PLAIN, "",
				  sentence_finding(a, page->hosts, &g->reasons.v[k]));
		if (g->library)
			show_line(t, STYLE_DIM, "", arena_printf(a, tr("in %s"), g->library->path));
	}
}

static void findings(struct arena *a, const struct term *t, const struct package *p)
{
	static const enum style styles[] = { STYLE_DIM, STYLE_WARN, STYLE_BAD };
	char code[8];

	EACH(const struct finding, f, p->findings) {
		const struct finding_info *info = finding_info(f->code);

		show_line(t, styles[info->severity], finding_name(f->code, code),
			  arena_join(a, span_of(tr(info->title)), SPAN(": "),
				     span_of(words_finding(a, f))));
	}
}

/* One line per library, for --verbose. */
static void libraries(struct arena *a, const struct term *t, const struct package *p)
{
	for (size_t i = 0; i < p->libraries.n; i++) {
		const struct library *l = &p->libraries.v[i];
		BUF_AUTO b = BUF_WORDS;

		buf_str(&b, l->path);
		if (l->sass.n || l->ptx.n)
			buf_str(&b, ": ");
		sms(&b, &l->sass, "");
		if (l->ptx.n) {
			buf_str(&b, " PTX ");
			sms(&b, &l->ptx, "");
		}
		if (l->outside)
			buf_printf(&b, tr("; %u pieces of GPU code outside the usual section"),
				   l->outside);
		show_line(t, STYLE_DIM, i ? "" : tr("libraries"), arena_str(a, buf_cstr(&b)));
	}
}

static void reach_lines(struct arena *a, const struct term *t, const struct inspect_page *page)
{
	show_places(a, t, page->package, page->reach);
	driver(a, t, page->reach);
	kernels(a, t, page->package, page->reach);
	show_by_library(a, t, page->package);
}

const char *show_reach(struct arena *a, const struct term *t, const struct inspect_page *page)
{
	const char *copy = NULL;
	struct term memory = *t;
	char *text = NULL;
	size_t n;

	memory.f = open_memstream(&text, &n);
	if (!memory.f)
		return NULL;
	reach_lines(a, &memory, page);
	if (fclose(memory.f) == 0)
		copy = arena_str(a, text);
	free(text);
	return copy;
}

void show_package(struct arena *a, const struct term *t, const struct inspect_page *page,
		  int verbose)
{
	const struct package *p = page->package;
	BUF_AUTO b = BUF_WORDS;

	title(a, t, p);
	if (p->variants && p->kind == PACKAGE_LISTING) {
		show_variants(a, t, page);
		findings(a, t, p);
		return;
	}
	variant(a, t, p);
	if (p->read_as)
		show_line(t, STYLE_DIM, tr("name"), arena_printf(a, tr("taken as %s"), p->read_as));
	if (page->verdict)
		verdict(a, t, page);
	show_variant_fit(a, t, page);
	show_extension_fit(a, t, page);
	findings(a, t, p);
	if (page->reach_text)
		fputs_unlocked(page->reach_text, t->f);
	else if (page->reach)
		reach_lines(a, t, page);
	show_extension(a, t, page);
	needs(a, t, p);
	for (size_t i = 0; i < p->libraries.n; i++) {
		const struct library *l = &p->libraries.v[i];

		if (!l->product || l->product == PRODUCT_TORCH || listed(p, i))
			continue;
		buf_printf(&b, "%s%s%s%s", b.n ? ", " : "", product_name(l->product),
			   l->version ? " " : "", l->version ? l->version : "");
	}
	if (b.n)
		show_line(t, STYLE_BOLD, tr("bundled"), arena_str(a, buf_cstr(&b)));
	missing(a, t, p);
	not_found(a, t, p);
	show_package_read(a, t, p);
	if (verbose)
		libraries(a, t, p);
}
