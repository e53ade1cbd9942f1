/* Tests of undefined values: planted faults, each with a twin in which it is
   repaired.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-test.h"

#define RAW_BYTES 4096

/* Memory that is undefined is at %raw, what is all defined at %base; FUNCTIONS come
   ahead of the kernel.  */
#define KERNEL(FUNCTIONS, BODY)						\
  ".version 7.8\n.target sm_80\n.address_size 64\n"			\
  ".extern .func (.param .u64 r) malloc (.param .u64 n);\n"		\
  ".extern .func (.param .u32 r) vprintf (.param .u64 f, .param .u64 a);\n" \
  ".const .align 8 .b8 format[8] = { 37, 46, 48, 100 };\n"			\
  ".shared .align 16 .b8 sh[1024];\n"					\
  FUNCTIONS								\
  ".visible .entry k (.param .u64 buf, .param .u64 raw)\n{\n"		\
  ".reg .u64 %base, %raw, %addr, %own, %rd<20>;\n"			\
  ".reg .u32 %t, %r<40>; .reg .pred %p<10>; .reg .b16 %h<9>;\n"		\
  ".reg .f32 %f<9>; .reg .f64 %fd<9>;\n"				\
  ".local .align 16 .b8 loc[64];\n"					\
  "ld.param.u64 %base, [buf]; ld.param.u64 %raw, [raw];\n"		\
  "mov.u32 %t, %tid.x; mad.wide.u32 %addr, %t, 4, %base;\n"		\
  "mad.wide.u32 %own, %t, 64, %raw;\n"					\
  BODY "\nret;\n}\n"

#define USE(R) "setp.gt.u32 %p9, " R ", 5; @%p9 bra L; L:\n"
#define BRANCH "decides a branch"

static char buf[4096];

static enum vm_result
launch (struct machine *m, unsigned threads, uint64_t *raw)
{
  const unsigned g[3] = { 1, 1, 1 }, b[3] = { threads, 1, 1 };
  uint64_t params[2] = { vm_alloc (m->vm, sizeof buf, "buf"),
			 vm_alloc (m->vm, RAW_BYTES, "raw") };
  vm_write (m->vm, params[0], buf, sizeof buf);
  *raw = params[1];
  reports.n = 0;
  return vm_launch (m->vm, vm_module_kernel (m->module, "k"), g, b, 0, params,
		    sizeof params, NULL);
}

/* Run PTX: TEXT is in the one report there must be; NULL: there must be none.  */
static void
run (const char *name, const char *ptx, const char *text)
{
  static const unsigned lanes[] = { 32, 1, 21, 64 };
  static const enum vm_model models[] = { VM_VOLTA, VM_PASCAL };
  for (unsigned m = 0; m < 2; m++)
    for (unsigned k = 0; k < 4; k++)
      {
	struct vm_options o;
	struct machine dev;
	uint64_t raw;
	vm_options_init (&o);
	o.initcheck = true;
	o.model = models[m];
	if (!machine_load (&dev, &o, ptx))
	  {
	    check (false, "%s: %s", name, last_message);
	    return;
	  }
	enum vm_result r = launch (&dev, lanes[k], &raw);
	bool ok = (r == VM_OK
		   && (text ? reports.n == 1 && reported (text)
			      && reports.kind[0] == VM_R_INITCHECK
		       : reports.n == 0));
	check (ok, "%s, %u lanes: %s, %u reports", name, lanes[k],
	       vm_result_name (r), reports.n);
	if (!ok)
	  show_reports ();
	machine_free (&dev);
      }
}

