/* The PTX machine: a fragment whose lanes do the same.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Executes the plan of a uniform activation (uniform.h): what has the same
   operands in all lanes is done for lane 0, as in interp-scalar.c; what has not,
   by the handlers for whole warps.  */

/* Compiled for any processor and for those with FMA and AVX2 (ISA is `base' or
   `fma'); interp-warp.c chooses when the program starts.  */
#define ISA_IS_base 0
#define ISA_IS_fma 1
#define ISA_P_(I) ISA_IS_##I
#define ISA_P(I) ISA_P_ (I)
#if ISA_P (ISA) && defined __x86_64__
# pragma GCC target ("fma,avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "code/shadow.h"
#include "native/native.h"
#include "run/lanes.h"
#include "run/rare.h"
#include "run/uniform-call.h"

#if HAVE_ISAS || ISA_P (ISA) == 0
#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)

#include "run/uniform-step.h"

#define NEXT goto *handler[(++u)->op]
#define JUMP goto *handler[u->op]
/* U's operation where native code may be entered, for handlers of several.  */
#define OP_HERE (likely (u->op != OP_native) ? u->op			\
		 : uniform_plan_of (act->func)->native->under[u - plan])

/* The operation U, a less frequent one, for lane 0; true if it must be done by
   the lanes after all.  */
static bool
rare_once (struct warp *w, const struct bounds *m, const struct uop *u,
	   unsigned op)
{
  uint8_t *R = w->R;
  uint64_t addr;
  unsigned size = u->n & 0xff;
  bool ok = true;
  if (op >= OP_shrun && op <= OP_shdefine)
    return shadow_once (w, u, op);
  switch (op)
    {
    case OP_chkdef: case OP_setdef: case OP_fence: case OP_lanes_meet:
      rare_table[op] (w, u);
      return true;
    case OP_ld_strong: case OP_st_strong:
      addr = *R8P (w, u->a, 0) + (uint64_t) (int64_t) u->rel;
      ok = (u->c == PTX_GENERIC
	    ? ok_generic (m, addr, size, true)
	    : ok_global (m, addr, size, true));
      if (unlikely (!ok) || size < 4)
	break;
      if (op == OP_ld_strong && size == 4)
	PUT (u32, u->d, MEM_GET (u32, PLACE_generic (addr)));
      else if (op == OP_ld_strong)
	PUT (u64, u->d, MEM_GET (u64, PLACE_generic (addr)));
      else if (size == 4)
	MEM_PUT (u32, PLACE_generic (addr), GET (u32, u->d));
      else
	MEM_PUT (u64, PLACE_generic (addr), GET (u64, u->d));
      return true;
    /* The one that GCC reads in each function.  */
    case OP_sreg_4:
      if (u->n != PTX_SREG_TID_Y)
	break;
      PUT (u32, u->d, w->tid[1][0]);
      return true;
    default:
      break;
    }
  if (!ok)
    return false;
  if (op == OP_race)
    {
      race_once (w, u);
      return true;
    }
  w->mask = 1;
  rare_table[op] (w, u);
  w->mask = FULL_MASK;
  if (op == OP_isspacep || op == OP_testp_f32 || op == OP_testp_f64)
    PREDW (w, u->d) = PREDW (w, u->d) & 1 ? FULL_MASK : 0;
  return true;
}

/* True if the result of OP, a less frequent operation, has 8 bytes.  */
static bool
rare_wide_p (const struct uop *u, unsigned op)
{
  switch (op)
    {
#define DEST_0 0
#define DEST_4 0
#define DEST_8 1
#define DEST_16 1
#define DEST_P 0
#define DEST_P2 0
#define DEST_N (u->n & 0xff) == 8
#define DEST_T ptx_type_size (u->n & 255) == 8
#define RARE(ID, HOW, DEST, READS) case OP_##ID: return DEST_##DEST;
#include "code/rare-ops.def"
    default: return false;
    }
}

/* The operations up to END, under a guard that the lanes in MASK pass.  */
static void
run_guarded (struct warp *w, const struct uop *u, const struct uop *end,
	     uint32_t mask)
{
  warp_spread_mask (w, mask);
  for (; u < end; u++)
    warp_mask[u->op] (w, u);
  w->mask = FULL_MASK;
}

