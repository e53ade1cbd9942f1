/* Undefined bits of registers: vector operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "run/vector.h"
#include "watch/parts.h"

/* How many registers source I of U has that may be undefined.  */

static unsigned
source_regs (const struct uop *u, int i)
{
  return i == 2 && !u->regs[3] ? 2 : u->regs[i + 1];
}

/* The undefined bits of source I of U in LANE, as its modifiers select them.  */

static uint64_t
source_undef (const struct wave *w, const struct uop *u, int i, unsigned lane)
{
  unsigned code = u->src[i], regs = u->regs[i + 1];
  const struct gcn_insn *in = u->in;
  uint64_t v = 0;
  if (in->form == GCN_DPP_FORM && i == 0)
    return w->tmp[6][lane];
  if (code == GCN_NO_OPERAND || u->konst[i])
    return 0;
  if (i == 2 && u->row == GCN_OP_v_cndmask_b32)
    return get64 (&w->sv[code]) >> lane & 1;
  for (unsigned k = 0; k < regs && k < 2; k++)
    if (code >= GCN_VGPR)
      {
	unsigned r = code - GCN_VGPR + k;
	if (w->vu[r] >> lane & 1)
	  v |= (uint64_t) w->vv[r][lane] << (32 * k);
      }
    else
      v |= (uint64_t) w->sv[code + k] << (32 * k);
  if (in->form == GCN_SDWA_FORM && i < 2)
    v = sdwa_select (v, in->src_sel[i], in->sext >> i & 1);
  return v;
}

/* The bits of a value of type T, which has REGS registers.  */

static unsigned
type_bits (enum gcn_type t, unsigned regs)
{
  return t >= GCN_T_b16 && t <= GCN_T_i16 ? 16 : regs > 1 ? 64 : 32;
}

/* The load that undefined bits V of the sources of U come from; 0 if some register
   of them was never written, whose source is then *BAD.  */

static unsigned
vector_origin (const struct wave *w, const struct uop *u, const uint64_t v[3],
	       int *bad)
{
  unsigned origin = 0;
  for (int i = 0; i < 3; i++)
    if (v[i])
      {
	*bad = i;
	origin = wave_origin (w, u->src[i], source_regs (u, i));
	if (!origin)
	  break;
      }
  return origin;
}

/* Why source CODE of W is undefined.  */

static enum undef_source
undef_by (const struct wave *w, unsigned code)
{
  return code >= GCN_VGPR ? w->undef_by[code - GCN_VGPR] : UNDEF_NEVER_SET;
}

/* Whether the sources of U, whose undefined bits in some lane are V, have been set
   for other lanes.  GCC from 13 on loads a short vector for its lanes alone, and
   computes with it in all lanes: nobody asks what comes out in the others.  */

static bool
others_set_p (const struct wave *w, const struct uop *u, const uint64_t v[3])
{
  for (int i = 0; i < 3; i++)
    {
      unsigned code = u->src[i];
      if (!v[i])
	continue;
      /* The carry; v_div_fmas has a number there.  */
      if (i == 2 && u->in->row->flags & GCN_F_CO
	  && u->in->row->flags & GCN_F_RVCC)
	{
	  if (get64 (&w->sv[code]) == ~UINT64_C (0))
	    return false;
	  continue;
	}
      if (code < GCN_VGPR)
	return false;
      for (unsigned k = 0; k < source_regs (u, i); k++)
	{
	  enum undef_source by = undef_by (w, code + k);
	  if ((uint32_t) (v[i] >> (32 * k))
	      && (by == UNDEF_LOADED
		  || (by == UNDEF_NEVER_SET
		      && w->vu[code - GCN_VGPR + k] == ~UINT64_C (0))))
	    return false;
	}
    }
  return true;
}

/* Puts undefined bits VR into register R of LANE.  */

static void
put_undef (struct wave *w, unsigned r, unsigned lane, uint32_t vr)
{
  w->vu[r] &= ~(UINT64_C (1) << lane);
  if (vr)
    {
      w->vv[r][lane] = vr;
      w->vu[r] |= UINT64_C (1) << lane;
    }
}

/* Undefined bits VR of a result of U become those of the part of register R of
   LANE that SDWA selects, beside what stays there.  */

static uint32_t
sdwa_undef (const struct wave *w, const struct uop *u, unsigned r,
	    unsigned lane, uint32_t vr)
{
  const struct gcn_insn *in = u->in;
  uint32_t mask = sdwa_mask (in->dst_sel);
  unsigned bits = __builtin_popcount (mask);
  uint32_t v = (vr << __builtin_ctz (mask)) & mask;
  if (in->dst_unused == 1 && bits < 32 && vr >> (bits - 1) & 1)
    v |= ~(mask | (mask - 1));
  else if (in->dst_unused == 2 && w->vu[r] >> lane & 1)
    v |= w->vv[r][lane] & ~mask;
  return v;
}

