/* Atomic operations on memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <math.h>
#include <string.h>

#include "run/float-ops.h"
#include "run/memory.h"

static double
float_value (uint64_t v, unsigned bits)
{
  float f;
  double d;
  if (bits == 32)
    {
      uint32_t x = v;
      memcpy (&f, &x, 4);
      return f;
    }
  memcpy (&d, &v, 8);
  return d;
}

static uint64_t
float_bits (double d, unsigned bits)
{
  uint64_t v;
  if (bits == 32)
    {
      float f = d;
      uint32_t x;
      memcpy (&x, &f, 4);
      return x;
    }
  memcpy (&v, &d, 8);
  return v;
}

/* Two halves added, rounded to nearest.  */

static uint32_t
packed_sum (uint32_t a, uint32_t b)
{
  uint32_t sum = 0;
  for (int shift = 0; shift < 32; shift += 16)
    {
      double d = add_f64 (f16_to_f32 (a >> shift & 0xffff),
			  f16_to_f32 (b >> shift & 0xffff));
      sum |= (uint32_t) f32_to_f16_64 (d, 0, true) << shift;
    }
  return sum;
}

/* What KIND makes of OLD ("Atomic instructions" in both manuals).  */

static uint64_t
atomic_value (enum atomic_kind kind, uint64_t old, uint64_t data, uint64_t cmp,
	      unsigned bits)
{
  int64_t so = bits == 32 ? (int32_t) old : (int64_t) old;
  int64_t sd = bits == 32 ? (int32_t) data : (int64_t) data;
  switch (kind)
    {
    case ATOMIC_SWAP:
      return data;
    case ATOMIC_CMPSWAP:
      return old == cmp ? data : old;
    case ATOMIC_ADD:
      return old + data;
    case ATOMIC_SUB:
      return old - data;
    case ATOMIC_RSUB:
      return data - old;
    case ATOMIC_SMIN:
      return so < sd ? old : data;
    case ATOMIC_UMIN:
      return old < data ? old : data;
    case ATOMIC_SMAX:
      return so > sd ? old : data;
    case ATOMIC_UMAX:
      return old > data ? old : data;
    case ATOMIC_AND:
      return old & data;
    case ATOMIC_OR:
      return old | data;
    case ATOMIC_XOR:
      return old ^ data;
    case ATOMIC_INC:
      return old >= data ? 0 : old + 1;
    case ATOMIC_DEC:
      return old == 0 || old > data ? data : old - 1;
    case ATOMIC_MSKOR:		/* DATA is the mask, CMP the bits.  */
      return (old & ~data) | cmp;
    case ATOMIC_FMIN:
      return float_value (data, bits) < float_value (old, bits) ? data : old;
    case ATOMIC_FMAX:
      return float_value (data, bits) > float_value (old, bits) ? data : old;
    case ATOMIC_FADD:
      return float_bits (add_f64 (float_value (old, bits),
				  float_value (data, bits)), bits);
    case ATOMIC_FCMP:
      return float_value (old, bits) == float_value (cmp, bits) ? data : old;
    case ATOMIC_PKADD:
      return packed_sum (old, data);
    case ATOMIC_WRAP:
      return old >= data ? old - data : old + cmp;
    default:
      return old;
    }
}

uint64_t
atomic_do (const struct wave *w, enum atomic_kind kind, void *p, unsigned bits,
	   uint64_t data, uint64_t cmp)
{
  if (alone_at (w, p))
    return (bits == 32
	    ? PLAIN_RMW (uint32_t, p, atomic_value (kind, old, data, cmp, 32))
	    : PLAIN_RMW (uint64_t, p, atomic_value (kind, old, data, cmp, 64)));
  if (bits == 32)
    {
      uint32_t old = __atomic_load_n ((uint32_t *) p, __ATOMIC_SEQ_CST);
      for (;;)
	{
	  uint32_t v = atomic_value (kind, old, data, cmp, 32);
	  if (__atomic_compare_exchange_n ((uint32_t *) p, &old, v, false,
					   __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST))
	    return old;
	}
    }
  uint64_t old = __atomic_load_n ((uint64_t *) p, __ATOMIC_SEQ_CST);
  for (;;)
    {
      uint64_t v = atomic_value (kind, old, data, cmp, 64);
      if (__atomic_compare_exchange_n ((uint64_t *) p, &old, v, false,
				       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
	return old;
    }
}
