#define _GNU_SOURCE
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "large_pages.h"
#include "memory.h"
#include "message.h"
#include "status.h"
#include "tool.h"
#include "tree.h"

static const char NO_MEMORY[] = "memory";
enum { STATUS_NO_MEMORY = TOOL_NO_MEMORY, Z3_EXIT_MEMORY = 101, LOOK_MS = 100 };

struct child {
	pid_t pid; /* 0: ended */
	int report;
	struct mailbox mail;
	int status;
	bool stopped; /* it did not end by itself */
};

/* All that happens in one call of supervise. */
struct watch {
	const struct supervision *s;
	struct child *children;
	int signals;     /* a signalfd, or -1 */
	sigset_t caught; /* by it */
	size_t won;      /* the conclusive child, or s->count */
	const char *why; /* the children were stopped; NULL: they were not */
	uint64_t told;   /* rank of the last draft that was passed on */
};

/* --- a child --- */

static void child_out_of_memory(void)
{
	_exit(STATUS_NO_MEMORY);
}

/* A signal to all of us is for the process that watches. */
static void leave_signals(const sigset_t *caught)
{
	for (int number = 1; number < 32; number++)
		if (sigismember(caught, number))
			signal(number, SIG_IGN);
	sigprocmask(SIG_UNBLOCK, caught, NULL);
}

static void child_main(const struct watch *w, size_t index, int report, pid_t parent)
{
	const struct supervision *s = w->s;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(STATUS_SYSTEM);
	leave_signals(&w->caught);
	memory_on_failure(child_out_of_memory);
	struct rlimit none = { 0, 0 }, space = { (rlim_t)s->memory_mb << 20, (rlim_t)s->memory_mb << 20 };
	setrlimit(RLIMIT_CORE, &none);
	if (s->memory_mb)
		setrlimit(RLIMIT_AS, &space);
	memory_watch_stack();
	large_pages_prefer();
	_exit(s->work(s->context, index, report));
}

static bool child_start(const struct watch *w, size_t index)
{
	struct child *c = &w->children[index];
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	c->report = ends[0];
	pid_t parent = getpid();
	c->pid = fork();
	if (c->pid == 0)
		child_main(w, index, ends[1], parent);
	close(ends[1]);
	if (c->pid < 0) {
		c->pid = 0;
		close(ends[0]);
		return false;
	}
	return true;
}

/* Takes what the child has written; true when it has closed its end. */
static bool child_read(struct child *c, bool *news)
{
	char buffer[1 << 16];
	ssize_t n = read(c->report, buffer, sizeof buffer);
	*news = false;
	if (n < 0)
		return errno != EINTR && errno != EAGAIN;
	*news = mailbox_take(&c->mail, buffer, (size_t)n);
	return n == 0;
}

static void child_wait(struct child *c)
{
	while (waitpid(c->pid, &c->status, 0) < 0 && errno == EINTR)
		;
	close(c->report);
	c->pid = 0;
}

/* What it had sent before is read. */
static void child_stop(struct child *c)
{
	bool news;
	if (!c->pid)
		return;
	c->stopped = true;
	kill(c->pid, SIGKILL);
	fcntl(c->report, F_SETFL, O_NONBLOCK);
	for (errno = 0; !child_read(c, &news) && errno != EAGAIN; errno = 0)
		;
	child_wait(c);
}

/* Did it end with a status that it chose? Z3 ends the process with one of its own when it has no memory. */
static bool ended_well(const struct child *c)
{
	if (c->stopped || !WIFEXITED(c->status))
		return false;
	int status = WEXITSTATUS(c->status);
	return status <= STATUS_SYSTEM || status == STATUS_UNSAFE || status == STATUS_UNKNOWN;
}

static bool is_conclusive(const struct watch *w, const struct child *c)
{
	return !c->pid && ended_well(c) && w->s->conclusive(WEXITSTATUS(c->status));
}

/* --- watching them --- */

