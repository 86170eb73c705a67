#include "disjunction.h"

term disjunction_of(struct bank *bank, struct disjuncts *list)
{
	while (list->count > 1) {
		size_t n = 0;
		for (size_t i = 0; i < list->count; i += 2)
			list->at[n++] = i + 1 < list->count ? term_or(bank, list->at[i], list->at[i + 1]) : list->at[i];
		list->count = n;
	}
	term any = list->count ? list->at[0] : term_false(bank);
	vec_free(list);
	return any;
}
