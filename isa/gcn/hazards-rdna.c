/* Wait states: the rules of RDNA 2 and RDNA 3 alone.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What these rules count, and what ends them, is what LLVM's
   GCNHazardRecognizer does for gfx1030 and gfx1100 in waves of 64:

   denorm_mode         instructions; a vector one or any s_waitcnt ends it.
   cmpx_permlane       vector instructions but v_nop.
   trans_use           vector instructions; a second transcendental one
		       ends it.
   partial_forwarding  vector instructions, from the first write on.
   mask_write          nothing: a write that is not waited for stays so.

   Memory instructions that read VGPRs wait for vector instructions by
   themselves, which ends trans_use and partial_forwarding.  What code can wait
   with is s_waitcnt_depctr, whose fields are

     15:12 va_vdst   vector instructions that have yet to write VGPRs
     11:9  va_sdst   vector instructions that have yet to write SGPRs
     8     va_ssrc   7 hold_cnt   4:2 vm_vsrc
     1     va_vcc    0: wait for vector instructions that write VCC
     0     sa_sdst   0: wait for scalar instructions that write SGPRs

   Compared with LLVM, VGPRs are looked at one by one: a pair whose halves were
   written before and after a write of EXEC counts as two.  */

#include "hazards-int.h"

enum
{
  S_WAITCNT_DEPCTR = 0xbf880000,	/* On gfx11.  */
  WAIT_VA_VDST = 0x0f9f, WAIT_SA_SDST = 0xff9e, WAIT_VA_SDST_VCC = 0xf19d,
  /* Vector instructions of partial_forwarding between the first two writes, and
     between the second one and the read.  */
  MOST_BETWEEN_WRITES = 2, MOST_BEFORE_READ = 4,
  MAX_LATER = sizeof ((struct gcn_hazard_use *) 0)->later
	      / sizeof *((struct gcn_hazard_use *) 0)->later,
  /* Bits of mask_write's use->detail: which half was written, by which.  */
  SALU_WROTE = 1, VALU_WROTE = 4
};

bool
gcn_hazard_rdna_p (unsigned rule)
{
  return gcn_hazard_endless_p (rule) || rule == GCN_HAZARD_denorm_mode;
}

bool
gcn_hazard_endless_p (unsigned rule)
{
  switch (rule)
    {
    case GCN_HAZARD_cmpx_permlane: case GCN_HAZARD_trans_use:
    case GCN_HAZARD_partial_forwarding: case GCN_HAZARD_mask_write:
    case GCN_HAZARD_mask_write_valu:
      return true;
    default:
      return false;
    }
}

bool
gcn_hazard_countless_p (unsigned rule)
{
  return rule == GCN_HAZARD_mask_write || rule == GCN_HAZARD_mask_write_valu;
}

unsigned
gcn_hazard_worth (unsigned rule, const struct gcn_insn *in)
{
  if (!gcn_hazard_endless_p (rule))
    return gcn_wait_states (in);
  if (!in->row || !valu_p (in))
    return 0;
  switch (rule)
    {
    case GCN_HAZARD_cmpx_permlane:
      return op_of (in) != GCN_OP_v_nop;
    case GCN_HAZARD_mask_write: case GCN_HAZARD_mask_write_valu:
      return 0;
    default:
      return 1;
    }
}

/* Whether IN is an s_waitcnt_depctr whose field MASK is zero.  */

static bool
waits_p (const struct gcn_insn *in, unsigned mask)
{
  return op_of (in) == GCN_OP_s_waitcnt_depctr && !(in->simm & mask);
}

/* Whether IN lets all vector instructions write their VGPRs first.  */

static bool
vgprs_written_p (const struct gcn_insn *in)
{
  return in->row->enc >= GCN_ENC_DS || waits_p (in, 0xf000);
}

/* ---- Atomic instructions on floats, s_denorm_mode, v_permlane.  */

unsigned
gcn_float_atomic_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    struct gcn_hazard_use *u)
{
  (void) cpu;
  return vmem_p (in) && in->row->flags & GCN_F_FLOATATOM ? stake (u, 0, 0) : 0;
}

unsigned
gcn_denorm_mode_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		   const struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_s_denorm_mode ? WANTED (u) : 0;
}

unsigned
gcn_permlane_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		const struct gcn_hazard_use *u)
{
  (void) cpu;
  switch (op_of (in))
    {
    case GCN_OP_v_permlane16_b32: case GCN_OP_v_permlanex16_b32:
    case GCN_OP_v_permlane64_b32:
      return WANTED (u);
    default:
      return 0;
    }
}

