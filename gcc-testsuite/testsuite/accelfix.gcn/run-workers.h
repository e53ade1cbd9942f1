/* A test of OpenACC's workers: work computes a struct data by compute constructs with
   "if (device)", once on the host and once on the device.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

static void work (struct data *d, int device);

int
main (void)
{
  static struct data host, device;
  fill (&host);
  fill (&device);
  work (&host, 0);
  work (&device, 1);
  printf ("%s\n", memcmp (&host, &device, sizeof host) ? "different" : "same");
  return 0;
}
