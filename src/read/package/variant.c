#include "read/package/variant.h"

#include <string.h>

#include "base/buf.h"
#include "base/tree.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"

enum { PROPERTIES = 512, VARIANTS = 512, ORDERS = 64, LABEL_SHOWN = 100, ROOM = 4096 };

static const char *kept(struct arena *a, const char *text)
{
	return arena_span(a, span_sub(span_of(text), 0, LABEL_SHOWN));
}

static void add_texts(struct arena *a, const struct tree *list, struct strings *to)
{
	for (const struct tree *t = tree_first(list); t; t = t->next)
		if (tree_text(t) && to->n < PROPERTIES)
			strings_add(a, to, kept(a, tree_text(t)));
}

static void add_features(struct arena *a, const struct tree *namespace, struct variant *v)
{
	for (const struct tree *f = tree_first(namespace); f; f = f->next) {
		struct variant_feature one = { .space = namespace->key, .name = f->key };

		if (!f->key || v->features.n >= PROPERTIES)
			continue;
		one.space = kept(a, one.space);
		one.name = kept(a, one.name);
		add_texts(a, f, &one.values);
		ARRAY_ADD(a, v->features) = one;
	}
}

static void add_order(struct arena *a, const char *space, const char *feature,
		      const struct tree *names, struct variant_set *s)
{
	struct variant_order o = { .space = space, .feature = feature };

	if (!space || s->orders.n >= ORDERS)
		return;
	add_texts(a, names, &o.names);
	ARRAY_ADD(a, s->orders) = o;
}

/* The variants of a file, in its order; NULL: it has no "variants". */
static const struct variant_set *set_of(struct arena *a, const struct tree *root)
{
	const struct tree *variants = tree_get(root, "variants");
	struct variant_set *s;
	const struct tree *first;

	if (!variants || variants->kind != TREE_MAP)
		return NULL;
	s = arena_array(a, 1, sizeof *s);
	*s = (struct variant_set){ 0 };
	/* default-priorities of PEP 825; of PEP 817's first draft a provider that is "optional". */
	first = tree_get(root, "default-priorities");
	add_texts(a, tree_get(first, "namespace"), &s->spaces);
	for (const struct tree *t = tree_first(tree_get(first, "feature")); t; t = t->next)
		add_order(a, t->key, NULL, t, s);
	for (const struct tree *t = tree_first(tree_get(first, "property")); t; t = t->next)
		for (const struct tree *f = tree_first(t); f; f = f->next)
			add_order(a, t->key, f->key, f, s);
	for (const struct tree *t = tree_first(tree_get(root, "providers")); t; t = t->next)
		if (t->key && tree_get_text(t, "optional") &&
		    strcmp(tree_get_text(t, "optional"), "true") == 0)
			strings_add(a, &s->optional, t->key);
	for (const struct tree *t = tree_first(variants); t; t = t->next) {
		struct variant v = { .label = t->key ? kept(a, t->key) : NULL };

		if (v.label && s->v.n < VARIANTS) {
			for (const struct tree *n = tree_first(t); n; n = n->next)
				if (n->key)
					add_features(a, n, &v);
			ARRAY_ADD(a, s->v) = v;
		}
	}
	return s;
}

void variant_read(struct arena *a, struct span text, struct package *p)
{
	const struct variant_set *s;
	struct tree *root;
	struct err e;
	const char *label;

	if (json_parse(a, text, &root, &e)) {
		err_at(&e, "variant.json");
		package_damage(a, p, &e);
		return;
	}
	s = set_of(a, root);
	if (!s || s->v.n != 1) {
		package_find(a, p, CP408, fact_number(a, s ? s->v.n : 0), "1",
			     PHRASE(a, VARIANT_NOT_ONE));
		return;
	}
	p->variants = s;
	label = s->v.v[0].label;
	if (p->label && strcmp(p->label, label) != 0)
		package_find(a, p, CP408, p->label, label, PHRASE(a, VARIANT_OTHER_LABEL));
	p->label = label;
	/* "nvidia :: sm_arch :: 90_real", as PEP 817 writes a property. */
	EACH(const struct variant_feature, f, s->v.v[0].features) {
		for (size_t k = 0; k < f->values.n && p->properties.n < PROPERTIES; k++)
			strings_printf(a, &p->properties, "%s :: %s :: %s", f->space, f->name,
				       f->values.v[k]);
	}
}

bool variants_is(struct span text)
{
	return span_starts(span_trim(text), "{") && span_find(text, "\"variants\"") >= 0;
}

/* "torch-2.8.0-variants.json"; a browser's "?" and what is behind it are not of the name. */
static void name_of_file(struct arena *a, const char *file, struct package *p)
{
	struct span s = span_of(file), version;
	ptrdiff_t dash;

	s = span_sub(s, 0, strcspn(file, "?#"));
	s = span_base(s);
	if (!span_ends(s, "-variants.json"))
		return;
	s = span_sub(s, 0, s.n - strlen("-variants.json"));
	dash = span_rfind_char(s, '-');
	if (dash < 1)
		return;
	version = span_from(s, (size_t)dash + 1);
	p->name = arena_span(a, span_sub(s, 0, (size_t)dash));
	p->version = arena_span(a, version);
	p->torch = strcmp(p->name, "torch") == 0;
}

int variants_read(struct arena *a, struct span text, const char *file, struct package *p,
		  struct err *e)
{
	struct tree *root;

	if (json_parse(a, text, &root, e)) {
		err_at(e, "%s", file);
		package_damage(a, p, e);
		e->code = ERR_INPUT;
		return e->code;
	}
	p->variants = set_of(a, root);
	if (!p->variants) {
		package_find(a, p, CP401, NULL, NULL, PHRASE(a, UNRECOGNISED, SAY(item, file)));
		return ERR_SAY(e, ERR_INPUT, NOT_RECOGNISED, SAY(file, file));
	}
	p->kind = PACKAGE_LISTING;
	name_of_file(a, file, p);
	return 0;
}

/* "nvidia :: sm_arch :: 100_real" is sm_100; the name of NVIDIA's prototype for its property. */
static bool named_target(struct span property, struct sm *ret)
{
	return span_take(&property, "nvidia :: sm_arch :: ") && span_ends(property, "_real") &&
	       sm_parse(span_sub(property, 0, property.n - strlen("_real")), ret);
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
	left_out = sm_list_without(code, &named);
	absent = sm_list_without(&named, code);
	if (left_out.n)
		package_find(a, p, CP408, sm_list_text(a, &left_out), NULL,
			     PHRASE(a, VARIANT_LEAVES_OUT));
	if (absent.n)
		package_find(a, p, CP408, NULL, sm_list_text(a, &absent), PHRASE(a, VARIANT_LACKS));
}
