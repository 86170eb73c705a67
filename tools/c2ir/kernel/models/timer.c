/* Timers: they expire while no callback runs, or while one waits. */

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

/* Timers of high resolution. Their clock says any time; it knows whose function runs. */
static struct hrtimer *plumb_hrtimers[2];

static struct hrtimer_clock_base plumb_hrtimer_clock;

static ktime_t plumb_hrtimer_time(void)
{
	return (long)plumb_index(1ul << 62);
}

static _Bool plumb_hrtimer_queued(const struct hrtimer *timer)
{
	return plumb_hrtimers[0] == timer || plumb_hrtimers[1] == timer;
}

static int plumb_hrtimer_stop(struct hrtimer *timer)
{
	int pending = plumb_hrtimer_queued(timer);
	__plumb_readable(timer, sizeof *timer);
	if (plumb_hrtimers[0] == timer)
		plumb_hrtimers[0] = 0;
	if (plumb_hrtimers[1] == timer)
		plumb_hrtimers[1] = 0;
	return pending;
}

static void plumb_hrtimer_queue(struct hrtimer *timer)
{
	if (plumb_hrtimer_queued(timer))
		return;
	if (!plumb_hrtimers[0])
		plumb_hrtimers[0] = timer;
	else if (!plumb_hrtimers[1])
		plumb_hrtimers[1] = timer;
}

ATOMIC void plumb_hrtimer(void)
{
	struct hrtimer *timer = plumb_hrtimers[__plumb_any_bool("which")];
	enum hrtimer_restart next;
	if (!timer)
		return;
	plumb_hrtimer_stop(timer);
	plumb_hrtimer_clock.running = timer;
	plumb_interrupt_begins();
	next = timer->function(timer);
	plumb_interrupt_is_over();
	plumb_hrtimer_clock.running = 0;
	if (next == HRTIMER_RESTART)
		plumb_hrtimer_queue(timer);
}
END void plumb_hrtimer_left(void)
{
	__plumb_require(!plumb_hrtimers[0] && !plumb_hrtimers[1], "uaf", "a timer is pending when the module is gone");
}

MODEL void hrtimer_init(struct hrtimer *timer, clockid_t clock, enum hrtimer_mode mode)
{
	plumb_hrtimer_clock.get_time = plumb_hrtimer_time;
	__builtin_memset(timer, 0, sizeof *timer);
	timer->base = &plumb_hrtimer_clock;
}

MODEL void hrtimer_start_range_ns(struct hrtimer *timer, ktime_t time, u64 delta, const enum hrtimer_mode mode)
{
	(void)plumb_hrtimer;
	plumb_hrtimer_stop(timer);
	timer->_softexpires = timer->node.expires = plumb_hrtimer_time();
	plumb_hrtimer_queue(timer);
}

MODEL int hrtimer_cancel(struct hrtimer *timer)
{
	return plumb_hrtimer_stop(timer);
}

MODEL int hrtimer_try_to_cancel(struct hrtimer *timer)
{
	return plumb_hrtimer_clock.running == timer ? -1 : plumb_hrtimer_stop(timer);
}

MODEL bool hrtimer_active(const struct hrtimer *timer)
{
	return plumb_hrtimer_queued(timer) || plumb_hrtimer_clock.running == timer;
}

MODEL bool hrtimer_is_queued(struct hrtimer *timer)
{
	return plumb_hrtimer_queued(timer);
}

MODEL int hrtimer_is_hres_active(struct hrtimer *timer)
{
	return __plumb_any_bool("high resolution");
}

MODEL u64 hrtimer_forward(struct hrtimer *timer, ktime_t now, ktime_t interval)
{
	unsigned long overruns = __plumb_any_size("overruns");
	__plumb_writable(timer, sizeof *timer);
	if (overruns)
		timer->_softexpires = timer->node.expires = plumb_hrtimer_time();
	return overruns;
}

MODEL ktime_t __hrtimer_get_remaining(const struct hrtimer *timer, bool adjust)
{
	return __plumb_any_long("time");
}

/* What is static is called when it has been started. */
ENVIRONMENT void plumb_call_timer_list(const struct timer_list *table, struct plumb_table *state)
{
}
