"""Callbacks: layers that reach one another through tables of operations, and what they all keep in order."""

from graph import HEAD, INPUT, function

DROP, PASS, QUEUE = 0, 1, 2


class Callbacks:
    """A packet's depth is the layer that it is in; who returns QUEUE leaves it one too deep. What is seen is passed or dropped."""

    def __init__(self, graph, bug):
        self.graph, self.random = graph, graph.random
        r = self.random
        self.queues = graph.place == 'levels' or r.random() < .4
        self.chosen = {level[0].level: r.random() < .6 for level in graph.levels}
        self.done = r.random() < .5
        self.culprit = graph.culprit()
        self.bug = graph.place if bug else ''
        self.queueing = set(graph.path[1:] if self.queues else ()) | {p for p in graph.bottom_up() if self.queues and r.random() < .3}

    def finish(self, value):
        return ['p->depth--;', f'return {value};']

    def leaf(self, p):
        r = self.random
        lines = ['p->depth++;', f'if (p->depth != {p.level + 1})', '\treach_error();', 'seen++;']
        if self.bug == 'leaf' and p is self.culprit:
            lines += [f'if ({INPUT} == {self.graph.rare()})'] + braced(self.finish('DROP'))
        if self.queues and p in self.queueing:
            lines += [f'if ({INPUT} == {self.graph.rare()}) {{', '\tpassed++;', '\treturn QUEUE;', '}']
        test = r.choice((INPUT, INPUT + ' < 0', 'p->length > 1500'))
        lines += [f'if ({test}) {{', '\tdropped++;', *('\t' + x for x in self.finish('DROP')), '}']
        lines += ['if (p->done)', '\tp->done(p);'] if self.done else ['passed++;']
        return lines + self.finish('PASS')

    def inner(self, p):
        r, below = self.random, 'l->below'
        lines = ['int verdict;', '', 'p->depth++;']
        if r.random() < .3:
            lines += [f'if (l->below->depth != {p.level + 2})', '\treach_error();']
        lines += ['l->users++;'] if r.random() < .3 else []
        on_path = p in self.graph.path
        for i in range(len(p.callees)):
            call = f'verdict = {below}->ops->handle({below}, p);'
            chosen = r.random() < .3 and not (i == 0 and on_path)
            lines += [f'if (p->length & {1 << i})', '\t' + call, 'else', '\tverdict = PASS;'] if chosen else [call]
            if self.queues:
                wrong = self.bug == 'levels' and p is self.culprit and i == 0
                lines += self.queue(p, wrong)
            if self.bug == 'middle' and p is self.culprit and i == 0:
                lines += ['if (verdict == DROP && l->limit > 8)', '\treturn DROP;']
            elif r.random() < .6:
                lines += ['if (verdict == DROP)'] + braced(self.finish('DROP'))
        return lines + self.finish(r.choice(('PASS', 'verdict == DROP ? DROP : PASS')))

    def queue(self, p, wrong):
        """What to do about a packet that the layer below keeps."""
        if wrong:
            return ['if (verdict == QUEUE) {', '\tp->depth--;', *('\t' + x for x in self.finish('verdict')), '}']
        if p in self.queueing and p is not self.graph.top:
            return ['if (verdict == QUEUE) {', '\tp->depth--;', '\treturn QUEUE;', '}']
        return ['if (verdict == QUEUE) {', '\tp->depth--;', '\tverdict = PASS;', '}']

    def procedure(self, p):
        self.graph.begin(p)
        text = function(f'static int {p.name}(struct layer *l, struct packet *p)', self.inner(p) if p.callees else self.leaf(p))
        return text + f'\nstatic const struct ops {p.name}_ops = {{ "{p.name}", {p.name} }};\n'

    def layers(self):
        """Their initialisers, and what main chooses."""
        rows, lines, last = [], [], len(self.graph.levels) - 1
        for i, level in enumerate(self.graph.levels):
            below = f'&layers[{i + 1}]' if i < last else '0'
            rows.append(f'\t{{ &{level[0].name}_ops, {below}, {i + 1}, 0, {self.random.choice((0, 4, 16))} }},\n')
            for p in level[1:]:
                lines += [f'if ({INPUT})', f'\tlayers[{i}].ops = &{p.name}_ops;']
        return f'\nstatic struct layer layers[] = {{\n{"".join(rows)}}};\n', lines

    def main(self, choices):
        lines = ['struct packet packet = { 0 };', 'int verdict;', ''] + choices
        if self.graph.place == 'middle':
            lines += [f'layers[{self.culprit.level}].limit = {INPUT};']
        lines += [f'packet.length = {INPUT};'] + (['packet.done = count_passed;'] if self.done else [])
        lines += ['verdict = layers[0].ops->handle(&layers[0], &packet);', 'if (packet.depth != 0 || verdict == QUEUE)', '\treach_error();',
                  'if (seen != passed + dropped)', '\treach_error();', 'return 0;']
        return function('int main(void)', lines)

    def text(self):
        declared = f'''
enum {{ DROP, PASS, QUEUE }};

struct packet {{
	int depth, length;
	void (*done)(struct packet *);
}};

struct layer;

struct ops {{
	const char *name;
	int (*handle)(struct layer *, struct packet *);
}};

struct layer {{
	const struct ops *ops;
	struct layer *below;
	int depth, users, limit;
}};

static unsigned seen, passed, dropped;
'''
        done = function('static void count_passed(struct packet *p)', ['(void)p;', 'passed++;']) if self.done else ''
        procedures = [self.procedure(p) for p in self.graph.bottom_up()]
        self.graph.begin(None)
        layers, choices = self.layers()
        return HEAD + declared + done + ''.join(procedures) + layers + self.main(choices)


def braced(lines):
    return ['{', *('\t' + line for line in lines), '}']
