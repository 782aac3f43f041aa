/*
 * lspci, with numbers (-nn, -n) or names only: "01:00.0 VGA compatible controller [0300]: NVIDIA
 * Corporation GP102 [GeForce GTX 1080 Ti] [10de:1b06] (rev a1)". Ids are facts; a name counts only
 * where there is no id.
 */
#include <string.h>

#include "read/host/format_private.h"

struct pci {
	const struct source *s;
	struct host *h;
	struct gpu *gpu;   /* whose indented lines (-v, -k) follow */
};

/* "[10de:1b06]", or "10de:1b06" as a word of -n. */
static bool is_id(struct span s)
{
	uint64_t v;

	return s.n == 9 && s.p[4] == ':' && span_hex(span_sub(s, 0, 4), &v) &&
	       span_hex(span_from(s, 5), &v) && s.p[1] != 'x' && s.p[6] != 'x';
}

/* The last id of a line, in brackets or bare. */
static char *last_id(struct arena *a, struct span s)
{
	struct span word, found = { NULL, 0 };

	while (span_word(&s, &word)) {
		ptrdiff_t shut = span_find_char(word, ']'); /* "[10de:13c2](rev a1)", too */

		if (shut > 1 && word.p[0] == '[')
			word = span_sub(word, 1, (size_t)shut - 1);
		if (is_id(word))
			found = word;
	}
	return found.n ? field_lower(a, found) : NULL;
}

/* "01:00.0 …" or "0000:01:00.0 …"; *rest is what follows. */
static bool slot_line(struct span s, struct span *slot, struct span *rest)
{
	*rest = s;
	return span_word(rest, slot) && field_is_bus_id(*slot);
}

static bool is_display(struct span s)
{
	return span_begins(span_trim(s),
			   ONE_OF("VGA compatible controller", "3D controller",
				  "Display controller", "0300:", "0302:", "0380:"));
}

static bool is_device(struct span s)
{
	ptrdiff_t colon = span_find(s, ": ");

	return is_display(s) || (colon > 0 && colon < 60);
}

/* "NVIDIA Corporation GP102 [GeForce GTX 1080 Ti] (rev a1)", "NVIDIA Corporation Device 2684",
 * "nVidia GF 108 [GeForce GT 430]". */
static void name_without_id(struct arena *a, struct gpu *g, struct span s)
{
	ptrdiff_t maker = span_find_nocase(s, "nvidia"), open, close, device;
	struct span id;
	uint64_t v;

	s = span_from(s, maker < 0 ? s.n : (size_t)maker); /* "[0300]:" before it is the class */
	open = span_find_char(s, '['), close = span_find_char(s, ']');
	device = span_find(s, "Corporation Device ");
	id = span_sub(s, (size_t)(device + 19), 4);

	if (device >= 0 && id.n == 4 && span_hex(id, &v))
		g->pci_id = arena_printf(a, "10de:%04x", (unsigned)v);
	else if (open > 0 && close > open && span_find_char(s, '/') < 0)
		g->name = field_words(a, span_sub(s, (size_t)open + 1, (size_t)(close - open - 1)));
}

static void take_gpu(struct pci *p, const struct line *l, struct span slot, struct span rest)
{
	const char *id = last_id(p->s->a, rest);
	struct span chip;

	if (id ? strncmp(id, "10de:", 5) != 0 : span_find_nocase(rest, "nvidia") < 0)
		return;
	p->gpu = format_gpu(p->s, p->h, (int)p->h->gpus.n, l->no);
	if (!p->gpu)
		return;
	p->gpu->bus_id = arena_span(p->s->a, slot);
	p->gpu->pci_id = id;
	if (!id)
		name_without_id(p->s->a, p->gpu, rest);
	if (!p->gpu->pci_id)
		field_sm(p->gpu, span_of(field_chip(rest, &chip)), SM_SOURCE_ALIAS);
	if (!l->whole && !span_ends(l->s, ")"))
		FORMAT_CUT(p->s->a, p->h, l->no, CUT_PCI_LIST);
}

/* Indented lines of -v and -k, below a GPU. */
static bool take_detail(struct pci *p, struct span s)
{
	if (p->gpu && span_take(&s, "Subsystem:")) {
		p->gpu->pci_subsystem = last_id(p->s->a, s);
		return true;
	}
	if (p->gpu && span_take(&s, "Kernel driver in use:")) {
		p->h->driver_missing |= span_is(span_trim(s), "nouveau");
		return true;
	}
	return span_begins(s, ONE_OF("Subsystem:", "Kernel driver in use:", "Kernel modules:",
				     "Flags:", "Memory at", "I/O ports", "Expansion ROM",
				     "Capabilities:", "Control:", "Status:", "Latency:",
				     "Interrupt:", "Region ", "IOMMU group", "Physical Slot",
				     "DeviceName:", "NUMA node"));
}

static bool lspci_begins(const struct source *s, size_t i)
{
	struct span slot, rest;

	return slot_line(s->v[i].s, &slot, &rest) && is_display(rest);
}

static size_t lspci_read(const struct source *s, size_t i, struct host *to)
{
	struct pci p = { .s = s, .h = to };
	struct span slot, rest;

	for (; i < s->n; i++) {
		const struct line *l = &s->v[i];

		if (slot_line(l->s, &slot, &rest) && is_device(rest)) {
			p.gpu = NULL;
			if (is_display(rest))
				take_gpu(&p, l, slot, rest);
		} else if (!take_detail(&p, l->s) && (l->s.n || i + 1 == s->n)) {
			break;
		}
	}
	to->nvidia_present = to->gpus.n ? TRI_YES : TRI_NO;
	to->gpus_known = true;
	return i;
}

const struct host_format format_lspci = { lspci_begins, lspci_read };
