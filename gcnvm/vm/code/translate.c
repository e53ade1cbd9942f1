/* Makes micro-operations of instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/atomic-kinds.h"
#include "code/handlers.h"
#include "code/sites.h"

/* The value of constant CODE as an operand of type T: integers are extended
   to 64 bits, floats are of the operand's width, and literals of 32 bits are
   zero-extended for b64 and u64, sign-extended for i64, the upper half of
   f64 ("Scalar operands" in both manuals, 5.2).  */

uint64_t
constant_value (struct gcnvm *vm, const struct gcn_insn *in, unsigned code,
		enum gcn_type t)
{
  static const uint32_t singles[] =
  {
    0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000,
    0x40800000, 0xc0800000, 0x3e22f983
  };
  static const uint64_t doubles[] =
  {
    UINT64_C (0x3fe0000000000000), UINT64_C (0xbfe0000000000000),
    UINT64_C (0x3ff0000000000000), UINT64_C (0xbff0000000000000),
    UINT64_C (0x4000000000000000), UINT64_C (0xc000000000000000),
    UINT64_C (0x4010000000000000), UINT64_C (0xc010000000000000),
    UINT64_C (0x3fc45f306dc9c882)
  };
  static const uint16_t halves[] =
  {
    0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118
  };
  bool wide = gcn_type_regs (t, vm->opt.cpu) > 1;
  bool half = (t == GCN_T_b16 || t == GCN_T_u16 || t == GCN_T_i16
	       || t == GCN_T_f16 || t == GCN_T_h16);
  if (code == GCN_LITERAL)
    return (t == GCN_T_f64 ? (uint64_t) in->literal << 32
	    : t == GCN_T_i64 ? (uint64_t) (int64_t) (int32_t) in->literal
	    : in->literal);
  if (code <= GCN_INT_64)
    return code - GCN_INT_0;
  if (code <= GCN_INT_M16)
    return (uint64_t) -(int64_t) (code - GCN_INT_64);
  if (code >= GCN_FLOAT_FIRST && code <= GCN_FLOAT_LAST)
    return (wide ? doubles[code - GCN_FLOAT_FIRST]
	    : half ? halves[code - GCN_FLOAT_FIRST]
	    : singles[code - GCN_FLOAT_FIRST]);
  switch (code)
    {
    case GCN_SHARED_BASE:
      return (uint64_t) gcnvm_shared_aperture (vm) << 32;
    case GCN_SHARED_LIMIT:
      return (uint64_t) gcnvm_shared_aperture (vm) << 32 | UINT32_MAX;
    case GCN_PRIVATE_BASE:
      return (uint64_t) gcnvm_private_aperture (vm) << 32;
    case GCN_PRIVATE_LIMIT:
      return (uint64_t) gcnvm_private_aperture (vm) << 32 | UINT32_MAX;
    default:
      return 0;
    }
}

/* Whether CODE is one of those that a wave computes when it is read.  */

static bool
special_p (unsigned code)
{
  return code == GCN_VCCZ || code == GCN_EXECZ;
}

bool
special_source_p (const struct gcn_insn *in)
{
  return special_p (in->src[0]) || special_p (in->src[1])
	 || special_p (in->src[2]);
}

static bool
constant_p (unsigned code)
{
  return code >= GCN_INT_0 && code < GCN_VGPR && code != GCN_SCC
	 && !special_p (code);
}

/* Puts scalar source CODE of type T into a half of U.  */

static void
source_a (struct gcnvm *vm, const struct gcn_insn *in, unsigned code,
	  enum gcn_type t, struct uop *u)
{
  if (constant_p (code))
    {
      u->ka = 1;
      u->a = offsetof (struct uop, ia);
      u->ia = constant_value (vm, in, code, t);
      u->ua = 4 * GCN_INT_0;	/* Always defined.  */
    }
  else
    {
      u->ka = 0;
      u->a = u->ua = 4 * code;
    }
}

static void
source_b (struct gcnvm *vm, const struct gcn_insn *in, unsigned code,
	  enum gcn_type t, struct uop *u)
{
  if (constant_p (code))
    {
      u->kb = 1;
      u->b = offsetof (struct uop, ib);
      u->ib = constant_value (vm, in, code, t);
      u->ub = 4 * GCN_INT_0;
    }
  else
    {
      u->kb = 0;
      u->b = u->ub = 4 * code;
    }
}

