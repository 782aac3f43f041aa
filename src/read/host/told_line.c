/* One line of any text: what words and numbers in it tell of a machine, and whose they are. */
#include <string.h>

#include "read/host/format_private.h"
#include "read/host/told_private.h"

enum { YOURS = 24 };

/* --- places ---------------------------------------------------------------------------------- */

/* "0" behind "gpu ", "device #", "cuda:"; -1: no number of a GPU. */
static int index_behind(struct span behind, bool near)
{
	struct span number = near ? behind : told_skip(behind, " #:[-=(\"'");

	if (near)
		(void)span_take(&number, ":");
	behind = number;
	number = told_number_at(number);
	if (!number.n || number.n > (near ? 1 : 2))
		return -1;
	behind = span_from(behind, number.n);
	if (behind.n && !strchr(":,)]=' \t|\"", behind.p[0]))
		return -1;
	if (span_begins(told_skip(behind, " "), ONE_OF("x ", "*", "×")))
		return -1;
	return told_is_size(behind) ? -1 : field_index(number);
}

/* "physical id: 0" and "PCI bus 1, device 0" count something else. */
static bool counts_gpus(struct span low, const struct told_word *w)
{
	struct span before = span_sub(low, w->at > 16 ? w->at - 16 : 0, w->at > 16 ? 16 : w->at);

	if (span_starts(span_from(low, w->at), "gpus"))
		return false;
	if (span_starts(span_from(low, w->at), "id"))
		return w->at == 0 || span_ends(before, "gpu ");
	return span_find(before, "bus ") < 0;
}

static int index_of(const struct told_reading *r)
{
	struct span low = r->l->low;

	for (size_t i = 0; i < r->n; i++) {
		const struct told_word *w = &r->words[i];
		bool near = w->kind == TOLD_CUDA;
		int index;

		if ((w->kind != TOLD_PLACE && !near) || !counts_gpus(low, w))
			continue;
		index = index_behind(span_from(low, w->at + w->n), near);
		if (index >= 0)
			return index;
	}
	return -1;
}

/* "Card-1: NVIDIA GK208 …", "Device-2: …" */
static int slot_of(const struct told_reading *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct span behind = span_from(r->l->low, r->words[i].at + r->words[i].n);

		if (r->words[i].kind == TOLD_LABEL && span_ends(span_sub(r->l->low, 0,
		    r->words[i].at + r->words[i].n), "-"))
			return field_index(told_number_at(behind));
	}
	return -1;
}

/* A device of the Container Device Interface; its names by UUID and "all" are no more GPUs. */
static void take_cdi(struct told_line *l)
{
	ptrdiff_t at = span_find(l->low, "nvidia.com/gpu=");
	struct span number = told_number_at(span_from(l->low, (size_t)(at + 15)));

	if (at < 0)
		return;
	l->sole = number.n && number.n == l->low.n - (size_t)at - 15;
	l->index = l->sole ? field_index(number) : -1;
}

/* "PCI:1:0:0", whose numbers are decimal, as "01:00.0". */
static const char *bus_of_xorg(struct arena *a, struct span word)
{
	uint64_t bus, device, function;

	if (!span_take(&word, "pci:") || !span_take_u64(&word, &bus) || !span_take(&word, ":") ||
	    !span_take_u64(&word, &device) || !span_take(&word, ":") ||
	    !span_take_u64(&word, &function) || word.n || bus > 255 || device > 31 || function > 7)
		return NULL;
	return arena_printf(a, "%02x:%02x.%x", (unsigned)bus, (unsigned)device,
			    (unsigned)function);
}

static const char *bus_of(struct arena *a, struct span low)
{
	struct span rest = low, word;

	if (span_find_char(low, ':') < 0)
		return NULL;
	while (span_word(&rest, &word)) {
		word = told_skip(word, "([{\"'@");
		while (word.n && strchr(")]}\"',;:", word.p[word.n - 1]))
			word.n--;
		if (span_starts(word, "pci:"))
			return bus_of_xorg(a, word);
		(void)span_take(&word, "pci@");
		if (word.n >= 7 && field_is_bus_id(word))
			return arena_span(a, word.n > 12 ? span_from(word, word.n - 12) : word);
	}
	return NULL;
}

