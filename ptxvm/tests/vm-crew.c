/* Test of several host threads for the warps of one block (vm/order/crew.c).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each kernel runs on one host thread, and several times on more than there may
   be processors.  Results and reports must be the same, and over all its runs
   helpers must have taken part.  */

#include "vm-test.h"

#define MAX_THREADS 1024

/* The thread sanitizer takes its time.  Threads of a block; turns of a long loop,
   and of one that has a barrier in it.  */
#ifdef __SANITIZE_THREAD__
# define TIMES 4
# define BLOCK 256
# define LONG 5000
# define TURNS 4
#else
# define TIMES 8
# define BLOCK 1024
# define LONG 20000
# define TURNS 20
#endif
#define TEXT_(X) #X
#define TEXT(X) TEXT_ (X)
#define BLOCK_TEXT TEXT (BLOCK)
#define LONG_TEXT TEXT (LONG)
#define TURNS_TEXT TEXT (TURNS)
#if BLOCK == 1024
# define HALF_TEXT "512"
#else
# define HALF_TEXT "128"
#endif

/* What all kernels have: loops of so many turns keep a warp busy for more than a
   slice.  Each thread has a word of S of its own in shared memory, at %rs, and its
   warp's number is in %w.  A kernel's loops have the labels that it names.  */
#define BUSY "2500"
#define BEGIN								\
  HEADER ".global .u32 lock, sum, turns; .global .u64 big;"		\
  " .shared .u32 s[1024]; .shared .u32 slock, ssum; .shared .f32 real;\n" \
  ".func (.reg .u32 %v) rec (.reg .u32 %x) {\n"				\
  ".reg .u32 %y; .reg .pred %p; setp.eq.u32 %p, %x, 0; mov.u32 %v, 0;"	\
  " @%p ret; sub.u32 %y, %x, 1; call (%v), rec, (%y);"			\
  " add.u32 %v, %v, %x; ret; }\n"					\
  KERNEL_BEGIN								\
  ".reg .u64 %rs, %gl, %gs, %sl, %ss, %re; .reg .u32 %w, %i, %k, %x, %n;" \
  " .reg .pred %q;\n"							\
  "mov.u64 %rs, s; mad.wide.u32 %rs, %t, 4, %rs; shr.u32 %w, %t, 5;"	\
  "mov.u64 %gl, lock; mov.u64 %gs, sum; mov.u64 %sl, slock;"		\
  "mov.u64 %ss, ssum; mov.u64 %re, real; mov.u32 %x, %t;"		\
  "mov.u32 %k, 0; mov.u32 %n, %ntid.x;\n"
#define LOOP(L, N)							\
  "mov.u32 %i, 0;\n" L ": mad.lo.u32 %x, %x, 1664525, 1013904223;"	\
  "add.u32 %i, %i, 1; setp.lt.u32 %q, %i, " N "; @%q bra " L ";\n"
/* Go back to L, TURNS times in all.  */
#define NEXT(L)								\
  " add.u32 %k, %k, 1; setp.lt.u32 %p9, %k, " TURNS_TEXT ";"		\
  " @%p9 bra " L ";\n"
#define RESULT "st.global.u32 [%addr], %x;\n"
#define END "ret;\n}\n"

static struct vm_options
options (unsigned threads)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 64 << 20;
  o.time_limit = 60;
  o.threads = threads;
  return o;
}

/* What a run left.  */
struct outcome
{
  enum vm_result result;
  uint32_t v[MAX_THREADS];
  unsigned n_reports;
  char text[1024];
  uint64_t helped;
};

static struct outcome
run (const struct vm_options *o, const char *ptx, unsigned grid,
     unsigned block, uint32_t n)
{
  struct outcome r;
  struct machine m;
  memset (&r, 0, sizeof r);
  r.result = VM_INVALID_PTX;
  if (!machine_load (&m, o, ptx))
    {
      printf ("  %s\n", last_message);
      return r;
    }
  r.result = machine_run (&m, "k", grid, block, 0, r.v, sizeof r.v, n);
  r.n_reports = reports.n;
  if (reports.n)
    memcpy (r.text, reports.text[0], sizeof r.text);
  struct vm_stats s;
  vm_get_stats (m.vm, &s);
  r.helped = s.helped;
  machine_free (&m);
  return r;
}

