/* An answer as JSON. */
#include "show/finding.h"
#include "show/host_json.h"
#include "show/json_key.h"
#include "show/online_files.h"
#include "show/plan_private.h"
#include "show/shell.h"

#include <string.h>

static void code_key(struct json *j, const char *key, enum finding_code code)
{
	char name[8];

	json_str_key(j, key, code == FINDING_NONE ? NULL : finding_name(code, name));
}

/* The number by which the GPU goes, and its host: -1 is all of them. */
static void place(struct json *j, const struct hosts *hosts, int host, int gpu, const char *key)
{
	const struct host *h;

	if (host < 0 && hosts->n == 1)
		host = 0;
	h = host >= 0 && (size_t)host < hosts->n ? &hosts->v[host] : NULL;
	if (h)
		json_int_key(j, "host", host);
	else
		json_null_key(j, "host");
	if (h && gpu >= 0 && (size_t)gpu < h->gpus.n)
		json_int_key(j, key, h->gpus.v[gpu].index);
	else
		json_null_key(j, key);
}

typedef const char *say_fn(struct arena *, const struct hosts *, const struct finding *);

static void reasons_json(struct arena *a, struct json *j, const struct hosts *hosts,
			 const struct findings *r, say_fn *say)
{
	json_list(j);
	for (size_t i = 0; i < r->n; i++) {
		json_open(j);
		code_key(j, "code", r->v[i].code);
		json_str_key(j, "have", r->v[i].have);
		json_str_key(j, "need", r->v[i].need);
		place(j, hosts, r->v[i].host, r->v[i].gpu, "gpu");
		json_str_key(j, "text", say(a, hosts, &r->v[i]));
		json_close(j);
	}
	json_end(j);
}

void show_reasons_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct findings *r)
{
	reasons_json(a, j, hosts, r, sentence_finding);
}

static void gpus_json(struct json *j, const struct hosts *hosts, const struct plan *p)
{
	json_list_key(j, "gpus");
	for (size_t i = 0; i < p->n_gpus; i++) {
		const struct gpu_fit *g = &p->gpus[i];

		json_open(j);
		place(j, hosts, g->host, g->gpu, "index");
		json_key_sm(j, "sm", g->sm);
		json_str_key(j, "via", via_name(g->via));
		json_key_sm(j, "code", g->code);
		json_close(j);
	}
	json_end(j);
}

static bool said_before(const struct findings *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (r->v[i].code == r->v[n].code)
			return true;
	return false;
}

void show_warnings_json(struct json *j, const struct findings *r)
{
	char name[8];

	json_list_key(j, "warnings");
	for (size_t i = 0; i < r->n; i++)
		if (!said_before(r, i))
			json_str(j, finding_name(r->v[i].code, name));
	json_end(j);
}

static void notes_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct findings *n)
{
	json_list_key(j, "notes");
	for (size_t i = 0; i < n->n; i++)
		json_str(j, sentence_note(a, hosts, &n->v[i]));
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
	json_list_key(j, "packages");
	EACH(const struct plan_package, x, p->packages) {
		json_open(j);
		json_str_key(j, "name", x->name);
		json_str_key(j, "version", x->version);
		json_str_key(j, "url", x->url);
		json_str_key(j, "index", x->index);
		json_str_key(j, "sha256", x->sha256);
		json_str_key(j, "requires_torch", x->requires_torch);
		json_bool_key(j, "certain", x->certain);
		json_close(j);
	}
	json_end(j);
}

static void host_list(struct json *j, const char *key, const size_t *hosts, size_t n)
{
	json_list_key(j, key);
	for (size_t i = 0; i < n; i++)
		json_int(j, (int64_t)hosts[i]);
	json_end(j);
}

