/* Tests of the PTX machine: the stacks of SIMD lanes have bounds.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Programs here are what GCC prints for OpenMP (nvptx.cc, init_softstack_frame,
   nvptx_output_softstack_switch).  The soft stack of the one OpenMP thread is
   in the kernel's buffer.  */

#include "vm-test.h"

static const enum vm_model models[] = { VM_VOLTA, VM_PASCAL,
					VM_PASCAL_SHARED };

#define BUF_BYTES (1 << 17)
#define SOFT_STACK "65536"	/* Offset of its end in the buffer.  */

/* A function NAME (.param .u64 a) that keeps FRAME bytes on the soft stack,
   with LOCALS declared and BODY.  */
#define FUNCTION(NAME, FRAME, LOCALS, BODY)				\
  ".func " NAME " (.param .u64 in)\n{\n"				\
  ".reg .u64 %arg, %stack, %frame, %sspslot, %sspprev, %t0, %t1, %t2, %t3;"\
  " .reg .u32 %w0, %w1, %lane, %r<9>; .reg .pred %p<4>;\n"		\
  LOCALS "\n"								\
  "ld.param.u64 %arg, [in]; mov.u32 %lane, %laneid;\n"			\
  "mov.u32 %w0, %tid.y; mul.wide.u32 %t1, %w0, 8;\n"			\
  "mov.u64 %t2, __nvptx_stacks; add.u64 %sspslot, %t2, %t1;\n"		\
  "ld.shared.u64 %sspprev, [%sspslot];\n"				\
  "sub.u64 %frame, %sspprev, " FRAME ";\n"				\
  "sub.u64 %stack, %frame, 0; st.shared.u64 [%sspslot], %stack;\n"	\
  BODY									\
  "st.shared.u64 [%sspslot], %sspprev; ret;\n}\n"

#define ARRAY(SIZE)							\
  ".reg .u64 %ptr; .local .align 8 .b8 %simtstack_ar[" SIZE "];"

/* A simd loop with PRIVATE bytes of variables, from %ptr on.  */
#define REGION(SIZE, PRIVATE, BODY)					\
  "cvta.local.u64 %ptr, %simtstack_ar + " SIZE ";\n"			\
  "sub.u64 %ptr, %ptr, " PRIVATE ";\n"					\
  "st.u64 [%ptr + -8], %stack;\n"					\
  "sub.u64 %stack, %ptr, 8; st.shared.u64 [%sspslot], %stack;\n"	\
  BODY									\
  "ld.u64 %stack, [%ptr + -8]; st.shared.u64 [%sspslot], %stack;\n"

#define CALL(NAME, ARG)							\
  "{ .param .u64 a; st.param.u64 [a], " ARG "; call " NAME ", (a); }\n"

#define MAIN(FUNCTIONS)							\
  HEADER ".shared .align 8 .u64 __nvptx_stacks[32];\n" FUNCTIONS	\
  KERNEL_BEGIN								\
  "mov.u64 %rd1, __nvptx_stacks; add.u64 %rd2, %base, " SOFT_STACK ";\n" \
  "st.shared.u64 [%rd1], %rd2;\n"					\
  CALL ("region", "%base") "ret;\n}\n"

static uint32_t buf[BUF_BYTES / 4];

/* Run PTX under each model, with one lane, a whole warp and a part of one.
   TEXT is what must be reported, or NULL when nothing must.  */
static void
run (const char *name, const char *ptx, const char *text)
{
  static const unsigned lanes[] = { 1, 32, 21 };
  for (unsigned m = 0; m < 3; m++)
    for (unsigned k = 0; k < 3; k++)
      {
	struct vm_options o;
	vm_options_init (&o);
	o.model = models[m];
	memset (buf, 0, sizeof buf);
	enum vm_result r = run_once (&o, ptx, 1, lanes[k], buf, sizeof buf);
	bool odd = text && strncmp (text, "misaligned", 10) == 0;
	bool ok = (text ? r == (odd ? VM_MISALIGNED : VM_ILLEGAL_ADDRESS)
			  && reported (text)
		   : r == VM_OK && reports.n == 0);
	for (unsigned i = 0; !text && i < lanes[k]; i++)
	  ok = ok && buf[i] == 100 + i;
	check (ok, "%s: model %u, %u lanes: %s", name, m, lanes[k],
	       vm_result_name (r));
	if (!ok)
	  show_reports ();
      }
}

/* What each lane must have left in the buffer: 100 + its number, from %r0.  */
#define RESULT								\
  "mul.wide.u32 %t3, %lane, 4; add.u64 %t3, %t3, %arg;\n"		\
  "st.u32 [%t3], %r0;\n"

