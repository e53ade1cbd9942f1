/* The same for processors of a kind, whose code objects are of
   version 6.
   { dg-accel-args "- exit=0" }
   { dg-accel-gcc "15 16" }
   { dg-accel-options "-march=gfx11-generic" }  */
#include "exit.c"
/* { dg-final { scan-ptx-times "s_endpgm" 1 "exit=0" } } */
/* { dg-final { scan-ptx-times "s_endpgm" 5 "!exit=0" } } */
/* { dg-final { scan-ptx-times "s_waitcnt\t0\n\ts_dcache_wb\n\ts_endpgm" 4 "!exit=0 !gcc-14 !gcc-15 !gcc-16" } } */
/* { dg-final { scan-ptx-times "s_waitcnt\t0\n\ts_endpgm" 4 "!exit=0 !gcc-11 !gcc-12 !gcc-13" } } */
/* { dg-final { summary-says "4 dead ends that got s_endpgm" "!exit=0" } } */
/* { dg-final { gcn-finds {} "!exit=0" } } */
/* { dg-final { gcn-needs no-terminator 4 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
