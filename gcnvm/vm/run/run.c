/* Runs a wave: scalar operations and branches.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Threaded code: each micro-operation of sops.def and each branch has a label
   in wave_run; all others are functions.  Blocks end with a branch, which
   counts the instructions of its block and takes them from the time slice.  */

#include "code/handlers.h"
#include "native/native.h"
#include "run/lane-fns.h"
#include "run/memory.h"
#include "vm-int.h"

#define SV(OFF) (*(uint32_t *) ((char *) w->sv + (OFF)))
#define SV64(OFF) get64 (&SV (OFF))
#define SLOT(K, OFF) \
  ((uint32_t *) (uintptr_t) ((K ? (const char *) u : (const char *) w->s) \
			     + (OFF)))
#define SCC (w->s[GCN_SCC])
#define SCC_UNDEF (w->sv[GCN_SCC])

/* W, which has calls, jumps to ADDRESS, which may be a return.  */

static void
wave_returns (struct wave *w, uint64_t address)
{
  /* Of a recursion so deep only the innermost calls are known; what returns
     beyond them was one of the others.  */
  for (uint64_t k = w->depth; k && k + WAVE_CALLS > w->depth; k--)
    {
      const struct wave_call *c = &w->calls[k % WAVE_CALLS];
      if (c->depth != k || c->address == address)
	{
	  w->depth = k - 1;
	  return;
	}
    }
}

/* How operands of each type are read, and how many bits they have.  */
#define TYPE_u32 uint32_t
#define TYPE_i32 int32_t
#define TYPE_u64 uint64_t
#define TYPE_i64 int64_t
#define TYPE_none uint32_t
#define TYPE_old uint32_t
#define TYPE_old64 uint64_t
#define BITS_u32 32
#define BITS_i32 32
#define BITS_u64 64
#define BITS_i64 64
#define BITS_none 32
#define GET_u32(X) *SLOT (u->k##X, u->X)
#define GET_i32(X) (int32_t) *SLOT (u->k##X, u->X)
#define GET_u64(X) get64 (SLOT (u->k##X, u->X))
#define GET_i64(X) (int64_t) get64 (SLOT (u->k##X, u->X))
#define GET_none(X) 0
#define GET_old(X) *SLOT (0, u->d)
#define GET_old64(X) get64 (SLOT (0, u->d))
#define UNDEF_OF_u32(X) SV (u->u##X)
#define UNDEF_OF_i32(X) SV (u->u##X)
#define UNDEF_OF_u64(X) SV64 (u->u##X)
#define UNDEF_OF_i64(X) SV64 (u->u##X)
#define UNDEF_OF_none(X) 0
#define UNDEF_OF_old(X) SV (u->d)
#define UNDEF_OF_old64(X) SV64 (u->d)
#define PUT_u32 *SLOT (0, u->d) = r, SV (u->d) = vr
#define PUT_i32 *SLOT (0, u->d) = r, SV (u->d) = vr
#define PUT_u64 put64 (SLOT (0, u->d), r), put64 (&SV (u->d), vr)
#define PUT_i64 put64 (SLOT (0, u->d), r), put64 (&SV (u->d), vr)
#define PUT_none (void) r, (void) vr

#define NEXT do { u++; goto *handler[u->op]; } while (0)
#define JUMP(U) do { u = (U); goto *handler[u->op]; } while (0)

/* Ends a block: counts, and stops where the slice is over.  TO is where the
   wave goes on.  */
#define END_BLOCK							\
  do									\
    {									\
      w->insns += u->n;							\
      w->states += u->states;						\
      w->budget -= u->n;						\
    }									\
  while (0)
#define GO(TO)								\
  do									\
    {									\
      const struct uop *to_ = (TO);					\
      if (UNLIKELY (!to_))						\
	{								\
	  w->now = u;							\
	  return;							\
	}								\
      if (UNLIKELY (w->budget <= 0))					\
	{								\
	  w->next = to_;						\
	  w->stop = STOP_SLICE;						\
	  return;							\
	}								\
      JUMP (to_);							\
    }									\
  while (0)

