"""A random program with threads that asserts something, and whether reach_error() can be called in it: make(seed).

What is asserted is near the edge: all that can be observed at some place is known, and what is excluded is the rarest of
it, or something near that cannot be.
"""

import random

import explore
import text
from program import Program, Scope


def blocks(body, out, loops=()):
    """All lists of statements in a body."""
    out.append((body, loops))
    for s in body:
        for part in s:
            if isinstance(part, list) and part and isinstance(part[0], tuple) and s[0] not in ('create_all', 'observe'):
                blocks(part, out, loops)
    return out


def spot(program, r):
    """(function, list, index) where something will be asserted."""
    main = program.functions[0]
    if program.stopping and r.random() < .7:  # what others see before all stops
        others = [f for f in program.functions if f is not program.stopping]
        function = r.choice(others)
        started = [k + 1 for k, s in enumerate(function.body) if s[0] in ('create', 'create_all', 'declare')]
        joined = [k for k, s in enumerate(function.body) if s[0] in ('join', 'join_all', 'return', 'exit', 'leave')]
        first, last = max(started, default=0), min(joined, default=len(function.body))
        return function, function.body, r.randint(min(first, last), last)
    if r.random() < (.7 if program.joined else .3):
        at = len(main.body) - (1 if main.body[-1][0] == 'leave' else 0)
        return main, main.body, at
    function = r.choice(program.functions[1:])
    body, _ = r.choice(blocks(function.body, []))
    lowest = sum(s[0] == 'declare' for s in body)
    highest = len(body) - (1 if body and body[-1][0] in ('return', 'exit') else 0)
    return function, body, r.randint(min(lowest, highest), highest)


def observed(program, function, r):
    scope = Scope(function)
    everything = [('shared', place) for place, _ in program.places(scope)] + [('local', name) for name in program.names(scope)]
    everything = list(dict.fromkeys(everything))
    return r.sample(everything, min(len(everything), r.choice((1, 1, 2, 2, 3))))


def equal(expressions, values):
    parts = [('==', e, ('constant', v)) for e, v in zip(expressions, values)]
    return parts[0] if len(parts) == 1 else ('and', *parts)


def any_of(expressions, tuples):
    parts = [equal(expressions, values) for values in tuples]
    return parts[0] if len(parts) == 1 else ('or', *parts)


def claim(expressions, seen, violate, r):
    """A condition that all that was seen satisfies, or all but the rarest."""
    rest = seen[:-1] if violate else seen
    ways = []
    for k, e in enumerate(expressions):
        low, high = min(v[k] for v in rest), max(v[k] for v in rest)
        if violate and seen[-1][k] > high or not violate:
            ways.append(('<=', e, ('constant', high)))
        if violate and seen[-1][k] < low or not violate:
            ways.append(('>=', e, ('constant', low)))
    if violate:
        ways += [('not', equal(expressions, seen[-1]))] * 2
    else:
        near = [tuple(x + r.choice((-1, 0, 0, 1)) for x in r.choice(seen)) for _ in range(30)]
        near += [tuple(r.choice(seen)[k] for k in range(len(expressions))) for _ in range(30)]
        near = [values for values in near if values not in seen]
        if near:
            ways += [('not', equal(expressions, r.choice(near)))] * 3
    if len(rest) * len(expressions) <= 6:
        ways += [any_of(expressions, rest)] * 2
    return r.choice(ways)


def finish(program, seed, r):
    """Puts an assertion into the program."""
    function, body, at = spot(program, r)
    expressions = observed(program, function, r)
    body.insert(at, ('observe', expressions))
    seen = explore.observations(program, seed)
    violate = r.random() < .55
    if not seen or (len(seen) == 1 and (violate or r.random() < .9)):
        return False
    form = r.choice(('if', 'if', 'check'))
    if function.name == 'main' and not any(e[0] == 'local' and e[1] == 'own' for e in expressions) and r.random() < .3:
        names = [f'v{k}' for k in range(len(expressions))]
        copied = [('local', name) for name in names]
        body[at:at + 1] = [*(('declare', name, e) for name, e in zip(names, expressions)), ('assert', claim(copied, seen, violate, r), form)]
    else:
        body[at] = ('assert', claim(expressions, seen, violate, r), form)
    return True


STATES = {'race': 'race_in', 'deadlock': 'deadlock_in'}  # by check: what its violations are


def make_for_check(check, seed):
    """(C, is the check violated?): both are as likely."""
    wanted = random.Random(f'{check} {seed}').random() < .5
    for k in range(3000):
        program = Program(random.Random(f'{check}s {seed} {k}'))
        try:
            if explore.comes_to(program, STATES[check]) == wanted:
                return text.write(program), wanted
        except explore.TooMuch:
            continue
    raise RuntimeError(f'seed {seed}: no program')


def make(seed):
    """(C, can reach_error() be called?, only if pthread_cond_wait() returns by itself?, ways to it)"""
    for k in range(1000):
        r = random.Random(f'threads {seed} {k}')
        program = Program(r)
        try:
            if not finish(program, seed, r):
                continue
            truth, witnesses = explore.violated(program)
            if truth is not None:
                return text.write(program), truth, truth and explore.needs_spurious(program), witnesses
        except explore.TooMuch:
            continue
    raise RuntimeError(f'seed {seed}: no program')
