/* Tests of the PTX machine: memory, definedness, faults and their texts.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-table.h"

/* ---- Options.  */

static void
one_thread (struct vm_options *o)
{
  o->threads = 1;
}

static void
two_threads (struct vm_options *o)
{
  o->threads = 2;
}

static void
uninit_report (struct vm_options *o)
{
  o->threads = 1;
  o->uninit = VM_UNINIT_REPORT;
}

static void
uninit_error (struct vm_options *o)
{
  o->threads = 1;
  o->uninit = VM_UNINIT_ERROR;
}

static void
few_insns (struct vm_options *o)
{
  o->threads = 1;
  o->insn_limit = 100000;
}

static void
short_time (struct vm_options *o)
{
  o->threads = 1;
  o->time_limit = 0.1;
}

/* ---- Faults.  */

/* One thread executes BODY, with BEFORE ahead of the kernel, which ends with RESULT
   and a report that has TEXT; or all goes well, in silence.  */
#define FAULT(NAME, BEFORE, BODY, RESULT, TEXT)				\
  { NAME, 1, BODY, VOLTA (RESULT, NULL, { TEXT }), .before = BEFORE,	\
    .words = 16, .set = one_thread }

/* The frame of a function has 16 bytes and two variables of 4 at 0 and at 8, each
   with a gap behind it; BODY is what it does with %frame.  */
#define FRAME(NAME, NOTES, BODY, RESULT, TEXT)				\
  FAULT (NAME,								\
	 ".func f (.param .u64 a)\n{\n"					\
	 ".reg .u64 %frame, %a; .reg .u32 %r1;\n"			\
	 ".local .align 8 .b8 %frame_ar[16];\n"				\
	 "ld.param.u64 %a, [a];\n"					\
	 "cvta.local.u64 %frame, %frame_ar;\n" NOTES BODY "\nret;\n}\n",	\
	 "{ .param .u64 p; st.param.u64 [p], %base;\n"			\
	 "call f, (p); }\n{ .param .u64 p; st.param.u64 [p], %base;\n"	\
	 "call f, (p); }", RESULT, TEXT)
#define NOTES								\
  "// accelfix: frame 0 4 12 x src/mem.c\n// accelfix: frame 8 4 13 y\n"	\
  "// accelfix: gap 4 4\n// accelfix: gap 12 4\n"

