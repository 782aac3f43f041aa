/* nvidia-smi --version: "key : value" lines; a "Deprecated" value points to a newer key. */
#include <string.h>

#include "read/host/format_private.h"

enum { KEY_SMI, KEY_NVML, KEY_DRIVER, KEY_CUDA };

static const struct key {
	const char *name;
	int what;
} keys[] = {
	{ "NVIDIA-SMI version", KEY_SMI },  { "NVML version", KEY_NVML },
	{ "DRIVER version", KEY_DRIVER },   { "KMD version", KEY_DRIVER },
	{ "CUDA version", KEY_CUDA },       { "CUDA UMD version", KEY_CUDA },
};

static const struct key *version_key(struct span line, struct span *value)
{
	ptrdiff_t at = span_find_char(line, ':');

	if (at <= 0)
		return NULL;
	*value = span_trim(span_from(line, (size_t)at + 1));
	line = span_trim(span_sub(line, 0, (size_t)at));
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (span_eq_nocase(line, span_of(keys[i].name)))
			return &keys[i];
	return NULL;
}

static bool version_begins(const struct source *s, size_t i)
{
	struct span value;
	const struct key *k = version_key(s->v[i].s, &value);

	return k && k->what == KEY_SMI;
}

static size_t version_read(const struct source *s, size_t i, struct host *to)
{
	const char *of[4] = { NULL, NULL, NULL, NULL };
	bool cuda = false;
	const struct key *k;
	struct span value;
	size_t last = i;

	for (; i < s->n && (k = version_key(s->v[i].s, &value)); i++) {
		const char *v = s->v[i].whole ? field_version(s->a, value) : NULL;

		last = i;
		if (v)
			of[k->what] = v;
		cuda |= k->what == KEY_CUDA && s->v[i].whole;
		if (k->what >= KEY_DRIVER && s->v[i].whole && field_is_error(value))
			smi_version_set(s->a, to, k->what == KEY_CUDA ? SMI_CUDA : SMI_DRIVER,
					value);
	}
	to->driver = of[KEY_DRIVER];
	to->driver_cuda = of[KEY_CUDA];
	if (of[KEY_SMI] && to->driver && strcmp(of[KEY_SMI], to->driver) != 0)
		to->driver_library = of[KEY_SMI];
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

/* The first version behind "Kernel Module"; "for x86_64" may stand between. */
static size_t proc_read(const struct source *s, size_t i, struct host *to)
{
	const struct line *l = &s->v[i];
	ptrdiff_t at = span_find(l->s, "Kernel Module");
	struct span rest = span_from(l->s, (size_t)at), word;

	to->platform = format_platform_of_os(l->s);
	while (!to->driver && span_word(&rest, &word))
		if (rest.n || l->whole)
			to->driver = field_version(s->a, word);
	if (!to->driver || !l->whole)
		FORMAT_CUT(s->a, to, l->no, CUT_MODULE_VERSION);
	return i + 1;
}

const struct host_format format_proc_version = { proc_begins, proc_read };
