/* The decoder of GCN3 and GFX9 instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Where the fields are: chapter 13 of the GCN3 manual, "Microcode formats",
   and the same of the Vega manual.  */

#include <pthread.h>
#include <string.h>

#include "decode.h"

/* Row numbers plus one by processor, encoding and opcode.  */
enum { N_CPUS = 9, N_OPCODES = 1024 };
static uint16_t row_index[N_CPUS][GCN_N_ENCS][N_OPCODES];

static void
fill_index (void)
{
  for (unsigned i = 0; i < GCN_N_OPS; i++)
    for (unsigned c = 0; c < N_CPUS; c++)
      {
	bool vop3;
	int op = gcn_row_opcode (&gcn_rows[i], (enum gcn_cpu) (1 << c), &vop3);
	if (op >= 0)
	  row_index[c][vop3 ? GCN_ENC_VOP3 : gcn_rows[i].enc][op] = i + 1;
      }
}

static const struct gcn_row *
find_row (enum gcn_cpu cpu, enum gcn_enc enc, unsigned opcode)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, fill_index);
  unsigned i = row_index[__builtin_ctz (cpu)][enc][opcode];
  return i ? &gcn_rows[i - 1] : NULL;
}

static void
decode_sop (struct gcn_decoder *d, uint32_t w, size_t n)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  unsigned dst = BITS (w, 22, 16);
  unsigned regs = gcn_type_regs (r->d, d->cpu);
  in->simm = w & 0xffff;
  if (r->enc == GCN_ENC_SOPK)
    {
      /* The register is a source in comparisons and s_setreg_b32.  */
      if (r->s[0] == GCN_T_label && !regs)
	in->src[0] = gcn_scalar (d, dst, 2, false);
      else if (regs)
	in->dst = gcn_scalar (d, dst, regs, false);
      else if (r - gcn_rows != GCN_OP_s_setreg_imm32_b32)
	in->src[0] = gcn_scalar (d, dst, 1, false);
      else
	d->literal = true;
    }
  else if (r->enc == GCN_ENC_SOPP)
    {
      if (!r->s[0] && in->simm)
	d->error = GCN_NOT_ZERO;
    }
  else
    {
      if (r->enc != GCN_ENC_SOPC && regs)
	in->dst = gcn_scalar (d, dst, regs, false);
      if (r->s[0] == GCN_T_sendmsg)
	in->simm = w & 0xff;
      else if (r->s[0])
	in->src[0] = gcn_scalar (d, w & 0xff, gcn_type_regs (r->s[0], d->cpu),
			     r - gcn_rows != GCN_OP_s_cbranch_join);
      if (r->s[1] == GCN_T_imm4)
	in->simm = BITS (w, 15, 8);
      else if (r->s[1])
	in->src[1] = gcn_scalar (d, BITS (w, 15, 8),
			     gcn_type_regs (r->s[1], d->cpu), true);
    }
  gcn_take_literal (d, n);
}

/* SMEM of RDNA.  */

static void
decode_smem_rdna (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  bool gfx11 = d->cpu == GCN_GFX1100;
  in->length = 8;
  in->glc = gfx11 ? BITS (w, 14, 14) : BITS (w, 16, 16);
  in->dlc = gfx11 ? BITS (w, 13, 13) : BITS (w, 14, 14);
  if (r->d)
    in->dst = gcn_scalar (d, BITS (w, 12, 6), gcn_type_regs (r->d, d->cpu),
			  false);
  if (!r->s[0])
    return;
  in->src[0] = gcn_scalar (d, BITS (w, 5, 0) * 2,
			   gcn_type_regs (r->s[0], d->cpu), false);
  in->offset = (int32_t) (w1 << 11) >> 11;
  in->soffset = gcn_scalar (d, BITS (w1, 31, 25), 1, false);
}

