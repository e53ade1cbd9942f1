/* Tests of the PTX machine: memory, definedness, faults and their texts.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-test.h"

static struct vm_options
options (void)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 64 << 20;
  o.time_limit = 20;
  o.threads = 1;
  return o;
}

/* The body of a kernel must end with RESULT and a report that has TEXT.  */
static void
faults (const char *what, const char *decls, const char *body,
	enum vm_result result, const char *text)
{
  char ptx[8000];
  uint32_t v[16] = { 0 };
  struct vm_options o = options ();
  strcpy (ptx, HEADER ".file 1 \"src/mem.c\"\n");
  strcat (ptx, decls);
  strcat (ptx, KERNEL_BEGIN ".loc 1 77 0\n");
  strcat (ptx, body);
  strcat (ptx, "\nret;\n}\n");
  enum vm_result r = run_once (&o, ptx, 1, 1, v, sizeof v);
  check (r == result, "%s: %s, not %s", what, vm_result_name (r),
	 vm_result_name (result));
  bool ok = text ? reported (text) : reports.n == 0;
  check (ok, "%s: no report with `%s'", what, text ? text : "nothing");
  if (!ok)
    show_reports ();
}

/* The frame of a function has 16 bytes and two variables of 4 at 0 and at 8, each
   with a gap behind it; BODY is what it does with %frame.  */
static void
frame_faults (const char *what, const char *notes, const char *body,
	      enum vm_result result, const char *text)
{
  char decls[4000];
  snprintf (decls, sizeof decls,
	    ".func f (.param .u64 a)\n{\n"
	    ".reg .u64 %%frame, %%a; .reg .u32 %%r1;\n"
	    ".local .align 8 .b8 %%frame_ar[16];\n"
	    "ld.param.u64 %%a, [a];\n"
	    "cvta.local.u64 %%frame, %%frame_ar;\n%s%s\nret;\n}\n", notes, body);
  faults (what, decls, "{ .param .u64 p; st.param.u64 [p], %base;\n"
	  "call f, (p); }\n{ .param .u64 p; st.param.u64 [p], %base;\n"
	  "call f, (p); }", result, text);
}

static void
test_frames (void)
{
  static const char good[] = "// accelfix: frame 0 4 12 x src/mem.c\n"
			     "// accelfix: frame 8 4 13 y\n"
			     "// accelfix: gap 4 4\n// accelfix: gap 12 4\n";
  frame_faults ("frame, past x", good, "ld.u32 %r1, [%frame+4];",
		VM_ILLEGAL_ADDRESS, "4-byte load at 0x");
  frame_faults ("frame, past x", good, "ld.u32 %r1, [%frame+4];",
		VM_ILLEGAL_ADDRESS, "out of bounds: 0 bytes past the end of f's "
		"local variable `x' (4 bytes, src/mem.c:12)");
  frame_faults ("frame, ahead of y", good, "st.u8 [%frame+7], 1;",
		VM_ILLEGAL_ADDRESS, "1 byte ahead of f's local variable `y' (4 "
		"bytes)");
  frame_faults ("frame, across x", good, "st.u64 [%frame], 1;",
		VM_ILLEGAL_ADDRESS, "local variable `x'");
  frame_faults ("frame, by .local", good,
		"cvta.to.local.u64 %a, %frame; st.local.u32 [%a+12], 1;",
		VM_ILLEGAL_ADDRESS, "past the end of f's local variable `y'");
  frame_faults ("frame, in order", good, "st.u32 [%frame], 1;"
		"st.u32 [%frame+8], 1; ld.u32 %r1, [%frame]; st.u32 [%a], %r1;",
		VM_OK, NULL);
  frame_faults ("frame, no gaps", "// accelfix: frame 0 4 12 x src/mem.c\n",
		"st.u32 [%frame+4], 1;", VM_OK, NULL);
  frame_faults ("frame, no notes", "// accelfix: gap 4\n// accelfix: gap x 4\n"
		"// accelfix: gap 4 99999999999999999999\n// accelfix: frame 1\n"
		"// accelfix: gap 4 0\n// accelfix: gap 4 4 4\n// accelfix: \n",
		"st.u32 [%frame+4], 1;", VM_OK, NULL);
}

