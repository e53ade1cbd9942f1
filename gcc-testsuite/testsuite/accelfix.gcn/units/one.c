/* The one of two units: see gcn_units_runtest.  */
int __lds mine[16];
extern int other (int);
extern int (*pointer) (int);

void __attribute__ ((amdgpu_hsa_kernel ()))
alone (int *out)
{
  mine[*out] = 1;
  *out = mine[2];
}

#ifndef APART
static int __attribute__ ((noinline))
step (int i)
{
  return other (i) + 1;
}

void __attribute__ ((amdgpu_hsa_kernel ()))
together (int *out)
{
  mine[*out] = 1;
  *out = step (3) + mine[2];
}

void __attribute__ ((amdgpu_hsa_kernel ()))
through_pointer (int *out)
{
  mine[*out] = 1;
  *out = pointer (3) + mine[2];
}
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
