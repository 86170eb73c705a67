/* What waits until all who may still read have gone: it comes while no callback runs, or while one waits. */

static struct rcu_head *plumb_rcu_calls[2];

static void plumb_rcu_call(int i)
{
	struct rcu_head *head = plumb_rcu_calls[i];
	if (!head)
		return;
	plumb_rcu_calls[i] = 0;
	plumb_interrupt_begins();
	head->func(head);
	plumb_interrupt_is_over();
}

ATOMIC void plumb_rcu_called(void)
{
	plumb_rcu_call(__plumb_any_bool("which"));
}
END void plumb_rcu_left(void)
{
	__plumb_require(!plumb_rcu_calls[0] && !plumb_rcu_calls[1], "uaf",
			"a callback of RCU is pending when the module is gone");
}

MODEL void call_rcu(struct rcu_head *head, rcu_callback_t function)
{
	(void)plumb_rcu_called;
	__plumb_writable(head, sizeof *head);
	head->func = function;
	if (!plumb_rcu_calls[0])
		plumb_rcu_calls[0] = head;
	else if (!plumb_rcu_calls[1])
		plumb_rcu_calls[1] = head;
}

/* Those that are pending when it is called. */
MODEL void rcu_barrier(void)
{
	plumb_rcu_call(0);
	plumb_rcu_call(1);
}