static void
decode_smem (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  bool gfx9 = d->cpu != GCN_GFX803;
  in->length = 8;
  in->glc = BITS (w, 16, 16);
  in->nv = gfx9 ? BITS (w, 15, 15) : 0;
  unsigned data = BITS (w, 12, 6);
  if (r->d)
    in->dst = gcn_scalar (d, data, gcn_type_regs (r->d, d->cpu), false);
  else if (r->s[1])
    in->src[1] = gcn_scalar (d, data, gcn_type_regs (r->s[1], d->cpu), false);
  else
    in->simm = data;
  if (!r->s[0])
    return;
  in->src[0] = gcn_scalar (d, BITS (w, 5, 0) * 2,
		       gcn_type_regs (r->s[0], d->cpu), false);
  bool imm = BITS (w, 17, 17);
  if (imm)
    in->offset = gfx9 ? (int32_t) (w1 << 11) >> 11 : (int32_t) (w1 & 0xfffff);
  if (gfx9 && BITS (w, 14, 14))
    in->soffset = gcn_scalar (d, BITS (w1, 31, 25), 1, false);
  else if (!imm)
    in->soffset = gcn_scalar (d, w1 & 0x7f, 1, false);
}

/* What makes an AGPR of a VGPR where BIT says so, from gfx90a on.  */

static unsigned
gcn_acc (const struct gcn_decoder *d, unsigned bit)
{
  return d->cpu & GCN_FROM_90A && bit ? GCN_AGPR - GCN_VGPR : 0;
}

static void
decode_ds (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  unsigned acc = gcn_acc (d, BITS (w, 25, 25));
  in->length = 8;
  if (d->cpu & GCN_RDNA && w & 1u << 16)
    d->error = GCN_NOT_ZERO;
  /* There is no GDS from gfx90a on, but ds_gws_*.  */
  in->gds = (d->cpu & GCN_RDNA ? BITS (w, 17, 17)
	     : !(d->cpu & GCN_FROM_90A) || r->flags & GCN_F_GDS
	     ? BITS (w, 16, 16) : 0);
  if (r->flags & GCN_F_OFF2)
    {
      in->offset = BITS (w, 7, 0);
      in->offset1 = BITS (w, 15, 8);
    }
  else
    in->offset = w & 0xffff;
  if (r->s[0])
    in->src[0] = GCN_VGPR + BITS (w1, 7, 0);
  if (r->s[1])
    /* ds_gws_* have their value where others have the address.  */
    in->src[1] = acc + gcn_vgpr (d, r->flags & GCN_F_GWSDATA
				 ? BITS (w1, 7, 0) : BITS (w1, 15, 8),
				 gcn_type_regs (r->s[1], d->cpu));
  if (r->s[2])
    in->src[2] = acc + gcn_vgpr (d, BITS (w1, 23, 16),
				 gcn_type_regs (r->s[2], d->cpu));
  if (r->d)
    in->dst = acc + gcn_vgpr (d, BITS (w1, 31, 24),
			      gcn_type_regs (r->d, d->cpu));
}

static void
decode_flat (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  bool gfx9 = d->cpu != GCN_GFX803;
  in->length = 8;
  in->slc = BITS (w, 17, 17);
  in->glc = BITS (w, 16, 16);
  unsigned acc = gcn_acc (d, BITS (w1, 23, 23));
  /* From gfx942 on this bit says that scratch has a VGPR too.  */
  bool sve = d->cpu & GCN_FROM_942 && BITS (w, 13, 13);
  if (gfx9)
    {
      in->lds = !(d->cpu & GCN_FROM_90A) ? BITS (w, 13, 13) : 0;
      in->sc1 = d->cpu & GCN_FROM_90A ? BITS (w, 25, 25) : 0;
      if (r->enc == GCN_ENC_FLAT && w & 0x1000)
	d->error = GCN_NOT_ZERO;
      in->nv = !(d->cpu & GCN_FROM_90A) ? BITS (w1, 23, 23) : 0;
      in->offset = (r->enc == GCN_ENC_FLAT ? (int32_t) (w & 0xfff)
		    : (int32_t) (w << 19) >> 19);
      in->saddr = GCN_NO_OPERAND;
      unsigned saddr = BITS (w1, 22, 16);
      if (saddr != 0x7f && r->enc != GCN_ENC_FLAT)
	in->saddr = gcn_scalar (d, saddr, r->enc == GCN_ENC_GLOBAL ? 2 : 1,
			    false);
    }
  else
    {
      in->tfe = BITS (w1, 23, 23);
      in->saddr = GCN_NO_OPERAND;
      if (w & 0xffff || w1 & 0xff0000)
	d->error = GCN_NOT_ZERO;
    }
  bool narrow = (r->enc == GCN_ENC_SCRATCH
		 || (r->enc == GCN_ENC_GLOBAL && in->saddr != GCN_NO_OPERAND));
  if (r->enc != GCN_ENC_SCRATCH
      || (d->cpu & GCN_FROM_942 ? sve : in->saddr == GCN_NO_OPERAND))
    in->src[0] = gcn_vgpr (d, w1 & 0xff, narrow ? 1 : 2);
  if (r->s[1])
    in->src[1] = acc + gcn_vgpr (d, BITS (w1, 15, 8),
				 gcn_type_regs (r->s[1], d->cpu));
  if (r->d && (!(r->flags & GCN_F_ATOM) || in->glc))
    in->dst = acc + gcn_vgpr (d, BITS (w1, 31, 24),
			      gcn_type_regs (r->d, d->cpu) + in->tfe);
}

