/*
 * Reads a date YYYY-MM-DD and prints the day of the year and the date of the next day.
 * Bug: bounds: valid() does not look at the month before it asks for the length of month 13.
 * Input: 2024-13-01\n
 */
#include <assert.h>
#include <stdio.h>

struct date {
	int year, month, day;
};

static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static int is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_length(int year, int month)
{
	return days[month - 1] + (month == 2 && is_leap(year));
}

static int valid(const struct date *d)
{
	if (d->year < 1583 || d->day < 1)
		return 0;
#ifndef BUG
	if (d->month < 1 || d->month > 12)
		return 0;
#endif
	return d->day <= month_length(d->year, d->month);
}

static int day_of_year(const struct date *d)
{
	int month, sum = d->day;

	for (month = 1; month < d->month; month++)
		sum += month_length(d->year, month);
	return sum;
}

static void tomorrow(struct date *d)
{
	d->day++;
	if (d->day <= month_length(d->year, d->month))
		return;
	d->day = 1;
	d->month++;
	if (d->month <= 12)
		return;
	d->month = 1;
	d->year++;
}

int main(void)
{
	struct date d;
	char line[32];

	if (fgets(line, sizeof(line), stdin) == NULL)
		return 1;
	if (sscanf(line, "%4d-%2d-%2d", &d.year, &d.month, &d.day) != 3 || !valid(&d)) {
		printf("this is no date\n");
		return 1;
	}
	printf("day %d of %d\n", day_of_year(&d), 365 + is_leap(d.year));
	tomorrow(&d);
	assert(valid(&d));
	assert(day_of_year(&d) <= 366);
	printf("then %04d-%02d-%02d\n", d.year, d.month, d.day);
	return 0;
}
