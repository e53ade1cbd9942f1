/* Tests of the PTX front end: its errors.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "ptx-test.h"

/* ---- Errors: a text and the first message.  */

static void
test_errors (void)
{
  static const struct { const char *text, *message; } table[] =
    {
      { "", "t:1: no PTX in this text" },
      { "// nothing\n", "t:2: no PTX in this text" },
      { "int main;", "t:1: expected `.version' before `int'" },
      { ".version 6\n.target sm_30\n", "t:1: bad PTX version `6'" },
      { ".version 99.0\n.target sm_30\n", "t:1: PTX version 99.0 is not "
	"supported" },
      { ".version 6.0\n", "t:1: no `.target' directive" },
      { ".version 6.0\n.target sm_x\n", "t:2: unknown target `sm_x'" },
      { HEAD ".addres_size 64\n", "t:4: unknown directive `.addres_size'" },
      { HEAD ".global .u32 x\n.global .u32 y;", "t:5: expected `;' before "
	"`.global'" },
      { HEAD ".global .u33 x;", "t:4: expected a type before `.u33'" },
      { HEAD ".global .u32 .u32 x;", "t:4: two types in one declaration" },
      { HEAD ".global .align 3 .u32 x;", "t:4: alignment 3 is no power of "
	"two" },
      { HEAD ".global .pred x;", "t:4: predicates are registers" },
      { HEAD ".global .v4 .f64 x;", "t:4: vector of more than 128 bits" },
      { HEAD ".global .u32 x[2] = {1, 2, 3};", "t:4: too many initialisers "
	"for `x'" },
      { HEAD ".global .u32 x[];", "t:4: `x[]' needs a bound or an "
	"initialiser" },
      { HEAD ".global .u32 x = 1 / 0;", "t:4: division by zero in a constant "
	"expression" },
      { HEAD ".global .u32 x = y;", "t:4: `y' is not declared" },
      { HEAD ".global .u8 x = x;", "t:4: an address does not fit in an element "
	"of type .u8" },
      { HEAD ".shared .u32 x = 1;", "t:4: `.shared' variables cannot be "
	"initialised" },
      { HEAD ".global .u32 x;\n.global .u32 x;", "t:5: `x' is defined twice, "
	"first in line 4" },
      { HEAD ".global .b8 x[99999999999999];", "t:4: array of more than "
	"1 TiB" },
      { HEAD ".func f { ret; }\n.func f { ret; }", "t:5: `f' is defined twice, "
	"first in line 4" },
      { HEAD ".func f {", "t:4: `{' is not closed" },
      { HEAD ".func f { ret;\n{\n", "t:5: `{' is not closed" },
      { HEAD ".entry (.param .u32 r) f { ret; }", "t:4: a kernel returns "
	"nothing" },
      { HEAD "/* never closed", "t:4: comment without an end" },
      { HEAD ".file 1 \"x\n", "t:4: string without an end" },
      { HEAD ".global .u32 x = 0x;", "t:4: no digits behind `0x'" },
      { HEAD ".global .f32 x = 0f123;", "t:4: `0f' must be followed by 8 "
	"hexadecimal digits" },
      { HEAD ".global .u32 x = 12abc;", "t:4: bad number `12a'" },
      { HEAD ".global .u64 x = 18446744073709551616;", "t:4: integer literal "
	"does not fit in 64 bits" },
      { FUNC ("foo.u32 %r1;"), "t:6: unknown instruction `foo.u32'" },
      { FUNC (REGS "add.u32 %r1,%r2;"), "t:7: `add' takes 3 operands, not 2" },
      { FUNC (REGS "add.u32 %r1,%r2,%r3\nret;"), "t:8: expected `,' or `;' "
	"before `ret'" },
      { FUNC (REGS "add.wide.u32 %r1,%r2,%r3;"), "t:7: `add' has no modifier "
	"`.wide'" },
      { FUNC (REGS "add.u32 1,%r2,%r3;"), "t:7: `add' does not take such "
	"operands" },
      { FUNC (REGS "add.u32 %r1,[%r2],%r3;"), "t:7: `add' does not take such "
	"operands" },
      { FUNC (REGS "add.u32 %r1,%r2,%nosuch;"), "t:7: `%nosuch' is not "
	"declared" },
      { FUNC (REGS "mov.u32 %r9,1;"), "t:7: `%r9' is not declared" },
      { FUNC (REGS "mov.u32 %r01,1;"), "t:7: `%r01' is not declared" },
      { FUNC (REGS "@%r1 ret;"), "t:7: guard `%r1' is no predicate" },
      { FUNC (REGS "bra L;\n{ L: }"), "t:7: label `L' is not declared" },
      { FUNC (REGS "L:\nL: ret;"), "t:8: label `L' is declared twice in one "
	"scope" },
      { FUNC (REGS ".reg .u32 %r5;"), "t:7: `%r5' is declared twice in one "
	"scope" },
      { FUNC (REGS "call g;"), "t:7: function `g' is not declared" },
      { FUNC (REGS "brx.idx %r1,t;"), "t:7: label table `t' is not "
	"declared" },
      { FUNC (REGS "mov.u32 %r1,%v.z;"), "t:7: `%v' has no part `.z'" },
      { FUNC (REGS "setp.eq.u32 %r1|%r2,%r3,%r4|%r5;"), "t:7: expected `,' or "
	"`;' before `|'" },
      { FUNC (REGS "add.u32 %r1|%r2,%r3,%r4;"), "t:7: `add' has no second "
	"destination" },
      { FUNC (".reg .u32 %r<2000000000>;"), "t:6: too many registers (`%r'): "
	"at most 1048576 in a function and 4194304 in a text" },
      { FUNC ("}\n}"), "t:7: expected a directive before `}'" },
      { FUNC ("\001"), "t:6: stray byte 0x01" },
      { HEAD ".section .debug_info { .b8 1", "t:4: `{' is not closed" }
    };

  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    {
      struct ptx_unit *u = parse (table[i].text);
      size_t n = strlen (table[i].message);

      if (u || strncmp (messages, table[i].message, n)
	  || messages[n] != '\n')
	printf ("expected %s\ngot %s", table[i].message, messages);
      CHECK (!u && strncmp (messages, table[i].message, n) == 0
	     && messages[n] == '\n');
      ptx_unit_free (u);
    }
}

