/* What one instruction, as the disassembler printed it, reads and writes.
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

#ifndef INSN_H
#define INSN_H

#include <string.h>

#define N_SGPRS 128

static inline bool
starts (const char *s, const char *prefix)
{
  return strncmp (s, prefix, strlen (prefix)) == 0;
}

extern bool scalar_range (const char *, unsigned *first, unsigned *count);
extern const char *insn_operand (const struct insn *, unsigned n, char *buf,
				 size_t size);
extern bool insn_first_is_read (const struct insn *);
extern bool insn_writes_m0 (const struct insn *);
extern bool insn_m0_constant (const struct insn *, uint32_t *value);
extern bool lds_or_flat_access_p (const struct insn *);
extern bool illegal_lane_move_p (const struct object *, const struct insn *);

#endif /* INSN_H */
