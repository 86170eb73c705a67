/* Waiting: what is atomic may happen in that time; others that could wake it up do not run. */

static void plumb_wait(void)
{
	plumb_waited = 1;
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
	return timeout > 0 ? (long)plumb_index((unsigned long)timeout + 1) : 0;
}

MODEL long schedule_timeout_interruptible(long timeout)
{
	plumb_sleep();
	return timeout > 0 ? (long)plumb_index((unsigned long)timeout + 1) : 0;
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

/* Signals end waits that are interruptible, or that may be killed. */
MODEL long prepare_to_wait_event(struct wait_queue_head *queue, struct wait_queue_entry *entry, int state)
{
	__plumb_readable(queue, sizeof *queue);
	return (state & 0x101) && __plumb_any_bool("a signal") ? -512 : 0;
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
	return timeout ? plumb_index(timeout + 1) : __plumb_any_bool("done");
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
