/* Tests of the PTX machine: threads that meet.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-test.h"

static struct vm_options
options (enum vm_model model)
{
  struct vm_options o;
  vm_options_init (&o);
  o.model = model;
  o.memory = 64 << 20;
  o.time_limit = 20;
  return o;
}

static const char *const model_name[] = { "volta", "pascal" };

#define BOTH for (int model = 0; model < 2; model++)

/* Compare N words with F (i).  */
static void
compare (const char *what, int model, const uint32_t *v, unsigned n,
	 uint32_t (*f) (unsigned))
{
  unsigned bad = 0;
  for (unsigned i = 0; i < n; i++)
    if (v[i] != f (i) && bad++ < 3)
      printf ("  %s: [%u] is %u, not %u\n", what, i, v[i], f (i));
  check (bad == 0, "%s (%s): %u of %u values", what, model_name[model], bad,
	 n);
}

/* ---- Divergence and meeting again.  */

static uint32_t
f_diverge (unsigned i)
{
  uint32_t x = i;
  for (uint32_t k = 0; k < i % 7; k++)
    x = x * 3 + (i & 1 ? 5 : 11);
  return x;
}

static void
test_diverge (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "rem.u32 %r1, %t, 7; mov.u32 %r2, %t; mov.u32 %r3, 0;\n"
    "LOOP: setp.ge.u32 %p1, %r3, %r1; @%p1 bra DONE;\n"
    "mul.lo.u32 %r2, %r2, 3; and.b32 %r4, %t, 1; setp.eq.u32 %p2, %r4, 0;\n"
    "@%p2 bra EVEN; add.u32 %r2, %r2, 5; bra NEXT;\n"
    "EVEN: add.u32 %r2, %r2, 11;\n"
    "NEXT: add.u32 %r3, %r3, 1; bra LOOP;\n"
    "DONE: bar.sync 0; st.global.u32 [%addr], %r2; ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[100] = { 0 };
      enum vm_result r = run_once (&o, ptx, 1, 100, v, sizeof v);
      check (r == VM_OK, "diverge: %s", vm_result_name (r));
      show_reports ();
      compare ("diverge", model, v, 100, f_diverge);
    }
}

/* Recursion with a depth that differs by lane, through a function.  */
static uint32_t
f_fib (unsigned i)
{
  uint32_t a = 0, b = 1;
  for (unsigned k = 0; k < i % 12; k++)
    {
      uint32_t t = a + b;
      a = b, b = t;
    }
  return a;
}

#define FIB								\
  ".func (.param .u32 ret) fib (.param .u32 n)\n{\n"			\
  ".reg .u32 %n, %a, %b; .reg .pred %p;\nld.param.u32 %n, [n];\n"	\
  "setp.lt.u32 %p, %n, 2; @%p bra SMALL;\n"				\
  "{ .param .u32 r; .param .u32 a; sub.u32 %a, %n, 1; "			\
  "st.param.u32 [a], %a; call (r), fib, (a); ld.param.u32 %b, [r]; }\n"	\
  "{ .param .u32 r; .param .u32 a; sub.u32 %a, %n, 2; "			\
  "st.param.u32 [a], %a; call (r), fib, (a); ld.param.u32 %a, [r]; }\n"	\
  "add.u32 %a, %a, %b; st.param.u32 [ret], %a; ret;\n"			\
  "SMALL: st.param.u32 [ret], %n; ret;\n}\n"

static void
test_recursion (void)
{
  static const char ptx[] = HEADER FIB KERNEL_BEGIN
    "rem.u32 %r1, %t, 12;\n"
    "{ .param .u32 r; .param .u32 a; st.param.u32 [a], %r1; "
    "call (r), fib, (a); ld.param.u32 %r2, [r]; }\n"
    "bar.sync 0; st.global.u32 [%addr], %r2; ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[64] = { 0 };
      enum vm_result r = run_once (&o, ptx, 1, 64, v, sizeof v);
      check (r == VM_OK, "recursion: %s", vm_result_name (r));
      show_reports ();
      compare ("recursion", model, v, 64, f_fib);
    }
}

