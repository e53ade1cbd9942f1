/* Target regions in a shared library and in the program.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <omp.h>
#include <stdio.h>

extern int library_region (int *value);

int
main (void)
{
  int value = 40, on_host = 1;
  int library_on_host = library_region (&value);

  #pragma omp target map (tofrom: value) map (from: on_host)
  {
    value++;
    on_host = omp_is_initial_device ();
  }
  printf ("%d: library's on the %s, program's on the %s\n", value,
	  library_on_host ? "host" : "device", on_host ? "host" : "device");
  return 0;
}
