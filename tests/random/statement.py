"""Random statements: bodies of functions as lists of lines."""

import integer as I
from expression import AND, ASSIGN, Expression, PRIMARY, POSTFIX, UNARY
from scope import Array, Object, Pointer, Record, declare, has_pointer, is_scalar

ASSIGNMENTS = ['=', '=', '=', '=', '+=', '-=', '^=', '|=', '&=', '*=', '<<=', '>>=', '%=', '/=']


class Function:
    def __init__(self, name, result, parameters, cost):
        self.name, self.result, self.parameters, self.cost = name, result, parameters, cost
        self.depth = None  # of a recursive one: the mask of its first argument


class Body:
    """Writes the statements of one function into `lines`, spending a budget of statements."""

    def __init__(self, program, scope, budget):
        self.program, self.rng, self.w = program, program.rng, program.writer
        self.scope, self.budget = scope, budget
        self.lines, self.indent = [], 1
        self.times = 1   # how often the current place is executed for one execution of the function
        self.cost = 1
        self.in_loop = self.in_switch = False
        self.names = 0

    # --- helpers

    def line(self, text):
        self.lines.append('\t' * self.indent + text)
        self.cost += self.times

    def fresh(self, stem):
        self.program.names += 1
        return f'{stem}{self.program.names}'

    def expression(self, depth=2):
        return self.w.expression(self.scope, depth)

    def operand(self, e, level=ASSIGN):
        return f'({e.text})' if e.level < level else e.text

    def block(self, write, times=1):
        """A nested block: what is declared in it goes out of scope."""
        outside, self.times = list(self.scope.objects), self.times * times
        self.indent += 1
        self.scope.level += 1
        write()
        self.scope.level -= 1
        self.indent -= 1
        self.times //= times
        self.scope.objects = outside

    def some(self, low=1, high=3):
        for _ in range(self.rng.randint(low, high)):
            if self.budget <= 0:
                break
            self.statement()
        else:
            return
        if self.lines[-1].endswith(('{', ':')):
            self.line(';')

    # --- declarations

    def initializer(self, type_, constant=False):
        """Text, or None where an object of this type can't be initialised here (no address to point to)."""
        rng = self.rng
        if is_scalar(type_):
            return self.w.random_constant().text if constant else self.operand(self.expression(1))
        if isinstance(type_, Pointer):
            texts = self.scope.candidates(type_, 0 if constant else self.scope.level, constant)
            return rng.choice(texts) if texts else None
        if isinstance(type_, Array):
            parts = [self.initializer(type_.element, constant) for _ in range(type_.count)]
            if None in parts:
                return None
            if not has_pointer(type_) and rng.random() < 0.25:
                at = rng.randrange(type_.count)
                return f'{{ [{at}] = {parts[at]} }}'
            keep = type_.count if has_pointer(type_) else rng.randint(1, type_.count)
            return '{ ' + ', '.join(parts[:keep]) + ' }'
        parts = [(name, self.initializer(t, constant)) for name, t, _ in type_.members]
        if any(text is None for _, text in parts):
            return None
        if type_.keyword == 'union':
            name, text = parts[0]
            return f'{{ .{name} = {text} }}' if rng.random() < 0.5 else f'{{ {text} }}'
        if rng.random() < 0.3:
            rng.shuffle(parts)
            return '{ ' + ', '.join(f'.{name} = {text}' for name, text in parts) + ' }'
        return '{ ' + ', '.join(text for _, text in parts) + ' }'

    def declaration(self):
        rng = self.rng
        type_ = self.program.random_type(pointers=True)
        name = self.fresh('v')
        shadowed = [o.name for o in self.scope.objects if o.block < self.scope.level and o.bound is None]
        text = self.initializer(type_)
        if text is None:
            return
        static = rng.random() < 0.07 and not isinstance(type_, Pointer)
        if static:
            text = self.initializer(type_, constant=True)
            if text is None:
                return
        elif shadowed and rng.random() < 0.1:
            self.shadow(rng.choice(shadowed))
            return
        self.line(f'{"static " * static}{declare(type_, name)} = {text};')
        self.scope.add(name, type_, 0 if static else self.scope.level, block=self.scope.level)

    def shadow(self, name):
        """An inner object that hides an outer one. Its initialiser must not name it."""
        type_ = self.rng.choice(I.ALL)
        self.line(f'{type_.name} {name} = {self.w.random_constant().text};')
        self.scope.objects = [o for o in self.scope.objects if o.name != name] + \
            [Object(name, type_, self.scope.level)]

    # --- statements

    def statement(self):
        rng = self.rng
        self.budget -= 1
        choices = [(self.assignment, 10), (self.step, 2), (self.declaration, 3), (self.probe, 2.5)]
        if self.budget >= 2:
            choices += [(self.branch, 4)]
            if self.indent < 4:
                choices += [(self.counted_loop, 2), (self.while_loop, 1.5), (self.switch, 1.2), (self.jump, 0.6),
                            (self.inner_block, 0.4)]
        if self.in_loop:
            choices += [(self.leave_loop, 1)]
        if self.program.functions:
            choices += [(self.call, 6)]
        choices += [(self.point, 1.5), (self.copy, 1.2), (self.library, 0.5)]
        rng.choices([c for c, _ in choices], [w for _, w in choices])[0]()

    def assignment(self):
        found = self.scope.written(self.w)
        if not found:
            return self.declaration()
        text, level, type_, _ = found
        e = self.expression(self.rng.choice([1, 2, 2, 3]))
        op = self.rng.choice(ASSIGNMENTS)
        if op == '=':
            return self.line(f'{text} = {self.operand(e)};')
        if op in ('/=', '%=', '<<=', '>>=', '*=') and self.rng.random() < 0.7:
            e = Expression(str(self.rng.choice([1, 2, 3, 5, 7])), I.INT, PRIMARY)
        self.update(text, level, type_, op[:-1], e, f'{text} {op} {self.operand(e)}')

    def update(self, text, level, type_, op, e, short):
        """`short` where that is defined for all operands, or not known not to be; else the operation in full."""
        full = self.w.binary(op, Expression(text, type_, level), e)
        if op in ('&', '|', '^') or op in ('+', '-', '*') and not I.common(type_, e.type).signed:
            return self.line(short + ';')
        full = Expression(f'{text} = {self.operand(full)}', type_, ASSIGN)
        self.line(self.w.either(Expression(short, type_, ASSIGN), full).text + ';')

    def step(self):
        """++ and --."""
        found = self.scope.written(self.w)
        if not found:
            return self.declaration()
        text, level, type_, _ = found
        op = self.rng.choice(['+', '-'])
        operand = f'({text})' if level < POSTFIX else text
        short = op * 2 + operand if self.rng.random() < 0.4 else operand + op * 2
        if type_ is I.BOOL:
            short = f'{text} {op}= 1'
        self.update(text, level, type_, op, Expression('1', I.INT, PRIMARY), short)

    def probe(self):
        if len(self.program.probes) < 14:
            e = self.expression(self.rng.choice([1, 1, 2]))
            self.program.probes.append(e)
            self.line(f'__PROBE({len(self.program.probes) - 1}, {self.operand(e)});')

    def branch(self):
        self.line(f'if ({self.w.condition(self.scope).text}) {{')
        self.block(self.some)
        while self.budget > 1 and self.rng.random() < 0.2:
            self.line(f'}} else if ({self.w.condition(self.scope).text}) {{')
            self.block(self.some)
        if self.rng.random() < 0.5:
            self.line('} else {')
            self.block(self.some)
        self.line('}')

    def loop_body(self, times, high=3):
        outer = self.in_loop, self.in_switch
        self.in_loop, self.in_switch = True, False
        self.block(lambda: self.some(1, high), times)
        self.in_loop, self.in_switch = outer

    def affordable(self, count):
        return max(1, min(count, self.program.most // max(1, self.times)))

    def counted_loop(self):
        """for, with a constant bound or one that depends on an expression; upwards or downwards."""
        rng = self.rng
        count = self.affordable(rng.randint(1, 4))
        name = self.fresh('i')
        type_ = rng.choice([I.INT, I.INT, I.UINT, I.UCHAR, I.SCHAR, I.LONG, I.USHORT, I.ULLONG])
        limit = str(count)
        if rng.random() < 0.4:
            mask = 3 if count > 3 else 1
            limit, count = f'({self.w.wrapped(self.expression(1), AND)} & {mask})', mask
        form = rng.random()
        if form < 0.6:
            head = f'for ({type_.name} {name} = 0; {name} < {limit}; {name}++) {{'
        elif form < 0.8:
            head = f'for ({type_.name} {name} = {limit}; {name}-- > 0;) {{'
        else:
            # Counts from near the type's end over the edge where that is defined.
            start = type_.high - count + 1
            if not type_.signed and type_.width <= 32:
                head = f'for ({type_.name} {name} = {start}U; {name}; {name}++) {{'
            else:
                head = f'for ({type_.name} {name} = {count}; {name} != 0; {name} -= 1) {{'
        self.line(head)
        # The counter stays below `count`, also where the body changes what the limit is made of.
        self.scope.add(name, type_, self.scope.level + 1, True, count if form < 0.8 else 1 << 62)
        self.loop_body(count)
        self.scope.objects = [o for o in self.scope.objects if o.name != name]
        self.line('}')

    def while_loop(self):
        rng = self.rng
        name = self.fresh('n')
        type_ = rng.choice([I.INT, I.UINT, I.UCHAR, I.SHORT, I.ULONG])
        mask = 3 if self.affordable(3) == 3 else 1
        self.line(f'{type_.name} {name} = {self.w.wrapped(self.expression(1), AND)} & {mask};')
        self.scope.add(name, type_, self.scope.level, True, 1 << 62)
        if rng.random() < 0.6:
            self.line(rng.choice([f'while ({name}-- > 0) {{', f'while ({name} && {name}--) {{']))
            self.loop_body(mask)
            self.line('}')
        else:
            self.line('do {')
            self.loop_body(mask + 1)
            self.line(rng.choice([f'}} while ({name}-- > 0);', f'}} while ({name} != 0 && --{name});']))

    def leave_loop(self):
        word = 'continue' if self.in_switch or self.rng.random() < 0.4 else 'break'
        self.line(f'if ({self.w.condition(self.scope).text})')
        self.line(f'\t{word};')

    def switch(self):
        rng = self.rng
        mask = rng.choice([1, 3, 3, 7])
        e = self.w.wrapped(self.expression(1), AND)
        values = rng.sample(range(mask + 1), rng.randint(1, min(4, mask + 1)))
        labels = [f'case {v}:' for v in values]
        if rng.random() < 0.6:
            labels.insert(rng.randint(0, len(labels)), 'default:')
        if rng.random() < 0.15 and mask == 7:
            labels.append('case 5 ... 6:' if not {5, 6} & set(values) else 'case 100:')
        self.line(f'switch ({e} & {mask}) {{')
        outer, self.in_switch = self.in_switch, True
        for label in labels:
            self.line(label)
            if rng.random() < 0.9:
                before = len(self.scope.objects)
                self.line('\t{')
                self.block(lambda: self.some(1, 2))
                self.line('\t}')
                assert len(self.scope.objects) == before
            if rng.random() < 0.7:
                self.line('\tbreak;')
        if self.lines[-1].endswith(':'):
            self.line('\t;')
        self.in_switch = outer
        self.line('}')

    def jump(self):
        """Forward, over some statements (in a block of their own: no declaration is jumped over into)."""
        label = self.fresh('L')
        self.line(f'if ({self.w.condition(self.scope).text})')
        self.line(f'\tgoto {label};')
        self.line('{')
        self.block(self.some)
        self.line('}')
        self.line(f'{label}:')
        self.line(';')

    def inner_block(self):
        self.line('{')
        self.block(lambda: (self.declaration(), self.some()))
        self.line('}')

    # --- calls

    def argument(self, type_, function, first):
        if first and function.depth is not None:
            return f'{self.w.wrapped(self.expression(1), AND)} & {function.depth}'
        if is_scalar(type_):
            return self.operand(self.expression(1))
        if isinstance(type_, Pointer):
            texts = self.scope.candidates(type_, self.scope.level)
            return self.rng.choice(texts) if texts else None
        return self.record(type_)

    def record(self, type_):
        """An rvalue of this struct type that exists in scope."""
        texts = [o.name for o in self.scope.objects if o.type is type_]
        texts += [f'*{o.name}' for o in self.scope.objects if isinstance(o.type, Pointer) and o.type.target is type_]
        return self.rng.choice(texts) if texts else None

    def call_text(self, function):
        arguments = [self.argument(t, function, i == 0) for i, (_, t) in enumerate(function.parameters)]
        return None if None in arguments else f'{function.name}({", ".join(arguments)})'

    def call(self):
        functions = [f for f in self.program.functions if f.cost * self.times <= self.program.most]
        if not functions:
            return self.assignment()
        function = self.rng.choice(functions)
        text = self.call_text(function)
        if text is None:
            return self.assignment()
        self.cost += self.times * function.cost
        if is_scalar(function.result):
            self.use_of_scalar(function, text)
        elif function.result is None or self.rng.random() < 0.1:
            self.line(f'{text};')
        else:
            self.use_of_record(function.result, text)

    def use_of_scalar(self, function, text):
        """One call to an expression: the order of two would be unspecified. What else is in it is constant."""
        rng = self.rng
        e = Expression(text, function.result, POSTFIX)
        if rng.random() < 0.3:
            e = self.w.binary(rng.choice(['&', '^', '+', '==', '>']), e, self.w.random_constant())
        form = rng.random()
        if form < 0.15:
            self.line(f'if ({e.text}) {{')
            self.block(self.some)
            return self.line('}')
        if form < 0.2:
            return self.line(f'(void){self.operand(e, UNARY)};')
        targets = [o for o in self.scope.objects if is_scalar(o.type) and not o.fixed]
        if form < 0.75 and targets:
            return self.line(f'{rng.choice(targets).name} = {self.operand(e)};')
        type_, name = rng.choice(I.ALL), self.fresh('r')
        self.line(f'{type_.name} {name} = {self.operand(e)};')
        self.scope.add(name, type_, self.scope.level)

    def use_of_record(self, type_, text):
        targets = [o.name for o in self.scope.objects if o.type is type_ and not o.fixed]
        members = [(n, t, b) for n, t, b in type_.members if is_scalar(t)]
        if targets and self.rng.random() < 0.5:
            return self.line(f'{self.rng.choice(targets)} = {text};')
        name = self.fresh('s')
        if members and self.rng.random() < 0.4:
            member, t, bits = self.rng.choice(members)
            self.line(f'{t.name} {name} = {text}.{member};')
            self.scope.add(name, t, self.scope.level)
        else:
            self.line(f'{type_.name} {name} = {text};')
            self.scope.add(name, type_, self.scope.level)

    # --- pointers, records, the library

    def point(self):
        pointers = [o for o in self.scope.objects if isinstance(o.type, Pointer)]
        if not pointers:
            return self.declare_pointer()
        p = self.rng.choice(pointers)
        texts = self.scope.candidates(p.type, p.level)
        if not texts:
            return self.assignment()
        if len(texts) > 1 and self.rng.random() < 0.4:
            a, b = self.rng.sample(texts, 2)
            return self.line(f'{p.name} = {self.w.condition(self.scope, 1).text} ? {a} : {b};')
        return self.line(f'{p.name} = {self.rng.choice(texts)};')

    def declare_pointer(self):
        """To something that is there: what random_type makes seldom fits."""
        objects = [o for o in self.scope.objects if not o.fixed and o.addressable and not isinstance(o.type, Pointer)]
        if not objects:
            return self.declaration()
        o = self.rng.choice(objects)
        if isinstance(o.type, Array):
            type_ = Pointer(o.type.element, self.rng.choice([1, o.type.count]))
        else:
            type_ = Pointer(o.type, 1)
        texts = self.scope.candidates(type_, self.scope.level)
        name = self.fresh('p')
        self.line(f'{declare(type_, name)} = {self.rng.choice(texts)};')
        self.scope.add(name, type_, self.scope.level)

    def copy(self):
        found = self.scope.written(self.w, whole=True)
        if not found or not isinstance(found[2], Record):
            return self.assignment()
        text, level, type_, _ = found
        source = self.record(type_)
        if not source:
            return self.assignment()
        if self.rng.random() < 0.2:
            address = text[1:] if text.startswith('*') else '&' + text
            other = source[1:] if source.startswith('*') else '&' + source
            # 7.24.2.1p2: memcpy's objects must not overlap, memmove's may.
            return self.line(f'__builtin_memmove({address}, {other}, sizeof({type_.name}));')
        return self.line(f'{text} = {source};')

    def library(self):
        arrays = [o for o in self.scope.objects if isinstance(o.type, Array) and not o.fixed and is_scalar(o.type.element)]
        if not arrays or self.rng.random() < 0.4:
            return self.bytes_of()
        o = self.rng.choice(arrays)
        if o.type.element is I.BOOL or self.rng.random() < 0.5:
            return self.line(f'__builtin_memset({o.name}, 0, sizeof {o.name});')
        return self.line(f'__builtin_memset({o.name}, {self.operand(self.expression(1))}, {self.rng.choice([1, o.type.count])}'
                         f' * sizeof *{o.name});')

    def bytes_of(self):
        """Access to an object by its bytes (6.5p7), little-endian like the machine that judges."""
        objects = [o for o in self.scope.objects if is_scalar(o.type) and not o.fixed and o.addressable and
                   o.type is not I.BOOL]
        if not objects:
            return self.assignment()
        o = self.rng.choice(objects)
        byte = f'((unsigned char *)&{o.name})[{self.w.index(self.scope, o.type.width // 8)}]'
        if self.rng.random() < 0.5:
            return self.line(f'{byte} {self.rng.choice(["=", "^=", "|="])} {self.operand(self.expression(1))};')
        name = self.fresh('b')
        self.line(f'unsigned {name} = {byte};')
        self.scope.add(name, I.UINT, self.scope.level)

