#include "read/host/host.h"

#include <string.h>

#include "base/buf.h"
#include "base/keys.h"
#include "base/tr.h"
#include "base/utf8.h"
#include "fact/err_phrase.h"
#include "fact/host_fold.h"
#include "fact/nodeset.h"
#include "os/io.h"
#include "read/host/columns_private.h"
#include "read/host/format_private.h"
#include "read/host/host_json.h"
#include "read/host/host_merge_private.h"
#include "read/host/keyed_private.h"
#include "read/host/node_yaml.h"
#include "read/host/told_private.h"

enum { LINES_MAX = 1000000, LINE_LONG = 1 << 16 };

struct format_row {
	enum text_format is;
	const struct host_format *by;
};

/* The first that recognises a line reads on from there. */
static const struct format_row formats[] = {
#define HOST(id, name, reader) { TEXT_##id, &format_##reader },
#define ENV(id, name, reader)
#define BOTH(id, name, host, env) { TEXT_##id, &format_##host },
#define OTHER(id, name)
#include "fact/text_format.def"
#undef HOST
#undef ENV
#undef BOTH
#undef OTHER
};

struct reading {
	struct arena *a;
	const char *source;
	const char *name; /* of the machine that is being read, NULL: none was printed */
	struct hosts *to;
	size_t first;    /* of the hosts that this section may be joined to */
	size_t parts;    /* outputs read so far */
	size_t missed;   /* machines that told nothing */
	size_t worded;   /* others that told in words */
	unsigned unread; /* the line of a table that could not be */
	bool cut;        /* a part without any fact was cut */
	bool over;       /* there are more machines than HOSTS_MAX */
	bool folds;      /* each section is all that is told of its machine */
};

static bool has_room(const struct reading *r)
{
	return hosts_machines(r->to) < HOSTS_MAX;
}

/* NodeName=gpu[01-04] of slurm.conf: a machine for each, with the same. */
static bool add_folded(struct reading *r, const struct host *part)
{
	struct strings names = { NULL, 0, 0 };

	if (part->format != TEXT_SLURM || !part->name ||
	    span_find_char(span_of(part->name), '[') < 0 ||
	    !nodeset_expand(r->a, span_of(part->name), HOSTS_MAX, &names))
		return false;
	for (size_t i = 0; i < names.n && has_room(r); i++) {
		struct arena_mark before = arena_mark(r->a);
		struct host one = host_copy(r->a, part);

		one.name = names.v[i];
		host_settle(r->a, &one);
		hosts_add(r->a, r->to, &(struct hosts){ .v = &one, .n = 1 }, before);
	}
	return true;
}

/* Blocks that follow each other are of a machine each. */
static bool is_listed(enum text_format f)
{
	return f == TEXT_SLURM || f == TEXT_NODE_DESCRIBE;
}

/*
 * Joins a part to the newest host of its section, or begins a host with it. Two nodes of one list
 * are two machines, however alike they are, also without names.
 */
static void add_part(struct reading *r, struct host *part)
{
	struct host *last = r->to->n > r->first ? &r->to->v[r->to->n - 1] : NULL;
	bool listed = is_listed(part->format);

	part->name = part->name ? part->name : r->name;
	if (host_is_empty(part)) {
		r->cut |= part->problems.n > 0;
		return;
	}
	if (add_folded(r, part))
		return;
	if (last && host_compatible(last, part) && !(listed && !part->name) &&
	    (!last->name || !part->name || strcmp(last->name, part->name) == 0))
		host_merge(r->a, last, part);
	else if (has_room(r))
		ARRAY_ADD(r->a, *r->to) = *part;
}

static const struct format_row *format_of(const struct source *src, size_t i)
{
	bool is_long = src->v[i].s.n > LINE_LONG;

	if (src->v[i].s.n == 0)
		return NULL;
	return FIRST_OF(x, ROWS(formats), (!is_long || x->is == TEXT_SMI_XML) &&
		x->by->begins(src, i));
}

/* The last of a list, or another follows: of this one nothing else is told. */
static bool is_alone(const struct source *src, size_t i, const struct format_row *f)
{
	while (i < src->n && !src->v[i].s.n)
		i++;
	return is_listed(f->is) && (i == src->n || f->by->begins(src, i));
}

