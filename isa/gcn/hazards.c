/* Wait states that code has to insert: the rules.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "hazards-int.h"

static unsigned
cpu_column (enum gcn_cpu cpu)
{
  switch (cpu)
    {
    case GCN_GFX803:
      return 0;
    case GCN_GFX900: case GCN_GFX906:
      return 1;
    case GCN_GFX908:
      return 2;
    case GCN_GFX90A:
      return 3;
    case GCN_GFX942:
      return 4;
    case GCN_GFX950:
      return 5;
    case GCN_GFX1030:
      return 6;
    default:
      return 7;
    }
}

/* ---- The first instruction of each rule: the number of uses.  */

static unsigned
wide_store_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	      struct gcn_hazard_use *u)
{
  if (!vmem_p (in) || !(in->row->flags & (GCN_F_ST | GCN_F_ATOM))
      || in->src[1] == GCN_NO_OPERAND)
    return 0;
  unsigned n = gcn_type_regs ((enum gcn_type) in->row->s[1], cpu);
  switch (in->row->enc)
    {
    case GCN_ENC_MUBUF: case GCN_ENC_MTBUF:
      if (in->soffset < GCN_INT_0)
	{
	  if (!(cpu & GCN_FROM_942))
	    return 0;
	  u->states = 1;
	}
      break;
    case GCN_ENC_MIMG:
      /* Those with descriptors of 256 bits are not among them.  */
      if (!in->r128)
	return 0;
      n = in->simm;
    }
  return n < 3 ? 0 : stake (u, in->src[1], n);
}

static unsigned
valu_writes_vcc_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		   struct gcn_hazard_use *u)
{
  return gcn_writes_sgpr_p (in, cpu, u) && used (u, GCN_VCC, 2);
}

static unsigned
salu_writes_m0_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		  struct gcn_hazard_use *u)
{
  (void) cpu;
  return salu_p (in) && in->dst == GCN_M0 ? stake (u, GCN_M0, 1) : 0;
}

/* The number of the hardware register that IN's s_setreg or s_getreg names,
   and its bits.  */

enum { HW_REG_MODE = 1, HW_REG_TRAPSTS = 3, VSKIP_BIT = 28 };

static unsigned
hwreg_number (const struct gcn_insn *in)
{
  return in->simm & 63u;
}

static bool
vskip_bit_p (const struct gcn_insn *in)
{
  unsigned first = in->simm >> 6 & 31u, bits = (in->simm >> 11 & 31u) + 1;
  return hwreg_number (in) == HW_REG_MODE && first <= VSKIP_BIT
	 && VSKIP_BIT < first + bits;
}

static bool
any_setreg_p (const struct gcn_insn *in)
{
  return op_of (in) == GCN_OP_s_setreg_b32
	 || op_of (in) == GCN_OP_s_setreg_imm32_b32;
}

static unsigned
setreg_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	  struct gcn_hazard_use *u)
{
  (void) cpu;
  return any_setreg_p (in) ? stake (u, hwreg_number (in), 0) : 0;
}

static unsigned
sets_trapsts_p (const struct gcn_insn *in, enum gcn_cpu cpu,
		struct gcn_hazard_use *u)
{
  return setreg_p (in, cpu, u) && u->code == HW_REG_TRAPSTS;
}

static unsigned
sets_vskip_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	      struct gcn_hazard_use *u)
{
  return setreg_p (in, cpu, u) && vskip_bit_p (in);
}

static unsigned
setvskip_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	    struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_s_setvskip ? stake (u, HW_REG_MODE, 0) : 0;
}

/* ---- The second one: how many wait states it wants.  */

static unsigned
writes_data_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	       const struct gcn_hazard_use *u)
{
  struct gcn_hazard_use d[GCN_HAZARD_USES];
  unsigned n = gcn_writes_vgpr_p (in, cpu, d);
  while (n--)
    if (used (u, d[n].code, d[n].regs))
      return WANTED (u);
  return 0;
}

