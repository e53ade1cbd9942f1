/* run-lds.c for gfx900.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx900" }
   { dg-accel-levels "-O2" }
   { dg-accel-args "- lds=kernel" }
   { dg-accel-run "--hazards=off --race --time-limit=30" }  */
#include "run-lds.h"

/* { dg-final { gcn-right {} "0 wrong" } } */
/* { dg-final { gcn-refused none "gang-private data-share memory exhausted" } } */
/* { dg-final { gcn-refused lds=0 "gang-private data-share memory exhausted" } } */
/* { dg-final { gcn-refused lds=module "LDS variable .*ends at" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
