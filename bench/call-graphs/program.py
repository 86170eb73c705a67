"""The program of a kind, so many levels and a seed."""

from callbacks import Callbacks
from counters import Counters
from errors import Errors
from graph import Graph
from locks import Locks
from tables import Tables

KINDS = {'errors': Errors, 'locks': Locks, 'tables': Tables, 'callbacks': Callbacks, 'counters': Counters}


def program(kind, levels, seed, bug):
    return KINDS[kind](Graph(seed, kind, levels, skips=kind != 'callbacks'), bug).text()
