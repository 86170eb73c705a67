#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "board.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clock.h"
#include "visible.h"

enum line_user { LINE_FREE, LINE_WATCHER, LINE_WORKER };
enum { MOST_COLUMNS = 200, MOST_PATH = 600 };
static const char CLEAR[] = "\r\033[K";

static size_t size_of(size_t lanes)
{
	return sizeof(struct board) + lanes * sizeof(struct profile *);
}

struct board *board_new(size_t lanes)
{
	struct board *b = mmap(NULL, size_of(lanes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (b == MAP_FAILED)
		return NULL;
	b->lanes = lanes;
	for (size_t i = 0; i < lanes; i++)
		b->lane[i] = profile_new();
	return b;
}

void board_free(struct board *b)
{
	if (!b)
		return;
	for (size_t i = 0; i < b->lanes; i++)
		profile_free(b->lane[i]);
	munmap(b, size_of(b->lanes));
}

/* --- workers --- */

struct profile *board_lane(const struct board *b, size_t lane)
{
	return b && lane < b->lanes ? b->lane[lane] : NULL;
}

void board_count(struct board *b, uint64_t proved, uint64_t found, uint64_t open)
{
	if (!b)
		return;
	atomic_store(&b->proved, proved);
	atomic_store(&b->found, found);
	atomic_store(&b->open, open);
	atomic_store(&b->counted, true);
}

void board_show(struct board *b)
{
	if (b)
		atomic_store(&b->shown, true);
}

/* A write takes microseconds, so whoever waits need not sleep. */
static bool become_user(struct board *b, enum line_user user)
{
	int nobody = LINE_FREE;
	while (!atomic_compare_exchange_weak(&b->line_user, &nobody, user)) {
		if (nobody == LINE_WORKER)
			return false;
		nobody = LINE_FREE;
	}
	return true;
}

static void write_line(const char *text, size_t length)
{
	if (write(2, text, length) < 0) {
		/* a terminal that has gone: nobody reads the line */
	}
}

void board_take_terminal(struct board *b)
{
	if (b && atomic_load(&b->shown) && become_user(b, LINE_WORKER) && isatty(2) == 1)
		write_line(CLEAR, sizeof CLEAR - 1);
}

/* --- who watches --- */

/* That of the first worker which does anything. */
static const struct profile *busy_lane(const struct board *b)
{
	for (size_t i = b->lanes; i-- > 1;)
		if (profile_present(b->lane[i]))
			return b->lane[i];
	return b->lane[0];
}

static unsigned columns(void)
{
	struct winsize size;
	unsigned wide = ioctl(2, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
	return wide < MOST_COLUMNS ? wide : MOST_COLUMNS;
}

/* One column is left, so that no terminal begins a new line. What does not fit is missing in the middle. */
static void write_status(struct output *out, const struct board *b, double begin)
{
	char counts[120] = "", path[MOST_PATH], head[32];
	unsigned wide = columns() - 1;
	if (atomic_load(&b->counted))
		snprintf(counts, sizeof counts, "  %llu proved, %llu found, %llu open",
			 (unsigned long long)atomic_load(&b->proved), (unsigned long long)atomic_load(&b->found),
			 (unsigned long long)atomic_load(&b->open));
	snprintf(head, sizeof head, "%.0f s  ", clock_now() - begin);
	profile_where(busy_lane(b), 3, path, sizeof path);
	size_t fixed = strlen(head) + strlen(counts);
	if (fixed < wide) {
		output_string(out, head);
		visible_write(out, path, wide - fixed);
		output_string(out, counts);
	}
}

void board_write_line(struct board *b, double begin)
{
	if (!b || !atomic_load(&b->shown) || !become_user(b, LINE_WATCHER))
		return;
	struct output *out = output_memory();
	size_t length;
	output_string(out, CLEAR);
	write_status(out, b, begin);
	const char *text = output_text(out, &length);
	write_line(text, length);
	output_abandon(out);
	atomic_store(&b->line_user, LINE_FREE);
}

void board_clear_line(struct board *b)
{
	if (b && atomic_load(&b->shown) && atomic_load(&b->line_user) != LINE_WORKER)
		write_line(CLEAR, sizeof CLEAR - 1);
}

static void write_most(struct output *out, const char *begin, const struct profile_most *m)
{
	if (!*m->path)
		return;
	output_format(out, "%s (%.1f s) in ", begin, m->seconds);
	visible_write(out, m->path, SIZE_MAX);
	if (2 * m->longest > m->seconds && m->seconds - m->longest > 0.1)
		output_format(out, " (the longest time %.1f s)", m->longest);
}

/* Of those that worked side by side, the one with most of it. */
static void most_of_all(const struct board *b, struct profile_most *half, struct profile_most *within)
{
	profile_most(b->lane[0], half, within);
	for (size_t i = 1; i < b->lanes; i++) {
		struct profile_most other, inner;
		profile_most(b->lane[i], &other, &inner);
		if (i == 1 || other.seconds > half->seconds) {
			*half = other;
			*within = inner;
		}
	}
}

void board_tell_time(const struct board *b, double seconds, struct output *out)
{
	struct profile_most half, within;
	most_of_all(b, &half, &within);
	output_format(out, "time: %.1f s", seconds);
	write_most(out, ", most of it", &half);
	write_most(out, *half.path ? ", there most of all" : ", most of all", &within);
	output_string(out, "\n");
}

void board_write_profile(const struct board *b, struct output *out)
{
	for (size_t i = 0; b && i < b->lanes; i++)
		profile_write(b->lane[i], out);
}

void board_each(const struct board *b, void (*visit)(void *context, const char *path, double seconds), void *context)
{
	for (size_t i = 0; b && i < b->lanes; i++)
		profile_each(b->lane[i], 2, visit, context);
}
