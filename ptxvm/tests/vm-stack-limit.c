/* Tests of the PTX machine: a thread's stack is as large as a GPU's.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each program stores 100 and the thread's number, and is right on this machine: what
   is tested is whether it is reported that a GPU has no stack for it.  */

#include "vm-test.h"

static const enum vm_model models[] = { VM_VOLTA, VM_PASCAL };

#define DECLARE(NAME) ".func " NAME " (.param .u64 p, .param .u32 n);\n"

/* A function NAME (p, n) with BYTES in .local, whose address %f goes to others, and
   BODY.  */
#define FUNCTION(NAME, BYTES, BODY)					\
  ".func " NAME " (.param .u64 p, .param .u32 n)\n{\n"			\
  ".local .align 8 .b8 F[" BYTES "];\n"					\
  ".reg .u64 %p, %f, %g; .reg .u32 %n, %x; .reg .pred %q;\n"		\
  "ld.param.u64 %p, [p]; ld.param.u32 %n, [n];\n"			\
  "mov.u64 %f, F; cvta.local.u64 %f, %f;\n" BODY "ret;\n}\n"

#define CALL(NAME, P, N)						\
  "{ .param .u64 a; .param .u32 b; st.param.u64 [a], " P ";"		\
  " st.param.u32 [b], " N "; call " NAME ", (a, b); }\n"
#define CALL_POINTER(TO, P, N)						\
  "{ .param .u64 a; .param .u32 b; st.param.u64 [a], " P ";"		\
  " st.param.u32 [b], " N ";\n"						\
  "T: .callprototype _ (.param .u64 _, .param .u32 _);\n"		\
  "call " TO ", (a, b), T; }\n"
/* The same with a prototype that no function here has.  */
#define CALL_OTHER(TO)							\
  "{ .param .u32 b; st.param.u32 [b], 0;\n"				\
  "T: .callprototype _ (.param .u32 _);\n"				\
  "call " TO ", (b), T; }\n"

/* Call NAME with N one less, until that is 0.  */
#define AGAIN(CALL)							\
  "setp.eq.u32 %q, %n, 0; @%q bra END;\n"				\
  "sub.u32 %n, %n, 1;\n" CALL "END:\n"
#define TOUCH(AT)							\
  "add.u64 %g, %f, " AT "; st.u32 [%g], %n; st.u64 [%p+64000], %f;\n"

#define KERNEL(CALLS)							\
  KERNEL_BEGIN CALLS							\
  "add.u32 %r1, %t, 100; st.global.u32 [%addr], %r1; ret;\n}\n"
#define PROGRAM(FUNCTIONS, CALLS) HEADER FUNCTIONS KERNEL (CALLS)

#define RECURSION(BYTES, AT)						\
  DECLARE ("f")								\
  FUNCTION ("f", BYTES, TOUCH (AT) AGAIN (CALL ("f", "%p", "%n")))

static uint32_t buf[1 << 14];

/* Run PTX with a limit of BYTES.  TEXT: what is reported, once; NULL: nothing is.  */
static void
run (const char *name, const char *ptx, uint64_t bytes, const char *text)
{
  static const unsigned lanes[] = { 1, 32, 21 };
  for (unsigned m = 0; m < 2; m++)
    for (unsigned k = 0; k < 3; k++)
      {
	struct vm_options o;
	vm_options_init (&o);
	o.model = models[m];
	o.stack_size = bytes;
	memset (buf, 0, sizeof buf);
	enum vm_result r = run_once (&o, ptx, 2, lanes[k], buf, sizeof buf);
	bool ok = r == VM_OK && reports.n == (text != NULL);
	if (text && ok)
	  ok = (reports.kind[0] == VM_R_LIMIT && reported (text)
		&& reported ("stack overflow on a GPU"));
	for (unsigned i = 0; i < lanes[k]; i++)
	  ok = ok && buf[i] == 100 + i;
	check (ok, "%s: model %u, %u lanes: %s, %u reports", name, m, lanes[k],
	       vm_result_name (r), reports.n);
	if (!ok)
	  show_reports ();
      }
}

static void
test_recursion (void)
{
  run ("16 calls of 64 bytes",
       PROGRAM (RECURSION ("64", "0"), CALL ("f", "%base", "15")), 1024, NULL);
  run ("17 calls of 64 bytes",
       PROGRAM (RECURSION ("64", "0"), CALL ("f", "%base", "16")), 1024,
       "needs 1088 bytes of stack or more, and a thread has 1024");
  run ("17 calls, limit 1088",
       PROGRAM (RECURSION ("64", "0"), CALL ("f", "%base", "16")), 1088, NULL);
  run ("17 calls, limit 2048",
       PROGRAM (RECURSION ("64", "0"), CALL ("f", "%base", "16")), 2048, NULL);
  run ("5 calls, limit 256",
       PROGRAM (RECURSION ("64", "0"), CALL ("f", "%base", "4")), 256,
       "needs 320 bytes of stack or more, and a thread has 256");
  run ("the end of the 17th frame is within it",
       PROGRAM (RECURSION ("64", "60"), CALL ("f", "%base", "15")), 1024, NULL);
  run ("the end of the 17th frame is beyond it",
       PROGRAM (RECURSION ("64", "60"), CALL ("f", "%base", "16")), 1024,
       "needs 1028 bytes of stack or more");
  run ("only the end of a large variable is used",
       PROGRAM (RECURSION ("4000", "3900"), CALL ("f", "%base", "0")), 1024, NULL);
  run ("the start of a large variable is used",
       PROGRAM (RECURSION ("4000", "16"), CALL ("f", "%base", "0")), 1024,
       "this 4-byte store, to a local variable of 4000 bytes, needs 3984 bytes");
}

