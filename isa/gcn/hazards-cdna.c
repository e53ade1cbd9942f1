/* Wait states: the rules of gfx908, gfx90a, gfx942 and gfx950 alone.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The numbers are those of the manuals of MI100, MI200 and MI300, chapter 4.5,
   "Manually inserted wait states (NOPs)", and for gfx950 those of LLVM's
   GCNHazardRecognizer, with which the others were compared too.

   A matrix instruction takes 2, 4, 8 or 16 passes, and reads what it adds (C)
   later than its factors (A, B).  XDL stands for all that are not of f64
   (DGEMM), nor, from gfx942 on, of f32.  */

#include "hazards-int.h"

struct range
{
  unsigned code, regs;
};
enum { MAX_READS = 5 };

/* Whether IN is a matrix instruction.  */

static bool
matrix_insn_p (const struct gcn_insn *in)
{
  return in->row->flags & GCN_F_MAI && !(in->row->flags & GCN_F_MOVE);
}

/* The registers of source I of IN.  */

static unsigned
source_regs (const struct gcn_insn *in, enum gcn_cpu cpu, int i)
{
  enum gcn_op op = op_of (in);
  if (i < 2 && (op == GCN_OP_v_mfma_f32_16x16x128_f8f6f4
		|| op == GCN_OP_v_mfma_f32_32x32x64_f8f6f4))
    {
      unsigned format = i ? in->blgp : in->cbsz;
      return format < 2 ? 8 : format < 4 ? 6 : 4;
    }
  if (i == 0)
    switch (in->row->enc)
      {
      case GCN_ENC_FLAT:
	return 2;
      case GCN_ENC_GLOBAL:
	return in->saddr == GCN_NO_OPERAND ? 2 : 1;
      case GCN_ENC_MUBUF: case GCN_ENC_MTBUF:
	return in->idxen + in->offen;
      }
  if (i == 1 && in->row->enc == GCN_ENC_MIMG)
    return in->simm;
  return gcn_type_regs ((enum gcn_type) in->row->s[i], cpu);
}

/* Fills R with the VGPRs and AGPRs that IN reads, A and B of a matrix first,
   and returns how many ranges there are.  *C is which of them a matrix adds,
   or MAX_READS.  */

static unsigned
vector_reads (const struct gcn_insn *in, enum gcn_cpu cpu,
	      struct range r[MAX_READS], unsigned *c)
{
  unsigned n = 0;
  *c = MAX_READS;
  if (!valu_p (in) && in->row->enc < GCN_ENC_DS)
    return 0;
  for (int i = 0; i < 3; i++)
    if (in->row->s[i] && in->src[i] >= GCN_VGPR
	&& in->src[i] != GCN_NO_OPERAND)
      {
	if (i == 2 && matrix_insn_p (in) && !(in->row->flags & GCN_F_RDST))
	  *c = n;
	r[n].code = in->src[i];
	r[n++].regs = source_regs (in, cpu, i);
      }
  bool both = op_of (in) == GCN_OP_v_swap_b32 || lane_swap_p (in);
  if ((in->row->flags & GCN_F_RDST || both) && in->dst >= GCN_VGPR
      && in->dst != GCN_NO_OPERAND && valu_p (in))
    {
      /* A sparse matrix is added to its result.  */
      if (matrix_insn_p (in))
	*c = n;
      r[n].code = in->dst;
      r[n++].regs = gcn_type_regs ((enum gcn_type) in->row->d, cpu);
    }
  return n;
}

/* Whether IN reads a vector register of USE.  */

bool
gcn_reads_vector_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    const struct gcn_hazard_use *use)
{
  struct range r[MAX_READS];
  unsigned c, n = vector_reads (in, cpu, r, &c);
  while (n--)
    if (used (use, r[n].code, r[n].regs))
      return true;
  return false;
}

/* Whether IN, of VALU or memory, writes a vector register of USE.  */

