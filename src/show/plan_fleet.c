/*
 * Several machines on one screen: a line for each group of equal ones below the plan that it gets,
 * then what a group costs the others, and the drivers that would unite them.
 */
#include "show/plan_private.h"

#include <string.h>

#include "base/text.h"
#include "base/tr.h"
#include "fact/platform.h"
#include "show/host.h"
#include "show/words.h"

enum {
	ROWS_MOST = 12,  /* of groups, without -v */
	NAMES_MOST = 4,  /* names and ranges of names in a row */
	NAMES_WIDE = 24, /* columns of a row for them */
	COSTS_MOST = 4,
};

/* --- the rows -------------------------------------------------------------------------------- */

/* `all`: of the host every GPU, none is told apart. */
static void serve(const struct page_writer *w, bool **on, size_t host, bool all)
{
	const struct host_groups *groups = &w->page->answer->fleet.groups;
	size_t group = groups->of[host], n = w->page->hosts->v[host].gpus.n;

	if (groups->v[group].hosts[0] != host || on[group])
		return;
	on[group] = arena_array(w->a, n + 1, sizeof(bool));
	memset(on[group], all, n);
}

/* What a plan serves: of each group GPUs of its first host; NULL: nothing. */
static bool **served_by(const struct page_writer *w, const struct plan *p)
{
	const struct host_groups *groups = &w->page->answer->fleet.groups;
	bool **ret = arena_array(w->a, groups->n, sizeof *ret);

	for (size_t i = 0; i < p->n_hosts; i++)
		serve(w, ret, p->hosts[i], !p->n_gpus);
	for (size_t i = 0; p->part < 0 && i < groups->n; i++)
		if (!answer_misses(w->page->answer, groups->v[i].hosts[0]))
			serve(w, ret, groups->v[i].hosts[0], !p->n_gpus);
	for (size_t i = 0; i < p->n_gpus; i++) {
		size_t host = (size_t)p->gpus[i].host, group = groups->of[host];

		serve(w, ret, host, false);
		if (groups->v[group].hosts[0] == host && p->gpus[i].gpu >= 0)
			ret[group][p->gpus[i].gpu] = true;
	}
	return ret;
}

/* Facts that groups differ in, beside GPUs and drivers. */
struct differing {
	bool platform, os_version, python;
};

static struct differing differing_of(const struct hosts *hosts, const struct host_groups *groups)
{
	struct differing ret = { 0 };

	for (size_t i = 1; i < groups->n; i++) {
		const struct host *x = &hosts->v[groups->v[0].hosts[0]];
		const struct host *y = &hosts->v[groups->v[i].hosts[0]];

		ret.platform |= !text_same(x->platform, y->platform);
		ret.os_version |= !text_same(host_system(x), host_system(y));
		ret.python |= !text_same(x->python, y->python);
	}
	return ret;
}

static const char *row_text(const struct page_writer *w, size_t group, const bool *on, size_t wide)
{
	const struct hosts *hosts = w->page->hosts;
	const struct host_group *g = &w->page->answer->fleet.groups.v[group];
	const struct host *h = &hosts->v[g->hosts[0]];
	struct differing other = differing_of(hosts, &w->page->answer->fleet.groups);
	const char *names = host_group_names(w->a, hosts, g, w->page->more ? 0 : NAMES_MOST);
	size_t width = text_width(span_of(names));
	BUF_AUTO b = BUF_WORDS;

	buf_printf(&b, "%s%*s  ", names, (int)(wide > width ? wide - width : 0), "");
	if (g->machines > 1)
		buf_printf(&b, "%zu × ", g->machines);
	buf_str(&b, show_host_gpu_names(w->a, h, on, " "));
	if (h->driver)
		buf_printf(&b, ", %s", h->driver);
	else if (h->gpus.n)
		buf_str(&b, h->driver_missing ? tr(", no driver") : tr(", driver not known"));
	if (other.platform)
		buf_printf(&b, ", %s", tr(platform_words(h->platform)));
	if (other.os_version)
		buf_printf(&b, platform_is_mac(h->platform) ? ", macOS %s" : ", glibc %s",
			   host_system(h) ? host_system(h) : tr("not known"));
	if (other.python && h->python)
		buf_printf(&b, ", Python %s", h->python);
	return arena_str(w->a, buf_cstr(&b));
}

