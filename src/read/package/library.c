#include "read/package/library.h"

#include <string.h>

#include "base/text.h"
#include "read/package/cubin_private.h"
#include "read/package/elf_private.h"
#include "read/package/library_private.h"
#include "read/package/pe_private.h"
#include "read/package/product_private.h"

enum { CODE_MOST = 1024, NAMES_BEFORE = (2 << 20) + (16 << 10) };

struct labels {
	ARRAY(struct elf_section) v;
	size_t last;
};

int library_headers(struct view *v, struct arena *a, struct library *l)
{
	struct elf elf;
	int rc = elf_header(v, &elf);

	if (rc == 0) {
		l->format = elf.machine == ELF_CUBIN ? PACKAGE_CUBIN : PACKAGE_ELF;
		l->machine = elf_machine_name(elf.machine);
		if (elf.machine == ELF_CUBIN)
			return cubin_label(v, &elf, a, l);
		rc = elf_dynamic(v, &elf, a, l);
		return rc ? rc : product_answer(v, &elf, a, l);
	}
	if (rc != ELF_WANT && v->size < ELF_HEADER64 && view_get(v, 0, ELF_MAGIC))
		l->damaged += memcmp(view_get(v, 0, ELF_MAGIC), "\177ELF", ELF_MAGIC) == 0;
	return rc == ELF_WANT ? rc : pe_headers(v, a, l);
}

/* Of an ELF file, of a PE file or of an object of Windows, whichever it is. */
static void find_labels(struct view *v, struct arena *a, struct labels *ls)
{
	struct elf_section s;
	struct coff coff = { 0 };
	struct elf elf = { 0 };
	int rc = elf_header(v, &elf);
	bool is_elf = rc != ERR_INPUT;

	if (!is_elf && (rc = pe_header(v, &coff)) == ERR_INPUT)
		rc = coff_header(v, &coff);
	for (unsigned i = 0; rc == 0 && i < elf.section_count + coff.section_count; i++) {
		rc = is_elf ? elf_section(v, &elf, i, &s) : coff_section(v, &coff, i, &s);
		if (rc == 0 && s.type != 0 && s.type != ELF_NOBITS && s.size)
			ARRAY_ADD(a, ls->v) = s;
	}
}

void library_want(struct view *v)
{
	struct elf_section s;
	struct coff coff;
	struct elf elf;

	if (elf_header(v, &elf)) {
		(void)coff_header(v, &coff);
		return;
	}
	if (elf.phoff > WINDOWS_HEAD)
		elf_want_dynamic(v, &elf);
	if (!elf.section_count)
		return;
	/* names of sections mostly stand before their table, 2 MiB away where a linker aligns it */
	if (elf.shoff > NAMES_BEFORE)
		(void)view_get(v, elf.shoff - NAMES_BEFORE,
			       NAMES_BEFORE + (size_t)elf.section_count * elf.shsize);
	(void)elf_section(v, &elf, 0, &s);
}

/* The section around a file offset, or NULL. Offsets come ascending, so the last one is tried. */
static const struct elf_section *label_at(struct labels *ls, uint64_t at)
{
	for (size_t k = 0; k < ls->v.n; k++) {
		size_t i = (ls->last + k) % ls->v.n;
		const struct elf_section *l = &ls->v.v[i];

		if (at >= l->at && at - l->at < l->size) {
			ls->last = i;
			return l;
		}
	}
	return NULL;
}

/* The names of sections have eight characters in a PE file. */
static bool is_relocatable(const char *name)
{
	return name && (strcmp(name, "__nv_relfatbin") == 0 || strcmp(name, "__nv_rel") == 0);
}

static void count(struct arena *a, struct library *l, const struct sm_code *key, const char *name)
{
	EACH(struct code_count, c, l->code) {
		if (sm_code_equal(&c->key, key) && text_same(c->section, name)) {
			c->n++;
			return;
		}
	}
	if (l->code.n == CODE_MOST) {
		l->damaged++;
		return;
	}
	ARRAY_ADD(a, l->code) = (struct code_count){ *key, 1, arena_str(a, name),
						     is_relocatable(name) };
}

