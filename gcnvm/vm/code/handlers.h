/* What executes micro-operations, as translation sees it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* run/handlers.c fills it in, for the processor here.  */

#ifndef GCNVM_HANDLERS_H
#define GCNVM_HANDLERS_H

#include <stddef.h>

#include "vm-int.h"

#define EACH_HANDLER(H) \
  H (vec_plain) H (vec_general) H (vec_compare) H (vec_carry) \
  H (vec_readlane) H (vec_writelane) H (vec_readfirstlane) H (vec_nop) \
  H (vec_swap) H (vec_div_scale) H (vec_mad64) H (vec_swizzle) \
  H (vec_permute) H (vec_permlane) H (vec_movrel) H (vec_packed) H (vec_halves) H (vec_matrix) H (mem_flat) H (mem_ds) \
  H (mem_smem) H (mem_buffer) H (op_barrier) H (op_sleep) H (op_trap) \
  H (op_getreg) H (op_setreg) H (op_mode) H (op_waitcnt) H (op_wait_turn) \
  H (op_time) \
  H (op_abort) H (op_past_end) H (op_go_on) H (op_special_source) \
  H (op_movrel) H (op_lacking) H (op_profile) \
  H (op_line)

/* A load or store of REGS whole dwords of each lane, from or to the registers from
   REG on; a lane's address is BASE plus what LOW and HIGH, its halves, have, either
   of which may be null.  */
struct lanes
{
  uint64_t base;
  const uint32_t *low, *high;
  unsigned reg, regs;
  bool store;
};

/* Whether vec_matrix does row OP.  */
extern bool matrix_done_p (enum gcn_op op);

struct handlers
{
  const struct vop *vops;	/* By enum gcn_op; null: no such
				   kernel.  */
#define H(N) uop_fn *N;
  EACH_HANDLER (H)
#undef H
  /* A quick handler for U, which does what its own one does where that is easy
     and leaves the rest to it; U's own if there is none.  */
  uop_fn *(*fast) (const struct gcnvm *, const struct uop *u);
  /* Does what L says for the lanes in EXEC.  False if U's handler has to.  */
  bool (*lanes_access) (struct wave *, const struct uop *u,
			const struct lanes *l, uint64_t exec);
  /* Native code's (native/abi.h).  */
  bool (*saves) (void *wave, const struct native_saves *);
  void (*save_row) (void *wave, unsigned reg, uint64_t at, uint8_t *defined);
  void (*restore_row) (void *wave, unsigned reg, uint64_t at, const uint8_t *defined);
  void (*settle) (void *wave);
  /* Puts those of T in the wave's EXEC into register R.  */
  void (*blend) (struct wave *, unsigned r, const uint32_t *t);
};
extern const struct handlers *handlers_for_host (bool no_avx2);

#endif /* GCNVM_HANDLERS_H */
