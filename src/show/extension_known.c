/* What the matrix knows of an extension's files, in words. */
#include "show/extension_known_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/tr.h"
#include "show/json_key.h"
#include "show/line.h"
#include "show/sentence.h"

static const char *const told_words[EXTEND_TOLD] = {
	[TOLD_NOWHERE] = "", [TOLD_BY_NAME] = N_("its name"),
	[TOLD_BY_METADATA] = N_("its METADATA"),
	[TOLD_BY_LIBRARIES] = N_("what its libraries load"), [TOLD_BY_TABLE] = N_("the tables"),
};

static void part(struct buf *b, const char *text)
{
	buf_str(b, b->n ? ", " : "");
	buf_str(b, text);
}

static const char *torch_words(struct arena *a, const char *torch)
{
	if (strcmp(torch, "any") == 0)
		return tr("any torch");
	return arena_printf(a, "torch %s", strncmp(torch, "==", 2) == 0 && !strchr(torch, ',') ?
			    torch + 2 : torch);
}

/* "torch and CUDA by its name, ABI by the tables" */
static void told_by(struct arena *a, const struct term *t, const struct extend_known *k)
{
	const enum extend_told by[] = { k->torch_by, k->cuda_by, k->abi_by };
	static const char *const what[] = { "torch", "CUDA", "ABI" };
	BUF_AUTO b = BUF_WORDS;
	BUF_AUTO not_told = BUF_WORDS;

	for (unsigned told = TOLD_BY_NAME; told < EXTEND_TOLD; told++) {
		unsigned n = 0;

		for (int i = 0; i < 3; i++)
			if (by[i] == told)
				buf_printf(&b, "%s%s", n++ ? ", " : b.n ? "; " : "", what[i]);
		if (n)
			buf_printf(&b, ": %s", tr(told_words[told]));
	}
	for (int i = 0; i < 2; i++)
		if (by[i] == TOLD_NOWHERE)
			buf_printf(&not_told, "%s%s", not_told.n ? tr(" nor ") : "", what[i]);
	if (not_told.n)
		buf_printf(&b, k->rows.n > 1 ?
			   tr("%sits name tells no %s, and the files that bear it differ") :
			   tr("%sits name tells no %s"), b.n ? "; " : "", buf_cstr(&not_told));
	if (b.n)
		show_line(t, STYLE_DIM, "", arena_str(a, buf_cstr(&b)));
}

enum { ROWS_SHOWN = 6, RELEASES_SHOWN = 6 };

static const char *place_words(struct arena *a, const struct extension_file *f)
{
	if (strcmp(f->place, "pypi") == 0)
		return "PyPI";
	if (strcmp(f->place, "release") == 0 || strcmp(f->place, "pytorch-index") == 0)
		return f->place;
	return arena_printf(a, "%s", f->place);
}

/* Where a file of that name is. */
static const char *row_words(struct arena *a, const struct extend_known *k, size_t i)
{
	const struct extension_file *f = k->rows.v[i]->f;
	const char *url = extend_known_url(a, k, i), *hash = extend_known_hash(a, k, i);
	BUF_AUTO b = BUF_WORDS;

	buf_printf(&b, "%s", place_words(a, f));
	if (k->rows.n > 1 && f->cuda)
		buf_printf(&b, " (%s)", extend_cuda_words(a, f->cuda));
	if (url || f->url)
		buf_printf(&b, ": %s", url ? url : f->url);
	if (hash)
		buf_printf(&b, ", sha256 %s", hash);
	return arena_str(a, buf_cstr(&b));
}

static void rows(struct arena *a, const struct term *t, const struct extend_known *k)
{
	struct strings said = { 0 };

	for (size_t i = 0; i < k->rows.n; i++)
		strings_add_once(a, &said, row_words(a, k, i));
	for (size_t i = 0; i < said.n && i < ROWS_SHOWN; i++)
		show_line(t, i ? STYLE_PLAIN : STYLE_BOLD, i ? "" : tr("from"), said.v[i]);
	if (said.n > ROWS_SHOWN)
		show_line(t, STYLE_DIM, "", arena_printf(a, tr("and %zu more of that name"),
							 said.n - ROWS_SHOWN));
	if (!k->rows.n)
		show_line(t, STYLE_WARN, tr("from"), k->x->files.n ?
			  tr("not known: the tables have no such file") :
			  arena_printf(a, tr("not known: the tables have no wheels of %s"),
				       k->name));
}