/* Where a taken branch goes.  */
#define TARGET (LIKELY (u->target != NULL) ? u->target			\
		: wave_go (w, u, u->pc + u->ia))

#define BRANCH_IF(COND, CODE)						\
  do									\
    {									\
      END_BLOCK;							\
      if (UNLIKELY (w->sv[CODE] | w->sv[(CODE) | 1])			\
	  && !w->vm->watch->undef_branch (w, u, CODE))			\
	return;								\
      if (COND)								\
	GO (TARGET);							\
      GO (u + 1);							\
    }									\
  while (0)

_Static_assert (NATIVE_CALLS == WAVE_CALLS
		&& sizeof (struct native_call) == sizeof (struct wave_call),
		"the same");

/* Sets W's part that native code works with, but for what may change.  */

static void
native_init (struct wave *w)
{
  const struct simt_mem *m = w->vm->mem;
  const struct group *g = w->group;
  w->native = (struct native_state)
    { .wave = w, .s = w->s, .sv = w->sv, .vu = w->vu, .v = w->v, .vv = w->vv,
      .arena = m->arena, .arena_most = m->arena_size - 64,
      .shadow_of_0 = (const uint8_t *) m->shadow_of_0, .scratch = w->scratch,
      .scratch_size = w->scratch_size, .scratch_most = wave_plain (w),
      .defined = w->scratch_defined, .beyond = (bool *) &w->scratch_beyond,
      .group_scratch = g->scratch,
      .group_span = w->scratch_defined ? g->scratch_span : 0,
      .budget = &w->budget, .insns = &w->insns, .states = &w->states,
      .vinsns = &w->vinsns, .lanes = &w->lanes, .accesses = &w->accesses,
      .saves = w->vm->handlers->saves, .save_row = w->vm->handlers->save_row,
      .restore_row = w->vm->handlers->restore_row, .settle = w->vm->handlers->settle,
      .any_computed = &w->any_computed,
      .depth = &w->depth,
      .calls = (struct native_call *) w->calls,
      .next = (const void **) &w->next, .stop = (int *) &w->stop,
      .slice = STOP_SLICE, .force = native_exit_at () };
}

/* Sets what may change, and all the rest the first time.  */

static void
native_start (struct wave *w)
{
  const struct wave *near = w->neighbour ? w->neighbour : w;
  const struct gcnvm_code *c = atomic_load_explicit (&w->vm->last, memory_order_acquire);
  if (!w->native.wave)
    native_init (w);
  w->native.alone = w->alone;
  native_near (w, near);
  uint64_t invalid = __atomic_load_n (&simt_mem_invalid, __ATOMIC_ACQUIRE);
  if (UNLIKELY (w->windows_made != invalid))
    memset (w->native.window, 0, sizeof w->native.window);
  w->windows_made = invalid;
  w->native.map = c ? (const void *const *) c->map : NULL;
  w->native.map_base = c ? c->desc.base : 0;
  w->native.map_size = c ? c->desc.size : 0;
}

/* Set windows of W that are wanted.  */

static __attribute__ ((noinline)) void
fill_windows (struct wave *w)
{
  for (struct native_window *v = w->native.window; v < w->native.window + NATIVE_WINDOWS; v++)
    if (v->want)
      {
	native_window (w, v->want, v);
	v->want = 0;
	v->fills += v->fills < 16;
      }
  w->native.windows_wanted = false;
}

/* W goes on at TO, which may be null: registers that native code has left to be written
   stay so, if it is native code again.  */

static inline void
settle_at (struct wave *w, const struct uop *to)
{
  if (UNLIKELY (w->native.pending) && to && to->op != UOP_NATIVE)
    w->native.settle (w);
}

/* wave_go, without a call where code_at needs none.  */

static inline const struct uop *
target_at (struct wave *w, const struct uop *from, uint64_t address)
{
  const struct uop *to = code_at (w->vm, address);
  return LIKELY (to) ? to : wave_go (w, from, address);
}

