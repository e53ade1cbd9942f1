/* Names and texts of error codes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include "driver.h"

struct error_row
{
  CUresult code;
  const char *name, *text;
};

static const struct error_row error_table[] =
{
#define CU_ERROR(NAME, VALUE, TEXT) { CUDA_##NAME, "CUDA_" #NAME, TEXT },
#include "errors.def"
#undef CU_ERROR
};

static const struct error_row *
error_find (CUresult code)
{
  for (size_t i = 0; i < sizeof error_table / sizeof error_table[0]; i++)
    if (error_table[i].code == code)
      return &error_table[i];
  return NULL;
}

/* Driver API, "Error Handling".  Both may be called at any time, also inside
   a callback.  An unknown CODE gives NULL and CUDA_ERROR_INVALID_VALUE.  */

CUresult
cuGetErrorName (CUresult code, const char **to)
{
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  const struct error_row *row = error_find (code);
  *to = row ? row->name : NULL;
  return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorString (CUresult code, const char **to)
{
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  const struct error_row *row = error_find (code);
  *to = row ? row->text : NULL;
  return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The error that a launch which ended with R leaves in its context.  */

CUresult
driver_result (enum vm_result r)
{
  switch (r)
    {
    case VM_OK:
      return CUDA_SUCCESS;
    case VM_OUT_OF_MEMORY:
      return CUDA_ERROR_OUT_OF_MEMORY;
    case VM_INVALID_VALUE:
      return CUDA_ERROR_INVALID_VALUE;
    case VM_NOT_FOUND:
      return CUDA_ERROR_NOT_FOUND;
    case VM_INVALID_PTX:
      return CUDA_ERROR_INVALID_PTX;
    case VM_ILLEGAL_ADDRESS:
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    case VM_MISALIGNED:
      return CUDA_ERROR_MISALIGNED_ADDRESS;
    case VM_TRAP:
    case VM_UNINIT:
    case VM_DIVERGENT_BARRIER:
      return CUDA_ERROR_LAUNCH_FAILED;
    /* A device would hang until its watchdog ends the launch.  */
    case VM_DEADLOCK:
    case VM_TIMEOUT:
      return CUDA_ERROR_LAUNCH_TIMEOUT;
    case VM_STACK_OVERFLOW:
      return CUDA_ERROR_HARDWARE_STACK_ERROR;
    case VM_ASSERT:
      return CUDA_ERROR_ASSERT;
    case VM_ILLEGAL_INSN:
      return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    }
  return CUDA_ERROR_UNKNOWN;
}

/* The same for memory functions, where a bad address is a bad argument.  */

CUresult
driver_memory_result (enum vm_result r)
{
  switch (r)
    {
    case VM_OK:
      return CUDA_SUCCESS;
    case VM_OUT_OF_MEMORY:
      return CUDA_ERROR_OUT_OF_MEMORY;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
}