/* Indirect calls to functions that differ by lane.  */
static uint32_t
f_indirect (unsigned i)
{
  return i % 3 == 0 ? i + 100 : i % 3 == 1 ? i * 2 : ~i;
}

static void
test_indirect (void)
{
  static const char ptx[] = HEADER
    ".func (.param .u32 r) f0 (.param .u32 a) { .reg .u32 %a; "
    "ld.param.u32 %a, [a]; add.u32 %a, %a, 100; st.param.u32 [r], %a; ret; }\n"
    ".func (.param .u32 r) f1 (.param .u32 a) { .reg .u32 %a; "
    "ld.param.u32 %a, [a]; shl.b32 %a, %a, 1; st.param.u32 [r], %a; ret; }\n"
    ".func (.param .u32 r) f2 (.param .u32 a) { .reg .u32 %a; "
    "ld.param.u32 %a, [a]; not.b32 %a, %a; st.param.u32 [r], %a; ret; }\n"
    ".global .u64 table[3] = { f0, f1, f2 };\n"
    KERNEL_BEGIN
    "rem.u32 %r1, %t, 3; mul.wide.u32 %rd1, %r1, 8; mov.u64 %rd2, table;\n"
    "add.u64 %rd2, %rd2, %rd1; ld.global.u64 %rd3, [%rd2];\n"
    "{ .param .u32 r; .param .u32 a; st.param.u32 [a], %t;\n"
    "P: .callprototype (.param .u32 _) _ (.param .u32 _);\n"
    "call (r), %rd3, (a), P; ld.param.u32 %r2, [r]; }\n"
    "bar.sync 0; st.global.u32 [%addr], %r2; ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[40] = { 0 };
      enum vm_result r = run_once (&o, ptx, 1, 40, v, sizeof v);
      check (r == VM_OK, "indirect: %s", vm_result_name (r));
      show_reports ();
      compare ("indirect calls", model, v, 40, f_indirect);
    }
}

static uint32_t
f_brx (unsigned i)
{
  static const uint32_t t[4] = { 7, 70, 700, 7000 };
  return t[i & 3] + i;
}

static void
test_brx (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "and.b32 %r1, %t, 3;\n"
    "T: .branchtargets L0, L1, L2, L3;\nbrx.idx %r1, T;\n"
    "L0: mov.u32 %r2, 7; bra E; L1: mov.u32 %r2, 70; bra E;\n"
    "L2: mov.u32 %r2, 700; bra E; L3: mov.u32 %r2, 7000;\n"
    "E: bar.sync 0; add.u32 %r2, %r2, %t; st.global.u32 [%addr], %r2;\n"
    "ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[64] = { 0 };
      enum vm_result r = run_once (&o, ptx, 1, 64, v, sizeof v);
      check (r == VM_OK, "brx: %s", vm_result_name (r));
      show_reports ();
      compare ("brx.idx", model, v, 64, f_brx);
    }
}

/* ---- Barriers.  */

/* Producers arrive, consumers sync, twice over.  */
static uint32_t
f_arrive (unsigned i)
{
  return i < 32 ? 0 : (i - 32) * 10 + (i - 32) * 20;
}

