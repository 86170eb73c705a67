/* Allocation that does not fail silently: the only module that calls malloc.
 *
 * When the system has no memory left, the handler is called; it must not return. The default
 * handler writes one line to standard error and exits with STATUS_SYSTEM; in a tool that another one runs (tool.h) it
 * exits with TOOL_NO_MEMORY. A tool may set its own (verify says UNKNOWN). The handler is process-wide because memory is. */
#ifndef PLUMB_MEMORY_H
#define PLUMB_MEMORY_H

#include <stddef.h>

void *memory_alloc(size_t size);               /* zeroed */
void *memory_resize(void *block, size_t size); /* like realloc, new bytes not zeroed */
void memory_free(void *block);
char *memory_copy_string(const char *text, size_t length); /* NUL-terminated copy */

/* What the functions above do when there is none left; also for whoever learns of it in another way. */
_Noreturn void memory_exhausted(void);

/* Where the address space is limited a stack that cannot grow is a lack of memory as well: from now on SIGSEGV is
 * memory_exhausted then. */
void memory_watch_stack(void);

/* `handler` is called when memory runs out; it must not return. NULL restores the default. */
void memory_on_failure(void (*handler)(void));

#endif
