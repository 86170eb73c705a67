"""Programs about addresses, from seeds: each form makes a program whose assertion holds by C's rules, and a twin whose does not.

    make(seed, good, bits) -> Program

A form is a function of a Writer and `good`. Both twins make the same choices. That the good one's assertion holds is known by
the way in which it is made, not by running it; that the bad one's may fail is shown by a native run, or, where the order of objects
is open, by C's rules only (counted as not witnessed).
"""

import random

import forms_guessed as guessed
import forms_layout as layout
import forms_offsets as offsets
import forms_rebuilt as rebuilt
import forms_unknown as unknown
from ways import WAYS
from writer import Writer

TOPICS = {
    'rebuilt': [rebuilt.rebuilt] * 6 + [rebuilt.chosen, rebuilt.twice, rebuilt.moved, rebuilt.walked, rebuilt.compressed,
                                        rebuilt.which_range, rebuilt.function_pointer, rebuilt.freed,
                                        rebuilt.looked_up, rebuilt.pool, rebuilt.keyed, rebuilt.sorted_addresses, rebuilt.boxed,
                                        rebuilt.pieces, rebuilt.pieces],
    'guessed': [guessed.equal, guessed.equal, guessed.reused, guessed.read_there, guessed.exposed, guessed.unknown_bytes,
                guessed.unknown_pointer, guessed.near, guessed.again, guessed.again, guessed.frames, guessed.stale_key],
    'unknown': [unknown.two, unknown.argument_and_global, unknown.argument_and_global, unknown.hidden, unknown.characters, unknown.nodes,
                unknown.members, unknown.inside, unknown.array, unknown.result, unknown.returned_twice, unknown.given_back,
                unknown.kept, unknown.external, unknown.external_record, unknown.into_array, unknown.result_record, unknown.by_number,
                unknown.pointer_to_pointer, unknown.ordered],
    'layout': [layout.order, layout.order, layout.counted, layout.disjoint, layout.adjacent, layout.adjacent_pointers, layout.not_null,
               layout.alignment, layout.alignment, layout.asked_alignment, layout.literals, layout.members, layout.buckets, layout.pages,
               layout.mixed, layout.distance, layout.zero_size],
    'offsets': [offsets.before, offsets.behind, offsets.index, offsets.downwards, offsets.member, offsets.container,
                offsets.two_dimensions, offsets.union_arrays],
}
# Every detour is taken as often as any other.
TURNS = ['rebuilt', 'guessed', 'unknown', 'rebuilt', 'layout', 'unknown', 'guessed', 'rebuilt', 'layout', 'offsets']


class Program:
    """`entry`: where it starts, if not in main. `only_assertions`: unknown pointers are used unchecked. `outside`: it leaves an
    array inside of an object. `promised_by`: 'C', or 'machine' where C leaves open what every machine does."""

    def __init__(self, seed, good, topic, form, words, writer):
        self.seed, self.good, self.writer = seed, good, writer
        self.name = ' '.join(x for x in (topic, form, words) if x)
        self.topic, self.form = topic, f'{topic}.{form}'
        self.entry = 'f' if writer.entry else None
        self.only_assertions = getattr(writer, 'only_assertions', False)
        self.outside = getattr(writer, 'outside', False)
        self.promised_by = getattr(writer, 'promised_by', 'C')
        self.ranges = writer.ranges

    def text(self, layout_=0):
        return self.writer.text(layout_)

    def vectors(self):
        total = 1
        for r in self.ranges:
            total *= r
        return total


def make(seed, good, bits=64):
    topic = TURNS[seed % len(TURNS)]
    turn = seed // len(TURNS) * TURNS.count(topic) + TURNS[:seed % len(TURNS)].count(topic)
    form = TOPICS[topic][turn % len(TOPICS[topic])]
    w = Writer(random.Random(f'addresses {seed}'), bits)
    if form is rebuilt.rebuilt:
        words = form(w, good, [WAYS[turn % len(WAYS)]])
    else:
        words = form(w, good)
    return Program(seed, good, topic, form.__name__, words, w)
