/* What executions refute of contracts, contract_filter.c. */
#ifndef PLUMB_CONTRACT_FILTER_H
#define PLUMB_CONTRACT_FILTER_H

#include "contract.h"
#include "sampler.h"

/* Drops conditions that are false at a call or a return of an execution of `executed`, of which the contracts' program is a copy. */
void contracts_filter(struct contracts *contracts, struct program *executed, struct sample_limits limits);

#endif
