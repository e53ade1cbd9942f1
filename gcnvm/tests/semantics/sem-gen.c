/* The test of semantics: random instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Instructions are what an assembler would take: one scalar register or literal
   for a vector instruction, aligned pairs, modifiers where the manual has them.
   What the manual leaves open is not made.  */

#include <string.h>

#include "sem-operand.h"

static void
make_scalar (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  unsigned regs = gcn_type_regs (r->d, m->cpu);
  unsigned a = r->s[0] ? scalar_source (m, r->s[0]) : 0;
  unsigned b = r->s[1] ? scalar_source (m, r->s[1]) : 0;
  unsigned d = regs ? dest_sgpr (m, regs) : 0;
  if (same_p (m))
    b = a;
  if (r->enc == GCN_ENC_SOP2)
    w[0] = 2u << 30 | (unsigned) r->opcode << 23 | d << 16 | b << 8 | a;
  else if (r->enc == GCN_ENC_SOP1)
    w[0] = 0x17du << 23 | d << 16 | (unsigned) r->opcode << 8 | a;
  else
    w[0] = 0x17eu << 23 | (unsigned) r->opcode << 16 | b << 8 | a;
  if (m->literal)
    w[1] = m->literal_value;
}

static void
make_sopk (struct maker *m, uint32_t w[2])
{
  unsigned simm = sem_int (m->r) & 0xffff;
  unsigned d = dest_sgpr (m, gcn_type_regs (m->row->d, m->cpu) == 2 ? 2 : 1);
  if (m->row->s[0] == GCN_T_hwreg)
    {
      unsigned offset = sem_below (m->r, 10);
      simm = 1 | offset << 6 | sem_below (m->r, 10 - offset) << 11;
    }
  if (m->row->s[0] == GCN_T_label)
    simm = 0;
  w[0] = 0xbu << 28 | (unsigned) m->row->opcode << 23 | d << 16 | simm;
  w[1] = sem_int (m->r);
}

static void
make_smem (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  unsigned regs = gcn_type_regs (r->d ? r->d : r->s[1], m->cpu);
  unsigned data = regs ? dest_sgpr (m, regs) : 0;
  bool soe = m->cpu != GCN_GFX803 && sem_one_in (m->r, 4);
  bool imm = soe || sem_one_in (m->r, 2);
  bool atomic = r->flags & GCN_F_ATOM;
  bool buffer = r->s[0] == GCN_T_b128;
  /* Atomic operations need multiples of their size.  */
  unsigned offset = sem_below (m->r, (SEM_DATA - 64 - 2048) / 16) * 16
		    + (atomic ? 0 : sem_below (m->r, 4) * 4);
  w[0] = 0x30u << 26 | (unsigned) r->opcode << 18 | data << 6;
  w[1] = 0;
  if (!r->s[0])
    return;
  w[0] |= (buffer ? SEM_BUFFER : SEM_BASE) / 2 | (unsigned) imm << 17
	  | (unsigned) soe << 14;
  if (atomic && sem_one_in (m->r, 2))
    w[0] |= 1 << 16;
  w[1] = imm ? offset : SEM_SCALAR_OFFSET;
  if (soe)
    w[1] |= (unsigned) SEM_SCALAR_OFFSET << 25;
}

/* An offset in a lane's 64 bytes, for SIZE bytes.  */

static unsigned
slot_offset (struct maker *m, unsigned size)
{
  unsigned align = size > 4 ? 4 : size;
  if (m->row->flags & GCN_F_ATOM || m->row->enc == GCN_ENC_DS)
    align = size > 8 ? 16 : size;
  return sem_below (m->r, (64 - size) / align + 1) * align;
}

static unsigned
memory_bytes (const struct maker *m)
{
  const struct gcn_row *r = m->row;
  unsigned t = r->flags & GCN_F_LD ? r->d : r->s[1];
  if (t == GCN_T_b8 || t == GCN_T_u8 || t == GCN_T_i8)
    return 1;
  if (t == GCN_T_b16 || t == GCN_T_u16 || t == GCN_T_i16)
    return 2;
  return 4 * gcn_type_regs (t, m->cpu);
}

