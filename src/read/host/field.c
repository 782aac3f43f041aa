#include "read/host/field.h"

#include <string.h>

static struct span without_brackets(struct span s)
{
	s = span_trim(s);
	if (s.n > 1 && s.p[0] == '[' && s.p[s.n - 1] == ']')
		s = span_sub(s, 1, s.n - 2);
	return span_trim(s);
}

static bool is_one_of(struct span s, const char *const *words)
{
	for (; *words; words++)
		if (span_eq_nocase(s, span_of(*words)))
			return true;
	return false;
}

bool field_is_error(struct span s)
{
	static const char *const words[] = {
		"ERR!", "GPU is lost", "Unknown Error", "GPU requires reset", NULL,
	};

	return is_one_of(without_brackets(s), words);
}

bool field_missing(struct span s)
{
	static const char *const words[] = {
		"", "N/A", "Not Supported", "Not Found", "None", "null", "Unknown", "-",
		"Could not collect", "No CUDA", "Insufficient Permissions", "Not Available",
		"Requested functionality has been deprecated", NULL,
	};

	return field_is_error(s) || is_one_of(without_brackets(s), words);
}

char *field_text(struct arena *a, struct span s)
{
	s = span_trim(s);
	return field_missing(s) ? NULL : arena_span(a, s);
}

char *field_words(struct arena *a, struct span s)
{
	char *text = field_text(a, s), *to = text;

	if (!text)
		return NULL;
	for (char *p = text; *p; p++)
		if (!ascii_space(*p))
			*to++ = *p;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
	return text;
}

bool field_is_version(struct span s)
{
	bool dot = false;

	if (s.n == 0 || s.n > 32 || !ascii_digit(s.p[0]) || !ascii_digit(s.p[s.n - 1]))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '.' && s.p[i - 1] == '.')
			return false;
		if (s.p[i] != '.' && !ascii_digit(s.p[i]))
			return false;
		dot |= s.p[i] == '.';
	}
	return dot;
}

char *field_version(struct arena *a, struct span s)
{
	s = span_trim(s);
	return field_is_version(s) ? arena_span(a, s) : NULL;
}

static bool is_hex(struct span s)
{
	uint64_t v;

	return s.n > 0 && s.n <= 8 && ascii_alnum(s.p[0]) && s.p[s.n > 1] != 'x' && span_hex(s, &v);
}

bool field_is_bus_id(struct span s)
{
	struct span part[4], rest = s;
	size_t n = 0;
	ptrdiff_t dot = span_rfind_char(s, '.');

	if (dot < 0 || s.n != (size_t)dot + 2 || !ascii_digit(s.p[dot + 1]))
		return false;
	rest.n = (size_t)dot;
	while (n < 4 && span_next(&rest, ':', &part[n]))
		if (!is_hex(part[n++]))
			return false;
	return (n == 2 || n == 3) && part[n - 1].n == 2 && part[n - 2].n == 2;
}

long field_mib(struct span s)
{
	uint64_t v;

	s = span_trim(s);
	if (!span_take_u64(&s, &v) || v > 1u << 30)
		return -1;
	s = span_trim(s);
	if (span_is(s, "MiB") || span_is(s, "MB"))
		return (long)v;
	return span_is(s, "GiB") ? (long)v * 1024 : -1;
}

char *field_pci_id(struct arena *a, struct span s)
{
	uint64_t v;

	s = span_trim(s);
	if (s.n < 8 || s.n > 10 || !span_hex(s, &v) || v >> 32)
		return NULL;
	return arena_printf(a, "%04x:%04x", (unsigned)(v & 0xffff), (unsigned)(v >> 16));
}

int field_index(struct span s)
{
	uint64_t v;

	return span_u64(span_trim(s), &v) && v < 100000 ? (int)v : -1;
}

bool field_has_brand(struct span s)
{
	static const char *const brands[] = {
		"NVIDIA ", "Tesla ", "GeForce ", "Quadro ", "TITAN ", "GRID ",
	};

	for (size_t i = 0; i < sizeof brands / sizeof *brands; i++)
		if (span_starts(s, brands[i]))
			return true;
	return false;
}
