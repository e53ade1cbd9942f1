/* Test of libvm: atomic operations while others write the same memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A launch whose atomic operations are plain, since nobody else writes the device's
   memory, must have them atomic as soon as somebody does: a second launch, a copy from
   the host, more host threads; and in the host's own memory always.  tests/alone.sh
   breaks what sees to that.  Each sum here is exact, or the value that was written is
   there still.  So do fences count where the host sees the same memory.  */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "vm-test.h"

/* Turns of a loop in which one lane adds, and in which all do.  The thread sanitizer
   takes its time.  */
#ifdef __SANITIZE_THREAD__
# define TURNS 5000
# define FEW 2000
#else
# define TURNS 40000
# define FEW 2000
#endif
#define TEXT_(X) #X
#define TEXT(X) TEXT_ (X)

#define LOOP_BEGIN "mov.u32 %r20, 0; LOOP:\n"
#define LOOP_END(N) "add.u32 %r20, %r20, 1; setp.lt.u32 %p9, %r20, "	\
  TEXT (N) "; @%p9 bra LOOP; ret; }\n"

/* Additions to the word, and to the double word 8 bytes on: by one lane of a warp in
   which all do the same else; by each lane, in different operations; by a lane
   alone.  NOTHING is added where the host writes.  */
#define ONE(N) "setp.eq.u32 %p1, %t, 0;\n" LOOP_BEGIN			\
  "@%p1 atom.add.u32 %r1, [%base], " #N ";\n"				\
  "@%p1 atom.add.u64 %rd1, [%base+8], " #N ";\n" LOOP_END (TURNS)
#define EACH_ADDS "mov.u32 %r2, 1; mov.u64 %rd2, 1;\n" LOOP_BEGIN	\
  "red.add.u32 [%base], %r2; atom.add.u64 %rd1, [%base+8], %rd2;\n"	\
  LOOP_END (FEW)
#define OTHERS "mov.u32 %r2, 1; mov.u64 %rd3, 0;\n" LOOP_BEGIN		\
  "atom.inc.u32 %r1, [%base], -1;\n"					\
  "AGAIN: add.u64 %rd2, %rd3, 1; atom.cas.b64 %rd1, [%base+8], %rd3, %rd2;\n" \
  "setp.ne.u64 %p2, %rd1, %rd3; mov.u64 %rd3, %rd1; @%p2 bra AGAIN;\n" \
  LOOP_END (FEW)
#define PINGPONG "setp.eq.u32 %p1, %t, 0; ld.param.u32 %r5, [n];\n"	\
  "st.global.u32 [%base+4], 1;\n"					\
  "xor.b32 %r6, %r5, 1;\n"						\
  "WAIT: mov.u32 %r1, 0; @%p1 atom.cas.b32 %r1, [%base], %r5, %r5;\n"	\
  "shfl.sync.idx.b32 %r1, %r1, 0, 31, -1;\n"				\
  "setp.ne.u32 %p2, %r1, %r5; @%p2 bra WAIT;\n"			\
  "@%p1 atom.exch.b32 %r1, [%base], %r6; ret; }\n"

/* Seconds that a launch may take; the program's argument.  */
static unsigned limit = 30;

static struct vm_options
options (unsigned threads)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 64 << 20;
  o.time_limit = limit;
  o.threads = threads;
  return o;
}

/* A launch in a thread of its own.  */
struct launch_thread
{
  pthread_t thread;
  struct machine *m;
  uint64_t p;
  unsigned grid, block, n;
  enum vm_result r;
  _Atomic bool done;
};

static void *
launch_thread (void *arg)
{
  struct launch_thread *l = arg;
  const unsigned g[3] = { l->grid, 1, 1 }, b[3] = { l->block, 1, 1 };
  struct { uint64_t p; uint32_t n, pad; } params = { l->p, l->n, 0 };
  l->r = vm_launch (l->m->vm, vm_module_kernel (l->m->module, "k"), g, b, 0,
		    &params, sizeof params, NULL);
  atomic_store (&l->done, true);
  return NULL;
}

static void
start (struct launch_thread *l, struct machine *m, uint64_t p, unsigned grid,
       unsigned block, unsigned n)
{
  l->m = m;
  l->p = p;
  l->grid = grid;
  l->block = block;
  l->n = n;
  l->r = VM_NOT_FOUND;
  atomic_store (&l->done, false);
  if (pthread_create (&l->thread, NULL, launch_thread, l))
    abort ();
}

