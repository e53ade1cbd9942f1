/* Prints GCN3 and GFX9 instructions as llvm-objdump does.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "isa.h"
#include "print.h"

/* Starts the next operand.  */
static void
separate (struct gcn_out *o)
{
  gcn_out (o, o->n_operands++ ? ", " : " ");
}

static void
out_typed (struct gcn_out *o, unsigned code, enum gcn_type t)
{
  if (code == GCN_NO_OPERAND)
    return;
  separate (o);
  gcn_out_operand (o, code, gcn_type_regs (t, o->cpu), t);
}

/* A scalar pair: of a carry, a comparison.  */
static void
out_pair (struct gcn_out *o, unsigned code)
{
  separate (o);
  gcn_out_operand (o, code, 2, GCN_T_b64);
}

/* Whether operand CODE is a number: a sign before it would be part of it.  */

static bool
number_p (unsigned code)
{
  return (code == GCN_LITERAL || (code >= GCN_INT_0 && code <= GCN_INT_M16)
	  || (code >= GCN_FLOAT_FIRST && code <= GCN_FLOAT_LAST));
}

/* Source I with its negation, absolute value and sign extension.  */

static void
out_source (struct gcn_out *o, int i)
{
  const struct gcn_insn *in = o->in;
  enum gcn_type t = in->row->s[i];
  enum gcn_op op = in->row - gcn_rows;
  bool class16 = i == 1 && (op == GCN_OP_v_cmp_class_f16
			    || op == GCN_OP_v_cmpx_class_f16);
  bool is_float = (gcn_type_float_p (t)
		   || (in->row->enc == GCN_ENC_VOP2
		   && in->row - gcn_rows == GCN_OP_v_cndmask_b32));
  bool neg = is_float && in->neg >> i & 1, abs = is_float && in->abs >> i & 1;
  bool sext = !is_float && in->sext >> i & 1;
  bool constant = number_p (in->src[i]);
  separate (o);
  gcn_out (o, "%s%s%s", sext ? "sext(" : "",
	   neg ? constant && !abs ? "neg(" : "-" : "", abs ? "|" : "");
  gcn_out_operand (o, in->src[i], gcn_type_regs (t, o->cpu), t);
  /* gfx11 says which half of a register it is.  */
  if (o->cpu == GCN_GFX1100 && in->src[i] >= GCN_VGPR
      && (gcn_half_type_p (t) || class16))
    gcn_out (o, in->op_sel >> i & 1 ? ".h" : ".l");
  gcn_out (o, "%s%s", abs ? "|" : neg && constant ? ")" : "",
	   sext ? ")" : "");
}

static void
out_omod (struct gcn_out *o)
{
  static const char *const texts[] = { "", " mul:2", " mul:4", " div:2" };
  if (o->in->clamp)
    gcn_out (o, " clamp");
  if (gcn_type_float_p (o->in->row->d))
    gcn_out (o, "%s", texts[o->in->omod]);
}

/* A list of bits, as op_sel:[0,1], if VALUE is not DEFAULT for all of N.  */

static void
out_bits (struct gcn_out *o, const char *name, unsigned value, unsigned n,
	  bool usual)
{
  unsigned all = (1u << n) - 1;
  if ((value & all) == (usual ? all : 0))
    return;
  gcn_out (o, " %s:[", name);
  for (unsigned i = 0; i < n; i++)
    gcn_out (o, "%s%u", i ? "," : "", value >> i & 1);
  gcn_out (o, "]");
}

static void
out_dpp (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  unsigned c = in->dpp_ctrl;
  const char *fi = in->fi ? " fi:1" : "";
  if (in->dpp8)
    {
      gcn_out (o, " dpp8:[");
      for (unsigned i = 0; i < 8; i++)
	gcn_out (o, "%s%u", i ? "," : "", in->literal >> 3 * i & 7);
      gcn_out (o, "]%s", fi);
      return;
    }
  if (c <= 0xff)
    gcn_out (o, " quad_perm:[%u,%u,%u,%u]", c & 3, c >> 2 & 3, c >> 4 & 3,
	     c >> 6 & 3);
  else if (c < 0x110)
    gcn_out (o, " row_shl:%u", c & 15);
  else if (c < 0x120)
    gcn_out (o, " row_shr:%u", c & 15);
  else if (c < 0x130)
    gcn_out (o, " row_ror:%u", c & 15);
  else if (c >= 0x160)
    gcn_out (o, " row_xmask:%u", c & 15);
  else if (c >= 0x150)
    gcn_out (o, o->cpu & GCN_RDNA ? " row_share:%u" : " row_newbcast:%u",
	     c & 15);
  else
    {
      static const char *const names[] =
      {
	[0] = "wave_shl:1", [4] = "wave_rol:1", [8] = "wave_shr:1",
	[12] = "wave_ror:1", [16] = "row_mirror", [17] = "row_half_mirror",
	[18] = "row_bcast:15", [19] = "row_bcast:31"
      };
      gcn_out (o, " %s", names[c - 0x130]);
    }
  gcn_out (o, " row_mask:0x%x bank_mask:0x%x%s%s", in->row_mask,
	   in->bank_mask, in->bound_ctrl ? " bound_ctrl:1" : "", fi);
}

