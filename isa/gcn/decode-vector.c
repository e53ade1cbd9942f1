/* The decoder of vector instructions without memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "decode.h"

/* Takes SDWA's second word.  */

static void
decode_sdwa (struct gcn_decoder *d, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  bool gfx9 = d->cpu != GCN_GFX803;
  in->form = GCN_SDWA_FORM;
  in->length = 8;
  in->src[0] = (w1 & 0xff) + (gfx9 && BITS (w1, 23, 23) ? 0 : GCN_VGPR);
  if (in->src[0] < GCN_VGPR)
    gcn_vector (d, in->src[0], r->s[0]);
  if (in->src[0] == GCN_LITERAL)
    d->error = GCN_NO_LITERAL;
  if (r->enc != GCN_ENC_VOP1 && gfx9 && BITS (w1, 31, 31))
    {
      in->src[1] = gcn_vector (d, in->src[1] & 0xff, r->s[1]);
      if (in->src[1] == GCN_LITERAL)
	d->error = GCN_NO_LITERAL;
    }
  if (r->enc == GCN_ENC_VOPC && d->cpu & GCN_RDNA && r->flags & GCN_F_WEXEC)
    in->sdst = GCN_EXEC;
  else if (r->enc == GCN_ENC_VOPC && gfx9)
    in->sdst = BITS (w1, 15, 15) ? gcn_scalar (d, BITS (w1, 14, 8), 2, false)
	       : GCN_VCC;
  else
    {
      in->dst_sel = BITS (w1, 10, 8);
      in->dst_unused = BITS (w1, 12, 11);
      in->clamp = BITS (w1, 13, 13);
      in->omod = gfx9 ? BITS (w1, 15, 14) : 0;
      if (r->enc != GCN_ENC_VOPC
	  && (in->dst_sel == 7 || in->dst_unused == 3))
	d->error = GCN_BAD_SDWA;
    }
  in->src_sel[0] = BITS (w1, 18, 16);
  in->src_sel[1] = BITS (w1, 26, 24);
  in->sext = BITS (w1, 19, 19) | BITS (w1, 27, 27) << 1;
  in->neg = BITS (w1, 20, 20) | BITS (w1, 28, 28) << 1;
  in->abs = BITS (w1, 21, 21) | BITS (w1, 29, 29) << 1;
  if (in->src_sel[0] == 7 || (r->enc != GCN_ENC_VOP1 && in->src_sel[1] == 7))
    d->error = GCN_BAD_SDWA;
}

/* Takes the second word of RDNA's DPP of 8 lanes.  */

static void
decode_dpp8 (struct gcn_decoder *d, uint32_t w1, bool fi)
{
  struct gcn_insn *in = d->in;
  in->form = GCN_DPP_FORM;
  in->length = 8;
  in->dpp8 = 1;
  in->fi = fi;
  in->src[0] = GCN_VGPR + (w1 & 0xff);
  in->literal = w1 >> 8;
  in->row_mask = in->bank_mask = 15;
}

/* Whether DPP control C is one of CPU.  */

static bool
dpp_control_p (unsigned c, enum gcn_cpu cpu)
{
  if (c <= 0xff || (c >= 0x101 && c <= 0x12f && c % 16) || c == 0x140
      || c == 0x141)
    return true;
  if (cpu & GCN_RDNA)
    return c >= 0x150 && c <= 0x16f;
  return (c == 0x130 || c == 0x134 || c == 0x138 || c == 0x13c || c == 0x142
	  || c == 0x143 || (c >= 0x150 && c <= 0x15f && cpu & GCN_FROM_90A));
}

/* Takes DPP's second word.  */

static void
decode_dpp (struct gcn_decoder *d, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  in->form = GCN_DPP_FORM;
  in->length = 8;
  in->src[0] = GCN_VGPR + (w1 & 0xff);
  in->dpp_ctrl = BITS (w1, 16, 8);
  in->bound_ctrl = BITS (w1, 19, 19);
  in->neg = BITS (w1, 20, 20) | BITS (w1, 22, 22) << 1;
  in->abs = BITS (w1, 21, 21) | BITS (w1, 23, 23) << 1;
  in->bank_mask = BITS (w1, 27, 24);
  in->row_mask = BITS (w1, 31, 28);
  in->fi = d->cpu & GCN_RDNA ? BITS (w1, 18, 18) : 0;
  if (!dpp_control_p (in->dpp_ctrl, d->cpu))
    d->error = GCN_BAD_DPP;
}

