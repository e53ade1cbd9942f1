/* Wait states: what the files of rules share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCN_HAZARDS_INT_H
#define GCN_HAZARDS_INT_H

#include "hazards.h"

/* Whether an instruction is a rule's first one: the number of uses that it
   fills in.  Whether it is the second one: how many wait states it wants;
   WANTED (U) where that is always the same.  */
typedef unsigned gcn_first_fn (const struct gcn_insn *, enum gcn_cpu,
			       struct gcn_hazard_use *);
typedef unsigned gcn_then_fn (const struct gcn_insn *, enum gcn_cpu,
			      const struct gcn_hazard_use *);
#define WANTED(U) ((U)->states)

extern gcn_first_fn gcn_writes_sgpr_p, gcn_writes_vgpr_p, gcn_writes_exec_p;
extern gcn_first_fn gcn_cmpx_p, gcn_trans_p, gcn_moves_bits_p, gcn_dot_p;
extern gcn_first_fn gcn_no_mai_writes_p, gcn_plain_writes_p;
extern gcn_first_fn gcn_acc_write_p, gcn_acc_read_p;
extern gcn_first_fn gcn_matrix_p, gcn_matrix_adds_p, gcn_dgemm_p;
extern gcn_then_fn gcn_constant_p, gcn_lane_move_p, gcn_reads_exec_p;
extern gcn_then_fn gcn_lane_reads_p, gcn_not_trans_reads_p, gcn_valu_reads_p;
extern gcn_then_fn gcn_dot_dependent_p, gcn_matrix_input_p, gcn_mai_exec_p;
extern gcn_then_fn gcn_acc_written_p, gcn_acc_loaded_p, gcn_after_matrix_p;
extern gcn_then_fn gcn_overwrites_added_p, gcn_fma64_p, gcn_memory_reads_p;
extern gcn_then_fn gcn_lane_swap_p, gcn_lane_swap_reads_p;

extern gcn_first_fn gcn_float_atomic_p, gcn_reads_mask_p;
extern gcn_then_fn gcn_denorm_mode_p, gcn_permlane_p, gcn_reads_both_p;
extern gcn_then_fn gcn_reads_salu_mask_p, gcn_reads_valu_mask_p;

/* Whether IN reads, or VALU or memory writes, a vector register of USE.  */
extern bool gcn_reads_vector_p (const struct gcn_insn *in, enum gcn_cpu cpu,
				const struct gcn_hazard_use *use);
extern bool gcn_transcendental_p (const struct gcn_insn *in);

/* The rules of RDNA: which they are, and what IN between the two makes of USE:
   true where nothing is at stake any more.  */
extern bool gcn_hazard_rdna_p (unsigned rule);
extern bool gcn_hazard_rdna_kills (unsigned rule, const struct gcn_insn *in,
				   enum gcn_cpu cpu,
				   struct gcn_hazard_use *use);

/* Takes the registers [CODE, CODE + REGS) out of *USE where what is left is
   one range.  Returns whether nothing is.  */
extern bool gcn_hazard_take_out (struct gcn_hazard_use *use, unsigned code,
				 unsigned regs);

/* What IN, which lies between a first instruction of RULE and others, changes
   of USE.  */
extern void gcn_matrix_between (unsigned rule, const struct gcn_insn *in,
				struct gcn_hazard_use *use);

static inline enum gcn_op
op_of (const struct gcn_insn *in)
{
  return (enum gcn_op) (in->row - gcn_rows);
}

static inline bool
salu_p (const struct gcn_insn *in)
{
  return in->row->enc <= GCN_ENC_SOPK;
}

static inline bool
valu_p (const struct gcn_insn *in)
{
  return in->row->enc >= GCN_ENC_VOP1 && in->row->enc <= GCN_ENC_VINTRP3;
}

static inline bool
vmem_p (const struct gcn_insn *in)
{
  return in->row->enc >= GCN_ENC_FLAT && in->row->enc <= GCN_ENC_MIMG;
}

/* Whether [A, A + N) and [B, B + M) have a register in common.  */

static inline bool
overlap (unsigned a, unsigned n, unsigned b, unsigned m)
{
  return n && m && a != GCN_NO_OPERAND && b != GCN_NO_OPERAND
	 && a < b + m && b < a + n;
}

/* Whether the REGS registers from CODE on are among USE's.  */

static inline bool
used (const struct gcn_hazard_use *use, unsigned code, unsigned regs)
{
  return overlap (use->code, use->regs, code, regs);
}

static inline unsigned
stake (struct gcn_hazard_use *use, unsigned code, unsigned regs)
{
  use->code = (uint16_t) code;
  use->regs = (uint16_t) regs;
  return 1;
}

/* Whether IN exchanges two VGPRs' halves.  */

static inline bool
lane_swap_p (const struct gcn_insn *in)
{
  return op_of (in) == GCN_OP_v_permlane16_swap_b32
	 || op_of (in) == GCN_OP_v_permlane32_swap_b32;
}

#endif /* GCN_HAZARDS_INT_H */
