/* Allocation that does not fail silently: the only module that calls malloc.
 *
 * When the system has no memory left, the handler is called; it must not return. The default
 * handler writes one line to standard error and exits with STATUS_SYSTEM; in a tool that another one runs (tool.h) it
 * exits with TOOL_NO_MEMORY. A tool may set its own (verify says UNKNOWN). The handler is process-wide because memory is. */
#ifndef PLUMB_MEMORY_H
#define PLUMB_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *memory_alloc(size_t size);               /* zeroed */
void *memory_resize(void *block, size_t size); /* like realloc, new bytes not zeroed */
void memory_free(void *block);
char *memory_copy_string(const char *text, size_t length); /* NUL-terminated copy */

/* What the functions above do when there is none left; also for whoever learns of it in another way. */
_Noreturn void memory_exhausted(void);

/* Have we, or a child that we have waited for, come near the limit (bytes; 0: that of the address space, if there is one)?
 * Then what dies without a reason may have died for lack of memory. Near: half of it, or all but 256 MB, since address space
 * is more than what is resident, and a loader or a compiler asks for much at once. */
bool memory_is_tight(uint64_t limit);

/* From now on the address space grows by no more than so many bytes; a limit that is lower already stays. False: the system
 * does not say what it is, or takes no limit. */
bool memory_limit_growth(uint64_t bytes);

/* A stack that cannot grow because the address space is used up is a lack of memory as well: from now on SIGSEGV is
 * memory_exhausted then. */
void memory_watch_stack(void);

/* `handler` is called when memory runs out; it must not return. NULL restores the default. */
void memory_on_failure(void (*handler)(void));

#endif
