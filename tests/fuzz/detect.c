/* A line that is CUDA_VISIBLE_DEVICES, then pasted facts: all that detect does with them. */
#include <stdlib.h>

#include "base/json.h"
#include "fact/redact.h"
#include "know/host.h"
#include "read/host/host.h"
#include "show/host.h"
#include "show/host_json.h"

int fuzz_one(const uint8_t *data, size_t n);

static struct matrix *matrix(void)
{
	static struct arena arena;
	static struct matrix *m;
	struct err e;

	if (!m && matrix_open(&arena, NULL, &m, &e) < 0)
		abort();
	return m;
}

static void show(struct arena *a, const struct hosts *hosts)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	struct json j = JSON(f);
	struct term t = { .f = f, .width = 60 };

	show_hosts_json(a, &j, hosts);
	for (size_t i = 0; i < hosts->n; i++) {
		show_host(a, &t, &hosts->v[i]);
		show_host_more(a, &t, &hosts->v[i], true);
		show_host_problems(a, &t, &hosts->v[i], true);
	}
	fclose(f);
	free(text);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	struct span rest = { (const char *)data, n }, line = SPAN("");
	ARENA_AUTO a = { 0 };
	struct hosts hosts = { 0 };
	struct err e;

	span_line(&rest, &line);
	if (read_hosts(&a, "input", rest, &hosts, &e))
		return 0;
	for (size_t i = 0; i < hosts.n; i++) {
		hosts.v[i].visible_devices = line.n ? arena_span(&a, line) : NULL;
		if (host_complete(matrix(), &a, &hosts.v[i], &e))
			abort();
		redact_host(&a, &hosts.v[i], i + 1, NULL);
		if (host_complete(matrix(), &a, &hosts.v[i], &e))
			abort();
	}
	show(&a, &hosts);
	return 0;
}
