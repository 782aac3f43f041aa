/* Files that other files name: where they are. */
#include <string.h>

#include "read/env/requirements_private.h"

enum { FOLDERS_ABOVE = 4, FILE_MOST = 4 << 20 };

/* Without "./" and what "../" takes back. */
static const char *tidy(struct arena *a, const char *path)
{
	char *to = arena_str(a, path);
	size_t n = 0;

	for (const char *s = path; *s;) {
		size_t part = strcspn(s, "/"), next = part + (s[part] == '/');
		bool up = part == 2 && s[0] == '.' && s[1] == '.';
		size_t last = n > 1 ? n - 1 : 0;

		while (last && to[last - 1] != '/')
			last--;
		if (up && n > 1 && strncmp(to + last, "../", 3) != 0) {
			n = last;
		} else if (!(part == 1 && s[0] == '.' && s[1])) {
			memmove(to + n, s, next);
			n += next;
		}
		s += next;
	}
	to[n] = '\0';
	return to;
}

const char *requirements_beside(struct arena *a, const char *file, struct span name)
{
	ptrdiff_t slash = file ? span_rfind_char(span_of(file), '/') : -1;

	if (name.p[0] == '/' || slash < 0 || span_find(name, "://") >= 0)
		return arena_span(a, name);
	return tidy(a, arena_printf(a, "%.*s/" SPAN_FMT, (int)slash, file, SPAN_ARG(name)));
}

bool requirements_read(struct requirements *r, const char **path, const char *file,
		       struct span name, struct span *text)
{
	bool found = place_read(r->a, r->files, *path, FILE_MOST, text);
	struct span folder = span_of(file);

	for (int up = 0; !found && r->typed && up < FOLDERS_ABOVE && folder.n; up++) {
		ptrdiff_t slash = span_rfind_char(folder, '/');
		const char *other;

		folder = span_sub(folder, 0, slash > 0 ? (size_t)slash : 0);
		other = requirements_beside(r->a, arena_span(r->a, folder), name);
		found = place_read(r->a, r->files, other, FILE_MOST, text);
		*path = found ? other : *path;
	}
	return found;
}
