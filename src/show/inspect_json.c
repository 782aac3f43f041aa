/* Packages as JSON. */
#include "show/inspect.h"

#include <stdio.h>

#include "show/extension_known_private.h"
#include "show/inspect_variant_private.h"
#include "show/json_key.h"
#include "show/words.h"

static void one_ptx(struct json *j, struct sm sm, unsigned major, unsigned minor)
{
	char text[SM_TEXT], isa[16];

	snprintf(isa, sizeof isa, "%u.%u", major, minor);
	json_open(j);
	json_str_key(j, "arch", sm_text(sm, text));
	json_str_key(j, "isa", isa);
	json_close(j);
}

static void codecs(struct json *j, const char *key, const bool *sass, const bool *ptx)
{
	json_list_key(j, key);
	for (int c = CODEC_NONE; c <= CODEC_ZSTD; c++)
		if (sass[c] || ptx[c])
			json_str(j, sm_codec_name((enum code_codec)c));
	json_end(j);
}

static void file(struct json *j, const struct library *l)
{
	bool used[3] = { false };
	static const char *const kinds[] = { "other", "ptx", "sass", "other", "old", "other",
					     "other", "other", "lto" };

	json_open(j);
	json_str_key(j, "path", l->path);
	json_key_sms(j, "sass", true, &l->sass);
	json_key_sms(j, "complete", l->has_common, &l->common);
	JSON_VALUES(j, "ptx", const struct code_count, c, l->code) {
		if (c->relocatable || c->key.stub)
			continue;
		used[c->key.codec] |= c->key.kind == CODE_SASS || c->key.kind == CODE_PTX;
		if (c->key.kind == CODE_PTX)
			one_ptx(j, c->key.sm, c->key.isa_major, c->key.isa_minor);
	}
	codecs(j, "codec", used, used);
	json_int_key(j, "containers", l->containers);
	json_int_key(j, "outside_sections", l->outside);
	/* Every kind of entry, by section, also those that no GPU runs. */
	JSON_EACH(j, "entries", const struct code_count, c, l->code) {
		json_str_key(j, "kind", kinds[c->key.kind]);
		json_str_key(j, "arch", sm_text(c->key.sm, TEXT_ROOM));
		json_str_key(j, "codec", sm_codec_name(c->key.codec));
		json_str_key(j, "section", c->section);
		json_bool_key(j, "stub", c->key.stub);
		json_int_key(j, "count", c->n);
	}
	json_bool_key(j, "whole", l->scanned);
	json_close(j);
}

static void device_code(struct json *j, const struct inspect_page *page)
{
	const struct package *p = page->package;

	json_open_key(j, "device_code");
	json_key_sms(j, "declared", p->has_declared, &p->declared);
	json_key_sms(j, "complete", p->torch && p->has_complete, &p->complete);
	json_key_sms(j, "partial", p->torch && (p->has_declared || p->has_complete), &p->partial);
	json_key_sms(j, "sass", true, &p->sass);
	JSON_VALUES(j, "ptx", const struct ptx, x, p->ptx)
		one_ptx(j, x->sm, x->isa_major, x->isa_minor);
	json_str_key(j, "ptx_driver_min", page->reach ? page->reach->ptx_driver : NULL);
	codecs(j, "codec", p->codec, p->ptx_codec);
	json_str_key(j, "scanned", scanned_name(p->scanned));
	json_bool_key(j, "from_matrix", p->from_matrix);
	JSON_VALUES(j, "files", const struct library, l, p->libraries)
		if (l->containers || l->code.n)
			file(j, l);
	json_close(j);
}

static void library(struct json *j, const struct library *l)
{
	json_str_key(j, "path", l->path);
	json_str_key(j, "soname", l->soname);
	json_str_key(j, "product", product_name(l->product));
	json_str_key(j, "version", l->version);
	json_key_strings(j, "needed", &l->needed);
	json_str_key(j, "runpath", l->runpath);
	json_str_key(j, "machine", l->machine);
	json_str_key(j, "glibc", l->glibc);
	json_str_key(j, "glibcxx", l->glibcxx);
	json_str_key(j, "build_id", l->build_id);
	json_int_key(j, "size", (int64_t)l->size);
}