static bool
writes_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	  const struct gcn_hazard_use *use)
{
  struct gcn_hazard_use d[GCN_HAZARD_USES];
  unsigned n = gcn_writes_vgpr_p (in, cpu, d);
  while (n--)
    if (used (use, d[n].code, d[n].regs))
      return true;
  return in->row->enc >= GCN_ENC_DS && in->row->d
	 && used (use, in->dst,
		  gcn_type_regs ((enum gcn_type) in->row->d, cpu));
}

/* ---- gfx942 and gfx950: what vector instructions write and read.  */

/* VALU reads an SGPR, VCC among them, as a constant.  Not so as a carry or a
   mask, the third operand of VOP2, nor as a lane's number.  */

unsigned
gcn_constant_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		const struct gcn_hazard_use *u)
{
  if (!valu_p (in))
    return 0;
  int last = in->row->flags & GCN_F_LANESEL ? 1 : 3;
  for (int i = 0; i < last; i++)
    if (in->row->s[i] && in->src[i] < GCN_INT_0
	&& used (u, in->src[i],
		 gcn_type_regs ((enum gcn_type) in->row->s[i], cpu)))
      return WANTED (u);
  return 0;
}

unsigned
gcn_cmpx_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	    struct gcn_hazard_use *u)
{
  (void) cpu;
  return valu_p (in) && in->row->flags & GCN_F_WEXEC
	 ? stake (u, GCN_EXEC, 2) : 0;
}

/* v_readlane, v_readfirstlane, v_writelane.  */

unsigned
gcn_lane_move_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		 const struct gcn_hazard_use *u)
{
  (void) cpu;
  return in->row->flags & GCN_F_LANESEL
	 || op_of (in) == GCN_OP_v_readfirstlane_b32 ? WANTED (u) : 0;
}

/* VALU that reads EXEC as a constant.  */

unsigned
gcn_reads_exec_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  const struct gcn_hazard_use *u)
{
  return gcn_constant_p (in, cpu, u);
}

unsigned
gcn_lane_reads_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  const struct gcn_hazard_use *u)
{
  (void) cpu;
  return (op_of (in) == GCN_OP_v_readlane_b32
	  || op_of (in) == GCN_OP_v_readfirstlane_b32)
	 && used (u, in->src[0], 1) ? WANTED (u) : 0;
}

bool
gcn_transcendental_p (const struct gcn_insn *in)
{
  switch (op_of (in))
    {
    case GCN_OP_v_exp_f32: case GCN_OP_v_log_f32: case GCN_OP_v_rcp_f32:
    case GCN_OP_v_rcp_iflag_f32: case GCN_OP_v_rsq_f32: case GCN_OP_v_rcp_f64:
    case GCN_OP_v_rsq_f64: case GCN_OP_v_sqrt_f32: case GCN_OP_v_sqrt_f64:
    case GCN_OP_v_sin_f32: case GCN_OP_v_cos_f32: case GCN_OP_v_rcp_f16:
    case GCN_OP_v_sqrt_f16: case GCN_OP_v_rsq_f16: case GCN_OP_v_log_f16:
    case GCN_OP_v_exp_f16: case GCN_OP_v_sin_f16: case GCN_OP_v_cos_f16:
    case GCN_OP_v_exp_legacy_f32: case GCN_OP_v_log_legacy_f32:
      return true;
    default:
      return false;
    }
}

unsigned
gcn_trans_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	     struct gcn_hazard_use *u)
{
  return gcn_transcendental_p (in) ? gcn_writes_vgpr_p (in, cpu, u) : 0;
}

unsigned
gcn_not_trans_reads_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		       const struct gcn_hazard_use *u)
{
  return valu_p (in) && !gcn_transcendental_p (in)
	 && gcn_reads_vector_p (in, cpu, u) ? WANTED (u) : 0;
}

/* VALU whose result is put elsewhere in the register: SDWA that writes a part
   of it, the upper half by OPSEL or v_fma_mixhi, a byte.  */

