/* The test of semantics: programs for what random ones cannot do.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "sem.h"

struct maker
{
  struct sem_program *p;
  enum gcn_cpu cpu;
  uint32_t shared;
};

static void
add (struct maker *m, uint32_t w0, uint32_t w1)
{
  uint32_t w[2] = { w0, w1 };
  if (!sem_add_words (m->p, m->cpu, w))
    m->p->n = 0;
}

static void
sop2 (struct maker *m, enum gcn_op op, unsigned d, unsigned a, unsigned b)
{
  add (m, 2u << 30 | (unsigned) gcn_rows[op].opcode << 23 | d << 16 | b << 8
       | a, 0);
}

static void
sop1 (struct maker *m, enum gcn_op op, unsigned d, unsigned a)
{
  add (m, 0x17du << 23 | d << 16 | (unsigned) gcn_rows[op].opcode << 8 | a, 0);
}

static void
sopk (struct maker *m, enum gcn_op op, unsigned d, int k)
{
  add (m, 0xbu << 28 | (unsigned) gcn_rows[op].opcode << 23 | d << 16
       | (k & 0xffff), 0);
}

static void
sopp (struct maker *m, enum gcn_op op, int k)
{
  add (m, 0x17fu << 23 | (unsigned) gcn_rows[op].opcode << 16 | (k & 0xffff),
       0);
}

static void
vop1 (struct maker *m, enum gcn_op op, unsigned d, unsigned a)
{
  add (m, 0x3fu << 25 | d << 17 | (unsigned) gcn_rows[op].opcode << 9 | a, 0);
}

static void
vop3 (struct maker *m, enum gcn_op op, unsigned d, unsigned a, unsigned b)
{
  add (m, 0x34u << 26 | (unsigned) gcn_rows[op].opcode << 16 | d, b << 9 | a);
}

#define INT(N) (GCN_INT_0 + (N))

/* Puts an address into s[20:21]: that of what follows the next instruction, of
   one word, and one more.  */

static void
go (struct maker *m)
{
  sop1 (m, GCN_OP_s_getpc_b64, 20, 0);
  sop2 (m, GCN_OP_s_add_u32, 20, 20, INT (16));
  sop2 (m, GCN_OP_s_addc_u32, 21, 21, INT (0));
}

static void
after_go (struct maker *m)
{
  sop1 (m, GCN_OP_s_not_b32, 0, 0);
  sop1 (m, GCN_OP_s_not_b32, 1, 1);
  sop2 (m, GCN_OP_s_sub_u32, 20, 20, 22);
}

static void
setpc (struct maker *m)
{
  go (m);
  sop1 (m, GCN_OP_s_setpc_b64, 0, 20);
  after_go (m);
}

static void
swappc (struct maker *m)
{
  go (m);
  sop1 (m, GCN_OP_s_swappc_b64, 22, 20);
  after_go (m);
}

static void
call (struct maker *m)
{
  if (m->cpu == GCN_GFX803)
    sopp (m, GCN_OP_s_branch, 1);
  else
    sopk (m, GCN_OP_s_call_b64, 22, 1);
  after_go (m);
}

/* Five times round.  */

static void
loop (struct maker *m)
{
  sopk (m, GCN_OP_s_movk_i32, 0, 5);
  vop1 (m, GCN_OP_v_not_b32, 40, GCN_VGPR + 20);
  sop2 (m, GCN_OP_s_add_u32, 1, 1, 2);
  sop2 (m, GCN_OP_s_sub_u32, 0, 0, INT (1));
  add (m, 0x17eu << 23 | 7 << 16 | INT (0) << 8, 0);	/* s_cmp_lg_u32.  */
  sopp (m, GCN_OP_s_cbranch_scc1, -5);
}

/* All lanes, some, none; EXEC by halves; what is written without lanes.  */

