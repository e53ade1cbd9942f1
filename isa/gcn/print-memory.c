/* Prints constants of scalar instructions, and memory instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "isa.h"
#include "print.h"

static void
out_waitcnt (struct gcn_out *o)
{
  unsigned v = o->in->simm;
  struct gcn_waits w;
  gcn_waitcnt (v, o->cpu, &w);
  unsigned vm = w.vm, exp = w.exp, lgkm = w.lgkm;
  unsigned vm_max = w.vm_max, lgkm_max = w.lgkm_max;
  bool all = vm == vm_max && exp == 7 && lgkm == lgkm_max;
  const char *space = "";
  if (vm != vm_max || all)
    {
      gcn_out (o, "vmcnt(%u)", vm);
      space = " ";
    }
  if (exp != 7 || all)
    {
      gcn_out (o, "%sexpcnt(%u)", space, exp);
      space = " ";
    }
  if (lgkm != lgkm_max || all)
    gcn_out (o, "%slgkmcnt(%u)", space, lgkm);
}

/* The fields of s_waitcnt_depctr that wait for anything; all of them where none
   does; a number where a bit that is none of them is not as the assembler has
   it.  */

static void
out_depctr (struct gcn_out *o)
{
  static const struct { const char *name; uint8_t shift, bits; } fields[] =
  {
    { "hold_cnt", 7, 1 }, { "sa_sdst", 0, 1 }, { "va_vdst", 12, 4 },
    { "va_sdst", 9, 3 }, { "va_ssrc", 8, 1 }, { "va_vcc", 1, 1 },
    { "vm_vsrc", 2, 3 }
  };
  unsigned v = o->in->simm;
  const char *space = "";
  bool all = v == 0xff9f;
  if (v & 0x60)
    {
      gcn_out (o, "0x%x", v);
      return;
    }
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    {
      unsigned most = (1u << fields[i].bits) - 1;
      unsigned field = v >> fields[i].shift & most;
      if (field == most && !all)
	continue;
      gcn_out (o, "%sdepctr_%s(%u)", space, fields[i].name, field);
      space = " ";
    }
}

/* s_delay_alu: what the next instruction waits for, how far behind it a second
   one is, and what that one waits for.  */

static void
out_delay (struct gcn_out *o)
{
  static const char *const ids[] =
  {
    "NO_DEP", "VALU_DEP_1", "VALU_DEP_2", "VALU_DEP_3", "VALU_DEP_4",
    "TRANS32_DEP_1", "TRANS32_DEP_2", "TRANS32_DEP_3", "FMA_ACCUM_CYCLE_1",
    "SALU_CYCLE_1", "SALU_CYCLE_2", "SALU_CYCLE_3"
  };
  static const char *const skips[] = { "SAME", "NEXT", "SKIP_1", "SKIP_2",
				       "SKIP_3", "SKIP_4" };
  enum { N_IDS = sizeof ids / sizeof *ids,
	 N_SKIPS = sizeof skips / sizeof *skips };
  unsigned v = o->in->simm, id0 = v & 15, skip = v >> 4 & 7, id1 = v >> 7 & 15;
  const char *bar = "";
  if (!v)
    gcn_out (o, "0");
  if (id0)
    {
      gcn_out (o, "instid0(%s)",
	       id0 < N_IDS ? ids[id0] : "/* invalid instid value */");
      bar = " | ";
    }
  if (skip)
    {
      gcn_out (o, "%sinstskip(%s)", bar,
	       skip < N_SKIPS ? skips[skip] : "/* invalid instskip value */");
      bar = " | ";
    }
  if (id1)
    gcn_out (o, "%sinstid1(%s)", bar,
	     id1 < N_IDS ? ids[id1] : "/* invalid instid value */");
}

static void
out_hwreg (struct gcn_out *o)
{
  unsigned v = o->in->simm, id = v & 63;
  unsigned offset = v >> 6 & 31, width = (v >> 11) + 1;
  gcn_out (o, "hwreg(");
  const char *name = gcn_hwreg_name (id, o->cpu);
  if (name)
    gcn_out (o, "HW_REG_%s", name);
  else
    gcn_out (o, "%u", id);
  if (offset || width != 32)
    gcn_out (o, ", %u, %u", offset, width);
  gcn_out (o, ")");
}

/* Messages as the manuals' chapter "s_sendmsg" has them.  */

