/* .condarc in all the places where conda looks for it, merged as conda merges them. */
#include "read/env/condarc_private.h"

#include <string.h>

#include "door/yaml.h"

enum { LIST_MAX = 500 };

/* One key of one source: the tree of a file, or words of a variable. */
struct match {
	const char *file;
	const struct tree *value;
	struct span text;      /* of the file: flags stand in its remarks */
	bool final;
};

struct merge {
	struct arena *a;
	const struct place *env;
	struct condarc *ret;
	struct env *to;
	ARRAY(struct match) all;
};

/* Line `no` of a text. */
static struct span line_of(struct span text, unsigned no)
{
	struct span line = { NULL, 0 };

	for (unsigned i = 0; i < no; i++)
		if (!span_line(&text, &line))
			return (struct span){ NULL, 0 };
	return line;
}

/* A flag is a remark in the line of the element. */
static bool has_flag(const struct match *m, const struct tree *node, const char *flag)
{
	return m->text.p && span_find(line_of(m->text, node->line), flag) > 0;
}

/* #!final stands behind the key itself. */
static bool key_is_final(struct span text, const char *key)
{
	struct span line, name;

	while (span_line(&text, &line)) {
		bool flag = span_find(line, "#!final") > 0;

		if (flag && span_next(&line, ':', &name) && span_is(name, key))
			return true;
	}
	return false;
}

static void stop_conda(struct merge *m, const char *error, struct phrase words)
{
	if (m->ret->error)
		return;
	m->ret->error = error;
	m->ret->error_words = words;
}

static struct origin origin_of(const struct match *m, const struct tree *node)
{
	return (struct origin){ .file = m->file, .line = m->text.p ? node->line : 0,
				.text = tree_text(node) };
}

static void note_setting(struct merge *m, const struct match *from, const struct condarc_key *k,
			 const struct tree *node, const char *value, bool effective)
{
	if (m->to)
		env_set(m->a, m->to, SETTING_CONDA, k->name, value,
			origin_of(from, node))->effective = effective;
}

static struct strings reversed(struct arena *a, const struct strings *s)
{
	struct strings ret = { 0 };

	for (size_t i = s->n; i-- > 0;)
		strings_add(a, &ret, s->v[i]);
	return ret;
}

/* Matches behind the first final one do not count. */
static size_t relevant(const struct merge *m)
{
	for (size_t i = 0; i < m->all.n; i++)
		if (m->all.v[i].final)
			return i + 1;
	return m->all.n;
}

/* Longer lists than anybody writes are not read. */
static const struct tree *first_of(const struct match *m)
{
	size_t n = 0;

	for (const struct tree *e = tree_first(m->value); e; e = e->next)
		n++;
	return n <= LIST_MAX ? tree_first(m->value) : NULL;
}

/* Elements marked #!top come first, then those of the last file, …, at last #!bottom. */
static void merge_list(struct merge *m, const struct condarc_key *k, struct strings *to)
{
	struct strings top = { 0 }, bottom = { 0 }, back, last = { 0 };
	size_t n = relevant(m);

	for (size_t i = 0; i < n; i++)
		for (const struct tree *e = first_of(&m->all.v[i]); e; e = e->next)
			if (tree_text(e) && has_flag(&m->all.v[i], e, "#!top"))
				strings_add_once(m->a, &top, condarc_expand(m->a, m->env, e->text));
	for (size_t i = n; i-- > 0;)
		for (const struct tree *e = first_of(&m->all.v[i]); e; e = e->next) {
			if (!tree_text(e))
				continue;
			strings_add_once(m->a, &top, condarc_expand(m->a, m->env, e->text));
			if (has_flag(&m->all.v[i], e, "#!bottom"))
				strings_add(m->a, &bottom, condarc_expand(m->a, m->env, e->text));
		}
	for (size_t i = bottom.n; i-- > 0;)
		strings_add_once(m->a, &last, bottom.v[i]);
	back = reversed(m->a, &top);
	for (size_t i = 0; i < back.n; i++)
		strings_add_once(m->a, &last, back.v[i]);
	*to = reversed(m->a, &last);
	for (size_t i = 0; i < m->all.n; i++)
		for (const struct tree *e = tree_first(m->all.v[i].value); e; e = e->next)
			if (tree_text(e))
				note_setting(m, &m->all.v[i], k, e, e->text, i < n);
}

