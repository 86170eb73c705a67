#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void writing(void)
{
	FILE *f = fopen("out.txt", "w");
	fprintf(f, "%s %d\n", "line", 1);
	fputs("line 2\n", f);
	fputc('x', f);
	putc('\n', f);
	int numbers[] = { 1, 2, 3 };
	size_t n = fwrite(numbers, sizeof *numbers, 3, f);
	long at = ftell(f);
	int closed = fclose(f);
	printf("%zu %ld %d\n", n, at, closed);
	f = fopen("out.txt", "a");
	fprintf(f, "appended");
	fclose(f);
}

static void reading(void)
{
	FILE *f = fopen("out.txt", "r");
	char line[8];
	while (fgets(line, sizeof line, f) && line[0] != 'x')
		printf("<%s>", line);
	int numbers[3];
	size_t n = fread(numbers, sizeof *numbers, 3, f);
	printf("%zu %d %d\n", n, numbers[0], numbers[2]);
	int c = getc(f);
	ungetc('Q', f);
	int d = getc(f), e = getc(f);
	printf("%c%c%c\n", c, d, e);
	printf("%d\n", fseek(f, -3, SEEK_END));
	n = fread(line, 1, 8, f);
	printf("%zu %.3s %d %d\n", n, line, feof(f) != 0, ferror(f) != 0);
	strcpy(line, "stays");
	char *none = fgets(line, sizeof line, f);
	printf("%d %s\n", none == NULL, line);
	clearerr(f);
	rewind(f);
	printf("%d %c\n", feof(f), getc(f));
	fclose(f);
	f = fopen("no/such/file", "r");
	int error = errno;
	printf("%d %s\n", f == NULL, strerror(error));
	errno = ENOENT;
	perror("no/such/file");
}

static void standard(void)
{
	char line[100], *more = NULL;
	size_t size = 0;
	printf("%s", fgets(line, sizeof line, stdin));
	long n = getline(&more, &size, stdin);
	printf("%ld %s", n, more);
	free(more);
	for (int c; (c = getchar()) != EOF;)
		putchar(c);
	printf("\n%d\n", feof(stdin) != 0);
	fprintf(stderr, "to standard error %d\n", 7);
	fflush(stdout);
}

int main(void)
{
	writing();
	reading();
	standard();
	printf("%d\n", rename("out.txt", "renamed.txt"));
	printf("%d\n", remove("out.txt"));
	return 0;
}
