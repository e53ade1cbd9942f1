/* Memory of the host's that GPUs share: attributes of its pages.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The ROCm runtime has these for memory that the program has mapped by itself
   (hsa_ext_amd.h, "SVM").  libgomp asks by them, from GCC 16 on, whether a device can
   access memory (omp_target_is_accessible), and has its managed memory accessible.  All
   memory is on the host here, and the same for all agents: where it is, and how it is
   cached, makes no difference.  */

#include "runtime.h"
#include "simt/base/mappings.h"

/* Whether AGENT can access the SIZE bytes at P of the host's: all of them, or some GPU
   was given access.  */

static bool
accessible_p (const struct agent *agent, const void *p, size_t size)
{
  uint64_t at = (uintptr_t) p;
  if (agent == agent_number (0))
    return simt_mapped_p (at, size, false);
  return simt_mem_host_ok (&memory, at, size, false);
}

/* What is wrong with the arguments of both functions.  */

static hsa_status_t
check (const void *p, size_t size, const hsa_amd_svm_attribute_pair_t *list, size_t n)
{
  uint64_t at = (uintptr_t) p;
  if (!p || !size || (n && !list))
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  /* It is not for memory that the runtime allocates, nor for what nobody has.  */
  if (simt_mem_arena_p (&memory, at) || !simt_mapped_p (at, size, false))
    return HSA_STATUS_ERROR;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_amd_svm_attributes_set (void *p, size_t size, hsa_amd_svm_attribute_pair_t *list,
			    size_t n)
{
  NEED_RUNTIME ();
  hsa_status_t r = check (p, size, list, n);
  for (size_t k = 0; !r && k < n; k++)
    switch (list[k].attribute)
      {
      case HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG:
      case HSA_AMD_SVM_ATTRIB_READ_ONLY:
      case HSA_AMD_SVM_ATTRIB_HIVE_LOCAL:
      case HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY:
      case HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION:
      case HSA_AMD_SVM_ATTRIB_READ_MOSTLY:
      case HSA_AMD_SVM_ATTRIB_GPU_EXEC:
	break;
      case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE:
      case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE:
      case HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS:
	{
	  struct agent *a = agent_of ((hsa_agent_t) { list[k].value });
	  bool gives = list[k].attribute != HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS;
	  if (!a)
	    r = HSA_STATUS_ERROR_INVALID_AGENT;
	  else if (a == agent_number (0) || memory.unified)
	    break;
	  else if (!gives)
	    simt_mem_host_remove (&memory, p);
	  else if (!simt_mem_host_ok (&memory, (uintptr_t) p, size, false)
		   && !simt_mem_host_add (&memory, p, size))
	    r = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	  break;
	}
      default:
	r = HSA_STATUS_ERROR_INVALID_ARGUMENT;
      }
  return r;
}

hsa_status_t
hsa_amd_svm_attributes_get (void *p, size_t size, hsa_amd_svm_attribute_pair_t *list,
			    size_t n)
{
  NEED_RUNTIME ();
  hsa_status_t r = check (p, size, list, n);
  for (size_t k = 0; !r && k < n; k++)
    switch (list[k].attribute)
      {
      case HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG:
      case HSA_AMD_SVM_ATTRIB_READ_ONLY:
      case HSA_AMD_SVM_ATTRIB_HIVE_LOCAL:
      case HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY:
      case HSA_AMD_SVM_ATTRIB_READ_MOSTLY:
      case HSA_AMD_SVM_ATTRIB_GPU_EXEC:
	list[k].value = 0;
	break;
      case HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION:
      case HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION:
	list[k].value = agent_handle (agent_number (0)).handle;
	break;
      /* The answer is in the attribute.  */
      case HSA_AMD_SVM_ATTRIB_ACCESS_QUERY:
	{
	  struct agent *a = agent_of ((hsa_agent_t) { list[k].value });
	  if (a)
	    list[k].attribute = (accessible_p (a, p, size)
				 ? HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE
				 : HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS);
	  else
	    r = HSA_STATUS_ERROR_INVALID_AGENT;
	  break;
	}
      default:
	r = HSA_STATUS_ERROR_INVALID_ARGUMENT;
      }
  return r;
}
