#include "show/host_json.h"

#include "fact/host_fold.h"
#include "show/json_key.h"
#include "show/words.h"

static void mig_key(struct json *j, const struct mig *m)
{
	JSON_MAYBE(j, "mig", m->mode) {
		json_str_key(j, "mode", m->mode);
		JSON_EACH(j, "devices", const struct mig_device, d, LIST(m->devices, m->n)) {
			json_str_key(j, "profile", d->profile);
			json_str_key(j, "uuid", d->uuid);
		}
	}
}

static void gpu_json(struct json *j, const struct gpu *g)
{
	json_int_key(j, "index", g->index);
	json_str_key(j, "name", g->name);
	json_key_sm(j, "sm", g->sm);
	json_str_key(j, "sm_source", sm_source_name(g->sm_source));
	json_key_sms(j, "sm_candidates", true, &g->sm_candidates);
	json_key_index(j, "memory_mib", g->memory_mib);
	json_str_key(j, "uuid", g->uuid);
	json_str_key(j, "pci_id", g->pci_id);
	mig_key(j, &g->mig);
	json_str_key(j, "architecture", g->architecture);
	json_str_key(j, "segment", g->segment);
	json_str_key(j, "pci_subsystem", g->pci_subsystem);
	json_str_key(j, "bus_id", g->bus_id);
	json_str_key(j, "driver_model", g->driver_model);
	json_str_key(j, "compute_mode", g->compute_mode);
	json_str_key(j, "error", g->error);
	json_bool_key(j, "hidden", g->hidden);
}

static void lists(struct arena *a, struct json *j, const struct host *h, size_t host)
{
	JSON_EACH(j, "gpus", const struct gpu, g, h->gpus)
		gpu_json(j, g);
	JSON_EACH(j, "toolkits", const struct toolkit, t, h->toolkits) {
		json_str_key(j, "path", t->path);
		json_str_key(j, "version", t->version);
	}
	JSON_EACH(j, "problems", const struct problem, p, h->problems) {
		char code[8];

		json_str_key(j, "code", finding_name(p->what.code, code));
		json_str_key(j, "text", words_finding(a, &p->what));
		json_key_index(j, "gpu", p->what.gpu);
		json_int_key(j, "host", (int64_t)host);
		json_str_key(j, "have", p->what.have);
		json_str_key(j, "need", p->what.need);
	}
}

static void virtuals_key(struct json *j, const struct host *h)
{
	if (!h->virtuals)
		return;
	json_open_key(j, "virtual_packages");
	json_str_key(j, "__cuda", h->virtuals->cuda);
	json_str_key(j, "__cuda_arch", h->virtuals->arch);
	json_close(j);
}

/* Where each fact stands, of a machine that was read from a text. */
static void from_key(struct json *j, const struct host *h)
{
	if (!h->from.n)
		return;
	JSON_EACH(j, "from", const struct host_from, f, h->from) {
		json_str_key(j, "fact", f->fact);
		json_key_index(j, "gpu", f->gpu);
		json_str_key(j, "file", h->source);
		json_int_key(j, "line", f->line);
		json_str_key(j, "text", f->text);
	}
}

static void host_json(struct arena *a, struct json *j, const struct host *h, size_t host)
{
	json_open(j);
	json_str_key(j, "source", h->source);
	json_str_key(j, "platform", h->platform);
	json_str_key(j, "glibc", h->glibc);
	json_str_key(j, "driver", h->driver);
	json_str_key(j, "driver_cuda", h->driver_cuda);
	json_key_tri(j, "wsl", h->wsl);
	json_str_key(j, "container", h->container);
	json_str_key(j, "visible_devices", h->visible_devices);
	lists(a, j, h, host);
	json_str_key(j, "python", h->python);
	json_str_key(j, "env", h->env);
	json_str_key(j, "device_order", h->device_order);
	json_str_key(j, "libc", h->libc);
	json_str_key(j, "macos", h->macos);
	json_str_key(j, "l4t", h->l4t);
	json_str_key(j, "name", h->name);
	json_str_key(j, "driver_library", h->driver_library);
	json_bool_key(j, "driver_missing", h->driver_missing);
	json_key_tri(j, "nvidia_present", h->nvidia_present);
	json_bool_key(j, "gpus_known", h->gpus_known);
	virtuals_key(j, h);
	from_key(j, h);
	json_close(j);
}

void show_hosts_json(struct arena *a, struct json *j, const struct hosts *h)
{
	json_list_key(j, "hosts");
	for (size_t i = 0; i < hosts_machines(h); i++) {
		struct arena_mark before = arena_mark(a);
		struct host one = hosts_machine(a, h, i);

		host_json(a, j, &one, i);
		arena_back(a, before);
	}
	json_end(j);
}

void show_places_json(struct arena *a, struct json *j, const char *key, const struct hosts *hosts,
		      const size_t *of, size_t n)
{
	struct arena_mark before = arena_mark(a);
	const size_t *all = hosts_places(a, hosts, of, n, &n);

	JSON_VALUES(j, key, const size_t, place, LIST(all, n))
		json_int(j, (int64_t)*place);
	arena_back(a, before);
}
