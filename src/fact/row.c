#include "fact/row.h"

#include <string.h>

static const struct {
	const char *name, *release, *python;
} systems[] = {
#define ROW(name, release, python, seen, confidence, source) { name, release, python },
#include "rows/python/system.def"
#undef ROW
};

static const struct row_libc libcs[] = {
#define ROW(name, release, glibc, seen, confidence, source) { name, release, glibc },
#include "rows/python/libc.def"
#undef ROW
};

static const char *const pythons[] = {
#define ROW(python, date, source) python,
#include "rows/python/release.def"
#undef ROW
};

static const struct {
	const char *glibc, *glibcxx;
} promised[] = {
#define ROW(glibc, glibcxx, seen, confidence, source) { glibc, glibcxx },
#include "rows/python/manylinux.def"
#undef ROW
};

static const struct row_part parts[] = {
#define ROW(library, version, part, seen, confidence, source) { library, version, part },
#include "rows/torch/library_part.def"
#undef ROW
};

static const char *const of_backend[] = {
#define ROW(package, seen, confidence, source) package,
#include "rows/torch/backend.def"
#undef ROW
};

static const struct {
	const char *channel, *url, *home;
} channels[] = {
#define ROW(channel, installer, url, home, last, note, source) { channel, url, home },
#include "rows/channel.def"
#undef ROW
};

static const struct {
	const char *what, *first;
} since[] = {
#define ROW(what, first, note, seen, confidence, source) { what, first },
#include "rows/since.def"
#undef ROW
};

static const struct {
	const char *chip, *cc;
} chips[] = {
#define ROW(chip, cc, architecture, note, source, confidence) { chip, cc },
#include "rows/driver/chip.def"
#undef ROW
};

static const struct {
	const char *branch, *cuda;
} branches[] = {
#define ROW(branch, cuda, ptx_isa, kind, end_of_life, windows_first, windows_last, open_module, \
	    note, source, confidence) { branch, cuda },
#include "rows/driver/branch.def"
#undef ROW
};

static const struct {
	const char *instance, *gpu, *cc, *gpus;
} machines[] = {
#define ROW(provider, instance, gpu, cc, gpus, ...) { instance, gpu, cc, gpus },
#include "rows/driver/cloud.def"
#undef ROW
};

static const struct {
	const char *word, *kind;
} words[] = {
#define ROW(word, kind, seen, confidence, source) { word, kind },
#include "rows/driver/word.def"
#undef ROW
};

static const struct {
	const char *key, *value;
} meta[] = {
#define ROW(key, value) { key, value },
#include "rows/meta.def"
#undef ROW
};

/* NULL behind the last: there may be none. */
static const char *const keys[] = {
#define KEY(base64) base64,
#include "rows/key.def"
#undef KEY
	NULL,
};

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

const char *row_system_python(const char *name, struct span tag)
{
	for (size_t i = 0; i < COUNT(systems); i++)
		if (strcmp(systems[i].name, name) == 0 && span_starts(tag, systems[i].release))
			return systems[i].python;
	return NULL;
}

const struct row_libc *row_next_libc(size_t *i)
{
	return *i < COUNT(libcs) ? &libcs[(*i)++] : NULL;
}

const char *row_newest_python(void)
{
	return pythons[COUNT(pythons) - 1];
}

const char *row_glibcxx(const char *glibc)
{
	for (size_t i = 0; i < COUNT(promised); i++)
		if (strcmp(promised[i].glibc, glibc) == 0)
			return promised[i].glibcxx;
	return NULL;
}

bool row_is_of_backend(const char *package)
{
	return ANY(x, ROWS(of_backend), strcmp(*x, package) == 0);
}

const char *row_index(struct arena *a, const char *variant)
{
	const char *url = "";
	size_t n;

	for (size_t i = 0; i < COUNT(channels); i++)
		if (strcmp(channels[i].channel, "pytorch-index") == 0)
			url = channels[i].url;
	n = strcspn(url, "%");
	return arena_printf(a, "%.*s%s", (int)n, url, variant);
}

const char *row_home(struct arena *a, const char *channel)
{
	const char *beside = "";

	for (size_t i = 0; i < COUNT(channels); i++) {
		if (strcmp(channels[i].channel, channel) == 0)
			return *channels[i].home ? channels[i].home : NULL;
		if (strcmp(channels[i].channel, "conda-forge") == 0)
			beside = channels[i].home;
	}
	return arena_printf(a, "%.*s%s", (int)(strrchr(beside, '/') + 1 - beside), beside,
			    channel);
}

