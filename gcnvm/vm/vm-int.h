/* The machine from inside.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_INT_H
#define GCNVM_INT_H

#include <pthread.h>
#include <stdatomic.h>

#include "simt/base/deadline.h"
#include "simt/base/pool.h"
#include "simt/memory/defined.h"
#include "simt/report/interrupt.h"
#include "simt/profile/kernels.h"
#include "simt/race/race.h"
#include "simt/report/report.h"
#include "simt/report/stands.h"
#include "simt/memory/undefined.h"
#include "native/abi.h"
#include "vm.h"

#define LANES 64
/* Registers of a lane: VGPRs, and on gfx908 and later as many AGPRs after
   them, in the order of operand codes.  */
#define VGPRS 256
#define AGPRS 256
#define WAVE_WAITS 64
#define WAVE_CALLS 32		/* The innermost calls that a wave remembers;
				   a power of two.  */
#define LIKELY(X) __builtin_expect (!!(X), 1)
#define UNLIKELY(X) __builtin_expect (!!(X), 0)

struct wave;
struct uop;

/* Runs a micro-operation that has no code in run.c.  Gives the next one, or
   null if the wave stops; then it has set w->stop.  */
typedef const struct uop *uop_fn (const struct uop *u, struct wave *w);

/* Computes lanes FIRST to FIRST + N - 1, N being 1 or LANES: D, A, B, C point to
   registers; the upper half of one of 64 bits is LANES words further on.  */
typedef void gcn_kernel (const struct wave *w, uint32_t *d,
			 const uint32_t *a, const uint32_t *b,
			 const uint32_t *c, unsigned first, unsigned n);

/* What an operation does with bits of its operands that are undefined.  */
enum undef_rule
{
  UNDEF_REPORT,			/* It is an error.  */
  UNDEF_LEFT,			/* The same; with --initcheck, what comes from memory
				   makes the bits from there on undefined.  */
  UNDEF_MOVE,			/* The same bits of the result are.  */
  UNDEF_AND, UNDEF_OR, UNDEF_XOR, UNDEF_NOT, UNDEF_ANDN2, UNDEF_ORN2,
  UNDEF_NAND, UNDEF_NOR,
  UNDEF_SHL, UNDEF_SHR, UNDEF_SAR,	/* By the other operand.  */
  UNDEF_SHLREV, UNDEF_SHRREV, UNDEF_SARREV,
  UNDEF_SELECT,			/* Operand 0 or 1 by the third.  */
  UNDEF_ALL,			/* All of the result is.  */
  UNDEF_BFI, UNDEF_BFE, UNDEF_AND_OR, UNDEF_OR3,
  UNDEF_IGNORE
};

/* A vector operation without memory.  */
struct vop
{
  gcn_kernel *kernel;
  uint8_t d_regs, s_regs[3];
  uint8_t n_src;
  uint8_t undef;		/* enum undef_rule.  */
};

/* One micro-operation, made of one instruction.  A scalar operand is a byte
   offset from the wave's scalar registers or, if its K is set, from the
   operation itself, where constants are.  */
struct uop
{
  /* What scalar operations need, in one line of a host's cache.  */
  uint16_t op;			/* enum uop_code.  */
  uint8_t ka, kb;
  uint16_t a, b, d;		/* Byte offsets; vector: operand codes.  */
  uint16_t ua, ub;		/* Offsets in the wave's shadow.  */
  uint16_t row;			/* enum gcn_op.  */
  uint64_t ia, ib;
  uint32_t n;			/* Instructions of the block up to this one.  */
  uint32_t states;		/* Wait states of the block before this.  */
  union
  {
    const struct uop *target;	/* Of a branch, when it is known.  */
    const struct vop *vop;
  };
  uop_fn *fn;
  uint16_t src[3];		/* Vector: codes; GCN_LITERAL is in ia.  */
  uint16_t sdst;