unsigned
gcn_moves_bits_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  struct gcn_hazard_use *u)
{
  bool sdwa = in->form == GCN_SDWA_FORM && in->row->enc != GCN_ENC_VOPC
	      && in->dst_sel != GCN_DWORD;
  bool op_sel = in->row->enc == GCN_ENC_VOP3 && in->op_sel & 8;
  bool mix = op_of (in) == GCN_OP_v_fma_mixhi_f16;
  return valu_p (in) && (sdwa || op_sel || mix)
	 ? gcn_writes_vgpr_p (in, cpu, u) : 0;
}

unsigned
gcn_valu_reads_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  const struct gcn_hazard_use *u)
{
  return valu_p (in) && gcn_reads_vector_p (in, cpu, u) ? WANTED (u) : 0;
}

/* ---- gfx950: v_permlane16_swap, v_permlane32_swap.  */

unsigned
gcn_lane_swap_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		 const struct gcn_hazard_use *u)
{
  (void) cpu;
  return lane_swap_p (in) ? WANTED (u) : 0;
}

unsigned
gcn_lane_swap_reads_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		       const struct gcn_hazard_use *u)
{
  return lane_swap_p (in) && gcn_reads_vector_p (in, cpu, u) ? WANTED (u) : 0;
}

/* ---- v_dot*, from gfx90a on.  */

unsigned
gcn_dot_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	   struct gcn_hazard_use *u)
{
  if (!(in->row->flags & GCN_F_DOT))
    return 0;
  u->detail = op_of (in);
  return stake (u, in->dst, gcn_type_regs ((enum gcn_type) in->row->d, cpu));
}

/* Another instruction reads or writes the sum, or the same one has it as a
   factor: to add to it is what the unit is made for.  */

unsigned
gcn_dot_dependent_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		     const struct gcn_hazard_use *u)
{
  if (op_of (in) == (enum gcn_op) u->detail)
    return used (u, in->src[0], 1) || used (u, in->src[1], 1)
	   ? WANTED (u) : 0;
  if (valu_p (in) && gcn_reads_vector_p (in, cpu, u))
    return WANTED (u);
  return writes_p (in, cpu, u) || (in->row->enc >= GCN_ENC_DS
				   && gcn_reads_vector_p (in, cpu, u)) ? WANTED (u) : 0;
}

/* ---- Matrices.  */

/* VALU, but a matrix or v_dot*, writes a VGPR.  On gfx908 v_dot* counts.  */

unsigned
gcn_plain_writes_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    struct gcn_hazard_use *u)
{
  if (matrix_insn_p (in)
      || (in->row->flags & GCN_F_DOT && cpu != GCN_GFX908))
    return 0;
  unsigned n = gcn_writes_vgpr_p (in, cpu, u);
  /* gfx908 has rules of their own for its AGPRs.  */
  return n && cpu == GCN_GFX908 && u->code >= GCN_AGPR ? 0 : n;
}

/* The same, and no move of an AGPR either.  */

unsigned
gcn_no_mai_writes_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		     struct gcn_hazard_use *u)
{
  return in->row->flags & GCN_F_MAI ? 0 : gcn_writes_vgpr_p (in, cpu, u);
}

unsigned
gcn_matrix_input_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    const struct gcn_hazard_use *u)
{
  bool write = cpu == GCN_GFX908 && op_of (in) == GCN_OP_v_accvgpr_write_b32;
  return (matrix_insn_p (in) || write) && gcn_reads_vector_p (in, cpu, u)
	 ? WANTED (u) : 0;
}

unsigned
gcn_mai_exec_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		const struct gcn_hazard_use *u)
{
  bool write = cpu == GCN_GFX908 && op_of (in) == GCN_OP_v_accvgpr_write_b32;
  return matrix_insn_p (in) || write ? WANTED (u) : 0;
}

/* v_accvgpr_write of gfx908, then a matrix or v_accvgpr_read.  */

unsigned
gcn_acc_write_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		 struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_v_accvgpr_write_b32 ? stake (u, in->dst, 1) : 0;
}

