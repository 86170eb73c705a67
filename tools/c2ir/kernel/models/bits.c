/* Bits and counters: what the assembly of the architecture does, as one thread sees it. */

/* What watches accesses in kernels for testing (KASAN, KCSAN) does nothing. */

MODEL void instrument_read(const volatile void *v, size_t size)
{
}

MODEL void instrument_write(const volatile void *v, size_t size)
{
}

MODEL void instrument_read_write(const volatile void *v, size_t size)
{
}

MODEL void instrument_atomic_read(const volatile void *v, size_t size)
{
}

MODEL void instrument_atomic_write(const volatile void *v, size_t size)
{
}

MODEL void instrument_atomic_read_write(const volatile void *v, size_t size)
{
}

/* Bits of a bitmap, or of a member that is one word. */
static unsigned long *plumb_word(unsigned long n, const volatile unsigned long *p)
{
	return __plumb_array_element((const void *)p, n >> 6, 8);
}

MODEL void arch_set_bit(long n, volatile unsigned long *p)
{
	*plumb_word(n, p) |= 1ul << (n & 63);
}

MODEL void arch_clear_bit(long n, volatile unsigned long *p)
{
	*plumb_word(n, p) &= ~(1ul << (n & 63));
}

MODEL void arch_change_bit(long n, volatile unsigned long *p)
{
	*plumb_word(n, p) ^= 1ul << (n & 63);
}

MODEL void arch___set_bit(unsigned long n, volatile unsigned long *p)
{
	*plumb_word(n, p) |= 1ul << (n & 63);
}

MODEL void arch___clear_bit(unsigned long n, volatile unsigned long *p)
{
	*plumb_word(n, p) &= ~(1ul << (n & 63));
}

MODEL void arch___change_bit(unsigned long n, volatile unsigned long *p)
{
	*plumb_word(n, p) ^= 1ul << (n & 63);
}

static bool plumb_bit_was(long n, volatile unsigned long *p)
{
	return *plumb_word(n, p) >> (n & 63) & 1;
}

MODEL bool arch_test_and_set_bit(long n, volatile unsigned long *p)
{
	bool was = plumb_bit_was(n, p);
	*plumb_word(n, p) |= 1ul << (n & 63);
	return was;
}

MODEL bool arch_test_and_clear_bit(long n, volatile unsigned long *p)
{
	bool was = plumb_bit_was(n, p);
	*plumb_word(n, p) &= ~(1ul << (n & 63));
	return was;
}

MODEL bool arch_test_and_change_bit(long n, volatile unsigned long *p)
{
	bool was = plumb_bit_was(n, p);
	*plumb_word(n, p) ^= 1ul << (n & 63);
	return was;
}

MODEL bool arch_test_bit(unsigned long n, const volatile unsigned long *p)
{
	return *plumb_word(n, p) >> (n & 63) & 1;
}

MODEL void generic___set_bit(unsigned long n, volatile unsigned long *p)
{
	*plumb_word(n, p) |= 1ul << (n & 63);
}

MODEL void generic___clear_bit(unsigned long n, volatile unsigned long *p)
{
	*plumb_word(n, p) &= ~(1ul << (n & 63));
}

MODEL void generic___change_bit(unsigned long n, volatile unsigned long *p)
{
	*plumb_word(n, p) ^= 1ul << (n & 63);
}

MODEL bool generic___test_and_set_bit(unsigned long n, volatile unsigned long *p)
{
	bool was = *plumb_word(n, p) >> (n & 63) & 1;
	*plumb_word(n, p) |= 1ul << (n & 63);
	return was;
}

MODEL bool generic___test_and_clear_bit(unsigned long n, volatile unsigned long *p)
{
	bool was = *plumb_word(n, p) >> (n & 63) & 1;
	*plumb_word(n, p) &= ~(1ul << (n & 63));
	return was;
}

MODEL bool generic___test_and_change_bit(unsigned long n, volatile unsigned long *p)
{
	bool was = *plumb_word(n, p) >> (n & 63) & 1;
	*plumb_word(n, p) ^= 1ul << (n & 63);
	return was;
}

