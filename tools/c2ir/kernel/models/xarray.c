/* Numbers with a pointer each: xarray, idr, radix trees. */

/* Entries of all of them, two at a time: there is no memory for others. */
struct plumb_entry {
	const void *tree;
	unsigned long at;
	void *p;
};

static struct plumb_entry plumb_entries[2];

static struct plumb_entry *plumb_entry_at(const void *tree, unsigned long at)
{
	if (plumb_entries[0].tree == tree && plumb_entries[0].at == at)
		return &plumb_entries[0];
	if (plumb_entries[1].tree == tree && plumb_entries[1].at == at)
		return &plumb_entries[1];
	return 0;
}

/* The first one from low to high that has a pointer; of those with a mark it may be any, as marks are not known. */
static struct plumb_entry *plumb_entry_from(const void *tree, unsigned long low, unsigned long high, _Bool marked)
{
	struct plumb_entry *first = 0;
	for (int i = 0; i < 2; i++) {
		struct plumb_entry *e = &plumb_entries[i];
		if (e->tree == tree && e->p && low <= e->at && e->at <= high && (!first || e->at < first->at) &&
		    !(marked && __plumb_any_bool("it has no such mark")))
			first = e;
	}
	return first;
}

static void *plumb_entry_load(const void *tree, unsigned long at)
{
	struct plumb_entry *e;
	__plumb_readable(tree, 1);
	e = plumb_entry_at(tree, at);
	return e ? e->p : (void *)0;
}

static void *plumb_entry_remove(const void *tree, unsigned long at)
{
	struct plumb_entry *e;
	void *p = 0;
	__plumb_readable(tree, 1);
	e = plumb_entry_at(tree, at);
	if (e) {
		p = e->p;
		*e = (struct plumb_entry){ 0 };
	}
	return p;
}

/* Is there room for an entry there? It is not there yet. */
static _Bool plumb_entry_add(const void *tree, unsigned long at, void *p)
{
	struct plumb_entry *e = &plumb_entries[plumb_entries[0].tree != 0];
	__plumb_readable(tree, 1);
	if (e->tree || plumb_fails())
		return 0;
	*e = (struct plumb_entry){ tree, at, p };
	return 1;
}

/* Any free number from low to high becomes p's. */
static int plumb_entry_number(const void *tree, unsigned long low, unsigned long high, void *p, unsigned long *at)
{
	if (low > high)
		return -ENOSPC;
	unsigned long i = __plumb_any_size("number");
	__plumb_assume(low <= i && i <= high && !plumb_entry_at(tree, i));
	if (!plumb_entry_add(tree, i, p))
		return -ENOMEM;
	*at = i;
	return 0;
}

static void plumb_entries_end(const void *tree)
{
	__plumb_readable(tree, 1);
	if (plumb_entries[0].tree == tree)
		plumb_entries[0] = (struct plumb_entry){ 0 };
	if (plumb_entries[1].tree == tree)
		plumb_entries[1] = (struct plumb_entry){ 0 };
}

static _Bool plumb_entries_none(const void *tree)
{
	__plumb_readable(tree, 1);
	return plumb_entries[0].tree != tree && plumb_entries[1].tree != tree;
}

/* idr */

MODEL void idr_preload(gfp_t flags)
{
}

MODEL void idr_preload_end(void)
{
}

static int plumb_idr_alloc(struct idr *idr, void *p, int start, int end)
{
	unsigned long at;
	int error;
	if (start < 0)
		return -EINVAL;
	error = plumb_entry_number(idr, (unsigned long)start, end > 0 ? (unsigned long)end - 1 : 0x7fffffff, p, &at);
	return error ? error : (int)at;
}

MODEL int idr_alloc(struct idr *idr, void *p, int start, int end, gfp_t flags)
{
	return plumb_idr_alloc(idr, p, start, end);
}

MODEL int idr_alloc_cyclic(struct idr *idr, void *p, int start, int end, gfp_t flags)
{
	return plumb_idr_alloc(idr, p, start, end);
}

MODEL int idr_alloc_u32(struct idr *idr, void *p, u32 *id, unsigned long max, gfp_t flags)
{
	unsigned long at;
	int error = plumb_entry_number(idr, *id, max < 0xffffffff ? max : 0xffffffff, p, &at);
	if (!error)
		*id = (u32)at;
	return error;
}

MODEL void *idr_find(const struct idr *idr, unsigned long id)
{
	return plumb_entry_load(idr, id);
}

MODEL void *idr_remove(struct idr *idr, unsigned long id)
{
	return plumb_entry_remove(idr, id);
}

MODEL void *idr_replace(struct idr *idr, void *p, unsigned long id)
{
	struct plumb_entry *e = plumb_entry_at(idr, id);
	__plumb_readable(idr, 1);
	if (!e)
		return __plumb_error_pointer(-ENOENT);
	void *old = e->p;
	e->p = p;
	return old;
}

MODEL int idr_for_each(const struct idr *idr, int (*f)(int id, void *p, void *data), void *data)
{
	unsigned long at = 0;
	struct plumb_entry *e;
	__plumb_readable(idr, 1);
	while ((e = plumb_entry_from(idr, at, 0x7fffffff, 0))) {
		at = e->at + 1;
		int result = f((int)e->at, e->p, data);
		if (result)
			return result;
	}
	return 0;
}

