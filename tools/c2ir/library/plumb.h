/* What the models are written with. Functions called __plumb_... are lowered by c2ir (model/host.c, model/library.c). */
#ifndef PLUMB_LIBRARY_H
#define PLUMB_LIBRARY_H

#define NULL ((void *)0)
#define EOF (-1)
#define CHAR_BIT 8
#define SIZE_MAX ((size_t)-1)
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define LONG_MAX ((long)((unsigned long)-1 >> 1))
#define LONG_MIN (-LONG_MAX - 1)
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1)

typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef __builtin_va_list va_list;
#define va_arg __builtin_va_arg
#define va_start __builtin_va_start
#define va_end __builtin_va_end
#define va_copy __builtin_va_copy

/* ---- preconditions ---- */

/* Asserts, if that check is on; `check` is a name from check.def. */
void __plumb_require(_Bool holds, const char *check, const char *message);
/* The object may be read or written for n bytes from p on (nothing is asked if n is 0). */
void __plumb_readable(const void *p, size_t n);
void __plumb_writable(void *p, size_t n);
/* The check of overlap: the n bytes at p and the m bytes at q have none in common. */
void __plumb_disjoint(const void *p, size_t n, const void *q, size_t m);

/* ---- what is not known ---- */

/* Any value: an input of the program, by this name in traces. */
_Bool __plumb_any_bool(const char *name);
int __plumb_any_int(const char *name);
long __plumb_any_long(const char *name);
size_t __plumb_any_size(const char *name);
/* Any value in place of one that is not computed: an over-approximation, which the ledger has. All that depends on what is not computed
 * is such a value, or computed from one (an unknown text behind an unknown length is not: what is forgotten at a place that does not depend
 * on one counts as known to be any). */
int __plumb_approximate_int(const char *what);
size_t __plumb_approximate_size(const char *what);
unsigned char __plumb_approximate_char(const char *what);
float __plumb_approximate_float(const char *what);
double __plumb_approximate_double(const char *what);
long double __plumb_approximate_long_double(const char *what);
/* Here the model does what the function does not do: whatever follows is approximated (ledger). */
void __plumb_deviates(const char *what);
/* A vector of any number of strings, ended by NULL; all are the same unknown one (ledger). */
char **__plumb_any_strings(const char *name);
/* The bytes become unknown. */
void __plumb_forget(void *p, size_t n);
void __plumb_assume(_Bool holds);
/* Of what is approximated alone: the right values satisfy it, whatever else is not known. */
void __plumb_assume_right(_Bool holds);
void __plumb_ledger(const char *text);
/* Only where that is checked. */
void __plumb_ledger_where(const char *check, const char *text);
/* Could evaluating the expression change an object, end one, or end the program? It is not evaluated. What is then assumed. */
_Bool __plumb_changes();

/* Does the program look at errno? Does it set handlers of signals? */
_Bool __plumb_watches_errno(void);
_Bool __plumb_handles_signals(void);
/* If it opens streams of which it alone says what comes (memory_stream.c), and the stream is one: what was written is there now; it is
 * read. If it pushes characters back: one that was is dropped. */
void __plumb_flush_memory(void *stream, _Bool closes);
void __plumb_read_memory(void *stream);
void __plumb_lose_pushed(void);

/* Replays (verify --replay) have c on the standard input, behind what was typed before; TYPED_END: it ends here; TYPED_OTHER: what
 * comes does not match the format; TYPED_FAILS: reading fails; a negative number: what comes is no character of the standard input.
 * Nothing to verification. */
enum { TYPED_END = 256, TYPED_OTHER, TYPED_FAILS };
void __plumb_typed(int c);
/* Likewise the n bytes at p if `elsewhere` is 0, not -1. They must be there. */
void __plumb_typed_bytes(const void *p, size_t n, int elsewhere);

/* ---- objects ---- */

/* A new object of unknown contents that is nobody's leak, and nothing for free(); and its end. */
void *__plumb_new(size_t size);
void __plumb_delete(void *p);
/* The end of one of SIZE bytes that the program names: that p points to the beginning of such an object is asserted (free). */
void __plumb_close(void *p, size_t size);
/* (char *)base + i * size, known to lead to the beginning of an element if size is a constant. */
void *__plumb_element(const void *base, size_t i, size_t size);
/* The same in the array that base points into. A member that is no array is one of one element (C11 6.5.6p7; in the ledger). */
void *__plumb_array_element(const void *base, size_t i, size_t size);
/* The program ends with this status; nothing else happens. */
void __plumb_stop(int status) __attribute__((noreturn));

/* ---- threads ---- */

/* The function that calls it is what a thread does: each call of that starts one. Another thread's turn may come here; here, if it may end
 * objects. This one is over. */
void __plumb_thread_body(void);
void __plumb_thread_looks(void);
/* Threads are taken to be sequentially consistent. */
void __plumb_thread_order(void);
/* The function that calls it is to be called when a thread's turn ends; when it begins. */
void __plumb_thread_leaves(void);
void __plumb_thread_comes(void);
void __plumb_thread_switch(void);
void __plumb_thread_over(void) __attribute__((noreturn));
/* A turn may end here, before what may wait. Deadlocks: from now on all that threads may do is to find that they wait; is it so? */
void __plumb_thread_waits(void);
void __plumb_thread_rest(void);
_Bool __plumb_thread_rests(void);
/* The thread waits behind __plumb_thread_waits(), with nothing done between, until what is true if NOW is. */
void __plumb_may_rest(_Bool now);
/* It does not wait. */
#define PLUMB_GO_ON()                                            \
	do {                                                     \
		if (__plumb_checks("deadlock"))                  \
			__plumb_assume(!__plumb_thread_rests()); \
	} while (0)
#define PLUMB_WAIT(now)                         \
	do {                                    \
		if (__plumb_checks("deadlock")) \
			__plumb_may_rest(now);  \
		__plumb_assume(now);            \
	} while (0)
/* Another thread is over, and nobody has said so before. This thread has the lock now; it has it no longer: nobody else has it between. */
void __plumb_thread_joined(void);
void __plumb_thread_acquires(const void *lock);
void __plumb_thread_releases(const void *lock);

/* Does the program name that function? */
_Bool __plumb_program_calls(const char *name);
/* Is that checked? */
_Bool __plumb_checks(const char *check);

/* ---- rules ---- */

/* Any object is chosen, or none; and is p a pointer to where it begins? Null and what a kernel's error pointer is are none. What holds of
 * it, whichever it is, holds of each object. */
void __plumb_watch(void);
_Bool __plumb_is_watched(const void *p);

/* ---- error pointers of Linux ---- */

/* Is it one? Its address is not looked at as a number. */
_Bool __plumb_is_error(const void *p);
/* The number of one; any number of another pointer. */
long __plumb_error_of(const void *p);
void *__plumb_error_pointer(long error);

/* ---- the host ---- */

/* Is the program being run, by someone who has files and a clock? To verification: no. What only happens then need not be
 * fit for being verified, and what happens otherwise must cover all that it does. */
_Bool __plumb_running(void);
/* A number or a character for the next call of the host. */
void __plumb_argument();
void __plumb_character(int c);
/* Calls a function of the host; without a host: any value. */
int __plumb_host_int(const char *function);
long long __plumb_host_long(const char *function);
float __plumb_host_float(const char *function);
double __plumb_host_double(const char *function);
long double __plumb_host_long_double(const char *function);

#endif