static void
test_faults (void)
{
  faults ("load at the end", "", "ld.global.u32 %r1, [%base+64];",
	  VM_ILLEGAL_ADDRESS, "out of bounds: 0 bytes past the end of `buf' "
	  "(64 bytes) in k (mem.c:77), block (0,0,0) thread (0,0,0), PTX line 12");
  faults ("load before", "", "ld.global.u32 %r1, [%base+-4];",
	  VM_ILLEGAL_ADDRESS, "4-byte .global load");
  faults ("store far away", "", "st.global.u8 [%base+1000000], 1;",
	  VM_ILLEGAL_ADDRESS, "1-byte .global store");
  faults ("null", "", "mov.u64 %rd1, 0; ld.u32 %r1, [%rd1];",
	  VM_ILLEGAL_ADDRESS, "null pointer");
  faults ("misaligned", "", "ld.global.u32 %r1, [%base+2];", VM_MISALIGNED,
	  "misaligned 4-byte .global load at");
  faults ("misaligned vector", "",
	  "ld.global.v2.u32 {%r1, %r2}, [%base+4];", VM_MISALIGNED,
	  "misaligned 8-byte vector access");
  faults ("across the end", ".global .align 8 .b8 x[12];\n",
	  "mov.u64 %rd1, x; ld.global.u64 %rd2, [%rd1+8];",
	  VM_ILLEGAL_ADDRESS, "offset 8 in `x' (12 bytes), across its end");
  faults ("gap between variables",
	  ".global .u32 x; .global .u32 y;\n",
	  "mov.u64 %rd1, x; ld.global.u32 %r1, [%rd1+4];",
	  VM_ILLEGAL_ADDRESS, "past the end of `x' (4 bytes)");
  faults ("shared past its end", ".shared .u32 s[4];\n",
	  "mov.u64 %rd1, s; ld.shared.u32 %r1, [%rd1+16];",
	  VM_ILLEGAL_ADDRESS, "out of bounds: 0 bytes past the end of the shared "
	  "variable `s' (16 bytes)");
  faults ("far past shared memory", ".shared .u32 s[4];\n",
	  "mov.u64 %rd1, s; ld.shared.u32 %r1, [%rd1+65536];",
	  VM_ILLEGAL_ADDRESS, "out of bounds, shared memory has");
  faults ("shared variable's neighbour", ".shared .u32 s[4];\n"
	  ".shared .u32 t[4];\n",
	  "mov.u64 %rd1, t; st.shared.u32 [%rd1+-4], 1;",
	  VM_ILLEGAL_ADDRESS, "out of bounds: 4 bytes ahead of the shared "
	  "variable `t' (16 bytes)");
  faults ("shared, by a generic address", ".shared .u32 s[4];\n"
	  ".shared .u32 t[4];\n",
	  "mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;"
	  "ld.u32 %r1, [%rd1+16]; mov.u64 %rd2, t; st.shared.u32 [%rd2], %r1;",
	  VM_ILLEGAL_ADDRESS, "0 bytes past the end of the shared variable `s'");
  faults ("shared, across the end", ".shared .align 8 .b8 s[12];\n",
	  "mov.u64 %rd1, s; ld.shared.u64 %rd2, [%rd1+8];",
	  VM_ILLEGAL_ADDRESS, "offset 8 in the shared variable `s' (12 bytes), "
	  "across its end");
  faults ("shared, all of it", ".shared .align 8 .b8 s[12];\n"
	  ".shared .align 1 .b8 t[3]; .shared .u32 __lib[2];\n",
	  "mov.u64 %rd1, s; st.shared.u64 [%rd1], 5; st.shared.u32 [%rd1+8], 5;"
	  "mov.u64 %rd1, t; st.shared.u8 [%rd1+2], 5; cvta.shared.u64 %rd1, %rd1;"
	  "st.u16 [%rd1], 5; mov.u64 %rd1, __lib; st.shared.u64 [%rd1], 5;",
	  VM_OK, NULL);
  faults ("shared address as global", ".shared .u32 s[64];\n",
	  "mov.u64 %rd1, s; st.global.u32 [%rd1+64], 0;",
	  VM_ILLEGAL_ADDRESS, "is it an address in shared memory?");
  faults ("generic address as shared", ".shared .u32 s[64];\n",
	  "mov.u64 %rd1, s; cvta.shared.u64 %rd2, %rd1; "
	  "ld.shared.u32 %r1, [%rd2];",
	  VM_ILLEGAL_ADDRESS, "wrong state space, that is a generic address");
  faults ("store to constant", ".const .u32 c = 5;\n",
	  "mov.u64 %rd1, c; cvta.const.u64 %rd1, %rd1; st.u32 [%rd1], 1;",
	  VM_ILLEGAL_ADDRESS, "4-byte store to constant memory");
  faults ("constant as global", ".const .u32 c = 5;\n",
	  "mov.u64 %rd1, c; ld.global.u32 %r1, [%rd1];",
	  VM_ILLEGAL_ADDRESS, "wrong state space");
  faults ("local beyond the frame", "",
	  ".local .align 8 .b8 l[16]; mov.u64 %rd1, l; "
	  "cvta.local.u64 %rd1, %rd1; ld.u32 %r1, [%rd1+64];",
	  VM_ILLEGAL_ADDRESS, "local memory beyond the frames in use");
  faults ("atomic on nothing", "",
	  "mov.u64 %rd1, 64; atom.global.add.u32 %r1, [%rd1], 1;",
	  VM_ILLEGAL_ADDRESS, "atomic operation");
  faults ("use after free",
	  ".extern .func (.param .u64 p) malloc (.param .u64 n);\n"
	  ".extern .func free (.param .u64 p);\n",
	  "{ .param .u64 p; .param .u64 n; st.param.u64 [n], 100; "
	  "call (p), malloc, (n); ld.param.u64 %rd1, [p]; }\n"
	  "st.u32 [%rd1+96], 7;\n"
	  "{ .param .u64 n; st.param.u64 [n], %rd1; call free, (n); }\n"
	  "ld.u32 %r1, [%rd1+96];",
	  VM_ILLEGAL_ADDRESS, "use after free: offset 96 in memory from malloc");
  faults ("double free",
	  ".extern .func (.param .u64 p) malloc (.param .u64 n);\n"
	  ".extern .func free (.param .u64 p);\n",
	  "{ .param .u64 p; .param .u64 n; st.param.u64 [n], 100; "
	  "call (p), malloc, (n); ld.param.u64 %rd1, [p]; }\n"
	  "{ .param .u64 n; st.param.u64 [n], %rd1; call free, (n); }\n"
	  "{ .param .u64 n; st.param.u64 [n], %rd1; call free, (n); }\n",
	  VM_ILLEGAL_ADDRESS, "free of 0x");
  faults ("trap", "", "trap;", VM_TRAP, "trap in k (mem.c:77)");
  faults ("guarded trap", "", "setp.eq.u32 %p1, %t, 0; @%p1 trap;", VM_TRAP,
	  "trap in k");
  faults ("call of no function", "",
	  "mov.u64 %rd1, 12345;\n{ P: .callprototype _ (); call %rd1, (), P; }",
	  VM_ILLEGAL_INSN, "indirect call to 0x3039, which is no function");
  faults ("no barrier 16", "", "mov.u32 %r1, 16; bar.sync %r1;",
	  VM_ILLEGAL_INSN, "barrier 16");
  faults ("recursion without end",
	  ".func f () { .local .b8 l[64]; .reg .u64 %x; mov.u64 %x, l; "
	  "st.local.u8 [%x], 1; call f, (); ret; }\n",
	  "call f, ();", VM_STACK_OVERFLOW, "stack overflow: calling f");
  /* What is right must be silent.  */
  faults ("all in bounds", ".shared .align 8 .b8 s[16]; .const .u32 c = 5;\n",
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
	  VM_OK, NULL);
}