/* A register with data for REGS registers: an AGPR if ACC.  */

static unsigned
data_vgpr (struct maker *m, unsigned regs, bool acc)
{
  return acc ? agpr (m, regs) : source_vgpr (m, GCN_T_b32, regs);
}

static void
make_flat (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  unsigned regs = gcn_type_regs (r->d, m->cpu);
  unsigned offset = slot_offset (m, memory_bytes (m));
  unsigned address = SEM_ADDRESS, saddr = m->cpu == GCN_GFX803 ? 0 : 0x7f;
  bool glc = r->flags & GCN_F_ATOM && sem_one_in (m->r, 2);
  if (m->cpu == GCN_GFX803)
    offset = 0;
  if (r->enc == GCN_ENC_GLOBAL && sem_one_in (m->r, 2))
    {
      saddr = SEM_BASE;
      address = SEM_OFFSET;
    }
  else if (r->enc == GCN_ENC_GLOBAL && sem_one_in (m->r, 2))
    {
      address = SEM_FAR_ADDRESS;
      offset = (offset - SEM_FAR) & 0x1fff;
    }
  bool acc = m->cpu & GCN_FROM_90A && sem_one_in (m->r, 3);
  unsigned data = r->s[1] ? data_vgpr (m, gcn_type_regs (r->s[1], m->cpu), acc)
		  : 0;
  w[0] = 0x37u << 26 | (unsigned) r->opcode << 18 | (unsigned) glc << 16
	 | (r->enc == GCN_ENC_GLOBAL ? 2 : 0) << 14 | offset;
  w[1] = (!regs ? 0 : acc ? agpr (m, regs) : dest_vgpr (m, regs)) << 24
	 | (unsigned) acc << 23 | saddr << 16 | data << 8 | address;
}

static void
make_ds (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  unsigned regs = gcn_type_regs (r->d, m->cpu), offset;
  unsigned address = SEM_LDS_ADDRESS, size = memory_bytes (m);
  if (r->flags & GCN_F_LANEMOVE)
    {
      offset = r->flags & GCN_F_SWIZZLE ? sem_int (m->r) & 0xffff
	       : sem_below (m->r, 64) * 4;
      address = r->flags & GCN_F_SWIZZLE ? source_vgpr (m, GCN_T_b32, 1)
		: SEM_LANE_ADDRESS;
    }
  else if (r->flags & GCN_F_OFF2)
    {
      if (r->flags & GCN_F_LD)
	size /= 2;
      bool far = strstr (r->name, "st64") != NULL;
      unsigned a = far ? 0 : sem_below (m->r, 64 / size);
      unsigned b = far ? 0 : sem_below (m->r, 64 / size);
      offset = a | b << 8;
    }
  else
    offset = slot_offset (m, size);
  unsigned data[2];
  bool acc = (m->cpu & GCN_FROM_90A && !(r->flags & GCN_F_LANEMOVE)
	      && sem_one_in (m->r, 3));
  for (unsigned i = 0; i < 2; i++)
    data[i] = r->s[1 + i] ? data_vgpr (m, gcn_type_regs (r->s[1 + i], m->cpu),
				       acc) : 0;
  w[0] = 0x36u << 26 | (unsigned) acc << 25 | (unsigned) r->opcode << 17
	 | offset;
  w[1] = (!regs ? 0 : acc ? agpr (m, regs) : dest_vgpr (m, regs)) << 24 | data[1] << 16 | data[0] << 8
	 | address;
}

/* DPP's control: of 64 bits there is ROW_NEWBCAST alone.  */

static unsigned
random_dpp (struct maker *m)
{
  const struct gcn_row *r = m->row;
  bool wide = (gcn_type_regs (r->d, m->cpu) > 1
	       || gcn_type_regs (r->s[0], m->cpu) > 1);
  if (wide || (m->cpu & GCN_FROM_90A && sem_one_in (m->r, 4)))
    return 0x150 + sem_below (m->r, 16);
  static const unsigned whole[] = { 0x130, 0x134, 0x138, 0x13c, 0x140, 0x141,
				    0x142, 0x143 };
  switch (sem_below (m->r, 3))
    {
    case 0:
      return sem_below (m->r, 256);
    case 1:
      return 0x101 + sem_below (m->r, 15) + 16 * sem_below (m->r, 3);
    default:
      return whole[sem_below (m->r, 8)];
    }
}

