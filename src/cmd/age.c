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

/* Days from 1970-01-01 on; years begin with March, so that the leap day is their last. */
static long day_number(int year, int month, int day)
{
	long y = month > 2 ? year : year - 1;
	long m = month > 2 ? month - 3 : month + 9;

	return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 719469;
}

long age_days(const char *date, time_t now)
{
	struct span s = span_of(date);
	int year, month, day;
	long days;

	if (!part(&s, 9999, &year) || !part(&s, 12, &month) || !part(&s, 31, &day) || s.n)
		return -1;
	days = (long)(now / DAY) - day_number(year, month, day);
	return days > 0 ? days : 0;
}

void cmd_matrix_age(struct run *r, const struct matrix *m)
{
	long days = age_days(matrix_date(m), time(NULL));

	if (days > OLD_DAYS)
		cmd_note(r, "the matrix is of %s, %ld days old: newer releases are missing in it",
			 matrix_date(m), days);
}
