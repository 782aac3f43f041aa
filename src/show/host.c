#include "show/host.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "base/tr.h"
#include "fact/platform.h"
#include "fact/tools.h"
#include "show/line.h"
#include "show/sentence.h"

static void add_libc(struct buf *b, const struct host *h)
{
	if (host_system(h))
		buf_printf(b, h->macos ? ", %s" : ", glibc %s", host_system(h));
	else if (h->libc)
		buf_printf(b, ", %s", h->libc);
}

const char *show_host_system(struct arena *a, const struct host *h)
{
	BUF_AUTO b = BUF_WORDS;

	buf_str(&b, tr(h->macos && !h->platform ? "macOS" : platform_words(h->platform)));
	if (h->wsl == TRI_YES)
		buf_str(&b, " (WSL)");
	if (h->l4t && strcmp(h->l4t, "yes") == 0)
		buf_str(&b, ", Jetson");
	else if (h->l4t)
		buf_printf(&b, ", %s%s", ascii_digit(h->l4t[0]) ? "Jetson L4T " : "", h->l4t);
	if (h->container)
		buf_printf(&b, tr(", in a container (%s)"), h->container);
	add_libc(&b, h);
	if (h->driver)
		buf_printf(&b, h->wsl == TRI_YES ? tr(", Windows driver %s") : tr(", driver %s"),
			   h->driver);
	else if (h->driver_missing)
		buf_str(&b, tr(", no NVIDIA driver"));
	if (h->driver_cuda)
		buf_printf(&b, h->driver ? " (CUDA %s)" : ", CUDA %s", h->driver_cuda);
	return arena_str(a, buf_cstr(&b));
}

/* A text's own machine has a source, and where the text names it, a name. */
static const char *system_line(struct arena *a, const struct host *h)
{
	const char *words = show_host_system(a, h);

	if (h->live || !h->source || strcmp(h->source, "live") == 0)
		return words;
	return arena_printf(a, tr("%s%s%s    from %s"), h->name ? h->name : "", h->name ? ": " : "",
			    words, strcmp(h->source, "options") == 0 ? tr("options") : h->source);
}

/* What there is to make environments with; a few Pythons, or all. */
static void add_tools(struct arena *a, struct strings *to, const struct tools *tools, bool all)
{
	enum { PYTHONS = 3 };
	struct strings pythons = { 0 }, installers = { 0 };
	size_t most = all ? tools->pythons.n : PYTHONS, n = tools->pythons.n;

	for (size_t i = 0; i < n && i < most; i++) {
		const struct interpreter *p = &tools->pythons.v[i];

		strings_printf(a, &pythons, "%s%s", p->command,
			       p->venv == TRI_NO ? tr(" (without venv or ensurepip)") : "");
	}
	for (int i = 0; i < INSTALLERS; i++)
		if (tools->installers[i])
			strings_add(a, &installers, tools->installers[i]);
	if (n > most)
		strings_printf(a, to, tr("Pythons: %s and %zu more: -v"),
			       strings_joined(a, &pythons, ", "), n - most);
	else if (n)
		strings_printf(a, to, tr("Pythons: %s"), strings_joined(a, &pythons, ", "));
	if (installers.n)
		strings_printf(a, to, tr("installers: %s"),
			       strings_joined(a, &installers, ", "));
}

/* CEP 30 and CEP 46: what stands for the machine where a solver runs on another. */
static void add_virtuals(struct arena *a, struct strings *to, const struct host_virtuals *v)
{
	if (v && v->cuda)
		strings_printf(a, to,
			       tr("for conda on another machine: CONDA_OVERRIDE_CUDA=%s%s%s"),
			       v->cuda, v->arch ? " CONDA_OVERRIDE_CUDA_ARCH=" : "",
			       v->arch ? v->arch : "");
}

void show_host_more(struct arena *a, const struct term *t, const struct host *h, bool all)
{
	struct strings more = { 0 };

	EACH(const struct toolkit, k, h->toolkits) {
		strings_printf(a, &more, k->path ? tr("CUDA toolkit %s in %s") :
			       tr("CUDA toolkit %s"),
			       k->version ? k->version : tr("(version not known)"), k->path);
	}
	if (h->python)
		strings_printf(a, &more, h->env ? tr("Python %s in %s") : "Python %s", h->python,
			       h->env);
	if (h->tools && !h->env)
		add_tools(a, &more, h->tools, all);
	if (h->visible_devices)
		strings_printf(a, &more, "CUDA_VISIBLE_DEVICES=%s", h->visible_devices);
	if (h->device_order)
		strings_printf(a, &more, "CUDA_DEVICE_ORDER=%s", h->device_order);
	if (all)
		add_virtuals(a, &more, h->virtuals);
	for (size_t i = 0; i < more.n; i++)
		show_line(t, STYLE_PLAIN, i ? "" : tr("seen"), more.v[i]);
}

struct group {
	const char *label, *words; /* "GPU 0-7", and what is said of each */
	int from, to;
};

static const char *sm_words(struct arena *a, const struct gpu *g)
{
	BUF_AUTO b = BUF_WORDS;

	if (sm_known(g->sm))
		return arena_printf(a, tr("compute capability %s"), sm_dotted(g->sm, TEXT_ROOM));
	for (size_t i = 0; i < g->sm_candidates.n; i++)
		buf_printf(&b, "%s%s", i ? tr(" or ") : "",
			   sm_dotted(g->sm_candidates.v[i], TEXT_ROOM));
	return b.n ? arena_printf(a, tr("compute capability %s"), buf_cstr(&b)) :
		     tr("compute capability not known");
}

static const char *gpu_name(const struct gpu *g)
{
	return g->name ? g->name : tr("(no name)");
}

