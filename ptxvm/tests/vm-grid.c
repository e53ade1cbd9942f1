/* Grids: blocks that wait for each other, atomics, one answer every time,
   data races.
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

/* Blocks wait for each other.  */
static void
test_grid_barrier (unsigned threads)
{
  static const char ptx[] = HEADER ".global .u32 arrived;\n" KERNEL_BEGIN
    "ld.param.u32 %r9, [n]; mov.u64 %rd1, arrived;\n"
    "setp.ne.u32 %p1, %t, 0; @%p1 bra MEET;\n"
    "atom.global.add.u32 %r1, [%rd1], 1;\n"
    "WAIT: ld.volatile.global.u32 %r2, [%rd1]; setp.lt.u32 %p2, %r2, %r9;\n"
    "@%p2 bra WAIT;\n"
    "MEET: bar.sync 0; mov.u32 %r3, %ctaid.x; mul.wide.u32 %rd2, %r3, 4;\n"
    "add.u64 %rd2, %rd2, %base; ld.volatile.global.u32 %r4, [%rd1];\n"
    "st.global.u32 [%rd2], %r4; ret;\n}\n";
  struct vm_options o = options (VM_VOLTA);
  o.threads = threads;
  uint32_t v[16] = { 0 };
  enum vm_result r = run_once (&o, ptx, 16, 64, v, sizeof v);
  bool ok = r == VM_OK;
  for (int k = 0; k < 16; k++)
    ok = ok && v[k] == 16;
  check (ok, "16 blocks on %u host threads wait for each other: %s", threads,
	 vm_result_name (r));
}

/* Blocks use what earlier ones have left, of other launches too, some of which
   failed; none may see what was in it.  */
static void
test_leftovers (void)
{
#define USE(NAME, LOCAL, PLACE)						\
    ".visible .entry " NAME " (.param .u64 buf, .param .u32 n)\n{\n"	\
    LOCAL ".reg .u64 %b, %s, %l; .reg .u32 %x, %y, %i, %n, %r<9>;"	\
    " .reg .pred %p, %q; ld.param.u64 %b, [buf]; ld.param.u32 %n, [n];\n" \
    "mov.u32 %x, %tid.x; mov.u32 %y, %tid.y; mov.u32 %r1, %ntid.x;"	\
    " mad.lo.u32 %i, %y, %r1, %x; mov.u64 %s, S;"			\
    " mad.wide.u32 %s, %i, 4, %s; mov.u64 %l, " PLACE ";\n"		\
    "ld.shared.u32 %r2, [%s]; ld.local.u32 %r3, [%l];"			\
    " st.shared.u32 [%s], 5; st.local.u32 [%l], 7;\n"			\
    "setp.ge.u32 %p, %i, 32; setp.eq.and.u32 %p, %n, 1, %p;"		\
    " @%p call (%r4), nap, (%n); @!%p call (%r4), nap, (%r3);"		\
    " bar.sync 0;\n"							\
    "mad.lo.u32 %r2, %r3, 100, %r2; mad.lo.u32 %r2, %x, 1000, %r2;"	\
    " mad.lo.u32 %r2, %y, 100000, %r2; add.u32 %r2, %r2, %r4;"		\
    " mad.wide.u32 %b, %i, 4, %b; st.u32 [%b], %r2; ret;\n}\n"
  static const char ptx[] = HEADER ".shared .u32 S[64];\n"
    ".func (.param .u32 r) nap (.param .u32 a)\n{ .reg .u32 %x;"
    " .reg .pred %p; ld.param.u32 %x, [a]; setp.eq.u32 %p, %x, 1; @%p trap;"
    " st.param.u32 [r], %x; ret; }\n"
    USE ("bare", "", "0") USE ("framed", ".local .u32 L;", "L");
  static const struct { const char *kernel; unsigned x, y; uint32_t n; } run[]
    = { { "bare", 64, 1, 0 }, { "bare", 64, 1, 0 }, { "bare", 64, 1, 1 },
	{ "bare", 64, 1, 0 }, { "framed", 64, 1, 0 }, { "framed", 64, 1, 0 },
	{ "bare", 8, 8, 0 }, { "framed", 8, 8, 1 }, { "bare", 8, 8, 0 },
	{ "framed", 16, 4, 0 }, { "bare", 16, 3, 0 }, { "bare", 16, 4, 0 } };
  struct vm_options o = options (VM_VOLTA);
  struct machine m;
  o.threads = 1;
  if (!machine_load (&m, &o, ptx))
    {
      check (false, "leftovers: %s", last_message);
      return;
    }
  struct { uint64_t p; uint32_t n, pad; } params = { 0, 0, 0 };
  params.p = vm_alloc (m.vm, 256, "buf");
  for (size_t k = 0; k < sizeof run / sizeof *run; k++)
    {
      uint32_t v[64] = { 0 };
      const unsigned g[3] = { 3, 1, 1 }, b[3] = { run[k].x, run[k].y, 1 };
      params.n = run[k].n;
      vm_write (m.vm, params.p, v, sizeof v);
      enum vm_result r = vm_launch (m.vm, vm_module_kernel (m.module,
							    run[k].kernel),
				    g, b, 0, &params, sizeof params, NULL);
      vm_read (m.vm, v, params.p, sizeof v);
      bool ok = r == (run[k].n ? VM_TRAP : VM_OK);
      for (unsigned i = 0; i < run[k].x * run[k].y && !run[k].n; i++)
	ok = ok && v[i] == i % run[k].x * 1000 + i / run[k].x * 100000;
      check (ok, "launch %zu finds nothing of earlier ones: %s", k,
	     vm_result_name (r));
    }
  machine_free (&m);
#undef USE
}