MODEL void *idr_get_next_ul(struct idr *idr, unsigned long *next)
{
	struct plumb_entry *e = plumb_entry_from(idr, *next, 0xffffffff, 0);
	__plumb_readable(idr, 1);
	if (!e)
		return 0;
	*next = e->at;
	return e->p;
}

MODEL void *idr_get_next(struct idr *idr, int *next)
{
	struct plumb_entry *e = plumb_entry_from(idr, (unsigned long)*next, 0x7fffffff, 0);
	__plumb_readable(idr, 1);
	if (!e)
		return 0;
	*next = (int)e->at;
	return e->p;
}

MODEL void idr_destroy(struct idr *idr)
{
	plumb_entries_end(idr);
}

MODEL bool idr_is_empty(const struct idr *idr)
{
	return plumb_entries_none(idr);
}

/* xarray. An error is a number with 2 in its lowest two bits, as xa_mk_internal() makes it. */

MODEL bool xa_is_err(const void *entry)
{
	return __plumb_is_error(entry);
}

MODEL int xa_err(void *entry)
{
	return __plumb_is_error(entry) ? (int)(__plumb_error_of(entry) >> 2) : 0;
}

static void *plumb_xa_store(struct xarray *xa, unsigned long at, void *p)
{
	struct plumb_entry *e = plumb_entry_at(xa, at);
	__plumb_readable(xa, sizeof *xa);
	if (!p)
		return plumb_entry_remove(xa, at);
	if (e) {
		void *old = e->p;
		e->p = p;
		return old;
	}
	return plumb_entry_add(xa, at, p) ? (void *)0 : __plumb_error_pointer(-ENOMEM * 4 + 2);
}

static int plumb_xa_insert(struct xarray *xa, unsigned long at, void *p)
{
	if (plumb_entry_at(xa, at))
		return -EBUSY;
	return plumb_entry_add(xa, at, p) ? 0 : -ENOMEM;
}

static int plumb_xa_alloc(struct xarray *xa, u32 *id, void *p, struct xa_limit limit)
{
	unsigned long at;
	int error = plumb_entry_number(xa, limit.min, limit.max, p, &at);
	if (!error)
		*id = (u32)at;
	return error == -ENOSPC ? -EBUSY : error;
}

MODEL void *xa_load(struct xarray *xa, unsigned long at)
{
	return plumb_entry_load(xa, at);
}

MODEL void *xa_store(struct xarray *xa, unsigned long at, void *p, gfp_t flags)
{
	return plumb_xa_store(xa, at, p);
}

MODEL void *__xa_store(struct xarray *xa, unsigned long at, void *p, gfp_t flags)
{
	return plumb_xa_store(xa, at, p);
}

MODEL void *xa_erase(struct xarray *xa, unsigned long at)
{
	return plumb_entry_remove(xa, at);
}

MODEL void *__xa_erase(struct xarray *xa, unsigned long at)
{
	return plumb_entry_remove(xa, at);
}

MODEL void *__xa_cmpxchg(struct xarray *xa, unsigned long at, void *old, void *p, gfp_t flags)
{
	void *now = plumb_entry_load(xa, at);
	if (now != old)
		return now;
	void *result = plumb_xa_store(xa, at, p);
	return __plumb_is_error(result) ? result : now;
}

MODEL int __xa_insert(struct xarray *xa, unsigned long at, void *p, gfp_t flags)
{
	return plumb_xa_insert(xa, at, p);
}

MODEL int __xa_alloc(struct xarray *xa, u32 *id, void *p, struct xa_limit limit, gfp_t flags)
{
	return plumb_xa_alloc(xa, id, p, limit);
}

MODEL int __xa_alloc_cyclic(struct xarray *xa, u32 *id, void *p, struct xa_limit limit, u32 *next, gfp_t flags)
{
	int error = plumb_xa_alloc(xa, id, p, limit);
	if (error)
		return error;
	*next = *id + 1;
	return __plumb_any_bool("once around");
}

MODEL void *xa_find(struct xarray *xa, unsigned long *at, unsigned long max, xa_mark_t filter)
{
	struct plumb_entry *e = plumb_entry_from(xa, *at, max, filter != XA_PRESENT);
	__plumb_readable(xa, sizeof *xa);
	if (!e)
		return 0;
	*at = e->at;
	return e->p;
}

MODEL void *xa_find_after(struct xarray *xa, unsigned long *at, unsigned long max, xa_mark_t filter)
{
	struct plumb_entry *e = *at < max ? plumb_entry_from(xa, *at + 1, max, filter != XA_PRESENT) : 0;
	__plumb_readable(xa, sizeof *xa);
	if (!e)
		return 0;
	*at = e->at;
	return e->p;
}

MODEL void xa_destroy(struct xarray *xa)
{
	plumb_entries_end(xa);
}

MODEL bool xa_empty(const struct xarray *xa)
{
	return plumb_entries_none(xa);
}

/* Radix trees, as older drivers have them. */

MODEL int radix_tree_insert(struct radix_tree_root *root, unsigned long at, void *p)
{
	if (plumb_entry_at(root, at))
		return -EEXIST;
	return plumb_entry_add(root, at, p) ? 0 : -ENOMEM;
}

MODEL void *radix_tree_lookup(const struct radix_tree_root *root, unsigned long at)
{
	return plumb_entry_load(root, at);
}

MODEL void *radix_tree_delete(struct radix_tree_root *root, unsigned long at)
{
	return plumb_entry_remove(root, at);
}