static void
run (struct wave *w)
{
  static const void *const handler[UOP_N] =
  {
    [UOP_CALL] = &&do_call, [UOP_END] = &&do_end,
    [UOP_BRANCH] = &&do_branch, [UOP_SCC0] = &&do_scc0,
    [UOP_SCC1] = &&do_scc1, [UOP_VCCZ] = &&do_vccz,
    [UOP_VCCNZ] = &&do_vccnz, [UOP_EXECZ] = &&do_execz,
    [UOP_EXECNZ] = &&do_execnz, [UOP_SETPC] = &&do_setpc,
    [UOP_SWAPPC] = &&do_swappc, [UOP_CALL_B64] = &&do_call_b64,
    [UOP_GETPC] = &&do_getpc, [UOP_NOP] = &&do_nop,
    [UOP_COUNT] = &&do_count, [UOP_WAIT] = &&do_wait,
    [UOP_FENCE] = &&do_fence,
    [UOP_NATIVE] = &&do_native,
    [UOP_READLANE] = &&do_readlane,
    [UOP_WRITELANE] = &&do_writelane,
#define SOP(ID, ...) [UOP_##ID] = &&do_##ID,
#include "code/sops.def"
  };
  const struct uop *u = w->next;
  w->stop = STOP_NONE;
  if (w->vm->opt.native != GCNVM_NATIVE_OFF)
    native_start (w);
  goto *handler[u->op];

 do_call:
  {
    const struct uop *to = u->fn (u, w);
    if (UNLIKELY (!to))
      return;
    JUMP (to);
  }

  /* The scalar operations.  */
#define SOP(ID, D, A, B, RULE, ...)					\
 do_##ID:								\
  {									\
    TYPE_##A a = GET_##A (a);						\
    TYPE_##B b = GET_##B (b);						\
    TYPE_##D r = 0;							\
    uint32_t scc = SCC;							\
    uint64_t va = UNDEF_OF_##A (a), vb = UNDEF_OF_##B (b), vr = 0;	\
    uint64_t exec = 0;							\
    if (sizeof #ID > 8 && EXEC_P (#ID))					\
      exec = wave_exec (w);						\
    (void) a, (void) b;							\
    if (UNLIKELY (va | vb | SCC_UNDEF))					\
      {									\
	w->now = u;							\
	vr = w->vm->watch->undef_scalar (w, u, UNDEF_##RULE, a, b, va,	\
					 vb, BITS_##D);			\
	if (w->stop == STOP_ERROR)					\
	  return;							\
      }									\
    __VA_ARGS__;							\
    SCC = scc;								\
    if (sizeof #ID > 8 && EXEC_P (#ID))					\
      put64 (&w->s[GCN_EXEC], exec);					\
    PUT_##D;								\
    NEXT;								\
  }
#define EXEC_P(NAME) \
  (__builtin_strstr (NAME, "saveexec") || __builtin_strstr (NAME, "wrexec"))
#include "code/sops.def"

 do_end:
  END_BLOCK;
  w->now = u;
  w->stop = STOP_END;
  return;

 do_branch:
  END_BLOCK;
  GO (TARGET);

 do_scc0:
  BRANCH_IF (!SCC, GCN_SCC & ~1);
 do_scc1:
  BRANCH_IF (SCC, GCN_SCC & ~1);
 do_vccz:
  if (UNLIKELY (!wave_exec (w) && u->lanes_vcc))
    exec_zero (w, u);
  BRANCH_IF (!(w->s[GCN_VCC] | w->s[GCN_VCC + 1]), GCN_VCC);
 do_vccnz:
  if (UNLIKELY (!wave_exec (w) && u->lanes_vcc))
    exec_zero (w, u);
  BRANCH_IF (w->s[GCN_VCC] | w->s[GCN_VCC + 1], GCN_VCC);
 do_execz:
  BRANCH_IF (!(w->s[GCN_EXEC] | w->s[GCN_EXEC + 1]), GCN_EXEC);
 do_execnz:
  BRANCH_IF (w->s[GCN_EXEC] | w->s[GCN_EXEC + 1], GCN_EXEC);

 do_setpc:
  {
    uint64_t to = get64_apart (SLOT (u->ka, u->a), SLOT (u->ka, u->a) + 1);
    END_BLOCK;
    w->now = u;
    if (UNLIKELY (get64_apart (&SV (u->ua), &SV (u->ua) + 1))
	&& !w->vm->watch->undef_use (w, u, "jumps to", u->a / 4, 2, -1))
      return;
    if (w->depth)
      wave_returns (w, to);
    const struct uop *next = target_at (w, u, to);
    settle_at (w, next);
    GO (next);
  }

 do_swappc:
  {
    uint64_t to = get64_apart (SLOT (u->ka, u->a), SLOT (u->ka, u->a) + 1);
    END_BLOCK;
    w->now = u;
    if (UNLIKELY (get64_apart (&SV (u->ua), &SV (u->ua) + 1))
	&& !w->vm->watch->undef_use (w, u, "calls", u->a / 4, 2, -1))
      return;
    put64 (SLOT (0, u->d), u->pc + 4);
    put64 (&SV (u->d), 0);
    wave_called (w, u->pc + 4);
    const struct uop *next = target_at (w, u, to);
    settle_at (w, next);
    GO (next);
  }

 do_call_b64:
  {
    uint64_t pc = u->pc;
    END_BLOCK;
    put64 (SLOT (0, u->d), pc + 4);
    put64 (&SV (u->d), 0);
    wave_called (w, pc + 4);
    GO (TARGET);
  }

 do_getpc:
  put64 (SLOT (0, u->d), u->pc + 4);
  put64 (&SV (u->d), 0);
  NEXT;

 do_nop:
  NEXT;

 do_count:
  END_BLOCK;
  GO (u + 1);

  /* The caches are written back or invalidated: what follows comes after what
     was before, for waves on other host threads.  */
 do_fence:
  atomic_thread_fence (memory_order_seq_cst);
  NEXT;

  /* s_waitcnt for all.  */
 do_wait:
  w->accesses.done_vm = w->accesses.issued_vm;
  w->accesses.done_lgkm = w->accesses.issued_lgkm;
  NEXT;

  /* Accesses that somebody looks at are left to the handlers.  */
 do_native:
  {
    struct native *n = (struct native *) (uintptr_t) u->ia;
    native_fn *fn = atomic_load_explicit (&n->code, memory_order_acquire);
    if (UNLIKELY (w->watch) || !w->plain32 || !w->plain64
	|| (!fn && !(fn = native_count (n, w->mode))))
      {
	settle_at (w, u + 1);
	NEXT;
      }
    w->native.mode = w->mode;
    if (UNLIKELY (w->native.windows_wanted))
      fill_windows (w);
    u = fn (&w->native, n->first, u - n->f->uops);
    if (UNLIKELY (!u))
      return;
    if (LIKELY (u->op == UOP_NATIVE))
      goto do_native;
    if (u->op != UOP_SETPC && u->op != UOP_SWAPPC)
      settle_at (w, u);
    goto *handler[u->op];
  }

  /* A lane with a constant number.  */
 do_readlane:
  {
    unsigned reg = u->src[0] - GCN_VGPR, lane = u->ib;
    w->s[u->d / 4] = w->v[reg][lane];
    SV (u->d) = 0;
    if (UNLIKELY (w->vu[reg] >> lane & 1))
      {
	SV (u->d) = w->vv[reg][lane];
	origin_move (w, u->d / 4, u->src[0]);
      }
    NEXT;
  }

 do_writelane:
  {
    unsigned reg = u->d - GCN_VGPR, lane = u->ib;
    uint32_t undef = SV (u->ua);
    w->v[reg][lane] = *SLOT (u->ka, u->a);
    if (UNLIKELY (undef))
      {
	w->vv[reg][lane] = undef;
	w->vu[reg] |= UINT64_C (1) << lane;
	origin_move (w, u->d, u->ua / 4);
      }
    else
      w->vu[reg] &= ~(UINT64_C (1) << lane);
    NEXT;
  }
}

void
wave_run (struct wave *w)
{
  w->alone = w->group->launch->alone ? w->vm->mem->global_size : 0;
  run (w);
  if (UNLIKELY (w->native.pending))
    w->native.settle (w);
}
