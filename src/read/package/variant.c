#include "read/package/variant_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/tree.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"

enum { PROPERTIES = 512, LABEL_SHOWN = 100, ROOM = 4096 };

/* "nvidia :: sm_arch :: 90_real", as PEP 817 writes a property. */
static void add_features(struct arena *a, const struct tree *namespace, struct package *p)
{
	for (const struct tree *f = tree_first(namespace); f; f = f->next)
		for (const struct tree *v = tree_first(f); v; v = v->next)
			if (tree_text(v) && f->key && p->properties.n < PROPERTIES)
				strings_printf(a, &p->properties, "%s :: %s :: %s", namespace->key,
					       f->key, tree_text(v));
}

static void take_label(struct arena *a, const char *label, struct package *p)
{
	const char *shown = arena_span(a, span_sub(span_of(label), 0, LABEL_SHOWN));

	if (p->label && strcmp(p->label, label) != 0)
		package_find(a, p, CP408, p->label, shown, PHRASE(a, VARIANT_OTHER_LABEL));
	p->label = shown;
}

void variant_read(struct arena *a, struct span text, struct package *p)
{
	const struct tree *variants, *one;
	struct tree *root;
	struct err e;
	size_t n = 0;

	if (json_parse(a, text, &root, &e)) {
		err_at(&e, "variant.json");
		package_find(a, p, CP402, NULL, NULL,
			     PHRASE(a, PACKAGE_DAMAGED,
				    SAY_PHRASE(why, phrase_keep(a, err_phrase(a, &e)))));
		return;
	}
	variants = tree_get(root, "variants");
	one = variants && variants->kind == TREE_MAP ? tree_first(variants) : NULL;
	for (const struct tree *t = one; t; t = t->next)
		n++;
	if (n != 1) {
		package_find(a, p, CP408, fact_number(a, n), "1", PHRASE(a, VARIANT_NOT_ONE));
		return;
	}
	take_label(a, one->key, p);
	for (const struct tree *t = tree_first(one); t; t = t->next)
		if (t->key)
			add_features(a, t, p);
}

/* "nvidia :: sm_arch :: 100_real" is sm_100; the name of NVIDIA's prototype for its property. */
static bool named_target(struct span property, struct sm *ret)
{
	return span_take(&property, "nvidia :: sm_arch :: ") && span_ends(property, "_real") &&
	       sm_parse(span_sub(property, 0, property.n - strlen("_real")), ret);
}

static const char *listed(struct arena *a, const struct sm_list *l)
{
	BUF_AUTO b = BUF(ROOM);
	char one[SM_TEXT];

	for (size_t i = 0; i < l->n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", sm_text(l->v[i], one));
	return arena_str(a, buf_cstr(&b));
}

static struct sm_list without(const struct sm_list *all, const struct sm_list *these)
{
	struct sm_list left = { 0 };

	for (size_t i = 0; i < all->n; i++)
		if (!sm_list_has(these, all->v[i]))
			sm_list_add(&left, all->v[i]);
	return left;
}

void variant_check(struct arena *a, struct package *p)
{
	const struct sm_list *code = p->has_complete ? &p->complete : &p->declared;
	struct sm_list named = { 0 }, left_out, absent;
	struct sm sm;

	for (size_t i = 0; i < p->properties.n; i++)
		if (named_target(span_of(p->properties.v[i]), &sm))
			sm_list_add(&named, sm);
	if (!named.n || !code->n)
		return;
	left_out = without(code, &named);
	absent = without(&named, code);
	if (left_out.n)
		package_find(a, p, CP408, listed(a, &left_out), NULL,
			     PHRASE(a, VARIANT_LEAVES_OUT));
	if (absent.n)
		package_find(a, p, CP408, NULL, listed(a, &absent), PHRASE(a, VARIANT_LACKS));
}
