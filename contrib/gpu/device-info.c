/* Print what the CUDA driver says of the first device, in one line: chip,
   compute capability, multiprocessors and the driver's interface version.
   Exit status 0, or 1 with the reason on standard error.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* CUdevice_attribute of the driver's interface.  */
enum
{
  MULTIPROCESSOR_COUNT = 16,
  COMPUTE_CAPABILITY_MAJOR = 75,
  COMPUTE_CAPABILITY_MINOR = 76
};

static void
die (const char *what, int code)
{
  fprintf (stderr, "device-info: %s", what);
  if (code)
    fprintf (stderr, " (CUDA error %d)", code);
  putc ('\n', stderr);
  exit (1);
}

/* The entry point NAME of driver LIB.  */
static void *
entry (void *lib, const char *name)
{
  void *p = dlsym (lib, name);
  if (!p)
    die (name, 0);
  return p;
}

int
main (void)
{
  void *lib = dlopen ("libcuda.so.1", RTLD_LAZY);
  if (!lib)
    die (dlerror (), 0);

  int (*init) (unsigned) = entry (lib, "cuInit");
  int (*get) (int *, int) = entry (lib, "cuDeviceGet");
  int (*name) (char *, int, int) = entry (lib, "cuDeviceGetName");
  int (*attribute) (int *, int, int) = entry (lib, "cuDeviceGetAttribute");
  int (*version) (int *) = entry (lib, "cuDriverGetVersion");

  int device, major, minor, count, interface, code;
  char chip[256];
  if ((code = init (0)))
    die ("cuInit fails", code);
  if ((code = get (&device, 0)))
    die ("there is no device", code);
  if ((code = name (chip, sizeof chip, device))
      || (code = attribute (&major, COMPUTE_CAPABILITY_MAJOR, device))
      || (code = attribute (&minor, COMPUTE_CAPABILITY_MINOR, device))
      || (code = attribute (&count, MULTIPROCESSOR_COUNT, device))
      || (code = version (&interface)))
    die ("the device does not answer", code);
  printf ("%s, sm_%d%d, %d multiprocessors, CUDA %d.%d\n", chip, major, minor,
	  count, interface / 1000, interface % 1000 / 10);
  return 0;
}