/* The code in run.c of row OP, or UOP_N.  */

static enum uop_code
scalar_code (enum gcn_op op)
{
  static uint16_t table[GCN_N_OPS];
  if (!table[GCN_OP_s_mov_b32])
    {
      /* The lock of the code is held.  */
#define SOP(ID, ...) table[GCN_OP_##ID] = UOP_##ID;
#include "code/sops.def"
    }
  return table[op] ? table[op] : UOP_N;
}

static bool
scalar_op_p (enum gcn_op op)
{
  switch (op)
    {
#define SOP(ID, ...) case GCN_OP_##ID:
#include "code/sops.def"
      return true;
    default:
      return false;
    }
}

/* Program control.  */

/* Where handler N is in struct handlers; 0 stands for no handler.  */
#define H(N) offsetof (struct handlers, N)

static uop_fn *
handler_at (const struct gcnvm *vm, size_t at)
{
  return *(uop_fn *const *) ((const char *) vm->handlers + at);
}

static const struct { uint16_t op, code, fn; } controls[] =
{
  { GCN_OP_s_nop, UOP_NOP, 0 }, { GCN_OP_s_endpgm, UOP_END, 0 },
  { GCN_OP_s_endpgm_saved, UOP_END, 0 },
  { GCN_OP_s_branch, UOP_BRANCH, 0 },
  { GCN_OP_s_cbranch_scc0, UOP_SCC0, 0 },
  { GCN_OP_s_cbranch_scc1, UOP_SCC1, 0 },
  { GCN_OP_s_cbranch_vccz, UOP_VCCZ, 0 },
  { GCN_OP_s_cbranch_vccnz, UOP_VCCNZ, 0 },
  { GCN_OP_s_cbranch_execz, UOP_EXECZ, 0 },
  { GCN_OP_s_cbranch_execnz, UOP_EXECNZ, 0 },
  { GCN_OP_s_setpc_b64, UOP_SETPC, 0 },
  { GCN_OP_s_swappc_b64, UOP_SWAPPC, 0 },
  { GCN_OP_s_call_b64, UOP_CALL_B64, 0 },
  { GCN_OP_s_getpc_b64, UOP_GETPC, 0 },
  { GCN_OP_s_wakeup, UOP_NOP, 0 }, { GCN_OP_s_setprio, UOP_NOP, 0 },
  { GCN_OP_s_sethalt, UOP_NOP, 0 }, { GCN_OP_s_icache_inv, UOP_NOP, 0 },
  { GCN_OP_s_incperflevel, UOP_NOP, 0 },
  { GCN_OP_s_decperflevel, UOP_NOP, 0 },
  { GCN_OP_s_ttracedata, UOP_NOP, 0 },
  { GCN_OP_s_sendmsg, UOP_NOP, 0 },
  { GCN_OP_s_dcache_inv, UOP_FENCE, 0 },
  { GCN_OP_s_dcache_wb, UOP_FENCE, 0 },
  { GCN_OP_s_dcache_inv_vol, UOP_FENCE, 0 },
  { GCN_OP_s_dcache_wb_vol, UOP_FENCE, 0 },
  { GCN_OP_buffer_wbinvl1, UOP_FENCE, 0 },
  { GCN_OP_buffer_wbinvl1_vol, UOP_FENCE, 0 },
  { GCN_OP_buffer_wbl2, UOP_FENCE, 0 },
  { GCN_OP_buffer_inv, UOP_FENCE, 0 },
  { GCN_OP_buffer_gl0_inv, UOP_FENCE, 0 },
  { GCN_OP_buffer_gl1_inv, UOP_FENCE, 0 },
  { GCN_OP_s_clause, UOP_NOP, 0 }, { GCN_OP_s_delay_alu, UOP_NOP, 0 },
  { GCN_OP_s_inst_prefetch, UOP_NOP, 0 },
  { GCN_OP_s_wait_idle, UOP_NOP, 0 }, { GCN_OP_s_waitcnt_depctr, UOP_NOP, 0 },
  { GCN_OP_s_ttracedata_imm, UOP_NOP, 0 },
  { GCN_OP_s_waitcnt_expcnt, UOP_NOP, 0 },
  { GCN_OP_s_waitcnt_vscnt, UOP_CALL, H (op_waitcnt) },
  { GCN_OP_s_waitcnt_vmcnt, UOP_CALL, H (op_waitcnt) },
  { GCN_OP_s_waitcnt_lgkmcnt, UOP_CALL, H (op_waitcnt) },
  { GCN_OP_s_round_mode, UOP_CALL, H (op_mode) },
  { GCN_OP_s_denorm_mode, UOP_CALL, H (op_mode) },
  { GCN_OP_v_nop, UOP_NOP, 0 }, { GCN_OP_v_clrexcp, UOP_NOP, 0 },
  { GCN_OP_ds_nop, UOP_NOP, 0 },
  { GCN_OP_s_barrier, UOP_CALL, H (op_barrier) },
  { GCN_OP_s_waitcnt, UOP_CALL, H (op_waitcnt) },
  { GCN_OP_s_sleep, UOP_CALL, H (op_sleep) }, { GCN_OP_s_trap, UOP_CALL, H (op_trap) },
  { GCN_OP_s_getreg_b32, UOP_CALL, H (op_getreg) },
  { GCN_OP_s_setreg_b32, UOP_CALL, H (op_setreg) },
  { GCN_OP_s_setreg_imm32_b32, UOP_CALL, H (op_setreg) },
  { GCN_OP_s_memtime, UOP_CALL, H (op_time) },
  { GCN_OP_s_memrealtime, UOP_CALL, H (op_time) },
  { GCN_OP_s_sendmsg_rtn_b64, UOP_CALL, H (op_time) },
  { GCN_OP_s_movrels_b32, UOP_CALL, H (op_movrel) },
  { GCN_OP_s_movrels_b64, UOP_CALL, H (op_movrel) },
  { GCN_OP_s_movreld_b32, UOP_CALL, H (op_movrel) },
  { GCN_OP_s_movreld_b64, UOP_CALL, H (op_movrel) }
};

