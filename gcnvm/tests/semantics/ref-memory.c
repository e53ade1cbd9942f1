/* The reference: scalar memory, FLAT, GLOBAL and LDS.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Vega manual 7 and 12.6 (SMEM), 9 and 12.16 (FLAT), 10 and 12.13 (LDS).  */

#include <string.h>

#include "ref.h"

static unsigned
count_of (enum gcn_op op)
{
  switch (op)
    {
    case GCN_OP_s_load_dword: case GCN_OP_s_store_dword:
    case GCN_OP_s_buffer_load_dword: case GCN_OP_s_buffer_store_dword:
      return 1;
    case GCN_OP_s_load_dwordx2: case GCN_OP_s_store_dwordx2:
    case GCN_OP_s_buffer_load_dwordx2: case GCN_OP_s_buffer_store_dwordx2:
      return 2;
    case GCN_OP_s_load_dwordx4: case GCN_OP_s_store_dwordx4:
    case GCN_OP_s_buffer_load_dwordx4: case GCN_OP_s_buffer_store_dwordx4:
      return 4;
    case GCN_OP_s_load_dwordx8: case GCN_OP_s_buffer_load_dwordx8:
      return 8;
    case GCN_OP_s_load_dwordx16: case GCN_OP_s_buffer_load_dwordx16:
      return 16;
    default:
      return 0;
    }
}

/* The address: the lowest two bits of each part are ignored.  Of a buffer's
   descriptor only the base is looked at; tests stay below its size.  */

static uint64_t
scalar_address (struct ref_wave *w, const struct gcn_insn *in)
{
  uint64_t at = ref_pair (w, in->src[0]) & ~UINT64_C (3);
  if (in->row->s[0] == GCN_T_b128)
    at &= (UINT64_C (1) << 48) - 1;
  at += (int64_t) in->offset & ~INT64_C (3);
  if (in->soffset != GCN_NO_OPERAND)
    at += w->s[in->soffset] & ~UINT32_C (3);
  return at;
}

/* S_ATOMIC: the old value is returned where the data was, with GLC.  */

static bool
scalar_atomic (struct ref_wave *w, const struct gcn_insn *in)
{
  char op[16];
  const char *name = in->row->name + 9;
  unsigned n = strcspn (name, "_"), size = name[n] ? 8 : 4;
  unsigned d = in->src[1];
  if (strncmp (in->row->name, "s_atomic_", 9) != 0 || n >= sizeof op)
    return false;
  memcpy (op, name, n);
  op[n] = 0;
  uint64_t at = scalar_address (w, in), old = ref_load (w, at, size), new;
  uint64_t data = size == 8 ? ref_pair (w, d) : w->s[d], data2 = 0;
  if (strcmp (op, "cmpswap") == 0)
    data2 = size == 8 ? ref_pair (w, d + 2) : w->s[d + 1];
  if (!ref_atomic (op, size, old, data, data2, &new))
    return false;
  ref_store (w, at, size, new);
  if (!in->glc)
    return true;
  w->s[d] = old;
  if (size == 8)
    w->s[d + 1] = old >> 32;
  return true;
}

bool
ref_smem (struct ref_wave *w, const struct gcn_insn *in)
{
  enum gcn_op op = ref_op (in);
  if (in->row->enc != GCN_ENC_SMEM)
    return false;
  if (op == GCN_OP_s_dcache_inv || op == GCN_OP_s_dcache_wb
      || op == GCN_OP_s_dcache_inv_vol || op == GCN_OP_s_dcache_wb_vol)
    return true;
  if (in->row->flags & GCN_F_ATOM)
    return scalar_atomic (w, in);
  unsigned n = count_of (op);
  if (!n)
    return false;
  uint64_t at = scalar_address (w, in);
  uint32_t out[16];
  for (unsigned i = 0; i < n; i++)
    if (in->row->flags & GCN_F_LD)
      out[i] = ref_load (w, at + 4 * i, 4);
    else
      ref_store (w, at + 4 * i, 4, w->s[in->src[1] + i]);
  if (in->row->flags & GCN_F_LD)
    memcpy (&w->s[in->dst], out, 4 * n);
  return true;
}