/* ABS and NEG for the floats among the first N sources.  */

static unsigned
float_modifiers (struct maker *m, unsigned n)
{
  unsigned bits = 0;
  for (unsigned i = 0; i < n; i++)
    if (float_p (m->row->s[i]) && sem_one_in (m->r, 4))
      bits |= 1 << i;
  return bits;
}

static void
make_dpp (struct maker *m, uint32_t w[2])
{
  unsigned ctrl = random_dpp (m), rows = 15, banks = 15;
  unsigned abs = float_modifiers (m, 2), neg = float_modifiers (m, 2);
  if (sem_one_in (m->r, 3))
    rows = sem_below (m->r, 16);
  if (sem_one_in (m->r, 3))
    banks = sem_below (m->r, 16);
  /* What row 0 reads of row_bcast is not said.  */
  if (ctrl == 0x142)
    rows &= 14;
  if (ctrl == 0x143)
    rows &= 12;
  w[0] = (w[0] & ~0x1ffu) | GCN_DPP;
  w[1] = rows << 28 | banks << 24 | (abs >> 1) << 23 | (neg >> 1) << 22
	 | (abs & 1) << 21 | (neg & 1) << 20 | sem_below (m->r, 2) << 19
	 | ctrl << 8
	 | source_vgpr (m, m->row->s[0], gcn_type_regs (m->row->s[0], m->cpu));
}

static unsigned
sdwa_part (struct maker *m, unsigned type)
{
  if (type == GCN_T_f32)
    return GCN_DWORD;
  if (type == GCN_T_f16)
    return GCN_WORD_0 + sem_below (m->r, 2);
  return sem_below (m->r, 7);
}

/* Whether OMOD and CLAMP are used: on floats.  The machine refuses CLAMP on
   integers.  */

static bool
clamp_p (struct maker *m)
{
  const struct ref_row *v = ref_vector_row (m->row - gcn_rows);
  return v && !(v->flags & REF_VAGUE) && float_p (m->row->d);
}

static void
make_sdwa (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  bool compare = r->enc == GCN_ENC_VOPC, gfx9 = m->cpu != GCN_GFX803;
  unsigned abs = float_modifiers (m, 2), neg = float_modifiers (m, 2);
  unsigned sext = 0;
  for (unsigned i = 0; i < 2; i++)
    if (r->s[i] && !float_p (r->s[i]) && sem_one_in (m->r, 3))
      sext |= 1 << i;
  uint32_t x = source_vgpr (m, r->s[0], 1);
  if (gfx9 && !m->scalar && sem_one_in (m->r, 4))
    x = source_sgpr (m, r->s[0], 1) | 1 << 23;
  else
    m->scalar = false;
  x |= sdwa_part (m, r->s[0]) << 16 | (sext & 1) << 19 | (neg & 1) << 20
       | (abs & 1) << 21;
  if (r->s[1])
    x |= sdwa_part (m, r->s[1]) << 24 | (sext >> 1) << 27 | (neg >> 1) << 28
	 | (abs >> 1) << 29;
  else
    x |= 6 << 24;
  if (compare && gfx9 && sem_one_in (m->r, 2))
    x |= (0x80 | dest_sgpr (m, 2)) << 8;
  else if (!compare)
    x |= (r->d == GCN_T_f16 ? 4 + sem_below (m->r, 3) : sdwa_part (m, r->d))
	 << 8 | sem_below (m->r, 3) << 11;
  if (!compare && clamp_p (m) && sem_one_in (m->r, 4))
    x |= 1 << 13;
  w[0] = (w[0] & ~0x1ffu) | GCN_SDWA;
  w[1] = x;
}