/* Whether ROW has forms of DPP and SDWA: its operands have 32 bits or less; for
   DPP more, from gfx90a on.  DPP is a little choosier.  */

static bool
has_form_p (const struct gcn_decoder *d, bool dpp)
{
  const struct gcn_row *r = d->in->row;
  /* gfx11 has no SDWA, gfx10-3 no comparisons with DPP; those of gfx11 are not
     decoded.  */
  if (d->cpu & GCN_RDNA
      && (dpp ? r->enc == GCN_ENC_VOPC : d->cpu == GCN_GFX1100))
    return false;
  if (dpp && d->cpu & GCN_FROM_90A)
    return !(r->flags & GCN_F_NODPPSDWA);
  return !(r->flags & GCN_F_NODPPSDWA)
	 && (r->d < GCN_T_b64 || r->enc == GCN_ENC_VOPC)
	 && r->s[0] < GCN_T_b64 && r->s[1] < GCN_T_b64;
}

/* The type of ROW's second source: there a class of v_cmp_class_f16 is one of 16
   bits.  */

static enum gcn_type
second_type (const struct gcn_row *row)
{
  enum gcn_op op = row - gcn_rows;
  return (op == GCN_OP_v_cmp_class_f16 || op == GCN_OP_v_cmpx_class_f16
	  ? GCN_T_b16 : (enum gcn_type) row->s[1]);
}

/* On gfx11 the short encodings have a register of 16 bits in 7 bits, and the eighth
   one says which half: makes BIT of op_sel of that in CODE, of type T.  */

static void
split_half (struct gcn_decoder *d, uint16_t *code, enum gcn_type t,
	    unsigned bit)
{
  if (d->cpu != GCN_GFX1100 || !gcn_half_type_p (t) || *code < GCN_VGPR
      || *code == GCN_NO_OPERAND || !(*code & 128))
    return;
  *code &= ~128u;
  d->in->op_sel |= bit;
}

void
gcn_decode_vop (struct gcn_decoder *d, uint32_t w, size_t n)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  unsigned src0 = w & 0x1ff;
  if (r->flags & GCN_F_SDST)
    in->dst = gcn_scalar (d, BITS (w, 24, 17), 1, false);
  else if (r->d && r->enc != GCN_ENC_VOPC)
    {
      in->dst = gcn_vgpr (d, BITS (w, 24, 17), gcn_type_regs (r->d, d->cpu));
      split_half (d, &in->dst, (enum gcn_type) r->d, 8);
    }
  if (r - gcn_rows == GCN_OP_v_accvgpr_mov_b32)
    {
      if (src0 == GCN_SDWA || src0 == GCN_DPP)
	d->error = GCN_NO_FORM;
      in->dst += GCN_AGPR - GCN_VGPR;
      in->src[0] = gcn_vgpr (d, src0 & 0xff, 1) + GCN_AGPR - GCN_VGPR;
      return;
    }
  if (r->enc == GCN_ENC_VOPC || r->flags & GCN_F_CO)
    in->sdst = (d->cpu & GCN_RDNA && r->flags & GCN_F_WEXEC ? GCN_EXEC
		: GCN_VCC);
  if (r->enc != GCN_ENC_VOP1)
    {
      in->src[1] = gcn_vgpr (d, BITS (w, 16, 9),
			     gcn_type_regs (r->s[1], d->cpu));
      split_half (d, &in->src[1], second_type (r), 2);
    }
  if (r->flags & GCN_F_RVCC)
    in->src[2] = GCN_VCC;
  if (!r->s[0])
    {
      if (w & 0x1fe0000)
	d->error = GCN_NOT_ZERO;
      return;
    }
  bool dpp8 = (d->cpu & GCN_RDNA
	       && (src0 == GCN_DPP8 || src0 == GCN_DPP8_FI));
  if (src0 == GCN_SDWA || src0 == GCN_DPP || dpp8)
    {
      if (n < 2)
	d->error = GCN_CUT_OFF;
      else if (!has_form_p (d, src0 != GCN_SDWA))
	d->error = GCN_NO_FORM;
      else if (src0 == GCN_SDWA)
	decode_sdwa (d, in->word[1]);
      else if (dpp8)
	decode_dpp8 (d, in->word[1], src0 == GCN_DPP8_FI);
      else
	decode_dpp (d, in->word[1]);
      split_half (d, &in->src[0], (enum gcn_type) r->s[0], 1);
      return;
    }
  in->src[0] = gcn_vector (d, src0, r->s[0]);
  split_half (d, &in->src[0], (enum gcn_type) r->s[0], 1);
  if (r->flags & GCN_F_SDST && src0 >= GCN_INT_0 && src0 < GCN_VGPR
      && src0 != GCN_LDS_DIRECT)
    d->error = GCN_BAD_OPERAND;
  if (r->flags & GCN_F_MADK)
    d->literal = true;
  gcn_take_literal (d, n);
}

