/* What vector instructions write, and what s_nop waits, for the rules of wait
   states.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "hazards-int.h"

unsigned
gcn_writes_sgpr_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    struct gcn_hazard_use *u)
{
  (void) cpu;
  if (!valu_p (in))
    return 0;
  if (in->row->flags & GCN_F_SDST)
    return stake (u, in->dst, 1);
  return in->sdst == GCN_NO_OPERAND ? 0 : stake (u, in->sdst, 2);
}

unsigned
gcn_writes_exec_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    struct gcn_hazard_use *u)
{
  if (!valu_p (in))
    return 0;
  if (!(in->row->flags & GCN_F_WEXEC)
      && !(gcn_writes_sgpr_p (in, cpu, u) && used (u, GCN_EXEC, 2)))
    return 0;
  return stake (u, GCN_EXEC, 2);
}

unsigned
gcn_writes_vgpr_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    struct gcn_hazard_use *u)
{
  if (!valu_p (in) || in->row->flags & GCN_F_SDST
      || in->dst == GCN_NO_OPERAND)
    return 0;
  unsigned n = stake (u, in->dst,
		      gcn_type_regs ((enum gcn_type) in->row->d, cpu));
  /* These write both.  */
  if (op_of (in) == GCN_OP_v_swap_b32 || lane_swap_p (in))
    n += stake (u + 1, in->src[0], 1);
  return n;
}

unsigned
gcn_writes_scalar (const struct gcn_insn *in, enum gcn_cpu cpu, unsigned code)
{
  struct gcn_hazard_use u[GCN_HAZARD_USES];
  if (gcn_writes_sgpr_p (in, cpu, u))
    return 2 * used (u, code, 1);
  return (salu_p (in) && in->row->d
	  && overlap (in->dst, gcn_type_regs ((enum gcn_type) in->row->d, cpu),
		      code, 1));
}

bool
gcn_hazard_take_out (struct gcn_hazard_use *use, unsigned code, unsigned regs)
{
  if (!used (use, code, regs))
    return false;
  unsigned end = use->code + use->regs, other_end = code + regs;
  if (code <= use->code && other_end >= end)
    return true;
  if (code <= use->code)
    {
      use->code = (uint16_t) other_end;
      use->regs = (uint16_t) (end - other_end);
    }
  else if (other_end >= end)
    use->regs = (uint16_t) (code - use->code);
  return false;
}

unsigned
gcn_wait_states (const struct gcn_insn *in)
{
  return in->row && op_of (in) == GCN_OP_s_nop ? (in->simm & 15u) + 1 : 1;
}
