/* On Pascal and older chips a warp must reach a barrier as a whole.  The dead
   end at the function's end, which no lane takes, runs off the function where
   it is not closed: then the two sides of the if meet again only at the end,
   and reach the barrier one after the other.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "exit=0 exit=1 exit=2" } */

extern void abort (void);

#pragma acc routine seq
static void __attribute__ ((noinline, noclone))
side (int *p)
{
  /* Volatile, since from GCC 13 on a store that leads nowhere goes.  */
  *(volatile int *) p = -1;
}

#pragma acc routine seq
static int __attribute__ ((noinline, noclone))
f (int *p, int x)
{
  int r;
  if (x & 1)
    {
      if (x > 1000)
	goto bad;
      r = x * 3;
    }
  else
    {
      if (x < -1000)
	goto bad;
      r = x ^ 5;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("bar.sync 0;" : : : "memory");
  return r + p[x];
 bad:
  side (p);
  __builtin_unreachable ();
}

int
main ()
{
  int a[32], b[32], on_device = 0;
  for (int i = 0; i < 32; i++)
    a[i] = 2 * i;
#pragma acc parallel loop vector num_gangs(1) num_workers(1) \
	    vector_length(32) copy(a, on_device) copyout(b)
  for (int i = 0; i < 32; i++)
    {
      b[i] = f (a, i);
      if (i == 3)
	on_device = __builtin_acc_on_device (5);
    }
  if (!on_device)
    abort ();
  for (int i = 0; i < 32; i++)
    if (b[i] != (i & 1 ? i * 3 : i ^ 5) + 2 * i)
      abort ();
  return 0;
}

/* { dg-final { run-program 0 "--model=volta" } } */
/* { dg-final { run-program 0 "--model=pascal --uninit=error" {exit=1} } } */
/* { dg-final { run-program 0 "--model=pascal --uninit=error" {exit=2} } } */
/* { dg-final { run-program !0 "--model=pascal" {exit=0} } } */
/* { dg-final { output-says {bar\.sync 0 reached by \d+ of 32 lanes} {exit=0} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