static void
test_memory (void)
{
  run ("global", KERNEL ("", "ld.global.u32 %r1, [%own];" USE ("%r1")),
       "from offset 0 in `raw' (4096 bytes), which nothing has written");
  run ("global, written",
       KERNEL ("", "st.global.u32 [%own], %t; ld.global.u32 %r1, [%own];"
	       USE ("%r1")), NULL);
  run ("one address", KERNEL ("", "ld.global.u32 %r1, [%raw+8];" USE ("%r1")),
       "from offset 8 in `raw'");
  run ("scattered",
       KERNEL ("", "mad.wide.u32 %rd1, %t, 20, %raw; st.u32 [%rd1], %t;"
	       "ld.u32 %r1, [%rd1];" USE ("%r1")), NULL);
  run ("scattered, the next word",
       KERNEL ("", "mad.wide.u32 %rd1, %t, 20, %raw; st.u32 [%rd1], %t;"
	       "ld.u32 %r1, [%rd1+4];" USE ("%r1")), BRANCH);
  run ("partial",
       KERNEL ("", "st.u32 [%own], %t; ld.u64 %rd1, [%own];"
	       "setp.gt.u64 %p1, %rd1, 7; @%p1 bra L; L:"), BRANCH);
  run ("partial, the defined half",
       KERNEL ("", "st.u32 [%own], %t; ld.u64 %rd1, [%own];"
	       "and.b64 %rd1, %rd1, 0xffffffff;"
	       "setp.eq.u64 %p1, %rd1, 7; @%p1 bra L; L:"), NULL);
  run ("bytes", KERNEL ("", "st.u8 [%own], %t; ld.u16 %r1, [%own];"
			USE ("%r1")), BRANCH);
  run ("bytes, one", KERNEL ("", "st.u8 [%own], %t; ld.u8 %r1, [%own];"
			     USE ("%r1")), NULL);
  run ("sign", KERNEL ("", "st.u8 [%own], %t; ld.s16 %r1, [%own];"
		       "and.b32 %r1, %r1, 0x80000000;" USE ("%r1")), BRANCH);
  run ("vector", KERNEL ("", "st.v2.u32 [%own], {%t, %t};"
			 "ld.v4.u32 {%r1, %r2, %r3, %r4}, [%own];"
			 USE ("%r3")), "from offset 8 in `raw'");
  run ("vector, what was written",
       KERNEL ("", "st.v2.u32 [%own], {%t, %t};"
	       "ld.v4.u32 {%r1, %r2, %r3, %r4}, [%own];" USE ("%r2")), NULL);
  run ("volatile", KERNEL ("", "ld.volatile.global.u32 %r1, [%raw];"
			   USE ("%r1")), BRANCH);
  run ("volatile, written",
       KERNEL ("", "st.volatile.global.u32 [%raw], %t;"
	       "ld.volatile.global.u32 %r1, [%raw];" USE ("%r1")), NULL);
  run ("shared", KERNEL ("", "mov.u64 %rd1, sh; ld.shared.u32 %r1, [%rd1+4];"
			 USE ("%r1")), "byte 4 of the shared variable sh");
  run ("shared, written",
       KERNEL ("", "st.shared.u32 [sh+4], %t; ld.shared.u32 %r1, [sh+4];"
	       USE ("%r1")), NULL);
  run ("local", KERNEL ("", "mov.u64 %rd1, loc; mul.wide.u32 %rd2, %t, 0;"
			"add.u64 %rd1, %rd1, %rd2; st.local.u32 [%rd1], 1;"
			"ld.local.u32 %r1, [%rd1+12];" USE ("%r1")),
       "byte 12 of the local variable loc (64 bytes) in the frame of k");
  run ("local, written",
       KERNEL ("", "st.local.u32 [loc+12], 1; cvta.local.u64 %rd1, loc;"
	       "ld.u32 %r1, [%rd1+12];" USE ("%r1")), NULL);
  run ("malloc", KERNEL ("", "{ .param .u64 n, r; st.param.u64 [n], 32;"
			 "call (r), malloc, (n); ld.param.u64 %rd1, [r]; }"
			 "ld.u32 %r1, [%rd1+4];" USE ("%r1")),
       "from offset 4 in memory from malloc");
  run ("malloc, written",
       KERNEL ("", "{ .param .u64 n, r; st.param.u64 [n], 32;"
	       "call (r), malloc, (n); ld.param.u64 %rd1, [r]; }"
	       "st.u32 [%rd1+4], %t; ld.u32 %r1, [%rd1+4];" USE ("%r1")),
       NULL);
  run ("copied", KERNEL ("", "st.u32 [%own], %t; ld.u64 %rd1, [%own];"
			 "st.u64 [%own+16], %rd1; ld.u32 %r1, [%own+20];"
			 USE ("%r1")), BRANCH);
  run ("copied, what is defined",
       KERNEL ("", "st.u32 [%own], %t; ld.u64 %rd1, [%own];"
	       "st.u64 [%own+16], %rd1; ld.u32 %r1, [%own+16];" USE ("%r1")),
       NULL);
  run ("cp.async", KERNEL ("", "cp.async.ca.shared.global [sh], [%raw], 8;"
			   "cp.async.wait_all; ld.shared.u32 %r1, [sh+4];"
			   USE ("%r1")), "variable sh");
  run ("cp.async of defined bytes",
       KERNEL ("", "cp.async.ca.shared.global [sh], [%base], 8;"
	       "cp.async.wait_all; ld.shared.u32 %r1, [sh+4];" USE ("%r1")),
       NULL);
}