/* Vector instructions with handlers of their own.  */
static const uint16_t vectors[GCN_N_OPS] =
{
  [GCN_OP_v_add_co_u32] = H (vec_carry), [GCN_OP_v_sub_co_u32] = H (vec_carry),
  [GCN_OP_v_subrev_co_u32] = H (vec_carry), [GCN_OP_v_addc_co_u32] = H (vec_carry),
  [GCN_OP_v_subb_co_u32] = H (vec_carry),
  [GCN_OP_v_subbrev_co_u32] = H (vec_carry),
  [GCN_OP_v_readlane_b32] = H (vec_readlane),
  [GCN_OP_v_writelane_b32] = H (vec_writelane),
  [GCN_OP_v_readfirstlane_b32] = H (vec_readfirstlane),
  [GCN_OP_v_swap_b32] = H (vec_swap),
  [GCN_OP_v_div_scale_f32] = H (vec_div_scale),
  [GCN_OP_v_div_scale_f64] = H (vec_div_scale),
  [GCN_OP_v_div_fmas_f32] = H (vec_div_scale),
  [GCN_OP_v_div_fmas_f64] = H (vec_div_scale),
  [GCN_OP_v_mad_u64_u32] = H (vec_mad64), [GCN_OP_v_mad_i64_i32] = H (vec_mad64),
  [GCN_OP_ds_swizzle_b32] = H (vec_swizzle),
  [GCN_OP_ds_permute_b32] = H (vec_permute),
  [GCN_OP_ds_bpermute_b32] = H (vec_permute),
  [GCN_OP_v_permlane16_b32] = H (vec_permlane),
  [GCN_OP_v_permlanex16_b32] = H (vec_permlane),
  [GCN_OP_v_permlane64_b32] = H (vec_permlane),
  [GCN_OP_v_movreld_b32] = H (vec_movrel), [GCN_OP_v_movrels_b32] = H (vec_movrel),
  [GCN_OP_v_movrelsd_b32] = H (vec_movrel),
  [GCN_OP_v_pk_fma_f32] = H (vec_packed), [GCN_OP_v_pk_mul_f32] = H (vec_packed),
  [GCN_OP_v_pk_add_f32] = H (vec_packed), [GCN_OP_v_pk_mov_b32] = H (vec_packed)
};

static const struct vop *
row_vop (const struct gcnvm *vm, enum gcn_op op)
{
  const struct vop *v = vm->handlers->vops + op;
  return v->kernel ? v : NULL;
}

