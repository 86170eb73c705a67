"""Programs from seeds: a program with one planted bug, its fixed twin, and the same in other words.

    make(seed, bad, style) -> (text, ranges of the inputs, topic and name of the scenario)
"""

import random

import scenarios
from style import Style
from writer import Writer

MOST_VECTORS = 256


def make(seed, bad, style=None):
    rng = random.Random(f'memory {seed}')
    w = Writer(rng, style or Style(f'style {seed}'))
    chosen = scenarios.chosen(seed)
    around = [rng.choice(scenarios.BUGS) for _ in range(rng.choice([0, 1, 1, 2]))]
    place = rng.randint(0, len(around))
    for scenario in around[:place] + [chosen] + around[place:]:
        w.line('{')
        # Each has a scope of its own, and frees what it has allocated where that ends.
        ends, w.at_end = w.at_end, []
        # What comes after a choice must not depend on whether there is the bug.
        state = random.Random(rng.random())
        outer, w.rng = w.rng, state
        scenario(w, bad and scenario is chosen and not w.__dict__.get('planted'))
        if scenario is chosen:
            w.planted = True
        w.rng = outer
        w.body += reversed(w.at_end)
        w.at_end = ends
        w.line('}')
    return w.text(), w.ranges, f'{chosen.__module__.removeprefix("scenario_")} {chosen.__name__}'


def vectors(ranges):
    total = 1
    for r in ranges:
        total *= r
    return total
