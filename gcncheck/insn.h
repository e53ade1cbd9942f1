/* What one instruction, as the disassembler printed it, reads and writes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
