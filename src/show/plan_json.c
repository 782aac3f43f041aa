/* An answer as JSON. */
#include "fact/host_fold.h"
#include "show/finding.h"
#include "show/host_json.h"
#include "fact/platform.h"
#include "show/json_key.h"
#include "show/online_files.h"
#include "show/plan_private.h"
#include "show/shell.h"

#include <string.h>

static void code_key(struct json *j, const char *key, enum finding_code code)
{
	json_str_key(j, key, code == FINDING_NONE ? NULL : finding_name(code, TEXT_ROOM));
}

/* The number by which the GPU goes, and its host: -1 is all of them. */
static void place(struct json *j, const struct hosts *hosts, int host, int gpu, const char *key)
{
	const struct host *h;

	if (host < 0 && hosts->n == 1)
		host = 0;
	h = host >= 0 && (size_t)host < hosts->n ? &hosts->v[host] : NULL;
	json_key_index(j, "host", h ? (long long)host_number(hosts, (size_t)host) - 1 : -1);
	json_key_index(j, key, h && gpu >= 0 && (size_t)gpu < h->gpus.n ?
		       h->gpus.v[gpu].index : -1);
}

/* --- what is said of a host, of each machine that it stands for ------------------------------- */

struct told {
	const void *v;  /* in the order of their hosts */
	size_t n, size;
	size_t host_at; /* where the number of the host stands in one */
	void (*write)(struct arena *a, struct json *j, const struct hosts *hosts, const void *one);
};

/* Of each host the first that is of it or of one behind it, and how many there are. */
static const size_t *starts(struct arena *a, const struct hosts *hosts, const struct told *t)
{
	size_t *from = arena_array(a, hosts->n + 1, sizeof *from), i = 0;

	for (size_t h = 0; h < hosts->n; h++) {
		while (i < t->n && *(const int *)((const char *)t->v + i * t->size + t->host_at) <
			(int)h)
			i++;
		from[h] = i;
	}
	from[hosts->n] = t->n;
	return from;
}

static void write_each(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct told *t)
{
	ARENA_AUTO own = { 0 };
	const size_t *from = starts(&own, hosts, t);
	struct hosts named = *hosts;

	if (hosts->fold) {
		named.v = arena_array(&own, hosts->n, sizeof *named.v);
		memcpy(named.v, hosts->v, hosts->n * sizeof *named.v);
	}
	for (size_t i = 0; t->n && i < hosts_machines(hosts); i++) {
		struct arena_mark before = arena_mark(a);
		size_t h = hosts_kept(hosts, i);

		if (hosts->fold) {
			named.v[h].name = hosts_name(hosts, i);
			named.v[h].number = i + 1;
		}
		for (size_t k = from[h]; k < from[h + 1]; k++)
			t->write(a, j, &named, (const char *)t->v + k * t->size);
		arena_back(a, before);
	}
}

static void reason_json(struct arena *a, struct json *j, const struct hosts *hosts, const void *one)
{
	const struct finding *f = one;

	json_open(j);
	code_key(j, "code", f->code);
	json_str_key(j, "have", f->have);
	json_str_key(j, "need", f->need);
	place(j, hosts, f->host, f->gpu, "gpu");
	json_str_key(j, "text", sentence_finding(a, hosts, f));
	json_close(j);
}

static void note_json(struct arena *a, struct json *j, const struct hosts *hosts, const void *one)
{
	json_str(j, sentence_note(a, hosts, one));
}

/* The first `of_hosts` are of machines, each for itself. */
static void findings_json(struct arena *a, struct json *j, const struct hosts *hosts,
			  const struct findings *r, size_t of_hosts,
			  void (*write)(struct arena *, struct json *, const struct hosts *,
					const void *))
{
	struct told t = { r->v, of_hosts, sizeof *r->v, offsetof(struct finding, host), write };

	json_list(j);
	write_each(a, j, hosts, &t);
	for (size_t i = of_hosts; i < r->n; i++)
		write(a, j, hosts, &r->v[i]);
	json_end(j);
}

void show_reasons_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct findings *r)
{
	findings_json(a, j, hosts, r, 0, reason_json);
}

