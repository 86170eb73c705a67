"""Statements that call: a part of statement.Body."""

import integer as I
from expression import AND, Expression, POSTFIX, UNARY
from scope import Pointer, declare, is_scalar


class Function:
    def __init__(self, name, result, parameters, cost):
        self.name, self.result, self.parameters, self.cost = name, result, parameters, cost
        self.depth = None  # of a recursive one: the mask of its first argument

    def signature(self):
        return declare_function(self, '')


def declare_function(f, name):
    parameters = ', '.join(declare(t, '') for _, t in f.parameters) or 'void'
    head = f'{name}({parameters})'
    return declare(f.result, head) if f.result else f'void {head}'


class Calls:
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
        pointers = [o.callee for o in self.scope.objects
                    if o.callee and o.callee.cost * self.times <= self.program.most]
        functions = pointers or functions if self.rng.random() < 0.5 else functions
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

    def function_pointer(self):
        """To one of the functions of a type; or a table of some. Used by call()."""
        rng = self.rng
        groups = {}
        for f in self.program.functions:
            if f.depth is None:
                groups.setdefault(f.signature(), []).append(f)
        if not groups:
            return self.call()
        functions = rng.choice(list(groups.values()))
        one, name = functions[0], self.fresh('fp')
        head = declare_function(one, f'(*{name})')
        cost = max(f.cost for f in functions)
        if rng.random() < 0.6:
            condition = self.w.condition(self.scope, 1).text
            a, b = rng.choice(functions).name, rng.choice(functions).name
            self.line(f'{head} = {condition} ? {a} : {rng.choice(["", "&"])}{b};')
            text = rng.choice([name, f'(*{name})'])
        else:
            head = declare_function(one, f'(*{name}[2])')
            self.line(f'{head} = {{ {rng.choice(functions).name}, {rng.choice(functions).name} }};')
            text = f'{name}[{self.w.index(self.scope, 2)}]'
        made = self.scope.add(name, None, self.scope.level, True, addressable=False)
        made.callee = Function(text, one.result, one.parameters, cost)
        return self.call()
