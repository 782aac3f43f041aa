#include "unit/read_facts.h"

static const char *text(const char *s)
{
	return s ? s : "-";
}

static void put_number(struct buf *b, long v)
{
	if (v < 0)
		buf_str(b, "-");
	else
		buf_printf(b, "%ld", v);
}

static void put_gpu(struct buf *b, const struct gpu *g)
{
	char sm[SM_TEXT];

	buf_printf(b, "\t%d;%s;", g->index, text(g->name));
	put_number(b, g->memory_mib);
	buf_printf(b, ";%s;%s;%s;%s;%s;%s;%s;%s;%zu;%s", text(g->bus_id), text(g->uuid),
		   text(g->pci_id), text(g->pci_subsystem),
		   sm_known(g->sm) ? sm_text(g->sm, sm) : "-", text(g->driver_model),
		   text(g->compute_mode), text(g->mig.mode), g->mig.n, text(g->error));
}

static void put_problems(struct buf *b, const struct host *h)
{
	const char *sep = "";

	for (unsigned code = 1; code < 100; code++)
		for (size_t i = 0; i < h->problems.n; i++)
			if ((unsigned)h->problems.v[i].what.code == code) {
				buf_printf(b, "%sCP%03u", sep, code);
				sep = ",";
				break;
			}
	if (!*sep)
		buf_str(b, "-");
}

void facts_put(struct buf *b, const struct host *h)
{
	buf_printf(b, "read\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", text(h->driver), text(h->driver_cuda),
		   text(h->driver_library), text(h->platform), h->wsl == TRI_YES ? "1" : "-",
		   h->driver_missing ? "1" : "-",
		   h->nvidia_present == TRI_YES ? "1" : h->nvidia_present == TRI_NO ? "-1" : "-");
	put_problems(b, h);
	for (size_t i = 0; i < h->gpus.n; i++)
		put_gpu(b, &h->gpus.v[i]);
}

static void put_toolkits(struct buf *b, const struct host *h)
{
	for (size_t i = 0; i < h->toolkits.n; i++)
		buf_printf(b, "%s%s", i ? "," : "", h->toolkits.v[i].version);
}

void facts_put_all(struct buf *b, const struct host *h)
{
	facts_put(b, h);
	buf_printf(b, "\tname=%s libc=%s-%s python=%s l4t=%s visible=%s order=%s toolkits=",
		   text(h->name), text(h->libc), text(h->glibc), text(h->python), text(h->l4t),
		   text(h->visible_devices), text(h->device_order));
	put_toolkits(b, h);
	buf_printf(b, " torch=%s/%s/%d packages=%zu", text(h->torch.version), text(h->torch.cuda),
		   h->torch.available, h->packages);
}
