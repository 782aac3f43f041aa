#include "read/host/smi_fact.h"

#include "read/host/field.h"

static void set_sm(struct gpu *g, struct span v)
{
	struct sm sm;

	if (span_find_char(v, '.') <= 0 || !sm_parse(v, &sm))
		return;
	g->sm = sm;
	g->sm_source = SM_SOURCE_CSV;
	g->sm_candidates.n = 0;
	sm_list_add(&g->sm_candidates, sm);
}

static void set_mig(struct gpu *g, struct span v)
{
	if (span_is(v, "Enabled"))
		g->mig.mode = "Enabled";
	else if (span_is(v, "Disabled"))
		g->mig.mode = "Disabled";
}

static void set_memory(struct gpu *g, struct span v)
{
	long mib = field_mib(v);

	if (mib > 0)
		g->memory_mib = mib;
}

static void set_index(struct gpu *g, struct span v)
{
	int index = field_index(v);

	if (index >= 0)
		g->index = index;
}

static void keep(const char **to, const char *text)
{
	if (text)
		*to = text;
}

static void set_host(struct arena *a, struct host *h, enum smi_fact f, struct span v)
{
	if (f == SMI_DRIVER)
		keep(&h->driver, field_version(a, v));
	else if (f == SMI_CUDA)
		keep(&h->driver_cuda, field_version(a, v));
}

static void set_text(struct arena *a, struct gpu *g, enum smi_fact f, struct span v)
{
	switch (f) {
	case SMI_NAME:
		keep(&g->name, field_words(a, v));
		break;
	case SMI_ARCHITECTURE:
		keep(&g->architecture, field_words(a, v));
		break;
	case SMI_UUID:
		keep(&g->uuid, field_text(a, v));
		break;
	case SMI_BUS_ID:
		keep(&g->bus_id, field_is_bus_id(v) ? arena_span(a, v) : NULL);
		break;
	case SMI_PCI_ID:
		keep(&g->pci_id, field_pci_id(a, v));
		break;
	case SMI_PCI_SUB:
		keep(&g->pci_subsystem, field_pci_id(a, v));
		break;
	case SMI_COMPUTE_MODE:
		keep(&g->compute_mode, v.n < 32 ? field_text(a, v) : NULL);
		break;
	default:
		keep(&g->driver_model, v.n < 32 ? field_text(a, v) : NULL);
		break;
	}
}

void smi_fact_set(struct arena *a, struct host *h, struct gpu *g, enum smi_fact f, struct span v)
{
	v = span_trim(v);
	if (f == SMI_DRIVER || f == SMI_CUDA)
		set_host(a, h, f, v);
	if (!g)
		return;
	if (field_is_error(v) && !g->error)
		g->error = arena_span(a, v);
	if (f == SMI_SM)
		set_sm(g, v);
	else if (f == SMI_MIG_MODE)
		set_mig(g, v);
	else if (f == SMI_MEMORY)
		set_memory(g, v);
	else if (f == SMI_INDEX)
		set_index(g, v);
	else if (f >= SMI_NAME)
		set_text(a, g, f, v);
}