static const struct row faults[] = {
  FAULT ("load at the end", "", "ld.global.u32 %r1, [%base+64];",
	 VM_ILLEGAL_ADDRESS, "out of bounds: 0 bytes past the end of `buf' "
	 "(64 bytes) in k (mem.c:77), block (0,0,0) thread (0,0,0), PTX line 12"),
  FAULT ("load before", "", "ld.global.u32 %r1, [%base+-4];",
	 VM_ILLEGAL_ADDRESS, "4-byte .global load"),
  FAULT ("store far away", "", "st.global.u8 [%base+1000000], 1;",
	 VM_ILLEGAL_ADDRESS, "1-byte .global store"),
  FAULT ("null", "", "mov.u64 %rd1, 0; ld.u32 %r1, [%rd1];",
	 VM_ILLEGAL_ADDRESS, "null pointer"),
  FAULT ("misaligned", "", "ld.global.u32 %r1, [%base+2];", VM_MISALIGNED,
	 "misaligned 4-byte .global load at"),
  FAULT ("misaligned vector", "",
	 "ld.global.v2.u32 {%r1, %r2}, [%base+4];", VM_MISALIGNED,
	 "misaligned 8-byte vector access"),
  FAULT ("across the end", ".global .align 8 .b8 x[12];\n",
	 "mov.u64 %rd1, x; ld.global.u64 %rd2, [%rd1+8];",
	 VM_ILLEGAL_ADDRESS, "offset 8 in `x' (12 bytes), across its end"),
  FAULT ("gap between variables",
	 ".global .u32 x; .global .u32 y;\n",
	 "mov.u64 %rd1, x; ld.global.u32 %r1, [%rd1+4];",
	 VM_ILLEGAL_ADDRESS, "past the end of `x' (4 bytes)"),
  FAULT ("shared past its end", ".shared .u32 s[4];\n",
	 "mov.u64 %rd1, s; ld.shared.u32 %r1, [%rd1+16];",
	 VM_ILLEGAL_ADDRESS, "out of bounds: 0 bytes past the end of the shared "
	 "variable `s' (16 bytes)"),
  FAULT ("far past shared memory", ".shared .u32 s[4];\n",
	 "mov.u64 %rd1, s; ld.shared.u32 %r1, [%rd1+65536];",
	 VM_ILLEGAL_ADDRESS, "out of bounds, shared memory has"),
  FAULT ("shared variable's neighbour", ".shared .u32 s[4];\n"
	 ".shared .u32 t[4];\n",
	 "mov.u64 %rd1, t; st.shared.u32 [%rd1+-4], 1;",
	 VM_ILLEGAL_ADDRESS, "out of bounds: 4 bytes ahead of the shared "
	 "variable `t' (16 bytes)"),
  FAULT ("shared, by a generic address", ".shared .u32 s[4];\n"
	 ".shared .u32 t[4];\n",
	 "mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;"
	 "ld.u32 %r1, [%rd1+16]; mov.u64 %rd2, t; st.shared.u32 [%rd2], %r1;",
	 VM_ILLEGAL_ADDRESS, "0 bytes past the end of the shared variable `s'"),
  FAULT ("shared, across the end", ".shared .align 8 .b8 s[12];\n",
	 "mov.u64 %rd1, s; ld.shared.u64 %rd2, [%rd1+8];",
	 VM_ILLEGAL_ADDRESS, "offset 8 in the shared variable `s' (12 bytes), "
	 "across its end"),
  FAULT ("shared, all of it", ".shared .align 8 .b8 s[12];\n"
	 ".shared .align 1 .b8 t[3]; .shared .u32 __lib[2];\n",
	 "mov.u64 %rd1, s; st.shared.u64 [%rd1], 5; st.shared.u32 [%rd1+8], 5;"
	 "mov.u64 %rd1, t; st.shared.u8 [%rd1+2], 5; cvta.shared.u64 %rd1, %rd1;"
	 "st.u16 [%rd1], 5; mov.u64 %rd1, __lib; st.shared.u64 [%rd1], 5;",
	 VM_OK, NULL),
  FAULT ("shared address as global", ".shared .u32 s[64];\n",
	 "mov.u64 %rd1, s; st.global.u32 [%rd1+64], 0;",
	 VM_ILLEGAL_ADDRESS, "is it an address in shared memory?"),
  FAULT ("generic address as shared", ".shared .u32 s[64];\n",
	 "mov.u64 %rd1, s; cvta.shared.u64 %rd2, %rd1; "
	 "ld.shared.u32 %r1, [%rd2];",
	 VM_ILLEGAL_ADDRESS, "wrong state space, that is a generic address"),
  FAULT ("store to constant", ".const .u32 c = 5;\n",
	 "mov.u64 %rd1, c; cvta.const.u64 %rd1, %rd1; st.u32 [%rd1], 1;",
	 VM_ILLEGAL_ADDRESS, "4-byte store to constant memory"),
  FAULT ("constant as global", ".const .u32 c = 5;\n",
	 "mov.u64 %rd1, c; ld.global.u32 %r1, [%rd1];",
	 VM_ILLEGAL_ADDRESS, "wrong state space"),
  FAULT ("local beyond the frame", "",
	 ".local .align 8 .b8 l[16]; mov.u64 %rd1, l; "
	 "cvta.local.u64 %rd1, %rd1; ld.u32 %r1, [%rd1+64];",
	 VM_ILLEGAL_ADDRESS, "local memory beyond the frames in use"),
  FAULT ("atomic on nothing", "",
	 "mov.u64 %rd1, 64; atom.global.add.u32 %r1, [%rd1], 1;",
	 VM_ILLEGAL_ADDRESS, "atomic operation"),
  FAULT ("use after free",
	 ".extern .func (.param .u64 p) malloc (.param .u64 n);\n"
	 ".extern .func free (.param .u64 p);\n",
	 "{ .param .u64 p; .param .u64 n; st.param.u64 [n], 100; "
	 "call (p), malloc, (n); ld.param.u64 %rd1, [p]; }\n"
	 "st.u32 [%rd1+96], 7;\n"
	 "{ .param .u64 n; st.param.u64 [n], %rd1; call free, (n); }\n"
	 "ld.u32 %r1, [%rd1+96];",
	 VM_ILLEGAL_ADDRESS, "use after free: offset 96 in memory from malloc"),
  FAULT ("double free",
	 ".extern .func (.param .u64 p) malloc (.param .u64 n);\n"
	 ".extern .func free (.param .u64 p);\n",
	 "{ .param .u64 p; .param .u64 n; st.param.u64 [n], 100; "
	 "call (p), malloc, (n); ld.param.u64 %rd1, [p]; }\n"
	 "{ .param .u64 n; st.param.u64 [n], %rd1; call free, (n); }\n"
	 "{ .param .u64 n; st.param.u64 [n], %rd1; call free, (n); }\n",
	 VM_ILLEGAL_ADDRESS, "free of 0x"),
  FAULT ("trap", "", "trap;", VM_TRAP, "trap in k (mem.c:77)"),
  FAULT ("guarded trap", "", "setp.eq.u32 %p1, %t, 0; @%p1 trap;", VM_TRAP,
	 "trap in k"),
  FAULT ("call of no function", "",
	 "mov.u64 %rd1, 12345;\n{ P: .callprototype _ (); call %rd1, (), P; }",
	 VM_ILLEGAL_INSN, "indirect call to 0x3039, which is no function"),
  FAULT ("no barrier 16", "", "mov.u32 %r1, 16; bar.sync %r1;",
	 VM_ILLEGAL_INSN, "barrier 16"),
  FAULT ("recursion without end",
	 ".func f () { .local .b8 l[64]; .reg .u64 %x; mov.u64 %x, l; "
	 "st.local.u8 [%x], 1; call f, (); ret; }\n",
	 "call f, ();", VM_STACK_OVERFLOW, "stack overflow: calling f"),
  /* What is right must be silent.  */
  FAULT ("all in bounds", ".shared .align 8 .b8 s[16]; .const .u32 c = 5;\n",
	 ".local .align 8 .b8 l[16]; mov.u64 %rd1, l; "
	 "cvta.local.u64 %rd1, %rd1; st.u64 [%rd1+8], 3; ld.u64 %rd2, [%rd1+8];"
	 "mov.u64 %rd3, s; cvta.shared.u64 %rd4, %rd3; st.u64 [%rd4+8], %rd2;"
	 "ld.shared.u64 %rd5, [%rd3+8]; cvta.to.shared.u64 %rd6, %rd4;"
	 "sub.u64 %rd6, %rd6, %rd3; add.u64 %rd5, %rd5, %rd6;"
	 "ld.const.u32 %r1, [c]; cvt.u32.u64 %r2, %rd5; add.u32 %r1, %r1, %r2;"
	 "isspacep.shared %p1, %rd4; isspacep.local %p2, %rd1;"
	 "isspacep.global %p3, %base; and.pred %p1, %p1, %p2;"
	 "and.pred %p1, %p1, %p3; setp.eq.and.u32 %p1, %r1, 8, %p1;"
	 "@!%p1 trap; st.global.v4.u32 [%base+48], {%r1, %r2, %r1, %r2};",
	 VM_OK, NULL),

  /* Frames, with the compiler's notes of variables and gaps.  */
  FRAME ("frame, past x", NOTES, "ld.u32 %r1, [%frame+4];",
	 VM_ILLEGAL_ADDRESS, "4-byte load at 0x"),
  FRAME ("frame, past x", NOTES, "ld.u32 %r1, [%frame+4];",
	 VM_ILLEGAL_ADDRESS, "out of bounds: 0 bytes past the end of f's "
	 "local variable `x' (4 bytes, src/mem.c:12)"),
  FRAME ("frame, ahead of y", NOTES, "st.u8 [%frame+7], 1;",
	 VM_ILLEGAL_ADDRESS, "1 byte ahead of f's local variable `y' (4 "
	 "bytes)"),
  FRAME ("frame, across x", NOTES, "st.u64 [%frame], 1;",
	 VM_ILLEGAL_ADDRESS, "local variable `x'"),
  FRAME ("frame, by .local", NOTES,
	 "cvta.to.local.u64 %a, %frame; st.local.u32 [%a+12], 1;",
	 VM_ILLEGAL_ADDRESS, "past the end of f's local variable `y'"),
  FRAME ("frame, in order", NOTES, "st.u32 [%frame], 1;"
	 "st.u32 [%frame+8], 1; ld.u32 %r1, [%frame]; st.u32 [%a], %r1;",
	 VM_OK, NULL),
  FRAME ("frame, no gaps", "// accelfix: frame 0 4 12 x src/mem.c\n",
	 "st.u32 [%frame+4], 1;", VM_OK, NULL),
  FRAME ("frame, no notes", "// accelfix: gap 4\n// accelfix: gap x 4\n"
	 "// accelfix: gap 4 99999999999999999999\n// accelfix: frame 1\n"
	 "// accelfix: gap 4 0\n// accelfix: gap 4 4 4\n// accelfix: \n",
	 "st.u32 [%frame+4], 1;", VM_OK, NULL),

  /* Stack manipulation: what is wrong, and by how much.  */
  FAULT ("alloca of more than there is", "", "alloca.u64 %rd1, 100000;",
	 VM_STACK_OVERFLOW, "stack overflow: alloca of 100000 bytes beyond 16 "
	 "of"),
  FAULT ("alloca of all that a register can say", "",
	 "mov.s64 %rd2, -1; alloca.u64 %rd1, %rd2, 64;",
	 VM_STACK_OVERFLOW, "alloca of 18446744073709551615 bytes"),
  FAULT ("alloca without end", "", "L: alloca.u64 %rd1, 16; bra L;",
	 VM_STACK_OVERFLOW, "stack overflow: alloca of 16 bytes"),
  FAULT ("behind what alloca gave", "",
	 "alloca.u64 %rd1, 24; st.local.u64 [%rd1+16], 1; "
	 "st.local.u64 [%rd1+24], 1;",
	 VM_ILLEGAL_ADDRESS, "out of bounds, local memory has 40 bytes here"),
  FAULT ("use after stackrestore", "",
	 "stacksave.u64 %rd2; alloca.u64 %rd1, 64; cvta.local.u64 %rd3, %rd1; "
	 "st.u64 [%rd3+56], 1; stackrestore.u64 %rd2; ld.u64 %rd4, [%rd3+56];",
	 VM_ILLEGAL_ADDRESS, "local memory beyond the frames in use"),
  FAULT ("use after the return",
	 ".func (.param .u64 v) f () { .reg .u64 %a; alloca.u64 %a, 64; "
	 "st.local.u64 [%a], 1; st.param.u64 [v], %a; ret; }\n",
	 "{ .param .u64 v; call (v), f, (); ld.param.u64 %rd1, [v]; }\n"
	 "ld.local.u64 %rd2, [%rd1];",
	 VM_ILLEGAL_ADDRESS, "out of bounds, local memory has 16 bytes here"),
  FAULT ("stackrestore upwards", "",
	 "stacksave.u64 %rd1; add.u64 %rd1, %rd1, 8; stackrestore.u64 %rd1;",
	 VM_ILLEGAL_ADDRESS, "stackrestore of 0x18, which no stacksave of this "
	 "call of k has given: its stack is from 0x10 to 0x10"),
  FAULT ("stackrestore of the caller's",
	 ".func f (.param .u64 s) { .local .b8 l[64]; .reg .u64 %s, %l; "
	 "mov.u64 %l, l; st.local.u8 [%l], 1; ld.param.u64 %s, [s]; "
	 "stackrestore.u64 %s; ret; }\n",
	 "stacksave.u64 %rd1; alloca.u64 %rd2, 32; { .param .u64 s; "
	 "st.param.u64 [s], %rd1; call f, (s); }",
	 VM_ILLEGAL_ADDRESS, "which no stacksave of this call of f")
};

