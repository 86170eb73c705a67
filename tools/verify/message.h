/* What a worker tells the process that watches it, on a pipe: first what is known so far, as often as that grows, at last
 * its report. Each message is whole or does not count, so a worker may be killed at any moment. */
#ifndef PLUMB_MESSAGE_H
#define PLUMB_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vec.h"

#define NO_REASON SIZE_MAX

/* Its bytes follow it: a report (verdict_report.h), and what extras.h says after that. */
struct message {
	bool final;         /* the report of a worker that ends by itself */
	int status;         /* exit status that goes with it */
	bool out_of_memory; /* that is why there is no verdict */
	bool out_of_time;   /* likewise: it ended before its time, which was too little for more */
	uint64_t
		rank; /* how much is known: violations, bounds; a draft of a lower rank than the last says nothing new */
	size_t reason_at; /* of a draft: where the reason goes for which it became the report; NO_REASON: nowhere */
	size_t length;
	/* Of a draft: at the end of its bytes, what it is in its place if the reason is that the time is up; 0: nothing. */
	size_t late_length;
	int late_status;
};

/* Messages as they come. Start from { 0 }. */
struct mailbox {
	VEC(char) unread;
	struct message last; /* the best so far; `bytes` has its bytes (memory_free), NULL: there is none */
	char *bytes;
};

/* False: the reader has gone. */
bool message_send(int fd, const struct message *message, const char *bytes);

/* Adds what was read from the pipe. True: box->last has changed. */
bool mailbox_take(struct mailbox *box, const char *bytes, size_t length);
void mailbox_free(struct mailbox *box);

#define REASON_TIME "time"
#define REASON_INTERRUPTED "interrupted"

/* Its text with the reason put in, and behind it as EXTRA_REASON, NUL-terminated (memory_free); `length` without the NUL; the exit
 * status that goes with it. NULL for the reason: it ended by itself. */
char *mailbox_report(const struct mailbox *box, const char *reason, size_t *length, int *status);

#endif
