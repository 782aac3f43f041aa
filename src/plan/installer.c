#include "plan/installer.h"

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
