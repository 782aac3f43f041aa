/* What the kernel says without NVIDIA's library: /proc/driver/nvidia, PCI, device files. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/tr.h"
#include "os/dl.h"
#include "os/file.h"
#include "read/host/live_private.h"

static bool usable(const struct place *p, const char *path, int *why)
{
	char full[512];

	snprintf(full, sizeof full, "%s%s", p->root, path);
	*why = os_usable(full);
	return *why == 0;
}

static bool has_gpu_file(struct arena *a, const struct place *p)
{
	struct strings all = place_list(a, p, "/dev", "nvidia");

	return ANY(x, all, ascii_digit((*x)[strlen("nvidia")]));
}

static struct probe_step failed(enum step_fault fault, const char *file)
{
	struct probe_step s = { .state = STEP_FAILED, .fault = fault };

	snprintf(s.have, sizeof s.have, "%s", file);
	return s;
}

/* One of these must be there and open. */
static struct probe_step device_files(struct arena *a, const struct place *p,
				      const struct host *h)
{
	static const char *const names[] = { "/dev/nvidiactl", "/dev/nvidia-uvm" };
	const struct probe_step ok = { .state = STEP_OK };
	int why;

	if (h->wsl == TRI_YES)
		return place_exists(a, p, "/dev/dxg") ? ok : failed(FAULT_FILE_ABSENT, "/dev/dxg");
	if (h->l4t)
		return ok;
	if (!h->driver && !place_exists(a, p, "/proc/driver/nvidia/version"))
		return failed(place_exists(a, p, "/sys/module/nouveau") ? FAULT_NOUVEAU
									: FAULT_NO_DRIVER, "");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!usable(p, names[i], &why))
			return failed(why == ENOENT ? FAULT_FILE_ABSENT : FAULT_FILE_CLOSED,
				      names[i]);
	return has_gpu_file(a, p) ? ok : failed(FAULT_NO_GPU_FILE, "/dev/nvidia0");
}

void live_device_files(struct arena *a, const struct place *p, const struct host *h,
		  struct probe_step *ret)
{
	*ret = device_files(a, p, h);
}

static void kernel_module(struct arena *a, const struct place *p, struct host *h)
{
	const char *line = place_line(a, p, "/proc/driver/nvidia/version");
	const char *version = line ? live_module(a, span_of(line), true) : NULL;

	if (!version)
		return;
	if (!h->driver)
		h->driver = version;
	h->driver_missing = false;
	for (size_t i = 0; h->driver_library && i < h->problems.n; i++)
		if (h->problems.v[i].what.code == CP010) {
			h->problems.v[i].what.words =
				PHRASE(a, HOST_MODULE_DIFFERS, SAY(have, h->driver_library),
				       SAY(need, version));
			h->problems.v[i].what.have = h->driver_library;
			h->problems.v[i].what.need = version;
		}
}

/* A file of /sys with "0x10de", as "10de". */
static const char *hex_file(struct arena *a, const struct place *p, const char *folder,
			    const char *name)
{
	const char *line = place_line(a, p, place_join(a, folder, name));
	uint64_t v;

	if (!line || !span_hex(span_of(line), &v) || v > 0xFFFF)
		return NULL;
	return arena_printf(a, "%04x", (unsigned)v);
}

static const char *hex_pair(struct arena *a, const char *vendor, const char *device)
{
	return vendor && device ? arena_printf(a, "%s:%s", vendor, device) : NULL;
}

/* Display controllers: VGA, XGA, 3D, other; and processing accelerators. */
static bool is_display(struct arena *a, const struct place *p, const char *folder)
{
	const char *line = place_line(a, p, place_join(a, folder, "class"));
	uint64_t v;

	return line && span_hex(span_of(line), &v) && (v >> 16 == 0x03 || v >> 16 == 0x12);
}

/* The value of "KEY value"; NULL where it is unknown, which is written as "?" or "Unknown". */
static const char *information(struct arena *a, struct span s, const char *key)
{
	struct span line;

	while (span_line(&s, &line))
		if (span_take(&line, key)) {
			line = span_trim(line);
			if (!line.n || span_find_char(line, '?') >= 0 || span_is(line, "Unknown"))
				return NULL;
			return arena_span(a, line);
		}
	return NULL;
}

/* /proc/driver/nvidia/gpus/ADDRESS/information has the model and the UUID. */
static void from_proc(struct arena *a, const struct place *p, const char *bus, struct gpu *g)
{
	const char *path = arena_printf(a, "/proc/driver/nvidia/gpus/%s/information", bus);
	struct span s;

	if (!place_read(a, p, path, 65536, &s))
		return;
	if (!g->name)
		g->name = information(a, s, "Model:");
	if (!g->uuid)
		g->uuid = information(a, s, "GPU UUID:");
}

/* The kernel driver that has the device, "nvidia", "nouveau", "vfio-pci"; NULL if none has. */
static const char *kernel_driver(struct arena *a, const struct place *p, const char *folder)
{
	const char *real = place_real(a, p, place_join(a, folder, "driver"));
	const char *slash = real ? strrchr(real, '/') : NULL;

	return slash ? slash + 1 : NULL;
}