static void
out_sendmsg (struct gcn_out *o)
{
  static const char *const gs[] = { "GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT",
				    "GS_OP_EMIT_CUT" };
  static const char *const sys[] = { NULL, "SYSMSG_OP_ECC_ERR_INTERRUPT",
				     "SYSMSG_OP_REG_RD",
				     "SYSMSG_OP_HOST_TRAP_ACK",
				     "SYSMSG_OP_TTRACE_PC" };
  static const char *const names[16] =
  {
    [1] = "MSG_INTERRUPT", "MSG_GS", "MSG_GS_DONE", "MSG_SAVEWAVE",
    [15] = "MSG_SYSMSG"
  };
  static const char *const names9[16] =
  {
    [5] = "MSG_STALL_WAVE_GEN", "MSG_HALT_WAVES", "MSG_ORDERED_PS_DONE",
    "MSG_EARLY_PRIM_DEALLOC", "MSG_GS_ALLOC_REQ", "MSG_GET_DOORBELL"
  };
  unsigned v = o->in->simm, id = v & 15, op = v >> 4 & 7, stream = v >> 8 & 3;
  static const char *const returns[] =
  {
    "GET_DOORBELL", "GET_DDID", "GET_TMA", "GET_REALTIME", "SAVE_WAVE",
    "GET_TBA"
  };
  static const char *const names11[] =
  {
    [1] = "MSG_INTERRUPT", "MSG_HS_TESSFACTOR", "MSG_DEALLOC_VGPRS",
    [9] = "MSG_GS_ALLOC_REQ"
  };
  if (o->cpu == GCN_GFX1100)
    {
      if (v >= 128 && v - 128 < sizeof returns / sizeof *returns)
	gcn_out (o, "sendmsg(MSG_RTN_%s)", returns[v - 128]);
      else if (v < sizeof names11 / sizeof *names11 && names11[v])
	gcn_out (o, "sendmsg(%s)", names11[v]);
      else
	gcn_out (o, v < 256 ? "sendmsg(%u, 0, 0)" : "%u", v);
      return;
    }
  const char *name = names[id];
  if (!name && o->cpu != GCN_GFX803)
    name = names9[id];
  if (v & ~0x37fu)
    gcn_out (o, "%u", v);
  else if (name && (id == 2 || id == 3) && op < 4 && (op || id == 3)
	   && (op || !stream))
    {
      gcn_out (o, "sendmsg(%s, %s", name, gs[op]);
      if (op)
	gcn_out (o, ", %u", stream);
      gcn_out (o, ")");
    }
  else if (name && id == 15 && op >= 1 && op <= 4 && !stream)
    gcn_out (o, "sendmsg(%s, %s)", name, sys[op]);
  else if (name && id != 2 && id != 3 && id != 15 && !op && !stream)
    gcn_out (o, "sendmsg(%s)", name);
  else
    gcn_out (o, "sendmsg(%u, %u, %u)", id, op, stream);
}

static void
out_gpridx (struct gcn_out *o)
{
  static const char *const names[] = { "SRC0", "SRC1", "SRC2", "DST" };
  unsigned v = o->in->simm & 0xff;
  if (o->in->simm & ~0xfu)
    {
      gcn_out (o, "0x%x", o->in->simm);
      return;
    }
  const char *comma = "";
  gcn_out (o, "gpr_idx(");
  for (unsigned i = 0; i < 4; i++)
    if (v >> i & 1)
      {
	gcn_out (o, "%s%s", comma, names[i]);
	comma = ",";
      }
  gcn_out (o, ")");
}

/* The constant of 16 bits, or of 8, of an instruction, whose kind is T.  */
void
gcn_out_imm (struct gcn_out *o, enum gcn_type t)
{
  unsigned v = o->in->simm;
  switch (t)
    {
    case GCN_T_simm16: case GCN_T_uimm16:
      gcn_out (o, "0x%x", v);
      break;
    case GCN_T_waitcnt:
      out_waitcnt (o);
      break;
    case GCN_T_depctr:
      out_depctr (o);
      break;
    case GCN_T_delay:
      out_delay (o);
      break;
    case GCN_T_hwreg:
      out_hwreg (o);
      break;
    case GCN_T_sendmsg:
      out_sendmsg (o);
      break;
    case GCN_T_gpridx: case GCN_T_imm4:
      out_gpridx (o);
      break;
    case GCN_T_label: case GCN_T_opt16:
      gcn_out (o, "%u", v);
      break;
    default:
      gcn_out (o, v <= 64 ? "%u" : "0x%x", v);
    }
}

