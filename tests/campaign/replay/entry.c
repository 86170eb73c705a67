/* verify --entry=divide --args=any */
int unused_function_without_a_body(int);
int divide(int a, unsigned char b, int *p)
{
	return a == 5 && b == 9 && !p ? a / (b - 9) : 0;
}
int main(void)
{
	return unused_function_without_a_body(1);
}
