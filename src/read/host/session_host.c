/* A pasted Python session, as far as it tells of the machine. */
#include <string.h>

#include "read/host/format_private.h"
#include "read/session.h"

static bool begins(const struct source *s, size_t i)
{
	return session_begins(s->v, s->n, i);
}

static struct gpu *gpu_at(const struct source *s, struct host *h, size_t i, size_t line)
{
	if (i < h->gpus.n)
		return &h->gpus.v[i];
	return format_gpu(s, h, (int)h->gpus.n, s->v[line].no);
}

/* "8 6" */
static void take_capability(struct arena *a, struct gpu *g, const char *text)
{
	size_t n = strcspn(text, " ");

	field_sm(g, span_of(arena_printf(a, "%.*s.%s", (int)n, text, text + n + (text[n] != 0))),
		 SM_SOURCE_CSV);
}

static struct span behind(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return span_of(at ? at + strlen(key) : NULL);
}

/* "_CudaDeviceProperties(name='NVIDIA GeForce RTX 3090', major=8, minor=6, total_memory=24575MB" */
static void take_properties(const struct source *s, struct gpu *g, const char *text)
{
	struct span name = behind(text, "name='"), memory = behind(text, "total_memory="),
		    major = behind(text, "major="), minor = behind(text, "minor=");
	ptrdiff_t end = span_find_char(name, '\'');
	uint64_t x, y;

	if (end > 0)
		g->name = field_words(s->a, span_sub(name, 0, (size_t)end));
	if (span_take_u64(&major, &x) && span_take_u64(&minor, &y) && x < 100 && y < 10)
		field_sm(g, span_of(arena_printf(s->a, "%u.%u", (unsigned)x, (unsigned)y)),
			 SM_SOURCE_CSV);
	if (span_take_u64(&memory, &x) && span_take(&memory, "MB") && x < 1 << 24)
		g->memory_mib = (long)x;
}

static void take_other(const struct source *s, struct host *h, const char *name)
{
	h->gpus.n = 0;
	h->gpus_known = true;
	h->nvidia_present = TRI_NO;
	HOST_PROBLEM(s->a, h, CP009, -1, HOST_OTHER_MAKER, SAY(name, name));
}

static void take_gpu(const struct source *s, struct host *h, const struct session_fact *f,
		     size_t seen[3])
{
	int kind = f->key == SESSION_NAME ? 0 : f->key == SESSION_CAPABILITY ? 1 : 2;
	struct gpu *g;

	if (kind == 0 && field_is_other_maker(span_of(f->value)))
		take_other(s, h, f->value);
	g = h->nvidia_present == TRI_NO ? NULL : gpu_at(s, h, seen[kind]++, f->at);
	if (!g)
		return;
	if (kind == 0)
		g->name = field_words(s->a, span_of(f->value));
	else if (kind == 1)
		take_capability(s->a, g, f->value);
	else
		take_properties(s, g, f->value);
}

static void take(const struct source *s, struct host *h, const struct session_fact *f,
		 size_t seen[3])
{
	switch (f->key) {
	case SESSION_TORCH:
		h->torch.version = f->value;
		break;
	case SESSION_CUDA:
		h->torch.cuda = f->value;
		break;
	case SESSION_AVAILABLE:
		h->torch.available = strcmp(f->value, "True") == 0 ? TRI_YES : TRI_NO;
		break;
	case SESSION_NAME:
	case SESSION_CAPABILITY:
	case SESSION_PROPERTIES:
		take_gpu(s, h, f, seen);
		break;
	default:
		break;
	}
}

static size_t read(const struct source *s, size_t i, struct host *h)
{
	struct session session = { 0 };
	size_t seen[3] = { 0 }, end = session_read(s->a, s->v, s->n, i, &session);

	for (size_t n = 0; n < session.facts.n; n++)
		take(s, h, &session.facts.v[n], seen);
	h->python = session_python(s->a, &session, 1);
	h->platform = session_platform(&session);
	return end > i ? end : i + 1;
}

const struct host_format format_session = { begins, read };
