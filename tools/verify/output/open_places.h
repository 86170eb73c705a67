/* Which obligations are still open: the assertions that are left in the prepared program. What the passes removed holds. */
#ifndef PLUMB_OPEN_PLACES_H
#define PLUMB_OPEN_PLACES_H

#include "engine.h"
#include "stream.h"

struct open_places {
	bool known;                              /* false: nothing can be told of single obligations */
	VEC(const struct statement *) different; /* assertions, those that read the same in a report once */
	const struct causes *causes;             /* of the task; or NULL */
	TABLE(const char *, uint64_t) counts;    /* interned check -> assertions */
	struct table numbers;                    /* their {place}s */
	TABLE(const char *, bool) unnumbered;    /* interned check -> some have none */
};

/* Nothing is known before the program is prepared, nor where it was cut (ir-opt --unroll): there an assertion may be gone
 * because it lies beyond. */
struct open_places open_places_of(const struct task *task);
void open_places_release(struct open_places *places);

/* Of `all` obligations of the check, how many are certainly proved. */
uint64_t open_places_proved(const struct open_places *places, const struct task *task, const char *check, uint64_t all);

/* An assertion of task->original: is it certainly proved? False where nothing is known. */
bool open_places_has_proved(const struct open_places *places, const struct task *task,
			    const struct statement *assertion);
/* Why it is open, "": nothing is known of it. */
const char *open_places_cause(const struct open_places *places, const struct statement *assertion);

/* "open:" and a line for each of the first `most`, with another one why it is open, where that is known; nothing if nothing
 * is known. */
void open_places_write(struct output *out, const struct open_places *places, size_t most);

#endif
