/* The reference: moves between lanes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Vega manual 12.8 (V_READFIRSTLANE_B32), 12.10 (V_READLANE_B32,
   V_WRITELANE_B32), 12.13 (DS_SWIZZLE_B32, DS_PERMUTE_B32 and its reverse).  */

#include <string.h>

#include "ref.h"

static void
readlane (struct ref_wave *w, const struct gcn_insn *in, unsigned lane)
{
  w->s[in->dst] = w->v[in->src[0] - GCN_VGPR][lane & 63];
}

/* Without a lane in EXEC, lane 0 is read.  */

static unsigned
first_lane (uint64_t exec)
{
  for (unsigned i = 0; i < 64; i++)
    if (exec >> i & 1)
      return i;
  return 0;
}

/* DS_SWIZZLE: with bit 15 each group of four lanes is permuted, else groups of
   32 by three masks.  Gives the lane that LANE reads.  */

static unsigned
swizzle (unsigned offset, unsigned lane)
{
  if (offset & 0x8000)
    return (lane & ~3u) | (offset >> 2 * (lane & 3) & 3);
  unsigned and = offset & 31, or = offset >> 5 & 31, xor = offset >> 10 & 31;
  return (lane & 32) | ((((lane & 31) & and) | or) ^ xor);
}

static void
move (struct ref_wave *w, const struct gcn_insn *in)
{
  uint32_t out[REF_LANES] = { 0 };
  uint64_t exec = ref_exec (w);
  const uint32_t *address = w->v[in->src[0] - GCN_VGPR];
  const uint32_t *data = address;
  if (in->src[1] != GCN_NO_OPERAND)
    data = w->v[in->src[1] - GCN_VGPR];
  for (unsigned i = 0; i < REF_LANES; i++)
    {
      if (!(exec >> i & 1))
	continue;
      unsigned other = (address[i] + in->offset) >> 2 & 63;
      if (ref_op (in) == GCN_OP_ds_permute_b32)
	out[other] = data[i];
      else
	{
	  if (ref_op (in) == GCN_OP_ds_swizzle_b32)
	    other = swizzle (in->offset, i);
	  out[i] = exec >> other & 1 ? data[other] : 0;
	}
    }
  for (unsigned i = 0; i < REF_LANES; i++)
    if (exec >> i & 1)
      w->v[in->dst - GCN_VGPR][i] = out[i];
}

bool
ref_cross (struct ref_wave *w, const struct gcn_insn *in)
{
  switch (ref_op (in))
    {
    case GCN_OP_v_readlane_b32:
      readlane (w, in, ref_scalar_source (w, in, in->src[1], 32,
					  REF_UNSIGNED));
      return true;
    case GCN_OP_v_readfirstlane_b32:
      readlane (w, in, first_lane (ref_exec (w)));
      return true;
    case GCN_OP_v_writelane_b32:
      {
	uint32_t x = ref_scalar_source (w, in, in->src[0], 32, REF_UNSIGNED);
	unsigned lane = ref_scalar_source (w, in, in->src[1], 32,
					   REF_UNSIGNED);
	w->v[in->dst - GCN_VGPR][lane & 63] = x;
	return true;
      }
    case GCN_OP_ds_swizzle_b32: case GCN_OP_ds_permute_b32:
    case GCN_OP_ds_bpermute_b32:
      move (w, in);
      return true;
    case GCN_OP_v_nop:
      return true;
    case GCN_OP_v_swap_b32:
      for (unsigned i = 0; i < REF_LANES; i++)
	if (ref_exec (w) >> i & 1)
	  {
	    uint32_t *a = &w->v[in->dst - GCN_VGPR][i];
	    uint32_t *b = &w->v[in->src[0] - GCN_VGPR][i], t = *a;
	    *a = *b;
	    *b = t;
	  }
      return true;
    default:
      return false;
    }
}
