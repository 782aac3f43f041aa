#include "plan/plan.h"

static const char *const installers[INSTALLERS] = {
	[INSTALLER_PIP] = "pip",
	[INSTALLER_UV] = "uv",
	[INSTALLER_CONDA] = "conda",
	[INSTALLER_MAMBA] = "mamba",
	[INSTALLER_MICROMAMBA] = "micromamba",
	[INSTALLER_PIXI] = "pixi",
};

const char *installer_name(enum installer i)
{
	return installers[i];
}

bool installer_parse(struct span s, enum installer *ret)
{
	for (int i = 0; i < INSTALLERS; i++) {
		if (!span_is(s, installers[i]))
			continue;
		*ret = (enum installer)i;
		return true;
	}
	return false;
}

enum manager installer_manager(enum installer i)
{
	return i == INSTALLER_PIP || i == INSTALLER_UV ? MANAGER_PIP : MANAGER_CONDA;
}

const char *via_name(enum via v)
{
	static const char *const names[] = { NULL, "cubin", "ptx" };

	return names[v];
}

const char *driver_support_name(enum driver_support s)
{
	static const char *const names[] = { NULL, "direct", "minor", "forward", NULL };

	return names[s];
}