/* The addresses of SCRATCH on RDNA: gfx10-3 has a VGPR, or an SGPR, or, where
   SADDR is 127, neither; gfx11 says in a bit of its own whether there is a
   VGPR.  */

static void
decode_scratch_rdna (struct gcn_decoder *d, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  unsigned saddr = BITS (w1, 22, 16);
  bool vgpr;
  if (d->cpu == GCN_GFX1100)
    vgpr = w1 & 1u << 23;
  else
    {
      vgpr = saddr == GCN_NULL;
      if (saddr == 0x7f)
	saddr = GCN_NULL;
      if (w1 & 1u << 23)
	d->error = GCN_NOT_ZERO;
    }
  saddr = gcn_scalar (d, saddr, 1, false);
  if (saddr != GCN_NULL)
    in->saddr = saddr;
  if (vgpr)
    in->src[0] = gcn_vgpr (d, w1 & 0xff, 1);
}

/* FLAT, GLOBAL and SCRATCH of RDNA.  */

static void
decode_flat_rdna (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  bool flat = r->enc == GCN_ENC_FLAT, scratch = r->enc == GCN_ENC_SCRATCH;
  in->length = 8;
  if (d->cpu == GCN_GFX1100)
    {
      in->dlc = BITS (w, 13, 13);
      in->glc = BITS (w, 14, 14);
      in->slc = BITS (w, 15, 15);
      in->offset = flat ? (int32_t) (w & 0xfff) : (int32_t) (w << 19) >> 19;
      if (w & 1u << 25 || (!scratch && w1 & 1u << 23)
	  || (flat && w & 0x1000))
	d->error = GCN_NOT_ZERO;
    }
  else
    {
      in->dlc = BITS (w, 12, 12);
      in->lds = BITS (w, 13, 13);
      in->glc = BITS (w, 16, 16);
      in->slc = BITS (w, 17, 17);
      in->offset = flat ? (int32_t) (w & 0x7ff) : (int32_t) (w << 20) >> 20;
      if (w & 1u << 25 || (!scratch && w1 & 1u << 23)
	  || (flat && w & 0x800))
	d->error = GCN_NOT_ZERO;
    }
  if (scratch)
    decode_scratch_rdna (d, w1);
  else
    {
      unsigned saddr = gcn_scalar (d, BITS (w1, 22, 16), 2, false);
      if (saddr != GCN_NULL)
	{
	  in->saddr = saddr;
	  if (flat)
	    d->error = GCN_NOT_ZERO;
	}
      in->src[0] = gcn_vgpr (d, w1 & 0xff,
			     in->saddr == GCN_NO_OPERAND ? 2 : 1);
    }
  if (r->s[1])
    in->src[1] = gcn_vgpr (d, BITS (w1, 15, 8),
			   gcn_type_regs (r->s[1], d->cpu));
  if (r->d && (!(r->flags & GCN_F_ATOM) || in->glc))
    in->dst = gcn_vgpr (d, BITS (w1, 31, 24), gcn_type_regs (r->d, d->cpu));
}

