/* What one instruction, as the disassembler printed it, reads and writes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "insn.h"

/* Parses a scalar register or range at S: "s5", "s[4:7]".  Sets *FIRST and
   *COUNT and returns true for one.  */

bool
scalar_range (const char *s, unsigned *first, unsigned *count)
{
  char *end;
  if (*s != 's')
    return false;
  if (s[1] == '[')
    {
      *first = strtoul (s + 2, &end, 10);
      if (*end != ':')
	return false;
      *count = strtoul (end + 1, &end, 10) - *first + 1;
      return *end == ']' && *first + *count <= N_SGPRS;
    }
  *first = strtoul (s + 1, &end, 10);
  *count = 1;
  return end != s + 1 && (*end == 0 || *end == ',' || *end == ' ')
	 && *first < N_SGPRS;
}

/* Operand N, from zero on, of IN, copied to BUF.  */

const char *
insn_operand (const struct insn *in, unsigned n, char *buf, size_t size)
{
  const char *p = in->operands;
  buf[0] = 0;
  while (n-- && *p)
    {
      p += strcspn (p, ",");
      if (*p)
	p++;
      p += strspn (p, " ");
    }
  size_t len = strcspn (p, ", ");
  snprintf (buf, size, "%.*s", (int) len, p);
  return buf;
}

/* Whether IN's first operand is none that it writes.  */

bool
insn_first_is_read (const struct insn *in)
{
  static const char *const kinds[] = {
    "s_cmp", "s_bitcmp", "s_setvskip", "s_setreg", "s_setpc", "s_rfe",
    "s_store", "s_buffer_store", "s_scratch_store", "s_cbranch", "s_branch",
    "s_atc", "s_dcache", "s_set_gpr_idx", "ds_", "flat_store",
    "global_store", "scratch_store", "buffer_", "tbuffer_", "image_", "exp"
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (starts (in->mnemonic, kinds[i]))
      return true;
  return false;
}

/* Whether IN writes M0.  */

bool
insn_writes_m0 (const struct insn *in)
{
  char op[64];
  if (starts (in->mnemonic, "s_set_gpr_idx"))
    return strcmp (in->mnemonic, "s_set_gpr_idx_off") != 0;
  return (strcmp (insn_operand (in, 0, op, sizeof op), "m0") == 0
	  && !insn_first_is_read (in));
}

/* Whether IN moves a constant to M0; then *VALUE is that.  */

bool
insn_m0_constant (const struct insn *in, uint32_t *value)
{
  char op[64];
  char *end;
  if (strcmp (in->mnemonic, "s_mov_b32") != 0
      && strcmp (in->mnemonic, "s_movk_i32") != 0)
    return false;
  if (strcmp (insn_operand (in, 0, op, sizeof op), "m0") != 0)
    return false;
  insn_operand (in, 1, op, sizeof op);
  long long v = strtoll (op, &end, 0);
  if (end == op || *end)
    return false;
  if (strcmp (in->mnemonic, "s_movk_i32") == 0)
    v = (int16_t) v;
  *value = v;
  return true;
}

/* Whether OP is a scalar register of any kind.  */

static bool
scalar_register_p (const char *op)
{
  static const char *const names[] = {
    "vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "m0", "flat_scratch_lo",
    "flat_scratch_hi", "xnack_mask_lo", "xnack_mask_hi", "tba_lo", "tba_hi",
    "tma_lo", "tma_hi"
  };
  unsigned first, count;
  if (scalar_range (op, &first, &count) || starts (op, "ttmp"))
    return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (op, names[i]) == 0)
      return true;
  return false;
}

/* Whether IN accesses LDS or flat addresses, and so reads M0 before GFX9.  */

bool
lds_or_flat_access_p (const struct insn *in)
{
  if (starts (in->mnemonic, "flat_"))
    return true;
  if (!starts (in->mnemonic, "ds_"))
    return false;
  size_t n = strlen (in->operands);
  if ((n >= 3 && strcmp (in->operands + n - 3, "gds") == 0)
      || strstr (in->operands, "gds "))
    return false;
  return !(starts (in->mnemonic, "ds_gws")
	   || starts (in->mnemonic, "ds_ordered_count")
	   || starts (in->mnemonic, "ds_bpermute")
	   || starts (in->mnemonic, "ds_permute")
	   || starts (in->mnemonic, "ds_swizzle")
	   || strcmp (in->mnemonic, "ds_nop") == 0);
}

/* Whether IN may be illegal as a lane move.  */

bool
illegal_lane_move_p (const struct object *o, const struct insn *in)
{
  char value[64], lane[64];
  if (o->generation >= 10 || strcmp (in->mnemonic, "v_writelane_b32") != 0)
    return false;
  insn_operand (in, 1, value, sizeof value);
  insn_operand (in, 2, lane, sizeof lane);
  return (scalar_register_p (value) && scalar_register_p (lane)
	  && strcmp (value, lane) != 0 && strcmp (lane, "m0") != 0);
}