bool
ref_atomic (const char *name, unsigned size, uint64_t old, uint64_t data,
	    uint64_t data2, uint64_t *result)
{
  uint64_t mask = size == 8 ? ~UINT64_C (0) : UINT32_MAX;
  uint64_t sign = (mask >> 1) + 1;
  /* Signed numbers in the order of unsigned ones.  */
  bool less = (old ^ sign) < (data ^ sign);
  static const char *const names[] =
  {
    "swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax", "and",
    "or", "xor", "inc", "dec", "rsub", "mskor", "wrap"
  };
  unsigned i = 0;
  while (i < sizeof names / sizeof *names && strcmp (names[i], name) != 0)
    i++;
  switch (i)
    {
    case 0: *result = data; break;
    case 1: *result = old == data2 ? data : old; break;
    case 2: *result = old + data; break;
    case 3: *result = old - data; break;
    case 4: *result = less ? old : data; break;
    case 5: *result = old < data ? old : data; break;
    case 6: *result = less ? data : old; break;
    case 7: *result = old < data ? data : old; break;
    case 8: *result = old & data; break;
    case 9: *result = old | data; break;
    case 10: *result = old ^ data; break;
    case 11: *result = old >= data ? 0 : old + 1; break;
    case 12: *result = old == 0 || old > data ? data : old - 1; break;
    case 13: *result = data - old; break;
    case 14: *result = (old & ~data) | data2; break;
    case 15: *result = old >= data ? old - data : old + data2; break;
    default: return false;
    }
  *result &= mask;
  return true;
}

/* How many bytes an access of NAME moves, from what follows "load_" and the
   like; *SIGN says whether it is signed.  */

static unsigned
bytes_of (const char *name, bool *sign)
{
  static const struct { const char *name; unsigned bytes; } sizes[] =
  {
    { "dwordx4", 16 }, { "dwordx3", 12 }, { "dwordx2", 8 }, { "dword", 4 },
    { "ubyte", 1 }, { "sbyte", 1 }, { "ushort", 2 }, { "sshort", 2 },
    { "byte", 1 }, { "short", 2 }
  };
  *sign = strncmp (name, "sb", 2) == 0 || strncmp (name, "ss", 2) == 0;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strncmp (name, sizes[i].name, strlen (sizes[i].name)) == 0)
      return sizes[i].bytes;
  return 0;
}

/* Puts what was loaded, X of SIZE bytes up to 4, into V.  */

static void
put_loaded (const struct gcn_insn *in, uint32_t *v, uint32_t x, unsigned size,
	    bool sign)
{
  if (sign && size == 1)
    x = (uint32_t) (int32_t) (int8_t) x;
  if (sign && size == 2)
    x = (uint32_t) (int32_t) (int16_t) x;
  if (in->row->flags & GCN_F_D16)
    *v = (*v & 0xffff0000) | (x & 0xffff);
  else if (in->row->flags & GCN_F_D16HI)
    *v = (*v & 0xffff) | x << 16;
  else
    *v = x;
}

static uint64_t
register_pair (const struct ref_wave *w, unsigned code, unsigned lane)
{
  return w->v[code - GCN_VGPR][lane]
	 | (uint64_t) w->v[code - GCN_VGPR + 1][lane] << 32;
}

/* Data of SIZE bytes, 4 or 8, from VGPR CODE.  */

static uint64_t
data_of (const struct ref_wave *w, unsigned code, unsigned size, unsigned lane)
{
  return size == 8 ? register_pair (w, code, lane)
	 : w->v[code - GCN_VGPR][lane];
}

static void
put_data (struct ref_wave *w, unsigned code, unsigned size, unsigned lane,
	  uint64_t x)
{
  w->v[code - GCN_VGPR][lane] = x;
  if (size == 8)
    w->v[code - GCN_VGPR + 1][lane] = x >> 32;
}

/* DS_ADD_F32, GLOBAL_ATOMIC_MIN_F64 and their like.  What becomes of denormals
   is not said: tests have none.  */

static bool
float_atomic (const struct ref_wave *w, const char *op, unsigned size,
	      uint64_t old, uint64_t data, uint64_t *new)
{
  const struct ref_format *f = size == 8 ? &ref_f64 : &ref_f32;
  const struct ref_fpmode m = { w->mode >> (size == 8 ? 2 : 0) & 3, true,
				true, w->mode >> 9 & 1 };
  if (strcmp (op, "add") == 0)
    *new = ref_add (f, &m, old, data);
  else if (strcmp (op, "min") == 0 || strcmp (op, "max") == 0)
    *new = ref_minmax (f, &m, old, data, op[1] == 'a');
  else
    return false;
  return true;
}

