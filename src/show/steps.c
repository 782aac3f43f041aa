#include "show/steps.h"

#include "install/install.h"
#include "show/line.h"
#include "show/shell.h"

void show_steps_json(struct arena *a, struct json *j, const char *key, const struct steps *s)
{
	json_list_key(j, key);
	for (size_t i = 0; s && i < s->n; i++) {
		struct command c = install_command(a, &s->v[i]);

		json_list(j);
		for (size_t k = 0; k < c.n; k++)
			json_str(j, c.argv[k]);
		json_end(j);
	}
	json_end(j);
}

void show_steps_text(struct arena *a, const struct term *t, const struct steps *s)
{
	for (size_t i = 0; i < s->n; i++) {
		fprintf(t->f, "%*s", SHOW_COLUMN, "");
		shell_step(a, t->f, &s->v[i]);
		fputc('\n', t->f);
	}
}
