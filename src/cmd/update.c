/* update: brings a newer matrix, and only one that a trusted key has signed. */
#include <errno.h>
#include <string.h>

#include "cmd/update_private.h"
#include "base/tr.h"
#include "fact/err_phrase.h"
#include "fact/row.h"
#include "know/catalogue.h"
#include "os/file.h"
#include "os/io.h"
#include "os/save.h"
#include "os/scratch.h"
#include "read/package/http_text.h"
#include "show/update.h"

#define MANIFEST "matrix-1.manifest"

enum { MATRIX_MAX = 256 << 20 };

struct update {
	struct run *r;
	struct signify_keys keys;
	struct stored stored;
	struct update_page page;
};

int cmd_update_keys(struct run *r, struct signify_keys *ret, struct err *e)
{
	const char *own;
	struct span text;

	for (size_t i = 0; (own = row_next_key(&i)) != NULL;)
		if (signify_key(span_of(arena_printf(r->arena, "untrusted comment: \n%s\n", own)),
				&ARRAY_ADD(r->arena, *ret), e))
			return e->code;
	for (size_t i = 0; i < r->o->signer.n; i++) {
		const char *path = r->o->signer.v[i];

		if (io_read(r->arena, path, SIGNIFY_FILE, &text, e))
			return e->code;
		if (signify_key(text, &ARRAY_ADD(r->arena, *ret), e))
			return err_within(e, (enum form)0, path);
	}
	return 0;
}

/* --- what is here ---------------------------------------------------------------------------- */

static const char *key_name(struct arena *a, const struct signify_key *k)
{
	char name[SIGNIFY_NAME];

	return arena_str(a, signify_name(k->id, name));
}

static struct update_matrix of_manifest(const struct manifest *m, const char *key, const char *path)
{
	return (struct update_matrix){ m->serial, m->version, m->date, m->torch, m->next_by, key,
				       path };
}

/* The matrix inside the program. */
static int inside(struct update *u, struct update_matrix *ret, struct err *e)
{
	MATRIX_AUTO m = NULL;

	if (matrix_open(u->r->arena, NULL, &m, e))
		return e->code;
	*ret = (struct update_matrix){ .serial = stored_serial_inside(),
				       .version = matrix_version(m), .date = matrix_date(m),
				       .next_by = matrix_next_by(m) };
	return 0;
}

static const char *const files[CARRIED] = { MATRIX_FILE, MATRIX_FRONT };

/* The manifest that lies beside a kept matrix. */
static int read_manifest(struct update *u, uint64_t serial, struct manifest *m,
			 struct update_matrix *ret, struct err *e)
{
	struct arena *a = u->r->arena;
	const struct signify_key *by;
	struct span text, signature;

	if (io_read(a, stored_file(a, &u->stored, serial, MANIFEST), MANIFEST_MAX, &text, e) ||
	    io_read(a, stored_file(a, &u->stored, serial, MANIFEST ".sig"), SIGNIFY_FILE,
		    &signature, e) ||
	    signify_check(text, signature, &u->keys, &by, e) || manifest_parse(a, text, m, e))
		return e->code;
	*ret = of_manifest(m, key_name(a, by), stored_file(a, &u->stored, serial, ""));
	return 0;
}

/* That its bytes are those that were signed. */
static int read_all(struct update *u, uint64_t serial, const struct manifest *m, struct err *e)
{
	struct arena *a = u->r->arena;
	struct span bytes;

	for (int i = 0; i < CARRIED; i++) {
		const char *path = stored_file(a, &u->stored, serial, files[i]);

		if (io_read(a, path, MATRIX_MAX, &bytes, e))
			return e->code;
		if (!carrier_sum_is(bytes, m->part[i].sha256))
			return ERR_SAY(e, ERR_MISSING, STORED_OTHER_BYTES, SAY(file, path));
	}
	return 0;
}

/* One of them by its serial, 0 for the one inside: what is said of it. */
static int describe(struct update *u, uint64_t serial, struct update_matrix *ret, struct err *e)
{
	struct manifest m;

	return serial ? read_manifest(u, serial, &m, ret, e) : inside(u, ret, e);
}

