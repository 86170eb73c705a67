"""Random statements: bodies of functions as lists of lines."""

import re

import integer as I
from calls import Calls
from control import Control
from expression import ADD, AND, ASSIGN, Expression, PRIMARY, POSTFIX
from memory import Memory
from scope import Array, Object, Pointer, declare, has_pointer, is_scalar

ASSIGNMENTS = ['=', '=', '=', '=', '+=', '-=', '^=', '|=', '&=', '*=', '<<=', '>>=', '%=', '/=']


class Body(Control, Calls, Memory):
    """Writes the statements of one function into `lines`, spending a budget of statements."""

    def __init__(self, program, scope, budget):
        self.program, self.rng, self.w = program, program.rng, program.writer
        self.scope, self.budget = scope, budget
        self.lines, self.indent = [], 1
        self.times = 1   # how often the current place is executed for one execution of the function
        self.cost = 1
        self.in_loop = self.in_switch = False

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

    def initializer(self, type_, constant=False, inner=False):
        """Text, or None where an object of this type can't be initialised here (no address to point to). A pointer
        inside another object (`inner`) points to what lives for ever: objects are copied to anywhere."""
        rng = self.rng
        if is_scalar(type_):
            return self.w.random_constant().text if constant else self.operand(self.expression(1))
        if isinstance(type_, Pointer):
            texts = self.scope.candidates(type_, 0 if constant or inner else self.scope.level, constant)
            return rng.choice(texts) if texts else None
        if isinstance(type_, Array):
            parts = [self.initializer(type_.element, constant, True) for _ in range(type_.count)]
            if None in parts:
                return None
            if not has_pointer(type_) and rng.random() < 0.25:
                at = rng.randrange(type_.count)
                return f'{{ [{at}] = {parts[at]} }}'
            keep = type_.count if has_pointer(type_) else rng.randint(1, type_.count)
            return '{ ' + ', '.join(parts[:keep]) + ' }'
        parts = [(name, self.initializer(t, constant, True)) for name, t, _ in type_.members]
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
        self.scope.add(name, type_, 0 if static else self.scope.level, block=self.scope.level,
                       addressable=not is_scalar(type_) or rng.random() < 0.6)

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
                            (self.inner_block, 0.4), (self.goto_loop, 0.4), (self.jump_into_loop, 0.25),
                            (self.heap, 0.6), (self.walk, 0.8)]
        if self.in_loop:
            choices += [(self.leave_loop, 1)]
        if self.program.functions:
            choices += [(self.call, 6), (self.function_pointer, 0.7)]
        choices += [(self.point, 1.5), (self.copy, 1.2), (self.library, 0.5), (self.effect, 1.5),
                    (self.text_literal, 0.2)]
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

    def effect(self):
        """An assignment inside an expression, to a variable that nothing points to and nothing else in it reads."""
        rng = self.rng
        variables = [o for o in self.scope.objects if is_scalar(o.type) and not o.fixed and not o.addressable and
                     o.bound is None and (not o.type.signed or o.type.width < 32)]
        if not variables:
            return self.assignment()
        x = rng.choice(variables)
        e, other, target = self.expression(1), self.expression(1), self.scope.written(self.w)
        if target is None or any(re.search(rf'\b{x.name}\b', text) for text in (other.text, target[0])):
            return self.line(f'if ({self.w.wrapped(other, ASSIGN)} && ({x.name} = {self.operand(e)}))') or \
                self.line(f'\t{x.name} ^= 1;')
        inner = rng.choice([f'({x.name} = {self.operand(e)})'] +
                           ([f'{x.name}++', f'--{x.name}'] if x.type is not I.BOOL else []))
        whole = self.w.binary(rng.choice(['^', '&', '|', '+', '<', '==']),
                              Expression(inner, x.type, ADD if inner[0] == '-' else PRIMARY), other)
        form = rng.random()
        if form < 0.6:
            return self.line(f'{target[0]} = {self.operand(whole)};')
        if form < 0.8:
            condition = self.w.condition(self.scope, 1).text
            return self.line(f'{target[0]} = {condition} ? {inner} : {self.operand(other)};')
        return self.line(f'{target[0]} = ({inner}, {self.operand(other)});')