MODEL bool const_test_bit(unsigned long n, const volatile unsigned long *p)
{
	return *plumb_word(n, p) >> (n & 63) & 1;
}

MODEL bool generic_test_bit_acquire(unsigned long n, const volatile unsigned long *p)
{
	return *plumb_word(n, p) >> (n & 63) & 1;
}

MODEL bool generic_test_bit(unsigned long n, const volatile unsigned long *p)
{
	return *plumb_word(n, p) >> (n & 63) & 1;
}

MODEL bool variable_test_bit(long n, volatile const unsigned long *p)
{
	return *plumb_word(n, p) >> (n & 63) & 1;
}

MODEL bool constant_test_bit(long n, const volatile unsigned long *p)
{
	return *plumb_word(n, p) >> (n & 63) & 1;
}

MODEL void arch_atomic_inc(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter + 1);
}

MODEL void arch_atomic_dec(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter - 1);
}

MODEL void arch_atomic_add(int i, atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter + (unsigned)i);
}

MODEL void arch_atomic_sub(int i, atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter - (unsigned)i);
}

MODEL int arch_atomic_add_return(int i, atomic_t *v)
{
	return v->counter = (int)((unsigned)v->counter + (unsigned)i);
}

MODEL int arch_atomic_sub_return(int i, atomic_t *v)
{
	return v->counter = (int)((unsigned)v->counter - (unsigned)i);
}

MODEL bool arch_atomic_dec_and_test(atomic_t *v)
{
	return (v->counter = (int)((unsigned)v->counter - 1)) == 0;
}

MODEL bool arch_atomic_inc_and_test(atomic_t *v)
{
	return (v->counter = (int)((unsigned)v->counter + 1)) == 0;
}

MODEL bool arch_atomic_sub_and_test(int i, atomic_t *v)
{
	return (v->counter = (int)((unsigned)v->counter - (unsigned)i)) == 0;
}

MODEL int arch_atomic_fetch_add(int i, atomic_t *v)
{
	int was = v->counter;
	v->counter = (int)((unsigned)was + (unsigned)i);
	return was;
}

MODEL int arch_atomic_fetch_sub(int i, atomic_t *v)
{
	int was = v->counter;
	v->counter = (int)((unsigned)was - (unsigned)i);
	return was;
}

MODEL int arch_atomic_xchg(atomic_t *v, int new)
{
	int was = v->counter;
	v->counter = new;
	return was;
}

MODEL int arch_atomic_cmpxchg(atomic_t *v, int old, int new)
{
	int was = v->counter;
	if (was == old)
		v->counter = new;
	return was;
}

MODEL void arch_atomic64_inc(atomic64_t *v)
{
	v->counter = (s64)((unsigned long)v->counter + 1);
}

MODEL void arch_atomic64_dec(atomic64_t *v)
{
	v->counter = (s64)((unsigned long)v->counter - 1);
}

MODEL void arch_atomic64_add(s64 i, atomic64_t *v)
{
	v->counter = (s64)((unsigned long)v->counter + (unsigned long)i);
}

MODEL void arch_atomic64_sub(s64 i, atomic64_t *v)
{
	v->counter = (s64)((unsigned long)v->counter - (unsigned long)i);
}

/* A count that went wrong: the kernel warns and goes on. */
MODEL void refcount_warn_saturate(refcount_t *r, enum refcount_saturation_type type)
{
	r->refs.counter = REFCOUNT_SATURATED;
}

MODEL bool arch_static_branch(struct static_key *const key, const bool branch)
{
	return __plumb_any_bool("static branch");
}

MODEL bool arch_static_branch_jump(struct static_key *const key, const bool branch)
{
	return __plumb_any_bool("static branch");
}

/* Numbers, for devices that count in decimal. */
MODEL unsigned _bcd2bin(unsigned char value)
{
	return (value & 0x0f) + (value >> 4) * 10u;
}

MODEL unsigned char _bin2bcd(unsigned value)
{
	return (unsigned char)((value / 10 << 4) + value % 10);
}

MODEL u8 crc8(const u8 *table, const u8 *p, size_t n, u8 crc)
{
	__plumb_readable(p, n);
	return (u8)__plumb_any_int("crc");
}