/* What counts at a start, and whether what is kept is what was signed. */
static int look_here(struct update *u, struct err *e)
{
	struct update_page *p = &u->page;
	struct arena *a = u->r->arena;
	struct manifest m;

	if (inside(u, &p->here, e))
		return e->code;
	if (u->stored.serial <= p->here.serial)
		return 0;
	if (read_manifest(u, u->stored.serial, &m, &p->there, e) ||
	    read_all(u, u->stored.serial, &m, e) || !stored_stands(a, &u->stored)) {
		p->bad = e->code ? err_phrase(a, e) :
			PHRASE(a, STORED_CHANGED, SAY(file, p->there.path));
		p->bad = *phrase_keep(a, p->bad);
	} else {
		p->here = p->there;
	}
	p->there = (struct update_matrix){ 0 };
	return 0;
}

/* --- taking one ------------------------------------------------------------------------------ */

static int write_file(struct update *u, uint64_t serial, const char *name, struct span bytes,
		      struct err *e)
{
	const char *path = stored_file(u->r->arena, &u->stored, serial, name);
	struct os_save save;
	bool good = os_save_begin(u->r->arena, path, &save) &&
		    os_save_add(&save, bytes.p, bytes.n) && os_save_sync(&save);

	if (os_save_end(&save, good))
		return 0;
	return ERR_SAY(e, ERR_MISSING, STORED_NOT_WRITTEN, SAY(file, path),
		       SAY(why, strerror(errno)));
}

static int write_all(struct update *u, const struct carrier *c, struct err *e)
{
	uint64_t serial = c->manifest.serial;
	MATRIX_AUTO m = NULL;
	struct catalogue facts;
	struct span bytes;

	for (int i = 0; i < CARRIED; i++)
		if (carrier_unpack(u->r->arena, c, i, &bytes, e) ||
		    write_file(u, serial, files[i], bytes, e))
			return e->code;
	if (write_file(u, serial, MANIFEST, c->text, e) ||
	    write_file(u, serial, MANIFEST ".sig", c->signature, e))
		return e->code;
	if (matrix_open(u->r->arena, stored_file(u->r->arena, &u->stored, serial, ""), &m, e))
		return e->code;
	return catalogue_open(u->r->arena, m, &facts, e);
}

/* Takes away all but the one that counts and the one before. */
static void sweep(struct update *u)
{
	OS_FOLDER_AUTO f = os_folder(u->stored.folder);
	const char *name;
	uint64_t serial;

	while ((name = os_folder_next(&f)) != NULL)
		if (span_u64(span_of(name), &serial) && serial != u->stored.serial &&
		    serial != u->stored.before)
			os_scratch_remove(u->r->arena, arena_printf(u->r->arena, "%s/%s",
								    u->stored.folder, name));
}

/* A serial below one that was seen of the same key is how an old matrix is played again. */
static int refuse_older(struct update *u, const struct carrier *c, const char *key, struct err *e)
{
	uint64_t highest = stored_highest(&u->stored, key);

	if (c->manifest.serial >= highest || u->r->o->allow_older)
		return 0;
	return ERR_SAY(e, ERR_MISSING, UPDATE_OLDER, SAY(version, c->manifest.version),
		       SAY(number, ERR_NUMBER(c->manifest.serial)),
		       SAY(count, ERR_NUMBER(highest)));
}

static int take(struct update *u, const struct carrier *c, struct err *e)
{
	const char *key = key_name(u->r->arena, c->by);
	struct update_page *p = &u->page;
	uint64_t before = u->stored.serial;
	bool good = !p->bad.form;

	p->there = of_manifest(&c->manifest, key, NULL);
	if (refuse_older(u, c, key, e))
		return e->code;
	stored_see(u->r->arena, &u->stored, key, c->manifest.serial);
	/* What counts is not written again: to be ended in it would leave neither. */
	if (good && (c->manifest.serial == p->here.serial ||
		     (c->manifest.serial < p->here.serial && !u->r->o->allow_older))) {
		p->done = UPDATE_SAME;
		return 0;
	}
	if (write_all(u, c, e) || stored_switch(u->r->arena, &u->stored, c->manifest.serial, e) ||
	    describe(u, before, &p->before, e) || describe(u, u->stored.serial, &p->here, e))
		return e->code;
	p->bad.form = (enum form)0;
	sweep(u);
	return 0;
}

/* --- the ways to come by one ----------------------------------------------------------------- */

static int from_file(struct update *u, const char *path, struct err *e)
{
	struct carrier c;

	u->page.at = path;
	return carrier_open(u->r->arena, path, MATRIX_MAJOR, &u->keys, &c, e) ? e->code :
		take(u, &c, e);
}

