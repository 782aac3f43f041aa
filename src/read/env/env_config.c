/*
 * Commands that write settings: "conda config --add channels URL", "micromamba config append
 * channels NAME", "pip config set global.index-url URL". What they write is as good as the file.
 * Sources: docs.conda.io/projects/conda/en/stable/commands/config.html, micromamba config --help,
 * pip.pypa.io/en/stable/cli/pip_config.
 */
#include <string.h>

#include "read/env/command_private.h"
#include "read/env/condarc_private.h"

enum { WORDS_OF_ONE = 12 };

/* "--add" and "--prepend" put in front, "--append" behind, "--set" in the place of all. */
enum how { HOW_NONE, HOW_FRONT, HOW_BEHIND, HOW_SET };

struct config_change {
	enum env_setting_tool tool;
	enum how how;
	const char *key, *value;
	size_t next; /* the word behind it */
};

static enum how how_of(const char *word)
{
	static const struct {
		const char *word;
		enum how how;
	} words[] = {
		{ "--add", HOW_FRONT }, { "--prepend", HOW_FRONT }, { "prepend", HOW_FRONT },
		{ "--append", HOW_BEHIND }, { "append", HOW_BEHIND }, { "--set", HOW_SET },
		{ "set", HOW_SET },
	};

	return FIRST_TELLS(x, ROWS(words), strcmp(word, x->word) == 0, x->how, HOW_NONE);
}

static bool tool_of(const char *word, enum env_setting_tool *tool)
{
	struct span s = env_command_program(word);
	enum installer by;

	*tool = SETTING_PIP;
	if (env_command_is_pip(s))
		return true;
	*tool = SETTING_CONDA;
	return installer_parse(s, &by) && installer_place(by) == PLACE_PREFIX;
}

/* "conda config --env --add channels X": word i is the program. */
static bool change_at(const struct strings *w, size_t i, struct config_change *c)
{
	size_t end = i + WORDS_OF_ONE < w->n ? i + WORDS_OF_ONE : w->n;

	if (i + 4 >= w->n || !tool_of(w->v[i], &c->tool) || strcmp(w->v[i + 1], "config") != 0)
		return false;
	if (i > 0 && !env_command_is_lead(w->v[i - 1]))
		return false;
	for (i += 2; i + 2 < end && strcmp(w->v[i], ";") != 0; i++) {
		c->how = how_of(w->v[i]);
		if (c->how == HOW_NONE)
			continue;
		c->key = w->v[i + 1];
		c->value = w->v[i + 2];
		c->next = i + 3;
		return strcmp(c->key, ";") != 0 && strcmp(c->value, ";") != 0 &&
		       (c->tool == SETTING_PIP || condarc_knows(span_of(c->key)));
	}
	return false;
}

static bool find_change(const struct strings *w, size_t from, struct config_change *c)
{
	for (; from < w->n; from++)
		if (change_at(w, from, c))
			return true;
	return false;
}

static struct strings words_of(const struct env_text *t, size_t i, size_t *end)
{
	return env_command_words(t->a, env_expand(t, i, env_command_line(t, i, end), span_of("")));
}

static bool config_begins(const struct env_text *t, size_t i)
{
	struct config_change c;
	struct strings w;
	size_t end;

	if (t->as == ENV_AS_INSTALLED || span_find(t->v[i].s, " config ") <= 0)
		return false;
	w = words_of(t, i, &end);
	return find_change(&w, 0, &c);
}

static void set_conda(const struct env_text *t, const struct config_change *c, struct origin origin,
		      struct env *to)
{
	bool channel = strcmp(c->key, "channels") == 0;
	size_t first = 0;
	struct env_setting last;

	while (first < to->settings.n && strcmp(to->settings.v[first].key, c->key) != 0)
		first++;
	for (size_t i = first; c->how == HOW_SET && i < to->settings.n; i++)
		if (strcmp(to->settings.v[i].key, c->key) == 0)
			to->settings.v[i].effective = false;
	env_set(t->a, to, SETTING_CONDA, c->key, c->value, origin);
	if (channel)
		strings_add(t->a, &to->channels, c->value);
	if (c->how != HOW_FRONT)
		return;
	last = to->settings.v[to->settings.n - 1];
	memmove(&to->settings.v[first + 1], &to->settings.v[first],
		(to->settings.n - 1 - first) * sizeof last);
	to->settings.v[first] = last;
	for (size_t i = to->channels.n; channel && i-- > 1;)
		to->channels.v[i] = to->channels.v[i - 1];
	if (channel)
		to->channels.v[0] = c->value;
}

static size_t config_read(const struct env_text *t, size_t i, struct env *to)
{
	struct config_change c = { .next = 0 };
	size_t end;
	struct strings w = words_of(t, i, &end);

	while (find_change(&w, c.next, &c)) {
		if (c.tool == SETTING_CONDA)
			set_conda(t, &c, env_origin(t, i), to);
		else
			pip_conf_set(t->a, to, span_of(c.key), span_of(c.value),
				     env_origin(t, i));
	}
	return end;
}

const struct env_format env_config = { config_begins, config_read, .words = ONE_OF(" config ") };
