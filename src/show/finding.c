#include "show/finding.h"

#include <string.h>

#include "base/text.h"
#include "base/tr.h"
#include "show/json_key.h"
#include "show/line.h"
#include "show/online_files.h"
#include "show/shell.h"
#include "show/words.h"

enum { EVIDENCE = 4, HOSTS_NAMED = 6, MOST_ALIKE = 200 };

static const char *const labels[] = { "[ok]", "[! ]", "[xx]" };
static const enum style styles[] = { STYLE_GOOD, STYLE_WARN, STYLE_BAD };

/* A note of what is not known, or fails in part, is no all-clear. */
static bool is_open(const struct found *f)
{
	return f->severity == SEVERITY_NOTE && (f->what.code == CP109 || f->what.code == CP121);
}

const char *show_place(struct arena *a, const struct origin *o)
{
	const char *text = o->text ? o->text : "", *gap = o->text ? "  " : "";

	if (!o->file)
		return text;
	return o->line ? arena_printf(a, "%s:%u%s%s", tr(o->file), o->line, gap, text) :
			 arena_printf(a, "%s%s%s", tr(o->file), gap, text);
}

const char *show_found_cause(struct arena *a, const struct found *f)
{
	const char *text = words_finding(a, &f->what);

	for (size_t i = 0; i < f->more.n; i++) {
		struct phrase both = PHRASE(a, CAUSE_AND_MORE, SAY(what, text),
					    SAY_PHRASE(more, &f->more.v[i]));

		text = words_phrase(a, &both);
	}
	return text;
}

/* Of several hosts the one that it is about, and its GPU where the words do not name it. */
static const char *show_cause(struct arena *a, const struct checkup *k, const struct found *f)
{
	const char *text = show_found_cause(a, f);
	int host = f->what.host, gpu = f->what.gpu;
	const struct host *h;
	struct phrase about;

	if (!k->hosts || k->hosts->n < 2 || host < 0 || (size_t)host >= k->hosts->n)
		return text;
	h = &k->hosts->v[host];
	if (gpu < 0 || (size_t)gpu >= h->gpus.n || phrase_fact(&f->what.words, FACT_gpu))
		about = PHRASE(a, ABOUT_HOST, SAY(number, fact_number(a, (unsigned)host + 1)),
			       SAY(name, h->name), SAY(what, text));
	else
		about = PHRASE(a, ABOUT_GPU_OF_HOST,
			       SAY(number, fact_number(a, (unsigned)host + 1)),
			       SAY(name, h->gpus.v[gpu].name), SAY(what, text));
	return words_phrase(a, &about);
}

/* All that is said of it but the host; one that is of no host is like no other. */
static const char *said_of_host(struct arena *a, const struct checkup *k, const struct found *f)
{
	int host = f->what.host, gpu = f->what.gpu;
	BUF_AUTO b = BUF_WORDS;

	if (!k->hosts || k->hosts->n < 2 || host < 0 || (size_t)host >= k->hosts->n)
		return NULL;
	buf_printf(&b, "%d|%s|", (int)f->what.code, show_found_cause(a, f));
	if (gpu >= 0 && (size_t)gpu < k->hosts->v[host].gpus.n &&
	    !phrase_fact(&f->what.words, FACT_gpu))
		buf_printf(&b, "%s|", k->hosts->v[host].gpus.v[gpu].name);
	for (size_t i = 0; i < f->evidence.n; i++)
		buf_printf(&b, "%s|", show_place(a, &f->evidence.v[i]));
	for (size_t i = 0; i < f->cure.n; i++)
		buf_printf(&b, "%s|", shell_step_text(a, &f->cure.v[i]));
	if (f->advice.form)
		buf_str(&b, words_phrase(a, &f->advice));
	return arena_str(a, buf_cstr(&b));
}

static struct host_groups groups_of(struct arena *a, const struct checkup *k)
{
	return k->hosts ? host_groups_of(a, k->hosts) : (struct host_groups){ 0 };
}

/* What holds for a host holds for those that are equal, which checks need not name. */
static void add_hosts(struct arena *a, const struct host_groups *groups, size_t host,
		      struct found_alike *to)
{
	const struct host_group *own = &groups->v[groups->of[host]];

	for (size_t i = 0; i < to->groups.n; i++)
		if (to->groups.v[i] == groups->of[host])
			return;
	ARRAY_ADD(a, to->groups) = groups->of[host];
	for (size_t i = 0; i < own->n; i++)
		ARRAY_ADD(a, to->hosts) = own->hosts[i];
}

/* In the order of the first of each; looked for among the first MOST_ALIKE only, to stay linear. */
struct found_alikes found_alikes(struct arena *a, const struct checkup *k)
{
	struct found_alikes all = { 0 };
	struct host_groups groups = groups_of(a, k);