static size_t names_width(const struct page_writer *w, bool *const *on)
{
	const struct host_groups *groups = &w->page->answer->fleet.groups;
	size_t ret = 0;

	for (size_t i = 0; i < groups->n; i++) {
		size_t width = on[i] ? text_width(span_of(host_group_names(
			w->a, w->page->hosts, &groups->v[i], NAMES_MOST))) : 0;

		ret = width > ret && width <= NAMES_WIDE ? width : ret;
	}
	return ret;
}

static void rows(const struct page_writer *w, bool *const *on, const char *label)
{
	const struct host_groups *groups = &w->page->answer->fleet.groups;
	size_t wide = names_width(w, on), shown = 0, more = 0, machines = 0;

	for (size_t i = 0; i < groups->n; i++) {
		if (!on[i])
			continue;
		if (shown == ROWS_MOST && !w->page->more) {
			more++;
			machines += groups->v[i].machines;
			continue;
		}
		show_columns(w->t, shown++ ? "" : label, row_text(w, i, on[i], wide), wide + 2);
	}
	if (more)
		show_line(w->t, STYLE_PLAIN, "",
			  arena_printf(w->a, tr("and %zu more (machines: %zu): -v"), more,
				       machines));
}

/* " GPU 0, 2": where not all that are visible are served. */
static void put_some(struct buf *b, const struct host *h, const bool *on)
{
	size_t n = 0, left = 0;

	for (size_t i = 0; i < h->gpus.n; i++)
		left += !on[i] && !h->gpus.v[i].hidden;
	for (size_t i = 0; i < h->gpus.n && left; i++)
		if (on[i])
			buf_printf(b, "%s%d", n++ ? ", " : " GPU ", h->gpus.v[i].index);
}

const char *show_fleet_served(const struct page_writer *w, const struct plan *p)
{
	const struct host_groups *groups = &w->page->answer->fleet.groups;
	bool **on = served_by(w, p);
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < groups->n; i++) {
		if (!on[i])
			continue;
		buf_printf(&b, "%s%s", b.n ? ", " : "",
			   host_group_names(w->a, w->page->hosts, &groups->v[i], 0));
		put_some(&b, &w->page->hosts->v[groups->v[i].hosts[0]], on[i]);
	}
	return arena_str(w->a, buf_cstr(&b));
}

void show_fleet_rows(const struct page_writer *w, const struct plan *p)
{
	rows(w, served_by(w, p), tr("for"));
}

/* --- the whole ------------------------------------------------------------------------------- */

static const char *names_of(const struct page_writer *w, const size_t *groups, size_t n)
{
	return host_groups_names(w->a, w->page->hosts, &w->page->answer->fleet.groups, groups, n,
				 NAMES_MOST);
}

/* Groups of which some GPU is served by none of the first plans. */
static void unserved(const struct page_writer *w)
{
	const struct answer *answer = w->page->answer;
	const struct host_groups *groups = &answer->fleet.groups;
	bool **none = arena_array(w->a, groups->n, sizeof *none);

	for (size_t i = 0; i < groups->n; i++) {
		size_t host = groups->v[i].hosts[0];

		if (!answer->fleet.gives[i] && !answer_misses(answer, host))
			serve(w, none, host, true);
	}
	rows(w, none, tr("no plan"));
}

void show_fleet_verdict(const struct page_writer *w)
{
	const struct fleet *f = &w->page->answer->fleet;
	struct phrase p = PHRASE(w->a, FLEET_SPLIT,
				 SAY(count, fact_number(w->a, (size_t)f->parts)));

	if (!f->parts || !f->gives)
		return;
	if (f->parts > 1 && !ANY(x, w->page->answer->findings,
				 x->words.form == FORM_DIFFERENT_PLATFORMS))
		show_finding(w->a, w->t, CP120, words_phrase(w->a, &p), false);
	unserved(w);
}

/* The first group that gets something newer, and all that get the same. */
static const char *who_gains(const struct page_writer *w, const struct fleet_trial *t,
			     size_t *first)
{
	const struct fleet *f = &w->page->answer->fleet;
	size_t *gains = arena_array(w->a, f->groups.n, sizeof *gains), n = 0;

	for (size_t i = 0; i < f->groups.n; i++) {
		if (!t->gives[i] || (f->gives[i] && t->gives[i]->rank <= f->gives[i]->rank) ||
		    (n && t->gives[i] != t->gives[gains[0]]))
			continue;
		gains[n++] = i;
	}
	*first = n ? gains[0] : 0;
	return n ? names_of(w, gains, n) : NULL;
}

static const struct build *any_of(const struct fleet *f, const struct fleet_trial *t)
{
	const struct build *ret = NULL;

	for (size_t i = 0; i < f->groups.n; i++)
		if (t->gives[i] && (!ret || t->gives[i]->rank > ret->rank))
			ret = t->gives[i];
	return ret;
}

