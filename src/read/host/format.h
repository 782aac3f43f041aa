/*
 * One reader per form of text. A reader gets the lines of one machine, is asked whether its form
 * begins at a line, and turns what follows into a host that holds only what those lines say.
 */
#pragma once

#include "fact/host.h"
#include "read/host/lines.h"

struct source {
	struct arena *a;
	const struct line *v;
	size_t n;
};

struct format {
	const char *name; /* as users call it; becomes host.format */
	bool (*begins)(const struct source *s, size_t i);
	/* Reads from line i on into an empty host; returns the index behind the last line used. */
	size_t (*read)(const struct source *s, size_t i, struct host *to);
};

extern const struct format format_smi_table, format_smi_list, format_smi_csv, format_smi_csv_bare,
	format_smi_q, format_smi_xml, format_smi_version, format_smi_error, format_collect_env,
	format_proc_version, format_lspci, format_nvcc, format_toolkit_txt, format_toolkit_json,
	format_jetson, format_shell, format_session;

/* More GPUs than any machine has: what follows them is refused as damaged. */
enum { GPUS_MAX = 1024, MIG_MAX = 64 };
/* Of one text; CP001 says that there were more. */
enum { HOSTS_MAX = 10000 };
#define FORMAT_HOSTS_LIMIT "10000 hosts, which is the limit: further ones are not read"

/* Adds a GPU that stands in a line; NULL and a CP001 when there are too many. */
struct gpu *format_gpu(const struct source *s, struct host *h, int index, unsigned line);
void format_mig_add(struct arena *a, struct gpu *g, struct mig_device d);
/* CP001 with a sentence, and the line where it was noticed. */
void format_cut(struct arena *a, struct host *h, unsigned line, const char *text);
/* Any other problem; gpu is an index in h->gpus or -1. */
void format_problem(struct arena *a, struct host *h, enum finding_code code, int gpu, unsigned line,
		    const char *text);
