/* How much of a package was read. */
#include "show/inspect_private.h"

#include "base/tr.h"
#include "show/line.h"

static const char *amount(struct arena *a, uint64_t bytes)
{
	if (bytes < 1000000)
		return arena_printf(a, "%.1f KB", (double)bytes / 1e3);
	return arena_printf(a, "%.1f MB", (double)bytes / 1e6);
}

static const char *library_count(struct arena *a, size_t n)
{
	return arena_printf(a, n == 1 ? tr("%zu library") : tr("%zu libraries"), n);
}

/* "573 pieces of GPU code in 3 of 14 libraries" */
static const char *code_found(struct arena *a, const struct package *p)
{
	size_t containers = 0, holders = 0, n = p->libraries.n;
	const char *code;

	for (size_t i = 0; i < n; i++) {
		containers += p->libraries.v[i].containers;
		holders += p->libraries.v[i].containers != 0;
	}
	if (!n)
		return tr("it has no libraries");
	if (!containers)
		return arena_printf(a, tr("none in %s"), library_count(a, n));
	code = arena_printf(a, containers == 1 ? tr("%zu piece of GPU code") :
			    tr("%zu pieces of GPU code"), containers);
	return holders == n ? arena_printf(a, tr("%s in %s"), code, library_count(a, n)) :
			      arena_printf(a, tr("%s in %zu of %s"), code, holders,
					   library_count(a, n));
}

void show_package_read(struct arena *a, const struct term *t, const struct package *p)
{
	static const char *const how[] = { N_("no device code"), N_("torch's own list only"),
					   N_("not all of its device code"),
					   N_("all of its device code") };
	const char *said;

	if (p->kind == PACKAGE_NAME)
		return;
	if (p->from_record) {
		show_line(t, STYLE_DIM, tr("read"),
			  arena_printf(a, tr("METADATA and the names in RECORD, %s"),
				       amount(a, p->bytes_read)));
		return;
	}
	if (p->kind == PACKAGE_LISTING)
		said = arena_printf(a, tr("a list of names, %s; no file was opened"),
				    library_count(a, p->libraries.n));
	else if (p->kind == PACKAGE_CUBIN || p->kind == PACKAGE_PTX)
		said = arena_printf(a, tr("all of it, %s"), amount(a, p->bytes_read));
	else if (p->scanned == SCANNED_DECLARED && p->has_declared && !p->declared_text)
		said = arena_printf(a, tr("torch/version.py, which names no CUDA, %s read"),
				    amount(a, p->bytes_read));
	else if (p->scanned == SCANNED_NONE || p->scanned == SCANNED_DECLARED)
		said = arena_printf(a, tr("%s, %s read"), tr(how[p->scanned]),
				    amount(a, p->bytes_read));
	else
		said = arena_printf(a, tr("%s: %s, %s read"), tr(how[p->scanned]), code_found(a, p),
				    amount(a, p->bytes_read));
	show_line(t, STYLE_DIM, tr("read"), said);
	if (p->hashed)
		show_line(t, STYLE_DIM, tr("hashes"),
			  arena_printf(a, p->hashed == 1 ? tr("%llu file is as RECORD says") :
				       tr("%llu files are as RECORD says"),
				       (unsigned long long)p->hashed));
}
