/* What ends already gets no second end: ret, trap, calls that do not
   return, endless loops.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void side (int);
extern int h (int);
extern void g (void);

extern void die (int) __attribute__ ((noreturn));

int
a (int x)
{
  if (x)
    die (x);
  return h (x);
}

void
b (int x)
{
  if (x)
    __builtin_trap ();
  side (x);
}

void
c (int x)
{
  side (x);
  for (;;)
    g ();
}

void __attribute__ ((noreturn))
d (int x)
{
  if (x > 2)
    die (1);
  __builtin_abort ();
}

void
e (int x)
{
  if (x > 5)
    __builtin_exit (3);
  side (x);
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { one-terminator } } */
/* { dg-final { exits-closed 0 {-O0 exit=1} } } */
/* { dg-final { exits-closed 0 {-O0 exit=2} } } */
/* { dg-final { exits-closed 0 {-O1 exit=1} } } */
/* { dg-final { exits-closed 0 {-O1 exit=2} } } */
/* { dg-final { exits-closed 0 {-O2 exit=1} } } */
/* { dg-final { exits-closed 0 {-O2 exit=2} } } */
/* { dg-final { exits-closed 0 {exit=0} } } */
/* { dg-final { ptx-dead-ends 0 {exit=1} } } */
/* { dg-final { ptx-dead-ends 0 {exit=2} } } */
/* { dg-final { same-as-with exit=0 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