/* "GPU-d6de3398-9932-6902-11ec-fee8e424c8a2" */
static const char *uuid_of(struct arena *a, struct span plain, struct span low)
{
	ptrdiff_t at = span_find(low, "gpu-");
	struct span rest = span_from(low, (size_t)(at + 4));
	size_t n = 0;

	while (at >= 0 && n < rest.n && (rest.p[n] == '-' || ascii_digit(rest.p[n]) ||
					 (rest.p[n] >= 'a' && rest.p[n] <= 'f')))
		n++;
	return at >= 0 && n == 36 && rest.p[8] == '-' ?
	       arena_span(a, span_sub(plain, (size_t)at, n + 4)) : NULL;
}

static bool hex4(struct span s, size_t at)
{
	uint64_t v;

	return s.n >= at + 4 && s.p[at + 1] != 'x' && span_hex(span_sub(s, at, 4), &v);
}

/* "[10de:2504]", "VEN_10DE&DEV_2504", "v000010DEd00002504" of a modalias, "10DE 0A75"; the sound of
 * the same board is none. */
static const char *pci_id_of(struct arena *a, const struct told_line *l)
{
	static const char *const before[] = { "10de:", "ven_10de&dev_", "v000010ded0000",
					      "nvidia corporation device ", "nvidia device ",
					      NULL };
	struct span number;
	ptrdiff_t pair;

	if ((span_find(l->low, "10de") < 0 && span_find(l->low, "nvidia") < 0) ||
	    span_find(l->low, "audio") >= 0 || span_find(l->low, "hda") >= 0 ||
	    (l->bus && !span_ends(span_of(l->bus), ".0")))
		return NULL;
	for (size_t i = 0; before[i]; i++) {
		ptrdiff_t at = span_find(l->low, before[i]);
		size_t id = (size_t)at + strlen(before[i]);

		if (at >= 0 && hex4(l->low, id) && !(at && ascii_alnum(l->low.p[at - 1])))
			return arena_printf(a, "10de:%.4s", l->low.p + id);
	}
	pair = span_find(l->low, "device id:");
	number = told_skip(span_from(l->low, (size_t)(pair + 10)), " ");
	return pair >= 0 && span_take(&number, "10de ") && hex4(number, 0) ?
	       arena_printf(a, "10de:%.4s", number.p) : NULL;
}

/*
 * "VendorId : 10de", "vendor_id: 10DE", "\"deviceId\": 1071,": the number of the label, which is
 * hexadecimal but where JSON has it; length 0: it is another label.
 */
static struct span id_of(const struct told_line *l, const char *what)
{
	struct span rest = l->label, value;
	size_t n = 0;

	if (!span_take(&rest, what))
		return span_sub(l->low, 0, 0);
	rest = told_skip(rest, "_- \"'");
	if (!span_starts(rest, "id") || rest.n > 4)
		return span_sub(l->low, 0, 0);
	value = span_from(l->low, (size_t)(rest.p - l->low.p) + 2);
	value = told_skip(value, " \t:=\"'");
	(void)span_take(&value, "0x");
	while (n < value.n && n < 6 && ascii_alnum(value.p[n]))
		n++;
	return span_sub(value, 0, n);
}

/* "found 2 CUDA devices", "Detected 4 CUDA Capable device(s)", "8 GPUs found."; -1: nothing was
 * counted. */
static int found_of(struct span low)
{
	ptrdiff_t at = span_find(low, "found ");
	struct span rest, number = told_number_at(low);

	if (number.n && span_starts(span_from(low, number.n), " gpu") && span_ends(low, " found."))
		return field_index(number);
	at = at < 0 ? span_find(low, "detected ") : at;
	if (at < 0)
		return -1;
	rest = told_skip(span_from(low, (size_t)at), "abcdefghijklmnopqrstuvwxyz");
	rest = told_skip(rest, " ");
	number = told_number_at(rest);
	rest = span_sub(span_from(rest, number.n), 0, 24);
	if (!number.n || number.n > 2 || !span_starts(rest, " ") ||
	    !span_holds(rest, ONE_OF("device", "gpu")) || span_holds(rest, ONE_OF("rocm", "cdi")))
		return -1;
	return field_index(number);
}

