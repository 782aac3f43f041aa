/* One line of any text: what words and numbers in it tell of a machine. */
#include "read/host/told_private.h"

#include <string.h>

#include "fact/platform.h"
#include "fact/row.h"
#include "read/host/format_private.h"

enum { NUMBERS_IN_LINE = 8 };

static ptrdiff_t find_any(struct span s, const char *const *words)
{
	for (; *words; words++) {
		ptrdiff_t at = span_find(s, *words);

		if (at >= 0)
			return at;
	}
	return -1;
}

static struct span number_at(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) || (s.p[n] == '.' && n + 1 < s.n && n &&
						   ascii_digit(s.p[n + 1]))))
		n++;
	return span_sub(s, 0, n);
}

static bool in_word(char c)
{
	return ascii_alnum(c) || c == '.' || c == '_';
}

/* --- places ---------------------------------------------------------------------------------- */

/* "gpu 0", "device #1:", "gpu:0", "cuda:0", "id 0": the number; -1 where there is none. */
static int index_of(struct span low)
{
	static const char *const words[] = { "gpu", "device", "cuda", "id", "card", NULL };

	for (size_t i = 0; words[i]; i++) {
		struct span rest = low;
		ptrdiff_t at;

		while ((at = span_find(rest, words[i])) >= 0) {
			bool begins = at == 0 || !in_word(rest.p[at - 1]);
			struct span number;

			rest = span_from(rest, (size_t)at + strlen(words[i]));
			for (number = rest; number.n && strchr(" #:[-", number.p[0]);)
				number = span_from(number, 1);
			number = number_at(number);
			if (begins && number.n && number.n <= 2 &&
			    (number.p + number.n == low.p + low.n ||
			     strchr(":,)]= \t", number.p[number.n])))
				return field_index(number);
		}
	}
	return -1;
}

/* "GPU 1", "GPU1:" and nothing else. */
static int heading_of(struct span low)
{
	low = span_trim(low);
	if (!span_starts(low, "gpu") || low.n > 8)
		return -1;
	return index_of(low);
}

static bool has_label(struct span low)
{
	static const char *const labels[] = { "gpu:", "gpu：", "gpu 型号", "gpu型号",
		"显卡:", "显卡：", "device-1:", "device-2:", "graphics card:", "gpu name:",
		"显卡型号", "video card:", "gpu type:", NULL };
	ptrdiff_t at = find_any(low, labels);

	return at >= 0 && at < 60;
}