/* Whether OP works on halves of registers, or on smaller parts.  */

static bool
halves_p (enum gcn_op op)
{
  const struct gcn_row *r = &gcn_rows[op];
  if (r->enc != GCN_ENC_VOP3P || r->flags & GCN_F_MAI)
    return false;
  switch (op)
    {
    case GCN_OP_v_dot4_i32_i8: case GCN_OP_v_dot4_u32_u8:
    case GCN_OP_v_dot8_i32_i4: case GCN_OP_v_dot8_u32_u4:
      return true;
    case GCN_OP_v_pk_minimum3_f16: case GCN_OP_v_pk_maximum3_f16:
      return false;
    default:
      return r->s[0] == GCN_T_p16 || r->s[0] == GCN_T_h16
	     || r->s[0] == GCN_T_m16;
    }
}

/* What row OP does, where it does the same as another, with AGPRs.  */

static enum gcn_op
plain_op (enum gcn_op op)
{
  switch (op)
    {
    case GCN_OP_v_accvgpr_read_b32: case GCN_OP_v_accvgpr_write_b32:
    case GCN_OP_v_accvgpr_mov_b32:
      return GCN_OP_v_mov_b32;
    default:
      return op;
    }
}

static size_t
special_vector (enum gcn_op op)
{
  if (halves_p (op))
    return H (vec_halves);
  if (gcn_rows[op].flags & GCN_F_MAI && matrix_done_p (op))
    return H (vec_matrix);
  return vectors[op];
}

/* The handler of memory instruction ROW, or 0.  */

static size_t
memory_handler (const struct gcn_row *row)
{
  uint64_t f = row->flags;
  switch (row->enc)
    {
    case GCN_ENC_SMEM:
      return f & (GCN_F_LD | GCN_F_ST | GCN_F_ATOM) ? H (mem_smem)
	     : f & GCN_F_DISCARD ? H (vec_nop) : 0;
    case GCN_ENC_FLAT: case GCN_ENC_GLOBAL: case GCN_ENC_SCRATCH:
      if (f & GCN_F_ATOM && !atomic_kind (row))
	return 0;
      return f & GCN_F_TOLDS ? 0 : H (mem_flat);
    case GCN_ENC_DS:
      if (f & GCN_F_ATOM && !(f & GCN_F_OFF2) && !atomic_kind (row))
	return 0;
      return !(f & GCN_F_ADDTID)
	     && f & (GCN_F_LD | GCN_F_ST | GCN_F_ATOM) ? H (mem_ds) : 0;
    case GCN_ENC_MUBUF:
      if (f & GCN_F_ATOM && !atomic_kind (row))
	return 0;
      return f & (GCN_F_FORMAT | GCN_F_TOLDS) ? 0 : H (mem_buffer);
    default:
      return 0;
    }
}

static bool
row_supported_p (const struct gcnvm *vm, enum gcn_op op)
{
  const struct gcn_row *row = &gcn_rows[op];
  if (scalar_op_p (op))
    return true;
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
    if (controls[i].op == op)
      return true;
  if (special_vector (op) || row_vop (vm, plain_op (op)))
    return true;
  return memory_handler (row) != 0;
}

/* The same, remembered: it is so for all devices.  */

static bool
supported_p (const struct gcnvm *vm, enum gcn_op op)
{
  static _Atomic uint8_t known[GCN_N_OPS];	/* 0: not yet.  */
  uint8_t k = atomic_load_explicit (&known[op], memory_order_relaxed);
  if (!k)
    {
      k = row_supported_p (vm, op) ? 2 : 1;
      atomic_store_explicit (&known[op], k, memory_order_relaxed);
    }
  return k == 2;
}

/* Whether the operands of IN are of the kind that it takes: encodings have room
   for others ("v_readlane_b32", "v_swap_b32" in both manuals, chapter 12).  What
   packed words make of a constant is not said; DPP of 64 bits has row_newbcast
   alone ("DPP" in the manual of MI200).  */

