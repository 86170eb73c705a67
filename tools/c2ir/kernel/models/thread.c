/* Threads: all that one does happens at some later time at once. */

struct plumb_thread_start {
	int (*run)(void *);
	void *data;
};

static struct plumb_thread_start plumb_thread_made;

static struct plumb_thread_start plumb_thread_ready;

/* Has a completion been waited for? */
static _Bool plumb_waited;

LATER void plumb_thread(void)
{
	int (*run)(void *) = plumb_thread_ready.run;
	if (!run)
		return;
	plumb_thread_ready.run = 0;
	run(plumb_thread_ready.data);
	plumb_returned();
}
END void plumb_thread_left(void)
{
	if (plumb_thread_ready.run && plumb_waited)
		__plumb_ledger("what waits for a completion has waited for the thread, too (--kernel)");
	__plumb_require(!plumb_thread_ready.run || plumb_waited, "uaf",
			"a thread has not ended when the module is gone");
}

MODEL struct task_struct *kthread_create_on_node(int (*run)(void *), void *data, int node, const char *name, ...)
{
	(void)plumb_thread;
	if (plumb_fails())
		return plumb_error_pointer();
	plumb_thread_made.run = run;
	plumb_thread_made.data = data;
	return (struct task_struct *)plumb_thing;
}

MODEL int wake_up_process(struct task_struct *task)
{
	if (plumb_thread_made.run) {
		plumb_thread_ready = plumb_thread_made;
		plumb_thread_made.run = 0;
	}
	return __plumb_any_bool("it slept");
}

MODEL int kthread_stop(struct task_struct *task)
{
	plumb_thread_made.run = plumb_thread_ready.run = 0;
	return __plumb_any_int("result");
}

MODEL bool kthread_should_stop(void)
{
	return __plumb_any_bool("stop");
}
