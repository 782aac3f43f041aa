/* One line of any text: what words and numbers in it tell of a machine, and whose they are. */
#include <string.h>

#include "fact/row.h"
#include "read/host/format_private.h"
#include "read/host/told_private.h"

static bool in_word(char c)
{
	return ascii_alnum(c) || c == '.' || c == '_';
}

/* --- places ---------------------------------------------------------------------------------- */

static bool follows_size(struct span behind)
{
	behind = told_skip(behind, " ");
	return span_starts(behind, "x ") || span_starts(behind, "*") || span_starts(behind, "×") ||
	       span_starts(behind, "gb") || span_starts(behind, "gib") ||
	       span_starts(behind, "mb") || span_starts(behind, "mib");
}

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
	return follows_size(behind) ? -1 : field_index(number);
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
					      "device id:             10de ",
					      "nvidia corporation device ", "nvidia device ",
					      NULL };

	if (span_find(l->low, "audio") >= 0 || span_find(l->low, "hda") >= 0 ||
	    (l->bus && !span_ends(span_of(l->bus), ".0")))
		return NULL;
	for (size_t i = 0; before[i]; i++) {
		ptrdiff_t at = span_find(l->low, before[i]);
		size_t id = (size_t)at + strlen(before[i]);

		if (at >= 0 && hex4(l->low, id) && !(at && ascii_alnum(l->low.p[at - 1])))
			return arena_printf(a, "10de:%.4s", l->low.p + id);
	}
	return NULL;
}

/* The capability of a chip that is named in the line: "GK208M [GeForce GT 740M]". */
static const char *chip_of(struct span plain)
{
	struct span rest = plain, word;

	while (span_word(&rest, &word)) {
		const char *cc;

		word = told_skip(word, "([");
		while (word.n && strchr(")],:;", word.p[word.n - 1]))
			word.n--;
		cc = word.n >= 4 && word.n <= 9 && strchr("GTA", word.p[0]) ? row_chip(word) : NULL;
		if (cc)
			return cc;
	}
	return NULL;
}

/* "found 2 CUDA devices", "Detected 4 CUDA Capable device(s)"; -1: nothing was counted. */
static int found_of(struct span low)
{
	ptrdiff_t at = span_find(low, "found ");
	struct span rest, number;

	at = at < 0 ? span_find(low, "detected ") : at;
	if (at < 0)
		return -1;
	rest = told_skip(span_from(low, (size_t)at), "abcdefghijklmnopqrstuvwxyz");
	rest = told_skip(rest, " ");
	number = told_number_at(rest);
	rest = span_sub(span_from(rest, number.n), 0, 24);
	if (!number.n || number.n > 2 || !span_starts(rest, " ") ||
	    (span_find(rest, "device") < 0 && span_find(rest, "gpu") < 0))
		return -1;
	return span_find(rest, "rocm") >= 0 ? -1 : field_index(number);
}

/* "driver version" of "  Driver Version : 1", "sys.platform" of a column. */
static struct span label_of(struct span low)
{
	size_t n = 0;

	low = told_skip(low, " \t*#>|-\"'_");
	while (n < low.n && n < 48 && low.p[n] != ':' && low.p[n] != '=' && low.p[n] != '\t' &&
	       !span_starts(span_from(low, n), "：") && !span_starts(span_from(low, n), "  "))
		n++;
	return n < low.n && n < 48 ? span_trim(span_sub(low, 0, n)) : span_sub(low, 0, 0);
}

/* "GPU 1", "GPU1:", "Found device 0 with properties:": nothing but the place. */
static bool heads(const struct told_line *l)
{
	struct span low = span_trim(l->low);

	if (l->index < 0 || l->n_names || l->uuid)
		return false;
	return (low.n <= 8 && span_starts(low, "gpu")) || span_ends(low, "with properties:");
}

/* --- how many -------------------------------------------------------------------------------- */