/* ---- Atomics, and the same answer every time.  */

static void
test_atomics (void)
{
  static const char ptx[] = HEADER ".global .u32 sum; .global .u64 big;"
    " .global .f64 real; .shared .u32 s;\n" KERNEL_BEGIN
    "mov.u64 %rd1, sum; mov.u64 %rd2, big; mov.u64 %rd3, real;\n"
    "mov.u64 %rd4, s; setp.eq.u32 %p1, %t, 0; @%p1 st.shared.u32 [%rd4], 0;\n"
    "bar.sync 0;\n"
    "mov.u32 %r1, %ctaid.x; add.u32 %r2, %r1, %t;\n"
    "red.global.add.u32 [%rd1], %r2; cvt.u64.u32 %rd5, %r2;\n"
    "atom.global.max.u64 %rd6, [%rd2], %rd5; cvt.rn.f64.u32 %fd1, %r2;\n"
    "atom.add.f64 %fd2, [%rd3], %fd1; atom.shared.inc.u32 %r3, [%rd4], 6;\n"
    "bar.sync 0; @!%p1 ret;\n"
    "ld.shared.u32 %r4, [%rd4]; ld.volatile.global.f64 %fd3, [%rd3];\n"
    "ld.volatile.global.u32 %r5, [%rd1]; ld.volatile.global.u64 %rd7, [%rd2];\n"
    "mul.wide.u32 %rd8, %r1, 32; add.u64 %rd8, %rd8, %base;\n"
    "st.global.u32 [%rd8], %r4; st.global.f64 [%rd8+8], %fd3;\n"
    "st.global.u32 [%rd8+16], %r5; st.global.u64 [%rd8+24], %rd7; ret;\n}\n";
  uint32_t want = 0;
  for (uint32_t b = 0; b < 8; b++)
    for (uint32_t t = 0; t < 70; t++)
      want += b + t;
  unsigned bad = 0;
  for (int round = 0; round < 50; round++)
    {
      struct vm_options o = options (VM_VOLTA);
      o.threads = 1 + (unsigned) round % 4;
      struct { uint32_t s, pad; double d; uint32_t sum, pad2; uint64_t max; }
	v[8];
      memset (v, 0, sizeof v);
      enum vm_result r = run_once (&o, ptx, 8, 70, v, sizeof v);
      uint32_t most = 0;
      uint64_t max = 0;
      double real = 0;
      bool ok = r == VM_OK;
      for (int k = 0; k < 8; k++)
	{
	  ok = ok && v[k].s == 70 % 7;
	  most = v[k].sum > most ? v[k].sum : most;
	  max = v[k].max > max ? v[k].max : max;
	  real = v[k].d > real ? v[k].d : real;
	}
      /* The last block to finish saw everything.  */
      bad += !(ok && most == want && max == 76 && real == (double) want);
    }
  check (bad == 0, "atomics by 8 blocks: %u of 50 runs wrong", bad);
}

