/* A callee changes M0; its caller reloads private data after the call.  This
   is how the bug was met first.
   { dg-accel-gcc "11 12 13 14" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-levels "-O1 -O2 -O3 -Os" }
   { dg-accel-args "- m0=0,lds=0 comment=0" }  */
#include "m0.h"

NOINLINE void
callee (int x)
{
  CLOBBER (x);
}

NOINLINE int
caller (int x, int *p)
{
  volatile int private[4];
  private[x & 3] = x;
  callee (x);
  return private[x & 3] + *p;
}

/* { dg-final { restores 1 "!m0=0" } } */
/* { dg-final { restores 0 "m0=0" } } */
/* { dg-final { gcn-finds {} "!m0=0" } } */
/* { dg-final { gcn-finds { foreign-m0-return } "m0=0" } } */
/* { dg-final { gcn-needs foreign-m0-return 1 } } */
/* { dg-final { same-as-without-plugin "m0=0" } } */
/* { dg-final { scan-ptx-times "accelfix: M0 restored" 1 "!m0=0 !comment=0" } } */
/* { dg-final { scan-ptx-not "accelfix:" "comment=0" } } */
/* { dg-final { more-instructions 1 "!m0=0" } } */
/* { dg-final { in-order { "callee:" "m0, s\[0-9\]+\n" "s_mov_b32\tm0, 6553\\d" "s_setpc_b64\ts.18:19." "callee, \.-callee" } "!m0=0" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
