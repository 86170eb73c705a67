/* <time.h> and <sys/time.h> (C11 7.27): clocks show any time; calendar times are the host's, or any that is one. */
#include "posix.h"

enum { E_INTR = 4, E_OVERFLOW = 75 };

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

static char zone_name[16] = "GMT", summer_name[16] = "GMT";
char *tzname[2] = { zone_name, summer_name };
long timezone;
int daylight;

static char *any_name(char *name)
{
	__plumb_forget(name, 15);
	__plumb_assume(name[0] != 0);
	return name;
}

/* As the environment says, which the program may change: once for each state of it. Zones are up to a week from UTC. */
_Bool __plumb_zone_is_known;
_Bool __plumb_zone_is_set;

void tzset(void)
{
	if (__plumb_running() || __plumb_zone_is_known)
		return;
	__plumb_zone_is_known = 1;
	if (__plumb_zone_is_set)
		__plumb_deviates("the time zone that the program sets");
	timezone = __plumb_any_long("timezone");
	__plumb_assume(timezone > -7 * 86400L && timezone < 7 * 86400L);
	daylight = __plumb_any_bool("daylight");
	tzname[0] = any_name(zone_name);
	tzname[1] = any_name(summer_name);
}

long time(long *at)
{
	long now = __plumb_host_long("time");
	if (at)
		*at = now;
	return now;
}

/* Processor time does not go back; where long has 32 bits it soon overflows. */
long clock(void)
{
	static long before;
	long now = __plumb_host_long("clock");
	if (!__plumb_running() && now != -1 && sizeof now > 4) {
		__plumb_assume(now >= before);
		before = now;
	}
	return now;
}

double difftime(long a, long b)
{
	/* the double that is nearest to the difference: as a number of its own it does not overflow */
	return a < b ? -(double)((unsigned long)b - (unsigned long)a) : (double)((unsigned long)a - (unsigned long)b);
}

/* CLOCK_MONOTONIC, ..._RAW, ..._COARSE, CLOCK_BOOTTIME never go back. */
static _Bool is_monotonic(int number)
{
	return number == 1 || number == 4 || number == 6 || number == 7;
}

/* Each goes on for itself. */
static void go_on(int number, const struct timespec *now)
{
	static struct timespec last[8];
	struct timespec *before = &last[number];
	__plumb_assume(now->seconds >= before->seconds);
	__plumb_assume(now->seconds > before->seconds || now->nanoseconds >= before->nanoseconds);
	*before = *now;
}

/* Reads a clock; true if there is one of that number. */
static _Bool read_clock(int number, struct timespec *t)
{
	__plumb_argument(number);
	int failed = __plumb_host_int("clock_gettime");
	if (failed) {
		if (__plumb_running())
			__plumb_errno = E_INVAL;
		else
			__plumb_fail();
		return 0;
	}
	t->seconds = __plumb_running() ? __plumb_host_long("next") : __plumb_any_long("seconds");
	t->nanoseconds = __plumb_running() ? __plumb_host_long("next") : __plumb_any_long("nanoseconds");
	__plumb_assume(t->nanoseconds >= 0 && t->nanoseconds < 1000000000);
	if (!__plumb_running() && is_monotonic(number))
		go_on(number, t);
	return 1;
}

int clock_gettime(int number, struct timespec *t)
{
	return read_clock(number, t) ? 0 : -1;
}

int clock_getres(int number, struct timespec *t)
{
	struct timespec tick = { 0, 1 };
	if (!__plumb_running()) {
		if (__plumb_any_bool("there is no such clock")) {
			__plumb_fail();
			return -1;
		}
		tick.seconds = __plumb_any_long("seconds");
		tick.nanoseconds = __plumb_any_long("nanoseconds");
		__plumb_assume(tick.seconds >= 0 && tick.nanoseconds >= 0 && tick.nanoseconds < 1000000000);
	}
	if (t)
		*t = tick;
	return 0;
}

