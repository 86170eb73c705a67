/* The ladder of stratified inlining on one program, climbed in several goes. */
#ifndef PLUMB_STRATIFIED_H
#define PLUMB_STRATIFIED_H

#include "engine.h"

struct search;

/* On the rung of that bound, with the task's solver. The program must outlive it. */
struct search *stratified_begin(struct program *program, const struct task *task, uint32_t bound);
/* The same of a program all of whose executions another one has, which was explored as far as the outcome says: on the rung that was done
 * last. */
struct search *stratified_begin_above(struct program *program, const struct task *task, const struct outcome *explored);
/* Climbs on until it is decided, the task's bound is reached, or its time is up: then another go, also with other limits, goes
 * on at the same rung and with what the solver has learned. The outcome is that of this go; what it says of the bound is
 * of all. *outcome is empty before. */
void stratified_go_on(struct search *s, struct task *task, struct outcome *outcome);
void stratified_end(struct search *s); /* NULL is fine */

#endif
