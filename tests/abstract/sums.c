/* Sums that loops add up: what a number of rounds leaves of the checks of overflow. */
#include "decide.h"
#include "tap.h"

/* s += x, checked. */
#define ADD(s, x)                                                                                                     \
	"assert eq(bvadd(sext(33, " s "), sext(33, " x ")), sext(33, bvadd(" s ", " x "))); " s " := bvadd(" s ", " x \
	"); "
/* x is one of the numbers from LOW to HIGH. */
#define ANY(x, low, high) "havoc " x "; assume bvsle(" low "bv32, " x "); assume bvsle(" x ", " high "bv32); "
#define PROGRAM(body)                                                                                                \
	"plumb 1 {entry \"main\"} {pointer 64} {object 32} {first_fresh 10}\n"                                       \
	"procedure main() { var s : bv32 {signed 1} var i : bv32 {signed 1} var j : bv32 {signed 1}\n"               \
	"var n : bv32 {signed 1} var x : bv32 {signed 1} var b : bv8 var t : bv64 {signed 1} var c : bool\ne: " body \
	"x: return; }\n"
/* A loop over i < n. */
#define LOOP(body) \
	"i := 0bv32; s := 0bv32; goto h; h: branch bvslt(i, n), l, x; l: " body "i := bvadd(i, 1bv32); goto h; "

static const struct decided cases[] = {
	{ "a thousand numbers up to 1000", PROGRAM(ANY("n", "0", "1000") LOOP(ANY("x", "0", "1000") ADD("s", "x"))),
	  "+" },
	{ "three million of them", PROGRAM(ANY("n", "0", "3000000") LOOP(ANY("x", "0", "1000") ADD("s", "x"))), "?" },
	{ "just as many as there may be", PROGRAM(ANY("n", "0", "2147483") LOOP(ANY("x", "0", "1000") ADD("s", "x"))),
	  "+" },
	{ "one more", PROGRAM(ANY("n", "0", "2147484") LOOP(ANY("x", "0", "1000") ADD("s", "x"))), "?" },
	{ "negative ones, too", PROGRAM(ANY("n", "0", "1000") LOOP(ANY("x", "4294966296", "1000") ADD("s", "x"))),
	  "+" },
	{ "of which too many may be negative",
	  PROGRAM(ANY("n", "0", "1000") LOOP(ANY("x", "4291967296", "1000") ADD("s", "x"))), "?" },
	{ "it begins too high",
	  PROGRAM(ANY("n", "0", "1000") "havoc s; i := 0bv32; goto h; h: branch bvslt(i, n), l, x; "
					"l: " ANY("x", "0", "1000") ADD("s", "x") "i := bvadd(i, 1bv32); goto h; "),
	  "?" },
	{ "numbers that are left out",
	  PROGRAM(ANY("n", "0", "1000") LOOP("havoc x; branch and(bvsle(0bv32, x), bvsle(x, 1000bv32)), a, g; "
					     "a: " ADD("s", "x") "goto g; g: ")),
	  "+" },
	{ "bytes, as long as there is a number for them",
	  PROGRAM(ANY("n", "0", "8000000") LOOP("havoc b; assert eq(bvadd(zext(33, b), sext(33, s)), "
						"sext(33, bvadd(s, zext(32, b)))); s := bvadd(s, zext(32, b)); ")),
	  "+" },
	{ "longer",
	  PROGRAM(ANY("n", "0", "9000000") LOOP("havoc b; assert eq(bvadd(zext(33, b), sext(33, s)), "
						"sext(33, bvadd(s, zext(32, b)))); s := bvadd(s, zext(32, b)); ")),
	  "?" },
	{ "64 bits, of 32",
	  PROGRAM("t := 0bv64; havoc n; i := 0bv32; goto h; h: branch bvslt(i, n), l, x; l: havoc x; "
		  "assert eq(bvadd(sext(65, t), sext(65, x)), sext(65, bvadd(t, sext(64, x)))); "
		  "t := bvadd(t, sext(64, x)); i := bvadd(i, 1bv32); goto h; "),
	  "+" },
	{ "what counts stays where it is in some rounds",
	  PROGRAM("i := 0bv32; s := 0bv32; goto h; h: branch bvslt(i, 1000bv32), l, x; l: " ANY("x", "0", "1000")
			  ADD("s", "x") "havoc c; branch c, a, h; a: i := bvadd(i, 1bv32); goto h; "),
	  "?" },
	{ "what counts begins again",
	  PROGRAM("i := 0bv32; s := 0bv32; goto h; h: branch bvslt(i, 1000bv32), l, x; l: " ANY("x", "0", "1000")
			  ADD("s", "x") "i := bvadd(i, 1bv32); havoc c; branch c, a, h; a: i := 0bv32; goto h; "),
	  "?" },
	{ "counted down",
	  PROGRAM("i := 1000bv32; s := 0bv32; goto h; h: branch bvslt(0bv32, i), l, x; "
		  "l: " ANY("x", "0", "1000") ADD("s", "x") "i := bvsub(i, 1bv32); goto h; "),
	  "+" },
	{ "two a round",
	  PROGRAM(ANY("n", "0", "1000000")
			  LOOP(ANY("x", "0", "1000") ADD("s", "x") ANY("x", "0", "1000") ADD("s", "x"))),
	  "++" },
	{ "two a round, of which the second is too much",
	  PROGRAM(ANY("n", "0", "2000000")
			  LOOP(ANY("x", "0", "1000") ADD("s", "x") ANY("x", "0", "1000") ADD("s", "x"))),
	  "??" },
	{ "one of two a round",
	  PROGRAM(ANY("n", "0", "1000000") LOOP(
		  "havoc c; branch c, a, d; a: " ADD("s", "1500bv32") "goto g; "
								      "d: " ADD("s", "2000bv32") "goto g; g: ")),
	  "++" },
	{ "rows and columns",
	  PROGRAM("i := 0bv32; s := 0bv32; goto h; h: branch bvslt(i, 1000bv32), l, x; l: j := 0bv32; goto g; "
		  "g: branch bvslt(j, 2000bv32), a, d; a: " ANY("x", "0", "1000")
			  ADD("s", "x") "j := bvadd(j, 1bv32); goto g; d: i := bvadd(i, 1bv32); goto h; "),
	  "+" },
	{ "too many columns",
	  PROGRAM("i := 0bv32; s := 0bv32; goto h; h: branch bvslt(i, 1000bv32), l, x; l: j := 0bv32; goto g; "
		  "g: branch bvslt(j, 3000bv32), a, d; a: " ANY("x", "0", "1000")
			  ADD("s", "x") "j := bvadd(j, 1bv32); goto g; d: i := bvadd(i, 1bv32); goto h; "),
	  "?" },
	{ "less than was taken is given back",
	  PROGRAM(ANY("n", "0", "1000")
			  LOOP(ANY("x", "0", "5") "assert eq(bvsub(sext(33, s), sext(33, x)), "
						  "sext(33, bvsub(s, x))); s := bvsub(s, x); " ADD("s", "10bv32"))),
	  "++" },
};

int main(void)
{
	decide_all(cases, sizeof cases / sizeof *cases);
	return done_testing();
}
