/* The host of a program that runs in the interpreter: what it prints, reads and asks of the system really happens.
 *
 * The program hands over numbers ({output "argument"}) and characters ({output "character"}), and then calls a function by
 * name: `havoc x {host "name" "text"}`. Further results are asked for one by one ({host "next"}: numbers, {host "byte"}:
 * characters). A function takes all arguments and characters that are there, and drops results of an earlier one that
 * nobody asked for. ir-spec/host.md lists the functions. */
#ifndef PLUMB_IR_OPT_HOST_H
#define PLUMB_IR_OPT_HOST_H

#include <signal.h>
#include <stdio.h>

#include "ir.h"
#include "run.h"
#include "vec.h"

struct host_argument {
	uint64_t words[2];
	uint32_t width;
};

struct host {
	const char *name; /* of the program */
	char **arguments; /* of the program's command line, without its name; a null pointer at the end */
	bool replays;     /* inputs are given: the host prints, and that is all */
	bool outside;     /* --host: what is done outside this process is done */
	bool refused;     /* by the last call, because it is not */

	VEC(struct host_argument) given;
	VEC(char) text;
	VEC(uint64_t) numbers; /* results, from next_number on */
	VEC(char) bytes;       /* likewise */
	size_t next_given, next_number, next_byte;

	VEC(FILE *) files;       /* streams by number: 0, 1 and 2 are the standard ones; NULL: closed */
	VEC(void *) directories; /* DIR, by number; NULL: closed */
	VEC(void *) patterns;    /* regex_t, by number */
	uint32_t width;          /* of the result that is asked for */
	uint64_t result[2];
	sigset_t handled; /* signals with a handler: they are blocked, and taken one by one */
	int error;        /* errno of what failed last */
	bool range;       /* the last number that was read does not fit */
};

/* What the options say of the host. */
struct host_rights {
	bool replays, outside;
};

/* Without rights.outside, descriptors other than the standard ones are closed: what they lead to is not the program's. */
void host_init(struct host *host, const char *name, char **arguments, struct host_rights rights);
/* Closes what is open. False: standard output could not be written. */
bool host_release(struct host *host);
void host_hook(struct host *host, struct run_hooks *hooks);

/* ---- for the functions ---- */

/* What a call can change: this process alone (or nothing, or what the function tells from its arguments and asks
 * host_refuses about), or something outside: files, other processes, the terminal. */
enum host_reach { HOST_INSIDE, HOST_OUTSIDE };

/* A function of the host: false means that it has no answer. */
struct host_function {
	const char *name;
	bool (*call)(struct host *host, const char *text);
	enum host_reach reach;
};
/* Each ends with a NULL name. */
extern const struct host_function host_print_functions[], host_math_functions[], host_number_functions[],
	host_system_functions[], host_file_functions[], host_time_functions[], host_process_functions[],
	host_name_functions[], host_match_functions[];

/* Something outside is about to be changed: true if that may not be, and then the program ends here. */
bool host_refuses(struct host *host);

uint64_t host_number(struct host *host);           /* the next argument, zero-extended; 0 if there is none */
int64_t host_signed(struct host *host);            /* the next argument, sign-extended */
struct host_argument host_take(struct host *host); /* the next argument */
FILE *host_file(struct host *host);                /* the stream with the number that the next argument is, or NULL */
const char *host_text(struct host *host);          /* all characters, and a 0 after them */
void host_give(struct host *host, const char *bytes, size_t count); /* result: characters */
bool host_answer(struct host *host, int64_t number);                /* result: the number that is asked for; true */

bool host_status(struct host *host, int64_t result);  /* likewise; if it is negative errno is kept */
const char *host_second_text(struct host *host);      /* of two strings with a 0 between them, or "" */
int64_t host_add_file(struct host *host, FILE *file); /* its number; -1 for NULL */
void host_close_directories(struct host *host);
void host_free_patterns(struct host *host);

/* Numbers as IEEE 754 bits; long doubles are x87's, whatever they are here. */
double host_double(struct host_argument a);
long double host_extended(struct host_argument a);
bool host_answer_double(struct host *host, double value);
bool host_answer_float(struct host *host, float value);
bool host_answer_extended(struct host *host, long double value);

#endif
