#include "watch.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "solver.h"

enum { LOOK_MS = 20, AGAIN_MS = 5 };

bool watch_init(struct watch *w)
{
	w->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return w->wake >= 0;
}

void watch_release(struct watch *w)
{
	if (w->wake >= 0)
		close(w->wake);
	w->wake = -1;
}

void watch_wake(struct watch *w)
{
	int error = errno;
	uint64_t one = 1;
	if (write(w->wake, &one, sizeof one) < 0) {
		/* the counter is full: it is awake */
	}
	errno = error;
}

static enum watch_cause look(const struct watch *w)
{
	if (atomic_load(w->interrupted))
		return WATCH_INTERRUPT;
	if (w->deadline != SOLVER_NO_DEADLINE && clock_now() >= w->deadline)
		return WATCH_DEADLINE;
	if (w->memory_limit && w->memory() > w->memory_limit)
		return WATCH_MEMORY;
	return WATCH_NONE;
}

/* Milliseconds until there may be something new. */
static int patience(const struct watch *w)
{
	if (atomic_load(&w->cause))
		return AGAIN_MS;
	double limit = w->memory_limit ? LOOK_MS : INFINITY;
	if (w->deadline != SOLVER_NO_DEADLINE)
		limit = fmin(limit, fmax(ceil((w->deadline - clock_now()) * 1000), 0));
	return isinf(limit) ? -1 : limit > 1e9 ? 1000000000 : (int)limit;
}

static void *run(void *context)
{
	struct watch *w = context;
	while (!atomic_load(&w->done)) {
		bool stopped = atomic_load(&w->cause);
		struct pollfd fds[] = { { .fd = w->wake, .events = POLLIN },
					{ .fd = stopped ? -1 : w->rival, .events = POLLIN } };
		uint64_t count;
		int ready = poll(fds, 2, patience(w));
		if (ready > 0 && fds[0].revents && read(w->wake, &count, sizeof count) < 0)
			continue;
		if (!stopped)
			atomic_store(&w->cause, (int)look(w));
		if (!atomic_load(&w->cause) && ready > 0 && fds[1].revents)
			atomic_store(&w->cause, WATCH_RIVAL);
		/* A request to stop may come before the solver listens: ask until it has ended. */
		if (atomic_load(&w->cause) && !atomic_load(&w->done))
			w->stop(w->context);
	}
	return NULL;
}

bool watch_begin(struct watch *w)
{
	sigset_t all, before;
	pthread_attr_t attributes;
	atomic_store(&w->cause, WATCH_NONE);
	atomic_store(&w->done, false);
	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 256 << 10);
	/* Signals are the other threads' business. */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int error = pthread_create(&w->thread, &attributes, run, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return error == 0;
}

enum watch_cause watch_end(struct watch *w)
{
	atomic_store(&w->done, true);
	watch_wake(w);
	pthread_join(w->thread, NULL);
	return (enum watch_cause)atomic_load(&w->cause);
}
