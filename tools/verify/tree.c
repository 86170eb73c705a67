#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "vec.h"

struct processes VEC_BODY(pid_t);

enum { TEXT = 4096 };

/* The beginning of a file of /proc, "" if there is none. */
static size_t read_text(const char *path, char text[static TEXT])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? 0 : read(fd, text, TEXT - 1);
	if (fd >= 0)
		close(fd);
	length = length > 0 ? length : 0;
	text[length] = 0;
	return (size_t)length;
}

/* Adds the children of a process, as many as the kernel lists at once. */
static void add_children(struct processes *list, pid_t of)
{
	char path[64], text[TEXT];
	snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)of, (long)of);
	size_t length = read_text(path, text);
	while (length > 0 && text[length - 1] != ' ') /* a number that did not fit is none */
		length--;
	text[length] = 0;
	char *at = text;
	for (long pid = strtol(at, &at, 10); pid > 0; pid = strtol(at, &at, 10))
		vec_push(list, (pid_t)pid);
}

/* --- memory --- */

/* Resident pages that belong to it alone, and those that it may share with its parent since fork. */
static uint64_t resident(pid_t pid)
{
	char path[64], text[TEXT];
	unsigned long long size = 0, pages = 0, shared = 0;
	snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
	read_text(path, text);
	if (sscanf(text, "%llu %llu %llu", &size, &pages, &shared) != 3 || pages < shared)
		return 0;
	return (pages - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The same with its share only of what is shared: exact, but the kernel has to look at every page. */
static uint64_t proportional(pid_t pid)
{
	char path[64], text[TEXT];
	unsigned long long kilobytes = 0;
	snprintf(path, sizeof path, "/proc/%ld/smaps_rollup", (long)pid);
	read_text(path, text);
	const char *anonymous = strstr(text, "Pss_Anon:");
	if (!anonymous || sscanf(anonymous, "Pss_Anon: %llu", &kilobytes) != 1)
		return resident(pid);
	return kilobytes << 10;
}

static uint64_t sum(const struct processes *list, uint64_t (*memory)(pid_t pid))
{
	uint64_t bytes = 0;
	for (size_t i = 0; i < list->count; i++)
		bytes += memory(list->at[i]);
	return bytes;
}

bool tree_exceeds(uint64_t bytes)
{
	struct processes list = { 0 };
	vec_push(&list, getpid());
	for (size_t i = 0; i < list.count; i++)
		add_children(&list, list.at[i]);
	bool exceeds = sum(&list, resident) > bytes && sum(&list, proportional) > bytes;
	vec_free(&list);
	return exceeds;
}

/* --- the end --- */

static bool signal_children(int number)
{
	struct processes list = { 0 };
	bool some = false;
	add_children(&list, getpid());
	for (size_t i = 0; i < list.count; i++)
		some = kill(list.at[i], number) == 0 || some;
	vec_free(&list);
	return some;
}

/* What a process that was killed had started is handed to this one. Keepers (kept.h) end of their own accord, all that they
 * keep, and remove its files: they get a moment for that. */
void tree_end(void)
{
	enum { MOMENTS = 200 };
	const struct timespec moment = { .tv_nsec = 5000000 };
	for (int i = 0; i < MOMENTS && signal_children(SIGTERM); i++)
		if (waitpid(-1, NULL, WNOHANG) == 0)
			nanosleep(&moment, NULL);
	while (signal_children(SIGKILL))
		while (waitpid(-1, NULL, 0) < 0 && errno == EINTR)
			;
}
