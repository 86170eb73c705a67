/* verify */
int __VERIFIER_nondet_int(void);
unsigned char level(int);
double scale(void);
long long wide(void);
void tell(int);
int main(void)
{
	int a = __VERIFIER_nondet_int();
	tell(a);
	unsigned char l = level(a);
	int b = __VERIFIER_nondet_int();
	if (a == 12345 && l == 200 && b == -7 && scale() == 2.5 && wide() == -9000000000)
		b = 10 / (a - 12345);
	return b;
}
