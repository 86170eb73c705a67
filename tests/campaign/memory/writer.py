"""A program under construction: types, global objects, functions, and the statements of main."""


class Writer:
    def __init__(self, rng, style):
        self.rng, self.style = rng, style
        self.types, self.globals, self.functions = [], [], []
        self.body, self.at_end = [], []
        self.ranges = []
        self.includes = {'stdlib.h', 'string.h', 'stdint.h', 'stddef.h'}
        self.count = 0

    def fresh(self, stem):
        self.count += 1
        return self.style.name(f'{stem}{self.count}')

    def input(self, values):
        """The name of a variable that has the values 0 to values - 1 (a power of 2)."""
        name = self.fresh('in')
        self.body.append(f'int {name} = __VERIFIER_nondet_int() & {values - 1};')
        self.ranges.append(values)
        return name

    def line(self, text):
        self.body.append(text)

    def block(self, head, lines):
        self.body += [head + ' {', *lines, '}']

    def function(self, head, lines):
        """`head` without the name of a function that is new: 'int (%s)(int a)'; gives that name."""
        name = self.fresh('f')
        self.functions.append((head.replace('%s', name), lines))
        return name

    def array(self, type_, count, storages=('local', 'global', 'static', 'heap')):
        """A zeroed array; its name is a pointer or an array."""
        name, where = self.fresh('a'), self.style.storage(list(storages))
        if where == 'global':
            self.globals.append(f'{type_} {name}[{count}];')
        elif where == 'heap':
            self.body.append(f'{type_} *{name} = calloc({count}, sizeof({type_}));')
            self.at_end.append(f'free({name});')
        else:
            self.body.append(f'{"static " if where == "static" else ""}{type_} {name}[{count}]'
                             f'{"" if where == "static" else " = { 0 }"};')
        return name

    def split(self, lines, parameters):
        """The lines, perhaps as a function of (type, name) parameters that they only read."""
        if not self.style.chance(0.4):
            self.body += ['{', *lines, '}']
            return
        head = ', '.join(f'{type_}{name}' for type_, name in parameters)
        name = self.function(f'void %s({head or "void"})', lines)
        self.body.append(f'{name}({", ".join(name for _, name in parameters)});')

    def text(self):
        head = [f'#include <{name}>' for name in sorted(self.includes)] + ['extern int __VERIFIER_nondet_int(void);']
        prototypes = [f'static {head};' for head, _ in self.functions]
        bodies = []
        for function_head, lines in self.style.order(list(self.functions)):
            bodies += [f'static {function_head}', '{', *lines, '}']
        main = ['int main(void)', '{', *self.body, *reversed(self.at_end), 'return 0;', '}']
        return '\n'.join(head + self.types + self.style.order(list(self.globals)) + self.style.order(prototypes)
                         + bodies + main) + '\n'
