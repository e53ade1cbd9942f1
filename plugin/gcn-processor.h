/* The processor that is compiled for, as the instruction table has it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_GCN_PROCESSOR_H
#define ACCELFIX_GCN_PROCESSOR_H

#if ACCELFIX_GCN

#include "isa/gcn/isa.h"

/* The processor of -march, or one with the same instructions and wait states
   (gfx9-generic), or 0 for one that the table does not cover.  GCC 15
   brought a table with names; before, there are only enumerators.  */
static inline enum gcn_cpu
accelfix_gcn_cpu (void)
{
#if BUILDING_GCC_MAJOR >= 15
  return gcn_cpu_like (gcn_devices[gcn_arch].name);
#else
  switch (gcn_arch)
    {
    case PROCESSOR_FIJI:
      return GCN_GFX803;
    case PROCESSOR_VEGA10:
      return GCN_GFX900;
    case PROCESSOR_VEGA20:
      return GCN_GFX906;
    case PROCESSOR_GFX908:
      return gcn_cpu_by_name ("gfx908");
# if BUILDING_GCC_MAJOR >= 13
    case PROCESSOR_GFX90a:
      return gcn_cpu_by_name ("gfx90a");
# endif
# if BUILDING_GCC_MAJOR >= 14
    case PROCESSOR_GFX90c:
      return gcn_cpu_like ("gfx90c");
    case PROCESSOR_GFX1030: case PROCESSOR_GFX1036:
      return gcn_cpu_by_name ("gfx1030");
    case PROCESSOR_GFX1100: case PROCESSOR_GFX1103:
      return gcn_cpu_by_name ("gfx1100");
# endif
    default:
      return (enum gcn_cpu) 0;
    }
#endif
}

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_GCN_PROCESSOR_H */
