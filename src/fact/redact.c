#include "fact/redact.h"

#include "base/buf.h"
#include "base/home.h"
#include "fact/tools.h"

const char *redact_path(struct arena *a, const char *path, const char *home)
{
	return path ? home_hidden(a, span_of(path), home) : NULL;
}

void redact_finding(struct arena *a, struct finding *f, const char *home)
{
	struct fact *facts = arena_array(a, f->words.n, sizeof *facts);

	f->have = redact_path(a, f->have, home);
	f->need = redact_path(a, f->need, home);
	for (size_t i = 0; i < f->words.n; i++) {
		facts[i] = f->words.facts[i];
		facts[i].text = redact_path(a, facts[i].text, home);
	}
	f->words.facts = facts;
}

/* The new name of an entry of CUDA_VISIBLE_DEVICES; "unknown" fits no GPU, as before. */
static const char *new_entry(struct arena *a, const struct host *h, struct span entry)
{
	uint64_t v;

	if (!entry.n || span_u64(entry, &v) || span_is(entry, "-1"))
		return arena_span(a, entry);
	for (size_t i = 0; i < h->gpus.n; i++) {
		const struct gpu *g = &h->gpus.v[i];

		if (host_uuid_begins(g->uuid, entry))
			return arena_printf(a, "GPU-%02zu", i);
		for (size_t k = 0; k < g->mig.n; k++)
			if (host_uuid_begins(g->mig.devices[k].uuid, entry))
				return arena_printf(a, "MIG-%02zu-%02zu", i, k);
	}
	return "unknown";
}

static const char *new_list(struct arena *a, const struct host *h)
{
	struct span rest = span_of(h->visible_devices), entry;
	BUF_AUTO b = BUF(65536);

	while (span_next(&rest, ',', &entry)) {
		if (b.n)
			buf_char(&b, ',');
		buf_str(&b, new_entry(a, h, span_trim(entry)));
	}
	return arena_str(a, buf_cstr(&b));
}

static const struct tools *redact_tools(struct arena *a, const struct tools *t, const char *home)
{
	struct tools *to = arena_new(a, struct tools);

	*to = *t;
	to->pythons.v = arena_array(a, t->pythons.n, sizeof *to->pythons.v);
	for (size_t i = 0; i < t->pythons.n; i++) {
		to->pythons.v[i] = t->pythons.v[i];
		to->pythons.v[i].command = redact_path(a, t->pythons.v[i].command, home);
		to->pythons.v[i].path = redact_path(a, t->pythons.v[i].path, home);
	}
	for (int i = 0; i < INSTALLERS; i++)
		to->installers[i] = redact_path(a, t->installers[i], home);
	return to;
}

void redact_host(struct arena *a, struct host *h, size_t number, const char *home)
{
	if (h->visible_devices)
		h->visible_devices = new_list(a, h);
	if (h->name)
		h->name = arena_printf(a, "host-%zu", number);
	h->source = redact_path(a, h->source, home);
	h->from.n = 0;
	h->env = redact_path(a, h->env, home);
	if (h->tools)
		h->tools = redact_tools(a, h->tools, home);
	for (size_t i = 0; i < h->gpus.n; i++) {
		struct gpu *g = &h->gpus.v[i];

		if (g->uuid)
			g->uuid = arena_printf(a, "GPU-%02zu", i);
		for (size_t k = 0; k < g->mig.n; k++)
			if (g->mig.devices[k].uuid)
				g->mig.devices[k].uuid = arena_printf(a, "MIG-%02zu-%02zu", i, k);
	}
	for (size_t i = 0; i < h->toolkits.n; i++)
		h->toolkits.v[i].path = redact_path(a, h->toolkits.v[i].path, home);
	for (size_t i = 0; i < h->problems.n; i++)
		redact_finding(a, &h->problems.v[i].what, home);
}
