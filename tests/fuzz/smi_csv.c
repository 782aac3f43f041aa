#include "base/io.h"
#include "read/host/format.h"

int fuzz_one(const uint8_t *data, size_t n);

static void run(const struct source *s, const struct format *f)
{
	for (size_t i = 0; i < s->n;) {
		struct host h = host_new("fuzz");
		size_t next = i + 1;

		if (s->v[i].s.n && f->begins(s, i))
			next = f->read(s, i, &h);
		if (next <= i || next > s->n)
			__builtin_trap();
		i = next;
	}
}

/* Rows of --query-gpu, with and without header. */
int fuzz_one(const uint8_t *data, size_t n)
{
	static const struct format *const formats[] = { &format_smi_csv, &format_smi_csv_bare };
	ARENA_AUTO a = { 0 };
	struct span text = io_utf8(&a, (struct span){ (const char *)data, n });
	struct sections all = { 0 };

	lines_split(&a, lines_scrub(&a, text), &all);
	for (size_t i = 0; i < all.n; i++) {
		struct source s = { &a, all.v[i].lines.v, all.v[i].lines.n };

		for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
			run(&s, formats[k]);
	}
	return 0;
}
