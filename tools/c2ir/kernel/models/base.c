/* What all models share. */

/* A table of callbacks: is it registered, and with what? */
struct plumb_table {
	_Bool on;
	void *owner; /* the object that was registered with it */
	void *data;  /* that was given with it */
	int state;   /* of its protocol, 0 at first */
	void *object;
};

static struct plumb_table *plumb_table_of(const void *table);

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

/* 0 or an error number. */
static int plumb_result(void)
{
	return plumb_fails() ? plumb_errno() : 0;
}

static void plumb_begin(void)
{
	__plumb_ledger("callbacks run one after another, each to its end (--kernel)");
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

static void plumb_register(const void *table, void *owner, void *data)
{
	struct plumb_table *t = plumb_table_of(table);
	if (t) {
		t->on = 1;
		t->owner = owner;
		t->data = data;
	} else {
		__plumb_ledger("callbacks of tables that are not static objects of the driver are not called");
	}
}

static void plumb_unregister(const void *table)
{
	struct plumb_table *t = plumb_table_of(table);
	if (t)
		t->on = 0;
}