static void
test_arrive (void)
{
  static const char ptx[] = HEADER ".shared .u32 s[32];\n" KERNEL_BEGIN
    "mov.u64 %rd1, s; and.b32 %r1, %t, 31; mad.wide.u32 %rd1, %r1, 4, %rd1;\n"
    "mov.u32 %r5, 0; mov.u32 %r6, 10; mov.u32 %r7, 0;\n"
    "setp.ge.u32 %p1, %t, 32; @%p1 bra CONSUME;\n"
    "PRODUCE: mul.lo.u32 %r2, %r1, %r6; st.shared.u32 [%rd1], %r2;\n"
    "bar.arrive 1, 64; bar.sync 2, 64;\n"
    "add.u32 %r6, %r6, 10; setp.le.u32 %p2, %r6, 20; @%p2 bra PRODUCE;\n"
    "bra END;\n"
    "CONSUME: bar.sync 1, 64; ld.shared.u32 %r2, [%rd1];\n"
    "add.u32 %r5, %r5, %r2; bar.arrive 2, 64;\n"
    "add.u32 %r6, %r6, 10; setp.le.u32 %p2, %r6, 20; @%p2 bra CONSUME;\n"
    "END: st.global.u32 [%addr], %r5; ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[64] = { 0 };
      enum vm_result r = run_once (&o, ptx, 1, 64, v, sizeof v);
      check (r == VM_OK, "arrive: %s", vm_result_name (r));
      show_reports ();
      compare ("bar.arrive", model, v, 64, f_arrive);
    }
}

static uint32_t
f_bar_red (unsigned i)
{
  (void) i;
  /* Threads 0..99: even ones 50; all < 100; any == 77.  */
  return 50 + 1000 + 2000;
}

static void
test_bar_red (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "and.b32 %r1, %t, 1; setp.eq.u32 %p1, %r1, 0;\n"
    "bar.red.popc.u32 %r2, 0, %p1;\n"
    "setp.lt.u32 %p2, %t, 100; bar.red.and.pred %p3, 0, %p2;\n"
    "setp.eq.u32 %p4, %t, 77; barrier.red.or.pred %p5, 0, %p4;\n"
    "setp.eq.u32 %p6, %t, 7; bar.red.and.pred %p7, 0, %p6;\n"
    "@%p3 add.u32 %r2, %r2, 1000; @%p5 add.u32 %r2, %r2, 2000;\n"
    "@%p7 add.u32 %r2, %r2, 4000;\n"
    "st.global.u32 [%addr], %r2; ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[100] = { 0 };
      enum vm_result r = run_once (&o, ptx, 1, 100, v, sizeof v);
      check (r == VM_OK, "bar.red: %s", vm_result_name (r));
      show_reports ();
      compare ("bar.red", model, v, 100, f_bar_red);
    }
}

/* Threads that have ended are not waited for.  */
static void
test_exit_then_barrier (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 20; @%p1 exit;\n"
    "bar.sync 0; st.global.u32 [%addr], %t; ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[96];
      memset (v, 0, sizeof v);
      enum vm_result r = run_once (&o, ptx, 1, 96, v, sizeof v);
      check (r == VM_OK && v[19] == 0 && v[20] == 20 && v[95] == 95,
	     "exit, then barrier (%s): %s", model_name[model],
	     vm_result_name (r));
      show_reports ();
    }
}

/* A barrier in a divergent branch: an error under `pascal', and none under
   `volta' when all threads come to one.  */
static void
test_divergent_barrier (void)
{
  static const char ptx[] = HEADER ".file 1 \"app.c\"\n" KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 16;\n@%p1 bra LOW;\n.loc 1 31 0\nbar.sync 0;\n"
    "mov.u32 %r1, 2;\nbra JOIN;\nLOW:\nbar.sync 0;\nmov.u32 %r1, 1;\nJOIN:\n"
    "st.global.u32 [%addr], %r1;\nret;\n}\n";
  struct vm_options o = options (VM_PASCAL);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_DIVERGENT_BARRIER, "divergent barrier under pascal: %s",
	 vm_result_name (r));
  check (reported ("bar.sync 0 reached by 16 of 32 lanes in k (app.c:31): "
		   "reconvergence was at PTX line 21"),
	 "text of the divergent barrier: %s", reports.text[0]);
  o = options (VM_VOLTA);
  r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_OK && v[0] == 1 && v[31] == 2,
	 "divergent barrier under volta: %s", vm_result_name (r));
  show_reports ();
}

/* A dead end that falls through widens the divergent region; `exit' behind
   it narrows it again.  */
