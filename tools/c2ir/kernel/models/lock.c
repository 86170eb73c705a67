/* Locks: callbacks run one after another, so nobody else holds one; that one is live is asserted. Rules say how they are to be used. */

MODEL void mutex_lock(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL int mutex_lock_interruptible(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_fails() ? -4 : 0;
}

MODEL int mutex_lock_killable(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_fails() ? -4 : 0;
}

MODEL int mutex_trylock(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_bool("the lock is free");
}

MODEL bool mutex_is_locked(struct mutex *lock)
{
	return __plumb_any_bool("locked");
}

MODEL void mutex_unlock(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void mutex_destroy(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __mutex_init(struct mutex *lock, const char *name, struct lock_class_key *key)
{
	__plumb_writable(lock, sizeof *lock);
}

MODEL void _raw_spin_lock(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_spin_lock_bh(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_spin_lock_irq(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_size("flags");
}

MODEL int _raw_spin_trylock(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_bool("the lock is free");
}

MODEL int _raw_spin_trylock_bh(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_bool("the lock is free");
}

MODEL void _raw_spin_unlock(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_spin_unlock_bh(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_spin_unlock_irq(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_spin_unlock_irqrestore(raw_spinlock_t *lock, unsigned long flags)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void spin_lock(spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void spin_lock_bh(spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void spin_lock_irq(spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL int spin_trylock(spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_bool("the lock is free");
}

MODEL void spin_unlock(spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void spin_unlock_bh(spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void spin_unlock_irq(spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_read_lock(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_read_unlock(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_write_lock(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_write_unlock(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_write_lock_irq(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_write_unlock_irq(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL unsigned long _raw_read_lock_irqsave(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_size("flags");
}

MODEL unsigned long _raw_write_lock_irqsave(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_size("flags");
}

MODEL void _raw_read_unlock_irqrestore(rwlock_t *lock, unsigned long flags)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void _raw_write_unlock_irqrestore(rwlock_t *lock, unsigned long flags)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __init_rwsem(struct rw_semaphore *lock, const char *name, struct lock_class_key *key)
{
	__plumb_writable(lock, sizeof *lock);
}

MODEL void down_read(struct rw_semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void up_read(struct rw_semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void down_write(struct rw_semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void up_write(struct rw_semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL int down_read_interruptible(struct rw_semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_fails() ? -4 : 0;
}

MODEL int down_write_killable(struct rw_semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_fails() ? -4 : 0;
}

MODEL void down(struct semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL int down_interruptible(struct semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_fails() ? -4 : 0;
}

MODEL int down_trylock(struct semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return __plumb_any_bool("the lock is taken");
}

MODEL void up(struct semaphore *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

/* As they are where unlocking is inline: rules count it once, not what it does. */
MODEL void __raw_spin_unlock(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __raw_spin_unlock_irq(raw_spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __raw_read_unlock(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __raw_read_unlock_irq(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __raw_write_unlock(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __raw_write_unlock_irq(rwlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

/* Counted down, and locked where nothing is left. */

static _Bool plumb_counted_down(atomic_t *count)
{
	count->counter = (int)((unsigned)count->counter - 1);
	return !count->counter;
}

MODEL int atomic_dec_and_mutex_lock(atomic_t *count, struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_counted_down(count);
}

MODEL bool refcount_dec_and_mutex_lock(refcount_t *count, struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_counted_down(&count->refs);
}

MODEL int _atomic_dec_and_lock(atomic_t *count, spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_counted_down(count);
}

MODEL int _atomic_dec_and_lock_irqsave(atomic_t *count, spinlock_t *lock, unsigned long *flags)
{
	__plumb_readable(lock, sizeof *lock);
	if (!plumb_counted_down(count))
		return 0;
	*flags = __plumb_any_size("flags");
	return 1;
}

MODEL bool refcount_dec_and_lock(refcount_t *count, spinlock_t *lock)
{
	__plumb_readable(lock, sizeof *lock);
	return plumb_counted_down(&count->refs);
}

MODEL bool refcount_dec_and_lock_irqsave(refcount_t *count, spinlock_t *lock, unsigned long *flags)
{
	__plumb_readable(lock, sizeof *lock);
	if (!plumb_counted_down(&count->refs))
		return 0;
	*flags = __plumb_any_size("flags");
	return 1;
}

/* What may not be interrupted. */

MODEL unsigned long arch_local_irq_save(void)
{
	return __plumb_any_size("flags");
}

MODEL void arch_local_irq_restore(unsigned long flags)
{
}

MODEL void arch_local_irq_disable(void)
{
}

MODEL void arch_local_irq_enable(void)
{
}

MODEL void __preempt_count_add(int n)
{
}

MODEL void __preempt_count_sub(int n)
{
}

/* Nobody else runs then. */
MODEL bool __preempt_count_dec_and_test(void)
{
	return 0;
}

/* Without the address of the caller, which is assembly. */
MODEL void local_bh_disable(void)
{
}

MODEL void local_bh_enable(void)
{
}

MODEL void __local_bh_disable_ip(unsigned long at, unsigned int n)
{
}

MODEL void __local_bh_enable_ip(unsigned long at, unsigned int n)
{
}

MODEL void __rcu_read_lock(void)
{
}

MODEL void __rcu_read_unlock(void)
{
}