/* Whether IN is one of the instructions that wait, which end denorm_mode.  */

static bool
any_wait_p (const struct gcn_insn *in)
{
  switch (op_of (in))
    {
    case GCN_OP_s_waitcnt: case GCN_OP_s_waitcnt_vscnt:
    case GCN_OP_s_waitcnt_vmcnt: case GCN_OP_s_waitcnt_expcnt:
    case GCN_OP_s_waitcnt_lgkmcnt: case GCN_OP_s_wait_idle:
      return true;
    default:
      return false;
    }
}

/* ---- VGPRs written before and after a write of EXEC.  */

/* The second writes of U that IN reads: how many vector instructions there have
   to be from the first write on.  */

unsigned
gcn_reads_both_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  const struct gcn_hazard_use *u)
{
  unsigned most = 0;
  if (!valu_p (in) || !gcn_reads_vector_p (in, cpu, u))
    return 0;
  for (unsigned i = 0; i < MAX_LATER; i++)
    {
      struct gcn_hazard_use second = *u;
      second.code = u->later[i].code;
      second.regs = u->later[i].regs;
      unsigned want = u->later[i].at + 1u + MOST_BEFORE_READ + 1;
      if (want > most && gcn_reads_vector_p (in, cpu, &second))
	most = want;
    }
  return most;
}

static bool
salu_writes_exec_p (const struct gcn_insn *in)
{
  return salu_p (in)
	 && (in->row->flags & GCN_F_WEXEC
	     || (in->row->d && (in->dst & ~1u) == GCN_EXEC));
}

/* Notes that a vector instruction writes the REGS registers from CODE on: a
   second write where EXEC has been written.  */

static void
note_write (struct gcn_hazard_use *use, unsigned code, unsigned regs)
{
  unsigned at = use->passes;
  bool second = use->detail && at <= MOST_BETWEEN_WRITES;
  for (unsigned i = 0; i < MAX_LATER; i++)
    if (overlap (use->later[i].code, use->later[i].regs, code, regs)
	&& (use->later[i].code >= code
	    && use->later[i].code + use->later[i].regs <= code + regs))
      use->later[i].regs = 0;
  for (unsigned i = 0; second && i < MAX_LATER; i++)
    if (!use->later[i].regs)
      {
	use->later[i].code = (uint16_t) code;
	use->later[i].regs = (uint8_t) regs;
	use->later[i].at = (uint8_t) at;
	break;
      }
}

static bool
forwarding_kills (const struct gcn_insn *in, enum gcn_cpu cpu,
		  struct gcn_hazard_use *use)
{
  if (vgprs_written_p (in) || gcn_reads_both_p (in, cpu, use))
    return true;
  if (salu_writes_exec_p (in))
    use->detail = 1;
  if (!valu_p (in))
    return false;
  struct gcn_hazard_use d[GCN_HAZARD_USES];
  unsigned n = gcn_writes_vgpr_p (in, cpu, d);
  while (n--)
    {
      note_write (use, d[n].code, d[n].regs);
      if (gcn_hazard_take_out (use, d[n].code, d[n].regs))
	return true;
    }
  use->passes++;
  if (use->passes <= MOST_BETWEEN_WRITES)
    return false;
  for (unsigned i = 0; i < MAX_LATER; i++)
    if (use->later[i].regs)
      return false;
  return true;
}

/* ---- SGPRs that are written after they were read as a mask.  */

unsigned
gcn_reads_mask_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  struct gcn_hazard_use *u)
{
  (void) cpu;
  if (!valu_p (in) || !(in->row->flags & GCN_F_RVCC))
    return 0;
  unsigned mask = in->row->s[2] ? GCN_VCC : in->src[2];
  return mask <= GCN_VCC ? stake (u, mask, 2) : 0;
}

/* The halves of U's pair, as bits, among the REGS registers from CODE on.  */

static unsigned
halves (const struct gcn_hazard_use *u, unsigned code, unsigned regs)
{
  return (unsigned) used (u, code, regs)
	 * (overlap (u->code, 1, code, regs)
	    | (unsigned) overlap (u->code + 1u, 1, code, regs) << 1);
}

/* The halves of U's pair that IN reads.  */