/* What is deep, but in no recursion.  */
static void
test_known (void)
{
  run ("no recursion",
       PROGRAM (FUNCTION ("g", "3000", TOUCH ("0"))
		FUNCTION ("f", "3000", TOUCH ("0") CALL ("g", "%p", "%n")),
		CALL ("f", "%base", "0")), 1024, NULL);
  run ("recursion that the kernel does not reach",
       PROGRAM (DECLARE ("h") FUNCTION ("h", "8", AGAIN (CALL ("h", "%p", "%n")))
		FUNCTION ("f", "3000", TOUCH ("0")),
		CALL ("f", "%base", "0")), 1024, NULL);
  run ("recursion elsewhere in what the kernel calls",
       PROGRAM (DECLARE ("h") FUNCTION ("h", "8", AGAIN (CALL ("h", "%p", "%n")))
		FUNCTION ("f", "3000", TOUCH ("0")),
		CALL ("h", "%base", "0") CALL ("f", "%base", "0")), 1024,
       "needs 3000 bytes");
  run ("two functions call each other",
       PROGRAM (DECLARE ("f")
		FUNCTION ("g", "600", TOUCH ("0") AGAIN (CALL ("f", "%p", "%n")))
		FUNCTION ("f", "600", TOUCH ("0") AGAIN (CALL ("g", "%p", "%n"))),
		CALL ("f", "%base", "1")), 1024, "needs 1200 bytes");
  run ("a variable that is in registers",
       PROGRAM (DECLARE ("f")
		FUNCTION ("f", "3000", "st.u32 [%f+8], %n; ld.u32 %n, [%f+8];\n"
			  AGAIN (CALL ("f", "%p", "%n"))),
		CALL ("f", "%base", "0")), 1024, NULL);
  run ("the kernel's own variable",
       PROGRAM (RECURSION ("8", "0"), ".local .align 8 .b8 K[3000];\n"
		"mov.u64 %rd1, K; cvta.local.u64 %rd1, %rd1;\n"
		"st.u64 [%base+64000], %rd1; st.u32 [%rd1], %t;\n"
		CALL ("f", "%base", "0")), 1024, NULL);
}

static void
test_pointers (void)
{
  run ("a function by a pointer that it may call itself",
       PROGRAM (DECLARE ("f")
		FUNCTION ("run", "8", "mov.u64 %g, f;\n"
			  CALL_POINTER ("%g", "%p", "%n"))
		FUNCTION ("f", "3000", TOUCH ("0")
			  AGAIN (CALL ("run", "%p", "%n"))),
		CALL ("run", "%base", "0")), 1024, "needs 3000 bytes");
  run ("a function by a pointer, no recursion",
       PROGRAM (DECLARE ("f")
		FUNCTION ("run", "8", "mov.u64 %g, f;\n"
			  CALL_POINTER ("%g", "%p", "%n"))
		FUNCTION ("f", "3000", TOUCH ("0")),
		CALL ("run", "%base", "0")), 1024, NULL);
  run ("by a pointer in a variable",
       PROGRAM (DECLARE ("f") ".global .align 8 .u64 table[1] = { f };\n"
		FUNCTION ("f", "3000", TOUCH ("0")
			  AGAIN ("mov.u64 %g, table; ld.global.u64 %g, [%g];\n"
				 CALL_POINTER ("%g", "%p", "%n"))),
		CALL ("f", "%base", "0")), 1024, "needs 3000 bytes");
  run ("a pointer to something else",
       PROGRAM (DECLARE ("f") ".global .align 8 .u64 table[1] = { f };\n"
		FUNCTION ("f", "3000", TOUCH ("0")
			  AGAIN ("mov.u64 %g, table; ld.global.u64 %g, [%g];\n"
				 CALL_OTHER ("%g"))),
		CALL ("f", "%base", "0")), 1024, NULL);
  run ("a callee has the address",
       PROGRAM (DECLARE ("f") FUNCTION ("g", "8", "st.u32 [%p], %n;\n")
		FUNCTION ("f", "3000", CALL ("g", "%f", "%n")
			  AGAIN (CALL ("f", "%p", "%n"))),
		CALL ("f", "%base", "0")), 1024,
       "to a local variable of 3000 bytes, needs 3000 bytes");
}

/* BIG is never called: for its frame this machine has more room than a device.  */
static void
test_alloca (void)
{
#define BIG FUNCTION ("big", "9000", TOUCH ("0"))
#define ALLOCA(BYTES)							\
  BIG DECLARE ("f")							\
  FUNCTION ("f", "16", TOUCH ("0") "alloca.u64 %g, " BYTES ";\n"	\
	    AGAIN (CALL ("f", "%p", "%n")))
  run ("alloca within it", PROGRAM (ALLOCA ("496"), CALL ("f", "%base", "1")),
       1024, NULL);
  run ("alloca beyond it", PROGRAM (ALLOCA ("504"), CALL ("f", "%base", "1")),
       1024, "this alloca needs 1040 bytes");
  run ("each lane has its own",
       PROGRAM (BIG DECLARE ("f")
		FUNCTION ("f", "16", TOUCH ("0") "mov.u32 %x, %laneid;\n"
			  "setp.eq.u32 %q, %n, 0; @%q sub.u32 %x, 31, %x;\n"
			  "mul.lo.u32 %x, %x, 32; cvt.u64.u32 %g, %x;\n"
			  "alloca.u64 %g, %g;\n" AGAIN (CALL ("f", "%p", "%n"))),
		CALL ("f", "%base", "1")), 1024, NULL);
}

int
main (void)
{
  test_recursion ();
  test_known ();
  test_pointers ();
  test_alloca ();
  return finish_tests ();
}
