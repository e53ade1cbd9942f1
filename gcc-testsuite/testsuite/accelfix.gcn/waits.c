/* GCC's own code: the data of a flat_store_dwordx4 is overwritten by the next
   instruction.  GCC 11 has no such store.
   { dg-accel-gcc "12" }
   { dg-accel-levels "-O2 -O3 -Os" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-args "- wait-states=0" } */

typedef __int128 T;

void __attribute__ ((noinline))
wide (T *p, T *q, T a, T b)
{
  p[0] = a + b;
  q[0] = a - b;
  p[1] = a ^ b;
  q[1] = b << 3;
  p[2] = a & b;
  q[2] = a | b;
}

/* { dg-final { gcn-finds {} "!wait-states=0" } } */
/* { dg-final { gcn-needs hazard-* 1 "!wait-states=0" } } */
/* { dg-final { summary-says "1 places that got wait states" "!wait-states=0" } } */
/* { dg-final { in-order { "flat_store_dwordx4" "accelfix: wait states" "s_nop\t0" "v_" } "!wait-states=0" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
