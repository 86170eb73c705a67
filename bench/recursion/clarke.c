/* M, T and D of A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-based model checking for recursive programs", 2014, Fig. 3, after
 * E. Clarke, "Program invariants as fixed points", 1979: m is at least twice what is left of it, plus 4. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void D(int *d)
{
	*d -= 1;
}

static void T(int *t)
{
	if (*t > 0) {
		*t -= 2;
		T(t);
#ifdef BUG
		if (*t == 4)
			*t += 3;
#endif
		*t += 1;
	}
}

int main(void)
{
	int m = __VERIFIER_nondet_int();
	if (m < -1000000 || m > 1000000)
		return 0;
	int before = m;
	T(&m);
	D(&m);
	D(&m);
	if (before < 2 * m + 4)
		reach_error();
	return 0;
}
