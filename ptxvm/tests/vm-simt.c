/* Tests of the PTX machine: threads that meet.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-table.h"

/* ---- What the threads of a block must store.  */

static uint32_t
f_diverge (unsigned i)
{
  uint32_t x = i;
  for (uint32_t k = 0; k < i % 7; k++)
    x = x * 3 + (i & 1 ? 5 : 11);
  return x;
}

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

static uint32_t
f_indirect (unsigned i)
{
  return i % 3 == 0 ? i + 100 : i % 3 == 1 ? i * 2 : ~i;
}

static uint32_t
f_brx (unsigned i)
{
  static const uint32_t t[4] = { 7, 70, 700, 7000 };
  return t[i & 3] + i;
}

static uint32_t
f_arrive (unsigned i)
{
  return i < 32 ? 0 : (i - 32) * 10 + (i - 32) * 20;
}

/* Of 100 threads 50 are even; all are below 100; one is 77.  */
static uint32_t
f_bar_red (unsigned i)
{
  (void) i;
  return 50 + 1000 + 2000;
}

static uint32_t f_96 (unsigned i) { (void) i; return 96; }
static uint32_t f_9 (unsigned i) { (void) i; return 9; }
static uint32_t f_number (unsigned i) { return i; }
static uint32_t f_from_16 (unsigned i) { return i < 16 ? 0 : i; }
static uint32_t f_from_20 (unsigned i) { return i < 20 ? 0 : i; }
static uint32_t f_1_or_2 (unsigned i) { return i < 16 ? 1 : 2; }
static uint32_t f_4_or_5 (unsigned i) { return i < 8 ? 4 : 5; }
static uint32_t f_4_or_3 (unsigned i) { return i < 8 ? 4 : 3; }
static uint32_t f_crosswise (unsigned i) { return i < 7 ? 100 : 200; }
static uint32_t f_9_from_7 (unsigned i) { return i < 7 ? 0 : 9; }
static uint32_t f_own_from_7 (unsigned i) { return i < 7 ? 0 : i; }

/* The nine results of each lane that "operations of a warp" stores.  */
static uint32_t
f_warp (unsigned word)
{
  const uint32_t i = word % 32, in8 = i % 8;
  uint32_t any = 0;
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
  return want[word / 32];
}

/* ---- Pieces of kernels.  */

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

/* A function NAME of one argument, %a.  */
#define FUNCTION(NAME, CODE)						\
  ".func (.param .u32 r) " NAME " (.param .u32 a) { .reg .u32 %a; "	\
  "ld.param.u32 %a, [a]; " CODE " st.param.u32 [r], %a; ret; }\n"

/* Two paths go into MEET and one falls from DEAD, which ends with END, into HALF;
   MEET still postdominates both branches.  */
#define DEAD(END)							\
  "setp.lt.u32 %p1, %t, 8; @%p1 bra HALF;\n"				\
  "setp.gt.u32 %p2, %t, 100; @%p2 bra DEAD;\n"				\
  "mov.u32 %r1, 5; bra MEET;\n"						\
  "DEAD: st.global.u32 [%addr], %t; " END "\n"				\
  "HALF: mov.u32 %r1, 4;\n"						\
  "MEET: bar.sync 0; st.global.u32 [%addr], %r1; ret;"

/* A path that no lane takes, CODE, may lead past the barrier's block.  */
#define PAST(CODE)							\
  "setp.lt.u32 %p1, %t, 8; @%p1 bra REST;\n"				\
  "setp.gt.u32 %p2, %t, 100; @!%p2 bra REST;\n"				\
  "bra DEAD;\n"								\
  "REST: bar.sync 0; st.global.u32 [%addr], %t; bra OUT;\n"		\
  "DEAD: " CODE "\n"							\
  "OUT: ret;"

#define PTX_VERSION(V, CHIP) \
  ".version " V "\n.target sm_" CHIP "\n.address_size 64\n"

/* A SIMD loop of GCC 11: a lane may get its own value, but lane OTHER that of
   lane 9.  */
#define OWN(OTHER)							\
  "setp.lt.u32 %p1, %t, 7; @%p1 bra J;\n"				\
  "mov.u32 %r3, %laneid; setp.eq.u32 %p2, " OTHER ", %t;\n"		\
  "@%p2 mov.u32 %r3, 9;\n"						\
  "shfl.idx.b32 %r2, %t, %r3, 0x1f; st.global.u32 [%addr], %r2;\n"	\
  "J: ret;"