/* 136 bytes are 64 for private variables, 8 for the stack pointer and 64 for
   the frame of what is called; each byte may be used, and each lane has its
   own.  The callee gets a pointer to the lane's private variables.  */
static void
test_fits (void)
{
  run ("all of it", MAIN (
    FUNCTION ("f", "64", "",
      "st.u8 [%frame], 1; st.u64 [%frame+56], %arg; ld.u64 %t3, [%frame+56];\n"
      "st.u32 [%frame+4], 100; ld.u32 %r1, [%frame+4]; ld.u32 %r2, [%t3];\n"
      "add.u32 %r1, %r1, %r2; st.u32 [%t3+60], %r1;\n")
    FUNCTION ("region", "0", ARRAY ("136"), REGION ("136", "64",
      "st.u32 [%ptr], %lane;\n" CALL ("f", "%ptr")
      "ld.u32 %r0, [%ptr+60];\n" RESULT))), NULL);
}

/* One byte below it, and more, by a load and by a store.  */
static void
test_below (void)
{
#define CALLEE(FRAME, ACCESS)						\
  MAIN (FUNCTION ("f", FRAME, "", ACCESS ";\n")				\
	FUNCTION ("region", "0", ARRAY ("136"),				\
		  REGION ("136", "64", CALL ("f", "%ptr"))))
  run ("a byte below", CALLEE ("72", "st.u8 [%frame+7], 1"),
       "1-byte store");
  run ("a byte below", CALLEE ("72", "st.u8 [%frame+7], 1"),
       ": 1 byte below a SIMD lane's stack of 136 bytes, which is region's "
       "(enlarge it: compile that with accelfix and simt-stack=auto, or with "
       "-msoft-stack-reserve-local=136 or more) in f, block (0,0,0) thread "
       "(0,0,0), PTX line 15, kernel k");
  run ("a load below", CALLEE ("72", "ld.u64 %t3, [%frame]"),
       "8-byte load");
  run ("a load below", CALLEE ("72", "ld.u64 %t3, [%frame]"),
       ": 8 bytes below a SIMD lane's stack of 136 bytes");
  run ("4000 below", CALLEE ("4064", "st.u32 [%frame], 1"),
       ": 4000 bytes below a SIMD lane's stack of 136 bytes");
  run ("6000 below", CALLEE ("6064", "st.u32 [%frame], 1"),
       ": 6000 bytes below a SIMD lane's stack of 136 bytes");
  run ("100000 below", CALLEE ("100064", "st.u32 [%frame], 1"),
       ": 100000 bytes below a SIMD lane's stack of 136 bytes");
#undef CALLEE
}

/* The loop's own variables are larger than the stack: the first access is that
   which saves the stack pointer.  */
static void
test_private (void)
{
#define OWN(PRIVATE)							\
  MAIN (FUNCTION ("region", "0", ARRAY ("136"),				\
		  REGION ("136", PRIVATE, "st.u32 [%ptr], 1;\n")))
  run ("136 of 136 bytes", OWN ("136"),
       "8-byte store");
  run ("136 of 136 bytes", OWN ("136"),
       ": 8 bytes below a SIMD lane's stack of 136 bytes");
  run ("40000 of 136 bytes", OWN ("40000"),
       ": 39872 bytes below a SIMD lane's stack of 136 bytes, which is "
       "region's (enlarge it: compile that with accelfix and simt-stack=auto, "
       "or with -msoft-stack-reserve-local=40000 or more)");
#undef OWN
}

/* What is overwritten above the lane's stack pointer: the caller's, which the
   loop has saved.  */
static void
test_saved (void)
{
#define ARGUMENTS(ROOM, ARGS)						\
  MAIN (FUNCTION ("f", "16", "", "st.u64 [%frame], %arg;\n")		\
	FUNCTION ("region", "0", ARRAY ("136"), REGION ("136", "16",	\
		  "sub.u64 %stack, %stack, " ROOM ";\n"			\
		  "st.shared.u64 [%sspslot], %stack;\n"			\
		  "add.u32 %r0, %lane, 100; st.u32 [%ptr], %r0;\n" ARGS	\
		  CALL ("f", "%stack") "ld.u32 %r0, [%ptr];\n" RESULT)))
  run ("arguments without room", ARGUMENTS ("0", "st.u64 [%stack], 5;\n"),
       "the stack pointer that a simd loop has saved was overwritten in the "
       "SIMD lane's stack of 136 bytes: it was 0x");
  run ("arguments without room", ARGUMENTS ("0", "st.u64 [%stack], 5;\n"),
       " and is 0x5 (by the arguments of a variadic call in the loop, if it "
       "has one: compile it with accelfix and simt-stack=auto) in region, ");
  run ("too many arguments", ARGUMENTS ("8", "st.u32 [%stack+8], 5;\n"),
       "the stack pointer that a simd loop has saved was overwritten");
  run ("arguments beyond the end", ARGUMENTS ("0", "st.u64 [%stack+24], 5;\n"),
       "beyond the end of a SIMD lane's stack of 136 bytes, which is region's "
       "(it has no room for the arguments of a variadic call: compile that "
       "with accelfix and simt-stack=auto) in region, ");
  run ("arguments with room", ARGUMENTS ("16", "st.u64 [%stack], 5;\n"
					 "st.u64 [%stack+8], 5;\n"), NULL);
#undef ARGUMENTS
}