static void read_section(struct reading *r, const struct section *s)
{
	struct source src = { .a = r->a, .v = s->lines.v, .n = s->lines.n };

	for (size_t i = 0; i < src.n;) {
		const struct format_row *f = format_of(&src, i);
		struct arena_mark before = arena_mark(r->a);
		struct host part = host_new(r->source);
		size_t next = i + 1;

		if (f && r->parts++ >= PARTS_MAX)
			break;
		if (f) {
			part.format = f->is;
			part.line = src.v[i].no;
			next = f->by->read(&src, i, &part);
			if (r->folds && part.name && !strchr(part.name, '[') && has_room(r) &&
			    is_alone(&src, next, f) && !host_is_empty(&part)) {
				host_settle(r->a, &part);
				hosts_add(r->a, r->to, &(struct hosts){ .v = &part, .n = 1 },
					  before);
			} else {
				add_part(r, &part);
			}
		}
		i = next > i ? next : i + 1;
	}
}

/* A machine of which nothing is told, beside others, is one that was not read (CP001). */
static void add_missed(struct reading *r, const struct section *s)
{
	struct host h = host_new(r->source);

	if (!has_room(r))
		return;
	h.name = r->name;
	h.line = s->lines.n ? s->lines.v[0].no : 0;
	FORMAT_CUT(r->a, &h, h.line, NODE_TELLS_NOTHING);
	ARRAY_ADD(r->a, *r->to) = h;
	r->missed++;
}

/* What was read since then is of the section's machine. */
static void name_all(struct reading *r, const struct section *s, size_t from)
{
	for (size_t i = from; i < r->to->n; i++) {
		r->to->v[i].name = r->name ? r->name : r->to->v[i].name;
		r->to->v[i].line = s->lines.v[0].no;
	}
}

/* What `cudaplan detect --json` printed on a machine, behind its name; false: it is none. */
static bool read_json(struct reading *r, const struct section *s)
{
	size_t from = r->to->n;
	bool any = false;

	for (size_t i = 0; i < s->lines.n && has_room(r); i++) {
		struct host_json other;
		struct err cut;

		if (!span_starts(s->lines.v[i].s, "{\"schema_version\":"))
			continue;
		any = true; /* also one that is cut: the machine is then missed */
		(void)host_json_read(r->a, r->source, s->lines.v[i].s, r->to, &other, &cut);
	}
	name_all(r, s, from);
	return any;
}

/* What no form of lines tells of the machine is JSON over several, or said in words. */
static void read_words(struct reading *r, const struct section *s)
{
	struct host_json json = { .whole = true };
	BUF_AUTO b = BUF(IO_MAX);
	size_t from = r->to->n;
	struct span text;
	struct host h;
	struct err e;

	for (size_t i = 0; i < s->lines.n; i++) {
		buf_span(&b, s->lines.v[i].s);
		buf_char(&b, '\n');
	}
	text = span_of(arena_str(r->a, buf_cstr(&b)));
	if (host_json_begins(text))
		(void)host_json_read(r->a, r->source, text, r->to, &json, &e);
	if (r->to->n == from && told_read(r->a, r->source, text, NULL, NULL, &h, &e) == 0) {
		r->worded++;
		ARRAY_ADD(r->a, *r->to) = h;
	}
	name_all(r, s, from);
}

static void read_machine(struct reading *r, const struct section *s)
{
	bool json = read_json(r, s);

	if (!json)
		read_section(r, s);
	if (!json && s->machine && r->to->n == r->first && has_room(r))
		read_words(r, s);
	if ((json || s->machine) && r->to->n == r->first)
		add_missed(r, s);
}

/* Of a machine like one before it no more than its name is kept. */
static void read_folded(struct reading *r, const struct section *s)
{
	struct arena_mark before = arena_mark(r->a);
	struct hosts own = { 0 }, *to = r->to;

	r->to = &own;
	r->first = 0;
	read_machine(r, s);
	r->to = to;
	for (size_t i = 0; i < own.n; i++)
		host_settle(r->a, &own.v[i]);
	hosts_add(r->a, to, &own, before);
}

