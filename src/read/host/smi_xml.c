/* nvidia-smi -q -x, DTD v6 (340) to v13 (560 and later, 610 with kmd_version). */
#include <string.h>

#include "base/buf.h"
#include "door/expat.h"
#include "read/host/format_private.h"

enum { PATH_MAX_BYTES = 1024, VALUE_MAX = 512 };

struct document {
	const struct source *s;
	struct host *h;
	struct gpu *gpu;
	struct mig_device mig;
	char path[PATH_MAX_BYTES];  /* "nvidia_smi_log/gpu/pci/pci_bus_id" */
	size_t path_n;
	char value[VALUE_MAX];
	size_t value_n;
	size_t first;               /* index of the line that the document begins in */
	int attached;
};

static const struct element {
	const char *path;
	enum smi_fact fact;
} elements[] = {
#define ROW(place, path, fact, seen, confidence, source) { path, fact },
#include "rows/host/element.def"
#undef ROW
};

#define MIG_PATH "nvidia_smi_log/gpu/mig_devices/mig_device"

static void on_start(void *ctx, const char *name, const char **attrs, unsigned long line)
{
	struct document *d = ctx;
	size_t n = strlen(name), at = d->first + line - 1;

	(void)attrs;
	d->value_n = 0;
	if (d->path_n + n + 1 >= sizeof d->path - (size_t)2 * XML_DEPTH_MAX)
		n = 0;
	if (d->path_n)
		d->path[d->path_n++] = '/';
	memcpy(d->path + d->path_n, name, n);
	d->path_n += n;
	d->path[d->path_n] = '\0';
	if (strcmp(d->path, "nvidia_smi_log/gpu") == 0)
		d->gpu = format_gpu(d->s, d->h, (int)d->h->gpus.n,
				    at < d->s->n ? d->s->v[at].no : 0);
	else if (strcmp(d->path, MIG_PATH) == 0)
		d->mig = (struct mig_device){ NULL, NULL };
}

static void on_text(void *ctx, struct span s)
{
	struct document *d = ctx;

	if (s.n > sizeof d->value - d->value_n)
		s.n = sizeof d->value - d->value_n;
	memcpy(d->value + d->value_n, s.p, s.n);
	d->value_n += s.n;
}

static void take_value(struct document *d)
{
	struct span v = span_trim((struct span){ d->value, d->value_n });

	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
		if (strcmp(d->path, elements[i].path) != 0)
			continue;
		if (elements[i].fact == SMI_COUNT)
			d->attached = field_index(v);
		else
			smi_fact_set(d->s->a, d->h, d->gpu, elements[i].fact, v);
	}
	if (strcmp(d->path, MIG_PATH "/uuid") == 0)
		d->mig.uuid = field_text(d->s->a, v);
}

static void on_end(void *ctx, const char *name)
{
	struct document *d = ctx;
	char *slash;

	(void)name;
	take_value(d);
	if (strcmp(d->path, MIG_PATH) == 0 && d->gpu)
		format_mig_add(d->s->a, d->gpu, d->mig);
	else if (strcmp(d->path, "nvidia_smi_log/gpu") == 0)
		d->gpu = NULL;
	d->value_n = 0;
	slash = strrchr(d->path, '/');
	d->path_n = slash ? (size_t)(slash - d->path) : 0;
	d->path[d->path_n] = '\0';
}

static bool xml_begins(const struct source *s, size_t i)
{
	return span_find(s->v[i].s, "<nvidia_smi_log") >= 0 ||
	       (span_find(s->v[i].s, "<?xml") >= 0 && i + 2 < s->n &&
		(span_find(s->v[i + 1].s, "nvidia_smi_log") >= 0 ||
		 span_find(s->v[i + 2].s, "nvidia_smi_log") >= 0));
}

/* Index behind the line that closes the document, or n. */
static size_t xml_lines(const struct source *s, size_t i, struct buf *b)
{
	ptrdiff_t from = span_find_char(s->v[i].s, '<');

	buf_span(b, span_from(s->v[i].s, (size_t)from));
	for (; span_find(s->v[i].s, "</nvidia_smi_log>") < 0; buf_span(b, s->v[i].s)) {
		if (++i == s->n)
			return i;
		buf_char(b, '\n');
	}
	return i + 1;
}

static struct span up_to_end(struct span s)
{
	ptrdiff_t end = span_find(s, "</nvidia_smi_log>");

	return end < 0 ? s : span_sub(s, 0, (size_t)end + sizeof "</nvidia_smi_log>" - 1);
}

static size_t xml_read(const struct source *s, size_t i, struct host *to)
{
	static const struct xml_events events = { on_start, on_end, on_text };
	struct document *d = arena_new(s->a, struct document);
	BUF_AUTO b = BUF((size_t)80 << 20);
	size_t end = xml_lines(s, i, &b);
	unsigned long line;

	d->s = s;
	d->h = to;
	d->first = i;
	d->attached = -1;
	if (!xml_run(up_to_end(buf_view(&b)), &events, d, &line))
		FORMAT_CUT(s->a, to, s->v[end - 1].no, CUT_XML);
	else if (d->attached >= 0 && (size_t)d->attached > to->gpus.n)
		FORMAT_CUT(s->a, to, s->v[end - 1].no, XML_FEWER_GPUS);
	return end;
}

const struct host_format format_smi_xml = { xml_begins, xml_read };