  uint64_t pc;			/* Device address of the instruction.  */
  const struct gcn_insn *in;	/* For the general handlers; may be null.  */
  uint32_t at[4];		/* Quick handlers: where the registers are, in bytes
				   from the first VGPR.  */
  uint8_t regs[4];		/* Registers of the destination, the sources.  */
  uint8_t n_src, undef;
  bool words;			/* Its function reads whole words around what
				   it wants (reads_words_p).  */
  bool lanes_vcc;		/* A branch on VCC that lanes computed, with EXEC
				   as it is at the branch.  */
  const uint32_t *konst[3];	/* Constant sources of vector operations, a
				   value for each lane.  */
};
_Static_assert (sizeof (struct uop) == 128, "two lines of a cache");

/* Micro-operations with code of their own in run.c.  */
enum uop_code
{
  UOP_CALL,			/* u->fn.  */
  UOP_END, UOP_BRANCH, UOP_SCC0, UOP_SCC1, UOP_VCCZ, UOP_VCCNZ, UOP_EXECZ,
  UOP_EXECNZ, UOP_SETPC, UOP_SWAPPC, UOP_CALL_B64, UOP_GETPC, UOP_NOP,
  UOP_COUNT,			/* A block ends without a branch.  */
  UOP_WAIT,			/* s_waitcnt for all accesses.  */
  UOP_FENCE,			/* Of the caches.  */
  UOP_READLANE, UOP_WRITELANE,
  UOP_NATIVE,			/* Native code may be entered: IA is the
				   function's, IB 1 at the head of a loop.  */
#define SOP(ID, ...) UOP_##ID,
#include "code/sops.def"
  UOP_N
};

/* ---- Code.  */

struct function
{
  uint64_t start, end;		/* Device addresses.  */
  struct uop *uops;
  size_t n;
  struct gcn_insn *insns;
  struct hazard_site *sites;
  struct native *native;	/* native/native.h; null if there is none.  */
  const struct gcnvm_code *code;
};

struct gcnvm_code
{
  struct gcnvm_code *next;
  struct gcnvm *vm;
  struct gcnvm_code_desc desc;
  _Atomic (const struct uop *) *map;	/* By word.  */
  struct function **functions;	/* Translated ones.  */
  size_t n_functions;
};

/* What the IA of op_line's operation says: a part of a line is at its place, or one begins,
   or neither.  */
enum { LINE_PART, LINE_BEGINS, LINE_NONE };

/* Who steps through kernels (debug/).  Called by the thread that runs the only wave
   which is being executed.  */
struct debugger
{
  /* W has come to U, where a line begins, or, if U's IA is 0, a part of one.  */
  void (*line) (struct wave *w, const struct uop *u);
  /* What LANE, or, if that is -1, all of W did at U was reported; if FATAL, the launch
     ends because of it.  */
  void (*reported) (struct wave *w, const struct uop *u, int lane, bool fatal);
};

/* Memory that groups and waves had (order/rooms.h), by size.  */
enum { ROOM_LISTS = 16 };
struct rooms
{
  pthread_mutex_t lock;
  size_t bytes;			/* In all lists.  */
  struct room_list
  {
    struct room *first;
    size_t size;		/* Of each; 0: no such list.  */
    bool zero;			/* They have to be zero when they are taken.  */
    size_t kept;		/* Of such ones, how much is cleared then; the rest is
				   given back.  */
  } lists[ROOM_LISTS];
};

struct gcnvm
{
  struct gcnvm_options opt;
  const struct debugger *debugger;	/* Or null.  */
  gcnvm_namer_fn *namer;	/* Or null.  */
  struct simt_mem *mem;
  _Atomic uint64_t sleeps;
  simt_report_fn *report;
  void *closure;
  pthread_mutex_t lock;		/* Of the code and its translation.  */
  pthread_mutex_t report_lock;
  struct gcnvm_code *codes;
  const struct gcnvm_code *_Atomic last;
  struct dynamic *dynamic;	/* Code that the program wrote itself.  */
  struct seen { uint64_t pc, kind; } *seen;
  size_t n_seen, alloc_seen;
  const struct handlers *handlers;	/* code/handlers.h.  */
  /* code_find, for native/.  */
  const struct uop *(*find) (struct gcnvm *, uint64_t address);
  const struct watch *watch;	/* watch/watch.h.  */
  atomic_bool cancel;
  pthread_mutex_t stats_lock;
  struct gcnvm_stats stats;
  struct rooms rooms;
  uint64_t start_time;
  struct konst *konsts;
  struct simt_race *race;	/* Null unless races are looked for.  */
  struct undef_loads *loads;	/* initcheck.c's; null without --initcheck.  */
  _Atomic uint32_t launches;
  _Atomic uint64_t native;	/* Functions with native code, so far.  */
};