unsigned
gcn_acc_written_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		   const struct gcn_hazard_use *u)
{
  struct range r[MAX_READS];
  unsigned c, n = vector_reads (in, cpu, r, &c), wanted = 0;
  if (!(in->row->flags & GCN_F_MAI))
    return 0;
  while (n--)
    if (used (u, r[n].code, r[n].regs))
      {
	unsigned now = n == c ? 1 : 3;
	wanted = now > wanted ? now : wanted;
      }
  return wanted;
}

/* v_accvgpr_read of gfx908, then an access to memory with what it read.  */

unsigned
gcn_acc_read_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_v_accvgpr_read_b32 ? stake (u, in->dst, 1) : 0;
}

unsigned
gcn_acc_loaded_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  const struct gcn_hazard_use *u)
{
  return in->row->enc >= GCN_ENC_DS && in->row->enc <= GCN_ENC_MIMG
	 && gcn_reads_vector_p (in, cpu, u) ? WANTED (u) : 0;
}

/* Two rules are about three instructions: VALU writes a VGPR, another one
   follows, then memory reads the VGPR, and the two wait states are missing that
   the hardware sees to otherwise.  On gfx90a the second one is a DGEMM, on
   gfx908 a move from or to an AGPR.  It is noted on the way.  */

void
gcn_matrix_between (unsigned rule, const struct gcn_insn *in,
		    struct gcn_hazard_use *use)
{
  enum gcn_op op = op_of (in);
  bool move = (op == GCN_OP_v_accvgpr_read_b32
	       || op == GCN_OP_v_accvgpr_write_b32);
  if ((rule == GCN_HAZARD_dgemm_between && in->row->flags & GCN_F_DGEMM)
      || (rule == GCN_HAZARD_acc_between && move))
    use->detail = 1;
}

unsigned
gcn_memory_reads_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    const struct gcn_hazard_use *u)
{
  return u->detail ? gcn_acc_loaded_p (in, cpu, u) : 0;
}

/* The passes of matrix IN.  */

static unsigned
passes_of (const struct gcn_insn *in)
{
  uint64_t f = in->row->flags;
  enum gcn_op op = op_of (in);
  bool bytes = in->cbsz < 2 || in->blgp < 2;
  /* Formats of 8 bits take twice as long as those of 4 and 6.  */
  if (bytes && op == GCN_OP_v_mfma_f32_16x16x128_f8f6f4)
    return 8;
  if (bytes && op == GCN_OP_v_mfma_f32_32x32x64_f8f6f4)
    return 16;
  return f & GCN_F_PASS2 ? 2 : f & GCN_F_PASS4 ? 4 : f & GCN_F_PASS8 ? 8 : 16;
}

static uint64_t
flags_of (const struct gcn_hazard_use *u)
{
  return gcn_rows[u->detail].flags;
}

/* Whether a matrix with FLAGS is of the XDL kind on CPU.  */

static bool
xdl_p (uint64_t flags, enum gcn_cpu cpu)
{
  return !(cpu & GCN_FROM_942) ? !(flags & GCN_F_DGEMM)
	 : (flags & GCN_F_XDL) != 0;
}

/* A matrix: its result is at stake.  */

unsigned
gcn_matrix_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	      struct gcn_hazard_use *u)
{
  if (!matrix_insn_p (in))
    return 0;
  u->detail = op_of (in);
  u->passes = (uint16_t) passes_of (in);
  return stake (u, in->dst, gcn_type_regs ((enum gcn_type) in->row->d, cpu));
}

unsigned
gcn_dgemm_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	     struct gcn_hazard_use *u)
{
  return in->row->flags & GCN_F_DGEMM ? gcn_matrix_p (in, cpu, u) : 0;
}

/* The wait states until all of U's result can be had, by passes: from gfx942 on
   the XDL kind takes one more, and on gfx950 another one.  */

static unsigned
whole_result (enum gcn_cpu cpu, const struct gcn_hazard_use *u, unsigned more)
{
  unsigned p = u->passes;
  if (!(cpu & GCN_FROM_942))
    return p + 3;
  if (!xdl_p (flags_of (u), cpu))
    return p + more;
  return p + more + 1 + (p != 2 && cpu == GCN_GFX950);
}

