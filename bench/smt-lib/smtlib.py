"""SMT-LIB 2.6 text as far as the rules of benchmarks need it: tokens, commands, theories, and a hash that names and constants do not change."""
import hashlib
import re

TOKEN = re.compile(r'''\s+|(?P<comment>;[^\n]*)|(?P<token>[()]|"(?:[^"]|"")*"|\|[^|\\]*\||[^\s()";|]+)''')
SIMPLE = re.compile(r'[A-Za-z0-9~!@$%^&*_+=<>.?/-]+$|:[A-Za-z0-9~!@$%^&*_+=<>.?/-]+$')
CONSTANT = re.compile(r'#b[01]+$|#x[0-9a-fA-F]+$')
NUMERAL = re.compile(r'(0|[1-9][0-9]*)$')

CORE = set('true false not => and or xor = distinct ite let forall exists ! _ as par Bool :named'.split())
BITVECTORS = set('''BitVec concat extract bvnot bvand bvor bvneg bvadd bvmul bvudiv bvurem bvshl bvlshr bvult bvnand bvnor bvxor bvxnor bvcomp
    bvsub bvsdiv bvsrem bvsmod bvashr repeat zero_extend sign_extend rotate_left rotate_right bvule bvugt bvuge bvslt bvsle bvsgt
    bvsge'''.split())
ARRAYS = {'Array', 'select', 'store'}
INTEGERS = {'Int', '+', '-', '*', 'div', 'mod', 'abs', '<=', '<', '>=', '>', 'divisible'}
REALS = {'Real', '/', 'to_real', 'to_int', 'is_int'}
FLOATS = {'FloatingPoint', 'RoundingMode', 'Float16', 'Float32', 'Float64', 'Float128', 'to_fp', 'to_fp_unsigned', 'fp'}
KNOWN = CORE | BITVECTORS | ARRAYS | INTEGERS | REALS | FLOATS
NO_SYMBOLS = {'(', ')'}


class Malformed(Exception):
    """The text is no sequence of commands."""


def tokens(text, comment=None):
    """The tokens one after the other; comments go to the function, if there is one."""
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Malformed(f'line {text.count(chr(10), 0, at) + 1}: {text[at]} opens what does not end')
        at = match.end()
        if match['token']:
            yield match['token']
        elif match['comment'] and comment:
            comment(match['comment'])


def commands(text, comment=None):
    """Each command as the flat list of its tokens, without the outermost parentheses."""
    command, depth = [], 0
    for token in tokens(text, comment):
        if depth == 0 and token != '(':
            raise Malformed(f'{token[:40]} stands outside of a command')
        depth += (token == '(') - (token == ')')
        command.append(token)
        if depth == 0:
            yield command[1:-1]
            command = []
    if depth:
        raise Malformed('the last command does not end')


def tree(flat):
    """A flat list of tokens as nested lists; not for large ones alone: without recursion."""
    stack = [[]]
    for token in flat:
        if token == '(':
            stack.append([])
        elif token == ')':
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(token)
    return stack[0]


def is_bare_symbol(token):
    """A symbol without bars."""
    return token not in NO_SYMBOLS and token[0] not in '"|#:' and not token[0].isdigit()


def plain(token):
    """|x| and x are one symbol."""
    return token[1:-1] if token[0] == '|' and SIMPLE.match(token[1:-1]) else token


def theories(found):
    """What a script's declarations and assertions use: a set of A, UF, BV, FP, DT, I, R, Q (quantifiers)."""
    used = set()
    for command in found:
        words = set(command)
        if command[0] in ('declare-sort', 'define-sort'):
            used.add('UF')
        if command[0] == 'declare-fun' and command[2:4] != ['(', ')']:
            used.add('UF')
        if command[0] in ('declare-datatype', 'declare-datatypes'):
            used.add('DT')
        if command[0] not in ('declare-fun', 'define-fun', 'assert', 'define-sort', 'declare-datatypes', 'declare-datatype'):
            continue
        used |= {name for name, symbols in (('A', ARRAYS), ('FP', FLOATS), ('R', REALS), ('Q', {'forall', 'exists'})) if words & symbols}
        if words & BITVECTORS or any(word[0] == '#' for word in words):
            used.add('BV')
        if words & INTEGERS - {'-', '+', '*', '<', '<=', '>', '>='} or 'BV' not in used and 'R' not in used and words & INTEGERS:
            used.add('I')
    return used


def smallest_logics(used):
    """Names of the logics that hold these theories and than which none is smaller; None: not known here (arithmetic)."""
    if used & {'I', 'R'}:
        return None
    prefix = '' if 'Q' in used else 'QF_'
    rest = used - {'Q'}
    if not rest:
        return {prefix + 'UF', prefix + 'BV'}
    if rest == {'A'}:
        return {prefix + 'AX'}
    return {prefix + ''.join(name for name in ('A', 'UF', 'BV', 'FP', 'DT') if name in rest)}


def shape(found):
    """A hash of declarations and assertions that stays when names and constants change."""
    digest, names = hashlib.sha256(), {}
    for command in found:
        if command[0] in ('set-info', 'set-logic', 'set-option', 'exit'):
            continue
        for token in command:
            if token in KNOWN or token in NO_SYMBOLS or NUMERAL.match(token):
                word = token
            elif CONSTANT.match(token):
                word = f'#{(len(token) - 2) * (4 if token[1] == "x" else 1)}'
            else:
                word = f'?{names.setdefault(plain(token), len(names))}'
            digest.update(word.encode() + b' ')
        digest.update(b'\n')
    return digest.hexdigest()
