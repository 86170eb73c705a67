"""What programs do with memory, and what goes wrong in them.

Each scenario is a function of a Writer and `bad`: the same with and without the planted bug. Choices of what the program
means are the writer's rng, so that they are the same for a program and its fixed twin; choices of how it is written are its
style's. All that is planted is seen natively: what AddressSanitizer watches only near objects (before globals there need not
be anything) is planted where it does.
"""

import scenario_arrays as arrays
import scenario_records as records
import scenario_unions as unions
import scenario_lists as lists
import scenario_trees as trees
import scenario_strings as strings
import scenario_casts as casts
import scenario_reallocs as reallocs
import scenario_calls as calls
import scenario_aliasing as aliasing
import scenario_lifetimes as lifetimes
import scenario_arithmetic as arithmetic

TOPICS = {
    'arrays': [arrays.array_walk, arrays.array_index, arrays.matrix, arrays.overflowing_size, arrays.triangle,
               arrays.ring, arrays.variable_length, arrays.insertion, arrays.dispatch],
    'records': [records.member, records.container, records.by_value, records.block_operations, records.flexible,
                records.inner_records, records.shallow_copy],
    'unions': [unions.union_bytes, unions.union_pointer, unions.tagged, unions.union_parts, unions.union_strides],
    'lists': [lists.list_free, lists.list_remove, lists.list_find, lists.list_leak, lists.doubly, lists.intrusive,
              lists.queue, lists.list_cut, lists.chains],
    'trees': [trees.tree, trees.tree_delete, trees.tree_climb, trees.tree_stack, trees.tree_shared],
    'strings': [strings.string_copy, strings.unterminated, strings.literal, strings.overlap, strings.concatenate,
                strings.words, strings.reverse, strings.duplicate, strings.name_table],
    'casts': [casts.views, casts.integer_pointer, casts.prefix, casts.opaque, casts.strides, casts.header,
              casts.truncated_size, casts.negative_index],
    'reallocs': [reallocs.vector, reallocs.stale, reallocs.shrunk, reallocs.text_buffer, reallocs.interior,
                 reallocs.moved_links, reallocs.realloc_freed],
    'calls': [calls.captured_index, calls.captured_pointer, calls.captured_twice, calls.siblings, calls.relay,
              calls.callback],
    'aliasing': [aliasing.aliases, aliasing.swapped, aliasing.pointer_table, aliasing.paths, aliasing.results,
                 aliasing.deep, aliasing.remembered],
    'lifetimes': [lifetimes.twice, lifetimes.not_heap, lifetimes.dangling, lifetimes.lost, lifetimes.cached],
    'arithmetic': [arithmetic.arithmetic, arithmetic.extremes, arithmetic.wrapped_length],
}
BUGS = [scenario for topic in TOPICS.values() for scenario in topic]


def chosen(seed):
    """The topics in turn, of each topic its scenarios in turn."""
    topic = list(TOPICS.values())[seed % len(TOPICS)]
    return topic[seed // len(TOPICS) % len(topic)]