/* A sum, a histogram and a scan's last value over the same numbers, by grids
   and blocks of many sizes on different numbers of host threads: the answer is
   the same 50 times over, under both models.  */
static void
test_one_answer (void)
{
  static const char ptx[] = HEADER
    ".shared .u32 part[1024]; .global .u32 hist[16];\n" KERNEL_BEGIN
    "mov.u32 %r1, %ntid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x;\n"
    "mad.lo.u32 %r4, %r1, %r2, %t; mul.lo.u32 %r5, %r1, %r3;\n"
    "mov.u32 %r6, 0; mov.u64 %rd9, hist;\n"
    /* Each thread: its numbers, hashed, in strides of the grid.  */
    "LOOP: setp.ge.u32 %p1, %r4, 5000; @%p1 bra SUM;\n"
    "mul.lo.u32 %r7, %r4, 2654435761; shr.u32 %r8, %r7, 28;\n"
    "mul.wide.u32 %rd1, %r8, 4; add.u64 %rd1, %rd1, %rd9;\n"
    "red.global.add.u32 [%rd1], 1; xor.b32 %r7, %r7, %r8;\n"
    "add.u32 %r6, %r6, %r7; add.u32 %r4, %r4, %r5; bra LOOP;\n"
    /* A tree over the block; blocks have any number of threads.  */
    "SUM: mov.u64 %rd2, part; mad.wide.u32 %rd3, %t, 4, %rd2;\n"
    "st.shared.u32 [%rd3], %r6; mov.u32 %r9, %r1;\n"
    "TREE: bar.sync 0; setp.le.u32 %p2, %r9, 1; @%p2 bra DONE;\n"
    "add.u32 %r10, %r9, 1; shr.u32 %r10, %r10, 1; add.u32 %r11, %t, %r10;\n"
    "setp.ge.u32 %p3, %r11, %r9; @%p3 bra SKIP;\n"
    "mad.wide.u32 %rd4, %r11, 4, %rd2; ld.shared.u32 %r12, [%rd4];\n"
    "ld.shared.u32 %r13, [%rd3]; add.u32 %r13, %r13, %r12;\n"
    "st.shared.u32 [%rd3], %r13;\n"
    "SKIP: mov.u32 %r9, %r10; bra TREE;\n"
    "DONE: setp.ne.u32 %p4, %t, 0; @%p4 bra END;\n"
    "ld.shared.u32 %r14, [part]; red.global.add.u32 [%base], %r14;\n"
    /* The last block to come copies the histogram.  */
    "membar.gl; atom.global.add.u32 %r15, [%base+4], 1;\n"
    "add.u32 %r15, %r15, 1; setp.ne.u32 %p5, %r15, %r3; @%p5 bra END;\n"
    "mov.u32 %r16, 0;\n"
    "COPY: mul.wide.u32 %rd5, %r16, 4; add.u64 %rd6, %rd5, %rd9;\n"
    "ld.volatile.global.u32 %r17, [%rd6]; add.u64 %rd7, %rd5, %base;\n"
    "st.global.u32 [%rd7+8], %r17; add.u32 %r16, %r16, 1;\n"
    "setp.lt.u32 %p6, %r16, 16; @%p6 bra COPY;\nEND: ret;\n}\n";
  static const unsigned grids[] = { 1, 2, 3, 7, 16, 33, 60 };
  static const unsigned blocks[] = { 1, 31, 32, 33, 64, 100, 257, 1024 };
  uint32_t want[17] = { 0 };
  unsigned bad = 0;
  for (uint32_t i = 0; i < 5000; i++)
    {
      uint32_t h = i * 2654435761u;
      want[0] += h ^ h >> 28;
      want[1 + (h >> 28)]++;
    }
  for (unsigned k = 0; k < 50; k++)
    {
      struct vm_options o = options (k % 5 == 4 ? VM_PASCAL : VM_VOLTA);
      uint32_t v[18] = { 0 };
      o.threads = 1 + k % 6;
      enum vm_result r = run_once (&o, ptx, grids[k % 7], blocks[k % 8], v,
				   sizeof v);
      if (r != VM_OK || v[0] != want[0] || memcmp (v + 2, want + 1, 64) != 0)
	{
	  printf ("  %u blocks of %u on %u host threads: %s, %u, not %u\n",
		  grids[k % 7], blocks[k % 8], o.threads, vm_result_name (r),
		  v[0], want[0]);
	  bad++;
	}
    }
  check (bad == 0, "one answer: %u of 50 runs differ", bad);
}

