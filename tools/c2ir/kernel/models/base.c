/* What all models share. */

/* A table of callbacks: is it registered, and with what? */
struct plumb_table {
	_Bool on;
	void *owner; /* the object that was registered with it */
	void *data;  /* that was given with it */
	int state;   /* of its protocol, 0 at first */
	void *object;
};

/* May another callback come? */
static _Bool plumb_more(void)
{
	return __plumb_any_bool("another callback");
}

static int plumb_choice(void)
{
	return __plumb_any_int("which callback");
}

/* A number below n. */
static unsigned long plumb_index(unsigned long n)
{
	unsigned long i = __plumb_any_size("which");
	__plumb_assume(i < n);
	return i;
}

/* A number from low to high. */
static int plumb_between(int low, int high)
{
	int i = __plumb_any_int("value");
	__plumb_assume(low <= i && i <= high);
	return i;
}

/* Does it work this time? If not, an error number is in the way. */
static _Bool plumb_fails(void)
{
	return __plumb_any_bool("it fails");
}

static int plumb_errno(void)
{
	int error = __plumb_any_int("error");
	__plumb_assume(-4095 <= error && error < 0);
	return error;
}

/* As ERR_PTR() makes it of one. */
static void *plumb_error_pointer(void)
{
	return __plumb_error_pointer(plumb_errno());
}

/* 0 or an error number. */
static int plumb_result(void)
{
	return plumb_fails() ? plumb_errno() : 0;
}

/* p, or an error number as a pointer. */
static void *plumb_or_error(void *p)
{
	return plumb_fails() ? plumb_error_pointer() : p;
}

static void *plumb_or_null(void *p)
{
	return plumb_fails() ? (void *)0 : p;
}

/* What handles of the kernel's point to; drivers do not look into it. */
static unsigned long plumb_thing[8];

static unsigned long plumb_other_thing[8];

/* One of several such handles: what is done to one of them is not done to the others. */
static void *plumb_one_of_things(void)
{
	return __plumb_any_bool("which") ? plumb_other_thing : plumb_thing;
}

/* n bytes from p on come from elsewhere. */
static void plumb_fill(void *p, unsigned long n)
{
	__plumb_writable(p, n);
	__plumb_forget(p, n);
}

/* n bytes are received from p on, or it fails, with some of them there or none. */
static _Bool plumb_receives(void *p, unsigned long n)
{
	_Bool fails = plumb_fails();
	__plumb_writable(p, n);
	if (!fails || __plumb_any_bool("some came before it failed"))
		__plumb_forget(p, n);
	return !fails;
}

static void plumb_begin(void)
{
	__plumb_ledger("callbacks run one after another, each to its end; one device, file, ... of each kind at a "
		       "time, and two interrupts, timers, ..., none between remove and the end of what devm_ holds; an "
		       "open file keeps the module, with .owner or without; tables of callbacks are static objects of "
		       "the driver; what boards say of a device is zeros; what the firmware says of a device is short: "
		       "strings of 31 characters, 32 values, 64 children (docs/drivers.md)");
}

static void plumb_after_init(void)
{
	plumb_returned();
}

/* An object of the kernel's of which nothing is known. */
static void *plumb_object(unsigned long size)
{
	return __plumb_new(size);
}

/* Several objects with one table: it is called for one of them. Macros, so that what one table is registered with is not taken for what all
 * are. */
#define plumb_register(table, with, given)                                                     \
	({                                                                                     \
		struct plumb_table *plumb_t = plumb_table_of(table);                           \
		if (plumb_t && !(plumb_t->on && __plumb_any_bool("called for another one"))) { \
			plumb_t->on = 1;                                                       \
			plumb_t->owner = (void *)(with);                                       \
			plumb_t->data = (void *)(given);                                       \
		}                                                                              \
	})

#define plumb_unregister(table)                                      \
	({                                                           \
		struct plumb_table *plumb_t = plumb_table_of(table); \
		if (plumb_t)                                         \
			plumb_t->on = 0;                             \
	})

#define plumb_unregister_owner(table, with)                          \
	({                                                           \
		struct plumb_table *plumb_t = plumb_table_of(table); \
		if (plumb_t && plumb_t->owner == (with))             \
			plumb_t->on = 0;                             \
	})

/* For rules: what is called between these must not sleep. An interrupt handler, a timer, a tasklet. */
static void plumb_interrupt_begins(void)
{
}

static void plumb_interrupt_is_over(void)
{
}
