"""How the programs are built, what belongs to which executable, and what it is run on.

`build` runs in a fresh copy of the source package with $CC (records its calls) and $MAKE. `programs`: executable -> a regular
expression for the units that it is linked from. `runs`: arguments, and files that are made beforehand.
"""

CMAKE = 'cmake -S {0} -B build -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=Release {1} && $MAKE -C build {2}'

TEXT = ''.join(f'{i}: the quick brown fox jumps over the lazy dog {i * i % 97}\n' for i in range(40))
XML = '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY e "text">]>\n<a x="1"><b>one &e; &amp; &#65;</b><!-- c --><c/></a>\n'
BAD_XML = '<a><b></a>'
LUA = '''
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local t = {}
for i = 1, 10 do t[#t + 1] = fib(i) end
print(table.concat(t, " "))
print(string.format("%5.2f|%d|%s|%q", 3.14159, 42, "text", "a\\nb"))
for w in string.gmatch("one two three", "%a+") do io.write(w:upper(), ",") end
print()
table.sort(t, function(a, b) return a > b end)
print(t[1], #t, select("#", 1, 2, 3), pcall(error, "oops"))
local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
print(co(), co(), co(), 7 // 2, 7 % 3, 2 ^ 10, "10" + 5, 1e15, 0.1)
print(tostring(nil), math.maxinteger, #"abc", ("x"):rep(3), 5 & 3, ~0)
'''
GRAMMAR = '''%token NUMBER
%left '+' '-'
%left '*'
%%
list: | list expr '\\n' { print($2); } ;
expr: expr '+' expr { $$ = $1 + $3; } | expr '*' expr { $$ = $1 * $3; } | '(' expr ')' { $$ = $2; } | NUMBER ;
%%
'''

RECIPES = {
    'zlib': dict(
        build='./configure --static && $MAKE libz.a minigzip example',
        programs={'minigzip': r'^[^/]*\.c$|test/minigzip\.c', 'example': r'^[^/]*\.c$|test/example\.c'},
        runs=[('minigzip', ['-c', 'text'], {'text': TEXT})]),
    'bzip2': dict(
        build='$MAKE CC="$CC" bzip2 bzip2recover',
        programs={'bzip2': r'^(blocksort|huffman|crctable|randtable|compress|decompress|bzlib|bzip2)\.c$',
                  'bzip2recover': r'^bzip2recover\.c$'},
        runs=[('bzip2', ['-k', '-c', 'text'], {'text': TEXT})]),
    'lua5.4': dict(
        # the package's own makefile wants libtool and C++
        build="echo '#define DEB_HOST_MULTIARCH \"here\"' > src/lua5.4-deb-multiarch.h && cd src && "
              'for f in *.c; do "$CC" -std=gnu99 -O2 -DLUA_COMPAT_5_3 -c $f || exit; done && '
              'gcc -o lua $(ls *.o | grep -v luac.o) -lm && gcc -o luac $(ls *.o | grep -v lua.o) -lm',
        programs={'lua': r'^src/(?!luac\.c$).*', 'luac': r'^src/(?!lua\.c$).*'},
        runs=[('lua', ['script.lua'], {'script.lua': LUA})]),
    'expat': dict(
        build="sed -i 's/#cmakedefine XML_DTD$/#cmakedefine XML_DTD 1/' expat/expat_config.h.cmake && " + CMAKE.format('expat', '-DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_DOCS=OFF', ''),
        programs={'xmlwf': r'.*'},
        runs=[('xmlwf', ['good.xml', 'bad.xml'], {'good.xml': XML, 'bad.xml': BAD_XML})]),
    'jansson': dict(
        build=CMAKE.format('.', '-DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=OFF', ''),
        programs={'test_array': r'src/.*|suites/api/test_array\.c', 'test_object': r'src/.*|suites/api/test_object\.c', 'test_dump': r'src/.*|suites/api/test_dump\.c'},
        runs=[('test_array', [], {}), ('test_object', [], {})]),
    'cjson': dict(
        build='"$CC" -O2 -c cJSON.c && "$CC" -O2 -c cJSON_Utils.c && "$CC" -O2 -c test.c && '
              '"$CC" cJSON.o test.o -o cjson_test -lm',
        programs={'cjson_test': r'^(cJSON|test)\.c$'},
        runs=[('cjson_test', [], {})]),
    'mawk': dict(
        build='CC="$CC" ./configure && $MAKE',
        programs={'mawk': r'^(?!(makescan|rexpdb|fpe_check|regexp_system)\.c).*'},
        runs=[('mawk', ['{ n += NF; s += $NF } END { print NR, n, s }', 'text'], {'text': TEXT})]),
    'byacc': dict(
        build='CC="$CC" ./configure && $MAKE',
        programs={'yacc': r'.*'},
        runs=[('yacc', ['-o', '/dev/stdout', 'grammar.y'], {'grammar.y': GRAMMAR})]),
    'tcc': dict(
        build='./configure --cc="$CC" && $MAKE ONE_SOURCE=no tcc',
        programs={'tcc': r'^(?!conftest|.*/).*'},
        runs=[('tcc', ['-v'], {})]),
}
