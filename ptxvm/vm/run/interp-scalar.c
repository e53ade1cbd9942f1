/* The PTX machine: a fragment that has one lane.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Direct-threaded: each handler jumps to the next one by a table of labels.
   What only one lane does costs no loop.  */

/* Compiled for any processor and for those with FMA (ISA is `base' or `fma');
   interp-warp.c chooses when the program starts.  */
#define ISA_IS_base 0
#define ISA_IS_fma 1
#define ISA_P_(I) ISA_IS_##I
#define ISA_P(I) ISA_P_ (I)
#if ISA_P (ISA) && defined __x86_64__
# pragma GCC target ("fma,bmi,bmi2,lzcnt,popcnt")
#endif

#include "code/shadow.h"
#include "run/lanes.h"

#if HAVE_ISAS || ISA_P (ISA) == 0
#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)

#define R_(T) (sizeof (ST_##T) == 8 ? R8 : R4)
#define GET(T, OFF) ((CT_##T) *(ST_##T *) (R_ (T) + (OFF)))
#define PUT(T, OFF, V) (*(ST_##T *) (R_ (T) + (OFF)) = (ST_##T) (V))
#define PRED(OFF) ((*(uint32_t *) (R + (OFF)) & bit) != 0)

#define NEXT goto *handler[(++u)->op]
#define JUMP goto *handler[u->op]

static inline void
put_pred (uint8_t *word, uint32_t bit, bool v)
{
  uint32_t *p = (uint32_t *) word;
  *p = v ? *p | bit : *p & ~bit;
}

/* Run W's current fragment, which has one lane, until it ends, waits or has
   used its slice up.  */
