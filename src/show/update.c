#include "show/update.h"

#include "base/text.h"
#include "show/words.h"

static void line(struct arena *a, const struct term *t, struct phrase said)
{
	text_wrap(t->f, span_of(words_phrase(a, &said)), 0, 2, t->width);
	fputc('\n', t->f);
}

void show_update(struct arena *a, const struct term *t, const struct update_page *p)
{
	static const enum form said[] = {
		[UPDATE_TAKEN] = FORM_UPDATE_TAKEN, [UPDATE_SAME] = FORM_UPDATE_SAME,
		[UPDATE_UNDONE] = FORM_UPDATE_UNDONE, [UPDATE_CHECKED] = FORM_UPDATE_CHECKED,
	};
	const struct fact facts[] = { { 0 }, SAY(version, p->here.version), SAY(url, p->at),
				      SAY(have, p->there.version) };

	if (p->left.form)
		line(a, t, PHRASE(a, UPDATE_LEFT, SAY_PHRASE(why, phrase_keep(a, p->left))));
	else
		line(a, t, phrase_make(a, said[p->done], facts, sizeof facts / sizeof *facts));
	line(a, t, PHRASE(a, UPDATE_HERE, SAY(version, p->here.version), SAY(date, p->here.date),
			  SAY(torch, p->here.torch), SAY(name, p->here.key),
			  SAY(file, p->here.path)));
	if (p->before.version)
		line(a, t, PHRASE(a, UPDATE_BEFORE, SAY(version, p->before.version)));
	if (p->bad.form)
		line(a, t, p->bad);
}

static void matrix(struct json *j, const char *key, const struct update_matrix *m)
{
	JSON_MAYBE(j, key, m->version) {
		json_int_key(j, "serial", (long long)m->serial);
		json_str_key(j, "version", m->version);
		json_str_key(j, "date", m->date);
		json_str_key(j, "torch", m->torch);
		json_str_key(j, "next_by", m->next_by);
		json_str_key(j, "key", m->key);
		json_str_key(j, "path", m->path);
	}
}

void show_update_json(struct arena *a, struct json *j, const struct update_page *p)
{
	static const char *const done[] = {
		[UPDATE_TAKEN] = "taken", [UPDATE_SAME] = "same", [UPDATE_UNDONE] = "undone",
		[UPDATE_CHECKED] = "checked",
	};

	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_str_key(j, "done", done[p->done]);
	matrix(j, "matrix", &p->here);
	matrix(j, "before", &p->before);
	matrix(j, "there", &p->there);
	json_str_key(j, "at", p->at);
	json_str_key(j, "bad", p->bad.form ? words_phrase(a, &p->bad) : NULL);
	json_str_key(j, "not_asked", p->left.form ? words_phrase(a, &p->left) : NULL);
	json_close(j);
}
