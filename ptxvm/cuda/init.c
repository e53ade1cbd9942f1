/* Start-up, versions, and the test in front of every entry point.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"
#include "simt/dwarf/host-vars.h"

static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;

/* After a fork the child has no worker threads, so, as with NVIDIA's driver,
   it has no driver either.  */

static void
forget (void)
{
  driver_initialised = false;
}

/* Driver API, "Initialization".  FLAGS must be zero.  A bad PTXVM_* variable
   or a report file that cannot be written is CUDA_ERROR_INVALID_VALUE, with
   the reason on standard error.  */

CUresult
cuInit (unsigned flags)
{
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (in_callback)
    return CUDA_ERROR_NOT_PERMITTED;
  CUresult r = CUDA_SUCCESS;
  static bool hooked;
  pthread_mutex_lock (&init_lock);
  if (!driver_initialised)
    {
      char why[256];
      memset (&driver_options, 0, sizeof driver_options);
      vm_options_init (&driver_options.vm);
      driver_options.vm.native = VM_NATIVE_ON;
      if (!simt_options_from_environment (ptxvm_tool.prefix, option_table,
					  &driver_options, why, sizeof why)
	  || !report_init (context_all_stats, why, sizeof why))
	{
	  fprintf (stderr, "ptxvm: %s\n", why);
	  r = CUDA_ERROR_INVALID_VALUE;
	}
      else if (driver_options.debug_types
	       && !simt_host_vars_file (driver_options.debug_types))
	{
	  fprintf (stderr, "ptxvm: --debug-types: %s has no debug information, or "
		   "there is no libdw.so.1; compile it with -g\n",
		   driver_options.debug_types);
	  r = CUDA_ERROR_INVALID_VALUE;
	}
      else
	{
	  if (driver_options.commands || driver_options.debug_output
	      || driver_options.debug_types)
	    driver_options.vm.debug = true;
	  if (!hooked)
	    pthread_atfork (NULL, NULL, forget);
	  hooked = true;
	  objects_init ();
	  order_init ();
	  driver_initialised = true;
	}
    }
  pthread_mutex_unlock (&init_lock);
  return r;
}

CUresult
cuDriverGetVersion (int *version)
{
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

/* Driver API, "Driver Entry Point Access".  SYMBOL is a name without version;
   the newest version that we have is given, as every older one that we have
   takes the same arguments.  Per-thread default streams (FLAGS 2) are asked
   for by name elsewhere, and not at all here.  */

CUresult
cuGetProcAddress_v2 (const char *symbol, void **fn, int version,
		     uint64_t flags, int *status)
{
  Dl_info info;
  if (!symbol || !fn || flags > 2 || version < 0)
    return CUDA_ERROR_INVALID_VALUE;
  *fn = NULL;
  void *self = NULL;
  if (!strncmp (symbol, "cu", 2)
      && dladdr ((void *) cuGetProcAddress_v2, &info))
    self = dlopen (info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (self)
    {
      char name[256];
      snprintf (name, sizeof name, "%s_v2", symbol);
      *fn = dlsym (self, name);
      if (!*fn)
	*fn = dlsym (self, symbol);
      dlclose (self);
    }
  if (status)
    *status = (*fn ? CU_GET_PROC_ADDRESS_SUCCESS
	       : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  return *fn || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuGetProcAddress (const char *symbol, void **fn, int version, uint64_t flags)
{
  return cuGetProcAddress_v2 (symbol, fn, version, flags, NULL);
}

/* There is no profiler; starting and stopping it is allowed all the same.  */

CUresult
cuProfilerStart (void)
{
  struct cu_context *ctx;
  return driver_enter (&ctx);
}

CUresult
cuProfilerStop (void)
{
  struct cu_context *ctx;
  return driver_enter (&ctx);
}
