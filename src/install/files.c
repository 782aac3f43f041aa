/* Files and folders, which no installer removes. */
#include "install/install_private.h"

void install_discard_folder(struct argv *to, const struct step *s)
{
	if (step_on_windows(s))
		argv_add(to, "Remove-Item", "-Recurse", ENV_FOLDER, NULL);
	else
		argv_add(to, "rm", "-r", ENV_FOLDER, NULL);
}

/* Debian's, the only ones that are known to be parted from Python. */
void install_packages(struct argv *to, const struct step *s)
{
	if (s->program)
		argv_add(to, s->program, NULL);
	argv_add(to, "apt-get", "install", "-y", NULL);
	argv_all(to, &s->specs);
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
