"""C programs from seeds that make, change and free linked lists and trees: program(seed) -> text.

Whether all accesses are valid is left open: some lists come to have rings or nodes that are freed. An execution ends at the first
access that is not valid.
"""

import random

# Statements on lists; {p} and {q} are two of the variables, {n} and {m} members.
MAKES = ('x = make(); x->{n} = {p}; {p} = x;', 'x = make(); x->{n} = {p}; x->{m} = {q}; {p} = x;',
         'x = make(); if ({p}) {q}->{n} = x; else {p} = x; {q} = x;', 'x = calloc(1, sizeof *x); x->{n} = {p}; {p} = x;',
         'x = malloc(sizeof *x); if (!x) break; x->{n} = {p}; x->{m} = x; {p} = x;', 'push(&{p});', 'push(&{q});',
         'x = make(); y = make(); x->{n} = {p}; y->{n} = x; {p} = y;', 'x = make(); x->{n} = &first; {p} = x;',
         'x = make(); if ({p}) x->{n} = {p}->{n}; {p} = x;', 'head = make(); head->{n} = {p}; {p} = head;')
CHANGES = ('if ({p}) {p}->{n} = {q};', 'if ({p} && {p}->{n}) {{ x = {p}->{n}; {p}->{n} = x->{n}; free(x); }}',
           'if ({p} && {p} != &first) {{ x = {p}; {p} = {p}->{n}; free(x); }}', '{p} = {q};', 'head = {p};', '{p} = NULL;',
           'if ({p}) {p}->{n} = NULL;', 'if ({p}) {p} = {p}->{n};', 'x = {p}; {p} = {q}; {q} = x;', 'pop();', 'free({p}); {p} = NULL;',
           'look({p}); end({p}); look({q});', 'end({p}); look({q}); {p} = NULL;', '{p} = take(&{q});', 'x = take(&{p}); end(x); look({p});',
           'if ({p} && {p}->{n}) {{ end({p}->{n}); {p}->{n} = {q}; }}', 'if ({p}) {{ struct node **at = &{p}->{n}; end(*at); *at = {q}; }}')
ENDS = ('while ({p}) {{ x = {p}->{n}; free({p}); {p} = x; }}', 'while ({p}) {{ x = {p}; {p} = {p}->{n}; free(x); }}',
        'while ({p} && {p} != &first) {{ x = {p}->{n}; if (input() & 1) free({p}); {p} = x; }}', 'head = {p}; while (head) pop();',
        'for (x = {p}; x; x = y) {{ y = x->{n}; free(x); }}', 'for (x = {p}; x && (input() & 7); x = x->{n}) x->v++;',
        'do {{ x = {p}; if (!x) break; {p} = x->{n}; free(x); }} while (input() & 3);',
        'while (head) {{ x = head; head = head->{n}; free(x); }}', 'clear({p});', 'drop({p}, 4);', 'while ({p}) {{ drop({p}->{m}, 3); x = {p}->{n}; free({p}); {p} = x; }}',
        'while ({p}) end(take(&{p}));', 'drop({p}, 4); look({q});', 'while (head) {{ x = take(&head); end(x); }}')

TEXT = '''#include <stdlib.h>
struct node {{ int v; struct node *next, *other; }};
extern int input(void);
static struct node first, *head;
static struct node *make(void) {{
    struct node *x = malloc(sizeof *x);
    if (!x) exit(1);
    x->v = 0;
    {start}
    return x;
}}
static void push(struct node **list) {{ struct node *x = make(); x->{n} = *list; *list = x; }}
static void pop(void) {{ struct node *x = head; if (x && x != &first) {{ head = x->{n}; free(x); }} }}
static void clear(struct node *x) {{ while (x && x != &first) {{ struct node *y = x->{n}; free(x); x = y; }} }}
static int look(struct node *x) {{ return x ? x->v : 0; }}
static void end(struct node *x) {{ look(x); free(x); }}
static struct node *take(struct node **list) {{ struct node *x = *list; if (x) *list = x->{n}; return x; }}
static struct node *grow(int depth) {{
    if (!depth) return NULL;
    struct node *x = make();
    x->next = grow(depth - 1);
    x->other = grow(depth - 1);
    return x;
}}
static void drop(struct node *x, int depth) {{
    if (!x || !depth) return;
    drop(x->next, depth - 1);
    drop(x->other, depth - 1);
    free(x);
}}
int main(void) {{
    struct node *a = NULL, *b = NULL, *x = NULL, *y = NULL;
{body}
    return x && y;
}}
'''


def program(seed):
    pick = random.Random(seed)

    def one(of):
        p, q = pick.sample(['a', 'b', pick.choice(['head', 'y'])], 2)
        n, m = ('next', 'other') if pick.random() < 0.8 else ('other', 'next')
        return pick.choice(of).format(p=p, q=q, n=n, m=m)

    body = []
    for _ in range(pick.randint(1, 2)):
        what = [one(MAKES) for _ in range(pick.randint(1, 2))] + [one(CHANGES) for _ in range(pick.choice([0, 0, 0, 1]))]
        body.append('    while (input() & 7) { ' + ' '.join(what) + ' }')
        body += ['    ' + one(CHANGES) for _ in range(pick.choice([0, 0, 1, 2]))]
    body += ['    ' + one(ENDS) for _ in range(pick.randint(1, 3))]
    start = pick.choice(['', 'x->next = x->other = NULL;', 'x->other = NULL;'])
    return TEXT.format(body='\n'.join(body), start=start, n=pick.choice(['next', 'next', 'other']))