static void merge_map(struct merge *m, const struct condarc_key *k)
{
	size_t n = relevant(m);

	m->ret->custom_channels.n = m->all.n ? 0 : m->ret->custom_channels.n;
	for (size_t i = 0; i < m->all.n; i++)
		for (const struct tree *e = tree_first(m->all.v[i].value); e; e = e->next) {
			const char *url = tree_text(e);

			if (!url)
				continue;
			note_setting(m, &m->all.v[i], k, e,
				     arena_printf(m->a, "%s: %s", e->key, url), i < n);
			if (i < n)
				ARRAY_ADD(m->a, m->ret->custom_channels) = (struct condarc_channel){
					e->key, condarc_expand(m->a, m->env, url),
				};
		}
}

static void merge_many(struct merge *m, const struct condarc_key *k)
{
	size_t n = relevant(m);

	for (size_t i = 0; i < n; i++)
		for (const struct tree *e = tree_first(m->all.v[i].value); e; e = e->next) {
			struct condarc_many many = { .name = e->key };

			for (const struct tree *c = tree_first(e); c; c = c->next)
				if (tree_text(c))
					strings_add(m->a, &many.channels,
						    condarc_expand(m->a, m->env, c->text));
			note_setting(m, &m->all.v[i], k, e, e->key, true);
			ARRAY_ADD(m->a, m->ret->multichannels) = many;
		}
}

static void merge_scalar(struct merge *m, const struct condarc_key *k)
{
	size_t n = relevant(m);
	const struct match *last;
	const char *error;

	if (!n)
		return;
	last = &m->all.v[n - 1];
	for (size_t i = 0; i < m->all.n; i++)
		if (tree_text(m->all.v[i].value))
			note_setting(m, &m->all.v[i], k, m->all.v[i].value, m->all.v[i].value->text,
				     i + 1 == n);
	if (!tree_text(last->value))
		return;
	error = condarc_scalar(k, condarc_expand(m->a, m->env, last->value->text), m->ret);
	if (error)
		stop_conda(m, error, PHRASE(m->a, KEY_NOT_OF_ITS_VALUES, SAY(key, k->name),
					    SAY(have, last->value->text)));
}

static bool fits_kind(const struct condarc_key *k, const struct tree *value)
{
	if (value->kind == TREE_NONE)
		return true;
	if (k->kind == CONDARC_LIST)
		return value->kind == TREE_LIST;
	return k->kind == CONDARC_MAP || k->kind == CONDARC_MANY ? value->kind == TREE_MAP :
								   value->kind == TREE_TEXT;
}

static enum form kind_expected(enum condarc_kind kind)
{
	if (kind == CONDARC_LIST)
		return FORM_KEY_IS_LIST;
	return kind == CONDARC_MAP || kind == CONDARC_MANY ? FORM_KEY_IS_MAP
							   : FORM_KEY_IS_ONE_VALUE;
}

static void take_value(struct merge *m, const struct condarc_key *k, const char *file,
		       const struct tree *value, struct span text, const char *name)
{
	if (!fits_kind(k, value)) {
		stop_conda(m, "InvalidTypeError",
			   phrase_make(m->a, kind_expected(k->kind),
				       (struct fact[]){ { 0 }, SAY(key, name) }, 2));
		return;
	}
	if (value->kind != TREE_NONE)
		ARRAY_ADD(m->a, m->all) = (struct match){
			file, value, text, text.p && key_is_final(text, name),
		};
}

/* mamba has names of its own for all but the channels. */
static const char *variable_of(struct merge *m, const char *key)
{
	const char *name = condarc_variable(m->a, key);

	if (!m->env || !condarc_of_mamba(m->env) || strcmp(key, "channels") == 0)
		return name;
	return arena_printf(m->a, "MAMBA_%s", name + strlen("CONDA_"));
}

/* A list in a variable has commas between its elements. */
static void take_variable(struct merge *m, const struct condarc_key *k)
{
	const char *name = variable_of(m, k->name);
	const char *value = m->env ? place_env(m->env, name) : NULL;
	struct span rest = span_of(value), part;
	struct tree *t;

	if (!value || k->kind == CONDARC_MAP || k->kind == CONDARC_MANY)
		return;
	t = tree_new(m->a, k->kind == CONDARC_LIST ? TREE_LIST : TREE_TEXT, 0);
	t->text = value;
	while (k->kind == CONDARC_LIST && span_next(&rest, ',', &part)) {
		struct tree *one = tree_new(m->a, TREE_TEXT, 0);

		one->text = arena_span(m->a, span_trim(part));
		if (*one->text)
			tree_add(t, NULL, one);
	}
	take_value(m, k, name, t, (struct span){ NULL, 0 }, k->name);
}

static void merge_key(struct merge *m, const struct condarc_key *k)
{
	if (k->kind == CONDARC_MAP)
		merge_map(m, k);
	else if (k->kind == CONDARC_MANY)
		merge_many(m, k);
	else if (k->kind != CONDARC_LIST)
		merge_scalar(m, k);
	else if (m->all.n)
		merge_list(m, k, (struct strings *)((char *)m->ret + k->offset));
}

