/* The test of semantics: what GCC's code is full of and random instructions are not.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Sums of 64 bits in one lane and of scalars, registers that are saved and restored, and a
   few scalar operations that a branch goes around: what native code does in one go
   (native/saves.c, native/hammock.c); and pairs of registers of which a half is used at
   times, which it has as one variable (native/pairs.c).  */

#include "sem.h"

struct maker
{
  struct sem_random *r;
  struct sem_program *p;
  enum gcn_cpu cpu;
};

static void
add (struct maker *m, uint32_t w0, uint32_t w1)
{
  const uint32_t w[2] = { w0, w1 };
  sem_add_words (m->p, m->cpu, w);
}

static unsigned
opcode (enum gcn_op op)
{
  return gcn_rows[op].opcode;
}

static void
vop2 (struct maker *m, enum gcn_op op, unsigned d, unsigned a, unsigned b)
{
  add (m, opcode (op) << 25 | d << 17 | b << 9 | a, 0);
}

static void
vop1 (struct maker *m, enum gcn_op op, unsigned d, unsigned a)
{
  add (m, 0x3fu << 25 | d << 17 | opcode (op) << 9 | a, 0);
}

/* EXEC becomes A, an operand, or LITERAL.  */

static void
exec (struct maker *m, unsigned a, uint32_t literal)
{
  add (m, 0x17du << 23 | GCN_EXEC << 16 | opcode (GCN_OP_s_mov_b64) << 8 | a,
       literal);
}

/* A sum of 64 bits; registers are few, so that they are the same ones often.  */

static void
sum64 (struct maker *m)
{
  unsigned d = 40 + sem_below (m->r, 4), e = 40 + sem_below (m->r, 4);
  unsigned a[4];
  for (int i = 0; i < 4; i++)
    a[i] = 40 + sem_below (m->r, 4);
  exec (m, GCN_INT_0 + 1, 0);
  vop2 (m, GCN_OP_v_add_co_u32, d,
	sem_one_in (m->r, 3) ? GCN_INT_0 + sem_below (m->r, 64)
	: GCN_VGPR + a[0], a[1]);
  vop2 (m, GCN_OP_v_addc_co_u32, e,
	sem_one_in (m->r, 2) ? GCN_INT_0 + 65 * sem_below (m->r, 2)
	: GCN_VGPR + a[2], a[3]);
}

/* A lane of REG, not the first, is read, or is written.  */

static void
other_lane (struct maker *m, unsigned reg, unsigned lane, bool write)
{
  add (m, 0x34u << 26
       | opcode (write ? GCN_OP_v_writelane_b32 : GCN_OP_v_readlane_b32) << 16
       | (write ? reg : 21),
       (GCN_INT_0 + lane) << 9 | (write ? GCN_INT_0 + lane : GCN_VGPR + reg));
}

/* v40 becomes the lanes' numbers.  */

enum { LANE = 40 };

static void
lane_numbers (struct maker *m)
{
  /* A branch jumps over three instructions at most, which must not be these or those that
     make an address; the last of these is executed in any case.  */
  for (unsigned i = 0; i < 4; i++)
    exec (m, GCN_INT_M1, 0);
  for (int half = 0; half < 2; half++)
    add (m, 0x34u << 26 | LANE
	 | opcode (half ? GCN_OP_v_mbcnt_hi_u32_b32
		   : GCN_OP_v_mbcnt_lo_u32_b32) << 16,
	 (half ? GCN_VGPR + LANE : GCN_INT_0) << 9 | GCN_INT_M1);
}

/* Registers that are stored and loaded, as GCC's prologues and epilogues do it;
   then lanes of the temporaries.  Or one, of FEW lanes, as where scalars are saved.  */

static void
saves (struct maker *m, bool few)
{
  unsigned by4 = 41, low = 42, high = 43, at = 0;
  exec (m, GCN_INT_M1, 0);
  vop2 (m, GCN_OP_v_lshlrev_b32, by4, GCN_INT_0 + 2, LANE);
  vop1 (m, GCN_OP_v_mov_b32, low, SEM_BASE);
  vop1 (m, GCN_OP_v_mov_b32, high, SEM_BASE + 1);
  vop2 (m, GCN_OP_v_add_co_u32, low, GCN_VGPR + by4, low);
  vop2 (m, GCN_OP_v_addc_co_u32, high, GCN_INT_0, high);
  for (unsigned i = 0; i < (few ? 1 : 3); i++)
    {
      unsigned reg = 44 + sem_below (m->r, 8);
      bool load = sem_one_in (m->r, 2);
      if (few || sem_one_in (m->r, 2))
	exec (m, GCN_LITERAL, (2u << sem_below (m->r, few ? 3 : 31)) - 1);
      add (m, 0x37u << 26
	   | opcode (load ? GCN_OP_flat_load_dword : GCN_OP_flat_store_dword) << 18,
	   (load ? reg : 0) << 24 | (m->cpu == GCN_GFX803 ? 0 : 0x7f << 16)
	   | (load ? 0 : reg) << 8 | low);
      if (load)
	add (m, 0xbf8c0000, 0);
      exec (m, GCN_INT_M1, 0);
      if (few)
	return;
      unsigned step = 4 * sem_below (m->r, 160);
      at += step;
      if (at > SEM_DATA - 256)
	return;
      unsigned k = at / 4;
      if (i == 2 && k % 4 < 2)
	{
	  other_lane (m, by4 + k / 4 % 3, 1 + k % 63, k % 4);
	  return;
	}
      add (m, 0xbu << 28 | opcode (GCN_OP_s_movk_i32) << 23 | 22 << 16 | step,
	   0);
      vop2 (m, GCN_OP_v_add_co_u32, low, 22, low);
      vop2 (m, GCN_OP_v_addc_co_u32, high, GCN_INT_0, high);
    }
}

