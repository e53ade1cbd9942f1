/* What is known of a symbol.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "runtime.h"

#define PUT(TYPE, VALUE) (*(TYPE *) value = (VALUE), HSA_STATUS_SUCCESS)

static uint64_t
address_of (const struct symbol *s)
{
  return s->loaded ? s->loaded->base + s->elf->value : s->defined->address;
}

/* Is S in a segment of its code object that may be written?  */

static bool
writable (const struct symbol *s)
{
  const struct code_object *o = s->loaded ? s->loaded->object : NULL;
  if (!o)
    return true;
  for (size_t k = 0; k < o->n_segments; k++)
    if (s->elf->value - o->segments[k].address < o->segments[k].size)
      return o->segments[k].flags & 2;
  return true;
}

static hsa_status_t
kernel_info (const struct symbol *s, uint32_t attribute, void *value)
{
  struct kernel_props k;
  kernel_read (s->loaded, address_of (s), &k);
  switch (attribute)
    {
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT:
      return PUT (uint64_t, address_of (s));
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE:
      return PUT (uint32_t, k.kernarg_size);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT:
      return PUT (uint32_t, 16);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE:
      return PUT (uint32_t, k.group_size);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE:
      return PUT (uint32_t, k.private_size);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK:
      /* USE_DYNAMIC_STACK, from version 4 on.  */
      return PUT (bool, s->loaded->object->abi && k.properties >> 11 & 1);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION:
      return PUT (uint32_t, 0);
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t
variable_info (const struct symbol *s, uint32_t attribute, void *value)
{
  switch (attribute)
    {
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS:
      return PUT (uint64_t, address_of (s));
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE:
      return PUT (uint32_t, s->elf ? (uint32_t) s->elf->size : 0);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALLOCATION:
      return PUT (uint32_t, HSA_VARIABLE_ALLOCATION_AGENT);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SEGMENT:
      return PUT (uint32_t, (writable (s) ? HSA_VARIABLE_SEGMENT_GLOBAL
			     : HSA_VARIABLE_SEGMENT_READONLY));
    /* ELF does not say.  */
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALIGNMENT:
      return PUT (uint32_t, 0);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST:
      return PUT (bool, !writable (s));
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t
hsa_executable_symbol_get_info (hsa_executable_symbol_t symbol,
				uint32_t attribute, void *value)
{
  NEED_RUNTIME ();
  if (!handle_p (symbol.handle, HANDLE_SYMBOL))
    return HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL;
  const struct symbol *s = (const struct symbol *) (uintptr_t) symbol.handle;
  if (!value)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  const char *name = s->elf ? s->elf->name : s->defined->name;
  bool kernel = s->loaded && kernel_p (s->loaded, s->elf);
  struct agent *agent = s->loaded ? s->loaded->agent : s->defined->agent;
  switch (attribute)
    {
    case HSA_EXECUTABLE_SYMBOL_INFO_TYPE:
      return PUT (uint32_t, (kernel ? HSA_SYMBOL_KIND_KERNEL
			     : HSA_SYMBOL_KIND_VARIABLE));
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH:
      return PUT (uint32_t, (uint32_t) strlen (name));
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME:
      memcpy (value, name, strlen (name));
      return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME_LENGTH:
      return PUT (uint32_t, 0);
    case HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME:
      return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_AGENT:
      return PUT (hsa_agent_t, (agent ? agent_handle (agent)
				: (hsa_agent_t) { 0 }));
    case HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE:
      return PUT (uint32_t, HSA_SYMBOL_LINKAGE_PROGRAM);
    case HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION:
      return PUT (bool, s->loaded != NULL);
    }
  return (kernel ? kernel_info (s, attribute, value)
	  : variable_info (s, attribute, value));
}
