/* The same where nobody fills the implicit arguments, as on a GPU with libgomp's
   plugin: the base of LDS is what is there, and that is no such thing.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-levels "-O2" }
   { dg-accel-run "--implicit-args=off --hazards=off --time-limit=30" }
   { dg-accel-args "code-object=5" }  */
#include "run-aperture.c"
/* { dg-final { gcn-right {} "in the kernel 82\\n0 wrong" } } */
/* { dg-final { gcn-wrong {code-object=5 aperture=implicit} {} "null pointer" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