void
PASTE (interp_scalar_, ISA) (struct warp *w)
{
  static const void *const handler[OP_N] = {
#define L1(ID, ...) [OP_##ID] = &&do_##ID,
#define L2(ID, ...) [OP_##ID] = &&do_##ID, [OP_##ID##_i] = &&do_##ID##_i,
#define L3(ID, ...) [OP_##ID] = &&do_##ID, [OP_##ID##_i] = &&do_##ID##_i,
#define SP(ID, ...) \
    [OP_##ID] = &&do_##ID, [OP_##ID##_i] = &&do_##ID##_i, \
    [OP_##ID##_bra] = &&do_##ID##_bra, [OP_##ID##_i_bra] = &&do_##ID##_i_bra,
#define LI(ID, ...) [OP_##ID] = &&do_##ID,
#define SL(ID, ...) [OP_##ID] = &&do_##ID,
#define SLI(ID, ...) [OP_##ID] = &&do_##ID,
#define PW(ID, ...) [OP_##ID] = &&do_##ID,
#include "code/lane-ops.def"
#define LD(ID, ...) [OP_##ID] = &&do_##ID,
#define ST(ID, ...) [OP_##ID] = &&do_##ID,
#include "code/mem-ops.def"
#define V1(ID, ...) [OP_##ID##_fa] = &&do_##ID,
#define V2(ID, ...) \
    V1 (ID) [OP_##ID##_fb] = &&do_##ID, [OP_##ID##_i_fa] = &&do_##ID##_i,
#define V3(ID, ...) \
    V2 (ID) [OP_##ID##_fc] = &&do_##ID, [OP_##ID##_i_fc] = &&do_##ID##_i,
#include "code/vec-ops.def"
#define RARE(ID, ...) [OP_##ID] = &&do_rare,
#define SHADOW(ID, ...) [OP_##ID] = &&do_##ID,
#include "code/rare-ops.def"
#define CTL(ID) [OP_##ID] = &&do_ctl,
#define CTL_SELF(ID) [OP_##ID] = &&do_##ID,
#define CTL_END CTL_SELF
#include "code/ctl-ops.def"
  };
  const struct uop *u = w->pc;
  const uint32_t bit = w->mask;
  const unsigned lane = first_lane (bit);
  uint8_t *R = w->R, *R4 = R + 4 * lane, *R8 = R + 8 * lane;

  JUMP;

  /* The same register may be read and written: each is read first.  */
#define L1(ID, OPC, SUB, K, D, A, EXPR)		\
  do_##ID:					\
  {						\
    CT_##A a = GET (A, u->a);			\
    PUT (D, u->d, (CT_##D) (EXPR));		\
    NEXT;					\
  }
#define L2(ID, OPC, SUB, K, D, A, B, EXPR)	\
  do_##ID:					\
  {						\
    CT_##A a = GET (A, u->a);			\
    CT_##B b = GET (B, u->b);			\
    PUT (D, u->d, (CT_##D) (EXPR));		\
    NEXT;					\
  }						\
  do_##ID##_i:					\
  {						\
    CT_##A a = GET (A, u->a);			\
    CT_##B b = IMM_##B (u);			\
    PUT (D, u->d, (CT_##D) (EXPR));		\
    NEXT;					\
  }
#define L3(ID, OPC, SUB, K, D, A, B, C, EXPR)	\
  do_##ID:					\
  {						\
    CT_##A a = GET (A, u->a);			\
    CT_##B b = GET (B, u->b);			\
    CT_##C c = GET (C, u->c);			\
    PUT (D, u->d, (CT_##D) (EXPR));		\
    NEXT;					\
  }						\
  do_##ID##_i:					\
  {						\
    CT_##A a = GET (A, u->a);			\
    CT_##B b = IMM3_##B (u);			\
    CT_##C c = GET (C, u->c);			\
    PUT (D, u->d, (CT_##D) (EXPR));		\
    NEXT;					\
  }
#define SP(ID, CMP, K, T, EXPR)			\
  do_##ID:					\
  {						\
    CT_##T a = GET (T, u->a);			\
    CT_##T b = GET (T, u->b);			\
    put_pred (R + u->d, bit, EXPR);		\
    NEXT;					\
  }						\
  do_##ID##_i:					\
  {						\
    CT_##T a = GET (T, u->a);			\
    CT_##T b = IMM_##T (u);			\
    put_pred (R + u->d, bit, EXPR);		\
    NEXT;					\
  }						\
  do_##ID##_bra:				\
  {						\
    CT_##T a = GET (T, u->a);			\
    CT_##T b = GET (T, u->b);			\
    if (EXPR)					\
      goto fused_true;				\
    goto fused_false;				\
  }						\
  do_##ID##_i_bra:				\
  {						\
    CT_##T a = GET (T, u->a);			\
    CT_##T b = IMM_##T (u);			\
    if (EXPR)					\
      goto fused_true;				\
    goto fused_false;				\
  }
#define LI(ID, T) do_##ID: PUT (T, u->d, (CT_##T) u->imm); NEXT;
#define SL(ID, T)							\
  do_##ID:								\
  {									\
    CT_##T a = GET (T, u->a);						\
    CT_##T b = GET (T, u->b);						\
    PUT (T, u->d, PRED (u->c) ? a : b);					\
    NEXT;								\
  }
#define SLI(ID, T)							\
  do_##ID: PUT (T, u->d, PRED (u->a) ? u->c : u->e); NEXT;
#define PW(ID, EXPR)							\
  do_##ID:								\
  {									\
    uint32_t a = *(uint32_t *) (R + u->a), b = *(uint32_t *) (R + u->b); \
    uint32_t *d = (uint32_t *) (R + u->d);				\
    (void) a, (void) b;							\
    *d = (*d & ~bit) | ((EXPR) & bit);					\
    NEXT;								\
  }
#include "code/lane-ops.def"

#define ADDR_generic (*(uint64_t *) (R8 + u->a) + (int64_t) u->rel)
#define ADDR_global ADDR_generic
#define ADDR_shared ADDR_generic
#define ADDR_local ADDR_generic
#define ADDR_const ADDR_generic
#define ADDR_param ((u->a == NO_REG ? 0 : *(uint64_t *) (R8 + u->a)) \
		    + (int64_t) u->rel)
#define ADDR_frame ((uint64_t) (int64_t) u->rel)
#define LD(ID, S, T, D)							\
  do_##ID:								\
  {									\
    void *p = resolve_##S (w, u, lane, ADDR_##S, sizeof (MT_##T),	\
			   ACCESS_LOAD);				\
    PUT (D, u->d, MEM_GET (T, p));					\
    NEXT;								\
  }
#define ST(ID, S, T)							\
  do_##ID:								\
  {									\
    void *p = resolve_##S (w, u, lane, ADDR_##S, sizeof (MT_##T),	\
			   ACCESS_STORE);				\
    MEM_PUT (T, p, GET (T, u->d));					\
    NEXT;								\
  }
#include "code/mem-ops.def"

  /* As long as all is defined.  */
 do_shrun:
  if (likely (!SH_DIRTY (R, u->a)))
    NEXT;
  goto do_rare;
 do_shld:
 do_shst:
  if (likely (shadow_one_ok (w, R, u, lane)))
    NEXT;

 do_rare:
  rare_table[u->op] (w, u);
  NEXT;

  /* A setp has come true or not; the brac after it tests its result.  */
 fused_true:
  *(uint32_t *) (R + u->d) |= bit;
  u++;
  if (u->n)
    NEXT;
  goto taken;
 fused_false:
  *(uint32_t *) (R + u->d) &= ~bit;
  u++;
  if (!u->n)
    NEXT;
  goto taken;

 do_brac:
  if (PRED (u->a) == (u->n != 0))
    NEXT;
 do_bra:
 taken:
  if (u->rel <= 0 && --w->budget < 0)
    {
      w->cur->pc = u + u->rel;
      return;
    }
  u += u->rel;
  JUMP;

 do_guard:
  if (PRED (u->a) == (u->n != 0))
    u += u->rel;
  NEXT;

 do_end:
  return;

 do_join:
  if (likely (!w->cur->rdv))
    NEXT;
 do_ctl:
  u = ctl_op (w, u);
  if (!u)
    return;
  R = w->R;
  R4 = R + 4 * lane;
  R8 = R + 8 * lane;
  JUMP;
}
#endif
