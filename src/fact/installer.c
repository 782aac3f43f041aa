#include "fact/installer.h"

static const struct {
	const char *name;
	enum manager manager;
	enum installer_place place;
} rows[INSTALLERS] = {
#define INSTALLER(id, name, manager, place, writer) { name, MANAGER_##manager, PLACE_##place },
#include "fact/installer.def"
#undef INSTALLER
};

const char *installer_name(enum installer i)
{
	return rows[i].name;
}

bool installer_parse(struct span s, enum installer *ret)
{
	for (int i = 0; i < INSTALLERS; i++) {
		if (!span_is(s, rows[i].name))
			continue;
		*ret = (enum installer)i;
		return true;
	}
	return false;
}

bool installer_among(const enum installer *v, size_t n, enum installer i)
{
	return ANY(x, LIST(v, n), *x == i);
}

enum manager installer_manager(enum installer i)
{
	return rows[i].manager;
}

enum installer_place installer_place(enum installer i)
{
	return rows[i].place;
}

bool installer_serves(enum installer i, struct python p)
{
	return i == INSTALLER_PIP || rows[i].manager == MANAGER_CONDA || !p.major ||
	       python_cmp(p, (struct python){ 3, 6, false }) >= 0;
}

enum installer installer_usual(enum manager m)
{
	int i = 0;

	while (rows[i].manager != m)
		i++;
	return (enum installer)i;
}