static uint64_t
source_value (const struct uop *u, const uint32_t *s, int i, unsigned lane)
{
  if (!s)
    return 0;
  return s[lane] | (u->regs[i + 1] > 1 ? (uint64_t) s[lane + LANES] << 32 : 0);
}

uint64_t
watch_undef_compare (struct wave *w, const struct uop *u, uint64_t exec,
		     const uint32_t *const s[3])
{
  uint64_t lanes = 0;
  int first = -1;
  unsigned regs = u->regs[1];
  unsigned bits = type_bits (u->in->row->s[0], regs);
  unsigned origin = 0;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned lane = __builtin_ctzll (e);
      struct simt_partly o[2];
      for (int i = 0; i < 2; i++)
	{
	  o[i].v = source_undef (w, u, i, lane);
	  o[i].x = source_value (u, s[i], i, lane);
	}
      if (!(o[0].v | o[1].v))
	continue;
      int i = o[0].v ? 0 : 1;
      unsigned from = wave_origin (w, u->src[i], u->regs[i + 1]);
      if (o[0].v && o[1].v
	  && !wave_origin (w, u->src[1], u->regs[2]))
	from = 0;
      if (from && undef_compare_known_p (u->in->row->name, o[0], o[1], bits))
	continue;
      if (first < 0)
	{
	  first = i;
	  origin = from;
	}
      lanes |= e & -e;
    }
  if (lanes)
    {
      w->mask_undef = lanes;
      w->mask_code = u->src[first];
      w->mask_regs = u->regs[first + 1];
      if (w->init)
	w->init->origin[u->sdst] = w->init->origin[u->sdst + 1] = origin;
    }
  return lanes;
}

bool
watch_undef_vector (struct wave *w, const struct uop *u, uint64_t exec,
	      const uint32_t *const s[3], unsigned dst)
{
  unsigned wide = dst != -1u && u->regs[0] > 1, from = 0;
  bool some = false, computed = false, loaded = false;
  const struct gcn_insn *in = u->in;
  enum undef_rule rule = dst == -1u ? UNDEF_REPORT : u->undef;
  if (in->row->flags & GCN_F_CO)
    rule = UNDEF_LEFT;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned lane = __builtin_ctzll (e);
      uint64_t v[3], x[3], vr = 0;
      bool bad = false;
      for (int i = 0; i < 3; i++)
	{
	  v[i] = source_undef (w, u, i, lane);
	  x[i] = source_value (u, s[i], i, lane);
	}
      if (in->row->flags & GCN_F_CO && in->row->flags & GCN_F_RVCC)
	v[2] = get64 (&w->sv[u->src[2]]) >> lane & 1;
      uint64_t any = v[0] | v[1] | v[2];
      if (any)
	vr = undef_result_bits (rule, x[0], x[1], x[2], v[0], v[1], v[2],
			  wide ? 64 : 32, &bad);
      if (any && rule == UNDEF_BFE && !v[1] && !v[2])
	vr = undef_scalar_bfe (v[0], (x[1] & 31) | (x[2] & 31) << 16, 32,
			 in->row->d == GCN_T_i32);
      int i = 0;
      unsigned origin = any ? vector_origin (w, u, v, &i) : 0;
      if (bad && origin && dst != -1u)
	vr = undef_memory_bits (rule, any);
      else if (bad && dst != -1u && others_set_p (w, u, v))
	{
	  vr = undef_memory_bits (rule, any);
	  computed = true;
	}
      else if (bad)
	{
	  vr = 0;
	  if (!watch_undef_use (w, u, dst == -1u && origin ? "EXEC" : NULL,
				u->src[i], source_regs (u, i), lane))
	    return false;
	}
      if (dst == -1u)
	continue;
      if (in->form == GCN_SDWA_FORM)
	vr = sdwa_undef (w, u, dst, lane, vr);
      if (vr && !some)
	from = origin;
      some |= vr != 0;
      for (int k = 0; k < 3 && vr; k++)
	{
	  loaded |= v[k] && undef_by (w, u->src[k]) == UNDEF_LOADED;
	  computed |= v[k] && undef_by (w, u->src[k]) == UNDEF_COMPUTED;
	}
      for (unsigned k = 0; k <= wide; k++)
	put_undef (w, dst + k, lane, vr >> (32 * k));
    }
  for (unsigned k = 0; k <= wide && some; k++)
    w->undef_by[dst + k] = (loaded ? UNDEF_LOADED : computed ? UNDEF_COMPUTED
			    : UNDEF_NEVER_SET);
  w->any_computed |= some && computed && !loaded;
  if (some && w->init)
    for (unsigned k = 0; k <= wide; k++)
      w->init->origin[GCN_VGPR + dst + k] = from;
  return true;
}
