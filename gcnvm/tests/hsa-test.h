/* Tests of the HSA runtime: counting, and a runtime with a GPU.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef TESTS_HSA_TEST_H
#define TESTS_HSA_TEST_H

#include "simt/tests/test.h"

#include "hsa-api.h"

/* R, of what the source says, must be WANT.  */
#define STATUS(CALL, WANT) \
  check_status ((CALL), HSA_STATUS_##WANT, __LINE__, #CALL)
static void __attribute__ ((unused))
check_status (hsa_status_t r, hsa_status_t want, int line, const char *what)
{
  const char *text = "unknown";
  hsa_status_string (r, &text);
  check (r == want, "line %d: %s: %.60s", line, what, text);
}
#define OK(CALL) STATUS (CALL, SUCCESS)

/* ---- The runtime.  */

static hsa_agent_t cpu, gpu[8];
static unsigned n_gpus;

static hsa_status_t
take_agent (hsa_agent_t a, void *data)
{
  uint32_t type = 9;
  (void) data;
  hsa_agent_get_info (a, HSA_AGENT_INFO_DEVICE, &type);
  if (type == HSA_DEVICE_TYPE_GPU)
    gpu[n_gpus++] = a;
  else
    cpu = a;
  return HSA_STATUS_SUCCESS;
}

static void
start_runtime (void)
{
  OK (hsa_init ());
  n_gpus = 0;
  OK (hsa_iterate_agents (take_agent, NULL));
}

/* Find a region of global memory with FLAG.  */
struct wanted { uint32_t flag; hsa_region_t region; };

static hsa_status_t
take_region (hsa_region_t r, void *data)
{
  struct wanted *w = data;
  uint32_t segment = 9, flags = 0;
  hsa_region_get_info (r, HSA_REGION_INFO_SEGMENT, &segment);
  if (segment != HSA_REGION_SEGMENT_GLOBAL)
    return HSA_STATUS_SUCCESS;
  hsa_region_get_info (r, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
  if (!(flags & w->flag))
    return HSA_STATUS_SUCCESS;
  w->region = r;
  return HSA_STATUS_INFO_BREAK;
}

static hsa_region_t
region_with (hsa_agent_t agent, uint32_t flag)
{
  struct wanted w = { flag, { 0 } };
  hsa_agent_iterate_regions (agent, take_region, &w);
  return w.region;
}

static __attribute__ ((unused)) void *
allocate (hsa_agent_t agent, uint32_t flag, size_t size)
{
  void *p = NULL;
  OK (hsa_memory_allocate (region_with (agent, flag), size, &p));
  return p;
}

#endif /* TESTS_HSA_TEST_H */
