"""A program (program.py) as C."""

import re

HEAD = '''#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
'''
ORDER = '__ATOMIC_SEQ_CST'
CHANGES = {
    'c11': {'+': 'atomic_fetch_add', '-': 'atomic_fetch_sub', '=': 'atomic_exchange'},
    'atomic': {'+': '__atomic_fetch_add', '-': '__atomic_fetch_sub', '+=': '__atomic_add_fetch', '-=': '__atomic_sub_fetch',
               '=': '__atomic_exchange_n'},
    'sync': {'+': '__sync_fetch_and_add', '-': '__sync_fetch_and_sub', '+=': '__sync_add_and_fetch', '-=': '__sync_sub_and_fetch',
             '=': '__atomic_exchange_n'},
}
CHOOSE = ('return __VERIFIER_nondet_int() != 0;', 'return __VERIFIER_nondet_int() & 1;',
          'int c = __VERIFIER_nondet_int();\n    __VERIFIER_assume(c >= 0 && c <= 1);\n    return c;',
          'int c = __VERIFIER_nondet_int();\n    return c < 0 || c > 1 ? 0 : c;')


class Writer:
    def __init__(self, program, function):
        self.program, self.function = program, function
        self.lines, self.level = [], 1

    def line(self, s):
        self.lines.append('    ' * self.level + s)

    # --- expressions

    def place(self, place):
        if place[0] == 'cell':
            return self.program.cells[place[1]].direct
        if place[0] == 'through':
            return self.function.thing.paths[place[1]]
        thing = next(t for t in self.program.things if t.first == place[1])
        return f'{thing.name}[{place[2]}]'

    def e(self, e):
        kind = e[0]
        if kind == 'constant':
            return str(e[1])
        if kind == 'local':
            return e[1]
        if kind == 'shared':
            return self.place(e[1])
        if kind == 'argument':
            return 'id'
        if kind == 'choice':
            return 'choose()'
        return f'{self.e(e[1])} {kind} {self.e(e[2])}'

    def c(self, c):
        kind = c[0]
        if kind in ('and', 'or'):
            word = {'and': ' && ', 'or': ' || '}[kind]
            return word.join(f'({self.c(part)})' if part[0] in ('and', 'or') else self.c(part) for part in c[1:])
        if kind == 'not':
            return f'!({self.c(c[1])})'
        return 'choose()' if kind == 'choice' else f'{self.e(c[1])} {kind} {self.e(c[2])}'

    def argument(self, argument):
        kind = argument[0]
        if kind == 'null':
            return '0'
        if kind == 'passed':
            return 'arg'
        if kind == 'constant':
            return f'(void *){argument[1]}L'
        for thing in self.program.things:
            if thing.first <= argument[1] < thing.first + len(thing.paths):
                address = thing.address if argument[1] == thing.first else f'&{thing.name}[{argument[1] - thing.first}]'
                return ('(void *)' if 'volatile' in thing.word else '') + address
        raise ValueError(argument)

    # --- statements

    def block(self, statements):
        self.level += 1
        for s in statements:
            self.statement(s)
        self.level -= 1

    def statement(self, s):
        getattr(self, 'do_' + s[0])(*s[1:])

    def do_declare(self, name, e):
        self.line(f'int {name} = {self.e(e)};')

    def do_assign(self, name, e):
        self.line(f'{name} = {self.e(e)};')

    def do_store(self, place, e, form):
        name = self.place(place)
        if form != 'builtin':
            self.line(f'{name} = {self.e(e)};')
        elif self.atomic(place):
            self.line(f'atomic_store(&{name}, {self.e(e)});')
        else:
            self.line(f'__atomic_store_n(&{name}, {self.e(e)}, {ORDER});')

    def atomic(self, place):
        first = self.function.thing.first + place[1] if place[0] == 'through' else place[1]
        return self.program.cells[first].atomic

    def do_add(self, place, sign, e, form, _atomic):
        name = self.place(place)
        if form == 'pre':
            self.line(f'{sign * 2}{name};')
        elif form == '++':
            self.line(f'({name}){sign * 2};' if name.startswith('*') else f'{name}{sign * 2};')
        else:
            self.line(f'{name} {sign}= {self.e(e)};')

    def do_change(self, target, kind, place, e, form):
        call = CHANGES[form][kind]
        order = f', {ORDER}' if call.startswith('__atomic') else ''
        self.line(f'{target + " = " if target else ""}{call}(&{self.place(place)}, {self.e(e)}{order});')

    def do_swap_if(self, target, expected, place, e, form):
        if form == 'c11':
            self.line(f'{target} = atomic_compare_exchange_strong(&{self.place(place)}, &{expected}, {self.e(e)});')
        else:
            self.line(f'{target} = __atomic_compare_exchange_n(&{self.place(place)}, &{expected}, {self.e(e)}, 0, {ORDER}, {ORDER});')

    def do_if(self, c, then, other):
        self.line(f'if ({self.c(c)}) {{')
        self.block(then)
        if other:
            self.line('} else {')
            self.block(other)
        self.line('}')

    def do_loop(self, name, rounds, c, body):
        more = f' && ({self.c(c)})' if c else ''
        self.line(f'for (int {name} = 0; {name} < {rounds}{more}; {name}++) {{')
        self.block(body)
        self.line('}')

    def do_break_if(self, c):
        self.line(f'if ({self.c(c)})')
        self.line('    break;')

    def do_spin(self, c):
        self.line(f'while (!({self.c(c)})) {{')
        self.line('}')

    def do_lock(self, m):
        self.line(f'pthread_mutex_lock(&m{m});')

    def do_unlock(self, m):
        self.line(f'pthread_mutex_unlock(&m{m});')

    def do_try_lock(self, m, then, other):
        self.line(f'if (pthread_mutex_trylock(&m{m}) == 0) {{')
        self.block(then)
        if other:
            self.line('} else {')
            self.block(other)
        self.line('}')

    def do_wait(self, c, m, condition, form):
        self.line(f'{form} (!({self.c(condition)}))')
        self.line(f'    pthread_cond_wait(&c{c}, &m{m});')

    def do_signal(self, c):
        self.line(f'pthread_cond_signal(&c{c});')

    def do_broadcast(self, c):
        self.line(f'pthread_cond_broadcast(&c{c});')

    def do_down(self, s):
        self.line(f'sem_wait(&s{s});')

    def do_try_down(self, s, target):
        self.line(f'{target} = sem_trywait(&s{s}) == 0;')

    def do_up(self, s):
        self.line(f'sem_post(&s{s});')

    def do_atomic(self, body):
        self.line('__VERIFIER_atomic_begin();')
        for s in body:
            self.statement(s)
        self.line('__VERIFIER_atomic_end();')

    def do_yield(self):
        self.line('sched_yield();')

    def do_assert(self, c, form):
        if form == 'check':
            self.line(f'check({self.c(c)});')
        else:
            self.line(f'if (!({self.c(c)}))')
            self.line('    reach_error();')

    def do_assume(self, c):
        self.line(f'__VERIFIER_assume({self.c(c)});')

    def do_return(self, e, form):
        self.line(f'return (void *)(long){self.e(e)};' if form == 'return' else f'pthread_exit((void *)(long){self.e(e)});')

    def do_exit(self):
        self.line('return 0;' if self.function.name == 'main' and not self.program.framed() else 'exit(0);')

    def do_leave(self):
        self.line('pthread_exit(0);')

    def do_endless(self):
        self.line('for (;;) {')
        self.line('}')

    def do_detach(self, slot):
        self.line(f'pthread_detach(t[{slot}]);')

    def do_call(self, name):
        self.line(f'{name}();')

    def do_create(self, slot, function, argument, _form):
        self.line(f'pthread_create(&t[{slot}], 0, {function}, {self.argument(argument)});')

    def do_create_all(self, slot, function, arguments):
        first, second = arguments
        if first == second:
            argument = self.argument(first)
        elif first[0] == 'constant':
            argument = '(void *)(long)i'
        else:
            argument = self.argument(first).replace(')', ')&') if '(' in self.argument(first) else '&' + self.argument(first)
            argument += '[i]'
        self.line(f'for (int i = {slot}; i < {slot + 2}; i++)')
        self.line(f'    pthread_create(&t[i], 0, {function}, {argument});')

    def do_join(self, slot, target):
        if target is None:
            self.line(f'pthread_join(t[{slot}], 0);')
        else:
            self.line('{')
            self.line('    void *result;')
            self.line(f'    pthread_join(t[{slot}], &result);')
            self.line(f'    {target} = (int)(long)result;')
            self.line('}')

    def do_join_all(self, slot, count):
        self.line(f'for (int i = {slot}; i < {slot + count}; i++)')
        self.line('    pthread_join(t[i], 0);')

    # --- functions

    def body(self):
        for s in self.function.body:
            self.statement(s)
        kept = []
        for k, line in enumerate(self.lines):
            name = re.match(r' +int ([abmnu]) = 0;$', line)
            if not name or re.search(rf'\b{name[1]}\b', '\n'.join(self.lines[k + 1:])):
                kept.append(line)
        return kept