/* ---- What kernels compute and leave behind.  */

static uint32_t f_0 (unsigned i) { (void) i; return 0; }
static uint32_t f_1 (unsigned i) { (void) i; return 1; }
static uint32_t f_number (unsigned i) { return i; }
static uint32_t f_from_16 (unsigned i) { return i < 16 ? 0 : i; }
static uint32_t f_parameters (unsigned i) { return 2550000 + 6000 + 100 + i; }
static uint32_t f_word_3 (unsigned i) { return i == 3 ? 0 : ANY_WORD; }
static uint32_t f_6_but_0 (unsigned i) { return i == 0 ? ANY_WORD : 6; }

static uint32_t
f_sums (unsigned i)
{
  uint32_t v = 0;
  for (uint32_t n = 0; n <= i; n++)
    v += n * 1000 + n * (n - (n > 0)) / 2;
  return v;
}

/* Each lane allocates its own number of words, in a loop that others leave
   before, below a function that does the same.  */
#define STACK_FUNCTIONS							\
  ".func spoil (.param .u32 n)\n{\n.reg .u32 %n; .reg .u64 %a, %b, %s;\n" \
  ".reg .pred %p;\nld.param.u32 %n, [n];\nmul.wide.u32 %s, %n, 4;\n"	\
  "alloca.u64 %a, %s;\ncvta.local.u64 %a, %a;\nadd.u64 %b, %a, %s;\n"	\
  "L:\nsetp.ge.u64 %p, %a, %b;\n@%p bra E;\nst.u32 [%a], 0xffffffff;\n"	\
  "add.u64 %a, %a, 4;\nbra L;\nE:\nret;\n}\n"				\
  ".func (.param .u32 v) sum (.param .u32 n)\n{\n"			\
  ".reg .u32 %n, %i, %v, %x, %q, %q2; .reg .u64 %a, %b, %s, %s0, %p64;\n" \
  ".local .align 8 .b8 frame[24];\n"					\
  ".reg .pred %p;\nld.param.u32 %n, [n];\nmov.u64 %p64, frame;\n"	\
  "st.local.u32 [%p64+16], %n;\nmul.wide.u32 %s, %n, 4;\n"		\
  "stacksave.u64 %s0;\nalloca.u64 %a, %s, 32;\n"			\
  /* The forms of 32 bits.  */						\
  "stacksave.u32 %q;\ncvt.u32.u64 %x, %s;\nalloca.u32 %q2, %x;\n"	\
  "add.u32 %x, %q2, %x;\nstacksave.u32 %v;\nsetp.ne.u32 %p, %v, %x;\n"	\
  "@%p trap;\nstackrestore.u32 %q;\n"					\
  "mov.u32 %i, 0;\nmov.u64 %b, %a;\n"					\
  "L:\nsetp.ge.u32 %p, %i, %n;\n@%p bra M;\nst.local.u32 [%b], %i;\n"	\
  "add.u64 %b, %b, 4;\nadd.u32 %i, %i, 1;\nbra L;\nM:\n"		\
  "{ .param .u32 m; st.param.u32 [m], %n; call spoil, (m); }\n"		\
  "mov.u32 %v, 0;\nmov.u32 %i, 0;\nmov.u64 %b, %a;\n"			\
  "S:\nsetp.ge.u32 %p, %i, %n;\n@%p bra T;\nld.local.u32 %x, [%b];\n"	\
  "add.u32 %v, %v, %x;\nadd.u64 %b, %b, 4;\nadd.u32 %i, %i, 1;\nbra S;\n" \
  "T:\nstackrestore.u64 %s0;\nalloca.u64 %b, %s, 32;\n"			\
  "setp.ne.u64 %p, %a, %b;\n@%p trap;\nand.b64 %a, %a, 31;\n"		\
  "setp.ne.u64 %p, %a, 0;\n@%p trap;\n"					\
  "ld.local.u32 %x, [%p64+16];\nmad.lo.u32 %v, %x, 1000, %v;\n"		\
  "st.param.u32 [v], %v;\nret;\n}\n"

