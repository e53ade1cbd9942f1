/* Operands of instructions, from their codes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "decode.h"

/* Checks CODE, of REGS registers, as a scalar register, or with CONSTANTS any
   scalar operand.  Notes an error in D.  */

uint16_t
gcn_scalar (struct gcn_decoder *d, unsigned code, unsigned regs, bool constants)
{
  bool gfx9 = d->cpu != GCN_GFX803;
  unsigned sgprs = GCN_FLAT_SCRATCH;
  if (d->cpu & GCN_RDNA)
    {
      sgprs = GCN_SGPRS_RDNA;
      /* These two changed places on gfx11.  */
      if (d->cpu == GCN_GFX1100 && (code == GCN_M0 || code == GCN_NULL))
	code ^= GCN_M0 ^ GCN_NULL;
      if (code == GCN_NULL)
	return code;
    }
  if (code < GCN_INT_0)
    {
      /* XNACK is off on gfx803; its mask is there all the same.  */
      unsigned last = code + regs - 1;
      unsigned align = regs >= 4 ? 4 : regs >= 2 ? 2 : 1;
      unsigned ttmp = gfx9 ? GCN_TTMP_GFX9 : GCN_TTMP_VI;
      unsigned base = code >= ttmp && code < GCN_TTMP_END ? ttmp : 0;
      if ((code - base) % align)
	d->error = d->error ? d->error : GCN_UNALIGNED;
      else if (code == 125 || (code == GCN_M0 && regs > 1)
	       || (code < sgprs && last >= sgprs)
	       || (code >= sgprs && code < ttmp && regs > 2)
	       || (base && last >= GCN_TTMP_END) || last > GCN_EXEC + 1)
	d->error = d->error ? d->error : GCN_BAD_OPERAND;
      return code;
    }
  if (!constants || regs > 2
      || (code > GCN_INT_M16 && code < GCN_SHARED_BASE)
      || (code >= GCN_SHARED_BASE && code <= GCN_POPS_WAVE_ID && !gfx9)
      || code == GCN_SDWA || code == GCN_DPP
      || (d->cpu == GCN_GFX1100 && (code == GCN_VCCZ || code == GCN_EXECZ
				    || code == GCN_LDS_DIRECT))
      || (code == GCN_LDS_DIRECT && !d->vector))
    d->error = d->error ? d->error : GCN_BAD_OPERAND;
  if (code == GCN_LITERAL)
    d->literal = true;
  return code;
}

/* The same for a source of a vector instruction, of type T.  */

uint16_t
gcn_vector (struct gcn_decoder *d, unsigned code, enum gcn_type t)
{
  unsigned regs = gcn_type_regs (t, d->cpu);
  if (code >= GCN_VGPR)
    {
      if (code - GCN_VGPR + regs > 256)
	d->error = d->error ? d->error : GCN_BAD_OPERAND;
      return code;
    }
  d->vector = regs == 1 && t >= GCN_T_b32;
  return gcn_scalar (d, code, regs, true);
}

uint16_t
gcn_vgpr (struct gcn_decoder *d, unsigned number, unsigned regs)
{
  if (number + regs > 256)
    d->error = d->error ? d->error : GCN_BAD_OPERAND;
  return GCN_VGPR + number;
}

/* Takes the literal that D's instruction turned out to have.  */

void
gcn_take_literal (struct gcn_decoder *d, size_t n)
{
  struct gcn_insn *in = d->in;
  if (!d->literal || d->error)
    return;
  unsigned words = in->length / 4;
  if (n < words + 1)
    {
      d->error = GCN_CUT_OFF;
      return;
    }
  in->literal = d->words[words];
  in->length += 4;
}