/* U's matrix, then matrix IN that adds it, at register CODE, REGS of it.  */

static unsigned
adds_result (const struct gcn_insn *in, enum gcn_cpu cpu,
	     const struct gcn_hazard_use *u, unsigned code, unsigned regs)
{
  uint64_t first = flags_of (u), then = in->row->flags;
  bool dgemm = first & GCN_F_DGEMM, then_dgemm = then & GCN_F_DGEMM;
  bool small = first & GCN_F_PASS4;
  if (cpu == GCN_GFX908)
    return code == u->code && regs == u->regs ? 0 : 2;
  if (dgemm && !then_dgemm && !(cpu & GCN_FROM_942))
    return 0;
  if (code == u->code && regs == u->regs)
    {
      if (dgemm && small && then_dgemm && then & GCN_F_PASS4)
	return 4;
      return cpu & GCN_FROM_942 && u->passes == 2 ? 2 : 0;
    }
  if (dgemm)
    return xdl_p (then, cpu) ? 0 : small ? 4 : cpu == GCN_GFX950 ? 17 : 9;
  if (!(cpu & GCN_FROM_942))
    return u->passes + then_dgemm;
  if (xdl_p (then, cpu) && !xdl_p (first, cpu))
    return 0;
  return whole_result (cpu, u, 0);
}

/* U's matrix, then IN that reads or writes its result.  */

unsigned
gcn_after_matrix_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		    const struct gcn_hazard_use *u)
{
  struct range r[MAX_READS];
  uint64_t first = flags_of (u);
  bool dgemm = first & GCN_F_DGEMM, small = first & GCN_F_PASS4;
  unsigned big = cpu == GCN_GFX950 ? 19 : 11;
  unsigned wanted = 0, c, n = vector_reads (in, cpu, r, &c);
  bool memory = in->row->enc >= GCN_ENC_DS;
  while (n--)
    if (used (u, r[n].code, r[n].regs))
      {
	unsigned now;
	if (n == c)
	  now = adds_result (in, cpu, u, r[n].code, r[n].regs);
	else if (cpu == GCN_GFX908)
	  now = matrix_insn_p (in) ? 4 : u->passes + 2;
	else if (dgemm && memory)
	  now = small ? 9 : 18;
	else if (dgemm)
	  now = small ? 6 : big;
	else
	  now = whole_result (cpu, u, 2);
	wanted = now > wanted ? now : wanted;
      }
  if (!matrix_insn_p (in) && writes_p (in, cpu, u))
    {
      unsigned now = cpu == GCN_GFX908 ? u->passes - 1u
		     : dgemm ? small ? 6 : big : whole_result (cpu, u, 2);
      wanted = now > wanted ? now : wanted;
    }
  return wanted;
}

/* A matrix: what it adds is at stake.  */

unsigned
gcn_matrix_adds_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		   struct gcn_hazard_use *u)
{
  struct range r[MAX_READS];
  unsigned c;
  if (!matrix_insn_p (in) || in->row->flags & GCN_F_DGEMM
      || (cpu & GCN_FROM_942 && !xdl_p (in->row->flags, cpu)))
    return 0;
  vector_reads (in, cpu, r, &c);
  if (c == MAX_READS)
    return 0;
  u->passes = (uint16_t) passes_of (in);
  return stake (u, r[c].code, r[c].regs);
}

/* Then it is overwritten: on gfx908 by v_accvgpr_write.  */

unsigned
gcn_overwrites_added_p (const struct gcn_insn *in, enum gcn_cpu cpu,
			const struct gcn_hazard_use *u)
{
  if (matrix_insn_p (in) || !writes_p (in, cpu, u))
    return 0;
  if (cpu == GCN_GFX908)
    return u->passes == 2 ? 0 : u->passes - 3;
  return u->passes - 1;
}

unsigned
gcn_fma64_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	     const struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_v_fma_f64 || op_of (in) == GCN_OP_v_fmac_f64
	 ? WANTED (u) : 0;
}
