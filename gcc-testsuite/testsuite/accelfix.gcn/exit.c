/* Each dead end stops the wave: one in the middle, one at the end of the
   function, one in .text.unlikely, a trap, a call that does not return at the
   end.  What stops by itself gets nothing.
   { dg-accel-args "- exit=0 exit=2" }
   { dg-accel-gcc "12 13 14 15 16" }  */
#include "m0.h"
extern void side (int);
extern void gone (int) __attribute__ ((noreturn));
volatile int g;	/* GCC 13 drops a plain store to it.  */

NOINLINE int
middle (int x)
{
  if (x == 7)
    {
      g = x;
      __builtin_unreachable ();
    }
  return x * g;
}

NOINLINE void
end (int x)
{
  g = x;
  __builtin_unreachable ();
}

NOINLINE int
trap (int x)
{
  if (x)
    __builtin_trap ();
  return g;
}

NOINLINE void
noreturn_end (int x)
{
  gone (x);
}

NOINLINE void
by_hand (int x)
{
  g = x;
  DEVICE __asm volatile ("s_endpgm");
  __builtin_unreachable ();
}

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