/* dshbak -c and clush -b print what several machines have in common once, under all names. */
static void read_named(struct reading *r, const struct section *s)
{
	struct strings names = { NULL, 0, 0 };

	if (s->host && s->machine)
		nodeset_expand(r->a, span_of(s->host), HOSTS_MAX, &names);
	for (size_t i = 0; (i == 0 || i < names.n) && !r->over; i++) {
		r->over = !has_room(r);
		r->name = names.n ? names.v[i] : s->host;
		r->first = r->to->n;
		(r->folds && r->name && s->machine ? read_folded : read_machine)(r, s);
	}
}

static void read_sections(struct reading *r, const struct sections *all)
{
	size_t before = r->to->n; /* of other texts */

	r->folds = r->to->fold;
	for (size_t i = 0; i < all->n; i++)
		r->folds &= all->v[i].sure || !all->v[i].host;
	for (size_t i = 0; i < all->n; i++) {
		size_t from = r->to->n;

		read_named(r, &all->v[i]);
		/* what is not surely a machine's heading parts hosts by facts about GPUs alone */
		if (from > before && !all->v[i].sure && r->to->n == from + 1 &&
		    !r->to->v[from].driver && r->to->v[from].gpus.n == 0 &&
		    !r->to->v[from].driver_missing &&
		    host_compatible(&r->to->v[from - 1], &r->to->v[from])) {
			host_merge(r->a, &r->to->v[from - 1], &r->to->v[from]);
			hosts_cut(r->to, from);
		}
	}
}

static int expected(const char *name, enum form why, struct err *e)
{
	err_say(e, ERR_INPUT, why, (const struct fact[]){ { 0 }, SAY(file, name) }, 2);
	return err_within(e, FORM_HOST_EXPECTED, "");
}

static int check_text(const char *name, struct span bytes, struct span text, struct err *e)
{
	if (bytes.n > IO_MAX)
		return io_over(name, IO_MAX, e);
	if (span_trim(text).n == 0)
		return expected(name, FORM_INPUT_EMPTY, e);
	if (lines_binary(text))
		return expected(name, FORM_INPUT_BINARY, e);
	if (lines_count(text) > LINES_MAX)
		return ERR_SAY(e, ERR_INPUT, INPUT_LINES_MOST, SAY(file, name),
			       SAY(limit, ERR_NUMBER(LINES_MAX)));
	return 0;
}

static void settle_all(struct reading *r, size_t before)
{
	for (size_t i = before; i < r->to->n; i++) {
		struct host *h = &r->to->v[i];

		host_settle(r->a, h);
		if (r->to->n - before > 1)
			h->source = arena_printf(r->a, tr("%s line %u"), r->source, h->line);
	}
}

/* What stands behind the limit is not read, and said to be missing. */
static void mark_limit(struct reading *r)
{
	if (r->parts > PARTS_MAX && r->to->n)
		FORMAT_CUT(r->a, &r->to->v[r->to->n - 1], 0, OUTPUTS_LIMIT);
	else if (r->to->n && (r->over || !has_room(r)))
		FORMAT_CUT(r->a, &r->to->v[r->to->n - 1], 0, HOSTS_LIMIT);
}

static int read_text(struct reading *r, struct span text, struct err *e)
{
	struct sections all = { NULL, 0, 0 };
	size_t before = r->to->n, machines = hosts_machines(r->to);

	lines_split(r->a, text, &all);
	read_sections(r, &all);
	/* words in front of one alone may be of something else: a program in its log */
	if (hosts_machines(r->to) == machines + r->missed + (r->worded == 1))
		hosts_cut(r->to, before);
	mark_limit(r);
	settle_all(r, before);
	if (r->to->n > before)
		return 0;
	return expected(r->source, r->cut ? FORM_INPUT_CUT_FIRST : FORM_INPUT_NO_HOST, e);
}

/* Tables, or blocks of keys, which are of others beside tables. What they leave is in rest; false:
 * there are none. */
static bool read_blocks(struct reading *r, struct span text, struct hosts *named,
			struct hosts *others, struct span *rest)
{
	struct left left = { .a = r->a };
	size_t before = r->to->n;

	(void)columns_read(r->a, r->source, text, &left, named, r->to);
	*rest = left_of(&left, text);
	r->unread = left.missed;
	if (rest->n && keyed_read(r->a, r->source, *rest, &left,
				  r->to->n > before ? others : r->to))
		*rest = left_of(&left, *rest);
	return r->to->n > before;
}

