"""How the programs are built, what belongs to which executable, and what it is run on.

`build` runs in a fresh copy of the source package with $CC (records its calls) and $MAKE. `programs`: executable -> a regular
expression for the units that it is linked from. `runs`: arguments, and files that are made beforehand; what is printed and what is
in the folder afterwards must be the same.
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

AWK = r'''
BEGIN { FS = ":" }
{ n += NF; s += $NF; words[tolower($2)]++; gsub(/o+/, "0") ; if (NR % 10 == 1) print NR, substr($0, 1, 20), length($0) }
END {
	print NR, n, s
	for (w in words) print w, words[w] | "sort"
	close("sort")
	"echo from a command" | getline line
	print toupper(line), system("exit 3"), match("foobar", /o+b/), RSTART, RLENGTH
	printf "%.6f %5d|%-5s|%x\n", sin(1) + exp(2) * atan2(1, 2), 42, "ab", 255
	print split("a,b,c", parts, ","), parts[3] > "out.txt"
}
'''
COMPILED = '''
struct s { int a; char b[10]; double d; unsigned f : 3, g : 7; };
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int table[] = { 1, 2, 3, 4 };
const char *names[] = { "one", "two" "three", 0 };
double f(struct s *p) { p->g++; return p->d * 2.5f + p->a / 3 + (long double)p->f; }
int main(int argc, char **argv)
{
	struct s x = { 1, "hi", 3.25, .g = 100 };
	switch (argc) { case 1: return fib(10); case 2 ... 5: goto end; default: return table[argc & 3] + (int)f(&x); }
end:
	do { argc <<= 1; } while (argc < 100 && argv[0]);
	return sizeof(struct s) + (argc ? argc % 7 : (unsigned char)~argc);
}
'''
SHELL = r'''
x=5; y="two words"; echo "$x" $y "${y#two }" ${z:-unset} $((x * 3 + 1))
for i in a b c; do printf '%s-' "$i"; done; echo
f() { local v=$1; echo "in f: $v $#"; return 3; }
f one two; echo status $?
i=0; while [ $i -lt 3 ]; do i=$((i + 1)); case $i in 1) echo one;; [23]) echo more;; esac; done
echo "piped text" | tr a-z A-Z | sed 's/TEXT/words/'
cat <<END > out.txt
here $x $(echo command)
END
cat out.txt; echo more >> out.txt; wc -l < out.txt
(cd / && pwd; exit 4); echo sub $?
mkdir folder && : > folder/b.c && : > folder/a.c && echo folder/*.c folder/[a]* no*such; rm -r folder
set -- p q r; shift; echo "$*" "$@" $#
trap 'echo at exit' EXIT; trap 'echo usr1' USR1; kill -USR1 $$
sleep 0 & wait; echo waited $?
test -f out.txt && echo file; [ -d out.txt ] || echo "no directory"
while read -r a b; do echo "<$a|$b>"; done < lines
eval 'echo evaluated'; type echo; false || echo $?
echo "${y%words}" ${#y} "$(printf 'a\nb' | wc -l)" ; umask 022; umask
'''

CALC = 'scale=20; 2^100; sqrt(2); define f(n) { if (n < 2) return 1; return n * f(n - 1); }; f(30); 10 / 3\n'
BUSYBOX = [['sed', '-n', r's/quick \(.*\) fox/[\1]/p;12q', 'text'], ['grep', '-n', '-E', '(1|2)[0-4]: .*3$', 'text'],
           ['awk', '{ n[$NF % 7] += NR } END { for (i = 0; i < 7; i++) print i, n[i], n[i] / 3 }', 'text'],
           ['sort', '-k', '10n', '-r', 'text'], ['md5sum', 'text', 'other'], ['sha256sum', 'text'], ['gzip', '-c', 'text'],
           ['bzip2', '-c', 'text'], ['diff', '-u', 'text', 'other'], ['od', '-c', 'calc'], ['xxd', 'calc'], ['bc', 'calc'],
           ['find', '.', '-name', '*e*'], ['cut', '-c', '3-9,20-', 'text'],
           ['factor', '1234567890', '97', '4294967291'], ['expr', '(', '3', '+', '4', ')', '*', '7'],
           ['uuencode', 'calc', 'name'], ['wc', 'text', 'other'], ['cmp', 'text', 'other'], ['ls', '-1'], ['cal', '2', '2024'],
           ['nl', 'calc'], ['cp', 'text', 'copy'], ['split', '-l', '15', 'text', 'part'], ['seq', '3', '0.5', '5']]
APPLETS = ('SED GREP EGREP SORT UNIQ CUT TR WC HEAD TAIL CAT OD HEXDUMP EXPR FIND FEATURE_FIND_TYPE MD5SUM SHA256SUM CKSUM DIFF ED DC BC '
           'FEATURE_DC_BIG GZIP GUNZIP BZIP2 BUNZIP2 TAR FEATURE_TAR_CREATE CPIO FACTOR SEQ PRINTF ECHO NL FOLD PASTE COMM JOIN TSORT '
           'UUENCODE UUDECODE BASE64 CRC32 STRINGS XXD AWK PATCH CMP LS STAT CP MV RM MKDIR TOUCH BASENAME DIRNAME REALPATH TEE SPLIT '
           'EXPAND UNEXPAND REV SHUF CAL DATE ENV TRUE FALSE YES TIMEOUT XARGS WHICH')

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
        runs=[('mawk', ['{ n += NF; s += $NF } END { print NR, n, s }', 'text'], {'text': TEXT}),
              ('mawk', ['-f', 'script.awk', 'text'], {'text': TEXT, 'script.awk': AWK})]),
    'dash': dict(
        # the package makes its makefile anew, with automake: here it lacks one file
        build='CC="$CC" ./configure && { $MAKE ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=:; cd src && "$CC" -DHAVE_CONFIG_H -include ../config.h -DBSD=1 -DSHELL -I. -I.. -g -O2 '
              '-c priv.c && gcc -o dash *.o bltin/*.o; }',
        programs={'dash': r'^src/(?!mk).*'},
        runs=[('dash', ['script'], {'script': SHELL, 'lines': 'one 1\ntwo 2 3\n'})]),
    'busybox': dict(
        build='make allnoconfig && for a in ' + APPLETS + '; do sed -i "s/# CONFIG_$a is not set/CONFIG_$a=y/" .config; done && '
              'yes "" | make oldconfig && $MAKE CC="$CC" SKIP_STRIP=y busybox_unstripped',
        programs={'busybox_unstripped': r'^(?!scripts/|applets/(applet_tables|usage|usage_pod)\.c).*'},
        runs=[('busybox_unstripped', words, {'text': TEXT, 'other': TEXT.replace('quick', 'slow', 3), 'calc': CALC})
              for words in BUSYBOX]),
    'byacc': dict(
        build='CC="$CC" ./configure && $MAKE',
        programs={'yacc': r'.*'},
        runs=[('yacc', ['-d', '-v', '-o', '/dev/stdout', 'grammar.y'], {'grammar.y': GRAMMAR}),
              ('yacc', ['-dvtg', 'grammar.y'], {'grammar.y': GRAMMAR})]),
    'tcc': dict(
        build='./configure --cc="$CC" && $MAKE ONE_SOURCE=no tcc',
        programs={'tcc': r'^(?!conftest|.*/).*'},
        runs=[('tcc', ['-v'], {}), ('tcc', ['-c', 'a.c', '-o', 'a.o'], {'a.c': COMPILED}),
              ('tcc', ['-E', 'a.c'], {'a.c': '#define F(x, ...) #x x##1 __VA_ARGS__\nF(a, b, c) __LINE__\n'})]),
}