const char *row_since(const char *what)
{
	for (size_t i = 0; i < COUNT(since); i++)
		if (strcmp(since[i].what, what) == 0)
			return since[i].first;
	return NULL;
}

const struct row_part *row_next_part(size_t *i)
{
	return *i < COUNT(parts) ? &parts[(*i)++] : NULL;
}

/* The words by their first byte: the place of each plus one, 0 behind the last. */
struct word_index {
	unsigned char first[256], next[COUNT(words)];
};

_Static_assert(COUNT(words) < 256, "a place of a word is a byte");

static const struct word_index *word_index(void)
{
	static struct word_index made;
	struct word_index index = { .first = { 0 } };

	if (made.first[(unsigned char)*words[0].word])
		return &made;
	for (size_t at = COUNT(words); at-- > 0;) {
		unsigned char *first = &index.first[(unsigned char)*words[at].word];

		index.next[at] = *first;
		*first = (unsigned char)(at + 1);
	}
	made = index;
	return &made;
}

static bool is_of(size_t word, enum row_word kind)
{
	static const char kinds[] = "mfas"; /* model, family, addition, short */

	return *words[word].kind == kinds[kind];
}

const char *row_next_word(enum row_word kind, size_t *i)
{
	while (*i < COUNT(words))
		if (is_of((*i)++, kind))
			return words[*i - 1].word;
	return NULL;
}

const char *row_word_by(enum row_word kind, struct span s, size_t *i)
{
	const struct word_index *index = word_index();

	while (s.n && (*i = *i ? index->next[*i - 1] : index->first[(unsigned char)*s.p]) != 0)
		if (is_of(*i - 1, kind))
			return words[*i - 1].word;
	return NULL;
}

/* A place for the three bytes that a word begins with; one of two ends with a zero, as text. */
static unsigned first_three(const char *word)
{
	return ((unsigned)(unsigned char)word[0] << 10 ^ (unsigned)(unsigned char)word[1] << 5 ^
		(unsigned char)word[2]) & 0xffff;
}

bool row_may_be_word(struct span s)
{
	static unsigned char bits[1 << 13]; /* one for each place */
	char two[3] = { 0 };

	if (!(bits[first_three(words[0].word) / 8] & 1 << first_three(words[0].word) % 8))
		for (size_t i = COUNT(words); i-- > 0;)
			if (words[i].word[1] && *words[i].kind != 'a')
				bits[first_three(words[i].word) / 8] |=
					1 << first_three(words[i].word) % 8;
	if (s.n < 2)
		return false;
	memcpy(two, s.p, 2);
	return bits[first_three(two) / 8] & 1 << first_three(two) % 8 ||
	       (s.n > 2 && bits[first_three(s.p) / 8] & 1 << first_three(s.p) % 8);
}

const char *row_chip(struct span chip)
{
	for (; chip.n > 3; chip.n--) {
		for (size_t i = 0; i < COUNT(chips); i++)
			if (span_eq_nocase(chip, span_of(chips[i].chip)) && *chips[i].cc)
				return chips[i].cc;
		if (!ascii_alpha(chip.p[chip.n - 1]))
			break;
	}
	return NULL;
}

const char *row_driver_cuda(struct span driver)
{
	const char *cuda = NULL;
	uint64_t number, first;

	if (!span_take_u64(&driver, &number))
		return NULL;
	for (size_t i = 0; i < COUNT(branches); i++)
		if (span_u64(span_of(branches[i].branch), &first) && first <= number)
			cuda = branches[i].cuda; /* they stand in order */
	return cuda && *cuda ? cuda : NULL;
}

const char *row_meta(const char *key)
{
	for (size_t i = 0; i < COUNT(meta); i++)
		if (strcmp(meta[i].key, key) == 0)
			return meta[i].value;
	return NULL;
}

const char *row_next_key(size_t *i)
{
	return *i < COUNT(keys) ? keys[(*i)++] : NULL;
}

const char *row_machine(struct span type, const char **gpus)
{
	for (size_t i = 0; i < COUNT(machines); i++) {
		if (!*machines[i].cc || !span_eq_nocase(type, span_of(machines[i].instance)))
			continue;
		*gpus = machines[i].gpus;
		return machines[i].gpu;
	}
	return NULL;
}