static void
test_dead_end (void)
{
#define DEAD(TERMINATOR)						\
  HEADER KERNEL_BEGIN							\
    "setp.lt.u32 %p1, %t, 8; @%p1 bra HALF;\n"			\
    "setp.gt.u32 %p2, %t, 100; @%p2 bra DEAD;\n"			\
    "mov.u32 %r1, 5; bra MEET;\n"					\
    "DEAD: st.global.u32 [%addr], %t; " TERMINATOR "\n"		\
    "HALF: mov.u32 %r1, 4;\n"						\
    "MEET: bar.sync 0; st.global.u32 [%addr], %r1; ret;\n}\n"
  /* Two paths into MEET and one that falls from DEAD into HALF; MEET still
     postdominates both branches.  */
  static const char falls[] = DEAD ("");
  static const char ends[] = DEAD ("exit;");
#undef DEAD
  struct vm_options o = options (VM_PASCAL);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, falls, 1, 32, v, sizeof v);
  check (r == VM_OK && v[0] == 4 && v[31] == 5, "fall through: %s",
	 vm_result_name (r));
  r = run_once (&o, ends, 1, 32, v, sizeof v);
  check (r == VM_OK && v[0] == 4 && v[31] == 5, "exit: %s",
	 vm_result_name (r));

  /* Here the fall-through leads past the barrier's block.  */
#define PAST(TERMINATOR)						\
  HEADER KERNEL_BEGIN							\
    "setp.lt.u32 %p1, %t, 8; @%p1 bra REST;\n"			\
    "setp.gt.u32 %p2, %t, 100; @!%p2 bra REST;\n"			\
    "bra DEAD;\n"							\
    "REST: bar.sync 0; st.global.u32 [%addr], %t; bra OUT;\n"		\
    "DEAD: st.global.u32 [%addr], %t; " TERMINATOR "\n"		\
    "OUT: ret;\n}\n"
  static const char past_falls[] = PAST ("");
  static const char past_ends[] = PAST ("exit;");
#undef PAST
  r = run_once (&o, past_falls, 1, 32, v, sizeof v);
  check (r == VM_DIVERGENT_BARRIER, "dead end that falls past a barrier: %s",
	 vm_result_name (r));
  r = run_once (&o, past_ends, 1, 32, v, sizeof v);
  check (r == VM_OK, "the same with exit: %s", vm_result_name (r));
  show_reports ();
}

/* A dead end that two regions share: only `pascal-shared' keeps it.  */
static void
test_shared_dead_end (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 8; @%p1 bra B;\n"
    "setp.gt.u32 %p2, %t, 100; @%p2 bra DEAD;\n"
    "B: setp.gt.u32 %p3, %t, 200; setp.gt.u32 %p4, %t, 300;\n"
    "setp.lt.u32 %p5, %t, 4; @%p5 bra C; @%p4 bra DEAD;\n"
    "C: bar.sync 0; st.global.u32 [%addr], %t; ret;\n"
    "DEAD: trap; exit;\n}\n";
  struct vm_options o = options (VM_PASCAL);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_OK, "shared dead end under pascal: %s", vm_result_name (r));
  show_reports ();
  o.model = VM_PASCAL_SHARED;
  r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_DIVERGENT_BARRIER, "shared dead end kept: %s",
	 vm_result_name (r));
}

/* A kernel all of whose paths end in exit meets where they do.  */
static void
test_exit_kernel (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 8; @%p1 bra LOW; mov.u32 %r1, 3; bra J;\n"
    "LOW: mov.u32 %r1, 4; J: bar.sync 0; st.global.u32 [%addr], %r1; exit;\n"
    "}\n";
  struct vm_options o = options (VM_PASCAL);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_OK && v[0] == 4 && v[31] == 3, "kernel that exits: %s",
	 vm_result_name (r));
  show_reports ();

  /* Those that leave early are no reason to part until the end; the first
     and the last exit of the text are the early ones.  */
  static const char early[] = HEADER KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 8; @!%p1 bra GO; exit;\n"
    "GO: setp.lt.u32 %p1, %t, 16; @%p1 bra OUT;\n"
    "bar.sync 0; st.global.u32 [%addr], %t; exit;\n"
    "OUT: exit;\n}\n";
  memset (v, 0, sizeof v);
  r = run_once (&o, early, 1, 32, v, sizeof v);
  check (r == VM_OK && v[7] == 0 && v[15] == 0 && v[16] == 16 && v[31] == 31,
	 "kernel with early exits: %s", vm_result_name (r));
  show_reports ();
}