static void notes_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct findings *n, size_t of_hosts)
{
	json_key(j, "notes");
	findings_json(a, j, hosts, n, of_hosts, note_json);
}

static void fit_json(struct arena *a, struct json *j, const struct hosts *hosts, const void *one)
{
	const struct gpu_fit *g = one;

	(void)a;
	json_open(j);
	place(j, hosts, g->host, g->gpu, "index");
	json_key_sm(j, "sm", g->sm);
	json_str_key(j, "via", via_name(g->via));
	json_key_sm(j, "code", g->code);
	json_close(j);
}

static void gpus_json(struct arena *a, struct json *j, const struct hosts *hosts,
		      const struct plan *p)
{
	struct told t = { p->gpus, p->n_gpus, sizeof *p->gpus, offsetof(struct gpu_fit, host),
			  fit_json };

	json_list_key(j, "gpus");
	write_each(a, j, hosts, &t);
	json_end(j);
}

static void missing_json(struct arena *a, struct json *j, const struct hosts *hosts,
			 const void *one)
{
	const struct missing *m = one;

	json_open(j);
	json_str_key(j, "fact", missing_name(m->what));
	place(j, hosts, m->host, m->gpu, "gpu");
	json_str_key(j, "text", sentence_missing(a, hosts, m));
	json_close(j);
}

/* --- plans ----------------------------------------------------------------------------------- */

static bool said_before(const struct findings *r, size_t n)
{
	return ANY(x, LIST(r->v, n), x->code == r->v[n].code);
}

void show_warnings_json(struct json *j, const struct findings *r)
{
	json_list_key(j, "warnings");
	for (size_t i = 0; i < r->n; i++)
		if (!said_before(r, i))
			json_str(j, finding_name(r->v[i].code, TEXT_ROOM));
	json_end(j);
}

static void build_json(struct json *j, const struct build *b)
{
	char cuda[CUDA_TEXT];

	json_str_key(j, "torch", b->torch);
	json_str_key(j, "variant", b->variant);
	json_str_key(j, "cuda", b->cuda.major ? cuda_version_text(b->cuda, cuda) : NULL);
}

static void packages_json(struct json *j, const struct plan *p)
{
	JSON_EACH(j, "packages", const struct plan_package, x, p->packages) {
		json_str_key(j, "name", x->name);
		json_str_key(j, "version", x->version);
		json_str_key(j, "url", x->url);
		json_str_key(j, "index", x->index);
		json_str_key(j, "sha256", x->sha256);
		json_str_key(j, "requires_torch", x->requires_torch);
		json_bool_key(j, "certain", x->certain);
	}
}

static void plan_json(struct arena *a, struct json *j, const struct hosts *hosts,
		      const struct plan *p)
{
	const struct build *b = p->build;
	char python[PYTHON_TEXT];

	json_int_key(j, "rank", p->rank);
	json_str_key(j, "installer", installer_name(p->installer));
	build_json(j, b);
	json_str_key(j, "platform", b->platform);
	json_str_key(j, "python", p->python.major ? python_text(p->python, python) : NULL);
	json_str_key(j, "torchvision", p->torchvision);
	json_str_key(j, "torchaudio", p->torchaudio);
	if (p->packages.n)
		packages_json(j, p);
	if (p->online.n)
		show_online_json(a, j, &p->online);
	json_str_key(j, "channel", b->channel);
	json_str_key(j, "index_url", b->index_url);
	json_str_key(j, "build", b->build);
	json_str_key(j, platform_is_mac(b->platform) ? "macos_min" : "glibc_min", b->os_least);
	json_bool_key(j, "certain", p->certain);
	json_str_key(j, "driver_support", driver_support_name(p->support));
	gpus_json(a, j, hosts, p);
	show_steps_json(a, j, "commands", &p->steps);
	show_steps_json(a, j, "undo", &p->undo);
	show_warnings_json(j, &p->findings);
	json_key(j, "findings");
	show_reasons_json(a, j, hosts, &p->findings);
	notes_json(a, j, hosts, &p->notes, 0);
	if (p->part >= 0)
		show_places_json(a, j, "hosts", hosts, p->hosts, p->n_hosts);
	json_key_index(j, "part", p->part);
	json_key_index(j, "size", b->size);
}