/* "I have two GPUs", "4 GPUs per node", "GPU count   2"; -1: nothing was counted. */
static int counted_of(const struct told_reading *r)
{
	static const char *const of[] = { " gpus", " cards", " graphics cards", " nvidia gpus",
					  " nvidia cards", "显卡", NULL };
	struct span low = r->l->low, rest = r->l->label;

	if (span_take(&rest, "gpu count") && !rest.n) {
		rest = span_from(low, (size_t)(rest.p - low.p));
		rest = told_skip(rest, " :\t");
		return field_index(told_number_at(rest));
	}
	if (span_find(low, " gpus per node") > 0) {
		rest = span_sub(low, 0, (size_t)span_find(low, " gpus per node"));
		while (rest.n && ascii_digit(rest.p[rest.n - 1]))
			rest.n--;
		return field_index(told_number_at(span_from(low, rest.n)));
	}
	for (size_t i = 0; i < r->n; i++) {
		const struct told_word *w = &r->words[i];
		int n = w->kind == TOLD_TWO ? 2 : w->kind == TOLD_FOUR ? 4 :
			w->kind == TOLD_EIGHT ? 8 : -1;

		rest = span_from(low, w->at + w->n);
		for (size_t k = 0; n > 0 && of[k] && told_owns(r, span_sub(low, 0, w->at)); k++)
			if (span_starts(rest, of[k]))
				return n;
	}
	return -1;
}

/* "two GPUs: Intel UHD Graphics and an RTX 2060" */
static bool counts_other(const struct told_reading *r)
{
	return r->l->found > 1 && (told_has(r, TOLD_INTEL) || told_has(r, TOLD_CARD));
}

/* Without what a log puts in front: "[Info] ", "19:25:38.891: ". */
static struct span behind_log(struct span low)
{
	for (;;) {
		struct span rest = low, word;
		ptrdiff_t shut = span_find_char(low, ']');

		if (span_starts(low, "[") && shut > 0 && shut < 40)
			low = span_trim(span_from(low, (size_t)shut + 1));
		else if (span_word(&rest, &word) && word.n > 7 && ascii_digit(word.p[0]) &&
			 span_find_char(word, ':') == 2)
			low = rest.n ? span_trim(rest) : low;
		else
			return low;
		if (!rest.n && !span_starts(low, "["))
			return low;
	}
}

/* "logd3d11rhi: vendorid : 10de": the word in front is of the part of a program that wrote it. */
static struct span behind_module(struct span plain, struct span low)
{
	ptrdiff_t colon = span_find_char(span_sub(low, 0, 32), ':');
	struct span rest = span_from(low, (size_t)(colon + 1));
	size_t capitals = 0;

	if (colon < 4 || span_find_char(rest, ':') < 0 || plain.n != low.n)
		return low;
	for (ptrdiff_t i = 0; i < colon; i++) {
		if (!ascii_alnum(plain.p[i]))
			return low;
		capitals += plain.p[i] >= 'A' && plain.p[i] <= 'Z';
	}
	return capitals > 1 && capitals < (size_t)colon ? span_trim(rest) : low;
}

/* "driver version" of "  Driver Version : 1", "sys.platform" of a column. */
static struct span label_of(struct span plain, struct span low)
{
	size_t n = 0;

	low = behind_log(behind_module(plain, low));
	low = told_skip(low, " \t*#>|-\"'_");
	while (n < low.n && n < 48 && low.p[n] != ':' && low.p[n] != '=' && low.p[n] != '\t' &&
	       !span_starts(span_from(low, n), "：") && !span_starts(span_from(low, n), "  "))
		n++;
	return n < low.n && n < 48 ? span_trim(span_sub(low, 0, n)) : span_sub(low, 0, 0);
}

/* "   0     7.0    NVIDIA Tesla V100", "| 0      | Name: NVIDIA L40S", "[0] A100": the number that
 * a row of a table begins with, or stands in brackets right before the name; -1 none. */
static int index_of_row(struct span low, struct span name)
{
	struct span before = span_trim(span_sub(low, 0, (size_t)(name.p - low.p)));
	ptrdiff_t open = span_ends(before, "]") ? span_rfind_char(before, '[') : -1;
	struct span number = told_number_at(told_skip(low, "| ")), rest = low;

	if (open >= 0)
		return field_index(span_sub(before, (size_t)open + 1, before.n - (size_t)open - 2));
	rest = span_from(rest, (size_t)(number.p - low.p) + number.n);
	return number.n && number.n <= 2 && (span_starts(rest, "  ") || span_starts(rest, "\t")) ?
	       field_index(number) : -1;
}

