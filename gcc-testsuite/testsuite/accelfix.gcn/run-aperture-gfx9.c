/* The same on gfx906.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx906" }
   { dg-accel-levels "-O2" }
   { dg-accel-args "code-object=5,aperture=implicit code-object=5" }  */
#include "run-aperture.c"
/* { dg-final { gcn-right {} "in the kernel 82\\n0 wrong" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
