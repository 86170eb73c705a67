/* Transition systems as text for others' tools. Their state is the number of a cut (`cut`: where the execution is, and one
 * more number for its end) and the places that something depends on; inputs are what is unknown on the way. What is bad is
 * that an assertion is violated before the next cut.
 *
 * A system with maps must be lowered (system_lower); then all of these write what system_new gave, no more and no less. */
#ifndef PLUMB_SYSTEM_WRITE_H
#define PLUMB_SYSTEM_WRITE_H

#include "stream.h"
#include "system.h"

/* BTOR2 (A. Niemetz, M. Preiner, C. Wolf, A. Biere, "Btor2, BtorMC and Boolector 3.0", CAV 2018): one `bad`. */
void system_write_btor2(const struct system *system, struct output *out);

/* VMT (the format of nuXmv and ic3ia): SMT-LIB2 with :init, :trans and :invar-property. */
void system_write_vmt(const struct system *system, struct output *out);

/* SMT-LIB2 without annotations: the Bool functions `init`, `trans` and `bad` over declared states, what follows these, and
 * inputs. Comments say which state is followed by what. */
void system_write_smt2(const struct system *system, struct output *out);

/* Horn clauses in the form of CHC-COMP: a predicate for each cut; `sat` means that no assertion can be violated. Over
 * bit-vectors, or over integers with exact wrap-around (smt_integer.h), if system_has_integers. */
void system_write_horn(const struct system *system, bool integers, struct output *out);
bool system_has_integers(const struct system *system);

#endif
