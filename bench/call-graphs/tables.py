"""Tables: loops over constant rows find what to call the next procedure with."""

from graph import HEAD, INPUT, function

KEYS = 6


class Tables:
    """A row leads from a key to the next procedure's key, and adds to a cost. What keys and costs a leaf can be called with is known by
    going through all of them."""

    def __init__(self, graph, bug):
        self.graph, self.random = graph, graph.random
        r = self.random
        self.rows = {}
        for p in graph.bottom_up():
            count = r.choice((3, 4, 5)) if p.callees else 0
            self.rows[p] = [(r.randrange(KEYS), r.randrange(KEYS), r.choice((0, 0, 1, 1, 2))) for _ in range(count)]
            if p.callees:
                missing = r.randrange(KEYS)
                self.rows[p] = [(missing, *row[1:]) if i == 0 else row for i, row in enumerate(self.rows[p])]
        self.way = {p: r.choice(('first', 'each', 'each')) for p in graph.bottom_up()}
        self.stateful = r.random() < .5
        self.bug = bug
        self.close_to_path()
        self.reached = self.reach()

    def close_to_path(self):
        """The keys along the path follow one another."""
        key = self.random.randrange(KEYS)
        for p, callee in zip(self.graph.path, self.graph.path[1:]):
            following = self.random.randrange(KEYS)
            i = p.callees.index(callee)
            self.rows[p] = [row for row in self.rows[p] if row[0] != key]
            self.rows[p].insert(self.random.randint(0, len(self.rows[p])), (key, following, self.random.choice((0, 1, 2))))
            other = self.random.choice([k for k in range(KEYS) if k != key]), self.random.randrange(KEYS), 0
            self.rows[p] += [other] if len(self.rows[p]) < 3 else []
            key = following

    def calls(self, p, key, cost):
        """The second and third callee are called with the same key, and with a cost of one more."""
        for of, value, step in self.rows[p]:
            if of == key:
                for i, callee in enumerate(p.callees):
                    yield callee, value, cost + step + (i == 1)
                if self.way[p] == 'first':
                    return

    def reach(self):
        reached, work = set(), [(self.graph.top, key, 0) for key in range(KEYS)]
        while work:
            now = work.pop()
            if now not in reached:
                reached.add(now)
                work += self.calls(*now)
        return reached

    def leaf(self, p):
        pairs = [(key, cost) for q, key, cost in self.reached if q is p]
        most = max((cost for _, cost in pairs), default=0)
        keys = sum(1 << key for key in {key for key, _ in pairs})
        lines = []
        if self.bug and p is self.graph.path[-1]:
            cost, key = max((cost, key) for key, cost in pairs)
            if self.graph.place == 'leaf':
                keys &= ~(1 << key)
            elif self.graph.place == 'middle':
                most -= 1
            else:
                lines += [f'if (key == {key} && cost == {cost})', '\treach_error();']
        if self.graph.place != 'middle' or self.random.random() < .3:
            lines += [f'if (!({keys} >> key & 1))', '\treach_error();']
        lines += [f'if (cost > {most})', '\treach_error();']
        lines += ['visits++;'] if self.stateful else []
        return lines + [f'return {INPUT} ? -1 : {self.random.choice(("0", "cost", "key & 1"))};']

    def inner(self, p):
        table = f'{p.name}_rows'
        text = ', '.join(f'{{ {a}, {b}, {c} }}' for a, b, c in self.rows[p])
        walked = 'const struct row *r' if self.random.random() < .4 else 'int i'
        row, head = ('r->', f'for (r = {table}; r < {table} + {len(self.rows[p])}; r++) {{') if 'row' in walked else \
            (f'{table}[i].', f'for (i = 0; i < (int)(sizeof {table} / sizeof {table}[0]); i++) {{')
        lines = [f'{walked};', 'int result = 0;', '', head, f'\tif ({row}key != key)', '\t\tcontinue;']
        for i, callee in enumerate(p.callees):
            lines += [f'\tif ({callee.name}({row}value, cost + {row}step{" + 1" if i == 1 else ""}) < 0)',
                      '\t\t' + ('return -1;' if i == 0 or self.random.random() < .5 else f'result = {i};')]
        lines += ['\tbreak;'] if self.way[p] == 'first' else []
        lines += ['}'] + (['visits++;'] if self.stateful and self.random.random() < .5 else []) + ['return result;']
        return f'\nstatic const struct row {table}[] = {{ {text} }};\n', lines

    def procedure(self, p):
        self.graph.begin(p)
        table, lines = self.inner(p) if p.callees else ('', self.leaf(p))
        return table + function(f'static int {p.name}(int key, int cost)', lines)

    def text(self):
        declared = '\nstruct row {\n\tint key, value, step;\n};\n' + ('\nstatic unsigned visits;\n' if self.stateful else '')
        procedures = [self.procedure(p) for p in self.graph.bottom_up()]
        lines = [f'int key = {INPUT};', '', f'if (key < 0 || key >= {KEYS})', '\treturn 1;', f'return {self.graph.top.name}(key, 0) < 0;']
        return HEAD + declared + ''.join(procedures) + function('int main(void)', lines)
