/* A message about an extension that does not fit its torch: the wheel that does. */
#include <string.h>

#include "explain/asked_private.h"
#include "fact/project.h"
#include "know/extension.h"
#include "know/spelling.h"
#include "plan/extend.h"

enum { NAME_MOST = 64, PROSE_MOST = 2000 };

/* The extension that a part of a path or a word is of: "flash_attn_2_cuda.cpython-311.so",
 * "torch_scatter"; the longest name counts. */
static const char *name_of(struct arena *a, const struct strings *names, struct span part)
{
	size_t n = span_run_alnum(span_sub(part, 0, NAME_MOST), "_-");
	const char *text, *ret = NULL;

	text = n ? project_name(a, span_sub(part, 0, n)) : "";
	for (size_t i = 0; i < names->n; i++) {
		size_t long_enough = strlen(names->v[i]);

		if (strncmp(text, names->v[i], long_enough) == 0 &&
		    (!text[long_enough] || (text[long_enough] == '-' &&
		      !(part.p[long_enough] == '-' && ascii_alpha(part.p[long_enough + 1])))) &&
		    (!ret || long_enough > strlen(ret)))
			ret = names->v[i];
	}
	return ret;
}

/* A part of a path, or a word, is taken off. */
static bool next_part(struct span *rest, struct span *part)
{
	while (rest->n && !span_run_alnum(*rest, "_-.+"))
		*rest = span_from(*rest, 1);
	*part = span_sub(*rest, 0, span_run_alnum(*rest, "_-.+"));
	*rest = span_from(*rest, part->n);
	return part->n > 0;
}

/* "\"xformers\": null", "xformers is not installed" */
static bool is_absent(struct span behind)
{
	behind = span_sub(behind, 0, 40);
	while (behind.n && strchr("\"' :", behind.p[0]))
		behind = span_from(behind, 1);
	(void)span_take(&behind, "is ");
	return span_begins(behind, ONE_OF("null", "None", "not installed"));
}

const char *explain_extension(struct arena *a, const struct strings *names, struct span text)
{
	struct arena_mark before = arena_mark(a);
	const char *by_frame = NULL, *by_word = NULL;
	struct span part, rest = text, whole = span_sub(text, 0, PROSE_MOST);
	bool several = false;

	while (next_part(&rest, &part)) {
		const char *name = part.n >= 4 ? name_of(a, names, part) : NULL;
		struct span folder = span_sub(text, 0, (size_t)(part.p - text.p)), path;

		arena_back(a, before);
		name = name && is_absent(rest) ? NULL : name;
		path = span_from(text, folder.n);
		path.n = span_run_alnum(path, "_-.+/\\");
		if (name && span_holds(path, ONE_OF(".so", ".pyd", ".dll", ".whl")))
			return name;
		if (name && span_closes(folder, ONE_OF("-packages/", "-packages\\")))
			by_frame = name; /* the last of a traceback */
		several |= name && by_word && strcmp(name, by_word) != 0;
		by_word = name ? name : by_word;
	}
	if (!by_word && asked_names(spelling_lower(a, whole), "flash-attn", &part))
		by_word = name_of(a, names, SPAN("flash-attn"));
	return by_frame ? by_frame : several ? NULL : by_word;
}

struct meaning *explain_about_extension(struct meanings *m)
{
	return FIRST_OF(one, *m, explain_is_about(m, one->symptom, "about-extension"));
}

/* What decides which wheel it is, and is not known. */
static struct phrase wanting(struct arena *a, const struct checkup *k, const char *package)
{
	if (!k)
		return PHRASE(a, WHEEL_WANTS_TORCH, SAY(package, package));
	return PHRASE(a, WHEEL_UNKNOWN, SAY(package, package), SAY(torch, k->here.torch->version),
		      SAY(variant, k->here.torch->local || k->here.by_default ? NULL :
									       k->here.variant));
}