/* Stack manipulation: what is wrong, and by how much.  */
static void
test_stack_faults (void)
{
  faults ("alloca of more than there is", "", "alloca.u64 %rd1, 100000;",
	  VM_STACK_OVERFLOW, "stack overflow: alloca of 100000 bytes beyond 16 "
	  "of");
  faults ("alloca of all that a register can say", "",
	  "mov.s64 %rd2, -1; alloca.u64 %rd1, %rd2, 64;",
	  VM_STACK_OVERFLOW, "alloca of 18446744073709551615 bytes");
  faults ("alloca without end", "", "L: alloca.u64 %rd1, 16; bra L;",
	  VM_STACK_OVERFLOW, "stack overflow: alloca of 16 bytes");
  faults ("behind what alloca gave", "",
	  "alloca.u64 %rd1, 24; st.local.u64 [%rd1+16], 1; "
	  "st.local.u64 [%rd1+24], 1;",
	  VM_ILLEGAL_ADDRESS, "out of bounds, local memory has 40 bytes here");
  faults ("use after stackrestore", "",
	  "stacksave.u64 %rd2; alloca.u64 %rd1, 64; cvta.local.u64 %rd3, %rd1; "
	  "st.u64 [%rd3+56], 1; stackrestore.u64 %rd2; ld.u64 %rd4, [%rd3+56];",
	  VM_ILLEGAL_ADDRESS, "local memory beyond the frames in use");
  faults ("use after the return",
	  ".func (.param .u64 v) f () { .reg .u64 %a; alloca.u64 %a, 64; "
	  "st.local.u64 [%a], 1; st.param.u64 [v], %a; ret; }\n",
	  "{ .param .u64 v; call (v), f, (); ld.param.u64 %rd1, [v]; }\n"
	  "ld.local.u64 %rd2, [%rd1];",
	  VM_ILLEGAL_ADDRESS, "out of bounds, local memory has 16 bytes here");
  faults ("stackrestore upwards", "",
	  "stacksave.u64 %rd1; add.u64 %rd1, %rd1, 8; stackrestore.u64 %rd1;",
	  VM_ILLEGAL_ADDRESS, "stackrestore of 0x18, which no stacksave of this "
	  "call of k has given: its stack is from 0x10 to 0x10");
  faults ("stackrestore of the caller's",
	  ".func f (.param .u64 s) { .local .b8 l[64]; .reg .u64 %s, %l; "
	  "mov.u64 %l, l; st.local.u8 [%l], 1; ld.param.u64 %s, [s]; "
	  "stackrestore.u64 %s; ret; }\n",
	  "stacksave.u64 %rd1; alloca.u64 %rd2, 32; { .param .u64 s; "
	  "st.param.u64 [s], %rd1; call f, (s); }",
	  VM_ILLEGAL_ADDRESS, "which no stacksave of this call of f");
}

