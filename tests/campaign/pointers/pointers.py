"""A program from a seed: text(seed, bits, expected)."""

import accesses
import moves
import objects
from program import PREAMBLE, Program


def functions(seed, bits, tag):
    """What the program consists of, without main; every name in it begins with `tag`."""
    p = Program(seed, bits, tag)
    for _ in range(p.rng.randint(1, 4)):
        objects.make(p)
    for _ in range(p.rng.randint(3, 12)):
        for _ in range(p.rng.randint(1, 2)):
            moves.new(p)
        for _ in range(p.rng.randint(0, 3)):
            accesses.access(p)
        if p.rng.random() < 0.1:
            objects.make(p)
    for name, value in p.variables:
        if p.rng.random() < 0.3:
            accesses.read(p, value, name)
    for o in p.objects:
        objects.look(p, o)
    return p.text()


def text(seed, bits, end=''):
    """The program. `end`: statements after all."""
    tag = f'p{seed}_'
    return f'{PREAMBLE}{functions(seed, bits, tag)}int main(void)\n{{\n{tag}main();\nprintf("%X\\n", sum);\n{end}return 0;\n}}\n'


def several(seeds, bits):
    """All of them in one program, for gcc."""
    tags = [f'p{seed}_' for seed in seeds]
    parts = [functions(seed, bits, tag) for seed, tag in zip(seeds, tags)]
    calls = ''.join(f'printf("seed {seed}\\n"); sum = 0; {tag}main(); printf("%X\\n", sum);\n' for seed, tag in zip(seeds, tags))
    return f'{PREAMBLE}{"".join(parts)}int main(void)\n{{\n{calls}return 0;\n}}\n'
