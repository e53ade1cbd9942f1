/* The reference: registers, memory, the loop over instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Vega manual 3 and 5.2: scalar operands; 9 for memory.  */

#include <string.h>

#include "ref.h"

static const double constants[] = { 0.5, -0.5, 1, -1, 2, -2, 4, -4 };

/* The constants 240 to 248 as BITS bits.  The last is 1/(2 pi), whose bits the
   manual gives.  */

static uint64_t
float_constant (unsigned code, unsigned bits)
{
  static const struct ref_fpmode exact = { REF_NEAREST, true, true, true };
  if (code == GCN_FLOAT_LAST)
    return bits == 64 ? UINT64_C (0x3fc45f306dc9c882)
	   : bits == 32 ? 0x3e22f983 : 0x3118;
  uint64_t d = ref_of_double (constants[code - GCN_FLOAT_FIRST]);
  if (bits == 64)
    return d;
  return ref_convert (&ref_f64, bits == 32 ? &ref_f32 : &ref_f16, &exact, d);
}

uint64_t
ref_scalar_source (struct ref_wave *w, const struct gcn_insn *in,
		   unsigned code, unsigned bits, enum ref_kind kind)
{
  uint64_t mask = bits == 64 ? ~UINT64_C (0) : (UINT64_C (1) << bits) - 1;
  if (code < 128)
    return (bits == 64 ? ref_pair (w, code) : w->s[code]) & mask;
  if (code <= GCN_INT_64)
    return code - GCN_INT_0;
  if (code <= GCN_INT_M16)
    return -(uint64_t) (code - GCN_INT_64) & mask;
  if (code >= GCN_FLOAT_FIRST && code <= GCN_FLOAT_LAST)
    return float_constant (code, bits);
  switch (code)
    {
    case GCN_VCCZ:
      return ref_pair (w, GCN_VCC) == 0;
    case GCN_EXECZ:
      return ref_exec (w) == 0;
    case GCN_SCC:
      return w->scc;
    case GCN_LITERAL:
      if (bits == 64 && kind == REF_SIGNED)
	return (uint64_t) (int64_t) (int32_t) in->literal;
      if (bits == 64 && kind == REF_FLOAT)
	return (uint64_t) in->literal << 32;
      return in->literal & mask;
    default:
      w->trouble = "an operand that the reference does not know";
      return 0;
    }
}

static uint8_t *
find (struct ref_wave *w, uint64_t address, unsigned size)
{
  for (unsigned i = 0; i < w->n_regions; i++)
    {
      struct ref_region *r = &w->regions[i];
      if (address >= r->base && address + size <= r->base + r->size)
	return r->bytes + (address - r->base);
    }
  w->trouble = "an address outside of memory";
  return NULL;
}

uint64_t
ref_load (struct ref_wave *w, uint64_t address, unsigned size)
{
  const uint8_t *p = find (w, address, size);
  uint64_t x = 0;
  for (unsigned i = 0; p && i < size; i++)
    x |= (uint64_t) p[i] << 8 * i;
  return x;
}

void
ref_store (struct ref_wave *w, uint64_t address, unsigned size, uint64_t value)
{
  uint8_t *p = find (w, address, size);
  for (unsigned i = 0; p && i < size; i++)
    p[i] = value >> 8 * i;
}

static bool
step (struct ref_wave *w, const struct gcn_insn *in)
{
  return (ref_scalar (w, in) || ref_smem (w, in) || ref_cross (w, in)
	  || ref_vector (w, in) || ref_packed (w, in) || ref_halves (w, in)
	  || ref_vmem (w, in) || ref_lds (w, in));
}

bool
ref_run (struct ref_wave *w, const struct ref_program *p, unsigned limit)
{
  w->trouble = NULL;
  for (; limit && !w->ended && !w->trouble; limit--)
    {
      unsigned i = 0;
      uint64_t at = p->base;
      for (; i < p->n && at != w->pc; i++)
	at += p->insns[i].length;
      if (i == p->n)
	{
	  if (at != w->pc)
	    w->trouble = "a jump out of the program";
	  break;
	}
      w->next_pc = w->pc + p->insns[i].length;
      if (!step (w, &p->insns[i]))
	w->trouble = "an instruction that the reference does not know";
      w->pc = w->next_pc;
    }
  return !w->trouble;
}

bool
ref_has (enum gcn_op op, enum gcn_cpu cpu)
{
  const struct gcn_row *r = &gcn_rows[op];
  const char *name = r->name;
  if (!gcn_row_there (r, cpu))
    return false;
  if (r->enc == GCN_ENC_VOPC || ref_vector_row (op))
    return true;
  /* What the others do is asked of them: nothing is computed yet.  */
  switch (r->enc)
    {
    case GCN_ENC_SOP2: case GCN_ENC_SOP1: case GCN_ENC_SOPC:
    case GCN_ENC_SOPK: case GCN_ENC_SOPP: case GCN_ENC_SMEM:
    case GCN_ENC_FLAT: case GCN_ENC_GLOBAL: case GCN_ENC_DS:
    case GCN_ENC_VOP1: case GCN_ENC_VOP2: case GCN_ENC_VOP3:
    case GCN_ENC_VOP3P: case GCN_ENC_MUBUF:
      break;
    default:
      return false;
    }
  static struct ref_wave w;
  static uint8_t lds[1];
  struct gcn_insn in;
  memset (&in, 0, sizeof in);
  in.row = r;
  in.dst = in.src[0] = in.src[1] = in.src[2] = 0;
  if (r->d >= GCN_T_b8 && r->enc > GCN_ENC_SMEM)
    in.dst = GCN_VGPR;
  if (r->enc > GCN_ENC_SMEM)
    in.src[0] = in.src[1] = in.src[2] = GCN_VGPR;
  if (!r->d)
    in.dst = GCN_NO_OPERAND;
  for (unsigned i = 0; i < 3; i++)
    if (!r->s[i])
      in.src[i] = GCN_NO_OPERAND;
  in.saddr = in.soffset = GCN_NO_OPERAND;
  memset (&w, 0, sizeof w);
  w.cpu = cpu;
  w.lds = lds;
  w.s[GCN_EXEC] = 1;
  if (strncmp (name, "v_read", 6) == 0
      || strncmp (name, "v_writelane", 11) == 0)
    return true;
  return step (&w, &in);
}