/* The kernel PTX gives on several host threads, under MODEL, what it gives on one;
   with REPORT, that text must be in it; REPEAT: the whole text is the same each
   time.  */
static void
same_in (enum vm_model model, const char *what, const char *ptx,
	 unsigned grid, unsigned block, const char *report, bool repeat)
{
  struct vm_options o = options (1);
  o.model = model;
  o.time_limit = 60;
  struct outcome one = run (&o, ptx, grid, block, grid);
  uint64_t helped = 0;
  unsigned bad = 0;
  check (one.helped == 0, "%s: one host thread is one", what);
  check (report ? one.n_reports == 1 && strstr (one.text, report)
	 : one.result == VM_OK && !one.n_reports,
	 "%s: %s on one host thread, %u reports: %s", what,
	 vm_result_name (one.result), one.n_reports, one.text);
  /* On a busy machine helpers may come late.  */
  for (unsigned k = 0; k < TIMES || (!helped && k < 20 * TIMES); k++)
    {
      o.threads = 2 + k % 4;
      struct outcome r = run (&o, ptx, grid, block, grid);
      helped += r.helped;
      if (r.result == one.result && r.n_reports == one.n_reports
	  && (report || !memcmp (r.v, one.v, sizeof r.v))
	  && (repeat ? !strcmp (r.text, one.text)
	      : !report || strstr (r.text, report)))
	continue;
      if (!bad++)
	printf ("  on %u host threads: %s, %u reports: %s\n", o.threads,
		vm_result_name (r.result), r.n_reports, r.text);
    }
  check (bad == 0, "%s: %u runs differ from the one on one host thread", what,
	 bad);
  check (helped > 0, "%s: no other host thread ran a warp", what);
}

static void
same (const char *what, const char *ptx, unsigned block)
{
  same_in (VM_VOLTA, what, ptx, 1, block, NULL, false);
}

static void
test_results (void)
{
  same ("loops", BEGIN LOOP ("L", LONG_TEXT) RESULT END, BLOCK);
  same ("two warps", BEGIN LOOP ("L", LONG_TEXT "0") RESULT END, 40);
  same_in (VM_VOLTA, "two blocks", BEGIN "mov.u32 %r1, %ctaid.x;"
	   " mad.wide.u32 %addr, %r1, 2048, %addr; add.u32 %x, %x, %r1;\n"
	   LOOP ("L", LONG_TEXT) RESULT END, 2, BLOCK / 2, NULL, false);
  /* A thread that has several blocks, one of them with helpers.  */
#define CALLS								\
  "OUT:" LOOP ("L", "1500") ".param .b32 a;\n and.b32 %r1, %x, 15;"	\
  " add.u32 %r1, %r1, 70; call (%r2), rec, (%r1); add.u32 %x, %x, %r2;"	\
  NEXT ("OUT")
  same ("calls", BEGIN CALLS RESULT END, BLOCK / 2);
  same_in (VM_VOLTA, "calls in seven blocks", BEGIN "mov.u32 %r1, %ctaid.x;"
	   " mad.wide.u32 %addr, %r1, 512, %addr; add.u32 %x, %x, %r1;\n"
	   CALLS RESULT END, 7, 128, NULL, false);
}

/* ---- Barriers.  */