/* `trap' alone ended no block for ptxas before PTX 8.3: the way that runs on
   from there widens the region past the barrier.  */
static void
test_trap_falls (void)
{
#define TRAP(VERSION, TERMINATOR)					\
  ".version " VERSION "\n.target sm_70\n.address_size 64\n"		\
  KERNEL_BEGIN								\
    "setp.lt.u32 %p1, %t, 8; @%p1 bra REST;\n"			\
    "setp.gt.u32 %p2, %t, 100; @!%p2 bra REST;\n"			\
    "bra DEAD;\n"							\
    "REST: bar.sync 0; st.global.u32 [%addr], %t; bra OUT;\n"		\
    "DEAD: " TERMINATOR "\n"						\
    "OUT: ret;\n}\n"
  static const char alone[] = TRAP ("6.3", "trap;");
  static const char with_exit[] = TRAP ("6.3", "trap; exit;");
  static const char newer[] = TRAP ("8.3", "trap;");
#undef TRAP
  struct vm_options o = options (VM_PASCAL);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, alone, 1, 32, v, sizeof v);
  check (r == VM_DIVERGENT_BARRIER, "trap alone: %s", vm_result_name (r));
  r = run_once (&o, with_exit, 1, 32, v, sizeof v);
  check (r == VM_OK, "trap and exit: %s", vm_result_name (r));
  r = run_once (&o, newer, 1, 32, v, sizeof v);
  check (r == VM_OK, "trap in PTX 8.3: %s", vm_result_name (r));
  o = options (VM_VOLTA);
  r = run_once (&o, alone, 1, 32, v, sizeof v);
  check (r == VM_OK, "trap alone under volta: %s", vm_result_name (r));
  show_reports ();
}

static void
test_deadlock (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 32; @%p1 bra A;\nbar.sync 1, 64;\nret;\n"
    "A: bar.sync 2, 64;\nret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[64] = { 0 };
      enum vm_result r = run_once (&o, ptx, 1, 64, v, sizeof v);
      check (r == VM_DEADLOCK, "deadlock (%s): %s", model_name[model],
	     vm_result_name (r));
      check (reported ("warp 0 lanes 0xffffffff wait at barrier 2 in k")
	     && reported ("warp 1 lanes 0xffffffff wait at barrier 1 in k"),
	     "text of a deadlock");
      if (failed)
	show_reports ();
    }
}

/* ---- Spinning.  */

/* Each lane takes a lock in turn: needs threads that progress on their own. */
static void
test_lane_lock (void)
{
  static const char ptx[] = HEADER ".global .u32 lock; .global .u32 count;\n"
    KERNEL_BEGIN
    "mov.u64 %rd1, lock; mov.u64 %rd2, count;\n"
    "SPIN: atom.global.cas.b32 %r1, [%rd1], 0, 1; setp.ne.u32 %p1, %r1, 0;\n"
    "@%p1 bra SPIN;\n"
    "ld.volatile.global.u32 %r2, [%rd2]; add.u32 %r2, %r2, 1;\n"
    "st.volatile.global.u32 [%rd2], %r2; membar.gl;\n"
    "atom.global.exch.b32 %r3, [%rd1], 0;\n"
    "bar.sync 0; ld.global.u32 %r4, [%rd2]; st.global.u32 [%addr], %r4;\n"
    "ret;\n}\n";
  struct vm_options o = options (VM_VOLTA);
  uint32_t v[96] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 96, v, sizeof v);
  check (r == VM_OK && v[0] == 96 && v[95] == 96, "a lock by lanes: %s, %u",
	 vm_result_name (r), v[0]);
  show_reports ();
}

