#include "show/host.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "show/line.h"

static const struct {
	const char *platform, *words;
} systems[] = {
	{ "linux-64", "Linux x86_64" },        { "linux-aarch64", "Linux aarch64" },
	{ "linux-ppc64le", "Linux ppc64le" },  { "win-64", "Windows x86_64" },
	{ "win-arm64", "Windows on Arm" },     { "osx-arm64", "macOS on Apple silicon" },
	{ "osx-64", "macOS on Intel" },
};

static const char *system_words(const struct host *h)
{
	for (size_t i = 0; h->platform && i < sizeof systems / sizeof *systems; i++)
		if (strcmp(systems[i].platform, h->platform) == 0)
			return systems[i].words;
	return h->platform ? h->platform : "platform not known";
}

static void add_libc(struct buf *b, const struct host *h)
{
	if (h->glibc)
		buf_printf(b, ", glibc %s", h->glibc);
	else if (h->libc)
		buf_printf(b, ", %s", h->libc);
}

static void add_driver(struct buf *b, const struct host *h)
{
	if (h->driver)
		buf_printf(b, ", %sdriver %s", h->wsl == TRI_YES ? "Windows " : "", h->driver);
	else if (h->driver_missing)
		buf_str(b, ", no NVIDIA driver");
	if (h->driver_cuda)
		buf_printf(b, h->driver ? " (CUDA %s)" : ", CUDA %s", h->driver_cuda);
}

static const char *system_line(struct arena *a, const struct host *h)
{
	BUF_AUTO b = BUF(4096);

	buf_str(&b, system_words(h));
	if (h->wsl == TRI_YES)
		buf_str(&b, " (WSL)");
	if (h->l4t)
		buf_printf(&b, ", Jetson%s%s", strcmp(h->l4t, "yes") == 0 ? "" : " L4T ",
			   strcmp(h->l4t, "yes") == 0 ? "" : h->l4t);
	if (h->container)
		buf_printf(&b, ", in a container (%s)", h->container);
	add_libc(&b, h);
	add_driver(&b, h);
	if (!h->live) {
		buf_printf(&b, "    from %s", h->source ? h->source : "input");
		if (h->line)
			buf_printf(&b, " line %u", h->line);
	}
	return arena_str(a, buf_cstr(&b));
}

static const char *sm_words(struct arena *a, const struct gpu *g)
{
	BUF_AUTO b = BUF(1024);
	char text[SM_TEXT];

	if (sm_known(g->sm))
		return arena_printf(a, "sm_%s", sm_text(g->sm, text));
	for (size_t i = 0; i < g->sm_candidates.n; i++)
		buf_printf(&b, "%ssm_%s", i ? " or " : "", sm_text(g->sm_candidates.v[i], text));
	return b.n ? arena_str(a, buf_cstr(&b)) : "sm not known";
}

static const char *gpu_name(const struct gpu *g)
{
	return g->name ? g->name : "(no name)";
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
	if (!m->mode || strcmp(m->mode, "Enabled") != 0)
		return;
	buf_str(b, "  MIG");
	for (size_t i = 0; i < m->n; i++)
		buf_printf(b, "%s %s", i ? "," : "", m->devices[i].profile ? m->devices[i].profile
									  : "device");
}

/* Digits of the largest index. */
static int index_width(const struct host *h)
{
	int digits = 1;

	for (size_t i = 0; i < h->gpus.n; i++)
		digits = h->gpus.v[i].index > 9 ? 2 : digits;
	return digits;
}

static const char *gpu_line(struct arena *a, const struct gpu *g, int digits, size_t width)
{
	size_t w = text_width(span_of(gpu_name(g)));
	BUF_AUTO b = BUF(8192);

	buf_printf(&b, "GPU %-*d  %s%*s  %s", digits, g->index, gpu_name(g),
		   (int)(width > w ? width - w : 0), "", sm_words(a, g));
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
		buf_str(&b, "  hidden");
	if (g->error)
		buf_printf(&b, "  %s", g->error);
	return arena_str(a, buf_cstr(&b));
}

void show_host(struct arena *a, const struct term *t, const struct host *h)
{
	size_t width = name_width(h);
	int digits = index_width(h);

	show_columns(t, "Machine", system_line(a, h), 0);
	for (size_t i = 0; i < h->gpus.n; i++)
		show_columns(t, "", gpu_line(a, &h->gpus.v[i], digits, width), 7);
	if (!h->gpus.n)
		show_line(t, STYLE_PLAIN, "",
			  h->gpus_known || h->nvidia_present == TRI_NO ? "no NVIDIA GPU"
								       : "GPUs not known");
}

static void show_toolkit(struct arena *a, const struct term *t, const struct toolkit *k)
{
	show_line(t, STYLE_PLAIN, "",
		  arena_printf(a, "CUDA toolkit %s%s%s", k->version ? k->version : "(version not known)",
			       k->path ? " in " : "", k->path ? k->path : ""));
}

void show_host_more(struct arena *a, const struct term *t, const struct host *h)
{
	for (size_t i = 0; i < h->toolkits.n; i++)
		show_toolkit(a, t, &h->toolkits.v[i]);
	if (h->python && h->env)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, "Python %s in %s", h->python, h->env));
	else if (h->python)
		show_line(t, STYLE_PLAIN, "", arena_printf(a, "Python %s", h->python));
	if (h->visible_devices)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, "CUDA_VISIBLE_DEVICES=%s", h->visible_devices));
	if (h->device_order)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, "CUDA_DEVICE_ORDER=%s", h->device_order));
}

/* "GPU 1: " before a text that does not name its GPU. */
static const char *which_gpu(struct arena *a, const struct host *h, const struct problem *p)
{
	if (p->gpu < 0 || (size_t)p->gpu >= h->gpus.n || strstr(p->text, "GPU "))
		return "";
	return arena_printf(a, "GPU %d: ", h->gpus.v[p->gpu].index);
}

void show_host_problems(struct arena *a, const struct term *t, const struct host *h)
{
	static const enum style styles[] = {
		[SEVERITY_NOTE] = STYLE_DIM, [SEVERITY_WARNING] = STYLE_WARN,
		[SEVERITY_ERROR] = STYLE_BAD,
	};
	char code[8];

	for (size_t i = 0; i < h->problems.n; i++) {
		const struct problem *p = &h->problems.v[i];
		const struct finding_info *info = finding_info(p->code);
		enum severity s = info ? info->severity : SEVERITY_WARNING;

		show_line(t, styles[s], severity_name(s),
			  arena_printf(a, "%s%s [%s]", which_gpu(a, h, p), p->text,
				       finding_name(p->code, code)));
	}
}
