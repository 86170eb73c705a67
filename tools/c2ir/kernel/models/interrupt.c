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

/* It says where the handler will run: 0 (IRQC_IS_HARDIRQ), or 1 (IRQC_IS_NESTED). */
static int plumb_interrupt_any(int error)
{
	return error ? error : __plumb_any_bool("in a thread");
}

MODEL int request_any_context_irq(unsigned int number, irq_handler_t handler, unsigned long flags, const char *name,
				  void *data)
{
	(void)plumb_interrupt;
	return plumb_interrupt_any(plumb_interrupt_request(number, handler, 0, data, 0));
}

MODEL int devm_request_any_context_irq(struct device *device, unsigned int number, irq_handler_t handler,
				       unsigned long flags, const char *name, void *data)
{
	(void)plumb_interrupt, (void)plumb_release_interrupts;
	return plumb_interrupt_any(plumb_interrupt_request(number, handler, 0, data, 1));
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
