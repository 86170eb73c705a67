/* Streams in memory: the same natively and in the evaluator. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *what, const char *bytes, size_t n)
{
	printf("%s: %zu:", what, n);
	for (size_t i = 0; i < n; i++)
		printf(" %02x", (unsigned char)bytes[i]);
	printf("\n");
}

static void texts(void)
{
	char *text = NULL;
	size_t length = 0;
	FILE *f = open_memstream(&text, &length);
	fprintf(f, "%d-%s", 42, "ab");
	fflush(f);
	show("flushed", text, length + 1);
	fputc('!', f);
	fflush(f);
	fwrite("\0z", 1, 2, f);
	printf("%d\n", fclose(f));
	show("closed", text, length + 1);
	free(text);
	f = open_memstream(&text, &length);
	fclose(f);
	show("empty", text, length + 1);
	free(text);
}

static void reading(void)
{
	char text[] = "12 abc\nxyz";
	char line[16];
	int n = 0;
	FILE *f = fmemopen(text, strlen(text), "r");
	printf("%d ", fscanf(f, "%d", &n));
	printf("%d\n", n);
	printf("%s", fgets(line, sizeof line, f));
	printf("%c\n", fgetc(f));
	n = (int)fread(line, 1, sizeof line, f);
	printf("%d %d %d\n", n, feof(f) != 0, fgetc(f));
	fclose(f);
}

static void writing(void)
{
	char memory[8] = "zzzzzzz";
	FILE *f = fmemopen(memory, sizeof memory, "w");
	show("opened", memory, 1);
	fputs("abc", f);
	fflush(f);
	show("flushed", memory, sizeof memory);
	fputs("de", f);
	fclose(f);
	show("closed", memory, 6);
	f = fmemopen(memory, sizeof memory, "a");
	fputs("f", f);
	fclose(f);
	show("appended", memory, 7);
	f = fmemopen(NULL, 8, "w+");
	fputs("own", f);
	rewind(f);
	printf("%c\n", fgetc(f));
	fclose(f);
}

int main(void)
{
	texts();
	reading();
	writing();
	return 0;
}