/* Errors do not hide each other, and there are at most twenty.  */

static void
test_recovery (void)
{
  static char text[20000];
  unsigned lines = 0;

  CHECK (!parse (FUNC (REGS "add.u32 %r1;\nmov.u32 %r1,2;\nfoo;\n"
		       "{ mov.u32 %x,1; }\nbra L;\n")));
  CHECK (strcmp (messages,
		 "t:7: `add' takes 3 operands, not 1\n"
		 "t:9: unknown instruction `foo'\n"
		 "t:10: `%x' is not declared\n"
		 "t:11: label `L' is not declared\n") == 0);
  strcpy (text, HEAD ".func f {\n");
  for (int i = 0; i < 500; i++)
    strcat (text, "foo;\n");
  strcat (text, "}\n");
  CHECK (!parse (text));
  for (char *s = messages; *s; s++)
    lines += *s == '\n';
  CHECK (lines == 21 && strstr (messages, "giving up"));
}

/* ---- Type errors.  */

static void
test_types (void)
{
  static const struct { const char *insn, *message; } table[] =
    {
      { "add.u32 %r1,%f1,%r2;", "`%f1' is .f32, but `add' takes .u32 there" },
      { "add.u64 %d1,%r1,%d2;", "`%r1' is .u32, but `add' takes .u64 there" },
      { "add.b32 %r1,%r2,%r3;", "`add' has no type .b32" },
      { "add %r1,%r2,%r3;", "`add' needs a type" },
      { "add.f32 %f1,%f2,1;", "integer constant where `add' takes .f32" },
      { "add.u32 %r1,%r2,1.0;", "floating-point constant where `add' takes "
	".u32" },
      { "mul.u32 %r1,%r2,%r3;", "`mul' of integers needs .lo, .hi or .wide" },
      { "mul.wide.u32 %r1,%r2,%r3;", "`%r1' is .u32, but `mul' takes .u64 "
	"there" },
      { "setp.u32 %p1,%r1,%r2;", "`setp' needs a comparison" },
      { "setp.eq.u32 %r1,%r1,%r2;", "`%r1' is .u32, but `setp' takes .pred "
	"there" },
      { "setp.lo.f32 %p1,%f1,%f2;", "comparison of `setp' applies to unsigned "
	"types only" },
      { "cvt.f32.u32 %f1,%r1;", "`cvt' from .u32 to .f32 needs a rounding mode "
	"such as .rn" },
      { "cvt.u32.f32 %r1,%f1;", "`cvt' from .f32 to .u32 needs an integer "
	"rounding mode such as .rzi" },
      { "ld.u32 %r1,[%f1];", "`%f1' is .f32 and cannot be an address" },
      { "ld.shared.u32 %r1,[gv];", "`ld.shared' of `gv', which is in "
	".global" },
      { "ld.u64 %r1,[%d1];", "`%r1' is .u32, but `ld' takes .u64 there" },
      { "ld.v2.u32 {%r1,%r2,%r3},[%d1];", "`ld.v2' with a vector of 3" },
      { "mov.b64 %d1,{%r1,%d2};", "a vector of 12 bytes does not make up a "
	".b64" },
      { "mov.u32 %r1,%f1;", "`%f1' is .f32, but `mov' takes .u32 there" },
      { "mov.u32 %r1,%v;", "vector register `%v' as operand of `mov'" },
      { "shl.b64 %d1,%d2,%d3;", "`%d3' is .u64, but `shl' takes .u32 there" },
      { "selp.u32 %r1,%r2,%r3,%r4;", "`%r4' is .u32, but `selp' takes .pred "
	"there" },
      { "atom.add.b32 %r1,[%d1],%r2;", "`atom' has no type .b32 for its "
	"operation" },
      { "atom.cas.b32 %r1,[%d1],%r2;", "`atom' has too few operands for its "
	"operation" },
      { "bar.arrive 0;", "`bar' has too few operands for its mode" },
      { "shfl.sync.idx.b32 %r1,%r2,0,31;", "`shfl.sync' takes 5 operands, not "
	"4" },
      { "div.f32 %f1,%f2,%f3;", "`div.f32' needs a rounding mode, .approx or "
	".full" },
      { "call g;", "call of `g' takes 1 argument, not 0"
	"; the driver refuses that as well: declare the callee as it is "
	"defined, or let GCC inline the call (-O1 or more)" },
      { "call g,(%f1);", "`%f1' is .f32, the parameter is .u32" },
      { "call %d1;", "indirect call without a .callprototype or "
	".calltargets" },
      { "mov.u32 %r1,%tid;", "`%tid' is a vector: name one of its parts" },
      { "add.u32 %r1,%tid.x,1;", "`%tid.x' as operand of `add': `mov' it into "
	"a register" },
      { "st.const.u32 [cv],%r1;", "`st' cannot write .const memory" },
      /* And what must pass.  */
      { "ld.u8 %d1,[%d1];", "" }, { "st.u8 [%d1],%d1;", "" },
      { "cvt.u32.u8 %r1,%d1;", "" }, { "mov.b32 %r1,%f1;", "" },
      { "add.s32 %r1,%r2,%r3;", "" }, { "and.b32 %f1,%r2,%r3;", "" },
      { "mov.b32 %f1,%r1;", "" }, { "ld.f32 %d1,[%d1];", "`%d1' is .u64, but "
	"`ld' takes .f32 there" },
      { "mad.wide.u32 %d1,%r1,%r2,%d2;", "" }, { "mov.u64 %d1,gv+4;", "" },
      { "cvta.global.u64 %d1,gv;", "" }, { "call g,(%r1);", "" },
      { "setp.eq.b16 %p1,%h1,%h2;", "" }, { "st.b8 [%d1],%f1;", "" },
      { "vadd.u32.u32.u32.add %r1,%r2,%r3,%r4;", "" },
      { "set.eq.u32.f64 %r1,%e1,%e2;", "" }, { "slct.f32.s32 %f1,%f2,%f3,%r1;",
	"" },
      { "ld.shared.u32 %r1,[%r2];", "" }, { "mov.b64 {%f1,%f2},%d1;", "" }
    };

  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    {
      char text[1000], expected[300] = "";

      snprintf (text, sizeof text, HEAD ".global .u32 gv; .const .u32 cv;"
		" .func g (.reg .u32 a) { ret; }\n.func f {\n"
		"%s%s\nret;\n}\n", REGS, table[i].insn);
      struct ptx_unit *u = parse (text);
      unsigned n = u ? ptx_check_types (u, &diag) : 99;

      if (*table[i].message)
	snprintf (expected, sizeof expected, "t:7: %s\n", table[i].message);
      if (n != !!*expected || strcmp (messages, expected))
	printf ("%s gives %u errors:\n%sexpected:\n%s", table[i].insn, n,
		messages, expected);
      CHECK (n == !!*expected && strcmp (messages, expected) == 0);
      ptx_unit_free (u);
    }
}
int
main (void)
{
  test_errors ();
  test_recovery ();
  test_types ();
  printf ("%u passed, %u failed, 0 skipped\n", n_passed, n_failed);
  return n_failed != 0;
}
