/* Where a program of this folder runs.  Exit status 77 means that it ran on
   the host, where it proves nothing.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#if defined _OPENMP
# include <omp.h>
# define ON_DEVICE() (!omp_is_initial_device ())
# define DEVICE_WANTED 1
#elif defined _OPENACC
# include <openacc.h>
# define ON_DEVICE() acc_on_device (acc_device_not_host)
# define DEVICE_WANTED 1
#else
/* Compiled for the host alone, to learn what is right.  */
# define ON_DEVICE() 0
# define DEVICE_WANTED 0
#endif
#define NOT_ON_DEVICE 77
