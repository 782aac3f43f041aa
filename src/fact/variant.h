/*
 * Variants of a wheel and what each asks of a machine: *.dist-info/variant.json, and the file
 * NAME-VERSION-variants.json of an index (PEP 817 and PEP 825, drafts of 2026).
 */
#pragma once

#include "base/strings.h"

/* "nvidia :: sm_arch" and its values, of which one has to fit the machine. */
struct variant_feature {
	const char *space, *name;
	struct strings values;
};

/* Every one of its features has to fit; one without any fits everywhere. */
struct variant {
	const char *label; /* "cu126", "null" */
	ARRAY(struct variant_feature) features;
};

/* What the file itself puts first. */
struct variant_order {
	const char *space, *feature; /* feature NULL: the names are those of features */
	struct strings names;
};

struct variant_set {
	struct strings spaces;   /* default-priorities.namespace */
	ARRAY(struct variant_order) orders;
	struct strings optional; /* namespaces that count only for who asks for them */
	ARRAY(struct variant) v;
};
