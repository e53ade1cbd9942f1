/* With all passes off the assembly is that of the compiler; GCC 12's own
   method stays on where ours is off.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "init-regs=0,exit=0" } */
#define TYPE int
#include "mode.h"

/* { dg-final { same-as-without-plugin } } */
/* { dg-final { summary-says "nothing to do" } } */
/* { dg-final { scan-ptx "Added by -minit-regs=3" {gcc-12 -O2} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
