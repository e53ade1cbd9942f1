/* A call behind which nothing comes.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#pragma omp declare target
extern void give_up (int);

int
twice (int x)
{
  if (x > 0)
    return 2 * x;
  give_up (x);
  __builtin_unreachable ();
}
#pragma omp end declare target
