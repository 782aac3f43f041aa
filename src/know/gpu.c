#include "know/gpu.h"

#include <string.h>

#include "know/spelling.h"

/* Columns of every question for cards. */
enum { C_SM, C_ARCHITECTURE, C_INTEGRATED, C_OWN_CODE, C_FIRST, C_LAST, C_NAME,
	C_OLDER, C_SEGMENT, C_FORM, C_PRODUCT };

static struct card read_card(struct query *q, struct arena *a)
{
	struct card c = {
		.architecture = query_str(q, a, C_ARCHITECTURE),
		.integrated = query_int(q, C_INTEGRATED) != 0,
		.own_code = query_int(q, C_OWN_CODE) != 0,
		.first_branch = (int)query_int(q, C_FIRST),
		.last_branch = (int)query_int(q, C_LAST),
		.name = query_str(q, a, C_NAME),
		.older_name = query_str(q, a, C_OLDER),
		.segment = query_str(q, a, C_SEGMENT),
		.form = query_str(q, a, C_FORM),
		.product = query_str(q, a, C_PRODUCT),
	};

	sm_parse(query_span(q, C_SM), &c.sm);
	return c;
}

static int read_cards(struct matrix *m, struct arena *a, struct query *q, enum sm_source how,
	struct cards *to, struct err *e)
{
	int r;

	while ((r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->all) = read_card(q, a);
	if (r == 0 && to->all.n)
		to->how = how;
	return r;
}

static int ask_text(struct matrix *m, struct arena *a, enum question question, struct span text,
	enum sm_source how, struct cards *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask_text(m, question, text, &q, e);

	return r < 0 ? r : read_cards(m, a, q, how, to, e);
}

/* Keeps the cards for which keep() holds, or all where it holds for none. */
static bool keep_cards(struct cards *cards, bool (*keep)(const struct card *, const void *),
	const void *what)
{
	size_t n = 0;

	for (size_t i = 0; i < cards->all.n; i++)
		n += keep(&cards->all.v[i], what);
	if (n == 0)
		return false;
	n = 0;
	for (size_t i = 0; i < cards->all.n; i++)
		if (keep(&cards->all.v[i], what))
			cards->all.v[n++] = cards->all.v[i];
	cards->all.n = n;
	return true;
}

static bool keep_printed(const struct card *c, const void *printed)
{
	const struct span *name = printed;

	return span_eq_nocase(span_of(c->name), *name) ||
		(c->older_name && span_eq_nocase(span_of(c->older_name), *name));
}

static bool keep_driven(const struct card *c, const void *branch)
{
	int b = *(const int *)branch;

	return c->first_branch <= b && (c->last_branch == 0 || b <= c->last_branch);
}

static int by_key(struct matrix *m, struct arena *a, struct span key, struct cards *to,
	struct err *e)
{
	return key.n ? ask_text(m, a, Q_GPU_BY_KEY, key, SM_SOURCE_ALIAS, to, e) : 0;
}

/* Any spelling; the very name wins over cards that are merely called so. */
static int by_spelling(struct matrix *m, struct arena *a, struct span name, struct cards *to,
	struct err *e)
{
	int r = by_key(m, a, spelling_key(a, name), to, e);

	if (r == 0 && keep_cards(to, keep_printed, &name))
		to->how = SM_SOURCE_NAME;
	return r;
}

/* Names of vGPU profiles from `name` on; with `rest` "~" all that begin so. */
static int by_vgpu(struct matrix *m, struct arena *a, struct span name, const char *rest,
	enum sm_source how, struct cards *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask_text(m, Q_GPU_BY_VGPU, name, &q, e);

	if (r < 0)
		return r;
	query_bind_text(q, 2, span_of(rest));
	return read_cards(m, a, q, how, to, e);
}

/*
 * "NVIDIA Tesla V100", "GeForce RTX A6000", "GTX 5060 Ti", "RTX2080S", "980gtx": without words that
 * belong to another name, and with the one that was shortened.
 */
static int by_core(struct matrix *m, struct arena *a, struct span name, struct cards *to,
	struct err *e)
{
	struct span key = spelling_key(a, name);
	int r;

