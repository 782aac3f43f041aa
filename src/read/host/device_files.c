#include "read/host/device_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool usable(const struct place *p, const char *path, int *why)
{
	char full[512];

	snprintf(full, sizeof full, "%s%s", p->root, path);
	*why = access(full, R_OK | W_OK) ? errno : 0;
	return *why == 0;
}

static bool has_gpu_file(struct arena *a, const struct place *p)
{
	struct strings all = place_list(a, p, "/dev", "nvidia");

	for (size_t i = 0; i < all.n; i++)
		if (ascii_digit(all.v[i][strlen("nvidia")]))
			return true;
	return false;
}

/* One of these must be there and open; NULL where all is well. */
static const char *missing(struct arena *a, const struct place *p, const struct host *h)
{
	static const char *const names[] = { "/dev/nvidiactl", "/dev/nvidia-uvm" };
	int why;

	if (h->wsl == TRI_YES)
		return place_exists(a, p, "/dev/dxg") ? NULL : "/dev/dxg is absent";
	if (h->l4t)
		return NULL;
	if (!h->driver && !place_exists(a, p, "/proc/driver/nvidia/version"))
		return place_exists(a, p, "/sys/module/nouveau")
			? "the kernel has nouveau loaded, not NVIDIA's driver"
			: "the kernel has no NVIDIA driver loaded";
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!usable(p, names[i], &why))
			return arena_printf(a, "%s %s", names[i],
					    why == ENOENT ? "is absent" : "may not be opened");
	return has_gpu_file(a, p) ? NULL : "there is no /dev/nvidia0";
}

void device_files(struct arena *a, const struct place *p, const struct host *h,
		  struct probe_step *ret)
{
	const char *text = missing(a, p, h);

	*ret = (struct probe_step){ .state = text ? STEP_FAILED : STEP_OK };
	snprintf(ret->text, PROBE_TEXT, "%s", text ? text : "");
}
