"""A random program: types, globals, functions, main; then its assertions, from what was seen on all inputs.

    make(seed, size, folder) -> (text, Truth)

1. The program is written with every operation raw and with probes where assertions may come, and run on all inputs.
   Operations on lines where behaviour was undefined are guarded, until nothing is (expression.py). In a
   program of the kind `undefined` what is undefined for few inputs only stays: it is the bug to be found.
2. Probes become assertions that hold for all values seen, or (in a false program, one of them) for all but a rare one.
"""

import random

import integer as I
import native
from expression import Expression, Expressions, MARK, POSTFIX
from scope import Array, Pointer, Record, Scope, declare, has_pointer, is_scalar
from calls import Function
from statement import Body

INPUT_BITS = 11
MASKS = {1: 1, 2: 3, 3: 7, 4: 15, 8: 255}


class Program:
    def __init__(self, seed, size, guarded):
        self.rng = random.Random(seed)
        self.writer = Expressions(self.rng, guarded)
        self.size = size
        self.most = size * 2  # executed statements of a function, roughly
        self.names = 0
        self.functions, self.records, self.probes = [], [], []
        self.externs, self.uses_heap = set(), False
        self.lines = []
        self.globals = Scope(self.rng)
        self.write()

    # --- types

    def random_scalar(self):
        return self.rng.choice(I.ALL + [I.INT, I.UINT, I.UCHAR, I.INT])

    def random_type(self, pointers=False):
        rng, kind = self.rng, self.rng.random()
        if kind < 0.55:
            return self.random_scalar()
        if kind < 0.75:
            element = self.random_scalar()
            if rng.random() < 0.15:
                element = Array(element, 2)
            elif self.records and rng.random() < 0.15:
                element = rng.choice(self.records)
            return Array(element, rng.choice([2, 2, 4, 4, 3]))
        if kind < 0.9 and self.records:
            return rng.choice(self.records)
        if not pointers:
            return self.random_scalar()
        return self.random_pointer()

    def random_pointer(self):
        rng = self.rng
        if self.records and rng.random() < 0.35:
            return Pointer(rng.choice(self.records), 1)
        return Pointer(self.random_scalar(), rng.choice([1, 1, 2, 4]))

    def add_record(self):
        rng = self.rng
        tag = f'R{len(self.records)}'
        if rng.random() < 0.25:
            record = self.union(tag)
        else:
            record = Record('struct', tag, [self.member(i) for i in range(rng.randint(1, 4))])
        self.lines.append(record.declaration())
        self.records.append(record)

    def member(self, i):
        rng, kind = self.rng, self.rng.random()
        if kind < 0.12:
            type_ = rng.choice([I.INT, I.UINT, I.UCHAR, I.UINT])
            return f'm{i}', type_, rng.randint(1, min(type_.width - 1, 12))
        if kind < 0.25:
            return f'm{i}', Array(self.random_scalar(), rng.choice([2, 4])), None
        if kind < 0.35 and self.records:
            return f'm{i}', rng.choice(self.records), None
        if kind < 0.42:
            return f'm{i}', Pointer(self.random_scalar(), 1), None
        return f'm{i}', self.random_scalar(), None

    def union(self, tag):
        """Of members without padding and of one size: every byte of it is always written."""
        whole = self.rng.choice([I.UINT, I.INT, I.ULONG, I.SHORT])
        half = {64: I.UINT, 32: I.USHORT, 16: I.SCHAR}[whole.width]
        members = [('whole', whole, None), ('half', Array(half, 2), None), ('byte', Array(I.UCHAR, whole.width // 8), None)]
        self.rng.shuffle(members)
        return Record('union', tag, members[:self.rng.randint(2, 3)])

    # --- parts

    def nondet(self, type_):
        self.externs.add(type_)
        return f'__VERIFIER_nondet_{type_.short}()'

    def write(self):
        rng = self.rng
        for _ in range(rng.choice([0, 1, 1, 2])):
            self.add_record()
        for _ in range(rng.randint(0, 4)):
            self.add_global()
        for _ in range(rng.choice([0, 1, 2, 2, 3])):
            self.add_function()
        self.main()

    def add_global(self):
        type_ = self.random_type(pointers=True)
        name = f'g{len(self.globals.objects)}'
        text = Body(self, self.globals, 0).initializer(type_, constant=True)
        if text is None:
            return
        constant = self.rng.random() < 0.15 and not isinstance(type_, Pointer)
        start = f' = {text}' if constant or has_pointer(type_) or self.rng.random() < 0.6 else ''
        head = self.rng.choice(['', '', 'static ']) + 'const ' * constant
        self.lines.append(f'{head}{declare(type_, name)}{start};')
        self.globals.add(name, type_, 0, fixed=constant)

    def add_function(self):
        rng = self.rng
        recursive = rng.random() < 0.3
        like = rng.choice(self.functions) if self.functions and rng.random() < 0.3 else None
        if like:
            recursive = False
        parameters = []
        for i in range(rng.randint(1 if recursive else 0, 3)):
            type_ = self.random_scalar()
            if i == 0 and recursive:
                type_ = rng.choice([I.INT, I.UCHAR, I.UINT, I.SHORT, I.LONG])
            elif rng.random() < 0.4:
                type_ = self.random_pointer()
            elif self.records and rng.random() < 0.25:
                type_ = rng.choice(self.records)
            parameters.append((f'a{i}', type_))
        records = [r for r in self.records if not has_pointer(r)]
        result = rng.choice(records) if records and rng.random() < 0.15 else \
            None if rng.random() < 0.2 else self.random_scalar()
        if like:
            parameters, result = like.parameters, like.result
        function = Function(f'f{len(self.functions)}', result, parameters, 0)
        scope = Scope(rng, self.globals.objects)
        for i, (name, type_) in enumerate(parameters):
            scope.add(name, type_, 1, fixed=recursive and i == 0,
                      addressable=not (recursive and i == 0) and (not is_scalar(type_) or rng.random() < 0.6))
        body = Body(self, scope, rng.randint(2, max(3, self.size // 5)))
        if recursive:
            self.recursion(function, body)
        while body.budget > 0:
            body.statement()
        self.finish(function, body)
        function.cost = body.cost * (function.depth + 1 if recursive else 1)
        self.lines += [self.signature(function), '{', *body.lines, '}']
        self.functions.append(function)

    def signature(self, f):
        parameters = ', '.join(declare(t, n) for n, t in f.parameters) or 'void'
        head = f'{f.name}({parameters})'
        return 'static ' * (self.rng.random() < 0.5) + (declare(f.result, head) if f.result else f'void {head}')

    def result_text(self, function, body):
        if function.result is None:
            return 'return;'
        if is_scalar(function.result):
            return f'return {body.expression(2).text};'
        return f'return {body.record(function.result)};'

    def recursion(self, function, body):
        """if (a0 <= 0) return ...; a call with a0 - 1 somewhere after it."""
        rng = self.rng
        function.depth = rng.choice([1, 3, 3])
        self.needed_record(function, body)
        counter, type_ = function.parameters[0]
        body.line(f'if ({counter} {"<= 0" if type_.signed else "== 0"})')
        body.line('\t' + self.result_text(function, body))
        arguments = [f'{counter} - 1'] + [body.argument(t, function, False) for _, t in function.parameters[1:]]
        if None in arguments:
            return
        text = f'{function.name}({", ".join(arguments)})'
        if function.result is None:
            body.line(f'{text};')
        elif is_scalar(function.result):
            body.line(f'{function.result.name} r = {text};')
            body.scope.add('r', function.result, 1)
        else:
            body.line(f'{function.result.name} r = {text};')
            body.scope.add('r', function.result, 1)

    def needed_record(self, function, body):
        if isinstance(function.result, Record) and not body.record(function.result):
            body.line(f'{function.result.name} result = {body.initializer(function.result)};')
            body.scope.add('result', function.result, 1)

    def finish(self, function, body):
        self.needed_record(function, body)
        body.line(self.result_text(function, body))

    # --- main

    def inputs(self, body):
        """Most inputs are read once, at the start."""
        rng, left = self.rng, INPUT_BITS
        for i in range(rng.randint(1, 4)):
            type_ = self.random_scalar()
            bits = rng.choice([b for b in (1, 2, 3, 4, 8) if b <= left] or [1])
            name = f'in{i}'
            if type_ is I.BOOL:
                bits, text = 1, self.nondet(I.BOOL)
            elif type_ in (I.CHAR, I.SCHAR, I.UCHAR) and rng.random() < 0.3 and left >= 8:
                bits, text = 8, None
                low, high = rng.choice([(type_.low, type_.high), (0, 100), (type_.low, -1 if type_.signed else 9)])
            elif rng.random() < 0.4:
                text, low = None, rng.choice([0, 1, 5, -3 if type_.signed else 250 if type_ is not I.CHAR else 3])
                high = low + min((1 << bits) - 1, 5 if low == 250 else 255)
                if not type_.low <= low <= high <= type_.high:
                    low, high = 0, (1 << bits) - 1 >> 1
            else:
                text = f'{self.nondet(type_)} & {MASKS[bits]}'
                if rng.random() < 0.3:
                    text = f'({text}) - {rng.choice([1, 2, 4])}'
            left -= bits
            if text is None:
                body.line(f'{type_.name} {name} = {self.nondet(type_)}; '
                          f'__VERIFIER_assume({name} >= {low} && {name} <= {high});')
            else:
                body.line(f'{type_.name} {name} = {text};')
            body.scope.add(name, type_, 1, fixed=rng.random() < 0.5)
            if left <= 0:
                break
        self.left = left

    def main(self):
        rng = self.rng
        body = Body(self, Scope(rng, self.globals.objects), max(4, self.size - len(self.lines) // 2))
        self.inputs(body)
        for _ in range(rng.randint(1, 3)):
            body.declaration()
        while body.budget > 0:
            if self.left > 0 and rng.random() < 0.1:
                self.late_input(body)
            body.statement()
        for _ in range(2):
            body.probe()
        self.probe_globals(body)
        body.line(f'return {self.checksum(body)};')
        self.lines += ['int main(void)', '{', *body.lines, '}']

    def late_input(self, body):
        """Read on some paths only."""
        self.left -= 1
        type_ = self.random_scalar()
        mask = '' if type_ is I.BOOL else ' & 1'
        target = body.scope.written(self.writer)
        if target:
            body.line(f'if ({self.writer.condition(body.scope, 1).text})')
            body.line(f'\t{target[0]} = {self.nondet(type_)}{mask};')

    def probe_globals(self, body):
        for o in self.globals.objects:
            if is_scalar(o.type) and o in body.scope.objects and len(self.probes) < 18:
                self.probes.append(Expression(o.name, o.type, 16))
                body.line(f'__PROBE({len(self.probes) - 1}, {o.name});')

    def checksum(self, body):
        """A value in 0..127 of several objects: the exit status."""
        terms = [body.expression(1) for _ in range(2)]
        terms += [Expression(o.name, o.type, 16) for o in body.scope.objects if is_scalar(o.type)][:6]
        return '(' + ' ^ '.join(f'(int)({t.text})' for t in terms) + ') & 127'

    def text(self):
        externs = ['extern void reach_error(void);', 'extern void __VERIFIER_assume(int);']
        if self.uses_heap:
            externs += ['extern void *malloc(unsigned long);', 'extern void *calloc(unsigned long, unsigned long);',
                        'extern void free(void *);']
        externs += [f'extern {t.name} __VERIFIER_nondet_{t.short}(void);' for t in I.ALL if t in self.externs]
        return '\n'.join(externs + self.lines) + '\n'


def plain(text):
    return MARK.sub('', text)


# --- undefined behaviour

def repaired(seed, size, folder, tolerate):
    """The program with those operations guarded that are undefined for some input (`tolerate`: for many)."""
    guarded = set() if native.reliable() else {'all'}
    for attempt in range(12):
        program = Program(seed, size, guarded)
        marked = program.text()
        try:
            truth = native.truth(plain(marked), folder)
        except native.Died:
            # A check that is missing in the compiler.
            if 'all' in guarded:
                raise
            guarded.add('all')
            continue
        lines = marked.split('\n')
        bad = {line for (kind, line), runs in truth.violations.items()
               if not (tolerate and runs * 6 < truth.runs)}
        if not bad:
            return program, truth
        found = {int(m) for line in bad for m in MARK.findall(lines[line - 1])} - guarded
        if not found:
            raise native.Invalid(f'undefined in lines {sorted(bad)} without a raw operation: {truth.violations}')
        guarded |= found if attempt < 10 else {'all'}
    raise native.Invalid('still undefined with everything guarded')


# --- assertions

def holding(rng, e, p):
    """A condition on the probe's expression that holds for all values seen."""
    t, x = e.type, f'({e.text})' if e.level < POSTFIX else e.text
    values = {fit(t, v) for v in p.values}
    low, high = (min(values), max(values)) if values else (t.low, t.high)
    forms = []
    if low == high:
        forms += [f'{x} == {t.constant(low)}'] * 3
    if 1 < len(values) <= 3:
        forms += [' || '.join(f'{x} == {t.constant(v)}' for v in sorted(values))] * 2
    if low > t.low:
        forms.append(f'{x} >= {t.constant(low)}')
    if high < t.high:
        forms.append(f'{x} <= {t.constant(high)}')
    gaps = [v for v in range(low, min(high, low + 300)) if v not in values] if values else []
    if gaps:
        forms.append(f'{x} != {t.constant(rng.choice(gaps))}')
    forms += bits(t, x, p)
    return rng.choice(forms) if forms else None


def bits(t, x, p):
    """What the bits seen have in common; the low ones are the interesting ones."""
    known = ~(p.ones ^ p.any) & 0xff & (1 << t.width) - 1
    return [f'({x} & {known}) == {p.ones & known}'] if known and t is not I.BOOL else []


def fit(t, value):
    return value % (1 << 64) if t.width == 64 and not t.signed else value


def failing(rng, e, p, runs):
    """A condition that a few runs violate: (condition, share of the runs), or None."""
    t, x = e.type, f'({e.text})' if e.level < POSTFIX else e.text
    if len(p.values) < 2:
        return None
    value, count = min(sorted(p.values.items()), key=lambda item: item[1])
    return f'{x} != {t.constant(fit(t, value))}', count / runs


def with_assertions(program, truth, rng, violate):
    """The text in which probes are assertions. `violate`: one of them is violated by some runs."""
    conditions, wrong = {}, []
    for k, e in enumerate(program.probes):
        p = truth.probes.get(k)
        if p is None:
            conditions[k] = '0'  # never reached
            continue
        conditions[k] = holding(rng, e, p)
        bad = failing(rng, e, p, truth.runs)
        if bad and bad[1] < 0.6:
            wrong.append((bad[1], k, bad[0]))
    wrong.sort()
    chosen = {k for k in conditions if conditions[k] and rng.random() < 0.6}
    if violate and wrong:
        _, k, condition = rng.choice(wrong[:3])
        conditions[k] = condition
        chosen.add(k)
    return assertion_text(program.text(), {k: conditions[k] for k in chosen}, rng)


def assertion_text(text, conditions, rng):
    helper = rng.random() < 0.3
    lines = []
    for line in text.split('\n'):
        stripped = line.lstrip('\t')
        if not stripped.startswith('__PROBE('):
            lines.append(line)
            continue
        k = int(stripped[len('__PROBE('):].split(',')[0])
        if k not in conditions:
            lines.append(';' if lines and lines[-1].endswith((':', ')')) else '')
        elif conditions[k] == '0':
            lines.append(line[:-len(stripped)] + 'reach_error();')
        elif helper:
            lines.append(f'{line[:-len(stripped)]}check({conditions[k]});')
        else:
            lines.append(f'{line[:-len(stripped)]}if (!({conditions[k]})) reach_error();')
    if helper:
        at = next(i for i, line in enumerate(lines) if not line.startswith('extern'))
        lines.insert(at, 'static void check(int c) { if (!c) reach_error(); }')
    return '\n'.join(lines)


def without_blank(text):
    return '\n'.join(line for line in plain(text).split('\n') if line.strip()) + '\n'


def fits(kind, truth):
    kinds = {'assert' if k == 'assert' else 'undefined' for k, _ in truth.violations}
    return kind in kinds if kind == 'undefined' else kinds == ({'assert'} if kind == 'false' else set())


def make(seed, size, folder):
    rng = random.Random(f'assertions {seed}')
    kind = rng.choices(['true', 'false', 'undefined'], [9, 9, 3])[0]
    failure = None
    for again in range(20):
        try:
            program, truth = repaired(f'{seed}.{again}', size, folder, kind == 'undefined')
            text = without_blank(with_assertions(program, truth, rng, kind == 'false'))
            final = native.truth(text, folder, samples=6, memory=True)
        except native.Invalid as e:
            if not str(e).startswith('it runs too long'):
                failure = failure or f'{seed}.{again}: {e}'
            continue
        if final.runs > final.blocked and (again >= 6 or fits(kind, final)):
            return text, final, failure
    raise native.Invalid(f'no program from seed {seed}: {failure}')