/* Each lane allocates its own number of words, in a loop that others leave
   before, below a function that does the same.  */
static const char stack_ptx[] = HEADER
  ".func spoil (.param .u32 n)\n{\n.reg .u32 %n; .reg .u64 %a, %b, %s;\n"
  ".reg .pred %p;\nld.param.u32 %n, [n];\nmul.wide.u32 %s, %n, 4;\n"
  "alloca.u64 %a, %s;\ncvta.local.u64 %a, %a;\nadd.u64 %b, %a, %s;\n"
  "L:\nsetp.ge.u64 %p, %a, %b;\n@%p bra E;\nst.u32 [%a], 0xffffffff;\n"
  "add.u64 %a, %a, 4;\nbra L;\nE:\nret;\n}\n"
  ".func (.param .u32 v) sum (.param .u32 n)\n{\n"
  ".reg .u32 %n, %i, %v, %x, %q, %q2; .reg .u64 %a, %b, %s, %s0, %p64;\n"
  ".local .align 8 .b8 frame[24];\n"
  ".reg .pred %p;\nld.param.u32 %n, [n];\nmov.u64 %p64, frame;\n"
  "st.local.u32 [%p64+16], %n;\nmul.wide.u32 %s, %n, 4;\n"
  "stacksave.u64 %s0;\nalloca.u64 %a, %s, 32;\n"
  /* The forms of 32 bits.  */
  "stacksave.u32 %q;\ncvt.u32.u64 %x, %s;\nalloca.u32 %q2, %x;\n"
  "add.u32 %x, %q2, %x;\nstacksave.u32 %v;\nsetp.ne.u32 %p, %v, %x;\n"
  "@%p trap;\nstackrestore.u32 %q;\n"
  "mov.u32 %i, 0;\nmov.u64 %b, %a;\n"
  "L:\nsetp.ge.u32 %p, %i, %n;\n@%p bra M;\nst.local.u32 [%b], %i;\n"
  "add.u64 %b, %b, 4;\nadd.u32 %i, %i, 1;\nbra L;\nM:\n"
  "{ .param .u32 m; st.param.u32 [m], %n; call spoil, (m); }\n"
  "mov.u32 %v, 0;\nmov.u32 %i, 0;\nmov.u64 %b, %a;\n"
  "S:\nsetp.ge.u32 %p, %i, %n;\n@%p bra T;\nld.local.u32 %x, [%b];\n"
  "add.u32 %v, %v, %x;\nadd.u64 %b, %b, 4;\nadd.u32 %i, %i, 1;\nbra S;\n"
  "T:\nstackrestore.u64 %s0;\nalloca.u64 %b, %s, 32;\n"
  "setp.ne.u64 %p, %a, %b;\n@%p trap;\nand.b64 %a, %a, 31;\n"
  "setp.ne.u64 %p, %a, 0;\n@%p trap;\n"
  "ld.local.u32 %x, [%p64+16];\nmad.lo.u32 %v, %x, 1000, %v;\n"
  "st.param.u32 [v], %v;\nret;\n}\n"
  KERNEL_BEGIN
  "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\n"
  "K:\nsetp.gt.u32 %p1, %r1, %t;\n@%p1 bra D;\n"
  "{ .param .u32 m; .param .u32 v; st.param.u32 [m], %r1; "
  "call (v), sum, (m); ld.param.u32 %r3, [v]; }\n"
  "add.u32 %r2, %r2, %r3;\nadd.u32 %r1, %r1, 1;\nbra K;\nD:\n"
  "st.global.u32 [%addr], %r2;\nret;\n}\n";

