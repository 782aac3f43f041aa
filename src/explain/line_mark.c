/* Times, levels, names of ranks and quote marks before a line of a log. */
#include "explain/line_mark_private.h"

#include <string.h>

#include "base/text.h"

enum { MARK_MOST = 80 };

static size_t run_of(struct span s, const char *also)
{
	return span_run_alnum(span_sub(s, 0, MARK_MOST), also);
}

static const char *const levels[] = { "INFO", "WARNING", "WARN", "ERROR", "DEBUG", "CRITICAL",
	"FATAL" };

/* The length of the level that the word is; 0: it is none. */
static size_t level(struct span s)
{
	if (!s.n || !strchr("IWEDCFiwedcf", s.p[0]))
		return 0;
	return FIRST_TELLS(x, ROWS(levels), span_starts_nocase(s, *x) &&
		run_of(s, "_") == strlen(*x), strlen(*x), 0);
}

/* "2025-05-01", "12:00:00,123", "05-01", "2024-05-01T12:00:00.123Z": digits with two marks at the
 * least between them, or one and the form of a date. */
static size_t moment(struct span s)
{
	size_t n = 0, marks = 0, digits = 0;

	while (n < s.n && n < MARK_MOST &&
	       (ascii_digit(s.p[n]) || strchr("-:.,/+TZ", s.p[n]))) {
		digits += ascii_digit(s.p[n]);
		marks += s.p[n] == ':' || s.p[n] == '-' || s.p[n] == '/';
		n++;
	}
	if (n == s.n || !ascii_space(s.p[n]) || !digits || !ascii_digit(s.p[0]))
		return 0;
	return marks > 1 || (marks == 1 && n == 5) ? n : 0;
}

/* "(Worker pid=273) ", "(Worker_TP0 pid=273)[0;0m": a program that writes for its children. */
static size_t process(struct span s)
{
	struct span head = span_sub(s, 0, MARK_MOST);
	ptrdiff_t end = span_find_char(head, ')');

	if (end < 0 || span_find(span_sub(head, 0, (size_t)end), "pid=") < 0)
		return span_starts(s, "(raylet)") ? 8 : 0;
	return (size_t)end + 1;
}

static bool has_level(struct span s)
{
	for (; s.n; s = span_from(s, 1))
		if (level(s))
			return true;
	return false;
}

/* "[rank0]:", "[2025-05-01 12:00:00]", "[W501 …]", "[worker.py:12]", "[WARNING]", "[0]:" */
static size_t bracket(struct span s)
{
	struct span head = span_sub(s, 0, MARK_MOST), in;
	ptrdiff_t end = span_find_char(head, ']');
	size_t n;

	if (end < 0)
		return 0;
	n = (size_t)end + 1;
	in = span_trim(span_sub(s, 1, n - 2));
	if (span_find(in, ".py:") > 0 || span_find(in, ".cpp:") > 0 || span_find(in, ".cc:") > 0 ||
	    span_starts(in, "rank") || has_level(in) ||
	    (in.n && strchr("WEI", in.p[0]) && in.n > 4 && ascii_digit(in.p[1])))
		return n + (n < s.n && s.p[n] == ':');
	if (in.n && ascii_digit(in.p[0]) && run_of(in, "-:.,/+ ") == in.n)
		return n + (n < s.n && s.p[n] == ':');
	return 0;
}

/* In capitals: "WARNING:root:", "ERROR 05-01 …", "WARN - ": the level, and the name of what
 * writes behind it. "ERROR: Could not find" is the message's own. */
static size_t named_level(struct span s)
{
	size_t n = level(s), name;

	if (!n || n == s.n || s.p[0] >= 'a')
		return 0;
	name = run_of(span_from(s, n + 1), "._");
	if (s.p[n] == ':' && name && n + 1 + name < s.n && s.p[n + 1 + name] == ':')
		return n + 2 + name;
	if (s.p[n] == ' ' && (moment(span_from(s, n + 1)) ||
			      bracket(span_from(s, n + 1)) ||
			      span_starts(span_from(s, n), " - ") ||
			      span_starts(span_from(s, n), " | ")))
		return n;
	return 0;
}