static bool
operands_fit_p (const struct gcn_insn *in, enum gcn_cpu cpu)
{
  uint64_t f = in->row->flags;
  enum gcn_op op = in->row - gcn_rows;
  for (int i = 0; special_vector (op) == H (vec_packed) && i < 3; i++)
    if (in->src[i] > GCN_INT_0 && in->src[i] < GCN_VGPR)
      return false;
  /* Which half of a constant a mixed operand is.  */
  for (int i = 0; in->row->s[0] == GCN_T_m16 && i < 3; i++)
    if (in->src[i] > GCN_INT_0 && in->src[i] < GCN_VGPR
	&& in->op_sel_hi >> i & 1)
      return false;
  /* v_permlane has its lanes from scalar operands.  */
  if (special_vector (op) == H (vec_permlane)
      && (in->src[0] < GCN_VGPR
	  || (in->src[1] >= GCN_VGPR && in->src[1] != GCN_NO_OPERAND)
	  || (in->src[2] >= GCN_VGPR && in->src[2] != GCN_NO_OPERAND)))
    return false;
  if (in->form == GCN_DPP_FORM && in->dpp_ctrl >> 4 != 0x15
      && (gcn_type_regs (in->row->d, cpu) > 1
	  || gcn_type_regs (in->row->s[0], cpu) > 1))
    return false;
  if (f & GCN_F_SDST && in->dst >= GCN_INT_0)
    return false;
  if (f & GCN_F_LANESEL && in->src[1] >= GCN_VGPR
      && in->src[1] != GCN_NO_OPERAND)
    return false;
  if (op == GCN_OP_v_writelane_b32 && in->src[0] >= GCN_VGPR
      && in->src[0] != GCN_NO_OPERAND)
    return false;
  return op != GCN_OP_v_swap_b32 || in->src[0] >= GCN_VGPR;
}

/* Whether a range of IN's vector registers begins at an odd one, which gfx90a
   and later do not have ("VGPR alignment" in the manuals of MI200 and MI300).  */

static bool
odd_range_p (const struct gcn_insn *in, enum gcn_cpu cpu)
{
  const struct gcn_row *r = in->row;
  enum gcn_enc enc = r->enc;
  if (!(cpu & GCN_FROM_90A))
    return false;
  bool odd = (in->dst >= GCN_VGPR && in->dst != GCN_NO_OPERAND && in->dst & 1
	      && gcn_type_regs (r->d, cpu) > 1);
  for (int i = 0; i < 3; i++)
    {
      unsigned regs = gcn_type_regs (r->s[i], cpu);
      /* Addresses of one register or two.  */
      if (i == 0 && ((enc == GCN_ENC_GLOBAL && in->saddr != GCN_NO_OPERAND)
		     || enc == GCN_ENC_SCRATCH))
	regs = 1;
      if (in->src[i] >= GCN_VGPR && in->src[i] != GCN_NO_OPERAND
	  && in->src[i] & 1 && regs > 1)
	odd = true;
    }
  return odd;
}

/* Why this machine does not have IN; null if it has.  Graphics (MIMG, MTBUF, EXP,
   VINTRP, formats of buffers), GDS, some matrices, what trap handlers use, and a
   few that no compiler emits are lacking; so is clamping of integers.  */

const char *
insn_refused (const struct gcnvm *vm, const struct gcn_insn *in)
{
  enum gcn_cpu cpu = vm->opt.cpu;
  enum gcn_op op = in->row - gcn_rows;
  bool supported = supported_p (vm, op);
  bool clamps = (in->clamp && in->row->enc != GCN_ENC_VOPC
		 && !gcn_type_float_p (in->row->d)
		 && !(in->row->flags & (GCN_F_CO | GCN_F_DOT))
		 && (special_vector (op) != H (vec_packed)
		     || op == GCN_OP_v_pk_mov_b32));
  if (odd_range_p (in, cpu))
    return "a range of vector registers that begins at an odd one, which "
	   "gfx90a and later do not have";
  if (in->row->flags & GCN_F_MAI && !supported)
    return "matrices of this kind (MFMA) are not executed";
  if (special_vector (op) == H (vec_matrix)
      && (in->cbsz || in->abid || in->blgp || in->src[0] < GCN_VGPR
	  || in->src[1] < GCN_VGPR))
    return "matrices (MFMA) with broadcasts or permuted lanes are not executed";
  if (op == GCN_OP_s_sendmsg_rtn_b64 && in->simm != 131)
    return "a message that is not MSG_RTN_GET_REALTIME";
  if (in->src[0] == GCN_LDS_DIRECT || in->src[1] == GCN_LDS_DIRECT
      || in->lds || in->tfe || in->gds || clamps
      || !operands_fit_p (in, cpu) || !supported)
    return gcn_enc_names[in->row->enc];
  return NULL;
}