/*
 * What every container of the main section was compiled for is what the library supports. A
 * cubin without code beside others with code counts: its kernels are for newer GPUs only. A
 * container without any code is the device linker's and says nothing.
 */
static void container_common(struct library *l, const struct fatbin *f,
			     const struct fatbin_container *c)
{
	struct sm_list sass = { 0 }, ptx = { 0 };
	bool code = false;

	for (uint32_t i = 0; i < c->n; i++) {
		const struct sm_code *k = &f->keys[f->entries[c->first + i]];

		if (k->kind == CODE_SASS)
			sm_list_add(&sass, k->sm);
		else if (k->kind == CODE_PTX)
			sm_list_add(&ptx, k->sm);
		code |= k->kind == CODE_PTX || (k->kind == CODE_SASS && !k->stub);
	}
	if (!code)
		return;
	if (l->has_common) {
		l->common = sm_list_both(&l->common, &sass);
		l->common_ptx = sm_list_both(&l->common_ptx, &ptx);
		return;
	}
	l->has_common = true;
	l->common = sass;
	l->common_ptx = ptx;
}

void library_code(struct view *v, const struct fatbin *f, struct arena *a, struct library *l)
{
	ARENA_AUTO scratch = { 0 };
	struct labels ls = { 0 };

	if (f->container_count)
		find_labels(v, &scratch, &ls);
	for (uint32_t i = 0; i < f->container_count; i++) {
		const struct fatbin_container *c = &f->containers[i];
		const struct elf_section *label = ls.v.n ? label_at(&ls, c->at) : NULL;
		const char *name = label ? label->name : NULL;

		for (uint32_t k = 0; k < c->n; k++)
			count(a, l, &f->keys[f->entries[c->first + k]], name);
		if (!name || strcmp(name, ".nv_fatbin") == 0 || strcmp(name, ".nv_fatb") == 0)
			container_common(l, f, c);
		else if (!is_relocatable(name))
			l->outside++;
	}
	l->containers += f->container_count;
	l->empty += f->empty;
	l->damaged += f->damaged + f->over_limit;
}

void library_member(struct library *l, const struct library *member)
{
	l->code = member->code;
	l->containers += member->containers;
	l->outside += member->outside;
	l->damaged += member->damaged;
	l->empty += member->empty;
	if (!l->machine)
		l->machine = member->machine;
}

const char *library_version(struct arena *a, const char *path)
{
	struct library l = { .path = path };
	BLOB_AUTO s = { .fd = -1 };
	struct blob_view v;
	struct err e;

	if (blob_file(a, path, &s, &e))
		return NULL;
	v = view_blob(&s, a);
	return library_headers(&v.view, a, &l) == 0 ? l.version : NULL;
}

/* C++ names of torch's own namespaces: c10, at, torch (Itanium C++ ABI, 5.1: "_ZN", 3 "c10"). */
static bool is_of_torch(struct span name)
{
	if (!span_take(&name, "_ZN"))
		return false;
	span_take(&name, "K");
	return span_starts(name, "3c10") || span_starts(name, "2at") || span_starts(name, "5torch");
}

bool library_needs(struct arena *a, const char *path, struct library_needs *ret)
{
	enum { NAMES = 400 };
	struct library l = { .path = path };
	BLOB_AUTO s = { .fd = -1 };
	ARENA_AUTO scratch = { 0 };
	struct blob_view v;
	struct elf elf;
	struct err e;

	if (blob_file(a, path, &s, &e))
		return false;
	v = view_blob(&s, &scratch);
	if (elf_header(&v.view, &elf) || elf_dynamic(&v.view, &elf, a, &l) ||
	    elf_undefined(&v.view, &elf, a, is_of_torch, NAMES, &ret->torch))
		return false;
	ret->needed = l.needed;
	return true;
}

bool library_exports(struct arena *a, const char *path, const struct strings *names, bool *found)
{
	BLOB_AUTO s = { .fd = -1 };
	ARENA_AUTO scratch = { 0 };
	struct blob_view v;
	struct elf elf;
	struct err e;

	if (blob_file(a, path, &s, &e))
		return false;
	v = view_blob(&s, &scratch);
	return elf_header(&v.view, &elf) == 0 && elf_exports(&v.view, &elf, names, found) == 0;
}
