/* Agents and instruction sets.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "debug/debugger.h"
#include "runtime.h"
#include "simt/host/origins.h"

static struct agent agents[MAX_DEVICES + 1];
static unsigned n_agents;
/* Figures of devices that are gone.  */
static struct gcnvm_stats past;

static void
add_stats (struct gcnvm_stats *to, struct gcnvm *vm)
{
  struct gcnvm_stats s;
  gcnvm_get_stats (vm, &s);
  to->waves += s.waves;
  to->insns += s.insns;
  to->vector_insns += s.vector_insns;
  to->lanes += s.lanes;
}

/* Make the agents that the options ask for.  False when out of memory.  */

bool
agents_init (void)
{
  memset (agents, 0, sizeof agents);
  n_agents = 1;
  for (unsigned k = 0; k < hsa_options.n_devices; k++)
    {
      struct agent *a = &agents[n_agents];
      struct gcnvm_options o = hsa_options.vm;
      a->node = n_agents;
      a->processor = hsa_options.device[k];
      o.cpu = a->processor->cpu;
      a->vm = gcnvm_create (&o, &memory, simt_report_found, NULL);
      if (!a->vm)
	{
	  agents_end ();
	  return false;
	}
      if (hsa_options.gdb >= 0)
	debugger_remote ((unsigned) hsa_options.gdb);
      if (o.debug)
	debugger_attach (a->vm, hsa_options.commands, hsa_options.debug_output);
      debugger_names (a->vm);
      n_agents++;
    }
  return true;
}

void
agents_end (void)
{
  for (unsigned k = 1; k < n_agents; k++)
    {
      struct gcnvm *vm = agents[k].vm;
      add_stats (&past, vm);
      agents[k].vm = NULL;
      gcnvm_destroy (vm);
    }
  n_agents = 0;
}

void
agents_stats (struct gcnvm_stats *s)
{
  *s = past;
  for (unsigned k = 1; k < n_agents; k++)
    add_stats (s, agents[k].vm);
}

uint64_t
agents_sleeps (void)
{
  uint64_t n = 0;
  for (unsigned k = 1; k < n_agents; k++)
    n += gcnvm_sleeps (agents[k].vm);
  return n;
}

struct agent *
agent_number (unsigned n)
{
  return n < n_agents ? &agents[n] : NULL;
}

struct agent *
agent_of (hsa_agent_t h)
{
  for (unsigned k = 0; k < n_agents; k++)
    if (h.handle == (uintptr_t) &agents[k])
      return &agents[k];
  return NULL;
}

hsa_agent_t
agent_handle (const struct agent *a)
{
  return (hsa_agent_t) { (uintptr_t) a };
}

/* ---- Entry points.  */

hsa_status_t
hsa_iterate_agents (hsa_agent_fn *callback, void *data)
{
  NEED_RUNTIME ();
  if (!callback)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (unsigned k = 0; k < n_agents; k++)
    {
      hsa_status_t r = callback (agent_handle (&agents[k]), data);
      if (r != HSA_STATUS_SUCCESS)
	return r;
    }
  return HSA_STATUS_SUCCESS;
}

/* Attributes are written in the sizes that the manual gives.  */
#define PUT(TYPE, VALUE) (*(TYPE *) value = (VALUE), HSA_STATUS_SUCCESS)

static hsa_status_t
put_name (void *value, const char *name)
{
  memset (value, 0, 64);
  snprintf (value, 64, "%s", name);
  return HSA_STATUS_SUCCESS;
}

/* What all agents have.  */