/* Whether IN has anything that the plain handlers do not do.  */

static bool
modified_p (const struct gcn_insn *in)
{
  return in->form >= GCN_SDWA_FORM || (in->form == GCN_E32 && in->op_sel)
	 || (in->form == GCN_E64
	     && (in->neg || in->abs || in->clamp || in->omod || in->op_sel))
	 || (in->row->enc == GCN_ENC_VOP3
	     && (in->neg || in->abs || in->clamp || in->omod || in->op_sel));
}

/* Whether IN writes one half of its destination and keeps the other on CPU, as the
   instructions of GFX9 with op_sel do, and all of RDNA with results of 16 bits
   ("VGPRs" in the manual of RDNA 2).  */

static bool
half_written_p (const struct gcn_insn *in, enum gcn_cpu cpu)
{
  return (in->row->flags & GCN_F_OPSEL || cpu & GCN_RDNA)
	 && gcn_half_type_p (in->row->d) && in->row->enc != GCN_ENC_VOPC;
}

/* Fills U for vector instruction IN.  */

static void
translate_vector (struct gcnvm *vm, const struct gcn_insn *in, struct uop *u)
{
  const struct gcn_row *r = in->row;
  enum gcn_op op = plain_op (r - gcn_rows);
  enum gcn_type types[3] = { r->s[0], r->s[1], r->s[2] };
  bool matrix = r->flags & GCN_F_MAI && !(r->flags & GCN_F_MOVE);
  size_t special = special_vector (op);
  u->row = op;
  u->vop = row_vop (vm, op);
  u->d = in->dst;
  u->sdst = in->sdst;
  for (int i = 0; i < 3; i++)
    u->src[i] = in->src[i];
  if (r->flags & GCN_F_MADK)
    {
      /* v_madmk: a * literal + b; v_madak: a * b + literal.  */
      bool mk = op == GCN_OP_v_madmk_f32 || op == GCN_OP_v_madmk_f16;
      u->src[2] = mk ? in->src[1] : GCN_LITERAL;
      u->src[1] = mk ? GCN_LITERAL : in->src[1];
      types[2] = r->s[0];
    }
  else if (r->flags & GCN_F_RDST && u->vop && !r->s[2])
    {
      u->src[2] = in->dst;
      types[2] = r->d;
    }
  else if (op == GCN_OP_v_cndmask_b32)
    types[2] = GCN_T_none;
  u->n_src = types[2] ? 3 : types[1] ? 2 : 1;
  u->regs[0] = gcn_type_regs (r->d, vm->opt.cpu);
  for (int i = 0; i < 3; i++)
    {
      u->regs[i + 1] = gcn_type_regs (types[i], vm->opt.cpu);
      if (u->src[i] != GCN_NO_OPERAND && constant_p (u->src[i]))
	u->konst[i]
	  = vop_constant (vm, constant_value (vm, in, u->src[i],
					      !matrix ? types[i]
					      : r->flags & GCN_F_DGEMM
					      ? GCN_T_f64 : GCN_T_f32));
    }
  u->undef = u->vop ? u->vop->undef : UNDEF_REPORT;
  u->at[0] = (u->d - GCN_VGPR) * sizeof (uint32_t[LANES]);
  for (int i = 0; i < 3; i++)
    if (u->src[i] >= GCN_VGPR)
      u->at[i + 1] = (u->src[i] - GCN_VGPR) * sizeof (uint32_t[LANES]);
  if (special)
    {
      u->fn = handler_at (vm, special);
      if (special == H (vec_readlane) && in->src[0] >= GCN_VGPR
	  && constant_p (in->src[1]) && in->src[1] != GCN_LITERAL)
	{
	  u->op = UOP_READLANE;
	  u->ib = constant_value (vm, in, in->src[1], GCN_T_u32) & 63;
	  u->d = 4 * in->dst;
	}
      else if (special == H (vec_writelane) && constant_p (in->src[1])
	       && in->src[1] != GCN_LITERAL && in->src[0] < GCN_VGPR)
	{
	  u->op = UOP_WRITELANE;
	  u->ib = constant_value (vm, in, in->src[1], GCN_T_u32) & 63;
	  source_a (vm, in, in->src[0], GCN_T_b32, u);
	}
    }
  else if (modified_p (in) || half_written_p (in, vm->opt.cpu))
    u->fn = (r->enc == GCN_ENC_VOPC ? vm->handlers->vec_compare
	     : vm->handlers->vec_general);
  else
    u->fn = (r->enc == GCN_ENC_VOPC ? vm->handlers->vec_compare
	     : vm->handlers->vec_plain);
  u->fn = vm->handlers->fast (vm, u);
}

