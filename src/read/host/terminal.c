/* Lines of a terminal around the facts: variables, prompts and answers that name the system. */
#include "fact/platform.h"
#include "read/host/format_private.h"

static bool is_variable(struct span s)
{
	span_take(&s, "export ");
	return span_starts(s, "CUDA_VISIBLE_DEVICES=") || span_starts(s, "CUDA_DEVICE_ORDER=");
}

/* "C:\Users\me>nvidia-smi", "PS D:\work> nvidia-smi" */
static bool is_windows_prompt(struct span s)
{
	ptrdiff_t end;

	span_take(&s, "PS ");
	end = span_find_char(s, '>');
	return end > 0 && s.n > 3 && ascii_alpha(s.p[0]) && s.p[1] == ':' && s.p[2] == '\\' &&
	       span_find(span_from(s, (size_t)end), "nvidia-smi") >= 0;
}

/* "Linux node1 5.15.0-78-generic #85-Ubuntu SMP … x86_64 GNU/Linux" of uname -a, and of a Mac
 * "Darwin mini 23.5.0 Darwin Kernel Version 23.5.0: … arm64". */
static bool is_uname(struct span s)
{
	return (span_starts(s, "Linux ") && span_ends(s, "Linux") && span_find(s, " SMP ") > 0) ||
	       (span_starts(s, "Darwin ") && span_find(s, " Darwin Kernel Version ") > 0);
}

/* "ProductName: macOS", "ProductVersion: 14.5" of sw_vers. */
static bool is_sw_vers(const struct source *s, size_t i, struct span *version)
{
	struct span name = s->v[i].s;

	if (i + 1 >= s->n || !span_take(&name, "ProductName:"))
		return false;
	name = span_trim(name);
	*version = s->v[i + 1].s;
	return (span_is(name, "macOS") || span_is(name, "Mac OS X")) &&
	       span_take(version, "ProductVersion:");
}

static bool terminal_begins(const struct source *s, size_t i)
{
	struct span l = s->v[i].s, version;

	return is_sw_vers(s, i, &version) || is_variable(l) || is_windows_prompt(l) ||
	       is_uname(l) || (span_starts(l, "ldd (") && span_find_char(l, ')') > 0);
}

static void take_variable(const struct source *s, const struct line *l, struct host *to)
{
	struct span v = l->s, name;

	span_take(&v, "export ");
	span_next(&v, '=', &name);
	v = span_unquoted(span_trim(v));
	if (span_find_char(v, ' ') >= 0 || !l->whole)
		return;
	if (span_is(name, "CUDA_VISIBLE_DEVICES"))
		to->visible_devices = arena_span(s->a, v);
	else
		to->device_order = arena_span(s->a, v);
}

/* "ldd (Ubuntu GLIBC 2.35-0ubuntu3.4) 2.35" */
static void take_ldd(const struct source *s, struct span l, struct host *to)
{
	ptrdiff_t at = span_rfind_char(l, ')');
	const char *v = at > 0 ? field_version(s->a, span_from(l, (size_t)at + 1)) : NULL;

	if (v) {
		to->glibc = v;
		to->libc = "glibc";
	}
}

static size_t terminal_read(const struct source *s, size_t i, struct host *to)
{
	const struct line *l = &s->v[i];
	struct span version;

	if (is_sw_vers(s, i, &version)) {
		to->macos = field_version(s->a, version);
		return i + 2;
	}
	if (is_variable(l->s)) {
		take_variable(s, l, to);
	} else if (is_windows_prompt(l->s)) {
		to->platform = PLATFORM_WINDOWS;
	} else if (is_uname(l->s)) {
		to->platform = format_platform_of_os(l->s);
		if (span_find_nocase(l->s, "microsoft") > 0)
			to->wsl = TRI_YES;
	} else if (l->whole) {
		take_ldd(s, l->s, to);
	}
	return i + 1;
}

const struct host_format format_terminal = { terminal_begins, terminal_read };