/* Undefined bits of a load are at %r1, the low 16 ones of %r2.  */
#define LOADED "ld.u32 %r1, [%raw]; st.u16 [%own+34], 3; ld.u32 %r2, [%own+32];"

static void
test_registers (void)
{
  static const struct { const char *name, *code, *text; } t[] =
  {
    { "nothing decided", KERNEL ("", LOADED "add.u32 %r3, %r1, %r2;"
				 "st.u32 [%addr], %r3;"), NULL },
    { "and 0", KERNEL ("", LOADED "and.b32 %r3, %r1, 0;" USE ("%r3")),
      NULL },
    { "and", KERNEL ("", LOADED "and.b32 %r3, %r1, 8;" USE ("%r3")),
      BRANCH },
    { "and of two", KERNEL ("", LOADED "mov.u32 %r4, 0xffff0000;"
			    "and.b32 %r3, %r4, %r2;" USE ("%r3")), NULL },
    { "or", KERNEL ("", LOADED "or.b32 %r3, %r1, 0xffffffff;" USE ("%r3")),
      NULL },
    { "or of some", KERNEL ("", LOADED "or.b32 %r3, %r1, 0x1;" USE ("%r3")),
      BRANCH },
    { "shift", KERNEL ("", LOADED "shr.u32 %r3, %r2, 16;" USE ("%r3")),
      NULL },
    { "shift by less", KERNEL ("", LOADED "shr.u32 %r3, %r2, 15;"
			       "shl.b32 %r3, %r3, 31;" USE ("%r3")), BRANCH },
    { "undefined amount", KERNEL ("", LOADED "shr.u32 %r3, %t, %r1;"
				  USE ("%r3")), BRANCH },
    { "bit-fields", KERNEL ("", "ld.u8 %r1, [%own]; bfi.b32 %r1, %t, %r1, 0, 3;"
			    "st.u8 [%own], %r1; ld.u8 %r2, [%own];"
			    "bfi.b32 %r2, %t, %r2, 3, 5; st.u8 [%own], %r2;"
			    "ld.u8 %r3, [%own];" USE ("%r3")), NULL },
    { "a bit-field less",
      KERNEL ("", "ld.u8 %r1, [%own]; bfi.b32 %r1, %t, %r1, 0, 3;"
	      "st.u8 [%own], %r1; ld.u8 %r2, [%own];"
	      "bfi.b32 %r2, %t, %r2, 3, 4; st.u8 [%own], %r2;"
	      "ld.u8 %r3, [%own]; and.b32 %r3, %r3, 0x80;" USE ("%r3")),
      BRANCH },
    { "field", KERNEL ("", LOADED "bfe.u32 %r3, %r2, 16, 8;" USE ("%r3")),
      NULL },
    { "other field", KERNEL ("", LOADED "bfe.u32 %r3, %r2, 14, 8;"
			     "and.b32 %r3, %r3, 0xf2; shl.b32 %r3, %r3, 4;"
			     "and.b32 %r3, %r3, 32;" USE ("%r3")), BRANCH },
    { "bfi", KERNEL ("", LOADED "bfi.b32 %r3, %t, %r2, 0, 16;"
		     USE ("%r3")), NULL },
    { "bfi of less", KERNEL ("", LOADED "bfi.b32 %r3, %t, %r2, 0, 15;"
			     "and.b32 %r3, %r3, 0x8000;" USE ("%r3")), BRANCH },
    { "prmt", KERNEL ("", LOADED "prmt.b32 %r3, %r2, %t, 0x7632;"
		      USE ("%r3")), NULL },
    { "prmt of others", KERNEL ("", LOADED "prmt.b32 %r3, %r2, %t, 0x7631;"
				USE ("%r3")), BRANCH },
    { "add carries to the left",
      KERNEL ("", LOADED "add.u32 %r3, %r2, %t; shr.u32 %r3, %r3, 16;"
	      USE ("%r3")), BRANCH },
    { "order is known",
      KERNEL ("", LOADED "setp.gt.u32 %p1, %r2, 0x2ffff; @%p1 bra L; L:"),
      NULL },
    { "order is not known",
      KERNEL ("", LOADED "setp.gt.u32 %p1, %r2, 0x30000; @%p1 bra L; L:"),
      BRANCH },
    { "not equal anyway",
      KERNEL ("", LOADED "setp.eq.u32 %p1, %r2, 5; @%p1 bra L; L:"), NULL },
    { "equal perhaps",
      KERNEL ("", LOADED "setp.eq.u32 %p1, %r2, 0x30005; @%p1 bra L; L:"),
      BRANCH },
    { "the same operand",
      KERNEL ("", LOADED "and.b32 %r2, %r2, 0xffff0000;" USE ("%r2")), NULL },
    { "predicate", KERNEL ("", LOADED "setp.eq.u32 %p1, %r1, 5;"
			   "not.pred %p2, %p1; mov.pred %p3, %p2;"
			   "@%p3 bra L; L:"), BRANCH },
    { "predicate and false",
      KERNEL ("", LOADED "setp.eq.u32 %p1, %r1, 5; setp.ne.u32 %p2, %t, %t;"
	      "and.pred %p3, %p1, %p2; @%p3 bra L; L:"), NULL },
    { "predicate or true",
      KERNEL ("", LOADED "setp.eq.u32 %p1, %r1, 5; setp.eq.u32 %p2, %t, %t;"
	      "or.pred %p3, %p1, %p2; @%p3 bra L; L:"), NULL },
    { "selected", KERNEL ("", LOADED "setp.ne.u32 %p1, %t, %t;"
			  "selp.b32 %r3, %r1, %t, %p1;" USE ("%r3")), NULL },
    { "selected, the other", KERNEL ("", LOADED "setp.eq.u32 %p1, %t, %t;"
				     "selp.b32 %r3, %r1, %t, %p1;"
				     USE ("%r3")), BRANCH },
    { "selector", KERNEL ("", LOADED "setp.eq.u32 %p1, %r1, 1;"
			  "selp.b32 %r3, 7, 9, %p1; and.b32 %r4, %r3, 1;"
			  "setp.eq.u32 %p2, %r4, 1; @%p2 bra L; L:"), NULL },
    { "selector, used", KERNEL ("", LOADED "setp.eq.u32 %p1, %r1, 1;"
				"selp.b32 %r3, 7, 9, %p1;" USE ("%r3")),
      BRANCH },
    { "float", KERNEL ("", LOADED "mov.b32 %f1, %r1; add.f32 %f2, %f1, %f1;"
		       "cvt.f64.f32 %fd1, %f2; setp.gt.f64 %p1, %fd1, %fd1;"
		       "@%p1 bra L; L:"), BRANCH },
    { "carry", KERNEL ("", LOADED "add.cc.u32 %r3, %r1, 1;"
		       "addc.u32 %r4, %t, 0;" USE ("%r4")), BRANCH },
    { "guard", KERNEL ("", LOADED "setp.eq.u32 %p1, %r1, 5;"
		       "@%p1 st.u32 [%addr], %t;"),
      "decides whether an instruction is done" },
    { "guarded", KERNEL ("", LOADED "setp.ne.u32 %p1, %t, %t;"
			 "mov.u32 %r3, 1; @%p1 mov.u32 %r3, %r1;"
			 USE ("%r3")), NULL },
    { "address", KERNEL ("", LOADED "and.b32 %r1, %r1, 4;"
			 "cvt.u64.u32 %rd1, %r1; add.u64 %rd1, %base, %rd1;"
			 "ld.u32 %r3, [%rd1];"), "address of a load" },
    { "address of a store",
      KERNEL ("", LOADED "and.b32 %r1, %r1, 4; cvt.u64.u32 %rd1, %r1;"
	      "add.u64 %rd1, %base, %rd1; st.u32 [%rd1], %t;"),
      "address of a store" },
    { "once", KERNEL ("", LOADED USE ("%r1") "setp.gt.u32 %p1, %r1, 3;"
		      "mov.u32 %r3, 0;"), BRANCH },
    { "overwritten", KERNEL ("", LOADED "mov.u32 %r1, %t;" USE ("%r1")),
      NULL },
    { "never written", KERNEL ("", "setp.eq.u32 %p1, %r30, 1;"
			       "@%p1 bra L; L:"), NULL },
    { "atom", KERNEL ("", "atom.add.u32 %r1, [%own], 1;" USE ("%r1")),
      BRANCH },
    { "atom, written", KERNEL ("", "st.u32 [%own], %t;"
			       "atom.add.u32 %r1, [%own], 1;" USE ("%r1")),
      NULL },
    { "atom leaves it undefined",
      KERNEL ("", "red.global.add.u32 [%own], 1; ld.u32 %r1, [%own];"
	      USE ("%r1")), BRANCH },
    { "exch defines it",
      KERNEL ("", "atom.exch.b32 %r1, [%own], 1; ld.u32 %r2, [%own];"
	      USE ("%r2")), NULL },
    { "cas", KERNEL ("", LOADED "st.u32 [%own], %t;"
		     "atom.cas.b32 %r3, [%own], %r1, 4;"),
      "decides a compare-and-swap" },
    { "vote", KERNEL ("", LOADED "setp.eq.u32 %p1, %r1, 1; activemask.b32 %r4;"
		      "vote.sync.ballot.b32 %r3, %p1, %r4;"
		      "shl.b32 %r3, %r3, 8;" USE ("%r3")),
      BRANCH },
    { "shuffle", KERNEL ("", LOADED "activemask.b32 %r4;"
			 "shfl.sync.idx.b32 %r3, %r1, 0, 31, %r4;"
			 USE ("%r3")), BRANCH },
    { "shuffle of one that is defined",
      KERNEL ("", LOADED "setp.eq.u32 %p1, %t, 0; activemask.b32 %r4;"
	      "selp.b32 %r5, 7, %r1, %p1; mov.u32 %r6, %laneid;"
	      "selp.b32 %r5, %r5, %r1, %p1; setp.eq.u32 %p2, %r6, 0;"
	      "selp.b32 %r5, 7, %r1, %p2;"
	      "shfl.sync.idx.b32 %r3, %r5, 0, 31, %r4;" USE ("%r3")), NULL },
    { "jump", KERNEL ("", LOADED "and.b32 %r1, %r1, 1;"
		      "T: .branchtargets A, B; brx.idx %r1, T; A: B:"),
      "decides where a jump goes" }
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    run (t[k].name, t[k].code, t[k].text);
}

/* ---- Calls.  */

#define WRITER								\
  ".func w () { .reg .u32 %r<4>; .reg .u64 %rd<4>;"			\
  " .local .align 8 .b8 a[32]; mov.u64 %rd1, a; mov.u32 %r1, %tid.x;"	\
  " st.local.u32 [%rd1+8], %r1; ret; }\n"
#define READER(BEFORE)							\
  ".func (.param .u32 v) g () { .reg .u32 %r<4>; .reg .u64 %rd<4>;"	\
  " .local .align 8 .b8 a[32]; mov.u64 %rd1, a; " BEFORE		\
  " ld.local.u32 %r1, [%rd1+8]; st.param.u32 [v], %r1; ret; }\n"
#define CALL_BOTH							\
  "{ .param .u32 v; call w; call (v), g; ld.param.u32 %r1, [v]; }"	\
  USE ("%r1")
#define PASS								\
  ".func (.param .u64 v) f (.param .u32 x, .param .u64 y) {"		\
  " .reg .u32 %r<4>; .reg .u64 %rd<4>; ld.param.u32 %r1, [x];"		\
  " ld.param.u64 %rd1, [y]; cvt.u64.u32 %rd2, %r1;"			\
  " st.param.u64 [v], %rd1; ret; }\n"
#define CALL_PASS(X, Y)							\
  "{ .param .u32 x; .param .u64 y, v; st.param.u32 [x], " X ";"		\
  " st.param.u64 [y], " Y "; call (v), f, (x, y);"			\
  " ld.param.u64 %rd3, [v]; } cvt.u32.u64 %r3, %rd3;" USE ("%r3")
#define STRUCT								\
  ".func (.param .u32 v) s (.param .align 8 .b8 x[24]) {"		\
  " .reg .u32 %r<4>; ld.param.u32 %r1, [x+16];"				\
  " st.param.u32 [v], %r1; ret; }\n"
#define CALL_STRUCT(AT)							\
  "{ .param .align 8 .b8 x[24]; .param .u32 v;"				\
  " st.param.u32 [x+" AT "], %t; call (v), s, (x);"			\
  " ld.param.u32 %r3, [v]; }" USE ("%r3")
/* A frame of 16 bytes on GCC's soft stack.  */
#define SOFT(NAME, BODY)						\
  ".func (.param .u32 v) " NAME " () {"					\
  " .reg .u64 %stack, %frame, %sspslot, %sspprev; .reg .u32 %r<4>;"	\
  " mov.u64 %sspslot, sh; ld.shared.u64 %sspprev, [%sspslot];"		\
  " sub.u64 %frame, %sspprev, 16; sub.u64 %stack, %frame, 0;"		\
  " mov.u32 %r1, 1; " BODY						\
  " st.param.u32 [v], %r1; ret; }\n"
#define CALL_SOFT							\
  "mad.wide.u32 %rd1, %t, 0, %raw; add.u64 %rd1, %rd1, 256;"		\
  "st.shared.u64 [sh], %rd1;"						\
  "{ .param .u32 v; call (v), w; call (v), g; ld.param.u32 %r1, [v]; }"	\
  USE ("%r1")

/* "%.0d", which prints nothing for 0.  */
#define PRINT								\
  "{ .param .u64 f, a; .param .u32 r; cvta.const.u64 %rd1, format;"	\
  " st.param.u64 [f], %rd1; st.param.u64 [a], %own;"			\
  " call (r), vprintf, (f, a); }"

static void
test_calls (void)
{
  run ("printed", KERNEL ("", PRINT), "an undefined value is printed");
  run ("printed, written", KERNEL ("", "st.u32 [%own], 0;" PRINT), NULL);
  run ("frame", KERNEL (WRITER READER (""), CALL_BOTH),
       "byte 8 of the local variable a (32 bytes) in the frame of g");
  run ("frame, written",
       KERNEL (WRITER READER ("mov.u32 %r1, 1; st.local.u32 [%rd1+8], %r1;"),
	       CALL_BOTH), NULL);
  run ("argument", KERNEL (PASS, LOADED "ld.u64 %rd5, [%raw+8];"
			   CALL_PASS ("%t", "%rd5")), BRANCH);
  run ("other argument", KERNEL (PASS, LOADED CALL_PASS ("%r1", "%base")),
       NULL);
  run ("struct", KERNEL (STRUCT, CALL_STRUCT ("12")), BRANCH);
  run ("struct, its member", KERNEL (STRUCT, CALL_STRUCT ("16")), NULL);
  run ("soft stack", KERNEL (SOFT ("w", "st.u32 [%frame+4], %r1;")
			     SOFT ("g", "ld.u32 %r1, [%frame+4];"),
			     CALL_SOFT),
       "byte 4 of the stack frame of g (16 bytes)");
  run ("soft stack, written",
       KERNEL (SOFT ("w", "st.u32 [%frame+4], %r1;")
	       SOFT ("g", "st.u32 [%frame+4], %r1; ld.u32 %r1, [%frame+4];"),
	       CALL_SOFT), NULL);
  run ("alloca", KERNEL ("", "alloca.u64 %rd1, 32; ld.local.u32 %r1, [%rd1];"
			 USE ("%r1")), "byte 64 of the frame of k");
  run ("alloca, written",
       KERNEL ("", "alloca.u64 %rd1, 32; st.local.u32 [%rd1], %t;"
	       "ld.local.u32 %r1, [%rd1];" USE ("%r1")), NULL);
}

/* ---- The host.  */

static void
test_host (void)
{
  struct vm_options o;
  vm_options_init (&o);
  o.initcheck = true;
  char bytes[256];
  memset (bytes, 0, sizeof bytes);
  for (int strict = 0; strict < 2; strict++)
    {
      o.initcheck_strict = strict;
      struct vm *vm = vm_create (&o, take_report, NULL);
      uint64_t a = vm_alloc (vm, 256, "a"), b = vm_alloc (vm, 256, "b");
      reports.n = 0;
      vm_write (vm, a, bytes, 100);
      vm_read (vm, bytes, a, 100);
      check (reports.n == 0, "what the host wrote");
      vm_read (vm, bytes, a, 101);
      check (reports.n == 1, "a byte more: %u", reports.n);
      vm_read (vm, bytes, a, 256);
      check (reports.n == 2 && reported ("156 undefined bytes of 256")
	     && reported ("is byte 100, at offset 100 in `a'"),
	     "the rest: %u", reports.n);
      vm_fill8 (vm, a + 100, 0, 156);
      reports.n = 0;
      vm_read (vm, bytes, a, 256);
      check (reports.n == 0, "after a memset: %u", reports.n);
      /* struct { double; int; } and struct { char; short; int; }.  */
      for (unsigned k = 0; k < 8; k++)
	vm_write (vm, b + 16 * k, bytes, 12);
      for (unsigned k = 8; k < 16; k++)
	{
	  vm_write (vm, b + 16 * k, bytes, 1);
	  vm_write (vm, b + 16 * k + 2, bytes, 6);
	  vm_write (vm, b + 16 * k + 8, bytes, 8);
	}
      vm_read (vm, bytes, b, 256);
      check (reports.n == (unsigned) strict, "padding: %u", reports.n);
      /* An array of int without its element 2.  */
      uint64_t c = vm_alloc (vm, 256, "c"), d = vm_alloc (vm, 256, "d");
      vm_write (vm, c, bytes, 8);
      vm_write (vm, c + 12, bytes, 84);
      reports.n = 0;
      vm_read (vm, bytes, c, 96);
      check (reports.n == 1 && reported ("4 undefined bytes"), "an element");
      /* Inside the device.  */
      vm_copy (vm, d + 3, c, 96);
      reports.n = 0;
      vm_read (vm, bytes, d + 3, 8);
      check (reports.n == 0, "copied");
      vm_read (vm, bytes, d, 64);
      check (reports.n == 1 && reported (" 7 undefined bytes"),
	     "copied, with what was undefined");
      /* Overlapping, both ways.  */
      vm_fill8 (vm, d, 0, 256);
      vm_copy (vm, d + 40, c, 16);
      vm_copy (vm, d + 48, d + 40, 100);
      reports.n = 0;
      vm_read (vm, bytes, d + 40, 24);
      check (reports.n == 1 && reported ("is byte 16"), "moved up");
      vm_copy (vm, d + 32, d + 48, 100);
      reports.n = 0;
      vm_read (vm, bytes, d + 32, 8);
      check (reports.n == 0, "moved down");
      vm_read (vm, bytes, d + 40, 4);
      check (reports.n == 1, "moved down, the undefined one");
      /* What was freed comes back undefined.  */
      uint64_t first = 0;
      for (unsigned k = 0; k < 20000; k++)
	{
	  uint64_t p = vm_alloc (vm, 8000, NULL);
	  first = first ? first : p;
	  if (k > 0 && p == first)
	    break;
	  vm_fill8 (vm, p, 0, 8000);
	  vm_free (vm, p);
	}
      reports.n = 0;
      vm_read (vm, bytes, first, 8);
      check (reports.n == 1, "used again");
      vm_destroy (vm);
    }
  /* Much memory.  */
  o.initcheck_strict = false;
  struct vm *vm = vm_create (&o, take_report, NULL);
  const uint64_t n = (uint64_t) 64 << 20;
  uint64_t a = vm_alloc (vm, n, "a");
  vm_fill8 (vm, a, 1, n);
  vm_free (vm, a);
  uint64_t b = vm_alloc (vm, n, "b");
  char *all = malloc (n);
  reports.n = 0;
  vm_fill8 (vm, b, 1, n - 8);
  vm_read (vm, all, b, n);
  check (reports.n == 1 && reported (" 8 undefined bytes"), "the last bytes");
  free (all);
  vm_destroy (vm);
}

int
main (void)
{
  test_memory ();
  test_registers ();
  test_calls ();
  test_host ();
  return finish_tests ();
}