static void
test_barriers (void)
{
  /* Each takes what a thread of the next warp has put down.  */
#define PASS								\
  "add.u32 %r1, %t, 32; rem.u32 %r1, %r1, %n; mov.u64 %rd1, s;"		\
  " mad.wide.u32 %rd1, %r1, 4, %rd1; st.shared.u32 [%rs], %x;"		\
  " bar.sync 0; ld.shared.u32 %r2, [%rd1]; bar.sync 0; add.u32 %x, %x, %r2;"
  same ("a barrier in a loop", BEGIN "OUT:" LOOP ("L", BUSY) PASS NEXT ("OUT")
	RESULT END, BLOCK);
  same_in (VM_PASCAL, "a barrier in a loop, pascal",
	   BEGIN "OUT:" LOOP ("L", BUSY) PASS NEXT ("OUT") RESULT END, 1, 256,
	   NULL, false);
  same ("barriers that follow each other", BEGIN LOOP ("L", BUSY)
	"OUT:" PASS "add.u32 %k, %k, 1; setp.lt.u32 %p9, %k, " TURNS_TEXT "0;"
	" @%p9 bra OUT;\n" LOOP ("L2", BUSY) RESULT END, BLOCK);
  same ("bar.red", BEGIN "OUT:" LOOP ("L", BUSY)
	"shr.u32 %r1, %x, 31; setp.ne.u32 %p1, %r1, 0;"
	"bar.red.popc.u32 %r2, 0, %p1; add.u32 %x, %x, %r2;"
	"shr.u32 %r1, %x, 22; setp.ne.u32 %p1, %r1, 0;"
	"bar.red.and.pred %p2, 1, %p1; bar.red.or.pred %p3, 2, %p1;"
	"@%p2 add.u32 %x, %x, 77; @!%p3 add.u32 %x, %x, 99;"
	NEXT ("OUT") RESULT END, BLOCK);
  /* The lower warps fill words, the upper ones take them.  */
  same ("bar.arrive", BEGIN "mov.u64 %rd1, s; mad.wide.u32 %rd1, %t, 4, %rd1;"
	"setp.ge.u32 %p1, %t, " HALF_TEXT "; @%p1 bra TAKE;\n"
	"OUT:" LOOP ("L", BUSY)
	"add.u64 %rd2, %rd1, " HALF_TEXT "; add.u64 %rd2, %rd2, " HALF_TEXT ";"
	"add.u64 %rd2, %rd2, " HALF_TEXT "; add.u64 %rd2, %rd2, " HALF_TEXT ";"
	"st.shared.u32 [%rd2], %x; bar.arrive 1, " BLOCK_TEXT ";"
	"bar.sync 2, " BLOCK_TEXT ";"
	NEXT ("OUT") "bra DONE;\n"
	"TAKE: mov.u32 %r9, %w;"
	"OUT2:" LOOP ("L2", "300") "bar.sync 1, " BLOCK_TEXT ";"
	"ld.shared.u32 %r2, [%rd1];"
	"add.u32 %x, %x, %r2; bar.arrive 2, " BLOCK_TEXT ";"
	NEXT ("OUT2") "DONE:" RESULT END, BLOCK);
  /* Pairs of warps, with a barrier each.  */
  same ("barriers of two warps", BEGIN "shr.u32 %r1, %w, 1;"
	"OUT:" LOOP ("L", BUSY) "xor.b32 %r3, %t, 32; mov.u64 %rd1, s;"
	"mad.wide.u32 %rd1, %r3, 4, %rd1; st.shared.u32 [%rs], %x;"
	"barrier.sync %r1, 64; ld.shared.u32 %r2, [%rd1];"
	"barrier.sync %r1, 64; add.u32 %x, %x, %r2;"
	NEXT ("OUT") RESULT END, BLOCK);
  same ("warps that end", BEGIN "OUT:" LOOP ("L", BUSY)
	"setp.eq.u32 %p1, %w, %k; @%p1 bra OUT3; st.shared.u32 [%rs], %x;"
	"bar.sync 0; ld.shared.u32 %r2, [%rs]; add.u32 %x, %x, %r2;"
	NEXT ("OUT") "OUT3:" RESULT END, BLOCK);
  /* Half of each warp meets half of the next one, while the others work.  */
  same ("halves of warps", BEGIN "and.b32 %r1, %t, 31; shr.u32 %r3, %w, 1;"
	"setp.ge.u32 %p1, %r1, 16; @%p1 bra HIGH;\n"
	"OUT:" LOOP ("L", "500") "xor.b32 %r4, %t, 32; mov.u64 %rd1, s;"
	"mad.wide.u32 %rd1, %r4, 4, %rd1; st.shared.u32 [%rs], %x;"
	"barrier.sync %r3, 32; ld.shared.u32 %r2, [%rd1]; add.u32 %x, %x, %r2;"
	"setp.gt.u32 %p2, %r2, 1000; barrier.red.popc.u32 %r5, %r3, 32, %p2;"
	"add.u32 %x, %x, %r5;" NEXT ("OUT") "bra DONE;\n"
	"HIGH:" LOOP ("L2", LONG_TEXT) "DONE: barrier.sync 15;" RESULT END,
	BLOCK / 2);
}

