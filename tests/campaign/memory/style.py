"""How a program is written: what may differ between two programs that mean the same.

A scenario asks its style for everything that the meaning does not depend on: names, the order of functions, casts on the
way of a pointer, where an object lives, whether a few statements stand in a function of their own.
"""

import random


class Style:
    def __init__(self, seed, plain=False):
        self.rng = random.Random(seed)
        self.plain = plain
        self.prefix = '' if plain else self.rng.choice(['', 'my_', 'x', 'a_longer_name_of_'])
        self.suffix = '' if plain else self.rng.choice(['', '_1', 'Q'])
        self.storages = {}

    def name(self, text):
        return f'{self.prefix}{text}{self.suffix}'

    def chance(self, share):
        return not self.plain and self.rng.random() < share

    def pointer(self, type_, text):
        """An expression of type `type_ *`, perhaps on a detour."""
        if not self.chance(0.4):
            return text if text.isidentifier() else f'({text})'
        by = self.rng.choice(['void *', 'char *', 'unsigned char *', 'const void *'])
        return f'(({type_} *)({by})({text}))'

    def storage(self, options):
        """One of local, global, static, heap."""
        return 'local' if self.plain and 'local' in options else options[0] if self.plain else self.rng.choice(options)

    def order(self, functions):
        if not self.plain:
            self.rng.shuffle(functions)
        return functions
