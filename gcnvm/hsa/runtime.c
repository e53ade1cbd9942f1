/* Starting and ending the runtime; what is known of the system.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "find-code.h"
#include "runtime.h"
#include "simt/report/report.h"

#ifndef VERSION
# define VERSION "0"
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned references;

/* After a fork the child has none of the threads, so it has no runtime.  */

static void
forget (void)
{
  references = 0;
  runtime_up = false;
}

/* Read the variables and make the devices.  False, with the reason on standard
   error, if that cannot be.  */

static bool
start (void)
{
  static bool hooked;
  char why[256] = "out of memory";
  options_init (&hsa_options);
  if (!simt_options_from_environment (gcnvm_tool.prefix, option_table,
				      &hsa_options, why, sizeof why)
      || !report_init (agents_stats, why, sizeof why))
    {
      fprintf (stderr, "gcnvm: %s\n", why);
      return false;
    }
  const char *gpu = getenv ("GCNVM_DEVICE") ? NULL : code_of_process ();
  if (gpu && *gpu)
    hsa_options.device[0] = processor_by_name (gpu);
  if (hsa_options.commands || hsa_options.debug_output)
    hsa_options.vm.debug = true;
  if (hsa_options.gdb >= 0)
    {
      if (hsa_options.commands || hsa_options.debug_output)
	{
	  fprintf (stderr, "gcnvm: --gdb leaves --debug-commands and --debug-output "
		   "nothing to do; say one of them\n");
	  return false;
	}
      hsa_options.vm.debug = hsa_options.vm.debug_insns = true;
    }
  if (!memory.arena && !simt_mem_init (&memory, hsa_options.memory, 4 * hsa_options.memory))
    {
      fprintf (stderr, "gcnvm: there are no addresses for %llu bytes of device "
	       "memory; try --memory\n",
	       (unsigned long long) hsa_options.memory);
      return false;
    }
  memory.unified = hsa_options.unified;
  objects_init ();
  order_init ();
  if (!agents_init ())
    {
      fprintf (stderr, "gcnvm: out of memory\n");
      return false;
    }
  if (!hooked)
    pthread_atfork (NULL, NULL, forget);
  hooked = true;
  return true;
}

/* A bad GCNVM_* variable is HSA_STATUS_ERROR, with the reason on standard
   error.  */

hsa_status_t
hsa_init (void)
{
  hsa_status_t r = HSA_STATUS_SUCCESS;
  pthread_mutex_lock (&lock);
  if (references == INT32_MAX)
    r = HSA_STATUS_ERROR_REFCOUNT_OVERFLOW;
  else if (references == 0 && !start ())
    r = HSA_STATUS_ERROR;
  else
    {
      references++;
      runtime_up = true;
    }
  pthread_mutex_unlock (&lock);
  return r;
}

/* The last call ends kernels that still run.  The arena stays where it is: a
   thread of the program's may still look at it.  */

hsa_status_t
hsa_shut_down (void)
{
  hsa_status_t r = HSA_STATUS_SUCCESS;
  pthread_mutex_lock (&lock);
  if (references == 0)
    r = HSA_STATUS_ERROR_NOT_INITIALIZED;
  else if (--references == 0)
    {
      runtime_up = false;
      queues_end ();
      agents_end ();
    }
  pthread_mutex_unlock (&lock);
  return r;
}

/* ---- What is known of the system.  */

hsa_status_t
hsa_status_string (hsa_status_t status, const char **text)
{
  static const struct { hsa_status_t status; const char *text; } table[] =
    {
#define HSA_STATUS(NAME, VALUE, TEXT) \
      { HSA_STATUS_##NAME, "HSA_STATUS_" #NAME ": " TEXT },
#include "status.def"
    };
  if (!text)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
    if (table[k].status == status)
      {
	*text = table[k].text;
	return HSA_STATUS_SUCCESS;
      }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

#define PUT(TYPE, VALUE) (*(TYPE *) value = (VALUE), HSA_STATUS_SUCCESS)

hsa_status_t
hsa_system_get_info (uint32_t attribute, void *value)
{
  NEED_RUNTIME ();
  struct timespec t;
  if (!value)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  switch (attribute)
    {
    case HSA_SYSTEM_INFO_VERSION_MAJOR:
    case HSA_SYSTEM_INFO_VERSION_MINOR:
      return PUT (uint16_t, 1);
    case HSA_SYSTEM_INFO_TIMESTAMP:
      clock_gettime (CLOCK_MONOTONIC, &t);
      return PUT (uint64_t, ((uint64_t) t.tv_sec * 1000000000
			     + (uint64_t) t.tv_nsec));
    case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY:
      return PUT (uint64_t, 1000000000);
    case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT:
      return PUT (uint64_t, UINT64_MAX);
    case HSA_SYSTEM_INFO_ENDIANNESS:
      return PUT (uint32_t, HSA_ENDIANNESS_LITTLE);
    case HSA_SYSTEM_INFO_MACHINE_MODEL:
      return PUT (uint32_t, HSA_MACHINE_MODEL_LARGE);
    case HSA_SYSTEM_INFO_EXTENSIONS:
      memset (value, 0, 128);
      return HSA_STATUS_SUCCESS;
    case HSA_AMD_SYSTEM_INFO_BUILD_VERSION:
      return PUT (const char *, "accelfix " VERSION);
    case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
    case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
      if (!hsa_options.unified)
	simt_report_no_unified ();
      return PUT (bool, hsa_options.unified);
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* There are no extensions.  */

hsa_status_t
hsa_extension_get_name (uint16_t extension, const char **name)
{
  (void) extension, (void) name;
  NEED_RUNTIME ();
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t
hsa_system_extension_supported (uint16_t extension, uint16_t major,
				uint16_t minor, bool *result)
{
  (void) extension, (void) major, (void) minor;
  NEED_RUNTIME ();
  if (!result)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *result = false;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_system_major_extension_supported (uint16_t extension, uint16_t major,
				      uint16_t *minor, bool *result)
{
  hsa_status_t r = hsa_system_extension_supported (extension, major, 0,
						   result);
  if (r == HSA_STATUS_SUCCESS && minor)
    *minor = 0;
  return r;
}

/* ---- Functions of the core that are not supported.  Their arguments are not
   looked at.  */

#define HSA_ENTRY(TYPE, NAME, ARGS)
#define HSA_LACKING(NAME)						\
  extern HSA_API hsa_status_t NAME (void);				\
  hsa_status_t								\
  NAME (void)								\
  {									\
    NEED_RUNTIME ();							\
    report_call ("%s is not supported", __func__);			\
    return HSA_STATUS_ERROR;						\
  }
#include "entries.def"