/* Three warps have a barrier of 32 threads, at which half of one meets half of
   another.  In each turn the first warp's low half meets the second's, and what
   follows at the same barrier may be over before the first one, whose high half
   runs, has noticed.  The words at %rd2 say that the first of these, and all, is
   done.  */
#define THREES								\
  "rem.u32 %r1, %w, 3; div.u32 %r3, %w, 3; mul.wide.u32 %rd2, %r3, 8;"	\
  " mov.u64 %rd1, s; add.u64 %rd2, %rd2, %rd1; and.b32 %r4, %t, 31;"	\
  " setp.ge.u32 %p8, %r4, 16; setp.eq.u32 %p1, %r1, 1;"			\
  " setp.eq.u32 %p2, %r1, 2; setp.eq.u32 %p3, %t, %t;"			\
  " setp.ne.u32 %p4, %t, %t; mov.u32 %x, 0;\n"
#define POLL(L, WORD)							\
  L ": ld.volatile.shared.u32 %r5, [%rd2+" WORD "];"			\
  " setp.le.u32 %p5, %r5, %k; @%p5 bra " L ";\n"
#define SAY(WORD)							\
  "add.u32 %r5, %k, 1; st.volatile.shared.u32 [%rd2+" WORD "], %r5;"
#define MEET(P) "barrier.red.popc.u32 %r6, %r3, 32, " P "; add.u32 %x, %x, %r6;"

static void
test_phases (void)
{
  const unsigned block = BLOCK / 128 * 96;
  /* The second and the third warp meet.  */
  same ("a phase that others end", BEGIN THREES "@%p1 bra SECOND;"
	" @%p2 bra THIRD; @%p8 bra WORK;\n"
	"FIRST:" MEET ("%p3") POLL ("P1", "4") NEXT ("FIRST") "bra DONE;\n"
	"WORK:" LOOP ("L", LONG_TEXT "0") "mov.u32 %x, 5; bra DONE;\n"
	"SECOND: @%p8 bra DONE;\n"
	"TURN2:" MEET ("%p3") SAY ("0") MEET ("%p4") SAY ("4") NEXT ("TURN2")
	"bra DONE;\n"
	"THIRD: @%p8 bra DONE;\n"
	"TURN3:" POLL ("P3", "0") MEET ("%p4") POLL ("P4", "4") NEXT ("TURN3")
	"DONE: barrier.sync 15;" RESULT END, block);
  /* The first warp's high half and the third warp meet.  */
  same ("a phase of the other half", BEGIN THREES "@%p1 bra SECOND;"
	" @%p2 bra THIRD; @%p8 bra HIGH;\n"
	"FIRST:" MEET ("%p3") POLL ("P1", "4") NEXT ("FIRST") "bra DONE;\n"
	"HIGH:" LOOP ("L", "300") "mov.u32 %x, 0;\n"
	"TURN1:" POLL ("P2", "0") MEET ("%p4") SAY ("4") NEXT ("TURN1")
	"bra DONE;\n"
	"SECOND: @%p8 bra DONE;\n"
	"TURN2:" MEET ("%p3") SAY ("0") POLL ("P5", "4") NEXT ("TURN2")
	"bra DONE;\n"
	"THIRD: @%p8 bra DONE;\n"
	"TURN3:" POLL ("P3", "0") LOOP ("L3", "100") "mov.u32 %x, 0;"
	MEET ("%p4") POLL ("P4", "4") NEXT ("TURN3")
	"DONE: barrier.sync 15;" RESULT END, block);
}

