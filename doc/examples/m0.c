/* Inline assembly that changes M0, before an access that needs it.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
int
send (int *p, int x)
{
  if (__builtin_acc_on_device (8))
    asm volatile ("s_mov_b32 m0, %0" : : "SgA" (x) : "m0", "memory");
  return *p;
}
#pragma omp end declare target
