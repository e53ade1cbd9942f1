/* A team has fewer threads than its thread_limit clause says, since the kernel
   needs many vector registers: a parallel region takes those that there are.
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx900" }
   { dg-accel-levels "-O2 -O3" }
   { dg-accel-run "--hazards=off --time-limit=30" }
   { dg-accel-args "-" } */
#include "../../faults/gcn-team-threads/program.c"

/* { dg-final { gcn-right {} "each thread counted once" } } */
/* { dg-final { gcn-wrong none {} "store of 16 bytes .* in gomp_team_start" } } */
/* { dg-final { gcn-wrong team-limit=0 {} "store of 16 bytes .* in gomp_team_start" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
