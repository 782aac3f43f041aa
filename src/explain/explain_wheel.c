/* A message about an extension that does not fit its torch: the wheel that does. */
#include <string.h>

#include "explain/asked_private.h"
#include "fact/project.h"
#include "know/extension.h"
#include "know/spelling.h"
#include "plan/extend.h"

enum { NAME_MOST = 64, PROSE_MOST = 2000 };

static bool is_file(struct span word)
{
	return span_find(word, ".so") >= 0 || span_find(word, ".pyd") >= 0 ||
	       span_find(word, ".dll") >= 0 || span_find(word, ".whl") >= 0;
}

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
		    (!text[long_enough] || text[long_enough] == '-') &&
		    (!ret || long_enough > strlen(ret)))
			ret = names->v[i];
	}
	return ret;
}

static bool is_of_word(char c)
{
	return ascii_alnum(c) || strchr("_-./\\+@:", c);
}

static bool next_word(struct span *s, struct span *word)
{
	size_t n = 0;

	while (s->n && !is_of_word(s->p[0]))
		*s = span_from(*s, 1);
	while (n < s->n && is_of_word(s->p[n]))
		n++;
	*word = span_sub(*s, 0, n);
	*s = span_from(*s, n);
	return n > 0;
}

static const char *name_in_path(struct arena *a, const struct strings *names, struct span word)
{
	const char *ret = NULL;

	while (word.n && !ret) {
		size_t n = 0;

		while (n < word.n && word.p[n] != '/' && word.p[n] != '\\')
			n++;
		ret = name_of(a, names, span_sub(word, 0, n));
		word = span_from(word, n + (n < word.n));
	}
	return ret;
}

const char *explain_extension(struct arena *a, const struct strings *names, struct span text)
{
	struct arena_mark before = arena_mark(a);
	const char *by_file = NULL, *by_frame = NULL, *by_word = NULL;
	struct span word, whole = span_sub(text, 0, PROSE_MOST);
	bool several = false;

	while (!by_file && next_word(&text, &word)) {
		const char *name = word.n >= 4 ? name_in_path(a, names, word) : NULL;

		if (name && is_file(word))
			by_file = name;
		if (name && span_find(word, "site-packages") >= 0)
			by_frame = name; /* the last of a traceback */
		several |= name && by_word && strcmp(name, by_word) != 0;
		by_word = name ? name : by_word;
		arena_back(a, before);
	}
	if (by_file || by_frame)
		return by_file ? by_file : by_frame;
	if (!by_word && (span_find_nocase(whole, "flash attn") >= 0 ||
			 span_find_nocase(whole, "flash attention") >= 0 ||
			 span_find_nocase(whole, "flashattention") >= 0))
		by_word = name_of(a, names, SPAN("flash-attn"));
	return several ? NULL : by_word;
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
		      SAY(variant, k->here.torch->local ? NULL : k->here.variant));
}

void explain_wheel(struct arena *a, struct checkup *k, const char *package, struct meanings *m)
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
	one->wheel_is = PHRASE(a, WHEEL_FITS, SAY(package, package), SAY(version, x->version),
			       SAY(torch, k->here.torch->version),
			       SAY(variant, k->here.torch->local ? NULL : k->here.variant));
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
				    const struct gpu *gpu, struct span text)
{
	struct phrase all = { 0 };
	struct span version;
	struct extension x;
	struct err e;

	(void)asked_names(spelling_lower(a, text), package, &version);
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
