/* What happens later, while no callback runs: interrupts, timers, work. What is ATOMIC also happens while a callback waits. */

/* Work. Two pending ones at a time; others do not happen. */
static struct work_struct *plumb_works[2];

static _Bool plumb_work_queue(struct work_struct *work)
{
	__plumb_writable(work, sizeof *work);
	if (plumb_works[0] == work || plumb_works[1] == work)
		return 0;
	*(unsigned long *)&work->data |= 1;
	if (!plumb_works[0])
		plumb_works[0] = work;
	else if (!plumb_works[1])
		plumb_works[1] = work;
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
	return plumb_work_queue(work);
}

MODEL bool queue_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work,
				 unsigned long delay)
{
	(void)plumb_work;
	return plumb_work_queue(&work->work);
}

MODEL bool mod_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay)
{
	(void)plumb_work;
	return !plumb_work_queue(&work->work);
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

static void plumb_flush(void)
{
	for (int i = 0; i < 2; i++) {
		struct work_struct *work = plumb_works[i];
		if (!work)
			continue;
		plumb_work_cancel(work);
		work->func(work);
	}
}

MODEL void __flush_workqueue(struct workqueue_struct *queue)
{
	plumb_flush();
}

MODEL void destroy_workqueue(struct workqueue_struct *queue)
{
	plumb_flush();
}

MODEL struct workqueue_struct *alloc_workqueue(const char *format, unsigned int flags, int max, ...)
{
	return plumb_or_null(plumb_thing);
}

/* Timers. */
static struct timer_list *plumb_timers[2];

static int plumb_timer_start(struct timer_list *timer)
{
	__plumb_writable(timer, sizeof *timer);
	if (plumb_timers[0] == timer || plumb_timers[1] == timer)
		return 1;
	timer->entry.pprev = &timer->entry.next;
	if (!plumb_timers[0])
		plumb_timers[0] = timer;
	else if (!plumb_timers[1])
		plumb_timers[1] = timer;
	return 0;
}

static int plumb_timer_stop(struct timer_list *timer)
{
	int pending = plumb_timers[0] == timer || plumb_timers[1] == timer;
	__plumb_readable(timer, sizeof *timer);
	if (plumb_timers[0] == timer)
		plumb_timers[0] = 0;
	if (plumb_timers[1] == timer)
		plumb_timers[1] = 0;
	timer->entry.pprev = 0;
	return pending;
}

ATOMIC void plumb_timer(void)
{
	struct timer_list *timer = plumb_timers[__plumb_any_bool("which")];
	if (!timer)
		return;
	plumb_timer_stop(timer);
	plumb_interrupt_begins();
	timer->function(timer);
	plumb_interrupt_is_over();
}
END void plumb_timer_left(void)
{
	__plumb_require(!plumb_timers[0] && !plumb_timers[1], "uaf", "a timer is pending when the module is gone");
}

MODEL void init_timer_key(struct timer_list *timer, void (*function)(struct timer_list *), unsigned int flags,
			  const char *name, struct lock_class_key *key)
{
	timer->entry.pprev = 0;
	timer->function = function;
	timer->flags = flags;
}

MODEL void add_timer(struct timer_list *timer)
{
	(void)plumb_timer;
	plumb_timer_start(timer);
}

MODEL void add_timer_on(struct timer_list *timer, int cpu)
{
	(void)plumb_timer;
	plumb_timer_start(timer);
}

MODEL int mod_timer(struct timer_list *timer, unsigned long expires)
{
	(void)plumb_timer;
	timer->expires = expires;
	return plumb_timer_start(timer);
}

MODEL int mod_timer_pending(struct timer_list *timer, unsigned long expires)
{
	return plumb_timers[0] == timer || plumb_timers[1] == timer;
}

MODEL int del_timer(struct timer_list *timer)
{
	return plumb_timer_stop(timer);
}

MODEL int del_timer_sync(struct timer_list *timer)
{
	return plumb_timer_stop(timer);
}

MODEL int timer_delete(struct timer_list *timer)
{
	return plumb_timer_stop(timer);
}

MODEL int timer_delete_sync(struct timer_list *timer)
{
	return plumb_timer_stop(timer);
}

MODEL int timer_shutdown(struct timer_list *timer)
{
	return plumb_timer_stop(timer);
}

MODEL int timer_shutdown_sync(struct timer_list *timer)
{
	return plumb_timer_stop(timer);
}

MODEL int try_to_del_timer_sync(struct timer_list *timer)
{
	return plumb_timer_stop(timer);
}

/* Timers of high resolution. */
static struct hrtimer *plumb_hrtimers[2];

static int plumb_hrtimer_stop(struct hrtimer *timer)
{
	int pending = plumb_hrtimers[0] == timer || plumb_hrtimers[1] == timer;
	__plumb_readable(timer, sizeof *timer);
	if (plumb_hrtimers[0] == timer)
		plumb_hrtimers[0] = 0;
	if (plumb_hrtimers[1] == timer)
		plumb_hrtimers[1] = 0;
	return pending;
}

ATOMIC void plumb_hrtimer(void)
{
	_Bool which = __plumb_any_bool("which");
	struct hrtimer *timer = plumb_hrtimers[which];
	enum hrtimer_restart next;
	if (!timer)
		return;
	plumb_hrtimer_stop(timer);
	plumb_interrupt_begins();
	next = timer->function(timer);
	plumb_interrupt_is_over();
	if (next == HRTIMER_RESTART)
		plumb_hrtimers[which] = timer;
}
END void plumb_hrtimer_left(void)
{
	__plumb_require(!plumb_hrtimers[0] && !plumb_hrtimers[1], "uaf", "a timer is pending when the module is gone");
}

MODEL void hrtimer_init(struct hrtimer *timer, clockid_t clock, enum hrtimer_mode mode)
{
	__builtin_memset(timer, 0, sizeof *timer);
}

MODEL void hrtimer_start_range_ns(struct hrtimer *timer, ktime_t time, u64 delta, const enum hrtimer_mode mode)
{
	(void)plumb_hrtimer;
	plumb_hrtimer_stop(timer);
	if (!plumb_hrtimers[0])
		plumb_hrtimers[0] = timer;
	else if (!plumb_hrtimers[1])
		plumb_hrtimers[1] = timer;
}

MODEL int hrtimer_cancel(struct hrtimer *timer)
{
	return plumb_hrtimer_stop(timer);
}

MODEL int hrtimer_try_to_cancel(struct hrtimer *timer)
{
	return plumb_hrtimer_stop(timer);
}

MODEL bool hrtimer_active(const struct hrtimer *timer)
{
	return plumb_hrtimers[0] == timer || plumb_hrtimers[1] == timer;
}

MODEL u64 hrtimer_forward(struct hrtimer *timer, ktime_t now, ktime_t interval)
{
	return __plumb_any_size("overruns");
}

MODEL ktime_t __hrtimer_get_remaining(const struct hrtimer *timer, bool adjust)
{
	return __plumb_any_long("time");
}

/* Tasklets. */
static struct tasklet_struct *plumb_tasklet_pending;

ATOMIC void plumb_tasklet(void)
{
	struct tasklet_struct *t = plumb_tasklet_pending;
	if (!t)
		return;
	plumb_tasklet_pending = 0;
	plumb_interrupt_begins();
	if (t->use_callback)
		t->callback(t);
	else
		t->func(t->data);
	plumb_interrupt_is_over();
}

MODEL void tasklet_init(struct tasklet_struct *t, void (*function)(unsigned long), unsigned long data)
{
	t->state = 0;
	t->func = function;
	t->use_callback = 0;
	t->data = data;
}

MODEL void tasklet_setup(struct tasklet_struct *t, void (*callback)(struct tasklet_struct *))
{
	t->state = 0;
	t->callback = callback;
	t->use_callback = 1;
	t->data = 0;
}

MODEL void tasklet_schedule(struct tasklet_struct *t)
{
	(void)plumb_tasklet;
	__plumb_readable(t, sizeof *t);
	if (!plumb_tasklet_pending)
		plumb_tasklet_pending = t;
}

MODEL void tasklet_kill(struct tasklet_struct *t)
{
	__plumb_readable(t, sizeof *t);
	if (plumb_tasklet_pending == t)
		plumb_tasklet_pending = 0;
}

/* Threads: all that one does happens at some later time at once. */
struct plumb_thread_start {
	int (*run)(void *);
	void *data;
};

static struct plumb_thread_start plumb_thread_made;

static struct plumb_thread_start plumb_thread_ready;

LATER void plumb_thread(void)
{
	int (*run)(void *) = plumb_thread_ready.run;
	if (!run)
		return;
	plumb_thread_ready.run = 0;
	run(plumb_thread_ready.data);
	plumb_returned();
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

/* Interrupts: the handler may run at any time from its registration to its removal. */
struct plumb_interrupt_slot {
	_Bool on, managed;
	unsigned int number;
	irq_handler_t handler, thread;
	void *data;
};

static struct plumb_interrupt_slot plumb_interrupts[2];

static int plumb_interrupt_request(unsigned int number, irq_handler_t handler, irq_handler_t thread, void *data,
				   _Bool managed)
{
	struct plumb_interrupt_slot *i = &plumb_interrupts[plumb_interrupts[0].on];
	if (plumb_fails())
		return plumb_errno();
	if (!i->on)
		*i = (struct plumb_interrupt_slot){ 1, managed, number, handler, thread, data };
	return 0;
}

static irqreturn_t plumb_interrupt_call(struct plumb_interrupt_slot *i)
{
	irqreturn_t result;
	plumb_interrupt_begins();
	result = i->handler((int)i->number, i->data);
	plumb_interrupt_is_over();
	return result;
}

ATOMIC void plumb_interrupt(void)
{
	struct plumb_interrupt_slot *i = &plumb_interrupts[__plumb_any_bool("which")];
	if (!i->on)
		return;
	if (i->handler && plumb_interrupt_call(i) != IRQ_WAKE_THREAD)
		return;
	if (i->thread)
		i->thread((int)i->number, i->data);
}
END void plumb_interrupt_left(void)
{
	__plumb_require(!plumb_interrupts[0].on && !plumb_interrupts[1].on, "uaf",
			"an interrupt has its handler when the module is gone");
}

RELEASED void plumb_release_interrupts(void)
{
	if (plumb_interrupts[0].managed)
		plumb_interrupts[0].on = 0;
	if (plumb_interrupts[1].managed)
		plumb_interrupts[1].on = 0;
}

MODEL int request_threaded_irq(unsigned int number, irq_handler_t handler, irq_handler_t thread, unsigned long flags,
			       const char *name, void *data)
{
	(void)plumb_interrupt;
	return plumb_interrupt_request(number, handler, thread, data, 0);
}

MODEL int request_any_context_irq(unsigned int number, irq_handler_t handler, unsigned long flags, const char *name,
				  void *data)
{
	(void)plumb_interrupt;
	return plumb_interrupt_request(number, handler, 0, data, 0);
}

MODEL int devm_request_threaded_irq(struct device *device, unsigned int number, irq_handler_t handler,
				    irq_handler_t thread, unsigned long flags, const char *name, void *data)
{
	(void)plumb_interrupt, (void)plumb_release_interrupts;
	return plumb_interrupt_request(number, handler, thread, data, 1);
}

static void plumb_interrupt_free(unsigned int number, void *data)
{
	for (int i = 0; i < 2; i++)
		if (plumb_interrupts[i].number == number && plumb_interrupts[i].data == data)
			plumb_interrupts[i].on = 0;
}

MODEL const void *free_irq(unsigned int number, void *data)
{
	plumb_interrupt_free(number, data);
	return "";
}

MODEL void devm_free_irq(struct device *device, unsigned int number, void *data)
{
	plumb_interrupt_free(number, data);
}

MODEL void enable_irq(unsigned int number)
{
}

MODEL void disable_irq(unsigned int number)
{
}

MODEL void disable_irq_nosync(unsigned int number)
{
}

MODEL void synchronize_irq(unsigned int number)
{
}

MODEL int irq_set_irq_wake(unsigned int number, unsigned int on)
{
	return plumb_result();
}

MODEL int irq_set_irq_type(unsigned int number, unsigned int type)
{
	return plumb_result();
}

/* Waiting: what is atomic may happen in that time; others that could wake it up do not run. */
static void plumb_wait(void)
{
	while (plumb_more())
		plumb_sleep();
}

MODEL void schedule(void)
{
	plumb_sleep();
}

MODEL long schedule_timeout(long timeout)
{
	plumb_sleep();
	return timeout > 0 ? (long)plumb_index((unsigned long)timeout) : 0;
}

MODEL long schedule_timeout_interruptible(long timeout)
{
	plumb_sleep();
	return timeout > 0 ? (long)plumb_index((unsigned long)timeout) : 0;
}

MODEL long schedule_timeout_uninterruptible(long timeout)
{
	plumb_sleep();
	return 0;
}

MODEL void __init_waitqueue_head(struct wait_queue_head *queue, const char *name, struct lock_class_key *key)
{
	__plumb_writable(queue, sizeof *queue);
}

MODEL void init_wait_entry(struct wait_queue_entry *entry, int flags)
{
}

MODEL void prepare_to_wait(struct wait_queue_head *queue, struct wait_queue_entry *entry, int state)
{
}

MODEL long prepare_to_wait_event(struct wait_queue_head *queue, struct wait_queue_entry *entry, int state)
{
	__plumb_readable(queue, sizeof *queue);
	return (state & 1) && __plumb_any_bool("a signal") ? -512 : 0;
}

MODEL void finish_wait(struct wait_queue_head *queue, struct wait_queue_entry *entry)
{
}

MODEL void add_wait_queue(struct wait_queue_head *queue, struct wait_queue_entry *entry)
{
}

MODEL void remove_wait_queue(struct wait_queue_head *queue, struct wait_queue_entry *entry)
{
}

MODEL int __wake_up(struct wait_queue_head *queue, unsigned int mode, int n, void *key)
{
	__plumb_readable(queue, sizeof *queue);
	return __plumb_any_int("woken");
}

MODEL void __wake_up_sync(struct wait_queue_head *queue, unsigned int mode)
{
}

MODEL void __init_swait_queue_head(struct swait_queue_head *queue, const char *name, struct lock_class_key *key)
{
}

MODEL void complete(struct completion *c)
{
	__plumb_writable(c, sizeof *c);
	c->done = 1;
}

MODEL void complete_all(struct completion *c)
{
	__plumb_writable(c, sizeof *c);
	c->done = 0x7fffffff;
}

MODEL bool completion_done(struct completion *c)
{
	return c->done != 0;
}

MODEL bool try_wait_for_completion(struct completion *c)
{
	__plumb_readable(c, sizeof *c);
	return __plumb_any_bool("done");
}

MODEL void wait_for_completion(struct completion *c)
{
	__plumb_readable(c, sizeof *c);
	plumb_wait();
}

MODEL int wait_for_completion_interruptible(struct completion *c)
{
	__plumb_readable(c, sizeof *c);
	plumb_wait();
	return __plumb_any_bool("a signal") ? -512 : 0;
}

MODEL int wait_for_completion_killable(struct completion *c)
{
	__plumb_readable(c, sizeof *c);
	plumb_wait();
	return __plumb_any_bool("a signal") ? -512 : 0;
}

static unsigned long plumb_wait_until(struct completion *c, unsigned long timeout)
{
	__plumb_readable(c, sizeof *c);
	plumb_wait();
	return timeout ? plumb_index(timeout) : __plumb_any_bool("done");
}

MODEL unsigned long wait_for_completion_timeout(struct completion *c, unsigned long timeout)
{
	return plumb_wait_until(c, timeout);
}

MODEL unsigned long wait_for_completion_io_timeout(struct completion *c, unsigned long timeout)
{
	return plumb_wait_until(c, timeout);
}

MODEL long wait_for_completion_interruptible_timeout(struct completion *c, unsigned long timeout)
{
	return __plumb_any_bool("a signal") ? -512 : (long)(plumb_wait_until(c, timeout) & 0x7fffffff);
}

MODEL long wait_for_completion_killable_timeout(struct completion *c, unsigned long timeout)
{
	return __plumb_any_bool("a signal") ? -512 : (long)(plumb_wait_until(c, timeout) & 0x7fffffff);
}

MODEL void msleep(unsigned int time)
{
}

MODEL unsigned long msleep_interruptible(unsigned int time)
{
	return plumb_index(time + 1ul);
}

MODEL void usleep_range_state(unsigned long min, unsigned long max, unsigned int state)
{
}

MODEL void __udelay(unsigned long time)
{
}

MODEL void __ndelay(unsigned long time)
{
}

MODEL void __const_udelay(unsigned long time)
{
}

MODEL void __bad_udelay(void)
{
}

MODEL void __bad_ndelay(void)
{
}

MODEL int __cond_resched(void)
{
	return __plumb_any_bool("it waited");
}

MODEL ktime_t ktime_get(void)
{
	return (long)plumb_index(1ul << 62);
}

MODEL ktime_t ktime_get_with_offset(enum tk_offsets offset)
{
	return (long)plumb_index(1ul << 62);
}

MODEL time64_t ktime_get_real_seconds(void)
{
	return (long)plumb_index(1ul << 33);
}

MODEL time64_t ktime_get_seconds(void)
{
	return (long)plumb_index(1ul << 33);
}

MODEL unsigned long __msecs_to_jiffies(const unsigned int m)
{
	return plumb_index(1ul << 62);
}

MODEL unsigned long __usecs_to_jiffies(const unsigned int u)
{
	return plumb_index(1ul << 62);
}

MODEL unsigned int jiffies_to_msecs(const unsigned long j)
{
	return (unsigned)__plumb_any_int("milliseconds");
}

MODEL unsigned long round_jiffies(unsigned long j)
{
	return __plumb_any_size("jiffies");
}

MODEL unsigned long round_jiffies_relative(unsigned long j)
{
	return __plumb_any_size("jiffies");
}

/* The process in whose name callbacks run. */
static struct task_struct plumb_task;

MODEL struct task_struct *get_current(void)
{
	return &plumb_task;
}

MODEL int signal_pending(struct task_struct *task)
{
	return __plumb_any_bool("a signal");
}

MODEL void __wake_up_locked(struct wait_queue_head *queue, unsigned int mode, int n)
{
	__plumb_readable(queue, sizeof *queue);
}

MODEL int do_wait_intr(struct wait_queue_head *queue, struct wait_queue_entry *entry)
{
	plumb_sleep();
	return __plumb_any_bool("a signal") ? -512 : 0;
}

MODEL int do_wait_intr_irq(struct wait_queue_head *queue, struct wait_queue_entry *entry)
{
	plumb_sleep();
	return __plumb_any_bool("a signal") ? -512 : 0;
}

MODEL int __SCT__might_resched(void)
{
	return 0;
}

MODEL int __SCT__cond_resched(void)
{
	return 0;
}

MODEL void __might_sleep(const char *file, int line)
{
}

MODEL void __might_resched(const char *file, int line, unsigned int offsets)
{
}

MODEL void __might_fault(const char *file, int line)
{
}

MODEL void delayed_work_timer_fn(struct timer_list *timer)
{
}

/* What is static of these is called when it has been started. */
ENVIRONMENT void plumb_call_timer_list(const struct timer_list *table, struct plumb_table *state)
{
}

ENVIRONMENT void plumb_call_work_struct(const struct work_struct *table, struct plumb_table *state)
{
}

ENVIRONMENT void plumb_call_delayed_work(const struct delayed_work *table, struct plumb_table *state)
{
}

ENVIRONMENT void plumb_call_tasklet_struct(const struct tasklet_struct *table, struct plumb_table *state)
{
}