	EACH(const struct found, f, k->found) {
		const char *key = said_of_host(a, k, f);
		struct found_alike *same = NULL;

		for (size_t i = 0; key && !same && i < all.n && i < MOST_ALIKE; i++)
			if (all.v[i].key && strcmp(all.v[i].key, key) == 0)
				same = &all.v[i];
		if (!same) {
			ARRAY_ADD(a, all) = (struct found_alike){ .f = f, .key = key };
			same = &all.v[all.n - 1];
		}
		if (key)
			add_hosts(a, &groups, (size_t)f->what.host, same);
	}
	return all;
}

const char *show_alike_cause(struct arena *a, const struct checkup *k, const struct found_alike *x)
{
	const struct host_group of = { .hosts = x->hosts.v, .n = x->hosts.n };
	struct phrase about;

	if (x->hosts.n < 2)
		return show_cause(a, k, x->f);
	about = PHRASE(a, ABOUT_HOSTS, SAY(count, fact_number(a, (unsigned)x->hosts.n)),
		       SAY(names, host_group_names(a, k->hosts, &of, HOSTS_NAMED)),
		       SAY(what, show_found_cause(a, x->f)));
	return words_phrase(a, &about);
}

static const char *label(struct arena *a, const char *text)
{
	return arena_printf(a, "  %s", text);
}

/* What is wrong, then what to do, then where it was seen. */
static void one(struct arena *a, const struct term *t, const struct checkup *k,
		const struct found_alike *x, int verbose)
{
	const struct found *f = x->f;
	size_t most = verbose ? f->evidence.n : EVIDENCE;

	show_line(t, is_open(f) ? STYLE_DIM : styles[f->severity],
		  is_open(f) ? "[. ]" : labels[f->severity],
		  arena_printf(a, "%s [%s]", show_alike_cause(a, k, x),
			       finding_name(f->what.code, TEXT_ROOM)));
	if (f->cure.n) {
		fprintf(t->f, "  %s\n", tr("fix"));
		show_steps_text(a, t, &f->cure);
	}
	if (f->advice.form)
		show_line(t, STYLE_BOLD, label(a, f->cure.n ? tr("or") : tr("fix")),
			  words_phrase(a, &f->advice));
	for (size_t i = 0; i < f->evidence.n && i < most; i++)
		show_line(t, STYLE_DIM, i ? "" : label(a, tr("seen")),
			  show_place(a, &f->evidence.v[i]));
	if (f->evidence.n > most)
		show_line(t, STYLE_DIM, "",
			  arena_printf(a, tr("and %zu more"), f->evidence.n - most));
}

/* As what it was read, unless its name says that: "pip.conf". */
static const char *format_of(struct arena *a, const struct env *e, const char *where)
{
	const char *text = text_formats_text(a, &e->formats);

	return text && where && span_ends(span_of(where), text) ? NULL : text;
}

void show_checkup_head(struct arena *a, const struct term *t, const struct checkup *k)
{
	const struct env *e = k->env;
	const char *where = e->prefix ? e->prefix : e->source;
	const char *format = format_of(a, e, where);

	show_line(t, STYLE_BOLD, tr("Env"),
		  arena_printf(a, "%s%s%s%s%s%s%s%s", where ? tr(where) : tr("none"),
			       e->why ? " (" : "", e->why ? e->why : "", e->why ? ")" : "",
			       e->python ? ", Python " : "", e->python ? e->python : "",
			       format ? ", " : "", format ? format : ""));
	if (k->here.torch)
		show_line(t, STYLE_BOLD, "torch",
			  arena_printf(a, "%s%s%s%s", k->here.torch->version,
				       k->here.variant && !k->here.torch->local ? " " : "",
				       k->here.variant && !k->here.torch->local ? k->here.variant
										: "",
				       k->here.torch == k->here.conda ? " (conda)" : " (pip)"));
	else if (e->packages.n)
		show_line(t, STYLE_BOLD, "torch",
			  text_formats_only(&e->formats, TEXT_ROWS) ? tr("not among these rows") :
								      tr("not installed"));
}

static void show_problems(struct arena *a, const struct term *t, const struct checkup *k,
			  int verbose)
{
	size_t all = k->unjudged.n, most = verbose || all <= EVIDENCE ? all : EVIDENCE;

	EACH(const struct env_problem, p, LIST(k->unjudged.v, most)) {
		struct origin o = { .file = p->origin.file, .line = p->origin.line,
				    .text = words_phrase(a, &p->what) };

		show_line(t, STYLE_DIM, tr("note"), show_place(a, &o));
	}
	if (most < all)
		show_line(t, STYLE_DIM, tr("note"),
			  arena_printf(a, tr("%zu more lines are not understood (-v shows them)"),
				       all - most));
}

