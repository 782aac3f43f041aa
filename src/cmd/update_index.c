/* The matrix that pip's index has: which is the newest, and its bytes. */

#include "base/pep440.h"
#include "cmd/online_private.h"
#include "cmd/update_private.h"
#include "fact/err_phrase.h"
#include "fact/row.h"
#include "os/variable.h"
#include "read/env/env_live.h"
#include "read/online/address.h"
#include "read/online/links.h"
#include "read/package/http_text.h"

enum { PAGE_MAX = 4 << 20, WHEEL_MAX = 64 << 20 };

const char *cmd_online_index(struct run *r)
{
	struct place place = place_here(os_variables());
	struct env env = env_new("live");
	const struct env_setting *s;

	if (r->o->index_url.n)
		return r->o->index_url.v[r->o->index_url.n - 1];
	place.elsewhere = true;
	env_live_settings(r->arena, &place, NULL, NULL, &env);
	s = env_setting(&env, SETTING_PIP, "index-url");
	if (!s)
		s = env_setting(&env, SETTING_UV, "default-index");
	if (!s)
		s = env_setting(&env, SETTING_UV, "index-url");
	return s ? s->value : row_home(r->arena, "pypi");
}

struct page {
	struct link best;
	struct span version;
};

static void take_wheel(void *own, const struct link *l)
{
	struct page *p = own;
	struct span version;

	if (l->yanked || !carrier_wheel(l->file, &version) ||
	    (p->version.n && pep440_cmp_text(version, p->version) <= 0))
		return;
	p->best = *l;
	p->version = version;
}

int cmd_online_page(struct run *r, struct fetch *f, const char *index, const char *project,
		    link_take *take, void *own, struct fetch_head *h, struct span *base,
		    struct err *e)
{
	BUF_AUTO text = BUF(PAGE_MAX);
	struct fetch_ask ask = { .url = online_below(r->arena, index, project, ""),
				 .accept = LINKS_ACCEPT };
	int rc = fetch_text(f, ask, &text, h, e);
	struct span page;
	bool whole;

	if (rc)
		return rc;
	page = span_of(arena_span(r->arena, buf_view(&text)));
	return links_page(r->arena, page, h->type, project, take, own, base, &whole, e);
}

int cmd_update_ask(struct run *r, struct carrier_link *ret, struct err *e)
{
	struct online with = { 0 };
	const char *index = cmd_online_index(r);
	struct span base = { NULL, 0 };
	struct fetch_head h;
	struct page p = { 0 };
	int rc = cmd_online_open(r, &with, e);

	*ret = (struct carrier_link){ .at = url_shown(r->arena, index) };
	if (rc == 0 && !with.f) {
		*e = with.why;
		rc = e->code;
	}
	if (rc == 0)
		rc = cmd_online_page(r, with.f, index, CARRIER_PROJECT, take_wheel, &p, &h,
				     &base, e);
	if (rc == 0 && !p.version.n)
		rc = ERR_NONE;
	if (rc == 0) {
		ret->version = arena_span(r->arena, p.version);
		ret->file = arena_span(r->arena, p.best.file);
		ret->url = online_join(r->arena, h.url, base, p.best.url);
		ret->sha256 = p.best.sha256.n ? arena_span(r->arena, p.best.sha256) : NULL;
	}
	fetch_close(with.f);
	return rc;
}

int cmd_update_fetch(struct run *r, const struct carrier_link *link, struct span *ret,
		     struct err *e)
{
	struct online with = { 0 };
	BUF_AUTO bytes = BUF(WHEEL_MAX);
	struct fetch_ask ask = { .url = link->url, .most = WHEEL_MAX };
	struct fetch_head h;
	int rc = link->url ? cmd_online_open(r, &with, e) :
		ERR_SAY(e, ERR_MISSING, ONLINE_NO_URL);

	if (rc == 0 && !with.f) {
		*e = with.why;
		rc = e->code;
	}
	if (rc == 0)
		rc = fetch_text(with.f, ask, &bytes, &h, e);
	if (rc == ERR_NONE)
		rc = e->code = ERR_MISSING;
	fetch_close(with.f);
	if (rc)
		return rc;
	*ret = (struct span){ arena_span(r->arena, buf_view(&bytes)), bytes.n };
	/* the second line of defence: the first is who signed what is in it */
	return !link->sha256 || carrier_sum_is(*ret, link->sha256) ? 0 :
		ERR_SAY(e, ERR_MISSING, ONLINE_OTHER_SUM, SAY(file, link->file));
}