/* A lane waits in a loop for what a later lane of its warp stores.  */
static void
test_wait_for_lane (void)
{
  static const char ptx[] = HEADER ".global .u32 flag;\n" KERNEL_BEGIN
    "mov.u64 %rd1, flag; setp.eq.u32 %p1, %t, 31; @%p1 bra SET;\n"
    "WAIT: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p2, %r1, 0;\n"
    "@%p2 bra WAIT; bra END;\n"
    "SET: st.volatile.global.u32 [%rd1], 9; mov.u32 %r1, 9;\n"
    "END: st.global.u32 [%addr], %r1; ret;\n}\n";
  struct vm_options o = options (VM_VOLTA);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_OK && v[0] == 9 && v[31] == 9, "a lane waits for another: %s",
	 vm_result_name (r));
}

/* ---- Inside a warp.  */

static void
test_warp_ops (void)
{
  /* Each line: what to do, and what lane i must get.  */
  static const char ptx[] = HEADER KERNEL_BEGIN
    "mul.lo.u32 %r1, %t, 3; mov.u32 %r20, 0;\n"
    /* 0: up by 1, within 8.  */
    "shfl.sync.up.b32 %r2|%p1, %r1, 1, 0x1800, 0xffffffff;\n"
    "selp.u32 %r3, 1000, 0, %p1; add.u32 %r2, %r2, %r3;\n"
    "st.global.u32 [%addr], %r2;\n"
    /* 1: down by 4, whole warp.  */
    "shfl.sync.down.b32 %r2|%p1, %r1, 4, 0x1f, 0xffffffff;\n"
    "selp.u32 %r3, 1000, 0, %p1; add.u32 %r2, %r2, %r3;\n"
    "st.global.u32 [%addr+128], %r2;\n"
    /* 2: butterfly 5.  */
    "shfl.sync.bfly.b32 %r2, %r1, 5, 0x1f, 0xffffffff;\n"
    "st.global.u32 [%addr+256], %r2;\n"
    /* 3: index 2 within groups of 8.  */
    "shfl.sync.idx.b32 %r2, %r1, 2, 0x181f, 0xffffffff;\n"
    "st.global.u32 [%addr+384], %r2;\n"
    /* 4: ballot of odd lanes; any, all, uni.  */
    "and.b32 %r3, %t, 1; setp.eq.u32 %p2, %r3, 1;\n"
    "vote.sync.ballot.b32 %r2, %p2, 0xffffffff;\n"
    "vote.sync.any.pred %p3, %p2, 0xffffffff;\n"
    "vote.sync.all.pred %p4, %p2, 0xffffffff;\n"
    "vote.sync.uni.pred %p5, %p2, 0xffffffff;\n"
    "@%p3 xor.b32 %r2, %r2, 1; @%p4 xor.b32 %r2, %r2, 4;\n"
    "@%p5 xor.b32 %r2, %r2, 16; st.global.u32 [%addr+512], %r2;\n"
    /* 5: match any of tid / 5; 6: match all.  */
    "div.u32 %r4, %t, 5; match.any.sync.b32 %r2, %r4, 0xffffffff;\n"
    "st.global.u32 [%addr+640], %r2;\n"
    "match.all.sync.b32 %r2|%p6, %r4, 0xffffffff;\n"
    "match.all.sync.b32 %r5|%p7, 7, 0xffffffff;\n"
    "@%p6 add.u32 %r2, %r2, 1; @%p7 add.u32 %r2, %r2, 2;\n"
    "and.b32 %r5, %r5, 256; add.u32 %r2, %r2, %r5;\n"
    "st.global.u32 [%addr+768], %r2;\n"
    /* 7: redux.  */
    "redux.sync.add.u32 %r2, %t, 0xffffffff;\n"
    "sub.s32 %r6, 5, %t; redux.sync.min.s32 %r7, %r6, 0xffffffff;\n"
    "redux.sync.max.u32 %r8, %t, 0xffffffff; add.u32 %r2, %r2, %r7;\n"
    "mad.lo.u32 %r2, %r8, 1000, %r2; st.global.u32 [%addr+896], %r2;\n"
    /* 8: half of the warp, with its own mask.  */
    "setp.lt.u32 %p8, %t, 16; @!%p8 bra HIGH;\n"
    "shfl.sync.idx.b32 %r2, %t, 5, 0x1f, 0xffff; activemask.b32 %r9;\n"
    "add.u32 %r2, %r2, %r9; bra J;\n"
    "HIGH: shfl.sync.idx.b32 %r2, %t, 20, 0x1f, 0xffff0000;\n"
    "elect.sync %r9|%p9, 0xffff0000; @%p9 add.u32 %r2, %r2, 500;\n"
    "add.u32 %r2, %r2, %r9;\n"
    "J: bar.warp.sync 0xffffffff; st.global.u32 [%addr+1024], %r2; ret;\n}\n";
  BOTH
    {
      struct vm_options o = options (model);
      uint32_t v[9][32];
      memset (v, 0, sizeof v);
      enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
      check (r == VM_OK, "warp operations: %s", vm_result_name (r));
      show_reports ();
      unsigned bad = 0;
      for (uint32_t i = 0; i < 32; i++)
	{
	  uint32_t in8 = i % 8, any = 0;
	  for (uint32_t k = 0; k < 32; k++)
	    any |= (uint32_t) (k / 5 == i / 5) << k;
	  const uint32_t want[9] = {
	    in8 ? 3 * (i - 1) + 1000 : 3 * i,
	    i < 28 ? 3 * (i + 4) + 1000 : 3 * i,
	    3 * (i ^ 5),
	    3 * (i / 8 * 8 + 2),
	    0xaaaaaaaau ^ 1,
	    any,
	    2 + 256,
	    496 - 26 + 31000,
	    i < 16 ? 5 + 0xffff : 20 + 16 + (i == 16 ? 500 : 0)
	  };
	  for (int k = 0; k < 9; k++)
	    if (v[k][i] != want[k] && bad++ < 5)
	      printf ("  warp operation %d lane %u: 0x%x, not 0x%x\n", k, i,
		      v[k][i], want[k]);
	}
      check (bad == 0, "warp operations (%s): %u wrong", model_name[model],
	     bad);
    }
}