/* Its wheel for the torch, behind what the version is made for that the text names, if that has
 * none for it. */
static struct phrase fitting(struct arena *a, struct matrix *matrix, const struct checkup *k,
			     const struct plan_package *x, struct span text)
{
	const char *torch = k->here.torch->version;

	return phrase_append(a, FORM_LIST_SEMICOLON,
		asked_made_for_other(a, matrix, x->name, arena_span(a, explain_number(torch)),
				     spelling_lower(a, text)),
		PHRASE(a, WHEEL_FITS, SAY(package, x->name), SAY(version, x->version),
		       SAY(torch, torch),
		       SAY(variant, k->here.torch->local ? NULL : k->here.variant)));
}

void explain_wheel(struct arena *a, struct matrix *matrix, struct checkup *k, const char *package,
		   struct span text, struct meanings *m)
{
	struct meaning *one = explain_about_extension(m);
	const struct plan_package *x;
	bool any;

	if (!one || (one->found && one->found->cure.n))
		return;
	x = k ? checkup_wheel(k, package, &any) : NULL;
	if (x && !x->requires_torch)
		return; /* it goes with any torch: another is no cure */
	if (x && x->url && !k->python.major) {
		one->wheel_is = PHRASE(a, WHEEL_WANTS_PYTHON, SAY(package, package),
				       SAY(version, x->version),
				       SAY(torch, k->here.torch->version));
		return;
	}
	if (!x) {
		one->wheel_is = wanting(a, k, package);
		return;
	}
	checkup_take_wheel(k, x, &one->wheel);
	one->wheel_is = fitting(a, matrix, k, x, text);
	if (x->by_others)
		one->wheel_is = phrase_append(a, FORM_LIST_COMMA, one->wheel_is,
					      PHRASE(a, WHEEL_BUILT_BY, SAY(source, x->place)));
	if (any)
		one->wheel_is = phrase_append(a, FORM_LIST_SEMICOLON, one->wheel_is,
					      PHRASE(a, WHEEL_GPU_UNCHECKED));
	else if (!x->certain)
		one->wheel_is = phrase_append(a, FORM_LIST_SEMICOLON, one->wheel_is,
					      PHRASE(a, WHEEL_CODE_UNKNOWN));
}

struct phrase explain_extension_gpu(struct arena *a, struct matrix *m, const char *package,
				    const struct gpu *gpu, struct span text, bool *none)
{
	struct phrase all = { 0 };
	struct span low = spelling_lower(a, text), version, other;
	struct extension x;
	struct err e;

	*none = true;
	(void)asked_names(low, package, &version);
	(void)asked_names(span_from(low, version.n ? (size_t)(version.p - low.p) : low.n),
			  package, &other);
	if (other.n || !ascii_digit(*version.p))
		version.n = 0; /* it asks about both, or about several */
	if (!sm_known(gpu->sm) || extension_rules(m, a, package, &x, &e) != 0)
		return all;
	for (size_t i = 0; i < x.gpus.n; i++) {
		struct sm least;
		bool serves;

		if (!sm_parse(span_of(x.gpus.v[i].sm), &least) ||
		    (version.n && strcmp(x.gpus.v[i].versions, "*") != 0 &&
		     !extend_set_takes(a, x.gpus.v[i].versions, arena_span(a, version))))
			continue;
		serves = sm_cmp(gpu->sm, least) >= 0;
		*none &= !serves;
		all = phrase_append(a, FORM_LIST_SEMICOLON, all,
				    phrase_make(a, serves ? FORM_EXTENSION_SERVES :
						FORM_EXTENSION_TOO_NEW, (struct fact[]){ { 0 },
			SAY(package, arena_printf(a, "%s%s", package,
						  strcmp(x.gpus.v[i].versions, "*") == 0 ? "" :
						  x.gpus.v[i].versions)),
			SAY(need, sm_said(a, least)),
			SAY(have, sm_said(a, gpu->sm)) }, 4));
	}
	return all;
}