int timespec_get(struct timespec *t, int base)
{
	return base == 1 && read_clock(0, t) ? 1 : 0;
}

int gettimeofday(struct timeval *t, void *zone)
{
	struct timespec now = { 0, 0 };
	if (zone) /* glibc's is not the zone */
		__builtin_memset(zone, 0, 2 * sizeof(int));
	read_clock(0, &now);
	if (t) {
		t->seconds = now.seconds;
		t->microseconds = now.nanoseconds / 1000;
	}
	return 0;
}

/* ---- calendar ----
 * In verification the fields of a time, and the time of fields, are approximations: what is computed is not kept. */

static int between(int low, int high)
{
	int n = __plumb_running() ? __plumb_host_int("next") : __plumb_approximate_int("calendar");
	__plumb_assume_right(n >= low && n <= high);
	return n;
}

static void read_fields(struct tm *t, _Bool utc)
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
	t->tm_gmtoff = __plumb_running() ? __plumb_host_long("next")
		       : utc             ? 0
					 : (long)__plumb_approximate_size("calendar");
	size_t i = 0;
	for (int c = 1; __plumb_running() && c && i < sizeof zone_name - 1; i++)
		zone_name[i] = c = __plumb_host_int("byte");
	if (utc)
		__plumb_ledger("gmtime: tm_zone is \"GMT\", as with glibc");
	t->tm_zone = __plumb_running() ? zone_name : utc ? "GMT" : tzname[t->tm_isdst > 0];
}

static struct tm *made(int exists, struct tm *t, _Bool utc)
{
	if (!exists) {
		__plumb_errno = E_OVERFLOW;
		return NULL;
	}
	read_fields(t, utc);
	return t;
}

/* In verification: is the year an int? Of times that are near the ends of that or beyond, it depends. */
static int has_year(long long at)
{
	return (at > -67000000000000000LL && at < 67000000000000000LL) || __plumb_approximate_int("calendar");
}

struct tm *localtime_r(const long *at, struct tm *t)
{
	__plumb_argument(*at);
	tzset();
	return made(__plumb_running() ? __plumb_host_int("localtime") : has_year(*at), t, 0);
}

struct tm *gmtime_r(const long *at, struct tm *t)
{
	__plumb_argument(*at);
	return made(__plumb_running() ? __plumb_host_int("gmtime") : has_year(*at), t, 1);
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
	tzset();
	long at = __plumb_running() ? __plumb_host_long("mktime") : (long)__plumb_approximate_size("mktime");
	if (at == -1 && !__plumb_running() && __plumb_any_bool("there is no such time"))
		__plumb_fail();
	else if (at != -1 || !__plumb_running())
		read_fields(t, 0);
	return at;
}

/* Rounded down. */
static long quotient(long a, long b)
{
	return a / b - (a % b < 0);
}

/* From 1970 to the first day of a month, counted from January of year 0 (Gregorian, also before it was). Years begin in March here, so
 * that what February has matters to none of the months behind it. */
static long days_before(long month)
{
	long shifted = month - 2, year = quotient(shifted, 12), from_march = shifted - year * 12;
	long leap = quotient(year, 4) - quotient(year, 100) + quotient(year, 400);
	return year * 365 + leap + (153 * from_march + 2) / 5 - 719468;
}