/* VOP3, forms a and b, of any instruction, of which N words may be read.  */

void
gcn_decode_vop3 (struct gcn_decoder *d, uint32_t w, uint32_t w1, size_t n)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  bool b = (r->flags & (GCN_F_CO | GCN_F_VOP3B)) != 0;
  in->form = GCN_E64;
  in->length = 8;
  in->clamp = BITS (w, 15, 15);
  /* v_cmpx writes EXEC alone.  */
  if (r->enc == GCN_ENC_VOPC && d->cpu & GCN_RDNA && r->flags & GCN_F_WEXEC)
    in->sdst = GCN_EXEC;
  else if (r->enc == GCN_ENC_VOPC)
    in->sdst = gcn_scalar (d, w & 0xff, 2, false);
  else if (r->flags & GCN_F_SDST)
    in->dst = gcn_scalar (d, w & 0xff, 1, false);
  else if (r->d)
    in->dst = gcn_vgpr (d, w & 0xff, gcn_type_regs (r->d, d->cpu));
  if (b)
    in->sdst = gcn_scalar (d, BITS (w, 14, 8), 2, false);
  else
    {
      in->abs = BITS (w, 10, 8);
      in->op_sel = d->cpu != GCN_GFX803 ? BITS (w, 14, 11) : 0;
    }
  in->omod = BITS (w1, 28, 27);
  in->neg = BITS (w1, 31, 29);
  static const uint8_t at[3] = { 0, 9, 18 };
  for (int i = 0; i < 3; i++)
    if (r->s[i])
      in->src[i] = gcn_vector (d, w1 >> at[i] & 0x1ff, r->s[i]);
  if (r->flags & GCN_F_RVCC && r->enc == GCN_ENC_VOP2)
    in->src[2] = gcn_scalar (d, BITS (w1, 26, 18), 2, false);
  else if (r->flags & GCN_F_RVCC)
    in->simm = GCN_VCC;
  if (d->literal && d->cpu & GCN_RDNA)
    gcn_take_literal (d, n);
  else if (d->literal)
    d->error = GCN_NO_LITERAL;
}

/* A factor of a matrix of formats of 4 to 8 bits has so many registers.  */

static unsigned
factor_regs (unsigned format)
{
  return format < 2 ? 8 : format < 4 ? 6 : 4;
}

/* VOP3P's form for matrices and AGPRs ("VOP3P-MAI").  */

