/* Locks: callbacks run one after another, so nobody else holds one. Rules say how they are to be used. */

MODEL void mutex_lock(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void mutex_unlock(struct mutex *lock)
{
	__plumb_readable(lock, sizeof *lock);
}

MODEL void __mutex_init(struct mutex *lock, const char *name, struct lock_class_key *key)
{
	__plumb_writable(lock, sizeof *lock);
}
