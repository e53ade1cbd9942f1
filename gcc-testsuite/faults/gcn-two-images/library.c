/* The shared library that program.c is linked with.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <omp.h>

int
library_region (int *value)
{
  int on_host = 1;

  #pragma omp target map (tofrom: value[0:1]) map (from: on_host)
  {
    value[0]++;
    on_host = omp_is_initial_device ();
  }
  return on_host;
}