static void
exec (struct maker *m)
{
  sop1 (m, GCN_OP_s_mov_b64, GCN_EXEC, 2);
  vop1 (m, GCN_OP_v_mov_b32, 40, GCN_VGPR + 1);
  sop1 (m, GCN_OP_s_mov_b32, GCN_EXEC, GCN_INT_M1);
  vop1 (m, GCN_OP_v_mov_b32, 41, GCN_VGPR + 2);
  sop1 (m, GCN_OP_s_mov_b32, GCN_EXEC + 1, INT (0));
  vop1 (m, GCN_OP_v_cvt_f64_f32, 42, GCN_VGPR + 3);
  sop1 (m, GCN_OP_s_mov_b64, GCN_EXEC, INT (0));
  vop1 (m, GCN_OP_v_mov_b32, 44, GCN_VGPR + 4);
  vop3 (m, GCN_OP_v_cmp_tru_f32, 4, GCN_VGPR, GCN_VGPR + 1);
  vop3 (m, GCN_OP_v_writelane_b32, 45, 6, INT (33));
  vop3 (m, GCN_OP_v_readlane_b32, 7, GCN_VGPR + 5, INT (60));
  add (m, 0x3fu << 25 | 8 << 17
       | (unsigned) gcn_rows[GCN_OP_v_readfirstlane_b32].opcode << 9
       | (GCN_VGPR + 6), 0);
  sop1 (m, GCN_OP_s_or_saveexec_b64, 10, GCN_VCC);
  vop1 (m, GCN_OP_v_mov_b32, 46, GCN_VGPR + 4);
}

/* M0 as a lane's number, as data, as an index.  */

static void
m0 (struct maker *m)
{
  sop1 (m, GCN_OP_s_mov_b32, GCN_M0, INT (41));
  vop3 (m, GCN_OP_v_readlane_b32, 3, GCN_VGPR + 4, GCN_M0);
  vop3 (m, GCN_OP_v_writelane_b32, 41, GCN_M0, GCN_M0);
  vop1 (m, GCN_OP_v_mov_b32, 42, GCN_M0);
  sop2 (m, GCN_OP_s_add_u32, GCN_M0, GCN_M0, 5);
  sop1 (m, GCN_OP_s_mov_b32, 6, GCN_M0);
  vop3 (m, GCN_OP_v_readlane_b32, GCN_M0, GCN_VGPR + 4, INT (2));
}

static void
movrel (struct maker *m)
{
  sop1 (m, GCN_OP_s_mov_b32, GCN_M0, INT (6));
  sop1 (m, GCN_OP_s_movrels_b32, 0, 3);
  sop1 (m, GCN_OP_s_movreld_b32, 3, 1);
  sop1 (m, GCN_OP_s_movrels_b64, 2, 4);
  sop1 (m, GCN_OP_s_movreld_b64, 4, 14);
  sop1 (m, GCN_OP_s_mov_b32, GCN_M0, GCN_INT_M1);
}

/* Literals of 64 bits: b64 and u64 get zeros above, i64 the sign, f64 is the
   upper half.  */

static void
literals (struct maker *m)
{
  const uint32_t k = 0x80000001;
  unsigned ashr = gcn_rows[GCN_OP_s_ashr_i64].opcode;
  add (m, 0x17du << 23 | 0 << 16 | 1 << 8 | GCN_LITERAL, k);
  add (m, 2u << 30 | ashr << 23 | 2 << 16 | INT (4) << 8 | GCN_LITERAL, k);
  add (m, 0x3eu << 25 | (unsigned) gcn_rows[GCN_OP_v_cmp_gt_i64].opcode << 17
       | 24 << 9 | GCN_LITERAL, k);
  sop1 (m, GCN_OP_s_mov_b64, 4, GCN_VCC);
  add (m, 0x3eu << 25 | (unsigned) gcn_rows[GCN_OP_v_cmp_gt_u64].opcode << 17
       | 24 << 9 | GCN_LITERAL, k);
  sop1 (m, GCN_OP_s_mov_b64, 6, GCN_VCC);
  add (m, 0x3eu << 25 | (unsigned) gcn_rows[GCN_OP_v_cmp_gt_f64].opcode << 17
       | 8 << 9 | GCN_LITERAL, 0x3ff80000);
  add (m, 0x3fu << 25 | 40 << 17
       | (unsigned) gcn_rows[GCN_OP_v_cvt_i32_f64].opcode << 9 | GCN_LITERAL,
       0x40c81c00);
}

