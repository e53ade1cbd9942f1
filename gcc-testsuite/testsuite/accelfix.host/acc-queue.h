/* Of tests of asynchronous regions: a queue that waits, and what comes where variables were.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <openacc.h>

static int acc_go;

/* What is in queue 1 waits until `release'; on nvptx with ALL_IN_QUEUES alone, as regions
   without a queue wait for all queues there.  */
static void
hold (void)
{
  volatile int *go = &acc_go;
#ifdef ALL_IN_QUEUES
  acc_go = acc_get_device_type () == acc_device_host;
#else
  acc_go = acc_get_device_type () != acc_device_radeon;
#endif
#pragma acc enter data copyin (acc_go)
#pragma acc serial present (go[0:1]) async (1)
  while (!*go)
    ;
}

/* Something else is where the variables of functions were.  */
__attribute__ ((noipa)) static int
use_stack (int n)
{
  volatile int a[128];
  for (int i = 0; i < 128; i++)
    a[i] = n;
  return a[n & 127];
}

/* Lets queue 1 run, and waits for it.  */
static void
release (void)
{
  use_stack (9);
  acc_go = 1;
#pragma acc update device (acc_go) async (2)
#pragma acc wait (1)
#pragma acc exit data delete (acc_go)
}
