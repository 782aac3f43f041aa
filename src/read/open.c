#include "read/open.h"

#include <string.h>

#include "base/bytes.h"
#include "read/ptx.h"
#include "read/scan.h"

enum { MAGIC = 16 };

struct form {
	const char *kind;
	int (*read)(struct arena *a, struct source *s, const char *name,
		    const struct inspect_options *o, struct package *p, struct err *e);
};

static int read_zip(struct arena *a, struct source *s, const char *name,
		    const struct inspect_options *o, struct package *p, struct err *e)
{
	(void)name;
	return wheel_read(a, s, o, p, e);
}

static int read_library(struct arena *a, struct source *s, const char *name,
			const struct inspect_options *o, struct package *p, struct err *e)
{
	struct library l;

	(void)o;
	p->size = s->size;
	if (scan_source(a, s, name, &l, e))
		return e->code;
	p->scanned = SCANNED_EXACT;
	if (l.format && strcmp(l.format, "cubin") == 0)
		p->kind = "cubin";
	p->name = l.soname ? l.soname : NULL;
	p->version = l.version;
	ARRAY_ADD(a, p->libraries) = l;
	return 0;
}

static int read_ptx(struct arena *a, struct source *s, const char *name,
		    const struct inspect_options *o, struct package *p, struct err *e)
{
	struct library l = { .path = name, .format = "ptx", .size = s->size, .scanned = true };

	(void)o;
	p->size = s->size;
	if (ptx_read(a, s, &l, e))
		return e->code;
	library_sum(&l);
	p->scanned = SCANNED_EXACT;
	ARRAY_ADD(a, p->libraries) = l;
	return 0;
}

static const struct {
	const char *magic;
	size_t n;
	struct form form;
} forms[] = {
	{ "PK\3\4", 4, { "wheel", read_zip } },
	{ "PK\5\6", 4, { "wheel", read_zip } },
	{ "\177ELF", 4, { "elf", read_library } },
	{ "MZ", 2, { "pe", read_library } },
	{ "!<arch>\n", 8, { "archive", read_library } },
	{ "\x50\xed\x55\xba", 4, { "fatbin", read_library } },
};

static const struct form *form_of(struct source *s)
{
	static const struct form ptx = { "ptx", read_ptx };
	char magic[MAGIC] = { 0 };
	struct err unused;

	if (source_read(s, 0, magic, s->size < MAGIC ? (size_t)s->size : MAGIC, &unused))
		return NULL;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (memcmp(magic, forms[i].magic, forms[i].n) == 0)
			return &forms[i].form;
	return ptx_is(s) ? &ptx : NULL;
}

int open_source(struct arena *a, struct source *s, const char *name,
		const struct inspect_options *o, struct package *p, struct err *e)
{
	const struct form *form = form_of(s);

	if (!form) {
		package_find(a, p, CP401, "%s is none of: wheel, conda package, shared or static "
			     "library, cubin, fatbin, PTX", name);
		return err_set(e, ERR_INPUT, "%s: not recognised", name);
	}
	p->kind = form->kind;
	return form->read(a, s, name, o, p, e);
}

int open_path(struct arena *a, const char *path, const struct inspect_options *o,
	      struct package *p, struct err *e)
{
	SOURCE_AUTO s = { 0 };
	int rc;

	p->source = path;
	rc = source_file(a, path, &s, e);
	if (rc == 0)
		rc = open_source(a, &s, path, o, p, e);
	if (rc)
		return rc;
	p->bytes_read = s.bytes_read;
	package_sum(a, p);
	return 0;
}
