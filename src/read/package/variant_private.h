/* A wheel's variant: the label in its name, .dist-info/variant.json (drafts of PEP 817, 825). */
#pragma once

#include "fact/package.h"

/*
 * Properties and label of variant.json into p. Findings where it does not hold exactly one variant,
 * or another than the file's name says; a text that is no JSON is one too.
 */
void variant_read(struct arena *a, struct span text, struct package *p);
/*
 * What variant.json says of GPU code beside the code that was found in torch. A target that is left
 * out costs a GPU: an installer that follows PEP 825 refuses the wheel there.
 */
void variant_check(struct arena *a, struct package *p);
