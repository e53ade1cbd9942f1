/* Method 3 and exit=1 are the defaults.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "- init-regs=3 exit=1" } */
#define TYPE int
#include "mode.h"

/* { dg-final { same-as-with {init-regs=3 exit=1} } } */
/* { dg-final { scan-ptx "accelfix: init-regs=3" {-O2} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
