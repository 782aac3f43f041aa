#include "show/online_files.h"

#include <string.h>

#include "base/secret.h"
#include "base/tr.h"
#include "show/line.h"
#include "show/words.h"

static struct phrase said(struct arena *a, const struct online_file *f)
{
	const char *name = online_name(a, f);
	const struct phrase *why = phrase_keep(a, f->why);

	switch (f->state) {
	case ONLINE_THERE:
		return PHRASE(a, ONLINE_IS_THERE, SAY(item, name), SAY(file, f->file));
	case ONLINE_NOT_THERE:
		return PHRASE(a, ONLINE_IS_NOT, SAY(item, name), SAY_PHRASE(why, why));
	case ONLINE_NOT_ASKED:
		break;
	}
	return PHRASE(a, ONLINE_UNKNOWN, SAY(item, name), SAY_PHRASE(why, why));
}

static void say(struct arena *a, const struct term *t, enum style style, const char *label,
		struct phrase words)
{
	show_line(t, style, label, secret_masked(a, words_phrase(a, &words)));
}

/* Files that were not asked for, for one reason, are said together. */
static size_t show_unasked(struct arena *a, const struct term *t, const struct online_files *files,
			   size_t i, const char *label)
{
	const struct online_file *f = &files->v[i];
	const char *names = online_name(a, f);

	while (++i < files->n && f->state == ONLINE_NOT_ASKED &&
	       files->v[i].state == ONLINE_NOT_ASKED &&
	       strcmp(words_phrase(a, &f->why), words_phrase(a, &files->v[i].why)) == 0)
		names = arena_printf(a, "%s, %s", names, online_name(a, &files->v[i]));
	say(a, t, STYLE_WARN, label, PHRASE(a, ONLINE_UNKNOWN, SAY(item, names),
					    SAY_PHRASE(why, phrase_keep(a, f->why))));
	return i;
}

void show_online_text(struct arena *a, const struct term *t, const struct online_files *files)
{
	const char *label = tr("online");

	for (size_t i = 0; i < files->n;) {
		enum online_state state = files->v[i].state;

		if (state == ONLINE_NOT_ASKED)
			i = show_unasked(a, t, files, i, label);
		else if (state == ONLINE_THERE) {
			const struct online_file *f = &files->v[i++];
			const char *name = online_name(a, f);

			say(a, t, STYLE_GOOD, label, said(a, f));
			if (f->from)
				say(a, t, STYLE_DIM, "",
				    PHRASE(a, ONLINE_COMES_FROM, SAY(item, name), SAY(url, f->at),
					   SAY(host, f->from)));
			if (f->why.form)
				say(a, t, STYLE_DIM, "",
				    PHRASE(a, ONLINE_REMARK, SAY(item, name),
					   SAY_PHRASE(why, phrase_keep(a, f->why))));
		} else
			i++;
		if (state != ONLINE_NOT_THERE)
			label = "";
	}
}

void show_online_json(struct arena *a, struct json *j, const struct online_files *files)
{
	JSON_EACH(j, "online", const struct online_file, f, *files) {
		struct phrase words = said(a, f);

		json_str_key(j, "name", secret_masked(a, f->name));
		json_str_key(j, "version", f->version);
		json_str_key(j, "build", f->build);
		json_str_key(j, "status", online_state_name(f->state));
		json_str_key(j, "file", f->file);
		json_str_key(j, "url", f->link);
		json_str_key(j, "place", f->at);
		json_str_key(j, "from", f->from);
		json_str_key(j, "why", f->why.form ? words_phrase(a, &f->why) : NULL);
		json_str_key(j, "text", secret_masked(a, words_phrase(a, &words)));
	}
}
