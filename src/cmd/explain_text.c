/* What a text that is to be explained tells beside its message: a machine, a list, an ask. */
#include <string.h>

#include "base/buf.h"
#include "cmd/explain_reading_private.h"
#include "know/host.h"
#include "read/env/env.h"
#include "read/host/told.h"

enum { TOLD_MOST = 64 << 10 };

/* Of a long log its ends: there people and reports tell of the machine. */
static struct span told_part(struct explaining *x)
{
	struct span s = x->text, last = span_from(s, s.n > TOLD_MOST / 2 ? s.n - TOLD_MOST / 2 : 0);

	if (s.n <= TOLD_MOST)
		return s;
	return (struct span){ arena_join(x->r->arena, span_sub(s, 0, TOLD_MOST / 2), last),
			      TOLD_MOST / 2 + last.n };
}

/* The first that tells of a GPU or a driver, or else of the rest of a machine. */
static bool read_host(struct explaining *x, struct host *ret)
{
	struct hosts all = { 0 };
	const struct host *part;
	struct err e;

	if (read_hosts_or_part(x->r->arena, "the text", told_part(x), &all, &part, &e) != 0) {
		if (e.form == FORM_INPUT_NO_HOST)
			return false;
		all.n = 0;
	}
	for (size_t i = 0; i < all.n; i++) {
		if (all.v[i].gpus.n == 0 && !all.v[i].driver)
			continue;
		*ret = all.v[i];
		return host_complete(x->m, x->r->arena, ret, &e) == 0;
	}
	x->told.host_partly = part != NULL;
	if (part)
		*ret = *part;
	return false;
}

const struct host *text_machine(struct explaining *x)
{
	struct text_told *t = &x->told;

	if (!t->host_read)
		t->host_there = read_host(x, &t->host);
	t->host_read = true;
	return t->host_there || t->host_partly ? &t->host : NULL;
}

bool text_host(struct explaining *x, struct host *ret)
{
	const struct host *h = text_machine(x);

	if (x->told.host_there)
		*ret = *h;
	return x->told.host_there;
}

/* "pytorch 2.6" alone in a line is a remark, no list; torch at Python's prompt speaks of itself,
 * and so does a row with its build string. */
static bool is_list(const struct env *e)
{
	bool session = text_formats_only(&e->formats, TEXT_SESSION);
	const struct env_package *p = env_find(e, "torch");

	if (!p)
		p = env_find(e, "pytorch");
	return p && (session || p->build || e->packages.n > 1);
}

/* The first environment, of what is installed the first list. What was read of others is given
 * back: of a long text it is more than all that is answered from. */
static bool read_env(struct explaining *x, struct span text, enum env_as as, struct env *ret)
{
	struct arena_mark before = arena_mark(x->r->arena);
	struct envs all = { 0 };
	struct err e;

	if (read_envs(x->r->arena, "the text", text, as, NULL, &all, &e) != 0)
		all.n = 0;
	for (size_t i = 0; i < all.n; i++) {
		if (as == ENV_AS_INSTALLED && !is_list(&all.v[i]))
			continue;
		*ret = all.v[i];
		return true;
	}
	arena_back(x->r->arena, before);
	return false;
}

bool text_env(struct explaining *x, struct env *ret)
{
	struct text_told *t = &x->told;

	if (!t->env_read)
		t->env_there = /* one line is a message and nothing beside it */
			span_find_char(span_trim(x->text), '\n') > 0 &&
			read_env(x, x->text, ENV_AS_INSTALLED, &t->env);
	t->env_read = true;
	if (t->env_there)
		*ret = t->env;
	return t->env_there;
}

/* A package and its release, each package once. */
static void add_ask(struct arena *a, struct span ask, struct strings *names, struct buf *to)
{
	const char *name = arena_span(a, span_sub(ask, 0, span_run_alnum(ask, "-_.[]")));
	struct span behind = span_from(ask, strlen(name));

	if (!behind.n || !strchr("=<>~!", behind.p[0]) || strings_has(names, name))
		return;
	strings_add(a, names, name);
	buf_printf(to, " \"" SPAN_FMT "\"", SPAN_ARG(ask));
}

/* "Cannot install torch==2.2.2 and torchvision==0.16.2 because these …", "The user requested
 * torch~=1.10", "torchvision 0.8.2 depends on torch==1.7.1": what pip was asked for and found, as
 * the command. */
static struct span refused_ask(struct arena *a, struct span text)
{
	ptrdiff_t at = span_find(text, "Cannot install "),
		  end = span_find(text, " because these");
	struct strings names = { 0 };
	struct span rest, line, word;
	BUF_AUTO b = BUF_WORDS;

	if ((at < 0 || end < at) && span_find(text, "The user requested ") < 0)
		return text;
	buf_printf(&b, "pip install");
	rest = span_sub(text, at < 0 ? text.n : (size_t)at, (size_t)(end - at));
	while (span_word(&rest, &word))
		add_ask(a, span_ends(word, ",") ? span_sub(word, 0, word.n - 1) : word, &names,
			&b);
	while (span_line(&text, &line)) {
		line = span_trim(line);
		if (span_take(&line, "The user requested ") && span_word(&line, &word))
			add_ask(a, word, &names, &b);
		else if (span_find(line, " depends on ") > 0 && span_word(&line, &word) &&
			 span_word(&line, &rest))
			add_ask(a, span_of(arena_join(a, word, SPAN("=="), rest)), &names, &b);
	}
	return span_of(arena_str(a, buf_cstr(&b)));
}

bool text_asks(struct explaining *x, struct env *ret)
{
	return read_env(x, refused_ask(x->r->arena, x->text), ENV_AS_ANY, ret);
}