static void
test_stack (void)
{
  static const enum vm_model models[] = { VM_PASCAL, VM_VOLTA };
  for (unsigned k = 0; k < 2; k++)
    {
      struct vm_options o = options ();
      o.model = models[k];
      o.uninit = VM_UNINIT_ERROR;
      uint32_t v[48] = { 0 };
      enum vm_result r = run_once (&o, stack_ptx, 1, 48, v, sizeof v);
      unsigned wrong = 0;
      for (uint32_t t = 0; t < 48; t++)
	{
	  uint32_t want = 0;
	  for (uint32_t n = 0; n <= t; n++)
	    want += n * 1000 + n * (n - (n > 0)) / 2;
	  wrong += v[t] != want;
	}
      check (r == VM_OK && wrong == 0, "stacks, model %u: %s, %u wrong", k,
	     vm_result_name (r), wrong);
      show_reports ();
    }

  /* An address that lane 0 made means one's own memory in the others.  */
  static const char handed[] = HEADER KERNEL_BEGIN
    "mov.u64 %rd2, 0;\nsetp.ne.u32 %p1, %t, 0;\n@%p1 bra J;\n"
    "alloca.u64 %rd1, 64;\ncvta.local.u64 %rd2, %rd1;\nJ:\n"
    "mov.b64 {%r1, %r2}, %rd2;\nshfl.sync.idx.b32 %r1, %r1, 0, 31, -1;\n"
    "shfl.sync.idx.b32 %r2, %r2, 0, 31, -1;\nmov.b64 %rd2, {%r1, %r2};\n"
    "st.u32 [%rd2+60], %t;\nld.u32 %r3, [%rd2+60];\n"
    "st.global.u32 [%addr], %r3;\nret;\n}\n";
  struct vm_options o = options ();
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, handed, 1, 32, v, sizeof v);
  unsigned wrong = 0;
  for (uint32_t t = 0; t < 32; t++)
    wrong += v[t] != t;
  check (r == VM_OK && wrong == 0, "stack of lane 0: %s, %u wrong",
	 vm_result_name (r), wrong);

  /* What some lanes allocate or give back takes nothing from the others.  */
  static const char parted[] = HEADER KERNEL_BEGIN
    "stacksave.u64 %rd3;\nsetp.lt.u32 %p1, %t, 16;\n@%p1 bra J;\n"
    "alloca.u64 %rd1, 64;\nJ:\n@!%p1 bra M;\nalloca.u64 %rd1, 8;\n"
    "stackrestore.u64 %rd3;\nM:\n@%p1 bra D;\n"
    "st.local.u32 [%rd1+60], %t;\nld.local.u32 %r3, [%rd1+60];\n"
    "st.global.u32 [%addr], %r3;\nD:\nret;\n}\n";
  memset (v, 0, sizeof v);
  r = run_once (&o, parted, 1, 32, v, sizeof v);
  wrong = 0;
  for (uint32_t t = 0; t < 32; t++)
    wrong += v[t] != (t < 16 ? 0 : t);
  check (r == VM_OK && wrong == 0, "stacks of parted lanes: %s, %u wrong",
	 vm_result_name (r), wrong);
  show_reports ();

  /* Alignments, by local and by generic addresses, in frames that follow one
     another.  */
  static const char aligned[] = HEADER
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
    "st.param.u64 [v], %b;\nret;\n}\n"
    KERNEL_BEGIN
    "{ .param .u64 r; call (r), f, (); ld.param.u64 %rd1, [r]; }\n"
    "{ .param .u64 r; call (r), g, (); ld.param.u64 %rd2, [r]; }\n"
    "or.b64 %rd1, %rd1, %rd2;\ncvt.u32.u64 %r1, %rd1;\n"
    "add.u32 %r1, %r1, 1;\nst.global.u32 [%addr], %r1;\nret;\n}\n";
  memset (v, 0, sizeof v);
  r = run_once (&o, aligned, 1, 32, v, sizeof v);
  wrong = 0;
  for (uint32_t t = 0; t < 32; t++)
    wrong += v[t] != 1;
  check (r == VM_OK && wrong == 0, "alignments: %s, %u wrong",
	 vm_result_name (r), wrong);
  show_reports ();

  struct machine m;
  bool ok = machine_load (&m, &o, HEADER KERNEL_BEGIN
			  "alloca.u64 %rd1, 8, 24;\nret;\n}\n");
  check (!ok && strstr (last_message, "power of two"),
	 "alignment 24: %s", last_message);
  if (ok)
    machine_free (&m);
}

