/* Files and folders, which no installer removes. */
#include "install/install_private.h"

void install_discard_folder(struct argv *to, const struct step *s)
{
	if (step_on_windows(s))
		argv_add(to, "Remove-Item", "-Recurse", ENV_FOLDER, NULL);
	else
		argv_add(to, "rm", "-r", ENV_FOLDER, NULL);
}

void install_delete_files(struct argv *to, const struct step *s)
{
	argv_add(to, "rm", "--", NULL);
	argv_all(to, &s->specs);
}

void install_delete_trees(struct argv *to, const struct step *s)
{
	argv_add(to, "rm", "-r", "--", NULL);
	argv_all(to, &s->specs);
}