/* The private variables end where the stack does.  */
static void
test_above (void)
{
  /* The callee's frame in local memory is the next that is there.  */
#define ABOVE(ACCESS)							\
  MAIN (FUNCTION ("f", "0", ".local .align 8 .b8 own[512]; .reg .u64 %m;",\
		  "mov.u64 %m, own; st.local.u8 [%m], 1;\n" ACCESS ";\n") \
	FUNCTION ("region", "0", ARRAY ("136"),				\
		  REGION ("136", "64", CALL ("f", "%ptr"))))
  static const char text[] = "beyond the end of a SIMD lane's stack of 136 "
    "bytes, which is region's (the loop's private variables are there: is an "
    "index too large?) in f, block (0,0,0)";
  run ("a byte above", ABOVE ("st.u8 [%arg+64], 1"), text);
  run ("a word above", ABOVE ("ld.u32 %r1, [%arg+64]"), text);
  run ("across the end", ABOVE (".reg .b128 %q; ld.b128 %q, [%arg+56]"), text);
  run ("some above", ABOVE ("st.u64 [%arg+312], %arg"), text);
  run ("within", MAIN (FUNCTION ("f", "0", "", "st.u8 [%arg+63], 1;\n")
		       FUNCTION ("region", "0", ARRAY ("136"),
				 REGION ("136", "64", CALL ("f", "%ptr")
					 "add.u32 %r0, %lane, 100;\n" RESULT))),
       NULL);
#undef ABOVE
}

/* A loop calls a function that has a loop of its own, with a pointer to what is
   private to the outer one.  */
static void
test_nested (void)
{
#define NESTED(INNER)							\
  MAIN (FUNCTION ("f", "0", "", INNER)					\
	FUNCTION ("inner", "16", ARRAY ("40"),				\
		  "st.u32 [%frame], 50;\n"				\
		  REGION ("40", "16", INNER)				\
		  "ld.u32 %r3, [%frame]; ld.u32 %r1, [%arg+4];\n"	\
		  "add.u32 %r1, %r1, %r3; st.u32 [%arg+4], %r1;\n")	\
	FUNCTION ("region", "0", ARRAY ("136"), REGION ("136", "64",	\
		  "add.u32 %r1, %lane, 20; st.u32 [%ptr], %r1;\n"	\
		  CALL ("inner", "%ptr")				\
		  "ld.u32 %r0, [%ptr+4];\n" RESULT)))
  run ("nested", NESTED ("ld.u32 %r1, [%arg]; add.u32 %r1, %r1, 30;\n"
			 "st.u32 [%arg+4], %r1; st.u32 [%stack+-8], %r1;\n"),
       NULL);
  run ("nested, below", NESTED ("st.u8 [%stack+-17], 1;\n"),
       ": 1 byte below a SIMD lane's stack of 40 bytes, which is inner's");
  run ("nested, 4000 below", NESTED ("st.u64 [%stack+-4016], %arg;\n"),
       ": 4000 bytes below a SIMD lane's stack of 40 bytes, which is inner's");
  run ("nested, the outer", NESTED ("st.u8 [%arg+-73], 1;\n"),
       ": 1 byte below a SIMD lane's stack of 136 bytes, which is region's");
  run ("nested, beyond the outer", NESTED ("st.u8 [%arg+64], 1;\n"),
       "beyond the end of a SIMD lane's stack of 136 bytes, which is region's");
#undef NESTED
}

/* Other variables in local memory are as good as before: of the function, of
   its callers and of what it calls, by generic addresses and others, and what
   alloca gives.  */