void show_checkup_found(struct arena *a, const struct term *t, const struct checkup *k, bool quiet,
			int verbose)
{
	struct found_alikes all = found_alikes(a, k);

	for (size_t i = 0; i < all.n; i++)
		if (!quiet || all.v[i].f->severity != SEVERITY_NOTE)
			one(a, t, k, &all.v[i], verbose);
	show_problems(a, t, k, verbose);
}

void show_checkup_text(struct arena *a, const struct term *t, const struct checkup *k, bool quiet,
		       int verbose)
{
	show_checkup_head(a, t, k);
	if (k->unjudged.n || k->found.n)
		fputc('\n', t->f);
	show_checkup_found(a, t, k, quiet, verbose);
	show_online_text(a, t, &k->online);
}

static size_t count(struct arena *a, const struct checkup *all, size_t n, enum severity s)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		struct found_alikes of = found_alikes(a, &all[i]);

		for (size_t f = 0; f < of.n; f++)
			sum += of.v[f].f->severity == s;
	}
	return sum;
}

bool show_is_judged(const struct checkup *k)
{
	struct judged j = checkup_judged(k);

	return j.packages || j.requirements || j.settings || j.others || k->found.n;
}

bool show_is_sound(const struct checkup *k)
{
	return show_is_judged(k) && !k->unjudged.n && checkup_worst(k) == SEVERITY_NOTE;
}

/* "2 problems", "1 warning", "sound", "nothing judged" */
static const char *state(struct arena *a, const struct checkup *k, enum severity worst)
{
	size_t n = count(a, k, 1, worst);

	if (worst > SEVERITY_NOTE)
		return arena_printf(a, worst == SEVERITY_ERROR ?
				    n == 1 ? tr("%zu problem") : tr("%zu problems") :
				    n == 1 ? tr("%zu warning") : tr("%zu warnings"), n);
	if (!show_is_judged(k))
		return tr("nothing judged");
	return k->unjudged.n ? tr("nothing wrong in what was judged") : tr("nothing wrong");
}

void show_checkup_files(struct arena *a, const struct term *t, const char *folder,
			const struct checkup *all, size_t n)
{
	show_line(t, STYLE_BOLD, tr("Project"),
		  arena_printf(a, n == 1 ? tr("%s: %zu file asks for what can be judged") :
				  tr("%s: %zu files ask for what can be judged"), folder, n));
	for (int s = SEVERITY_ERROR; s >= SEVERITY_NOTE; s--)
		for (size_t i = 0; i < n; i++)
			if ((int)checkup_worst(&all[i]) == s)
				show_line(t, styles[s], labels[s],
					  arena_printf(a, "%s: %s", all[i].env->source,
						       state(a, &all[i], (enum severity)s)));
}

void show_checkup_sum(struct arena *a, const struct term *t, const struct checkup *all, size_t n)
{
	size_t errors = count(a, all, n, SEVERITY_ERROR);
	size_t warnings = count(a, all, n, SEVERITY_WARNING);
	const char *what = arena_printf(a, errors == 1 ?
		warnings == 1 ? tr("%zu problem to fix, %zu warning.") :
				tr("%zu problem to fix, %zu warnings.") :
		warnings == 1 ? tr("%zu problems to fix, %zu warning.") :
				tr("%zu problems to fix, %zu warnings."), errors, warnings);
	enum style s = errors ? STYLE_BAD : warnings ? STYLE_WARN : STYLE_GOOD;
	size_t left = 0, judged = 0;

	for (size_t i = 0; i < n; i++) {
		left += all[i].unjudged.n;
		judged += show_is_judged(&all[i]);
	}
	if (!errors && !warnings)
		what = !judged ? tr("Nothing was judged.") : left ?
			tr("Nothing wrong found in what was judged.") : tr("Nothing wrong found.");
	if (left)
		what = arena_printf(a, left == 1 ? tr("%s %zu line was not judged.") :
				    tr("%s %zu lines were not judged."), what, left);
	fputs(term_on(t, left && s == STYLE_GOOD ? STYLE_WARN : s), t->f);
	text_wrap(t->f, span_of(what), 0, 0, t->width);
	fprintf(t->f, "%s\n", term_off(t));
}

static void origin_json(struct json *j, const struct origin *o)
{
	json_str_key(j, "file", o->file);
	json_key_index(j, "line", o->line ? (long long)o->line : -1);
	json_str_key(j, "text", o->text);
}