static unsigned
halves_read (const struct gcn_insn *in, enum gcn_cpu cpu,
	     const struct gcn_hazard_use *u)
{
  const struct gcn_row *r = in->row;
  unsigned h = 0;
  for (int i = 0; i < 3; i++)
    if (in->src[i] <= GCN_VCC + 1)
      h |= halves (u, in->src[i],
		   i == 2 && !r->s[2] ? 2
		   : r->s[i] < GCN_T_simm16 && r->s[i]
		   ? gcn_type_regs ((enum gcn_type) r->s[i], cpu) : 1);
  if (r->flags & GCN_F_RVCC && (r->s[2] || !valu_p (in)))
    h |= halves (u, GCN_VCC, 2);
  if (r->flags & GCN_F_RDST && in->dst <= GCN_VCC + 1)
    h |= halves (u, in->dst, gcn_type_regs ((enum gcn_type) r->d, cpu));
  h |= halves (u, in->saddr, r->enc == GCN_ENC_GLOBAL ? 2 : 1);
  return h | halves (u, in->srsrc, 4) | halves (u, in->soffset, 1);
}

unsigned
gcn_reads_salu_mask_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		       const struct gcn_hazard_use *u)
{
  return halves_read (in, cpu, u) & u->detail / SALU_WROTE ? WANTED (u) : 0;
}

unsigned
gcn_reads_valu_mask_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		       const struct gcn_hazard_use *u)
{
  return halves_read (in, cpu, u) & u->detail / VALU_WROTE ? WANTED (u) : 0;
}

static bool
mask_kills (unsigned rule, const struct gcn_insn *in, enum gcn_cpu cpu,
	    struct gcn_hazard_use *use)
{
  bool salu = rule == GCN_HAZARD_mask_write;
  unsigned unit = salu ? SALU_WROTE : VALU_WROTE;
  struct gcn_hazard_use d[GCN_HAZARD_USES];
  /* A mask that is read again, where another search starts; or one that was
     found.  */
  if ((gcn_reads_mask_p (in, cpu, d) && d->code == use->code)
      || halves_read (in, cpu, use) & use->detail / unit)
    return true;
  /* Any wait for such a write is the end of what the mask's read has begun.  */
  if (waits_p (in, 1) || waits_p (in, use->code == GCN_VCC ? 2 : 0xe00))
    return true;
  unsigned h = 0;
  if (gcn_writes_sgpr_p (in, cpu, d))
    h = halves (use, d->code, d->regs);
  else if ((salu_p (in) || in->row->enc == GCN_ENC_SMEM) && in->row->d
	   && in->dst <= GCN_VCC + 1)
    h = halves (use, in->dst,
		gcn_type_regs ((enum gcn_type) in->row->d, cpu));
  /* What is written otherwise is another matter.  */
  use->detail &= (uint16_t) ~(h * unit);
  if (salu ? salu_p (in) : valu_p (in))
    use->detail |= (uint16_t) (h * unit);
  return false;
}

/* ---- All.  */

bool
gcn_hazard_ends_p (unsigned rule, const struct gcn_insn *in)
{
  return ((rule == GCN_HAZARD_trans_use
	   || rule == GCN_HAZARD_partial_forwarding) && vgprs_written_p (in));
}

bool
gcn_hazard_rdna_kills (unsigned rule, const struct gcn_insn *in,
		       enum gcn_cpu cpu, struct gcn_hazard_use *use)
{
  switch (rule)
    {
    case GCN_HAZARD_denorm_mode:
      return valu_p (in) || any_wait_p (in);
    case GCN_HAZARD_trans_use:
      use->detail += gcn_transcendental_p (in);
      /* What was found is waited for there.  */
      return vgprs_written_p (in) || use->detail > 1
	     || gcn_valu_reads_p (in, cpu, use);
    case GCN_HAZARD_partial_forwarding:
      return forwarding_kills (in, cpu, use);
    case GCN_HAZARD_mask_write: case GCN_HAZARD_mask_write_valu:
      return mask_kills (rule, in, cpu, use);
    default:
      return false;
    }
}

bool
gcn_hazard_cure (unsigned rule, const struct gcn_insn *then, uint32_t *word)
{
  switch (rule)
    {
    case GCN_HAZARD_cmpx_permlane:
      /* v_mov_b32 of what v_permlane reads to itself: v_nop does not count.  */
      *word = 0x7e000200u | (then->src[0] - GCN_VGPR) << 17
	      | (uint32_t) then->src[0];
      return true;
    case GCN_HAZARD_trans_use: case GCN_HAZARD_partial_forwarding:
      *word = S_WAITCNT_DEPCTR | WAIT_VA_VDST;
      return true;
    case GCN_HAZARD_mask_write:
      *word = S_WAITCNT_DEPCTR | WAIT_SA_SDST;
      return true;
    case GCN_HAZARD_mask_write_valu:
      *word = S_WAITCNT_DEPCTR | WAIT_VA_SDST_VCC;
      return true;
    default:
      return false;
    }
}
