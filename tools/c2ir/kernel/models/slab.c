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

static void *plumb_allocate_array(unsigned long n, unsigned long size, gfp_t flags)
{
	unsigned long bytes;
	if (__builtin_mul_overflow(n, size, &bytes))
		return 0;
	return plumb_allocate(bytes, flags);
}

static void *plumb_copy(const void *from, unsigned long n, gfp_t flags)
{
	void *p = plumb_allocate(n, flags & ~__GFP_ZERO);
	if (p)
		__builtin_memcpy(p, from, n);
	return p;
}

/* A new string of any contents. */
static char *plumb_new_string(gfp_t flags)
{
	unsigned long n = plumb_index(4096);
	char *p = plumb_allocate(n + 1, flags & ~__GFP_ZERO);
	if (!p)
		return 0;
	__plumb_forget(p, n);
	p[n] = 0;
	return p;
}

MODEL void *kmalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags);
}

MODEL void *__kmalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags);
}

MODEL void *kmalloc_node(size_t size, gfp_t flags, int node)
{
	return plumb_allocate(size, flags);
}

MODEL void *__kmalloc_node(size_t size, gfp_t flags, int node)
{
	return plumb_allocate(size, flags);
}

MODEL void *kmalloc_trace(struct kmem_cache *cache, gfp_t flags, size_t size)
{
	return plumb_allocate(size, flags);
}

MODEL void *kmem_cache_alloc_trace(struct kmem_cache *cache, gfp_t flags, size_t size)
{
	return plumb_allocate(size, flags);
}

MODEL void *kzalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags | __GFP_ZERO);
}

MODEL void *kzalloc_node(size_t size, gfp_t flags, int node)
{
	return plumb_allocate(size, flags | __GFP_ZERO);
}

MODEL void *kmalloc_array(size_t n, size_t size, gfp_t flags)
{
	return plumb_allocate_array(n, size, flags);
}

MODEL void *kcalloc(size_t n, size_t size, gfp_t flags)
{
	return plumb_allocate_array(n, size, flags | __GFP_ZERO);
}

MODEL void *krealloc(const void *p, size_t size, gfp_t flags)
{
	if (!size) {
		free((void *)p);
		return plumb_allocate(0, flags);
	}
	return __plumb_any_bool("allocation fails") ? (void *)0 : realloc((void *)p, size);
}

MODEL void kfree(const void *p)
{
	free((void *)p);
}

MODEL void kfree_sensitive(const void *p)
{
	free((void *)p);
}

MODEL void kfree_const(const void *p)
{
	/* kstrdup_const copies here always */
	free((void *)p);
}

MODEL void *kmemdup(const void *from, size_t n, gfp_t flags)
{
	return plumb_copy(from, n, flags);
}

MODEL char *kstrdup(const char *s, gfp_t flags)
{
	return s ? plumb_copy(s, __builtin_strlen(s) + 1, flags) : (char *)0;
}

MODEL const char *kstrdup_const(const char *s, gfp_t flags)
{
	return s ? plumb_copy(s, __builtin_strlen(s) + 1, flags) : (char *)0;
}

MODEL char *kasprintf(gfp_t flags, const char *format, ...)
{
	return plumb_new_string(flags);
}

MODEL char *kvasprintf(gfp_t flags, const char *format, va_list arguments)
{
	return plumb_new_string(flags);
}

MODEL void *kvmalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags);
}

MODEL void *kvmalloc_node(size_t size, gfp_t flags, int node)
{
	return plumb_allocate(size, flags);
}

MODEL void *kvzalloc(size_t size, gfp_t flags)
{
	return plumb_allocate(size, flags | __GFP_ZERO);
}

MODEL void kvfree(const void *p)
{
	free((void *)p);
}

MODEL void kvfree_sensitive(const void *p, size_t n)
{
	free((void *)p);
}

MODEL void *vmalloc(unsigned long size)
{
	return plumb_allocate(size, 0);
}

MODEL void *vzalloc(unsigned long size)
{
	return plumb_allocate(size, __GFP_ZERO);
}

MODEL void vfree(const void *p)
{
	free((void *)p);
}

/* A cache is an object that has the size of its objects and the function that prepares them. */
struct plumb_cache {
	unsigned long size;
	void (*prepare)(void *);
};

MODEL struct kmem_cache *kmem_cache_create(const char *name, unsigned int size, unsigned int align, slab_flags_t flags,
					   void (*prepare)(void *))
{
	struct plumb_cache *cache = plumb_allocate(sizeof *cache, 0);
	if (cache) {
		cache->size = size;
		cache->prepare = prepare;
	}
	return (struct kmem_cache *)cache;
}

MODEL void kmem_cache_destroy(struct kmem_cache *cache)
{
	free(cache);
}

MODEL void *kmem_cache_alloc(struct kmem_cache *cache, gfp_t flags)
{
	struct plumb_cache *c = (struct plumb_cache *)cache;
	void *p = plumb_allocate(c->size, flags);
	if (p && c->prepare)
		c->prepare(p);
	return p;
}

MODEL void *kmem_cache_zalloc(struct kmem_cache *cache, gfp_t flags)
{
	return plumb_allocate(((struct plumb_cache *)cache)->size, flags | __GFP_ZERO);
}

MODEL void kmem_cache_free(struct kmem_cache *cache, void *p)
{
	__plumb_readable(cache, 1);
	free(p);
}

MODEL unsigned long __get_free_pages(gfp_t flags, unsigned int order)
{
	return (unsigned long)plumb_allocate(4096ul << order, flags);
}

MODEL unsigned long get_zeroed_page(gfp_t flags)
{
	return (unsigned long)plumb_allocate(4096, flags | __GFP_ZERO);
}

MODEL void free_pages(unsigned long p, unsigned int order)
{
	free((void *)p);
}

MODEL int dma_set_mask(struct device *device, u64 mask)
{
	return plumb_result();
}

MODEL int dma_set_coherent_mask(struct device *device, u64 mask)
{
	return plumb_result();
}

MODEL void *dma_alloc_attrs(struct device *device, size_t size, dma_addr_t *handle, gfp_t flags,
			    unsigned long attributes)
{
	*handle = __plumb_any_size("address for DMA");
	return plumb_allocate(size, flags | __GFP_ZERO);
}

MODEL void dma_free_attrs(struct device *device, size_t size, void *p, dma_addr_t handle, unsigned long attributes)
{
	free(p);
}