	do {
		r = by_key(m, a, key, to, e);
		if (r == 0 && !to->all.n)
			r = by_key(m, a, spelling_whole(a, key), to, e);
	} while (r == 0 && !to->all.n && spelling_drop_brand(&key));
	if (r == 0 && !to->all.n && (span_ends(key, "gtx") || span_ends(key, "rtx")))
		r = by_key(m, a, span_sub(key, 0, key.n - 3), to, e);
	return r;
}

/* `cut` ends with "...": the form nvidia-smi prints, else whatever begins so. */
static int by_cut(struct matrix *m, struct arena *a, struct span cut, struct cards *to,
	struct err *e)
{
	struct span start = span_sub(cut, 0, cut.n - 3), key = spelling_key(a, start);
	int r = ask_text(m, a, Q_GPU_BY_CUT, cut, SM_SOURCE_TRUNCATED, to, e);

	if (!spelling_telling(key))
		return r;
	if (r == 0 && !to->all.n)
		r = by_vgpu(m, a, start, "~", SM_SOURCE_TRUNCATED, to, e);
	if (r == 0 && !to->all.n)
		r = ask_text(m, a, Q_GPU_BY_START, key, SM_SOURCE_TRUNCATED, to, e);
	return r;
}

/* "GRID-A100-40C": a vGPU as labels of Kubernetes have it, with '-' for the space. */
static int by_label(struct matrix *m, struct arena *a, struct span name, struct cards *to,
	struct err *e)
{
	ptrdiff_t dash = span_find_char(name, '-');
	char *text;

	if (!span_starts(name, "GRID-") && !span_starts(name, "NVIDIA-"))
		return 0;
	text = arena_span(a, name);
	text[dash] = ' ';
	return by_vgpu(m, a, span_of(text), "", SM_SOURCE_NAME, to, e);
}

/* "GT 950M", "760 Ti": of three digits, as GTX; length 0: it is no such name. */
static struct span as_gtx(struct arena *a, struct span name)
{
	struct span key = spelling_key(a, name);

	if (span_starts(key, "gtx"))
		return span_sub(key, 0, 0);
	while (spelling_drop_brand(&key))
		;
	(void)span_take(&key, "gt");
	return span_of(key.n > 2 && ascii_digit(key.p[0]) && !(key.n > 3 && ascii_digit(key.p[3])) ?
		       arena_printf(a, "GTX " SPAN_FMT, SPAN_ARG(key)) : "");
}

/* "H100-80GB SXM" as "H100 SXM": memory stands before the form; length 0: it does not. */
static struct span without_memory(struct arena *a, struct span name)
{
	ptrdiff_t at = span_find_nocase(name, "GB ");
	size_t from = at > 0 ? (size_t)at : 0;

	while (from && ascii_digit(name.p[from - 1]))
		from--;
	if (from < 2 || from == (size_t)at || !strchr("- ", name.p[from - 1]))
		return span_sub(name, 0, 0);
	return span_of(arena_printf(a, SPAN_FMT SPAN_FMT, (int)from - 1, name.p,
				    SPAN_ARG(span_from(name, (size_t)at + 2))));
}

static int by_full(struct matrix *m, struct arena *a, struct span name, struct cards *to,
	struct err *e)
{
	struct span other;
	int r = by_spelling(m, a, name, to, e);

	if (r == 0 && !to->all.n)
		r = by_vgpu(m, a, name, "", SM_SOURCE_NAME, to, e);
	if (r == 0 && !to->all.n)
		r = by_label(m, a, name, to, e);
	if (r == 0 && !to->all.n)
		r = by_core(m, a, name, to, e);
	if (r == 0 && !to->all.n) {
		/* What no driver names: as pci.ids lists it. */
		struct span key = spelling_key(a, name);

		r = key.n ? ask_text(m, a, Q_GPU_BY_LISTED, key, SM_SOURCE_ALIAS, to, e) : 0;
	}
	if (r == 0 && !to->all.n && ((other = as_gtx(a, name)).n ||
				     (other = without_memory(a, name)).n))
		r = by_full(m, a, other, to, e);
	return r;
}

/* "Quadro P2000 Mobile", "RTX 3060 Lite Hash Rate": the longest beginning that is a name. */
static int by_longest(struct matrix *m, struct arena *a, struct span name, struct cards *to,
	struct err *e)
{
	int r = by_full(m, a, name, to, e);

	while (r == 0 && !to->all.n && spelling_drop_addition(&name)) {
		r = by_full(m, a, name, to, e);
		to->how = to->all.n ? SM_SOURCE_ALIAS : SM_SOURCE_NONE;
	}
	return r;
}

static void sum_up(struct cards *cards)
{
	for (size_t i = 0; i < cards->all.n; i++)
		sm_list_add(&cards->sms, cards->all.v[i].sm);
}

int gpu_by_name(struct matrix *m, struct arena *a, struct span name, int branch,
	struct cards *ret, struct err *e)
{
	struct cards cards = { 0 };
	struct span plain = spelling_plain(a, name);
	int r;