static void plan_json(struct arena *a, struct json *j, const struct hosts *hosts,
		      const struct plan *p)
{
	const struct build *b = p->build;
	char python[PYTHON_TEXT];

	json_open(j);
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
	json_bool_key(j, "certain", p->certain);
	json_str_key(j, "driver_support", driver_support_name(p->support));
	gpus_json(j, hosts, p);
	show_steps_json(a, j, "commands", &p->steps);
	show_steps_json(a, j, "undo", &p->undo);
	show_warnings_json(j, &p->findings);
	json_key(j, "findings");
	reasons_json(a, j, hosts, &p->findings, sentence_finding);
	notes_json(a, j, hosts, &p->notes);
	if (p->part >= 0)
		host_list(j, "hosts", p->hosts, p->n_hosts);
	if (p->part >= 0)
		json_int_key(j, "part", p->part);
	else
		json_null_key(j, "part");
	if (b->size >= 0)
		json_int_key(j, "size", b->size);
	else
		json_null_key(j, "size");
	json_close(j);
}

static void rejected_json(struct arena *a, struct json *j, const struct plan_page *page)
{
	const struct answer *answer = page->answer;

	json_list_key(j, "rejected");
	for (size_t i = 0; i < answer->n_rejected; i++) {
		const struct refusal *r = &answer->rejected[i];

		json_open(j);
		json_str_key(j, "installer", installer_name(r->installer));
		build_json(j, r->build);
		json_str_key(j, "platform", r->build->platform);
		json_str_key(j, "channel", r->build->channel);
		json_str_key(j, "build", r->build->build);
		json_key(j, "reasons");
		show_reasons_json(a, j, page->hosts, &r->reasons);
		json_close(j);
	}
	json_end(j);
}

void show_changes_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct answer *answer)
{
	json_list_key(j, "changes");
	for (size_t i = 0; i < answer->n_changes; i++) {
		const struct change *c = &answer->changes[i];

		json_open(j);
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
			host_list(j, "hosts", c->hosts, c->n_hosts);
			json_int_key(j, "environments", c->parts);
		}
		host_list(j, "unserved", c->left, c->n_left);
		json_str_key(j, "text", sentence_change(a, hosts, c));
		json_close(j);
	}
	json_end(j);
}

void show_instead_json(struct arena *a, struct json *j, const struct answer *answer)
{
	json_list_key(j, "instead");
	for (size_t i = 0; i < answer->n_instead; i++) {
		const struct instead *s = &answer->instead[i];

		json_open(j);
		code_key(j, "code", s->code);
		json_str_key(j, "what", s->what);
		json_str_key(j, "asked", s->asked);
		json_str_key(j, "nearest", s->nearest);
		json_str_key(j, "text", sentence_instead(a, s));
		json_close(j);
	}
	json_end(j);
}

/* null where the index gave no answer, [] where it has none. */
static void newer_json(struct arena *a, struct json *j, const struct newer *n)
{
	if (!n->answered) {
		json_null_key(j, "newer");
		return;
	}
	json_list_key(j, "newer");
	if (n->version) {
		json_open(j);
		json_str_key(j, "torch", n->version);
		json_key_words(a, j, "pythons", python_set_text(a, n->pythons));
		json_str_key(j, "cuda", n->cuda);
		if (n->read)
			json_key_strings(j, "requires", &n->needs);
		else
			json_null_key(j, "requires");
		json_close(j);
	}
	json_end(j);
}

void show_plan_json(struct arena *a, struct json *j, const struct plan_page *page)
{
	const struct answer *answer = page->answer;

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
	json_list_key(j, "plans");
	for (size_t i = 0; i < answer->n_plans; i++)
		plan_json(a, j, page->hosts, &answer->plans[i]);
	json_end(j);
	rejected_json(a, j, page);
	show_changes_json(a, j, page->hosts, answer);
	show_instead_json(a, j, answer);
	json_list_key(j, "missing");
	for (size_t i = 0; i < page->answer->n_missing; i++) {
		const struct missing *m = &page->answer->missing[i];

		json_open(j);
		json_str_key(j, "fact", missing_name(m->what));
		place(j, page->hosts, m->host, m->gpu, "gpu");
		json_str_key(j, "text", sentence_missing(a, page->hosts, m));
		json_close(j);
	}
	json_end(j);
	json_key(j, "findings");
	show_reasons_json(a, j, page->hosts, &answer->findings);
	notes_json(a, j, page->hosts, &answer->notes);
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
