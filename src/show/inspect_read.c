#include "show/inspect_read.h"

#include <string.h>

#include "show/line.h"

static const char *amount(struct arena *a, uint64_t bytes)
{
	if (bytes < 1000000)
		return arena_printf(a, "%.1f KB", (double)bytes / 1e3);
	return arena_printf(a, "%.1f MB", (double)bytes / 1e6);
}

static const char *counted(struct arena *a, size_t n, const char *one, const char *many)
{
	return arena_printf(a, "%zu %s", n, n == 1 ? one : many);
}

/* "573 pieces of GPU code in 3 of 14 libraries" */
static const char *code_found(struct arena *a, const struct package *p)
{
	size_t containers = 0, holders = 0, n = p->libraries.n;

	for (size_t i = 0; i < n; i++) {
		containers += p->libraries.v[i].containers;
		holders += p->libraries.v[i].containers != 0;
	}
	if (!n)
		return "it has no libraries";
	if (!containers)
		return arena_printf(a, "none in %s", counted(a, n, "library", "libraries"));
	return arena_printf(a, "%s in %s%s",
			    counted(a, containers, "piece of GPU code", "pieces of GPU code"),
			    holders == n ? "" : arena_printf(a, "%zu of ", holders),
			    counted(a, n, "library", "libraries"));
}

void show_read(struct arena *a, const struct term *t, const struct package *p)
{
	static const char *const how[] = { "no device code", "torch's own list only",
					   "not all of its device code", "all of its device code" };
	const char *said;

	if (strcmp(p->kind, "name") == 0)
		return;
	if (p->from_record) {
		show_line(t, STYLE_DIM, "read", arena_printf(a, "METADATA and the names in RECORD, "
							     "%s", amount(a, p->bytes_read)));
		return;
	}
	if (strcmp(p->kind, "listing") == 0)
		said = arena_printf(a, "a list of names, %s; no file was opened",
				    counted(a, p->libraries.n, "library", "libraries"));
	else if (strcmp(p->kind, "cubin") == 0 || strcmp(p->kind, "ptx") == 0)
		said = arena_printf(a, "all of it, %s", amount(a, p->bytes_read));
	else if (p->scanned == SCANNED_DECLARED && p->has_declared && !p->declared_text)
		said = arena_printf(a, "torch/version.py, which names no CUDA, %s read",
				    amount(a, p->bytes_read));
	else if (p->scanned == SCANNED_NONE || p->scanned == SCANNED_DECLARED)
		said = arena_printf(a, "%s, %s read", how[p->scanned], amount(a, p->bytes_read));
	else
		said = arena_printf(a, "%s: %s, %s read", how[p->scanned], code_found(a, p),
				    amount(a, p->bytes_read));
	show_line(t, STYLE_DIM, "read", said);
	if (p->hashed)
		show_line(t, STYLE_DIM, "hashes",
			  arena_printf(a, "%s as RECORD says",
				       counted(a, (size_t)p->hashed, "file is", "files are")));
}