static size_t name_width(const struct host *h)
{
	size_t widest = 0;

	for (size_t i = 0; i < h->gpus.n; i++) {
		size_t w = text_width(span_of(gpu_name(&h->gpus.v[i])));

		widest = w > widest ? w : widest;
	}
	return widest;
}

static void add_mig(struct buf *b, const struct mig *m)
{
	size_t named = 0;

	if (!m->mode || strcmp(m->mode, "Enabled") != 0)
		return;
	buf_str(b, "  MIG");
	for (size_t i = 0; i < m->n; i++) {
		if (m->devices[i].profile)
			buf_printf(b, "%s %s", named++ ? "," : "", m->devices[i].profile);
	}
	if (m->n > named)
		buf_printf(b, m->n - named == 1 ? tr("%s %zu device") : tr("%s %zu devices"),
			   named ? "," : "", m->n - named);
}

/* All but "GPU n", so that equal GPUs share a line. */
static const char *gpu_words(struct arena *a, const struct gpu *g, size_t width)
{
	size_t w = text_width(span_of(gpu_name(g)));
	BUF_AUTO b = BUF_WORDS;

	buf_printf(&b, "%s%*s  %s", gpu_name(g), (int)(width > w ? width - w : 0), "",
		   sm_words(a, g));
	if (g->architecture)
		buf_printf(&b, "  %s", g->architecture);
	if (g->memory_mib >= 0)
		buf_printf(&b, "  %ld MiB", g->memory_mib);
	if (g->driver_model)
		buf_printf(&b, "  %s", g->driver_model);
	add_mig(&b, &g->mig);
	if (g->compute_mode && strcmp(g->compute_mode, "Default") != 0)
		buf_printf(&b, "  %s", g->compute_mode);
	if (g->hidden)
		buf_printf(&b, "  %s", tr("hidden"));
	if (g->error)
		buf_printf(&b, "  %s", tr(g->error));
	return arena_str(a, buf_cstr(&b));
}

static const char *label(struct arena *a, const struct group *g)
{
	return g->from == g->to ? arena_printf(a, "GPU %d", g->from)
				: arena_printf(a, "GPU %d-%d", g->from, g->to);
}

static size_t make_groups(struct arena *a, const struct host *h, struct group *groups)
{
	size_t width = name_width(h), n = 0;

	for (size_t i = 0; i < h->gpus.n; i++) {
		const char *words = gpu_words(a, &h->gpus.v[i], width);
		int index = h->gpus.v[i].index;

		if (n && index == groups[n - 1].to + 1 && strcmp(words, groups[n - 1].words) == 0)
			groups[n - 1].to = index;
		else
			groups[n++] = (struct group){ NULL, words, index, index };
	}
	return n;
}

static void show_gpus(struct arena *a, const struct term *t, const struct host *h)
{
	struct group *groups = arena_array(a, h->gpus.n, sizeof *groups);
	size_t n = make_groups(a, h, groups), widest = 0;

	for (size_t i = 0; i < n; i++) {
		groups[i].label = label(a, &groups[i]);
		if (strlen(groups[i].label) > widest)
			widest = strlen(groups[i].label);
	}
	for (size_t i = 0; i < n; i++)
		show_columns(t, "", arena_printf(a, "%-*s  %s", (int)widest, groups[i].label,
						 groups[i].words), widest + 2);
}

void show_host(struct arena *a, const struct term *t, const struct host *h)
{
	show_columns(t, tr("Machine"), system_line(a, h), 0);
	show_gpus(a, t, h);
	if (!h->gpus.n && !host_has_problem(h, CP009))
		show_line(t, STYLE_PLAIN, "",
			  h->gpus_known || h->nvidia_present == TRI_NO ? tr("no NVIDIA GPU")
								       : tr("GPUs not known"));
}

void show_host_from(struct arena *a, const struct term *t, const struct host *h)
{
	for (size_t i = 0; i < h->from.n; i++) {
		const struct host_from *f = &h->from.v[i];
		const char *fact = f->gpu < 0 ? f->fact : arena_printf(a, "GPU %d",
						h->gpus.v[f->gpu].index);

		show_columns(t, i ? "" : tr("Read from"),
			     arena_printf(a, tr("%-11s  line %u: %s"), tr(fact), f->line, f->text),
			     13);
	}
}

static const char *short_words(struct arena *a, const struct gpu *g)
{
	bool mig = g->mig.mode && strcmp(g->mig.mode, "Enabled") == 0;

	return arena_printf(a, "%s%s%s", sentence_gpu_name(a, g), mig ? " (MIG)" : "",
			    g->hidden ? tr(" (hidden)") : "");
}

const char *show_host_gpu_names(struct arena *a, const struct host *h, const bool *on,
				const char *times_sign)
{
	struct strings names = { 0 };
	size_t *times = arena_array(a, h->gpus.n, sizeof *times);
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < h->gpus.n; i++) {
		const char *name = short_words(a, &h->gpus.v[i]);
		size_t k = 0;

		if (!on[i])
			continue;
		while (k < names.n && strcmp(names.v[k], name) != 0)
			k++;
		if (k == names.n)
			strings_add(a, &names, name);
		times[k]++;
	}
	for (size_t i = 0; i < names.n; i++) {
		buf_str(&b, i ? ", " : "");
		if (times[i] > 1)
			buf_printf(&b, "%zu%s", times[i], times_sign);
		buf_str(&b, names.v[i]);
	}
	if (names.n)
		return arena_str(a, buf_cstr(&b));
	return h->gpus_known || h->nvidia_present == TRI_NO ? tr("no NVIDIA GPU") :
							      tr("GPUs not known");
}
