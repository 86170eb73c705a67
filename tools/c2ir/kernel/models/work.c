/* Work and tasklets: they run once, while no callback runs, or, of tasklets, while one waits. */

/* Work. Two pending ones at a time; others do not happen. */
static struct work_struct *plumb_works[2];

/* The queues that the driver makes are one. */
static unsigned long plumb_own_queue[8];

/* Is it not there: in another queue, or its delay is not over? A flush of the driver's queue does not wait for it then. */
static _Bool plumb_away[2];

static _Bool plumb_work_queue(struct work_struct *work, const struct workqueue_struct *queue, unsigned long delay)
{
	__plumb_writable(work, sizeof *work);
	if (plumb_works[0] == work || plumb_works[1] == work)
		return 0;
	*(unsigned long *)&work->data |= 1;
	_Bool away = queue != (const void *)plumb_own_queue || (delay && __plumb_any_bool("the delay is not over"));
	if (!plumb_works[0]) {
		plumb_works[0] = work;
		plumb_away[0] = away;
	} else if (!plumb_works[1]) {
		plumb_works[1] = work;
		plumb_away[1] = away;
	}
	return 1;
}

static _Bool plumb_work_cancel(struct work_struct *work)
{
	_Bool pending = plumb_works[0] == work || plumb_works[1] == work;
	__plumb_readable(work, sizeof *work);
	if (plumb_works[0] == work)
		plumb_works[0] = 0;
	if (plumb_works[1] == work)
		plumb_works[1] = 0;
	if (pending)
		*(unsigned long *)&work->data &= ~1ul;
	return pending;
}

LATER void plumb_work(void)
{
	struct work_struct *work = plumb_works[__plumb_any_bool("which")];
	if (!work)
		return;
	plumb_work_cancel(work);
	work->func(work);
	plumb_returned();
}
END void plumb_work_left(void)
{
	__plumb_require(!plumb_works[0] && !plumb_works[1], "uaf", "work is pending when the module is gone");
}

MODEL bool queue_work_on(int cpu, struct workqueue_struct *queue, struct work_struct *work)
{
	(void)plumb_work;
	return plumb_work_queue(work, queue, 0);
}

MODEL bool queue_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work,
				 unsigned long delay)
{
	(void)plumb_work;
	return plumb_work_queue(&work->work, queue, delay);
}

MODEL bool mod_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay)
{
	(void)plumb_work;
	return !plumb_work_queue(&work->work, queue, delay);
}

MODEL bool cancel_work_sync(struct work_struct *work)
{
	return plumb_work_cancel(work);
}

MODEL bool cancel_work(struct work_struct *work)
{
	return plumb_work_cancel(work);
}

MODEL bool cancel_delayed_work_sync(struct delayed_work *work)
{
	return plumb_work_cancel(&work->work);
}

MODEL bool cancel_delayed_work(struct delayed_work *work)
{
	return plumb_work_cancel(&work->work);
}

MODEL bool flush_work(struct work_struct *work)
{
	_Bool pending = plumb_work_cancel(work);
	if (pending)
		work->func(work);
	return pending;
}

MODEL bool flush_delayed_work(struct delayed_work *work)
{
	_Bool pending = plumb_work_cancel(&work->work);
	if (pending)
		work->work.func(&work->work);
	return pending;
}

static void plumb_flush(const struct workqueue_struct *queue)
{
	for (int i = 0; i < 2; i++) {
		struct work_struct *work = plumb_works[i];
		if (!work || (plumb_away[i] && queue == (const void *)plumb_own_queue))
			continue;
		plumb_work_cancel(work);
		work->func(work);
	}
}

MODEL void __flush_workqueue(struct workqueue_struct *queue)
{
	if (queue != (const void *)plumb_own_queue)
		__plumb_ledger("a flush of the system's queue waits for all work (--kernel)");
	plumb_flush(queue);
}

MODEL void destroy_workqueue(struct workqueue_struct *queue)
{
	plumb_flush(queue);
}

MODEL struct workqueue_struct *alloc_workqueue(const char *format, unsigned int flags, int max, ...)
{
	return plumb_or_null(plumb_own_queue);
}

MODEL void delayed_work_timer_fn(struct timer_list *timer)
{
}

/* Tasklets. Two scheduled ones at a time; others do not happen. */
static struct tasklet_struct *plumb_tasklet_first;

static struct tasklet_struct *plumb_tasklet_second;

static _Bool plumb_tasklet_cancel(struct tasklet_struct *t)
{
	_Bool scheduled = plumb_tasklet_first == t || plumb_tasklet_second == t;
	__plumb_readable(t, sizeof *t);
	if (plumb_tasklet_first == t)
		plumb_tasklet_first = 0;
	if (plumb_tasklet_second == t)
		plumb_tasklet_second = 0;
	return scheduled;
}

static void plumb_tasklet_call(struct tasklet_struct *t)
{
	plumb_interrupt_begins();
	if (t->use_callback)
		t->callback(t);
	else
		t->func(t->data);
	plumb_interrupt_is_over();
}

ATOMIC void plumb_tasklet(void)
{
	struct tasklet_struct *t = __plumb_any_bool("which") ? plumb_tasklet_first : plumb_tasklet_second;
	if (!t || t->count.counter)
		return;
	plumb_tasklet_cancel(t);
	plumb_tasklet_call(t);
}
END void plumb_tasklet_left(void)
{
	__plumb_require(!plumb_tasklet_first && !plumb_tasklet_second, "uaf",
			"a tasklet is scheduled when the module is gone");
}

static void plumb_tasklet_schedule(struct tasklet_struct *t)
{
	__plumb_readable(t, sizeof *t);
	if (plumb_tasklet_first == t || plumb_tasklet_second == t)
		return;
	if (!plumb_tasklet_first)
		plumb_tasklet_first = t;
	else if (!plumb_tasklet_second)
		plumb_tasklet_second = t;
}

MODEL void tasklet_init(struct tasklet_struct *t, void (*function)(unsigned long), unsigned long data)
{
	t->state = 0;
	t->count.counter = 0;
	t->func = function;
	t->use_callback = 0;
	t->data = data;
}

MODEL void tasklet_setup(struct tasklet_struct *t, void (*callback)(struct tasklet_struct *))
{
	t->state = 0;
	t->count.counter = 0;
	t->callback = callback;
	t->use_callback = 1;
	t->data = 0;
}

MODEL void tasklet_schedule(struct tasklet_struct *t)
{
	(void)plumb_tasklet;
	plumb_tasklet_schedule(t);
}

MODEL void tasklet_hi_schedule(struct tasklet_struct *t)
{
	(void)plumb_tasklet;
	plumb_tasklet_schedule(t);
}

/* Waits until one that is scheduled has run. */
MODEL void tasklet_kill(struct tasklet_struct *t)
{
	if (!plumb_tasklet_cancel(t) || t->count.counter)
		return;
	plumb_tasklet_call(t);
	plumb_tasklet_cancel(t);
}

MODEL void tasklet_unlock_wait(struct tasklet_struct *t)
{
}

MODEL void tasklet_unlock_spin_wait(struct tasklet_struct *t)
{
}

/* What is static of these is called when it has been started. */
ENVIRONMENT void plumb_call_work_struct(const struct work_struct *table, struct plumb_table *state)
{
}

ENVIRONMENT void plumb_call_delayed_work(const struct delayed_work *table, struct plumb_table *state)
{
}

ENVIRONMENT void plumb_call_tasklet_struct(const struct tasklet_struct *table, struct plumb_table *state)
{
}