/* Two SGPRs are compared, and a branch goes around what changes them.  */

static void
around (struct maker *m)
{
  static const uint16_t compare[] =
  { GCN_OP_s_cmp_eq_u32, GCN_OP_s_cmp_lt_u32, GCN_OP_s_cmp_ge_i32 };
  static const uint16_t change[] =
  { GCN_OP_s_sub_i32, GCN_OP_s_or_b32, GCN_OP_s_add_u32, GCN_OP_s_addc_u32,
    GCN_OP_s_lshl_b32, GCN_OP_s_subb_u32 };
  unsigned a = 17 + sem_below (m->r, 3), b = 17 + sem_below (m->r, 3);
  unsigned n = 1 + sem_below (m->r, 3);
  add (m, 0x17eu << 23 | opcode (compare[sem_below (m->r, 3)]) << 16 | b << 8 | a, 0);
  add (m, 0x17fu << 23 | opcode (sem_one_in (m->r, 2) ? GCN_OP_s_cbranch_scc0
				 : GCN_OP_s_cbranch_scc1) << 16 | n, 0);
  while (n--)
    add (m, 2u << 30 | opcode (change[sem_below (m->r, 6)]) << 23
	 | (sem_one_in (m->r, 2) ? a : b) << 16
	 | (sem_one_in (m->r, 2) ? b : GCN_INT_0 + sem_below (m->r, 64)) << 8
	 | (sem_one_in (m->r, 2) ? a : b), 0);
  add (m, 2u << 30 | opcode (GCN_OP_s_addc_u32) << 23 | 20 << 16 | b << 8 | a, 0);
}

/* D = A op B, scalars.  */

static void
sop2 (struct maker *m, enum gcn_op op, unsigned d, unsigned a, unsigned b)
{
  add (m, 2u << 30 | opcode (op) << 23 | d << 16 | b << 8 | a, 0);
}

/* A scalar or a constant.  */

static unsigned
some_scalar (struct maker *m)
{
  return sem_one_in (m->r, 3) ? GCN_INT_0 + sem_below (m->r, 64)
	 : 17 + sem_below (m->r, 4);
}

/* s[18:19] and s[20:21] are pairs mostly.  */

static void
halves (struct maker *m)
{
  static const uint16_t wide[]
    = { GCN_OP_s_xor_b64, GCN_OP_s_and_b64, GCN_OP_s_or_b64, GCN_OP_s_lshl_b64 };
  static const uint16_t narrow[]
    = { GCN_OP_s_add_u32, GCN_OP_s_sub_u32, GCN_OP_s_lshl_b32, GCN_OP_s_xor_b32 };
  for (unsigned n = 6 + sem_below (m->r, 6); n; n--)
    {
      unsigned d = 18 + 2 * sem_below (m->r, 2), a = 18 + 2 * sem_below (m->r, 2);
      unsigned kind = sem_below (m->r, 4);
      if (kind == 0)
	{
	  /* Both halves are of the same pair, mostly.  */
	  bool mixed = sem_one_in (m->r, 3);
	  unsigned b = some_scalar (m);
	  sop2 (m, GCN_OP_s_add_u32, d, a, b);
	  sop2 (m, GCN_OP_s_addc_u32, mixed ? 17 + sem_below (m->r, 4) : d + 1,
		mixed ? some_scalar (m) : a + 1,
		mixed || b >= 128 ? GCN_INT_0 + sem_below (m->r, 64) : b + 1);
	}
      else if (kind == 1)
	sop2 (m, narrow[sem_below (m->r, 4)], d + sem_below (m->r, 2), some_scalar (m),
	      a + sem_below (m->r, 2));
      else
	sop2 (m, wide[sem_below (m->r, 4)], d, a, 18 + 2 * sem_below (m->r, 2));
    }
}

void
sem_idiom (struct sem_random *r, struct sem_program *p, enum gcn_cpu cpu)
{
  struct maker m = { r, p, cpu };
  if (p->n + 40 > SEM_MAX_INSNS)
    return;
  if (sem_one_in (r, 2))
    {
      bool few = sem_one_in (r, 2);
      lane_numbers (&m);
      for (unsigned i = 0; i < (few ? 3 : 1); i++)
	saves (&m, few);
    }
  else
    {
      if (sem_one_in (r, 2))
	for (unsigned i = 0; i < 3; i++)
	  around (&m);
      else
	for (unsigned i = 1 + sem_below (r, 3); i; i--)
	  sum64 (&m);
      if (sem_one_in (r, 2))
	halves (&m);
    }
}
