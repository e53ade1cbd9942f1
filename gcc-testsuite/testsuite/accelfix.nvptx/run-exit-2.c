/* Two regions share a dead end, because GCC's jump passes merge equal code:
   the compiler of driver 375 and earlier, as --model=pascal-shared has it,
   then reconverges both at the function's end.  exit=2 gives each its own.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-args "exit=1 exit=2" } */

extern void abort (void);

#pragma acc routine seq
static void __attribute__ ((noinline, noclone))
f (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("bar.sync 0;" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  else
    {
      if (p[31 - x] < -7)
	__builtin_trap ();
      q[x] ^= 5;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("bar.sync 0;" : : : "memory");
  q[x] += p[x];
}

int
main ()
{
  int a[32], b[32], on_device = 0;
  for (int i = 0; i < 32; i++)
    {
      a[i] = 2 * i;
      b[i] = i;
    }
#pragma acc parallel loop vector num_gangs(1) num_workers(1) \
	    vector_length(32) copy(a, b, on_device)
  for (int i = 0; i < 32; i++)
    {
      f (a, b, i);
      if (i == 3)
	on_device = __builtin_acc_on_device (5);
    }
  if (!on_device)
    abort ();
  for (int i = 0; i < 32; i++)
    if (b[i] != (i & 1 ? i + 3 : i ^ 5) + 2 * i)
      abort ();
  return 0;
}

/* { dg-final { run-program 0 "--model=volta" } } */
/* { dg-final { run-program 0 "--model=pascal --uninit=error" } } */
/* { dg-final { run-program 0 "--model=pascal-shared --uninit=error" {exit=2} } } */
/* { dg-final { run-program !0 "--model=pascal-shared" {exit=1} } } */
/* { dg-final { output-says {bar\.sync 0 reached by \d+ of 32 lanes} {exit=1} } } */
/* { dg-final { summary-says {\d+ copies of dead ends made by exit=2} {exit=2} } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* { dg-final { one-terminator } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