/* Only one lane of 32 is wrong: the report names its thread.  */
static void
test_lane (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "setp.eq.u32 %p1, %t, 45; selp.u64 %rd1, 100000, 0, %p1;\n"
    "add.u64 %rd1, %addr, %rd1; st.global.u32 [%rd1], 1; ret;\n}\n";
  struct vm_options o = options ();
  uint32_t v[64] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 64, v, sizeof v);
  check (r == VM_ILLEGAL_ADDRESS && reported ("thread (45,0,0)"),
	 "one lane of a warp: %s", vm_result_name (r));
}

/* ---- Definedness.  */

static const char uninit_ptx[] = HEADER ".file 1 \"pr53465.c\"\n"
  ".func (.param .u32 v) foo (.param .u32 x)\n{\n.reg .u32 %r1, %r25;\n"
  ".reg .pred %p;\n.loc 1 9 0\nld.param.u32 %r1, [x];\n"
  "setp.eq.u32 %p, %r1, 0;\n@%p bra L;\nmov.u32 %r25, 5;\nL:\n"
  "add.u32 %r1, %r25, 1;\nst.param.u32 [v], %r1;\nret;\n}\n"
  KERNEL_BEGIN
  "{ .param .u32 v; .param .u32 x; st.param.u32 [x], %t; "
  "call (v), foo, (x); ld.param.u32 %r1, [v]; }\n"
  "st.global.u32 [%addr], %r1; ret;\n}\n";

static void
test_uninit (void)
{
  struct vm_options o = options ();
  uint32_t v[40] = { 0 };
  enum vm_result r = run_once (&o, uninit_ptx, 1, 40, v, sizeof v);
  check (r == VM_OK && reports.n == 0, "uninit off: %s, %u reports",
	 vm_result_name (r), reports.n);

  o.uninit = VM_UNINIT_REPORT;
  r = run_once (&o, uninit_ptx, 1, 40, v, sizeof v);
  check (r == VM_OK && reports.n == 1 && v[1] == 6, "report: %s, %u reports",
	 vm_result_name (r), reports.n);
  check (strcmp (reports.text[0], "uninitialised register %r25 read in foo "
		 "(pr53465.c:9), block (0,0,0) thread (0,0,0), PTX line 15")
	 == 0, "text: %s", reports.text[0]);

  o.uninit = VM_UNINIT_ERROR;
  r = run_once (&o, uninit_ptx, 1, 40, v, sizeof v);
  check (r == VM_UNINIT && reports.n == 1, "error: %s", vm_result_name (r));

  /* Two seeds disagree, one seed agrees with itself.  */
  uint32_t w[3][40];
  for (int k = 0; k < 3; k++)
    {
      o.uninit = VM_UNINIT_RANDOM;
      o.seed = k == 1 ? 2 : 1;
      memset (w[k], 0, sizeof w[k]);
      run_once (&o, uninit_ptx, 1, 40, w[k], sizeof w[k]);
    }
  check (w[0][0] != w[1][0] && w[0][0] == w[2][0] && w[0][1] == 6,
	 "random: 0x%x 0x%x 0x%x", w[0][0], w[1][0], w[2][0]);

  /* Predicated definitions count for the lanes that made them.  */
  static const char guarded[] = HEADER KERNEL_BEGIN
    "setp.ne.u32 %p1, %t, 33;\n@%p1 mov.u32 %r1, 4;\n"
    "add.u32 %r2, %r1, 1;\nst.global.u32 [%addr], %r2;\nret;\n}\n";
  o.uninit = VM_UNINIT_REPORT;
  r = run_once (&o, guarded, 1, 32, v, sizeof v);
  check (r == VM_OK && reports.n == 0, "guarded, all lanes: %u reports",
	 reports.n);
  r = run_once (&o, guarded, 1, 40, v, sizeof v);
  check (r == VM_OK && reports.n == 1
	 && reported ("register %r1 read in k, block (0,0,0) thread (33,0,0), "
		      "PTX line 12"), "guarded, one lane: %u reports: %s",
	 reports.n, reports.text[0]);
  /* A predicate, a guard on it, and a value that only a loop carries.  */
  static const char pred[] = HEADER KERNEL_BEGIN
    "mov.u32 %r2, 0;\nLOOP:\nadd.u32 %r2, %r2, 1;\n@%p2 st.global.u32 [%addr], 1;\n"
    "setp.ge.u32 %p2, %r2, 3;\n@!%p2 bra LOOP;\nret;\n}\n";
  r = run_once (&o, pred, 1, 1, v, sizeof v);
  check (r == VM_OK && reports.n == 1 && reported ("register %p2 read"),
	 "predicate: %u reports", reports.n);
}

