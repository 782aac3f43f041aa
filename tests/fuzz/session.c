#include "read/session.h"

#include <string.h>

int fuzz_one(const uint8_t *data, size_t n);

/* Sessions of Python: a reader goes on, and no value is longer than its line. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct span text = { (const char *)data, n }, line;
	ARRAY(struct line) lines = { 0 };
	struct session s = { 0 };

	while (span_line(&text, &line)) {
		ARRAY_ADD(&a, lines) = (struct line){ .s = line, .no = 1, .whole = true };
	}
	for (size_t i = 0; i < lines.n;) {
		size_t end = session_begins(lines.v, lines.n, i) ?
			session_read(&a, lines.v, lines.n, i, &s) : i;

		if (end < i || end > lines.n)
			__builtin_trap();
		i = end > i ? end : i + 1;
	}
	for (size_t i = 0; i < s.facts.n; i++)
		if (s.facts.v[i].at >= lines.n ||
		    strlen(s.facts.v[i].value) > lines.v[s.facts.v[i].at].s.n)
			__builtin_trap();
	(void)session_python(&a, &s, 2);
	(void)session_platform(&s);
	return 0;
}