static void
out_reg (struct gcn_out *o, unsigned code, unsigned regs)
{
  if (code == GCN_NO_OPERAND)
    return;
  gcn_out (o, o->n_operands++ ? ", " : " ");
  gcn_out_operand (o, code, regs, GCN_T_b32);
}

static void
out_text (struct gcn_out *o, const char *text)
{
  gcn_out (o, "%s%s", o->n_operands++ ? ", " : " ", text);
}

static void
out_flag (struct gcn_out *o, bool set, const char *name)
{
  if (set)
    gcn_out (o, " %s", name);
}

/* How a vector access is cached.  */

static void
out_cache (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  bool gfx942 = o->cpu & GCN_FROM_942;
  out_flag (o, in->glc, gfx942 ? "sc0" : "glc");
  if (o->cpu == GCN_GFX1100)
    {
      out_flag (o, in->slc, "slc");
      out_flag (o, in->dlc, "dlc");
      return;
    }
  out_flag (o, in->slc, gfx942 ? "nt" : "slc");
  out_flag (o, in->dlc, "dlc");
  out_flag (o, in->sc1, gfx942 ? "sc1" : "scc");
}

static void
out_smem (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  bool gfx9 = o->cpu != GCN_GFX803;
  if (r->flags & GCN_F_PROBE)
    {
      gcn_out (o, in->simm <= 64 ? " %u" : " 0x%x", in->simm);
      o->n_operands++;
    }
  out_reg (o, in->dst, gcn_type_regs (r->d, o->cpu));
  out_reg (o, in->src[1], gcn_type_regs (r->s[1], o->cpu));
  if (!r->s[0])
    return;
  out_reg (o, in->src[0], gcn_type_regs (r->s[0], o->cpu));
  bool imm = in->word[0] >> 17 & 1;
  if (o->cpu & GCN_RDNA)
    {
      bool null = in->soffset == GCN_NULL;
      unsigned offset = in->offset < 0 ? -in->offset : in->offset;
      const char *sign = in->offset < 0 ? "-" : "";
      if (!null || !offset)
	out_reg (o, in->soffset, 1);
      if (offset)
	gcn_out (o, null ? ", %s0x%x" : " offset:%s0x%x", sign, offset);
      out_flag (o, in->glc, "glc");
      out_flag (o, in->dlc, "dlc");
      return;
    }
  if (in->soffset != GCN_NO_OPERAND)
    {
      out_reg (o, in->soffset, 1);
      if (gfx9 && imm)
	gcn_out (o, " offset:%s0x%x", in->offset < 0 ? "-" : "",
		 in->offset < 0 ? -in->offset : in->offset);
    }
  else
    gcn_out (o, ", %s0x%x", in->offset < 0 ? "-" : "",
	     in->offset < 0 ? -in->offset : in->offset);
  out_flag (o, in->glc && !(r->flags & (GCN_F_PROBE | GCN_F_DISCARD)), "glc");
}

/* The pattern of ds_swizzle_b32.  */

static void
out_swizzle (struct gcn_out *o)
{
  unsigned v = o->in->offset;
  if (!v)
    return;
  gcn_out (o, " offset:");
  if ((v & 0xff00) == 0x8000)
    gcn_out (o, "swizzle(QUAD_PERM,%u,%u,%u,%u)", v & 3, v >> 2 & 3,
	     v >> 4 & 3, v >> 6 & 3);
  else if (v & 0x8000)
    gcn_out (o, "%u", v);
  else
    {
      unsigned and = v & 31, or = v >> 5 & 31, xor = v >> 10 & 31;
      if (and == 31 && !or && xor && !(xor & (xor - 1)))
	gcn_out (o, "swizzle(SWAP,%u)", xor);
      else if (and == 31 && !or && xor && !((xor + 1) & xor))
	gcn_out (o, "swizzle(REVERSE,%u)", xor + 1);
      else
	{
	  unsigned group = 32 - and;
	  if (group > 1 && !(group & (group - 1)) && or < group && !xor)
	    {
	      gcn_out (o, "swizzle(BROADCAST,%u,%u)", group, or);
	      return;
	    }
	  gcn_out (o, "swizzle(BITMASK_PERM, \"");
	  for (int b = 4; b >= 0; b--)
	    {
	      unsigned zero = ((0u & and) | or) ^ xor;
	      unsigned one = ((~0u & and) | or) ^ xor;
	      bool z = zero >> b & 1, n = one >> b & 1;
	      gcn_out (o, "%c", z == n ? '0' + z : n ? 'p' : 'i');
	    }
	  gcn_out (o, "\")");
	}
    }
}

