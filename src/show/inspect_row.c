/* A wheel as rows for the tables of the matrix. */
#include "base/sort.h"
#include "show/inspect.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/secret.h"
#include "base/text.h"

enum { ROOM = 4096 };

static const char *ptx(struct arena *a, const struct package *p)
{
	BUF_AUTO b = BUF(ROOM);

	for (size_t i = 0; i < p->ptx.n; i++)
		if (sm_list_has(&p->declared_ptx, p->ptx.v[i].sm))
			buf_printf(&b, "%s%s:%u.%u", b.n ? " " : "",
				   sm_text(p->ptx.v[i].sm, TEXT_ROOM), p->ptx.v[i].isa_major,
				   p->ptx.v[i].isa_minor);
	return arena_str(a, buf_cstr(&b));
}

static bool torch_file(const char *path)
{
	struct span s = span_of(path);

	return span_find(s, "lib/libtorch") >= 0 || span_find(s, "lib/libcaffe2_gpu") >= 0 ||
	       span_find(s, "lib/libc10_cuda") >= 0 || span_find(s, "lib/torch_c") >= 0;
}

/* Entries per kind and codec in torch's own libraries, device-link input left out. */
static const char *codecs(struct arena *a, const struct package *p)
{
	static const char *const kinds[] = { "ELF", "PTX" };
	static const enum code_codec order[] = { CODEC_LZ4, CODEC_NONE, CODEC_ZSTD };
	unsigned n[2][3] = { { 0 } };
	BUF_AUTO b = BUF(ROOM);

	for (size_t i = 0; i < p->libraries.n; i++)
		EACH(const struct code_count, c, p->libraries.v[i].code) {
			bool is_ptx = c->key.kind == CODE_PTX;

			if (!c->relocatable && (is_ptx || c->key.kind == CODE_SASS) &&
			    torch_file(p->libraries.v[i].path))
				n[is_ptx][c->key.codec] += c->n;
		}
	for (int k = 0; k < 2; k++)
		for (int c = 0; c < 3; c++)
			if (n[k][order[c]])
				buf_printf(&b, "%s%s %s %u", b.n ? "; " : "", kinds[k],
					   sm_codec_name(order[c]), n[k][order[c]]);
	return b.n ? arena_str(a, buf_cstr(&b)) : "no device code";
}

static const char *or_empty(const char *s)
{
	return s ? s : "";
}

/* The union over torch's libraries that are main; of that of linear algebra what all its parts
 * hold: torch's own kernels there are for more GPUs than MAGMA's. */
static struct sm_list of_part(const struct package *p, bool wanted_main)
{
	struct sm_list l = { 0 };
	bool main;

	EACH(const struct library, o, p->libraries) {
		const struct sm_list *code = o->has_common ? &o->common : &o->sass;

		if (!library_is_torch(o, &main) || main != wanted_main ||
		    (!main && span_find(span_of(o->path), "cuda_linalg") < 0))
			continue;
		code = main ? &o->sass : code;
		for (size_t k = 0; k < code->n; k++)
			sm_list_add(&l, code->v[k]);
	}
	return l;
}

static struct span base_name(const char *path)
{
	struct span s = span_of(path);

	return span_from(s, (size_t)(span_rfind_char(s, '/') + 1));
}

static int by_name(const void *a, const void *b)
{
	return span_cmp(base_name((*(const struct library *const *)a)->path),
			base_name((*(const struct library *const *)b)->path));
}

/* "libcublas.so.10: 35 50; …": NVIDIA's libraries that are carried as files. */
static const char *bundled(struct arena *a, const struct package *p)
{
	const struct library **v = arena_array(a, p->libraries.n, sizeof *v);
	BUF_AUTO b = BUF(ROOM);
	size_t n = 0;

	EACH(const struct library, l, p->libraries)
		if (l->sass.n && l->product && l->product != PRODUCT_TORCH)
			v[n++] = l;
	if (n)
		sort_stable(v, n, sizeof *v, by_name);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s" SPAN_FMT ": %s", i ? "; " : "", SPAN_ARG(base_name(v[i]->path)),
			   sm_list_text(a, &v[i]->sass));
	return arena_str(a, buf_cstr(&b));
}

static const char *number(struct arena *a, uint64_t v)
{
	return v ? arena_printf(a, "%llu", (unsigned long long)v) : "";
}

/* The library with the list that torch declares; the file itself may have none. */
static const struct library *declaring(const struct package *p)
{
	static const struct library none;

	for (size_t i = 0; p->declared_in && i < p->libraries.n; i++)
		if (strcmp(p->libraries.v[i].path, p->declared_in) == 0)
			return &p->libraries.v[i];
	return &none;
}

static const char *tags(struct arena *a, const struct package *p)
{
	if (p->wheel_tag)
		return p->wheel_tag;
	return arena_printf(a, "%s-%s-%s", or_empty(p->python_tag), or_empty(p->abi_tag),
			    or_empty(p->platform_tag));
}

/* RFC 4180: a field with a comma or a quotation mark is quoted, the mark doubled. */
static void field(struct arena *a, FILE *f, const char *text)
{
	struct span s = span_of(secret_masked(a, or_empty(text)));
	bool quote = span_find_char(s, ',') >= 0 || span_find_char(s, '"') >= 0;
	ptrdiff_t at;

	if (quote)
		fputc('"', f);
	while ((at = span_find_char(s, '"')) >= 0) {
		text_exact(f, span_sub(s, 0, (size_t)at + 1));
		fputc('"', f);
		s = span_from(s, (size_t)at + 1);
	}
	text_exact(f, s);
	if (quote)
		fputc('"', f);
}

void show_package_row(struct arena *a, FILE *f, const struct package *p)
{
	const struct sm_list *own = p->has_declared ? &p->declared : &p->complete;
	struct sm_list main = of_part(p, true), linalg = of_part(p, false), extra = { 0 };
	const struct library *from = declaring(p);

	for (size_t i = 0; i < main.n; i++)
		if (!sm_list_has(own, main.v[i]))
			sm_list_add(&extra, main.v[i]);
	const char *const fields[] = {
		p->version, p->variant, p->platform, p->sha256,
		arena_printf(a, "%llu", (unsigned long long)p->size), sm_list_text(a, own),
		sm_list_text(a, &extra), sm_list_text(a, &linalg), bundled(a, p), ptx(a, p),
		codecs(a, p),
		p->codec[CODEC_ZSTD] ? "1" : "0", p->declared_text,
		arena_span(a, base_name(from->path)), number(a, from->declared_at),
		number(a, from->declared_need), p->glibc_needed, p->git, tags(a, p), "fatbin-walk",
	};

	field(a, f, arena_span(a, base_name(secret_masked(a, p->source))));
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		fputc(',', f);
		field(a, f, fields[i]);
	}
	fputc('\n', f);
}