static unsigned
vmem_reads_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	      const struct gcn_hazard_use *u)
{
  unsigned enc = in->row->enc;
  if (!vmem_p (in))
    return 0;
  if (used (u, in->saddr, enc == GCN_ENC_GLOBAL ? 2 : 1)
      || used (u, in->srsrc, enc == GCN_ENC_MIMG && !in->r128 ? 8 : 4)
      || used (u, in->ssamp, 4) || used (u, in->soffset, 1))
    return WANTED (u);
  /* Flat and scratch accesses read it unnamed, where it is no register of the
     processor's own.  */
  bool reads_base = enc == GCN_ENC_FLAT || enc == GCN_ENC_SCRATCH;
  return reads_base && !(cpu & GCN_FROM_942) && used (u, GCN_FLAT_SCRATCH, 2)
	 ? WANTED (u) : 0;
}

static unsigned
lane_select_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	       const struct gcn_hazard_use *u)
{
  (void) cpu;
  return in->row->flags & GCN_F_LANESEL && used (u, in->src[1], 1)
	 ? WANTED (u) : 0;
}

static unsigned
div_fmas_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	    const struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_v_div_fmas_f32
	 || op_of (in) == GCN_OP_v_div_fmas_f64 ? WANTED (u) : 0;
}

static bool
valu_reads_p (const struct gcn_insn *in, unsigned code)
{
  return valu_p (in) && (in->src[0] == code || in->src[1] == code
			 || in->src[2] == code);
}

static unsigned
reads_vccz_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	      const struct gcn_hazard_use *u)
{
  (void) cpu;
  return valu_reads_p (in, GCN_VCCZ) ? WANTED (u) : 0;
}

static unsigned
reads_execz_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	       const struct gcn_hazard_use *u)
{
  (void) cpu;
  return valu_reads_p (in, GCN_EXECZ) ? WANTED (u) : 0;
}

static unsigned
dpp_p (const struct gcn_insn *in, enum gcn_cpu cpu,
       const struct gcn_hazard_use *u)
{
  (void) cpu;
  return valu_p (in) && in->form == GCN_DPP_FORM ? WANTED (u) : 0;
}

static unsigned
dpp_reads_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	     const struct gcn_hazard_use *u)
{
  unsigned n = gcn_type_regs ((enum gcn_type) in->row->s[0], cpu);
  return dpp_p (in, cpu, u) && used (u, in->src[0], n) ? WANTED (u) : 0;
}

static unsigned
message_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	   const struct gcn_hazard_use *u)
{
  enum gcn_op op = op_of (in);
  (void) cpu;
  return in->gds || in->row->flags & GCN_F_GDS || op == GCN_OP_s_sendmsg
	 || op == GCN_OP_s_sendmsghalt || op == GCN_OP_s_ttracedata
	 ? WANTED (u) : 0;
}

static unsigned
indexes_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	   const struct gcn_hazard_use *u)
{
  (void) cpu;
  return in->row->flags & (GCN_F_MOVREL | GCN_F_TOLDS | GCN_F_ADDTID)
	 || in->lds || in->row->enc == GCN_ENC_VINTRP
	 || in->row->enc == GCN_ENC_VINTRP3
	 || valu_reads_p (in, GCN_LDS_DIRECT) ? WANTED (u) : 0;
}

static unsigned
same_hwreg_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	      const struct gcn_hazard_use *u)
{
  (void) cpu;
  return (any_setreg_p (in) || op_of (in) == GCN_OP_s_getreg_b32)
	 && hwreg_number (in) == u->code ? WANTED (u) : 0;
}

static unsigned
gets_vskip_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	      const struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_s_getreg_b32 && vskip_bit_p (in)
	 ? WANTED (u) : 0;
}

static unsigned
vector_p (const struct gcn_insn *in, enum gcn_cpu cpu,
	  const struct gcn_hazard_use *u)
{
  (void) cpu;
  return in->row->enc >= GCN_ENC_VOP1 ? WANTED (u) : 0;
}

