#include "fact/tools.h"

const struct interpreter *tools_python(const struct tools *t, struct python version)
{
	const struct interpreter *found = NULL;

	EACH(const struct interpreter, p, t->pythons) {
		if (python_cmp(p->version, version) != 0)
			continue;
		if (p->venv != TRI_NO)
			return p;
		found = found && (found->package || !p->package) ? found : p;
	}
	return found;
}

struct python_set tools_pythons(const struct tools *t)
{
	struct python_set set = { 0 };

	for (size_t i = 0; i < t->pythons.n; i++)
		python_set_add(&set, t->pythons.v[i].version);
	return set;
}

enum installer tools_installer(const struct tools *t, enum manager m)
{
	for (int i = 0; t && m != MANAGER_PIP && i < INSTALLERS; i++)
		if (installer_manager((enum installer)i) == m && t->installers[i])
			return (enum installer)i;
	return t && m == MANAGER_PIP && t->bare && t->installers[INSTALLER_UV] ? INSTALLER_UV :
		installer_usual(m);
}