static void
decode_buffer (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  in->length = 8;
  in->glc = BITS (w, 14, 14);
  in->idxen = BITS (w, 13, 13);
  in->offen = BITS (w, 12, 12);
  in->offset = w & 0xfff;
  unsigned acc = gcn_acc (d, BITS (w1, 23, 23));
  if (d->cpu & GCN_FROM_90A)
    in->sc1 = (r->enc == GCN_ENC_MTBUF ? BITS (w1, 21, 21)
	       : BITS (w, 15, 15));
  else
    in->tfe = BITS (w1, 23, 23);
  if (r->enc == GCN_ENC_MTBUF)
    {
      in->nfmt = BITS (w, 25, 23);
      in->dfmt = BITS (w, 22, 19);
      in->slc = BITS (w1, 22, 22);
    }
  else
    {
      in->slc = BITS (w, 17, 17);
      in->lds = BITS (w, 16, 16);
      if (r->flags & GCN_F_CACHE)
	return;
    }
  if (in->idxen || in->offen)
    in->src[0] = gcn_vgpr (d, w1 & 0xff, in->idxen + in->offen);
  in->srsrc = gcn_scalar (d, BITS (w1, 20, 16) * 4, 4, false);
  in->soffset = gcn_scalar (d, w1 >> 24, 1, true);
  if (d->literal)
    d->error = GCN_NO_LITERAL;
  enum gcn_type t = r->s[1] ? r->s[1] : r->d;
  unsigned regs = gcn_type_regs (t, d->cpu) + in->tfe;
  if (in->lds || !t)
    return;
  unsigned data = acc + gcn_vgpr (d, BITS (w1, 15, 8), regs);
  if (r->s[1])
    in->src[1] = data;
  if (r->d && (!(r->flags & GCN_F_ATOM) || in->glc))
    in->dst = data;
}

static void
decode_mimg (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  const struct gcn_row *r = in->row;
  in->length = 8;
  in->slc = BITS (w, 25, 25);
  in->lwe = BITS (w, 17, 17);
  in->tfe = BITS (w, 16, 16);
  in->r128 = BITS (w, 15, 15);
  in->da = BITS (w, 14, 14);
  in->glc = BITS (w, 13, 13);
  in->unorm = BITS (w, 12, 12);
  in->dmask = BITS (w, 11, 8);
  in->d16 = BITS (w1, 31, 31);
  in->src[0] = gcn_vgpr (d, w1 & 0xff, gcn_type_regs (r->s[0], d->cpu));
  in->srsrc = gcn_scalar (d, BITS (w1, 20, 16) * 4, 8, false);
  if (r->flags & GCN_F_SAMPLER)
    in->ssamp = gcn_scalar (d, BITS (w1, 25, 21) * 4, 4, false);
  unsigned regs = (r->flags & GCN_F_GATHER ? 4
		   : in->dmask ? __builtin_popcount (in->dmask) : 1);
  if (r->flags & GCN_F_ATOM && r->opcode == 17)
    regs = regs < 2 ? 2 : regs;
  if (in->d16 && d->cpu != GCN_GFX803)
    regs = (regs + 1) / 2;
  unsigned data = gcn_vgpr (d, BITS (w1, 15, 8), regs + in->tfe);
  in->simm = regs + in->tfe;
  if (r->s[1])
    in->src[1] = data;
  if (r->d && (!(r->flags & GCN_F_ATOM) || in->glc))
    in->dst = data;
}

static void
decode_exp (struct gcn_decoder *d, uint32_t w, uint32_t w1)
{
  struct gcn_insn *in = d->in;
  in->length = 8;
  in->vm = BITS (w, 12, 12);
  in->done = BITS (w, 11, 11);
  in->compr = BITS (w, 10, 10);
  in->tgt = BITS (w, 9, 4);
  in->en = w & 0xf;
  in->literal = w1;
  if (!(in->tgt <= 9 || (in->tgt >= 12 && in->tgt <= 15)
	|| (in->tgt >= 32 && in->tgt <= 63)))
    d->error = "an export target that is reserved";
}

/* The row of a VOP3 opcode, which may be one of VOP1, VOP2 or VOPC.  */