	if (plain.n > SPELLING_MAX)
		r = 0;
	else if (span_ends(plain, "..."))
		r = by_cut(m, a, plain, &cards, e);
	else
		r = by_longest(m, a, plain, &cards, e);
	if (r < 0)
		return r;
	if (branch > 0)
		keep_cards(&cards, keep_driven, &branch);
	sum_up(&cards);
	*ret = cards;
	return 0;
}

int gpu_by_sm(struct matrix *m, struct arena *a, struct sm sm, struct cards *ret, struct err *e)
{
	struct cards cards = { 0 };
	char text[SM_TEXT];
	int r;

	sm.suffix = 0;
	r = ask_text(m, a, Q_GPU_BY_SM, span_of(sm_text(sm, text)), SM_SOURCE_USER, &cards, e);
	if (r < 0)
		return r;
	sum_up(&cards);
	*ret = cards;
	return 0;
}

/* "GF104", and "GK210GL" or "GT200b" as lspci has it: letters behind the number are a version. */
static int by_chip(struct matrix *m, struct arena *a, struct span text, struct cards *to,
	struct err *e)
{
	int r = ask_text(m, a, Q_GPU_BY_CHIP, text, SM_SOURCE_ALIAS, to, e);

	while (r == 0 && !to->all.n && text.n > 3 && ascii_alpha(text.p[text.n - 1])) {
		text.n--;
		r = ask_text(m, a, Q_GPU_BY_CHIP, text, SM_SOURCE_ALIAS, to, e);
	}
	return r;
}

/* The name of a chip, or of an architecture, which is all that its boards may be. */
static int by_chip_or_architecture(struct matrix *m, struct arena *a, struct span text,
	struct cards *ret, struct err *e)
{
	struct cards cards = { 0 };
	struct span chip = text;
	int r = 0;

	if (text.n > 3 && text.p[2] == ' ' && ascii_digit(text.p[3])) /* "GF 108" */
		chip = span_of(arena_printf(a, "%.2s" SPAN_FMT, text.p,
					    SPAN_ARG(span_from(text, 3))));
	if (span_find_char(chip, ' ') < 0)
		r = by_chip(m, a, chip, &cards, e);
	if (r == 0 && !cards.all.n)
		r = ask_text(m, a, Q_GPU_BY_ARCH, text, SM_SOURCE_ALIAS, &cards, e);
	if (r < 0)
		return r;
	sum_up(&cards);
	*ret = cards;
	return 0;
}

/* "GeForce RTX 3070 Mobile / Max-Q" of "GA104M [GeForce RTX 3070 Mobile / Max-Q] (rev a1)". */
static struct span listed_name(struct span s)
{
	ptrdiff_t open = span_find_char(s, '['), shut = span_rfind_char(s, ']');

	return open >= 0 && shut > open + 1 ?
	       span_trim(span_sub(s, (size_t)open + 1, (size_t)(shut - open - 1))) : s;
}

int gpu_by_text(struct matrix *m, struct arena *a, struct span text, struct cards *ret,
	struct err *e)
{
	struct sm sm;
	int r;

	if (sm_parse(text, &sm)) {
		r = gpu_by_sm(m, a, sm, ret, e);
		if (r < 0 || ret->all.n)
			return r;
	}
	text = listed_name(span_trim(span_sub(text, 0, SPELLING_MAX + 1)));
	r = gpu_by_name(m, a, text, 0, ret, e);
	return r == 0 && !ret->all.n ? by_chip_or_architecture(m, a, text, ret, e) : r;
}

/* "1462:3602" in two; false where it is not that. */
static bool split_id(struct span id, struct span *vendor, struct span *device)
{
	uint64_t number;

	if (id.n != 9 || id.p[4] != ':')
		return false;
	*vendor = span_sub(id, 0, 4);
	*device = span_from(id, 5);
	return span_hex(*vendor, &number) && span_hex(*device, &number);
}

static int by_device(struct matrix *m, struct arena *a, struct span device, struct span vendor,
	struct span board, struct cards *to, struct err *e)
{
	struct query *q;
	int r = 0;

