/* Which asm all lanes must reach together: one with a barrier, a shuffle, an
   instruction on matrices that a warp does as one, or a call, whose callee may
   have any of these; not one with a fence alone.  A dead end that regions on
   both sides of it share is copied then.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-args "exit=2" } */

void
membar (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("membar.gl;" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("membar.gl;" : : : "memory");
  q[x] += p[x];
}

void
fence (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("fence.acq_rel.gpu;" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("fence.acq_rel.gpu;" : : : "memory");
  q[x] += p[x];
}

void
barrier (int *p, int *q, int x)
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
  if (__builtin_acc_on_device (5))
    asm volatile ("bar.sync 0;" : : : "memory");
  q[x] += p[x];
}

void
called (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("{ call together; }" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("{ call together; }" : : : "memory");
  q[x] += p[x];
}

void
warp (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("shfl.sync.idx.b32 %%r, 1, 2, 3, 4;" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("shfl.sync.idx.b32 %%r, 1, 2, 3, 4;" : : : "memory");
  q[x] += p[x];
}

void
matrix (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 "
		  "{%%r}, [%%a];" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 "
		  "{%%r}, [%%a];" : : : "memory");
  q[x] += p[x];
}

void
product (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
		  "{%%d}, {%%a}, {%%b}, {%%c};" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
		  "{%%d}, {%%a}, {%%b}, {%%c};" : : : "memory");
  q[x] += p[x];
}

void
wide (int *p, int *q, int x)
{
  if (p[x] < 0)
    __builtin_trap ();
  if (__builtin_acc_on_device (5))
    asm volatile ("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 "
		  "{%%a}, [%%b];" : : : "memory");
  if (x & 1)
    {
      if (q[x] < 0)
	__builtin_trap ();
      q[x] += 3;
    }
  if (__builtin_acc_on_device (5))
    asm volatile ("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 "
		  "{%%a}, [%%b];" : : : "memory");
  q[x] += p[x];
}

/* { dg-final { summary-says {6 copies of dead ends made by exit=2} } } */
/* { dg-final { scan-ptx-times {trap; exit;} 14 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
