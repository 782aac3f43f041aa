#include "show/host.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "fact/platform.h"
#include "show/line.h"

static const struct {
	const char *platform, *words;
} systems[] = {
	{ PLATFORM_LINUX, "Linux x86_64" },
	{ PLATFORM_LINUX_ARM, "Linux aarch64" },
	{ PLATFORM_LINUX_POWER, "Linux ppc64le" },
	{ PLATFORM_WINDOWS, "Windows x86_64" },
	{ PLATFORM_WINDOWS_ARM, "Windows on Arm" },
	{ PLATFORM_MAC, "macOS on Apple silicon" },
	{ PLATFORM_MAC_INTEL, "macOS on Intel" },
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
	if (!h->live && h->source && strcmp(h->source, "live") != 0) {
		buf_printf(&b, "    from %s", h->source);
	}
	return arena_str(a, buf_cstr(&b));
}

void show_host(struct arena *a, const struct term *t, const struct host *h)
{
	show_columns(t, "Machine", system_line(a, h), 0);
	show_host_gpus(a, t, h);
	if (!h->gpus.n)
		show_line(t, STYLE_PLAIN, "",
			  h->gpus_known || h->nvidia_present == TRI_NO ? "no NVIDIA GPU"
								       : "GPUs not known");
}

static void show_toolkit(struct arena *a, const struct term *t, const struct toolkit *k)
{
	show_line(t, STYLE_PLAIN, "",
		  arena_printf(a, "CUDA toolkit %s%s%s",
			       k->version ? k->version : "(version not known)",
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
