/* The process in whose name callbacks run. */

static struct task_struct plumb_task;

MODEL struct task_struct *get_current(void)
{
	return &plumb_task;
}

/* The stack on whose end its registers are, with any contents. */
static unsigned long plumb_stack[THREAD_SIZE / 8];

static _Bool plumb_registers_known;

LATER void plumb_registers_otherwise(void)
{
	plumb_registers_known = 0;
}

MODEL void *task_stack_page(const struct task_struct *task)
{
	(void)plumb_registers_otherwise;
	if (!plumb_registers_known)
		__plumb_forget((struct pt_regs *)(plumb_stack + THREAD_SIZE / 8) - 1, sizeof(struct pt_regs));
	plumb_registers_known = 1;
	return plumb_stack;
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