/* "stderr F " of the log of a pod, see the CRI of Kubernetes: pkg/kubelet/kuberuntime/logs. */
static size_t stream(struct span s)
{
	struct span rest = s;

	if (!span_take(&rest, "stderr ") && !span_take(&rest, "stdout "))
		return 0;
	return span_take(&rest, "F ") || span_take(&rest, "P ") ? s.n - rest.n : 0;
}

/* What stands behind a time: "- WARNING - ", "WARNING:", "| ", "- root - WARNING - ". */
static size_t behind_moment(struct span s)
{
	size_t n = 0, word;

	while (n < s.n && (s.p[n] == ' ' || s.p[n] == '-' || s.p[n] == '|'))
		n++;
	word = stream(span_from(s, n));
	if (word)
		return n + word;
	word = level(span_from(s, n));
	if (word) {
		n += word;
		return n + (n < s.n && strchr(":,", s.p[n])) +
		       3 * (span_starts(span_from(s, n), " - ") ||
			    span_starts(span_from(s, n), " | "));
	}
	word = run_of(span_from(s, n), "._");
	if (!word || !span_starts(span_from(s, n + word), " - "))
		return n;
	n += word + 3;
	word = level(span_from(s, n));
	return word && span_starts(span_from(s, n + word), " - ") ? n + word + 2 : n - 1;
}

static size_t timed(struct span s)
{
	size_t n = moment(s), more = n;

	while (more) {
		more = n < s.n && s.p[n] == ' ' ? moment(span_from(s, n + 1)) : 0;
		n += more ? more + 1 : 0;
	}
	return n ? n + behind_moment(span_from(s, n)) : 0;
}

/* "May 01 12:00:00 node7 python[4242]: " of syslog and journalctl. RFC 3164, section 4.1. */
static size_t syslog_mark(struct span s)
{
	static const char *const months[] = { "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ",
					      "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec " };
	ptrdiff_t end;

	if (s.n < 16 || s.p[6] != ' ' || !ascii_digit(s.p[5]) || s.p[9] != ':' ||
	    s.p[12] != ':' || s.p[15] != ' ')
		return 0;
	end = span_find(span_sub(s, 0, MARK_MOST), ": ");
	return end >= 16 && ANY(x, ROWS(months), span_starts(s, *x)) ? (size_t)end + 2 : 0;
}

/* "> ", and ">>" of old mails; ">>> " is Python's, also behind them. */
static size_t quote(struct span s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] == '>')
		n++;
	if ((n == 3 || n > 4) && (n == s.n || ascii_space(s.p[n])))
		return n - 3;
	if (n == 1 && !span_starts(s, "> "))
		return 0;
	return n + (n < s.n && s.p[n] == ' ');
}

/* "app-1  | " of docker compose, "#12 3.456 " of docker build */
static size_t container(struct span s)
{
	size_t n = run_of(s, "-_."), blanks = 0;

	if (span_starts(s, "#")) {
		n = 1 + run_of(span_from(s, 1), "");
		return n > 1 && n < s.n && s.p[n] == ' ' && ascii_digit(s.p[1]) ?
		       n + 1 + run_of(span_from(s, n + 1), ".") : 0;
	}
	if (n < 3 || !ascii_digit(s.p[n - 1]) || !strchr("-_", s.p[n - 2]))
		return 0;
	while (n + blanks < s.n && blanks < 24 && s.p[n + blanks] == ' ')
		blanks++;
	return blanks && span_starts(span_from(s, n + blanks), "| ") ? n + blanks + 2 : 0;
}

/* "In [2]: ", "Out[2]: " of IPython */
static size_t prompt(struct span s)
{
	struct span rest = s;
	uint64_t number;

	if ((!span_take(&rest, "In [") && !span_take(&rest, "Out[")) ||
	    !span_take_u64(&rest, &number) || !span_take(&rest, "]:"))
		return 0;
	return s.n - rest.n;
}

size_t line_mark(struct span s)
{
	size_t n;

	if (!s.n)
		return 0;
	n = prompt(s);
	if (n)
		return n;
	switch (s.p[0]) {
	case '(':
		return process(s);
	case '[':
		return bracket(s);
	case '>':
		return quote(s);
	case '|':
		return span_starts(s, "| ") ? 2 : 0;
	default:
		break;
	}
	n = ascii_digit(s.p[0]) ? timed(s) : named_level(s);
	if (!n)
		n = syslog_mark(s);
	return n ? n : container(s);
}