static void rejected_json(struct arena *a, struct json *j, const struct plan_page *page)
{
	const struct answer *answer = page->answer;

	JSON_EACH(j, "rejected", const struct refusal, r,
		  LIST(answer->rejected, answer->n_rejected)) {
		json_str_key(j, "installer", installer_name(r->installer));
		build_json(j, r->build);
		json_str_key(j, "platform", r->build->platform);
		json_str_key(j, "channel", r->build->channel);
		json_str_key(j, "build", r->build->build);
		json_key(j, "reasons");
		show_reasons_json(a, j, page->hosts, &r->reasons);
	}
}

void show_changes_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct answer *answer)
{
	JSON_EACH(j, "changes", const struct change, c, LIST(answer->changes, answer->n_changes)) {
		json_str_key(j, "change", c->what);
		json_str_key(j, "gives", c->gives ? arena_printf(a, "torch %s %s", c->gives->torch,
								 c->gives->variant) : NULL);
		code_key(j, "code", c->code);
		json_str_key(j, "installer", installer_name(c->installer));
		/* null: all hosts, and all are served then */
		if (c->n_hosts == 0) {
			json_null_key(j, "hosts");
			json_null_key(j, "environments");
		} else {
			show_places_json(a, j, "hosts", hosts, c->hosts, c->n_hosts);
			json_int_key(j, "environments", c->parts);
		}
		show_places_json(a, j, "unserved", hosts, c->left, c->n_left);
		json_str_key(j, "text", sentence_change(a, hosts, c));
	}
}

void show_instead_json(struct arena *a, struct json *j, const struct answer *answer)
{
	JSON_EACH(j, "instead", const struct instead, s, LIST(answer->instead, answer->n_instead)) {
		code_key(j, "code", s->code);
		json_str_key(j, "what", s->what);
		json_str_key(j, "asked", s->asked);
		json_str_key(j, "nearest", s->nearest);
		json_str_key(j, "text", sentence_instead(a, s));
	}
}

/* null where the index gave no answer, [] where it has none. */
static void newer_json(struct arena *a, struct json *j, const struct newer *n)
{
	if (!n->answered) {
		json_null_key(j, "newer");
		return;
	}
	JSON_EACH(j, "newer", const struct newer, x, LIST(n, n->version != NULL)) {
		json_str_key(j, "torch", x->version);
		json_key_words(a, j, "pythons", python_set_text(a, x->pythons));
		json_str_key(j, "cuda", x->cuda);
		if (x->read)
			json_key_strings(j, "requires", &x->needs);
		else
			json_null_key(j, "requires");
	}
}

void show_plan_json(struct arena *a, struct json *j, const struct plan_page *page)
{
	const struct answer *answer = page->answer;
	const struct told missing = { answer->missing, answer->n_missing, sizeof *answer->missing,
				      offsetof(struct missing, host), missing_json };

	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_open_key(j, "matrix");
	json_str_key(j, "date", page->matrix_date);
	json_str_key(j, "version", page->matrix_version);
	json_int_key(j, "age_days", page->matrix_days);
	json_close(j);
	show_hosts_json(a, j, page->hosts);
	show_groups_json(a, j, page);
	show_fleet_json(a, j, page);
	JSON_EACH(j, "plans", const struct plan, p, LIST(answer->plans, answer->n_plans))
		plan_json(a, j, page->hosts, p);
	rejected_json(a, j, page);
	show_changes_json(a, j, page->hosts, answer);
	show_instead_json(a, j, answer);
	json_list_key(j, "missing");
	write_each(a, j, page->hosts, &missing);
	json_end(j);
	json_key(j, "findings");
	findings_json(a, j, page->hosts, &answer->findings, answer->of_hosts, reason_json);
	notes_json(a, j, page->hosts, &answer->notes, answer->notes_of_hosts);
	json_int_key(j, "judged", (int64_t)answer->n_judged);
	if (page->newer)
		newer_json(a, j, page->newer);
	if (page->picks) {
		json_list_key(j, "picks");
		show_picks_json(a, j, page->picks);
		json_end(j);
	}
	json_close(j);
}