static void
make_vop (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  bool special = m->form == GCN_SDWA_FORM || m->form == GCN_DPP_FORM;
  m->scalar = r->flags & (GCN_F_RVCC | GCN_F_MADK);
  if (r - gcn_rows == GCN_OP_v_accvgpr_mov_b32)
    {
      w[0] = 0x3fu << 25 | agpr (m, 1) << 17 | (unsigned) r->opcode << 9
	     | (GCN_VGPR + agpr (m, 1));
      return;
    }
  unsigned a = r->s[0] ? vector_source (m, r->s[0], special
					|| r->flags & GCN_F_SDST
					|| r - gcn_rows == GCN_OP_v_swap_b32,
					true) : 0;
  unsigned b = r->s[1] ? source_vgpr (m, r->s[1],
				      gcn_type_regs (r->s[1], m->cpu)) : 0;
  if (a >= GCN_VGPR && same_p (m))
    b = a - GCN_VGPR;
  unsigned d = r->flags & GCN_F_SDST ? dest_sgpr (m, 1)
	       : r->d ? dest_vgpr (m, gcn_type_regs (r->d, m->cpu)) : 0;
  if (r - gcn_rows == GCN_OP_v_swap_b32)
    a = GCN_VGPR + dest_vgpr (m, 1);
  if (r->enc == GCN_ENC_VOP1)
    w[0] = 0x3fu << 25 | d << 17 | (unsigned) r->opcode << 9 | a;
  else if (r->enc == GCN_ENC_VOP2)
    w[0] = (unsigned) r->opcode << 25 | d << 17 | b << 9 | a;
  else
    w[0] = 0x3eu << 25 | (unsigned) r->opcode << 17 | b << 9 | a;
  if (m->literal)
    w[1] = m->literal_value;
  if (r->flags & GCN_F_MADK)
    w[1] = literal_of (m, r->d);
  if (m->form == GCN_SDWA_FORM)
    make_sdwa (m, w);
  else if (m->form == GCN_DPP_FORM)
    make_dpp (m, w);
}

/* V_READLANE, V_WRITELANE: of two scalar operands one is a constant.  */

static void
make_lane (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  bool read = r->flags & GCN_F_SDST, first = sem_one_in (m->r, 2);
  unsigned lane = GCN_INT_0 + sem_below (m->r, 64), d, a;
  if (read)
    {
      d = dest_sgpr (m, 1);
      a = GCN_VGPR + source_vgpr (m, GCN_T_b32, 1);
    }
  else
    {
      d = dest_vgpr (m, 1);
      a = first ? source_sgpr (m, GCN_T_b32, 1) : constant (m, GCN_T_b32,
							     true);
    }
  if (read ? first : !first)
    lane = source_sgpr (m, GCN_T_b32, 1);
  w[0] = 0x34u << 26 | (unsigned) r->opcode << 16 | d;
  w[1] = lane << 9 | a;
}