static void goes(struct arena *a, const struct term *t, const struct extend_known *k)
{
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < k->goes.n && i < RELEASES_SHOWN; i++) {
		const struct extend_goes *g = &k->goes.v[i];

		buf_printf(&b, "%storch %s", b.n ? "; " : "", g->torch);
		for (size_t n = 0; n < g->variants.n; n++)
			buf_printf(&b, " %s", g->variants.v[n]);
	}
	if (k->goes.n > RELEASES_SHOWN)
		buf_printf(&b, tr("; and %zu older"), k->goes.n - RELEASES_SHOWN);
	if (b.n)
		show_line(t, STYLE_GOOD, tr("goes with"), arena_str(a, buf_cstr(&b)));
	else if (k->file.torch && strcmp(k->file.torch, "any") == 0)
		show_line(t, STYLE_GOOD, tr("goes with"), tr("any torch: it does not use it"));
	else
		show_line(t, STYLE_WARN, tr("goes with"), k->file.torch ?
			  tr("no torch of the matrix") :
			  tr("not known, as it does not say for which torch it is"));
}

void show_extension(struct arena *a, const struct term *t, const struct inspect_page *page)
{
	const struct extend_known *k = page->extension ? page->extension->known : NULL;
	const struct extension_file *f;
	BUF_AUTO b = BUF_WORDS;

	if (!k)
		return;
	/* What says nothing is said to be not known. */
	f = &k->file;
	part(&b, f->torch ? torch_words(a, f->torch) : tr("torch not known"));
	part(&b, f->cuda ? extend_cuda_words(a, f->cuda) : tr("CUDA not known"));
	if (f->abi)
		part(&b, arena_printf(a, "C++11 ABI %s", f->abi));
	part(&b, f->pythons ? arena_printf(a, "Python %s", f->pythons) : tr("any Python"));
	part(&b, strcmp(f->platform, "*") == 0 ? tr("any platform") : f->platform);
	show_line(t, STYLE_BOLD, tr("made for"), arena_str(a, buf_cstr(&b)));
	told_by(a, t, k);
	rows(a, t, k);
	goes(a, t, k);
	if (sm_known(k->read.least))
		show_line(t, STYLE_BOLD, tr("GPUs"),
			  arena_printf(a, tr("%s and newer, by its makers"),
				       sm_dotted(k->read.least, TEXT_ROOM)));
}

static void planned(struct arena *a, const struct term *t, const struct plan *p)
{
	const struct build *b = p->build;
	const char *python = "";

	if (p->python.major)
		python = arena_printf(a, ", Python %s", python_text(p->python, TEXT_ROOM));
	show_line(t, p->certain && p->packages.v[0].certain ? STYLE_GOOD : STYLE_WARN,
		  tr("with"),
		  arena_printf(a, "torch %s+%s%s%s: cudaplan suggest torch==%s+%s", b->torch,
			       b->variant, python,
			       p->certain && p->packages.v[0].certain ? "" :
			       tr(", not certain to run on every GPU"), b->torch, b->variant));
}

