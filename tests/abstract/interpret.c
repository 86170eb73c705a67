/* What abstract interpretation proves of small programs, and what it must not. */
#include "interpret.h"

#include <string.h>

#include "decide.h"
#include "ir.h"
#include "read.h"
#include "tap.h"

#define HEAD "plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"
#define MAPS                                                                   \
	"global m : [bv96]bv32\nglobal n : [bv96]bv96\nglobal s : [bv32]bv8\n" \
	"global g : bv32\nglobal p : bv96\nglobal b : bool\n"
#define LOCALS                                                                                            \
	"  var a : bv32\n  var c : bv32\n  var i : bv32\n  var k : bv32\n  var x : bv8\n  var q : bv96\n" \
	"  var t : bool\n"
#define MAIN(body) HEAD MAPS "procedure main() {\n" LOCALS "e:\n" body "}\n"

/* q: an object with 1 or one with 2. */
#define EITHER                                                                                                 \
	"  fresh a; m := m[concat(a, 0bv64) := 1bv32]; fresh c; m := m[concat(c, 0bv64) := 2bv32]; havoc t;\n" \
	"  q := ite(t, concat(a, 0bv64), concat(c, 0bv64));\n"

/* Of the assertions in order: '+' holds, '?' is not decided, '-' is never reached. */
static const struct decided cases[] = {
	{ "a loop that counts",
	  MAIN("  i := 0bv32; goto h;\nh:\n  branch bvult(i, 10bv32), l, x;\nl:\n  assert bvult(i, 10bv32);\n"
	       "  i := bvadd(i, 1bv32);\n  goto h;\nx:\n  assert eq(i, 10bv32);\n"
	       "  assert eq(i, 11bv32);\n  return;\n"),
	  "++?" },
	{ "what a false assertion leaves",
	  MAIN("  i := 3bv32; assert eq(i, 4bv32);\n  assert eq(i, 3bv32);\n  return;\n"), "?-" },
	{ "a loop with signed limits",
	  MAIN("  i := 0xfffffff6bv32; goto h;\nh:\n  branch bvslt(i, 10bv32), l, x;\nl:\n  assert "
	       "bvsle(0xfffffff6bv32, i);\n"
	       "  i := bvadd(i, 1bv32);\n  goto h;\nx:\n  assert eq(i, 10bv32);\n"
	       "  assert eq(i, 9bv32);\n  return;\n"),
	  "++?" },
	{ "a stride",
	  MAIN("  havoc i; assume bvult(i, 100bv32); k := bvmul(i, 24bv32);\n"
	       "  assert eq(bvurem(k, 8bv32), 0bv32);\n  assert not(eq(k, 25bv32));\n  assert not(eq(k, 48bv32));\n"
	       "  return;\n"),
	  "++?" },
	{ "one side of a branch",
	  MAIN("  havoc i; branch bvult(i, 5bv32), y, z;\ny:\n  assert not(eq(i, 5bv32));\n  return;\n"
	       "z:\n  assert not(eq(i, 4bv32));\n  assert not(eq(i, 6bv32));\n  return;\n"),
	  "++?" },
	{ "what is never reached",
	  MAIN("  i := 3bv32; branch eq(i, 4bv32), y, z;\ny:\n  assert false;\n  return;\n"
	       "z:\n  assert eq(i, 3bv32);\n  return;\n"),
	  "-+" },
	{ "cells of one object",
	  MAIN("  fresh a; m := m[concat(a, 0bv64) := 1bv32][concat(a, 4bv64) := 2bv32];\n"
	       "  assert eq(m[concat(a, 0bv64)], 1bv32);\n  assert eq(m[concat(a, 4bv64)], 2bv32);\n"
	       "  assert eq(m[concat(a, 8bv64)], 0bv32);\n  return;\n"),
	  "++?" },
	{ "cells of two objects",
	  MAIN("  fresh a; fresh c; m := m[concat(a, 0bv64) := 1bv32]; m := m[concat(c, 0bv64) := 2bv32];\n"
	       "  assert eq(m[concat(a, 0bv64)], 1bv32);\n  assert not(eq(a, c));\n"
	       "  assert not(eq(a, 0bv32));\n  return;\n"),
	  "+++" },
	{ "a store through one of two",
	  MAIN("  fresh a; fresh c; m := m[concat(a, 0bv64) := 1bv32][concat(c, 0bv64) := 1bv32];\n"
	       "  havoc t; q := ite(t, concat(a, 0bv64), concat(c, 0bv64)); m := m[q := 2bv32];\n"
	       "  assert bvult(m[concat(a, 0bv64)], 3bv32);\n  assert eq(m[q], 2bv32);\n"
	       "  assert eq(m[concat(a, 0bv64)], 1bv32);\n  return;\n"),
	  "+??" },
	{ "a store through an unknown pointer",
	  MAIN("  fresh a; m := m[concat(a, 0bv64) := 1bv32]; havoc q; m := m[q := 2bv32];\n"
	       "  assert bvult(m[concat(a, 0bv64)], 3bv32);\n"
	       "  assert eq(m[concat(a, 0bv64)], 1bv32);\n  return;\n"),
	  "+?" },
	{ "what an unknown pointer is not",
	  MAIN("  fresh a; fresh c; s := s[a := 2bv8][c := 3bv8]; havoc q;\n"
	       "  assume eq(s[extract(95, 64, q)], 3bv8);\n  s := s[extract(95, 64, q) := 6bv8];\n"
	       "  assert eq(s[a], 2bv8);\n  assert eq(s[c], 3bv8);\n  return;\n"),
	  "+?" },
	{ "what an unknown pointer, or null, is not",
	  MAIN("  fresh a; s := s[a := 2bv8]; havoc q;\n"
	       "  assume or(eq(q, 0bv96), and(eq(extract(63, 0, q), 0bv64), eq(s[extract(95, 64, q)], 3bv8)));\n"
	       "  s := s[extract(95, 64, q) := ite(eq(extract(95, 64, q), 0bv32), 0bv8, 6bv8)];\n"
	       "  assert eq(s[a], 2bv8);\n  return;\n"),
	  "+" },
	{ "an unknown pointer that is another one by then",
	  MAIN("  fresh a; s := s[a := 2bv8]; havoc q; assume eq(s[extract(95, 64, q)], 3bv8); havoc q;\n"
	       "  s := s[extract(95, 64, q) := 6bv8]; assert eq(s[a], 2bv8);\n  return;\n"),
	  "?" },
	{ "what held of an unknown pointer before a store",
	  MAIN("  fresh a; s := s[a := 2bv8]; havoc q; assume eq(s[extract(95, 64, q)], 3bv8);\n"
	       "  s := s[a := 3bv8]; s := s[extract(95, 64, q) := 6bv8]; assert eq(s[a], 3bv8);\n  return;\n"),
	  "?" },
	{ "the last object of a loop and the others",
	  MAIN("  p := 0bv96; goto h;\nh:\n  havoc t; branch t, l, x;\nl:\n  fresh a; s := s[a := 1bv8];\n"
	       "  n := n[concat(a, 8bv64) := p]; p := concat(a, 0bv64); goto h;\n"
	       "x:\n  branch eq(p, 0bv96), z, y;\ny:\n  assert eq(s[extract(95, 64, p)], 1bv8);\n"
	       "  q := n[concat(extract(95, 64, p), bvadd(extract(63, 0, p), 8bv64))];\n  branch eq(q, 0bv96), z, w;\n"
	       "w:\n  assert eq(s[extract(95, 64, q)], 1bv8);\n  assert not(eq(q, p));\n"
	       "  assert eq(n[concat(extract(95, 64, q), bvadd(extract(63, 0, q), 8bv64))], 0bv96);\n  return;\nz:\n  "
	       "return;\n"),
	  "+++?" },
	{ "an object that is freed in some executions",
	  MAIN("  fresh a; s := s[a := 1bv8]; havoc t; branch t, y, z;\ny:\n  s := s[a := 6bv8]; goto z;\n"
	       "z:\n  assert not(eq(s[a], 5bv8));\n  assert eq(s[a], 1bv8);\n  return;\n"),
	  "+?" },
	{ "null or an object",
	  MAIN("  fresh a; s := s[a := 1bv8]; havoc t; q := ite(t, concat(a, 4bv64), 0bv96);\n"
	       "  branch eq(q, 0bv96), z, y;\ny:\n  assert eq(s[extract(95, 64, q)], 1bv8);\n"
	       "  assert eq(extract(63, 0, q), 4bv64);\n  return;\nz:\n  assert eq(s[extract(95, 64, q)], 1bv8);\n"
	       "  return;\n"),
	  "++?" },
	{ "a fill",
	  MAIN("  fresh a; fresh c; m := m[concat(a, 0bv64) := 1bv32][concat(c, 0bv64) := 1bv32];\n"
	       "  havoc i; m := fill(m, concat(a, 0bv64), zext(64, i), 7bv32);\n"
	       "  assert eq(m[concat(c, 0bv64)], 1bv32);\n  assert bvult(m[concat(a, 0bv64)], 8bv32);\n"
	       "  assert eq(m[concat(a, 0bv64)], 1bv32);\n  return;\n"),
	  "++?" },
	{ "a procedure: results, and what it changes",
	  HEAD MAPS
	  "procedure f(r : bv96, v : bv32) returns (w : bv32) {\ne:\n  assert bvult(v, 10bv32);\n"
	  "  m := m[r := v];\n  w := bvadd(v, 1bv32);\n  return;\n}\n"
	  "procedure main() {\n" LOCALS
	  "e:\n  fresh a; fresh c; m := m[concat(a, 0bv64) := 50bv32][concat(c, 0bv64) := 60bv32]; g := 70bv32;\n"
	  "  call i := f(concat(a, 0bv64), 3bv32);\n  call k := f(concat(a, 0bv64), 5bv32);\n"
	  "  assert bvult(i, 7bv32);\n  assert eq(i, 4bv32);\n  assert eq(m[concat(c, 0bv64)], 60bv32);\n"
	  "  assert eq(g, 70bv32);\n  assert eq(m[concat(a, 0bv64)], 50bv32);\n  return;\n}\n",
	  "++?++?" },
	{ "objects of a procedure: the last and the one before",
	  HEAD MAPS "procedure new() returns (o : bv32) {\ne:\n  fresh o; s := s[o := 1bv8];\n  return;\n}\n"
		    "procedure main() {\n" LOCALS "e:\n  call a := new(); s := s[a := 2bv8]; call c := new();\n"
		    "  assert eq(s[c], 1bv8);\n  assert eq(s[a], 1bv8);\n  assert bvult(s[a], 3bv8);\n  return;\n}\n",
	  "+?+" },
	{ "recursion",
	  HEAD "procedure f(v : bv32) returns (w : bv32) {\n  var u : bv32\ne:\n  branch eq(v, 0bv32), z, n;\nz:\n  w "
	       ":= 1bv32;\n"
	       "  return;\nn:\n  assert bvult(v, 11bv32);\n  call u := f(bvsub(v, 1bv32));\n  w := u;\n  return;\n}\n"
	       "procedure main() {\n  var r : bv32\ne:\n  call r := f(10bv32);\n  assert eq(r, 1bv32);\n  assert eq(r, "
	       "2bv32);\n"
	       "  return;\n}\n",
	  "++?" },
	{ "pointers of 64 bits, and other numbers of as many",
	  "plumb 1 {entry \"main\"} {pointer 32} {object 32} {first_fresh 10}\n"
	  "global m : [bv64]bv32\nprocedure main() {\n  var a : bv32\n  var q : bv64\n  var l : bv64\ne:\n"
	  "  fresh a; q := concat(a, 4bv32); m := m[q := 7bv32]; havoc l; assume bvult(l, 0x100000000bv64);\n"
	  "  l := bvadd(l, 5bv64);\n  assert eq(extract(31, 0, q), 4bv32);\n  assert eq(m[q], 7bv32);\n"
	  "  assert bvult(l, 0x100000005bv64);\n  assert not(eq(l, 4bv64));\n  assert not(eq(l, 0x100000004bv64));\n"
	  "  assert eq(extract(63, 32, l), 0bv32);\n  return;\n}\n",
	  "++????" },
	{ "what a call that does not come back leaves",
	  HEAD
	  "procedure f() {\ne:\n  assume false;\n  return;\n}\nprocedure main() {\ne:\n  call f();\n  assert false;\n"
	  "  return;\n}\n",
	  "-" },
	{ "a global that a loop of calls changes",
	  HEAD
	  "global g : bv32\nprocedure f() {\ne:\n  assume bvult(g, 100bv32);\n  g := bvadd(g, 1bv32);\n  return;\n}\n"
	  "procedure main() {\n  var t : bool\ne:\n  g := 0bv32;\n  goto h;\nh:\n  assert bvule(g, 100bv32);\n"
	  "  assert bvult(g, 100bv32);\n  call f();\n  goto h;\n}\n",
	  "+?" },
	{ "returns kept apart by their first result",
	  HEAD MAPS "procedure f() returns (r : bv32, o : bv96) {\n  var t : bool\n  var a : bv32\ne:\n  havoc t; "
		    "branch t, y, z;\n"
		    "y:\n  fresh a; s := s[a := 2bv8]; o := concat(a, 0bv64); r := 0bv32; return;\n"
		    "z:\n  o := 0bv96; r := 0xffffffffbv32; return;\n}\n"
		    "procedure main() {\n" LOCALS "e:\n  call i, q := f(); branch eq(i, 0bv32), y, z;\n"
		    "y:\n  assert eq(s[extract(95, 64, q)], 2bv8);\n  return;\nz:\n  assert eq(q, 0bv96);\n"
		    "  assert eq(s[extract(95, 64, q)], 2bv8);\n  return;\n}\n",
	  "++?" },
	{ "returns kept apart, and changed behind the call",
	  HEAD MAPS "procedure f() returns (r : bv32) {\n  var t : bool\ne:\n  havoc t; branch t, y, z;\n"
		    "y:\n  g := 5bv32; r := 0bv32; return;\nz:\n  g := 6bv32; r := 1bv32; return;\n}\n"
		    "procedure main() {\n" LOCALS
		    "e:\n  call i := f(); havoc t; branch t, w, v;\nv:\n  havoc i; goto w;\nw:\n"
		    "  assert bvult(g, 7bv32);\n  branch eq(i, 0bv32), y, z;\n"
		    "y:\n  assert eq(g, 5bv32);\n  return;\nz:\n  return;\n}\n",
	  "+?" },
	{ "three calls that return in two ways each",
	  HEAD MAPS "procedure f() returns (r : bv32) {\n  var t : bool\ne:\n  havoc t; branch t, y, z;\n"
		    "y:\n  g := 1bv32; r := 0bv32; return;\nz:\n  r := 1bv32; return;\n}\n"
		    "procedure main() {\n" LOCALS "e:\n  g := 0bv32; call i := f(); call k := f(); call c := f();\n"
		    "  assert bvult(g, 2bv32);\n  assert eq(g, 1bv32);\n  assert eq(g, 0bv32);\n  return;\n}\n",
	  "+??" },
	{ "what a callee requires of its argument",
	  HEAD MAPS "procedure f(v : bv32) {\ne:\n  assume bvult(v, 10bv32);\n  return;\n}\n"
		    "procedure h(v : bv32) {\n  var t : bv32\ne:\n  v := bvurem(v, 4bv32); assume bvult(v, 4bv32);\n  "
		    "return;\n}\n"
		    "procedure main() {\n" LOCALS "e:\n  havoc i; call f(i);\n  assert bvult(i, 10bv32);\n"
		    "  havoc k; call h(k);\n  assert bvult(k, 4bv32);\n"
		    "  havoc g; call f(g); assert bvult(g, 10bv32);\n"
		    "  havoc g; call w(g); assert bvult(g, 10bv32);\n  return;\n}\n"
		    "procedure w(v : bv32) {\ne:\n  assume bvult(v, 10bv32); havoc g;\n  return;\n}\n",
	  "+?+?" },
	{ "overflow checks",
	  MAIN("  havoc i; havoc k; assume bvult(i, 100bv32);\n"
	       "  assert eq(bvadd(sext(33, i), 1bv33), sext(33, bvadd(i, 1bv32)));\n"
	       "  assert eq(bvmul(sext(64, i), 21691754bv64), sext(64, bvmul(i, 21691754bv32)));\n"
	       "  assert eq(bvmul(sext(64, i), 21691755bv64), sext(64, bvmul(i, 21691755bv32)));\n"
	       "  assert eq(bvadd(sext(65, zext(64, i)), 1bv65), sext(65, bvadd(zext(64, i), 1bv64)));\n"
	       "  assert eq(bvadd(zext(33, i), 0x1ffffffffbv33), zext(33, bvadd(i, 0xffffffffbv32)));\n"
	       "  assert eq(bvadd(zext(33, i), 1bv33), zext(33, bvadd(i, 1bv32)));\n"
	       "  assert eq(bvadd(sext(33, i), 1bv33), sext(33, bvadd(i, 2bv32)));\n"
	       "  assert eq(bvadd(sext(33, k), 1bv33), sext(33, bvadd(k, 1bv32)));\n  return;\n"),
	  "++?+?+??" },
	{ "a table of single cells",
	  MAIN("  fresh a; m := m[concat(a, 0bv64) := 3bv32][concat(a, 4bv64) := 7bv32][concat(a, 8bv64) := 5bv32];\n"
	       "  havoc i; assume bvult(i, 3bv32); k := m[concat(a, bvmul(zext(64, i), 4bv64))];\n"
	       "  assert bvult(bvadd(k, 0xfffffffdbv32), 5bv32);\n  assert bvult(k, 7bv32);\n"
	       "  assert not(eq(k, 4bv32));\n  assume not(eq(i, 1bv32)); k := m[concat(a, bvmul(zext(64, i), "
	       "8bv64))];\n"
	       "  assert bvult(k, 6bv32);\n"
	       "  assume eq(i, 0bv32); k := m[concat(a, bvmul(zext(64, i), 8bv64))];\n  assert eq(k, 3bv32);\n"
	       "  return;\n"),
	  "+?+?+" },
	{ "a table, read beyond its end, or of two objects",
	  MAIN("  fresh a; m := m[concat(a, 0bv64) := 3bv32][concat(a, 4bv64) := 7bv32][concat(a, 8bv64) := 5bv32];\n"
	       "  havoc i; assume bvult(i, 4bv32); k := m[concat(a, bvmul(zext(64, i), 4bv64))];\n"
	       "  assert bvult(k, 8bv32);\n"
	       "  fresh c; havoc t; havoc i; assume bvult(i, 3bv32);\n"
	       "  k := m[concat(ite(t, a, c), bvmul(zext(64, i), 4bv64))];\n  assert bvult(k, 8bv32);\n"
	       "  m := m[concat(c, 0bv64) := 1bv32][concat(c, 4bv64) := 1bv32][concat(c, 8bv64) := 1bv32];\n"
	       "  k := m[concat(ite(t, a, c), bvmul(zext(64, i), 4bv64))];\n  assert bvult(k, 8bv32);\n"
	       "  havoc q; m := m[q := 9bv32]; k := m[concat(a, bvmul(zext(64, i), 4bv64))];\n  assert bvult(k, "
	       "8bv32);\n"
	       "  assert bvult(k, 10bv32);\n  return;\n"),
	  "??+?+" },
	{ "overflow checks of products with powers of two",
	  MAIN("  havoc i; assume bvult(i, 1024bv32);\n"
	       "  assert eq(bvmul(sext(64, i), 2bv64), sext(64, bvmul(i, 2bv32)));\n"
	       "  assert eq(bvmul(sext(64, i), 2097152bv64), sext(64, bvmul(i, 2097152bv32)));\n"
	       "  assert eq(bvmul(sext(64, i), 4194304bv64), sext(64, bvmul(i, 4194304bv32)));\n"
	       "  assert eq(bvadd(bvmul(sext(64, i), 2bv64), 5bv64), sext(64, bvadd(bvmul(i, 2bv32), 5bv32)));\n"
	       "  assert eq(bvmul(sext(64, i), 2bv64), sext(64, bvmul(i, 4bv32)));\n"
	       "  assert eq(bvsub(5bv64, bvmul(sext(64, i), 2bv64)), sext(64, bvsub(bvmul(i, 2bv32), 5bv32)));\n"
	       "  return;\n"),
	  "++?+??" },
	{ "a flag that says which way was taken",
	  MAIN("  havoc i; branch bvult(i, 10bv32), a, n;\na:\n  havoc x; branch eq(x, 0bv8), y, n;\n"
	       "y:\n  t := true; goto j;\nn:\n  t := false; goto j;\n"
	       "j:\n  branch and(t, bvult(2bv32, i)), f, o;\n"
	       "f:\n  assert bvult(i, 10bv32);\n  assert bvult(i, 9bv32);\n  return;\n"
	       "o:\n  assert bvult(i, 10bv32);\n  return;\n"),
	  "+??" },
	{ "a flag of a loop, and one that changes where it is asked for",
	  MAIN("  i := 0bv32; t := true; goto h;\nh:\n  branch t, l, o;\n"
	       "l:\n  assert bvult(i, 2bv32);\n  i := bvadd(i, 1bv32); havoc t; goto h;\n"
	       "o:\n  havoc b; branch b, y, n;\ny:\n  i := 5bv32; t := true; goto j;\n"
	       "n:\n  i := 6bv32; t := false; goto j;\n"
	       "j:\n  t := not(t); branch t, f, d;\nf:\n  assert eq(i, 6bv32);\n  assert eq(i, 5bv32);\n  return;\n"
	       "d:\n  assert eq(i, 5bv32);\n  return;\n"),
	  "?+?+" },
	{ "a flag in a loop, whose ways change from round to round",
	  MAIN("  i := 0bv32; goto h;\nh:\n  havoc x; branch eq(x, 0bv8), y, n;\n"
	       "y:\n  t := true; i := bvadd(i, 2bv32); goto j;\nn:\n  t := false; goto j;\n"
	       "j:\n  k := i; branch t, f, d;\nf:\n  assert bvule(k, 99bv32);\n  assert bvule(k, 97bv32);\n"
	       "  assert eq(k, 2bv32);\n"
	       "  branch bvult(i, 98bv32), h, o;\nd:\n  assert bvule(k, 97bv32);\n  goto h;\no:\n  return;\n"),
	  "+??+" },
	{ "a ring",
	  MAIN("  i := 0bv32; goto h;\nh:\n  havoc t; branch t, l, x;\nl:\n  i := bvsrem(bvadd(i, 1bv32), 10bv32);\n"
	       "  goto h;\nx:\n  assert bvult(i, 10bv32);\n  assert bvult(i, 9bv32);\n  return;\n"),
	  "+?" },
	{ "a ring that is entered below 0",
	  MAIN("  i := 0xfffffffebv32; goto h;\nh:\n  havoc t; branch t, l, x;\nl:\n"
	       "  i := bvsrem(bvmul(i, 2bv32), 10bv32);\n  goto h;\nx:\n  assert bvult(bvadd(i, 9bv32), 19bv32);\n"
	       "  assert bvult(i, 10bv32);\n  return;\n"),
	  "+?" },
	{ "a run of one value",
	  MAIN("  havoc i; assume bvult(i, 64bv32); fresh a; m := fill(m, concat(a, 0bv64), 64bv64, 0bv32);\n"
	       "  assert eq(m[concat(a, 12bv64)], 0bv32);\n  assert eq(m[concat(a, zext(64, i))], 0bv32);\n"
	       "  assert eq(m[concat(a, 64bv64)], 0bv32);\n  m := m[concat(a, 4bv64) := 5bv32];\n"
	       "  assert eq(m[concat(a, 4bv64)], 5bv32);\n  assert bvult(m[concat(a, zext(64, i))], 6bv32);\n"
	       "  assert eq(m[concat(a, zext(64, i))], 0bv32);\n"
	       "  m := m[concat(a, zext(64, i)) := 9bv32];\n  assert bvult(m[concat(a, 8bv64)], 10bv32);\n"
	       "  assert bvult(m[concat(a, 8bv64)], 9bv32);\n  m := fill(m, concat(a, 8bv64), 8bv64, 1bv32);\n"
	       "  assert eq(m[concat(a, 4bv64)], 5bv32);\n  assert bvult(m[concat(a, 20bv64)], 10bv32);\n"
	       "  assert eq(m[concat(a, 12bv64)], 1bv32);\n  return;\n"),
	  "++?++?+??++" },
	{ "runs that end elsewhere",
	  MAIN("  fresh a; fresh c; havoc i; m := m[concat(a, 4bv64) := 1bv32][concat(c, 4bv64) := 1bv32];\n"
	       "  m := fill(m, concat(a, 4bv64), 0xffffffffffffffffbv64, 2bv32);\n"
	       "  assert bvult(m[concat(a, 4bv64)], 3bv32);\n  assert eq(m[concat(c, 4bv64)], 1bv32);\n"
	       "  m := fill(m, concat(a, 4bv64), 2bv96, 7bv32);\n  assert eq(m[concat(c, 4bv64)], 1bv32);\n"
	       "  s := s[c := 3bv8];\n  s := fill(s, a, 9bv32, 4bv8);\n  assert eq(s[c], 3bv8);\n"
	       "  return;\n"),
	  "++??" },
	{ "a run of at least so many cells",
	  MAIN("  havoc i; assume bvult(7bv32, i); fresh a; fresh c;\n"
	       "  m := m[concat(a, 0bv64) := 5bv32][concat(a, 4bv64) := 6bv32][concat(a, 8bv64) := 1bv32];\n"
	       "  m := m[concat(c, 0bv64) := 3bv32][concat(c, 4bv64) := 3bv32][concat(c, 8bv64) := 3bv32];\n"
	       "  m := fill(m, concat(a, 0bv64), zext(64, i), 7bv32);\n"
	       "  assert eq(m[concat(a, 0bv64)], 7bv32);\n  assert eq(m[concat(a, 4bv64)], 7bv32);\n"
	       "  assert bvult(m[concat(a, 8bv64)], 8bv32);\n  assert eq(m[concat(a, 8bv64)], 7bv32);\n"
	       "  m := copy(m, concat(c, 0bv64), m, concat(a, 0bv64), zext(64, i));\n"
	       "  assert eq(m[concat(c, 4bv64)], 7bv32);\n  assert bvult(m[concat(c, 8bv64)], 8bv32);\n  return;\n"),
	  "+++?+?" },
	{ "a run of at least so many cells, around the end of all offsets",
	  MAIN("  havoc i; assume bvult(7bv32, i); fresh a;\n"
	       "  m := m[concat(a, 0bv64) := 5bv32][concat(a, 4bv64) := 5bv32][concat(a, 8bv64) := 5bv32];\n"
	       "  m := fill(m, concat(a, 4bv64), concat(i, 8bv32), 7bv32);\n"
	       "  assert eq(m[concat(a, 8bv64)], 7bv32);\n  assert eq(m[concat(a, 0bv64)], 5bv32);\n  return;\n"),
	  "+?" },
	{ "where something may be in a table",
	  MAIN("  fresh a; havoc i; assume bvult(i, 3bv32);\n"
	       "  m := m[concat(a, 0bv64) := 9bv32][concat(a, 4bv64) := 2bv32][concat(a, 8bv64) := 9bv32];\n"
	       "  k := m[concat(a, zext(64, bvmul(i, 4bv32)))]; branch eq(k, 2bv32), y, z;\n"
	       "y:\n  assert eq(i, 1bv32);\n  return;\nz:\n  assert not(eq(i, 1bv32));\n"
	       "  assert eq(k, 9bv32);\n  branch eq(k, 5bv32), w, v;\nw:\n  assert eq(k, 5bv32);\n  goto v;\nv:\n  "
	       "return;\n"),
	  "+?+-" },
	{ "which object something was read from, some edges later",
	  MAIN(EITHER "  p := q; k := m[q]; branch eq(k, 7bv32), r, h;\nr:\n  assert eq(k, 7bv32);\n  return;\n"
		      "h:\n  branch eq(k, 2bv32), y, z;\n"
		      "y:\n  assert eq(extract(95, 64, q), c);\n  assert eq(extract(95, 64, p), c);\n  return;\n"
		      "z:\n  assert eq(extract(95, 64, q), a);\n  assert eq(extract(95, 64, p), c);\n  return;\n"),
	  "-+++?" },
	{ "what was read before a store, or from elsewhere",
	  MAIN(EITHER
	       "  k := m[q]; m := m[q := 3bv32]; goto l;\nl:\n  branch eq(k, 2bv32), y, z;\n"
	       "y:\n  assert eq(extract(95, 64, q), c);\n  goto z;\n"
	       "z:\n  m := m[concat(a, 0bv64) := 1bv32][concat(c, 0bv64) := 2bv32]; k := m[q];\n"
	       "  q := concat(c, 0bv64); branch t, u, v;\nu:\n  q := concat(a, 0bv64); goto v;\n"
	       "v:\n  branch eq(k, 2bv32), w, x;\nw:\n  assert eq(extract(95, 64, q), c);\n  goto x;\nx:\n  return;\n"),
	  "??" },
	{ "copies",
	  MAIN("  fresh a; fresh c; m := fill(m, concat(a, 0bv64), 32bv64, 1bv32)[concat(a, 8bv64) := 2bv32];\n"
	       "  m := m[concat(c, 12bv64) := 3bv32][concat(c, 40bv64) := 4bv32];\n"
	       "  m := copy(m, concat(c, 4bv64), m, concat(a, 0bv64), 16bv64);\n"
	       "  assert eq(m[concat(c, 12bv64)], 2bv32);\n  assert eq(m[concat(c, 4bv64)], 1bv32);\n"
	       "  assert eq(m[concat(c, 40bv64)], 4bv32);\n  assert bvult(m[concat(c, 20bv64)], 9bv32);\n"
	       "  m := copy(m, concat(c, 0bv64), m, concat(a, 0bv64), 32bv64);\n"
	       "  assert bvult(m[concat(c, 16bv64)], 3bv32);\n  assert eq(m[concat(c, 8bv64)], 2bv32);\n"
	       "  assert bvult(m[concat(c, 32bv64)], 3bv32);\n  return;\n"),
	  "+?+?++?" },
	{ "which object it is, by what was read of it",
	  MAIN(EITHER "  k := m[q]; branch eq(k, 1bv32), l, r;\nl:\n  assert eq(q, concat(a, 0bv64));\n  return;\n"
		      "r:\n  assert eq(q, concat(c, 0bv64));\n  assert eq(q, concat(a, 0bv64));\n  return;\n"),
	  "++?" },
	{ "what was read of it before something else was stored",
	  MAIN(EITHER
	       "  k := m[q]; m := m[concat(a, 0bv64) := 2bv32]; branch eq(k, 1bv32), l, r;\n"
	       "l:\n  assert eq(q, concat(c, 0bv64));\n  return;\nr:\n  assert eq(q, concat(c, 0bv64));\n  return;\n"),
	  "??" },
};

static bool at_once(void *context)
{
	(void)context;
	return true;
}

static enum haste hasten(void *context)
{
	const enum haste *haste = context;
	return *haste;
}

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", cases[0].text, strlen(cases[0].text), &diags);
	ok(!interpret(p, &(struct interpret_options){ .stop = at_once }), "it can be stopped");
	for (enum haste haste = HASTE_SOME; haste <= HASTE_MOST; haste++) {
		struct interpretation *hurried =
			interpret(p, &(struct interpret_options){ .haste = hasten, .context = &haste });
		ok(hurried != NULL, "in haste %d it ends too", haste);
		interpretation_free(hurried);
	}
	program_free(p);
	diagnostics_release(&diags);
	return done_testing();
}