static void
out_sdwa (struct gcn_out *o)
{
  static const char *const sels[] = { "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
				      "WORD_0", "WORD_1", "DWORD" };
  static const char *const unused[] = { "UNUSED_PAD", "UNUSED_SEXT",
					"UNUSED_PRESERVE" };
  const struct gcn_insn *in = o->in;
  if (in->row->enc != GCN_ENC_VOPC)
    gcn_out (o, " dst_sel:%s dst_unused:%s", sels[in->dst_sel],
	     unused[in->dst_unused]);
  gcn_out (o, " src0_sel:%s", sels[in->src_sel[0]]);
  if (in->row->enc != GCN_ENC_VOP1)
    gcn_out (o, " src1_sel:%s", sels[in->src_sel[1]]);
}

static void
out_vop (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  static const char *const suffixes[] = { "_e32", "_e64", "_sdwa", "_dpp" };
  enum gcn_op op = r - gcn_rows;
  bool vop3_alone;
  gcn_row_opcode (r, o->cpu, &vop3_alone);
  if (r->d && r->enc != GCN_ENC_VOP3
      && (!vop3_alone || r->enc == GCN_ENC_VOPC) && !(r->flags & GCN_F_MADK)
      && op != GCN_OP_v_swap_b32 && op != GCN_OP_v_accvgpr_mov_b32
      && op != GCN_OP_v_permlane64_b32 && op != GCN_OP_v_readfirstlane_b32)
    gcn_out (o, "%s", suffixes[in->form]);
  if (r->enc != GCN_ENC_VOPC)
    {
      out_typed (o, in->dst, r->d);
      if (o->cpu == GCN_GFX1100 && gcn_half_type_p ((enum gcn_type) r->d))
	gcn_out (o, in->op_sel & 8 ? ".h" : ".l");
    }
  /* v_cmpx of RDNA writes EXEC alone.  */
  if (in->sdst != GCN_NO_OPERAND
      && !(o->cpu & GCN_RDNA && r->flags & GCN_F_WEXEC))
    out_pair (o, in->sdst);
  if (r->s[0])
    out_source (o, 0);
  if (op == GCN_OP_v_madmk_f32 || op == GCN_OP_v_madmk_f16
      || op == GCN_OP_v_fmamk_f32)
    gcn_out (o, ", 0x%x", in->literal);
  if (r->s[1])
    out_source (o, 1);
  if (op == GCN_OP_v_madak_f32 || op == GCN_OP_v_madak_f16
      || op == GCN_OP_v_fmaak_f32)
    gcn_out (o, ", 0x%x", in->literal);
  if (r->s[2])
    out_source (o, 2);
  else if (in->src[2] != GCN_NO_OPERAND)
    out_pair (o, in->src[2]);
  unsigned sources = r->s[2] ? 3 : r->s[1] ? 2 : 1;
  bool halves = o->cpu & GCN_RDNA && in->form == GCN_E64;
  if (r->flags & GCN_F_OPSEL
      || (halves && r->enc != GCN_ENC_VOPC && gcn_selects_halves_p (in, o->cpu)))
    {
      /* The destination's bit is behind those of the sources.  */
      unsigned bits = ((in->op_sel & ((1u << sources) - 1))
		       | (unsigned) (in->op_sel >> 3) << sources);
      out_bits (o, "op_sel", bits, sources + 1, false);
    }
  /* Whether lanes that are off are read, and what stands for others.  */
  if (op == GCN_OP_v_permlane16_b32 || op == GCN_OP_v_permlanex16_b32)
    out_bits (o, "op_sel", in->op_sel, 2, false);
  out_omod (o);
  if (in->form == GCN_DPP_FORM)
    out_dpp (o);
  else if (in->form == GCN_SDWA_FORM)
    out_sdwa (o);
}

/* What formats of 4 to 8 bits make of the size of factor I.  */

static unsigned
factor_regs (const struct gcn_out *o, int i)
{
  const struct gcn_insn *in = o->in;
  enum gcn_op op = in->row - gcn_rows;
  unsigned format = i ? in->blgp : in->cbsz;
  if (i < 2 && (op == GCN_OP_v_mfma_f32_16x16x128_f8f6f4
		|| op == GCN_OP_v_mfma_f32_32x32x64_f8f6f4))
    return format < 2 ? 8 : format < 4 ? 6 : 4;
  return gcn_type_regs (in->row->s[i], o->cpu);
}

