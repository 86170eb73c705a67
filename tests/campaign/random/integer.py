"""C's integer types and the conversions between them (C11 6.3.1, LP64)."""


class Integer:
    def __init__(self, name, short, width, signed, rank):
        self.name, self.short, self.width, self.signed, self.rank = name, short, width, signed, rank

    def __repr__(self):
        return self.name

    @property
    def low(self):
        return -(1 << self.width - 1) if self.signed else 0

    @property
    def high(self):
        return (1 << self.width - self.signed) - 1

    def wrap(self, value):
        value &= (1 << self.width) - 1
        return value - (1 << self.width) if value > self.high else value

    def constant(self, value):
        """An expression of this value and exactly this type, safe as any operand."""
        assert self.low <= value <= self.high
        if self.rank < INT.rank:
            return f'({self.name}){value}' if value >= 0 else f'({self.name})({value})'
        suffix = ('' if self.signed else 'U') + ['', 'L', 'LL'][self.rank - INT.rank]
        if self.signed and value == self.low:
            return f'({value + 1}{suffix} - 1)'
        return f'{value}{suffix}' if value >= 0 else f'({value}{suffix})'


BOOL = Integer('_Bool', 'bool', 1, False, 0)
CHAR = Integer('char', 'char', 8, True, 1)
SCHAR = Integer('signed char', 'schar', 8, True, 1)
UCHAR = Integer('unsigned char', 'uchar', 8, False, 1)
SHORT = Integer('short', 'short', 16, True, 2)
USHORT = Integer('unsigned short', 'ushort', 16, False, 2)
INT = Integer('int', 'int', 32, True, 3)
UINT = Integer('unsigned', 'uint', 32, False, 3)
LONG = Integer('long', 'long', 64, True, 4)
ULONG = Integer('unsigned long', 'ulong', 64, False, 4)
LLONG = Integer('long long', 'longlong', 64, True, 5)
ULLONG = Integer('unsigned long long', 'ulonglong', 64, False, 5)

ALL = [BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, LLONG, ULLONG]
UNSIGNED_OF = {INT: UINT, LONG: ULONG, LLONG: ULLONG}


def promoted(t):
    return INT if t.rank < INT.rank else t


def common(a, b):
    """The usual arithmetic conversions, 6.3.1.8."""
    a, b = promoted(a), promoted(b)
    if a.signed == b.signed:
        return a if a.rank >= b.rank else b
    s, u = (a, b) if a.signed else (b, a)
    if u.rank >= s.rank:
        return u
    return s if s.width > u.width else UNSIGNED_OF[s]