/* MODE written in the middle: rounding and denormals change at once.  */

static void
mode (struct maker *m)
{
  static const uint32_t modes[] = { 0xf0, 0x0f, 0xff, 0x05, 0x0a, 0x2f0 };
  unsigned setreg = gcn_rows[GCN_OP_s_setreg_imm32_b32].opcode;
  for (unsigned i = 0; i < 6; i++)
    {
      add (m, 0xbu << 28 | setreg << 23 | 1 | 9 << 11, modes[i]);
      add (m, gcn_rows[GCN_OP_v_mul_f32].opcode << 25 | (40 + i) << 17
	   | 1 << 9 | (GCN_VGPR + 2), 0);
      vop1 (m, GCN_OP_v_cvt_f32_f64, 46 + i, GCN_VGPR + 8);
    }
}

static void
ds (struct maker *m, enum gcn_op op, unsigned d, unsigned data)
{
  add (m, 0x36u << 26 | (unsigned) gcn_rows[op].opcode << 17,
       d << 24 | data << 8 | SEM_LDS_ADDRESS);
}

/* LDS's atomic operations on floats, of numbers that are no denormals, rounded
   to nearest.  */

static void
floats (struct maker *m)
{
  static const enum gcn_op ops_32[] = { GCN_OP_ds_add_f32, GCN_OP_ds_min_f32,
					GCN_OP_ds_max_f32 };
  static const enum gcn_op ops_64[] = { GCN_OP_ds_min_f64, GCN_OP_ds_max_f64 };
  add (m, 0xbu << 28
       | (unsigned) gcn_rows[GCN_OP_s_setreg_imm32_b32].opcode << 23
       | 1 | 3 << 11, 0);
  vop1 (m, GCN_OP_v_cvt_f32_i32, 40, GCN_VGPR + 20);
  vop1 (m, GCN_OP_v_cvt_f64_i32, 42, GCN_VGPR + 21);
  ds (m, GCN_OP_ds_write_b32, 0, 40);
  for (unsigned i = 0; i < 3; i++)
    {
      vop1 (m, GCN_OP_v_cvt_f32_i32, 41, GCN_VGPR + 22 + i);
      ds (m, ops_32[i], 0, 41);
      ds (m, GCN_OP_ds_read_b32, 46 + i, 0);
    }
  ds (m, GCN_OP_ds_add_rtn_f32, 49, 41);
  ds (m, GCN_OP_ds_write_b64, 0, 42);
  for (unsigned i = 0; i < 2; i++)
    {
      vop1 (m, GCN_OP_v_cvt_f64_i32, 44, GCN_VGPR + 25 + i);
      ds (m, ops_64[i], 0, 44);
      ds (m, GCN_OP_ds_read_b64, 50 + 2 * i, 0);
    }
}

/* Floats in global memory, at v[32:33], and those of 64 bits in LDS: as above.
   On gfx908 global_atomic_add_f32 returns nothing.  */

static void
global (struct maker *m, enum gcn_op op, unsigned d, unsigned data, bool glc)
{
  add (m, 0x37u << 26 | (unsigned) gcn_rows[op].opcode << 18
       | (unsigned) glc << 16 | 2 << 14,
       d << 24 | 0x7f << 16 | data << 8 | SEM_ADDRESS);
}