static void
make_vop3 (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  unsigned base = (r->enc == GCN_ENC_VOP1 ? 0x140
		   : r->enc == GCN_ENC_VOP2 ? 0x100 : 0);
  bool b = r->flags & (GCN_F_CO | GCN_F_VOP3B);
  const struct ref_row *v = ref_vector_row (r - gcn_rows);
  unsigned src[3] = { 0 }, op_sel = 0, d;
  if (r->flags & GCN_F_LANESEL)
    {
      make_lane (m, w);
      return;
    }
  /* VCC or another mask is read.  */
  m->scalar = r->flags & GCN_F_RVCC;
  for (unsigned i = 0; i < 3; i++)
    if (r->s[i])
      {
	src[i] = vector_source (m, r->s[i], r->flags & GCN_F_SDST, false);
	if (r->flags & GCN_F_OPSEL && half_p (r->s[i]) && src[i] >= GCN_VGPR
	    && sem_one_in (m->r, 2))
	  op_sel |= 1 << i;
      }
  if (src[0] >= GCN_VGPR && src[1] >= GCN_VGPR && same_p (m))
    src[1] = src[0];
  if (r->flags & GCN_F_OPSEL && half_p (r->d) && sem_one_in (m->r, 2)
      && v && v->flags & REF_HIGH)
    op_sel |= 8;
  if (r->flags & GCN_F_RVCC && r->enc == GCN_ENC_VOP2)
    src[2] = sem_one_in (m->r, 3) ? GCN_VCC : sem_below (m->r, 16) * 2;
  if (r->enc == GCN_ENC_VOPC)
    d = dest_sgpr (m, 2);
  else if (r->flags & GCN_F_SDST)
    d = dest_sgpr (m, 1);
  else
    d = r->d ? dest_vgpr (m, gcn_type_regs (r->d, m->cpu)) : 0;
  w[0] = 0x34u << 26 | (base + r->opcode) << 16 | d;
  w[1] = src[0] | src[1] << 9 | src[2] << 18;
  if (b)
    w[0] |= dest_sgpr (m, 2) << 8;
  else
    w[0] |= float_modifiers (m, 3) << 8 | op_sel << 11;
  w[1] |= float_modifiers (m, 3) << 29;
  if (clamp_p (m) && sem_one_in (m->r, 4))
    w[0] |= 1 << 15;
  if (float_p (r->d) && clamp_p (m) && sem_one_in (m->r, 4))
    w[1] |= sem_below (m->r, 4) << 27;
}

/* v_accvgpr_read_b32, v_accvgpr_write_b32, and packed words: sources are
   registers, or zero.  */

static void
make_vop3p (struct maker *m, uint32_t w[2])
{
  const struct gcn_row *r = m->row;
  enum gcn_op op = r - gcn_rows;
  w[0] = 0x1a7u << 23 | (unsigned) r->opcode << 16;
  if (r->flags & GCN_F_MAI)
    {
      bool read = op == GCN_OP_v_accvgpr_read_b32;
      w[0] |= 1 << 14 | (read ? dest_vgpr (m, 1) : agpr (m, 1));
      w[1] = 3u << 27 | (read ? GCN_VGPR + agpr (m, 1)
			 : vector_source (m, GCN_T_b32, false, false));
      return;
    }
  unsigned src[3] = { 0 };
  bool halves = gcn_type_regs (r->d, m->cpu) == 1, mix = r->s[0] == GCN_T_m16;
  for (unsigned i = 0; halves && i < 3 && r->s[i]; i++)
    {
      bool floats = r->s[i] == GCN_T_h16;
      unsigned type = floats ? GCN_T_f16 : mix ? GCN_T_f32
		      : r->s[i] == GCN_T_p16 ? GCN_T_u16 : r->s[i];
      /* Both halves of a register that was written hold floats, too.  */
      src[i] = vector_source (m, type, mix || sem_one_in (m->r, 2), false);
    }
  for (unsigned i = 0; !halves && i < 3 && r->s[i]; i++)
    if (m->scalar || !sem_one_in (m->r, 6))
      src[i] = GCN_VGPR + source_vgpr (m, GCN_T_f32, 2);
    else
      {
	m->scalar = true;
	src[i] = sem_one_in (m->r, 4) ? GCN_INT_0
		 : source_sgpr (m, GCN_T_f64, 2);
      }
  bool move = op == GCN_OP_v_pk_mov_b32;
  unsigned neg = move ? 0 : sem_below (m->r, 64), sel = sem_below (m->r, 64);
  bool whole = halves && r->flags & GCN_F_DOT && r->s[0] == GCN_T_b32;
  if (whole)
    sel = 56;
  w[0] |= (sel >> 5 & 1) << 14 | (sel & 7) << 11 | (neg & 7) << 8
	  | dest_vgpr (m, halves ? 1 : 2);
  if (!move && r->d != GCN_T_p16 && sem_one_in (m->r, 4))
    w[0] |= 1 << 15;
  w[1] = (neg >> 3) << 29 | (sel >> 3 & 3) << 27 | src[2] << 18 | src[1] << 9
	 | src[0];
}