static void
out_mai (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  out_typed (o, in->dst, r->d);
  for (int i = 0; i < 3; i++)
    if (r->s[i])
      {
	separate (o);
	gcn_out_operand (o, in->src[i], factor_regs (o, i),
			 r->flags & GCN_F_DGEMM ? GCN_T_f64 : GCN_T_f32);
      }
  if (r->flags & GCN_F_MOVE)
    return;
  if (in->cbsz)
    gcn_out (o, " cbsz:%u", in->cbsz);
  if (in->abid)
    gcn_out (o, " abid:%u", in->abid);
  if (r->flags & GCN_F_DGEMM && o->cpu & GCN_FROM_942)
    out_bits (o, "neg", in->blgp, 3, false);
  else if (in->blgp)
    gcn_out (o, " blgp:%u", in->blgp);
}

static void
out_vop3p (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  unsigned n = r->s[2] ? 3 : 2;
  if (r->flags & GCN_F_MAI)
    {
      out_mai (o);
      return;
    }
  out_typed (o, in->dst, r->d);
  bool mix = r->s[0] == GCN_T_m16;
  for (unsigned i = 0; i < n; i++)
    if (mix)
      /* Here neg_hi is abs.  */
      {
	bool neg = in->neg >> i & 1, abs = in->neg_hi >> i & 1;
	bool constant = number_p (in->src[i]);
	separate (o);
	gcn_out (o, "%s%s", neg ? constant && !abs ? "neg(" : "-" : "",
		 abs ? "|" : "");
	gcn_out_operand (o, in->src[i], 1, r->s[i]);
	gcn_out (o, "%s", abs ? "|" : neg && constant ? ")" : "");
      }
    else
      out_typed (o, in->src[i], r->s[i]);
  out_bits (o, "op_sel", in->op_sel, n, false);
  out_bits (o, "op_sel_hi", in->op_sel_hi, n, !mix);
  if (!mix)
    {
      out_bits (o, "neg_lo", in->neg, n, false);
      out_bits (o, "neg_hi", in->neg_hi, n, false);
    }
  if (in->clamp)
    gcn_out (o, " clamp");
}

static void
out_sop (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  out_typed (o, in->dst, r->d);
  if (r->enc == GCN_ENC_SOPK)
    {
      bool imm32 = r - gcn_rows == GCN_OP_s_setreg_imm32_b32;
      bool set = r - gcn_rows == GCN_OP_s_setreg_b32;
      if (!set && in->src[0] != GCN_NO_OPERAND)
	out_typed (o, in->src[0],
		   r->s[0] == GCN_T_label ? GCN_T_b64 : GCN_T_b32);
      separate (o);
      gcn_out_imm (o, r->s[0]);
      if (set)
	out_typed (o, in->src[0], GCN_T_b32);
      if (imm32)
	{
	  gcn_out (o, ", ");
	  gcn_out_literal (o, in->literal, GCN_T_b32);
	}
      return;
    }
  if (r->enc == GCN_ENC_SOPP)
    {
      if (r->s[0] && !(r->s[0] == GCN_T_opt16 && !in->simm))
	{
	  separate (o);
	  gcn_out_imm (o, r->s[0]);
	}
      return;
    }
  if (r->s[0] == GCN_T_sendmsg)
    {
      separate (o);
      gcn_out_imm (o, r->s[0]);
      return;
    }
  out_typed (o, in->src[0], r->s[0]);
  if (r->s[1] == GCN_T_imm4)
    {
      separate (o);
      gcn_out_imm (o, GCN_T_gpridx);
    }
  else if (r->s[1])
    out_typed (o, in->src[1], r->s[1]);
}

char *
gcn_print (const struct gcn_insn *in, enum gcn_cpu cpu, char *buf,
	   size_t size)
{
  struct gcn_out o = { buf, size, 0, 0, in, cpu };
  buf[0] = 0;
  if (!in->row)
    {
      gcn_out (&o, ".long 0x%08x", in->word[0]);
      return buf;
    }
  const char *name = gcn_row_name (in->row, cpu);
  size_t n = strlen (name);
  /* That the VOP3 form of VINTRP is one is only in the enumerator, as with
     v_mul_legacy_f32, which has two opcodes.  */
  if ((in->row->enc == GCN_ENC_VINTRP3 || in->row->enc == GCN_ENC_VOP3) && n > 4
      && strcmp (name + n - 4, "_e64") == 0)
    n -= 4;
  gcn_out (&o, "%.*s", (int) n, name);
  switch (in->row->enc)
    {
    case GCN_ENC_VOP1: case GCN_ENC_VOP2: case GCN_ENC_VOPC:
    case GCN_ENC_VOP3:
      out_vop (&o);
      break;
    case GCN_ENC_VOP3P:
      out_vop3p (&o);
      break;
    case GCN_ENC_SOP2: case GCN_ENC_SOP1: case GCN_ENC_SOPC:
    case GCN_ENC_SOPK: case GCN_ENC_SOPP:
      out_sop (&o);
      break;
    default:
      gcn_out_memory (&o);
    }
  return buf;
}