static const char *bus_of(struct arena *a, struct span low)
{
	struct span rest = low, word;

	while (span_word(&rest, &word)) {
		while (word.n && strchr("([{\"'@", word.p[0]))
			word = span_from(word, 1);
		while (word.n && strchr(")]}\"',;:", word.p[word.n - 1]))
			word.n--;
		(void)span_take(&word, "pci@");
		if (word.n > 7 && field_is_bus_id(word))
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

/* "[10de:2504]", "VEN_10DE&DEV_2504", "v000010DEd00002504" of a modalias, "10DE 0A75". */
static const char *pci_id_of(struct arena *a, struct span low)
{
	static const char *const before[] = { "10de:", "ven_10de&dev_", "v000010ded0000",
					      "device id:             10de ", NULL };

	for (size_t i = 0; before[i]; i++) {
		ptrdiff_t at = span_find(low, before[i]);
		size_t id = (size_t)at + strlen(before[i]);

		if (at >= 0 && hex4(low, id) && !(at && ascii_alnum(low.p[at - 1])))
			return arena_printf(a, "10de:%.4s", low.p + id);
	}
	return NULL;
}

/* The capability of a chip that is named in the line: "GK208M [GeForce GT 740M]". */
static const char *chip_of(struct span plain)
{
	struct span rest = plain, word;

	while (span_word(&rest, &word)) {
		const char *cc;

		while (word.n && strchr("([", word.p[0]))
			word = span_from(word, 1);
		while (word.n && strchr(")],:;", word.p[word.n - 1]))
			word.n--;
		cc = word.n >= 4 && word.n <= 9 && (word.p[0] == 'G' || word.p[0] == 'T' ||
						    word.p[0] == 'A') ? row_chip(word) : NULL;
		if (cc)
			return cc;
	}
	return NULL;
}

bool told_line(struct arena *a, struct span line, unsigned no, struct told_line *ret)
{
	char *low;

	line = span_trim(line);
	if (line.n < 2)
		return false;
	low = arena_span(a, line);
	for (size_t i = 0; i < line.n; i++)
		low[i] = ascii_lower(low[i]);
	*ret = (struct told_line){ .plain = line, .low = { low, line.n }, .no = no, .count = 1 };
	ret->heading = heading_of(ret->low);
	ret->index = index_of(ret->low);
	ret->labelled = has_label(ret->low);
	ret->bus = bus_of(a, ret->low);
	ret->uuid = uuid_of(a, line, ret->low);
	ret->pci_id = pci_id_of(a, ret->low);
	ret->chip = chip_of(line);
	return true;
}

/* --- owners ---------------------------------------------------------------------------------- */

bool told_is_own(const struct told_line *l)
{
	static const char *const others[] = { "require", "recommend", "minimum", "at least",
		"or better", "or newer", "or higher", "or above", "such as", "e.g.", "for example",
		"example", " vs", "compared", "tokens/s", "tok/s", "benchmark", "faster",
		"upgrade to",
		"buy", "planning", "support", "would need", "need a", "ideal", "suitable", "推荐",
		"要求", "以上", "至少", "最低", "建议", "支持",
		"例如", "比如", "想买", "打算",
		"需要", "适合", "及更高", "对比", "nodename=", NULL };
	static const char *const own[] = { "is supported", "[supported]", "supported:", NULL };

	return find_any(l->low, others) < 0 || find_any(l->low, own) >= 0;
}

static int words_count(struct span before)
{
	static const struct {
		const char *word;
		int n;
	} counts[] = { { "dual ", 2 }, { "two ", 2 }, { "four ", 4 }, { "eight ", 8 },
		{ "双", 2 }, { "两块", 2 }, { "两张", 2 }, { "四卡", 4 }, { "四块", 4 },
		{ "四张", 4 }, { "八卡", 8 }, { "八块", 8 }, { "八张", 8 } };

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		if (span_find(before, counts[i].word) >= 0)
			return counts[i].n;
	return 1;
}

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
		size_t digits = number_at(tail).n;

		rest = span_trim(span_from(tail, digits));
		if (digits && digits <= 2 && is_times(rest) &&
		    (begin < 2 || !in_word(before.p[begin - 2])))
			return field_index(number_at(tail));
	}
	return 1;
}

/* "x2", "* 8", "× 4" right behind it. */
static int count_behind(struct span behind)
{
	struct span number;
	size_t mark = span_starts(span_trim(behind), "×") ? 2 : 1;

	behind = span_trim(behind);
	while (behind.n && strchr("()", behind.p[0]))
		behind = span_from(behind, 1);
	if (!behind.n || (behind.p[0] != 'x' && behind.p[0] != '*' && mark != 2))
		return 1;
	number = number_at(span_trim(span_from(behind, mark)));
	return number.n && number.n <= 2 ? field_index(number) : 1;
}

/* "GPU 0,1,2,3": as many as the list has. */
static int count_listed(struct span before)
{
	ptrdiff_t at = span_find(before, "gpu ");
	struct span list = span_from(before, (size_t)(at + 4)), part;
	struct span word;
	int n = 0;

	if (at < 0 || !span_word(&list, &word) || span_find_char(word, ',') < 0)
		return 1;
	while (span_next(&word, ',', &part))
		n += ascii_digit(part.n ? part.p[0] : ' ');
	return n ? n : 1;
}

void told_count(struct told_line *l, struct span name)
{
	size_t at = (size_t)(name.p - l->low.p);
	struct span before = span_sub(l->low, 0, at), behind = span_from(l->low, at + name.n);
	int n = count_listed(before);

	n = n > 1 ? n : count_before(before);
	n = n > 1 ? n : count_behind(behind);
	n = n > 1 ? n : words_count(span_from(before, at > 24 ? at - 24 : 0));
	l->count = n > 0 && n <= 64 ? n : 1;
	if (l->count > 1)
		l->index = -1;
}