void show_extension_fit(struct arena *a, const struct term *t, const struct inspect_page *page)
{
	const struct inspect_extension *x = page->extension;

	if (x && x->planned && x->with)
		planned(a, t, x->with);
	else if (x && x->planned)
		show_line(t, STYLE_BAD, tr("with"),
			  tr("no torch that it goes with runs on every GPU"));
	if (!x || !x->there)
		return;
	if (!x->there->torch)
		show_line(t, STYLE_BAD, tr("there"), tr("no torch is installed"));
	else
		show_line(t, x->there->lacks.n ? STYLE_BAD : x->there->known ? STYLE_GOOD :
			  STYLE_WARN, tr("there"),
			  arena_printf(a, "torch %s%s%s: %s", x->there->torch,
				       x->there->python.major ? ", Python " : "",
				       x->there->python.major ?
				       python_text(x->there->python, TEXT_ROOM) : "",
				       x->there->lacks.n ? tr("it does not go with that") :
				       x->there->known ? tr("it goes with that") :
				       tr("not known whether it goes with that")));
	for (size_t i = 0; i < x->there->lacks.n; i++)
		show_line(t, STYLE_PLAIN, "", sentence_finding(a, page->hosts,
							       &x->there->lacks.v[i]));
}

static void rows_json(struct arena *a, struct json *j, const struct extend_known *k)
{
	json_list_key(j, "rows");
	for (size_t i = 0; i < k->rows.n; i++) {
		const struct extension_file *f = k->rows.v[i]->f;

		json_open(j);
		json_str_key(j, "place", f->place);
		json_str_key(j, "url", extend_known_url(a, k, i));
		json_str_key(j, "index", extend_known_url(a, k, i) ? NULL : f->url);
		json_str_key(j, "sha256", extend_known_hash(a, k, i));
		json_str_key(j, "requires_torch", f->torch);
		json_str_key(j, "cuda", f->cuda);
		json_str_key(j, "abi", f->abi);
		json_bool_key(j, "certain", k->rows.v[i]->sure);
		json_close(j);
	}
	json_end(j);
}

static void with_json(struct json *j, const struct inspect_extension *x)
{
	if (!x->planned)
		return;
	JSON_MAYBE(j, "with", x->with) {
		json_str_key(j, "torch", x->with->build->torch);
		json_str_key(j, "variant", x->with->build->variant);
		json_str_key(j, "python", x->with->python.major ?
			     python_text(x->with->python, TEXT_ROOM) : NULL);
		json_bool_key(j, "certain", x->with->certain && x->with->packages.v[0].certain);
	}
}

static void there_json(struct json *j, const struct extend_there *there)
{
	if (!there)
		return;
	json_open_key(j, "env");
	json_str_key(j, "torch", there->torch);
	json_str_key(j, "python", there->python.major ?
		     python_text(there->python, TEXT_ROOM) : NULL);
	json_key_tri(j, "fits", there->lacks.n ? TRI_NO : there->known ? TRI_YES : TRI_UNKNOWN);
	json_key_reasons(j, "reasons", &there->lacks);
	json_close(j);
}

void show_extension_json(struct arena *a, struct json *j, const struct inspect_page *page)
{
	const struct inspect_extension *x = page->extension;
	static const char *const told[EXTEND_TOLD] = { NULL, "name", "metadata", "libraries",
						       "table" };
	const struct extension_file *f;

	if (!x) {
		json_null_key(j, "extension");
		return;
	}
	f = &x->known->file;
	json_open_key(j, "extension");
	json_str_key(j, "name", x->known->name);
	json_str_key(j, "requires_torch", f->torch);
	json_str_key(j, "requires_torch_by", told[x->known->torch_by]);
	json_str_key(j, "cuda", f->cuda);
	json_str_key(j, "cuda_by", told[x->known->cuda_by]);
	json_str_key(j, "abi", f->abi);
	json_str_key(j, "abi_by", told[x->known->abi_by]);
	json_str_key(j, "pythons", f->pythons);
	json_str_key(j, "platform", f->platform);
	json_str_key(j, "sm_min", sm_known(x->known->read.least) ?
		     sm_text(x->known->read.least, TEXT_ROOM) : NULL);
	rows_json(a, j, x->known);
	JSON_EACH(j, "goes_with", const struct extend_goes, g, x->known->goes) {
		json_str_key(j, "torch", g->torch);
		json_key_strings(j, "variants", &g->variants);
	}
	with_json(j, x);
	there_json(j, x->there);
	json_close(j);
}
