#include "fact/wish.h"

bool wish_has(const struct package_wish *w, struct span version)
{
	const char *asked = w->spec.f[CONDA_VERSION];
	struct pep440 v;

	if (!w->conda)
		return pep440_set_has(&w->req.set, version, PEP440_PRE_NAMED);
	if (!asked || !strchr(asked, '+')) {
		ptrdiff_t at = span_find_char(version, '+');

		version = at < 0 ? version : span_sub(version, 0, (size_t)at);
	}
	if (pep440_parse(version, &v) && pep440_is_pre(&v) && !(asked && strpbrk(asked, "abr")))
		return false;
	return conda_spec_has(&w->spec.version, version);
}