static void finding_json(struct json *j, const struct checkup *k,
			 const struct host_groups *groups, const struct found *f)
{
	json_str_key(j, "code", finding_name(f->what.code, TEXT_ROOM));
	json_str_key(j, "severity", severity_name(f->severity));
	json_str_key(j, "title", finding_info(f->what.code)->title);
	json_str_key(j, "have", f->what.have);
	json_str_key(j, "need", f->what.need);
	json_key_index(j, "host", f->what.host);
	json_key_index(j, "gpu", f->what.gpu);
	JSON_EACH(j, "evidence", const struct origin, o, f->evidence)
		origin_json(j, o);
	json_str_key(j, "cause", show_cause(k->arena, k, f));
	show_steps_json(k->arena, j, "cure", &f->cure);
	json_str_key(j, "advice", words_phrase(k->arena, &f->advice));
	json_str_key(j, "env", k->env->prefix ? k->env->prefix : k->env->source);
	if (k->hosts && f->what.host >= 0 && (size_t)f->what.host < k->hosts->n) {
		/* Of several that are equal only the first is the finding's "host". */
		const struct host_group *of = &groups->v[groups->of[f->what.host]];

		if (of->n >= 2)
			JSON_VALUES(j, "hosts", const size_t, place, LIST(of->hosts, of->n))
				json_int(j, (int64_t)*place);
	}
}

static void judged_json(struct json *j, const struct checkup *all, size_t n)
{
	struct judged sum = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct judged one = checkup_judged(&all[i]);

		sum.packages += one.packages;
		sum.requirements += one.requirements;
		sum.settings += one.settings;
		sum.files += one.files;
		sum.others += one.others;
	}
	json_open_key(j, "judged");
	json_int_key(j, "packages", (long long)sum.packages);
	json_int_key(j, "lines", (long long)sum.requirements);
	json_int_key(j, "requirements", (long long)sum.requirements);
	json_int_key(j, "settings", (long long)sum.settings);
	json_int_key(j, "files", (long long)sum.files);
	json_int_key(j, "others", (long long)sum.others);
	json_close(j);
	json_list_key(j, "not_judged");
	for (size_t i = 0; i < n; i++)
		JSON_OBJECTS(j, const struct env_problem, one, all[i].unjudged) {
			origin_json(j, &one->origin);
			json_str_key(j, "why", words_phrase(all[i].arena, &one->what));
		}
	json_end(j);
}

static void choice_json(struct json *j, const struct pick_choice *c)
{
	json_str_key(j, "version", c->version);
	json_str_key(j, "build", c->build);
}

void show_picks_json(struct arena *a, struct json *j, const struct picks *picks)
{
	struct picks left = { 0 };

	EACH(const struct pick, p, *picks)
		if (!p->gone)
			ARRAY_ADD(a, left) = *p;
	JSON_OBJECTS(j, const struct pick, p, left) {
		json_str_key(j, "installer", installer_name(p->installer));
		json_str_key(j, "name", p->name);
		choice_json(j, &p->taken);
		json_str_key(j, "certain", pick_certain_name(p->certain));
		json_str_key(j, "why", p->why.form ? words_phrase(a, &p->why) : NULL);
		JSON_EACH(j, "candidates", const struct pick_choice, c, p->candidates)
			choice_json(j, c);
		json_str_key(j, "extra", p->extra);
	}
}

void show_checkup_json(struct json *j, const struct checkup *all, size_t n,
		       const struct steps *cleanup)
{
	const struct env *e = all[0].env;
	struct online_files files = { 0 };

	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_str_key(j, "env", e->prefix ? e->prefix : e->source);
	json_str_key(j, "why", e->why);
	json_str_key(j, "python", e->python);
	json_str_key(j, "torch", all[0].here.torch ? all[0].here.torch->version : NULL);
	json_str_key(j, "variant", all[0].here.variant);
	json_open_key(j, "packages");
	for (size_t i = 0; i < e->packages.n; i++)
		if (env_find(e, e->packages.v[i].name) == &e->packages.v[i])
			json_str_key(j, e->packages.v[i].name, e->packages.v[i].version);
	json_close(j);
	json_list_key(j, "findings");
	for (size_t i = 0; i < n; i++) {
		struct host_groups groups = groups_of(all[i].arena, &all[i]);

		JSON_OBJECTS(j, const struct found, f, all[i].found)
			finding_json(j, &all[i], &groups, f);
	}
	json_end(j);
	judged_json(j, all, n);
	json_list_key(j, "picks");
	for (size_t i = 0; i < n; i++)
		show_picks_json(all[i].arena, j, &all[i].picks);
	json_end(j);
	for (size_t m = 0; m < n; m++)
		for (size_t k = 0; k < all[m].online.n; k++)
			ARRAY_ADD(all[0].arena, files) = all[m].online.v[k];
	if (files.n)
		show_online_json(all[0].arena, j, &files);
	if (cleanup)
		show_steps_json(all[0].arena, j, "cleanup", cleanup);
	json_close(j);
}