static int no_project(struct update *u, struct err *e)
{
	return ERR_SAY(e, ERR_MISSING, UPDATE_NOT_THERE, SAY(url, u->page.at));
}

static int from_index(struct update *u, struct err *e)
{
	struct carrier_link link;
	struct carrier c;
	struct span wheel;
	int rc = cmd_update_ask(u->r, &link, e);

	u->page.at = link.at;
	if (rc == ERR_NONE)
		return no_project(u, e);
	if (rc)
		return rc;
	if (stored_serial(span_of(link.version)) <= u->page.here.serial && !u->page.bad.form) {
		u->page.done = UPDATE_SAME;
		u->page.there.version = link.version;
		return 0;
	}
	rc = cmd_update_fetch(u->r, &link, &wheel, e);
	if (rc == 0)
		rc = carrier_of(u->r->arena, link.file, wheel, MATRIX_MAJOR, &u->keys, &c, e);
	return rc ? rc : take(u, &c, e);
}

static int undo(struct update *u, struct err *e)
{
	uint64_t now = u->stored.serial;

	if (!now && !u->stored.before)
		return ERR_SAY(e, ERR_MISSING, UPDATE_NOTHING_BEFORE);
	u->page.done = UPDATE_UNDONE;
	if (describe(u, u->stored.before, &u->page.here, e) ||
	    describe(u, now, &u->page.before, e))
		return e->code;
	return stored_switch(u->r->arena, &u->stored, u->stored.before, e);
}

static int check(struct update *u, struct err *e)
{
	struct carrier_link link;
	int rc = cmd_update_ask(u->r, &link, e);

	u->page.done = UPDATE_CHECKED;
	u->page.at = link.at;
	if (rc == ERR_NONE)
		no_project(u, e);
	if (rc) {
		u->page.left = *phrase_keep(u->r->arena, err_phrase(u->r->arena, e));
		return 0;
	}
	u->page.there = (struct update_matrix){ .version = link.version,
						.serial = stored_serial(span_of(link.version)) };
	return 0;
}

/* --- */

static int set_up(struct update *u, struct err *e)
{
	const char *folder = cmd_stored_folder(u->r->arena);
	int rc;

	if (u->r->args.n > 1 || (u->r->args.n && (u->r->o->check || u->r->o->undo)))
		return ERR_SAY(e, ERR_USAGE, UPDATE_ONE);
	if (!folder)
		return ERR_SAY(e, ERR_MISSING, STORED_NOWHERE);
	rc = stored_read(u->r->arena, folder, &u->stored, e);
	if (rc && rc != ERR_NONE)
		u->stored = (struct stored){ .folder = folder };
	return cmd_update_keys(u->r, &u->keys, e);
}

static int act(struct update *u, struct err *e)
{
	if (u->r->o->undo)
		return undo(u, e);
	if (look_here(u, e))
		return e->code;
	if (u->r->o->check)
		return check(u, e);
	return u->r->args.n ? from_file(u, u->r->args.v[0], e) : from_index(u, e);
}

/* A no: something newer is there, or what is kept is not what was signed. */
static int exit_of(const struct update_page *p)
{
	if (p->done != UPDATE_CHECKED)
		return EXIT_DONE;
	if (p->bad.form || p->there.serial > p->here.serial)
		return EXIT_NO;
	return p->left.form ? EXIT_MISSING : EXIT_DONE;
}

static int run_update(struct run *r)
{
	struct update u = { .r = r };
	struct err e = { 0 };

	if (set_up(&u, &e) || act(&u, &e))
		return cmd_fail(r, &e);
	if (r->o->json) {
		struct json j = cmd_json(r);

		show_update_json(r->arena, &j, &u.page);
	} else {
		show_update(r->arena, &r->out, &u.page);
	}
	return exit_of(&u.page);
}

const struct cmd cmd_update = {
	.name = "update",
	.summary = N_("bring the newest matrix of the configured index, or one from a file"),
	.args = "[FILE|FOLDER]",
	.examples = N_(
		"  cudaplan update                      the newest of pip's index\n"
		"  cudaplan update --check              what is here, what is there\n"
		"  cudaplan update /media/stick         without a network\n"
		"  cudaplan update --undo               the one before\n"),
	.bit = IN_UPDATE,
	.on_input = FORM_TRY_HELP,
	.run = run_update,
};
