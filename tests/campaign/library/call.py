"""What is called, and what is seen of it."""


class Call:
    """Statements in C, and expressions (or pairs of a pointer and a number of bytes) that are seen behind them."""

    def __init__(self, text, *seen, exact=True):
        self.text, self.seen, self.exact = '\t' + text, seen, exact  # exact: where the model of the function is


class Function:
    """A function of the library, and others that the same calls are of. `batch`: calls that verify is asked about at once; `asked`: of
    how many it is asked, where each takes long (all, if None)."""

    def __init__(self, name, make, exact=True, runs=True, also='', batch=256, asked=None):
        self.name, self.make, self.exact, self.runs, self.batch = name, make, exact, runs, batch
        self.asked = asked
        self.names = [name] + also.split()

    def calls(self, rng):
        return self.make(rng)


def literal(text):
    return '"' + ''.join(f'\\{ord(c):03o}' if not (32 <= ord(c) < 127) or c in '"\\?%' else c for c in text) + '"'


def wide_literal(text):
    return 'L' + literal(text)