static const struct gcn_row *
find_vop3 (enum gcn_cpu cpu, unsigned op)
{
  const struct gcn_row *r;
  if (cpu & GCN_RDNA)
    {
      r = find_row (cpu, GCN_ENC_VOP3, op);
      if (!r)
	r = (op < 0x100 ? find_row (cpu, GCN_ENC_VOPC, op)
	     : op < 0x140 ? find_row (cpu, GCN_ENC_VOP2, op - 0x100)
	     : op >= 0x180 && op < 0x200
	     ? find_row (cpu, GCN_ENC_VOP1, op - 0x180) : NULL);
    }
  else if (op < 0x100)
    r = find_row (cpu, GCN_ENC_VOPC, op);
  else if (op < 0x140)
    r = find_row (cpu, GCN_ENC_VOP2, op - 0x100);
  else if (op < 0x1c0)
    r = find_row (cpu, GCN_ENC_VOP1, op - 0x140);
  else
    {
      r = find_row (cpu, GCN_ENC_VOP3, op);
      if (!r)
	r = find_row (cpu, GCN_ENC_VINTRP3, op);
    }
  return r && r->flags & GCN_F_NOE64 ? NULL : r;
}

/* Finds the row of W for CPU, of RDNA, where the first bits say that it is none of
   the scalar instructions, VOP1, VOP2 and VOPC.  */

static const struct gcn_row *
classify_rdna (uint32_t w, enum gcn_cpu cpu)
{
  switch (w >> 26)
    {
    case 0x33:
      return (BITS (w, 25, 23) ? NULL
	      : find_row (cpu, GCN_ENC_VOP3P, BITS (w, 22, 16)));
    case 0x35:
      return find_vop3 (cpu, BITS (w, 25, 16));
    case 0x36:
      return find_row (cpu, GCN_ENC_DS, BITS (w, 25, 18));
    case 0x37:
      {
	unsigned seg = cpu == GCN_GFX1100 ? BITS (w, 17, 16) : BITS (w, 15, 14);
	static const uint8_t encs[] = { GCN_ENC_FLAT, GCN_ENC_SCRATCH,
					GCN_ENC_GLOBAL };
	return seg == 3 ? NULL : find_row (cpu, encs[seg], BITS (w, 24, 18));
      }
    case 0x38:
      return find_row (cpu, GCN_ENC_MUBUF, BITS (w, 25, 18));
    case 0x3d:
      return find_row (cpu, GCN_ENC_SMEM, BITS (w, 25, 18));
    }
  return NULL;
}

/* Finds the row of W for CPU.  */

static const struct gcn_row *
classify (uint32_t w, enum gcn_cpu cpu)
{
  if (!(w >> 31))
    {
      unsigned op = BITS (w, 30, 25);
      if (op == 0x3f)
	return find_row (cpu, GCN_ENC_VOP1, BITS (w, 16, 9));
      if (op == 0x3e)
	return find_row (cpu, GCN_ENC_VOPC, BITS (w, 24, 17));
      return find_row (cpu, GCN_ENC_VOP2, op);
    }
  if (w >> 30 == 2)
    {
      unsigned op = BITS (w, 29, 23);
      if (op == 0x7d)
	return find_row (cpu, GCN_ENC_SOP1, BITS (w, 15, 8));
      if (op == 0x7e)
	return find_row (cpu, GCN_ENC_SOPC, BITS (w, 22, 16));
      if (op == 0x7f)
	return find_row (cpu, GCN_ENC_SOPP, BITS (w, 22, 16));
      if (op >= 0x60)
	return find_row (cpu, GCN_ENC_SOPK, op - 0x60);
      return find_row (cpu, GCN_ENC_SOP2, op);
    }
  if (cpu & GCN_RDNA)
    return classify_rdna (w, cpu);
  switch (w >> 26)
    {
    case 0x30:
      return find_row (cpu, GCN_ENC_SMEM, BITS (w, 25, 18));
    case 0x31:
      return find_row (cpu, GCN_ENC_EXP, 0);
    case 0x34:
      if (BITS (w, 25, 23) == 7)
	return find_row (cpu, GCN_ENC_VOP3P, BITS (w, 22, 16));
      return find_vop3 (cpu, BITS (w, 25, 16));
    case 0x35:
      return find_row (cpu, GCN_ENC_VINTRP, BITS (w, 17, 16));
    case 0x36:
      return find_row (cpu, GCN_ENC_DS, BITS (w, 24, 17));
    case 0x37:
      {
	unsigned seg = cpu == GCN_GFX803 ? 0 : BITS (w, 15, 14);
	static const uint8_t encs[] = { GCN_ENC_FLAT, GCN_ENC_SCRATCH,
					GCN_ENC_GLOBAL };
	return seg == 3 ? NULL : find_row (cpu, encs[seg], BITS (w, 24, 18));
      }
    case 0x38:
      return find_row (cpu, GCN_ENC_MUBUF, BITS (w, 24, 18));
    case 0x3a:
      return find_row (cpu, GCN_ENC_MTBUF, BITS (w, 18, 15));
    case 0x3c:
      return find_row (cpu, GCN_ENC_MIMG, BITS (w, 24, 18));
    }
  return NULL;
}