/* Two fences, in a loop: native code makes them, wherever the call is.  */
#define FENCE ".func fence () { .reg .u32 %r<2>; .reg .pred %p<2>; mov.u32 %r1, 0;\n" \
  "LOOP: membar.sys; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 2;\n"	\
  "@%p1 bra LOOP; ret; }\n"

static void
load (struct machine *m, unsigned threads, const char *body)
{
  char ptx[4000];
  struct vm_options o = options (threads);
  snprintf (ptx, sizeof ptx, "%s%s", HEADER FENCE KERNEL_BEGIN, body);
  if (!machine_load (m, &o, ptx))
    {
      printf ("  %s\n", last_message);
      abort ();
    }
}

static uint64_t
alone (struct machine *m)
{
  struct vm_stats s;
  vm_get_stats (m->vm, &s);
  return s.alone;
}

/* N launches at once of GRID blocks of BLOCK threads, of a device with THREADS host
   threads for each, which do BODY; their sums, RIGHT for each launch.  */
static void
sums (const char *what, const char *body, unsigned threads, unsigned n,
      unsigned grid, unsigned block, uint64_t right)
{
  struct machine m;
  struct launch_thread l[2];
  struct { uint32_t w, pad; uint64_t d; } v = { 0, 0, 0 };
  load (&m, threads, body);
  uint64_t p = vm_alloc (m.vm, sizeof v, "sums");
  vm_write (m.vm, p, &v, sizeof v);
  for (unsigned k = 0; k < n; k++)
    start (&l[k], &m, p, grid, block, 0);
  for (unsigned k = 0; k < n; k++)
    {
      pthread_join (l[k].thread, NULL);
      check (l[k].r == VM_OK, "%s: %s", what, vm_result_name (l[k].r));
    }
  vm_read (m.vm, &v, p, sizeof v);
  right *= n;
  check (v.w == (uint32_t) right && v.d == right, "%s: %u and %llu, not %llu",
	 what, v.w, (unsigned long long) v.d, (unsigned long long) right);
#if defined __x86_64__
  if (threads == 1 && n == 1)
    check (alone (&m) == 1, "%s: is not alone", what);
#endif
  if (threads > 1)
    check (alone (&m) == 0, "%s: is alone", what);
  machine_free (&m);
}

/* One warp adds in the host's own memory, which the device knows, while this thread
   does; RIGHT is its sum.  This thread rests in between: the warp's comparisons and
   exchanges would fail for ever next to one that never does.  */
static void
hosts_memory (const char *what, const char *body, uint64_t right)
{
  static _Alignas (16) struct { uint32_t w, pad; uint64_t d; } v;
  struct machine m;
  struct launch_thread l;
  v.w = 0;
  v.d = 0;
  load (&m, 1, body);
  if (vm_register_host (m.vm, &v, sizeof v) != VM_OK)
    abort ();
  start (&l, &m, (uintptr_t) &v, 1, 32, 0);
  uint64_t mine = 0;
  while (!atomic_load (&l.done))
    {
      for (int k = 0; k < 100; k++, mine++)
	{
	  __atomic_fetch_add (&v.w, 1, __ATOMIC_SEQ_CST);
	  __atomic_fetch_add (&v.d, 1, __ATOMIC_SEQ_CST);
	}
      nanosleep (&(struct timespec) { 0, 20000 }, NULL);
    }
  pthread_join (l.thread, NULL);
  check (l.r == VM_OK, "%s: %s", what, vm_result_name (l.r));
  right += mine;
  check (v.w == (uint32_t) right && v.d == right, "%s: %u and %llu, not %llu",
	 what, v.w, (unsigned long long) v.d, (unsigned long long) right);
  vm_unregister_host (m.vm, &v);
  machine_free (&m);
}

#ifndef __SANITIZE_THREAD__
/* Peterson's algorithm: the warp and this thread count in turns, in memory of the host's
   that each of them reads and writes without atomic operations.  What keeps them from
   counting at the same time is a fence between a store and a load.  */
