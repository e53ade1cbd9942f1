/* Length of a curve with OpenACC, on the device and on the host.

   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <math.h>
#include <openacc.h>
#include <stdio.h>

enum { STEPS = 1000 };

#pragma acc routine seq
static double
piece (int k)
{
  double x = k * (M_PI / STEPS);
  return sqrt (1 + cos (x) * cos (x)) * (M_PI / STEPS);
}

int
main (void)
{
  double device = 0, host = 0;
  int on_host = 1;

#pragma acc parallel copyout (on_host)
  on_host = acc_on_device (acc_device_host);
#pragma acc parallel loop gang vector reduction(+:device)
  for (int k = 0; k < STEPS; k++)
    device += piece (k);

  for (int k = 0; k < STEPS; k++)
    host += piece (k);
  printf ("length %.6f, computed on the %s\n", device,
	  on_host ? "host" : "device");
  return fabs (device - host) > 1e-9 * host;
}