/* Signals are taken one by one from a descriptor, but for those that were ignored when we began. */
static void catch_signals(struct watch *w)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction before;
	w->signals = -1;
	sigemptyset(&w->caught);
	if (!w->s->interruptible)
		return;
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaddset(&w->caught, ending[i]);
	sigprocmask(SIG_BLOCK, &w->caught, NULL);
	w->signals = signalfd(-1, &w->caught, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* From here on a signal ends us at once. */
static void release_signals(struct watch *w)
{
	struct signalfd_siginfo taken;
	if (w->signals < 0)
		return;
	while (read(w->signals, &taken, sizeof taken) > 0)
		;
	close(w->signals);
	sigprocmask(SIG_UNBLOCK, &w->caught, NULL);
}

/* Milliseconds to wait for news. */
static int patience(const struct watch *w, double end)
{
	double left = end > 0 ? fmax((end - clock_now()) * 1000 + 1, 0) : INFINITY;
	if (w->s->memory_mb)
		left = fmin(left, LOOK_MS);
	if (w->s->tick)
		left = fmin(left, w->s->tick_seconds * 1000);
	return isinf(left) ? -1 : left > 3600000 ? 3600000 : (int)left;
}

static void pass_on(struct watch *w, const struct child *c)
{
	const struct message *m = &c->mail.last;
	if (w->s->drafts < 0 || m->final || m->rank < w->told)
		return;
	w->told = m->rank;
	message_send(w->s->drafts, m, c->mail.bytes);
}

static void hear(struct watch *w, size_t index)
{
	struct child *c = &w->children[index];
	bool news, closed = child_read(c, &news);
	if (news)
		pass_on(w, c);
	if (!closed)
		return;
	child_wait(c);
	if (w->won == w->s->count && is_conclusive(w, c))
		w->won = index;
}

/* The children's pipes, and the signals; how many children are alive. */
static size_t listen_to(const struct watch *w, struct pollfd *fds)
{
	size_t alive = 0;
	for (size_t i = 0; i < w->s->count; i++) {
		fds[i] = (struct pollfd){ w->children[i].pid ? w->children[i].report : -1, POLLIN, 0 };
		alive += w->children[i].pid != 0;
	}
	fds[w->s->count] = (struct pollfd){ w->signals, POLLIN, 0 };
	return alive;
}

/* Why not to wait any longer, or NULL. */
static const char *reason_to_stop(const struct watch *w, const struct pollfd *signals, double end)
{
	if (signals->revents)
		return REASON_INTERRUPTED;
	if (end > 0 && clock_now() >= end)
		return REASON_TIME;
	return w->s->memory_mb && tree_exceeds((uint64_t)w->s->memory_mb << 20) ? NO_MEMORY : NULL;
}

/* Until one is conclusive, all have ended, or there is a reason to stop. */
static void watch(struct watch *w, double end)
{
	size_t count = w->s->count;
	struct pollfd *fds = memory_alloc((count + 1) * sizeof *fds);
	while (!w->why && w->won == count && listen_to(w, fds)) {
		if (poll(fds, count + 1, patience(w, end)) < 0 && errno != EINTR)
			break;
		for (size_t i = 0; i < count; i++)
			if (w->children[i].pid && fds[i].revents)
				hear(w, i);
		if (w->won == count)
			w->why = reason_to_stop(w, &fds[count], end);
		if (w->s->tick)
			w->s->tick(w->s->context);
	}
	memory_free(fds);
}

/* --- the result --- */

/* Where memory is limited anything may follow when a library gives up. */
static bool is_lack_of_memory(const struct watch *w, int status)
{
	bool said =
		WIFEXITED(status) && (WEXITSTATUS(status) == STATUS_NO_MEMORY || WEXITSTATUS(status) == Z3_EXIT_MEMORY);
	return said || memory_is_tight((uint64_t)w->s->memory_mb << 20);
}

static const char *why_not(const struct watch *w, const struct child *c)
{
	if (c->stopped)
		return w->why ? w->why : "the system gives no process";
	if (WIFSIGNALED(c->status) && WTERMSIG(c->status) == SIGXCPU)
		return REASON_TIME;
	if (is_lack_of_memory(w, c->status))
		return NO_MEMORY;
	if (WIFSIGNALED(c->status) && (WTERMSIG(c->status) == SIGABRT || WTERMSIG(c->status) == SIGKILL))
		return "memory, or the solver broke down";
	return "an engine broke down: please report this input";
}

static size_t best_child(const struct watch *w)
{
	size_t count = w->s->count, best = w->won;
	for (size_t i = 0; best == count && i < count; i++)
		if (ended_well(&w->children[i]))
			best = i;
	/* All were killed: the one that knew most. */
	size_t most = 0;
	for (size_t i = 1; i < count; i++)
		if (w->children[i].mail.bytes && w->children[i].mail.last.rank > w->children[most].mail.last.rank)
			most = i;
	return best < count ? best : most;
}

static struct work_result result_of(const struct watch *w)
{
	const struct child *c = &w->children[best_child(w)];
	struct work_result result = { .ended = ended_well(c) };
	bool has_report = c->mail.bytes && (!result.ended || c->mail.last.final);
	result.reason = result.ended ? NULL : why_not(w, c);
	result.interrupted = w->why && !strcmp(w->why, REASON_INTERRUPTED);
	result.out_of_time = has_report && c->mail.last.out_of_time;
	result.out_of_memory = result.reason == NO_MEMORY || (has_report && c->mail.last.out_of_memory);
	result.status = STATUS_UNKNOWN;
	if (has_report)
		result.report = mailbox_report(&c->mail, result.reason, &result.length, &result.status);
	if (result.ended)
		result.status = WEXITSTATUS(c->status);
	return result;
}

struct work_result supervise(const struct supervision *s)
{
	struct watch w = { .s = s, .children = memory_alloc(s->count * sizeof *w.children), .won = s->count };
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	catch_signals(&w);
	for (size_t i = 0; i < s->count; i++)
		if (!child_start(&w, i))
			w.children[i].stopped = true;
	watch(&w, s->deadline > 0 ? s->deadline + s->grace : 0);
	for (size_t i = 0; i < s->count; i++)
		child_stop(&w.children[i]);
	tree_end();
	release_signals(&w);
	struct work_result result = result_of(&w);
	for (size_t i = 0; i < s->count; i++)
		mailbox_free(&w.children[i].mail);
	memory_free(w.children);
	return result;
}