/* ---- Limits.  */

static void
test_limits (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "LOOP: add.u32 %r1, %t, 1; bra LOOP;\n}\n";
  struct vm_options o = options ();
  uint32_t v[32] = { 0 };
  o.insn_limit = 100000;
  enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_TIMEOUT && reported ("instruction limit of 100000 reached"),
	 "instruction limit: %s", vm_result_name (r));
  o = options ();
  o.time_limit = 0.1;
  r = run_once (&o, ptx, 3, 1, v, sizeof v);
  check (r == VM_TIMEOUT && reported ("time limit of 0.1 seconds reached"),
	 "time limit: %s", vm_result_name (r));
}

/* ---- Errors at load.  */

static void
test_load_errors (void)
{
  static const struct { const char *body, *message; } t[] = {
    { "tanh.approx.bf16x2 %r1, %r2, %r3;", NULL },
    { "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%base];",
      "an instruction that this machine does not have" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];",
      "an instruction that this machine does not have" },
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    {
      char ptx[3000];
      struct machine m;
      struct vm_options o = options ();
      strcpy (ptx, HEADER KERNEL_BEGIN);
      strcat (ptx, t[k].body);
      strcat (ptx, "\nret;\n}\n");
      bool ok = machine_load (&m, &o, ptx);
      check (!ok && strncmp (last_message, "test:10", 7) == 0
	     && (!t[k].message || strstr (last_message, t[k].message)),
	     "%s: %s", t[k].body, last_message);
      if (ok)
	machine_free (&m);
    }
}

/* ---- The host's side.  */

static void
test_host_side (void)
{
  struct machine m;
  struct vm_options o = options ();
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

/* Stack frames, structures as parameters, many arguments.  */
static void
test_parameters (void)
{
  static const char ptx[] = HEADER
    ".func (.param .align 8 .b8 r[24]) f (.param .align 8 .b8 s[24], "
    ".param .u8 c, .param .f64 d, .param .b128 q)\n{\n"
    ".reg .u64 %a<4>; .reg .u32 %c; .reg .f64 %d; .reg .b128 %q;\n"
    "ld.param.u64 %a0, [s]; ld.param.u64 %a1, [s+8]; "
    "ld.param.u64 %a2, [s+16]; ld.param.u8 %c, [c]; ld.param.f64 %d, [d];\n"
    "ld.param.b128 %q, [q]; mov.b128 {%a3, _}, %q; add.u64 %a0, %a0, %a3;\n"
    "st.param.u64 [r], %a2; st.param.u64 [r+8], %a0;\n"
    "cvt.u64.u32 %a1, %c; st.param.u64 [r+16], %a1; ret;\n}\n"
    KERNEL_BEGIN ".reg .b128 %q; cvt.u64.u32 %rd1, %t;\n"
    "{ .param .align 8 .b8 r[24]; .param .align 8 .b8 s[24]; .param .u8 c;"
    ".param .f64 d; .param .b128 q;\n"
    "st.param.u64 [s], %rd1; st.param.v2.u64 [s+8], {5, 6};"
    "st.param.u8 [c], 0x1ff; st.param.f64 [d], 0d0000000000000000;\n"
    "mov.u64 %rd4, 100; mov.b128 %q, {%rd4, %rd1}; st.param.b128 [q], %q;\n"
    "call (r), f, (s, c, d, q);\n"
    "ld.param.u64 %rd1, [r]; ld.param.u64 %rd2, [r+8]; "
    "ld.param.u64 %rd3, [r+16]; }\n"
    "mad.lo.u64 %rd1, %rd1, 1000, %rd2; mad.lo.u64 %rd1, %rd3, 10000, %rd1;\n"
    "st.global.u32 [%addr], %rd1; ret;\n}\n";
  struct vm_options o = options ();
  uint32_t v[33] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 33, v, sizeof v);
  bool ok = r == VM_OK;
  for (uint32_t i = 0; i < 33; i++)
    ok = ok && v[i] == 2550000 + 6000 + 100 + i;
  check (ok, "structures and 128 bits as parameters: %s, %u",
	 vm_result_name (r), v[1]);
  show_reports ();
}

