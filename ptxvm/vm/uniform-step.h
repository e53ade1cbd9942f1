/* What interp-uniform.c does for lane 0: operations one by one, for its handlers of
   pairs, and where memory is.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#ifndef VM_UNIFORM_STEP_H
#define VM_UNIFORM_STEP_H

#include "lanes.h"
#include "uniform.h"

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

/* What it takes to look whether an address is right; none of it changes while a
   kernel runs.  */
struct bounds
{
  const uint8_t *shadow_of_0;
  uint64_t arena, global_size;
  uint64_t load[4], store[4];	/* Elements of 1, 2, 4 and 8 bytes that there
				   are, with constant memory and without.  */
  uint64_t constant_size;
  uint64_t shared;
};

static inline struct bounds
bounds_of (const struct warp *w)
{
  const struct simt_mem *m = &w->vm->mem;
  const struct block *b = w->block;
  uint64_t all = m->arena_size, global = m->global_size;
  return (struct bounds) { (const uint8_t *) m->shadow_of_0, m->arena, global,
			   { all, all / 2, all / 4, all / 8 },
			   { global, global / 2, global / 4, global / 8 },
			   all - global,
			   (uint64_t) (uintptr_t) b->shared };
}

/* As simt_mem_ok, where N elements of SIZE bytes are at LO.  One comparison is for
   the end and for the alignment: the bits that ought to be 0 go to the top.  */
static inline bool
arena_ok (const struct bounds *m, uint64_t lo, uint64_t n, uint64_t addr,
	  unsigned size)
{
  unsigned bits = (unsigned) __builtin_ctz (size);
  uint64_t off = addr - lo;
  off = off >> bits | off << (-bits & 63);
  if (unlikely (off >= n))
    return false;
  unsigned valid = m->shadow_of_0[addr / SIMT_GRANULE];
  return (likely (valid == SIMT_GRANULE)
	  || (addr & (SIMT_GRANULE - 1)) + size <= valid);
}

/* True if SIZE bytes at ADDR, an address that all lanes have, are one place for
   all lanes and plainly right; it is PLACE (addr) then.  */
#define OK(S)								\
  static inline __attribute__ ((always_inline)) bool			\
  ok_##S (const struct bounds *m, const struct warp *w, uint64_t addr,	\
	  unsigned size, enum access acc)
#define PLACE_generic(ADDR) ((void *) (uintptr_t) (ADDR))
#define PLACE_global PLACE_generic
#define PLACE_const PLACE_generic
#define PLACE_shared(ADDR) PLACE_generic (m->shared + (ADDR))
#define PLACE_param(ADDR) ((void *) (w->params + (ADDR)))
#define PLACE_local(ADDR) NULL
#define PLACE_frame(ADDR) NULL
OK (generic)
{
  unsigned bits = (unsigned) __builtin_ctz (size);
  if (likely (arena_ok (m, m->arena, (acc == ACCESS_LOAD ? m->load[bits]
				      : m->store[bits]), addr, size)))
    return true;
  return shared_range_ok (w->block, addr - m->shared, size, size);
}
OK (global)
{
  (void) w, (void) acc;
  return arena_ok (m, m->arena, m->store[__builtin_ctz (size)], addr, size);
}
OK (const)
{
  (void) w, (void) acc;
  return arena_ok (m, m->arena + m->global_size, m->constant_size / size, addr,
		   size);
}
OK (shared)
{
  (void) m, (void) acc;
  return likely (shared_range_ok (w->block, addr, size, size));
}
OK (param)
{
  (void) m, (void) acc;
  return extent_ok (addr, w->block->launch->param_bytes, addr, size);
}
/* Never one place: not in a plan.  */
OK (local)
{
  (void) m, (void) w, (void) addr, (void) size, (void) acc;
  return false;
}
#define ok_frame ok_local

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
#include "lane-ops.def"

#define LD(ID, S, T, D)							\
  STEP (ID)								\
  {									\
    uint64_t addr = ADDR_##S;						\
    if (unlikely (!ok_##S (m, w, addr, sizeof (MT_##T), ACCESS_LOAD)))	\
      return false;							\
    PUT (D, u->d, MEM_GET (T, PLACE_##S (addr)));			\
    return true;							\
  }
#define ST(ID, S, T)							\
  STEP (ID)								\
  {									\
    uint64_t addr = ADDR_##S;						\
    if (unlikely (!ok_##S (m, w, addr, sizeof (MT_##T), ACCESS_STORE)))	\
      return false;							\
    MEM_PUT (T, PLACE_##S (addr), GET (T, u->d));			\
    return true;							\
  }
#include "mem-ops.def"

#endif /* VM_UNIFORM_STEP_H */