static void
out_ds (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  out_reg (o, in->dst, gcn_type_regs (r->d, o->cpu));
  for (int i = 0; i < 3; i++)
    out_reg (o, in->src[i], gcn_type_regs (r->s[i], o->cpu));
  if (r->flags & GCN_F_SWIZZLE)
    out_swizzle (o);
  else if (r->flags & GCN_F_OFF2)
    {
      if (in->offset)
	gcn_out (o, " offset0:%d", in->offset);
      if (in->offset1)
	gcn_out (o, " offset1:%u", in->offset1);
    }
  else if (in->offset)
    gcn_out (o, " offset:%d", in->offset);
  out_flag (o, in->gds || r->flags & GCN_F_GDS, "gds");
}

static void
out_flat (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  bool off = in->saddr == GCN_NO_OPERAND;
  out_reg (o, in->dst, gcn_type_regs (r->d, o->cpu) + in->tfe);
  if (in->src[0] == GCN_NO_OPERAND)
    out_text (o, "off");
  else
    out_reg (o, in->src[0],
	     r->enc == GCN_ENC_SCRATCH
	     || (r->enc == GCN_ENC_GLOBAL && !off) ? 1 : 2);
  out_reg (o, in->src[1], gcn_type_regs (r->s[1], o->cpu));
  if (r->enc != GCN_ENC_FLAT)
    {
      if (off)
	out_text (o, "off");
      else
	out_reg (o, in->saddr, r->enc == GCN_ENC_GLOBAL ? 2 : 1);
    }
  if (in->offset)
    gcn_out (o, " offset:%d", in->offset);
  out_cache (o);
  out_flag (o, in->tfe, "tfe");
  out_flag (o, in->lds, "lds");
}

/* The formats of MTBUF by their numbers.  */

static void
out_format (struct gcn_out *o)
{
  static const char *const data[] =
  {
    "INVALID", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10",
    "10_10_10_2", "2_10_10_10", "8_8_8_8", "32_32", "16_16_16_16",
    "32_32_32", "32_32_32_32", "RESERVED_15"
  };
  static const char *const num[] =
  {
    "UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", NULL, "FLOAT"
  };
  const struct gcn_insn *in = o->in;
  if (in->dfmt == 1 && !in->nfmt)
    return;
  gcn_out (o, " format:[");
  if (in->dfmt != 1)
    gcn_out (o, "BUF_DATA_FORMAT_%s%s", data[in->dfmt],
	     in->nfmt ? "," : "");
  if (in->nfmt && num[in->nfmt])
    gcn_out (o, "BUF_NUM_FORMAT_%s", num[in->nfmt]);
  else if (in->nfmt)
    gcn_out (o, "BUF_NUM_FORMAT_RESERVED_6");
  gcn_out (o, "]");
}

static void
out_buffer (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  if (r->flags & GCN_F_CACHE)
    {
      if (o->cpu & GCN_FROM_942)
	out_cache (o);
      return;
    }
  enum gcn_type t = r->s[1] ? r->s[1] : r->d;
  out_reg (o, in->src[1] != GCN_NO_OPERAND ? in->src[1] : in->dst,
	   gcn_type_regs (t, o->cpu) + in->tfe);
  if (!(r->flags & GCN_F_TOLDS))
    {
      if (in->src[0] == GCN_NO_OPERAND)
	out_text (o, "off");
      else
	out_reg (o, in->src[0], in->idxen + in->offen);
    }
  out_reg (o, in->srsrc, 4);
  out_reg (o, in->soffset, 1);
  if (r->enc == GCN_ENC_MTBUF)
    out_format (o);
  out_flag (o, in->idxen, "idxen");
  out_flag (o, in->offen, "offen");
  if (in->offset)
    gcn_out (o, " offset:%d", in->offset);
  out_cache (o);
  out_flag (o, in->tfe, "tfe");
  out_flag (o, in->lds || r->flags & GCN_F_TOLDS, "lds");
}