	if (span_is(vendor, "10de")) {
		if ((r = matrix_ask_text(m, Q_GPU_BY_PCI_VGPU, device, &q, e)) < 0)
			return r;
		query_bind_text(q, 2, board);
		r = read_cards(m, a, q, SM_SOURCE_PCI, to, e);
	}
	if (r < 0 || to->all.n || (r = matrix_ask_text(m, Q_GPU_BY_PCI, device, &q, e)) < 0)
		return r;
	query_bind_text(q, 2, vendor);
	query_bind_text(q, 3, board);
	return read_cards(m, a, q, SM_SOURCE_PCI, to, e);
}

int gpu_by_pci(struct matrix *m, struct arena *a, const char *id, const char *subsystem,
	struct cards *ret, struct err *e)
{
	struct cards cards = { 0 };
	struct span vendor = SPAN(""), device = spelling_lower(a, span_of(id)), by = SPAN(""),
		board = SPAN("");
	int r = 0;

	if (!split_id(device, &vendor, &device))
		vendor = SPAN("10de");
	if (subsystem && !split_id(spelling_lower(a, span_of(subsystem)), &by, &board))
		by = board = SPAN("");
	if (span_is(vendor, "10de"))
		r = by_device(m, a, device, by, board, &cards, e);
	if (r < 0)
		return r;
	sum_up(&cards);
	*ret = cards;
	return 0;
}

const char *cards_common(const struct cards *cards, size_t field)
{
	const char *one = NULL;

	for (size_t i = 0; i < cards->all.n; i++) {
		const char *v;

		memcpy(&v, (const char *)&cards->all.v[i] + field, sizeof v);
		if (!v || (one && strcmp(one, v) != 0))
			return NULL;
		one = v;
	}
	return one;
}

/* Names with the distance of their nearest spelling, sorted; the worst falls off. */
struct nearest {
	const char **names;
	size_t *far;
	size_t n, most;
};

static void drop(struct nearest *l, size_t at)
{
	for (l->n--; at < l->n; at++) {
		l->names[at] = l->names[at + 1];
		l->far[at] = l->far[at + 1];
	}
}

/* False when the name is there already, at least as near. */
static bool make_room(struct nearest *l, const char *name, size_t far)
{
	for (size_t i = 0; i < l->n; i++)
		if (strcmp(l->names[i], name) == 0) {
			if (l->far[i] <= far)
				return false;
			drop(l, i);
			break;
		}
	if (l->n == l->most && l->far[l->n - 1] <= far)
		return false;
	if (l->n == l->most)
		l->n--;
	return true;
}

int gpu_nearest(struct matrix *m, struct arena *a, struct span text, size_t most,
	const char ***ret, size_t *n, struct err *e)
{
	struct span key = spelling_key(a, span_sub(text, 0, SPELLING_MAX));
	struct nearest list = {
		.names = arena_array(a, most + 1, sizeof *list.names),
		.far = arena_array(a, most + 1, sizeof *list.far),
		.most = most,
	};
	size_t limit = key.n < 6 ? 1 : key.n < 12 ? 2 : 3;
	struct query *q;
	int r = matrix_ask(m, Q_GPU_KEYS, &q, e);

	if (r < 0)
		return r;
	while ((r = matrix_step(m, q, e)) > 0) {
		size_t far = spelling_distance(key, query_span(q, 0), limit);

		if (far <= limit && most) {
			const char *name = query_str(q, a, 1);
			size_t at = list.n;

			if (make_room(&list, name, far)) {
				for (at = list.n++; at > 0 && list.far[at - 1] > far; at--) {
					list.names[at] = list.names[at - 1];
					list.far[at] = list.far[at - 1];
				}
				list.names[at] = name;
				list.far[at] = far;
			}
		}
	}
	if (r < 0)
		return r;
	*ret = list.names;
	*n = list.n;
	return 0;
}

int gpu_nearest_sm(struct matrix *m, struct arena *a, unsigned number, const char **ret,
	struct err *e)
{
	const char *list = NULL;
	struct query *q;
	int r = matrix_ask(m, Q_GPU_SMS, &q, e);

	if (r < 0)
		return r;
	query_bind_int(q, 1, number);
	while ((r = matrix_step(m, q, e)) > 0)
		list = arena_printf(a, "%s%ssm_" SPAN_FMT, list ? list : "", list ? ", " : "",
				    SPAN_ARG(query_span(q, 0)));
	if (r < 0)
		return r;
	*ret = list;
	return 0;
}