/* ---- A launch.  */

enum { MOST_ITEMS = 1024 };	/* Of a group.  */

struct group;

/* The host threads of a launch.  */
struct crew
{
  pthread_mutex_t lock;		/* Of all that follows.  */
  pthread_cond_t work, done;
  struct round *rounds;		/* That others may help with.  */
  struct simt_pool_job groups, help;	/* What threads do from the beginning, and later.  */
  unsigned n, most;		/* Threads there are, and may be, with the first.  */
  unsigned owners, idle;	/* Threads that have groups; that wait to help.  */
  uint64_t n_rounds;		/* With helpers.  */
};

struct launch
{
  struct gcnvm *vm;
  /* order/sched.c, for watch/.  Runs W, of G, for BUDGET instructions, to the end
     of a block.  True if it did more than run or wait.  */
  bool (*step) (struct group *g, struct wave *w, int64_t budget);
  /* Whether the launch has to stop; W is one of its waves, for reports.  */
  bool (*over) (struct launch *, struct wave *w);
  uint32_t id;			/* From 1 on.  */
  const struct gcnvm_dispatch *d;
  unsigned n_groups[3];
  uint64_t n_all;
  unsigned n_waves;		/* Of a group.  */
  unsigned n_vgprs, n_agprs, n_sgprs;
  uint64_t scratch_wave;	/* Bytes a wave.  */
  _Atomic uint64_t next_group;
  _Atomic int result;		/* enum gcnvm_result.  */
  struct simt_deadline deadline;
  _Atomic int stopped;		/* By the time limit: -1; by a signal: it.  */
  pthread_mutex_t stands_lock;	/* Of where its waves stand then.  */
  struct simt_stands stands;
  uint64_t n_waves_run, insns;	/* Of groups that have ended.  */
  /* stuck.c; with that lock.  */
  unsigned n_running, n_stuck, n_proofs;	/* Host threads with groups.  */
  uint64_t epoch, stuck_since;	/* Milliseconds.  */
  bool dead;
  struct crew crew;
  bool alone;			/* simt/memory/alone.h.  Its only thread's.  */
};

enum { WATCH_RACES = 1, WATCH_CHANGES = 2 };

/* Why a wave stopped running.  */
/* The longest s_sleep between two looks at what another wave changes: libgomp's
   doacross loops, newlib's locks and repaired barriers have 1.  */
enum { SHORT_SLEEP = 8 };

enum wave_stop { STOP_NONE, STOP_SLICE, STOP_YIELD, STOP_BARRIER, STOP_END,
		 STOP_ERROR };

/* With --initcheck: a wave's part of it.  */
struct wave_init
{
  /* By operand code: which load the undefined bits come from, its number in
     initcheck.c; 0 where the register was never written.  */
  uint16_t origin[GCN_AGPR + AGPRS];
  uint64_t frames_end;		/* Where the frames of its calls have ended.  */
  /* The last loads: AT loaded undefined bytes from the SIZE bytes at LOW.  */
  struct wave_load
  {
    const struct uop *at;
    uint64_t low, size;
    uint16_t number;
  } loads[16];
};

/* Why a vector register is undefined: nothing has set it; it was computed from
   registers that other lanes have set; or it was loaded.  */
enum undef_source { UNDEF_NEVER_SET, UNDEF_COMPUTED, UNDEF_LOADED };

