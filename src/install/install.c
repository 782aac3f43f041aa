/* A step written as a command by the writer of its installer. */
#include "install/install_private.h"

/* What no installer does. */
static const struct install_writer plain = {
	{ [STEP_PACKAGES] = install_packages,
	  [STEP_DELETE] = install_delete_files,
	  [STEP_DELETE_TREES] = install_delete_trees },
};

static const struct install_writer *const writers[INSTALLERS] = {
#define INSTALLER(id, name, manager, place, writer) &install_##writer,
#include "fact/installer.def"
#undef INSTALLER
};

struct command install_command(struct arena *a, const struct step *s)
{
	struct argv to = { .a = a };

	if (plain.write[s->verb])
		plain.write[s->verb](&to, s);
	else if (writers[s->by]->write[s->verb])
		writers[s->by]->write[s->verb](&to, s);
	return (struct command){ to.words.v, to.words.n };
}