/* A register that lane 0 reads and has not written.  */
#define FOO								\
  ".file 1 \"pr53465.c\"\n"						\
  ".func (.param .u32 v) foo (.param .u32 x)\n{\n.reg .u32 %r1, %r25;\n" \
  ".reg .pred %p;\n.loc 1 9 0\nld.param.u32 %r1, [x];\n"		\
  "setp.eq.u32 %p, %r1, 0;\n@%p bra L;\nmov.u32 %r25, 5;\nL:\n"		\
  "add.u32 %r1, %r25, 1;\nst.param.u32 [v], %r1;\nret;\n}\n"
#define CALL_FOO							\
  "{ .param .u32 v; .param .u32 x; st.param.u32 [x], %t; "		\
  "call (v), foo, (x); ld.param.u32 %r1, [v]; }\n"			\
  "st.global.u32 [%addr], %r1; ret;"
#define FOO_REPORT							\
  "uninitialised register %r25 read in foo (pr53465.c:9), "		\
  "block (0,0,0) thread (0,0,0), PTX line 15"

/* Some lanes of a warp, which have come apart from the others, LOAD from one place,
   which another block changes all the time: they see one value.  */
#define ONE_VALUE(LOAD)							\
  { LOAD, 32,								\
    "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra R;\n"	\
    "mov.u32 %r2, 0;\n"							\
    "W: add.u32 %r2, %r2, 1; st.global.u32 [%base], %r2;"		\
    "ld.volatile.global.u32 %r3, [%base+8]; setp.eq.u32 %p2, %r3, 0;"	\
    "@%p2 bra W; ret;\n"						\
    "R: setp.ge.u32 %p3, %t, 20; @%p3 bra E; mov.u32 %r4, 100000;"	\
    "shr.u32 %r7, %t, 5; mad.wide.u32 %rd1, %r7, 4, %base;\n"		\
    "L: " LOAD "\nshfl.sync.idx.b32 %r6, %r5, 0, 31, 0xfffff;"		\
    "setp.ne.u32 %p4, %r5, %r6; @%p4 red.global.add.u32 [%base+12], 1;"	\
    "sub.u32 %r4, %r4, 1; setp.ne.u32 %p5, %r4, 0; @%p5 bra L;\n"	\
    "st.volatile.global.u32 [%base+8], 1;\nE: ret;",			\
    VOLTA (VM_OK, f_word_3), .grid = 2, .words = 4, .set = two_threads }