/* FLAT's and GLOBAL's atomics: data and, behind it, what is compared with.  */

static bool
vmem_atomic (struct ref_wave *w, const struct gcn_insn *in, const char *name,
	     uint64_t at, unsigned lane)
{
  char op[16];
  unsigned n = strcspn (name, "_");
  bool f32 = strcmp (name + n, "_f32") == 0, f64 = !strcmp (name + n, "_f64");
  unsigned size = name[n] && !f32 ? 8 : 4;
  if (n >= sizeof op || strncmp (name, "pk_", 3) == 0)
    return false;
  memcpy (op, name, n);
  op[n] = 0;
  uint64_t old = ref_load (w, at, size), new, data2 = 0;
  uint64_t data = data_of (w, in->src[1], size, lane);
  if (strcmp (op, "cmpswap") == 0)
    data2 = data_of (w, in->src[1] + size / 4, size, lane);
  if (f32 || f64 ? !float_atomic (w, op, size, old, data, &new)
      : !ref_atomic (op, size, old, data, data2, &new))
    return false;
  ref_store (w, at, size, new);
  if (in->glc)
    put_data (w, in->dst, size, lane, old);
  return true;
}

static bool
vmem_lane (struct ref_wave *w, const struct gcn_insn *in, const char *name,
	   uint64_t at, unsigned lane)
{
  bool sign;
  if (strncmp (name, "atomic_", 7) == 0)
    return vmem_atomic (w, in, name + 7, at, lane);
  const char *what = strchr (name, '_') + 1;
  unsigned size = bytes_of (what, &sign);
  if (!size)
    return false;
  uint32_t x[4] = { 0 };
  if (in->row->flags & GCN_F_LD)
    {
      for (unsigned i = 0; i < size; i += 4)
	x[i / 4] = ref_load (w, at + i, size < 4 ? size : 4);
      put_loaded (in, &w->v[in->dst - GCN_VGPR][lane], x[0], size, sign);
      for (unsigned i = 4; i < size; i += 4)
	w->v[in->dst - GCN_VGPR + i / 4][lane] = x[i / 4];
      return true;
    }
  for (unsigned i = 0; i < size; i += 4)
    x[i / 4] = w->v[in->src[1] - GCN_VGPR + i / 4][lane];
  if (in->row->flags & GCN_F_D16HI)
    x[0] >>= 16;
  for (unsigned i = 0; i < size; i += 4)
    ref_store (w, at + i, size < 4 ? size : 4, x[i / 4]);
  return true;
}

bool
ref_vmem (struct ref_wave *w, const struct gcn_insn *in)
{
  uint64_t exec = ref_exec (w);
  if (in->row->enc != GCN_ENC_FLAT && in->row->enc != GCN_ENC_GLOBAL)
    return in->row - gcn_rows == GCN_OP_buffer_wbinvl1_vol
	   || in->row - gcn_rows == GCN_OP_buffer_wbinvl1;
  const char *name = strchr (in->row->name, '_') + 1;
  /* A destination may be the address of other lanes' registers only.  */
  for (unsigned i = 0; i < REF_LANES; i++)
    if (exec >> i & 1)
      {
	uint64_t at;
	if (in->saddr != GCN_NO_OPERAND)
	  at = ref_pair (w, in->saddr) + w->v[in->src[0] - GCN_VGPR][i];
	else
	  at = register_pair (w, in->src[0], i);
	if (!vmem_lane (w, in, name, at + (int64_t) in->offset, i))
	  return false;
      }
  return true;
}

/* ---- LDS.  */

static uint64_t
lds_load (struct ref_wave *w, uint32_t at, unsigned size)
{
  uint64_t x = 0;
  if ((uint64_t) at + size > w->lds_size)
    {
      w->trouble = "an address outside of LDS";
      return 0;
    }
  for (unsigned i = 0; i < size; i++)
    x |= (uint64_t) w->lds[at + i] << 8 * i;
  return x;
}

static void
lds_store (struct ref_wave *w, uint32_t at, unsigned size, uint64_t x)
{
  if ((uint64_t) at + size > w->lds_size)
    {
      w->trouble = "an address outside of LDS";
      return;
    }
  for (unsigned i = 0; i < size; i++)
    w->lds[at + i] = x >> 8 * i;
}