/* Fills U, zeroed, for IN at PC.  */

void
translate_insn (struct gcnvm *vm, const struct gcn_insn *in, uint64_t pc,
		struct uop *u)
{
  u->pc = pc;
  u->in = in;
  u->op = UOP_CALL;
  u->fn = vm->handlers->op_lacking;
  if (!in->row || insn_refused (vm, in))
    return;
  const struct gcn_row *r = in->row;
  enum gcn_op op = r - gcn_rows;
  u->row = op;
  enum uop_code code = scalar_op_p (op) ? scalar_code (op) : UOP_N;
  if (code != UOP_N)
    {
      u->op = code;
      u->d = 4 * (in->dst != GCN_NO_OPERAND ? in->dst : GCN_INT_0);
      if (in->src[0] != GCN_NO_OPERAND)
	source_a (vm, in, in->src[0], r->s[0] < GCN_T_simm16 ? r->s[0]
		  : GCN_T_b32, u);
      if (r->enc == GCN_ENC_SOPK)
	{
	  u->kb = 1;
	  u->b = offsetof (struct uop, ib);
	  u->ub = 4 * GCN_INT_0;
	  u->ib = r->s[0] == GCN_T_uimm16 ? in->simm
		  : (uint32_t) (int32_t) (int16_t) in->simm;
	}
      else if (in->src[1] != GCN_NO_OPERAND)
	source_b (vm, in, in->src[1], r->s[1], u);
      return;
    }
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
    if (controls[i].op == op)
      {
	u->op = controls[i].code;
	u->fn = controls[i].fn ? handler_at (vm, controls[i].fn) : NULL;
	if (vm->race && (r->flags & GCN_F_CACHE
			 || strncmp (r->name, "s_dcache_", 9) == 0))
	  {
	    u->op = UOP_CALL;
	    u->fn = vm->watch->fence;
	  }
	if (op == GCN_OP_s_waitcnt && waits_for_all_p (in, vm->opt.cpu))
	  u->op = UOP_WAIT;
	if (op == GCN_OP_s_waitcnt && vm->opt.schedule)
	  {
	    u->op = UOP_CALL;
	    u->fn = vm->handlers->op_wait_turn;
	  }
	u->ia = 4 + 4 * (int64_t) (int16_t) in->simm;
	if (in->dst != GCN_NO_OPERAND)
	  u->d = 4 * in->dst;
	if (in->src[0] != GCN_NO_OPERAND)
	  {
	    uint64_t offset = u->ia;
	    source_a (vm, in, in->src[0], r->s[0] < GCN_T_simm16 ? r->s[0]
		      : GCN_T_b32, u);
	    if (u->op != UOP_SETPC && u->op != UOP_SWAPPC && !u->ka)
	      u->ia = offset;
	  }
	return;
      }
  if (r->enc >= GCN_ENC_VOP1 && r->enc <= GCN_ENC_VOP3P)
    translate_vector (vm, in, u);
  else if (special_vector (op))
    translate_vector (vm, in, u);
  else
    {
      u->fn = handler_at (vm, memory_handler (r));
      u->d = in->dst;
      for (int i = 0; i < 3; i++)
	u->src[i] = in->src[i];
      u->regs[0] = gcn_type_regs (r->d, vm->opt.cpu);
      for (int i = 0; i < 3; i++)
	u->regs[i + 1] = gcn_type_regs (r->s[i], vm->opt.cpu);
      u->ib = r->flags & GCN_F_ATOM ? atomic_kind (r) : ATOMIC_NONE;
      u->at[1] = (u->src[0] - GCN_VGPR) * sizeof (uint32_t[LANES]);
      if (memory_handler (r) == H (mem_flat))
	{
	  u->ia = (int64_t) in->offset;
	  u->src[2] = in->saddr;
	}
      u->fn = vm->handlers->fast (vm, u);
    }
}