/* A wave.  Scalar registers are by operand code: s[253] is SCC, s[106] VCC_LO
   and so on.  SV says which of their bits are undefined.  */
struct wave
{
  uint32_t s[256];
  uint32_t sv[260];
  /* By VGPR and AGPR: lanes with undefined bits.  */
  uint64_t vu[VGPRS + AGPRS];
  uint32_t (*v)[LANES];
  uint32_t (*vv)[LANES];	/* Undefined bits, where VU says so.  */
  uint32_t tmp[10][LANES] __attribute__ ((aligned (64)));
  uint32_t mask[LANES] __attribute__ ((aligned (64)));
  uint64_t mask_exec;		/* What MASK is for.  */
  uint64_t live;		/* Lanes that have a work item.  */

  const struct uop *next;	/* Where it goes on.  */
  const struct uop *now;	/* For reports from within.  */
  struct gcnvm *vm;
  struct launch *launch;
  struct group *group;
  int64_t budget;
  uint64_t alone;		/* Bytes of the arena that nobody else writes in this
				   slice.  */
  uint64_t insns, vinsns, lanes;
  uint64_t counted_exec;	/* EXEC where --profile counted last.  */
  uint64_t states;		/* Wait states so far, up to this block.  */
  enum wave_stop stop;
  enum gcnvm_result result;
  unsigned number, n_vgprs, n_agprs;
  uint32_t mode;		/* The MODE register.  */
  bool plain32, plain64;	/* Rounds to nearest, keeps denormals.  */
  bool check_uninit, ended;
  uint16_t scc_code;		/* What was compared where SCC is undefined.  */
  /* The last vector comparison with undefined bits: what was compared, and the
     lanes whose result is undefined.  */
  uint16_t mask_code, mask_regs;
  uint64_t mask_undef;
  /* By VGPR and AGPR: an undef_source, if it has undefined bits; and whether any
     ever was UNDEF_COMPUTED.  */
  uint8_t undef_by[VGPRS + AGPRS];
  bool any_computed;
  struct wave_init *init;	/* Null without --initcheck.  */
  struct race_wave *race;	/* race.c's; null unless GROUP has one.  */
  unsigned watch;		/* WATCH_*: why accesses are looked at.  */
  bool changed;			/* WATCH_CHANGES: memory was changed.  */
  uint64_t scratch, scratch_size;	/* Of this wave; bytes.  */
  uint8_t *scratch_defined;	/* Which bits of it are, or null: all.  With
				   --initcheck, within those of all memory.  */
  uint64_t scratch_soft;	/* What is said from here on, or up to SHADOW_SPAN bytes
				   on, */
  _Atomic bool scratch_beyond;	/* may have been written: rooms.h's BEYOND.  */
  const struct wave *neighbour;	/* Whose private memory it used last, of its
				   group's others, or null.  */
  uint64_t lane_private;	/* Bytes a lane.  */
  struct native_state native;	/* Set by wave_run if there may be native code.  */
  uint64_t windows_made;	/* simt_mem_invalid when its windows were set.  */
  struct wave_hazard *hazards;	/* By rule; null: none yet.  */
  struct access_counts accesses;
  struct wave_wait
  {
    uint64_t pc, vm, lgkm;	/* A load, and its numbers.  */
    unsigned code;
  } waits[WAVE_WAITS];
  /* Calls that have not returned (stack.c): DEPTH of them; the one with number
     K, from 1 on, returns to CALLS[K % WAVE_CALLS], if that says K.  */
  uint64_t depth;
  struct wave_call { uint64_t depth, address; } calls[WAVE_CALLS];
};

/* W calls what returns to ADDRESS.  */
static inline void
wave_called (struct wave *w, uint64_t address)
{
  uint64_t k = ++w->depth;
  w->calls[k % WAVE_CALLS] = (struct wave_call) { k, address };
}

