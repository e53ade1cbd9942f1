/* A kernel that asks for the number of its work group in y, and calls.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#define KERNEL(...) void __attribute__ ((amdgpu_hsa_kernel (__VA_ARGS__)))

static int __attribute__ ((noinline, noclone))
twice (int i)
{
  asm volatile ("");
  return 2 * i;
}

KERNEL ("workgroup_id_Y")
rows (int y, int *out)
{
  volatile int a[4];
  a[y & 3] = twice (y);
  out[y] = a[y & 3] + 1;
}