static bool is_times(struct span s)
{
	return s.n && (s.p[0] == 'x' || s.p[0] == '*' || span_starts(s, "×") ||
		       span_starts(s, "块") || span_starts(s, "张") || span_starts(s, "卡"));
}

/* "2x", "2 x ", "8*" right before the name: read from its end. */
static int count_before(struct span before)
{
	size_t n = before.n;

	while (n && (before.p[n - 1] == ' ' || before.p[n - 1] == '('))
		n--;
	for (size_t begin = n; begin && n - begin < 8; begin--) {
		struct span tail = span_sub(before, begin - 1, n - begin + 1), rest;
		size_t digits = told_number_at(tail).n;

		rest = span_trim(span_from(tail, digits));
		if (digits && digits <= 2 && is_times(rest) &&
		    (begin < 2 || !in_word(before.p[begin - 2])))
			return field_index(told_number_at(tail));
	}
	return 1;
}

/* "x2", "* 8", "× 4" right behind it. */
static int count_behind(struct span behind)
{
	struct span number;
	size_t mark = span_starts(span_trim(behind), "×") ? 2 : 1;

	behind = told_skip(span_trim(behind), "()");
	if (!behind.n || (behind.p[0] != 'x' && behind.p[0] != '*' && mark != 2))
		return 1;
	number = told_number_at(span_trim(span_from(behind, mark)));
	return number.n && number.n <= 2 ? field_index(number) : 1;
}

/* "GPU 0,1,2,3": as many as the list has. */
static int count_listed(struct span before)
{
	ptrdiff_t at = span_find(before, "gpu");
	struct span list = span_from(before, (size_t)(at + 3)), part, word;
	int n = 0;

	if (at < 0)
		return 1;
	(void)span_take(&list, "s");
	if (!span_word(&list, &word) || span_find_char(word, ',') < 0)
		return 1;
	while (span_next(&word, ',', &part))
		n += ascii_digit(part.n ? part.p[0] : ' ');
	return n ? n : 1;
}

/* "4 RTX 3090 GPUs" */
static int count_of_several(struct span before, struct span behind)
{
	struct span last = before;
	int n;

	behind = span_trim(behind);
	if (!span_starts(behind, "gpus") && !span_starts(behind, "cards"))
		return 1;
	while (last.n && last.p[last.n - 1] == ' ')
		last.n--;
	for (before = last; before.n && ascii_digit(before.p[before.n - 1]);)
		before.n--;
	n = last.n - before.n < 3 ? field_index(span_from(last, before.n)) : 1;
	return n > 1 && before.n && before.p[before.n - 1] == ' ' ? n : 1;
}

static int count_in_words(const struct told_reading *r, struct span before)
{
	before = span_from(before, before.n > 24 ? before.n - 24 : 0);
	if (told_has_within(r, before, TOLD_TWO))
		return 2;
	if (told_has_within(r, before, TOLD_FOUR))
		return 4;
	return told_has_within(r, before, TOLD_EIGHT) ? 8 : 1;
}

static int count_of(const struct told_reading *r, struct span name)
{
	size_t at = (size_t)(name.p - r->l->low.p);
	struct span before = span_sub(r->l->low, 0, at), behind = span_from(r->l->low, at + name.n);
	int n = count_listed(before);

	n = n > 1 ? n : count_before(before);
	n = n > 1 ? n : count_behind(behind);
	n = n > 1 ? n : count_of_several(before, behind);
	n = n > 1 ? n : count_in_words(r, before);
	return n > 0 && n <= 64 ? n : 1;
}

/* --- names ----------------------------------------------------------------------------------- */

static bool is_wish(const struct told_reading *r, struct span part)
{
	return told_has_within(r, part, TOLD_WISH) || told_has_within(r, part, TOLD_RIVAL);
}

