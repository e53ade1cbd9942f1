/* What native code has of the machine's own headers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Before float.h, which looks at a wave's modes: in native code these are
   constants.  */

#ifndef GCNVM_NATIVE_WAVE_H
#define GCNVM_NATIVE_WAVE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LIKELY(X) __builtin_expect (!!(X), 1)
#define UNLIKELY(X) __builtin_expect (!!(X), 0)
#define MODE_ROUND_32(M) ((M) & 3)
#define MODE_ROUND_64(M) ((M) >> 2 & 3)
#define MODE_DENORM_32(M) ((M) >> 4 & 3)
#define MODE_DENORM_64(M) ((M) >> 6 & 3)
#define MODE_DX10_CLAMP(M) ((M) >> 8 & 1)
#define MODE_IEEE(M) ((M) >> 9 & 1)
enum { GCN_GFX803 = 1 };

struct vm
{
  struct { unsigned cpu; } opt;
};

struct wave
{
  const struct vm *vm;
  uint32_t mode;
  bool plain32, plain64;
};

#endif /* GCNVM_NATIVE_WAVE_H */