/* Each block's local memory begins as zeros, whatever an earlier block has left
   in its own: what frames, alloca and callees wrote.  */
#define LOCAL_ZERO(THREADS)						\
  { "local memory of " #THREADS " threads", THREADS,			\
    ".local .align 8 .b8 a[40];\n"					\
    "mov.u64 %rd1, a; ld.local.u64 %rd2, [%rd1+32]; cvt.u32.u64 %r1, %rd2;\n" \
    "red.global.add.u32 [%base], %r1; st.local.u64 [%rd1+32], 7;\n"	\
    "{ .param .u64 p; st.param.u64 [p], %base; call f, (p); }\nret;",	\
    VOLTA (VM_OK, f_0, .loud = true), .grid = 200, .words = 2,		\
    .set = two_threads,							\
    .before =								\
    ".func f (.param .u64 in)\n{ .local .align 8 .b8 b[64]; .reg .u64 %a, %b;" \
    " .reg .u32 %v, %w; ld.param.u64 %a, [in]; mov.u64 %b, b;\n"	\
    "ld.local.u32 %v, [%b+60]; red.global.add.u32 [%a], %v;\n"		\
    "st.local.u32 [%b+60], 3; alloca.u64 %b, 128; ld.local.u32 %w, [%b+124];\n" \
    "red.global.add.u32 [%a], %w; st.local.u32 [%b+124], 5; ret; }\n" }

