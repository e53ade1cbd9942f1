/* The test of semantics: the words before and after a program.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* At entry s[0:1] is the address of the blocks, s2 the group, v0 the lane.
   s[96:97] keeps the block's address, v61 where the lane's VGPRs are in it, v59
   where its part of LDS is.  */

#include "sem.h"

struct out
{
  enum gcn_cpu cpu;
  uint32_t *w;
  unsigned n;
};

static void
emit (struct out *o, uint32_t w)
{
  o->w[o->n++] = w;
}

static unsigned
opcode (enum gcn_op op)
{
  return gcn_rows[op].opcode;
}

static void
sop2 (struct out *o, enum gcn_op op, unsigned d, unsigned a, unsigned b)
{
  emit (o, 2u << 30 | opcode (op) << 23 | d << 16 | b << 8 | a);
}

static void
sop1 (struct out *o, enum gcn_op op, unsigned d, unsigned a)
{
  emit (o, 0x17du << 23 | d << 16 | opcode (op) << 8 | a);
}

static void
smem (struct out *o, enum gcn_op op, unsigned data, unsigned offset)
{
  emit (o, 0x30u << 26 | opcode (op) << 18 | 1 << 17 | data << 6 | 96 / 2);
  emit (o, offset);
}

static void
vop1 (struct out *o, enum gcn_op op, unsigned d, unsigned a)
{
  emit (o, 0x3fu << 25 | d << 17 | opcode (op) << 9 | a);
}

static void
vop2 (struct out *o, enum gcn_op op, unsigned d, unsigned a, unsigned b)
{
  emit (o, opcode (op) << 25 | d << 17 | b << 9 | a);
}

/* v_accvgpr_read_b32, v_accvgpr_write_b32.  */

static void
accvgpr (struct out *o, enum gcn_op op, unsigned d, unsigned a)
{
  emit (o, 0x1a7u << 23 | opcode (op) << 16 | 1 << 14 | d);
  emit (o, 3u << 27 | (GCN_VGPR + a));
}

/* An access through v[62:63].  */

static void
flat (struct out *o, enum gcn_op op, unsigned d, unsigned data)
{
  emit (o, 0x37u << 26 | opcode (op) << 18);
  emit (o, d << 24 | (o->cpu == GCN_GFX803 ? 0 : 0x7f << 16) | data << 8 | 62);
}

static void
ds (struct out *o, enum gcn_op op, unsigned d, unsigned data, unsigned offset)
{
  emit (o, 0x36u << 26 | opcode (op) << 17 | offset);
  emit (o, d << 24 | data << 8 | 59);
}

static void
wait (struct out *o)
{
  emit (o, 0xbf8c0000);
}

/* v[62:63] = block + OFFSET + VGPR PLACE.  The blocks do not cross a multiple
   of 4 GiB.  */

static void
address (struct out *o, unsigned offset, unsigned place)
{
  sop2 (o, GCN_OP_s_add_u32, 98, 96, GCN_LITERAL);
  emit (o, offset);
  vop2 (o, GCN_OP_v_add_co_u32, 62, 98, place);
  vop1 (o, GCN_OP_v_mov_b32, 63, 97);
}

static void
advance (struct out *o, unsigned bytes)
{
  vop2 (o, GCN_OP_v_add_co_u32, 62, GCN_LITERAL, 62);
  emit (o, bytes);
}

#define AT(FIELD) ((unsigned) offsetof (struct sem_state, FIELD))

