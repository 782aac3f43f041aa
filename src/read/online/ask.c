#include "read/online/ask.h"

#include <string.h>

#include "fact/err_phrase.h"
#include "read/package/http_text.h"

enum { FIRST = 4 };

/* --- the file itself ----------------------------------------------------------------------- */

/* What is listed need not be there: its first bytes are asked for. */
static void ask_file(struct arena *a, struct fetch *f, const struct online_file *of,
		     struct online_answer *to)
{
	struct fetch_head h;
	char first[FIRST];
	struct err e;
	size_t n;
	int rc;

	if (!to->url) {
		to->state = ONLINE_NOT_ASKED;
		to->why = PHRASE(a, ONLINE_NO_INDEX);
		return;
	}
	rc = fetch_first(f, to->url, first, FIRST, &n, &h, &e);
	if (rc) {
		to->state = rc == ERR_NONE ? ONLINE_NOT_THERE : ONLINE_NOT_ASKED;
		to->why = PHRASE(a, ONLINE_LISTED_ONLY, SAY(file, to->file),
				 SAY_PHRASE(why, phrase_keep(a, err_phrase(a, &e))));
	} else if (n != FIRST || (memcmp(first, "PK\3\4", FIRST) && memcmp(first, "BZh", 3))) {
		/* a wheel and a ".conda" are ZIP archives, older packages of conda's are bzip2 */
		to->state = ONLINE_NOT_ASKED;
		to->why = PHRASE(a, ONLINE_NO_ARCHIVE, SAY(file, to->file));
	} else if (of->sha256 && to->sha256 && strcmp(of->sha256, to->sha256) != 0) {
		to->state = ONLINE_NOT_THERE;
		to->why = PHRASE(a, ONLINE_OTHER_SUM, SAY(file, to->file));
	} else if (online_other_host(a, to->url, h.url)) {
		to->from = online_other_host(a, to->url, h.url);
	}
}

/* --- several places ------------------------------------------------------------------------ */

/* One that has it ends it; else one that could not be asked leaves it open. */
static void take(struct arena *a, struct online_file *to, const struct online_answer *answer,
		 bool first)
{
	if (to->state == ONLINE_THERE ||
	    (!first && answer->state != ONLINE_THERE &&
	     (to->state == ONLINE_NOT_ASKED || answer->state == ONLINE_NOT_THERE)))
		return;
	to->state = answer->state;
	to->file = answer->file;
	to->link = answer->url ? url_shown(a, answer->url) : NULL;
	to->at = answer->at;
	to->from = answer->from;
	to->why = answer->why;
}

/* --- channels: each of their folders once for all files ------------------------------------ */

struct group {
	const struct online_file **of;
	size_t *at, n;
};

static struct group group_of(struct arena *a, const struct online_files *files,
			     const struct online_place *place, const char *platform)
{
	struct group g = { arena_array(a, files->n, sizeof *g.of),
			   arena_array(a, files->n, sizeof *g.at), 0 };

	for (size_t i = 0; i < files->n; i++) {
		const struct online_file *of = &files->v[i];

		if (of->manager != MANAGER_CONDA || of->state == ONLINE_THERE ||
		    !ANY(x, of->places, x->url && place->url && strcmp(x->url, place->url) == 0) ||
		    strcmp(of->platform, platform) != 0)
			continue;
		g.of[g.n] = of;
		g.at[g.n++] = i;
	}
	return g;
}

static void ask_folder(struct arena *a, struct fetch *f, struct online_files *files,
		       const struct online_place *place, const char *platform, const char *folder)
{
	struct group g = group_of(a, files, place, platform);
	struct online_answer *answers = arena_array(a, g.n, sizeof *answers);

	if (g.n)
		online_folder(a, f, place->url, folder, g.of, g.n, answers);
	for (size_t i = 0; i < g.n; i++) {
		struct online_file *of = &files->v[g.at[i]];

		if (answers[i].state == ONLINE_THERE)
			ask_file(a, f, of, &answers[i]);
		take(a, of, &answers[i], !of->why.form && !of->at);
	}
}

/* Each channel is asked once for each platform. */
static void ask_channels(struct arena *a, struct fetch *f, struct online_files *files)
{
	struct strings asked = { 0 };

	EACH(const struct online_file, of, *files) {
		for (size_t k = 0; of->manager == MANAGER_CONDA && k < of->places.n; k++) {
			struct online_place place = of->places.v[k];

			const char *key = arena_printf(a, "%s %s", of->platform,
						       place.url ? place.url : "");

			if (of->state == ONLINE_THERE || !place.url || !url_is(place.url) ||
			    strings_has(&asked, key))
				continue;
			strings_add(a, &asked, key);
			ask_folder(a, f, files, &place, of->platform, of->platform);
			ask_folder(a, f, files, &place, of->platform, "noarch");
		}
	}
}

/* --- all ----------------------------------------------------------------------------------- */

/* What nobody can be asked about: a folder, a channel of which it is not known where it is. */
static bool has_no_place(struct arena *a, struct online_file *of)
{
	for (size_t i = 0; i < of->places.n; i++)
		if (of->places.v[i].url && url_is(of->places.v[i].url))
			return false;
	if (of->url && url_is(of->url))
		return false;
	of->why = of->places.n && of->places.v[0].name ?
		PHRASE(a, ONLINE_NO_PLACE, SAY(channel, of->places.v[0].name)) :
		PHRASE(a, ONLINE_NO_URL);
	return true;
}

void online_ask(struct arena *a, struct fetch *f, const struct err *why,
		struct online_files *files)
{
	EACH(struct online_file, of, *files) {
		if (!f)
			of->why = err_phrase(a, why);
		else if (has_no_place(a, of) || of->manager == MANAGER_CONDA)
			continue;
		else if (of->url) {
			struct online_answer answer = {
				.state = ONLINE_THERE,
				.file = url_file(a, of->url),
				.url = of->url,
				.at = url_shown(a, of->url),
			};

			ask_file(a, f, of, &answer);
			take(a, of, &answer, true);
		} else {
			for (size_t i = 0; i < of->places.n && of->state != ONLINE_THERE; i++) {
				struct online_answer answer;

				online_index(a, f, of, &of->places.v[i], &answer);
				if (answer.state == ONLINE_THERE)
					ask_file(a, f, of, &answer);
				take(a, of, &answer, i == 0);
			}
		}
	}
	if (f)
		ask_channels(a, f, files);
}
