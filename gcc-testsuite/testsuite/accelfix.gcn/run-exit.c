/* Dead ends, executed: in the middle of a function, at its end, after a call
   at its end that comes back.  With the plugin the wave ends there; without it
   control goes on into what follows.  The number of arguments says where.
   { dg-accel-args "- exit=2" }
   { dg-accel-gcc "11 12" }
   { dg-accel-levels "-O1 -O2" }  */
#include "m0.h"

extern int printf (const char *, ...);
volatile int g;

NOINLINE void
side (int x)
{
  g = x;
}

/* What the branch jumps over is the dead end, where nothing says that it is
   unlikely.  */
NOINLINE int
middle (int x)
{
  if (__builtin_expect_with_probability (x == 2, 1, 0.5))
    {
      side (x);
      __builtin_unreachable ();
    }
  printf ("middle goes on\n");
  return x * g;
}

NOINLINE void
end (int x)
{
  g = x;
  __builtin_unreachable ();
}

NOINLINE int
call (int x)
{
  int r;
  if (__builtin_expect (x != 4, 1))
    r = x * 2;
  else
    {
      side (x);
      __builtin_unreachable ();
    }
  return r;
}

int
main (int argc, char **argv)
{
  switch (argc)
    {
    case 2: middle (argc); break;
    case 3: end (argc); break;
    case 4: g = call (argc); break;
    }
  printf ("main goes on\n");
  return 0;
}

/* { dg-final { gcn-right {} "main goes on" } } */
/* { dg-final { gcn-right {x} "Kernel exit value was never set" } } */
/* { dg-final { gcn-right {x x} "Kernel exit value was never set" } } */
/* { dg-final { gcn-right {x x x} "Kernel exit value was never set" } } */
/* { dg-final { gcn-wrong none {x} "goes on|runs past the end" } } */
/* { dg-final { gcn-wrong exit=0 {x x} "runs past the end of a function in end" } } */
/* { dg-final { gcn-wrong exit=0 {x x x} "runs past the end of a function" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
