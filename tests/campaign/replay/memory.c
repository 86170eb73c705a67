/* verify --malloc-may-fail */
#include <stdlib.h>
struct s {
	int a;
	char b[3];
	short *c;
};
int main(void)
{
	char *first = malloc(1);
	struct s *s = malloc(sizeof *s), *other = calloc(2, sizeof *other);
	if (!first && s && !other && s->a == 77 && s->b[2] == 'x')
		s->b[s->a] = 1;
	return 0;
}