static const struct row rows[] = {
  /* Stacks.  */
  { "stacks", 48,
    "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\n"
    "K:\nsetp.gt.u32 %p1, %r1, %t;\n@%p1 bra D;\n"
    "{ .param .u32 m; .param .u32 v; st.param.u32 [m], %r1; "
    "call (v), sum, (m); ld.param.u32 %r3, [v]; }\n"
    "add.u32 %r2, %r2, %r3;\nadd.u32 %r1, %r1, 1;\nbra K;\nD:\n"
    "st.global.u32 [%addr], %r2;\nret;",
    BOTH (VM_OK, f_sums), .before = STACK_FUNCTIONS, .set = uninit_error },
  { "an address of lane 0's stack means one's own in other lanes", 32,
    "mov.u64 %rd2, 0;\nsetp.ne.u32 %p1, %t, 0;\n@%p1 bra J;\n"
    "alloca.u64 %rd1, 64;\ncvta.local.u64 %rd2, %rd1;\nJ:\n"
    "mov.b64 {%r1, %r2}, %rd2;\nshfl.sync.idx.b32 %r1, %r1, 0, 31, -1;\n"
    "shfl.sync.idx.b32 %r2, %r2, 0, 31, -1;\nmov.b64 %rd2, {%r1, %r2};\n"
    "st.u32 [%rd2+60], %t;\nld.u32 %r3, [%rd2+60];\n"
    "st.global.u32 [%addr], %r3;\nret;",
    VOLTA (VM_OK, f_number), .set = one_thread, .not_gpu = true },
  { "some lanes allocate and give back", 32,
    "stacksave.u64 %rd3;\nsetp.lt.u32 %p1, %t, 16;\n@%p1 bra J;\n"
    "alloca.u64 %rd1, 64;\nJ:\n@!%p1 bra M;\nalloca.u64 %rd1, 8;\n"
    "stackrestore.u64 %rd3;\nM:\n@%p1 bra D;\n"
    "st.local.u32 [%rd1+60], %t;\nld.local.u32 %r3, [%rd1+60];\n"
    "st.global.u32 [%addr], %r3;\nD:\nret;",
    VOLTA (VM_OK, f_from_16), .set = one_thread },
  /* By local and by generic addresses, in frames that follow one another.  */
  { "alignments", 32,
    "{ .param .u64 r; call (r), f, (); ld.param.u64 %rd1, [r]; }\n"
    "{ .param .u64 r; call (r), g, (); ld.param.u64 %rd2, [r]; }\n"
    "or.b64 %rd1, %rd1, %rd2;\ncvt.u32.u64 %r1, %rd1;\n"
    "add.u32 %r1, %r1, 1;\nst.global.u32 [%addr], %r1;\nret;",
    VOLTA (VM_OK, f_1), .set = one_thread,
    .before =
    ".func (.param .u64 v) f ()\n{\n.local .align 64 .b8 x[64];\n"
    ".local .align 4 .b8 y[4];\n.reg .u64 %a, %b, %c, %s;\n"
    "mov.u64 %a, x;\ncvta.local.u64 %b, %a;\nor.b64 %a, %a, %b;\n"
    "and.b64 %a, %a, 63;\nmov.u64 %s, 5;\nalloca.u64 %b, %s;\n"
    "alloca.u64 %b, %s, 256;\ncvta.local.u64 %c, %b;\n"
    "or.b64 %b, %b, %c;\nand.b64 %b, %b, 255;\nor.b64 %a, %a, %b;\n"
    "st.param.u64 [v], %a;\nret;\n}\n"
    ".func (.param .u64 v) g ()\n{\n.local .align 4 .b8 x[12];\n"
    ".reg .u64 %a;\n.reg .u64 %b;\nmov.u64 %a, x;\n"
    "st.local.u32 [%a+8], 1;\n"
    "{ .param .u64 r; call (r), f, (); ld.param.u64 %b, [r]; }\n"
    "st.param.u64 [v], %b;\nret;\n}\n" },
  LOCAL_ZERO (32),
  LOCAL_ZERO (70),
  LOCAL_ZERO (256),

  /* Lanes.  */
  { "one lane of a warp is wrong", 64,
    "setp.eq.u32 %p1, %t, 45; selp.u64 %rd1, 100000, 0, %p1;\n"
    "add.u64 %rd1, %addr, %rd1; st.global.u32 [%rd1], 1; ret;",
    VOLTA (VM_ILLEGAL_ADDRESS, NULL, { "thread (45,0,0)" }), .set = one_thread },
  ONE_VALUE ("ld.global.u32 %r5, [%rd1];"),
  ONE_VALUE ("ld.global.u64 %rd5, [%rd1]; cvt.u32.u64 %r5, %rd5;"),
  ONE_VALUE ("ld.u16 %h1, [%rd1]; cvt.u32.u16 %r5, %h1;"),
  ONE_VALUE ("ld.global.v2.u32 {%r5, %r9}, [%rd1];"),

  /* Definedness.  */
  { "uninit off", 40, CALL_FOO, VOLTA (VM_OK), .before = FOO, .set = one_thread },
  { "uninit report", 40, CALL_FOO,
    VOLTA (VM_OK, f_6_but_0, { "=" FOO_REPORT }, 1), .before = FOO,
    .set = uninit_report },
  { "uninit error", 40, CALL_FOO, VOLTA (VM_UNINIT, NULL, { FOO_REPORT }, 1),
    .before = FOO, .set = uninit_error },
  /* Predicated definitions count for the lanes that made them.  */
  { "a guarded definition in all lanes", 32,
    "setp.ne.u32 %p1, %t, 33;\n@%p1 mov.u32 %r1, 4;\n"
    "add.u32 %r2, %r1, 1;\nst.global.u32 [%addr], %r2;\nret;",
    VOLTA (VM_OK), .set = uninit_report },
  { "a guarded definition in all lanes but one", 40,
    "setp.ne.u32 %p1, %t, 33;\n@%p1 mov.u32 %r1, 4;\n"
    "add.u32 %r2, %r1, 1;\nst.global.u32 [%addr], %r2;\nret;",
    VOLTA (VM_OK, NULL,
	   { "register %r1 read in k, block (0,0,0) thread (33,0,0), "
	     "PTX line 12" }, 1),
    .set = uninit_report },
  { "an undefined guard in a loop's first turn", 1,
    "mov.u32 %r2, 0;\nLOOP:\nadd.u32 %r2, %r2, 1;\n@%p2 st.global.u32 [%addr], 1;\n"
    "setp.ge.u32 %p2, %r2, 3;\n@!%p2 bra LOOP;\nret;",
    VOLTA (VM_OK, NULL, { "register %p2 read" }, 1), .set = uninit_report },

  /* Limits.  */
  { "a limit of instructions", 32, "LOOP: add.u32 %r1, %t, 1; bra LOOP;",
    VOLTA (VM_TIMEOUT, NULL, { "instruction limit of 100000 reached" }),
    .set = few_insns },
  { "a limit of time", 1, "LOOP: add.u32 %r1, %t, 1; bra LOOP;",
    VOLTA (VM_TIMEOUT, NULL, { "time limit of 0.1 seconds reached" }),
    .grid = 3, .words = 32, .set = short_time },

  /* Stack frames, structures as parameters, many arguments.  */
  { "structures and 128 bits as parameters", 33,
    ".reg .b128 %q; cvt.u64.u32 %rd1, %t;\n"
    "{ .param .align 8 .b8 r[24]; .param .align 8 .b8 s[24]; .param .u8 c;"
    ".param .f64 d; .param .b128 q;\n"
    "st.param.u64 [s], %rd1; st.param.v2.u64 [s+8], {5, 6};"
    "st.param.u8 [c], 0x1ff; st.param.f64 [d], 0d0000000000000000;\n"
    "mov.u64 %rd4, 100; mov.b128 %q, {%rd4, %rd1}; st.param.b128 [q], %q;\n"
    "call (r), f, (s, c, d, q);\n"
    "ld.param.u64 %rd1, [r]; ld.param.u64 %rd2, [r+8]; "
    "ld.param.u64 %rd3, [r+16]; }\n"
    "mad.lo.u64 %rd1, %rd1, 1000, %rd2; mad.lo.u64 %rd1, %rd3, 10000, %rd1;\n"
    "st.global.u32 [%addr], %rd1; ret;",
    VOLTA (VM_OK, f_parameters), .set = one_thread,
    .before =
    ".func (.param .align 8 .b8 r[24]) f (.param .align 8 .b8 s[24], "
    ".param .u8 c, .param .f64 d, .param .b128 q)\n{\n"
    ".reg .u64 %a<4>; .reg .u32 %c; .reg .f64 %d; .reg .b128 %q;\n"
    "ld.param.u64 %a0, [s]; ld.param.u64 %a1, [s+8]; "
    "ld.param.u64 %a2, [s+16]; ld.param.u8 %c, [c]; ld.param.f64 %d, [d];\n"
    "ld.param.b128 %q, [q]; mov.b128 {%a3, _}, %q; add.u64 %a0, %a0, %a3;\n"
    "st.param.u64 [r], %a2; st.param.u64 [r+8], %a0;\n"
    "cvt.u64.u32 %a1, %c; st.param.u64 [r+16], %a1; ret;\n}\n" }
};

