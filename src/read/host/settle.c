#include "read/host/settle.h"

#include <string.h>

#include "base/version.h"
#include "read/host/platform.h"

static size_t count_dots(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += *s == '.';
	return n;
}

static size_t digits_behind_dot(const char *s)
{
	const char *dot = strchr(s, '.');

	return dot ? strspn(dot + 1, "0123456789") : 0;
}

/* Linux: 535.104.12, 535.120; Windows: 537.42. */
static bool linux_scheme(const char *v)
{
	return count_dots(v) == 2 || (count_dots(v) == 1 && digits_behind_dot(v) == 3);
}

static bool windows_scheme(const char *v)
{
	return count_dots(v) == 1 && digits_behind_dot(v) == 2;
}

/*
 * nvidia-smi of Linux over a Windows driver that is not older is WSL. An older Linux-like number is
 * a container or Colab, where the tools were installed apart from the driver.
 */
static void settle_wsl(struct host *h)
{
	if (h->wsl != TRI_UNKNOWN || !h->driver || !h->driver_library)
		return;
	if (linux_scheme(h->driver_library) && windows_scheme(h->driver) &&
	    version_dotted_cmp(span_of(h->driver), span_of("460")) > 0 &&
	    version_dotted_cmp(span_of(h->driver), span_of(h->driver_library)) > 0)
		h->wsl = TRI_YES;
}

static bool windows_model(const char *model)
{
	return model && (strncmp(model, "WDDM", 4) == 0 || strcmp(model, "TCC") == 0 ||
			 strcmp(model, "MCDM") == 0);
}

/* A driver model is Windows's own word, unless the text says that it is WSL. */
static void settle_platform(struct host *h)
{
	if (h->wsl == TRI_YES && h->platform && strcmp(h->platform, "win-64") == 0)
		h->platform = NULL;
	for (size_t i = 0; i < h->gpus.n && !h->platform; i++) {
		if (windows_model(h->gpus.v[i].driver_model) && h->wsl != TRI_YES)
			h->platform = "win-64";
		else if (h->gpus.v[i].name)
			h->platform = platform_of_gpu(h->gpus.v[i].name);
	}
}

static void settle_errors(struct arena *a, struct host *h)
{
	for (size_t i = 0; i < h->gpus.n; i++) {
		const struct gpu *g = &h->gpus.v[i];
		size_t n = h->problems.n;

		if (!g->error)
			continue;
		host_problem(a, h, CP007, (int)i,
			     arena_printf(a, "GPU %d answers \"%s\"", g->index, g->error));
		if (h->problems.n > n)
			h->problems.v[n].line = g->line;
	}
}

void host_settle(struct arena *a, struct host *h)
{
	settle_wsl(h);
	settle_platform(h);
	settle_errors(a, h);
	if (h->gpus.n)
		h->nvidia_present = TRI_YES;
	if (h->driver)
		h->driver_missing = false;
}

static bool tells_of_gpu(const struct host *h)
{
	return h->gpus_known || h->nvidia_present != TRI_UNKNOWN || h->visible_devices ||
	       h->device_order;
}

static bool tells_of_driver(const struct host *h)
{
	return h->driver || h->driver_cuda || h->driver_missing || h->driver_library || h->l4t;
}

static bool tells_of_system(const struct host *h)
{
	return h->platform || h->glibc || h->python || h->torch.version || h->toolkits.n ||
	       h->packages.n;
}

bool host_is_empty(const struct host *h)
{
	return !tells_of_gpu(h) && !tells_of_driver(h) && !tells_of_system(h) &&
	       (h->problems.n == 0 || (h->problems.n == 1 && h->problems.v[0].code == CP001));
}