/* ---- Atomics and locks.  */

static void
test_atomics (void)
{
  same ("atomics in shared memory", BEGIN
	"setp.eq.u32 %p1, %t, 0; @%p1 st.shared.u32 [%ss], 0;"
	"@%p1 st.shared.f32 [%re], 0f00000000; bar.sync 0;"
	"OUT:" LOOP ("L", "1000") "and.b32 %r1, %x, 1023;"
	"atom.shared.add.u32 %r2, [%ss], %r1; and.b32 %r1, %x, 7;"
	"cvt.rn.f32.u32 %f1, %r1; atom.shared.add.f32 %f2, [%re], %f1;"
	"red.shared.max.u32 [%sl], %x;" NEXT ("OUT")
	"bar.sync 0; ld.shared.u32 %r1, [%ss]; ld.shared.f32 %f1, [%re];"
	"cvt.rzi.u32.f32 %r2, %f1; ld.shared.u32 %r3, [%sl];"
	"add.u32 %x, %r1, %r2; xor.b32 %x, %x, %r3;" RESULT END, BLOCK);
  /* What a lock guards is no atomic.  */
#define GUARDED(SPACE, LOCK, SUM)					\
  "and.b32 %r1, %t, 31; setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;\n"	\
  "OUT:" LOOP ("L", "700")						\
  "TRY: atom." SPACE ".cas.b32 %r2, [" LOCK "], 0, 1;"			\
  " setp.ne.u32 %p2, %r2, 0; @%p2 bra TRY; membar.cta;\n"		\
  "ld.volatile." SPACE ".u32 %r3, [" SUM "]; add.u32 %r3, %r3, 1;"	\
  " st.volatile." SPACE ".u32 [" SUM "], %r3; membar.cta;\n"		\
  "atom." SPACE ".exch.b32 %r2, [" LOCK "], 0;" NEXT ("OUT")		\
  "DONE: bar.sync 0; ld.volatile." SPACE ".u32 %x, [" SUM "];\n"
  same ("a lock in shared memory", BEGIN GUARDED ("shared", "%sl", "%ss")
	RESULT END, BLOCK);
  same ("a lock in global memory", BEGIN GUARDED ("global", "%gl", "%gs")
	RESULT END, BLOCK);
  /* Warps take turns, and poll memory for theirs.  */
  same ("polling", BEGIN "and.b32 %r1, %t, 31; setp.ne.u32 %p1, %r1, 0;"
	"@%p1 bra DONE; sub.u32 %r5, 7, %w;"
	"OUT:" LOOP ("L", "200")
	"POLL: ld.volatile.shared.u32 %r2, [%ss]; and.b32 %r3, %r2, 7;"
	"setp.ne.u32 %p2, %r3, %r5; @%p2 bra POLL; add.u32 %r2, %r2, 1;"
	"st.volatile.shared.u32 [%ss], %r2;" NEXT ("OUT")
	"DONE: bar.sync 0; ld.volatile.shared.u32 %x, [%ss];" RESULT END, 256);
}

/* ---- What ends a launch.  */