static unsigned
rfe_p (const struct gcn_insn *in, enum gcn_cpu cpu,
       const struct gcn_hazard_use *u)
{
  (void) cpu;
  return op_of (in) == GCN_OP_s_rfe_b64
	 || op_of (in) == GCN_OP_s_rfe_restore_b64 ? WANTED (u) : 0;
}

/* ---- The rules.  */

#define HAZARD(ID, V, N, R908, R90A, R942, R950, R10, R11, FIRST, THEN, \
	       EFFECT, MANUAL, TEXT)					\
  { #ID, TEXT, MANUAL, { V, N, R908, R90A, R942, R950, R10, R11 },	\
    GCN_EFFECT_##EFFECT },
const struct gcn_hazard_rule gcn_hazard_rules[GCN_N_HAZARDS] =
{
#include "hazards.def"
};

static const struct { gcn_first_fn *first; gcn_then_fn *then; }
functions[GCN_N_HAZARDS] =
{
#define HAZARD(ID, V, N, R908, R90A, R942, R950, R10, R11, FIRST, THEN, \
	       EFFECT, MANUAL, TEXT) { FIRST, THEN },
#include "hazards.def"
};

bool
gcn_hazards_known (enum gcn_cpu cpu)
{
  return cpu != 0;
}

unsigned
gcn_hazard_states (unsigned rule, enum gcn_cpu cpu)
{
  return (gcn_hazards_known (cpu)
	  ? gcn_hazard_rules[rule].states[cpu_column (cpu)] : 0);
}

unsigned
gcn_hazard_max_states (enum gcn_cpu cpu)
{
  unsigned most = 0;
  for (unsigned i = 0; i < GCN_N_HAZARDS; i++)
    if (gcn_hazard_states (i, cpu) > most)
      most = gcn_hazard_states (i, cpu);
  return most;
}

unsigned
gcn_hazard_first (unsigned rule, const struct gcn_insn *in, enum gcn_cpu cpu,
		  struct gcn_hazard_use use[])
{
  unsigned states = gcn_hazard_states (rule, cpu);
  if (!states || !in->row)
    return 0;
  for (unsigned i = 0; i < GCN_HAZARD_USES; i++)
    {
      use[i].states = (uint16_t) states;
      use[i].detail = use[i].passes = 0;
      memset (use[i].later, 0, sizeof use[i].later);
    }
  return functions[rule].first (in, cpu, use);
}

unsigned
gcn_hazard_then (unsigned rule, const struct gcn_insn *in, enum gcn_cpu cpu,
		 const struct gcn_hazard_use *use)
{
  return in->row ? functions[rule].then (in, cpu, use) : 0;
}

bool
gcn_hazard_kills (unsigned rule, const struct gcn_insn *in, enum gcn_cpu cpu,
		  struct gcn_hazard_use *use)
{
  /* What reads a register that a scalar instruction wrote last waits for that
     by itself.  A vector instruction that writes it again starts anew.  A
     VGPR may have been written in some lanes only.  */
  if (!in->row)
    return false;
  if (gcn_hazard_rdna_p (rule))
    return gcn_hazard_rdna_kills (rule, in, cpu, use);
  gcn_matrix_between (rule, in, use);
  /* The next matrix with the same result waits by itself.  */
  if (rule == GCN_HAZARD_matrix_result && in->row->flags & GCN_F_MAI
      && !(in->row->flags & GCN_F_MOVE))
    return in->dst <= use->code
	   && use->code + use->regs
	      <= in->dst + gcn_type_regs ((enum gcn_type) in->row->d, cpu);
  if (!use->regs
      || gcn_hazard_rules[rule].effect == GCN_EFFECT_AGAIN
      || use->code >= GCN_VGPR)
    return false;
  struct gcn_hazard_use d[GCN_HAZARD_USES];
  if (gcn_writes_sgpr_p (in, cpu, d))
    return gcn_hazard_take_out (use, d[0].code, d[0].regs);
  if (salu_p (in) && in->row->d && in->dst != GCN_NO_OPERAND)
    return gcn_hazard_take_out (use, in->dst,
		     gcn_type_regs ((enum gcn_type) in->row->d, cpu));
  return false;
}
