/* The same where LDS takes no limit from M0: the plugin deletes the
   prologues' writes of it, and the program stays right.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx906" }
   { dg-accel-args "- m0=0" }  */
#include "run-m0.c"
/* { dg-final { gcn-right {} "0 wrong, a\\\[5\\\] is 101" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
