/* What maps hold by {holds ...}: what is proved of pointers that are read where nothing is known of the cell, and what must not be. */
#include "decide.h"

#define PROGRAM(holds, body)                                                                                          \
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"                                        \
	"global s : [bv32]bv64 {role \"size\"}\nglobal m : [bv96]bv96 " holds "\nglobal n : [bv96]bv64 {holds 7 0}\n" \
	"procedure main() { var a : bv32 var b : bv32 var v : bv96 var w : bv96 var x : bv64 e: " body " return; }\n"
#define MAKES(variable, size, origin) "fresh " variable " {origin " origin "}; s := s[" variable " := " size "bv64]; "
#define READ "havoc w; m := m[w := concat(a, 0bv64)]; havoc w; v := m[w]; "
#define IS_ONE "assert not(eq(extract(95, 64, v), 0bv32)); "
#define BEGINS "assert eq(extract(63, 0, v), 0bv64); "
#define HAS(size) "assert bvule(" size "bv64, s[extract(95, 64, v)]); "

static const struct decided cases[] = {
	{ "a pointer that is read anywhere", PROGRAM("{holds 7 0}", MAKES("a", "16", "7") READ IS_ONE BEGINS HAS("16")),
	  "?++" },
	{ "what nobody has written has no offset", PROGRAM("{holds 7 0}", MAKES("a", "16", "7") READ BEGINS), "?" },
	{ "nor is it null, which has one",
	  PROGRAM("{holds 7 0}", MAKES("a", "16", "7") READ "assume not(eq(v, 0bv96)); " IS_ONE BEGINS), "?+" },
	{ "without an offset", PROGRAM("{holds 7}", MAKES("a", "16", "7") READ IS_ONE BEGINS HAS("16")), "??+" },
	{ "at another place",
	  PROGRAM("{holds 7 8}", MAKES("a", "16", "7") READ IS_ONE "assert eq(extract(63, 0, v), 8bv64);"), "?+" },
	{ "of one of two origins",
	  PROGRAM("{holds 8 0} {holds 7 0}", MAKES("b", "8", "8") MAKES("a", "16", "7") READ IS_ONE HAS("8") HAS("16")),
	  "?+?" },
	{ "an origin with two statements",
	  PROGRAM("{holds 7 0}", MAKES("b", "8", "7") MAKES("a", "16", "7") READ IS_ONE HAS("8") HAS("16")), "?+?" },
	{ "objects of another origin are none of them",
	  PROGRAM("{holds 7 0}", MAKES("b", "8", "8") MAKES("a", "16", "7") READ IS_ONE HAS("16")), "?+" },
	{ "more than four statements",
	  PROGRAM("{holds 7 0}", MAKES("b", "16", "7") MAKES("b", "16", "7") MAKES("b", "16", "7") MAKES("b", "16", "7")
					 MAKES("a", "16", "7") READ IS_ONE BEGINS),
	  "??" },
	{ "a map of which nothing is said", PROGRAM("", MAKES("a", "16", "7") READ IS_ONE BEGINS), "??" },
	{ "an origin on what is no fresh any more",
	  PROGRAM("{holds 7 0}", "havoc b {origin 7}; " MAKES("a", "16", "7") READ IS_ONE BEGINS), "??" },
	{ "or is a constant now",
	  PROGRAM("{holds 7 0}", "b := 10bv32 {origin 7}; " MAKES("a", "16", "7") READ IS_ONE BEGINS), "??" },
	{ "an origin that nothing has any more",
	  PROGRAM("{holds 9 0}", MAKES("a", "16", "7") "havoc w; v := m[w]; assert eq(extract(95, 64, v), 0bv32);"),
	  "?" },
	{ "a map of numbers", PROGRAM("{holds 7 0}", MAKES("a", "16", "7") "havoc w; x := n[w]; assert eq(x, 0bv64);"),
	  "?" },
	{ "what is known of a cell stays",
	  PROGRAM("{holds 7}", MAKES("a", "16", "7") "v := 0bv96; m := m[v := concat(a, 8bv64)]; v := m[v]; " IS_ONE
						     "assert eq(extract(63, 0, v), 8bv64);"),
	  "++" },
};

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	return done_testing();
}