/* A GPU that the library did not tell of is left out where the library told of others. */
static struct gpu *new_gpu(struct arena *a, struct host *h, const char *bus)
{
	struct gpu g = gpu_new((int)h->gpus.n);

	if (h->gpus_known && h->gpus.n && !h->gpus.v[0].error)
		return NULL;
	if (h->gpus_known)
		g.error = N_("the driver does not show it");
	g.bus_id = arena_printf(a, "%s%s", strlen(bus) == 12 ? "0000" : "", bus);
	ARRAY_ADD(a, h->gpus) = g;
	return &h->gpus.v[h->gpus.n - 1];
}

static void say_driver(struct arena *a, struct host *h, const char *bus, const char *module)
{
	if (h->driver || h->wsl == TRI_YES)
		return;
	if (!module)
		HOST_PROBLEM(a, h, CP004, -1, HOST_NOT_DRIVEN, SAY(at, bus));
	else if (strcmp(module, "nvidia") != 0)
		HOST_PROBLEM(a, h, CP004, -1, HOST_DRIVEN_BY_OTHER, SAY(at, bus),
			     SAY(other, module));
}

static void add_gpu(struct arena *a, const struct place *p, struct host *h, const char *folder,
		    const char *bus)
{
	/* NVIDIA's library may have told of it already */
	struct gpu *g = FIRST_OF(x, h->gpus, x->bus_id && gpu_same_bus(x->bus_id, bus));

	if (!g)
		g = new_gpu(a, h, bus);
	if (!g)
		return;
	if (!g->pci_id)
		g->pci_id = hex_pair(a, "10de", hex_file(a, p, folder, "device"));
	if (!g->pci_subsystem)
		g->pci_subsystem = hex_pair(a, hex_file(a, p, folder, "subsystem_vendor"),
					    hex_file(a, p, folder, "subsystem_device"));
	from_proc(a, p, bus, g);
	say_driver(a, h, bus, kernel_driver(a, p, folder));
}

static void pci_device(struct arena *a, const struct place *p, struct host *h, const char *bus,
		       struct strings *others)
{
	const char *folder = place_join(a, "/sys/bus/pci/devices", bus);
	const char *vendor = is_display(a, p, folder) ? hex_file(a, p, folder, "vendor") : NULL;

	if (!vendor)
		return;
	if (strcmp(vendor, "10de") == 0) {
		add_gpu(a, p, h, folder, bus);
		h->nvidia_present = TRI_YES;
	} else if (strcmp(vendor, "1002") == 0) {
		strings_add(a, others, "AMD");
	} else if (strcmp(vendor, "8086") == 0) {
		strings_add(a, others, "Intel");
	}
}

static void pci(struct arena *a, const struct place *p, struct host *h)
{
	struct strings all = place_list(a, p, "/sys/bus/pci/devices", ""), others = { 0 };

	for (size_t i = 0; i < all.n; i++)
		pci_device(a, p, h, all.v[i], &others);
	if (h->nvidia_present != TRI_YES && others.n)
		HOST_PROBLEM(a, h, CP009, -1, HOST_DISPLAY_OF_OTHER, SAY(maker, others.v[0]));
	if (all.n && h->nvidia_present == TRI_UNKNOWN && h->wsl != TRI_YES)
		h->nvidia_present = TRI_NO;
}

/* A container sees the kernel's driver and PCI, but runs nothing without the device files. */
static void container_without(struct arena *a, const struct place *p, struct host *h)
{
	if (h->container && h->driver && h->nvidia_present == TRI_YES && h->wsl != TRI_YES &&
	    !place_exists(a, p, "/dev/nvidiactl"))
		HOST_PROBLEM(a, h, CP004, -1, HOST_CONTAINER_WITHOUT, SAY(driver, h->driver));
}

/* WSL shows no PCI device of the GPU: without the driver of Windows nothing is to be seen. */
static void wsl_without(struct arena *a, struct host *h)
{
	h->gpus_known = true;
	HOST_PROBLEM(a, h, CP009, -1, HOST_NONE_IN_WSL);
}

/* A static program knows what the kernel tells: in WSL nothing, else no memory, MIG, errors. */
static void unasked(struct arena *a, struct host *h)
{
	if (h->wsl == TRI_YES)
		HOST_PROBLEM(a, h, CP001, -1, HOST_STATIC_IN_WSL);
	else if (h->driver && h->nvidia_present == TRI_YES)
		HOST_PROBLEM(a, h, CP001, -1, HOST_STATIC);
}

void live_driver(struct arena *a, const struct place *p, struct host *h)
{
	bool told = h->gpus_known;

	kernel_module(a, p, h);
	pci(a, p, h);
	if (!h->driver && h->nvidia_present == TRI_YES)
		h->driver_missing = true;
	if (h->nvidia_present != TRI_UNKNOWN)
		h->gpus_known = true;
	if (!told)
		container_without(a, p, h);
	if (!*p->root && !dl_can())
		unasked(a, h);
	else if (!told && h->wsl == TRI_YES && !h->driver)
		wsl_without(a, h);
}
