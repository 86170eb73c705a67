"""Random call graphs by levels, and what the programs made of them have in common."""

import random

NOUNS = ('ring', 'port', 'bus', 'queue', 'clock', 'timer', 'page', 'frame', 'link', 'node', 'cache', 'slot', 'pipe', 'bank', 'lane', 'tag',
         'route', 'block', 'window', 'channel', 'session', 'table', 'group', 'region', 'filter', 'stream', 'key', 'unit', 'mode', 'token')
VERBS = ('open', 'start', 'attach', 'prepare', 'select', 'claim', 'enable', 'load', 'reserve', 'bind', 'setup', 'submit', 'map', 'update')
PLACES = ('leaf', 'middle', 'levels')  # where what is wrong lies; levels: two levels that do not agree
HEAD = 'extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n'
INPUT = '__VERIFIER_nondet_int()'


class Procedure:
    def __init__(self, name, level):
        self.name, self.level = name, level
        self.callees = []


class Graph:
    """The procedures of each level, the first of which has one; each calls two or three times, mostly the next level."""

    def __init__(self, seed, kind, levels, skips=True):
        self.words = f'{kind} {levels} {seed}'
        self.random = r = random.Random(self.words)
        self.place = PLACES[seed % len(PLACES)]
        names = [f'{noun}_{verb}' for noun in NOUNS for verb in VERBS]
        r.shuffle(names)
        self.levels = [[Procedure(names.pop(), i) for _ in range(1 if not i else r.choice((1, 2, 2, 3)))] for i in range(levels)]
        for upper, lower in zip(self.levels, self.levels[1:]):
            wanted = list(lower)
            for p in upper:
                p.callees = [wanted.pop() if wanted else r.choice(lower) for _ in range(r.choice((2, 2, 3)))]
                if skips and lower[0].level + 1 < levels and r.random() < .15:
                    p.callees.append(r.choice(self.levels[lower[0].level + 1]))
                    p.callees = p.callees[-3:]
                r.shuffle(p.callees)
        self.keep_reachable()
        self.path = self.one_path()

    def keep_reachable(self):
        reached, work = set(), [self.top]
        while work:
            p = work.pop()
            if p not in reached:
                reached.add(p)
                work += p.callees
        self.levels = [[p for p in level if p in reached] for level in self.levels]

    @property
    def top(self):
        return self.levels[0][0]

    def one_path(self):
        """From the top to a leaf."""
        path = [self.top]
        while path[-1].callees:
            path.append(self.random.choice(path[-1].callees))
        return path

    def bottom_up(self):
        return [p for level in reversed(self.levels) for p in level]

    def begin(self, p):
        """What is random in a procedure does not depend on the others: where one is wrong they are as they were."""
        self.random.seed(f'{self.words} {p.name if p else ""}')

    def culprit(self):
        """The procedure that is wrong in a program that is: the path's leaf, or one of its inner ones."""
        return self.path[-1] if self.place == 'leaf' else self.random.choice(self.path[1:-1])

    def rare(self):
        """A number that an input is compared with."""
        return self.random.choice((-3, 7, 13, 42, 77, 255, 1000, 4096, 65535))


def body(lines):
    return ''.join('\t' + line + '\n' if line and not line.endswith(':') else line + '\n' for line in lines)


def function(head, lines):
    return f'\n{head}\n{{\n{body(lines)}}}\n'