const char *
gcn_decode (const uint32_t *words, size_t n, enum gcn_cpu cpu,
	    struct gcn_insn *in)
{
  uint32_t w = words[0], w1 = n > 1 ? words[1] : 0;
  struct gcn_decoder d = { in, cpu, words, NULL, false, false };
  const uint32_t vop3 = cpu & GCN_RDNA ? 0x35 : 0x34;
  memset (in, 0, sizeof *in);
  in->word[0] = w;
  in->word[1] = w1;
  in->length = 4;
  in->dst = in->sdst = in->src[0] = in->src[1] = in->src[2] = GCN_NO_OPERAND;
  in->soffset = in->saddr = in->srsrc = in->ssamp = GCN_NO_OPERAND;
  in->row = classify (w, cpu);
  if (!in->row)
    return GCN_UNKNOWN_OPCODE;
  enum gcn_enc enc = in->row->enc;
  if (n < 2 && (enc == GCN_ENC_SMEM || enc == GCN_ENC_VINTRP3
		|| enc >= GCN_ENC_DS || enc == GCN_ENC_VOP3P
		|| w >> 26 == vop3))
    d.error = GCN_CUT_OFF;
  else if (w >> 26 == vop3 && enc != GCN_ENC_VOP3P && enc != GCN_ENC_VINTRP3)
    gcn_decode_vop3 (&d, w, w1, n);
  else
    switch (enc)
      {
      case GCN_ENC_SMEM:
	if (cpu & GCN_RDNA)
	  decode_smem_rdna (&d, w, w1);
	else
	  decode_smem (&d, w, w1);
	break;
      case GCN_ENC_VOP1: case GCN_ENC_VOP2: case GCN_ENC_VOPC:
	gcn_decode_vop (&d, w, n);
	break;
      case GCN_ENC_VOP3P:
	gcn_decode_vop3p (&d, w, w1, n);
	break;
      case GCN_ENC_VINTRP: case GCN_ENC_VINTRP3:
	gcn_decode_vintrp (&d, w, w1);
	break;
      case GCN_ENC_DS:
	decode_ds (&d, w, w1);
	break;
      case GCN_ENC_FLAT: case GCN_ENC_GLOBAL: case GCN_ENC_SCRATCH:
	if (cpu & GCN_RDNA)
	  decode_flat_rdna (&d, w, w1);
	else
	  decode_flat (&d, w, w1);
	break;
      case GCN_ENC_MUBUF: case GCN_ENC_MTBUF:
	if (!(cpu & GCN_RDNA))
	  decode_buffer (&d, w, w1);
	else if (BITS (w, 17, 0) || w1)
	  d.error = GCN_NOT_ZERO;
	else
	  in->length = 8;
	break;
      case GCN_ENC_MIMG:
	decode_mimg (&d, w, w1);
	break;
      case GCN_ENC_EXP:
	decode_exp (&d, w, w1);
	break;
      default:
	decode_sop (&d, w, n);
      }
  if (d.error)
    {
      in->row = NULL;
      in->length = 4;
    }
  return d.error;
}
