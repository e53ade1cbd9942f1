/* Which atomic operation an instruction does.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/atomic-kinds.h"

/* Which one ROW is, from its name: flat_atomic_umin_x2, ds_min_rtn_u64.  */

enum atomic_kind
atomic_kind (const struct gcn_row *row)
{
  static const struct { const char *name; enum atomic_kind kind; } kinds[] =
  {
    { "atomic_swap", ATOMIC_SWAP }, { "atomic_cmpswap", ATOMIC_CMPSWAP },
    { "atomic_add", ATOMIC_ADD }, { "atomic_sub", ATOMIC_SUB },
    { "atomic_smin", ATOMIC_SMIN }, { "atomic_umin", ATOMIC_UMIN },
    { "atomic_smax", ATOMIC_SMAX }, { "atomic_umax", ATOMIC_UMAX },
    { "atomic_and", ATOMIC_AND }, { "atomic_or", ATOMIC_OR },
    { "atomic_xor", ATOMIC_XOR }, { "atomic_inc", ATOMIC_INC },
    { "atomic_dec", ATOMIC_DEC }, { "atomic_add_f", ATOMIC_FADD },
    { "atomic_min_f", ATOMIC_FMIN }, { "atomic_max_f", ATOMIC_FMAX },
    { "atomic_pk_add_f16", ATOMIC_PKADD },
    { "ds_add_f", ATOMIC_FADD }, { "ds_add_rtn_f", ATOMIC_FADD },
    { "ds_add_", ATOMIC_ADD }, { "ds_sub_", ATOMIC_SUB },
    { "ds_rsub_", ATOMIC_RSUB }, { "ds_inc_", ATOMIC_INC },
    { "ds_dec_", ATOMIC_DEC }, { "ds_min_i", ATOMIC_SMIN },
    { "ds_min_u", ATOMIC_UMIN }, { "ds_min_f", ATOMIC_FMIN },
    { "ds_max_i", ATOMIC_SMAX }, { "ds_max_u", ATOMIC_UMAX },
    { "ds_max_f", ATOMIC_FMAX }, { "ds_min_rtn_i", ATOMIC_SMIN },
    { "ds_min_rtn_u", ATOMIC_UMIN }, { "ds_min_rtn_f", ATOMIC_FMIN },
    { "ds_max_rtn_i", ATOMIC_SMAX }, { "ds_max_rtn_u", ATOMIC_UMAX },
    { "ds_max_rtn_f", ATOMIC_FMAX }, { "ds_and_", ATOMIC_AND },
    { "ds_or_", ATOMIC_OR }, { "ds_xor_", ATOMIC_XOR },
    { "ds_mskor_", ATOMIC_MSKOR }, { "ds_cmpst_b", ATOMIC_CMPSWAP },
    { "ds_cmpst_rtn_b", ATOMIC_CMPSWAP }, { "ds_cmpst_f", ATOMIC_FCMP },
    { "ds_cmpst_rtn_f", ATOMIC_FCMP }, { "ds_wrxchg_", ATOMIC_SWAP },
    { "ds_wrap_", ATOMIC_WRAP }
  };
  const char *name = strstr (row->name, "atomic_");
  if (!name)
    name = row->name;
  /* "cmpswap" and "swap" are told apart by the longer name first.  */
  enum atomic_kind kind = ATOMIC_NONE;
  size_t longest = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
      size_t n = strlen (kinds[i].name);
      if (strncmp (name, kinds[i].name, n) == 0 && n > longest)
	{
	  longest = n;
	  kind = kinds[i].kind;
	}
    }
  return strstr (row->name, "src2") ? ATOMIC_NONE : kind;
}
