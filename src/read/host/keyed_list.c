/*
 * gpu_status of pbsnodes: "gpu[1]=gpu_id=…;gpu_product_name=…,gpu[0]=…,driver_ver=…", what
 * nvidia-smi said of each GPU, and behind them of the node.
 * Source: adaptivecomputing/torque, src/resmom/mom_server.c.
 */
#include "read/host/keyed_private.h"

static const struct {
	const char *key;
	enum smi_fact fact;
} rows[] = {
	{ "gpu_product_name", SMI_NAME }, { "gpu_pci_location_id", SMI_BUS_ID },
	{ "gpu_memory_total", SMI_MEMORY }, { "driver_ver", SMI_DRIVER },
};

bool keyed_list(const struct source *s, struct span list, unsigned line, struct host *h)
{
	struct gpu *g = NULL;
	struct span of, one, key;

	while (span_next(&list, ',', &of))
		while (span_next(&of, ';', &one)) {
			if (span_take(&one, "gpu[") && span_next(&one, ']', &key)) {
				g = format_gpu(s, h, (int)h->gpus.n, line);
				smi_fact_set(s->a, h, g, SMI_INDEX, key);
				(void)span_take(&one, "=");
			}
			if (!span_next(&one, '=', &key))
				continue;
			for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
				if (span_is(key, rows[i].key))
					smi_fact_set(s->a, h, g, rows[i].fact, one);
		}
	return g != NULL;
}
