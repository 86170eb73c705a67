"""Random expressions without side effects, with their C types.

An operation that may be undefined for some operands is written in one of two ways: raw (`a + b`), or so that it
never is (`(int)((unsigned)a + (unsigned)b)`). Which one is decided by `Writer.guarded`, a set of numbers of
operations, and takes nothing from the random stream: so the same program can be written again with those guarded that
turned out to be undefined. A raw operation leaves a mark in the text, so that its line is known.
"""

import re
from collections import namedtuple

import integer as I

Expression = namedtuple('Expression', 'text type level')
PRIMARY, POSTFIX, UNARY, MULTIPLY, ADD, SHIFT, RELATION, EQUAL, AND, XOR, OR, LAND, LOR, CONDITIONAL, ASSIGN, COMMA = \
    range(16, 0, -1)
LEVELS = {'*': MULTIPLY, '/': MULTIPLY, '%': MULTIPLY, '+': ADD, '-': ADD, '<<': SHIFT, '>>': SHIFT,
          '<': RELATION, '>': RELATION, '<=': RELATION, '>=': RELATION, '==': EQUAL, '!=': EQUAL,
          '&': AND, '^': XOR, '|': OR, '&&': LAND, '||': LOR}
MARK = re.compile('\ue000(\\d+)\ue001')


def primary(text, type_):
    return Expression(text, type_, PRIMARY)


class Writer:
    """Text of expressions from their parts."""

    def __init__(self, rng, guarded):
        self.rng, self.guarded = rng, guarded
        self.operations = self.nested = 0  # numbers given so far; indices around what is being written

    def wrapped(self, e, level):
        """The operand's text, in parentheses where the grammar wants them, and sometimes where not."""
        return f'({e.text})' if e.level < level or self.rng.random() < 0.1 and e.level < PRIMARY else e.text

    def either(self, raw, guarded):
        number = self.operations
        self.operations += 1
        if number not in self.guarded and 'all' not in self.guarded:
            return Expression(f'\ue000{number}\ue001' + raw.text, raw.type, raw.level)
        return guarded

    def cast(self, type_, e):
        return Expression(f'({type_.name}){self.wrapped(e, UNARY)}', type_, UNARY)

    def plain(self, op, a, b, type_):
        level = LEVELS[op]
        return Expression(f'{self.wrapped(a, level)} {op} {self.wrapped(b, level + 1)}', type_, level)

    def unary(self, op, a):
        type_ = I.INT if op == '!' else I.promoted(a.type)
        text = self.wrapped(a, UNARY)
        space = ' ' if MARK.sub('', text)[0] in '+-&' else ''
        raw = Expression(op + space + text, type_, UNARY)
        if op != '-' or not type_.signed:
            return raw
        u = I.UNSIGNED_OF[type_]
        return self.either(raw, self.cast(type_, self.unary('-', self.cast(u, a))))

    def binary(self, op, a, b):
        if op in ('<', '>', '<=', '>=', '==', '!=', '&&', '||'):
            return self.plain(op, a, b, I.INT)
        if op in ('<<', '>>'):
            return self.shift(op, a, b)
        type_ = I.common(a.type, b.type)
        raw = self.plain(op, a, b, type_)
        if op in ('&', '|', '^'):
            return raw
        if op in ('/', '%'):
            divisor = Expression(f'({self.wrapped(b, AND)} & 7) + 1', I.promoted(b.type), ADD)
            return self.either(raw, self.plain(op, a, divisor, type_))
        if not type_.signed:
            return raw
        u = I.UNSIGNED_OF[type_]
        return self.either(raw, self.cast(type_, self.plain(op, self.cast(u, a), self.cast(u, b), u)))

    def shift(self, op, a, b):
        type_ = I.promoted(a.type)
        amount = Expression(f'{self.wrapped(b, AND)} & {type_.width - 1}', I.promoted(b.type), AND)
        raw = self.plain(op, a, b, type_)
        if op == '>>' or not type_.signed:
            safe = self.plain(op, a, amount, type_)
        else:
            u = I.UNSIGNED_OF[type_]
            safe = self.cast(type_, self.plain(op, self.cast(u, a), amount, u))
        # The sanitizers do not see amounts beyond 32 bits, nor shifts that the compilers fold.
        if I.promoted(b.type).width > 32 or is_literal(a.text) and is_literal(b.text):
            return safe
        return self.either(raw, safe)

    def conditional(self, c, a, b):
        text = f'{self.wrapped(c, LOR)} ? {self.wrapped(a, CONDITIONAL)} : {self.wrapped(b, CONDITIONAL)}'
        return Expression(text, I.common(a.type, b.type), CONDITIONAL)