/* DS_READ2 and the like: PART 0 or 1's address.  */

static uint32_t
second_address (const struct gcn_insn *in, uint32_t base, unsigned part,
		unsigned size)
{
  unsigned scale = strstr (in->row->name, "st64") ? 64 * size : size;
  return base + (part ? in->offset1 : in->offset) * scale;
}

static bool
lds_move (struct ref_wave *w, const struct gcn_insn *in, const char *name,
	  unsigned lane)
{
  uint32_t base = w->v[in->src[0] - GCN_VGPR][lane];
  bool load = strncmp (name, "read", 4) == 0;
  const char *type = strchr (name, '_') + 1;
  unsigned bits = 0;
  for (const char *p = type + 1; *p >= '0' && *p <= '9'; p++)
    bits = 10 * bits + *p - '0';
  unsigned size = bits / 8;
  bool two = in->row->flags & GCN_F_OFF2;
  for (unsigned part = 0; part < (two ? 2 : 1); part++)
    {
      uint32_t at = two ? second_address (in, base, part, size)
		    : base + in->offset;
      for (unsigned i = 0; i < size; i += 4)
	{
	  unsigned n = size < 4 ? size : 4, k = i / 4;
	  if (load)
	    {
	      uint32_t *v = &w->v[in->dst - GCN_VGPR + k + part * size / 4]
				 [lane];
	      put_loaded (in, v, lds_load (w, at + i, n), size, *type == 'i');
	      continue;
	    }
	  uint32_t x = w->v[in->src[1 + part] - GCN_VGPR + k][lane];
	  lds_store (w, at + i, n,
		     in->row->flags & GCN_F_D16HI ? x >> 16 : x);
	}
    }
  return true;
}

/* NAME is as in "add_rtn_u32", "max_i64", "cmpst_b32".  */

static bool
lds_atomic (struct ref_wave *w, const struct gcn_insn *in, const char *name,
	    unsigned lane)
{
  char op[16];
  unsigned n = strcspn (name, "_"), size;
  const char *type = strrchr (name, '_') + 1;
  if (n >= sizeof op - 1 || strstr (name, "src2"))
    return false;
  memcpy (op, name, n);
  op[n] = 0;
  size = strcmp (type + 1, "64") == 0 ? 8 : 4;
  if (*type != 'f' && (strcmp (op, "min") == 0 || strcmp (op, "max") == 0))
    {
      memmove (op + 1, op, n + 1);
      op[0] = *type == 'i' ? 's' : 'u';
    }
  if (strcmp (op, "wrxchg") == 0)
    strcpy (op, "swap");
  uint32_t at = w->v[in->src[0] - GCN_VGPR][lane] + in->offset;
  uint64_t old = lds_load (w, at, size), new;
  uint64_t data = data_of (w, in->src[1], size, lane), data2 = 0;
  if (in->src[2] != GCN_NO_OPERAND)
    data2 = data_of (w, in->src[2], size, lane);
  bool known;
  if (*type == 'f')
    known = float_atomic (w, op, size, old, data, &new);
  else if (strcmp (op, "cmpst") == 0)
    /* Here the first data is what is compared with.  */
    known = ref_atomic ("cmpswap", size, old, data2, data, &new);
  else
    known = ref_atomic (op, size, old, data, data2, &new);
  if (!known)
    return false;
  lds_store (w, at, size, new);
  if (in->dst != GCN_NO_OPERAND)
    put_data (w, in->dst, size, lane, old);
  return true;
}

bool
ref_lds (struct ref_wave *w, const struct gcn_insn *in)
{
  if (in->row->enc != GCN_ENC_DS)
    return false;
  const char *name = in->row->name + 3;
  bool plain = (strncmp (name, "read", 4) == 0
		|| strncmp (name, "write", 5) == 0);
  if (in->src[0] == GCN_NO_OPERAND || strstr (name, "src2")
      || in->row->flags & GCN_F_GDS)
    return false;
  for (unsigned i = 0; i < REF_LANES; i++)
    if (ref_exec (w) >> i & 1
	&& !(plain ? lds_move : lds_atomic) (w, in, name, i))
      return false;
  return true;
}