/* ---- Data races.  */

static void
race (const char *what, const char *body, unsigned grid, unsigned block,
      const char *text)
{
  char ptx[4000];
  struct vm_options o = options (VM_VOLTA);
  uint32_t v[128] = { 0 };
  o.race = true;
  strcpy (ptx, HEADER ".shared .u32 s[128]; .global .u32 flag, data;"
	  " .global .align 16 .b8 wide[64];\n"
	  KERNEL_BEGIN "mov.u64 %rd1, s; mad.wide.u32 %rd2, %t, 4, %rd1;\n"
	  "mov.u64 %rd3, flag; mov.u64 %rd4, data; mov.u32 %r9, %ctaid.x;"
	  " mov.u64 %rd6, wide; cvta.global.u64 %rd7, %rd6;\n");
  strcat (ptx, body);
  strcat (ptx, "\nret;\n}\n");
  enum vm_result r = run_once (&o, ptx, grid, block, v, sizeof v);
  bool ok = text ? reports.n > 0 && reported (text) : reports.n == 0;
  check (r == VM_OK && ok, "race: %s: %s, %u reports", what,
	 vm_result_name (r), reports.n);
  if (!ok)
    show_reports ();
}

static void
test_races (void)
{
  race ("neighbour without a barrier",
	"st.shared.u32 [%rd2], %t;\nxor.b32 %r1, %t, 32;"
	"mad.wide.u32 %rd5, %r1, 4, %rd1;\nld.shared.u32 %r2, [%rd5];", 1, 64,
	"in shared memory), nothing orders it after the store by block");
  race ("both lines are told",
	"st.shared.u32 [%rd2], %t;\nxor.b32 %r1, %t, 32;"
	"mad.wide.u32 %rd5, %r1, 4, %rd1;\nld.shared.u32 %r2, [%rd5];", 1, 64,
	"k, PTX line 13; in k, block (0,0,0) thread");
  race ("neighbour with a barrier",
	"st.shared.u32 [%rd2], %t; bar.sync 0; xor.b32 %r1, %t, 32;"
	"mad.wide.u32 %rd5, %r1, 4, %rd1; ld.shared.u32 %r2, [%rd5];"
	"bar.sync 0; st.shared.u32 [%rd5], 0;", 1, 64, NULL);
  race ("store after load without a barrier",
	"st.shared.u32 [%rd2], %t; bar.sync 0; xor.b32 %r1, %t, 32;"
	"mad.wide.u32 %rd5, %r1, 4, %rd1; ld.shared.u32 %r2, [%rd5];"
	"st.shared.u32 [%rd2], 0;", 1, 64, "after the load by block");
  race ("a barrier of other warps orders nothing",
	"setp.ge.u32 %p1, %t, 64; @%p1 bra B; st.shared.u32 [%rd2], 1;"
	"bar.sync 1, 64; ret; B: setp.ge.u32 %p2, %t, 96; @%p2 ret;"
	"ld.shared.u32 %r1, [%rd2+-256];", 1, 96, "data race: 4-byte");
  race ("bytes of one word",
	"cvt.u64.u32 %rd5, %t; add.u64 %rd5, %rd5, %rd1;"
	"shr.u32 %r1, %t, 5; mul.wide.u32 %rd6, %r1, 3; "
	"setp.lt.u32 %p1, %t, 33; and.b32 %r2, %t, 31;"
	"setp.eq.u32 %p2, %r2, 0; add.u64 %rd6, %rd6, %rd1;"
	"@%p2 st.shared.u8 [%rd6], 1;", 1, 64, NULL);
  race ("blocks store to one place",
	"setp.eq.u32 %p1, %t, 0; @%p1 st.global.u32 [%rd4], %r9;", 4, 32,
	"offset 0 in `data'");
  race ("blocks store the same", "st.global.u32 [%rd4], 7;", 4, 64, NULL);
  race ("lanes store to one place", "st.global.u32 [%rd4], %t;", 1, 32,
	"(offset 0 in `data'), and lane 0 of the same warp stores another");
  race ("lanes store vectors to one place",
	"mov.u32 %r1, 7; st.global.v2.u32 [%rd6], {%r1, %t};", 1, 32,
	"data race: 4-byte store");
  race ("the second part of a vector",
	"mov.u32 %r1, 7; st.global.v2.u32 [%rd6], {%r1, %t};", 1, 32,
	"(offset 4 in `wide'), and lane 0 of the same warp stores another");
  race ("a vector register, to shared memory",
	".reg .v4 .u32 %v; mov.v4.u32 %v, {0, 0, 0, 0}; mov.u32 %v.w, %t;"
	"st.shared.v4.u32 [%rd1], %v;", 1, 32,
	"(offset 12 in `s' in shared memory), and lane 0 of the same");
  race ("a vector of half words",
	"cvt.u16.u32 %h1, %t; mov.u16 %h2, 1;"
	"st.v4.u16 [%rd7], {%h2, %h2, %h1, %h2};", 1, 32,
	"data race: 2-byte store");
  race ("lanes store the same vector",
	"mov.u32 %r1, 7; st.global.v2.u32 [%rd6], {%r1, 9};", 1, 32, NULL);
  race ("lanes store vectors to places of their own",
	"shl.b32 %r1, %t, 4; cvt.u64.u32 %rd8, %r1; and.b64 %rd8, %rd8, 48;"
	"setp.ge.u32 %p1, %t, 4; add.u64 %rd8, %rd8, %rd6;"
	"@!%p1 st.global.v4.u32 [%rd8], {%t, %t, %r1, %r1};", 1, 32, NULL);
  race ("blocks store vectors to one place",
	"setp.ne.u32 %p1, %t, 0; @%p1 ret;"
	"st.global.v2.u32 [%rd6], {%t, %r9};", 4, 32, "offset 4 in `wide'");
  race ("blocks store the same vectors",
	"st.global.v2.u32 [%rd6], {7, 8};", 4, 64, NULL);
  race ("lanes store 128 bits to one place",
	".reg .b128 %q; cvt.u64.u32 %rd8, %t; mov.b128 %q, {%rd1, %rd8};"
	"st.global.b128 [%rd6], %q;", 1, 32,
	"(offset 8 in `wide'), and lane 0 of the same warp");
  race ("an atomic operation on 64 bits, and its halves",
	"red.global.add.u64 [%rd6], 1; st.global.u32 [%rd6+4], %r9;", 4, 64,
	NULL);
  race ("an atomic operation on 128 bits, and its quarters",
	".reg .b128 %q; mov.b128 %q, {%rd1, %rd1};"
	"atom.global.exch.b128 %q, [%rd6], %q; st.global.u32 [%rd6+12], %r9;",
	4, 64, NULL);
  race ("an atomic operation, and a load of another warp, which may be one",
	"setp.lt.u32 %p1, %t, 32; @%p1 bra L;\n"
	"red.global.add.u32 [%rd4], 1; ret;\n"
	"L: ld.global.u32 %r1, [%rd4];", 1, 64, NULL);
  race ("the same, which is none",
	"\n// accelfix: atomics\n"
	"setp.lt.u32 %p1, %t, 32; @%p1 bra L;\n"
	"red.global.add.u32 [%rd4], 1; ret;\n"
	"L: ld.global.u32 %r1, [%rd4];", 1, 64, "data race: ");
  race ("the same, which is one",
	"\n// accelfix: atomics\n"
	"setp.lt.u32 %p1, %t, 32; @%p1 bra L;\n"
	"red.global.add.u32 [%rd4], 1; ret;\n"
	"L:\n// accelfix: atomic\n\t.loc 1 2 3\n"
	"ld.global.u32 %r1, [%rd4];", 1, 64, NULL);
  race ("only the next instruction is atomic",
	"\n// accelfix: atomics\n"
	"setp.lt.u32 %p1, %t, 32; @%p1 bra L;\n"
	"red.global.add.u32 [%rd4], 1; ret;\n"
	"L:\n// accelfix: atomic\nld.global.u32 %r1, [%rd4];\n"
	"ld.global.u32 %r1, [%rd4];", 1, 64,
	"data race: atomic 4-byte store");
  race ("an atomic store, and a load that is none",
	"\n// accelfix: atomics\n"
	"setp.lt.u32 %p1, %t, 32; @%p1 bra L;\n"
	"// accelfix: atomic\nst.global.u32 [%rd4], 1;\nret;\n"
	"L: ld.global.u32 %r1, [%rd4];", 1, 64, "data race: ");
  race ("a comparison that fails stores nothing",
	"\n// accelfix: atomics\n"
	"setp.lt.u32 %p1, %t, 32; @%p1 bra L;\n"
	"atom.global.cas.b32 %r1, [%rd4], 77, 78; ret;\n"
	"L: ld.global.u32 %r1, [%rd4];", 1, 64, NULL);
  race ("one after the other, by a barrier",
	"\n// accelfix: atomics\n"
	"setp.lt.u32 %p1, %t, 32; @!%p1 red.global.add.u32 [%rd4], 1;\n"
	"bar.sync 0; ld.global.u32 %r1, [%rd4];", 1, 64, NULL);
  race ("lanes store bytes to one place",
	"shl.b32 %r1, %t, 8; st.shared.u8 [%rd1], %r1;", 1, 32, NULL);
  race ("lanes store to one place one after another",
	"mov.u32 %r1, 0; L: setp.eq.u32 %p1, %r1, %t;"
	"@%p1 st.global.u32 [%rd4], %t; add.u32 %r1, %r1, 1;"
	"setp.lt.u32 %p2, %r1, 32; @%p2 bra L;", 1, 32, NULL);
  race ("blocks add atomically",
	"red.global.add.u32 [%rd4], 1;", 4, 64, NULL);
  race ("a lock",
	"setp.ne.u32 %p1, %t, 0; @%p1 ret;\n"
	"SPIN: atom.global.cas.b32 %r1, [%rd3], 0, 1; setp.ne.u32 %p2, %r1, 0;"
	"@%p2 bra SPIN;\nld.global.u32 %r2, [%rd4]; add.u32 %r2, %r2, 1;"
	"st.global.u32 [%rd4], %r2; membar.gl;"
	"atom.global.exch.b32 %r3, [%rd3], 0;", 6, 32, NULL);
}

int
main (void)
{
  test_grid_barrier (1);
  test_grid_barrier (4);
  test_atomics ();
  test_one_answer ();
  if (!on_gpu)
    {
      test_leftovers ();
      test_races ();
    }
  return finish_tests ();
}