/* --- numbers --------------------------------------------------------------------------------- */

struct span told_capability(struct span low)
{
	static const char *const words[] = { "capability", "sm_", "major=", "算力", NULL };
	struct span none = { NULL, 0 }, number;
	ptrdiff_t at = find_any(low, words);

	if (at < 0 || span_find(low, "capabilities") >= 0)
		return none;
	number = span_from(low, (size_t)at);
	while (number.n && !ascii_digit(number.p[0]))
		number = span_from(number, 1);
	number = number_at(number);
	return number.n >= 3 && number.n <= 4 && span_find_char(number, '.') > 0 ? number : none;
}

/* "572.83" of "32.0.15.7283"; NULL: no number of NVIDIA's. */
static const char *of_windows(struct arena *a, struct span v)
{
	struct span part[4], rest = v;
	size_t n = 0;

	while (n < 4 && span_next(&rest, '.', &part[n]))
		n++;
	if (n != 4 || rest.n || part[2].n != 2 || part[2].p[0] != '1' || part[3].n != 4)
		return NULL;
	return arena_printf(a, "%c%.2s.%.2s", part[2].p[1], part[3].p, part[3].p + 2);
}

/* "470.182.03", "442.92": of a branch that there was. */
static bool is_driver(struct span v)
{
	return v.n >= 6 && v.n <= 10 && v.p[3] == '.' && v.p[0] >= '3' && v.p[0] <= '6' &&
	       (v.n <= 7 || (v.n >= 9 && v.p[v.n - 3] == '.')) && field_is_version(v);
}

static bool is_mark(struct span s, size_t i)
{
	return s.p[i] == ',' || s.p[i] == ';' || span_starts(span_from(s, i), "，") ||
	       span_starts(span_from(s, i), "。") || span_starts(span_from(s, i), "；");
}

/* What stands around a number between two marks of the sentence. */
static struct span clause_of(struct span s, size_t at)
{
	size_t begin = at, end = at;

	while (begin && !is_mark(s, begin - 1) && at - begin < 200)
		begin--;
	while (end < s.n && !is_mark(s, end) && end - at < 200)
		end++;
	return span_sub(s, begin, end - begin);
}

/* A driver that is needed, offered or removed is not the one that is there. */
static bool is_installed(const struct told_line *l, size_t at)
{
	static const char *const others[] = { "need", "requir", "least", "minimum", "upgrade",
		"update to", "up to", "or newer", "or later", "or higher", ">=", "recommended",
		"distro", "candidate", "download", "latest", "available", "tested with", "要求",
		"需要", "至少", "以上", "最低", "升级", "推荐", "安装包",
		".run", "install ", NULL };

	return find_any(clause_of(l->low, at), others) < 0 && !span_starts(l->low, "rc ") &&
	       !span_starts(l->low, "un ");
}

static bool is_driver_word(struct span before)
{
	static const char *const words[] = { "driver", "驱动", "nvidia", "libcuda", NULL };

	return find_any(span_from(before, before.n > 90 ? before.n - 90 : 0), words) >= 0;
}

const char *told_driver(struct arena *a, const struct told_line *l, bool nvidia)
{
	struct span rest = l->low;
	int judged = 0;

	while (rest.n) {
		struct span v = number_at(rest);
		size_t at = (size_t)(rest.p - l->low.p);
		bool begins = at == 0 || !in_word(l->low.p[at - 1]) ||
			      span_ends(span_sub(l->low, 0, at), ".so.");

		if (!v.n || !begins) {
			rest = span_from(rest, v.n ? v.n : 1);
			continue;
		}
		if (judged < NUMBERS_IN_LINE && (is_driver(v) || (nvidia && v.n > 9)) &&
		    is_driver_word(span_sub(l->low, 0, at))) {
			const char *driver = is_driver(v) ? arena_span(a, v) : of_windows(a, v);

			judged++;
			if (driver && is_installed(l, at))
				return driver;
		}
		rest = span_from(rest, v.n);
	}
	return NULL;
}