static void
global_floats (struct maker *m)
{
  static const enum gcn_op ops[] = { GCN_OP_global_atomic_add_f64,
				     GCN_OP_global_atomic_min_f64,
				     GCN_OP_global_atomic_max_f64 };
  bool gfx90a = m->cpu & GCN_FROM_90A;
  add (m, 0xbu << 28
       | (unsigned) gcn_rows[GCN_OP_s_setreg_imm32_b32].opcode << 23
       | 1 | 3 << 11, 0);
  vop1 (m, GCN_OP_v_cvt_f32_i32, 40, GCN_VGPR + 20);
  vop1 (m, GCN_OP_v_cvt_f32_i32, 41, GCN_VGPR + 21);
  global (m, GCN_OP_global_store_dword, 0, 40, false);
  global (m, GCN_OP_global_atomic_add_f32, 0, 41, false);
  if (!gfx90a)
    return;
  global (m, GCN_OP_global_atomic_add_f32, 42, 41, true);
  vop1 (m, GCN_OP_v_cvt_f64_i32, 44, GCN_VGPR + 20);
  global (m, GCN_OP_global_store_dwordx2, 0, 44, false);
  for (unsigned i = 0; i < 3; i++)
    {
      vop1 (m, GCN_OP_v_cvt_f64_i32, 44, GCN_VGPR + 22 + i);
      global (m, ops[i], 46 + 2 * i, 44, true);
    }
  ds (m, GCN_OP_ds_write_b64, 0, 46);
  ds (m, GCN_OP_ds_add_f64, 0, 44);
  ds (m, GCN_OP_ds_add_rtn_f64, 52, 44);
}

/* LDS through FLAT, at v[40:41].  */

static void
flat_lds (struct maker *m)
{
  static const struct { enum gcn_op op; unsigned d, data; bool glc; } ops[] =
  {
    { GCN_OP_flat_load_dwordx4, 42, 0, false },
    { GCN_OP_flat_store_dwordx2, 0, 20, false },
    { GCN_OP_flat_load_ubyte, 46, 0, false },
    { GCN_OP_flat_atomic_add, 47, 22, true },
    { GCN_OP_flat_store_short, 0, 23, false },
    { GCN_OP_flat_atomic_cmpswap_x2, 48, 24, true },
    { GCN_OP_flat_load_dword, 50, 0, false }
  };
  vop1 (m, GCN_OP_v_mov_b32, 40, GCN_VGPR + SEM_LDS_ADDRESS);
  add (m, 0x3fu << 25 | 41 << 17
       | (unsigned) gcn_rows[GCN_OP_v_mov_b32].opcode << 9 | GCN_LITERAL,
       m->shared);
  for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
    add (m, 0x37u << 26 | (unsigned) gcn_rows[ops[i].op].opcode << 18
	 | (unsigned) ops[i].glc << 16,
	 ops[i].d << 24 | (m->cpu == GCN_GFX803 ? 0 : 0x7f << 16)
	 | ops[i].data << 8 | 40);
}

static const struct
{
  const char *name;
  void (*make) (struct maker *);
  unsigned cpus;		/* Zero: all.  */
} specials[] =
{
  { "s_setpc_b64", setpc, 0 }, { "s_swappc_b64", swappc, 0 },
  { "calls", call, 0 }, { "loops", loop, 0 }, { "EXEC", exec, 0 },
  { "M0", m0, 0 }, { "s_movrel", movrel, 0 },
  { "literals of 64 bits", literals, 0 }, { "MODE", mode, 0 },
  { "floats in LDS", floats, 0 }, { "LDS through FLAT", flat_lds, 0 },
  { "floats in global memory", global_floats, GCN_GFX908 | GCN_GFX90A }
};

unsigned sem_n_special = sizeof specials / sizeof *specials;

bool
sem_special_p (unsigned i, enum gcn_cpu cpu)
{
  return !specials[i].cpus || specials[i].cpus & cpu;
}

const char *
sem_special (unsigned i, enum gcn_cpu cpu, uint32_t shared,
	     struct sem_program *p)
{
  struct maker m = { p, cpu, shared };
  p->n = 0;
  specials[i].make (&m);
  return specials[i].name;
}
