#include "read/env/ini.h"

static bool is_remark(struct span s)
{
	return s.n == 0 || s.p[0] == '#' || s.p[0] == ';';
}

static bool take_pair(struct ini *i, struct span s, struct span *value)
{
	size_t n = 0;

	while (n < s.n && s.p[n] != '=' && s.p[n] != ':')
		n++;
	if (n == 0 || n == s.n)
		return false;
	i->key = span_trim(span_sub(s, 0, n));
	*value = span_trim(span_from(s, n + 1));
	return true;
}

bool ini_next(struct ini *i, struct span *value, bool *first)
{
	struct span line, s;

	while (span_line(&i->rest, &line)) {
		i->line++;
		s = span_trim(line);
		if (is_remark(s))
			continue;
		if (ascii_space(line.p[0]) && i->key.n) {
			*value = s;
			*first = false;
			return true;
		}
		if (s.p[0] == '[' && s.p[s.n - 1] == ']') {
			i->section = span_sub(s, 1, s.n - 2);
			i->key = (struct span){ NULL, 0 };
		} else if (take_pair(i, s, value)) {
			*first = true;
			return true;
		}
	}
	return false;
}