def is_literal(text):
    return not re.search(r'\b[A-Za-z_]', re.sub(r"'.*?'", '0', text))


class Expressions(Writer):
    """Random ones over what a scope has to read."""

    # Weights: the hard ones for solvers (products, quotients of two unknowns) are rare.
    OPERATORS = ['+'] * 6 + ['-'] * 5 + ['&'] * 4 + ['|'] * 3 + ['^'] * 3 + ['<<', '>>', '>>'] + \
        ['<', '>', '<=', '>=', '==', '!='] + ['&&', '||'] + ['*'] * 2 + ['/', '%']

    def random_constant(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.75:
            return primary(str(rng.choice([0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 100, 255])), I.INT)
        if kind < 0.8:
            return primary(f"'{rng.choice('aZ0 ')}'", I.INT)
        type_ = rng.choice(I.ALL[6:])
        value = rng.choice([0, 1, type_.high, type_.high - 1, type_.low, 1 << rng.randrange(type_.width - 1), 77])
        text = type_.constant(value)
        if rng.random() < 0.3 and value >= 0:
            text = text.replace(str(value), hex(value), 1)
        return Expression(text, type_, PRIMARY)

    def leaf(self, scope):
        if self.rng.random() < 0.2:
            return self.random_constant()
        return scope.read(self) or self.random_constant()

    def condition(self, scope, depth=2):
        op = self.rng.choice(['<', '>', '<=', '>=', '==', '!=', '&&', '||', '&', '!'])
        if op == '!':
            return self.unary('!', self.expression(scope, depth - 1))
        return self.binary(op, self.expression(scope, depth - 1), self.expression(scope, depth - 1))

    def expression(self, scope, depth=2):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return self.leaf(scope)
        kind = rng.random()
        if kind < 0.68:
            return self.operation(scope, depth)
        if kind < 0.78:
            return self.unary(rng.choice('-~!~-+'), self.expression(scope, depth - 1))
        if kind < 0.9:
            return self.cast(rng.choice(I.ALL), self.expression(scope, depth - 1))
        if kind < 0.97:
            return self.conditional(self.condition(scope, depth - 1), self.expression(scope, depth - 1),
                                    self.expression(scope, depth - 1))
        if kind < 0.98:
            a, b = self.expression(scope, depth - 1), self.expression(scope, depth - 1)
            return Expression(f'((void)({a.text}), {b.text})', b.type, PRIMARY) if b.level > COMMA else b
        if kind < 0.99:
            return scope.pointer_fact(self) or self.leaf(scope)
        return scope.size_of(self) or self.leaf(scope)

    def operation(self, scope, depth):
        op = self.rng.choice(self.OPERATORS)
        a, b = self.expression(scope, depth - 1), self.expression(scope, depth - 1)
        if a.text[0].isdigit() and b.text[0].isdigit():
            a = scope.read(self) or a
        if op in ('/', '%'):
            if a.type.width > 16:
                a = self.cast(self.rng.choice([I.UCHAR, I.SHORT, I.SCHAR]), a)
            if self.rng.random() < 0.6:
                b = primary(str(self.rng.choice([1, 2, 3, 5, 7, 10])), I.INT)
        elif op == '*' and self.rng.random() < 0.7:
            b = primary(str(self.rng.choice([2, 3, 5, 7, 10])), I.INT)
        elif op in ('<<', '>>') and self.rng.random() < 0.6:
            b = primary(str(self.rng.randrange(8)), I.INT)
        return self.binary(op, a, b)

    def index(self, scope, count, raw=False):
        """An index below `count`. `raw`: the array is one whose bounds gcc's sanitizer knows."""
        rng = self.rng
        loops = [v for v in scope.loop_variables() if v.bound <= count]
        if loops and rng.random() < 0.5:
            return rng.choice(loops).name
        if rng.random() < 0.25 or self.nested == 2:
            return str(rng.randrange(count))
        self.nested += 1
        e = self.expression(scope, 1)
        self.nested -= 1
        if count & (count - 1) == 0:
            guarded = f'{self.wrapped(e, AND)} & {count - 1}'
        else:
            u = e if not e.type.signed and e.type.width >= 32 else self.cast(I.UINT, e)
            guarded = f'{self.wrapped(u, MULTIPLY)} % {count}'
        text = Expression(guarded, I.INT, AND)
        return self.either(e, text).text if raw else text.text