const char *show_fleet_without(const struct page_writer *w, const struct fleet_trial *t)
{
	const struct fleet *f = &w->page->answer->fleet;
	struct phrase p = PHRASE(w->a, FLEET_LEFT_OUT, SAY(host, names_of(w, t->groups, t->n)),
				 SAY(build, t->alone ? sentence_build(w->a, t->alone) : NULL));
	const char *without = words_phrase(w->a, &p), *who;
	size_t first;

	who = who_gains(w, t, &first);
	p = t->parts < f->parts ?
		PHRASE(w->a, FLEET_WITHOUT_FEWER, SAY(host, without),
		       SAY(count, fact_number(w->a, (size_t)t->parts)),
		       SAY(build, sentence_build(w->a, any_of(f, t)))) :
		PHRASE(w->a, FLEET_WITHOUT_NEWER, SAY(host, without), SAY(other, who),
		       SAY(build, who ? sentence_build(w->a, t->gives[first]) : NULL),
		       SAY(torch, who && f->gives[first] ? f->gives[first]->torch : NULL));
	return words_phrase(w->a, &p);
}

/* "driver>=525.60.13 on gpu[21-26] and driver>=580.65.06 on ws1", each driver once. */
static const char *drivers_text(const struct page_writer *w, const struct fleet_trial *t)
{
	size_t *same = arena_array(w->a, t->n, sizeof *same);
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < t->n; i++) {
		size_t n = 0, before = 0;

		for (size_t k = 0; k < t->n; k++) {
			bool is = strcmp(t->drivers[k].least, t->drivers[i].least) == 0;

			before += is && k < i;
			if (is)
				same[n++] = t->groups[k];
		}
		if (!before)
			buf_printf(&b, b.n ? tr(" and driver>=%s on %s") : tr("driver>=%s on %s"),
				   t->drivers[i].least, names_of(w, same, n));
	}
	return arena_str(w->a, buf_cstr(&b));
}

const char *show_fleet_upgrade(const struct page_writer *w, const struct fleet_trial *t)
{
	const struct fleet *f = &w->page->answer->fleet;
	struct phrase p = PHRASE(w->a, FLEET_UPGRADE, SAY(change, drivers_text(w, t)),
				 SAY(count, fact_number(w->a, (size_t)t->parts)),
				 SAY(build, sentence_build(w->a, any_of(f, t))));

	if (!t->whole)
		p.form = FORM_FLEET_UPGRADE_PARTLY;
	return words_phrase(w->a, &p);
}

/* How far the drivers may go. */
static void lasts(const struct page_writer *w, const struct fleet_trial *t)
{
	const struct fleet *f = &w->page->answer->fleet;

	for (size_t i = 0; i < t->n; i++) {
		const struct host *h = &w->page->hosts->v[f->groups.v[t->groups[i]].hosts[0]];
		const struct fleet_driver *d = &t->drivers[i];
		struct phrase p;

		if (!d->last)
			continue;
		p = PHRASE(w->a, FLEET_LAST_BRANCH, SAY(driver, fact_number(w->a, (size_t)d->last)),
			   SAY(gpu, sentence_gpu_name(w->a, &h->gpus.v[d->gpu])),
			   SAY(host, names_of(w, &t->groups[i], 1)));
		show_line(w->t, STYLE_PLAIN, "", words_phrase(w->a, &p));
	}
}

void show_fleet_costs(const struct page_writer *w)
{
	const struct fleet *f = &w->page->answer->fleet;
	struct phrase none = PHRASE(w->a, FLEET_NO_UPGRADE,
		SAY(installer, installer_name(f->installer)));

	for (size_t i = 0; i < f->without.n && (i < COSTS_MOST || w->page->more); i++)
		show_line(w->t, STYLE_BOLD, i ? "" : tr("without"),
			  show_fleet_without(w, &f->without.v[i]));
	if (f->without.n > COSTS_MOST && !w->page->more)
		show_line(w->t, STYLE_PLAIN, "",
			  arena_printf(w->a, tr("and %zu more: -v"), f->without.n - COSTS_MOST));
	EACH(const struct fleet_trial, t, f->upgrades) {
		show_line(w->t, STYLE_GOOD, tr("better"), show_fleet_upgrade(w, t));
		lasts(w, t);
	}
	if (f->parts > 1 && f->upgrades_known && f->upgrades.n == 0)
		show_line(w->t, STYLE_PLAIN, tr("drivers"), words_phrase(w->a, &none));
}
