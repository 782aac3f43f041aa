#include "cmd/age.h"

#include "base/span.h"

enum { OLD_DAYS = 90, DAY = 24 * 60 * 60 };

static bool part(struct span *s, uint64_t most, int *ret)
{
	uint64_t v;

	if (!span_take_u64(s, &v) || v == 0 || v > most)
		return false;
	*ret = (int)v;
	return span_take(s, "-") || s->n == 0;
}

long age_days(const char *date, time_t now)
{
	struct span s = span_of(date);
	struct tm day = { 0 };
	int year, month;
	time_t then;

	if (!part(&s, 9999, &year) || !part(&s, 12, &month) || !part(&s, 31, &day.tm_mday) || s.n)
		return -1;
	day.tm_year = year - 1900;
	day.tm_mon = month - 1;
	then = timegm(&day);
	return now > then ? (long)((now - then) / DAY) : 0;
}

void cmd_matrix_age(struct run *r, const struct matrix *m)
{
	long days = age_days(matrix_date(m), time(NULL));

	if (days > OLD_DAYS)
		cmd_note(r, "the matrix is of %s, %ld days old: newer releases are missing in it",
			 matrix_date(m), days);
}