/* gres.conf of a node does not name it, and slurm.conf beside it does. */
static bool is_told(const struct hosts *all, const struct host *h)
{
	return !h->name && h->gpus.n &&
	       ANY(x, *all, x->name && x->gpus.n == h->gpus.n && host_compatible(x, h));
}

/* What several blocks tell of one node is told of one machine. */
static void unite(struct reading *r, size_t before, const struct hosts *others)
{
	struct hosts all;

	for (size_t i = 0; i < others->n; i++)
		ARRAY_ADD(r->a, *r->to) = others->v[i];
	all = (struct hosts){ .v = r->to->v + before, .n = r->to->n - before };
	for (size_t i = 0; i < all.n; i++)
		all.v[i].text = i < all.n - others->n ? 1 : 2;
	hosts_unite(r->a, &all);
	r->to->n = before;
	for (size_t i = 0; i < all.n; i++)
		if (!is_told(&all, &all.v[i]))
			r->to->v[r->to->n++] = all.v[i];
	hosts_fold_kept(r->a, r->to, before);
}

/* Nodes that a block names beside others: those of which no block tells are said. */
static void add_named(struct reading *r, size_t before, const struct hosts *named)
{
	struct keys names = { 0 };
	size_t at;
	bool any;

	for (size_t i = before; i < hosts_machines(r->to); i++)
		if (hosts_name(r->to, i))
			keys_add(r->a, &names, span_of(hosts_name(r->to, i)));
	any = ANY(x, *named, keys_find(&names, span_of(x->name), &at));
	for (size_t i = 0; i < named->n && any && has_room(r); i++) {
		struct host h = named->v[i];

		if (keys_find(&names, span_of(h.name), &at))
			continue;
		keys_add(r->a, &names, span_of(h.name));
		FORMAT_CUT(r->a, &h, h.line, NODE_TELLS_NOTHING);
		ARRAY_ADD(r->a, *r->to) = h;
	}
}

/* A text of several blocks tells of all nodes of each. */
static int read_mixed(struct reading *r, struct span text, struct err *e)
{
	struct hosts named = { 0 }, others = { 0 }, again = { 0 };
	struct reading rest = { .a = r->a, .source = r->source, .to = &others };
	struct span left;
	size_t before = r->to->n;
	int rc = 0;

	if (!read_blocks(r, text, &named, &others, &left)) {
		rc = read_text(r, text, e);
		if (rc && !r->unread && !named.n &&
		    columns_blocks(r->a, r->source, text, &named, r->to))
			rc = 0;
		if (rc && r->unread)
			rc = ERR_SAY(e, ERR_INPUT, INPUT_NODES, SAY(file, r->source),
				     SAY(line, ERR_NUMBER(r->unread)));
	}
	else if (left.n)
		(void)read_text(&rest, left, e);
	if (others.n) {
		hosts_cut(r->to, before);
		hosts_fold_apart(r->a, r->to, &others);
		named.n = 0;
		(void)read_blocks(r, text, &named, &again, &left);
		unite(r, before, &others);
		(void)format_listed(r->a, r->source, before, r->to);
	}
	if (rc == 0)
		add_named(r, before, &named);
	for (size_t i = 0; rc && i < named.n; i++)
		ARRAY_ADD(r->a, *r->to) = named.v[i];
	return named.n ? 0 : rc;
}

int read_hosts(struct arena *a, const char *source_name, struct span bytes, struct hosts *ret,
	       struct err *e)
{
	struct reading r = { .a = a, .source = source_name, .to = ret };
	struct span text = bytes.n > IO_MAX ? bytes : utf8_of(a, bytes);
	struct host_json json = { .whole = true };
	size_t before = ret->n;
	int rc = check_text(source_name, bytes, text, e);

	if (rc)
		return rc;
	if (host_json_begins(text)) {
		rc = host_json_read(a, source_name, text, ret, &json, e);
		if (rc || ret->n > before)
			return rc;
		text = json.text;
	} else if (node_yaml_begins(text) && node_yaml_read(a, source_name, text, ret)) {
		return 0;
	}
	rc = read_mixed(&r, lines_scrub(a, text), e);
	for (size_t i = before; i < ret->n && !json.whole; i++)
		FORMAT_CUT(a, &ret->v[i], 0, CUT_JSON_AROUND);
	return rc;
}
