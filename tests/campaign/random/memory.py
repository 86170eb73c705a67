"""Statements about pointers, records, bytes and the heap: a part of statement.Body."""

import integer as I
from scope import Array, Pointer, Record, declare, is_scalar


class Memory:
    def point(self):
        pointers = [o for o in self.scope.objects if isinstance(o.type, Pointer) and not o.steady]
        if not pointers:
            return self.declare_pointer()
        p = self.rng.choice(pointers)
        texts = self.scope.candidates(p.type, p.level)
        if not texts:
            return self.assignment()
        if len(texts) > 1 and self.rng.random() < 0.4:
            a, b = self.rng.sample(texts, 2)
            return self.line(f'{p.name} = {self.w.condition(self.scope, 1).text} ? {a} : {b};')
        return self.line(f'{p.name} = {self.rng.choice(texts)};')

    def declare_pointer(self):
        """To something that is there: what random_type makes seldom fits."""
        objects = [o for o in self.scope.objects if not o.fixed and o.addressable and not isinstance(o.type, Pointer)]
        if not objects:
            return self.declaration()
        o = self.rng.choice(objects)
        if isinstance(o.type, Array):
            type_ = Pointer(o.type.element, self.rng.choice([1, o.type.count]))
        else:
            type_ = Pointer(o.type, 1)
        texts = self.scope.candidates(type_, self.scope.level)
        name = self.fresh('p')
        self.line(f'{declare(type_, name)} = {self.rng.choice(texts)};')
        self.scope.add(name, type_, self.scope.level)

    def copy(self):
        found = self.scope.written(self.w, whole=True)
        if not found or not isinstance(found[2], Record):
            return self.assignment()
        text, level, type_, _ = found
        source = self.record(type_)
        if not source:
            return self.assignment()
        if self.rng.random() < 0.2:
            address = text[1:] if text.startswith('*') else '&' + text
            other = source[1:] if source.startswith('*') else '&' + source
            # 7.24.2.1p2: memcpy's objects must not overlap, memmove's may.
            return self.line(f'__builtin_memmove({address}, {other}, sizeof({type_.name}));')
        return self.line(f'{text} = {source};')

    def library(self):
        arrays = [o for o in self.scope.objects if isinstance(o.type, Array) and not o.fixed and is_scalar(o.type.element)]
        if not arrays or self.rng.random() < 0.4:
            return self.bytes_of()
        o = self.rng.choice(arrays)
        if o.type.element is I.BOOL or self.rng.random() < 0.5:
            return self.line(f'__builtin_memset({o.name}, 0, sizeof {o.name});')
        return self.line(f'__builtin_memset({o.name}, {self.operand(self.expression(1))}, {self.rng.choice([1, o.type.count])}'
                         f' * sizeof *{o.name});')

    def bytes_of(self):
        """Access to an object by its bytes (6.5p7), little-endian like the machine that judges."""
        objects = [o for o in self.scope.objects if is_scalar(o.type) and not o.fixed and o.addressable and
                   o.type is not I.BOOL]
        if not objects:
            return self.assignment()
        o = self.rng.choice(objects)
        byte = f'((unsigned char *)&{o.name})[{self.w.index(self.scope, o.type.width // 8)}]'
        if self.rng.random() < 0.5:
            return self.line(f'{byte} {self.rng.choice(["=", "^=", "|="])} {self.operand(self.expression(1))};')
        name = self.fresh('b')
        self.line(f'unsigned {name} = {byte};')
        self.scope.add(name, I.UINT, self.scope.level)

    def heap(self):
        """An array on the heap for some statements."""
        rng = self.rng
        type_, count, name = self.program.random_scalar(), rng.choice([1, 2, 4]), self.fresh('h')
        self.program.uses_heap = True
        self.line('{')

        def inside():
            zero = rng.random() < 0.3
            size = f'sizeof({type_.name})' if rng.random() < 0.5 else f'sizeof *{name}'
            made = f'calloc({count}, {size})' if zero else f'malloc({count} * {size})'
            self.line(f'{type_.name} *const {name} = {made};')
            if not zero and rng.random() < 0.5:
                self.line(f'for (int i = 0; i < {count}; i++)')
                self.line(f'\t{name}[i] = {self.operand(self.expression(1))};')
            elif not zero:
                for i in range(count):
                    self.line(f'{name}[{i}] = {self.operand(self.expression(1))};')
            self.scope.add(name, Pointer(type_, count), self.scope.level).steady = True
            self.some(1, 3)
            self.line(f'free({name});')

        self.block(inside)
        self.line('}')

    def walk(self):
        """A pointer goes through an array."""
        arrays = [o for o in self.scope.objects if isinstance(o.type, Array) and is_scalar(o.type.element) and
                  not o.fixed and o.type.count <= self.affordable(4)]
        if not arrays:
            return self.point()
        o, name = self.rng.choice(arrays), self.fresh('q')
        count, start = o.type.count, o.name
        if self.rng.random() < 0.7:
            end = self.rng.choice([f'{name} < {start} + {count}', f'{name} != &{start}[{count}]'])
            self.line(f'for ({o.type.element.name} *{name} = {start}; {end}; {name}++) {{')
        else:
            self.line(f'for ({o.type.element.name} *{name} = {start} + {count}; {name}-- != {start};) {{')
        self.scope.add(name, Pointer(o.type.element, 1), self.scope.level + 1).steady = True
        outside = list(self.scope.objects)
        self.loop_body(count)
        self.scope.objects = [other for other in outside if other.name != name]
        return self.line('}')

    def text_literal(self):
        text, name = self.rng.choice(['ab', 'xyz', '', 'a\\0b', '\\377q']), self.fresh('t')
        count = len(text.replace('\\0', '0').replace('\\377', '7')) + 1
        self.line(f'const char *{name} = "{text}";')
        self.scope.add(name, Pointer(I.CHAR, count), self.scope.level, True).steady = True