static void
test_faults (void)
{
  same_in (VM_VOLTA, "trap", BEGIN "OUT:" LOOP ("L", BUSY)
	   "setp.eq.u32 %p1, %t, 201; setp.eq.and.u32 %p2, %k, 2, %p1;"
	   "@%p2 trap; setp.lt.u32 %p3, %w, 3; @%p3 bar.sync 1, " BLOCK_TEXT ";"
	   NEXT ("OUT") RESULT END, 1, BLOCK, "trap in k", true);
  same_in (VM_VOLTA, "a wrong address", BEGIN "OUT:" LOOP ("L", BUSY)
	   "setp.eq.u32 %p1, %t, 70; setp.eq.and.u32 %p2, %k, 3, %p1;"
	   "mov.u64 %rd1, 64; @%p2 st.global.u32 [%rd1], 0;"
	   NEXT ("OUT") RESULT END, 1, BLOCK, "null pointer", true);
  /* The report names where all warps wait.  */
  same_in (VM_VOLTA, "deadlock", BEGIN "OUT:" LOOP ("L", BUSY) "bar.sync 0;"
	   NEXT ("OUT") "setp.eq.u32 %p1, %w, 3; @%p1 bar.sync 1, 64;"
	   "bar.sync 0;" RESULT END, 1, BLOCK, "deadlock: warps 0-2 lanes",
	   true);
  same_in (VM_VOLTA, "too few threads", BEGIN "OUT:" LOOP ("L", BUSY)
	   "bar.sync 0;" NEXT ("OUT")
	   "setp.eq.u32 %p1, %w, 2; @%p1 bar.sync 1, 128;" LOOP ("L2", BUSY)
	   RESULT END, 1, 96, "waits for 128 threads, and the block has 96", true);
  same_in (VM_PASCAL, "a divergent barrier", BEGIN "OUT:" LOOP ("L", BUSY)
	   "bar.sync 0;" NEXT ("OUT") LOOP ("L2", BUSY)
	   "setp.eq.u32 %p1, %t, 130; @%p1 bar.sync 0; bar.sync 0;" RESULT END,
	   1, 256, "bar.sync 0 reached by 1 of 32 lanes", true);
}

static void
test_time (void)
{
  /* One warp spins, and all others wait; and all spin.  */
  static const char *const kernel[] = {
    BEGIN LOOP ("L", BUSY) "setp.ne.u32 %p1, %w, 5; @%p1 bar.sync 0;"
    "@%p1 bra SPIN; ret; SPIN: bra SPIN;\n" END,
    BEGIN LOOP ("L", BUSY) "setp.ne.u32 %p1, %w, 5; @%p1 bar.sync 0;"
    "SPIN: ld.volatile.shared.u32 %r1, [%ss]; setp.eq.u32 %p2, %r1, 0;"
    " @%p2 bra SPIN;\n" END
  };
  for (unsigned k = 0; k < 2; k++)
    for (unsigned threads = 1; threads < 4; threads++)
      {
	struct vm_options o = options (threads);
	o.time_limit = 0.1;
	struct outcome r = run (&o, kernel[k], 1, 256, 1);
	check (r.result == VM_TIMEOUT && r.n_reports == 1
	       && strstr (r.text, "time limit of 0.1 seconds reached"),
	       "spinning on %u host threads: %s, %u reports: %s", threads,
	       vm_result_name (r.result), r.n_reports, r.text);
      }
}

/* With these options a block's warps run on one host thread.  */
static void
test_options (void)
{
  static const char ptx[] = BEGIN LOOP ("L", LONG_TEXT) RESULT END;
  static const char *const name[] = {
    "race", "initcheck", "schedule", "insn-limit", "uninit=report",
    "uninit=error"
  };
  for (unsigned k = 0; k < 6; k++)
    {
      struct vm_options o = options (4);
      o.race = k == 0;
      o.initcheck = k == 1;
      o.schedule = k == 2 ? 7 : 0;
      o.insn_limit = k == 3 ? 100000000 : 0;
      o.uninit = (k == 4 ? VM_UNINIT_REPORT : k == 5 ? VM_UNINIT_ERROR
		  : VM_UNINIT_OFF);
      struct outcome r = run (&o, ptx, 1, 512, 1);
      check (r.result == VM_OK && r.helped == 0,
	     "%s: %s, %llu slices by other host threads", name[k],
	     vm_result_name (r.result), (unsigned long long) r.helped);
    }
}

int
main (void)
{
  test_results ();
  test_barriers ();
  test_phases ();
  test_atomics ();
  test_faults ();
  test_time ();
  test_options ();
  return finish_tests ();
}