bool
sem_form_p (enum gcn_op op, enum gcn_cpu cpu, enum gcn_form form)
{
  const struct gcn_row *r = &gcn_rows[op];
  bool vop = (r->enc == GCN_ENC_VOP1 || r->enc == GCN_ENC_VOP2
	      || r->enc == GCN_ENC_VOPC);
  bool small = (gcn_type_regs (r->s[0], cpu) == 1
		&& (!r->s[1] || gcn_type_regs (r->s[1], cpu) == 1)
		&& (r->enc == GCN_ENC_VOPC
		    || gcn_type_regs (r->d, cpu) == 1));
  switch (form)
    {
    case GCN_E32:
      return r->enc != GCN_ENC_VOP3 && r->enc != GCN_ENC_VOP3P;
    case GCN_E64:
      return r->enc == GCN_ENC_VOP3 || r->enc == GCN_ENC_VOP3P
	     || (vop && !(r->flags & GCN_F_NOE64)
		 && op != GCN_OP_v_readfirstlane_b32 && op != GCN_OP_v_nop);
    default:
      /* gfx90a has DPP of 64 bits.  */
      if (form == GCN_DPP_FORM && cpu & GCN_FROM_90A && vop)
	small = true;
      if (!vop || !small || r->flags & (GCN_F_NODPPSDWA | GCN_F_SDST))
	return false;
      if (r->enc == GCN_ENC_VOPC)
	return form == GCN_SDWA_FORM && !strstr (r->name, "class");
      return !(form == GCN_SDWA_FORM && r->flags & GCN_F_RDST);
    }
}

bool
sem_add_words (struct sem_program *p, enum gcn_cpu cpu,
	       const uint32_t words[2])
{
  if (p->n == SEM_MAX_INSNS)
    return false;
  if (gcn_decode (words, 2, cpu, &p->insns[p->n]))
    return false;
  p->n++;
  return true;
}

bool
sem_add (struct sem_random *r, struct sem_program *p, enum gcn_op op,
	 enum gcn_cpu cpu, enum gcn_form form)
{
  for (unsigned tries = 0; tries < 50; tries++)
    {
      struct maker m = { r, cpu, &gcn_rows[op], form, false, false, 0 };
      uint32_t w[2] = { 0, 0 };
      switch (m.row->enc)
	{
	case GCN_ENC_SOP2: case GCN_ENC_SOP1: case GCN_ENC_SOPC:
	  make_scalar (&m, w);
	  break;
	case GCN_ENC_SOPK:
	  make_sopk (&m, w);
	  break;
	case GCN_ENC_SOPP:
	  w[0] = 0x17fu << 23 | (unsigned) m.row->opcode << 16
		 | (m.row->s[0] && m.row->s[0] != GCN_T_label
		    && op != GCN_OP_s_sethalt ? sem_below (r, 8) : 0);
	  break;
	case GCN_ENC_SMEM:
	  make_smem (&m, w);
	  break;
	case GCN_ENC_FLAT: case GCN_ENC_GLOBAL:
	  make_flat (&m, w);
	  break;
	case GCN_ENC_DS:
	  make_ds (&m, w);
	  break;
	case GCN_ENC_MUBUF:
	  w[0] = 0x38u << 26 | (unsigned) m.row->opcode << 18;
	  break;
	default:
	  if (m.row->enc == GCN_ENC_VOP3P)
	    make_vop3p (&m, w);
	  else if (form == GCN_E64)
	    make_vop3 (&m, w);
	  else
	    make_vop (&m, w);
	}
      if (sem_add_words (p, cpu, w))
	return true;
    }
  return false;
}

void
sem_fix_branches (struct sem_random *r, struct sem_program *p,
		  enum gcn_cpu cpu)
{
  for (unsigned i = 0; i < p->n; i++)
    {
      struct gcn_insn *in = &p->insns[i];
      if (in->row->s[0] != GCN_T_label)
	continue;
      unsigned over = sem_below (r, 4), words = 0;
      for (unsigned k = i + 1; k < p->n && k <= i + over; k++)
	words += p->insns[k].length / 4;
      uint32_t w[2] = { (in->word[0] & ~0xffffu) | words, 0 };
      gcn_decode (w, 1, cpu, in);
    }
}