static void take_names(struct told_reading *r)
{
	struct told_line *l = r->l;
	struct span rest = l->low, all = l->low;
	struct gpu_name found;

	while (l->n_names < TOLD_NAMES && gpu_name_next(&rest, &found)) {
		size_t at = (size_t)(found.text.p - all.p);
		struct span clause = told_clause(all, at);

		if (found.series)
			continue; /* which card of it is not said */
		l->names[l->n_names++] = (struct told_name){
			.name = found,
			.count = count_of(r, found.text),
			.own = !is_wish(r, clause) && !is_wish(r, l->label),
			.said = told_has_within(r, clause, TOLD_OWN) ||
				told_has_within(r, span_sub(all, 0, at), TOLD_LABEL),
		};
	}
}

static const char *maker_of(const struct told_reading *r)
{
	if (told_has(r, TOLD_NVIDIA) || told_has(r, TOLD_PROCESSOR))
		return NULL;
	if (told_has(r, TOLD_AMD))
		return span_find(r->l->low, "radeon") >= 0 ? "AMD Radeon" : "AMD GPU";
	return told_has(r, TOLD_INTEL) ? "Intel GPU" : told_has(r, TOLD_APPLE) ? "Apple GPU" : NULL;
}

/* --- the line -------------------------------------------------------------------------------- */

/* A path with a drive, "d:\\work", or the prompt of a shell, "me@host:~$". */
static void vote_by_place(struct told_line *l)
{
	ptrdiff_t at = span_find(l->low, ":\\");
	struct span prompt;

	l->votes[TOLD_WINDOWS] += at > 0 && ascii_alpha(l->low.p[at - 1]) &&
				  (at == 1 || !ascii_alnum(l->low.p[at - 2]));
	at = span_find_char(l->low, '@');
	prompt = span_from(l->low, (size_t)at);
	l->votes[TOLD_LINUX] += at > 0 && (span_find(prompt, "$ ") > 0 || span_ends(prompt, "$") ||
					   span_find(prompt, "# ") > 0);
}

static bool is_of_system(struct span label)
{
	static const char *const labels[] = { "os", "operating system", "platform", "system",
		"os platform and distribution", "操作系统", "系统", "sys.platform", NULL };

	for (size_t i = 0; labels[i]; i++)
		if (span_starts(label, labels[i]))
			return true;
	return false;
}

static void take_system(struct told_reading *r)
{
	struct told_line *l = r->l;
	int weight = is_of_system(l->label) ? 10 : 1;

	for (size_t i = 0; i < r->n; i++)
		if (r->words[i].kind >= TOLD_LINUX)
			l->votes[r->words[i].kind] += weight;
	l->votes[TOLD_LINUX] += told_has(r, TOLD_LINUXDRIVER) || span_starts(l->low, "ii ");
	if (told_has(r, TOLD_APPLE)) {
		l->votes[TOLD_MAC] += weight;
		l->votes[TOLD_ARM] += weight;
	}
	vote_by_place(l);
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

bool told_line(struct arena *a, struct told_table *t, struct span line, unsigned no,
	       struct told_line *ret)
{
	struct told_reading r = { .a = a, .l = ret };

	line = span_trim(line);
	if (line.n < 2 || line.n > TOLD_LINE)
		return false;
	for (size_t i = 0; i < line.n; i++)
		t->low[i] = ascii_lower(line.p[i]);
	blank_addresses(t->low, line.n);
	*ret = (struct told_line){ .plain = line, .low = { t->low, line.n }, .no = no,
				   .found = -1 };
	r.n = told_words(t, ret->low, r.words);
	ret->label = label_of(ret->low);
	ret->index = index_of(&r);
	ret->bus = bus_of(a, ret->low);
	ret->uuid = uuid_of(a, line, ret->low);
	ret->pci_id = pci_id_of(a, ret);
	ret->chip = chip_of(line);
	ret->found = found_of(ret->low);
	ret->again = told_has(&r, TOLD_AGAIN);
	take_names(&r);
	ret->heads = heads(ret);
	ret->maker = ret->n_names ? NULL : maker_of(&r);
	ret->wishes = is_wish(&r, ret->low);
	told_numbers(&r);
	take_system(&r);
	return true;
}