static void
test_others (void)
{
#define LOCAL(NAME) ".local .align 8 .b8 " NAME "[24];"
  run ("other variables", MAIN (
    FUNCTION ("g", "0", LOCAL ("mine") " .reg .u64 %m, %q;",
      "cvta.local.u64 %m, mine; st.u32 [%m+20], 40; ld.u32 %r1, [%m+20];\n"
      "ld.u32 %r2, [%arg+20]; add.u32 %r1, %r1, %r2;\n"
      "mov.u64 %m, mine; ld.local.u32 %r3, [%m+20];\n"
      "alloca.u64 %q, 32; st.local.u32 [%q+28], %r3; cvta.local.u64 %q, %q;\n"
      "ld.u32 %r4, [%q+28]; sub.u32 %r4, %r4, 40; add.u32 %r1, %r1, %r4;\n"
      "st.u32 [%arg+20], %r1;\n")
    FUNCTION ("f", "0", ARRAY ("136") LOCAL ("own"),
      REGION ("136", "64", "st.u32 [%ptr], 7;\n" CALL ("g", "%arg")
	      "cvta.local.u64 %t3, own; st.u32 [%t3], 5; ld.u32 %r5, [%t3];\n"
	      "ld.u32 %r1, [%arg+20]; add.u32 %r1, %r1, %r5;\n"
	      "st.u32 [%arg+20], %r1;\n"))
    FUNCTION ("region", "0", LOCAL ("callers") " .reg .u64 %m;",
      "cvta.local.u64 %m, callers; add.u32 %r1, %lane, 55;\n"
      "st.u32 [%m+20], %r1;\n" CALL ("f", "%m")
      "ld.u32 %r0, [%m+20];\n" RESULT)), NULL);
  run ("between variables", MAIN (
    FUNCTION ("f", "0", ARRAY ("136") LOCAL ("own"),
      REGION ("136", "64", "cvta.local.u64 %t3, own; st.u8 [%t3+24], 5;\n"))
    FUNCTION ("region", "0", "", CALL ("f", "%arg"))),
       "1-byte store");
#undef LOCAL
}

/* .local has the same bounds.  */
static void
test_local_space (void)
{
#define LOCAL_ACCESS(A)							\
  MAIN (FUNCTION ("region", "0", ARRAY ("136"), REGION ("136", "64",	\
    "mov.u64 %t3, %simtstack_ar; st.local.u32 [%t3+128], 100;\n" A	\
    "ld.u32 %r0, [%ptr+56]; add.u32 %r0, %r0, %lane;\n" RESULT)))
  run (".local", LOCAL_ACCESS ("st.local.u8 [%t3], 1; st.local.u8 [%t3+135], 1;"
			       "st.local.u32 [%t3+132], 0;\n"), NULL);
  run (".local, below", LOCAL_ACCESS ("st.local.u8 [%t3+-1], 1;\n"),
       "1-byte .local store");
  run (".local, below", LOCAL_ACCESS ("ld.local.u32 %r1, [%t3+-4];\n"),
       ": 4 bytes below a SIMD lane's stack of 136 bytes, which is region's");
  run (".local, above", LOCAL_ACCESS ("st.local.u8 [%t3+136], 1;\n"),
       "beyond the end of a SIMD lane's stack of 136 bytes");
  run ("misaligned", LOCAL_ACCESS ("st.u32 [%ptr+2], 1;\n"),
       "misaligned 4-byte store");
#undef LOCAL_ACCESS
}

/* Red zones take nothing of the stack's limit: as many calls as before fit.  */
static void
test_limit (void)
{
  static const char recursive[] = MAIN (
    ".func g (.param .u64 n);\n"
    FUNCTION ("f", "0", ARRAY ("248"),
      REGION ("248", "8",
	      "setp.eq.u64 %p1, %arg, 0; @%p1 bra E;\n"
	      "sub.u64 %t3, %arg, 1; mov.u64 %arg, %t3;\n"
	      CALL ("g", "%arg") "E:\n"))
    FUNCTION ("g", "0", "", CALL ("f", "%arg"))
    FUNCTION ("region", "0", ".reg .u64 %n; .reg .u32 %ld;",
	      "ld.u32 %ld, [%arg]; cvt.u64.u32 %n, %ld;\n"
	      CALL ("f", "%n") "add.u32 %r0, %lane, 100;\n" RESULT));
  /* 1024 bytes beyond one frame of each function: 16 are no one's.  */
  for (uint32_t depth = 2; depth < 12; depth++)
    {
      struct vm_options o;
      vm_options_init (&o);
      memset (buf, 0, sizeof buf);
      buf[0] = depth;
      enum vm_result r = run_once (&o, recursive, 1, 1, buf, sizeof buf);
      check (r == (depth < 5 ? VM_OK : VM_STACK_OVERFLOW)
	     && (depth < 5 || reported (" of 1296, at depth")),
	     "%u calls: %s", depth, vm_result_name (r));
    }
}

int
main (void)
{
  test_fits ();
  test_below ();
  test_private ();
  test_saved ();
  test_above ();
  test_nested ();
  test_others ();
  test_local_space ();
  test_limit ();
  return finish_tests ();
}
