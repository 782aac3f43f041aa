#include "fact/host.h"

struct host host_new(const char *source)
{
	return (struct host){
		.source = source,
		.wsl = TRI_UNKNOWN,
		.nvidia_present = TRI_UNKNOWN,
		.torch = { .available = TRI_UNKNOWN },
	};
}

struct gpu gpu_new(int index)
{
	return (struct gpu){ .index = index, .memory_mib = -1 };
}

void host_problem(struct arena *a, struct host *h, enum finding code, int gpu, const char *text)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].code == code && h->problems.v[i].gpu == gpu)
			return;
	ARRAY_ADD(a, h->problems) = (struct problem){ .code = code, .text = text, .gpu = gpu };
}

void host_say(struct arena *a, struct host *h, enum finding code, int gpu, const char *fmt, ...)
{
	const char *text;
	va_list ap;

	va_start(ap, fmt);
	text = arena_vprintf(a, fmt, ap);
	va_end(ap);
	host_problem(a, h, code, gpu, text);
}

const char *sm_source_name(enum sm_source s)
{
	static const char *const names[] = {
		[SM_SOURCE_NVML] = "nvml",  [SM_SOURCE_CSV] = "csv",
		[SM_SOURCE_PCI] = "pci",    [SM_SOURCE_NAME] = "name",
		[SM_SOURCE_TRUNCATED] = "truncated-name",
		[SM_SOURCE_ALIAS] = "alias", [SM_SOURCE_USER] = "user",
	};

	return names[s];
}