static const struct row rows[] = {
  /* Divergence and meeting again.  */
  { "divergence in a loop", 100,
    "rem.u32 %r1, %t, 7; mov.u32 %r2, %t; mov.u32 %r3, 0;\n"
    "LOOP: setp.ge.u32 %p1, %r3, %r1; @%p1 bra DONE;\n"
    "mul.lo.u32 %r2, %r2, 3; and.b32 %r4, %t, 1; setp.eq.u32 %p2, %r4, 0;\n"
    "@%p2 bra EVEN; add.u32 %r2, %r2, 5; bra NEXT;\n"
    "EVEN: add.u32 %r2, %r2, 11;\n"
    "NEXT: add.u32 %r3, %r3, 1; bra LOOP;\n"
    "DONE: bar.sync 0; st.global.u32 [%addr], %r2; ret;",
    BOTH (VM_OK, f_diverge) },
  { "recursion of another depth in each lane", 64,
    "rem.u32 %r1, %t, 12;\n"
    "{ .param .u32 r; .param .u32 a; st.param.u32 [a], %r1; "
    "call (r), fib, (a); ld.param.u32 %r2, [r]; }\n"
    "bar.sync 0; st.global.u32 [%addr], %r2; ret;",
    BOTH (VM_OK, f_fib), .before = FIB },
  { "indirect calls of another function in each lane", 40,
    "rem.u32 %r1, %t, 3; mul.wide.u32 %rd1, %r1, 8; mov.u64 %rd2, table;\n"
    "add.u64 %rd2, %rd2, %rd1; ld.global.u64 %rd3, [%rd2];\n"
    "{ .param .u32 r; .param .u32 a; st.param.u32 [a], %t;\n"
    "P: .callprototype (.param .u32 _) _ (.param .u32 _);\n"
    "call (r), %rd3, (a), P; ld.param.u32 %r2, [r]; }\n"
    "bar.sync 0; st.global.u32 [%addr], %r2; ret;",
    BOTH (VM_OK, f_indirect),
    .before = FUNCTION ("f0", "add.u32 %a, %a, 100;")
	      FUNCTION ("f1", "shl.b32 %a, %a, 1;")
	      FUNCTION ("f2", "not.b32 %a, %a;")
	      ".global .u64 table[3] = { f0, f1, f2 };\n" },
  { "brx.idx", 64,
    "and.b32 %r1, %t, 3;\n"
    "T: .branchtargets L0, L1, L2, L3;\nbrx.idx %r1, T;\n"
    "L0: mov.u32 %r2, 7; bra E; L1: mov.u32 %r2, 70; bra E;\n"
    "L2: mov.u32 %r2, 700; bra E; L3: mov.u32 %r2, 7000;\n"
    "E: bar.sync 0; add.u32 %r2, %r2, %t; st.global.u32 [%addr], %r2;\n"
    "ret;",
    BOTH (VM_OK, f_brx) },

  /* Barriers.  */
  { "producers arrive, consumers sync, twice", 64,
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
    "END: st.global.u32 [%addr], %r5; ret;",
    BOTH (VM_OK, f_arrive), .before = ".shared .u32 s[32];\n" },
  { "bar.red", 100,
    "and.b32 %r1, %t, 1; setp.eq.u32 %p1, %r1, 0;\n"
    "bar.red.popc.u32 %r2, 0, %p1;\n"
    "setp.lt.u32 %p2, %t, 100; bar.red.and.pred %p3, 0, %p2;\n"
    "setp.eq.u32 %p4, %t, 77; barrier.red.or.pred %p5, 0, %p4;\n"
    "setp.eq.u32 %p6, %t, 7; bar.red.and.pred %p7, 0, %p6;\n"
    "@%p3 add.u32 %r2, %r2, 1000; @%p5 add.u32 %r2, %r2, 2000;\n"
    "@%p7 add.u32 %r2, %r2, 4000;\n"
    "st.global.u32 [%addr], %r2; ret;",
    BOTH (VM_OK, f_bar_red) },
  { "a barrier does not wait for threads that have ended", 96,
    "setp.lt.u32 %p1, %t, 20; @%p1 exit;\n"
    "bar.sync 0; st.global.u32 [%addr], %t; ret;",
    BOTH (VM_OK, f_from_20) },
  { "a barrier in each branch", 32,
    "setp.lt.u32 %p1, %t, 16;\n@%p1 bra LOW;\n.loc 1 31 0\nbar.sync 0;\n"
    "mov.u32 %r1, 2;\nbra JOIN;\nLOW:\nbar.sync 0;\nmov.u32 %r1, 1;\nJOIN:\n"
    "st.global.u32 [%addr], %r1;\nret;",
    VOLTA (VM_OK, f_1_or_2),
    PASCAL (VM_DIVERGENT_BARRIER, NULL,
	    { "bar.sync 0 reached by 16 of 32 lanes in k (app.c:31): "
	      "reconvergence was at PTX line 21" }),
    .before = ".file 1 \"app.c\"\n" },
  { "warps that wait at different barriers", 64,
    "setp.lt.u32 %p1, %t, 32; @%p1 bra A;\nbar.sync 1, 64;\nret;\n"
    "A: bar.sync 2, 64;\nret;",
    BOTH (VM_DEADLOCK, NULL,
	  { "warp 0 lanes 0xffffffff wait at barrier 2 in k",
	    "warp 1 lanes 0xffffffff wait at barrier 1 in k" }) },

  /* A dead end that falls through widens the divergent region; `exit' after it
     narrows it again.  */
  { "a dead end that falls through", 32, DEAD (""), PASCAL (VM_OK, f_4_or_5) },
  { "a dead end with exit", 32, DEAD ("exit;"), PASCAL (VM_OK, f_4_or_5) },
  { "a dead end that falls past a barrier", 32,
    PAST ("st.global.u32 [%addr], %t;"), PASCAL (VM_DIVERGENT_BARRIER) },
  { "a dead end past a barrier, with exit", 32,
    PAST ("st.global.u32 [%addr], %t; exit;"), PASCAL (VM_OK, f_number) },
  { "a dead end that two regions share", 32,
    "setp.lt.u32 %p1, %t, 8; @%p1 bra B;\n"
    "setp.gt.u32 %p2, %t, 100; @%p2 bra DEAD;\n"
    "B: setp.gt.u32 %p3, %t, 200; setp.gt.u32 %p4, %t, 300;\n"
    "setp.lt.u32 %p5, %t, 4; @%p5 bra C; @%p4 bra DEAD;\n"
    "C: bar.sync 0; st.global.u32 [%addr], %t; ret;\n"
    "DEAD: trap; exit;",
    PASCAL (VM_OK, f_number), PASCAL_SHARED (VM_DIVERGENT_BARRIER) },
  /* All paths end in exit, and lanes meet where they do.  */
  { "a kernel that exits", 32,
    "setp.lt.u32 %p1, %t, 8; @%p1 bra LOW; mov.u32 %r1, 3; bra J;\n"
    "LOW: mov.u32 %r1, 4; J: bar.sync 0; st.global.u32 [%addr], %r1; exit;",
    PASCAL (VM_OK, f_4_or_3) },
  /* Lanes that leave early are no reason to stay apart until the end; the first
     and the last exit of the text are the early ones.  */
  { "early exits", 32,
    "setp.lt.u32 %p1, %t, 8; @!%p1 bra GO; exit;\n"
    "GO: setp.lt.u32 %p1, %t, 16; @%p1 bra OUT;\n"
    "bar.sync 0; st.global.u32 [%addr], %t; exit;\n"
    "OUT: exit;",
    PASCAL (VM_OK, f_from_16) },
  /* For ptxas `trap' alone ended no block before PTX 8.3: the path that goes on
     from there widens the region past the barrier.  */
  { "trap alone", 32, PAST ("trap;"), VOLTA (VM_OK, f_number),
    PASCAL (VM_DIVERGENT_BARRIER), .head = PTX_VERSION ("6.3", "70") },
  { "trap and exit", 32, PAST ("trap; exit;"), PASCAL (VM_OK, f_number),
    .head = PTX_VERSION ("6.3", "70") },
  { "trap in PTX 8.3", 32, PAST ("trap;"), PASCAL (VM_OK, f_number),
    .head = PTX_VERSION ("8.3", "70") },

  /* Spinning: threads must make progress on their own.  */
  { "each lane takes a lock in turn", 96,
    "mov.u64 %rd1, lock; mov.u64 %rd2, count;\n"
    "SPIN: atom.global.cas.b32 %r1, [%rd1], 0, 1; setp.ne.u32 %p1, %r1, 0;\n"
    "@%p1 bra SPIN;\n"
    "ld.volatile.global.u32 %r2, [%rd2]; add.u32 %r2, %r2, 1;\n"
    "st.volatile.global.u32 [%rd2], %r2; membar.gl;\n"
    "atom.global.exch.b32 %r3, [%rd1], 0;\n"
    "bar.sync 0; ld.global.u32 %r4, [%rd2]; st.global.u32 [%addr], %r4;\n"
    "ret;",
    VOLTA (VM_OK, f_96), .before = ".global .u32 lock; .global .u32 count;\n" },
  { "lanes wait for what a later lane stores", 32,
    "mov.u64 %rd1, flag; setp.eq.u32 %p1, %t, 31; @%p1 bra SET;\n"
    "WAIT: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p2, %r1, 0;\n"
    "@%p2 bra WAIT; bra END;\n"
    "SET: st.volatile.global.u32 [%rd1], 9; mov.u32 %r1, 9;\n"
    "END: st.global.u32 [%addr], %r1; ret;",
    VOLTA (VM_OK, f_9), .before = ".global .u32 flag;\n" },

  /* Inside a warp.  */
  { "operations of a warp", 32,
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
    "J: bar.warp.sync 0xffffffff; st.global.u32 [%addr+1024], %r2; ret;",
    BOTH (VM_OK, f_warp), .head = PTX_VERSION ("8.0", "90"), .words = 9 * 32 },
  { "generic addresses of local memory are the same in all threads", 64,
    ".local .align 8 .b8 l[16]; mov.u64 %rd1, l; cvta.local.u64 %rd1, %rd1;\n"
    "st.u32 [%rd1+8], %t; setp.eq.u32 %p1, %t, 33;\n"
    "@%p1 st.shared.u64 [s], %rd1; bar.sync 0; ld.shared.u64 %rd2, [s];\n"
    "ld.u32 %r1, [%rd2+8]; setp.eq.u64 %p2, %rd1, %rd2;\n"
    "selp.u32 %r2, %r1, -1, %p2; st.global.u32 [%addr], %r2;",
    BOTH (VM_OK, f_number), .before = ".shared .align 8 .u64 s;\n" },
  { "shfl.sync waits for lanes on another path", 32,
    "setp.lt.u32 %p1, %t, 7; @%p1 bra LOW;\n"
    "mov.u32 %r1, 100; shfl.sync.idx.b32 %r2, %r1, 0, 0x1f, 0xffffffff;\n"
    "bra J;\n"
    "LOW: mov.u32 %r1, 200; shfl.sync.idx.b32 %r2, %r1, 31, 0x1f, 0xffffffff;\n"
    "J: st.global.u32 [%addr], %r2; ret;",
    VOLTA (VM_OK, f_crosswise),
    PASCAL (VM_DIVERGENT_BARRIER, NULL,
	    { "shfl.idx.sync 0xffffffff reached by" }) },
  { "shfl without .sync", 32,
    "setp.lt.u32 %p1, %t, 7; @%p1 bra J;\n"
    "shfl.idx.b32 %r2, %t, 9, 0x1f; st.global.u32 [%addr], %r2;\n"
    "J: ret;",
    VOLTA (VM_OK, f_9_from_7, { "shfl.idx executed by 25 of 32 lanes" }),
    PASCAL (VM_DIVERGENT_BARRIER), .head = PTX_VERSION ("3.1", "30") },
  { "shfl of one's own value", 32, OWN ("77"), BOTH (VM_OK, f_own_from_7),
    .head = PTX_VERSION ("3.1", "30") },
  { "shfl of another's value", 32, OWN ("20"),
    VOLTA (VM_OK, NULL, { "shfl.idx" }),
    PASCAL (VM_DIVERGENT_BARRIER, NULL, { "shfl.idx" }),
    .head = PTX_VERSION ("3.1", "30") }
};

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
      struct vm_options o = table_options ();
      enum vm_result r = run_once (&o, text, 1, 32, v, sizeof v);
      bool between = v[31] > 0 && v[31] < 100000;
      check (r == VM_OK && between == late, "turns, sm_%u: %s, %u",
	     late ? 70 : 61, vm_result_name (r), v[31]);
    }
}

int
main (void)
{
  RUN_ROWS (rows, "", "");
  if (!on_gpu)
    test_turns ();
  return finish_tests ();
}
