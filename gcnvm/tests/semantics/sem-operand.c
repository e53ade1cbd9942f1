/* Random operands of instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "sem-operand.h"

bool
float_p (unsigned type)
{
  return type == GCN_T_f16 || type == GCN_T_f32 || type == GCN_T_f64;
}

bool
half_p (unsigned type)
{
  return type == GCN_T_f16 || type == GCN_T_u16 || type == GCN_T_i16
	 || type == GCN_T_b16;
}

/* Register D for REGS registers: on gfx90a pairs and more begin at an even
   one.  */

static unsigned
aligned (const struct maker *m, unsigned d, unsigned regs)
{
  return m->cpu & GCN_FROM_90A && regs > 1 ? d & ~1u : d;
}

/* An AGPR for REGS registers.  */

unsigned
agpr (struct maker *m, unsigned regs)
{
  return aligned (m, sem_below (m->r, SEM_AGPRS - regs + 1), regs);
}

/* A VGPR with values of TYPE, for REGS registers.  */

static unsigned
any_vgpr (struct maker *m, unsigned type, unsigned regs)
{
  unsigned x = sem_next (m->r);
  if (x % 8 == 0)
    return x % 16 ? 40 + (x >> 8) % (SEM_VGPRS - 40 - regs)
	   : (x >> 8) % (SEM_ADDRESS - regs);
  x >>= 8;
  switch (type)
    {
    case GCN_T_f32:
      return x % 8;
    case GCN_T_f64:
      return 8 + x % 4 * 2;
    case GCN_T_f16:
      return 16 + x % 4;
    default:
      return 20 + x % (13 - regs);
    }
}

unsigned
source_vgpr (struct maker *m, unsigned type, unsigned regs)
{
  return aligned (m, any_vgpr (m, type, regs), regs);
}

unsigned
source_sgpr (struct maker *m, unsigned type, unsigned regs)
{
  unsigned x = sem_next (m->r);
  if (x % 16 == 0)
    return GCN_VCC;
  if (x % 16 == 1)
    return GCN_EXEC;
  x >>= 8;
  if (regs > 1)
    return type == GCN_T_f64 ? 20 + x % 2 * 2 : x % (SEM_SGPRS / 2) * 2;
  return float_p (type) ? 16 + x % 4 : x % SEM_SGPRS;
}

uint32_t
literal_of (struct maker *m, unsigned type)
{
  switch (type)
    {
    case GCN_T_f64:
      return sem_float (m->r, &ref_f64) >> 32;
    case GCN_T_f32:
      return sem_float (m->r, &ref_f32);
    case GCN_T_f16:
      return sem_float (m->r, &ref_f16);
    default:
      return half_p (type) ? sem_int (m->r) & 0xffff : sem_int (m->r);
    }
}

unsigned
constant (struct maker *m, unsigned type, bool vector)
{
  unsigned regs = gcn_type_regs (type, m->cpu);
  bool floats = (float_p (type)
		 || (!half_p (type) && (regs == 1 || !vector)));
  if (floats && sem_one_in (m->r, 2))
    return GCN_FLOAT_FIRST + sem_below (m->r, 9);
  return GCN_INT_0 + sem_below (m->r, GCN_INT_M16 - GCN_INT_0 + 1);
}

/* A source of 9 bits of a vector instruction.  */

unsigned
vector_source (struct maker *m, unsigned type, bool vgpr_only, bool literal)
{
  unsigned regs = gcn_type_regs (type, m->cpu), x = sem_below (m->r, 20);
  if (vgpr_only || x < 12)
    return GCN_VGPR + source_vgpr (m, type, regs);
  if (x < 16 || m->scalar)
    return constant (m, type, true);
  m->scalar = true;
  if (x == 16 && literal)
    {
      m->literal = true;
      m->literal_value = literal_of (m, type);
      return GCN_LITERAL;
    }
  if (x == 17 && regs == 1 && !half_p (type))
    return sem_one_in (m->r, 2) ? GCN_SCC
	   : GCN_VCCZ + sem_below (m->r, 2);
  return source_sgpr (m, type, regs);
}

unsigned
scalar_source (struct maker *m, unsigned type)
{
  unsigned regs = gcn_type_regs (type, m->cpu), x = sem_below (m->r, 16);
  if (x < 9)
    return source_sgpr (m, type, regs);
  if (x < 13 || m->literal)
    return constant (m, type, false);
  if (x == 13 && regs == 1)
    return GCN_VCCZ + sem_below (m->r, 3);
  m->literal = true;
  m->literal_value = literal_of (m, type);
  return GCN_LITERAL;
}

unsigned
dest_vgpr (struct maker *m, unsigned regs)
{
  unsigned x = sem_next (m->r);
  return aligned (m, x % 4 ? 40 + (x >> 8) % (SEM_VGPRS - 40 - regs + 1)
		  : (x >> 8) % (SEM_ADDRESS - regs + 1), regs);
}

unsigned
dest_sgpr (struct maker *m, unsigned regs)
{
  unsigned x = sem_next (m->r);
  if (x % 8 == 0 && regs <= 2)
    return GCN_VCC;
  x >>= 8;
  unsigned step = regs > 2 ? 4 : regs;
  return x % ((SEM_WRITABLE_SGPRS - regs) / step + 1) * step;
}

/* Whether the second source shall be the first: equal values are a case of
   their own.  */

bool
same_p (struct maker *m)
{
  return m->row->s[0] == m->row->s[1] && sem_one_in (m->r, 8);
}
