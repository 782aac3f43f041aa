#include "read/host/live.h"

static void live_variables(struct arena *a, const struct place *p, struct host *h)
{
	h->visible_devices = arena_str(a, place_env(p, "CUDA_VISIBLE_DEVICES"));
	h->device_order = arena_str(a, place_env_set(p, "CUDA_DEVICE_ORDER"));
}

void read_live(struct arena *a, const struct place *p, struct host *ret)
{
	*ret = host_new("live");
	ret->format = "live";
	ret->live = true;
	live_system(a, p, ret);
	live_variables(a, p, ret);
	live_nvml(a, p, ret);
	live_driver(a, p, ret);
	live_tegra(a, p, ret);
	live_toolkits(a, p, ret);
	live_python(a, p, ret);
}