/* The .sync forms wait for lanes on another path, under `volta'; under
   `pascal' that is an error.  */
static void
test_sync_waits (void)
{
  static const char ptx[] = HEADER KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 7; @%p1 bra LOW;\n"
    "mov.u32 %r1, 100; shfl.sync.idx.b32 %r2, %r1, 0, 0x1f, 0xffffffff;\n"
    "bra J;\n"
    "LOW: mov.u32 %r1, 200; shfl.sync.idx.b32 %r2, %r1, 31, 0x1f, 0xffffffff;\n"
    "J: st.global.u32 [%addr], %r2; ret;\n}\n";
  struct vm_options o = options (VM_VOLTA);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_OK && v[0] == 100 && v[7] == 200, "shfl.sync waits: %s %u %u",
	 vm_result_name (r), v[0], v[7]);
  o = options (VM_PASCAL);
  r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_DIVERGENT_BARRIER
	 && reported ("shfl.idx.sync 0xffffffff reached by"),
	 "shfl.sync under pascal: %s", vm_result_name (r));
}

static void
test_old_shfl (void)
{
  static const char ptx[] =
    ".version 3.1\n.target sm_30\n.address_size 64\n" KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 7; @%p1 bra J;\n"
    "shfl.idx.b32 %r2, %t, 9, 0x1f; st.global.u32 [%addr], %r2;\n"
    "J: ret;\n}\n";
  struct vm_options o = options (VM_VOLTA);
  uint32_t v[32] = { 0 };
  enum vm_result r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_OK && v[31] == 9
	 && reported ("shfl.idx executed by 25 of 32 lanes"),
	 "shfl without .sync under volta: %s", vm_result_name (r));
  o = options (VM_PASCAL);
  r = run_once (&o, ptx, 1, 32, v, sizeof v);
  check (r == VM_DIVERGENT_BARRIER, "shfl without .sync under pascal: %s",
	 vm_result_name (r));

  /* A lane that gets its own value needs nobody, as in a SIMD loop of GCC 11;
     but one among them that gets another's does.  */
  static const char own[] =
    ".version 3.1\n.target sm_30\n.address_size 64\n" KERNEL_BEGIN
    "setp.lt.u32 %p1, %t, 7; @%p1 bra J;\n"
    "mov.u32 %r3, %laneid; setp.eq.u32 %p2, %n, %t;\n"
    "@%p2 mov.u32 %r3, 9;\n"
    "shfl.idx.b32 %r2, %t, %r3, 0x1f; st.global.u32 [%addr], %r2;\n"
    "J: ret;\n}\n";
  for (unsigned other = 0; other < 2; other++)
    for (unsigned k = 0; k < 2; k++)
      {
	char text[2000];
	o = options (k ? VM_PASCAL : VM_VOLTA);
	snprintf (text, sizeof text, "%s", own);
	/* One of lanes 7 to 31, or none.  */
	char *at = strstr (text, "%n, %t");
	memcpy (at, other ? "20, %t" : "77, %t", 6);
	memset (v, 0, sizeof v);
	r = run_once (&o, text, 1, 32, v, sizeof v);
	if (!other)
	  check (r == VM_OK && reports.n == 0 && v[7] == 7 && v[31] == 31,
		 "shfl of one's own value, model %u: %s, %u reports", k,
		 vm_result_name (r), reports.n);
	else
	  check (r == (k ? VM_DIVERGENT_BARRIER : VM_OK)
		 && reported ("shfl.idx"),
		 "shfl of another's value, model %u: %s", k,
		 vm_result_name (r));
      }
}

