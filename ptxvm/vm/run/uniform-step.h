/* What interp-uniform.c does for lane 0: operations one by one, for its handlers of
   pairs, and where memory is.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_UNIFORM_STEP_H
#define VM_UNIFORM_STEP_H

#include "code/uniform.h"
#include "run/bounds.h"
#include "simt/base/mappings.h"
#include "run/lanes.h"

#define GET(T, OFF) ((CT_##T) *(ST_##T *) (R + (OFF)))
#define PUT(T, OFF, V) (*(ST_##T *) (R + (OFF)) = (ST_##T) (V))
/* For all lanes, in 32 bytes at a time.  */
typedef uint32_t every_4 __attribute__ ((vector_size (32)));
typedef uint64_t every_8 __attribute__ ((vector_size (32)));
#define PUT_ALL(T, OFF, V)						\
  do									\
    {									\
      uint8_t *p_ = __builtin_assume_aligned (R + (OFF), 64);		\
      union { ST_##T t; uint32_t w; uint64_t d; } v_;			\
      v_.t = (ST_##T) (V);						\
      if (sizeof v_.t == 4)						\
	{								\
	  every_4 e_ = v_.w - (every_4) { 0 };				\
	  _Pragma ("GCC unroll 4")					\
	  for (int i_ = 0; i_ < 4; i_++)				\
	    ((every_4 *) p_)[i_] = e_;					\
	}								\
      else								\
	{								\
	  every_8 e_ = v_.d - (every_8) { 0 };				\
	  _Pragma ("GCC unroll 8")					\
	  for (int i_ = 0; i_ < 8; i_++)				\
	    ((every_8 *) p_)[i_] = e_;					\
	}								\
    }									\
  while (0)
#define PRED(OFF) (*(uint32_t *) (R + (OFF)))


/* ---- Memory.  */

static inline struct bounds
bounds_of (const struct warp *w)
{
  const struct simt_mem *m = &w->vm->mem;
  const struct block *b = w->block;
  uint64_t all = m->arena_size, global = m->global_size;
  _Static_assert (BOUNDS_GRANULE == SIMT_GRANULE, "the same granules");
  _Static_assert (BOUNDS_HOST == SIMT_MAPPED_RECENT, "as many");
  return (struct bounds) { (const uint8_t *) m->shadow_of_0, m->arena, global,
			   { all, all / 2, all / 4, all / 8 },
			   { global, global / 2, global / 4, global / 8 },
			   all - global,
			   (uint64_t) (uintptr_t) b->shared, b->shared_size,
			   b->shared_plain, b->shared_static, b->shared_valid,
			   w->params, b->launch->param_bytes, w->host,
			   local_addr (b), b->local_map_size };
}

#define ADDR_generic (*(uint64_t *) (R + u->a) + (int64_t) u->rel)
#define ADDR_global ADDR_generic
#define ADDR_shared ADDR_generic
#define ADDR_local ADDR_generic
#define ADDR_const ADDR_generic
#define ADDR_param ((u->a == NO_REG ? 0 : *(uint64_t *) (R + u->a)) \
		    + (int64_t) u->rel)
#define ADDR_frame ((uint64_t) (int64_t) u->rel)

/* ---- Steps.  step_ID does U, an operation ID, for lane 0 with the registers R; it
   is false if each lane has to do it.  test_ID gives what the setp ID finds.  */

#define STEP(ID)							\
  static inline __attribute__ ((always_inline)) bool			\
  step_##ID (const struct bounds *m, const struct warp *w, uint8_t *R,	\
	     const struct uop *u)
#define TEST(ID)							\
  static inline __attribute__ ((always_inline)) bool			\
  test_##ID (const uint8_t *R, const struct uop *u)

/* The same register may be read and written: each is read first.  */
#define IN(V, T) CT_##T V = GET (T, u->V)
#define STEP_OF(ID, READ, D, EXPR)		\
  STEP (ID)					\
  {						\
    (void) m, (void) w;				\
    READ;					\
    PUT (D, u->d, (CT_##D) (EXPR));		\
    return true;				\
  }
#define L1(ID, OPC, SUB, K, D, A, EXPR) STEP_OF (ID, IN (a, A), D, EXPR)
#define L2(ID, OPC, SUB, K, D, A, B, EXPR)				\
  STEP_OF (ID, IN (a, A); IN (b, B), D, EXPR)				\
  STEP_OF (ID##_i, IN (a, A); CT_##B b = IMM_##B (u), D, EXPR)
#define L3(ID, OPC, SUB, K, D, A, B, C, EXPR)				\
  STEP_OF (ID, IN (a, A); IN (b, B); IN (c, C), D, EXPR)		\
  STEP_OF (ID##_i, IN (a, A); CT_##B b = IMM3_##B (u); IN (c, C), D, EXPR)
#define LI(ID, T) STEP_OF (ID, , T, (CT_##T) u->imm)
#define SP(ID, CMP, K, T, EXPR)						\
  TEST (ID) { IN (a, T); IN (b, T); return EXPR; }			\
  TEST (ID##_i) { IN (a, T); CT_##T b = IMM_##T (u); return EXPR; }
#include "code/lane-ops.def"

#define LD(ID, S, T, D)							\
  STEP (ID)								\
  {									\
    (void) w;								\
    uint64_t addr = ADDR_##S;						\
    if (unlikely (!ok_##S (m, addr, sizeof (MT_##T), false)))	\
      return false;							\
    PUT (D, u->d, MEM_GET (T, PLACE_##S (addr)));			\
    return true;							\
  }
#define ST(ID, S, T)							\
  STEP (ID)								\
  {									\
    (void) w;								\
    uint64_t addr = ADDR_##S;						\
    if (unlikely (!ok_##S (m, addr, sizeof (MT_##T), true)))	\
      return false;							\
    MEM_PUT (T, PLACE_##S (addr), GET (T, u->d));			\
    return true;							\
  }
#include "code/mem-ops.def"

#endif /* VM_UNIFORM_STEP_H */