/* "│   1 30%  36C  P8   11W / 300W │  17.38MiB / 47.99GiB │": a monitor's row of a GPU. */
static void take_monitored(struct told_line *l)
{
	struct span low = l->low, number;

	if (span_find(low, "mib / ") < 0 || span_find(low, "w / ") < 0)
		return;
	while (low.n && (low.p[0] == '|' || ascii_space(low.p[0]) || span_starts(low, "│")))
		low = span_from(low, span_starts(low, "│") ? strlen("│") : 1);
	number = told_number_at(low);
	l->sole = number.n && number.n <= 2 && span_starts(span_from(low, number.n), " ");
	l->index = l->sole ? field_index(number) : l->index;
}

/* "GPU 1", "GPU1:", "Found device 0 with properties:": nothing but the place. */
static bool heads(const struct told_line *l)
{
	struct span low = span_trim(l->low);

	if (l->index < 0 || l->n_names || l->uuid)
		return false;
	return (low.n <= 8 && span_starts(low, "gpu")) || span_ends(low, "with properties:");
}

/* --- the line -------------------------------------------------------------------------------- */

/* A path with a drive, "d:\\work", or the prompt of a shell, "me@host:~$". */
static void vote_by_place(struct told_line *l)
{
	ptrdiff_t at = span_find(l->low, ":\\");
	struct span prompt;

	at = at < 0 ? span_find(l->low, ":/") : at;
	l->votes[TOLD_WINDOWS] += at > 0 && ascii_alpha(l->low.p[at - 1]) &&
				  (at == 1 || !ascii_alnum(l->low.p[at - 2]));
	at = span_find_char(l->low, '@');
	prompt = span_from(l->low, (size_t)at);
	l->votes[TOLD_LINUX] += at > 0 && (span_find(prompt, "$ ") > 0 || span_ends(prompt, "$") ||
					   span_find(prompt, "# ") > 0);
}

static void take_system(struct told_reading *r)
{
	struct told_line *l = r->l;
	bool labelled = span_begins(l->label, ONE_OF("os", "operating system", "platform",
						     "system", "操作系统", "系统",
						     "sys.platform"));
	int weight = labelled ? 10 : 1;

	for (size_t i = 0; i < r->n; i++) /* "I am running this on Windows" */
		if (r->words[i].kind >= TOLD_LINUX)
			l->votes[r->words[i].kind] +=
				told_owns(r, told_clause(l->low, r->words[i].at)) ? 10 : weight;
	l->votes[TOLD_LINUX] += told_has(r, TOLD_LINUXDRIVER) || span_starts(l->low, "ii ");
	if (l->apple) {
		l->votes[TOLD_MAC] += weight;
		l->votes[TOLD_ARM] += weight;
	}
	vote_by_place(l);
	l->libc = !told_has(r, TOLD_LINUX) || told_has(r, TOLD_WISH) || told_has(r, TOLD_EXAMPLE) ?
		  NULL : told_libc(l->low);
}

/* "your RTX 5080", "你这个偏旧的显卡": of whoever is spoken to; a label asks for it. */
static bool is_theirs(const struct told_reading *r)
{
	struct span low = r->l->low;

	if (told_ends_asking(low) || told_has(r, TOLD_FOUND)) /* which torch asks of its user */
		return false;
	for (size_t i = 0; i < r->n; i++) {
		const struct told_word *w = &r->words[i];
		size_t end = w->at + w->n;
		struct span behind = span_sub(span_from(low, end), 0, YOURS);

		if ((w->kind != TOLD_OTHERS && w->kind != TOLD_YOU) || told_in_label(r->l, w->at))
			continue;
		if (span_find(behind, "显卡") >= 0 ||
		    (span_starts(span_from(low, w->at), "your ") &&
		     told_has_within(r, behind, TOLD_PLACE)) ||
		    ANY(x, LIST(r->l->names, r->l->n_names), x->name.text.p >= behind.p &&
			x->name.text.p < behind.p + behind.n))
			return true;
	}
	return false;
}

