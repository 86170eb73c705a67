/* <time.h> and <sys/time.h> (C11 7.27): clocks show any time; calendar times are the host's, or any that is one. */
#include "plumb.h"

extern int __plumb_errno;

struct timespec {
	long seconds, nanoseconds;
};
struct timeval {
	long seconds, microseconds;
};
/* As glibc's. */
struct tm {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
	long tm_gmtoff;
	const char *tm_zone;
};

static char zone_name[16] = "UTC";
char *tzname[2] = { zone_name, zone_name };
long timezone;
int daylight;

void tzset(void)
{
}

long time(long *at)
{
	long now = __plumb_host_long("time");
	if (at)
		*at = now;
	return now;
}

long clock(void)
{
	return __plumb_host_long("clock");
}

double difftime(long a, long b)
{
	return (double)a - (double)b;
}

/* Reads a clock; true if there is one of that number. */
static _Bool read_clock(int number, struct timespec *t)
{
	__plumb_argument(number);
	int failed = __plumb_host_int("clock_gettime");
	if (failed) {
		__plumb_errno = 22;
		return 0;
	}
	t->seconds = __plumb_running() ? __plumb_host_long("next") : __plumb_any_long("seconds");
	t->nanoseconds = __plumb_running() ? __plumb_host_long("next") : __plumb_any_long("nanoseconds");
	__plumb_assume(t->nanoseconds >= 0 && t->nanoseconds < 1000000000);
	return 1;
}

int clock_gettime(int number, struct timespec *t)
{
	return read_clock(number, t) ? 0 : -1;
}

int clock_getres(int number, struct timespec *t)
{
	(void)number;
	if (t) {
		t->seconds = 0;
		t->nanoseconds = 1;
	}
	return 0;
}

int timespec_get(struct timespec *t, int base)
{
	return base == 1 && read_clock(0, t) ? 1 : 0;
}

int gettimeofday(struct timeval *t, void *zone)
{
	struct timespec now = { 0, 0 };
	(void)zone;
	read_clock(0, &now);
	if (t) {
		t->seconds = now.seconds;
		t->microseconds = now.nanoseconds / 1000;
	}
	return 0;
}

/* ---- calendar ---- */

static int between(int low, int high)
{
	int n = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("calendar");
	__plumb_assume(n >= low && n <= high);
	return n;
}

static void read_fields(struct tm *t)
{
	t->tm_sec = between(0, 60);
	t->tm_min = between(0, 59);
	t->tm_hour = between(0, 23);
	t->tm_mday = between(1, 31);
	t->tm_mon = between(0, 11);
	t->tm_year = between(INT_MIN, INT_MAX);
	t->tm_wday = between(0, 6);
	t->tm_yday = between(0, 365);
	t->tm_isdst = between(-1, 1);
	t->tm_gmtoff = __plumb_running() ? __plumb_host_long("next") : __plumb_any_long("offset");
	size_t i = 0;
	for (int c = 1; __plumb_running() && c && i < sizeof zone_name - 1; i++)
		zone_name[i] = c = __plumb_host_int("byte");
	t->tm_zone = zone_name;
}

static struct tm *made(int exists, struct tm *t)
{
	if (!exists) {
		__plumb_errno = 75;
		return NULL;
	}
	read_fields(t);
	return t;
}

struct tm *localtime_r(const long *at, struct tm *t)
{
	__plumb_argument(*at);
	return made(__plumb_host_int("localtime"), t);
}

struct tm *gmtime_r(const long *at, struct tm *t)
{
	__plumb_argument(*at);
	return made(__plumb_host_int("gmtime"), t);
}

/* localtime() and gmtime() share their object (7.27.3p1). */
static struct tm broken_down;

struct tm *localtime(const long *at)
{
	return localtime_r(at, &broken_down);
}

struct tm *gmtime(const long *at)
{
	return gmtime_r(at, &broken_down);
}

static void hand_over(const struct tm *t)
{
	__plumb_argument(t->tm_sec);
	__plumb_argument(t->tm_min);
	__plumb_argument(t->tm_hour);
	__plumb_argument(t->tm_mday);
	__plumb_argument(t->tm_mon);
	__plumb_argument(t->tm_year);
	__plumb_argument(t->tm_wday);
	__plumb_argument(t->tm_yday);
	__plumb_argument(t->tm_isdst);
}

long mktime(struct tm *t)
{
	hand_over(t);
	long at = __plumb_host_long("mktime");
	if (at != -1)
		read_fields(t);
	return at;
}

long timegm(struct tm *t)
{
	__plumb_readable(t, sizeof *t);
	long at = __plumb_any_long("timegm");
	if (at != -1)
		read_fields(t);
	return at;
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t)
{
	for (size_t i = 0; format[i]; i++)
		__plumb_character(format[i]);
	hand_over(t);
	int n = __plumb_host_int("strftime");
	if (n < 0 || (size_t)n >= size) {
		__plumb_writable(to, size);
		__plumb_forget(to, size);
		return 0;
	}
	__plumb_writable(to, (size_t)n + 1);
	if (__plumb_running())
		for (int i = 0; i < n; i++)
			to[i] = __plumb_host_int("byte");
	else
		__plumb_forget(to, n);
	to[n] = 0;
	return n;
}

static char text[32];

/* "Sun Sep 16 01:03:52 1973\n" and its 0: 26 characters (7.27.3.1). */
char *asctime_r(const struct tm *t, char *to)
{
	strftime(to, 26, "%a %b %e %H:%M:%S %Y\n", t);
	to[24] = '\n';
	to[25] = 0;
	return to;
}

char *asctime(const struct tm *t)
{
	return asctime_r(t, text);
}

char *ctime(const long *at)
{
	struct tm t;
	return localtime_r(at, &t) ? asctime_r(&t, text) : NULL;
}

char *ctime_r(const long *at, char *to)
{
	struct tm t;
	return localtime_r(at, &t) ? asctime_r(&t, to) : NULL;
}

/* ---- waiting ---- */

/* A signal may end it early: how much is left. */
unsigned sleep(unsigned seconds)
{
	__plumb_argument(seconds * 1000000ULL);
	unsigned left = __plumb_host_int("sleep");
	__plumb_assume(left <= seconds);
	return left;
}

int usleep(unsigned microseconds)
{
	__plumb_argument((unsigned long long)microseconds);
	int interrupted = __plumb_host_int("sleep") != 0;
	return interrupted ? -1 : 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
	__plumb_argument(wanted->seconds * 1000000ULL + wanted->nanoseconds / 1000);
	int interrupted = __plumb_host_int("sleep") != 0;
	if (!interrupted)
		return 0;
	__plumb_errno = 4;
	if (left) {
		left->seconds = __plumb_any_long("seconds");
		left->nanoseconds = __plumb_any_long("nanoseconds");
	}
	return -1;
}