/* ---- Errors at load.  */

static void
test_load_errors (void)
{
  static const struct { const char *body, *at, *message; } t[] = {
    { "tanh.approx.bf16x2 %r1, %r2, %r3;", "test:10", NULL },
    { "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%base];",
      "test:10", "an instruction that this machine does not have" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];",
      "test:10", "an instruction that this machine does not have" },
    { "alloca.u64 %rd1, 8, 24;", "test:7", "power of two" }
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    {
      char ptx[3000];
      struct machine m;
      struct vm_options o = table_options ();
      snprintf (ptx, sizeof ptx, "%s%s%s\nret;\n}\n", HEADER, KERNEL_BEGIN,
		t[k].body);
      bool ok = machine_load (&m, &o, ptx);
      check (!ok && !strncmp (last_message, t[k].at, strlen (t[k].at))
	     && (!t[k].message || strstr (last_message, t[k].message)),
	     "%s: %s", t[k].body, last_message);
      if (ok)
	machine_free (&m);
    }
}

/* ---- What is no table.  */

/* Two seeds disagree, one seed agrees with itself.  */
static void
test_random (void)
{
  static const char ptx[] = HEADER FOO KERNEL_BEGIN CALL_FOO "\n}\n";
  uint32_t w[3][40] = { 0 };
  for (int k = 0; k < 3; k++)
    {
      struct vm_options o = table_options ();
      o.threads = 1;
      o.uninit = VM_UNINIT_RANDOM;
      o.seed = k == 1 ? 2 : 1;
      run_once (&o, ptx, 1, 40, w[k], sizeof w[k]);
    }
  check (w[0][0] != w[1][0] && w[0][0] == w[2][0] && w[0][1] == 6,
	 "random: 0x%x 0x%x 0x%x", w[0][0], w[1][0], w[2][0]);
}

