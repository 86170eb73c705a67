"""The programs of bench/memory: each is a function of a size and of whether its assertion holds."""

HEAD = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
"""


def array_constant(n, holds):
    """Every cell written and read at a known index."""
    return HEAD + f"""
int main(void)
{{
	int a[{n}], x = __VERIFIER_nondet_int() & 0xffff;
	for (int i = 0; i < {n}; i++)
		a[i] = x + i;
	for (int i = 0; i < {n}; i++)
		assert(a[i] - x == i{'' if holds else f' + (i == {n - 1})'});
}}
"""


def array_symbolic(n, holds):
    """Two writes at unknown indices, a read at a third."""
    return HEAD + f"""
int main(void)
{{
	unsigned char a[{n}];
	for (unsigned i = 0; i < {n}; i++)
		a[i] = i % 251;
	unsigned i = __VERIFIER_nondet_uint() % {n}, j = __VERIFIER_nondet_uint() % {n}, k = __VERIFIER_nondet_uint() % {n};
	a[i] = 255;
	a[j] = 254;
	assert({'k == i || k == j || ' if holds else 'k == i || '}a[k] == k % 251);
}}
"""


def list_nodes(n, holds):
    """Pushed, walked, freed; an unknown value in each node, and what is found in the one in the middle."""
    return HEAD + f"""
struct node {{ struct node *next; int value; }};

int main(void)
{{
	struct node *head = NULL;
	int wanted = 0, found = 0, count = 0;
	for (int i = 0; i < {n}; i++) {{
		struct node *node = malloc(sizeof *node);
		node->next = head;
		node->value = __VERIFIER_nondet_int();
		if (i == {n // 2})
			wanted = node->value;
		head = node;
	}}
	for (struct node *node = head; node; node = node->next)
		if (++count == {n - n // 2})
			found = node->value;
	assert(count == {n} && found == wanted{'' if holds else ' && found != 42'});
	while (head) {{
		struct node *next = head->next;
		free(head);
		head = next;
	}}
}}
"""


def tree_nodes(n, holds):
    """A search tree with keys in a scattered order, an unknown value at each; what is found at one of them."""
    return HEAD + f"""
struct tree {{ struct tree *left, *right; unsigned key; int value; }};

static struct tree *insert(struct tree *root, struct tree *node)
{{
	struct tree **at = &root;
	while (*at)
		at = node->key < (*at)->key ? &(*at)->left : &(*at)->right;
	*at = node;
	return root;
}}

int main(void)
{{
	struct tree *root = NULL;
	int wanted = 0;
	for (unsigned i = 0; i < {n}; i++) {{
		struct tree *node = calloc(1, sizeof *node);
		node->key = i * 7919u % 1009u;
		node->value = __VERIFIER_nondet_int();
		if (i == {n // 2})
			wanted = node->value;
		root = insert(root, node);
	}}
	struct tree *t = root;
	while (t && t->key != {n // 2} * 7919u % 1009u)
		t = t->key > {n // 2} * 7919u % 1009u ? t->left : t->right;
	assert(t && t->value == wanted{'' if holds else ' && wanted != 42'});
}}
"""


def bubble_sort(n, holds):
    return HEAD + f"""
int main(void)
{{
	int a[{n}];
	for (int i = 0; i < {n}; i++)
		a[i] = __VERIFIER_nondet_int();
	for (int i = 0; i < {n} - 1; i++)
		for (int j = 0; j < {n} - 1 - i; j++)
			if (a[j] > a[j + 1]) {{
				int t = a[j];
				a[j] = a[j + 1];
				a[j + 1] = t;
			}}
	for (int i = 0; i + 1 < {n}; i++)
		assert(a[i] {'<=' if holds else '<'} a[i + 1]);
}}
"""


def strings(n, holds):
    return HEAD + f"""
int main(void)
{{
	char s[{n + 1}], t[{n + 1}];
	for (int i = 0; i < {n}; i++)
		s[i] = __VERIFIER_nondet_uchar();
	s[{n}] = 0;
	strcpy(t, s);
	assert(strlen(t) {'<=' if holds else '<'} {n} && strcmp(s, t) == 0);
}}
"""


def matrix(n, holds):
    return HEAD + f"""
int main(void)
{{
	unsigned a[{n}][{n}], b[{n}][{n}], c[{n}][{n}];
	for (int i = 0; i < {n}; i++)
		for (int j = 0; j < {n}; j++) {{
			a[i][j] = __VERIFIER_nondet_uint();
			b[i][j] = i == j;
			c[i][j] = 0;
		}}
	for (int i = 0; i < {n}; i++)
		for (int j = 0; j < {n}; j++)
			for (int k = 0; k < {n}; k++)
				c[i][j] += a[i][k] * b[k][j];
	unsigned i = __VERIFIER_nondet_uint() % {n}, j = __VERIFIER_nondet_uint() % {n};
	assert(c[i][j] == a[i][j]{'' if holds else ' && c[i][j] != 7'});
}}
"""


def block_copy(n, holds):
    return HEAD + f"""
int main(void)
{{
	unsigned char *from = malloc({n}), *to = malloc({n});
	memset(from, 7, {n});
	from[{n // 2}] = __VERIFIER_nondet_uchar();
	memcpy(to, from, {n});
	unsigned i = __VERIFIER_nondet_uint() % {n};
	assert(to[i] == from[i] && (i == {n // 2} || to[i] == {7 if holds else 8}));
	free(from);
	free(to);
}}
"""


PROGRAMS = {
    "array-constant": ([20, 50, 200, 2000], array_constant),
    "array-symbolic": ([20, 50, 200, 2000], array_symbolic),
    "list": ([20, 100, 500], list_nodes),
    "tree": ([20, 100, 500], tree_nodes),
    "bubble-sort": ([5, 6, 7, 8, 9], bubble_sort),
    "strings": ([10, 20, 50], strings),
    "matrix": ([5, 10], matrix),
    "memcpy": ([64, 512, 4096], block_copy),
}


def unwinding(name, n):
    """Iterations after which no loop of the program goes on."""
    return n + 2