/* The trees of the files; what conda cannot read is left out or stops it. */
static struct tree **read_files(struct merge *m, const struct condarc_files *files)
{
	struct tree **trees = arena_array(m->a, files->n, sizeof *trees);

	for (size_t i = 0; i < files->n; i++) {
		enum yaml_fault fault;
		struct err e;

		if (yaml_parse(m->a, files->v[i].text, &trees[i], &fault, &e) == 0)
			continue;
		if (fault == YAML_PARSE)
			stop_conda(m, "ParserError", err_phrase(m->a, &e));
		if (m->to)
			env_problem(m->a, m->to, (struct origin){ .file = files->v[i].path },
				    err_phrase(m->a, &e));
	}
	return trees;
}

static bool in_table(const char *key)
{
	size_t n;
	const struct condarc_key *keys = condarc_keys(&n);

	return ANY(x, LIST(keys, n), strcmp(key, x->name) == 0 || (x->alias &&
		   strcmp(key, x->alias) == 0));
}

/* Keys that are not in the table become settings that are not effective. `first` is the line of
 * line 1. */
static void add_unknown(struct arena *a, struct env *to, const char *file, const struct tree *root,
			unsigned first)
{
	for (const struct tree *n = tree_first(root); n; n = n->next)
		if (n->key && !in_table(n->key))
			env_set(a, to, SETTING_CONDA, n->key, tree_text(n) ? n->text : "",
				((struct origin){ .file = file, .line = first + n->line - 1,
						  .text = tree_text(n) }))
				->effective = false;
}

void condarc_merge(struct arena *a, const struct condarc_files *files, const struct place *env,
		   const struct condarc *defaults, struct condarc *ret, struct env *to)
{
	struct merge m = { .a = a, .env = env, .ret = ret, .to = to };
	struct tree **trees;
	size_t n;
	const struct condarc_key *keys = condarc_keys(&n);

	*ret = *defaults;
	trees = read_files(&m, files);
	for (size_t k = 0; k < n; k++) {
		m.all.n = 0;
		for (size_t i = 0; i < files->n; i++) {
			const struct tree *v = tree_get(trees[i], keys[k].name);
			const char *name = v ? keys[k].name : keys[k].alias;

			v = v || !name ? v : tree_get(trees[i], name);
			if (v)
				take_value(&m, &keys[k], files->v[i].path, v, files->v[i].text,
					   name);
		}
		take_variable(&m, &keys[k]);
		merge_key(&m, &keys[k]);
	}
	if (to)
		for (size_t i = 0; i < files->n; i++)
			add_unknown(a, to, files->v[i].path, trees[i], 1);
}

/* --- pasted --------------------------------------------------------------------------- */

/* What one element is as a setting: "pytorch: https://…" in a map. */
static void one_setting(const struct env_tree *t, const char *key, const struct tree *e)
{
	const char *value = tree_text(e);

	if (value && e->key)
		value = arena_printf(t->a, "%s: %s", e->key, value);
	else if (!value)
		value = e->key;
	if (value)
		env_set(t->a, t->to, SETTING_CONDA, key, value, env_tree_origin(t, e));
}

void condarc_settings(const struct env_tree *t, const struct tree *root, struct span text)
{
	struct condarc_file file = { t->file, text };
	struct condarc_files files = { &file, 1, 1 };
	struct condarc merged, defaults = {
		.show_channel_urls = TRI_UNKNOWN, .offline = TRI_UNKNOWN,
		.override_channels_enabled = TRI_UNKNOWN,
	};

	if (root->kind != TREE_MAP)
		return;
	condarc_merge(t->a, &files, NULL, &defaults, &merged, NULL);
	for (const struct tree *n = tree_first(root); n; n = n->next) {
		if (!in_table(n->key))
			continue;
		if (tree_text(n))
			env_set(t->a, t->to, SETTING_CONDA, n->key, n->text, env_tree_origin(t, n));
		for (const struct tree *e = tree_first(n); e; e = e->next)
			one_setting(t, n->key, e);
	}
	add_unknown(t->a, t->to, t->file, root, t->first);
	for (size_t i = 0; i < merged.channels.n; i++)
		strings_add(t->a, &t->to->channels, merged.channels.v[i]);
	if (merged.error)
		env_problem(t->a, t->to, (struct origin){ .file = t->file, .line = t->first },
			    PHRASE(t->a, WITHIN, SAY(at, merged.error),
				   SAY_PHRASE(why, phrase_keep(t->a, merged.error_words))));
}