/* One lane counts to 100000, the others look at how far it has come.  PTX for
   chips before Volta has its lanes in order; later PTX has turns.  */
static void
test_turns (void)
{
  static const char body[] =
    ".address_size 64\n.shared .u32 s[1];\n" KERNEL_BEGIN
    "mov.u32 %r1, 0; st.volatile.shared.u32 [s], %r1; bar.sync 0;\n"
    "setp.ne.u32 %p1, %t, 0; @%p1 bra L;\n"
    "A: add.u32 %r1, %r1, 1; st.volatile.shared.u32 [s], %r1;\n"
    "setp.lt.u32 %p1, %r1, 100000; @%p1 bra A; bra J;\n"
    "L: ld.volatile.shared.u32 %r1, [s]; st.global.u32 [%addr], %r1;\n"
    "J: ret;\n}\n";
  for (unsigned late = 0; late < 2; late++)
    {
      char text[2000];
      snprintf (text, sizeof text, ".version 6.0\n.target sm_%u\n%s",
		late ? 70 : 61, body);
      uint32_t v[32] = { 0 };
      struct vm_options o = options (VM_VOLTA);
      enum vm_result r = run_once (&o, text, 1, 32, v, sizeof v);
      bool between = v[31] > 0 && v[31] < 100000;
      check (r == VM_OK && between == late, "turns, sm_%u: %s, %u",
	     late ? 70 : 61, vm_result_name (r), v[31]);
    }
}

int
main (void)
{
  test_diverge ();
  test_recursion ();
  test_indirect ();
  test_brx ();
  test_arrive ();
  test_bar_red ();
  test_exit_then_barrier ();
  test_divergent_barrier ();
  test_dead_end ();
  test_shared_dead_end ();
  test_exit_kernel ();
  test_trap_falls ();
  test_deadlock ();
  test_lane_lock ();
  test_wait_for_lane ();
  test_warp_ops ();
  test_sync_waits ();
  test_old_shfl ();
  test_turns ();
  return finish_tests ();
}
