/* Memory: may fail, unless __GFP_NOFAIL is asked for. */

extern void *malloc(unsigned long);

extern void *calloc(unsigned long, unsigned long);

extern void *realloc(void *, unsigned long);

extern void free(void *);

static void *plumb_allocate(unsigned long size, gfp_t flags)
{
	if (!(flags & __GFP_NOFAIL) && __plumb_any_bool("allocation fails"))
		return 0;
	return flags & __GFP_ZERO ? calloc(1, size) : malloc(size);
}

MODEL void *kmalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags);
}

MODEL void *__kmalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags);
}

MODEL void *kmalloc_trace(struct kmem_cache *cache, gfp_t flags, size_t size)
{
	return plumb_allocate(size, flags);
}

MODEL void *kzalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags | __GFP_ZERO);
}

MODEL void *kmalloc_array(size_t n, size_t size, gfp_t flags)
{
	unsigned long bytes;
	if (__builtin_mul_overflow(n, size, &bytes))
		return 0;
	return plumb_allocate(bytes, flags);
}

MODEL void kfree(const void *p)
{
	free((void *)p);
}
