/* Programs under a keeper: how they end, and that nothing of them stays. */
#include "kept.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tap.h"

struct script {
	const char *shell, *text;
	int *prepared, *cleaned; /* in memory that is shared with the keeper */
};

static void execute(void *context)
{
	const struct script *s = context;
	execl(s->shell, "sh", "-c", s->text, (char *)NULL);
}

static void prepare(void *context)
{
	++*((const struct script *)context)->prepared;
}

static void clean(void *context)
{
	++*((const struct script *)context)->cleaned;
}

static pid_t start(struct script *s)
{
	return kept_start(&(struct kept_program){ .execute = execute, .context = s, .apart = true });
}

static int status_of(pid_t pid)
{
	int status = -1;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static void ends(void)
{
	int status = status_of(start(&(struct script){ .shell = "/bin/sh", .text = "exit 3" }));
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 3, "the program's exit status");
	status = status_of(start(&(struct script){ .shell = "/bin/sh", .text = "kill -USR1 $$" }));
	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1, "the signal that it died of");
	status = status_of(start(&(struct script){ .shell = "/bin/sh", .text = "sleep 1000 & kill -KILL $$" }));
	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "with a child that would go on");
	errno = 0;
	is_int(start(&(struct script){ .shell = "/no/such/shell" }), 0, "what can't be executed");
	is_int(errno, ENOENT, "why");
}

/* Does nobody hold the other end of the pipe any more: is all that could gone? */
static bool closes_soon(int fd)
{
	struct timespec moment = { .tv_nsec = 10000000 };
	char byte;
	fcntl(fd, F_SETFL, O_NONBLOCK);
	for (int i = 0; i < 300; i++) {
		if (read(fd, &byte, 1) == 0)
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}

/* Processes of every kind hold the pipe's end as descriptor 9. */
static const char family[] =
	"sleep 1000 & (sleep 1000 &) ; setsid sleep 1000 & sh -c 'sleep 1000; true' & echo x >&9; wait";

static bool begin_family(int ends[2], pid_t *keeper)
{
	char byte;
	struct script s = { .shell = "/bin/sh", .text = family };
	if (pipe(ends) != 0 || dup2(ends[1], 9) != 9)
		return false;
	close(ends[1]);
	*keeper = start(&s);
	close(9);
	return *keeper > 0 && read(ends[0], &byte, 1) == 1;
}

static void ended(void)
{
	int ends[2];
	pid_t keeper = 0;
	ok(begin_family(ends, &keeper), "a program with children of every kind");
	kept_end(keeper);
	ok(closes_soon(ends[0]), "all are gone with it");
	close(ends[0]);
}

/* Another process starts the program, and is killed. */
static void killed(void)
{
	int ends[2], ready[2];
	pid_t keeper, parent;
	char byte;
	if (pipe(ends) != 0 || pipe(ready) != 0)
		return;
	parent = fork();
	if (parent == 0) {
		int own[2];
		dup2(ends[1], 8); /* held by all as well */
		close(ends[1]);
		bool began = begin_family(own, &keeper);
		if (write(ready[1], began ? "y" : "n", 1) == 1)
			pause();
		_exit(0);
	}
	close(ends[1]);
	ok(read(ready[0], &byte, 1) == 1 && byte == 'y', "a program of a process that will be killed");
	kill(parent, SIGKILL);
	status_of(parent);
	ok(closes_soon(ends[0]), "all are gone with that");
	close(ends[0]);
}

static void keeps_files(void)
{
	int *counts = mmap(NULL, 2 * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct script s = { "/bin/sh", "sleep 1000", counts, counts + 1 };
	struct kept_program p = { .execute = execute, .prepare = prepare, .clean = clean, .context = &s };
	pid_t keeper = kept_start(&p);
	ok(keeper && counts[0] == 1 && !counts[1], "files are made before the program starts");
	kept_end(keeper);
	ok(counts[0] == 1 && counts[1] == 1, "and removed after its end");
	s.text = "true";
	status_of(kept_start(&p));
	ok(counts[0] == 2 && counts[1] == 2, "also when it ends by itself");
	s.shell = "/no/such/shell";
	is_int(kept_start(&p), 0, "what can't be executed");
	ok(counts[0] == 3 && counts[1] == 3, "leaves none either");
	munmap(counts, 2 * sizeof *counts);
}

int main(void)
{
	ends();
	ended();
	killed();
	keeps_files();
	return done_testing();
}
