/* Memory in large pages. On virtual machines a page fault takes microseconds, and solvers, which jump about in their memory,
 * wait for the translation of addresses: with pages of 2 MB runs take 10 to 20 % less processor time (docs/measurements.md). */
#ifndef PLUMB_LARGE_PAGES_H
#define PLUMB_LARGE_PAGES_H

/* From now on the heap begins with a stretch of address space for which the kernel is asked for large pages. To be called once,
 * early, when the limit of the address space is set. Nothing happens where the C library or the kernel does not know of it. */
void large_pages_prefer(void);

#endif