#define LOCKED "mov.u32 %r2, 1; mov.u32 %r3, 0;\n" LOOP_BEGIN		\
  "st.volatile.u32 [%base], %r2; st.volatile.u32 [%base+256], %r2;\n"	\
  "call fence;\n"							\
  "WAIT: ld.volatile.u32 %r4, [%base+128]; setp.eq.u32 %p1, %r4, 0;\n"	\
  "@%p1 bra MINE; ld.volatile.u32 %r4, [%base+256];\n"			\
  "setp.eq.u32 %p1, %r4, 1; @%p1 bra WAIT;\n"				\
  "MINE: ld.volatile.u32 %r4, [%base+384]; add.u32 %r4, %r4, 1;\n"	\
  "st.volatile.u32 [%base+384], %r4; st.volatile.u32 [%base], %r3;\n"	\
  LOOP_END (TURNS)

static void
fences (void)
{
  static _Alignas (128) struct { volatile uint32_t v; char pad[124]; } s[4];
  enum { ITS, MINE, TURN, COUNT };
  struct machine m;
  struct launch_thread l;
  memset ((void *) s, 0, sizeof s);
  load (&m, 1, LOCKED);
  if (vm_register_host (m.vm, (void *) s, sizeof s) != VM_OK)
    abort ();
  start (&l, &m, (uintptr_t) s, 1, 32, 0);
  uint32_t mine = 0;
  for (; !atomic_load (&l.done); mine++)
    {
      s[MINE].v = 1;
      s[TURN].v = 0;
      atomic_thread_fence (memory_order_seq_cst);
      while (s[ITS].v && s[TURN].v == 0)
	sched_yield ();
      s[COUNT].v++;
      s[MINE].v = 0;
      sched_yield ();
    }
  pthread_join (l.thread, NULL);
  check (l.r == VM_OK, "fences: %s", vm_result_name (l.r));
  check (s[COUNT].v == mine + TURNS, "fences: %u, not %u", s[COUNT].v, mine + TURNS);
  vm_unregister_host (m.vm, (void *) s);
  machine_free (&m);
}
#endif

/* What the host writes stays, while a launch adds 0 to it.  HOW: by vm_write, vm_fill8
   or vm_copy.  */
static void __attribute__ ((unused))
written (const char *what, int how)
{
  struct machine m;
  struct launch_thread l;
  uint64_t v[2] = { 0, 0 }, lost = 0;
  load (&m, 1, ONE (0));
  uint64_t p = vm_alloc (m.vm, 16, "written");
  uint64_t q = vm_alloc (m.vm, 16 * 256, "from");
  vm_write (m.vm, p, v, sizeof v);
  for (unsigned k = 0; k < 256; k++)
    vm_fill8 (m.vm, q + 16 * k, (uint8_t) k, 16);
  start (&l, &m, p, 1, 32, 0);
  for (unsigned turn = 1; !atomic_load (&l.done); turn++)
    {
      uint64_t next = turn % 255 * UINT64_C (0x0101010101010101);
      v[0] = v[1] = next;
      if (how == 0)
	vm_write (m.vm, p, v, sizeof v);
      else if (how == 1)
	vm_fill8 (m.vm, p, (uint8_t) next, sizeof v);
      else
	vm_copy (m.vm, p, q + 16 * (turn % 255), sizeof v);
      vm_read (m.vm, v, p, sizeof v);
      lost += v[1] != next || (uint32_t) v[0] != (uint32_t) next;
    }
  pthread_join (l.thread, NULL);
  check (l.r == VM_OK, "%s: %s", what, vm_result_name (l.r));
  check (lost == 0, "%s: %llu were lost", what, (unsigned long long) lost);
  machine_free (&m);
}

/* A launch that reads the host's memory until it is told to end.  */
#define WAITS "st.volatile.u32 [%base], 1;\n"			\
  "WAIT: ld.volatile.u32 %r1, [%base+4]; setp.eq.u32 %p1, %r1, 0;"	\
  " @%p1 bra WAIT; ret; }\n"

/* What is done during a launch that is alone ends that, for certain; HOW: nothing, what
   `written' does, another launch.  */
