/* The dump names the pass, the register and the insns.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-args "init-regs=2 init-regs=3" } */
#define TYPE int
#include "mode.h"

extern void side (int);

void
k (int x)
{
  if (x)
    {
      side (x);
      __builtin_unreachable ();
    }
}

/* { dg-final { scan-rtl-dump accelfix-init-regs {reg \d+ unit 0 may be read before it is set} } } */
/* { dg-final { scan-rtl-dump accelfix-init-regs {init of reg \d+ unit 0: insn \d+} } } */
/* { dg-final { scan-rtl-dump accelfix-exit {exit insn \d+ ends the block with insn \d+} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
