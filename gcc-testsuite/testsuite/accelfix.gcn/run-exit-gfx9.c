/* The same on gfx906.
   { dg-accel-options "-march=gfx906" }
   { dg-accel-args "-" }
   { dg-accel-gcc "11 12" }  */
#include "run-exit.c"
/* { dg-final { gcn-right {} "main goes on" } } */
/* { dg-final { gcn-right {x} "Kernel exit value was never set" } } */
/* { dg-final { gcn-right {x x} "Kernel exit value was never set" } } */
/* { dg-final { gcn-right {x x x} "Kernel exit value was never set" } } */
/* { dg-final { gcn-wrong none {x} "goes on|runs past the end" } } */
/* { dg-final { gcn-wrong none {x x} "runs past the end of a function in end" } } */
/* { dg-final { gcn-wrong none {x x x} "runs past the end of a function" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
