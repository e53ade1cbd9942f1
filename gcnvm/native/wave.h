/* What native code has of the machine's own headers.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* Ahead of float.h, which looks at a wave's modes: in native code these are
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