struct group
{
  struct launch *launch;
  uint64_t number;
  unsigned id[3];
  unsigned n_waves, n_live, n_waiting;
  unsigned n_busy;		/* Waves that used up their last slice.  */
  uint64_t random;		/* State of --schedule; 0 without.  */
  struct wave **waves;
  uint8_t *lds;
  uint8_t *lds_defined;		/* Which bits of it are, or null: all.  */
  size_t lds_clear;		/* Its room's CLEAR.  */
  uint32_t lds_size;
  uint64_t scratch, scratch_span;	/* From the lowest address of its waves'
					   private memory to the highest; with
					   --initcheck, all memory.  */
  struct simt_race_group *race;	/* Null unless races are looked for.  */
  /* stuck.c: where its waves were at the last barrier, how often so.  */
  uint64_t barrier_sign;
  unsigned barrier_same, barrier_next, barrier_watched;
};

static inline uint64_t
get64 (const uint32_t *p)
{
  return p[0] | (uint64_t) p[1] << 32;
}

/* The same of LOW and HIGH, which may have been written one by one just now, as native code
   does: a load of both would wait until these stores are done.  */
static inline uint64_t
get64_apart (const uint32_t *low, const uint32_t *high)
{
  uint32_t v = *low;
  __asm__ ("" : "+r" (v));
  return v | (uint64_t) *high << 32;
}

static inline void
put64 (uint32_t *p, uint64_t v)
{
  p[0] = v;
  p[1] = v >> 32;
}

static inline uint64_t
wave_exec (const struct wave *w)
{
  return get64 (&w->s[GCN_EXEC]);
}

/* Where it is said which bits are defined of the private memory of W that begins AT bytes
   on, for at most SHADOW_SPAN bytes: of all lanes, four registers.  */
enum { SHADOW_SPAN = LANES * 16 };

static inline uint8_t *
wave_defined (const struct wave *w, uint64_t at)
{
  if (UNLIKELY (at >= w->scratch_soft))
    atomic_store_explicit (&((struct wave *) w)->scratch_beyond, true,
			   memory_order_relaxed);
  return w->scratch_defined + at;
}

/* How much of W's private memory native code may use without a look at where it ends: accesses
   of up to 64 bytes that begin there.  */
static inline uint64_t
wave_plain (const struct wave *w)
{
  uint64_t most = w->scratch_size > 64 ? w->scratch_size - 64 : 0;
  return most < w->scratch_soft ? most : w->scratch_soft;
}

/* Native code of W may use the private memory of NEAR, too.  */
static inline void
native_near (struct wave *w, const struct wave *near)
{
  w->native.near = near->scratch;
  w->native.near_size = near->scratch_size;
  w->native.near_most = wave_plain (near);
  w->native.near_defined = near->scratch_defined;
  w->native.near_beyond = (bool *) &near->scratch_beyond;
}

/* Operand TO of W has the undefined bits of operand FROM now.  */
static inline void
origin_move (struct wave *w, unsigned to, unsigned from)
{
  if (to >= GCN_VGPR)
    w->undef_by[to - GCN_VGPR] = from >= GCN_VGPR ? w->undef_by[from - GCN_VGPR]
				 : UNDEF_NEVER_SET;
  if (w->init)
    w->init->origin[to] = w->init->origin[from];
}

/* Modes: bits of the MODE register.  */
#define MODE_ROUND_32(M) ((M) & 3)
#define MODE_ROUND_64(M) ((M) >> 2 & 3)
#define MODE_DENORM_32(M) ((M) >> 4 & 3)
#define MODE_DENORM_64(M) ((M) >> 6 & 3)
#define MODE_DX10_CLAMP(M) ((M) >> 8 & 1)
#define MODE_IEEE(M) ((M) >> 9 & 1)

/* watch/stack.c.  */
/* Put where W is at PC and who called that, innermost first, into P, of N
   places.  Gives how many there are.  */
extern size_t wave_stack (struct wave *, uint64_t pc, struct simt_place *p,
			  size_t n);
enum { STACK_FRAMES = WAVE_CALLS };

/* run/run.c.  */
extern void wave_run (struct wave *);

