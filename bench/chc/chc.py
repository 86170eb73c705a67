"""Horn clauses in CHC-COMP's format: what keeps its grammar, and which track a file belongs to."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'smt-lib'))
import smtlib  # noqa: E402  (beside this folder)

ORDER = ('set-info', 'set-logic', 'declare-datatypes', 'declare-fun', 'assert', 'check-sat', 'exit')


def order_faults(found):
    """set-info*, set-logic, set-info*, datatypes*, declare-fun+, assert+, check-sat, perhaps exit."""
    names = [c[0] if c else '()' for c in found]
    yield from sorted({f'order: {name} is not allowed' for name in names if name not in ORDER})
    rest = [name for name in names if name in ORDER[1:]]
    if rest != sorted(rest, key=ORDER.index):
        yield 'order: not set-logic, datatypes, declare-fun, assert, check-sat'
    if 'set-info' in names[2 + len([n for n in names if n == 'set-info']):]:
        yield 'order: set-info behind the beginning'
    for name in ('set-logic', 'check-sat'):
        if names.count(name) != 1:
            yield f'order: {names.count(name)} {name}, not one'
    yield from (f'order: there is no {name}' for name in ('declare-fun', 'assert') if name not in names)
    if ['set-logic'] in [c[:1] for c in found] and ['set-logic', 'HORN'] not in found:
        yield 'order: the logic is not HORN'


class Clauses:
    """What the assertions of a file are; `faults` gathers what is against the grammar."""

    def __init__(self, found):
        self.faults, self.queries, self.linear = [], 0, True
        self.predicates = {}
        for command in found:
            if command[:1] == ['declare-fun']:
                name, sorts, result = smtlib.tree(command[1:])
                self.predicates[name] = len(sorts)
                if result != 'Bool':
                    self.faults.append(f'predicate: {name} is of sort {result if isinstance(result, str) else "..."}, not Bool')
        asserts = [c for c in found if c[:1] == ['assert']]
        for i, command in enumerate(asserts):
            if len(self.faults) > 20:
                break
            queries = self.queries
            self.clause(i + 1, smtlib.tree(command[1:]))
            if self.queries > queries and i + 1 < len(asserts):
                self.faults.append(f'query: assertion {i + 1}, and it is not the last one')
        if self.queries != 1:
            self.faults.append(f'query: {self.queries}, not one')

    def fault(self, number, text):
        self.faults.append(f'clause {number}: {text}')

    def is_atom(self, term):
        return (term if isinstance(term, str) else term[0] if term and isinstance(term[0], str) else None) in self.predicates

    def clause(self, number, parts):
        if len(parts) != 1:
            self.fault(number, 'an assertion is one formula')
            return
        formula, variables = parts[0], []
        if isinstance(formula, list) and formula[:1] == ['forall']:
            if len(formula) != 3 or not formula[1]:
                self.fault(number, 'a forall has variables and a formula')
                return
            variables = [v[0] for v in formula[1]]
            formula = formula[2]
        elif not isinstance(formula, str) or not self.is_atom(formula):
            self.fault(number, 'neither a forall nor a predicate without arguments')
            return
        if len(set(variables)) != len(variables) or set(variables) & set(self.predicates):
            self.fault(number, 'a variable has the name of another one or of a predicate')
        tail, head = 'true', formula
        if isinstance(formula, list) and formula[:1] == ['=>']:
            if len(formula) != 3:
                self.fault(number, 'an implication has a tail and a head')
                return
            tail, head = formula[1:]
        self.tail(number, tail, variables)
        self.head(number, head, variables)

    def tail(self, number, tail, variables):
        parts = tail[1:] if isinstance(tail, list) and tail[:1] == ['and'] else [tail]
        atoms = [self.is_atom(part) for part in parts]
        if atoms != sorted(atoms, reverse=True):
            self.fault(number, 'a predicate behind a formula in the tail')
        for part, atom in zip(parts, atoms):
            if atom:
                self.atom(number, part, variables)
            elif self.mentions(part):
                self.fault(number, 'a predicate inside a formula of the tail')
        self.linear &= sum(atoms) < 2

    def mentions(self, part):
        stack = [part]
        while stack:
            at = stack.pop()
            if isinstance(at, list):
                stack.extend(at)
            elif at in self.predicates:
                return True
        return False

    def atom(self, number, atom, variables):
        arguments = atom[1:] if isinstance(atom, list) else []
        name = atom[0] if isinstance(atom, list) else atom
        if len(arguments) != self.predicates[name]:
            self.fault(number, f'{name} has {len(arguments)} arguments, not {self.predicates[name]}')
        if any(not isinstance(a, str) or a not in variables for a in arguments):
            self.fault(number, f'an argument of {name} is no variable')
        return arguments

    def head(self, number, head, variables):
        if head == 'false':
            self.queries += 1
        elif not self.is_atom(head):
            self.fault(number, 'the head is neither a predicate nor false')
        else:
            arguments = [str(a) for a in self.atom(number, head, variables)]
            if len(set(arguments)) != len(arguments):
                self.fault(number, 'the arguments of the head are not distinct')


def is_number(term):
    return isinstance(term, str) and bool(smtlib.NUMERAL.match(term)) or isinstance(term, list) and term[:1] == ['-'] and len(term) == 2 and is_number(term[1])


def is_linear_arithmetic(found):
    stack = [smtlib.tree(c[1:]) for c in found if c[:1] == ['assert'] and {'*', 'div', 'mod'} & set(c)]
    while stack:
        at = stack.pop()
        if not isinstance(at, list):
            continue
        stack.extend(at)
        if at[:1] == ['*'] and sum(not is_number(a) for a in at[1:]) > 1 or at[:1] in (['div'], ['mod']) and not is_number(at[-1]):
            return False
    return True


def track(found, linear):
    """LIA, NIA or BV, then -Lin where each tail has a predicate at most, then -Arrays."""
    words = set().union(*found)
    theory = 'BV' if 'BitVec' in words else 'LIA' if is_linear_arithmetic(found) else 'NIA'
    return theory + ('-Lin' if linear else '') + ('-Arrays' if words & smtlib.ARRAYS else '')
