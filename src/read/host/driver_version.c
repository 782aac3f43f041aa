/* nvidia-smi --version: "key : value" lines; a "Deprecated" value points to a newer key. */
#include <string.h>

#include "read/host/fields_private.h"
#include "read/host/live_private.h"

/* Those of nvidia-smi itself and of NVML are facts of their own, by the numbers of none. */
enum { VERSION_SMI = SMI_FACTS, VERSION_NVML };

static const struct field fields[] = {
	{ NULL, "NVIDIA-SMI version", VERSION_SMI },
	{ NULL, "NVML version", VERSION_NVML },
	{ NULL, "DRIVER version", SMI_DRIVER }, { NULL, "KMD version", SMI_DRIVER },
	{ NULL, "CUDA version", SMI_CUDA },     { NULL, "CUDA UMD version", SMI_CUDA },
	{ .label = NULL },
};

static bool version_begins(const struct source *s, size_t i)
{
	struct span value;

	return field_take(fields, s->v[i].s, &value) == VERSION_SMI;
}

static size_t version_read(const struct source *s, size_t i, struct host *to)
{
	const char *smi = NULL;
	bool cuda = false;
	struct span value;
	size_t last = i;
	int f;

	for (; i < s->n && (f = field_take(fields, s->v[i].s, &value)) != SMI_NONE; last = i++) {
		if (!s->v[i].whole)
			continue;
		cuda |= f == SMI_CUDA;
		if (f == VERSION_SMI)
			smi = field_version(s->a, value);
		else if (f != VERSION_NVML)
			smi_version_set(s->a, to, (enum smi_fact)f, value);
	}
	if (smi && to->driver && strcmp(smi, to->driver) != 0)
		to->driver_library = smi;
	if (!s->v[last].whole || !cuda)
		FORMAT_CUT(s->a, to, s->v[last].no, CUT_SMI_VERSION);
	return last + 1;
}

const struct host_format format_smi_version = { version_begins, version_read };

/* /proc/driver/nvidia/version: "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.14  …". */

static bool proc_begins(const struct source *s, size_t i)
{
	return span_starts(s->v[i].s, "NVRM version:") &&
	       span_find(s->v[i].s, "Kernel Module") > 0;
}

/* The first version behind "Module"; "for x86_64" may stand between. */
const char *live_module(struct arena *a, struct span line, bool whole)
{
	ptrdiff_t at = span_find(line, "Module");
	struct span rest = span_from(line, at < 0 ? line.n : (size_t)at), word;
	const char *version = NULL;

	while (!version && span_word(&rest, &word))
		version = rest.n || whole ? field_version(a, word) : NULL;
	return version;
}

static size_t proc_read(const struct source *s, size_t i, struct host *to)
{
	const struct line *l = &s->v[i];

	to->platform = format_platform_of_os(l->s);
	to->driver = live_module(s->a, l->s, l->whole);
	if (!to->driver || !l->whole)
		FORMAT_CUT(s->a, to, l->no, CUT_MODULE_VERSION);
	return i + 1;
}

const struct host_format format_proc_version = { proc_begins, proc_read };