/* code/find.c.  */
extern void dynamic_free (struct gcnvm *);
extern const struct uop *code_find (struct gcnvm *, uint64_t address);
extern const struct gcnvm_code *code_of (struct gcnvm *, uint64_t address);

/* code_find, without a call for code that has been translated, near what was looked for
   last.  */
static inline const struct uop *
code_at (struct gcnvm *vm, uint64_t address)
{
  const struct gcnvm_code *c = atomic_load_explicit (&vm->last, memory_order_acquire);
  const struct uop *u = NULL;
  if (LIKELY (c && address - c->desc.base < c->desc.size && address % 4 == 0))
    u = atomic_load_explicit (&c->map[(address - c->desc.base) / 4],
			      memory_order_acquire);
  return LIKELY (u) ? u : code_find (vm, address);
}

/* The name of the function of CODE (or null) at ADDRESS; NULL if it has none.  */
extern const char *code_function (const struct gcnvm_code *code,
				  uint64_t address);
extern const struct uop *wave_go (struct wave *, const struct uop *from,
				  uint64_t address);

/* code/translate.c.  */
extern const char *insn_refused (const struct gcnvm *, const struct gcn_insn *);
extern void translate_insn (struct gcnvm *, const struct gcn_insn *,
			    uint64_t pc, struct uop *);
extern bool special_source_p (const struct gcn_insn *);
extern uint64_t constant_value (struct gcnvm *, const struct gcn_insn *,
				unsigned code, enum gcn_type);

/* code/constants.c.  */
extern const uint32_t *vop_constant (struct gcnvm *, uint64_t);
extern void vops_free_constants (struct gcnvm *);

/* Where an access is, that of a report or the one that it races with.  */
struct access_site
{
  bool store;
  const char *function, *file;	/* Null where unknown.  */
  const char *path;		/* FILE as the compiler named it.  */
  unsigned line, group[3], wave, lane;
  uint64_t pc, offset;		/* OFFSET in FUNCTION.  */
};

/* code/where.c.  Where PC is, for reports: into PLACE, of SIZE bytes, what is known,
   as in "foo (foo.c:5)"; into O function, file and line.  */
extern void where_is (struct gcnvm *, uint64_t pc, char *place, size_t size,
		      struct access_site *o);

/* code/line-sites.c.  The run of code of one line that ADDRESS is in.  */
extern bool code_row (const struct gcnvm_code *, uint64_t address,
		      struct gcn_line_row *);
/* Where what the function at START, which ends at END, does begins: after the first
   run of code, which saves registers and makes the frame.  */
extern uint64_t code_body (const struct gcnvm_code *, uint64_t start,
			   uint64_t end);

/* code/wait-sites.c.  */
extern bool waits_for_all_p (const struct gcn_insn *, enum gcn_cpu);

/* run/control.c.  */
extern void exec_zero (struct wave *, const struct uop *);

/* run/source.c.  */
extern void wave_mode (struct wave *);
extern void broadcast (uint32_t *, uint32_t);

/* order/crew.c.  */
extern unsigned crew_begin (struct crew *, void (*) (void *), void *, unsigned groups,
			    unsigned threads);
extern void crew_end (struct crew *);
extern void crew_own (struct crew *);
extern void crew_disown (struct crew *);
extern bool crew_helpers_p (struct crew *, unsigned n);
extern void crew_round (struct crew *, struct wave *const *, unsigned n,
			int64_t budget);

/* order/sched.c.  Run L on THREADS host threads, the caller included.  */
extern void launch_run (struct launch *l, unsigned threads);

/* Ends W and its launch with RESULT.  Gives null, for handlers to return.  */
static inline const struct uop *
wave_fail (struct wave *w, enum gcnvm_result result)
{
  int expected = GCNVM_OK;
  w->stop = STOP_ERROR;
  w->result = result;
  atomic_compare_exchange_strong (&w->launch->result, &expected, result);
  return NULL;
}

#include "watch/watch.h"

#endif /* GCNVM_INT_H */
