/* How lanes read and write registers, and what lane-ops.def calls.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_LANES_H
#define VM_LANES_H

#include <math.h>
#include <string.h>

#include "code/lane-fns.h"
#include "vm-int.h"

/* Registers are read and written under several types: this file's users are
   compiled with -fno-strict-aliasing and -fwrapv.  */

/* The constant operand b of a micro-operation.  One with three operands has
   room for 32 bits: sign-extended, or the upper half of a double.  */
#define IMM_u16(U) ((uint16_t) (U)->imm)
#define IMM_s16(U) ((int16_t) (U)->imm)
#define IMM_u32(U) ((uint32_t) (U)->imm)
#define IMM_s32(U) ((int32_t) (U)->imm)
#define IMM_u64(U) ((uint64_t) (U)->imm)
#define IMM_s64(U) ((U)->imm)
#define IMM_f32(U) bits_f32 ((uint32_t) (U)->imm)
#define IMM_f64(U) bits_f64 ((uint64_t) (U)->imm)
#define IMM3_u16(U) ((uint16_t) (U)->e)
#define IMM3_s16(U) ((int16_t) (U)->e)
#define IMM3_u32(U) ((U)->e)
#define IMM3_s32(U) ((int32_t) (U)->e)
#define IMM3_u64(U) ((uint64_t) (int32_t) (U)->e)
#define IMM3_s64(U) ((int64_t) (int32_t) (U)->e)
#define IMM3_f32(U) bits_f32 ((U)->e)
#define IMM3_f64(U) bits_f64 ((uint64_t) (U)->e << 32)

/* ---- Memory.  */

#define SPACE_generic PTX_GENERIC
#define SPACE_global PTX_GLOBAL
#define SPACE_shared PTX_SHARED
#define SPACE_local PTX_LOCAL
#define SPACE_const PTX_CONST
#define SPACE_param PTX_PARAM

/* True if SIZE bytes at offset OFF of something N bytes long are in it and
   aligned.  */
static inline bool
extent_ok (uint64_t off, uint64_t n, uint64_t addr, unsigned size)
{
  return off < n && n - off >= size && (addr & (size - 1)) == 0;
}

/* What a lane accesses at ADDR, by space; the slow function reports the fault, or
   finds memory that is not checked here.  */
#define RESOLVER(S)							\
  static inline void *							\
  resolve_##S (struct warp *w, const struct uop *u, unsigned lane,	\
	       uint64_t addr, unsigned size, enum access acc)

/* True if SIZE bytes at ADDR are memory of the host's that the device can access, and that
   was accessed lately; a block's own memory is no such.  */
static inline bool
host_place_p (const struct warp *w, uint64_t addr, unsigned size, enum access acc)
{
  const struct block *b = w->block;
  return (unlikely (w->host != NULL)
	  && addr - local_addr (b) >= b->local_map_size
	  && addr - (uint64_t) (uintptr_t) b->shared >= b->shared_size
	  && addr - (uint64_t) (uintptr_t) w->params >= b->launch->param_bytes
	  && host_ok (w->host, addr, size, acc != ACCESS_LOAD));
}

RESOLVER (generic)
{
  const struct simt_mem *m = &w->vm->mem;
  if (likely (simt_mem_ok (m, m->arena, (acc == ACCESS_LOAD ? m->arena_size
					 : m->global_size), addr, size)))
    return (void *) (uintptr_t) addr;
  uint64_t off = addr - w->window_addr;
  if (likely (extent_ok (off, w->window_size, addr, size)))
    return w->window + lane * w->lstride + off;
  if (host_place_p (w, addr, size, acc))
    return (void *) (uintptr_t) addr;
  return w->vm->watch->access (w, u, lane, addr, size, PTX_GENERIC, acc);
}

RESOLVER (global)
{
  const struct simt_mem *m = &w->vm->mem;
  if (likely (simt_mem_ok (m, m->arena, m->global_size, addr, size))
      || host_place_p (w, addr, size, acc))
    return (void *) (uintptr_t) addr;
  return w->vm->watch->access (w, u, lane, addr, size, PTX_GLOBAL, acc);
}

RESOLVER (shared)
{
  struct block *b = w->block;
  if (likely (shared_range_ok (b, addr, size, size)))
    return b->shared + addr;
  return w->vm->watch->access (w, u, lane, addr, size, PTX_SHARED, acc);
}

RESOLVER (local)
{
  if (likely (extent_ok (addr, w->local_size, addr, size)))
    return w->local + lane * w->lstride + addr;
  return w->vm->watch->access (w, u, lane, addr, size, PTX_LOCAL, acc);
}

RESOLVER (const)
{
  const struct simt_mem *m = &w->vm->mem;
  if (likely (simt_mem_ok (m, m->arena + m->global_size,
			   m->arena_size - m->global_size, addr, size)))
    return (void *) (uintptr_t) addr;
  return w->vm->watch->access (w, u, lane, addr, size, PTX_CONST, acc);
}

RESOLVER (param)
{
  if (likely (extent_ok (addr, w->block->launch->param_bytes, addr, size)))
    return w->params + addr;
  return w->vm->watch->access (w, u, lane, addr, size, PTX_PARAM, acc);
}

RESOLVER (frame)
{
  (void) u, (void) size, (void) acc;
  return w->local + lane * w->lstride + w->act->lbase + addr;
}

#endif /* VM_LANES_H */