unsigned
sem_prologue (enum gcn_cpu cpu, uint32_t *words)
{
  struct out o = { cpu, words, 0 };
  /* EXEC is that already.  Native code, which does not know that, would have each
     operation twice.  */
  sop1 (&o, GCN_OP_s_mov_b64, GCN_EXEC, GCN_INT_M1);
  sop2 (&o, GCN_OP_s_lshl_b32, 3, 2, GCN_INT_0 + 16);
  sop2 (&o, GCN_OP_s_add_u32, 96, 0, 3);
  sop2 (&o, GCN_OP_s_addc_u32, 97, 1, GCN_INT_0);
  sop1 (&o, GCN_OP_s_mov_b32, GCN_M0, GCN_INT_M1);
  vop2 (&o, GCN_OP_v_mul_u32_u24, 61, GCN_LITERAL, 0);
  emit (&o, 4 * SEM_VGPRS);
  vop2 (&o, GCN_OP_v_lshlrev_b32, 59, GCN_INT_0 + 6, 0);
  address (&o, AT (lds), 59);
  for (unsigned i = 0; i < 64; i += 16)
    {
      flat (&o, GCN_OP_flat_load_dwordx4, 40, 0);
      wait (&o);
      ds (&o, GCN_OP_ds_write_b64, 0, 40, i);
      ds (&o, GCN_OP_ds_write_b64, 0, 42, i + 8);
      advance (&o, 16);
    }
  if (sem_agprs_p (cpu))
    {
      address (&o, AT (a), 59);
      for (unsigned i = 0; i < SEM_AGPRS; i += 4)
	{
	  flat (&o, GCN_OP_flat_load_dwordx4, 40, 0);
	  wait (&o);
	  for (unsigned k = 0; k < 4; k++)
	    accvgpr (&o, GCN_OP_v_accvgpr_write_b32, i + k, 40 + k);
	  advance (&o, 16);
	}
    }
  address (&o, AT (v), 61);
  for (unsigned i = 0; i < SEM_VGPRS; i += 4)
    {
      flat (&o, GCN_OP_flat_load_dwordx4, i, 0);
      advance (&o, 16);
    }
  for (unsigned i = 0; i < SEM_SGPRS; i += 16)
    smem (&o, GCN_OP_s_load_dwordx16, i, 4 * i);
  smem (&o, GCN_OP_s_load_dwordx2, GCN_VCC, AT (vcc));
  smem (&o, GCN_OP_s_load_dwordx2, 98, AT (exec));
  smem (&o, GCN_OP_s_load_dword, 100, AT (m0));
  smem (&o, GCN_OP_s_load_dword, 101, AT (scc));
  wait (&o);
  sop1 (&o, GCN_OP_s_mov_b64, GCN_EXEC, 98);
  sop1 (&o, GCN_OP_s_mov_b32, GCN_M0, 100);
  emit (&o, 0x17eu << 23 | opcode (GCN_OP_s_cmp_lg_u32) << 16
	| GCN_INT_0 << 8 | 101);
  return o.n;
}

unsigned
sem_epilogue (enum gcn_cpu cpu, uint32_t *words)
{
  struct out o = { cpu, words, 0 };
  sop2 (&o, GCN_OP_s_cselect_b32, 101, GCN_INT_0 + 1, GCN_INT_0);
  wait (&o);
  sop1 (&o, GCN_OP_s_mov_b32, 100, GCN_M0);
  sop1 (&o, GCN_OP_s_mov_b64, 94, GCN_EXEC);
  /* s_getreg_b32 s99, hwreg (HW_REG_MODE, 0, 10).  */
  emit (&o, 0xbu << 28 | opcode (GCN_OP_s_getreg_b32) << 23 | 99 << 16
	| 1 | 9 << 11);
  for (unsigned i = 0; i < SEM_SGPRS; i += 4)
    smem (&o, GCN_OP_s_store_dwordx4, i, SEM_OUT + 4 * i);
  smem (&o, GCN_OP_s_store_dwordx2, GCN_VCC, SEM_OUT + AT (vcc));
  smem (&o, GCN_OP_s_store_dwordx2, 94, SEM_OUT + AT (exec));
  smem (&o, GCN_OP_s_store_dword, 100, SEM_OUT + AT (m0));
  smem (&o, GCN_OP_s_store_dword, 101, SEM_OUT + AT (scc));
  smem (&o, GCN_OP_s_store_dword, 99, SEM_OUT + AT (mode));
  sop1 (&o, GCN_OP_s_mov_b64, GCN_EXEC, GCN_INT_M1);
  sop1 (&o, GCN_OP_s_mov_b32, GCN_M0, GCN_INT_M1);
  address (&o, SEM_OUT + AT (v), 61);
  for (unsigned i = 0; i < SEM_VGPRS; i += 4)
    {
      flat (&o, GCN_OP_flat_store_dwordx4, 0, i);
      advance (&o, 16);
    }
  if (sem_agprs_p (cpu))
    {
      address (&o, SEM_OUT + AT (a), 59);
      for (unsigned i = 0; i < SEM_AGPRS; i += 4)
	{
	  for (unsigned k = 0; k < 4; k++)
	    accvgpr (&o, GCN_OP_v_accvgpr_read_b32, 40 + k, i + k);
	  flat (&o, GCN_OP_flat_store_dwordx4, 0, 40);
	  advance (&o, 16);
	}
    }
  address (&o, SEM_OUT + AT (lds), 59);
  for (unsigned i = 0; i < 64; i += 16)
    {
      ds (&o, GCN_OP_ds_read_b64, 40, 0, i);
      ds (&o, GCN_OP_ds_read_b64, 42, 0, i + 8);
      wait (&o);
      flat (&o, GCN_OP_flat_store_dwordx4, 0, 40);
      advance (&o, 16);
    }
  emit (&o, 0x17fu << 23 | opcode (GCN_OP_s_endpgm) << 16);
  return o.n;
}