/* The shuffle S: all lanes get one lane's value.  */
static inline void
shuffle_once (struct warp *w, const struct sync_args *s)
{
  uint8_t *R = w->R;
  uint32_t v = ((const uint32_t *) (R + s->a))[PRED (s->b) & 31];
  PUT_ALL (u32, s->d, v);
  if (s->p != NO_REG)
    PRED (s->p) = FULL_MASK;
  race_lanes_meet (w);
}

/* Run W's current fragment, whose activation is uniform, until that changes or
   the fragment ends, waits or has used its slice up.  True if the fragment is to go
   on at once, in an activation that is not uniform.  */
bool
PASTE (interp_uniform_, ISA) (struct warp *w)
{
  static const void *const handler[OP_N_PLAN] = {
    [0 ... OP_N_FN - 1] = &&do_lanes,
    [OP_FIRST_FUSED ... OP_N - 1] = &&do_lanes,
#define CTL(ID) [OP_##ID] = &&do_ctl,
#define CTL_SELF(ID) [OP_##ID] = &&do_##ID,
#include "code/ctl-ops.def"
#define ONCE(ID) \
    [OP_ONCE (OP_##ID)] = &&do_##ID, [OP_ONCE_ALL (OP_##ID)] = &&all_##ID,
#define L1(ID, ...) ONCE (ID)
#define L2(ID, ...) ONCE (ID) ONCE (ID##_i)
#define L3(ID, ...) ONCE (ID) ONCE (ID##_i)
#define SP(ID, ...) \
    [OP_ONCE (OP_##ID)] = &&do_##ID, [OP_ONCE (OP_##ID##_i)] = &&do_##ID##_i, \
    [OP_ONCE (OP_##ID##_bra)] = &&do_##ID##_bra, \
    [OP_ONCE (OP_##ID##_i_bra)] = &&do_##ID##_i_bra,
#define LI(ID, ...) ONCE (ID)
#define SL(ID, ...) ONCE (ID)
#define SLI(ID, ...) ONCE (ID)
#define PW(ID, ...) [OP_ONCE (OP_##ID)] = &&do_##ID,
#include "code/lane-ops.def"
#define LD(ID, ...) ONCE (ID)
#define ST(ID, ...) [OP_ONCE (OP_##ID)] = &&do_##ID,
#include "code/mem-ops.def"
#define RARE(ID, ...) \
    [OP_ONCE (OP_##ID)] = &&do_rare, [OP_ONCE_ALL (OP_##ID)] = &&all_rare,
#define SHADOW(ID, ...) [OP_ONCE (OP_##ID)] = &&do_##ID,
#include "code/rare-ops.def"
#define PAIR(A, B) [OP_##A##__##B] = &&do_##A##__##B,
#define PAIR_TEST(A, B) [OP_##A##__##B##_bra] = &&do_##A##__##B##_bra,
#define PAIR_BRA(A) [OP_##A##__bra] = &&do_##A##__bra,
#include "code/pair-ops.def"
    [OP_guard_add_4] = &&do_guard_add_4, [OP_guard_add_8] = &&do_guard_add_8,
    [OP_guard_atom] = &&do_guard_atom, [OP_guard_fence] = &&do_guard_fence,
    [OP_some_call] = &&do_some_call,
    [OP_outside] = &&do_outside, [OP_shuffle_1] = &&do_shuffle_1,
    [OP_ONCE (OP_sync)] = &&do_meet, [OP_ONCE_ALL (OP_sync)] = &&do_shuffle,
    [OP_ONCE (OP_bar)] = &&do_ctl_once, [OP_ONCE (OP_brx)] = &&do_ctl_once,
    [OP_ONCE (OP_call)] = &&do_enter,
    [OP_ONCE (OP_ret)] = &&do_return,
    [OP_native] = &&do_native,
  };
  struct act *act = w->act;
  const struct uop *code = act->func->code;
  const struct uop *plan = uniform_plan_of (act->func)->code;
  const struct uop *u = plan + (w->pc - code);
  uint8_t *R = w->R;
  /* Native code works with the same bounds.  */
  struct native_state native;
  native.m = bounds_of (w);
  native.warp = NULL;
  const struct bounds *const m = &native.m;

  JUMP;

#define BOTH(ID, READ, D, EXPR)			\
  do_##ID:					\
  {						\
    READ;					\
    PUT (D, u->d, (CT_##D) (EXPR));		\
    NEXT;					\
  }						\
  all_##ID:					\
  {						\
    READ;					\
    const CT_##D r = (CT_##D) (EXPR);		\
    PUT_ALL (D, u->d, r);			\
    NEXT;					\
  }
#define L1(ID, OPC, SUB, K, D, A, EXPR) BOTH (ID, IN (a, A), D, EXPR)
#define L2(ID, OPC, SUB, K, D, A, B, EXPR)				\
  BOTH (ID, IN (a, A); IN (b, B), D, EXPR)				\
  BOTH (ID##_i, IN (a, A); CT_##B b = IMM_##B (u), D, EXPR)
#define L3(ID, OPC, SUB, K, D, A, B, C, EXPR)				\
  BOTH (ID, IN (a, A); IN (b, B); IN (c, C), D, EXPR)			\
  BOTH (ID##_i, IN (a, A); CT_##B b = IMM3_##B (u); IN (c, C), D, EXPR)
/* A setp has come true or not, and the brac after it tests its result.  Each
   one jumps by itself, so that the processor can foresee where to.  */
#define FUSED(EXPR)				\
    const uint32_t t = (EXPR) ? FULL_MASK : 0;	\
    PRED (u->d) = t;				\
    u++;					\
    if ((t & 1) == u->n)			\
      NEXT;					\
    if (u->rel <= 0 && --w->budget < 0)		\
      goto slice_ends;				\
    u += u->rel;				\
    JUMP;
#define SP_OF(ID)				\
  do_##ID:					\
  {						\
    PRED (u->d) = test_##ID (R, u) ? FULL_MASK : 0; \
    NEXT;					\
  }						\
  do_##ID##_bra:				\
  {						\
    FUSED (test_##ID (R, u))			\
  }
#define SP(ID, CMP, K, T, EXPR) SP_OF (ID) SP_OF (ID##_i)
#define LI(ID, T) BOTH (ID, , T, (CT_##T) u->imm)
#define SL(ID, T) \
  BOTH (ID, IN (a, T); IN (b, T), T, PRED (u->c) ? a : b)
#define SLI(ID, T) BOTH (ID, , T, PRED (u->a) ? u->c : u->e)
#define PW(ID, EXPR)						\
  do_##ID:							\
  {								\
    uint32_t a = PRED (u->a), b = PRED (u->b);			\
    (void) a, (void) b;						\
    PRED (u->d) = (EXPR);					\
    NEXT;							\
  }
#include "code/lane-ops.def"

/* Do U, an ID, for lane 0.  */
#define DO(ID)					\
    if (unlikely (!step_##ID (m, w, R, u)))	\
      goto leave;
#define LD(ID, S, T, D)				\
  do_##ID:					\
  {						\
    DO (ID)					\
    NEXT;					\
  }						\
  all_##ID:					\
  {						\
    DO (ID)					\
    PUT_ALL (D, u->d, GET (D, u->d));		\
    NEXT;					\
  }
#define ST(ID, S, T)				\
  do_##ID:					\
  {						\
    DO (ID)					\
    NEXT;					\
  }
#include "code/mem-ops.def"

#define PAIR(A, B)				\
  do_##A##__##B:				\
  {						\
    DO (A)					\
    u++;					\
    DO (B)					\
    NEXT;					\
  }
#define PAIR_TEST(A, B)				\
  do_##A##__##B##_bra:				\
  {						\
    DO (A)					\
    u++;					\
    FUSED (test_##B (R, u))			\
  }
#define PAIR_BRA(A)				\
  do_##A##__bra:				\
  {						\
    DO (A)					\
    u++;					\
    if (u->rel <= 0 && --w->budget < 0)		\
      goto slice_ends;				\
    u += u->rel;				\
    JUMP;					\
  }
#include "code/pair-ops.def"

  /* As long as all is defined; the access is done once, or is not.  */
 do_shrun:
  if (likely (!SH_DIRTY (R, u->a)))
    NEXT;
  goto leave;
 do_shld:
  if (likely (u[1].op >= OP_N && shadow_one_ok (w, R, u, 0)))
    NEXT;
  goto do_rare;
 do_shst:
  if (likely (u[-1].op >= OP_N && shadow_one_ok (w, R, u, 0)))
    NEXT;

 do_rare:
  if (unlikely (!rare_once (w, m, u, OP_HERE - OP_N)))
    goto leave;
  NEXT;

 all_rare:
  if (unlikely (!rare_once (w, m, u, OP_HERE - 2 * OP_N)))
    goto leave;
  if (rare_wide_p (u, OP_HERE - 2 * OP_N))
    PUT_ALL (u64, u->d, GET (u64, u->d));
  else
    PUT_ALL (u32, u->d, GET (u32, u->d));
  NEXT;

  /* Up to what can be done once again.  */
 do_lanes:
  u = warp_full (w, u);
  JUMP;

 do_brac:
  {
    uint32_t t = u->n ? ~PRED (u->a) : PRED (u->a);
    if (t == 0)
      NEXT;
    if (unlikely (t != FULL_MASK))
      goto leave;
  }
 do_bra:
  if (u->rel <= 0 && --w->budget < 0)
    goto slice_ends;
  u += u->rel;
  JUMP;

 slice_ends:
  w->cur->pc = code + (u - plan) + u->rel;
  return false;

 do_guard:
  {
    uint32_t t = u->n ? ~PRED (u->a) : PRED (u->a);
    if (t == FULL_MASK)
      NEXT;
    if ((t & (t - 1)) == 0 && t != 0 && u->ptr)
      {
	w->mask = t;
	w->pc = u->ptr;
	interp_scalar (w);
	w->mask = FULL_MASK;
      }
    else if (t != 0)
      run_guarded (w, u + 1, u + 1 + u->rel, t);
    u += u->rel;
    NEXT;
  }

  /* The addition is the last one of the operations under the guard; one before
     it has what is added.  */
#define GUARD_ADD(T, LABEL)						\
  LABEL:								\
  {									\
    const uint32_t t = u->n ? ~PRED (u->a) : PRED (u->a);		\
    const struct uop *x = u + u->rel;					\
    if (likely (t != 0 && (t & (t - 1)) == 0))				\
      {									\
	const unsigned lane = first_lane (t);				\
	const uint64_t addr = (((const uint64_t *) (R + x->a))[lane]	\
			       + (uint64_t) (int64_t) x->rel);		\
	const T b = (u->rel == 1 ? ((const T *) (R + x->b))[lane]	\
		     : (T) u[1].imm);					\
	if (likely (ok_generic (m, addr, sizeof (T), true))) \
	  {								\
	    T *p = PLACE_generic (addr);				\
	    ((T *) (R + x->d))[lane]					\
	      = (w->alone ? PLAIN_RMW (T, p, old + b)			\
		 : __atomic_fetch_add (p, b, __ATOMIC_SEQ_CST));	\
	    u = x;							\
	    NEXT;							\
	  }								\
      }									\
    goto do_guard;							\
  }
  GUARD_ADD (uint32_t, do_guard_add_4)
  GUARD_ADD (uint64_t, do_guard_add_8)

 do_guard_atom:
  {
    const uint32_t t = u->n ? ~PRED (u->a) : PRED (u->a);
    const struct uop *x = u + u->rel;
    if (likely (t != 0 && (t & (t - 1)) == 0))
      {
	const unsigned lane = first_lane (t), size = u->b;
	const uint64_t addr = (((const uint64_t *) (R + x->a))[lane]
			       + (uint64_t) (int64_t) x->rel);
	if (likely (ok_generic (m, addr, size, true)))
	  {
	    /* How a lock is given up.  */
	    if (size == 4 && (x->e >> 8 & 255) == PTX_SUB_EXCH)
	      {
		const uint32_t b = (x != u + 1 ? (uint32_t) u[1].imm
				    : ((const uint32_t *) (R + x->b))[lane]);
		uint32_t *p = PLACE_generic (addr);
		const uint32_t was
		  = (w->alone ? PLAIN_RMW (uint32_t, p, b)
		     : __atomic_exchange_n (p, b, __ATOMIC_SEQ_CST));
		((uint32_t *) (R + x->d))[lane] = was;
		if (was == b)
		  lock_failed (w, x, lane, p, 4);
		u = x;
		NEXT;
	      }
	    if (x != u + 1 && size == 8)
	      ((uint64_t *) (R + x->b))[lane] = (uint64_t) u[1].imm;
	    else if (x != u + 1)
	      ((uint32_t *) (R + x->b))[lane] = (uint32_t) u[1].imm;
	    void *p = PLACE_generic (addr);
	    if (atom_of_lane (w, x, lane, p))
	      lock_failed (w, x, lane, p, size);
	    u = x;
	    NEXT;
	  }
      }
    goto do_guard;
  }

  /* One fence is as good as one for each lane.  */
 do_guard_fence:
  if (u->b && (u->n ? ~PRED (u->a) : PRED (u->a)))
    warp_fence (w);
  u++;
  NEXT;

  /* Nothing that the others could notice.  */
 do_some_call:
  {
    const uint32_t t = u->n ? PRED (u->a) : ~PRED (u->a);
    const struct vcall *c = u[1].ptr;
    if (unlikely (t == FULL_MASK))
      NEXT;
    if (t)
      {
	w->cur->mask = t;
	ctl_builtin (w, code + (u - plan) + 1, c->builtin, c);
	w->cur->mask = FULL_MASK;
      }
    u += u->rel;
    JUMP;
  }

  /* In a simd loop each lane hands its results to itself.  */
 do_outside:
  if (unlikely (GET (u32, u->a) != 0))
    goto leave;
  PUT_ALL (u32, u->d, 0);
  NEXT;

  /* No lane has left this activation by a way of its own, or comes back.  */
 do_join:
  NEXT;

  /* All lanes are here.  */
 do_meet:
  if (likely (PRED (((const struct sync_args *) u->ptr)->members) == FULL_MASK))
    {
      race_lanes_meet (w);
      NEXT;
    }
  goto do_ctl;

  /* Lanes get one lane's value, as in shuffle_one.  */
 do_shuffle:
  {
    const struct sync_args *s = u->ptr;
    if (unlikely ((PRED (s->c) & 0x1f1f) != 31
		  || (!(u->n & SYNC_NOMASK)
		      && PRED (s->members) != FULL_MASK)))
      goto leave;
    shuffle_once (w, s);
    NEXT;
  }

 do_shuffle_1:
  shuffle_once (w, u->ptr);
  u += u->rel;
  NEXT;

 do_enter:
  {
    struct uniform_call *site = u->ptr;
    const struct uniform_copies *k
      = atomic_load_explicit (&site->copies, memory_order_acquire);
    if (unlikely (!k || k->func != site->call->func || !k->useful
		  || !uniform_enter_again (w, act, k, site->call,
					   code + (u - plan) + 1))
	&& unlikely (!uniform_enter (w, u)))
      goto do_ctl;
    act = w->act;
    code = act->func->code;
    u = plan = act->copies->plan_code;
    R = w->R;
  }
  if (unlikely (--w->budget < 0))
    {
      w->cur->pc = code;
      return false;
    }
  JUMP;

 do_return:
  {
    const struct uop *pc = uniform_return (w);
    if (unlikely (!pc))
      goto do_ctl;
    act = w->act;
    code = act->func->code;
    plan = uniform_plan_of (act->func)->code;
    R = w->R;
    u = plan + (pc - code);
    JUMP;
  }

 do_ctl:
  if (unlikely (!uniform_control_p (act, code + (u - plan))))
    goto leave;
 do_ctl_once:
  u = ctl_op (w, code + (u - plan));
  if (!u)
    return false;
  if (unlikely (!w->act->uniform))
    {
      w->cur->pc = u;
      return true;
    }
  if (act != w->act)
    {
      act = w->act;
      code = act->func->code;
      plan = uniform_plan_of (act->func)->code;
    }
  R = w->R;
  u = plan + (u - code);
  JUMP;

  /* Native code, where there is some.  It is left before what it does not do.  */
 do_native:
  {
    struct native *n = uniform_plan_of (act->func)->native;
    native_fn *fn = atomic_load_explicit (&n->code, memory_order_acquire);
    if (unlikely (!fn) && !(fn = native_count (n)))
      goto *handler[n->under[u - plan]];
    if (!native.warp)
      native_start (&native, w);
    uint32_t pc = native_enter (&native, w, fn, (uint32_t) (u - plan));
    if (unlikely (act != w->act))
      {
	act = w->act;
	code = act->func->code;
	plan = uniform_plan_of (act->func)->code;
	R = w->R;
      }
    u = plan + (pc & ~NATIVE_SLICE);
    if (unlikely (pc & NATIVE_SLICE))
      {
	w->cur->pc = code + (u - plan);
	return false;
      }
    if (u->op == OP_native)
      goto *handler[uniform_plan_of (act->func)->native->under[u - plan]];
    JUMP;
  }

  /* The lanes come apart, or may do: do U for each.  */
 leave:
  uniform_leave (act);
  w->cur->pc = code + (u - plan);
  return true;
}
#endif
