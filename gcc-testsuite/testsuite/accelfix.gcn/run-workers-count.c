/* A gang has fewer workers than its clause says, since the kernel needs many vector
   registers: those do what all were to do.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12 13 14" }
   { dg-accel-options "-march=gfx900" }
   { dg-accel-levels "-O2 -O3" }
   { dg-accel-run "--hazards=off --time-limit=60" }
   { dg-accel-args "-" } */
#include "../../faults/gcn-worker-count/program.c"

/* { dg-final { gcn-right {} "^0 wrong" } } */
/* { dg-final { gcn-wrong none {} {^[1-9][0-9]* wrong} } } */
/* { dg-final { gcn-wrong workers=0 {} {^[1-9][0-9]* wrong} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
