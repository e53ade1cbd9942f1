/* The debugger of amdgcn code: DWARF's numbers of registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* As GCC has them (gcn.cc, gcn_dwarf_register_number), which are LLVM's ("Register
   Identifier" in AMDGPUUsage) for waves of 64.  */

#include "debug-int.h"

int
scalar_of (uint64_t n)
{
  if (n >= 32 && n < 96)
    return (int) n - 32;
  if (n >= 1088 && n < 1088 + GCN_VCC - 64)
    return (int) n - 1024;
  return n == 17 ? GCN_EXEC : n == 768 ? GCN_VCC : n == 128 ? GCN_SCC : -1;
}

int
vector_of (uint64_t n)
{
  return n >= 2560 && n < 2560 + VGPRS ? (int) (n - 2560) : -1;
}

uint64_t
dwarf_of (bool vector, uint64_t n)
{
  return vector ? 2560 + n : n < 64 ? 32 + n : 1024 + n;
}

bool
frame_register (const struct frame *f, uint64_t n, unsigned lane, uint32_t *word)
{
  int s = scalar_of (n), v = vector_of (n);
  if (s >= 0)
    *word = s < GCN_VCC ? f->s[s] : f->wave->s[s];
  else if (v >= 0 && f->saved[v])
    {
      struct place p = { .wave = (void *) f->wave };
      return memory_read (&p, f->saved[v] + 4 * lane, word, 4);
    }
  else if (v >= 0)
    *word = f->wave->v[v][lane];
  return s >= 0 || v >= 0;
}