/* As mktime(), of UTC. */
long timegm(struct tm *t)
{
	__plumb_readable(t, sizeof *t);
	if (!__plumb_running()) {
		long at = (long)__plumb_approximate_size("timegm");
		if (at != -1)
			read_fields(t, 1);
		return at;
	}
	long days = days_before((t->tm_year + 1900L) * 12 + t->tm_mon) + t->tm_mday - 1;
	long at = ((days * 24 + t->tm_hour) * 60 + t->tm_min) * 60 + t->tm_sec;
	return gmtime_r(&at, t) ? at : -1;
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t)
{
	for (size_t i = 0; format[i]; i++)
		__plumb_character(format[i]);
	hand_over(t);
	int n = __plumb_running() ? __plumb_host_int("strftime") : __plumb_approximate_int("strftime");
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

enum { ORDINARY = 25, LONGEST = 115 }; /* glibc's array has room for any fields */
static char text[LONGEST];

/* Of other times C says nothing (7.27.3.1p3). */
static _Bool is_ordinary(const struct tm *t)
{
	return t->tm_sec >= 0 && t->tm_sec <= 60 && t->tm_min >= 0 && t->tm_min <= 59 && t->tm_hour >= 0 &&
	       t->tm_hour <= 23 && t->tm_mday >= 1 && t->tm_mday <= 31 && t->tm_year >= 1000 - 1900 &&
	       t->tm_year <= 9999 - 1900;
}

/* "Sun Sep 16 01:03:52 1973\n"; of times that are not ordinary it is shorter or longer, or there is none: as glibc has it. */
static char *write_time(const struct tm *t, char *to, size_t room)
{
	size_t n = 0;
	_Bool exists = 1;
	if (__plumb_running()) {
		n = strftime(to, room, "%a %b %e %H:%M:%S %Y\n", t);
		exists = n > 0;
	} else {
		hand_over(t);
		_Bool ordinary = is_ordinary(t);
		exists = ordinary || __plumb_approximate_int("asctime");
		n = __plumb_approximate_size("asctime");
		__plumb_assume_right(ordinary ? n == ORDINARY : n < room);
		__plumb_writable(to, n + 1);
		__plumb_forget(to, n);
		to[n] = 0;
	}
	if (exists)
		return to;
	__plumb_errno = E_OVERFLOW;
	return NULL;
}

char *asctime_r(const struct tm *t, char *to)
{
	return write_time(t, to, ORDINARY + 1);
}

char *asctime(const struct tm *t)
{
	return write_time(t, text, LONGEST);
}

char *ctime(const long *at)
{
	struct tm t;
	return localtime_r(at, &t) ? asctime(&t) : NULL;
}

char *ctime_r(const long *at, char *to)
{
	struct tm t;
	return localtime_r(at, &t) ? asctime_r(&t, to) : NULL;
}

/* ---- waiting ---- */

/* Only a handler ends it early (POSIX). */
static _Bool may_be_interrupted(void)
{
	return __plumb_running() || __plumb_handles_signals();
}

/* A signal may end it early: how much is left. */
unsigned sleep(unsigned seconds)
{
	__plumb_argument(seconds * 1000000ULL);
	unsigned left = __plumb_host_int("sleep");
	__plumb_assume(left <= seconds && (left == 0 || may_be_interrupted()));
	return left;
}

int usleep(unsigned microseconds)
{
	__plumb_argument((unsigned long long)microseconds);
	int interrupted = may_be_interrupted() && __plumb_host_int("sleep") != 0;
	if (interrupted)
		__plumb_errno = E_INTR;
	return interrupted ? -1 : 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
	if (wanted->seconds < 0 || wanted->nanoseconds < 0 || wanted->nanoseconds >= 1000000000) {
		__plumb_errno = E_INVAL;
		return -1;
	}
	__plumb_argument(wanted->seconds * 1000000ULL + wanted->nanoseconds / 1000);
	int interrupted = may_be_interrupted() && __plumb_host_int("sleep") != 0;
	if (!interrupted)
		return 0;
	__plumb_errno = E_INTR;
	if (left) {
		struct timespec all = *wanted;
		left->seconds = __plumb_any_long("seconds");
		left->nanoseconds = __plumb_any_long("nanoseconds");
		__plumb_assume(left->seconds >= 0 && left->seconds <= all.seconds);
		__plumb_assume(left->nanoseconds >= 0 && left->nanoseconds < 1000000000);
		__plumb_assume(left->seconds < all.seconds || left->nanoseconds <= all.nanoseconds);
	}
	return -1;
}
