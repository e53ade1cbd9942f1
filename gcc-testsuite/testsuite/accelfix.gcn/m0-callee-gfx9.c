/* The same on GFX9: nothing is restored, and the prologue's writes go
   (GCC 13 and later make none).
   { dg-accel-args "- m0=0,lds=0" }
   { dg-accel-options "-march=gfx906" }  */
#include "m0-callee.c"
/* { dg-final { restores 0 "m0=0" } } */
/* { dg-final { scan-ptx-times "\\ym0," 1 "!m0=0" } } */
/* { dg-final { more-instructions -2 "!m0=0 !gcc-13 !gcc-14 !gcc-15 !gcc-16" } } */
/* { dg-final { more-instructions 0 "!m0=0 !gcc-11 !gcc-12" } } */
/* { dg-final { same-as-without-plugin "m0=0" } } */
/* { dg-final { gcn-finds {} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