def record(thing):
    members = ' '.join(f'{thing.word}{type_} {name};' for type_, name in zip(thing.types, 'ab'))
    return f'struct record{thing.number} {{ {members} }};'


def declared(program, thing):
    """(lines outside, lines in main)"""
    start = [str(s) for s in thing.starts]
    if thing.kind in ('plain', 'local'):
        line = f'{thing.word}{thing.types[0]} {thing.name} = {start[0]};'
        return ([line], []) if thing.kind == 'plain' else ([], ['    ' + line])
    if thing.kind == 'array':
        return [f'{thing.word}{thing.types[0]} {thing.name}[2] = {{ {", ".join(start)} }};'], []
    if thing.kind == 'struct':
        return [record(thing), f'struct record{thing.number} {thing.name} = {{ {", ".join(start)} }};'], []
    pointer = f'struct record{thing.number} *{thing.name}'
    size = f'sizeof *{thing.name}'
    zero = thing.starts == [0, 0]
    made = f'calloc(1, {size})' if zero else f'malloc({size})'
    inside = [f'    {pointer} = {made};' if not program.style['global pointer'] else f'    {thing.name} = {made};',
              f'    if (!{thing.name})', '        return 0;']
    if not zero:
        inside += [f'    {thing.name}->{name} = {value};' for name, value in zip('ab', start)]
    return [record(thing)] + ([pointer + ';'] if program.style['global pointer'] else []), inside