static void
counted (const char *what, int how, uint64_t right)
{
  static _Alignas (16) struct { uint32_t started, end; } v[2];
  struct machine m;
  struct launch_thread l[2];
  memset (v, 0, sizeof v);
  load (&m, 1, WAITS);
  uint64_t p = vm_alloc (m.vm, 16, "p");
  uint64_t q = vm_alloc (m.vm, 16, "q");
  if (vm_register_host (m.vm, v, sizeof v) != VM_OK)
    abort ();
  for (unsigned k = 0; k < 1 + (how == 4); k++)
    {
      start (&l[k], &m, (uintptr_t) &v[k], 1, 32, 0);
      while (!__atomic_load_n (&v[k].started, __ATOMIC_SEQ_CST))
	sched_yield ();
    }
  if (how == 1)
    vm_write (m.vm, p, "1", 1);
  else if (how == 2)
    vm_fill8 (m.vm, p, 1, 16);
  else if (how == 3)
    vm_copy (m.vm, p, q, 16);
  else if (how == 5)
    vm_read (m.vm, &(uint64_t) { 0 }, p, 8);
  for (unsigned k = 0; k < 1 + (how == 4); k++)
    {
      __atomic_store_n (&v[k].end, 1, __ATOMIC_SEQ_CST);
      pthread_join (l[k].thread, NULL);
      check (l[k].r == VM_OK, "%s: %s", what, vm_result_name (l[k].r));
    }
#if defined __x86_64__
  check (alone (&m) == right, "%s: %llu launches were alone", what,
	 (unsigned long long) alone (&m));
#endif
  vm_unregister_host (m.vm, v);
  machine_free (&m);
}

/* Two launches, each of which waits for the other one: the first must not keep the
   second from starting.  */
static void __attribute__ ((unused))
pingpong (void)
{
  struct machine m;
  struct launch_thread l[2];
  uint32_t v = 0;
  load (&m, 1, PINGPONG);
  uint64_t p = vm_alloc (m.vm, 8, "turn");
  vm_fill8 (m.vm, p, 0, 8);
  start (&l[0], &m, p, 1, 32, 1);
  while (v == 0)
    vm_read (m.vm, &v, p + 4, sizeof v);
  start (&l[1], &m, p, 1, 32, 0);
  for (unsigned k = 0; k < 2; k++)
    {
      pthread_join (l[k].thread, NULL);
      check (l[k].r == VM_OK, "launches that wait for each other: %s",
	     vm_result_name (l[k].r));
    }
  machine_free (&m);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    limit = (unsigned) strtoul (argv[1], NULL, 10);
  sums ("one launch, one lane", ONE (1), 1, 1, 2, 32, 2 * TURNS);
  sums ("one launch, all lanes", EACH_ADDS, 1, 1, 2, 32, 64 * FEW);
  sums ("one launch, other operations", OTHERS, 1, 1, 1, 32, 32 * FEW);
  sums ("two launches, one lane", ONE (1), 1, 2, 1, 32, TURNS);
  sums ("two launches, all lanes", EACH_ADDS, 1, 2, 1, 32, 32 * FEW);
  sums ("two launches, a lane alone", EACH_ADDS, 1, 2, 1, 1, FEW);
  sums ("two launches, other operations", OTHERS, 1, 2, 1, 1, FEW);
  sums ("two host threads, one lane", ONE (1), 2, 1, 4, 32, 4 * TURNS);
  sums ("two host threads, all lanes", EACH_ADDS, 2, 1, 4, 32, 128 * FEW);
  sums ("a crew, one lane", ONE (1), 2, 1, 1, 256, TURNS);
  sums ("a crew, all lanes", EACH_ADDS, 2, 1, 1, 256, 256 * FEW);
  hosts_memory ("the host's memory, one lane", ONE (1), TURNS);
  hosts_memory ("the host's memory, all lanes", EACH_ADDS, 32 * FEW);
  hosts_memory ("the host's memory, other operations", OTHERS, 32 * FEW);
#ifndef __SANITIZE_THREAD__
  /* The program races on purpose.  */
  fences ();
  written ("the host writes", 0);
  written ("the host fills", 1);
  written ("the host copies", 2);
  pingpong ();
#endif
  counted ("nothing is written", 0, 1);
  counted ("the host writes once", 1, 0);
  counted ("the host fills once", 2, 0);
  counted ("the host copies once", 3, 0);
  counted ("a launch in a launch", 4, 0);
  counted ("the host reads", 5, 1);
  return finish_tests ();
}
