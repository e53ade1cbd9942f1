/* The other of two units.  */
int __lds theirs[16], unused_by_one[4];

int
other (int i)
{
  theirs[i] += i;
  return theirs[i + 1];
}

static int
pointed (int i)
{
  return theirs[i]++;
}

int (*pointer) (int) = pointed;

void __attribute__ ((amdgpu_hsa_kernel ()))
own (int *out)
{
  *out = unused_by_one[*out]++;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