static void findings(struct json *j, const struct package *p)
{
	ARENA_AUTO scratch = { 0 };
	char code[8];

	JSON_EACH(j, "findings", const struct finding, f, p->findings) {
		json_str_key(j, "code", finding_name(f->code, code));
		json_str_key(j, "severity", severity_name(finding_info(f->code)->severity));
		json_str_key(j, "text", words_finding(&scratch, f));
		json_str_key(j, "have", f->have);
		json_str_key(j, "need", f->need);
		json_null_key(j, "host");
		json_null_key(j, "gpu");
	}
}

static void verdict(struct json *j, const struct inspect_page *page)
{
	static const char *const vias[] = { NULL, "cubin", "ptx" };

	JSON_EACH(j, "gpus", const struct reach_gpu, g, page->verdict->v) {
		json_int_key(j, "host", g->host);
		json_key_index(j, "index", g->gpu < 0 ? -1 :
			       page->hosts->v[g->host].gpus.v[g->gpu].index);
		json_str_key(j, "sm", sm_known(g->sm) ? sm_text(g->sm, TEXT_ROOM) : NULL);
		json_str_key(j, "via", vias[g->via]);
		json_str_key(j, "code", g->via ? sm_text(g->code, TEXT_ROOM) : NULL);
		json_str_key(j, "driver_support", driver_support_name(g->support));
		json_bool_key(j, "runs", g->runs);
		json_key_reasons(j, "reasons", &g->reasons);
	}
}

static void external(struct json *j, const struct package *p)
{
	JSON_EACH(j, "external", const struct external, x, p->external) {
		json_str_key(j, "soname", x->soname);
		json_str_key(j, "package", x->package);
		json_str_key(j, "requirement", x->requirement);
	}
}

/* Where the names of the libraries stand. */
static const char *listed_in(const struct package *p)
{
	if (!p->libraries.n)
		return NULL;
	if (p->from_record)
		return "record";
	return package_kind_name(p->kind == PACKAGE_WHEEL || p->kind == PACKAGE_CONDA
					 ? PACKAGE_ARCHIVE : p->kind);
}

void show_package_json(struct arena *a, struct json *j, const struct inspect_page *page)
{
	const struct package *p = page->package;

	json_open(j);
	json_str_key(j, "source", p->source);
	json_str_key(j, "kind", package_kind_name(p->kind));
	json_str_key(j, "read_as", p->read_as);
	json_str_key(j, "name", p->name);
	json_str_key(j, "version", p->version);
	json_str_key(j, "local", p->local);
	json_str_key(j, "variant", p->variant);
	json_str_key(j, "variant_label", p->label);
	json_key_strings(j, "variant_properties", &p->properties);
	json_str_key(j, "cuda", p->cuda);
	json_str_key(j, "build", p->build);
	json_str_key(j, "build_tag", p->build_tag);
	json_str_key(j, "python_tag", p->python_tag);
	json_str_key(j, "abi_tag", p->abi_tag);
	json_str_key(j, "platform_tag", p->platform_tag);
	json_str_key(j, "glibc_min", p->glibc_min);
	json_str_key(j, "glibc_needed", p->glibc_needed);
	json_str_key(j, "requires_python", p->requires_python);
	json_key_strings(j, "requires", &p->requires);
	json_str_key(j, "libraries_from", listed_in(p));
	JSON_EACH(j, "libraries", const struct library, l, p->libraries)
		library(j, l);
	external(j, p);
	json_key_strings(j, "not_found", &p->not_found);
	device_code(j, page);
	if (page->reach) {
		json_open_key(j, "driver");
		json_str_key(j, "direct", page->reach->direct);
		json_str_key(j, "minor", page->reach->minor);
		json_str_key(j, "zstd", page->reach->zstd_driver);
		json_close(j);
	}
	if (page->verdict)
		verdict(j, page);
	show_variants_json(j, page);
	show_extension_json(a, j, page);
	json_int_key(j, "hashes_checked", (int64_t)p->hashed);
	json_int_key(j, "bytes_read", (int64_t)p->bytes_read);
	findings(j, p);
	json_close(j);
}