static void
test_stats (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "mov.u32 %r1, 0;\nLOOP: add.u32 %r1, %r1, 1;\n"
    "setp.lt.u32 %p1, %r1, 10; @%p1 bra LOOP;\nret;\n}\n";
  struct machine m;
  struct vm_options o = options ();
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

/* Each block's local memory begins as zeros, whatever an earlier block has left
   in its own: what frames, alloca and callees wrote.  */
static void
test_local_zero (void)
{
  static const char ptx[] = HEADER
    ".func f (.param .u64 in)\n{ .local .align 8 .b8 b[64]; .reg .u64 %a, %b;"
    " .reg .u32 %v, %w; ld.param.u64 %a, [in]; mov.u64 %b, b;\n"
    "ld.local.u32 %v, [%b+60]; red.global.add.u32 [%a], %v;\n"
    "st.local.u32 [%b+60], 3; alloca.u64 %b, 128; ld.local.u32 %w, [%b+124];\n"
    "red.global.add.u32 [%a], %w; st.local.u32 [%b+124], 5; ret; }\n"
    KERNEL_BEGIN ".local .align 8 .b8 a[40];\n"
    "mov.u64 %rd1, a; ld.local.u64 %rd2, [%rd1+32]; cvt.u32.u64 %r1, %rd2;\n"
    "red.global.add.u32 [%base], %r1; st.local.u64 [%rd1+32], 7;\n"
    "{ .param .u64 p; st.param.u64 [p], %base; call f, (p); }\nret;\n}\n";
  static const unsigned threads[] = { 32, 70, 256 };
  for (unsigned k = 0; k < 3; k++)
    {
      struct vm_options o;
      uint32_t v[2] = { 0, 0 };
      vm_options_init (&o);
      o.threads = 2;
      enum vm_result r = run_once (&o, ptx, 200, threads[k], v, sizeof v);
      check (r == VM_OK && v[0] == 0, "local memory of %u threads: %s, %u",
	     threads[k], vm_result_name (r), v[0]);
    }
}

/* Lanes that load from one place see one value, though another block changes
   it all the time: here some lanes of a warp, which have come apart from the
   others.  */
static void
test_one_value (void)
{
  static const char *const loads[] = {
    "ld.global.u32 %r5, [%rd1];",
    "ld.global.u64 %rd5, [%rd1]; cvt.u32.u64 %r5, %rd5;",
    "ld.u16 %h1, [%rd1]; cvt.u32.u16 %r5, %h1;",
    "ld.global.v2.u32 {%r5, %r9}, [%rd1];"
  };
  for (unsigned k = 0; k < 4; k++)
    {
      char ptx[4000];
      struct vm_options o = options ();
      uint32_t v[4] = { 0 };
      o.threads = 2;
      strcpy (ptx, HEADER KERNEL_BEGIN
	      "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra R;\n"
	      "mov.u32 %r2, 0;\n"
	      "W: add.u32 %r2, %r2, 1; st.global.u32 [%base], %r2;"
	      "ld.volatile.global.u32 %r3, [%base+8]; setp.eq.u32 %p2, %r3, 0;"
	      "@%p2 bra W; ret;\n"
	      "R: setp.ge.u32 %p3, %t, 20; @%p3 bra E; mov.u32 %r4, 100000;"
	      "shr.u32 %r7, %t, 5; mad.wide.u32 %rd1, %r7, 4, %base;\n"
	      "L: ");
      strcat (ptx, loads[k]);
      strcat (ptx, "\nshfl.sync.idx.b32 %r6, %r5, 0, 31, 0xfffff;"
	      "setp.ne.u32 %p4, %r5, %r6; @%p4 red.global.add.u32 [%base+12], 1;"
	      "sub.u32 %r4, %r4, 1; setp.ne.u32 %p5, %r4, 0; @%p5 bra L;\n"
	      "st.volatile.global.u32 [%base+8], 1;\nE: ret;\n}\n");
      enum vm_result r = run_once (&o, ptx, 2, 32, v, sizeof v);
      check (r == VM_OK && v[3] == 0, "%s: %s, %u lanes saw another value",
	     loads[k], vm_result_name (r), v[3]);
    }
}

int
main (void)
{
  test_faults ();
  test_one_value ();
  test_frames ();
  test_stack_faults ();
  test_stack ();
  test_local_zero ();
  test_lane ();
  test_uninit ();
  test_limits ();
  test_load_errors ();
  test_host_side ();
  test_parameters ();
  test_stats ();
  return finish_tests ();
}