/* --- makers and systems ---------------------------------------------------------------------- */

const char *told_other_maker(const struct told_line *l)
{
	static const struct {
		const char *word, *maker;
	} makers[] = {
		{ "radeon", "AMD Radeon" }, { "firepro", "AMD FirePro" },
		{ "instinct", "AMD Instinct" },
		{ "gfx9", "AMD GPU" }, { "gfx10", "AMD GPU" }, { "gfx11", "AMD GPU" },
		{ "gfx12", "AMD GPU" }, { "library=rocm", "AMD GPU" }, { "ven_1002", "AMD GPU" },
		{ "iris", "Intel Iris" }, { "intel(r) arc", "Intel Arc" },
		{ "intel arc", "Intel Arc" },
		{ "uhd graphics", "Intel UHD" }, { "hd graphics", "Intel HD" },
		{ "ven_8086", "Intel GPU" }, { "apple m", "Apple GPU" },
		{ "metal family", "Apple GPU" },
		{ "metalfamily", "Apple GPU" },
	};

	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
		if (span_find(l->low, makers[i].word) >= 0 && span_find(l->low, "nvidia") < 0 &&
		    span_find(l->low, "cpu") < 0)
			return makers[i].maker;
	return NULL;
}

static bool is_windows(struct span low)
{
	static const char *const words[] = { "windows 10", "windows 11", "windows10", "windows11",
		"win10", "win11", "microsoft windows", "win_amd64", NULL };

	if (find_any(low, words) >= 0)
		return true;
	return span_is(low, "windows") || (low.n > 3 && ascii_alpha(low.p[0]) && low.p[1] == ':' &&
					   low.p[2] == '\\');
}

static const char *behind(struct arena *a, struct span low, const char *word)
{
	ptrdiff_t at = span_find(low, word);

	return at < 0 ? NULL : field_version(a, number_at(span_from(low, (size_t)at +
								     strlen(word))));
}

static const char *python_of(struct arena *a, struct span low)
{
	static const char *const words[] = { "python version: ", "python: ", "python ", NULL };

	for (size_t i = 0; words[i]; i++) {
		const char *v = behind(a, low, words[i]), *dot = v ? strchr(v, '.') : NULL;

		if (dot && span_starts(span_of(v), "3."))
			return arena_printf(a, "3.%.*s", (int)strspn(dot + 1, "0123456789"),
					    dot + 1);
	}
	return NULL;
}

/* "CUDA Driver Version : 11040", "CUDA Driver Version / Runtime Version   12.0 / 11.6". */
static const char *cuda_of(struct arena *a, struct span low)
{
	ptrdiff_t at = span_find(low, "cuda driver version");
	struct span number = span_from(low, (size_t)at);
	uint64_t v;

	if (at < 0)
		return NULL;
	while (number.n && !ascii_digit(number.p[0]))
		number = span_from(number, 1);
	number = number_at(number);
	if (span_u64(number, &v) && v >= 5000 && v < 20000)
		return arena_printf(a, "%u.%u", (unsigned)(v / 1000), (unsigned)(v % 1000 / 10));
	return number.n <= 4 ? field_version(a, number) : NULL;
}

static void keep(const char **to, const char *text)
{
	if (text && !*to)
		*to = text;
}

void told_system(struct arena *a, const struct told_line *l, struct host *h)
{
	bool linux_os = span_find(l->low, "linux") >= 0 || span_starts(l->low, "ii ");

	if (span_find(l->low, "wsl2") >= 0 || span_find(l->low, "microsoft-standard") >= 0)
		h->wsl = TRI_YES;
	if (is_windows(l->low))
		keep(&h->platform, PLATFORM_WINDOWS);
	else if (linux_os || span_find(l->low, "macos") >= 0)
		keep(&h->platform, format_platform_of_os(l->low));
	else if (span_find(l->low, "tegra") >= 0)
		keep(&h->platform, PLATFORM_LINUX_ARM);
	keep(&h->glibc, behind(a, l->low, "with-glibc"));
	keep(&h->python, python_of(a, l->low));
	keep(&h->driver_cuda, cuda_of(a, l->low));
}