static void
decode_mai (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  enum gcn_op op = r - gcn_rows;
  const unsigned agpr = GCN_AGPR - GCN_VGPR;
  bool read = op == GCN_OP_v_accvgpr_read_b32;
  bool write = op == GCN_OP_v_accvgpr_write_b32;
  bool formats = (op == GCN_OP_v_mfma_f32_16x16x128_f8f6f4
		  || op == GCN_OP_v_mfma_f32_32x32x64_f8f6f4);
  /* What is added and the result: on gfx908 AGPRs always.  */
  bool acc = d->cpu == GCN_GFX908 || BITS (w, 15, 15);
  bool sparse = r->flags & GCN_F_RDST;
  in->cbsz = BITS (w, 10, 8);
  in->abid = BITS (w, 14, 11);
  in->blgp = BITS (w1, 31, 29);
  if (formats && (in->cbsz > 4 || in->blgp > 4))
    d->error = GCN_BAD_OPERAND;
  in->dst = gcn_vgpr (d, w & 0xff, gcn_type_regs (r->d, d->cpu));
  if (write || (acc && !read))
    in->dst += agpr;
  for (int i = 0; i < 3; i++)
    {
      unsigned code = w1 >> (9 * i) & 0x1ff;
      if (!r->s[i])
	continue;
      if (formats && i < 2 && code >= GCN_VGPR)
	in->src[i] = gcn_vgpr (d, code - GCN_VGPR,
			       factor_regs (i ? in->blgp : in->cbsz));
      else if (i == 2 && code >= GCN_INT_0 && code < GCN_SDWA)
	/* A number that is each of the elements.  */
	in->src[i] = gcn_scalar (d, code, 1, true);
      else
	in->src[i] = gcn_vector (d, code, r->s[i]);
      if (in->src[i] >= GCN_VGPR
	  && (i == 2 ? acc && !sparse : read || (!write && BITS (w1, 27 + i,
								 27 + i))))
	in->src[i] += agpr;
    }
  if (d->literal)
    d->error = GCN_NO_LITERAL;
}

void
gcn_decode_vop3p (struct gcn_decoder *d, uint32_t w, uint32_t w1, size_t n)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  in->form = GCN_E64;
  in->length = 8;
  if (r->flags & GCN_F_MAI)
    {
      decode_mai (d, w, w1);
      return;
    }
  in->clamp = BITS (w, 15, 15);
  in->op_sel_hi = BITS (w, 14, 14) << 2 | BITS (w1, 28, 27);
  in->op_sel = BITS (w, 13, 11);
  in->neg_hi = BITS (w, 10, 8);
  in->neg = BITS (w1, 31, 29);
  if (r->d)
    in->dst = gcn_vgpr (d, w & 0xff, gcn_type_regs (r->d, d->cpu));
  static const uint8_t at[3] = { 0, 9, 18 };
  for (int i = 0; i < 3; i++)
    if (r->s[i])
      in->src[i] = gcn_vector (d, w1 >> at[i] & 0x1ff, r->s[i]);
  if (d->literal && d->cpu & GCN_RDNA)
    gcn_take_literal (d, n);
  else if (d->literal)
    d->error = GCN_NO_LITERAL;
}

void
gcn_decode_vintrp (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  if (r->enc == GCN_ENC_VINTRP)
    {
      in->dst = GCN_VGPR + BITS (w, 25, 18);
      in->attr = BITS (w, 15, 10);
      in->chan = BITS (w, 9, 8);
      if (r->s[0] == GCN_T_param)
	in->simm = w & 0xff;
      else
	in->src[0] = GCN_VGPR + (w & 0xff);
      return;
    }
  in->form = GCN_E64;
  in->length = 8;
  in->dst = GCN_VGPR + (w & 0xff);
  in->clamp = BITS (w, 15, 15);
  in->abs = BITS (w, 10, 8);
  in->attr = BITS (w1, 5, 0);
  in->chan = BITS (w1, 7, 6);
  in->high = BITS (w1, 8, 8);
  in->neg = BITS (w1, 31, 29);
  in->omod = BITS (w1, 28, 27);
  if (r->s[0] == GCN_T_param)
    in->simm = BITS (w1, 17, 9);
  else
    in->src[0] = gcn_vector (d, BITS (w1, 17, 9), GCN_T_b32);
  if (r->s[2])
    in->src[2] = gcn_vector (d, BITS (w1, 26, 18), GCN_T_b32);
  if (d->literal)
    d->error = GCN_NO_LITERAL;
}

