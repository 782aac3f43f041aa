/* Platform, C library, WSL, container; and the order in which the parts are asked. */
#include "fact/platform.h"
#include "os/machine.h"
#include "read/host/live_private.h"

#include <string.h>

static const char *platform_of(struct arena *a, const char *machine)
{
	if (strcmp(machine, "x86_64") == 0)
		return PLATFORM_LINUX;
	return arena_printf(a, "linux-%s", machine);
}

/* Below a root the programs there count, by the loader that they need. */
static const char *machine_below_root(struct arena *a, const struct place *p)
{
	static const struct {
		const char *folder, *loader, *machine;
	} all[] = {
		{ "/lib64", "ld-linux-x86-64.so", "x86_64" },
		{ "/lib", "ld-linux-aarch64.so", "aarch64" },
		{ "/lib", "ld-musl-x86_64.so", "x86_64" },
		{ "/lib", "ld-musl-aarch64.so", "aarch64" },
	};

	return FIRST_TELLS(x, ROWS(all), place_list(a, p, x->folder, x->loader).n, x->machine,
		NULL);
}

static void platform(struct arena *a, const struct place *p, struct host *h)
{
	const char *machine = *p->root ? machine_below_root(a, p) : os_machine(a);

	if (machine)
		h->platform = platform_of(a, machine);
}

/* The number in "GNU C Library (…) stable release version 2.36." of a libc.so.6. */
static const char *glibc_of_file(struct arena *a, const struct place *p, const char *path)
{
	static const char mark[] = "release version ";
	struct span s, number;
	size_t n;
	ptrdiff_t at;

	if (!place_read(a, p, path, (size_t)8 << 20, &s))
		return NULL;
	at = span_find(s, "GNU C Library");
	s = at < 0 ? span_sub(s, 0, 0) : span_from(s, (size_t)at);
	at = span_find(span_sub(s, 0, 200), mark);
	if (at < 0)
		return NULL;
	number = span_sub(s, (size_t)at + sizeof mark - 1, 12);
	n = span_run_digits(number, ".");
	while (n && number.p[n - 1] == '.')
		n--;
	return n ? arena_span(a, span_sub(number, 0, n)) : NULL;
}

static const char *glibc_below_root(struct arena *a, const struct place *p)
{
	static const char *const folders[] = {
		"/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64", "/usr/lib64",
		"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib",
	};
	const char *version = NULL;

	for (size_t i = 0; !version && i < sizeof folders / sizeof *folders; i++)
		version = glibc_of_file(a, p, place_join(a, folders[i], "libc.so.6"));
	return version;
}

static void libc(struct arena *a, const struct place *p, struct host *h)
{
	if (place_list(a, p, "/lib", "ld-musl-").n && place_exists(a, p, "/etc/alpine-release")) {
		h->libc = "musl"; /* the machine's own loader, even with a glibc beside it */
		return;
	}
	h->glibc = *p->root ? NULL : os_glibc();
	if (!h->glibc)
		h->glibc = glibc_below_root(a, p);
	if (h->glibc)
		h->libc = "glibc";
	else if (place_list(a, p, "/lib", "ld-musl-").n)
		h->libc = "musl";
}

static void wsl(struct arena *a, const struct place *p, struct host *h)
{
	const char *release = place_line(a, p, "/proc/sys/kernel/osrelease");
	bool found;

	if (!release)
		release = place_line(a, p, "/proc/version");
	if (!release)
		return;
	found = span_find_nocase(span_of(release), "microsoft") >= 0 || strstr(release, "WSL");
	h->wsl = found ? TRI_YES : TRI_NO;
}

enum mark { MARK_FILE, MARK_VARIABLE, MARK_CGROUP };

/* What shows a container, the most telling first. */
static const struct {
	enum mark kind;
	const char *what, *name;
} marks[] = {
	{ MARK_VARIABLE, "APPTAINER_CONTAINER", "apptainer" },
	{ MARK_VARIABLE, "SINGULARITY_CONTAINER", "singularity" },
	{ MARK_VARIABLE, "KUBERNETES_SERVICE_HOST", "kubernetes" },
	{ MARK_CGROUP, "kubepods", "kubernetes" },
	{ MARK_FILE, "/run/.containerenv", "podman" },
	{ MARK_FILE, "/.dockerenv", "docker" },
	{ MARK_FILE, "/.singularity.d", "singularity" },
	{ MARK_CGROUP, "docker", "docker" },
	{ MARK_CGROUP, "libpod", "podman" },
	{ MARK_CGROUP, "/lxc", "lxc" },
};

static bool is_marked(struct arena *a, const struct place *p, size_t i, struct span cgroup)
{
	switch (marks[i].kind) {
	case MARK_FILE:
		return place_exists(a, p, marks[i].what);
	case MARK_VARIABLE:
		return place_env_set(p, marks[i].what) != NULL;
	case MARK_CGROUP:
		return span_find(cgroup, marks[i].what) >= 0;
	}
	return false;
}

/* systemd, podman and lxc set the variable `container`; its value is their own name. */
static void container(struct arena *a, const struct place *p, struct host *h)
{
	struct span cgroup = { 0 };

	place_read(a, p, "/proc/1/cgroup", 65536, &cgroup);
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (is_marked(a, p, i, cgroup)) {
			h->container = marks[i].name;
			return;
		}
	h->container = arena_str(a, place_env_set(p, "container"));
}

static void live_system(struct arena *a, const struct place *p, struct host *h)
{
	platform(a, p, h);
	libc(a, p, h);
	wsl(a, p, h);
	container(a, p, h);
}

static void live_variables(struct arena *a, const struct place *p, struct host *h)
{
	h->visible_devices = arena_str(a, place_env(p, "CUDA_VISIBLE_DEVICES"));
	h->device_order = arena_str(a, place_env_set(p, "CUDA_DEVICE_ORDER"));
}

void read_live(struct arena *a, const struct place *p, struct host *ret)
{
	*ret = host_new("live");
	ret->format = TEXT_LIVE;
	ret->live = true;
	live_system(a, p, ret);
	live_variables(a, p, ret);
	live_nvml(a, p, ret);
	live_driver(a, p, ret);
	live_tegra(a, p, ret);
	live_toolkits(a, p, ret);
	live_python(a, p, ret);
	live_tools(a, p, ret);
}
