/* The layers that all GPUs share: libcuda, its start, its devices, and the runtime upon it. */
#include <stdio.h>

#include "door/cudart.h"
#include "probe/job.h"
#include "probe/journal_private.h"

static bool load(const struct job *j, struct cuda *c, struct probe_system *to)
{
	struct timer t = journal_begin(&to->libcuda);
	struct err e;

	if (cuda_open(j->libcuda, c, &e)) {
		journal_fail(t, 0, "%s", e.text);
		return false;
	}
	cuda_path(c, to->path, PROBE_PATH);
	return journal_end(t, NULL, 0);
}

/* "GPU-12345678-9abc-…", as NVML prints it. MIG devices have the same form here. */
static void uuid_text(const unsigned char u[16], char to[PROBE_NAME])
{
	size_t at = (size_t)snprintf(to, PROBE_NAME, "GPU-");

	for (int i = 0; i < 16; i++)
		at += (size_t)snprintf(to + at, PROBE_NAME - at, "%s%02x",
				       i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", u[i]);
}

static int list_one(const struct cuda *c, int ordinal, struct probe_device *d)
{
	unsigned char uuid[16];
	int device, rc = c->device(&device, ordinal);

	if (rc)
		return rc;
	if (!c->name || c->name(d->name, PROBE_NAME, device))
		d->name[0] = '\0';
	if (c->uuid && c->uuid(uuid, device) == 0)
		uuid_text(uuid, d->uuid);
	if (!c->bus || c->bus(d->bus, sizeof d->bus, device))
		d->bus[0] = '\0';
	if (c->attribute(&d->cc_major, CUDA_CC_MAJOR, device) ||
	    c->attribute(&d->cc_minor, CUDA_CC_MINOR, device))
		d->cc_major = d->cc_minor = 0;
	return 0;
}

static int list(const struct cuda *c, struct probe_system *to)
{
	int n = 0, rc = c->count(&n);

	if (rc == 0 && n <= 0)
		return 100;
	for (int i = 0; rc == 0 && i < n && i < PROBE_DEVICES; i++) {
		rc = list_one(c, i, &to->devices[i]);
		if (rc == 0)
			to->n = (unsigned)i + 1;
	}
	return rc;
}

static bool start(const struct cuda *c, struct probe_system *to)
{
	struct timer t = journal_begin(&to->init);
	int rc;

	if (c->version(&to->driver_cuda))
		to->driver_cuda = 0;
	rc = c->init(0);
	if (rc == 0)
		rc = list(c, to);
	return journal_end(t, c, rc);
}

/* Also where libcuda failed: the runtime's version and its own verdict are worth knowing. */
static void runtime(const struct job *j, struct probe_system *to)
{
	struct timer t = journal_begin(&to->runtime);
	struct cudart r;
	struct err e;

	if (cudart_ask(j->runtime, &r, &e)) {
		journal_fail(t, 0, "%s", e.text);
		return;
	}
	to->runtime_version = r.version;
	to->runtime_driver = r.driver;
	if (r.error && r.words[0])
		snprintf(to->runtime.text, PROBE_TEXT, "%s", r.words);
	journal_end(t, NULL, r.error);
}

void job_system(const struct job *j, struct probe_system *to)
{
	struct cuda c;

	if (load(j, &c, to))
		start(&c, to);
	if (j->runtime)
		runtime(j, to);
}