def synchronisation(program):
    outside, inside = [], []
    static = 'static ' if program.style['static'] else ''
    for k in range(program.mutexes):
        start = '' if program.style['init'] else ' = PTHREAD_MUTEX_INITIALIZER'
        outside.append(f'{static}pthread_mutex_t m{k}{start};')
        inside += [f'    pthread_mutex_init(&m{k}, 0);'] if not start else []
    for k in range(program.conditions):
        start = '' if program.style['init'] else ' = PTHREAD_COND_INITIALIZER'
        outside.append(f'{static}pthread_cond_t c{k}{start};')
        inside += [f'    pthread_cond_init(&c{k}, 0);'] if not start else []
    for k, count in enumerate(program.semaphores):
        outside.append(f'{static}sem_t s{k};')
        inside.append(f'    sem_init(&s{k}, 0, {count});')
    return outside, inside


def thread(program, function):
    lines = Writer(program, function).body()
    if function.thing:
        first = f'    {function.thing.pointer}p = arg;'
        used = re.search(r'\bp\b', '\n'.join(lines))
    else:
        first, used = '    int id = (int)(long)arg;', function.parameter and re.search(r'\bid\b', '\n'.join(lines))
    ends = lines and re.match(r'    (return|pthread_exit)\b', lines[-1])
    lines = [first if used else '    (void)arg;', *lines] + ([] if ends else ['    return 0;'])
    return [f'{"static " if program.style["static"] else ""}void *{function.name}(void *arg)', '{', *lines, '}', '']


def write(program):
    outside, inside = synchronisation(program)
    for thing in program.things:
        more_outside, more_inside = declared(program, thing)
        outside, inside = outside + more_outside, inside + more_inside
    handles = f'pthread_t t[{program.slots}];'
    if program.style['global handles']:
        outside.append(handles)
    else:
        inside.insert(0, '    ' + handles)
    functions = []
    for helper in program.helpers.values():
        functions += [f'static void {helper.name}(void)', '{', *Writer(program, helper).body(), '}', '']
    for function in program.functions[1:][::-1]:
        functions += thread(program, function)
    main = Writer(program, program.functions[0]).body()
    last = [] if program.style['no end'] else ['    return 0;']
    functions += ['int main(void)', '{', *inside, *main, *last, '}']
    text = '\n'.join(functions)
    tools = []
    if 'choose()' in text:
        tools += ['static int choose(void)', '{', '    ' + CHOOSE[program.choose], '}', '']
    if 'check(' in text:
        tools += ['static void check(int condition)', '{', '    if (!condition)', '        reach_error();', '}', '']
    if re.search(r'\bown\b', text):
        outside.append(f'{program.local_word} int own;')
    return HEAD + '\n' + '\n'.join([*outside, '', *tools]) + text + '\n'