static hsa_status_t
common_info (const struct agent *a, uint32_t attribute, void *value)
{
  bool gpu = a->node != 0;
  switch (attribute)
    {
    case HSA_AGENT_INFO_MACHINE_MODEL:
      return PUT (uint32_t, HSA_MACHINE_MODEL_LARGE);
    case HSA_AGENT_INFO_PROFILE:
      return PUT (uint32_t, gpu ? HSA_PROFILE_BASE : HSA_PROFILE_FULL);
    case HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
      return PUT (uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
    case HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
      return PUT (uint32_t, 1u << HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
    case HSA_AGENT_INFO_FBARRIER_MAX_SIZE:
      return PUT (uint32_t, 0);
    case HSA_AGENT_INFO_QUEUE_TYPE:
      return PUT (uint32_t, HSA_QUEUE_TYPE_MULTI);
    case HSA_AGENT_INFO_NODE:
    case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID:
      return PUT (uint32_t, a->node);
    case HSA_AGENT_INFO_DEVICE:
      return PUT (uint32_t, gpu ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU);
    case HSA_AGENT_INFO_EXTENSIONS:
      memset (value, 0, 128);
      return HSA_STATUS_SUCCESS;
    case HSA_AGENT_INFO_VERSION_MAJOR:
    case HSA_AGENT_INFO_VERSION_MINOR:
      return PUT (uint16_t, attribute == HSA_AGENT_INFO_VERSION_MAJOR);
    case HSA_AMD_AGENT_INFO_CACHELINE_SIZE:
      return PUT (uint32_t, 64);
    case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS:
    case HSA_AMD_AGENT_INFO_BDFID:
    case HSA_AMD_AGENT_INFO_DOMAIN:
    case HSA_AMD_AGENT_INFO_ASIC_REVISION:
      return PUT (uint32_t, 0);
    case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES:
      return PUT (bool, false);
    case HSA_AMD_AGENT_INFO_UUID:
      memcpy (value, gpu ? "GPU-XX" : "CPU-XX", 7);
      return HSA_STATUS_SUCCESS;
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t
cpu_info (uint32_t attribute, void *value)
{
  switch (attribute)
    {
    case HSA_AGENT_INFO_NAME:
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
      return put_name (value, "CPU");
    case HSA_AGENT_INFO_VENDOR_NAME:
      return put_name (value, "CPU");
    /* It runs no kernels.  */
    case HSA_AGENT_INFO_FEATURE:
    case HSA_AGENT_INFO_WAVEFRONT_SIZE:
    case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
    case HSA_AGENT_INFO_GRID_MAX_SIZE:
    case HSA_AGENT_INFO_QUEUES_MAX:
    case HSA_AGENT_INFO_QUEUE_MIN_SIZE:
    case HSA_AGENT_INFO_QUEUE_MAX_SIZE:
    case HSA_AMD_AGENT_INFO_CHIP_ID:
    case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
    case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
    case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
    case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
    case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU:
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES:
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE:
      return PUT (uint32_t, 0);
    case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
      return PUT (uint32_t, 1);
    case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
      memset (value, 0, 3 * sizeof (uint16_t));
      return HSA_STATUS_SUCCESS;
    case HSA_AGENT_INFO_GRID_MAX_DIM:
      memset (value, 0, sizeof (hsa_dim3_t));
      return HSA_STATUS_SUCCESS;
    case HSA_AGENT_INFO_CACHE_SIZE:
      memset (value, 0, 4 * sizeof (uint32_t));
      return HSA_STATUS_SUCCESS;
    case HSA_AGENT_INFO_ISA:
      return PUT (hsa_isa_t, (hsa_isa_t) { 0 });
    case HSA_AGENT_INFO_FAST_F16_OPERATION:
      return PUT (bool, false);
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

unsigned
agent_compute_units (const struct processor *c)
{
  return hsa_options.compute_units ? hsa_options.compute_units
	 : c->compute_units;
}

static hsa_status_t
gpu_info (const struct processor *c, uint32_t attribute, void *value)
{
  switch (attribute)
    {
    case HSA_AGENT_INFO_NAME:
      return put_name (value, c->name);
    case HSA_AGENT_INFO_VENDOR_NAME:
      return put_name (value, "AMD");
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
      return put_name (value, c->product);
    case HSA_AGENT_INFO_FEATURE:
      return PUT (uint32_t, HSA_AGENT_FEATURE_KERNEL_DISPATCH);
    case HSA_AGENT_INFO_WAVEFRONT_SIZE:
      return PUT (uint32_t, processor_wave (c));
    case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
      for (int k = 0; k < 3; k++)
	((uint16_t *) value)[k] = 1024;
      return HSA_STATUS_SUCCESS;
    case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
      return PUT (uint32_t, 1024);
    case HSA_AGENT_INFO_GRID_MAX_DIM:
      return PUT (hsa_dim3_t, ((hsa_dim3_t) { UINT32_MAX, UINT32_MAX,
					      UINT32_MAX }));
    case HSA_AGENT_INFO_GRID_MAX_SIZE:
      return PUT (uint32_t, UINT32_MAX);
    case HSA_AGENT_INFO_QUEUES_MAX:
      return PUT (uint32_t, QUEUES_MAX);
    case HSA_AGENT_INFO_QUEUE_MIN_SIZE:
      return PUT (uint32_t, QUEUE_MIN_SIZE);
    case HSA_AGENT_INFO_QUEUE_MAX_SIZE:
      return PUT (uint32_t, QUEUE_MAX_SIZE);
    case HSA_AGENT_INFO_CACHE_SIZE:
      for (int k = 0; k < 4; k++)
	((uint32_t *) value)[k] = k < 3 ? c->cache[k] << 10 : 0;
      return HSA_STATUS_SUCCESS;
    case HSA_AGENT_INFO_ISA:
      return PUT (hsa_isa_t, (hsa_isa_t) { (uintptr_t) c });
    case HSA_AGENT_INFO_FAST_F16_OPERATION:
      return PUT (bool, c->fast_f16);
    case HSA_AMD_AGENT_INFO_CHIP_ID:
      return PUT (uint32_t, c->chip);
    case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
      return PUT (uint32_t, agent_compute_units (c));
    case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
      return PUT (uint32_t, c->clock);
    case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
      return PUT (uint32_t, c->memory_width);
    case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
      return PUT (uint32_t, c->memory_clock);
    case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
      return PUT (uint32_t, processor_waves (c));
    case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU:
      return PUT (uint32_t, processor_simds (c));
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES:
      return PUT (uint32_t, c->shader_engines);
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE:
      return PUT (uint32_t, 1);
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t
hsa_agent_get_info (hsa_agent_t agent, uint32_t attribute, void *value)
{
  NEED_RUNTIME ();
  struct agent *a = agent_of (agent);
  if (!a)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (!value)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  hsa_status_t r = common_info (a, attribute, value);
  if (r != HSA_STATUS_SUCCESS)
    r = a->node ? gpu_info (a->processor, attribute, value)
	: cpu_info (attribute, value);
  return r;
}

/* There are no extensions.  */

hsa_status_t
hsa_agent_extension_supported (uint16_t extension, hsa_agent_t agent,
			       uint16_t major, uint16_t minor, bool *result)
{
  (void) extension, (void) major, (void) minor;
  NEED_RUNTIME ();
  if (!agent_of (agent))
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (!result)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *result = false;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_agent_major_extension_supported (uint16_t extension, hsa_agent_t agent,
				     uint16_t major, uint16_t *minor,
				     bool *result)
{
  hsa_status_t r = hsa_agent_extension_supported (extension, agent, major, 0,
						  result);
  if (r == HSA_STATUS_SUCCESS && minor)
    *minor = 0;
  return r;
}

/* ---- Instruction sets.  A handle is the address of a processor.  */

static const struct processor *
isa_of (hsa_isa_t isa)
{
  const struct processor *p;
  for (unsigned k = 0; (p = processor_number (k)); k++)
    if (isa.handle == (uintptr_t) p && processor_gpu_p (p))
      return p;
  return NULL;
}

hsa_status_t
hsa_agent_iterate_isas (hsa_agent_t agent, hsa_isa_fn *callback, void *data)
{
  NEED_RUNTIME ();
  struct agent *a = agent_of (agent);
  if (!a)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (!callback)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (!a->node)
    return HSA_STATUS_SUCCESS;
  return callback ((hsa_isa_t) { (uintptr_t) a->processor }, data);
}

hsa_status_t
hsa_isa_from_name (const char *name, hsa_isa_t *isa)
{
  NEED_RUNTIME ();
  if (!name || !isa)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  const struct processor *p;
  for (unsigned k = 0; (p = processor_number (k)); k++)
    if (processor_gpu_p (p))
      {
	/* With or without its features.  */
	size_t n = strcspn (p->isa, ":");
	if (!strcmp (name, p->isa)
	    || (strlen (name) == n && !strncmp (name, p->isa, n)))
	  {
	    isa->handle = (uintptr_t) p;
	    return HSA_STATUS_SUCCESS;
	  }
      }
  return HSA_STATUS_ERROR_INVALID_ISA_NAME;
}

hsa_status_t
hsa_isa_get_info_alt (hsa_isa_t isa, uint32_t attribute, void *value)
{
  NEED_RUNTIME ();
  const struct processor *c = isa_of (isa);
  if (!c)
    return HSA_STATUS_ERROR_INVALID_ISA;
  if (!value)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  bool *flags = value;
  switch (attribute)
    {
    case HSA_ISA_INFO_NAME_LENGTH:
      return PUT (uint32_t, (uint32_t) strlen (c->isa) + 1);
    case HSA_ISA_INFO_NAME:
      memcpy (value, c->isa, strlen (c->isa) + 1);
      return HSA_STATUS_SUCCESS;
    case HSA_ISA_INFO_CALL_CONVENTION_COUNT:
      return PUT (uint32_t, 1);
    case HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE:
      return PUT (uint32_t, 64);
    case HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONTS_PER_COMPUTE_UNIT:
      return PUT (uint32_t, 40);
    case HSA_ISA_INFO_MACHINE_MODELS:
      flags[0] = false, flags[1] = true;
      return HSA_STATUS_SUCCESS;
    case HSA_ISA_INFO_PROFILES:
      flags[0] = true, flags[1] = false;
      return HSA_STATUS_SUCCESS;
    case HSA_ISA_INFO_DEFAULT_FLOAT_ROUNDING_MODES:
    case HSA_ISA_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
      flags[0] = flags[1] = false, flags[2] = true;
      return HSA_STATUS_SUCCESS;
    case HSA_ISA_INFO_FAST_F16_OPERATION:
      return PUT (bool, c->fast_f16);
    case HSA_ISA_INFO_WORKGROUP_MAX_DIM:
    case HSA_ISA_INFO_WORKGROUP_MAX_SIZE:
      return gpu_info (c, attribute == HSA_ISA_INFO_WORKGROUP_MAX_DIM
		       ? HSA_AGENT_INFO_WORKGROUP_MAX_DIM
		       : HSA_AGENT_INFO_WORKGROUP_MAX_SIZE, value);
    case HSA_ISA_INFO_GRID_MAX_DIM:
      return gpu_info (c, HSA_AGENT_INFO_GRID_MAX_DIM, value);
    case HSA_ISA_INFO_GRID_MAX_SIZE:
      return PUT (uint64_t, UINT64_MAX);
    case HSA_ISA_INFO_FBARRIER_MAX_SIZE:
      return PUT (uint32_t, 0);
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t
hsa_isa_get_info (hsa_isa_t isa, uint32_t attribute, uint32_t index,
		  void *value)
{
  if (runtime_up && index && isa_of (isa)
      && (attribute
	  == HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE
	  || attribute
	     == HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONTS_PER_COMPUTE_UNIT))
    return HSA_STATUS_ERROR_INVALID_INDEX;
  return hsa_isa_get_info_alt (isa, attribute, value);
}

hsa_status_t
hsa_isa_compatible (hsa_isa_t code, hsa_isa_t agent, bool *result)
{
  NEED_RUNTIME ();
  if (!isa_of (code) || !isa_of (agent))
    return HSA_STATUS_ERROR_INVALID_ISA;
  if (!result)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *result = code.handle == agent.handle;
  return HSA_STATUS_SUCCESS;
}
