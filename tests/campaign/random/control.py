"""Statements that branch, loop and jump: a part of statement.Body."""

import integer as I
from expression import AND


class Control:
    def branch(self):
        self.line(f'if ({self.w.condition(self.scope).text}) {{')
        self.block(self.some)
        while self.budget > 1 and self.rng.random() < 0.2:
            self.line(f'}} else if ({self.w.condition(self.scope).text}) {{')
            self.block(self.some)
        if self.rng.random() < 0.5:
            self.line('} else {')
            self.block(self.some)
        self.line('}')

    def loop_body(self, times, high=3):
        outer = self.in_loop, self.in_switch
        self.in_loop, self.in_switch = True, False
        self.block(lambda: self.some(1, high), times)
        self.in_loop, self.in_switch = outer

    def affordable(self, count):
        return max(1, min(count, self.program.most // max(1, self.times)))

    def counted_loop(self):
        """for, with a constant bound or one that depends on an expression; upwards or downwards."""
        rng = self.rng
        count = self.affordable(rng.randint(1, 4))
        name = self.fresh('i')
        type_ = rng.choice([I.INT, I.INT, I.UINT, I.UCHAR, I.SCHAR, I.LONG, I.USHORT, I.ULLONG])
        limit = str(count)
        if rng.random() < 0.4:
            mask = 3 if count > 3 else 1
            limit, count = f'({self.w.wrapped(self.expression(1), AND)} & {mask})', mask
        form = rng.random()
        if form < 0.6:
            head = f'for ({type_.name} {name} = 0; {name} < {limit}; {name}++) {{'
        elif form < 0.8:
            head = f'for ({type_.name} {name} = {limit}; {name}-- > 0;) {{'
        else:
            # Counts from near the type's end over the edge where that is defined.
            start = type_.high - count + 1
            if not type_.signed and type_.width <= 32:
                head = f'for ({type_.name} {name} = {start}U; {name}; {name}++) {{'
            else:
                head = f'for ({type_.name} {name} = {count}; {name} != 0; {name} -= 1) {{'
        self.line(head)
        # The counter stays below `count`, also where the body changes what the limit is made of.
        self.scope.add(name, type_, self.scope.level + 1, True, count if form < 0.8 else 1 << 62)
        self.loop_body(count)
        self.scope.objects = [o for o in self.scope.objects if o.name != name]
        self.line('}')

    def while_loop(self):
        rng = self.rng
        name = self.fresh('n')
        type_ = rng.choice([I.INT, I.UINT, I.UCHAR, I.SHORT, I.ULONG])
        mask = 3 if self.affordable(3) == 3 else 1
        self.line(f'{type_.name} {name} = {self.w.wrapped(self.expression(1), AND)} & {mask};')
        self.scope.add(name, type_, self.scope.level, True, 1 << 62)
        if rng.random() < 0.6:
            self.line(rng.choice([f'while ({name}-- > 0) {{', f'while ({name} && {name}--) {{']))
            self.loop_body(mask)
            self.line('}')
        else:
            self.line('do {')
            self.loop_body(mask + 1)
            self.line(rng.choice([f'}} while ({name}-- > 0);', f'}} while ({name} != 0 && --{name});']))

    def leave_loop(self):
        word = 'continue' if self.in_switch or self.rng.random() < 0.4 else 'break'
        self.line(f'if ({self.w.condition(self.scope).text})')
        self.line(f'\t{word};')

    def switch(self):
        rng = self.rng
        mask = rng.choice([1, 3, 3, 7])
        e = self.w.wrapped(self.expression(1), AND)
        values = rng.sample(range(mask + 1), rng.randint(1, min(4, mask + 1)))
        labels = [f'case {v}:' for v in values]
        if rng.random() < 0.6:
            labels.insert(rng.randint(0, len(labels)), 'default:')
        if rng.random() < 0.15 and mask == 7:
            labels.append('case 5 ... 6:' if not {5, 6} & set(values) else 'case 100:')
        self.line(f'switch ({e} & {mask}) {{')
        outer, self.in_switch = self.in_switch, True
        for label in labels:
            self.line(label)
            if rng.random() < 0.9:
                before = len(self.scope.objects)
                self.line('\t{')
                self.block(lambda: self.some(1, 2))
                self.line('\t}')
                assert len(self.scope.objects) == before
            if rng.random() < 0.7:
                self.line('\tbreak;')
        if self.lines[-1].endswith(':'):
            self.line('\t;')
        self.in_switch = outer
        self.line('}')

    def jump(self):
        """Forward, over some statements (in a block of their own: no declaration is jumped over into)."""
        label = self.fresh('L')
        self.line(f'if ({self.w.condition(self.scope).text})')
        self.line(f'\tgoto {label};')
        self.line('{')
        self.block(self.some)
        self.line('}')
        self.line(f'{label}:')
        self.line(';')

    def inner_block(self):
        self.line('{')
        self.block(lambda: (self.declaration(), self.some()))
        self.line('}')

    def goto_loop(self):
        """Backwards: a loop that only its graph shows."""
        rng = self.rng
        label, name = self.fresh('L'), self.fresh('n')
        mask = 3 if self.affordable(3) == 3 else 1
        type_ = rng.choice([I.INT, I.UCHAR, I.UINT, I.LLONG])
        self.line(f'{type_.name} {name} = {self.w.wrapped(self.expression(1), AND)} & {mask};')
        self.scope.add(name, type_, self.scope.level, True, 1 << 62)
        self.line(f'{label}:')
        self.line(';')
        self.line('{')
        outer = self.in_loop, self.in_switch
        self.in_loop = self.in_switch = False
        self.block(self.some, mask + 1)
        self.in_loop, self.in_switch = outer
        self.line('}')
        self.line(f'if ({name}-- > 0)')
        self.line(f'\tgoto {label};')

    def jump_into_loop(self):
        """A switch whose cases are inside a loop: a cycle with several entries."""
        name = self.fresh('n')
        mask = 3 if self.affordable(3) == 3 else 1
        self.line(f'int {name} = {self.w.wrapped(self.expression(1), AND)} & {mask};')
        self.scope.add(name, I.INT, self.scope.level, True, 1 << 62)
        self.line(f'switch ({self.w.wrapped(self.expression(1), AND)} & 3) {{')
        self.line('case 0:')
        self.line('do {')
        outer = self.in_loop, self.in_switch
        self.in_loop, self.in_switch = True, False
        for label in ('', 'case 1:', 'case 3:')[:self.rng.randint(2, 3)]:
            if label:
                self.line(label)
            self.line('{')
            self.block(lambda: self.some(1, 2), mask + 1)
            self.line('}')
        self.in_loop, self.in_switch = outer
        self.line(f'}} while ({name}-- > 0);')
        self.line('}')