static void
out_mimg (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  unsigned data = in->src[1] != GCN_NO_OPERAND ? in->src[1] : in->dst;
  bool gfx9 = o->cpu != GCN_GFX803;
  out_reg (o, data, in->simm);
  out_reg (o, in->src[0], gcn_type_regs (in->row->s[0], o->cpu));
  /* With r128 it is four registers long, and printed as eight.  */
  out_reg (o, in->srsrc, 8);
  out_reg (o, in->ssamp, 4);
  if (in->dmask)
    gcn_out (o, " dmask:0x%x", in->dmask);
  out_flag (o, in->unorm, "unorm");
  out_flag (o, in->glc, "glc");
  out_flag (o, in->slc, "slc");
  out_flag (o, in->r128, gfx9 ? "a16" : "r128");
  out_flag (o, in->tfe, "tfe");
  out_flag (o, in->lwe, "lwe");
  out_flag (o, in->da, "da");
  out_flag (o, in->d16, "d16");
}

static void
out_exp (struct gcn_out *o)
{
  const struct gcn_insn *in = o->in;
  if (in->tgt < 8)
    gcn_out (o, " mrt%u", in->tgt);
  else if (in->tgt == 8)
    gcn_out (o, " mrtz");
  else if (in->tgt == 9)
    gcn_out (o, " null");
  else if (in->tgt < 16)
    gcn_out (o, " pos%u", in->tgt - 12);
  else
    gcn_out (o, " param%u", in->tgt - 32);
  for (unsigned i = 0; i < 4; i++)
    {
      /* Compressed: two registers, each printed twice.  */
      unsigned byte = in->compr ? i / 2 : i;
      if (in->en >> i & 1)
	gcn_out (o, "%s v%u", i ? "," : "", in->literal >> (8 * byte) & 255);
      else
	gcn_out (o, "%s off", i ? "," : "");
    }
  out_flag (o, in->done, "done");
  out_flag (o, in->compr, "compr");
  out_flag (o, in->vm, "vm");
}

static void
out_vintrp (struct gcn_out *o)
{
  static const char *const params[] = { "p10", "p20", "p0" };
  static const char *const omods[] = { "", " mul:2", " mul:4", " div:2" };
  const struct gcn_insn *in = o->in;
  const struct gcn_row *r = in->row;
  bool e64 = r->enc == GCN_ENC_VINTRP3;
  enum gcn_op op = r - gcn_rows;
  bool both = (!e64 || op == GCN_OP_v_interp_p1_f32_e64
	       || op == GCN_OP_v_interp_p2_f32_e64
	       || op == GCN_OP_v_interp_mov_f32_e64);
  if (both)
    gcn_out (o, e64 ? "_e64" : "_e32");
  out_reg (o, in->dst, 1);
  if (r->s[0] == GCN_T_param)
    {
      if (in->simm < 3)
	gcn_out (o, ", %s", params[in->simm]);
      else
	gcn_out (o, ", invalid_param_%u", in->simm);
    }
  else
    gcn_out (o, ", %s", e64 && in->neg & 2 ? "-" : ""),
    gcn_out (o, "%s", e64 && in->abs & 2 ? "|" : ""),
    gcn_out_operand (o, in->src[0], 1, GCN_T_b32),
    gcn_out (o, "%s", e64 && in->abs & 2 ? "|" : "");
  gcn_out (o, ", attr%u.%c", in->attr, "xyzw"[in->chan]);
  if (r->s[2])
    {
      gcn_out (o, ", %s%s", in->neg & 4 ? "-" : "", in->abs & 4 ? "|" : "");
      gcn_out_operand (o, in->src[2], 1, GCN_T_b32);
      gcn_out (o, "%s", in->abs & 4 ? "|" : "");
    }
  out_flag (o, in->high, "high");
  out_flag (o, in->clamp, "clamp");
  gcn_out (o, "%s", e64 ? omods[in->omod] : "");
}

void
gcn_out_memory (struct gcn_out *o)
{
  switch (o->in->row->enc)
    {
    case GCN_ENC_SMEM:
      out_smem (o);
      break;
    case GCN_ENC_DS:
      out_ds (o);
      break;
    case GCN_ENC_FLAT: case GCN_ENC_GLOBAL: case GCN_ENC_SCRATCH:
      out_flat (o);
      break;
    case GCN_ENC_MUBUF: case GCN_ENC_MTBUF:
      out_buffer (o);
      break;
    case GCN_ENC_MIMG:
      out_mimg (o);
      break;
    case GCN_ENC_EXP:
      out_exp (o);
      break;
    default:
      out_vintrp (o);
    }
}