/* Addresses of the network say nothing of the machine, and hold numbers. */
static void blank_addresses(char *low, size_t n)
{
	struct span rest = { low, n };
	ptrdiff_t at;

	while ((at = span_find(rest, "http")) >= 0) {
		char *p = low + (rest.p - low) + at;

		rest = span_from(rest, (size_t)at + 4);
		if (!span_starts(rest, "://") && !span_starts(rest, "s://"))
			continue;
		while (p < low + n && !ascii_space(*p) && *p != ')' && *p != '"')
			*p++ = ' ';
	}
}

/* "+------+", "│ │ │": no letter and no digit of any language. */
static bool is_rule(struct span low)
{
	return !ANY(x, LIST(low.p, low.n), ascii_alnum(*x) || (unsigned char)*x >= 0xe3) &&
		span_find_char(low, '@') < 0;
}

/* The line in lower case and its words; false: it is empty, or too long. */
static bool begin(struct told_table *t, struct told_reading *r, struct span line, unsigned no)
{
	if (line.n < 2 || line.n > TOLD_LINE)
		return false;
	for (size_t i = 0; i < line.n; i++)
		t->low[i] = ascii_lower(line.p[i]);
	blank_addresses(t->low, line.n);
	*r->l = (struct told_line){ .plain = line, .low = { t->low, line.n }, .no = no,
				    .found = -1 };
	r->n = told_words(t, r->l->low, r->words);
	r->l->label = label_of(line, r->l->low);
	return true;
}

bool told_system(struct told_table *t, struct span line, struct told_line *ret)
{
	struct told_reading r = { .l = ret };
	bool whole = begin(t, &r, span_trim(line), 0);

	if (whole)
		take_system(&r);
	return whole;
}

bool told_line(struct arena *a, struct told_table *t, struct span line, unsigned no,
	       struct told_line *ret)
{
	struct told_reading r = { .a = a, .l = ret };
	const char *at = t->low;

	line = span_trim(line);
	if (line.n < 2 || line.n > TOLD_LINE || !begin(t, &r, told_cloud(a, line), no))
		return false;
	if (!r.n && is_rule(ret->low)) {
		ret->index = ret->slot = -1;
		return true;
	}
	ret->index = index_of(&r);
	ret->slot = slot_of(&r);
	take_cdi(ret);
	ret->bus = bus_of(a, ret->low);
	ret->uuid = uuid_of(a, line, ret->low);
	ret->pci_id = pci_id_of(a, ret);
	ret->vendor = id_of(ret, "vendor");
	ret->device = id_of(ret, "device");
	ret->found = found_of(ret->low);
	if (ret->found < 0)
		ret->found = counted_of(&r);
	ret->again = told_has(&r, TOLD_AGAIN);
	ret->apple = told_apple(&r);
	told_names(&r);
	if (!ret->n_names)
		take_monitored(ret);
	ret->found -= ret->n_names && counts_other(&r);
	if (ret->index < 0 && ret->n_names == 1)
		ret->index = index_of_row(ret->low, ret->names[0].name.text);
	ret->heads = heads(ret);
	ret->machine = told_sort(&r, ret->label);
	ret->wishes = told_hopes(&r, ret->low);
	ret->me = told_has(&r, TOLD_ME) || told_has(&r, TOLD_OWN) || told_has(&r, TOLD_USE);
	ret->you = told_has(&r, TOLD_YOU) || told_has(&r, TOLD_ADVICE);
	ret->reports = told_has(&r, TOLD_REPORT) &&
		       !span_starts(told_skip(ret->low, "-*# "), "fix"); /* what is new */
	ret->theirs = is_theirs(&r);
	ret->describes |= told_has(&r, TOLD_SHOP) || told_has(&r, TOLD_GUIDE);
	ret->maker = told_maker(&r, &at);
	ret->maker_own = ret->maker &&
			 (told_is_mine(&r, (size_t)(at - ret->low.p)) ||
			  (!told_wishes(&r, told_clause(ret->low, (size_t)(at - ret->low.p))) &&
			   !told_is_other(&r, (size_t)(at - ret->low.p)) &&
			   !told_ends_asking(ret->low)));
	told_numbers(&r);
	told_inventory(&r);
	take_system(&r);
	return true;
}
