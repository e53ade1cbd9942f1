/* RDNA 3: results of transcendental instructions are used too early, and VGPRs
   are written on both sides of a write of EXEC.  With wait-states=2, what was a
   mask is waited for as well.
   { dg-accel-gcc "14 15" }
   { dg-accel-levels "-O2 -O3" }
   { dg-accel-options "-march=gfx1100" }
   { dg-accel-args "- wait-states=0 wait-states=2" } */

double
quotient (double a, double b)
{
  return a / b;
}

int
chosen (int a, int b, int c)
{
  return (a < b ? c : b) + (b < c ? a : c);
}

/* { dg-final { gcn-finds {} "!wait-states=0" } } */
/* { dg-final { gcn-needs hazard-trans-use 1 } } */
/* { dg-final { in-order { "v_rcp_f64" "accelfix: wait states" "s_waitcnt_depctr\t0x0f9f" "v_" } "!wait-states=0" } } */
/* { dg-final { in-order { "v_add_co_u32" "s_waitcnt_depctr\t0x" "s_setpc_b64" } "wait-states=2" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