static void
test_host_side (void)
{
  struct machine m;
  struct vm_options o = table_options ();
  static const char ptx[] = HEADER
    ".visible .global .align 8 .u32 g[4] = { 1, 2, 3 };\n"
    ".global .u64 pg = generic (g) + 8;\n" KERNEL_BEGIN
    "mov.u64 %rd1, pg; ld.global.u64 %rd2, [%rd1]; ld.u32 %r1, [%rd2];\n"
    "st.global.u32 [%addr], %r1; ret;\n}\n";
  check (machine_load (&m, &o, ptx), "load: %s", last_message);
  uint64_t a, n, base, size;
  check (vm_module_global (m.module, "g", &a, &n) && n == 16, "global g");
  uint32_t w[4];
  check (vm_read (m.vm, w, a, 16) == VM_OK && w[1] == 2 && w[3] == 0,
	 "initial values");
  check (vm_find (m.vm, a + 5, &base, &size) && base == a && size == 16,
	 "find");
  check (!vm_module_global (m.module, "nothing", &a, &n), "no such global");
  uint32_t v[1] = { 0 };
  check (machine_run (&m, "k", 1, 1, 0, v, 4, 0) == VM_OK && v[0] == 3,
	 "initialiser with an address: %u", v[0]);

  uint64_t p = vm_alloc (m.vm, 1000, "p");
  check (p && p % 256 == 0, "alignment of vm_alloc");
  check (vm_fill8 (m.vm, p, 7, 1000) == VM_OK
	 && vm_fill8 (m.vm, p, 7, 1001) == VM_INVALID_VALUE, "fill");
  check (vm_read (m.vm, w, p + 990, 16) == VM_INVALID_VALUE, "read past");
  check (vm_free (m.vm, p) == VM_OK && vm_free (m.vm, p) == VM_INVALID_VALUE,
	 "free, and again");
  check (vm_read (m.vm, w, p, 4) == VM_INVALID_VALUE, "read freed memory");
  check (vm_alloc (m.vm, (uint64_t) 1 << 40, NULL) == 0, "too much");
  /* A hundred thousand small ones must not use the memory up.  */
  bool ok = true;
  for (int k = 0; k < 100000 && ok; k++)
    {
      uint64_t q = vm_alloc (m.vm, 1 + (unsigned) k % 2000, NULL);
      ok = q && vm_free (m.vm, q) == VM_OK;
    }
  check (ok, "allocate and free many times");
  uint64_t free_bytes, total;
  vm_memory_info (m.vm, &free_bytes, &total);
  check (total == o.memory && free_bytes <= total && free_bytes + 4096 > total,
	 "memory info");

  static uint32_t host[64];
  host[5] = 1234;
  check (vm_register_host (m.vm, host, sizeof host) == VM_OK, "register");
  struct { uint64_t p; uint32_t n; uint32_t pad; } params
    = { (uint64_t) (uintptr_t) host, 0, 0 };
  const unsigned one[3] = { 1, 1, 1 };
  struct vm_kernel *k = vm_module_kernel (m.module, "k");
  check (vm_launch (m.vm, k, one, one, 0, &params, sizeof params, NULL) == VM_OK
	 && host[0] == 3, "store to registered memory");
  check (vm_unregister_host (m.vm, host) == VM_OK, "unregister");
  check (vm_launch (m.vm, k, one, one, 0, &params, sizeof params, NULL)
	 == VM_ILLEGAL_ADDRESS, "store to memory that is no longer known");
  const unsigned big[3] = { 1025, 1, 1 };
  check (vm_launch (m.vm, k, one, big, 0, &params, sizeof params, NULL)
	 == VM_INVALID_VALUE, "a block of 1025 threads");
  machine_free (&m);
}

static void
test_stats (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "mov.u32 %r1, 0;\nLOOP: add.u32 %r1, %r1, 1;\n"
    "setp.lt.u32 %p1, %r1, 10; @%p1 bra LOOP;\nret;\n}\n";
  struct machine m;
  struct vm_options o = table_options ();
  o.stats = true;
  check (machine_load (&m, &o, ptx), "load: %s", last_message);
  uint32_t v[32] = { 0 };
  machine_run (&m, "k", 1, 32, 0, v, sizeof v, 0);
  struct vm_stats s;
  vm_get_stats (m.vm, &s);
  /* Three instructions of the beginning, one, ten times three, one.  */
  check (s.warp_insns == 35 && s.lane_insns == 35 * 32, "%llu and %llu "
	 "instructions", (unsigned long long) s.warp_insns,
	 (unsigned long long) s.lane_insns);
  machine_free (&m);
}

int
main (void)
{
  RUN_ROWS (faults, ".file 1 \"src/mem.c\"\n", ".loc 1 77 0\n");
  RUN_ROWS (rows, "", "");
  if (!on_gpu)
    {
      test_load_errors ();
      test_random ();
      test_host_side ();
      test_stats ();
    }
  return finish_tests ();
}
