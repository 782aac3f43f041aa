/* Orders of versions. Each compares like strcmp. */
#pragma once

#include "base/span.h"

/*
 * Dotted numbers, as drivers and toolkits have them: "450.80.02" = "450.80.2" < "450.80.10";
 * a missing part counts as 0; what is not a number compares as text after all numbers.
 */
int dotted_cmp(struct span a, struct span b);

/* Digits and single dots from the start of s, not ending in a dot. */
struct span dotted_front(struct span s);
/* Digits without leading zeros; "0" for "000" and for nothing. */
struct span dotted_number(struct span digits);
/* Compares digits by value, whatever their length. */
int dotted_number_cmp(struct span a, struct span b);
/* "9.1" begins "9.1" and "9.1.0", but not "9.10". */
bool dotted_begins(const char *first, const char *version);
