#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

static void copying(void)
{
	char a[20] = "xxxxxxxxxxxxxxx", b[20];
	strcpy(a, "abc");
	strcat(a, "def");
	strncat(a, "ghijk", 3);
	printf("%s %zu %zu\n", a, strlen(a), strnlen(a, 4));
	memset(b, '-', sizeof b);
	strncpy(b, "ab", 5);
	printf("%d %d %c\n", b[2], b[4], b[5]);
	printf("%td %td\n", stpcpy(b, "four") - b, stpncpy(b, "x", 6) - b);
	memmove(a + 2, a, 5);
	memcpy(b, a, 10);
	printf("%s %s\n", a, b);
	printf("%td\n", (char *)memccpy(b, "hello", 'l', 5) - b);
	char *d = strdup("copy"), *n = strndup("copied", 4);
	printf("%s %s\n", d, n);
	free(d);
	free(n);
	printf("%td\n", (char *)mempcpy(b, "12345", 5) - b);
	bzero(b, 3);
	bcopy("xy", b + 1, 2);
	printf("%d%c%c%c\n", b[0], b[1], b[2], b[3]);
}

static void comparing(void)
{
	static const char *const words[] = { "", "a", "A", "ab", "abc", "\xff", "b" };
	for (int i = 0; i < 7; i++)
		for (int k = 0; k < 7; k++)
			printf("%d%d%d%d%d ", sign(strcmp(words[i], words[k])), sign(strncmp(words[i], words[k], 1)),
			       sign(strcasecmp(words[i], words[k])), sign(strncasecmp(words[i], words[k], 2)),
			       sign(strcoll(words[i], words[k])));
	printf("\n%d %d\n", sign(memcmp("abc", "abd", 3)), bcmp("abc", "abd", 2));
	char to[10];
	printf("%zu %s\n", strxfrm(to, "text", 10), to);
}

static void searching(void)
{
	const char *s = "hello, world";
	printf("%td %td %d %td\n", strchr(s, 'o') - s, strrchr(s, 'o') - s, strchr(s, 'z') == NULL, strchr(s, 0) - s);
	printf("%td %d %td\n", (char *)memchr(s, 'w', 12) - s, memchr(s, 'w', 5) == NULL,
	       (char *)memrchr(s, 'l', 12) - s);
	printf("%zu %zu %td\n", strspn(s, "leh"), strcspn(s, " ,"), strpbrk(s, "dw") - s);
	printf("%td %d %td %td\n", strstr(s, "wor") - s, strstr(s, "word") == NULL, strstr(s, "") - s,
	       strcasestr(s, "WOR") - s);
	printf("%td %td %td\n", index(s, 'e') - s, rindex(s, 'l') - s, strchrnul(s, '!') - s);
	printf("%td %td\n", (char *)memmem(s, 12, "ld", 2) - s, (char *)rawmemchr(s, 'd') - s);
	printf("%d %d %d\n", ffs(0), ffs(8), ffsl(1L << 20));
}

static void tokens(void)
{
	char text[] = ",,one, two;three", *rest, other[] = "a::b:", *at = other;
	for (char *t = strtok(text, ",; "); t; t = strtok(NULL, ",; "))
		printf("<%s>", t);
	char again[] = "x y";
	for (char *t = strtok_r(again, " ", &rest); t; t = strtok_r(NULL, " ", &rest))
		printf("<%s>", t);
	for (char *t; (t = strsep(&at, ":"));)
		printf("[%s]", t);
	printf("\n%s %s\n", strerror(2), strsignal(11));
}

int main(void)
{
	copying();
	comparing();
	searching();
	tokens();
	return 0;
}
